package physics

import (
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

// code writes or reads the detail. A list of stages that is not that of this version is refused.
func (d *stepDetail) code(cd *coder) {
	count := uint8(len(d.stages))
	if code8(cd, &count); cd.err == nil && int(count) != len(d.stages) {
		cd.fail(fmt.Errorf("hashes of %d stages: this version has %d", count, len(d.stages)))
	}
	for i := range d.stages {
		code64(cd, &d.stages[i])
	}
	codeList(cd, &d.bodies, func(cd *coder, hash *uint32) { code32(cd, hash) })
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
