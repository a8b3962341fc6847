package physics

import (
	"tumble/physics/internal/solve"
	"tumble/physics/internal/state"
)

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
	if err := state.CheckVector("shift of the origin", offset, maxQuery); err != nil {
		return err
	}
	for i := range w.state.Bodies {
		if !w.state.Bodies[i].Alive() || w.state.Bodies[i].Frozen {
			continue
		}
		if err := state.CheckVector("position after a shift of the origin", w.state.Sims[i].Transform.P.Sub(offset), MaxPosition); err != nil {
			return err
		}
	}
	for kind := range w.broad.Trees {
		w.broad.Trees[kind].Shift(offset)
	}
	for i := range w.state.Bodies {
		if w.state.Bodies[i].Alive() {
			w.shiftBody(int32(i), offset)
		}
	}
	for i := range w.state.Joints {
		if w.state.Joints[i].Alive() {
			shiftJoint(&w.state.Rows[i], offset)
		}
	}
	w.islands.JointsChanged()
	w.published.shift(offset)
	// whoever blends between steps must not blend across the shift
	w.published.next.Placed = w.Bodies(w.published.next.Placed)
	w.broad.NoteChange()
	return nil
}

// shiftBody moves a body and the bounds of its shapes.
func (w *World) shiftBody(index int32, offset Vec3) {
	r, sim := &w.state.Bodies[index], &w.state.Sims[index]
	// the pose follows from the centre of mass, as it does in a step
	sim.Center, sim.Center0 = sim.Center.Sub(offset), sim.Center0.Sub(offset)
	sim.Transform.P = sim.Transform.P.Sub(offset)
	if r.SleepTime > 0 {
		// else it says nothing
		r.RestCenter = r.RestCenter.Sub(offset)
	}
	if r.Frozen && !state.ValidVector(sim.Transform.P, MaxPosition) {
		sim.Transform.P = state.ClampVector(sim.Transform.P, MaxPosition)
		sim.Center = sim.Transform.Apply(sim.LocalCenter)
	}
	for s := r.FirstShape; s != state.None; s = w.state.Shapes[s].Next {
		b := &w.state.Bounds[s]
		b.Fat = AABB{Min: b.Fat.Min.Sub(offset), Max: b.Fat.Max.Sub(offset)}
		b.Tight = w.state.Geometries[s].AABB(sim.Transform)
		if !b.Fat.Contains(b.Tight) {
			// far out the margin is not larger than the rounding
			w.broad.RefreshProxy(s)
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
