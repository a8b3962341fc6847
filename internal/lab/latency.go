package lab

import (
	"math/rand/v2"

	"tumble/engine/timestep"
)

// latency puts events at random moments and returns the mean time (ms) to the refresh that first shows their effect: on
// the camera, which follows the newest input, in a frame begun after the event; on a body at the end of the tick that
// the event belongs to, in the first frame that shows this moment.
func (r *rig) latency(s []sample) (body, camera float64) {
	const spread = 60 * timestep.Millisecond
	chance := rand.New(rand.NewPCG(3, 33))
	tick := timestep.Second / max(r.c.Hz, 1)
	var sums, counts [2]float64
	next := 0
	for at := s[0].begun; next < len(s); at += 20*timestep.Millisecond + chance.Int64N(spread) {
		// the frame that is begun after the event shows the camera
		for next < len(s) && s[next].begun < at {
			next++
		}
		if next == len(s) {
			break
		}
		sums[0], counts[0] = sums[0]+s[next].glass-float64(at), counts[0]+1
		// the tick with the event ends at a moment of the simulation, which a later frame shows
		end := ((at-s[next].zero)/tick + 1) * tick
		for i := next; i < len(s); i++ {
			if s[i].shown >= end {
				sums[1], counts[1] = sums[1]+s[i].glass-float64(at), counts[1]+1
				break
			}
		}
	}
	if counts[0] == 0 || counts[1] == 0 {
		return 0, 0
	}
	return sums[1] / counts[1] / 1e6, sums[0] / counts[0] / 1e6
}
