package physics

import (
	"tumble/physics/internal/mass"
	"tumble/physics/internal/state"
)

// Mass returns the mass (kg); 0 unless the body is dynamic.
func (b Body) Mass() float32 { return b.sim().Mass }

// Inertia returns the rotational inertia about the centre of mass in the body's frame (kg·m²).
func (b Body) Inertia() Mat3 { return b.sim().LocalInertia }

// MassData returns mass, centre of mass and inertia.
func (b Body) MassData() MassData { return MassData{b.Mass(), b.LocalCenter(), b.Inertia()} }

// SetMassData overrides the mass that follows from the shapes, until ResetMassData. The mass
// must be between MinMass and MaxMass and the inertia symmetric and positive definite, or
// zero for a body that does not turn. Only dynamic bodies have mass.
func (b Body) SetMassData(m MassData) bool {
	if r := b.world.recorder(); r != nil {
		return r.bodySetMassData(b, m)
	}
	r := b.writable()
	if r == nil {
		return false
	}
	if r.Kind != Dynamic || !(m.Mass >= MinMass && m.Mass <= MaxMass) ||
		!state.ValidVector(m.Center, MaxPosition) || !mass.ValidInertia(m.Inertia) {
		return b.world.refuse()
	}
	r.OwnMass, r.Own = true, state.MassData(m)
	b.world.masses.Set(b.index, r.Own)
	if !r.Out() {
		b.world.islands.Wake(b.index)
	}
	return true
}

// ResetMassData takes the mass from the shapes again. It is refused if they have more than MaxMass together.
func (b Body) ResetMassData() bool {
	if r := b.world.recorder(); r != nil {
		return r.bodyResetMassData(b)
	}
	r := b.writable()
	if r == nil {
		return false
	}
	if r.Kind == Dynamic && b.world.masses.TooHeavy(b.index, 0) {
		return b.world.refuse()
	}
	r.OwnMass = false
	b.world.masses.Update(b.index)
	return true
}
