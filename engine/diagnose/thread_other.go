//go:build !linux

package diagnose

// runDelay is not known here.
type runDelay struct{}

func (*runDelay) delay() int64 { return 0 }

func readThread(*Counters) {}

// NewThreadDelays makes a reader that knows of no delay.
func NewThreadDelays() func() int64 { return func() int64 { return 0 } }
