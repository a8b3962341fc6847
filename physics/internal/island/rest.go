package island

import (
	"tumble/physics/internal/solve"
	"tumble/physics/internal/state"
)

// tremble is the factor of the sleep speed up to which a body that stays in place counts as resting.
const tremble = 4

// tooFast is a speed (m/s) that no body at rest has.
const tooFast = 3e38

// fallRounding (1): part of the change of speed by gravity in a step that is lost in rounding. A pole of 10 m that
// leans by 1e-5 rad quickens by ten times as much. Without it: TestNothingHangsInTheAir, a cube of 1 mm stays awake.
const fallRounding = 1e-6

// rests reports whether a body is slow, or trembles on the spot, that is, stays nearer to where
// it came to rest than the sleep speed takes it in the sleep time: tall piles ring for seconds
// at a few hertz, with amplitudes that nobody sees.
func (isl *Manager) rests(r *state.Body, sim *solve.Sim, s *solve.State) bool {
	limit := isl.sleepSpeed(r)
	if r.SleepTime == 0 {
		r.RestCenter, r.RestRotation = sim.Center, sim.Transform.Q
		r.RestSpeed, r.Quickening = tooFast, 0
	}
	if s.V.Len() > float32(tremble*limit) {
		return false
	}
	speed := r.Speed(sim, s, isl.dt)
	if speed-r.RestSpeed > float32(fallRounding*float32(isl.dt*isl.Settings.Gravity.Len())) {
		r.Quickening += isl.dt
	} else {
		r.Quickening = 0
	}
	r.RestSpeed = speed
	if speed <= limit {
		return true
	}
	if speed > float32(tremble*limit) {
		return false
	}
	rotation := sim.Transform.Q.Mul(r.RestRotation.Conj()).Vec()
	displacement := sim.Center.Dist(r.RestCenter) + r.RotationReach(sim, rotation.Mul(2))
	return displacement <= float32(limit*isl.Settings.SleepTime)
}

// quickens reports whether a slow body gets faster and faster, as one that gravity is about to tip over. A body that
// rings, settles or trembles does not for half of the time to sleep.
func (isl *Manager) quickens(r *state.Body) bool {
	return r.Quickening > 0 && r.Quickening >= float32(0.5*isl.Settings.SleepTime)
}

// sleepSpeed is the speed (m/s) below which a body is sleepy.
func (isl *Manager) sleepSpeed(r *state.Body) float32 {
	if r.SleepSpeed >= 0 {
		return r.SleepSpeed
	}
	return isl.Settings.SleepSpeed
}

// NoteRest counts for how long a body has been slow after a step, unless it may not sleep or its state is unusable.
func (isl *Manager) NoteRest(r *state.Body, sim *solve.Sim, s *solve.State) {
	if r.AllowSleep && isl.rests(r, sim, s) {
		r.SleepTime += isl.dt
	} else {
		r.SleepTime = 0
	}
}
