package renderer

import (
	"math"
	"math/rand/v2"
	"testing"
)

// simulated is a machine on which frames take a known time either way.
type simulated struct {
	handoffPolicy
	now      int64
	threaded float64 // ns, drawing by the render goroutine
	drawn    float64 // ns, drawing by the main thread
	work     float64 // ns, of the main thread for a frame
	pause    float64 // ns between frames
	vsync    Vsync
	noise    *rand.Rand
	spread   float64

	frames, inlined, changes int
}

// frame draws one frame the way that is wanted.
func (m *simulated) frame() {
	was := m.inline
	m.submitted(&Header{RecordBegin: m.now, RecordEnd: m.now + int64(m.work/2), Stepped: int64(m.work / 2),
		Vsync: m.vsync})
	drawing, frame := m.drawn, m.drawn+m.work
	if !m.inline {
		drawing, frame = m.threaded, max(m.threaded, m.work)
	}
	if m.noise != nil {
		factor := math.Exp(m.spread * m.noise.NormFloat64())
		drawing, frame = drawing*factor, frame*factor
	}
	m.now += int64(frame + m.pause)
	r := Present{Begin: m.now - int64(drawing), SwapEnd: m.now, Swapped: true, Inline: m.inline}
	if m.vsync != VsyncOff {
		r.Interval = 1
	}
	m.frames++
	if m.inline {
		m.inlined++
	}
	m.presented(&r)
	if m.inline != was {
		m.changes++
	}
}

func (m *simulated) run(seconds float64) {
	for end := m.now + int64(seconds*1e9); m.now < end; {
		m.frame()
	}
}

const ms = 1e6

func TestHandoffDrawsTrivialFramesItself(t *testing.T) {
	m := &simulated{threaded: 5 * ms, drawn: 4.2 * ms, work: .1 * ms, vsync: VsyncOff, now: 5e9}
	m.run(.5)
	if !m.inline || m.trial || m.frames-m.inlined > 50 {
		t.Errorf("inline %v, on trial %v, %d of %d frames by the main thread", m.inline, m.trial, m.inlined, m.frames)
	}
	m.run(600)
	// the two are compared after 4, 8, 16 and 32 seconds, and then once a minute
	if m.changes > 2*14+1 || float64(m.inlined) < .99*float64(m.frames) {
		t.Errorf("%d changes in ten minutes, %d of %d frames by the main thread", m.changes, m.inlined, m.frames)
	}
}

// where a core is free, a trial shows it, and trials become rare
func TestHandoffKeepsTheRenderGoroutine(t *testing.T) {
	m := &simulated{threaded: 4 * ms, drawn: 4.4 * ms, work: .1 * ms, vsync: VsyncOff, now: 5e9}
	m.run(600)
	if m.inline || m.changes > 2*17 || float64(m.inlined) > .01*float64(m.frames) {
		t.Errorf("inline %v after %d changes, %d of %d frames by the main thread", m.inline, m.changes, m.inlined,
			m.frames)
	}
}

// what is no case for the main thread
func TestHandoffStaysThreaded(t *testing.T) {
	for name, m := range map[string]*simulated{
		"work":       {threaded: 5 * ms, drawn: 4 * ms, work: 1.2 * ms, vsync: VsyncOff},
		"long":       {threaded: 40 * ms, drawn: 30 * ms, work: .1 * ms, vsync: VsyncOff},
		"pauses":     {threaded: 5 * ms, drawn: 4 * ms, work: .1 * ms, pause: 4 * ms, vsync: VsyncOff},
		"vsync":      {threaded: 5 * ms, drawn: 4 * ms, work: .1 * ms, vsync: VsyncOn},
		"work bound": {threaded: 5 * ms, drawn: 4 * ms, work: 30 * ms, vsync: VsyncOff},
	} {
		if m.run(10); m.changes > 0 {
			t.Errorf("%s: %d changes", name, m.changes)
		}
	}
}

// what ends drawing by the main thread, and how soon
func TestHandoffGoesBack(t *testing.T) {
	for name, c := range map[string]struct {
		change func(m *simulated)
		within int // frames
	}{
		"vsync":  {func(m *simulated) { m.vsync = VsyncOn }, 1},
		"work":   {func(m *simulated) { m.work = 2 * ms }, 2 * policyFrames},
		"long":   {func(m *simulated) { m.drawn = 60 * ms }, 2 * policyLeast},
		"pauses": {func(m *simulated) { m.pause = 12 * ms }, 2 * policyFrames},
	} {
		m := &simulated{threaded: 5 * ms, drawn: 4.2 * ms, work: .1 * ms, vsync: VsyncOff, now: 5e9}
		m.run(3)
		if !m.inline {
			t.Fatal("the main thread does not draw")
		}
		good := *m
		c.change(m)
		n := 0
		for ; m.inline && n < 1000; n++ {
			m.frame()
		}
		if m.inline || n > c.within {
			t.Errorf("%s: the render goroutine draws after %d frames: %v, want within %d", name, n, !m.inline, c.within)
		}
		m.threaded, m.drawn, m.work, m.pause, m.vsync = good.threaded, good.drawn, good.work, good.pause, good.vsync
		if m.run(2); !m.inline {
			t.Errorf("%s: once it is over, the main thread does not draw again", name)
		}
	}
}

// whatever the noise, the context goes over and back once a second at most, and of two ways that differ by a fifth
// the better one draws most frames
func TestHandoffUnderNoise(t *testing.T) {
	seeds := uint64(60)
	if testing.Short() {
		seeds = 10
	}
	for seed := range seeds {
		rng := rand.New(rand.NewPCG(seed, 1))
		m := &simulated{
			threaded: 5 * ms, drawn: 5 * ms * (.7 + .6*rng.Float64()), work: 2 * ms * rng.Float64() * rng.Float64(),
			vsync: VsyncOff, noise: rng, spread: .6 * rng.Float64(), now: 5e9,
		}
		m.run(300)
		if m.changes > 2*300 {
			t.Errorf("seed %d: %d changes in 300 s", seed, m.changes)
		}
		share, worst := float64(m.inlined)/float64(m.frames), .5
		switch inline := m.drawn + m.work; {
		case m.work < .1*m.threaded && inline < .8*m.threaded && share < worst:
			t.Errorf("seed %d: %.2f of the frames by the main thread, which takes %.2f ms instead of %.2f", seed, share,
				inline/ms, m.threaded/ms)
		case inline > 1.2*m.threaded && share > 1-worst:
			t.Errorf("seed %d: %.2f of the frames by the main thread, which takes %.2f ms instead of %.2f", seed, share,
				inline/ms, m.threaded/ms)
		}
	}
}

func TestHandoffPolicyAllocatesNothing(t *testing.T) {
	m := &simulated{threaded: 5 * ms, drawn: 4 * ms, work: .1 * ms, vsync: VsyncOff}
	if n := testing.AllocsPerRun(1000, m.frame); n != 0 {
		t.Errorf("%v allocations per frame", n)
	}
}
