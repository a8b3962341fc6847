package keyframe

import "math"

// triple is a vector in double precision: differences of recorded values are exact in it.
type triple [3]float64

// door is the set of slopes from a key that come within a tolerance of every sample since the key, one interval for
// each axis (the swinging door of Bristol, "Swinging door trending", ISA 1990). It needs no sample again: memory and
// time for a sample are constant however far the next key is.
type door struct{ low, high triple }

func openDoor() door {
	inf := math.Inf(1)
	return door{triple{-inf, -inf, -inf}, triple{inf, inf, inf}}
}

// admits reports whether the straight line to v, dt seconds after the key, passes every sample.
func (d *door) admits(v triple, dt float64) bool {
	for i, x := range v {
		slope := x / dt
		if !(slope >= d.low[i] && slope <= d.high[i]) {
			return false
		}
	}
	return true
}

// narrow keeps the slopes that pass v within the tolerance of each axis, dt seconds after the key.
func (d *door) narrow(v triple, dt, tolerance float64) {
	for i, x := range v {
		d.low[i] = max(d.low[i], (x-tolerance)/dt)
		d.high[i] = min(d.high[i], (x+tolerance)/dt)
	}
}
