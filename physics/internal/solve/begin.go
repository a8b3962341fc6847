package solve

import (
	"tumble/physics/internal/solve/graph"
	"tumble/physics/internal/solve/kernel"
	"tumble/physics/vec"
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
	if n := len(s.States); n > len(s.orientations) {
		s.orientations = make([]vec.Quat, n+n/2)
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

// Lay lays out the batches of a step: the overflow first, then colour by colour. It reads nothing that PrepareBodies writes,
// which may be at work at the same time.
func (s *Solver) Lay() {
	s.laid = true
	l := &s.layout
	if l.update(s.Islands, s.Workers, s.Whole) {
		s.listClosed()
	}
	s.SetOrder(l.order)
	s.contacts.Lay(l.lanes, l.sharedBlocks)
	s.markJointed()
	s.weighed = append(s.weighed[:0], s.Weighed...)
	s.clearEnergyBounds()
	s.clearSearch()
	s.findUneven()
	s.pressed = len(s.weighed)
	s.weighed = s.articulations.AppendPressed(s.weighed)
	s.equipWorkers()
	s.residuals.begin(s.Workers, s.SubSteps)
	_, version := s.graph.Versions()
	s.contacts.Sums.Begin(len(s.Manifolds), s.Workers, version)
}

// markJointed tells the contacts which bodies have joints, if any overlap each other deeply.
func (s *Solver) markJointed() {
	if !s.Deep {
		s.contacts.Jointed(0)
		return
	}
	jointed := s.contacts.Jointed(len(s.States))
	for _, index := range s.joints.Active() {
		for _, body := range [2]int32{s.Joints[index].BodyA, s.Joints[index].BodyB} {
			if body != World {
				jointed[s.Sims[body].StateIndex] = true
			}
		}
	}
}
