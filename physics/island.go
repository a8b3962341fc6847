package physics

// Islands are groups of dynamic bodies that hang together by touching contacts and joints;
// they fall asleep and wake up as one. They persist: a contact that begins merges two, one
// that ends only notes that the island may have come apart, and the island is taken apart
// when it would fall asleep. Source: Catto, "Simulation Islands", 2023.

type island struct {
	first, last int32 // bodies
	count       int32
	// removed counts the links that ended since the island was built. Zero means that it
	// still hangs together.
	removed int32
	// awakeSlot is the place in World.awakeIslands, none when asleep.
	awakeSlot int32
	alive     bool
	// splitStep is the step from which on a large island may be split again.
	splitStep uint64
}

// createIsland gives a dynamic body an island of its own, asleep until the body is woken.
func (w *World) createIsland(bodyIndex int32) int32 {
	var index int32
	if n := len(w.freeIslands); n > 0 {
		index = w.freeIslands[n-1]
		w.freeIslands = w.freeIslands[:n-1]
	} else {
		w.islands = append(w.islands, island{})
		index = int32(len(w.islands) - 1)
	}
	w.islands[index] = island{first: bodyIndex, last: bodyIndex, count: 1, awakeSlot: none, alive: true}
	r := &w.bodies[bodyIndex]
	r.island, r.islandPrev, r.islandNext = index, none, none
	return index
}

func (w *World) freeIsland(index int32) {
	w.unlistIsland(index)
	w.islands[index] = island{awakeSlot: none}
	w.freeIslands = append(w.freeIslands, index)
}

// listIsland puts an island on the list of awake ones.
func (w *World) listIsland(index int32) {
	is := &w.islands[index]
	if is.awakeSlot == none {
		is.awakeSlot = int32(len(w.awakeIslands))
		w.awakeIslands = append(w.awakeIslands, index)
	}
}

func (w *World) unlistIsland(index int32) {
	slot := w.islands[index].awakeSlot
	if slot == none {
		return
	}
	last := len(w.awakeIslands) - 1
	moved := w.awakeIslands[last]
	w.awakeIslands[slot] = moved
	w.islands[moved].awakeSlot = slot
	w.awakeIslands = w.awakeIslands[:last]
	w.islands[index].awakeSlot = none
}

// leaveIsland takes a body out of its island, which ends when it becomes empty.
func (w *World) leaveIsland(bodyIndex int32) {
	r := &w.bodies[bodyIndex]
	index := r.island
	is := &w.islands[index]
	if r.islandPrev != none {
		w.bodies[r.islandPrev].islandNext = r.islandNext
	} else {
		is.first = r.islandNext
	}
	if r.islandNext != none {
		w.bodies[r.islandNext].islandPrev = r.islandPrev
	} else {
		is.last = r.islandPrev
	}
	r.island, r.islandPrev, r.islandNext = none, none, none
	is.count--
	is.removed++
	if is.count == 0 {
		w.freeIsland(index)
	}
}

// linkBodies merges the islands of two bodies. Both are awake, or both asleep in one island.
func (w *World) linkBodies(a, b int32) {
	ia, ib := w.bodies[a].island, w.bodies[b].island
	if ia == none || ib == none || ia == ib {
		return
	}
	// the smaller one is renamed; of two equal ones the one with the larger index
	big, small := ia, ib
	if w.islands[small].count > w.islands[big].count || w.islands[small].count == w.islands[big].count && small < big {
		big, small = small, big
	}
	for i := w.islands[small].first; i != none; i = w.bodies[i].islandNext {
		w.bodies[i].island = big
	}
	x, y := &w.islands[big], &w.islands[small]
	w.bodies[x.last].islandNext = y.first
	w.bodies[y.first].islandPrev = x.last
	x.last = y.last
	x.count += y.count
	x.removed += y.removed
	x.splitStep = max(x.splitStep, y.splitStep)
	y.first, y.last, y.count = none, none, 0
	w.freeIsland(small)
}

// unlinkBodies notes that a link between two bodies ended.
func (w *World) unlinkBodies(a, b int32) {
	if ia := w.bodies[a].island; ia != none && ia == w.bodies[b].island {
		w.islands[ia].removed++
	}
}

// splitIsland rebuilds an island as the connected parts of its bodies, in the order of its
// list, and leaves the parts awake if it was.
func (w *World) splitIsland(index int32) {
	w.scratch.split = w.scratch.split[:0]
	for i := w.islands[index].first; i != none; i = w.bodies[i].islandNext {
		w.scratch.split = append(w.scratch.split, i)
	}
	awake := w.islands[index].awakeSlot != none
	for _, i := range w.scratch.split {
		w.bodies[i].island = none
	}
	w.freeIsland(index)
	for _, seed := range w.scratch.split {
		if w.bodies[seed].island != none {
			continue
		}
		part := w.createIsland(seed)
		if awake {
			w.listIsland(part)
		}
		w.scratch.stack = append(w.scratch.stack[:0], seed)
		for len(w.scratch.stack) > 0 {
			i := w.scratch.stack[len(w.scratch.stack)-1]
			w.scratch.stack = w.scratch.stack[:len(w.scratch.stack)-1]
			w.visitLinks(i, part)
		}
		w.islands[part].splitStep = w.steps + splitPause
	}
}

// splitPause is the number of steps before what is left of a split island may be split again. In
// a large heap that moves, links end all the time, and a split costs as much as the rest of the step.
const splitPause = 25

// visitLinks takes the neighbours of a body that have no island yet into part.
func (w *World) visitLinks(bodyIndex, part int32) {
	for key := w.bodies[bodyIndex].firstContact; key != none; {
		c := &w.contacts[key>>1]
		if c.linked {
			w.visit(c.other(key), part)
		}
		key = c.edges[key&1].next
	}
	for key := w.bodies[bodyIndex].firstJoint; key != none; {
		j := &w.joints[key>>1]
		if j.linked {
			w.visit(j.other(key), part)
		}
		key = j.edges[key&1].next
	}
}

func (w *World) visit(bodyIndex, part int32) {
	r := &w.bodies[bodyIndex]
	if r.island != none {
		return
	}
	is := &w.islands[part]
	r.island, r.islandPrev, r.islandNext = part, is.last, none
	w.bodies[is.last].islandNext = bodyIndex
	is.last = bodyIndex
	is.count++
	w.scratch.stack = append(w.scratch.stack, bodyIndex)
}
