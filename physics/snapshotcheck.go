package physics

import (
	"cmp"
	"fmt"

	"tumble/physics/internal/solve"
	"tumble/physics/vec"
)

// checkDecoded refuses a simulation that came from a file and is not one that calls and steps
// could have made, as far as that can end in a panic, an endless loop or a number that is not
// finite. First every index is looked at, then the lists can be walked as Validate does; the
// trees were validated when they were read. With infinite set there are numbers that are not
// finite, which only records that are not in use may have. Large ones are looked at in parallel.
func (s *simulation) checkDecoded(infinite, parallel bool) error {
	if err := s.checkTables(); err != nil {
		return err
	}
	if infinite {
		if err := s.checkFinite(); err != nil {
			return err
		}
	}
	// what is in one list relies on the checks before it there
	if err := both(parallel, []check{
		s.checkBodyRecords, s.checkGraphRecords, s.checkJointRecords, s.checkIslandRecords, s.checkSensorRecords,
	}, []check{
		s.checkShapeRecords, s.checkSurfaceRuns, s.checkContactRecords, s.checkSpans, s.checkPairs,
	}); err != nil {
		return err
	}
	w := World{}
	w.simulation = *s
	return both(parallel, []check{
		w.validateBodies, w.validateAwake, w.validateShapes, w.validateProxies,
	}, []check{
		w.validateContactRecords, w.validateGraph, w.validateJoints, w.validateIslands, w.validateConnections,
	})
}

// check looks at a part of a simulation and changes nothing that another one looks at.
type check func() error

// both runs two lists of checks, if parallel at the same time, and returns the first error of the first list
// that has one.
func both(parallel bool, first, second []check) error {
	through := func(list []check) error {
		for _, c := range list {
			if err := c(); err != nil {
				return err
			}
		}
		return nil
	}
	if !parallel {
		if err := through(first); err != nil {
			return err
		}
		return through(second)
	}
	done := make(chan error, 1)
	go func() { done <- through(second) }()
	return cmp.Or(through(first), <-done)
}

// checkPairs makes the set of pairs, and refuses two contacts of the same shapes.
func (s *simulation) checkPairs() error {
	s.pairs = pairSet{keys: s.pairs.keys}
	clear(s.pairs.keys)
	for i := range s.contacts {
		if c := &s.contacts[i]; c.alive && !s.pairs.add(pairKey(c.shapeA, c.shapeB)) {
			return fmt.Errorf("contact %d: shapes %d and %d have another one", i, c.shapeA, c.shapeB)
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
	for i := range s.contacts {
		c := &s.contacts[i]
		if !c.alive {
			continue
		}
		if err := contactLayout.Finite(c); err != nil {
			return fmt.Errorf("contact %d: %w", i, err)
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
func (s *simulation) checkTables() error {
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
		{"contacts and reuse", len(s.contacts), len(s.reuse)}, {"joints and rows", len(s.joints), len(s.rows)},
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
		{"sensors", s.sensors, len(s.shapes)}, {"free contacts", s.freeContacts, len(s.contacts)},
		{"awake contacts", s.awakeContacts, len(s.contacts)}, {"free joints", s.freeJoints, len(s.joints)},
		{"free islands", s.freeIslands, len(s.islands)}, {"awake islands", s.awakeIslands, len(s.islands)},
	} {
		if err := checkIndices(l.list, l.n); err != nil {
			return fmt.Errorf("%s: %w", l.what, err)
		}
	}
	return nil
}

// checkIndices refuses indices that are out of range or occur twice.
func checkIndices(list []int32, n int) error {
	seen := make([]bool, n)
	for k, i := range list {
		if uint(i) >= uint(n) || seen[i] {
			return fmt.Errorf("at %d: index %d of %d, out of range or twice", k, i, n)
		}
		seen[i] = true
	}
	return nil
}

func (s *simulation) checkBodyRecords() error {
	bodies, shapes := len(s.bodies), len(s.shapes)
	for i := range s.bodies {
		r := &s.bodies[i]
		if !r.alive() {
			continue
		}
		ok := r.kind < bodyTypeCount && r.locks&^allLocks == 0 && inRange(r.awakeIndex, len(s.awake)) &&
			inRange(r.island, len(s.islands)) && inRange(r.islandPrev, bodies) && inRange(r.islandNext, bodies) &&
			inRange(r.firstShape, shapes) && inRange(r.lastShape, shapes) && inRange(r.firstContact, 2*len(s.contacts)) &&
			inRange(r.firstJoint, 2*len(s.joints)) && r.sleepTime >= 0
		if !ok {
			return fmt.Errorf("body %d: %+v", i, *r)
		}
		if err := checkSim(&s.sims[i]); err != nil {
			return fmt.Errorf("body %d: %w", i, err)
		}
	}
	for _, i := range s.freeBodies {
		if s.bodies[i].alive() {
			return fmt.Errorf("body %d is free and alive", i)
		}
	}
	return nil
}

func checkSim(sim *solve.Sim) error {
	// a body that becomes unusable goes back to where the last step began
	before := Transform{P: sim.Center0.Sub(sim.Q0.Rotate(sim.LocalCenter)), Q: sim.Q0}
	if !validTransform(sim.Transform) || !validTransform(before) {
		return fmt.Errorf("pose %v, before %v", sim.Transform, before)
	}
	// m; far more than rounding at MaxPosition
	const near = 1
	if d := sim.Center.Dist(sim.Transform.Apply(sim.LocalCenter)); !(d < near) {
		return fmt.Errorf("centre of mass %v at pose %v with local centre %v", sim.Center, sim.Transform, sim.LocalCenter)
	}
	if !(sim.Mass >= 0 && sim.Mass <= MaxMass) || !sim.Agrees() || !positive(sim.LocalInertia) {
		return fmt.Errorf("mass %g, inverse %g, inertia %v, inverse %v", sim.Mass, sim.InvMass, sim.LocalInertia, sim.LocalInvInertia)
	}
	if !sim.TurnedInertia() {
		return fmt.Errorf("inverse inertia %v in world axes, %v in those of the body", sim.InvInertia, sim.LocalInvInertia)
	}
	return nil
}

// positive reports whether m is zero, or up to rounding symmetric and positive: that of a needle is
// singular in single precision.
func positive(m Mat3) bool {
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

func (s *simulation) checkShapeRecords() error {
	shapes := len(s.shapes)
	for i := range s.shapes {
		r := &s.shapes[i]
		if !r.alive() {
			continue
		}
		if uint(r.body) >= uint(len(s.bodies)) || !s.bodies[r.body].alive() || !inRange(r.next, shapes) ||
			!inRange(r.prev, shapes) || r.proxy < none {
			return fmt.Errorf("shape %d: body %d, next %d, prev %d, proxy %d", i, r.body, r.next, r.prev, r.proxy)
		}
		err := checkRange("density", r.density, 0, maxDensity)
		if err == nil {
			err = checkRange("margin", r.margin, 0, maxFatMargin)
		}
		if err == nil {
			err = r.material.check()
		}
		g := &s.geometries[i]
		if err == nil {
			err = g.Check()
		}
		if err == nil && !g.Kind.IsConvex() && s.bodies[r.body].kind != Static {
			err = fmt.Errorf("a %s on a %s body", g.Kind, s.bodies[r.body].kind)
		}
		if err != nil {
			return fmt.Errorf("shape %d: %w", i, err)
		}
	}
	for _, i := range s.freeShapes {
		if s.shapes[i].alive() {
			return fmt.Errorf("shape %d is free and alive", i)
		}
	}
	for _, i := range s.moved {
		if !s.shapes[i].alive() || !s.shapes[i].moved {
			return fmt.Errorf("shape %d is listed as moved", i)
		}
	}
	for _, i := range s.waiting {
		if !s.shapes[i].alive() || !s.shapes[i].waits {
			return fmt.Errorf("shape %d is listed as waiting", i)
		}
	}
	return nil
}

func (s *simulation) checkContactRecords() error {
	edges := 2 * len(s.contacts)
	for i := range s.contacts {
		c := &s.contacts[i]
		if !c.alive {
			continue
		}
		if uint(c.shapeA) >= uint(len(s.shapes)) || uint(c.shapeB) >= uint(len(s.shapes)) || c.shapeA == c.shapeB ||
			!s.shapes[c.shapeA].alive() || !s.shapes[c.shapeB].alive() ||
			c.bodyA != s.shapes[c.shapeA].body || c.bodyB != s.shapes[c.shapeB].body || c.bodyA == c.bodyB {
			return fmt.Errorf("contact %d: shapes %d and %d of bodies %d and %d", i, c.shapeA, c.shapeB, c.bodyA, c.bodyB)
		}
		a, b := s.geometries[c.shapeA].Kind, s.geometries[c.shapeB].Kind
		if a < b || !b.IsConvex() || c.pieces != a.HasPieces() || c.angular && !(isAngular(a) && isAngular(b)) {
			return fmt.Errorf("contact %d: between a %s and a %s, pieces %v, angular %v", i, a, b, c.pieces, c.angular)
		}
		for side := range c.edges {
			if !inRange(c.edges[side].prev, edges) || !inRange(c.edges[side].next, edges) {
				return fmt.Errorf("contact %d: edge %d: %+v", i, side, c.edges[side])
			}
		}
		if c.class < 0 || c.class >= spanClasses || c.manifold < 0 || int(c.manifold)+1<<c.class > len(s.manifolds) ||
			c.patches < 0 || c.patches > 1<<c.class || !c.pieces && c.patches > 1 {
			return fmt.Errorf("contact %d: %d patches at %d in a span of class %d", i, c.patches, c.manifold, c.class)
		}
		if !inRange(c.color, solve.ColorCount) || !inRange(c.awakeSlot, len(s.awakeContacts)) || c.color != none && c.slot < 0 {
			return fmt.Errorf("contact %d: colour %d, slot %d, awake slot %d", i, c.color, c.slot, c.awakeSlot)
		}
		if !(c.friction >= 0 && c.restitution >= 0 && c.restitution <= 1 && c.rolling >= 0) {
			return fmt.Errorf("contact %d: friction %g, restitution %g, rolling resistance %g", i, c.friction, c.restitution,
				c.rolling)
		}
	}
	for _, i := range s.freeContacts {
		if s.contacts[i].alive {
			return fmt.Errorf("contact %d is free and alive", i)
		}
	}
	return nil
}

// checkSpans refuses spans of manifolds that overlap.
func (s *simulation) checkSpans() error {
	used := make([]bool, len(s.manifolds))
	claim := func(first, class int32) error {
		if first < 0 || int(first)+1<<class > len(used) {
			return fmt.Errorf("manifolds: span of class %d at %d of %d", class, first, len(used))
		}
		for i := range used[first : first+1<<class] {
			if used[int(first)+i] {
				return fmt.Errorf("manifolds: %d is in two spans", int(first)+i)
			}
			used[int(first)+i] = true
		}
		return nil
	}
	for i := range s.contacts {
		if c := &s.contacts[i]; c.alive {
			if err := claim(c.manifold, c.class); err != nil {
				return err
			}
		}
	}
	for class, list := range s.freeSpans {
		for _, first := range list {
			if err := claim(first, int32(class)); err != nil {
				return fmt.Errorf("free spans: %w", err)
			}
		}
	}
	return nil
}
