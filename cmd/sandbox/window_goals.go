package main

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"slices"
	"time"

	"tumble/engine"
	"tumble/engine/diagnose"
	"tumble/engine/param"
	"tumble/engine/timestep"
	"tumble/internal/app"
	"tumble/internal/app/session"
	"tumble/internal/app/stage"
	"tumble/internal/cli"
	"tumble/internal/lab"
	"tumble/physics/scenes"
)

// windowGoals opens windows for some twenty seconds and measures the goals that need one. When the display is lost it
// gives keep what it has measured, and the program ends.
func windowGoals(ctx context.Context, keep func([]lab.Goal)) ([]lab.Goal, error) {
	scene, _ := scenes.Find("pyramid36")
	f := &runFlags{
		vsync: "on", quality: stage.QualityNames[stage.QualityAutomatic], width: 320, height: 180, speed: 1,
		noJournal: true,
	}
	clock := timestep.RealClock()
	begun, err := session.New(param.NewConfig(scene), clock.Now)
	if err != nil {
		return nil, err
	}
	s := &goalScript{clock: clock}
	f.attend = s.begin
	lost := func() {
		keep(s.goals)
		fmt.Fprintf(os.Stderr, "sandbox: the display is lost; %d figures of the window were measured before\n",
			len(s.goals))
		os.Exit(cli.ExitNoDisplay)
	}
	if err := f.show(ctx, begun, nil, nil, clock, func(*session.Session, string, error) { lost() }); err != nil {
		return s.goals, err
	}
	s.add(37, "end of the window after it was asked to", "ms", 300, float64(clock.Now()-s.since)/1e6)
	more, err := handOverGoals(ctx, lost)
	return append(s.goals, more...), err
}

// The parts of the script of a window whose goals are measured, and how long each takes (ns).
const (
	goalsWarm    = 1500 * timestep.Millisecond
	goalsFrames  = 5 * timestep.Second
	goalsSettle  = timestep.Second
	goalsStand   = 2 * timestep.Second
	goalsCollect = timestep.Second / 2 // from one run of the collector to the next
)

// goalScript lets a window run, stand still and end, and measures it.
type goalScript struct {
	clock timestep.Clock
	app   *app.App
	loop  *engine.Loop
	goals []lab.Goal
	// reason is that of figures which miss their goal: they are as much those of the machine
	reason string

	part      int
	since     int64 // start of the part (ns)
	processor int64 // processor time of the program then (ns)
	frames    uint64
	collected int64 // when the collector ran last (ns)
	first     int64 // when the first frame was shown (ns)
	ignored   int64 // when it was found that swaps do not wait (ns)
}

// begin takes over the window before its first frame; what it returns is called after each of its waits.
func (s *goalScript) begin(a *app.App, loop *engine.Loop) func() {
	s.app, s.loop = a, loop
	a.Show().Interface = false
	s.next()
	return s.look
}

// next begins the next part.
func (s *goalScript) next() {
	s.part++
	s.since, s.processor, s.frames = s.clock.Now(), diagnose.ProgramTime(), s.loop.Status().Frames
}

// look follows the window.
func (s *goalScript) look() {
	st, now := s.loop.Status(), s.clock.Now()
	if s.first == 0 && st.Frames > 0 {
		s.first = now
	}
	if s.ignored == 0 && st.VsyncIgnored {
		s.ignored = now
	}
	passed := now - s.since
	switch s.part {
	case 1:
		if passed > goalsWarm {
			s.next()
		}
	case 2:
		if now-s.collected > goalsCollect {
			s.collected = now
			runtime.GC()
		}
		if passed > goalsFrames {
			s.ran(passed)
			s.loop.Virtual().SetPaused(true)
			s.next()
		}
	case 3:
		if passed > goalsSettle {
			s.next()
		}
	case 4:
		if passed > goalsStand {
			s.addLoad(32, "load while paused", 1, passed)
			s.next()
			s.loop.Quit()
		}
	}
}

// addLoad adds the share of a core that the program has used in the part, where the system tells.
func (s *goalScript) addLoad(number int, name string, limit float64, passed int64) {
	const unit = "% of a core"
	if used := diagnose.ProgramTime(); used > 0 {
		s.add(number, name, unit, limit, 100*float64(used-s.processor)/float64(passed))
		return
	}
	s.goals = append(s.goals, lab.Goal{Number: number, Name: name, Elsewhere: fmt.Sprintf("%g %s", limit, unit),
		How:    goalsInWindow,
		Reason: "this system does not tell the processor time of a program"})
}

// ran takes the figures of the frames.
func (s *goalScript) ran(passed int64) {
	s.reason = fmt.Sprintf("this machine; a computation took %.1f times as long as alone", machineSlowness(s.clock))
	for _, g := range s.loop.Goals() {
		goal := lab.Goal{
			Number: g.Number, Name: "window: " + g.Name, Unit: g.Unit, Limit: g.Limit, Measured: g.Measured,
			How:       goalsInWindow,
			OfMachine: true,
		}
		switch {
		case !g.Known:
			goal.Elsewhere, goal.Reason = fmt.Sprintf("%g %s", g.Limit, g.Unit), g.Why
		case g.OfMachine():
			goal.Reason = s.reason
		}
		s.goals = append(s.goals, goal)
	}
	st := s.loop.Status()
	if s.ignored == 0 {
		s.goals = append(s.goals, lab.Goal{Number: 27, Name: "vsync that is not honoured", Elsewhere: "found in 0.5 s",
			How:    goalsInWindow,
			Reason: "swaps took as long as refreshes here"})
		return
	}
	s.add(27, "vsync that is not honoured: found after", "s", .5, float64(s.ignored-s.first)/1e9)
	rate := float64(st.Frames-s.frames) / (float64(passed) / 1e9)
	limit := 60.0
	if st.Refresh > 0 {
		limit = 1e9 / float64(st.Refresh)
	}
	s.add(26, "window: frames a second above the limit then", "%", .01, 100*(rate/limit-1))
	s.addLoad(27, "load of the program then, drawing by the processor in it", 30, passed)
}

// goalsInWindow says how the figures were measured.
const goalsInWindow = "lab --goals --window"

func (s *goalScript) add(number int, name, unit string, limit, measured float64) {
	s.goals = append(s.goals, lab.Goal{Number: number, Name: name, Unit: unit, Limit: limit, Measured: measured,
		OfMachine: true, How: goalsInWindow, Reason: s.reason})
}

// machineSlowness is how many times longer than alone a computation takes, with all that runs beside it: the median of
// some.
func machineSlowness(clock timestep.Clock) float64 {
	var tries []float64
	for range 5 {
		best := int64(0)
		begin := clock.Now()
		for range 20 {
			from, x := clock.Now(), uint32(1)
			for range 100_000 {
				x = x*1664525 + 1013904223
			}
			runtime.KeepAlive(x)
			if took := clock.Now() - from; best == 0 || took < best {
				best = took
			}
		}
		tries = append(tries, float64(clock.Now()-begin)/float64(20*max(best, 1)))
		time.Sleep(10 * time.Millisecond)
	}
	slices.Sort(tries)
	return tries[len(tries)/2]
}
