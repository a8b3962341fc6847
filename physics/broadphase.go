package physics

import (
	"slices"

	"tumble/physics/internal/tree"
	"tumble/physics/vec"
)

// The broad phase keeps one tree of fat bounds per body type. A shape that leaves its fat
// bounds gets new ones and is put on World.moved; at the start of a step every moved shape
// asks the trees for what it overlaps. Pairs found become contacts, which end when the fat
// bounds part again. Source: Catto, "Dynamic Bounding Volume Hierarchies", GDC 2019.

// createProxy puts a new shape into the tree of its body's type.
func (w *World) createProxy(index int32) {
	s := &w.shapes[index]
	tight := w.geometries[index].AABB(w.sims[s.body].Transform)
	s.margin = fatMargin(tight)
	w.bounds[index] = shapeBounds{fat: tight.Expand(w.fatten(s)), tight: tight}
	s.proxy = w.trees[w.bodies[s.body].kind].Create(w.bounds[index].fat, treeCategory(s.filter), index)
	w.bufferMove(index)
}

// treeCategory is what the trees know of a filter. A shape without category may still collide
// by its group, so that it must be found by all.
func treeCategory(f Filter) uint64 {
	if f.Category == 0 {
		return tree.AllCategories
	}
	return f.Category
}

// fatten is the distance (m) by which the fat bounds exceed the shape: the gap at which
// contacts are made, and for moving bodies the margin.
func (w *World) fatten(s *shapeRecord) float32 {
	gap := float32(0.5 * w.settings.SpeculativeDistance)
	if w.bodies[s.body].kind == Static {
		return gap
	}
	return gap + s.margin
}

func (w *World) destroyProxy(index int32) {
	s := &w.shapes[index]
	if s.proxy == none {
		return
	}
	w.noteChange()
	w.trees[w.bodies[s.body].kind].Destroy(s.proxy)
	s.proxy = none
	w.stopWaiting(index)
	if s.moved {
		w.moved = slices.DeleteFunc(w.moved, func(i int32) bool { return i == index })
		s.moved = false
	}
}

// refreshProxy gives the shape new fat bounds if it has left the old ones.
func (w *World) refreshProxy(index int32) {
	s := &w.shapes[index]
	if s.proxy == none {
		return
	}
	b := &w.bounds[index]
	b.tight = w.geometries[index].AABB(w.sims[s.body].Transform)
	if b.fat.Contains(b.tight) {
		return
	}
	b.fat = b.tight.Expand(w.fatten(s))
	w.trees[w.bodies[s.body].kind].Move(s.proxy, b.fat)
	w.bufferMove(index)
}

// refattenAll gives every shape new fat bounds, after the gap at which contacts are made changed.
func (w *World) refattenAll() {
	for i := range w.shapes {
		s := &w.shapes[i]
		if !s.alive() || s.proxy == none {
			continue
		}
		b := &w.bounds[i]
		b.fat = b.tight.Expand(w.fatten(s))
		w.trees[w.bodies[s.body].kind].Move(s.proxy, b.fat)
		w.bufferMove(int32(i))
	}
}

// bufferMove asks for new pairs of the shape in the next step.
func (w *World) bufferMove(index int32) {
	s := &w.shapes[index]
	if s.moved || s.proxy == none {
		return
	}
	w.noteChange()
	s.moved = true
	w.moved = append(w.moved, index)
}

const (
	// pairChunk is the number of moved shapes whose pairs are collected at a time, which bounds the
	// memory when everything is in one place.
	pairChunk = 512
	// pairRun is how many chunks workers look through at once, and pairsPerBlock how many pairs a block may find then
	// until it gives up.
	pairRun       = 16
	pairsPerBlock = 64 * grainPairs
)

// updatePairs creates the contacts of all shapes that moved, chunk by chunk: first the queries,
// then the contacts in the order of World.moved. At the limit of contacts the rest is left
// out and counted.
//
// What is found depends on the chunks before only where bodies overlap deeply. So workers look through several at once,
// and start again from the first chunk for which it may not do.
func (w *World) updatePairs() error {
	w.beginHeaps()
	w.last.moved, w.last.newPairs = len(w.moved), 0
	for first := 0; first < len(w.moved) && w.contactCount < w.limits.contacts; {
		n := min(pairChunk, len(w.moved)-first)
		w.scratch.pairsMost = 0
		if w.scratch.parallel && len(w.scratch.deep) == 0 && !w.scratch.pairsOver {
			n = min(pairRun*pairChunk, len(w.moved)-first)
			w.scratch.pairsMost = pairsPerBlock
		}
		w.addStage(stagePairs, int32(first), int32(n), grainPairs)
		slots, err := w.runStages()
		if err != nil {
			return err
		}
		first += w.createPairs(w.scratch.slots[:slots], n)
	}
	w.scratch.pairsOver = false
	for _, index := range w.moved {
		w.shapes[index].moved = false
	}
	w.moved = w.moved[:0]
	return nil
}

// chunkBlocks is the number of blocks of a chunk that is shared.
const chunkBlocks = pairChunk / grainPairs

// createPairs makes contacts of the pairs that were found for n moved shapes, chunk by chunk, as long as these may be made
// as they are. It returns for how many shapes it did.
func (w *World) createPairs(slots []slotOutput, n int) int {
	for done := 0; ; {
		chunk := slots[:min(chunkBlocks, len(slots))]
		if done > 0 && (len(w.scratch.deep) > 0 || w.contactCount >= w.limits.contacts) || w.tooMany(chunk) {
			return done
		}
		found := w.scratch.pairs[:0]
		for i := range chunk {
			found = append(found, chunk[i].pairs...)
		}
		w.scratch.pairs = found
		for i, p := range found {
			w.fetchPairs(found[i:])
			w.createPair(p)
		}
		slots, done = slots[len(chunk):], done+pairChunk
		if len(slots) == 0 {
			return n
		}
	}
}

// tooMany reports whether a block of a chunk gave up.
func (w *World) tooMany(chunk []slotOutput) bool {
	for i := range chunk {
		if w.scratch.pairsMost > 0 && len(chunk[i].pairs) > w.scratch.pairsMost {
			w.scratch.pairsOver = true
			return true
		}
	}
	return false
}

// shapePair is a pair of shapes found by the broad phase. With none for b it says that some pairs of a
// have to wait.
type shapePair struct{ a, b int32 }

// findPairsRange asks the trees for the shapes begin to end (exclusive) of World.moved.
func (w *World) findPairsRange(worker int, out *slotOutput, begin, end int) {
	own := &w.scratch.arenas[worker]
	out.pairs = own.pairs.open()
	most := w.scratch.pairsMost
	for begin < end && (most == 0 || len(out.pairs) <= most) {
		crew, box := w.crewOf(w.moved[begin:end])
		near := w.findNear(worker, crew[0], box)
		for _, index := range crew {
			w.findPairs(own, out, index, &near, len(crew) > 1)
		}
		begin += len(crew)
	}
	out.pairs = own.pairs.close(out.pairs)
}

// crewSize is the largest number of shapes that ask the trees together.
const crewSize = 16

// crewOf returns the first of some moved shapes and those after it that ask the trees with it, in one box
// around all: the shapes of bodies on joints whose bounds overlap, as the limbs of a figure do. Nearly all that one of
// them meets is met by others, too.
func (w *World) crewOf(moved []int32) (crew []int32, box AABB) {
	first := &w.bodies[w.shapes[moved[0]].body]
	box = w.bounds[moved[0]].fat
	n := 1
	if first.firstJoint != none {
		for n < min(len(moved), crewSize) {
			r, fat := &w.bodies[w.shapes[moved[n]].body], &w.bounds[moved[n]].fat
			if r.firstJoint == none || r.kind != first.kind || !box.Overlaps(*fat) {
				break
			}
			box = box.Union(*fat)
			n++
		}
	}
	return moved[:n], box
}

// nearby are the shapes whose fat bounds meet a box, by the type of their bodies.
type nearby [bodyTypeCount][]int32

// findNear asks the trees for what a shape, or those of one crew, may make pairs with.
func (w *World) findNear(worker int, index int32, box AABB) (near nearby) {
	kind := w.bodies[w.shapes[index].body].kind
	found := w.scratch.found[worker][:0]
	var ends [bodyTypeCount]int
	for other := Static; other < bodyTypeCount; other++ {
		// bodies that impulses do not move make no contacts with each other
		if kind == Dynamic || other == Dynamic {
			found = w.trees[other].Query(box, tree.AllCategories, found)
		}
		ends[other] = len(found)
	}
	w.scratch.found[worker] = found
	begin := 0
	for other, end := range ends {
		near[other] = found[begin:end]
		begin = end
	}
	return near
}

// findPairs makes pairs of a shape and those near it; of those near its crew it looks at the bounds first.
func (w *World) findPairs(own *arenas, out *slotOutput, index int32, near *nearby, crew bool) {
	body := w.shapes[index].body
	kind := w.bodies[body].kind
	fat := &w.bounds[index].fat
	first := len(out.pairs)
	// of the pairs that must overlap deeply no more are wanted than the body may have
	room := int(max(heapLimit-w.deepOverlaps(body), 0))
	own.sunk = own.sunk[:0]
	waits := false
	for other := Static; other < bodyTypeCount; other++ {
		heap := kind == Dynamic && other == Dynamic
		for _, candidate := range near[other] {
			switch {
			case crew && !w.bounds[candidate].fat.Overlaps(*fat):
			case heap && candidate != index && w.mustWait(index, candidate):
				waits = true
			case !w.wantsPair(index, candidate, kind, other):
			case heap && w.surelyDeep(index, candidate):
				if own.sunk = append(own.sunk, candidate); len(own.sunk) > 4*heapLimit {
					waits = true
					own.sunk = firstOf(own.sunk, room)
				}
			default:
				out.pairs = append(out.pairs, shapePair{index, candidate})
			}
		}
	}
	if len(own.sunk) > room {
		waits = true
		own.sunk = firstOf(own.sunk, room)
	}
	for _, candidate := range own.sunk {
		out.pairs = append(out.pairs, shapePair{index, candidate})
	}
	slices.SortFunc(out.pairs[first:], func(p, q shapePair) int { return int(p.b) - int(q.b) })
	if waits {
		out.pairs = append(out.pairs, shapePair{index, none})
	}
}

// firstOf returns the n lowest of a list, sorted.
func firstOf(list []int32, n int) []int32 {
	slices.Sort(list)
	return list[:min(n, len(list))]
}

// wantsPair decides whether a moved shape and a candidate become a new contact.
func (w *World) wantsPair(index, candidate int32, kind, other BodyType) bool {
	a, b := &w.shapes[index], &w.shapes[candidate]
	if a.body == b.body || a.sensor || b.sensor {
		return false
	}
	// a pair of two moved shapes is found twice: the dynamic one of them reports it, of two
	// dynamic ones that with the smaller index
	if b.moved && (kind != Dynamic || other == Dynamic && candidate < index) {
		return false
	}
	if !a.filter.collides(b.filter) || w.pairs.has(pairKey(index, candidate)) {
		return false
	}
	return !w.jointForbids(a.body, b.body)
}

// jointForbids reports whether a joint keeps its two bodies from colliding.
func (w *World) jointForbids(a, b int32) bool {
	if w.bodies[a].jointCount > w.bodies[b].jointCount {
		a, b = b, a
	}
	for key := w.bodies[a].firstJoint; key != none; {
		j := &w.joints[key>>1]
		if !j.collide && j.other(key) == b {
			return true
		}
		key = j.edges[key&1].next
	}
	return false
}

// reunite lets the broad phase look for contacts between a body and one that no joint keeps
// away from it any more.
func (w *World) reunite(a int32) {
	for s := w.bodies[a].firstShape; s != none; s = w.shapes[s].next {
		w.bufferMove(s)
	}
}

// fatMargin is 5 cm, or an eighth of the largest half extent for what is smaller: large
// enough that slow motion rarely leaves it, small enough to make few useless pairs.
func fatMargin(bounds AABB) float32 {
	return vec.Min(maxFatMargin, float32(0.125*bounds.Half().MaxComponent()))
}

const maxFatMargin = 0.05

// addPair says that two shapes have a contact.
func (w *World) addPair(a, b int32) { w.pairs.add(pairKey(a, b)) }

// removePair says that two shapes have no contact any more.
func (w *World) removePair(a, b int32) { w.pairs.remove(pairKey(a, b)) }

// refilter looks for new pairs of a shape whose filter changed.
func (w *World) refilter(index int32) {
	s := &w.shapes[index]
	if s.proxy != none {
		w.trees[w.bodies[s.body].kind].SetCategory(s.proxy, treeCategory(s.filter))
	}
	w.bufferMove(index)
}

// noteChange says that the overlaps of sensors may have changed.
func (w *World) noteChange() { w.sensorsStale = true }
