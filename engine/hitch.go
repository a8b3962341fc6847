package engine

import (
	"fmt"
	"slices"

	"tumble/renderer"
)

// Cause is what made a frame long.
type Cause uint8

// The causes. CauseStep, CauseRecord and CauseDraw are work, CauseSwap is a swap that blocked,
// CauseCollector time taken by the garbage collector, CauseScheduler time in which the main thread had work and
// no core, and CauseWait time in which the program wanted to run and nothing of that tells why it did not.
const (
	CauseNone Cause = iota
	CauseStep
	CauseRecord
	CauseDraw
	CauseSwap
	CauseCollector
	CauseScheduler
	CauseWait
	causeCount
)

var causeNames = [causeCount]string{"none", "step", "record", "draw", "swap", "collector", "descheduled", "wait"}

func (c Cause) String() string { return causeNames[min(c, CauseWait)] }

// Trigger is the sign by which a hitch was noticed.
type Trigger uint8

// The triggers.
const (
	TriggerNone      Trigger = iota
	TriggerWork              // work took longer than the budget and far longer than usual
	TriggerBacklog           // ticks began to be given up
	TriggerRefresh           // the display showed a frame longer than it should have
	TriggerCollector         // the collector held the main thread up
	TriggerScheduler         // the main thread wanted to run and had no core
)

var triggerNames = [...]string{"none", "work", "backlog", "missed refresh", "collector", "scheduler"}

func (t Trigger) String() string { return triggerNames[min(t, TriggerScheduler)] }

// Hitch is a frame that took longer than it should have.
type Hitch struct {
	Frame   uint64
	Tick    uint64 // the newest tick of the frame
	FrameNs int64
	Trigger Trigger
	Cause   Cause
	// Part is the time that the cause accounts for (ns).
	Part int64
	// Besides is the cause that accounts for most of what Cause does not, BesidesPart its time (ns).
	Besides     Cause
	BesidesPart int64
	// Time is the reading of the clock at which it was judged (ns).
	Time int64
}

func (h Hitch) String() string {
	return fmt.Sprintf("frame %d took %.1f ms, %.1f ms of it: %s", h.Frame, float64(h.FrameNs)/1e6, float64(h.Part)/1e6, h.Cause)
}

// FrameSample is what one frame took, from the start of its recording to that of the next one (ns).
type FrameSample struct {
	Frame, Tick uint64
	Time        int64 // the reading of the clock at its end
	Frames      int64 // how long it was
	Steps       int
	Step        int64 // its ticks
	StepStall   int64 // part of Step without a core
	Record      int64
	RecordStall int64
	Late        int64 // woken so much later than asked for
	Draw, Swap  int64 // of the frame that the executor finished last
	DrawCPU     int64 // processor time of the program while it was drawn
	DrawStall   int64 // of a hitch: the part of Draw for which there was no core
	Inline      bool  // that frame was drawn by the main thread
	DrawLate    int64 // taken by the executor so much later than it could have been
	Allocated   uint64
	Pauses      int64 // of the collector
	Waits       int64 // of goroutines for a core
	WaitCount   uint64
	Dropped     int64 // ticks given up
	Cycles      uint64
	Collecting  bool
	Trigger     Trigger
	Cause       Cause
}

// HitchHistory is how many frames the ring of samples reaches back.
const HitchHistory = 2048

// usualOver is over how many frames the usual time of something is taken.
const usualOver = 63

// afterHitch is how many frames after a hitch are no hitches: one makes up for the steps, the next shows that.
const afterHitch = 3

// settleTime is how long after a hitch ticks are given up because of it (ns).
const settleTime = Second / 2

// HitchLimits say what is too long.
type HitchLimits struct {
	// Budget of work for a frame (ns); 0 takes a period of the display.
	Budget int64
	// Factor is how many times longer than usual work must be.
	Factor float64
	// Stall is how long the main thread may be without a core (ns); 0 takes half a period of the display or, where
	// frames take longer than that, half of what they usually take, 4 ms at least: what is shorter is made up for
	// within the frame.
	Stall int64
}

// DefaultHitchLimits are three times the usual work, and half a period without a core.
func DefaultHitchLimits() HitchLimits { return HitchLimits{Factor: 3} }

// leastStall is the shortest time without a core that counts where no limit is set (ns).
const leastStall = 4 * Millisecond

// stallLimit is how long the main thread may be without a core in a frame with a display of this period (ns).
func (w *hitchWatch) stallLimit(s *FrameSample, period int64) int64 {
	if w.limits.Stall > 0 {
		return w.limits.Stall
	}
	limit := max(leastStall, period/2)
	if max(stalled(s), s.Pauses) > limit {
		limit = max(limit, w.usually(frameTime)/2)
	}
	return limit
}

// hitchWatch finds long frames and what made them long. It looks at work and at evidence: the time between
// frames alone tells nothing, as it is a multiple of the refresh whatever the work.
type hitchWatch struct {
	limits  HitchLimits
	witness Witness
	clock   Clock

	acc, own FrameSample // since the last judgement, and of the ticks of the frame that has begun
	now, was Evidence
	begun    int64 // CPU time when the part in progress began
	given    int64 // ticks given up since the start, when the frame began
	dropped  int64 // and at the last judgement
	dropping bool
	odd      uint64 // pauses of the collector beyond two for each cycle, while none was under way
	wake     int    // frames that pay for a hitch: the steps that are made up for are none of their own
	swapEnd  int64
	ring     []FrameSample
	next     int
	count    int
	usual    [usualOver]int64
	seen     Hitch
}

func newHitchWatch(c Clock, w Witness) hitchWatch {
	if w == nil {
		w = NewWitness()
	}
	return hitchWatch{limits: DefaultHitchLimits(), witness: w, clock: c, ring: make([]FrameSample, HitchHistory)}
}

// beginFrame takes the evidence at the start of a frame: what comes after belongs to the frame that begins.
func (w *hitchWatch) beginFrame(dropped int64) {
	w.witness.Read(&w.now)
	w.given = dropped
}

// beginPart begins a piece of work of the main thread.
func (w *hitchWatch) beginPart() { w.begun = w.witness.CPU() }

// stall is how long the main thread had no core in a piece of work that took so long (ns). Where processor
// time is not known it is 0.
func (w *hitchWatch) stall(wall int64) int64 {
	cpu := w.witness.CPU()
	if cpu == 0 {
		return 0
	}
	return max(wall-(cpu-w.begun), 0)
}

// ticked takes the ticks of a frame that has begun.
func (w *hitchWatch) ticked(steps int, wall int64) {
	w.acc.Step += w.own.Step
	w.acc.StepStall += w.own.StepStall
	w.acc.Steps += w.own.Steps
	w.own = FrameSample{Steps: steps, Step: wall, StepStall: w.stall(wall)}
}

// recorded takes the recording of a frame.
func (w *hitchWatch) recorded(wall int64) {
	w.acc.Record, w.acc.RecordStall = wall, w.stall(wall)
}

// woke takes how much later than asked for the main thread was woken.
func (w *hitchWatch) woke(late int64) { w.acc.Late = max(w.acc.Late, late) }

// frameFacts is what the loop knows about a frame besides.
type frameFacts struct {
	frame, tick     uint64
	now             int64
	frameNs, period int64
	honoured        bool // swaps are known to wait for the display
	software        bool // the processor draws
	stood           bool // the picture stood still on purpose
	present         *renderer.Present
}

// judge closes the sample of the last recorded frame and reports whether it was a hitch.
func (w *hitchWatch) judge(in *frameFacts) bool {
	s := &w.acc
	p := in.present
	// the ticks of the frame that has begun are not among those that are judged
	s.Frame, s.Tick, s.Time, s.Frames = in.frame, in.tick-uint64(w.own.Steps), in.now, in.frameNs
	s.Draw, s.Swap, s.DrawCPU, s.Inline = p.DrawEnd-p.Begin, p.SwapEnd-p.SwapBegin, p.DrawCPU, p.Inline
	if w.swapEnd != 0 && p.SwapEnd != w.swapEnd {
		s.DrawLate = max(p.Begin-max(p.Submitted, w.swapEnd), 0)
	}
	s.Dropped = w.given - w.dropped
	s.Allocated, s.Pauses = w.now.Allocated-w.was.Allocated, w.now.PauseNs-w.was.PauseNs
	s.Waits, s.WaitCount = w.now.WaitNs-w.was.WaitNs, w.now.Waits-w.was.Waits
	s.Cycles = w.now.Cycles - w.was.Cycles
	s.Collecting = w.collecting(s)
	found := false
	w.wake = max(w.wake-1, 0)
	if !in.stood && w.count > usualOver/2 && w.wake == 0 {
		s.Trigger = w.trigger(s, in)
		found = s.Trigger != TriggerNone
	}
	if found {
		w.seen = Hitch{Frame: s.Frame, Tick: s.Tick, FrameNs: s.Frames, Trigger: s.Trigger, Time: in.now}
		w.blame(s, in)
		s.Cause = w.seen.Cause
		w.wake = afterHitch
	}
	w.was = w.now
	w.dropped, w.dropping, w.swapEnd = w.given, s.Dropped > 0, p.SwapEnd
	w.ring[w.next] = *s
	w.next = (w.next + 1) % len(w.ring)
	w.count = min(w.count+1, len(w.ring))
	w.acc = FrameSample{}
	return found
}

// collecting reports whether the collector may have held the main thread up in a frame. A cycle stops the world
// when marking begins and when it ends, so an odd pause means that one is under way; one that has ended
// must have used as much processor time as would explain what the main thread lacks.
func (w *hitchWatch) collecting(s *FrameSample) bool {
	odd := w.now.Pauses - 2*w.now.Cycles
	if s.Cycles == 0 {
		return w.count > 0 && odd > w.odd
	}
	w.odd = odd
	used := w.now.CollectorNs - w.was.CollectorNs + s.Pauses
	return w.count > 0 && collectorShare*used >= stalled(s)
}

// collectorShare is how much longer than its processor time a cycle may hold a thread up: it marks with a quarter of
// the cores.
const collectorShare = 4

// trigger looks for a sign of a hitch.
func (w *hitchWatch) trigger(s *FrameSample, in *frameFacts) Trigger {
	budget := w.limits.Budget
	if budget <= 0 {
		budget = in.period
	}
	stall, limit := stalled(s), w.stallLimit(s, in.period)
	switch {
	case s.Pauses > limit || s.Collecting && w.unusual(stall, limit, stalled):
		return TriggerCollector
	case s.Dropped > 0 && !w.dropping && (w.seen.Time == 0 || in.now-w.seen.Time > settleTime):
		return TriggerBacklog
	case w.unusual(s.Step+s.Record, budget, func(s *FrameSample) int64 { return s.Step + s.Record }):
		if stall > (s.Step+s.Record)/2 {
			return TriggerScheduler
		}
		return TriggerWork
	case w.unusual(s.Draw, budget, drawTime):
		if w.starved(s, in) > s.Draw/2 {
			return TriggerScheduler
		}
		return TriggerWork
	case w.unusual(stall, limit, stalled):
		return TriggerScheduler
	case w.unusual(s.Swap, 2*in.period, func(s *FrameSample) int64 { return s.Swap }):
		return TriggerRefresh
	case in.honoured && w.swapEnd != 0 && in.present.SwapEnd-w.swapEnd > 2*in.period && w.unusual(s.Frames, 2*in.period, frameTime):
		return TriggerRefresh
	case w.unusual(s.Frames, 2*in.period, frameTime) && w.rest(s, in) > in.period:
		// the program wanted to draw and nobody can tell what it waited for
		return TriggerScheduler
	}
	return TriggerNone
}

func frameTime(s *FrameSample) int64 { return s.Frames }

func drawTime(s *FrameSample) int64 { return s.Draw }

// stalled is how long the main thread, or the render side beside it before it began, had no core in a frame.
func stalled(s *FrameSample) int64 { return max(s.StepStall+s.RecordStall+s.Late, s.DrawLate) }

// starved is the part of drawing for which there was no core. It is known where the processor draws: what took so
// much longer than usual, and did not use so much more processor time, has waited.
func (w *hitchWatch) starved(s *FrameSample, in *frameFacts) int64 {
	if !in.software || s.DrawCPU <= 0 {
		return 0
	}
	more := s.Draw - w.usually(drawTime)
	work := s.DrawCPU - w.usually(func(s *FrameSample) int64 { return s.DrawCPU })
	return max(more-max(work, 0), 0)
}

// rare is the share of the newest frames above which a time is no longer unusual, however long it is: a machine on
// which every twentieth frame is as long as this one is a slow machine and has no hitch. rareFactor is how much
// longer than those a hitch must be.
const (
	rare       = 0.05
	rareFactor = 1.25
)

// unusual reports whether a time is above a limit and far above what it usually is. The usual time is looked
// up only for what is above the limit.
func (w *hitchWatch) unusual(ns, limit int64, of func(*FrameSample) int64) bool {
	if ns <= limit {
		return false
	}
	list := w.newest(of)
	n := len(list)
	return n == 0 || float64(ns) > w.limits.Factor*float64(list[n/2]) &&
		float64(ns) > rareFactor*float64(rarely(list))
}

// usually is the median over the newest frames.
func (w *hitchWatch) usually(of func(*FrameSample) int64) int64 {
	list := w.newest(of)
	if len(list) == 0 {
		return 0
	}
	return list[len(list)/2]
}

// newest are the times of the newest frames in order.
func (w *hitchWatch) newest(of func(*FrameSample) int64) []int64 {
	n := min(w.count, usualOver)
	for i := range n {
		w.usual[i] = of(&w.ring[(w.next-1-i+len(w.ring))%len(w.ring)])
	}
	list := w.usual[:n]
	slices.Sort(list)
	return list
}

// swapped is how long a swap took beyond the wait for the display that is its right.
func swapped(s *FrameSample, in *frameFacts) int64 {
	if in.present.Interval != 0 {
		return max(s.Swap-in.period, 0)
	}
	return s.Swap
}

// rest is the part of a frame that neither work nor drawing explains.
func (w *hitchWatch) rest(s *FrameSample, in *frameFacts) int64 {
	return s.Frames - s.Step - s.Record - max(in.present.SwapEnd-in.present.Begin, 0)
}

// suspect is what may have made a frame long: the time of a cause, and how often it takes how much.
type suspect struct {
	cause      Cause
	ns         int64
	usual, top int64 // the median, and what all but the longest twentieth stay below
}

// blame finds the cause: what took so much more time than it does in all but the longest twentieth of the frames.
// Time that a part of the frame always needs now and then makes no hitch, however long it is. Where several parts
// together are too long and none of them is by itself, it is the one that is the most over its usual time.
func (w *hitchWatch) blame(s *FrameSample, in *frameFacts) {
	h := &w.seen
	most, second := int64(0), int64(0) // by how much Cause and Besides are over what is seldom exceeded
	consider := func(x suspect) {
		excess, part := max(x.ns-int64(rareFactor*float64(x.top)), 0), max(x.ns-x.usual, 0)
		switch {
		case h.Cause == CauseNone || excess > most || excess == most && part > h.Part:
			h.Besides, h.BesidesPart, second = h.Cause, h.Part, most
			h.Cause, h.Part, most = x.cause, part, excess
		case h.Besides == CauseNone || excess > second || excess == second && part > h.BesidesPart:
			h.Besides, h.BesidesPart, second = x.cause, part, excess
		}
	}
	consider(w.suspect(CauseStep, s, func(s *FrameSample) int64 { return s.Step - s.StepStall }))
	consider(w.suspect(CauseRecord, s, func(s *FrameSample) int64 { return s.Record - s.RecordStall }))
	s.DrawStall = w.starved(s, in)
	drawn := w.suspect(CauseDraw, s, drawTime)
	drawn.ns -= s.DrawStall
	consider(drawn)
	consider(w.suspect(CauseSwap, s, func(s *FrameSample) int64 { return swapped(s, in) }))
	rest := w.rest(s, in)
	lacked := w.suspect(CauseScheduler, s, stalled)
	if s.Collecting {
		consider(suspect{cause: CauseCollector, ns: max(lacked.ns, s.Pauses, rest)})
	} else {
		lacked.ns = max(lacked.ns, s.DrawStall+s.DrawLate)
		consider(lacked)
		waited := w.suspect(CauseWait, s, frameTime)
		waited.ns, waited.usual, waited.top = rest-s.Late, max(in.period, waited.usual), max(in.period, waited.usual)
		consider(waited)
	}
	if second <= 0 || h.BesidesPart*besidesShare < h.Part {
		h.Besides, h.BesidesPart = CauseNone, 0
	}
}

// besidesShare is how many times longer than a second cause the first may be for the second to be worth a word.
const besidesShare = 4

// suspect is the time of a cause in a frame beside that of the newest frames.
func (w *hitchWatch) suspect(c Cause, s *FrameSample, of func(*FrameSample) int64) suspect {
	x := suspect{cause: c, ns: of(s)}
	if list := w.newest(of); len(list) > 0 {
		x.usual, x.top = list[len(list)/2], rarely(list)
	}
	return x
}

// rarely is what all but the longest twentieth of the times stay below.
func rarely(list []int64) int64 { return list[len(list)-1-int(rare*float64(len(list)))] }

// HitchLimits are the limits in use; they may be changed between frames.
func (l *Loop) HitchLimits() *HitchLimits { return &l.hitch.limits }

// FrameSamples copies the newest samples of frames into buf, oldest first, and returns how many there are.
func (l *Loop) FrameSamples(buf []FrameSample) int {
	w := &l.hitch
	n := min(w.count, len(buf))
	for i := range n {
		buf[i] = w.ring[(w.next-n+i+len(w.ring))%len(w.ring)]
	}
	return n
}

// NewestSample is the sample of the frame before the one being recorded.
func (l *Loop) NewestSample() *FrameSample {
	w := &l.hitch
	return &w.ring[(w.next-1+len(w.ring))%len(w.ring)]
}
