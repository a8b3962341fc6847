package timestep

// VsyncWatch finds out whether swaps really wait for the display: a driver setting, a virtual
// machine or a bug can make them return at once, and the loop would then run at
// thousands of frames a second.
type VsyncWatch struct {
	last    int64 // stamp of the last swap
	fast    int   // swaps that came too early, less those that did not
	ignored bool
}

// fastSwaps, each in less than half a period and far more than the others, are no coincidence; at 60 Hz
// they take at most a quarter of a second on a machine that has nothing else to do.
const fastSwaps = 30

// Presented takes one swap; refresh is the period of the display (ns).
func (w *VsyncWatch) Presented(f Feedback, refresh int64) {
	if f.Changed || !f.Vsync {
		*w = VsyncWatch{last: f.Stamp}
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
		// a slow frame proves little: the machine may be busy. Stamps that are early and late in turns
		// must not add up
		w.fast = max(w.fast-2, 0)
	}
	if w.fast >= fastSwaps {
		w.ignored = true
	}
}

// Ignored reports whether swaps have been found not to wait for the display.
func (w *VsyncWatch) Ignored() bool { return w.ignored }
