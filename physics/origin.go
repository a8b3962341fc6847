package physics

import "tumble/physics/internal/solve"

// Precision
//
// Positions are single precision numbers: neighbouring ones are 0.06 mm apart 1 km from the origin,
// 1 mm at 10 km and 8 mm at MaxPosition. Collision is computed in the frame of one of the two
// bodies and keeps all its digits; it is the sum of position and motion that loses them, first
// seen as creeping and trembling. Up to 2 km from the origin a world behaves as at it. A larger one
// is kept around what matters, say the player, by ShiftOrigin whenever that has gone
// farther than a kilometre or so.

// ShiftOrigin moves the origin of the world to the point offset (m): every position becomes smaller
// by it. Everything the world keeps goes along: bodies, bounds, trees, what joints hold in
// the world, and the points in the events of the last step; nothing wakes up. Forces, velocities
// and contacts are the same as before, so that the motion goes on as if nothing had happened, apart
// from the rounding of positions. What the caller keeps, as cameras and targets, is the caller's to
// move.
//
// It is an error, and nothing moves, if a body would leave ±MaxPosition or the offset is not finite.
func (w *World) ShiftOrigin(offset Vec3) error {
	if r := w.recorder(); r != nil {
		return called[error](r, "World.ShiftOrigin", w, offset)
	}
	if w.locked.Load() {
		return ErrWorldLocked
	}
	if err := checkVector("shift of the origin", offset, maxQuery); err != nil {
		return err
	}
	for i := range w.bodies {
		if !w.bodies[i].alive() || w.bodies[i].frozen {
			continue
		}
		if err := checkVector("position after a shift of the origin", w.sims[i].Transform.P.Sub(offset), MaxPosition); err != nil {
			return err
		}
	}
	for kind := range w.trees {
		w.trees[kind].Shift(offset)
	}
	for i := range w.bodies {
		if w.bodies[i].alive() {
			w.shiftBody(int32(i), offset)
		}
	}
	for i := range w.joints {
		if w.joints[i].alive() {
			shiftJoint(&w.rows[i], offset)
		}
	}
	w.graph.TouchJoints()
	w.published.shift(offset)
	// whoever blends between steps must not blend across the shift
	w.published.next.Placed = w.Bodies(w.published.next.Placed)
	w.noteChange()
	return nil
}

// shiftBody moves a body and the bounds of its shapes.
func (w *World) shiftBody(index int32, offset Vec3) {
	r, sim := &w.bodies[index], &w.sims[index]
	// the pose follows from the centre of mass, as it does in a step
	sim.Center, sim.Center0 = sim.Center.Sub(offset), sim.Center0.Sub(offset)
	sim.Transform.P = sim.Transform.P.Sub(offset)
	if r.sleepTime > 0 {
		// else it says nothing
		r.restCenter = r.restCenter.Sub(offset)
	}
	if r.frozen && !validVector(sim.Transform.P, MaxPosition) {
		sim.Transform.P = clampVector(sim.Transform.P, MaxPosition)
		sim.Center = sim.Transform.Apply(sim.LocalCenter)
	}
	for s := r.firstShape; s != none; s = w.shapes[s].next {
		b := &w.bounds[s]
		b.fat = AABB{Min: b.fat.Min.Sub(offset), Max: b.fat.Max.Sub(offset)}
		b.tight = w.geometries[s].AABB(sim.Transform)
		if !b.fat.Contains(b.tight) {
			// far out the margin is not larger than the rounding
			w.refreshProxy(s)
		}
	}
}

// shiftJoint moves what a joint knows of the world.
func shiftJoint(j *solve.Joint, offset Vec3) {
	if j.BodyA == solve.World {
		j.FrameA.P = j.FrameA.P.Sub(offset)
	}
	if j.Kind == solve.PulleyJoint {
		j.GroundA, j.GroundB = j.GroundA.Sub(offset), j.GroundB.Sub(offset)
	}
}
