package renderer

import (
	"runtime"
	"time"
)

// State says how drawing gets on.
type State uint8

// The states. Evidence of progress decides: passes drawn, resources made, fences reached, swaps that returned.
const (
	StateQuick   State = iota
	StateSlow          // a picture takes long, and pictures come
	StateStalled       // no progress for much longer than a picture takes here
	StateDead          // no progress for Config.DeadAfter: the driver does not return
)

// Phase is a stage of the work of an executor on a packet.
type Phase uint32

// The phases.
const (
	PhaseIdle Phase = iota
	PhaseFence
	PhaseResources
	PhaseDraw
	PhaseSwap
	phaseCount
)

var phaseNames = [phaseCount]string{
	"idle", "waiting for the device", "making meshes and textures", "drawing", "waiting for the display",
}

func (p Phase) String() string { return phaseNames[min(p, phaseCount-1)] }

// Health is the finding of Executor.Watch.
type Health struct {
	State State
	Phase Phase
	// Picture is how long a picture takes here (ns): the newest one, or the one in progress if that takes longer.
	Picture int64
	// Still is the time without progress (ns). Time in which Watch was not called, or in which the program had no core,
	// does not count.
	Still int64
	// Stacks are the stacks of all goroutines, once for each stall and at the end; otherwise empty.
	Stacks string
}

const (
	// A first picture of ten seconds is slow, too.
	stallAfter = 15e9
	// stallPictures is how many times longer than the newest pictures one must take to be a stall: a device that needs
	// ten seconds a picture is slow.
	stallPictures = 2
	deadAfter     = 30e9
	// longestLook bounds what one look adds to the time without progress (ns). A program that was stopped, or whose
	// machine slept, watched nothing meanwhile.
	longestLook = 1e9
	// readAfter is the time without progress from which looks read for how long threads had no core (ns).
	readAfter = 100e6
	// slowPicture is the time of a picture from which drawing is slow (ns), slowPictures how many in a row there must
	// be: one alone is a hitch. A picture that takes longer than all of them together is slow by itself.
	slowPicture  = 100e6
	slowPictures = 3
)

// vigil measures the time without progress. One thread uses a vigil at a time.
type vigil struct {
	progress    uint64
	still, last int64
	told        State
	delay       func() int64 // a reader of Config.Delays, nil where there is none
	delayed     bool         // delay was read at the look before
	slow        int          // slow pictures in a row
	picture     int64        // the time of the newest one
	usual       int64        // the longest of the newest ones, forgotten by halves
}

// look adds the time since the last look if there was no progress. Beyond readAfter it leaves out the time in which a
// thread waited for a core: a driver on that thread could not answer.
func (v *vigil) look(now int64, progress uint64, busy bool) {
	passed := max(now-v.last, 0)
	span := min(passed, longestLook)
	v.last = now
	if !busy || progress != v.progress {
		v.progress, v.still, v.told, v.delayed = progress, 0, StateQuick, false
		return
	}
	v.still += span
	if v.delay == nil || v.still < readAfter {
		return
	}
	// the kernel counts a wait when the wait ends: subtract time that earlier looks have added
	waited := max(v.delay()-(passed-span), 0)
	if v.delayed {
		v.still = max(v.still-waited, readAfter)
	}
	v.delayed = true
}

// drawn takes a finished picture.
func (v *vigil) drawn(p *Present) {
	v.picture = max(p.SwapEnd, p.DrawEnd) - p.Begin
	v.usual = max(v.picture, v.usual/2)
	if v.slow++; v.picture < slowPicture {
		v.slow = 0
	}
}

// health decides between slow, stalled and dead.
func (v *vigil) health(now, begun int64, config *Config) Health {
	h := Health{Picture: v.picture, Still: v.still}
	if begun != 0 {
		h.Picture = max(h.Picture, now-begun)
	}
	switch {
	case v.still >= config.deadAfter():
		h.State = StateDead
	case v.still >= max(config.stallAfter(), stallPictures*v.usual):
		h.State = StateStalled
	case v.slow >= slowPictures, h.Picture >= slowPictures*slowPicture:
		h.State = StateSlow
	}
	if h.State >= StateStalled && h.State > v.told {
		v.told = h.State
		h.Stacks = stacks()
	}
	return h
}

func (c *Config) stallAfter() int64 {
	if c.StallAfter == 0 {
		return stallAfter
	}
	return c.StallAfter
}

func (c *Config) deadAfter() int64 {
	if c.DeadAfter == 0 {
		return deadAfter
	}
	return c.DeadAfter
}

// stacks returns the stacks of all goroutines.
func stacks() string {
	b := make([]byte, 1<<18)
	return string(b[:runtime.Stack(b, true)])
}

// Watch says how drawing gets on.
func (t *Threaded) Watch(now int64, visible bool) Health {
	if h := t.guarded.Swap(nil); h != nil {
		return *h
	}
	busy := visible && (t.queue.inFlight() || t.holder.Load() == askedBack)
	t.vigil.look(now, t.progress.Load(), busy)
	h := t.vigil.health(now, t.begun.Load(), &t.config)
	h.Phase = Phase(t.phase.Load())
	return h
}

// Close ends the render goroutine after the picture in progress. It has the same patience with a slow device as Watch,
// but for timeout (ns) without progress at most.
func (t *Threaded) Close(timeout int64) error {
	t.giveBack()
	t.quit.Store(true)
	signal(t.work)
	if !t.await(nil, min(timeout, t.config.deadAfter())) {
		return ErrHung
	}
	return t.Err()
}

// await waits for the channel or the end of the render goroutine, for limit (ns) without progress at most. It reports
// false when the limit has passed.
func (t *Threaded) await(c <-chan struct{}, limit int64) bool {
	v, period, was := &t.vigil, min(max(limit/4, 1), awaitLook), time.Time{}
	ticker := time.NewTicker(time.Duration(period))
	defer ticker.Stop()
	for {
		select {
		case <-c:
			return true
		case <-t.done:
			return true
		case at := <-ticker.C:
			passed := period
			if !was.IsZero() {
				passed = at.Sub(was).Nanoseconds()
			}
			was = at
			v.look(v.last+passed, t.progress.Load(), true)
			if v.still >= limit {
				return false
			}
		}
	}
}

// awaitLook is how often await looks for progress (ns).
const awaitLook = 50e6
