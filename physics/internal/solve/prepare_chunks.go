package solve

import "tumble/physics/internal/solve/kernel"

// The chunks of StagePrepareBodies are the layout of the constraints and runs of bodies.

// LayoutChunk is the chunk that calls Lay; Islands and Weighed have to be known before.
const LayoutChunk = 0

// prepareChunks is the number of chunks.
func (s *Solver) prepareChunks() int { return (len(s.Awake)+grainBodies-1)/grainBodies + 1 }

// ChunkBodies returns the range of awake bodies of a chunk of StagePrepareBodies, empty for the layout.
func (s *Solver) ChunkBodies(chunk int32) kernel.Range {
	if chunk == LayoutChunk {
		return kernel.Range{}
	}
	from := (chunk - 1) * grainBodies
	return kernel.Range{Begin: from, End: min(from+grainBodies, int32(len(s.Awake)))}
}
