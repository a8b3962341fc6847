package solve

import (
	"tumble/physics/internal/solve/graph"
	"tumble/physics/internal/solve/kernel"
)

// Begin is Open and Lay, which make a step ready.
func (s *Solver) Begin(g *graph.Graph, p kernel.Params) {
	s.Open(g, p)
	s.Lay()
}

// Open begins a step. All stages over bodies may follow, and Lay.
func (s *Solver) Open(g *graph.Graph, p kernel.Params) {
	s.graph, s.laid = g, false
	s.BeginBodies(p)
	if n := len(s.States); n > len(s.poses) {
		s.poses = make([]pose, n+n/2)
	}
	s.joints.Begin(&s.Bodies, s.Joints, s.Knots)
	s.articulations.Begin(&s.Bodies, &s.joints)
	s.contacts.Begin(&s.Bodies, s.Manifolds)
	s.layout.begin(&s.Bodies, s.Manifolds, g, &s.joints)
	if s.layout.jointsChanged() {
		s.joints.Activate(g)
		s.articulations.Lay()
		s.layout.listJoints(s.Islands)
		s.listHeld()
		s.listDriven()
	}
}

// Lay lays out the batches of a step: the overflow first, then colour by colour. It reads nothing that PrepareBodies
// writes, which may be at work at the same time.
func (s *Solver) Lay() {
	s.laid = true
	l := &s.layout
	if l.update(s.Islands, s.Workers, s.Whole) {
		s.listClosed()
	}
	s.SetOrder(l.order)
	s.contacts.Lay(l.lanes, l.sharedBlocks)
	s.markDeep(s.markJointed())
	s.weighed = append(s.weighed[:0], s.Weighed...)
	s.clearEnergyBounds()
	s.chooseSearched()
	s.pressed = len(s.weighed)
	s.weighed = s.articulations.AppendPressed(s.weighed)
	s.equipWorkers()
	s.residuals.begin(s.Workers, s.SubSteps)
	_, version := s.graph.Versions()
	s.contacts.Sums.Begin(len(s.Manifolds), s.Workers, version)
}

// markJointed tells the contacts which states have joints, if any overlap each other deeply.
func (s *Solver) markJointed() []bool {
	if !s.Deep {
		return s.contacts.Jointed(0)
	}
	jointed := s.contacts.Jointed(len(s.States))
	for _, index := range s.joints.Active() {
		for _, body := range [2]int32{s.Joints[index].BodyA, s.Joints[index].BodyB} {
			if body != World {
				jointed[s.Sims[body].StateIndex] = true
			}
		}
	}
	return jointed
}

// deepPair are two movable bodies that overlap deeply; wedged says that they push each other from both sides.
type deepPair struct {
	a, b   int32
	wedged bool
}

// markDeep tells the contacts which states are relaxed again, see contact.Solver.RelaxDeep: those without joints of
// deep overlaps that are uneven or wedged. Two bodies of one mass share the speed at which they are pushed apart, and
// stay below it (in junkyard, half of all contacts are of such bodies).
func (s *Solver) markDeep(jointed []bool) {
	s.relaxesDeep = false
	twice := s.contacts.RelaxedTwice(len(jointed))
	for _, p := range s.deepPairs {
		a, b := s.Sims[p.a].InvMass, s.Sims[p.b].InvMass
		if !p.wedged && a <= float32(unevenMasses*b) && b <= float32(unevenMasses*a) {
			continue
		}
		for _, body := range [2]int32{p.a, p.b} {
			if state := s.Sims[body].StateIndex; state > 0 && !jointed[state] {
				twice[state], s.relaxesDeep = true, true
			}
		}
	}
	if !s.relaxesDeep {
		s.contacts.RelaxedTwice(0)
	}
}
