package snapshot

import (
	"cmp"
	"fmt"
	"math"

	"tumble/physics/internal/broadphase"
	"tumble/physics/internal/shape"
	"tumble/physics/internal/solve"
	"tumble/physics/internal/state"
	"tumble/physics/vec"
)

// checkFinite looks for the records in use that have a number that is not finite.
func (ps *Rooms) checkFinite() error {
	for i := range ps.Bodies {
		if ps.Bodies[i].Alive() {
			if err := cmp.Or(bodyLayout.Finite(&ps.Bodies[i]), simLayout.Finite(&ps.Sims[i])); err != nil {
				return fmt.Errorf("body %d: %w", i, err)
			}
		}
	}
	for i := range ps.Shapes {
		if ps.Shapes[i].Alive() {
			if err := cmp.Or(shapeLayout.Finite(&ps.Shapes[i]), boundsLayout.Finite(&ps.Bounds[i])); err != nil {
				return fmt.Errorf("shape %d: %w", i, err)
			}
		}
	}
	for i := range ps.Joints {
		if ps.Joints[i].Alive() {
			if err := cmp.Or(jointLayout.Finite(&ps.Joints[i]), rowLayout.Finite(&ps.Rows[i])); err != nil {
				return fmt.Errorf("joint %d: %w", i, err)
			}
		}
	}
	return nil
}

// checkTables compares the lengths of lists that have the same index, and looks at the lists
// of free and listed indices.
func (ps *Rooms) checkTables(seen *state.BitSet) error {
	if !(ps.Heaviest >= 0 && ps.Heaviest <= state.MaxMass) {
		return fmt.Errorf("heaviest mass %g", ps.Heaviest)
	}
	if !(ps.GravityBefore >= 0 && ps.GravityBefore <= math.MaxFloat32) {
		return fmt.Errorf("gravity of the last step %g", ps.GravityBefore)
	}
	for _, t := range [...]struct {
		what string
		a, b int
	}{
		{"bodies and their simulations", len(ps.Bodies), len(ps.Sims)},
		{"bodies and names", len(ps.Bodies), len(ps.Names)},
		{"awake bodies and states, less one", len(ps.Awake), len(ps.States) - 1},
		{"shapes and bounds", len(ps.Shapes), len(ps.Bounds)}, {"shapes and geometries", len(ps.Shapes),
			len(ps.Geometries)},
		{"joints and rows", len(ps.Joints), len(ps.Rows)}, {"joints and names", len(ps.Joints), len(ps.JointNames)},
	} {
		if t.a != t.b {
			return fmt.Errorf("%s: %d and %d", t.what, t.a, t.b)
		}
	}
	for _, l := range [...]struct {
		what string
		list []int32
		n    int
	}{
		{"free bodies", ps.FreeBodies, len(ps.Bodies)}, {"awake bodies", ps.Awake, len(ps.Bodies)},
		{"free shapes", ps.FreeShapes, len(ps.Shapes)}, {"moved shapes", ps.Moved, len(ps.Shapes)},
		{"waiting shapes", ps.Waiting, len(ps.Shapes)},
		{"sensors", ps.Sensors, len(ps.Shapes)}, {"free joints", ps.FreeJoints, len(ps.Joints)},
		{"free islands", ps.FreeIslands, len(ps.Islands)}, {"awake islands", ps.AwakeIslands, len(ps.Islands)},
	} {
		if err := checkIndices(seen, l.list, l.n); err != nil {
			return fmt.Errorf("%s: %w", l.what, err)
		}
	}
	return nil
}

// checkIndices refuses indices that are out of range or occur twice.
func checkIndices(seen *state.BitSet, list []int32, n int) error {
	seen.Clear(n)
	for k, i := range list {
		if uint(i) >= uint(n) || !seen.Add(i) {
			return fmt.Errorf("at %d: index %d of %d, out of range or twice", k, i, n)
		}
	}
	return nil
}

// checkBodyRecords looks at all bodies but for their contacts. The shapes and islands were looked at before.
func (ps *Rooms) checkBodyRecords() error {
	bodies, islands := len(ps.Bodies), len(ps.Islands)
	var n bodyTally
	for i := range ps.Bodies {
		r := &ps.Bodies[i]
		if !r.Alive() {
			continue
		}
		ok := r.Kind < state.BodyTypeCount && r.Locks&^state.AllLocks == 0 && inRange(r.AwakeIndex, len(ps.Awake)) &&
			inRange(r.Island, islands) && inRange(r.IslandPrev, bodies) && inRange(r.IslandNext, bodies) &&
			inRange(r.FirstShape, len(ps.Shapes)) && inRange(r.LastShape, len(ps.Shapes)) &&
			inRange(r.FirstJoint, 2*len(ps.Joints)) &&
			r.SleepTime >= 0
		if !ok {
			return fmt.Errorf("body %d: %+v", i, *r)
		}
		if r.Island != state.None && !ps.Islands[r.Island].Alive {
			return fmt.Errorf("body %d: island %d does not exist", i, r.Island)
		}
		if err := checkSim(&ps.Sims[i]); err != nil {
			return fmt.Errorf("body %d: %w", i, err)
		}
		if err := ps.validateBody(int32(i), r); err != nil {
			return fmt.Errorf("body %d: %w", i, err)
		}
		n.add(r)
	}
	return ps.validateBodyTally(n)
}

// checkStates looks at the velocities of awake bodies.
func (ps *Rooms) checkStates() error {
	for i := range ps.States {
		if s := &ps.States[i]; !state.ValidVector(s.V, state.MaxSpeed) || !state.ValidVector(s.W, state.MaxSpeed) {
			return fmt.Errorf("awake list at %d: velocities %v and %v", i-1, s.V, s.W)
		}
	}
	return nil
}

func checkSim(sim *solve.Sim) error {
	pose := sim.Transform
	// a body that becomes unusable goes back to where the last step began
	center, before := pose.P, sim.Center0
	if sim.LocalCenter != (vec.Vec3{}) {
		center, before = pose.Apply(sim.LocalCenter), before.Sub(sim.Q0.Rotate(sim.LocalCenter))
	}
	// m; far more than rounding at MaxPosition
	const near = 1
	if !state.ValidTransform(pose) || !state.ValidVector(before, state.MaxPosition+near) || !sim.Q0.IsUnit() {
		return fmt.Errorf("pose %v, before %v, %v", pose, before, sim.Q0)
	}
	if d := sim.Center.Sub(center); !(d.Dot(d) < near*near) {
		return fmt.Errorf("centre of mass %v at pose %v with local centre %v", sim.Center, pose, sim.LocalCenter)
	}
	if !(sim.Mass >= 0 && sim.Mass <= state.MaxMass) || !sim.Agrees() || !positive(&sim.LocalInertia) {
		return fmt.Errorf("mass %g, inverse %g, inertia %v, inverse %v", sim.Mass, sim.InvMass, sim.LocalInertia,
			sim.LocalInvInertia)
	}
	if !state.ValidVector(sim.Force, maxKept) || !state.ValidVector(sim.Torque, maxKept) ||
		!state.ValidVector(sim.SpinLow, state.MaxSpeed) ||
		!(vec.Abs(sim.GravityScale) <= state.MaxGravityScale) {
		return fmt.Errorf("force %v, torque %v, rounded off spin %v, gravity scale %g", sim.Force, sim.Torque,
			sim.SpinLow, sim.GravityScale)
	}
	if !sim.RotatedInertia() {
		return fmt.Errorf("inverse inertia %v in world axes, %v in those of the body", sim.InvInertia,
			sim.LocalInvInertia)
	}
	return nil
}

// positive reports whether m is zero, or up to rounding symmetric and positive: that of a needle is
// singular in single precision.
func positive(m *vec.Mat3) bool {
	largest := vec.Max(m.XX, vec.Max(m.YY, m.ZZ))
	if m.XY == 0 && m.XZ == 0 && m.YX == 0 && m.YZ == 0 && m.ZX == 0 && m.ZY == 0 {
		return m.XX >= 0 && m.YY >= 0 && m.ZZ >= 0 && largest <= state.MaxMass*state.MaxMass
	}
	if !(largest > 0 && largest <= state.MaxMass*state.MaxMass) {
		return false
	}
	const tol = 1e-3
	n := m.Scale(1 / largest)
	symmetric := vec.Abs(n.XY-n.YX) <= tol && vec.Abs(n.XZ-n.ZX) <= tol && vec.Abs(n.YZ-n.ZY) <= tol
	return symmetric && n.XX >= 0 && n.YY >= 0 && n.ZZ >= 0 && float32(n.XX*n.YY)-float32(n.XY*n.YX) >= -tol &&
		float32(n.YY*n.ZZ)-float32(n.YZ*n.ZY) >= -tol && float32(n.XX*n.ZZ)-float32(n.XZ*n.ZX) >= -tol &&
		n.Det() >= -tol
}

// checkShapeRecords looks at all shapes with their bounds, and at the lists of shapes.
func (ps *Rooms) checkShapeRecords() error {
	var n shapeTally
	var good state.Material
	for i := range ps.Shapes {
		r := &ps.Shapes[i]
		if !r.Alive() {
			continue
		}
		err := ps.checkShapeRecord(r, &ps.Geometries[i])
		if err == nil && r.Material != good {
			// mostly that of the shape before
			err, good = r.Material.Check(), r.Material
		}
		if err != nil {
			return fmt.Errorf("shape %d: %w", i, err)
		}
		if err := ps.validateShape(int32(i), r); err != nil {
			return err
		}
		n.add(r)
	}
	for _, i := range ps.FreeShapes {
		if ps.Shapes[i].Alive() {
			return fmt.Errorf("shape %d is free and alive", i)
		}
	}
	for _, i := range ps.Moved {
		if !ps.Shapes[i].Alive() || !ps.Shapes[i].Moved {
			return fmt.Errorf("shape %d is listed as moved", i)
		}
	}
	for _, i := range ps.Waiting {
		if !ps.Shapes[i].Alive() || !ps.Shapes[i].Waits {
			return fmt.Errorf("shape %d is listed as waiting", i)
		}
	}
	return ps.validateShapeTally(n)
}

func (ps *Rooms) checkShapeRecord(r *state.Shape, g *shape.Geometry) error {
	shapes := len(ps.Shapes)
	if uint(r.Body) >= uint(len(ps.Bodies)) || !ps.Bodies[r.Body].Alive() ||
		ps.Bodies[r.Body].Kind >= state.BodyTypeCount ||
		!inRange(r.Next, shapes) || !inRange(r.Prev, shapes) || r.Proxy < state.None {
		return fmt.Errorf("body %d, next %d, prev %d, proxy %d", r.Body, r.Next, r.Prev, r.Proxy)
	}
	if err := state.CheckRange("density", r.Density, 0, state.MaxDensity); err != nil {
		return err
	}
	if err := state.CheckRange("margin", r.Margin, 0, broadphase.MaxFatMargin); err != nil {
		return err
	}
	if err := g.Check(); err != nil {
		return err
	}
	if !g.Kind.IsConvex() && ps.Bodies[r.Body].Kind != state.Static {
		return fmt.Errorf("a %s on a %s body", g.Kind, ps.Bodies[r.Body].Kind)
	}
	return nil
}
