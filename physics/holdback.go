package physics

import (
	"cmp"
	"slices"

	"tumble/physics/vec"
)

// A body that continuous collision stops loses the rest of its way, and what hangs on it by joints
// does not know: an arm that hits the floor at 8 m/s would be pulled out of its shoulder by
// centimetres. So the bodies of a small group of joints stop together, where each of them was
// at the time of the first impact; all of them keep their velocities.

// stoppedBody is a jointed body that was stopped at a fraction of its motion; −1 when that has been
// dealt with.
type stoppedBody struct {
	body     int32
	fraction float32
}

// holdLimit is the largest number of bodies that stop together: figures and vehicles. Of a long
// chain some link would hit something in every step, and the chain would crawl. So in larger groups
// each joint may take the share 1/holdLimit of a motion: what is so many joints away does not notice.
const holdLimit = 32

// holdBackGroups stops what hangs on stopped bodies.
func (w *World) holdBackGroups(slots int) {
	w.scratch.stopped = w.scratch.stopped[:0]
	for i := range w.scratch.slots[:slots] {
		w.scratch.stopped = append(w.scratch.stopped, w.scratch.slots[i].stopped...)
	}
	slices.SortFunc(w.scratch.stopped, func(a, b stoppedBody) int { return cmp.Compare(a.body, b.body) })
	out := &w.scratch.again
	out.shapes = out.shapes[:0]
	for i := range w.scratch.stopped {
		if w.scratch.stopped[i].fraction >= 0 && w.gatherGroup(w.scratch.stopped[i].body) {
			w.holdBack(out, w.scratch.stopped[i:])
		}
	}
	w.spreadHold(out)
	for _, index := range out.shapes {
		w.bufferMove(index)
	}
}

// holdBack stops the bodies of scratch.group at the earliest of their impacts.
func (w *World) holdBack(out *slotOutput, stopped []stoppedBody) {
	earliest := float32(1)
	for k := range stopped {
		if o := &stopped[k]; o.fraction >= 0 && w.inGroup(o.body) {
			earliest = vec.Min(earliest, o.fraction)
		}
	}
	for _, index := range w.scratch.group {
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
			w.stopShort(out, index, fraction)
		}
	}
}

// stopShort stops a body at a fraction of its motion, unless it is broken and about to be quarantined: its
// bounds must stay what they are.
func (w *World) stopShort(out *slotOutput, index int32, fraction float32) {
	r, sim := &w.bodies[index], &w.sims[index]
	if !usable(sim, w.stateOf(r)) {
		return
	}
	w.stopAt(index, w.motionOf(index), fraction)
	out.shapes = w.updateBounds(out.shapes, r, sim)
}

// spreadHold stops what hangs on the stopped bodies of large groups, the less the more joints are
// between. The fraction of a body is the least over all stopped ones of theirs and the shares of the
// joints on the way.
func (w *World) spreadHold(out *slotOutput) {
	w.scratch.group, w.scratch.reach = w.scratch.group[:0], w.scratch.reach[:0]
	for len(w.scratch.place) < len(w.bodies) {
		w.scratch.place = append(w.scratch.place, 0)
	}
	for i := range w.scratch.stopped {
		if o := &w.scratch.stopped[i]; o.fraction >= 0 {
			w.holdAt(o.body, o.fraction)
		}
	}
	// a body is listed again when a shorter way to it is found
	for i := 0; i < len(w.scratch.group); i++ {
		fraction := w.scratch.reach[w.scratch.place[w.scratch.group[i]]-1] + 1.0/holdLimit
		for key := w.bodies[w.scratch.group[i]].firstJoint; key != none && fraction < 1; {
			o, held := w.heldOther(key)
			key = w.joints[key>>1].edges[key&1].next
			if held {
				w.holdAt(o, fraction)
			}
		}
	}
	for i, index := range w.scratch.group {
		if w.scratch.place[index] != int32(i)+1 {
			continue
		}
		w.scratch.place[index] = 0
		fraction := w.scratch.reach[i]
		// its motion ends where it was stopped already
		if k, ok := slices.BinarySearchFunc(w.scratch.stopped, index, func(o stoppedBody, b int32) int { return cmp.Compare(o.body, b) }); ok {
			fraction /= w.scratch.stopped[k].fraction
		}
		if fraction < 1 {
			w.stopShort(out, index, fraction)
		}
	}
}

// holdAt lists a body at a fraction of its motion unless it stops earlier already.
func (w *World) holdAt(index int32, fraction float32) {
	if at := w.scratch.place[index]; at != 0 && w.scratch.reach[at-1] <= fraction {
		return
	}
	w.scratch.group, w.scratch.reach = append(w.scratch.group, index), append(w.scratch.reach, fraction)
	w.scratch.place[index] = int32(len(w.scratch.group))
}

// heldOther returns the body at the other side of a joint, and whether it moves and the joint holds
// something.
func (w *World) heldOther(key int32) (int32, bool) {
	o := w.joints[key>>1].other(key)
	return o, o != none && w.rows[key>>1].HeldCount() > 0 && w.bodies[o].kind == Dynamic && w.bodies[o].awakeIndex != none
}

// gatherGroup lists the awake dynamic bodies that hang on one by joints that hold something, and
// reports whether they are few enough.
func (w *World) gatherGroup(from int32) bool {
	w.scratch.group = append(w.scratch.group[:0], from)
	for i := 0; i < len(w.scratch.group); i++ {
		for key := w.bodies[w.scratch.group[i]].firstJoint; key != none; {
			o, held := w.heldOther(key)
			key = w.joints[key>>1].edges[key&1].next
			if !held || w.inGroup(o) {
				continue
			}
			if len(w.scratch.group) == holdLimit {
				return false
			}
			w.scratch.group = append(w.scratch.group, o)
		}
	}
	return true
}

func (w *World) inGroup(index int32) bool {
	for _, b := range w.scratch.group {
		if b == index {
			return true
		}
	}
	return false
}
