package nettime

import "math"

// Spread estimates the mean of a quantity and its mean deviation by exponential means (RFC 6298, 2).
type Spread struct {
	Mean, Deviation float64
	// Samples is how many were seen.
	Samples int
}

// Observe takes a sample.
func (s *Spread) Observe(x float64) {
	s.Samples++
	gain := max(1/float64(s.Samples), spreadGain)
	off := x - s.Mean
	s.Mean += float64(gain * off)
	if s.Samples > 1 {
		s.Deviation += float64(gain * (math.Abs(off) - s.Deviation))
	}
}

// Above is a bound that few samples exceed.
func (s *Spread) Above() float64 { return s.Mean + float64(safeDeviations*s.Deviation) }

// Below is a bound below which few samples lie.
func (s *Spread) Below() float64 { return s.Mean - float64(safeDeviations*s.Deviation) }

// Steering runs ticks a little fast or slow until an observed quantity, in ticks, has its wanted value: how early the
// inputs of a client come (Ford 2017), or by how much a peer is ahead of the other (Cannon 2006).
type Steering struct {
	// Wanted (ticks) is the aim, Seen the observed values. A tick that is gained moves the quantity up by one.
	Wanted float64
	Seen   Spread
}

// Observe takes a value (ticks).
func (s *Steering) Observe(ticks float64) { s.Seen.Observe(ticks) }

// Rate is the rate of the ticks, 1 for nominal.
func (s *Steering) Rate() float64 {
	if s.Seen.Samples == 0 {
		return 1
	}
	return 1 + min(max(steerGain*(s.Wanted-s.Seen.Mean), -SteerMost), SteerMost)
}
