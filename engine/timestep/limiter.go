package timestep

import "fmt"

// Limiter gives the moments at which frames are to start for a number of frames per
// second. The moments are absolute: frame k starts at base + k/rate, so a late
// frame does not delay those after it, and no rounding adds up.
type Limiter struct {
	milliHz int64 // frames per 1000 s; 0 = no limit
	base    int64 // ns
	frame   int64 // frames since base
}

// MaxMilliHz is the highest limit, 100 000 frames per second.
const MaxMilliHz = 100_000_000

// SetRate limits to milliHz/1000 frames per second; 0 switches the limit off.
func (l *Limiter) SetRate(milliHz int64) error {
	if milliHz < 0 || milliHz > MaxMilliHz {
		return fmt.Errorf("engine: frame limit %d/1000 Hz: must be from 0 to %d/1000", milliHz, MaxMilliHz)
	}
	if milliHz != l.milliHz {
		*l = Limiter{milliHz: milliHz}
	}
	return nil
}

// Rate is the limit in 1/1000 Hz, 0 = none.
func (l *Limiter) Rate() int64 { return l.milliHz }

// Deadline is when the next frame may start (ns); now if there is no limit.
func (l *Limiter) Deadline(now int64) int64 {
	if l.milliHz == 0 || l.base == 0 {
		return now
	}
	return l.at(l.frame + 1)
}

// Started books a frame that started at now. A frame later than a whole period starts a
// new series: a stall must not be followed by a burst.
func (l *Limiter) Started(now int64) {
	if l.milliHz == 0 {
		return
	}
	l.frame++
	if l.base == 0 || now >= l.at(l.frame+1) || now < l.at(l.frame-1) {
		l.base, l.frame = now, 0
	}
	// keep the product in range: after 1000 s the pattern repeats exactly
	if l.frame == l.milliHz {
		l.base, l.frame = l.at(l.frame), 0
	}
}

// at is the start of frame k after base.
func (l *Limiter) at(k int64) int64 {
	if k < 0 {
		return l.base - int64(mulDiv(uint64(-k), 1000*uint64(Second), uint64(l.milliHz)))
	}
	return l.base + int64(mulDiv(uint64(k), 1000*uint64(Second), uint64(l.milliHz)))
}
