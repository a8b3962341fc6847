package solve

import "tumble/physics/internal/solve/kernel"

// The pieces of StagePrepareBodies are the layout of the constraints first, the search for clusters in the middle, where
// the second of two workers begins, and runs of bodies before and after.

// LayoutPiece is the piece that calls Lay; Islands have to be known before.
const LayoutPiece = 0

// pieces is the number of pieces.
func (s *Solver) pieces() int { return s.bodyRuns() + 2 }

// bodyRuns is the number of runs of awake bodies.
func (s *Solver) bodyRuns() int { return (len(s.Awake) + grainBodies - 1) / grainBodies }

// clusterPiece is the piece that searches for clusters.
func (s *Solver) clusterPiece() int32 { return int32(s.bodyRuns()+3) / 2 }

// PieceBodies returns the range of awake bodies of a piece of StagePrepareBodies, empty for those without.
func (s *Solver) PieceBodies(piece int32) kernel.Range {
	middle := s.clusterPiece()
	run := piece - 1
	switch {
	case piece == LayoutPiece || piece == middle:
		return kernel.Range{}
	case piece > middle:
		run--
	}
	from := run * grainBodies
	return kernel.Range{Begin: from, End: min(from+grainBodies, int32(len(s.Awake)))}
}
