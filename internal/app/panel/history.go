package panel

import (
	"tumble/engine"
	"tumble/engine/diagnose"
	"tumble/engine/timestep"
	"tumble/internal/app/session"
	"tumble/physics"
	"tumble/renderer/ui"
)

// history is the past that the plots show. The stages are sampled after every step, the rest once a frame, hidden or
// not, so that the past is there when the drawer is opened.
type history struct {
	stages [len(session.StepStages)]ring
	frames struct{ frame, tick, record, steps ring }
	// done are the steps of the scene after each frame
	done   [historyLength]int32
	counts struct{ awake, contacts, points, islands ring }
	// runtime has the same axis as the frames
	runtime struct {
		allocated, pauses, waits, stall, wake, wakeMost ring
		cycles                                          uint64
		quiet                                           int // frames without an allocation
	}

	last                uint64 // tick of the newest sample of the world
	frameMean, stepMean float64
	times               Times // held here, so that its address does not escape in each step
	counters            physics.Counters
	spans               []ui.Span
	text                []byte
	order               [len(session.StepStages)]int
	series              [4]ui.Series
	colors              []float32
	dropped, droppedAt  int64
}

// Times are the times of the stages of a step of this window, or of a program that tells them.
type Times struct {
	physics.Profile
	Program string // "" for this window
}

func (h *history) sample(f *engine.Frame, s *session.Session, runtime *diagnose.FrameSample) {
	w := s.World()
	st := f.Status
	h.frameMean = smooth(h.frameMean, float64(st.ShownNs))
	h.stepMean = smooth(h.stepMean, float64(st.TickCost))
	h.done[h.frames.frame.next] = int32(s.Steps())
	h.frames.frame.add(float32(st.FrameNs) / 1e6)
	h.frames.tick.add(float32(st.StepNs) / 1e6)
	h.frames.record.add(float32(st.RecordNs) / 1e6)
	h.frames.steps.add(float32(st.Steps))
	if st.DroppedNs != h.dropped {
		h.dropped, h.droppedAt = st.DroppedNs, f.Now
	}
	r := &h.runtime
	r.cycles += runtime.Cycles
	if r.quiet++; runtime.Allocated > 0 {
		r.quiet = 0
	}
	r.allocated.add(float32(runtime.Allocated) / 1e3)
	r.pauses.add(float32(runtime.Pauses) / 1e6)
	r.waits.add(float32(runtime.Waits) / 1e6)
	r.stall.add(float32(runtime.StepStall+runtime.RecordStall+runtime.Late+runtime.DrawLate) / 1e6)
	if st.Tick == h.last {
		return
	}
	h.last = st.Tick
	h.counters = w.Counters()
	h.counts.awake.add(float32(h.counters.AwakeBodies))
	h.counts.contacts.add(float32(h.counters.TouchingContacts))
	h.counts.points.add(float32(h.counters.ManifoldPoints))
	h.counts.islands.add(float32(h.counters.Islands))
}

// step takes the times of the step just done: a frame may have several, and the longest one must not be missed.
func (h *history) step(times Times) {
	h.times = times
	p := &h.times.Profile
	for i := range session.StepStages {
		h.stages[i].add(float32(session.StepStages[i].Of(p)) / 1e6)
	}
	h.runtime.wake.add(float32(p.WakeTime) / float32(max(p.Wakes, 1)) / 1e3)
	h.runtime.wakeMost.add(float32(p.WakeMost) / 1e3)
}

// lagging reports whether time had to be given up in the last two seconds.
func (h *history) lagging(now int64) bool {
	return h.dropped > 0 && now-h.droppedAt < 2*timestep.Second
}

// smooth is an exponential mean over about half a second of frames.
func smooth(mean, x float64) float64 {
	if mean == 0 {
		return x
	}
	return mean + (x-mean)*0.08
}

// plotHeight is the height of plots in a window with so many rows of figures below them, units.
func plotHeight(c *ui.Context, rows int) float32 {
	return min(max(c.Remaining()-float32(rows)*22-4, 96), 400)
}
