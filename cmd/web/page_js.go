package main

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"syscall/js"

	"tumble/engine"
	"tumble/engine/timestep"
	"tumble/engine/window"
	"tumble/internal/app"
	"tumble/renderer"
)

// page has the parts of the program that answer the page.
type page struct {
	a      *app.App
	loop   *engine.Loop
	window *window.Window
	ex     renderer.Executor
	times  *frameTimes
}

// offer gives the page its functions, until end.
func offer(p *page) (end func()) {
	var offered []js.Func
	target := js.Global().Get("tumble")
	for name, f := range map[string]func() any{"link": p.link, "state": p.state, "leave": p.leave} {
		function := js.FuncOf(func(js.Value, []js.Value) any { return f() })
		offered = append(offered, function)
		target.Set(name, function)
	}
	return func() {
		for _, name := range []string{"link", "state", "leave"} {
			target.Delete(name)
		}
		for _, f := range offered {
			f.Release()
		}
	}
}

// link is the query of an address that leads here: scene, changed values and step.
func (p *page) link() any {
	s := p.a.Session()
	values := url.Values{"scene": {s.Config.Scene.Name}}
	for _, c := range s.Registry.Changed() {
		values.Set(c.Key, c.String())
	}
	if steps := s.Steps(); steps > 0 {
		values.Set("step", strconv.FormatUint(steps, 10))
	}
	return "?" + values.Encode()
}

// state says what the page shows.
func (p *page) state() any {
	s, camera := p.a.Session(), p.a.Camera().Eye()
	return map[string]any{
		"scene": s.Config.Scene.Name, "steps": float64(s.Steps()), "paused": p.loop.Virtual().Paused(),
		"hash": fmt.Sprintf("%016x", s.World().Hash()), "bodies": s.World().BodyCount(),
		"eye":    fmt.Sprintf("%.3f %.3f %.3f", camera[0], camera[1], camera[2]),
		"frames": float64(p.times.frames), "first": p.times.first,
		"draw": p.times.quantile(0.5), "fastest": p.times.quantile(0),
		"problem": p.problem(),
	}
}

// problem is the newest error of drawing, empty for none.
func (p *page) problem() string {
	if _, err := p.ex.Problem(); err != nil {
		return err.Error()
	}
	return ""
}

// leave ends the program: the page is going to start another.
func (p *page) leave() any {
	p.window.SetShouldClose(true)
	p.window.PostEmptyEvent()
	return nil
}

// frameTimes are those of the newest frames.
type frameTimes struct {
	clock    timestep.Clock
	frames   uint64
	first    float64   // ms from the beginning of loading the page to the first picture
	recorded int64     // ns that recording the newest frame took
	took     [64]int64 // ns that recording and submitting took
}

func (t *frameTimes) presented(p *renderer.Present) {
	if t.frames == 0 {
		t.first = js.Global().Get("performance").Call("now").Float()
	}
	t.took[t.frames%uint64(len(t.took))] = t.recorded + p.DrawEnd - p.Begin
	t.frames++
}

// timedApp measures how long the application takes to record a frame.
type timedApp struct {
	*app.App
	times *frameTimes
}

func (t timedApp) Record(f *engine.Frame) error {
	begin := t.times.clock.Now()
	err := t.App.Record(f)
	t.times.recorded = t.times.clock.Now() - begin
	return err
}

// quantile is that of the newest times (ms): 0 the shortest, 0.5 the median.
func (t *frameTimes) quantile(part float64) float64 {
	list := slices.Clone(t.took[:min(t.frames, uint64(len(t.took)))])
	if len(list) == 0 {
		return 0
	}
	slices.Sort(list)
	return float64(list[int(part*float64(len(list)))]) / float64(timestep.Millisecond)
}
