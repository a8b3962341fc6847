package timestep

// Callback is the step-state interpolator (Petersen): Update accumulates the time between frames, calls back for each
// whole step, and then draws once with the part of a step that is left over. Update has no limit: a caller that may be
// away for long shortens the time itself.
//
// Frame is the body of a loop. The first frame counts as FirstFrame, so that the picture moves in it, and a frame asks
// for the next frame before its own work, so that a long or failing frame does not break the cadence.
type Callback struct {
	length int64 // of a step, ns
	left   int64 // not yet stepped, ns
	last   int64 // start of the frame before, ns
	began  bool

	step func(dt int64)
	draw func(dt int64, ratio float64)
}

// FirstFrame is the length (ns) that the first frame of the step-state interpolator counts as: a frame of 60 Hz.
const FirstFrame = 16_666_667

// NewCallback returns a loop of steps of a length (ns). step gets the length of a step (ns), draw the time since the
// frame before (ns) and the part of a step since the last step, in [0, 1).
func NewCallback(length int64, step func(dt int64), draw func(dt int64, ratio float64)) *Callback {
	return &Callback{length: max(length, 1), step: step, draw: draw}
}

// Update takes the time of a frame (ns).
func (c *Callback) Update(dt int64) {
	for c.left += max(dt, 0); c.left >= c.length; {
		c.left -= c.length
		c.step(c.length)
	}
	c.draw(dt, float64(c.left)/float64(c.length))
}

// Frame runs a frame that begins at a reading of the clock (ns); request asks for the next one.
func (c *Callback) Frame(now int64, request func()) {
	if !c.began {
		c.began, c.last = true, now-FirstFrame
	}
	dt := now - c.last
	c.last = now
	request()
	c.Update(dt)
}
