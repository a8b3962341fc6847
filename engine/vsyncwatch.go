package engine

// vsyncWatch finds out whether swaps really wait for the display: a driver setting, a virtual
// machine or a bug can make them return at once, and the loop would then run at
// thousands of frames a second.
type vsyncWatch struct {
	last    int64 // stamp of the last swap
	fast    int   // swaps in a row that came too early
	ignored bool
}

// fastSwaps in a row, each in less than half a period, are no coincidence; at 60 Hz they take
// at most a quarter of a second.
const fastSwaps = 30

// presented takes one swap; refresh is the period of the display (ns).
func (w *vsyncWatch) presented(f Feedback, refresh int64) {
	if f.Changed || !f.Vsync {
		*w = vsyncWatch{last: f.Stamp}
		return
	}
	d := f.Stamp - w.last
	w.last = f.Stamp
	if refresh <= 0 || w.ignored {
		return
	}
	if d < refresh/2 {
		w.fast++
	} else {
		w.fast = 0
	}
	if w.fast >= fastSwaps {
		w.ignored = true
	}
}
