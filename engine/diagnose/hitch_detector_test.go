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
		_, found := d.Detect(&FrameFacts{Frame: 1, Tick: 1, FrameNs: draw + timestep.Millisecond, Period: timestep.Second / 60, Present: p})
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
	if !frame(draw+20*timestep.Millisecond, 35*timestep.Millisecond) || d.seen.Cause != CauseScheduler || d.seen.Trigger != TriggerScheduler {
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
