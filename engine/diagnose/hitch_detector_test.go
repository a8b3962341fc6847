package diagnose

import (
	"testing"
	"tumble/engine/timestep"
	"tumble/renderer"
)

// unknownCounters are those of a platform that tells nothing.
type unknownCounters struct{}

func (unknownCounters) CPU() int64      { return 0 }
func (unknownCounters) Read(*Counters)  {}
func (unknownCounters) LockWait() int64 { return 0 }

// delayed says how long the main thread had no core, and nothing else.
type delayed struct {
	unknownCounters
	ns int64
}

func (d *delayed) Read(c *Counters) { c.Delay = d.ns }

// Drawing that is a little longer than usual does not explain why the main thread had no core, and a stall that is
// short beside what frames usually take is no hitch.
func TestSlowDrawingIsNoExcuse(t *testing.T) {
	const draw = 60 * timestep.Millisecond
	core := &delayed{}
	d := NewHitchDetector(core)
	frame := func(draw, late int64) bool {
		core.ns += late
		d.BeginFrame(0)
		at := d.swapEnd + timestep.Millisecond
		d.acc.Late = late
		p := &renderer.Present{Submitted: at, Begin: at, DrawEnd: at + draw, SwapBegin: at + draw, SwapEnd: at + draw}
		d.Presented(p)
		_, found := d.Detect(&FrameFacts{Frame: 1, Tick: 1, FrameNs: draw + timestep.Millisecond,
			Period: timestep.Second / 60, Present: p})
		return found
	}
	for i := range int64(2 * usualOver) {
		if frame(draw+i%7*timestep.Millisecond, 0) {
			t.Fatalf("frame %d: %+v", i, d.seen)
		}
	}
	if frame(draw, 12*timestep.Millisecond) {
		t.Errorf("a stall of 12 ms in frames of 60 ms: %+v", d.seen)
	}
	if !frame(draw+20*timestep.Millisecond, 35*timestep.Millisecond) || d.seen.Cause != CauseScheduler ||
		d.seen.Trigger != TriggerScheduler {
		t.Errorf("a stall of 35 ms, drawing 20 ms longer: %+v (%v)", d.seen, d.seen.Trigger)
	}
	for range afterHitch {
		frame(draw, 0)
	}
	if !frame(5*draw, 0) || d.seen.Cause != CauseDraw {
		t.Errorf("drawing of 300 ms: %+v (%v)", d.seen, d.seen.Trigger)
	}
}

// A frame of which no part is by itself longer than the longest of its kind is named for the part that is the most over
// its usual time, not for the smallest.
func TestPartsTogetherHaveACause(t *testing.T) {
	for _, c := range []struct {
		name       string
		draw, work int64 // drawing, and the part of it in which all threads had a core
		want       Cause
	}{
		{"most of it waited", 90 * timestep.Millisecond, 35 * timestep.Millisecond, CauseScheduler},
		{"most of it worked", 90 * timestep.Millisecond, 70 * timestep.Millisecond, CauseDraw},
	} {
		d := NewHitchDetector(unknownCounters{})
		for i := range d.ring {
			s := FrameSample{Step: 100 * timestep.Microsecond, Draw: 28 * timestep.Millisecond}
			switch i % 12 {
			case 3:
				s.Draw = 65 * timestep.Millisecond
			case 7:
				s.DrawLate, s.LateDelay = 60*timestep.Millisecond, 60*timestep.Millisecond
			}
			d.ring[i] = s
		}
		d.count = len(d.ring)
		facts := FrameFacts{Period: timestep.Second / 30, Software: true, Present: &renderer.Present{Interval: 1}}
		d.assignCause(&FrameSample{Step: 120 * timestep.Microsecond, Draw: c.draw, DrawDelay: c.draw - c.work}, &facts)
		if d.seen.Cause != c.want {
			t.Errorf("%s: %+v, want %v", c.name, d.seen, c.want)
		}
	}
}

// The kernel's work on blocks belongs to the disk and not to the step that writes them; without blocks it is the
// step's.
func TestCopiesForADiskAreTheDisk(t *testing.T) {
	const ms = timestep.Millisecond
	for _, c := range []struct {
		blocks int
		want   Cause
	}{{20000, CauseDisk}, {0, CauseStep}} {
		d := NewHitchDetector(unknownCounters{})
		for i := range d.ring {
			d.ring[i] = FrameSample{Step: ms, Draw: ms}
		}
		d.count = len(d.ring)
		facts := FrameFacts{Period: timestep.Second / 60, Present: &renderer.Present{Interval: 1}}
		s := FrameSample{Step: 110 * ms, StepStall: 50 * ms, System: 49 * ms, Draw: ms, BlocksOut: uint64(c.blocks)}
		d.assignCause(&s, &facts)
		if d.seen.Cause != c.want {
			t.Errorf("%d blocks: %+v, want %v", c.blocks, d.seen, c.want)
		}
	}
}

// movingCounters are counters that a test moves.
type movingCounters struct {
	Counters
	locked int64
}

func (m *movingCounters) CPU() int64       { return 1 }
func (m *movingCounters) Read(c *Counters) { *c = m.Counters }
func (m *movingCounters) LockWait() (ns int64) {
	ns, m.locked = m.locked, 0
	return ns
}

// movers move the counters of a cause for a time.
var movers = map[Cause]func(m *movingCounters, ns int64){
	CauseScheduler: func(m *movingCounters, ns int64) { m.Delay += ns },
	CauseCollector: func(m *movingCounters, ns int64) {
		m.Cycles++
		m.PauseNs += ns / 10
		m.CollectorNs += ns / collectorShare
	},
	CausePageFaults: func(m *movingCounters, ns int64) { m.MajorFaults += uint64(ns/timestep.Millisecond) + 1 },
	CauseDisk:       func(m *movingCounters, ns int64) { m.BlocksOut += uint64(ns/timestep.Millisecond) + 1 },
	CauseLock:       func(m *movingCounters, ns int64) { m.locked += ns },
	CauseUnknown:    func(*movingCounters, int64) {},
}

// A counter that always moves is no evidence: of a stall of 120 ms the cause that moved for it is named, or nothing, at
// any rate at which another counter moves in all frames. Where the others stand still, the cause is named.
func TestCountersThatAlwaysMoveAreNoCause(t *testing.T) {
	const ms, stall = timestep.Millisecond, 120 * timestep.Millisecond
	for planted, plant := range movers {
		for background, move := range movers {
			for _, share := range []float64{0, 0.01, 0.1, 0.3, 1, 3} {
				m := &movingCounters{}
				d := NewHitchDetector(m)
				frame := func(lost int64) bool {
					long := timestep.Second/60 + lost
					move(m, int64(share*float64(long)))
					if lost > 0 {
						plant(m, lost)
					}
					d.BeginFrame(0)
					d.acc.Step, d.acc.StepStall = 2*ms+lost, lost
					_, found := d.Detect(&FrameFacts{FrameNs: long, Period: timestep.Second / 60,
						Present: &renderer.Present{Interval: 1}})
					return found
				}
				for k := range 3 * lockLooks {
					if frame(0) && share <= 0.1 {
						t.Fatalf("%v moves %g of the time: frame %d is a hitch: %+v", background, share, k, d.seen)
					}
				}
				found := frame(stall)
				named := d.seen.Cause == planted || d.seen.Cause == CauseUnknown && share > 0.1
				if found && !named || !found && share < 0.1 {
					t.Errorf("%v, while %v moves %g of the time: %v, %+v", planted, background, share, found, d.seen)
				}
			}
		}
	}
}

// A new part that is small explains no long frame, though stalls as long as its own are usual there.
func TestACauseAccountsForTheTime(t *testing.T) {
	const ms = timestep.Millisecond
	m := &movingCounters{}
	d := NewHitchDetector(m)
	for i := range d.ring {
		s := FrameSample{Frames: 17 * ms, Step: ms / 100}
		if i%12 == 5 {
			s.DrawLate, s.LateDelay = 145*ms, 145*ms
		}
		d.ring[i] = s
	}
	d.count = len(d.ring)
	m.Delay = 175 * ms
	d.BeginFrame(0)
	d.acc.Step, d.acc.StepStall = 178*ms, 175*ms
	_, found := d.Detect(&FrameFacts{FrameNs: 179 * ms, Period: timestep.Second / 60,
		Present: &renderer.Present{Interval: 1}})
	if !found || d.seen.Cause != CauseScheduler || d.seen.Part < 150*ms {
		t.Errorf("found %v: %+v", found, d.seen)
	}
}
