//go:build !linux

package diagnose

// runDelay is not known here.
type runDelay struct{}

func (*runDelay) delay() int64 { return 0 }

func readThread(*Counters) {}

// ThreadDelays is not known here.
type ThreadDelays struct{}

// Longest is 0: it is not known here how long threads had no core.
func (*ThreadDelays) Longest() int64 { return 0 }
