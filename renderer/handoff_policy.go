package renderer

import "slices"

// handoffPolicy decides which thread draws: the render goroutine or the main thread. A second thread pays while the
// main thread has work to do beside drawing. Where the main thread has next to none and the driver draws on the
// processor with a thread for each core, a render goroutine costs the driver more than it saves: each frame has to wake
// it, and the main thread and the scheduler of Go look for each other's progress on cores that could draw.
//
// The policy looks at windows of frames. When the work of the main thread is a small part of short frames that follow
// each other without a pause, the main thread draws on trial, and goes on if frames do not become longer. The main
// thread stops drawing when its work has grown, when frames are long, or when there are pauses between frames, in which
// the thread could answer events. The policy compares both ways again now and then.
type handoffPolicy struct {
	inline bool  // the main thread is to draw
	trial  bool  // inline is on trial: do frames become longer?
	before int64 // the time of a frame before the trial
	first  int64 // the time of a frame in the first window of the trial, 0 before the window ends
	since  int64 // when inline was changed
	wait   int64 // how long inline stays unchanged
	fail   int64 // the last wait after a trial that failed
	hold   int64 // how long the main thread draws before the render goroutine gets another trial

	// the window
	skip    int
	last    int64 // when the frame before was shown
	from    int64
	n       int
	frames  [policyFrames]int64 // from one frame shown to the next
	drawing int64               // sum of the times of drawing and swapping

	// sums of the main thread over the window
	packets, recording, stepping int64
}

// Limits of the decision. Times are ns.
const (
	policyFrames = 32
	// policyTime ends a window of at least policyLeast frames.
	policyTime, policyLeast = 250e6, 8
	// policySkip (frames) are left out of the window after a change.
	policySkip = 4
	// shares of the main thread's work in the time of drawing: below beginShare a trial begins, above endShare the main
	// thread stops drawing
	beginShare, endShare = .15, .3
	// times of drawing (ns), in which the main thread hears no event: below beginDrawing a trial begins, above
	// endDrawing the main thread stops drawing
	beginDrawing, endDrawing = 16e6, 25e6
	// idleFactor: frames that are further apart than this multiple of drawing and work have pauses between them.
	idleFactor = 1.3
	// slower (ratio): frames of a successful trial are at most so much longer. The margin is the noise; at equal speed
	// one busy thread is better than two.
	slower = 1.04
	// farSlower (ratio) ends a trial after one window. Otherwise a trial has two windows, as other programs may slow
	// one.
	farSlower = 1.3
	// leastWait is how long the render goroutine draws after it took over, and the double of it after each trial
	// that failed. leastHold and its doubles are how long the main thread draws before the two are compared again.
	leastWait, leastHold, mostWait = 1e9, 4e9, 64e9
)

// submitted takes the work of the main thread for a packet.
func (b *handoffPolicy) submitted(h *Header) {
	b.packets++
	b.recording += h.RecordEnd - h.RecordBegin
	b.stepping += h.Stepped
	if b.inline && h.Vsync != VsyncOff {
		b.change(false, h.RecordEnd, leastWait)
	}
}

// presented takes the present record of a frame.
func (b *handoffPolicy) presented(r *Present) {
	if !r.Swapped || r.Interval != 0 || r.Inline != b.inline {
		b.restart(policySkip)
		return
	}
	last := b.last
	b.last = r.SwapEnd
	if b.skip > 0 || last == 0 {
		b.skip = max(b.skip-1, 0)
		b.from, b.packets, b.recording, b.stepping = r.SwapEnd, 0, 0, 0
		return
	}
	b.frames[b.n] = r.SwapEnd - last
	b.drawing += r.SwapEnd - r.Begin
	b.n++
	if b.n == len(b.frames) || b.n >= policyLeast && r.SwapEnd-b.from > policyTime {
		b.decide(r.SwapEnd)
		b.restart(0)
	}
}

// restart begins a window after some more frames.
func (b *handoffPolicy) restart(skip int) {
	b.skip, b.last = skip, 0
	b.n, b.drawing = 0, 0
}

// decide decides at the end of a window.
func (b *handoffPolicy) decide(now int64) {
	frame := midmean(b.frames[:b.n])
	drawing := float64(b.drawing) / float64(b.n)
	// ticks follow the clock, recordings that were replaced would not have been made
	work := float64(b.stepping)/float64(b.n) + float64(b.recording)/float64(max(b.packets, 1))
	idle := float64(frame) > idleFactor*(drawing+work)
	unfit := work > endShare*drawing || drawing > endDrawing || idle
	rested := now-b.since >= b.wait
	switch {
	case b.trial && !unfit:
		b.compare(frame, now)
	case b.trial:
		b.failed(now)
	case b.inline && unfit:
		b.change(false, now, leastWait)
	case b.inline:
		if now-b.since > b.hold {
			b.change(false, now, 0)
		}
	case rested && work < beginShare*drawing && drawing < beginDrawing && !idle:
		b.change(true, now, 0)
		b.trial, b.before, b.first = true, frame, 0
	}
}

// compare ends a trial, or goes on to its second window when the first was slower by no more than noise.
func (b *handoffPolicy) compare(frame, now int64) {
	limit := float64(b.before)
	if b.first != 0 {
		frame, limit = (b.first+frame)/2, slower*limit
	}
	switch {
	case float64(frame) <= limit:
		b.trial, b.fail = false, 0
		b.hold = min(max(2*b.hold, leastHold), mostWait)
	case b.first == 0 && float64(frame) <= farSlower*limit:
		b.first = frame
	default:
		b.failed(now)
	}
}

// failed ends a trial.
func (b *handoffPolicy) failed(now int64) {
	b.fail, b.hold = min(max(2*b.fail, leastWait), mostWait), 0
	b.change(false, now, b.fail)
}

func (b *handoffPolicy) change(inline bool, now, wait int64) {
	b.inline, b.trial, b.since, b.wait = inline, false, now, wait
	b.restart(policySkip)
}

// midmean is the mean of the middle half of the times: hitches do not count, but every other frame with
// a step does. It sorts them.
func midmean(times []int64) int64 {
	slices.Sort(times)
	mid := times[len(times)/4 : len(times)-len(times)/4]
	sum := int64(0)
	for _, t := range mid {
		sum += t
	}
	return sum / int64(len(mid))
}
