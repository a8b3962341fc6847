// Command web is the sandbox as the program of a web page: engine and panels as WebAssembly, drawn with WebGL 2. The
// page gives it a canvas, a file system in memory and the query of its address. It is built for GOOS=js only.
package main

import (
	"errors"
	"fmt"
	"io"
	"math"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"

	"tumble/engine"
	"tumble/engine/param"
	"tumble/engine/record"
	"tumble/engine/timestep"
	"tumble/engine/window"
	"tumble/internal/app"
	"tumble/internal/app/command"
	"tumble/internal/app/session"
	"tumble/internal/app/userfile"
	"tumble/internal/capsule"
	"tumble/internal/openscene"
	"tumble/physics/scenes"
	"tumble/renderer"
	"tumble/renderer/gl"
	"tumble/scene"
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
	b, err := start(query, clock)
	if err != nil {
		return err
	}
	s := b.session
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
		Script: b.script,
	})
	if err != nil {
		return errors.Join(err, ex.Close(math.MaxInt64))
	}
	times := &frameTimes{clock: clock}
	loop, err := engine.NewLoop(engine.LoopConfig{
		Clock: clock, Window: win, Executor: ex, Simulation: timedApp{a, times},
		Hz: int64(s.Config.Loop.Hertz), Vsync: renderer.VsyncOn,
		OnRecordEnd: a.RecordingEnded, Player: a.Play(b.recording), OnHitch: a.Hitch,
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
	if b.capsule != nil {
		a.ShowMoment(b.capsule)
	}
	loop.Virtual().SetPaused(b.paused)
	defer offer(&page{a: a, loop: loop, window: win, ex: ex, times: times})()
	return loop.Run()
}

// beginning is the session that an address asks for, and how it is shown.
type beginning struct {
	session   *session.Session
	recording *record.Recording // to be played, nil for none
	capsule   *capsule.Capsule  // whose moment is shown, nil for none
	paused    bool
	script    app.Script
}

// start builds the session that the query of an address asks for: a scene with changed values, at a step, a
// recording, or a capsule.
func start(query string, clock timestep.Clock) (b beginning, err error) {
	values, err := url.ParseQuery(query)
	if err != nil {
		return b, fmt.Errorf("the address: %w", err)
	}
	name := scenes.DefaultScene
	if values.Has("scene") {
		name = values.Get("scene")
	}
	if b.script, err = commands(values.Get("do")); err != nil {
		return b, err
	}
	if strings.HasSuffix(name, capsule.Extension) {
		err = b.openCapsule(name, clock)
		return b, err
	}
	if record.IsFile(name) {
		if b.recording, err = record.Open(name); err != nil {
			return b, err
		}
		if b.session, _, err = session.OpenReplay(b.recording, clock.Now); err != nil {
			return b, errors.Join(fmt.Errorf("%s: %w", name, err), b.recording.Close())
		}
		return b, nil
	}
	scene, err := openscene.Find(name)
	if err != nil {
		return b, err
	}
	config := param.NewConfig(scene)
	step, err := take(config.Registry(), values)
	if err != nil {
		return b, err
	}
	if b.session, err = session.New(config, clock.Now); err != nil {
		return b, err
	}
	for b.session.Steps() < step {
		if err := b.session.Tick(nil); err != nil {
			return b, fmt.Errorf("step %d: %w", b.session.Steps(), err)
		}
	}
	b.paused = step > 0
	return b, nil
}

// openCapsule opens the moment of a capsule, paused. Its scene may only be its own or one of the library.
func (b *beginning) openCapsule(name string, clock timestep.Clock) error {
	c, err := capsule.Open(name)
	if err != nil {
		return err
	}
	path := c.Scene
	if c.SceneFile != "" {
		folder, err := os.MkdirTemp("", "capsule")
		if err != nil {
			return err
		}
		if path, err = c.Extract(folder); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	rec, err := session.ReadCapsule(c, c.Moment, path, func(info *record.SceneInfo) error {
		if scene.IsFile(info.Scene) {
			return fmt.Errorf("needs the scene %s", info.Scene)
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	defer rec.Close()
	if b.session, err = session.OpenMoment(c, rec, clock.Now); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	b.capsule, b.paused = c, true
	return nil
}

// commands are those of the window that an address carries out at the beginning, with commas between them.
func commands(list string) (s app.Script, err error) {
	if list == "" {
		return s, nil
	}
	names := strings.Split(list, ",")
	for _, name := range names {
		if !slices.ContainsFunc(command.All[:], func(c command.Command) bool { return c.Name == name }) {
			return s, fmt.Errorf("the address: do=%s: there is no command %q", list, name)
		}
	}
	return app.Script{Lines: strings.NewReader(strings.Join(names, "\n")), Answers: io.Discard}, nil
}

// take sets the parameters that an address names, and returns its step.
func take(r *param.Registry, values url.Values) (step uint64, err error) {
	for key, list := range values {
		value := list[len(list)-1]
		switch key {
		case "scene", "do":
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
