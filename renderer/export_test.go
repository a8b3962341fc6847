package renderer

import "time"

// Who has the context of a Threaded, for tests.
const (
	HeldByRender = heldByRender
	AskedBack    = askedBack
	OnTheTable   = onTheTable
	HeldByMain   = heldByMain
)

// Holder is who has the context.
func (t *Threaded) Holder() uint32 { return t.holder.Load() }

// Drain waits until nothing is to be drawn any more, at most timeout nanoseconds.
func (t *Threaded) Drain(timeout int64) {
	for end := time.Now().Add(time.Duration(timeout)); t.queue.inFlight() && t.Err() == nil && time.Now().Before(end); {
		time.Sleep(50 * time.Microsecond)
	}
}
