// Package mass computes mass, centre, inertia and extents of bodies from their shapes.
//
// It owns the mass and the extents in solve.Sim, Body.Reach, and the extreme masses of a world.
package mass

import (
	"fmt"

	"tumble/physics/internal/shape"
	"tumble/physics/internal/state"
	"tumble/physics/vec"
)

// Masses are the masses of the bodies of a world.
type Masses struct{ *state.State }

// New returns the room for a world.
func New(st *state.State) *Masses { return &Masses{st} }

const (
	// fallbackMass (kg) and fallbackInertia (kg·m²) are those of a dynamic body whose shapes
	// have none: without mass a contact could not stop it.
	fallbackMass    = 1
	fallbackInertia = 0.1
)

// Update sums the shapes of a body, unless its mass was set by hand.
func (ms *Masses) Update(index int32) {
	r := &ms.Bodies[index]
	switch {
	case r.Kind != state.Dynamic:
		ms.Set(index, state.MassData{})
	case r.OwnMass:
		ms.Set(index, r.Own)
	default:
		ms.Set(index, ms.shapeMass(r))
	}
}

// Add brings mass and extents of a body up to date that got a shape.
func (ms *Masses) Add(r *state.Body, index, shapeIndex int32) {
	switch {
	case r.Kind != state.Dynamic && r.ShapeCount > 1:
		// a body without mass only gets larger: it may have thousands of shapes
		ms.widenExtents(index, shapeIndex)
	case r.OwnMass:
		ms.updateExtents(index)
	default:
		ms.Update(index)
	}
}

// OfShapes reports whether the mass of a body is that of its shapes.
func (ms *Masses) OfShapes(index int32) bool {
	return ms.Bodies[index].Kind == state.Dynamic && !ms.Bodies[index].OwnMass
}

// CheckShape returns an error if a body may not get a shape of some mass (kg).
func (ms *Masses) CheckShape(index int32, mass float32) error {
	if !(mass <= state.MaxMass) {
		return fmt.Errorf("physics: shape mass %g: must be at most %g kg", mass, float32(state.MaxMass))
	}
	if ms.OfShapes(index) {
		return ms.CheckTotal(index, mass)
	}
	return nil
}

// CheckTotal returns an error if the shapes of a body, with one more of some mass (kg), are too heavy together.
func (ms *Masses) CheckTotal(index int32, more float32) error {
	total := float32(0)
	for s := ms.Bodies[index].FirstShape; s != state.None; s = ms.Shapes[s].Next {
		total += ms.Geometries[s].Mass(ms.Shapes[s].Density).Mass
	}
	if total += more; !(total <= state.MaxMass) {
		return fmt.Errorf("physics: body mass %g of all shapes: must be at most %g kg", total, float32(state.MaxMass))
	}
	return nil
}

// shapeMass adds up the shapes with the parallel axis theorem.
func (ms *Masses) shapeMass(r *state.Body) state.MassData {
	var total state.MassData
	for s := r.FirstShape; s != state.None; s = ms.Shapes[s].Next {
		m := ms.Geometries[s].Mass(ms.Shapes[s].Density)
		total.Mass += m.Mass
		total.Center = total.Center.MulAdd(m.Mass, m.Center)
	}
	if !(total.Mass >= state.MinMass) {
		return state.MassData{Mass: fallbackMass, Inertia: vec.Diag(vec.Vec3{X: fallbackInertia, Y: fallbackInertia,
			Z: fallbackInertia})}
	}
	total.Center = total.Center.Mul(1 / total.Mass)
	for s := r.FirstShape; s != state.None; s = ms.Shapes[s].Next {
		m := ms.Geometries[s].Mass(ms.Shapes[s].Density)
		total.Inertia = total.Inertia.Add(m.Inertia).Add(pointInertia(m.Mass, m.Center.Sub(total.Center)))
	}
	return total
}

// pointInertia is that of a point mass at d: m·(|d|²·1 − d·dᵀ).
func pointInertia(m float32, d vec.Vec3) vec.Mat3 {
	xx, yy, zz := float32(m*float32(d.X*d.X)), float32(m*float32(d.Y*d.Y)), float32(m*float32(d.Z*d.Z))
	xy, xz, yz := float32(-m*float32(d.X*d.Y)), float32(-m*float32(d.X*d.Z)), float32(-m*float32(d.Y*d.Z))
	return vec.Mat3{XX: yy + zz, XY: xy, XZ: xz, YX: xy, YY: xx + zz, YZ: yz, ZX: xz, ZY: yz, ZZ: xx + yy}
}

// Set writes mass data and what follows from them. The velocity of the material does not
// change: that of the centre moves with the centre.
func (ms *Masses) Set(index int32, m state.MassData) {
	r, sim := &ms.Bodies[index], &ms.Sims[index]
	old := sim.Center
	sim.SetMass(m.Mass, m.Inertia, m.Center)
	if r.Kind == state.Dynamic && r.FirstShape != state.None {
		ms.Heaviest = vec.Max(ms.Heaviest, m.Mass)
	}
	if r.AwakeIndex != state.None {
		s := ms.StateOf(r)
		s.V = state.ClampVector(s.V.Add(s.W.Cross(sim.Center.Sub(old))), state.MaxSpeedInput)
		s.Flags = sim.Flags
	}
	ms.updateExtents(index)
}

// updateExtents finds how far the body may move in a step without passing through a thin body, and how far its farthest
// point is from the centre of mass.
func (ms *Masses) updateExtents(index int32) {
	sim, r := &ms.Sims[index], &ms.Bodies[index]
	sim.MinExtent, sim.MaxExtent, r.Reach = state.MaxPosition, 0, vec.Vec3{}
	for s := r.FirstShape; s != state.None; s = ms.Shapes[s].Next {
		ms.widenExtents(index, s)
	}
}

// widenExtents takes a shape into the extents of its body.
func (ms *Masses) widenExtents(index, shapeIndex int32) {
	sim, r, g := &ms.Sims[index], &ms.Bodies[index], &ms.Geometries[shapeIndex]
	switch {
	case ms.Shapes[shapeIndex].Sensor:
	case g.Kind == shape.Plane:
		sim.MaxExtent, r.Reach = state.MaxPosition, vec.Vec3{X: state.MaxPosition, Y: state.MaxPosition,
			Z: state.MaxPosition}
	default:
		inner, outer := g.Extents(sim.LocalCenter)
		sim.MinExtent = vec.Min(sim.MinExtent, inner)
		sim.MaxExtent = vec.Max(sim.MaxExtent, outer)
		box := g.AABB(vec.TransformIdentity)
		r.Reach = r.Reach.Max(sim.LocalCenter.Sub(box.Min)).Max(box.Max.Sub(sim.LocalCenter))
	}
}

// CheckInertia returns an error unless m is zero, or symmetric and positive definite.
func CheckInertia(m vec.Mat3) error {
	if !validInertia(m) {
		return fmt.Errorf("physics: body inertia %g: must be zero, or symmetric and positive definite", m)
	}
	return nil
}

// validInertia accepts zero, and symmetric positive definite tensors (Sylvester's criterion).
func validInertia(m vec.Mat3) bool {
	if m == (vec.Mat3{}) {
		return true
	}
	if m.XY != m.YX || m.XZ != m.ZX || m.YZ != m.ZY || !m.Col(0).IsFinite() || !m.Col(1).IsFinite() ||
		!m.Col(2).IsFinite() {
		return false
	}
	largest := vec.Max(m.XX, vec.Max(m.YY, m.ZZ))
	if !(m.XX > 0 && m.YY > 0 && m.ZZ > 0) || largest > state.MaxMass*state.MaxMass ||
		largest < state.MinMass*state.MinMass {
		return false
	}
	// scaled, so that the determinant neither over- nor underflows
	n := m.Scale(1 / largest)
	return float32(n.XX*n.YY) > float32(n.XY*n.XY) && n.Det() > 1e-12
}
