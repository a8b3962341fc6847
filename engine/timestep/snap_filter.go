package timestep

// snapFilter is the frame-time treatment of Glaiel ("How to make your game run at 60fps", 2019):
// times between frames within 0.2 ms of a whole number of refreshes count as that, and
// the last four are averaged with the remainder kept. It is here for comparison.
type snapFilter struct {
	nominal int64
	last    int64
	out     int64
	started bool
	past    [4]int64
	filled  bool
	carry   int64
}

const (
	snapWithin = 200 * Microsecond
	snapMost   = 8
)

func (s *snapFilter) Advance(now int64) int64 {
	period := s.nominal
	if period <= 0 {
		period = Second / 60
	}
	if !s.started {
		s.started, s.last, s.out = true, now, now
		return now
	}
	delta := now - s.last
	s.last = now
	switch {
	case delta > snapMost*period: // a stall: start over
		s.filled, s.carry = false, 0
		s.out = now
		return now
	case delta < 0:
		delta = 0
	}
	for i := int64(1); i <= snapMost; i++ {
		if d := delta - i*period; d < snapWithin && d > -snapWithin {
			delta = i * period
			break
		}
	}
	if !s.filled {
		s.filled = true
		s.past = [4]int64{delta, delta, delta, delta}
	}
	s.past = [4]int64{s.past[1], s.past[2], s.past[3], delta}
	sum := s.past[0] + s.past[1] + s.past[2] + s.past[3] + s.carry
	s.carry = sum % 4
	s.out += sum / 4
	// an error of more than eight frames is not noise any more
	if d := now - s.out; d > snapMost*period || d < -snapMost*period {
		s.out = max(s.out, now)
	}
	return s.out
}

func (s *snapFilter) Submitted(uint64) {}

func (s *snapFilter) Presented(Feedback) {}

func (s *snapFilter) SetDisplay(period int64, _ bool) { s.nominal = period }

func (s *snapFilter) Lock() Lock { return LockFree }
