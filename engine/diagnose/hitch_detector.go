package diagnose

import (
	"slices"

	"tumble/engine/timestep"
	"tumble/renderer"
)

// HitchHistory is how many frames the ring of samples reaches back.
const HitchHistory = 2048

// usualOver is the number of frames whose median is the usual time.
const usualOver = 63

// afterHitch is the number of frames after a hitch that are no hitches: a frame makes up for the steps, the next frame
// shows them.
const afterHitch = 3

// settleTime (ns): ticks that are given up so soon after a hitch belong to this hitch.
const settleTime = timestep.Second / 2

// HitchLimits are the limits above which a time is too long.
type HitchLimits struct {
	// Budget of work for a frame (ns); 0 takes a period of the display.
	Budget int64
	// Factor is the least ratio of the work of a hitch to the usual work.
	Factor float64
	// Stall is how long the main thread may be without a core (ns); 0 takes half a period of the display or, where
	// frames take longer than that, half of their usual time, 4 ms at least: a shorter stall is made up for
	// within the frame.
	Stall int64
}

// DefaultHitchLimits are three times the usual work, and half a period without a core.
func DefaultHitchLimits() HitchLimits { return HitchLimits{Factor: 3} }

// leastStall is the shortest time without a core that counts where no limit is set (ns).
const leastStall = 4 * timestep.Millisecond

// stallLimit is how long the main thread may be without a core in a frame with a display of this period (ns).
func (d *HitchDetector) stallLimit(s *FrameSample, period int64) int64 {
	if d.limits.Stall > 0 {
		return d.limits.Stall
	}
	limit := max(leastStall, period/2)
	if max(stalled(s), s.Pauses) > limit {
		limit = max(limit, d.usually(frameTime)/2)
	}
	return limit
}

// HitchDetector finds long frames and their causes. It looks at work and at counters: the time between
// frames alone tells nothing, as it is a multiple of the refresh whatever the work.
type HitchDetector struct {
	limits HitchLimits
	source CounterSource

	acc, own FrameSample // since the last Detect, and of the ticks of the frame that has begun
	now, was Counters
	begun    int64 // CPU time when the part in progress began
	given    int64 // ticks that the loop has given up, as of the start of the frame
	dropped  int64 // the same, as of the last Detect
	dropping bool
	wake     int // frames that still make up for the steps of a hitch, and are no hitches themselves
	swapEnd  int64
	shown    int64            // the end of the newest swap
	slowest  renderer.Present // the slowest picture since the last Detect; without a new picture the last one
	fresh    bool             // a picture came since the last Detect
	ring     []FrameSample
	next     int
	count    int
	usual    [usualOver]int64
	looks    int            // frames since the account of locks began
	account  lockAccount    // in progress, with waits of the account before while they may belong to this sample
	accounts [2]lockAccount // the two newest closed accounts
	lost     int64          // time of the frame beyond the longest frame that is no hitch (ns)
	seen     Hitch
}

// NewHitchDetector returns a detector with the default limits. A nil source reads the counters of the process.
func NewHitchDetector(source CounterSource) *HitchDetector {
	if source == nil {
		source = NewCounterSource()
	}
	return &HitchDetector{limits: DefaultHitchLimits(), source: source, ring: make([]FrameSample, HitchHistory)}
}

// BeginFrame reads the counters at the start of a frame: later work belongs to the frame that begins.
func (d *HitchDetector) BeginFrame(dropped int64) {
	d.source.Read(&d.now)
	d.given = dropped
}

// BeginWork begins a piece of work of the main thread.
func (d *HitchDetector) BeginWork() { d.begun = d.source.CPU() }

// stall is how long the main thread had no core in a piece of work that took so long (ns). Where processor
// time is not known it is 0.
func (d *HitchDetector) stall(wall int64) int64 {
	cpu := d.source.CPU()
	if cpu == 0 {
		return 0
	}
	return max(wall-(cpu-d.begun), 0)
}

// Ticked takes the ticks of a frame that has begun.
func (d *HitchDetector) Ticked(steps int, wall int64) {
	d.acc.Step += d.own.Step
	d.acc.StepStall += d.own.StepStall
	d.acc.Steps += d.own.Steps
	d.own = FrameSample{Steps: steps, Step: wall, StepStall: d.stall(wall)}
}

// Recorded takes the recording of a frame.
func (d *HitchDetector) Recorded(wall int64) {
	d.acc.Record, d.acc.RecordStall = wall, d.stall(wall)
}

// Woke takes the delay (ns) with which the main thread woke up.
func (d *HitchDetector) Woke(late int64) { d.acc.Late = max(d.acc.Late, late) }

// Presented takes the present record of a picture. The slowest of several pictures in a frame tells why the frame was
// long.
func (d *HitchDetector) Presented(p *renderer.Present) {
	if d.shown != 0 {
		if late := max(p.Begin-max(p.Submitted, d.shown), 0); late >= d.acc.DrawLate {
			d.acc.DrawLate, d.acc.LateDelay = late, p.LateDelay
		}
		if p.NewestInput > 0 && p.Swapped {
			d.acc.Input = p.SwapEnd - p.NewestInput
		}
	}
	if !d.fresh || p.SwapEnd-p.Begin > d.slowest.SwapEnd-d.slowest.Begin {
		d.slowest = *p
	}
	d.fresh, d.shown = true, p.SwapEnd
}

// FrameFacts are the facts that the loop knows about a frame.
type FrameFacts struct {
	Frame, Tick     uint64
	Now             int64 // reading of the clock (ns)
	FrameNs, Period int64 // since the frame before, and of the display (ns)
	Honoured        bool  // swaps are known to wait for the display
	Software        bool  // the processor draws
	Stood           bool  // the picture stood still on purpose
	Present         *renderer.Present
}

// Detect closes the sample of the last recorded frame and reports whether it was a hitch.
func (d *HitchDetector) Detect(in *FrameFacts) (Hitch, bool) {
	s := &d.acc
	p := in.Present
	// the ticks of the frame that has begun belong to the next sample
	s.Frame, s.Tick, s.Time, s.Frames = in.Frame, in.Tick-uint64(d.own.Steps), in.Now, in.FrameNs
	slowest := &d.slowest
	s.Draw, s.Swap, s.DrawCPU, s.Inline = slowest.DrawEnd-slowest.Begin, slowest.SwapEnd-slowest.SwapBegin,
		slowest.DrawCPU, slowest.Inline
	s.DrawDelay = slowest.DrawDelay
	s.Dropped = d.given - d.dropped
	s.Allocated, s.Pauses = d.now.Allocated-d.was.Allocated, d.now.PauseNs-d.was.PauseNs
	s.Waits, s.WaitCount = d.now.WaitNs-d.was.WaitNs, d.now.Waits-d.was.Waits
	s.Cycles = d.now.Cycles - d.was.Cycles
	s.System, s.Delay = d.now.System-d.was.System, d.now.Delay-d.was.Delay
	s.MinorFaults, s.MajorFaults = d.now.MinorFaults-d.was.MinorFaults, d.now.MajorFaults-d.was.MajorFaults
	s.BlocksIn, s.BlocksOut = d.now.BlocksIn-d.was.BlocksIn, d.now.BlocksOut-d.was.BlocksOut
	s.Collected = s.Pauses
	if s.Cycles > 0 {
		s.Collected += collectorShare * (d.now.CollectorNs - d.was.CollectorNs)
	}
	s.Collecting = s.Cycles > 0 && s.Collected >= stalled(s)
	d.accountForLocks(s.Frames)
	found := false
	d.wake = max(d.wake-1, 0)
	if !in.Stood && d.count > usualOver/2 && d.wake == 0 {
		s.Trigger = d.trigger(s, in)
		found = s.Trigger != TriggerNone
	}
	if found {
		d.seen = Hitch{Frame: s.Frame, Tick: s.Tick, FrameNs: s.Frames, Trigger: s.Trigger, Time: in.Now}
		d.assignCause(s, in)
		s.Cause = d.seen.Cause
		d.wake = afterHitch
	}
	d.was = d.now
	d.dropped, d.dropping, d.swapEnd = d.given, s.Dropped > 0, p.SwapEnd
	d.ring[d.next] = *s
	d.next = (d.next + 1) % len(d.ring)
	d.count = min(d.count+1, len(d.ring))
	d.acc, d.fresh = FrameSample{}, false
	return d.seen, found
}

// collectorShare (ratio): a cycle of the collector holds a thread up for so many times its processor time at most, as
// it marks with a quarter of the cores.
const collectorShare = 4

// trigger looks for a sign of a hitch.
func (d *HitchDetector) trigger(s *FrameSample, in *FrameFacts) Trigger {
	budget := d.limits.Budget
	if budget <= 0 {
		budget = in.Period
	}
	stall, limit := stalled(s), d.stallLimit(s, in.Period)
	d.lost = 0
	switch {
	case s.Pauses > limit || s.Collecting && d.unusual(stall, limit, stalled):
		return TriggerCollector
	case s.Dropped > 0 && !d.dropping && (d.seen.Time == 0 || in.Now-d.seen.Time > settleTime):
		d.lost = max(s.Frames-in.Period, limit)
		return TriggerBacklog
	case d.unusual(s.Step+s.Record, budget, func(s *FrameSample) int64 { return s.Step + s.Record }):
		if stall > (s.Step+s.Record)/2 {
			return TriggerScheduler
		}
		return TriggerWork
	case d.unusual(s.Draw, budget, drawTime):
		if d.starved(s, in) > s.Draw/2 {
			return TriggerScheduler
		}
		return TriggerWork
	case d.unusual(stall, limit, stalled):
		return TriggerScheduler
	case d.unusual(s.Swap, 2*in.Period, func(s *FrameSample) int64 { return s.Swap }):
		return TriggerRefresh
	case in.Honoured && d.swapEnd != 0 && in.Present.SwapEnd-d.swapEnd > 2*in.Period &&
		d.unusual(s.Frames, 2*in.Period, frameTime):
		return TriggerRefresh
	case d.unusual(s.Frames, 2*in.Period, frameTime) && d.rest(s) > in.Period:
		// the program wanted to draw, and no counter tells the reason of its wait
		return TriggerScheduler
	}
	return TriggerNone
}

func frameTime(s *FrameSample) int64 { return s.Frames }

func drawTime(s *FrameSample) int64 { return s.Draw }

// stalled is how long the main thread, or the render side beside it before it began, had no core in a frame.
func stalled(s *FrameSample) int64 { return max(s.StepStall+s.RecordStall+s.Late, s.DrawLate) }

// starved is the part of drawing for which a thread had no core, as far as drawing took longer than usual.
func (d *HitchDetector) starved(s *FrameSample, in *FrameFacts) int64 {
	if !in.Software {
		return 0
	}
	return max(min(s.Draw-d.usually(drawTime), s.DrawDelay), 0)
}

// rare is the share of long frames that is usual: a machine on which every twentieth frame is as long as the newest
// frame is a slow machine and has no hitch. rareFactor is the least ratio of a hitch to the frames at this share.
const (
	rare       = 0.05
	rareFactor = 1.25
)

// unusual reports whether a time is above a limit and far above its usual value, and keeps the excess in lost. It looks
// the usual value up only for a time above the limit.
func (d *HitchDetector) unusual(ns, limit int64, of func(*FrameSample) int64) bool {
	if ns <= limit {
		return false
	}
	bound := limit
	if list := d.newest(of); len(list) > 0 {
		bound = max(bound, int64(d.limits.Factor*float64(list[len(list)/2])), int64(rareFactor*float64(rarely(list))))
	}
	d.lost = ns - bound
	return ns > bound
}

// usually is the median over the newest frames.
func (d *HitchDetector) usually(of func(*FrameSample) int64) int64 {
	list := d.newest(of)
	if len(list) == 0 {
		return 0
	}
	return list[len(list)/2]
}

// newest are the times of the newest frames in order.
func (d *HitchDetector) newest(of func(*FrameSample) int64) []int64 {
	n := min(d.count, usualOver)
	for i := range n {
		d.usual[i] = of(&d.ring[(d.next-1-i+len(d.ring))%len(d.ring)])
	}
	list := d.usual[:n]
	slices.Sort(list)
	return list
}

// swapped is the time of a swap beyond its rightful wait for the display (ns).
func swapped(s *FrameSample, in *FrameFacts) int64 {
	if in.Present.Interval != 0 {
		return max(s.Swap-in.Period, 0)
	}
	return s.Swap
}

// rest is the part of a frame that neither work nor drawing explains.
func (d *HitchDetector) rest(s *FrameSample) int64 {
	return s.Frames - s.Step - s.Record - max(d.slowest.SwapEnd-d.slowest.Begin, 0)
}

// candidate is a part that may have made a frame long: the time of a cause beside its times in the newest frames.
type candidate struct {
	cause      Cause
	ns         int64
	usual, top int64 // the median of the newest frames, and the bound of all but their longest twentieth
}

// blame collects causes of a hitch and keeps the two that are the most above their top. The cause of a hitch accounts
// for half of the lost time at least: a part that is new and small explains no long frame.
type blame struct {
	hitch        *Hitch
	lost         int64
	most, second int64
}

func (b *blame) consider(x candidate) {
	if x.ns <= 0 {
		return
	}
	h := b.hitch
	excess, part := max(x.ns-int64(rareFactor*float64(x.top)), 0), max(x.ns-x.usual, 0)
	accounts := 2*part >= b.lost
	if accounts && (h.Cause == CauseNone || excess > b.most || excess == b.most && part > h.Part) {
		x.cause, h.Cause = h.Cause, x.cause
		part, h.Part = h.Part, part
		excess, b.most = b.most, excess
	}
	more := excess > b.second || excess == b.second && part > h.BesidesPart
	if x.cause != CauseNone && (h.Besides == CauseNone || more) {
		h.Besides, h.BesidesPart = x.cause, part
		b.second = excess
	}
}

// assignCause finds the cause: the part that exceeds its top the most. A part that is as long in every twentieth frame
// makes no hitch. Where no part alone, but several parts together are too long, the cause is the part that exceeds its
// usual time the most.
func (d *HitchDetector) assignCause(s *FrameSample, in *FrameFacts) {
	b := blame{hitch: &d.seen, lost: d.lost}
	blocks := d.considerWork(&b, s)
	starved := d.starved(s, in)
	drawn := d.candidate(CauseDraw, s, drawTime)
	drawn.ns -= starved
	b.consider(drawn)
	b.consider(d.candidate(CauseSwap, s, func(s *FrameSample) int64 { return swapped(s, in) }))
	d.considerWaits(&b, s, in, starved, blocks)
	h := b.hitch
	if h.Cause == CauseNone {
		h.Cause, h.Part = CauseUnknown, d.lost
	}
	if b.second <= 0 || h.BesidesPart*besidesShare < h.Part {
		h.Besides, h.BesidesPart = CauseNone, 0
	}
}

// mostFaultTime (ns) bounds the time of a page fault: page faults do not explain further time of the kernel.
const mostFaultTime = 20_000

// faulted is the time of the kernel that page faults explain.
func faulted(s *FrameSample) int64 { return min(s.System, int64(s.MinorFaults)*mostFaultTime) }

// written is the time in which the kernel copied blocks for a disk (ns), beside the wait for the disk itself.
func written(s *FrameSample) int64 {
	if s.BlocksIn+s.BlocksOut == 0 {
		return 0
	}
	return s.System - faulted(s)
}

// considerWork considers the work of the main thread, and the page faults in this work. It returns the time of the work
// on blocks of a disk (ns).
func (d *HitchDetector) considerWork(b *blame, s *FrameSample) (blocks int64) {
	step := d.candidate(CauseStep, s, func(s *FrameSample) int64 { return s.Step - s.StepStall })
	record := d.candidate(CauseRecord, s, func(s *FrameSample) int64 { return s.Record - s.RecordStall })
	faults := d.candidate(CausePageFaults, s, faulted)
	more := max(faults.ns-faults.usual, 0)
	longer := &step
	if record.ns > step.ns {
		longer = &record
	}
	disk := d.candidate(CauseDisk, s, written)
	blocks = max(min(disk.ns-disk.usual, longer.ns-more), 0)
	longer.ns -= more + blocks
	b.consider(step)
	b.consider(record)
	b.consider(faults)
	return blocks
}

// considerWaits divides the time in which the main thread had work and did not run, or the render side waited, among
// the causes whose counters moved more than usual. A cause explains no more time than its counter. starved (ns) is the
// time of drawing without a core, blocks (ns) the time of work on blocks of a disk.
func (d *HitchDetector) considerWaits(b *blame, s *FrameSample, in *FrameFacts, starved, blocks int64) {
	left := s.StepStall + s.RecordStall
	left += max(s.Late, d.rest(s)-max(in.Period, d.usually(frameTime)), 0)
	take := func(ns int64) int64 {
		ns = max(min(ns, left), 0)
		left -= ns
		return ns
	}
	s.Locked = d.locked()
	locked := take(s.Locked)
	lacked := d.candidate(CauseScheduler, s, stalled)
	lacked.ns = max(take(d.beyond(s, lackedCore)), starved+min(s.DrawLate, s.LateDelay))
	collected := take(d.beyond(s, func(s *FrameSample) int64 { return s.Collected }))
	b.consider(candidate{cause: CauseLock, ns: locked})
	b.consider(lacked)
	b.consider(candidate{cause: CauseCollector, ns: collected})
	if d.beyond(s, func(s *FrameSample) int64 { return int64(s.MajorFaults) }) > 0 {
		b.consider(candidate{cause: CausePageFaults, ns: take(left)})
	}
	if d.beyond(s, func(s *FrameSample) int64 { return int64(s.BlocksIn + s.BlocksOut) }) > 0 {
		b.consider(candidate{cause: CauseDisk, ns: take(left) + blocks})
	}
	b.consider(candidate{cause: CauseUnknown, ns: max(left, s.DrawLate-s.LateDelay)})
}

// lackedCore is the counted time in which threads were ready and had no core (ns).
func lackedCore(s *FrameSample) int64 { return s.Delay + s.Waits }

// beyond is the movement of a counter in a frame beyond its usual rate: a counter that moves in every frame explains a
// long frame only by moving faster.
func (d *HitchDetector) beyond(s *FrameSample, of func(*FrameSample) int64) int64 {
	rate := func(s *FrameSample) int64 { return of(s) * timestep.Second / max(s.Frames, 1) }
	return of(s) - int64(rareFactor*float64(d.usually(rate))*float64(s.Frames)/float64(timestep.Second))
}

// besidesShare (ratio): the second cause is told unless the first is more than so many times longer.
const besidesShare = 4

// candidate returns the time of a cause in a frame beside its times in the newest frames.
func (d *HitchDetector) candidate(c Cause, s *FrameSample, of func(*FrameSample) int64) candidate {
	x := candidate{cause: c, ns: of(s)}
	if list := d.newest(of); len(list) > 0 {
		x.usual, x.top = list[len(list)/2], rarely(list)
	}
	return x
}

// rarely returns the bound of all times but the longest twentieth.
func rarely(list []int64) int64 { return list[len(list)-1-int(rare*float64(len(list)))] }

// Limits are the limits in use; they may be changed between frames.
func (d *HitchDetector) Limits() *HitchLimits { return &d.limits }

// Samples copies the newest samples of frames into buf, oldest first, and returns how many there are.
func (d *HitchDetector) Samples(buf []FrameSample) int {
	n := min(d.count, len(buf))
	for i := range n {
		buf[i] = d.ring[(d.next-n+i+len(d.ring))%len(d.ring)]
	}
	return n
}

// Newest is the sample of the frame before the one being recorded.
func (d *HitchDetector) Newest() *FrameSample {
	return &d.ring[(d.next-1+len(d.ring))%len(d.ring)]
}
