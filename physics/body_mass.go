package physics

import (
	"cmp"
	"fmt"

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
func (b Body) SetMassData(m MassData) error {
	if r := b.world.recorder(); r != nil {
		return r.bodySetMassData(b, m)
	}
	r, err := b.writable()
	if err != nil {
		return err
	}
	if r.Kind != Dynamic {
		return b.world.refuse(fmt.Errorf("physics: a %v body has no mass", r.Kind))
	}
	err = cmp.Or(
		state.CheckRange("body mass", m.Mass, MinMass, MaxMass),
		state.CheckVector("body centre of mass", m.Center, MaxPosition),
		mass.CheckInertia(m.Inertia),
	)
	if err != nil {
		return b.world.refuse(err)
	}
	r.OwnMass, r.Own = true, state.MassData(m)
	b.world.masses.Set(b.index, r.Own)
	if !r.Out() {
		b.world.islands.Wake(b.index)
	}
	return nil
}

// ResetMassData takes the mass from the shapes again. It is refused if they have more than MaxMass together.
func (b Body) ResetMassData() error {
	if r := b.world.recorder(); r != nil {
		return r.bodyResetMassData(b)
	}
	r, err := b.writable()
	if err != nil {
		return err
	}
	w := b.world
	if r.Kind == Dynamic {
		if err := w.masses.CheckTotal(b.index, 0); err != nil {
			return w.refuse(err)
		}
	}
	r.OwnMass = false
	w.masses.Update(b.index)
	return nil
}
