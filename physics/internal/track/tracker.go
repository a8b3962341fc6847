package track

import (
	"tumble/physics/internal/state"
)

// Tracker writes the track of a world.
type Tracker struct {
	bodies []tracked
	moving []int32 // in the order of the frames
	begun  bool
	looked bool // no call since the last frame changes a look or the place of a body at rest

	moved []int32 // bodies at rest that calls have put elsewhere
	added []int32
	coder coder
	cast  []byte
}

// tracked is a body as the reader of the track knows it.
type tracked struct {
	motion     motion
	look       uint64
	name       string
	generation uint32 // even for none
	moving     bool
}

// Begin goes on with a world of which CastOf has been written.
func (t *Tracker) Begin(st *state.State) {
	t.moving, t.moved = t.moving[:0], t.moved[:0]
	t.begun, t.looked = true, true
	clear(t.bodies)
	t.grow(len(st.Bodies))
	for i := range st.Bodies {
		if st.Bodies[i].Alive() {
			t.enter(st, i, quantized(&st.Sims[i].Transform, &pose{}))
			t.move(int32(i), st.Bodies[i].AwakeIndex != state.None)
		}
	}
}

// move puts a body that moves on the list.
func (t *Tracker) move(slot int32, moves bool) {
	if moves {
		t.bodies[slot].moving = true
		t.moving = append(t.moving, slot)
	}
}

func (t *Tracker) grow(n int) {
	for len(t.bodies) < n {
		t.bodies = append(t.bodies, tracked{})
	}
}

// enter notes a body as it is written in a cast.
func (t *Tracker) enter(st *state.State, slot int, at pose) {
	t.bodies[slot] = tracked{
		motion: motion{at: at}, look: lookOf(st, slot), name: st.Names[slot], generation: st.Bodies[slot].Generation,
	}
}

// lookOf condenses the look of a body, but for its name.
func lookOf(st *state.State, slot int) uint64 {
	r := &st.Bodies[slot]
	h := state.MixBits(uint64(r.Kind) + 1)
	for s := r.FirstShape; s != state.None; s = st.Shapes[s].Next {
		h = state.MixBits(h ^ uint64(s)<<32 ^ uint64(st.Shapes[s].Generation))
	}
	return h
}

// Look says that a call may have changed which bodies there are, their looks, or the poses of those that rest.
func (t *Tracker) Look() { t.looked = false }

// Cast returns the record of the bodies that have come and gone since the last frame, nil for none. It is valid
// until the next call.
func (t *Tracker) Cast(st *state.State) []byte {
	if t.looked || !t.begun {
		return nil
	}
	t.looked = true
	t.grow(len(st.Bodies))
	k := Cast{}
	for i := range t.bodies {
		t.compare(st, i, &k)
	}
	if len(k.gone)+len(k.looks) == 0 {
		return nil
	}
	t.moving = keepMoving(t.moving, func(slot int32) bool { return t.bodies[slot].moving })
	for i := range k.looks {
		t.move(k.looks[i].Slot, k.looks[i].Moving)
	}
	t.cast = k.payload(t.cast[:0])
	return t.cast
}

// compare adds the changes of a body to a cast.
func (t *Tracker) compare(st *state.State, i int, k *Cast) {
	b := &t.bodies[i]
	alive := i < len(st.Bodies) && st.Bodies[i].Alive()
	switch {
	case !alive && b.generation&1 == 0:
		return
	case !alive:
		k.gone = append(k.gone, int32(i))
		*b = tracked{}
		return
	}
	at := quantized(&st.Sims[i].Transform, &b.motion.at)
	if b.generation != st.Bodies[i].Generation || b.look != lookOf(st, i) || b.name != st.Names[i] {
		t.enter(st, i, at)
		k.add(st, int32(i), at)
		return
	}
	if !b.moving && at != b.motion.at {
		t.moved = append(t.moved, int32(i))
	}
}

// keepMoving keeps the slots that move.
func keepMoving(list []int32, moves func(slot int32) bool) []int32 {
	kept := list[:0]
	for _, slot := range list {
		if moves(slot) {
			kept = append(kept, slot)
		}
	}
	return kept
}

// Frame returns the record of the poses after a step, nil if nothing moves. It is valid until the next call.
func (t *Tracker) Frame(st *state.State) []byte {
	if !t.begun {
		return nil
	}
	t.join(st)
	if len(t.moving) == 0 {
		return nil
	}
	c := &t.coder
	*c = coder{data: c.data[:0]}
	codeJoined(c, t.added)
	ended := false
	for _, slot := range t.moving {
		b := &t.bodies[slot]
		to := quantized(&st.Sims[slot].Transform, &b.motion.at)
		b.motion.code(c, &to)
		ended = ended || st.Bodies[slot].AwakeIndex == state.None
	}
	if c.bool(ended) {
		t.moving = keepMoving(t.moving, func(slot int32) bool {
			b := &t.bodies[slot]
			b.moving = c.bool(st.Bodies[slot].AwakeIndex != state.None)
			if !b.moving {
				b.motion.rest()
			}
			return b.moving
		})
	}
	c.end()
	return c.data
}

// join adds the bodies that move and did not before to the list.
func (t *Tracker) join(st *state.State) {
	t.added = t.added[:0]
	for _, list := range [2][]int32{st.Awake, t.moved} {
		for _, slot := range list {
			if b := &t.bodies[slot]; !b.moving {
				b.moving = true
				t.added = append(t.added, slot)
			}
		}
	}
	t.moved = t.moved[:0]
	t.moving = append(t.moving, t.added...)
}
