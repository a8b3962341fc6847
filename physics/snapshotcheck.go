package physics

import (
	"cmp"
	"fmt"
	"slices"
	"sync/atomic"

	"tumble/physics/internal/shape"
	"tumble/physics/internal/solve"
	"tumble/physics/vec"
)

// checkDecoded refuses a state that came from a file and is not one that calls and steps
// could have made, as far as that can end in a panic, an endless loop or a number that is not
// finite. Every index is looked at before it is used, and everything that Validate looks at; the
// trees were validated when they were read. With infinite set there are numbers that are not
// finite, which only records that are not in use may have. Large ones are looked at in parallel.
func (s *Snapshot) checkDecoded(infinite, parallel bool) error {
	if err := s.state.checkTables(&s.check.seen); err != nil {
		return err
	}
	if infinite {
		if err := s.state.checkFinite(); err != nil {
			return err
		}
	}
	w := &World{}
	w.simulation = s.state
	k := &s.check
	k.begin(w, &s.lists)
	// what is in one list relies on the checks before it there, and on none of the other one
	err := both(parallel, []check{
		w.checkShapeRecords, w.checkSurfaceRuns, w.checkIslandRecords, w.checkBodyRecords, w.validateAwake, w.checkStates, w.validateIslands,
		w.checkSensorRecords, w.validateProxies,
	}, []check{
		w.checkGraphRecords, w.checkJointRecords, w.validateJoints, k.loadContacts, k.checkGraph, k.checkConnections,
	})
	s.state = w.simulation
	return err
}

// check looks at a part of a simulation and changes nothing that another one looks at.
type check func() error

// both runs two lists of checks and returns the first error of the first list that has one. If parallel,
// another goroutine runs the second list, unless the first one ends before that has begun.
func both(parallel bool, first, second []check) error {
	if !parallel {
		return cmp.Or(through(first), through(second))
	}
	var taken atomic.Bool
	done := make(chan error, 1)
	go func() {
		if taken.CompareAndSwap(false, true) {
			done <- through(second)
		}
	}()
	err := through(first)
	if taken.CompareAndSwap(false, true) {
		return cmp.Or(err, through(second))
	}
	return cmp.Or(err, <-done)
}

// through runs checks up to the first error.
func through(list []check) error {
	for _, c := range list {
		if err := c(); err != nil {
			return err
		}
	}
	return nil
}

// checkFinite looks for the records in use that have a number that is not finite.
func (s *simulation) checkFinite() error {
	for i := range s.bodies {
		if s.bodies[i].alive() {
			if err := cmp.Or(bodyLayout.Finite(&s.bodies[i]), simLayout.Finite(&s.sims[i])); err != nil {
				return fmt.Errorf("body %d: %w", i, err)
			}
		}
	}
	for i := range s.shapes {
		if s.shapes[i].alive() {
			if err := cmp.Or(shapeLayout.Finite(&s.shapes[i]), boundsLayout.Finite(&s.bounds[i])); err != nil {
				return fmt.Errorf("shape %d: %w", i, err)
			}
		}
	}
	for i := range s.joints {
		if s.joints[i].alive() {
			if err := cmp.Or(jointLayout.Finite(&s.joints[i]), rowLayout.Finite(&s.rows[i])); err != nil {
				return fmt.Errorf("joint %d: %w", i, err)
			}
		}
	}
	return nil
}

// inRange reports whether i is an index below n, or none.
func inRange(i int32, n int) bool { return i == none || uint(i) < uint(n) }

// checkTables compares the lengths of lists that have the same index, and looks at the lists
// of free and listed indices.
func (s *simulation) checkTables(seen *bitSet) error {
	if err := s.settings.Check(); err != nil {
		return err
	}
	if !(s.lightest >= 0 && s.lightest <= s.heaviest && s.heaviest <= MaxMass) {
		return fmt.Errorf("extreme masses %g and %g", s.lightest, s.heaviest)
	}
	for _, t := range [...]struct {
		what string
		a, b int
	}{
		{"bodies and their simulations", len(s.bodies), len(s.sims)}, {"bodies and names", len(s.bodies), len(s.names)},
		{"awake bodies and states, less one", len(s.awake), len(s.states) - 1},
		{"shapes and bounds", len(s.shapes), len(s.bounds)}, {"shapes and geometries", len(s.shapes), len(s.geometries)},
		{"joints and rows", len(s.joints), len(s.rows)},
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
		{"free bodies", s.freeBodies, len(s.bodies)}, {"awake bodies", s.awake, len(s.bodies)},
		{"free shapes", s.freeShapes, len(s.shapes)}, {"moved shapes", s.moved, len(s.shapes)},
		{"waiting shapes", s.waiting, len(s.shapes)},
		{"sensors", s.sensors, len(s.shapes)}, {"free joints", s.freeJoints, len(s.joints)},
		{"free islands", s.freeIslands, len(s.islands)}, {"awake islands", s.awakeIslands, len(s.islands)},
	} {
		if err := checkIndices(seen, l.list, l.n); err != nil {
			return fmt.Errorf("%s: %w", l.what, err)
		}
	}
	return nil
}

// checkIndices refuses indices that are out of range or occur twice.
func checkIndices(seen *bitSet, list []int32, n int) error {
	seen.clear(n)
	for k, i := range list {
		if uint(i) >= uint(n) || !seen.add(i) {
			return fmt.Errorf("at %d: index %d of %d, out of range or twice", k, i, n)
		}
	}
	return nil
}

// bitSet is a set of small indices.
type bitSet []uint64

// clear empties the set and makes room for indices below n.
func (s *bitSet) clear(n int) {
	*s = slices.Grow((*s)[:0], (n+63)/64)[:(n+63)/64]
	clear(*s)
}

// add reports whether i is new.
func (s bitSet) add(i int32) bool {
	word, bit := &s[i>>6], uint64(1)<<(i&63)
	if *word&bit != 0 {
		return false
	}
	*word |= bit
	return true
}

// checkBodyRecords looks at all bodies but for their contacts. The shapes and islands were looked at before.
func (w *World) checkBodyRecords() error {
	bodies, islands := len(w.bodies), len(w.islands)
	var n bodyTally
	for i := range w.bodies {
		r := &w.bodies[i]
		if !r.alive() {
			continue
		}
		ok := r.kind < bodyTypeCount && r.locks&^allLocks == 0 && inRange(r.awakeIndex, len(w.awake)) &&
			inRange(r.island, islands) && inRange(r.islandPrev, bodies) && inRange(r.islandNext, bodies) &&
			inRange(r.firstShape, len(w.shapes)) && inRange(r.lastShape, len(w.shapes)) && inRange(r.firstJoint, 2*len(w.joints)) &&
			r.sleepTime >= 0
		if !ok {
			return fmt.Errorf("body %d: %+v", i, *r)
		}
		if r.island != none && !w.islands[r.island].alive {
			return fmt.Errorf("body %d: island %d does not exist", i, r.island)
		}
		if err := checkSim(&w.sims[i]); err != nil {
			return fmt.Errorf("body %d: %w", i, err)
		}
		if err := w.validateBody(int32(i), r); err != nil {
			return fmt.Errorf("body %d: %w", i, err)
		}
		n.add(r)
	}
	return w.validateBodyTally(n)
}

// checkStates looks at the velocities of awake bodies.
func (w *World) checkStates() error {
	for i := range w.states {
		if s := &w.states[i]; !validVector(s.V, maxKeptSpeed) || !validVector(s.W, maxKeptSpeed) {
			return fmt.Errorf("awake list at %d: velocities %v and %v", i-1, s.V, s.W)
		}
	}
	return nil
}

func checkSim(sim *solve.Sim) error {
	pose := sim.Transform
	// a body that becomes unusable goes back to where the last step began
	center, before := pose.P, sim.Center0
	if sim.LocalCenter != (Vec3{}) {
		center, before = pose.Apply(sim.LocalCenter), before.Sub(sim.Q0.Rotate(sim.LocalCenter))
	}
	if !validTransform(pose) || !validVector(before, MaxPosition) || !sim.Q0.IsUnit() {
		return fmt.Errorf("pose %v, before %v, %v", pose, before, sim.Q0)
	}
	// m; far more than rounding at MaxPosition
	const near = 1
	if d := sim.Center.Sub(center); !(d.Dot(d) < near*near) {
		return fmt.Errorf("centre of mass %v at pose %v with local centre %v", sim.Center, pose, sim.LocalCenter)
	}
	if !(sim.Mass >= 0 && sim.Mass <= MaxMass) || !sim.Agrees() || !positive(&sim.LocalInertia) {
		return fmt.Errorf("mass %g, inverse %g, inertia %v, inverse %v", sim.Mass, sim.InvMass, sim.LocalInertia, sim.LocalInvInertia)
	}
	if !validVector(sim.Force, maxKept) || !validVector(sim.Torque, maxKept) || !validVector(sim.SpinLow, maxKeptSpeed) ||
		!(vec.Abs(sim.GravityScale) <= maxGravityScale) {
		return fmt.Errorf("force %v, torque %v, rounded off spin %v, gravity scale %g", sim.Force, sim.Torque, sim.SpinLow, sim.GravityScale)
	}
	if !sim.RotatedInertia() {
		return fmt.Errorf("inverse inertia %v in world axes, %v in those of the body", sim.InvInertia, sim.LocalInvInertia)
	}
	return nil
}

// positive reports whether m is zero, or up to rounding symmetric and positive: that of a needle is
// singular in single precision.
func positive(m *Mat3) bool {
	largest := vec.Max(m.XX, vec.Max(m.YY, m.ZZ))
	if m.XY == 0 && m.XZ == 0 && m.YX == 0 && m.YZ == 0 && m.ZX == 0 && m.ZY == 0 {
		return m.XX >= 0 && m.YY >= 0 && m.ZZ >= 0 && largest <= MaxMass*MaxMass
	}
	if !(largest > 0 && largest <= MaxMass*MaxMass) {
		return false
	}
	const tol = 1e-3
	n := m.Scale(1 / largest)
	symmetric := vec.Abs(n.XY-n.YX) <= tol && vec.Abs(n.XZ-n.ZX) <= tol && vec.Abs(n.YZ-n.ZY) <= tol
	return symmetric && n.XX >= 0 && n.YY >= 0 && n.ZZ >= 0 && float32(n.XX*n.YY)-float32(n.XY*n.YX) >= -tol &&
		float32(n.YY*n.ZZ)-float32(n.YZ*n.ZY) >= -tol && float32(n.XX*n.ZZ)-float32(n.XZ*n.ZX) >= -tol && n.Det() >= -tol
}

// checkShapeRecords looks at all shapes with their bounds, and at the lists of shapes.
func (w *World) checkShapeRecords() error {
	var n shapeTally
	var good Material
	for i := range w.shapes {
		r := &w.shapes[i]
		if !r.alive() {
			continue
		}
		err := w.checkShapeRecord(r, &w.geometries[i])
		if err == nil && r.material != good {
			// mostly that of the shape before
			err, good = r.material.check(), r.material
		}
		if err != nil {
			return fmt.Errorf("shape %d: %w", i, err)
		}
		if err := w.validateShape(int32(i), r); err != nil {
			return err
		}
		n.add(r)
	}
	for _, i := range w.freeShapes {
		if w.shapes[i].alive() {
			return fmt.Errorf("shape %d is free and alive", i)
		}
	}
	for _, i := range w.moved {
		if !w.shapes[i].alive() || !w.shapes[i].moved {
			return fmt.Errorf("shape %d is listed as moved", i)
		}
	}
	for _, i := range w.waiting {
		if !w.shapes[i].alive() || !w.shapes[i].waits {
			return fmt.Errorf("shape %d is listed as waiting", i)
		}
	}
	return w.validateShapeTally(n)
}

func (w *World) checkShapeRecord(r *shapeRecord, g *shape.Geometry) error {
	shapes := len(w.shapes)
	if uint(r.body) >= uint(len(w.bodies)) || !w.bodies[r.body].alive() || w.bodies[r.body].kind >= bodyTypeCount ||
		!inRange(r.next, shapes) || !inRange(r.prev, shapes) || r.proxy < none {
		return fmt.Errorf("body %d, next %d, prev %d, proxy %d", r.body, r.next, r.prev, r.proxy)
	}
	if err := checkRange("density", r.density, 0, maxDensity); err != nil {
		return err
	}
	if err := checkRange("margin", r.margin, 0, maxFatMargin); err != nil {
		return err
	}
	if err := g.Check(); err != nil {
		return err
	}
	if !g.Kind.IsConvex() && w.bodies[r.body].kind != Static {
		return fmt.Errorf("a %s on a %s body", g.Kind, w.bodies[r.body].kind)
	}
	return nil
}
