package timestep

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
}

// TickOf returns the tick in which an event with this stamp (ns) is applied. It maps the stamp into the span in
// proportion: that holds for every speed, for a clamped frame, and for a pause (all stamps map to its start).
func (s FrameSpan) TickOf(stamp int64) uint64 {
	var dv uint64
	if stamp > s.From && s.To > s.From {
		dv = mulDiv(uint64(stamp-s.From), uint64(s.Virtual), uint64(s.To-s.From))
	}
	n, rem := mulDivRem(dv, uint64(s.Hz), uint64(s.Fraction), uint64(Second))
	if rem > 0 || n == 0 {
		n++
	}
	return s.Tick + n
}
