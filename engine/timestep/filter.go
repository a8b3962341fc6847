package timestep

// TimeFilter turns readings of the clock into the moments for which frames are drawn. The
// difference between two of its results is the time a frame passes on. It never goes
// backwards and stays near the real time.
type TimeFilter interface {
	// Advance takes the reading of this frame and returns the frame's moment (ns).
	Advance(now int64) int64
	// Submitted tells that the frame with this number has been handed over: the next
	// Advance is for the frame after it.
	Submitted(id uint64)
	// Presented reports the times of an earlier frame.
	Presented(f Feedback)
	// SetDisplay sets the nominal period of the display (ns, 0 unknown); ignored says that swaps do not wait for the
	// display.
	SetDisplay(period int64, ignored bool)
	// Lock says how far the filter trusts its estimate of the display.
	Lock() Lock
}

// Feedback has the times of one presented frame.
type Feedback struct {
	// ID counts frames that were handed over.
	ID uint64
	// DrawEnd is when the driver had all of the frame, Stamp when its swap returned (ns). The
	// stamp is noisy; DrawEnd says whether the frame can have been in time for a refresh.
	DrawEnd, Stamp int64
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
func (rawFilter) Submitted(uint64)        {}
func (rawFilter) Presented(Feedback)      {}
func (rawFilter) SetDisplay(int64, bool)  {}
func (rawFilter) Lock() Lock              { return LockFree }
