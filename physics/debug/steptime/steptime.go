// Package steptime has the entries of a recording by which a shown program tells how long the stages of its steps take,
// see physics.Recorder.Append and physics.WorldDef.Clock.
package steptime

import (
	"encoding/binary"
	"errors"
	"math"

	"tumble/physics"
)

// EntryKind is the kind of the entries.
const EntryKind uint16 = 101

// Append appends the entry of a step.
func Append(b []byte, p *physics.Profile) []byte {
	for _, v := range stages(p) {
		b = binary.AppendUvarint(b, uint64(max(*v, 0)))
	}
	return b
}

var errDamaged = errors.New("steptime: the entry is damaged")

// Decode reads an entry. Stages that another version adds are left out, ones that it lacks are zero. A damaged entry is
// an error.
func Decode(data []byte) (p physics.Profile, err error) {
	for i, v := range stages(&p) {
		if len(data) == 0 && i > 0 {
			break
		}
		x, n := binary.Uvarint(data)
		if n <= 0 || x > math.MaxInt64 {
			return physics.Profile{}, errDamaged
		}
		*v, data = int64(x), data[n:]
	}
	return p, nil
}

// stages are the times in their order in an entry, which is part of the format.
func stages(p *physics.Profile) []*int64 {
	return []*int64{
		&p.Step, &p.Pairs, &p.Collide, &p.Transitions, &p.Solve, &p.Prepare, &p.IntegrateVelocities, &p.WarmStart,
		&p.SolveContacts, &p.IntegratePositions, &p.Relax, &p.Restitution, &p.Store, &p.Finalize, &p.Continuous,
		&p.Refit, &p.Sleep, &p.Sensors, &p.Wakes, &p.WakeTime, &p.WakeMost,
	}
}
