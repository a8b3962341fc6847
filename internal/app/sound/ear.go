package sound

import (
	"cmp"
	"math"
	"slices"

	"tumble/engine/timestep"
	"tumble/physics"
	"tumble/physics/vec"
)

const (
	// leastKnock (m/s) is the change of a velocity in a step, beyond that of gravity, that can be heard. Without it:
	// the knocks of a stack at rest.
	leastKnock = 0.3
	// fullKnock (m/s) is the change that is as loud as can be.
	fullKnock = 12
	// mostKnocks is how many knocks of a step are heard, the loudest: more are noise.
	mostKnocks = 12
	// unitPitch (Hz) is the pitch of a body of one kilogram. That of similar bodies falls with their size, the third
	// root of the mass.
	unitPitch             = 700
	lowestPitch, topPitch = 70, 4000 // Hz
)

// Knock is a sound to be made.
type Knock struct {
	// At is the reading of the clock at which it happened (ns).
	At int64
	// Pitch is in Hz, Loudness from 0 to 1.
	Pitch, Loudness float32
}

// Ear finds the sounds of a world, step by step.
type Ear struct {
	motions []physics.BodyMotion
	before  []heard // by the index of a body
	knocks  []Knock
}

// heard is the motion of a body in the step before.
type heard struct {
	generation uint32
	step       uint64
	velocity   vec.Vec3
}

// Listen returns the knocks of a step of a world under a gravity (m/s²), which happened at a reading of the clock (ns).
// The slice is valid until the next call.
func (e *Ear) Listen(w *physics.World, gravity vec.Vec3, t timestep.TickTime, at int64) []Knock {
	e.motions, e.knocks = w.BodyMotions(e.motions[:0]), e.knocks[:0]
	since := float32(float64(t.Since) / float64(timestep.Second))
	for i := range e.motions {
		m := &e.motions[i]
		for int(m.Index) >= len(e.before) {
			e.before = append(e.before, heard{})
		}
		b := &e.before[m.Index]
		known := b.generation == m.Generation && b.step+1 == t.N && m.Awake && m.Mass > 0
		fall := gravity.Mul(since * m.GravityScale)
		change := m.Velocity.Sub(b.velocity).Sub(fall).Len()
		*b = heard{m.Generation, t.N, m.Velocity}
		if !known || change < leastKnock {
			continue
		}
		pitch := unitPitch / math.Cbrt(float64(m.Mass))
		e.knocks = append(e.knocks, Knock{
			At: at, Pitch: float32(min(max(pitch, lowestPitch), topPitch)), Loudness: min(change/fullKnock, 1),
		})
	}
	if len(e.knocks) > mostKnocks {
		slices.SortFunc(e.knocks, func(a, b Knock) int { return cmp.Compare(b.Loudness, a.Loudness) })
		e.knocks = e.knocks[:mostKnocks]
	}
	return e.knocks
}
