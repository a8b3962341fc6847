package engine

// TimeFilter turns readings of the clock into the moments for which frames are drawn. The
// difference between two of its results is the time a frame passes on. It must not go
// backwards and must stay near the real time.
type TimeFilter interface {
	// Advance takes the reading of this frame and returns the frame's moment (ns).
	Advance(now int64) int64
	// Presented tells what became of an earlier frame.
	Presented(p Feedback)
	// Lock says how far the filter trusts what it knows of the display.
	Lock() Lock
}

// Feedback is what became of one frame.
type Feedback struct {
	// ID counts frames that were recorded.
	ID uint64
	// Submitted is when the frame was handed to the driver, Stamp when its swap had
	// returned (ns).
	Submitted, Stamp int64
	// Vsync is whether the swap was to wait for the display.
	Vsync bool
	// Changed is set for the first frame after a change of Vsync or of the display.
	Changed bool
}

// Lock is the state of a TimeFilter.
type Lock uint8

// The states of a filter. A free filter follows the clock; a locked one follows
// the display; a limited one follows the software frame limit.
const (
	LockFree Lock = iota
	LockAcquiring
	LockHeld
	LockLimited
)

func (l Lock) String() string {
	return [...]string{"free", "acquiring", "locked", "limited"}[min(l, LockLimited)]
}

// rawFilter passes readings on.
type rawFilter struct{}

func (rawFilter) Advance(now int64) int64 { return now }
func (rawFilter) Presented(Feedback)      {}
func (rawFilter) Lock() Lock              { return LockFree }
