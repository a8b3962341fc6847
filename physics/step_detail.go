package physics

import (
	"encoding/binary"
	"fmt"
	"tumble/physics/internal/snapshot"
	"tumble/physics/internal/step"
)

// stepDetail are hashes of a world after each phase of a step, and of each body slot at its end.
type stepDetail struct {
	stages [step.PhaseCount]uint64
	bodies []uint32
}

// watch hashes the world in the steps until unwatch.
func (d *stepDetail) watch(w *World) {
	w.step.Watch = func(phase int) { d.stages[phase] = w.Hash() }
}

// unwatch ends watch, and hashes the bodies as they are.
func (d *stepDetail) unwatch(w *World) {
	w.step.Watch = nil
	d.bodies = d.bodies[:0]
	for i := range w.state.Bodies {
		d.bodies = append(d.bodies, snapshot.BodyHash(&w.rooms, i))
	}
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
			return step.PhaseName(i), body
		}
	}
	return "", body
}
