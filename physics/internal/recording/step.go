package recording

import (
	"fmt"

	"tumble/physics/internal/journal"
	"tumble/physics/internal/snapshot"
	"tumble/physics/internal/step"
)

// stepRecord is the record of a step.
type stepRecord struct {
	dt     float32
	err    error
	digest uint64
	// asked are the hooks that were set, answers what they said.
	asked   byte
	answers []byte
	details []byte
}

// code writes or reads the part before the details.
func (s *stepRecord) code(c *journal.Coder) {
	c.Float32(&s.dt)
	c.Error(&s.err)
	journal.Code64(c, &s.digest)
	journal.Code8(c, &s.asked)
	c.Bytes(&s.answers)
}

func readStep(payload []byte) (s stepRecord, err error) {
	c := journal.Coder{Reading: true, Data: payload}
	s.code(&c)
	s.details = c.Data
	return s, c.Err
}

// detail are hashes of a world after each phase of a step, and of each body slot at its end.
type detail struct {
	stages [step.PhaseCount]uint64
	bodies []uint32
}

// watch hashes the world in the steps until unwatch.
func (d *detail) watch(w World) {
	rooms := w.Rooms()
	w.Watch(func(phase int) { d.stages[phase] = snapshot.Hash(rooms) })
}

// unwatch ends watch, and hashes the bodies as they are.
func (d *detail) unwatch(w World) {
	w.Watch(nil)
	d.bodies = d.bodies[:0]
	rooms := w.Rooms()
	for i := range rooms.Bodies {
		d.bodies = append(d.bodies, snapshot.BodyHash(rooms, i))
	}
}

// code writes or reads the detail. A list of stages that is not that of this version is refused.
func (d *detail) code(c *journal.Coder) {
	count := uint8(len(d.stages))
	if journal.Code8(c, &count); c.Err == nil && int(count) != len(d.stages) {
		c.Fail(fmt.Errorf("hashes of %d stages: this version has %d", count, len(d.stages)))
	}
	for i := range d.stages {
		journal.Code64(c, &d.stages[i])
	}
	journal.CodeList(c, &d.bodies, func(hash *uint32) { journal.Code32(c, hash) })
}

// compare names the first stage and the first body that differ, "" and −1 for none.
func (d *detail) compare(e *detail) (stage string, body int) {
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
