//go:build cgo && linux

package windowed

import (
	"sync/atomic"
	"testing"
	"time"

	"tumble/engine/diagnose"
	"tumble/engine/param"
	"tumble/engine/timestep"
	"tumble/engine/window"
	"tumble/renderer"
)

// blankSurface is a window whose swaps wait for the refreshes of a display of 60 Hz, which the display of the test has
// not.
type blankSurface struct {
	renderer.Surface
	clock timestep.Clock
}

func (s *blankSurface) SwapBuffers() error {
	err := s.Surface.SwapBuffers()
	period := timestep.Second / 60
	next := (s.clock.Now()/period + 1) * period
	time.Sleep(time.Duration(next - s.clock.Now() - 300_000))
	for s.clock.Now() < next {
	}
	return err
}

// countingDevice counts how often the device is waited for.
type countingDevice struct {
	renderer.Device
	waits *atomic.Int64
}

func (d *countingDevice) WaitFence(f renderer.Fence, timeout int64) (bool, error) {
	d.waits.Add(1)
	return d.Device.WaitFence(f, timeout)
}

// stretch has the figures of a stretch of a window's life, before or after a setting was changed.
type stretch struct {
	frames, ticks, dropped, steps, waits float64 // steps is the most in a frame
	clamped, queued, uneven              float64 // ms; queued is the mean from the hand-over to the refresh
}

// settingRun is a window in which one constant of the loop is changed half-way.
type settingRun struct {
	name, strategy, key string
	from, to            float64
	slow                int64 // what a step costs besides, ns
	limit               int64 // frames in 1000 s
	blank               bool  // swaps wait for a display
	blurred, hidden     bool
	grain               int64 // of the clock, ns
	punctual            bool  // the effect is a matter of milliseconds, which show on an idle machine only
	ok                  func(before, after *stretch) bool
}

// Every constant of the loop is changed by a script in a real window, as the panel and --set change it, and its effect
// is measured: ticks, frames, the account of time, waits for the device. Those whose effect is a matter of milliseconds
// are measured in the long runs; TestLabVary shows the effect of all on a model of the machine.
func TestLoopSettingsInTheWindow(t *testing.T) {
	if testing.Short() {
		t.Skip("short")
	}
	const eighty = 12_500 // frames of 80 ms
	for _, c := range []settingRun{
		{name: "max_frame", strategy: "canonical", key: "loop.max_frame", from: .05, to: .1, limit: eighty,
			ok: func(b, a *stretch) bool { return a.ticks > 3*b.ticks }},
		{name: "clamp", strategy: "interpolate-raw", key: "loop.clamp", from: .25, to: .02, limit: eighty,
			ok: func(b, a *stretch) bool { return 2*a.ticks < b.ticks && a.clamped > b.clamped+200 }},
		{name: "backlog", strategy: "interpolate-raw", key: "loop.backlog", from: .25, to: .02, limit: eighty,
			ok: func(b, a *stretch) bool { return 2*a.ticks < b.ticks && a.dropped > b.dropped+20 }},
		{name: "max_steps", strategy: "interpolate-raw", key: "loop.max_steps", from: 0, to: 2, limit: eighty,
			ok: func(b, a *stretch) bool { return b.steps > 6 && a.steps == 2 && a.dropped > b.dropped+20 }},
		{name: "budget", punctual: true, strategy: "interpolate-raw", key: "loop.budget", from: .06, to: .015,
			slow: 12 * timestep.Millisecond,
			ok:   func(b, a *stretch) bool { return a.frames > 1.5*b.frames && a.steps < b.steps }},
		{name: "snooze", punctual: true, strategy: "canonical-snooze", key: "loop.snooze", from: .002, to: .04,
			ok: func(b, a *stretch) bool { return 1.5*a.frames < b.frames }},
		{name: "semi_fixed_limit", strategy: "semi-fixed", key: "loop.semi_fixed_limit", from: 0, to: .002,
			limit: 60_000, ok: func(b, a *stretch) bool { return a.ticks > 3*b.ticks }},
		// on a coarse clock the true time and the even one are a part of a tick away from each other
		{name: "hysteresis", punctual: true, strategy: "hysteresis", key: "loop.hysteresis", from: 3, to: .01,
			limit: 100_000, grain: 4 * timestep.Millisecond,
			ok: func(b, a *stretch) bool { return a.uneven > 1.5*b.uneven }},
		{name: "background slow", punctual: true, strategy: "interpolate", key: "loop.background", from: 0, to: 1,
			limit: 90_000, blurred: true,
			ok: func(b, a *stretch) bool { return 1.5*a.frames < b.frames && a.ticks > .7*b.ticks }},
		{name: "background pause", strategy: "interpolate", key: "loop.background", from: 0, to: 2, blurred: true,
			ok: func(b, a *stretch) bool { return b.ticks > 20 && a.ticks <= 2 }},
		{name: "pause_minimised", strategy: "interpolate", key: "loop.pause_minimised", from: 0, to: 1, hidden: true,
			ok: func(b, a *stretch) bool { return b.ticks > 20 && a.ticks <= 2 }},
		{name: "just_in_time", punctual: true, strategy: "interpolate", key: "loop.just_in_time", from: 0, to: 1,
			blank: true, ok: func(b, a *stretch) bool { return a.queued < .75*b.queued }},
		{name: "low_latency", strategy: "interpolate", key: "loop.low_latency", from: 0, to: 1, limit: 60_000,
			ok: func(b, a *stretch) bool { return a.waits/a.frames > b.waits/b.frames+.5 }},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.punctual && !soak() {
				t.Skip("needs an idle machine")
			}
			// what else runs on the machine may spoil a stretch of half a second
			var before, after *stretch
			busy := 1.0
			for range 4 {
				if before, after = c.measure(t); c.ok(before, after) {
					t.Logf("%g: %+v", c.from, *before)
					t.Logf("%g: %+v", c.to, *after)
					return
				}
				if busy = max(busy, slowness()); busy > 1.3 {
					time.Sleep(time.Second)
				}
			}
			if busy > 1.3 {
				t.Skipf("a machine that is %.1f times slower than alone shows nothing: before %+v, after %+v", busy,
					*before, *after)
			}
			t.Errorf("%s from %g to %g has no effect: before %+v, after %+v", c.key, c.from, c.to, *before, *after)
		})
	}
}

// measure opens the window and returns the figures with either value.
func (c *settingRun) measure(t *testing.T) (before, after *stretch) {
	clock := timestep.RealClock()
	var waits atomic.Int64
	s := &session{t: t}
	bad := diagnose.NewBadMachine(clock)
	defer bad.Close()
	bad.SetStepDelay(c.slow)
	s.prepare = func(with *setup) {
		with.app.Bad, with.loop.Strategy, with.loop.LimitMilli = bad, c.strategy, c.limit
		open := with.drawing.Open
		with.drawing.Open = func() (renderer.Device, error) {
			d, err := open()
			return &countingDevice{d, &waits}, err
		}
		if c.grain > 0 {
			bad.SetGrain(c.grain)
			with.loop.Clock = bad.Clock(clock)
		}
		if c.blank {
			with.drawing.Surface = &blankSurface{with.drawing.Surface, clock}
			with.loop.Vsync = renderer.VsyncOn
		}
	}
	length, settle := 600*time.Millisecond, 400*time.Millisecond
	if c.blank {
		settle = 900 * time.Millisecond // until the clock is locked to the display
	}
	if soak() {
		length *= 3
	}
	m := &settingMeter{c: c, waits: &waits, settle: settle, length: length}
	s.run("box", window.Options{Width: 64, Height: 64}, func(s *session, frame uint64) {
		if s.window.every != nil {
			return
		}
		s.app.Show().Shadows, s.app.Show().Interface = false, false
		s.window.blurred = c.blurred
		s.window.hide = c.hidden
		m.begin(t, s)
		s.window.every = func() { m.look(t, s) }
	})
	return &m.parts[0], &m.parts[1]
}

// settingMeter measures two stretches with a change between them.
type settingMeter struct {
	c              *settingRun
	waits          *atomic.Int64
	settle, length time.Duration

	param   *param.Param
	since   time.Time
	settled bool
	part    int
	at      stretch // at the start of the stretch
	parts   [2]stretch
	seen    uint64 // last frame, and present
	shown   uint64
	queues  int
	last    int // steps of the last frame
}

// begin sets the first value.
func (m *settingMeter) begin(t *testing.T, s *session) {
	p, err := s.app.Session().Registry.Lookup(m.c.key)
	if err == nil {
		err = p.SetValue(m.c.from)
	}
	if err != nil {
		t.Error(err)
		s.loop.Quit()
	}
	m.param, m.since = p, time.Now()
}

// totals are the running totals of the loop.
func (m *settingMeter) totals(s *session) stretch {
	st := s.loop.Status()
	return stretch{
		frames: float64(st.Frames), ticks: float64(st.Tick), dropped: float64(st.Dropped),
		waits:   float64(m.waits.Load()),
		clamped: float64(s.loop.Ledger().Clamped) / 1e6,
	}
}

// look follows the window after each of its waits.
func (m *settingMeter) look(t *testing.T, s *session) {
	p, st := &m.parts[min(m.part, 1)], s.loop.Status()
	if st.Frames != m.seen && m.settled {
		m.seen = st.Frames
		p.steps = max(p.steps, float64(st.Steps))
		if st.Steps != m.last {
			p.uneven++
		}
		m.last = st.Steps
		if r := &st.LastPresent; r.ID != m.shown && r.Swapped {
			m.shown = r.ID
			p.queued += float64(r.SwapEnd-r.Submitted) / 1e6
			m.queues++
		}
	}
	switch passed := time.Since(m.since); {
	case m.part > 1:
	case !m.settled && passed > m.settle:
		m.settled, m.since, m.at = true, time.Now(), m.totals(s)
	case m.settled && passed > m.length:
		now := m.totals(s)
		p.frames, p.ticks, p.dropped = now.frames-m.at.frames, now.ticks-m.at.ticks, now.dropped-m.at.dropped
		p.waits, p.clamped, p.queued = now.waits-m.at.waits, now.clamped-m.at.clamped,
			p.queued/float64(max(m.queues, 1))
		m.part++
		m.settled, m.since, m.queues = false, time.Now(), 0
		if m.part > 1 {
			s.loop.Quit()
			return
		}
		if err := m.param.SetValue(m.c.to); err != nil {
			t.Error(err)
		}
	}
}
