package island

import "tumble/physics/internal/state"

// Create gives a dynamic body an island of its own, asleep until the body is woken.
func (isl *Manager) Create(bodyIndex int32) int32 {
	var index int32
	if n := len(isl.FreeIslands); n > 0 {
		index = isl.FreeIslands[n-1]
		isl.FreeIslands = isl.FreeIslands[:n-1]
	} else {
		isl.Islands = append(isl.Islands, Island{})
		index = int32(len(isl.Islands) - 1)
	}
	isl.Islands[index] = Island{First: bodyIndex, Last: bodyIndex, Count: 1, AwakeSlot: state.None, Alive: true}
	r := &isl.Bodies[bodyIndex]
	r.Island, r.IslandPrev, r.IslandNext = index, state.None, state.None
	return index
}

func (isl *Manager) freeIsland(index int32) {
	isl.unlistIsland(index)
	isl.Islands[index] = Island{AwakeSlot: state.None}
	isl.FreeIslands = append(isl.FreeIslands, index)
}

// listIsland puts an island on the list of awake ones.
func (isl *Manager) listIsland(index int32) {
	is := &isl.Islands[index]
	if is.AwakeSlot == state.None {
		is.AwakeSlot = int32(len(isl.AwakeIslands))
		isl.AwakeIslands = append(isl.AwakeIslands, index)
	}
}

func (isl *Manager) unlistIsland(index int32) {
	slot := isl.Islands[index].AwakeSlot
	if slot == state.None {
		return
	}
	last := len(isl.AwakeIslands) - 1
	moved := isl.AwakeIslands[last]
	isl.AwakeIslands[slot] = moved
	isl.Islands[moved].AwakeSlot = slot
	isl.AwakeIslands = isl.AwakeIslands[:last]
	isl.Islands[index].AwakeSlot = state.None
}

// Leave takes a body out of its island, which ends when it becomes empty.
func (isl *Manager) Leave(bodyIndex int32) {
	r := &isl.Bodies[bodyIndex]
	index := r.Island
	is := &isl.Islands[index]
	if r.IslandPrev != state.None {
		isl.Bodies[r.IslandPrev].IslandNext = r.IslandNext
	} else {
		is.First = r.IslandNext
	}
	if r.IslandNext != state.None {
		isl.Bodies[r.IslandNext].IslandPrev = r.IslandPrev
	} else {
		is.Last = r.IslandPrev
	}
	r.Island, r.IslandPrev, r.IslandNext = state.None, state.None, state.None
	is.Count--
	is.Removed++
	if is.Count == 0 {
		isl.freeIsland(index)
	}
}

// linkBodies merges the islands of two bodies. Both are awake, or both asleep in one island.
func (isl *Manager) linkBodies(a, b int32) {
	ia, ib := isl.Bodies[a].Island, isl.Bodies[b].Island
	if ia == state.None || ib == state.None || ia == ib {
		return
	}
	// the smaller one is renamed; of two equal ones the one with the larger index
	big, small := ia, ib
	if isl.Islands[small].Count > isl.Islands[big].Count || isl.Islands[small].Count == isl.Islands[big].Count &&
		small < big {
		big, small = small, big
	}
	for i := isl.Islands[small].First; i != state.None; i = isl.Bodies[i].IslandNext {
		isl.Bodies[i].Island = big
	}
	x, y := &isl.Islands[big], &isl.Islands[small]
	isl.Bodies[x.Last].IslandNext = y.First
	isl.Bodies[y.First].IslandPrev = x.Last
	x.Last = y.Last
	x.Count += y.Count
	x.Removed += y.Removed
	x.SplitStep = max(x.SplitStep, y.SplitStep)
	y.First, y.Last, y.Count = state.None, state.None, 0
	isl.freeIsland(small)
}

// unlinkBodies notes that a link between two bodies ended.
func (isl *Manager) unlinkBodies(a, b int32) {
	if ia := isl.Bodies[a].Island; ia != state.None && ia == isl.Bodies[b].Island {
		isl.Islands[ia].Removed++
	}
}

// splitIsland rebuilds an island as the connected parts of its bodies, in the order of its
// list, and leaves the parts awake if it was.
func (isl *Manager) splitIsland(index int32) {
	isl.split = isl.split[:0]
	for i := isl.Islands[index].First; i != state.None; i = isl.Bodies[i].IslandNext {
		isl.split = append(isl.split, i)
	}
	awake := isl.Islands[index].AwakeSlot != state.None
	for _, i := range isl.split {
		isl.Bodies[i].Island = state.None
	}
	isl.freeIsland(index)
	for _, seed := range isl.split {
		if isl.Bodies[seed].Island != state.None {
			continue
		}
		created := isl.Create(seed)
		if awake {
			isl.listIsland(created)
		}
		isl.stack = append(isl.stack[:0], seed)
		for len(isl.stack) > 0 {
			i := isl.stack[len(isl.stack)-1]
			isl.stack = isl.stack[:len(isl.stack)-1]
			isl.visitLinks(i, created)
		}
		isl.Islands[created].SplitStep = isl.Steps + splitPause
	}
}

// splitPause is the number of steps before the rest of a split island may be split again. In
// a large pile that moves, links end all the time, and a split costs as much as the rest of the step.
const splitPause = 25

// visitLinks adds the neighbours of a body that have no island yet to the island created.
func (isl *Manager) visitLinks(bodyIndex, created int32) {
	for key := isl.Bodies[bodyIndex].FirstContact; key != state.None; {
		c := &isl.Contacts[key>>1]
		if c.Linked {
			isl.visit(c.Other(key), created)
		}
		key = c.Edges[key&1].Next
	}
	for key := isl.Bodies[bodyIndex].FirstJoint; key != state.None; {
		j := &isl.Joints[key>>1]
		if j.Linked {
			isl.visit(j.Other(key), created)
		}
		key = j.Edges[key&1].Next
	}
}

func (isl *Manager) visit(bodyIndex, created int32) {
	r := &isl.Bodies[bodyIndex]
	if r.Island != state.None {
		return
	}
	is := &isl.Islands[created]
	r.Island, r.IslandPrev, r.IslandNext = created, is.Last, state.None
	isl.Bodies[is.Last].IslandNext = bodyIndex
	is.Last = bodyIndex
	is.Count++
	isl.stack = append(isl.stack, bodyIndex)
}

// LinkJoint joins the islands of the bodies of a joint that is on, if impulses move both.
func (isl *Manager) LinkJoint(index int32) {
	j := &isl.Joints[index]
	if j.BodyA == state.None {
		return
	}
	if j.Linked = !j.Off && isl.Movable(j.BodyA) && isl.Movable(j.BodyB); j.Linked {
		isl.linkBodies(j.BodyA, j.BodyB)
	}
}

// UnlinkJoint is the inverse of LinkJoint.
func (isl *Manager) UnlinkJoint(index int32) {
	if j := &isl.Joints[index]; j.Linked {
		isl.unlinkBodies(j.BodyA, j.BodyB)
		j.Linked = false
	}
}

// JointsChanged tells the graph that joints got other numbers.
func (isl *Manager) JointsChanged() { isl.Graph.TouchJoints() }
