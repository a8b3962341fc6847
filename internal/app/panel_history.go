package app

import (
	"tumble/engine"
	"tumble/engine/diagnose"
	"tumble/engine/timestep"
	"tumble/physics"
	"tumble/renderer/ui"
)

// historyLength is how many steps or frames the plots reach back.
const historyLength = 512

// ring holds the newest samples.
type ring struct {
	data [historyLength]float32
	next int
	sum  float64
}

func (r *ring) add(v float32) {
	r.sum += float64(v) - float64(r.data[r.next])
	r.data[r.next] = v
	r.next = (r.next + 1) % historyLength
}

// mean is over the newest n samples.
func (r *ring) mean(n int) float64 {
	sum := 0.0
	for i := range n {
		sum += float64(r.data[(r.next+historyLength-1-i)%historyLength])
	}
	return sum / float64(n)
}

func (r *ring) largest() float32 {
	top := float32(0)
	for _, v := range r.data {
		top = max(top, v)
	}
	return top
}

func (r *ring) series(name string) ui.Series {
	return ui.Series{Name: name, Data: r.data[:], Start: r.next}
}

// stage is a line of the profile.
type stage struct {
	name  string
	depth int
	of    func(*physics.Profile) int64
}

// profileStages are the stages in the order of the step, those inside others deeper.
var profileStages = [...]stage{
	{"step", 0, func(p *physics.Profile) int64 { return p.Step }},
	{"pairs", 1, func(p *physics.Profile) int64 { return p.Pairs }},
	{"collide", 1, func(p *physics.Profile) int64 { return p.Collide }},
	{"transitions", 1, func(p *physics.Profile) int64 { return p.Transitions }},
	{"solve", 1, func(p *physics.Profile) int64 { return p.Solve }},
	{"prepare", 2, func(p *physics.Profile) int64 { return p.Prepare }},
	{"velocities", 2, func(p *physics.Profile) int64 { return p.IntegrateVelocities }},
	{"warm start", 2, func(p *physics.Profile) int64 { return p.WarmStart }},
	{"contacts", 2, func(p *physics.Profile) int64 { return p.SolveContacts }},
	{"positions", 2, func(p *physics.Profile) int64 { return p.IntegratePositions }},
	{"relax", 2, func(p *physics.Profile) int64 { return p.Relax }},
	{"restitution", 2, func(p *physics.Profile) int64 { return p.Restitution }},
	{"store", 2, func(p *physics.Profile) int64 { return p.Store }},
	{"finalise", 1, func(p *physics.Profile) int64 { return p.Finalize }},
	{"continuous", 1, func(p *physics.Profile) int64 { return p.Continuous }},
	{"refit", 1, func(p *physics.Profile) int64 { return p.Refit }},
	{"sleep", 1, func(p *physics.Profile) int64 { return p.Sleep }},
	{"sensors", 1, func(p *physics.Profile) int64 { return p.Sensors }},
}

// history is what the plots show. It is sampled once a frame, hidden or not, so that the past is there when
// the drawer is opened.
type history struct {
	stages [len(profileStages)]ring
	frames struct{ frame, tick, record, steps ring }
	counts struct{ awake, contacts, points, islands ring }
	// runtime has the same axis as the stages
	runtime struct {
		allocated, pauses, waits, stall, wake, wakeMost ring
		cycles                                          uint64
		quiet                                           int // frames without an allocation
	}

	last                uint64 // tick of the newest sample of the world
	frameMean, stepMean float64
	profile             physics.Profile
	counters            physics.Counters
	spans               []ui.Span
	text                []byte
	order               [len(profileStages)]int
	series              [4]ui.Series
	colors              []float32
	dropped, droppedAt  int64
}

func (h *history) sample(f *engine.Frame, w *physics.World, runtime *diagnose.FrameSample) {
	st := f.Status
	h.frameMean = smooth(h.frameMean, float64(st.FrameNs))
	h.stepMean = smooth(h.stepMean, float64(st.TickCost))
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
	if st.Tick == h.last {
		return
	}
	h.last = st.Tick
	h.profile, h.counters = w.Profile(), w.Counters()
	for i := range profileStages {
		h.stages[i].add(float32(profileStages[i].of(&h.profile)) / 1e6)
	}
	p := &h.profile
	r.allocated.add(float32(runtime.Allocated) / 1e3)
	r.pauses.add(float32(runtime.Pauses) / 1e6)
	r.waits.add(float32(runtime.Waits) / 1e6)
	r.stall.add(float32(runtime.StepStall+runtime.RecordStall+runtime.Late+runtime.DrawLate) / 1e6)
	r.wake.add(float32(p.WakeTime) / float32(max(p.Wakes, 1)) / 1e3)
	r.wakeMost.add(float32(p.WakeMost) / 1e3)
	h.counts.awake.add(float32(h.counters.AwakeBodies))
	h.counts.contacts.add(float32(h.counters.TouchingContacts))
	h.counts.points.add(float32(h.counters.ManifoldPoints))
	h.counts.islands.add(float32(h.counters.Islands))
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
