package physics

import (
	"tumble/physics/internal/solve"
	"tumble/physics/vec"
)

// tremble is how many times faster than the sleep speed a body may be that goes nowhere.
const tremble = 4

// rests reports whether a body is slow, or trembles on the spot, that is, stays nearer to where
// it came to rest than the sleep speed takes it in the sleep time: tall piles ring for seconds
// at a few hertz, with amplitudes that nobody sees.
func (w *World) rests(r *body, sim *solve.Sim, s *solve.State) bool {
	limit := w.sleepSpeed(r)
	if r.sleepTime == 0 {
		r.restCenter, r.restRotation = sim.Center, sim.Transform.Q
	}
	if s.V.Len() > float32(tremble*limit) {
		return false
	}
	speed := r.speed(sim, s, w.scratch.dt)
	if speed <= limit {
		return true
	}
	if speed > float32(tremble*limit) {
		return false
	}
	turn := sim.Transform.Q.Mul(r.restRotation.Conj()).Vec()
	way := sim.Center.Dist(r.restCenter) + r.turnReach(sim, turn.Mul(2))
	return way <= float32(limit*w.settings.SleepTime)
}

// sleepSpeed is the speed (m/s) below which a body is sleepy.
func (w *World) sleepSpeed(r *body) float32 {
	if r.sleepSpeed >= 0 {
		return r.sleepSpeed
	}
	return w.settings.SleepSpeed
}

// speed (m/s) is that of the fastest point of a body. The displacement of the step
// counts half, so that a body that is being pushed out of another one is not at rest.
func (r *body) speed(sim *solve.Sim, s *solve.State, dt float32) float32 {
	speed := s.V.Len() + r.turnReach(sim, s.W)
	moved := s.DP.Len() + r.turnReach(sim, s.DQ.Vec().Mul(2))
	return vec.Max(speed, float32(0.5*moved)/dt)
}
