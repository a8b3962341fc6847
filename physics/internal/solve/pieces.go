package solve

import "tumble/physics/internal/solve/kernel"

// The pieces of StagePrepareBodies are the layout of the constraints and runs of bodies.

// LayoutPiece is the piece that calls Lay; Islands and Weighed have to be known before.
const LayoutPiece = 0

// pieces is the number of pieces.
func (s *Solver) pieces() int { return (len(s.Awake)+grainBodies-1)/grainBodies + 1 }

// PieceBodies returns the range of awake bodies of a piece of StagePrepareBodies, empty for the layout.
func (s *Solver) PieceBodies(piece int32) kernel.Range {
	if piece == LayoutPiece {
		return kernel.Range{}
	}
	from := (piece - 1) * grainBodies
	return kernel.Range{Begin: from, End: min(from+grainBodies, int32(len(s.Awake)))}
}
