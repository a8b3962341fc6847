package param

import (
	"tumble/engine/timestep"
	"tumble/physics"
)

// Loop are the parameters of the loop around the world; loopTable describes them. Times are in seconds, 0 is no limit
// where the text says so.
type Loop struct {
	Hertz   int
	Speed   float64
	Workers int

	MaxFrame       float64
	Clamp          float64
	Backlog        float64
	MaxSteps       int
	Budget         float64
	Snooze         float64
	SemiFixedLimit float64
	Hysteresis     float64 // in ticks

	Background     int // one of Backgrounds
	PauseMinimised bool
	JustInTime     bool
	LowLatency     bool
	MainDraws      bool
}

// Backgrounds are the behaviours of a window without focus.
var Backgrounds = []string{"full", "slow", "pause"}

// NewLoop returns the parameters of a loop at a rate (Hz) with their defaults.
func NewLoop(hertz, workers int) Loop {
	l := Loop{Hertz: hertz, Speed: 1, Workers: workers}
	for i := range loopTable {
		if f := &loopTable[i]; f.Key != "loop.hertz" && f.Key != "loop.workers" {
			f.set(&l, f.Default)
		}
	}
	return l
}

// Settings are the constants of the strategies.
func (l *Loop) Settings() timestep.Settings {
	return timestep.Settings{
		MaxFrame: ns(l.MaxFrame), Clamp: ns(l.Clamp), Backlog: ns(l.Backlog), MaxSteps: int64(l.MaxSteps),
		Budget: ns(l.Budget),
		Snooze: ns(l.Snooze), SemiFixed: ns(l.SemiFixedLimit), Hysteresis: ns(l.Hysteresis),
	}
}

// ns turns seconds, or ticks, into 10⁻⁹ of them. It rounds to a microsecond, far above the error of the single
// precision of a parameter.
func ns(seconds float64) int64 {
	return (int64(seconds*1e9) + timestep.Microsecond/2) / timestep.Microsecond * timestep.Microsecond
}

// loopParam is one entry of loopTable.
type loopParam struct {
	Spec
	get func(*Loop) float64
	set func(*Loop, float64)
}

// number is the entry of a field that is a number.
func number[T int | float64](s Spec, field func(*Loop) *T) loopParam {
	return loopParam{s, func(l *Loop) float64 { return float64(*field(l)) },
		func(l *Loop, v float64) { *field(l) = T(v) }}
}

// option is the entry of a field that is on or off.
func option(s Spec, field func(*Loop) *bool) loopParam {
	s.Kind = Bool
	return loopParam{s, func(l *Loop) float64 {
		if *field(l) {
			return 1
		}
		return 0
	}, func(l *Loop, v float64) { *field(l) = v != 0 }}
}

// loopTable has one entry for each field of Loop. A rate of 0 takes the rate of the scene.
var loopTable = []loopParam{
	number(Spec{
		Key: "loop.hertz", Old: []string{"loop.hz"}, Kind: Int, Unit: "Hz", Min: 1, Max: 10000, Low: 15, High: 480,
		Text: "The number of steps in a simulated second.",
	}, func(l *Loop) *int { return &l.Hertz }),
	number(Spec{
		Key: "loop.speed", Min: 0.001, Max: 100, Low: 0.01, High: 10, Log: true, Default: 1,
		Text: "Simulated seconds in a second of the window.",
	}, func(l *Loop) *float64 { return &l.Speed }),
	number(Spec{
		Key: "loop.workers", Kind: Int, Min: 1, Max: physics.MaxWorkers, Low: 1, High: 16, Default: 1, Restart: true,
		Text: "Goroutines that share a step; the results do not depend on it.",
	}, func(l *Loop) *int { return &l.Workers }),
	number(Spec{
		Key: "loop.max_frame", Label: "Largest frame time", Unit: "s", Min: 0.001, Max: 10, Low: 0.01, High: 0.5,
		Log: true, Default: 0.05,
		Text: "Backlog from which the canonical loop resets its progress to one step; its author advises 0.05 or 0.1.",
	}, func(l *Loop) *float64 { return &l.MaxFrame }),
	number(Spec{
		Key: "loop.clamp", Unit: "s", Max: 3600, High: 1, Default: 0.25,
		Text: "Longest time that one frame passes on, 0 for no limit; loops with a limit of their own get all of it.",
	}, func(l *Loop) *float64 { return &l.Clamp }),
	number(Spec{
		Key: "loop.backlog", Unit: "s", Max: 3600, High: 1, Default: 0.25,
		Text: "Most time that may wait to be simulated by loops with equal ticks, 0 for no limit; the rest is dropped.",
	}, func(l *Loop) *float64 { return &l.Backlog }),
	number(Spec{
		Key: "loop.max_steps", Label: "Steps a frame", Kind: Int, Max: 1e6, High: 100,
		Text: "Largest number of steps in a frame, 0 for no limit.",
	}, func(l *Loop) *int { return &l.MaxSteps }),
	number(Spec{
		Key: "loop.budget", Label: "Wall budget", Unit: "s", Max: 3600, High: 0.25, Default: 0.06,
		Text: "Wall time that one frame spends in equal ticks, 0 for no limit; the rest is dropped.",
	}, func(l *Loop) *float64 { return &l.Budget }),
	number(Spec{
		Key: "loop.snooze", Unit: "s", Max: 1, High: 0.05, Default: 0.002,
		Text: "Sleep of canonical-snooze when no step was due.",
	}, func(l *Loop) *float64 { return &l.Snooze }),
	number(Spec{
		Key: "loop.semi_fixed_limit", Label: "Semi-fixed limit", Unit: "s", Max: 1, High: 0.1,
		Text: "Longest step of semi-fixed, 0 for that of the tick rate.",
	}, func(l *Loop) *float64 { return &l.SemiFixedLimit }),
	number(Spec{
		Key: "loop.hysteresis", Label: "Hysteresis threshold", Unit: "ticks", Max: 10, High: 2, Default: 0.5,
		Text: "How far the even frame time of hysteresis may leave the true one.",
	}, func(l *Loop) *float64 { return &l.Hysteresis }),
	number(Spec{
		Key: "loop.background", Kind: Enum, Choices: Backgrounds,
		Text: "What the window does without focus: all, at most 30 frames a second, or nothing.",
	}, func(l *Loop) *int { return &l.Background }),
	option(Spec{
		Key: "loop.pause_minimised", Label: "Pause when minimised",
		Text: "Time stands still while the window is minimised.",
	}, func(l *Loop) *bool { return &l.PauseMinimised }),
	option(Spec{
		Key: "loop.just_in_time", Label: "Just-in-time start",
		Default: 1,
		Text:    "Frames start as late as their work allows, so that they show newer input; needs vsync and a locked clock.",
	}, func(l *Loop) *bool { return &l.JustInTime }),
	option(Spec{
		Key: "loop.low_latency", Label: "Low-latency frames",
		Text: "The device is waited for after each swap, so that no frame queues up in the driver.",
	}, func(l *Loop) *bool { return &l.LowLatency }),
	option(Spec{
		Key: "loop.main_draws", Label: "Main thread draws", Restart: true,
		Text: "Trivial frames of a software renderer are drawn by the main thread; takes effect when the window is opened.",
	}, func(l *Loop) *bool { return &l.MainDraws }),
}

// AddLoop binds the parameters of a loop whose default rate is hertz (Hz).
func AddLoop(r *Registry, hertz int, l *Loop) error {
	for _, f := range loopTable {
		f.Heading = "Loop"
		if f.Key == "loop.hertz" {
			f.Default = float64(hertz)
		}
		err := r.Add(f.Spec, func() float64 { return f.get(l) }, func(v float64) error {
			f.set(l, v)
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}
