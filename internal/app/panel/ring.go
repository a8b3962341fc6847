package panel

import (
	"tumble/renderer/ui"
)

// historyLength is how many steps or frames the plots reach back.
const historyLength = 512

// ring holds the newest samples.
type ring struct {
	data [historyLength]float32
	next int
	// count is how many samples there are, at most historyLength
	count int
	sum   float64
}

func (r *ring) add(v float32) {
	r.sum += float64(v) - float64(r.data[r.next])
	r.data[r.next] = v
	r.next = (r.next + 1) % historyLength
	r.count = min(r.count+1, historyLength)
}

// samples are those that were taken, in no order.
func (r *ring) samples() []float32 { return r.data[:r.count] }

// mean is over the newest n samples.
func (r *ring) mean(n int) float64 {
	n = min(n, r.count)
	if n == 0 {
		return 0
	}
	sum := 0.0
	for i := range n {
		sum += float64(r.data[(r.next+historyLength-1-i)%historyLength])
	}
	return sum / float64(n)
}

func (r *ring) largest() float32 {
	top := float32(0)
	for _, v := range r.data {
		top = max(top, v)
	}
	return top
}

// most is the place of the largest sample.
func (r *ring) most() (at int) {
	for i, v := range r.data {
		if v > r.data[at] {
			at = i
		}
	}
	return at
}

// series is the ring as a plot takes it; before the first sample there is none.
func (r *ring) series(name string) ui.Series {
	if r.count < historyLength {
		return ui.Series{Name: name, Data: r.data[:r.count], Lead: historyLength - r.count}
	}
	return ui.Series{Name: name, Data: r.data[:], Start: r.next}
}
