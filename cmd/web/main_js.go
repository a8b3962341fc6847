// Command web is the sandbox as the program of a web page: engine and panels as WebAssembly, drawn with WebGL 2. The
// page gives it a canvas, a file system in memory and the query of its address. It is built for GOOS=js only.
package main

import (
	"errors"
	"fmt"
	"math"
	"net/url"
	"os"
	"strconv"

	"tumble/engine"
	"tumble/engine/param"
	"tumble/engine/record"
	"tumble/engine/timestep"
	"tumble/engine/window"
	"tumble/internal/app"
	"tumble/internal/app/session"
	"tumble/internal/app/userfile"
	"tumble/internal/openscene"
	"tumble/physics/scenes"
	"tumble/renderer"
	"tumble/renderer/gl"
)

// patience (ns) is how long the page waits for a scene that is opened before it goes on drawing meanwhile.
const patience = 50 * timestep.Millisecond

// mostAt is the last step that a link goes to.
const mostAt = 1_000_000

func main() {
	query := ""
	if len(os.Args) > 1 {
		query = os.Args[1]
	}
	if err := run(query); err != nil {
		fmt.Fprintln(os.Stderr, "tumble:", err)
		os.Exit(1)
	}
}

// run shows the scene or recording that the query of an address names, until the page ends it.
func run(query string) (err error) {
	clock := timestep.RealClock()
	s, replayed, paused, err := start(query, clock)
	if err != nil {
		return err
	}
	win, err := window.Open(window.Options{})
	if err != nil {
		return err
	}
	defer win.Destroy()
	ex, err := renderer.NewDirect(renderer.Config{
		Surface: win, Now: clock.Now,
		Open: func() (renderer.Device, error) { return gl.New(win.GetProcAddress, gl.Options{}) },
	})
	if err != nil {
		return err
	}
	a, err := app.NewWithSession(ex, s, app.Options{
		Clock: clock.Now, Patience: patience, Folder: userfile.Folder(), DefaultOutput: userfile.Output(),
	})
	if err != nil {
		return errors.Join(err, ex.Close(math.MaxInt64))
	}
	times := &frameTimes{clock: clock}
	loop, err := engine.NewLoop(engine.LoopConfig{
		Clock: clock, Window: win, Executor: ex, Simulation: a, Hz: int64(s.Config.Loop.Hertz), Vsync: renderer.VsyncOn,
		OnRecordEnd: a.RecordingEnded, Player: a.Play(replayed), OnHitch: a.Hitch,
		OnPresent: func(p *renderer.Present) {
			a.Presented(p)
			times.presented(p)
		},
	})
	if err != nil {
		a.Release()
		return errors.Join(err, ex.Close(math.MaxInt64))
	}
	if err := a.Attach(win, loop); err != nil {
		a.Release()
		return errors.Join(err, ex.Close(math.MaxInt64))
	}
	loop.Virtual().SetPaused(paused)
	defer offer(&page{a: a, loop: loop, window: win, ex: ex, times: times})()
	return loop.Run()
}

// start builds the session that the query of an address asks for: a scene with changed values, at a step, or a
// recording.
func start(query string, clock timestep.Clock) (s *session.Session, rec *record.Recording, paused bool, err error) {
	values, err := url.ParseQuery(query)
	if err != nil {
		return nil, nil, false, fmt.Errorf("the address: %w", err)
	}
	name := scenes.DefaultScene
	if values.Has("scene") {
		name = values.Get("scene")
	}
	if record.IsFile(name) {
		if rec, err = record.Open(name); err != nil {
			return nil, nil, false, err
		}
		if s, _, err = session.OpenReplay(rec, clock.Now); err != nil {
			return nil, nil, false, errors.Join(fmt.Errorf("%s: %w", name, err), rec.Close())
		}
		return s, rec, false, nil
	}
	scene, err := openscene.Find(name)
	if err != nil {
		return nil, nil, false, err
	}
	config := param.NewConfig(scene)
	step, err := take(config.Registry(), values)
	if err != nil {
		return nil, nil, false, err
	}
	if s, err = session.New(config, clock.Now); err != nil {
		return nil, nil, false, err
	}
	for s.Steps() < step {
		if err := s.Tick(nil); err != nil {
			return nil, nil, false, fmt.Errorf("step %d: %w", s.Steps(), err)
		}
	}
	return s, nil, step > 0, nil
}

// take sets the parameters that an address names, and returns its step.
func take(r *param.Registry, values url.Values) (step uint64, err error) {
	for key, list := range values {
		value := list[len(list)-1]
		switch key {
		case "scene":
		case "step":
			step, err = strconv.ParseUint(value, 10, 64)
			if err != nil || step > mostAt {
				return 0, fmt.Errorf("the address: step=%s: must be 0 to %d", value, mostAt)
			}
		default:
			if err := r.Set(key, value); err != nil {
				return 0, fmt.Errorf("the address: %w", err)
			}
		}
	}
	return step, nil
}
