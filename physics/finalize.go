package physics

import (
	"slices"

	"tumble/physics/internal/solve"
	"tumble/physics/vec"
)

// finalizeBodies reads what the solver made of the awake bodies: how long they have been
// slow, whether their state is still usable, and where their shapes are now.
func (w *World) finalizeBodies(dt float32) {
	sc := &w.scratch
	sc.bad = sc.bad[:0]
	w.moves = slices.Grow(w.moves[:0], len(w.awake))[:len(w.awake)]
	for k, index := range w.awake {
		if !w.finalizeBody(k, index, dt) {
			w.bodies[index].sleepTime = 0
			sc.bad = append(sc.bad, badBody{index, int32(k)})
		}
	}
}

// finalizeBody returns false for a body that has to be quarantined.
func (w *World) finalizeBody(k int, index int32, dt float32) bool {
	r, sim, s := &w.bodies[index], &w.sims[index], &w.states[k+1]
	w.moves[k] = MoveEvent{Body: Body{w, index, r.generation}, Transform: sim.Transform}
	if !usable(sim, s) {
		return false
	}
	if bodySpeed(sim, s, dt) > w.sleepSpeed(r) || !r.allowSleep {
		r.sleepTime = 0
	} else {
		r.sleepTime += dt
	}
	for i := r.firstShape; i != none; i = w.shapes[i].next {
		sh := &w.shapes[i]
		if sh.proxy == none {
			continue
		}
		bounds := w.geometries[i].AABB(sim.Transform)
		if !sh.fat.Contains(bounds) {
			sh.fat = bounds.Expand(w.fatten(sh))
			w.bufferMove(i)
		}
	}
	return true
}

// sleepSpeed is the speed (m/s) below which a body is sleepy.
func (w *World) sleepSpeed(r *body) float32 {
	if r.sleepSpeed >= 0 {
		return r.sleepSpeed
	}
	return w.settings.SleepSpeed
}

// bodySpeed is the speed (m/s) of the fastest point of a body. The displacement of the step
// counts half, so that a body that is being pushed out of another one is not at rest.
func bodySpeed(sim *solve.Sim, s *solve.State, dt float32) float32 {
	speed := s.V.Len() + float32(s.W.Len()*sim.MaxExtent)
	turn := 2 * s.DQ.Vec().Len()
	moved := s.DP.Len() + float32(turn*sim.MaxExtent)
	return vec.Max(speed, float32(0.5*moved)/dt)
}

// usable reports whether velocity and pose are finite and within the bounds of the world.
func usable(sim *solve.Sim, s *solve.State) bool {
	return s.V.IsFinite() && s.W.IsFinite() && validVector(sim.Transform.P, MaxPosition) && sim.Transform.Q.IsUnit()
}

// refitTrees tells the trees about the shapes that left their fat bounds in this step.
func (w *World) refitTrees() {
	for _, index := range w.moved {
		s := &w.shapes[index]
		w.trees[w.bodies[s.body].kind].Enlarge(s.proxy, s.fat)
	}
	w.trees[Kinematic].Rebuild(false)
	w.trees[Dynamic].Rebuild(false)
}
