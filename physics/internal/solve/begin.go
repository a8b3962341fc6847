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
	s.beginGuess()
	s.clearSearch()
	s.findUneven()
	s.equipWorkers()
	s.pushes.overlap = 0
	s.residuals.begin(s.Workers, s.SubSteps)
	_, version := s.graph.Versions()
	s.contacts.Sums.Begin(len(s.Manifolds), s.Workers, version)
}
