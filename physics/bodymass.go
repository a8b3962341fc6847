package physics

import (
	"tumble/physics/internal/shape"
	"tumble/physics/vec"
)

const (
	// fallbackMass (kg) and fallbackInertia (kg·m²) are those of a dynamic body whose shapes
	// have none: without mass a contact could not stop it.
	fallbackMass    = 1
	fallbackInertia = 0.1
)

// Mass returns the mass (kg); 0 unless the body is dynamic.
func (b Body) Mass() float32 {
	if b.record() == nil {
		return 0
	}
	return b.world.sims[b.index].Mass
}

// Inertia returns the rotational inertia about the centre of mass in the body's frame (kg·m²).
func (b Body) Inertia() Mat3 {
	if b.record() == nil {
		return Mat3{}
	}
	return b.world.sims[b.index].LocalInertia
}

// MassData returns mass, centre of mass and inertia.
func (b Body) MassData() MassData { return MassData{b.Mass(), b.LocalCenter(), b.Inertia()} }

// SetMassData overrides the mass that follows from the shapes, until ResetMassData. The mass
// must be between MinMass and MaxMass and the inertia symmetric and positive definite, or
// zero for a body that does not turn. Only dynamic bodies have mass.
func (b Body) SetMassData(m MassData) bool {
	if r := b.world.recorder(); r != nil {
		return called[bool](r, "Body.SetMassData", b, m)
	}
	r := b.writable()
	if r == nil {
		return false
	}
	if r.kind != Dynamic || !(m.Mass >= MinMass && m.Mass <= MaxMass) ||
		!validVector(m.Center, MaxPosition) || !validInertia(m.Inertia) {
		return b.world.refuse()
	}
	r.ownMass, r.own = true, m
	b.world.setMass(b.index, m)
	if !r.out() {
		b.world.wakeBody(b.index)
	}
	return true
}

// ResetMassData takes the mass from the shapes again.
func (b Body) ResetMassData() bool {
	if r := b.world.recorder(); r != nil {
		return called[bool](r, "Body.ResetMassData", b)
	}
	r := b.writable()
	if r == nil {
		return false
	}
	r.ownMass = false
	b.world.updateMass(b.index)
	return true
}

// validInertia accepts zero, and symmetric positive definite tensors (Sylvester's criterion).
func validInertia(m Mat3) bool {
	if m == (Mat3{}) {
		return true
	}
	if m.XY != m.YX || m.XZ != m.ZX || m.YZ != m.ZY || !m.Col(0).IsFinite() || !m.Col(1).IsFinite() ||
		!m.Col(2).IsFinite() {
		return false
	}
	largest := vec.Max(m.XX, vec.Max(m.YY, m.ZZ))
	if !(m.XX > 0 && m.YY > 0 && m.ZZ > 0) || largest > MaxMass*MaxMass || largest < MinMass*MinMass {
		return false
	}
	// scaled, so that the determinant neither over- nor underflows
	n := m.Scale(1 / largest)
	return float32(n.XX*n.YY) > float32(n.XY*n.XY) && n.Det() > 1e-12
}

// updateMass sums the shapes of a body, unless its mass was set by hand.
func (w *World) updateMass(index int32) {
	r := &w.bodies[index]
	switch {
	case r.kind != Dynamic:
		w.setMass(index, MassData{})
	case r.ownMass:
		w.setMass(index, r.own)
	default:
		w.setMass(index, w.shapeMass(r))
	}
}

// addMass brings mass and extents of a body up to date that got a shape.
func (w *World) addMass(r *body, index, shapeIndex int32) {
	switch {
	case r.kind != Dynamic && r.shapeCount > 1:
		// a body without mass only gets larger: it may have thousands of shapes
		w.widenExtents(index, shapeIndex)
	case r.ownMass:
		w.updateExtents(index)
	default:
		w.updateMass(index)
	}
}

// shapeMass adds up the shapes with the parallel axis theorem.
func (w *World) shapeMass(r *body) MassData {
	var total MassData
	for s := r.firstShape; s != none; s = w.shapes[s].next {
		m := w.geometries[s].Mass(w.shapes[s].density)
		total.Mass += m.Mass
		total.Center = total.Center.MulAdd(m.Mass, m.Center)
	}
	if !(total.Mass >= MinMass) {
		return MassData{Mass: fallbackMass, Inertia: vec.Diag(Vec3{X: fallbackInertia, Y: fallbackInertia,
			Z: fallbackInertia})}
	}
	total.Center = total.Center.Mul(1 / total.Mass)
	for s := r.firstShape; s != none; s = w.shapes[s].next {
		m := w.geometries[s].Mass(w.shapes[s].density)
		total.Inertia = total.Inertia.Add(m.Inertia).Add(pointInertia(m.Mass, m.Center.Sub(total.Center)))
	}
	return total
}

// pointInertia is that of a point mass at d: m·(|d|²·1 − d·dᵀ).
func pointInertia(m float32, d Vec3) Mat3 {
	xx, yy, zz := float32(m*float32(d.X*d.X)), float32(m*float32(d.Y*d.Y)), float32(m*float32(d.Z*d.Z))
	xy, xz, yz := float32(-m*float32(d.X*d.Y)), float32(-m*float32(d.X*d.Z)), float32(-m*float32(d.Y*d.Z))
	return Mat3{XX: yy + zz, XY: xy, XZ: xz, YX: xy, YY: xx + zz, YZ: yz, ZX: xz, ZY: yz, ZZ: xx + yy}
}

// setMass writes mass data and what follows from them. The velocity of the material does not
// change: that of the centre moves with the centre.
func (w *World) setMass(index int32, m MassData) {
	r, sim := &w.bodies[index], &w.sims[index]
	old := sim.Center
	sim.SetMass(m.Mass, m.Inertia, m.Center)
	if r.kind == Dynamic && r.firstShape != none {
		w.heaviest = vec.Max(w.heaviest, m.Mass)
		if w.lightest == 0 || m.Mass < w.lightest {
			w.lightest = m.Mass
		}
	}
	if r.awakeIndex != none {
		state := w.stateOf(r)
		state.V = clampVector(state.V.Add(state.W.Cross(sim.Center.Sub(old))), maxSpeedInput)
		state.Flags = sim.Flags
	}
	w.updateExtents(index)
}

// updateExtents finds how far the body may move before it can jump over something, and how
// far its farthest point is from the centre of mass.
func (w *World) updateExtents(index int32) {
	sim, r := &w.sims[index], &w.bodies[index]
	sim.MinExtent, sim.MaxExtent, r.reach = MaxPosition, 0, Vec3{}
	for s := r.firstShape; s != none; s = w.shapes[s].next {
		w.widenExtents(index, s)
	}
}

// widenExtents takes a shape into the extents of its body.
func (w *World) widenExtents(index, shapeIndex int32) {
	sim, r, g := &w.sims[index], &w.bodies[index], &w.geometries[shapeIndex]
	switch {
	case w.shapes[shapeIndex].sensor:
	case g.Kind == shape.Plane:
		sim.MaxExtent, r.reach = MaxPosition, Vec3{X: MaxPosition, Y: MaxPosition, Z: MaxPosition}
	default:
		inner, outer := g.Extents(sim.LocalCenter)
		sim.MinExtent = vec.Min(sim.MinExtent, inner)
		sim.MaxExtent = vec.Max(sim.MaxExtent, outer)
		box := g.AABB(vec.TransformIdentity)
		r.reach = r.reach.Max(sim.LocalCenter.Sub(box.Min)).Max(box.Max.Sub(sim.LocalCenter))
	}
}
