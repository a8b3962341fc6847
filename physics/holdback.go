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
	sc := &w.scratch
	sc.stopped = sc.stopped[:0]
	for i := range sc.slots[:slots] {
		sc.stopped = append(sc.stopped, sc.slots[i].stopped...)
	}
	slices.SortFunc(sc.stopped, func(a, b stoppedBody) int { return cmp.Compare(a.body, b.body) })
	out := &sc.again
	out.shapes = out.shapes[:0]
	for i := range sc.stopped {
		if sc.stopped[i].fraction >= 0 && w.gatherGroup(sc.stopped[i].body) {
			w.holdBack(out, sc.stopped[i:])
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
	w.updateBounds(out, r, sim)
}

// spreadHold stops what hangs on the stopped bodies of large groups, the less the more joints are
// between. The fraction of a body is the least over all stopped ones of theirs and the shares of the
// joints on the way.
func (w *World) spreadHold(out *slotOutput) {
	sc := &w.scratch
	sc.group, sc.reach = sc.group[:0], sc.reach[:0]
	for len(sc.place) < len(w.bodies) {
		sc.place = append(sc.place, 0)
	}
	for i := range sc.stopped {
		if o := &sc.stopped[i]; o.fraction >= 0 {
			w.holdAt(o.body, o.fraction)
		}
	}
	// a body is listed again when a shorter way to it is found
	for i := 0; i < len(sc.group); i++ {
		fraction := sc.reach[sc.place[sc.group[i]]-1] + 1.0/holdLimit
		for key := w.bodies[sc.group[i]].firstJoint; key != none && fraction < 1; {
			o, held := w.heldOther(key)
			key = w.joints[key>>1].edges[key&1].next
			if held {
				w.holdAt(o, fraction)
			}
		}
	}
	for i, index := range sc.group {
		if sc.place[index] != int32(i)+1 {
			continue
		}
		sc.place[index] = 0
		fraction := sc.reach[i]
		// its motion ends where it was stopped already
		if k, ok := slices.BinarySearchFunc(sc.stopped, index, func(o stoppedBody, b int32) int { return cmp.Compare(o.body, b) }); ok {
			fraction /= sc.stopped[k].fraction
		}
		if fraction < 1 {
			w.stopShort(out, index, fraction)
		}
	}
}

// holdAt lists a body at a fraction of its motion unless it stops earlier already.
func (w *World) holdAt(index int32, fraction float32) {
	sc := &w.scratch
	if at := sc.place[index]; at != 0 && sc.reach[at-1] <= fraction {
		return
	}
	sc.group, sc.reach = append(sc.group, index), append(sc.reach, fraction)
	sc.place[index] = int32(len(sc.group))
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
	sc := &w.scratch
	sc.group = append(sc.group[:0], from)
	for i := 0; i < len(sc.group); i++ {
		for key := w.bodies[sc.group[i]].firstJoint; key != none; {
			o, held := w.heldOther(key)
			key = w.joints[key>>1].edges[key&1].next
			if !held || w.inGroup(o) {
				continue
			}
			if len(sc.group) == holdLimit {
				return false
			}
			sc.group = append(sc.group, o)
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
