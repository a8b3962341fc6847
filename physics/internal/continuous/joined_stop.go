package continuous

import (
	"cmp"
	"slices"
	"tumble/physics/internal/state"
	"tumble/physics/vec"
)

// A body that continuous collision stops loses the rest of its displacement, but the bodies joined to it do not: an
// arm that hits the floor at 8 m/s would be pulled out of its shoulder by centimetres. So the bodies of a small
// articulation stop together, where each of them was at the time of the first impact; all of them keep their
// velocities.

// holdLimit is the largest number of bodies that stop together: figures and vehicles. Of a long
// chain some link would hit something in every step, and the chain would crawl. So in larger groups
// each joint may take the share 1/holdLimit of a motion: bodies so many joints away do not notice.
const holdLimit = 32

// holdBackJoined stops the bodies joined to stopped ones.
func (cc *Sweeper) holdBackJoined(blocks int) {
	cc.stopped = cc.stopped[:0]
	for i := range cc.blocks[:blocks] {
		cc.stopped = append(cc.stopped, cc.blocks[i].stopped...)
	}
	cc.stopped = append(cc.stopped, cc.again.stopped...)
	slices.SortFunc(cc.stopped, func(a, b stoppedBody) int { return cmp.Compare(a.body, b.body) })
	out := &cc.again
	out.shapes = out.shapes[:0]
	for i := range cc.stopped {
		if cc.stopped[i].fraction >= 0 && cc.gatherJoined(cc.stopped[i].body) {
			cc.holdBack(out, cc.stopped[i:])
		}
	}
	cc.spreadHold(out)
	cc.listMoved(out.shapes)
}

// holdBack stops the bodies that gatherJoined listed at the earliest of their impacts.
func (cc *Sweeper) holdBack(out *output, stopped []stoppedBody) {
	earliest := float32(1)
	for k := range stopped {
		if o := &stopped[k]; o.fraction >= 0 && cc.isJoined(o.body) {
			earliest = vec.Min(earliest, o.fraction)
		}
	}
	for _, index := range cc.joined {
		fraction := earliest
		for k := range stopped {
			if o := &stopped[k]; o.body == index && o.fraction >= 0 {
				// its motion ends where it was stopped already
				fraction = 1
				if o.fraction > earliest {
					fraction = earliest / o.fraction
				}
				o.fraction = -1
			}
		}
		if fraction < 1 {
			cc.stopShort(out, index, fraction)
		}
	}
}

// stopShort stops a body at a fraction of its motion, unless it is broken and about to be quarantined: its
// bounds must stay what they are.
func (cc *Sweeper) stopShort(out *output, index int32, fraction float32) {
	r, sim := &cc.Bodies[index], &cc.Sims[index]
	if !state.Usable(sim, cc.StateOf(r)) {
		return
	}
	before := cc.momentOf(index)
	cc.stopAt(index, cc.MotionOf(index), fraction)
	cc.noteLost(index, &before)
	out.shapes = cc.broad.UpdateBounds(out.shapes, r, sim)
}

// spreadHold holds back the bodies joined to stopped ones in large articulations, less with every joint between: a body
// gets the least, over all stopped ones, of their fraction plus the shares of the joints between.
func (cc *Sweeper) spreadHold(out *output) {
	cc.joined, cc.reach = cc.joined[:0], cc.reach[:0]
	for len(cc.slot) < len(cc.Bodies) {
		cc.slot = append(cc.slot, 0)
	}
	for i := range cc.stopped {
		if o := &cc.stopped[i]; o.fraction >= 0 {
			cc.holdAt(o.body, o.fraction)
		}
	}
	// a body is listed again when a shorter way to it is found
	for i := 0; i < len(cc.joined); i++ {
		fraction := cc.reach[cc.slot[cc.joined[i]]-1] + 1.0/holdLimit
		for key := cc.Bodies[cc.joined[i]].FirstJoint; key != state.None && fraction < 1; {
			o, held := cc.heldOther(key)
			key = cc.Joints[key>>1].Edges[key&1].Next
			if held {
				cc.holdAt(o, fraction)
			}
		}
	}
	for i, index := range cc.joined {
		if cc.slot[index] != int32(i)+1 {
			continue
		}
		cc.slot[index] = 0
		fraction := cc.reach[i]
		// its motion ends where it was stopped already
		if k, ok := slices.BinarySearchFunc(cc.stopped, index,
			func(o stoppedBody, b int32) int { return cmp.Compare(o.body, b) }); ok {
			fraction /= cc.stopped[k].fraction
		}
		if fraction < 1 {
			cc.stopShort(out, index, fraction)
		}
	}
}

// holdAt lists a body at a fraction of its motion unless it stops earlier already.
func (cc *Sweeper) holdAt(index int32, fraction float32) {
	if at := cc.slot[index]; at != 0 && cc.reach[at-1] <= fraction {
		return
	}
	cc.joined, cc.reach = append(cc.joined, index), append(cc.reach, fraction)
	cc.slot[index] = int32(len(cc.joined))
}

// heldOther returns the body at the other side of a joint, and whether the joint locks a coordinate and that body is
// dynamic and awake.
func (cc *Sweeper) heldOther(key int32) (int32, bool) {
	o := cc.Joints[key>>1].Other(key)
	return o, o != state.None && cc.Rows[key>>1].HeldCount() > 0 && cc.Bodies[o].Kind == state.Dynamic &&
		cc.Bodies[o].AwakeIndex != state.None
}

// gatherJoined lists a body and the awake dynamic bodies that joints with locked coordinates connect to it, and reports
// whether they are holdLimit at most.
func (cc *Sweeper) gatherJoined(from int32) bool {
	cc.joined = append(cc.joined[:0], from)
	for i := 0; i < len(cc.joined); i++ {
		for key := cc.Bodies[cc.joined[i]].FirstJoint; key != state.None; {
			o, held := cc.heldOther(key)
			key = cc.Joints[key>>1].Edges[key&1].Next
			if !held || cc.isJoined(o) {
				continue
			}
			if len(cc.joined) == holdLimit {
				return false
			}
			cc.joined = append(cc.joined, o)
		}
	}
	return true
}

func (cc *Sweeper) isJoined(index int32) bool {
	for _, b := range cc.joined {
		if b == index {
			return true
		}
	}
	return false
}
