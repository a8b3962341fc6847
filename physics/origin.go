package physics

import (
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
// by it. Everything the world keeps goes along: bodies, bounds, trees, anchors of joints in
// the world, and the points in the events of the last step; nothing wakes up. Forces, velocities
// and contacts are the same as before, so that the motion goes on as if nothing had happened, apart
// from the rounding of positions. Positions that the caller keeps, as those of cameras and targets, are left to the
// caller to move.
//
// It is an error, and nothing moves, if a body would leave ±MaxPosition or the offset is not finite.
func (w *World) ShiftOrigin(offset Vec3) error {
	if r := w.recorder(); r != nil {
		return r.worldShiftOrigin(w, offset)
	}
	if w.locked.Load() {
		return ErrWorldLocked
	}
	if err := state.CheckVector("shift of the origin", offset, maxQuery); err != nil {
		return err
	}
	if err := w.step.CheckShift(offset); err != nil {
		return err
	}
	w.step.ShiftOrigin(offset)
	w.published.shift(offset)
	// whoever blends between steps must not blend across the shift
	w.published.next.Placed = w.Bodies(w.published.next.Placed)
	return nil
}
