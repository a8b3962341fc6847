package main

import (
	"context"
	"slices"

	"tumble/engine"
	"tumble/engine/param"
	"tumble/engine/timestep"
	"tumble/internal/app"
	"tumble/internal/app/session"
	"tumble/internal/app/stage"
	"tumble/internal/lab"
	"tumble/physics/scenes"
)

// The rate of frames of a window is measured for ratesTime after ratesWarm (ns), ratesRounds times for each kind of
// drawing: in turns, so that what else runs on the machine meets all of them.
const (
	ratesWarm   = 400 * timestep.Millisecond
	ratesTime   = 1200 * timestep.Millisecond
	ratesRounds = 3
)

// handOverGoals measures how many trivial frames a render goroutine draws, without and with loop.main_draws, for each
// frame of a main thread that draws by itself.
func handOverGoals(ctx context.Context, lost func()) ([]lab.Goal, error) {
	kinds := []struct{ direct, mainDraws bool }{{direct: true}, {}, {mainDraws: true}}
	rates := make([][]float64, len(kinds))
	for range ratesRounds {
		for i, kind := range kinds {
			rate, err := trivialFrames(ctx, kind.direct, kind.mainDraws, lost)
			if err != nil {
				return nil, err
			}
			rates[i] = append(rates[i], rate)
		}
	}
	var goals []lab.Goal
	for i, name := range []string{"render goroutine", "render goroutine with loop.main_draws"} {
		goal := lab.Goal{
			Number: 21, Name: "trivial frames: " + name + ", for each of the main thread alone", Limit: .95,
			AtLeast: true, OfMachine: true,
			How:    goalsInWindow,
			Reason: "handing over costs a switch of threads, which is much where drawing costs nothing",
		}
		var ratios []float64
		for k, rate := range rates[i+1] {
			if rates[0][k] > 0 {
				ratios = append(ratios, rate/rates[0][k])
			}
		}
		if len(ratios) == 0 {
			goal.Elsewhere, goal.Reason = "0.95", "the main thread drew no frame in the time of the measurement"
		} else {
			slices.Sort(ratios)
			goal.Measured = ratios[len(ratios)/2]
		}
		goals = append(goals, goal)
	}
	return goals, nil
}

// trivialFrames is how many frames a second a window draws that shows next to nothing.
func trivialFrames(ctx context.Context, direct, mainDraws bool, lost func()) (rate float64, err error) {
	scene, _ := scenes.Find("box")
	config := param.NewConfig(scene)
	config.Loop.MainDraws = mainDraws
	clock := timestep.RealClock()
	begun, err := session.New(config, clock.Now)
	if err != nil {
		return 0, err
	}
	f := &runFlags{
		vsync: "off", quality: stage.QualityNames[stage.QualityAutomatic], width: 64, height: 64, speed: 1,
		noJournal: true, direct: direct,
	}
	f.attend = func(a *app.App, loop *engine.Loop) func() {
		a.Show().Interface, a.Show().Shadows = false, false
		since, from := clock.Now(), uint64(0)
		return func() {
			loop.Redraw()
			now, drawn := clock.Now(), loop.Status().Drawn.Drawn
			switch passed := now - since; {
			case from == 0 && passed > ratesWarm:
				since, from = now, max(drawn, 1)
			case from > 0 && passed > ratesTime:
				rate = float64(drawn-from) / (float64(passed) / 1e9)
				loop.Quit()
			}
		}
	}
	// rate is set while the window is shown
	err = f.show(ctx, begun, nil, nil, clock, func(*session.Session, string, error) { lost() })
	return rate, err
}
