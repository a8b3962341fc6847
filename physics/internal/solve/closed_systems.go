package solve

import (
	"tumble/physics/internal/solve/graph"
	"tumble/physics/internal/solve/joint"
)

// closedSystem is an island of several movable bodies that hangs on nothing immovable.
type closedSystem struct {
	// batch is the island batch, −1 for none.
	batch int32
	// driven says that a spring or motor drives a body.
	driven bool
	// free says that nothing acts on the bodies from outside but uniform gravity.
	free bool
	// moment is the angular momentum (kg·m²/s) about the common centre at the start of the step, owed the part that
	// the bodies lost after the solver, and energy twice the kinetic energy against that centre (J) at the start.
	moment, owed [3]float64
	energy       float64
}

// closedSystems are the closed systems of a step.
type closedSystems struct {
	list []closedSystem
	// islandLists are the bodies of the systems; other islands have one of the marks below.
	islandLists
	// held are movable bodies with joints to something immovable, found when joints change.
	held []int32
}

const (
	// single marks islands with less than two movable bodies, heldIsland those that touch something immovable or hang
	// on it, and unlisted the others until they are listed.
	single     = int32(-1)
	heldIsland = int32(-2)
	unlisted   = int32(-3)
)

// listHeld lists the bodies with joints to something immovable, after the joints have changed. Gears, racks and pulleys
// push against a carrier or hang on fixed points that they do not name.
func (s *Solver) listHeld() {
	c := &s.closed
	c.held = c.held[:0]
	for _, index := range s.joints.Active() {
		j := &s.Joints[index]
		switch {
		case j.BodyA == World || s.Sims[j.BodyA].InvMass == 0 || j.Kind == joint.GearJoint ||
			j.Kind == joint.RackJoint || j.Kind == joint.PulleyJoint:
			c.held = append(c.held, j.BodyB)
			if j.BodyA != World {
				c.held = append(c.held, j.BodyA)
			}
		case s.Sims[j.BodyB].InvMass == 0:
			c.held = append(c.held, j.BodyA)
		}
	}
}

// listClosed lists the closed systems of this step, after the islands are known.
func (s *Solver) listClosed() {
	c := &s.closed
	c.list = c.list[:0]
	candidates := s.markIslands()
	for _, body := range c.held {
		candidates -= c.hold(s.islandOf(body))
	}
	// constraints with immovable bodies have the highest colours: where all rests on the ground, the search ends there
	for color := int32(graph.Overflow); color >= 0 && candidates > 0; color-- {
		contacts := s.graph.Contacts(color)
		for i := range contacts {
			e := &contacts[i]
			if color != graph.Overflow && s.graph.HasBody(color, e.BodyA) && s.graph.HasBody(color, e.BodyB) {
				continue
			}
			if s.Sims[e.BodyA].InvMass == 0 {
				candidates -= c.hold(s.islandOf(e.BodyB))
			} else if s.Sims[e.BodyB].InvMass == 0 {
				candidates -= c.hold(s.islandOf(e.BodyA))
			}
		}
	}
	if candidates > 0 {
		s.listClosedBodies()
	}
}

// markIslands marks the islands of one body and those of more, and returns the number of the latter.
func (s *Solver) markIslands() (candidates int) {
	c := &s.closed
	s.mark(&c.islandLists, 0)
	for k := range s.Awake {
		if island := s.islandOfAwake(k); island >= 0 {
			c.byIsland[island]++
		}
	}
	for i, n := range c.byIsland {
		if c.byIsland[i] = single; n > 1 {
			c.byIsland[i] = unlisted
			candidates++
		}
	}
	return candidates
}

// hold marks an island as held. It returns 1 if the island was a candidate for a closed system, 0 otherwise.
func (c *closedSystems) hold(island int32) int {
	if island < 0 || c.byIsland[island] != unlisted {
		return 0
	}
	c.byIsland[island] = heldIsland
	return 1
}

// listClosedBodies lists the islands that are still unlisted as closed systems, with their bodies.
func (s *Solver) listClosedBodies() {
	c := &s.closed
	for k := range s.Awake {
		if island := s.islandOfAwake(k); c.listOf(island) == unlisted {
			c.byIsland[island] = int32(len(c.list))
			c.list = append(c.list, closedSystem{})
		}
	}
	s.fill(&c.islandLists, len(c.list))
	for i := range c.list {
		g, bodies := &c.list[i], c.of(i)
		g.batch = s.batchOfList(bodies)
		for _, k := range bodies {
			g.driven = g.driven || s.energyBounds.driven.has(s.Awake[k])
		}
	}
}
