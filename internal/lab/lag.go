package lab

import (
	"context"
	"fmt"
	"io"
	"text/tabwriter"

	"tumble/engine/timestep"
	"tumble/physics/scenes"
)

// Lag is the cost of a late frame with one of its remedies, on the real world of a scene.
type Lag struct {
	Remedy   string `json:"remedy"`
	Strategy string `json:"strategy"`
	// Steps are those of the first frame after the lag, Most the most in any frame, Longest the longest step (s).
	Steps   int     `json:"steps_after"`
	Most    int     `json:"steps_most"`
	Longest float64 `json:"longest_step_s"`
	// Frame is the longest frame after the lag (ms), Frames how many it takes until nothing is owed.
	Frame  float64 `json:"frame_ms"`
	Frames int     `json:"frames_until_caught_up"`
	// Lost is the time that the world does not make up for (s), Bodies how many bodies it lacks that would be there
	// without the lag, as the puffs of the scene stall.
	Lost   float64 `json:"lost_s"`
	Bodies int     `json:"bodies_missing"`
}

// The times before and after a lag (ns): together with it less than a puff of smoke lives.
const (
	beforeLag = timestep.Second / 2
	afterLag  = timestep.Second
	lagFrame  = timestep.Second / 60
)

// remedy is a way to meet a lag.
type remedy struct {
	text, strategy string
	change         func(*timestep.Settings)
	// paused is set where the program knows of the lag, as of a load from disk, and stops time for it
	paused bool
}

// remedies are those of the articles and ours.
var remedies = []remedy{
	{text: "none: all of it, a tenth of a second a frame", strategy: "two-timers"},
	{text: "at most 10 steps a frame, all of them owed", strategy: "callback",
		change: func(s *timestep.Settings) { s.MaxSteps = 10 }},
	{
		text: "one long step, of a second at most", strategy: "variable",
		change: func(s *timestep.Settings) { s.Clamp = 0 },
	},
	{text: "many unequal steps", strategy: "semi-fixed", change: func(s *timestep.Settings) { s.Clamp = 0 }},
	{text: "the clamp, a quarter of a second", strategy: "interpolate-raw",
		change: func(s *timestep.Settings) { s.Budget = 0 }},
	{text: "the clamp and the budget of wall time: the default", strategy: "interpolate"},
	{text: "the reset to one step", strategy: "canonical"},
	{text: "one step a frame, whatever the time", strategy: "frame-locked"},
	{text: "a pause for as long as it lasts, where the program knows of it", strategy: "interpolate", paused: true},
}

// Lags simulates a scene whose frames come 60 times a second, one of which takes so long (ns), with each of the
// remedies and steps that cost so much (ns), until ctx ends.
func Lags(ctx context.Context, scene *scenes.Scene, lag, cost int64) ([]Lag, error) {
	if lag < lagFrame || lag > 60*timestep.Second || cost < 0 || cost > timestep.Second {
		return nil, fmt.Errorf(
			"lab: a lag of %v s and steps of %v ms: must be from 1/60 s to a minute, and up to a second",
			float64(lag)/1e9, float64(cost)/1e6)
	}
	whole, _, err := meetLag(ctx, scene, remedy{strategy: "interpolate-raw"}, 0, cost)
	if err != nil {
		return nil, err
	}
	// without a lag as many bodies come in the same time
	for range (lag + timestep.Second/100 - 1) / (timestep.Second / 100) {
		if err := whole.AdvanceBy(.01); err != nil {
			return nil, fmt.Errorf("lab: %w", err)
		}
	}
	var all []Lag
	for _, r := range remedies {
		run, l, err := meetLag(ctx, scene, r, lag, cost)
		if err != nil {
			return nil, err
		}
		// a loop whose first frame counts as one of the usual length may be a body ahead
		l.Bodies = max(whole.World.BodyCount()-run.World.BodyCount(), 0)
		all = append(all, l)
		run.World.Close()
	}
	whole.World.Close()
	return all, nil
}

// meetLag runs the scene through a lag.
func meetLag(ctx context.Context, scene *scenes.Scene, r remedy, lag, cost int64) (*scenes.Run, Lag, error) {
	l := Lag{Remedy: r.text, Strategy: r.strategy}
	runner, err := timestep.NewRunner(r.strategy, timestep.DefaultRate)
	if err != nil {
		return nil, l, fmt.Errorf("lab: %w", err)
	}
	settings := timestep.DefaultSettings()
	if r.change != nil {
		r.change(&settings)
	}
	if err := runner.SetSettings(settings); err != nil {
		return nil, l, fmt.Errorf("lab: %w", err)
	}
	runner.SetDisplay(lagFrame, false)
	run, err := scene.New(scene.WorldDef(), nil)
	if err != nil {
		return nil, l, fmt.Errorf("lab: %w", err)
	}
	m := lagMeter{Lag: l, cost: cost, run: run, runner: runner}
	now := timestep.Second
	for end := now + beforeLag; now < end; {
		if now, err = m.frame(now, false); err != nil {
			return nil, l, err
		}
	}
	runner.Virtual().SetPaused(r.paused)
	// the time of the last frame is in the lag
	now += lag - lagFrame
	from, begun := runner.State(), runner.Now()
	if _, err := m.frame(now, true); err != nil {
		return nil, l, err
	}
	runner.Virtual().SetPaused(false)
	for end := now + afterLag; now < end; {
		if err := ctx.Err(); err != nil {
			return nil, l, err
		}
		if now, err = m.frame(now, true); err != nil {
			return nil, l, err
		}
	}
	passed := runner.Now() - begun - runner.Ledger().Paused
	st := runner.State()
	m.Lost = float64(passed-(st.Time+st.LeftOver-from.Time-from.LeftOver)) / 1e9
	return run, m.Lag, nil
}

// lagMeter runs frames and measures those after the lag.
type lagMeter struct {
	Lag
	cost   int64
	run    *scenes.Run
	runner *timestep.Runner
	after  int
}

// frame runs a frame and returns when the next one begins (ns).
func (m *lagMeter) frame(now int64, after bool) (next int64, err error) {
	m.runner.Begin(now)
	steps, spent := 0, int64(0)
	for t, ok := m.runner.Next(0); ok; t, ok = m.runner.Next(spent) {
		if err := m.run.AdvanceBy(t.Dt); err != nil {
			return 0, fmt.Errorf("lab: %w", err)
		}
		m.runner.Ran(m.cost)
		spent += m.cost
		steps++
		if after {
			m.Longest = max(m.Longest, float64(t.Since)/1e9)
		}
	}
	m.runner.End()
	// a display shows a frame at one of its refreshes
	took := (spent/lagFrame + 1) * lagFrame
	if after {
		if m.after == 0 {
			m.Steps = steps
		}
		m.after++
		m.Most, m.Frame = max(m.Most, steps), max(m.Frame, float64(took)/1e6)
		if m.runner.State().LeftOver > 2*timestep.Second/timestep.DefaultRate {
			m.Frames = m.after
		}
	}
	return now + took, nil
}

// WriteLags prints the remedies side by side.
func WriteLags(w io.Writer, list []Lag) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "remedy\tstrategy\tsteps after it\tmost\tlongest step\tlongest frame\tcaught up after\tlost"+
		"\tbodies missing")
	for i := range list {
		l := &list[i]
		fmt.Fprintf(t, "%s\t%s\t%d\t%d\t%.0f ms\t%.0f ms\t%d frames\t%.2f s\t%d\n",
			l.Remedy, l.Strategy, l.Steps, l.Most, 1000*l.Longest, l.Frame, l.Frames+1, l.Lost, l.Bodies)
	}
	return t.Flush()
}
