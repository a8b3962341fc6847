package timestep

// Mode says which moment a frame shows.
type Mode uint8

// The modes of drawing between ticks.
const (
	// Interpolate draws between the last two ticks: one tick behind, always a state the
	// simulation passed through.
	Interpolate Mode = iota
	// Latest draws the last tick.
	Latest
	// Extrapolate continues the motion of the last tick: no lag, but bodies overshoot
	// before every bounce.
	Extrapolate
	// ExtrapolateHold is Extrapolate for bodies that touch nothing; the others are drawn at the
	// last tick, so that nothing is pushed further into its support.
	ExtrapolateHold
)
