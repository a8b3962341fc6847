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
		"frames": float64(p.times.frames), "draw": p.times.median(),
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
	clock  timestep.Clock
	frames uint64
	took   [64]int64 // ns, from the beginning of drawing to its end
}

func (t *frameTimes) presented(p *renderer.Present) {
	t.took[t.frames%uint64(len(t.took))] = p.DrawEnd - p.Begin
	t.frames++
}

// median is that of the newest times, milliseconds.
func (t *frameTimes) median() float64 {
	list := slices.Clone(t.took[:min(t.frames, uint64(len(t.took)))])
	if len(list) == 0 {
		return 0
	}
	slices.Sort(list)
	return float64(list[len(list)/2]) / float64(timestep.Millisecond)
}
