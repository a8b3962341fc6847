package broadphase

import (
	"math"
	"slices"
	"tumble/physics/internal/state"
	"tumble/physics/internal/tree"
	"tumble/physics/vec"
)

const (
	// pairChunk is the number of moved shapes whose pairs are collected at a time, which bounds the
	// memory when everything is in one place.
	pairChunk = 512
	// pairRun is how many chunks workers look through at once. PairsPerBlock is how many pairs a block may find
	// meanwhile; a block with more gives up.
	pairRun       = 16
	PairsPerBlock = 64 * PairGrain
	// chunkBlocks is the number of blocks of a chunk that is shared.
	chunkBlocks = pairChunk / PairGrain
)

// PairGrain is the number of moved shapes in a block of the search for pairs.
const PairGrain = 16

// NextChunk says how many shapes of Moved, from first on, are to be looked through in one stage. The pairs of a chunk
// depend on the chunks before only where bodies overlap deeply. So workers look through several chunks at once; if
// one of them finds a deep overlap, the search is repeated from that chunk on, one chunk at a time.
func (bp *BroadPhase) NextChunk(first int) int {
	bp.pairsMost = 0
	if bp.parallel && len(bp.deep) == 0 && !bp.pairsOver {
		bp.pairsMost = PairsPerBlock
		return min(pairRun*pairChunk, len(bp.Moved)-first)
	}
	return min(pairChunk, len(bp.Moved)-first)
}

// BeginFind makes room for the results of the blocks of a stage.
func (bp *BroadPhase) BeginFind(blocks, workers int) {
	for len(bp.blocks) < blocks {
		bp.blocks = append(bp.blocks, output{})
	}
	bp.blockCount = blocks
	bp.pairs.Begin(workers)
	bp.found.Begin(workers)
	bp.deepFound.Begin(workers)
}

// FindRange asks the trees for the shapes begin to end (exclusive) of Moved.
func (bp *BroadPhase) FindRange(worker, block, begin, end int) {
	pairs, most := bp.pairs.Open(worker), bp.pairsMost
	var near nearby
	for begin < end && (most == 0 || len(pairs) <= most) {
		if index := bp.Moved[begin]; bp.isPacked(index) {
			pairs = bp.findPackedPairs(worker, pairs, index)
			begin++
			continue
		}
		batch, box := bp.BatchOf(bp.Moved[begin:end])
		bp.findNear(worker, batch[0], &box, &near)
		for _, index := range batch {
			pairs = bp.findPairs(worker, pairs, index, &near, len(batch) > 1)
		}
		begin += len(batch)
	}
	bp.blocks[block].pairs = bp.pairs.Close(worker, pairs)
}

// Found returns the pairs of the chunk that begins after done of the shapes of the last stage, and whether it is the
// last one. It is false if a block of the chunk gave up.
func (bp *BroadPhase) Found(done int) (pairs []Pair, last, ok bool) {
	first := done / pairChunk * chunkBlocks
	end := min(first+chunkBlocks, bp.blockCount)
	pairs = bp.chunk[:0]
	for i := range bp.blocks[first:end] {
		found := bp.blocks[first+i].pairs
		if bp.pairsMost > 0 && len(found) > bp.pairsMost {
			bp.pairsOver = true
			return nil, false, false
		}
		pairs = append(pairs, found...)
	}
	bp.chunk = pairs
	return pairs, end == bp.blockCount, true
}

// ChunkShapes is the number of shapes in a chunk.
const ChunkShapes = pairChunk

// EndPairs forgets the moved shapes.
func (bp *BroadPhase) EndPairs() {
	bp.pairsOver = false
	bp.forgetPacked()
	for _, index := range bp.Moved {
		bp.Shapes[index].Moved = false
	}
	bp.Moved = bp.Moved[:0]
}

// batchSize is the largest number of shapes that ask the trees together.
const batchSize = 16

// BatchOf returns the first of some moved shapes and those after it that ask the trees with it, in one box
// around all: the shapes of bodies on joints whose bounds overlap, as the limbs of a figure do. Nearly all
// candidates of one are candidates of the others.
func (bp *BroadPhase) BatchOf(moved []int32) (batch []int32, box vec.AABB) {
	st := bp.State
	first := &st.Bodies[st.Shapes[moved[0]].Body]
	box = st.Bounds[moved[0]].Fat
	n := 1
	if first.FirstJoint != state.None {
		for n < min(len(moved), batchSize) {
			r, fat := &st.Bodies[st.Shapes[moved[n]].Body], &st.Bounds[moved[n]].Fat
			if r.FirstJoint == state.None || r.Kind != first.Kind || !box.Overlaps(*fat) {
				break
			}
			box = box.Union(*fat)
			n++
		}
	}
	return moved[:n], box
}

// nearby are the shapes whose fat bounds meet a box, by the type of their bodies.
type nearby [state.BodyTypeCount][]int32

// findNear asks the trees for candidates to make pairs with a shape, or with those of one batch within a box.
func (bp *BroadPhase) findNear(worker int, index int32, box *vec.AABB, near *nearby) {
	kind := bp.Bodies[bp.Shapes[index].Body].Kind
	found := bp.found.Of(worker)
	var ends [state.BodyTypeCount]int
	for other := state.Static; other < state.BodyTypeCount; other++ {
		// bodies that impulses do not move make no contacts with each other
		if kind == state.Dynamic || other == state.Dynamic {
			found = bp.Trees[other].Query(*box, tree.AllCategories, found)
		}
		ends[other] = len(found)
	}
	bp.found.Keep(worker, found)
	begin := 0
	for other, end := range ends {
		near[other] = found[begin:end]
		begin = end
	}
}

// findPairs makes pairs of a shape and the shapes near it. Candidates of a whole batch are tested by their bounds
// first.
//
// Dynamic bodies that overlap deeply form clusters, in which a body has at most ClusterLimit contacts: thousands of
// boxes in one position would have millions. deep lists the candidates that surely overlap the shape deeply. The room
// lowest indices of deep become pairs; candidates after last need no look. If a candidate is left out, the shape
// waits: a pair without B says so, and a later step asks for the pairs of the shape again.
func (bp *BroadPhase) findPairs(worker int, pairs []Pair, index int32, near *nearby, batched bool) []Pair {
	body := bp.Shapes[index].Body
	kind := bp.Bodies[body].Kind
	first := len(pairs)
	// of the pairs that must overlap deeply no more are wanted than the body may have
	room := int(max(ClusterLimit-bp.deepOverlaps(body), 0))
	deep := bp.deepFound.Of(worker)
	counted, waits := len(bp.deep) > 0, false
	// candidates after so many others that must overlap deeply wait without a further look
	last := int32(math.MaxInt32)
	var kept [nearRun]int32
	for other := state.Static; other < state.BodyTypeCount; other++ {
		cluster := kind == state.Dynamic && other == state.Dynamic
		list := near[other]
		// counting pays only where many shapes overlap deeply
		plain := cluster && !counted && len(list) <= 4*ClusterLimit
		for len(list) > 0 {
			var n int
			n, list = bp.nextNear(&kept, list, index, batched, plain)
			for _, candidate := range kept[:n] {
				switch {
				case waits && cluster && candidate < index && bp.moved.Has(candidate) && !bp.isPacked(candidate):
					// of thousands in one position this is half
				case cluster && candidate > last && bp.surelyDeep(index, candidate):
					waits = true
				case cluster && counted && bp.mustWait(index, candidate):
					waits = true
				case !bp.wantsPair(index, candidate, kind, other):
				case cluster && bp.surelyDeep(index, candidate):
					if deep = append(deep, candidate); len(deep) > 4*ClusterLimit {
						waits = true
						deep = firstOf(deep, room)
						if room > 0 {
							last = deep[room-1]
						}
					}
				default:
					pairs = append(pairs, Pair{index, candidate})
				}
			}
		}
	}
	if len(deep) > room {
		waits = true
		deep = firstOf(deep, room)
	}
	if waits || len(deep) > 0 {
		bp.deepFound.Keep(worker, deep)
	}
	for _, candidate := range deep {
		pairs = append(pairs, Pair{index, candidate})
	}
	if len(pairs)-first > 1 {
		slices.SortFunc(pairs[first:], func(p, q Pair) int { return int(p.B) - int(q.B) })
	}
	if waits {
		pairs = append(pairs, Pair{index, state.None})
	}
	return pairs
}

// nearRun is the number of candidates whose entries in the set of pairs are prefetched before the first is examined.
// Most pairs are known.
const nearRun = 32

// nextNear keeps the next candidates of a list that may make pairs with a shape, and returns their number and the rest
// of the list. It passes over the shape itself, in a batch over shapes whose bounds do not overlap, and with plain
// over candidates that report the pair themselves.
func (bp *BroadPhase) nextNear(kept *[nearRun]int32, list []int32, index int32, batched, plain bool) (n int,
	rest []int32) {
	fat := &bp.Bounds[index].Fat
	for k, candidate := range list {
		if candidate == index || plain && candidate < index && bp.moved.Has(candidate) && !bp.isPacked(candidate) {
			continue
		}
		if batched && !vec.Touch(&bp.Bounds[candidate].Fat, fat) {
			continue
		}
		bp.Pairs.Fetch(PairKey(index, candidate))
		kept[n&(nearRun-1)] = candidate
		if n++; n == nearRun {
			return n, list[k+1:]
		}
	}
	return n, nil
}

// firstOf returns the n lowest of a list, sorted.
func firstOf(list []int32, n int) []int32 {
	slices.Sort(list)
	return list[:min(n, len(list))]
}

// wantsPair decides whether a moved shape and a candidate become a new contact. The test that most candidates fail
// comes first, the one that reads scattered memory last.
func (bp *BroadPhase) wantsPair(index, candidate int32, kind, other state.BodyType) bool {
	// a pair of two moved shapes is found twice: the dynamic shape reports it, of two dynamic shapes the one with the
	// smaller index, unless that is in a packed cell
	if bp.moved.Has(candidate) && (kind != state.Dynamic || other == state.Dynamic && candidate < index &&
		!bp.isPacked(candidate)) {
		return false
	}
	if bp.Pairs.Has(PairKey(index, candidate)) {
		return false
	}
	st := bp.State
	a, b := &st.Shapes[index], &st.Shapes[candidate]
	return a.Body != b.Body && !a.Sensor && !b.Sensor && a.Filter.Collides(b.Filter) && !bp.JointForbids(a.Body, b.Body)
}
