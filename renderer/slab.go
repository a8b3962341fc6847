package renderer

// The slabs of a packet whose usage is watched.
const (
	slabOps = iota
	slabDraws
	slabInstances
	slabLines
	slabPoints
	slabQuads
	slabVertices
	slabIndices
	slabCount
)

// slabUsage remembers how much of a slab was needed lately.
type slabUsage struct {
	peak   int // the most ever used
	recent int // the most used since the last check
	frames int
}

const (
	// shrinkFrames is how long a slab must be mostly empty before memory is given back:
	// ten seconds at 60 Hz, so that a burst does not make it grow again and again.
	shrinkFrames = 600
	// shrinkFloor is the number of entries below which giving back is not worth it.
	shrinkFloor = 1024
)

// emptied returns the slab with length 0 for the next frame. When the frames used a quarter of the slab at most for
// shrinkFrames frames, emptied gives half of the capacity back.
func emptied[T any](s []T, u *slabUsage) []T {
	u.peak = max(u.peak, len(s))
	u.recent = max(u.recent, len(s))
	u.frames++
	if u.frames < shrinkFrames {
		return s[:0]
	}
	recent := u.recent
	u.frames, u.recent = 0, 0
	if cap(s) > shrinkFloor && recent < cap(s)/4 {
		return make([]T, 0, cap(s)/2)
	}
	return s[:0]
}
