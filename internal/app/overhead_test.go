package app

import (
	"context"
	"runtime"
	"runtime/pprof"
	"slices"
	"testing"

	"tumble/engine"
	"tumble/engine/diagnose"
	"tumble/engine/param"
	"tumble/engine/timestep"
	"tumble/internal/app/apptest"
	"tumble/internal/app/capture"
	"tumble/physics/scenes"
	"tumble/renderer"
	"tumble/renderer/null"
)

// blinkCounters are the counters of the process, or counters that see nothing and cost nothing.
type blinkCounters struct {
	diagnose.CounterSource
	blind bool
}

func (w *blinkCounters) CPU() int64 {
	if w.blind {
		return 0
	}
	return w.CounterSource.CPU()
}

func (w *blinkCounters) Read(e *diagnose.Counters) {
	if !w.blind {
		w.CounterSource.Read(e)
	}
}

// BenchmarkInstruments measures what the instruments cost a frame of a thousand boxes, in processor time. One
// application runs with each of them by turns, so that a disturbance of the machine meets all of them, and
// memory lies the same; what counts is the lower quartile. The clock of the stages is on throughout: physics has
// a benchmark of that.
func BenchmarkInstruments(b *testing.B) {
	const block = 8
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	s, _ := scenes.Find("pyramid1275")
	clock, device, counters := timestep.NewFakeClock(timestep.Second), null.New(null.Options{}),
		&blinkCounters{CounterSource: diagnose.NewCounterSource()}
	exec, err := renderer.NewDirect(renderer.Config{Open: device.Open, Now: clock.Now})
	if err != nil {
		b.Fatal(err)
	}
	o := Options{Config: param.NewConfig(s), Clock: timestep.RealClock().Now}
	o.Config.Settings.SleepEnabled = false
	a, err := New(exec, o)
	if err != nil {
		b.Fatal(err)
	}
	window := &apptest.Window{Clock: clock, Width: 1280, Height: 720}
	loop, err := engine.NewLoop(engine.LoopConfig{
		Clock: clock, Window: window, Executor: exec, Vsync: renderer.VsyncOff, Counters: counters, Simulation: a,
		Hz: int64(o.Config.Loop.Hertz),
	})
	if err != nil {
		b.Fatal(err)
	}
	if err := a.Attach(window, loop); err != nil {
		b.Fatal(err)
	}
	defer func() {
		a.Release()
		_ = exec.Close(timestep.Second)
	}()
	run := func(frames int) {
		for range frames {
			clock.Advance(timestep.Second / 60)
			if err := loop.Frame(); err != nil {
				b.Fatal(err)
			}
		}
	}
	folder := b.TempDir()
	modes := []struct {
		name                       string
		seeing, labels, box, trace bool
		cpu                        []float64
	}{
		{name: "off"}, {name: "watch", seeing: true}, {name: "labels", seeing: true, labels: true},
		{name: "keyframes", seeing: true, box: true}, {name: "recorder_and_regions", seeing: true, box: true,
			trace: true},
		{name: "all", seeing: true, labels: true, box: true, trace: true},
	}
	base := pprof.WithLabels(context.Background(), pprof.Labels("loop", "main"))
	var none context.Context
	run(80)
	yawRate := 0
	for b.Loop() {
		for i := range modes {
			m := &modes[(i+yawRate)%len(modes)]
			counters.blind = !m.seeing
			if m.labels {
				a.session.LabelStages(base)
			} else {
				a.session.LabelStages(none)
			}
			if m.box {
				if err := a.box.Start(capture.HitchOptions{Folder: folder, Trace: m.trace, MaxBytes: 1}); err != nil {
					b.Fatal(err)
				}
			}
			run(2)
			begin := counters.CounterSource.CPU()
			run(block)
			m.cpu = append(m.cpu, float64(counters.CounterSource.CPU()-begin)/block)
			a.box.Stop()
		}
		yawRate++
	}
	quartile := func(list []float64) float64 {
		slices.Sort(list)
		return list[len(list)/4]
	}
	off := quartile(modes[0].cpu)
	b.ReportMetric(off/1e6, "off_ms/frame")
	for i := range modes[1:] {
		m := &modes[i+1]
		b.ReportMetric(100*(quartile(m.cpu)/off-1), m.name+"_%")
	}
}
