package physics

import (
	"encoding/binary"
	"fmt"
)

// watchedStages are the stages of a step after which a watched world is hashed.
var watchedStages = [...]string{"pairs", "collide", "transitions", "solve", "finalize", "continuous", "refit", "sleep", "sensors"}

// stepDetail are hashes of a world after each stage of a step, and of each body slot at its end.
type stepDetail struct {
	stages [len(watchedStages)]uint64
	bodies []uint32
}

// watchStep hashes the world in the steps until unwatchStep.
func (w *World) watchStep() *stepDetail {
	w.watch = &stepDetail{}
	return w.watch
}

func (w *World) unwatchStep() { w.watch = nil }

// stageDone is called with the time of a stage that has just ended.
func (d *stepDetail) stageDone(w *World, time *int64) {
	p := &w.profile
	for i, t := range [len(watchedStages)]*int64{&p.Pairs, &p.Collide, &p.Transitions, &p.Solve, &p.Finalize,
		&p.Continuous, &p.Refit, &p.Sleep, &p.Sensors} {
		if t == time {
			d.stages[i] = w.Hash()
		}
	}
	if time != &p.Step {
		return
	}
	d.bodies = d.bodies[:0]
	for i := range w.bodies {
		d.bodies = append(d.bodies, w.bodyHash(i))
	}
}

// bodyHash is the hash of what the world keeps of a body slot.
func (w *World) bodyHash(i int) uint32 {
	h := newHasher()
	r := &w.bodies[i]
	h.u32(r.generation)
	if r.alive() {
		h.body(r)
		h.sim(&w.sims[i])
		s := w.stateOf(r)
		h.vec(s.V)
		h.vec(s.W)
	}
	return uint32(h.sum())
}

// append writes the detail, which may be nil.
func (d *stepDetail) append(b []byte) []byte {
	if d == nil {
		return append(b, 0)
	}
	b = append(b, 1)
	for _, h := range d.stages {
		b = binary.LittleEndian.AppendUint64(b, h)
	}
	b = binary.LittleEndian.AppendUint32(b, uint32(len(d.bodies)))
	for _, h := range d.bodies {
		b = binary.LittleEndian.AppendUint32(b, h)
	}
	return b
}

// readDetail reads what append wrote.
func readDetail(c *callReader) *stepDetail {
	switch tag := c.take(1)[0]; {
	case c.err != nil || tag == 0:
		return nil
	case tag > 1:
		c.fail(fmt.Errorf("detail of kind %d", tag))
		return nil
	}
	d := &stepDetail{}
	for i := range d.stages {
		d.stages[i] = binary.LittleEndian.Uint64(c.take(8))
	}
	d.bodies = make([]uint32, c.length(4))
	for i := range d.bodies {
		d.bodies[i] = c.u32()
	}
	return d
}

// compare names the first stage and the first body that differ, "" and −1 for none.
func (d *stepDetail) compare(e *stepDetail) (stage string, body int) {
	body = -1
	for i := range d.bodies {
		if i >= len(e.bodies) || d.bodies[i] != e.bodies[i] {
			body = i
			break
		}
	}
	for i := range d.stages {
		if d.stages[i] != e.stages[i] {
			return watchedStages[i], body
		}
	}
	return "", body
}
