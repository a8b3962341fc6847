package timestep

// inputDelay (ns) is added to the stamp of an event where the time of frames is filtered: a filter may be ahead of the
// readings of the clock, and would have run the tick of an event before that is known. Readings of a display are late
// by half a millisecond at most on a good desktop. Without it: TestInputKeepsItsTickUnderNoise.
const inputDelay = Millisecond

// FrameSpan is the stretch of time between two frames, by which an event finds its tick.
type FrameSpan struct {
	// From and To are the clock readings of the last and of this frame (ns).
	From, To int64
	// Virtual is the virtual time that passed between them (ns).
	Virtual int64
	// Tick is the number of ticks run before this frame, Fraction the part of a
	// tick that was left over then (10⁻⁹ tick), Hz the tick rate.
	Tick     uint64
	Fraction int64
	Hz       int64
	// Period (ns), if not 0, is the length of a tick of a strategy that counts nanoseconds; Left, the time that it had
	// not simulated before this frame (ns), stands for Fraction then.
	Period, Left int64
	// Ahead is added to the virtual time of a stamp (ns): the delay of input, less what the filtered time is ahead of
	// the readings.
	Ahead int64
}

// TickOf returns the tick in which an event with this stamp (ns) is applied: the first one whose time is at or after
// it. It maps the stamp into the span in proportion: that holds for every speed, for a clamped frame, and for a pause
// (all stamps map to its start).
func (s FrameSpan) TickOf(stamp int64) uint64 {
	dv := s.Ahead
	if stamp > s.From && s.To > s.From {
		dv += int64(mulDiv(uint64(stamp-s.From), uint64(s.Virtual), uint64(s.To-s.From)))
	}
	if s.Period > 0 {
		return s.Tick + uint64(max((dv+s.Left+s.Period-1)/s.Period, 1))
	}
	if dv < 0 {
		// before the end of the tick that goes on
		return s.Tick + 1
	}
	n, rem := mulDivRem(uint64(dv), uint64(s.Hz), uint64(s.Fraction), uint64(Second))
	if rem > 0 || n == 0 {
		n++
	}
	return s.Tick + n
}
