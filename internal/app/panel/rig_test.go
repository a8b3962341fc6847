package panel

import (
	"testing"

	"tumble/engine"
	"tumble/engine/diagnose"
	"tumble/engine/input"
	"tumble/engine/param"
	"tumble/engine/pose"
	"tumble/engine/timestep"
	"tumble/internal/app/apptest"
	"tumble/internal/app/browser"
	"tumble/internal/app/command"
	"tumble/internal/app/looplab"
	"tumble/internal/app/session"
	"tumble/internal/app/stage"
	"tumble/internal/app/thumbnail"
	"tumble/internal/app/tool"
	"tumble/internal/app/trial"
	"tumble/internal/app/watch"
	"tumble/internal/doctor"
	"tumble/internal/sweep"
	"tumble/physics"
	"tumble/physics/scenes"
	"tumble/physics/vec"
	"tumble/renderer"
	"tumble/renderer/null"
)

// rig is a window with a scene and panels and nothing else: it carries out what the panels ask for.
type rig struct {
	// tickNs is the time that a tick costs besides
	tickNs  int64
	t       testing.TB
	clock   *timestep.FakeClock
	window  *apptest.Window
	device  *null.Device
	exec    renderer.Executor
	loop    *engine.Loop
	atlas   *renderer.Atlas
	session *session.Session
	picture *stage.Picture
	camera  *renderer.Camera
	show    stage.Show
	view    View
	panels  *Panels
	builds  uint64

	looked    vec.Vec3
	selection []physics.Body
	// swept is the study that was begun last, of the world as it was if sweptNow
	swept    *sweep.Draft
	sweptNow bool
	// recorded, if not nil, sees every frame
	recorded func(f *engine.Frame)
	// timed, if not nil, calls the recording of the panels
	timed func(record func())
}

func newRig(t testing.TB, scene, folder string) *rig {
	t.Helper()
	found, ok := scenes.Find(scene)
	if !ok {
		t.Fatalf("no scene %q", scene)
	}
	r := &rig{
		t: t, clock: timestep.NewFakeClock(timestep.Second), device: null.New(null.Options{}),
		camera: renderer.NewCamera(),
		show:   stage.Show{Interface: true, Shadows: true},
	}
	r.window = &apptest.Window{Clock: r.clock, Width: 1280, Height: 720}
	var err error
	check := func() {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	r.exec, err = renderer.NewDirect(renderer.Config{Open: r.device.Open, Now: r.clock.Now})
	check()
	r.atlas, err = renderer.NewAtlas(r.exec.Resources(), 0)
	check()
	r.picture, err = stage.NewPicture(r.exec, r.atlas, stage.QualityAutomatic)
	check()
	r.session, err = session.New(param.NewConfig(found), r.clock.Now)
	check()
	r.loop, err = engine.NewLoop(engine.LoopConfig{
		Clock: r.clock, Window: r.window, Executor: r.exec, Simulation: r, Vsync: renderer.VsyncOff, LimitMilli: 60_000,
		Hz: int64(r.session.Config.Loop.Hertz),
	})
	check()
	r.window.Attach(r.loop.Inbox(), nil)
	r.camera.Set(stage.CameraOf(found.View), true)
	r.panels = New(r.atlas, folder)
	r.view = View{
		Host: r, Loop: r.loop, Window: r.window, Session: r.session, Show: &r.show, Picture: r.picture,
		Lab: looplab.New(nil, nil, nil, r.atlas), Bad: diagnose.NewBadMachine(r.clock), Sample: r.loop.NewestSample(),
		Browser: browser.New(thumbnail.New(r.exec.Resources(), nil, "", func() {})),
		Trial:   &trial.Trial{}, Watch: &watch.Watch{},
		Worker: &tool.Worker{Options: tool.DefaultOptions()}, Thrower: &tool.Thrower{},
	}
	r.picture.Stage().Update(r.session.World(), r.loop.Poses(), r.loop.Nodes())
	r.run(4)
	return r
}

func (r *rig) close() {
	r.t.Helper()
	r.picture.Release()
	r.atlas.Close()
	if err := r.exec.Close(timestep.Second); err != nil {
		r.t.Error(err)
	}
	if err := r.device.Errors(); err != nil {
		r.t.Errorf("the device was used wrongly: %v", err)
	}
}

// Input, Tick, Poses and Record are the simulation of the loop.
func (r *rig) Input(e *input.Event, _ *input.Queue) { r.panels.Event(&r.view, e, false) }

func (r *rig) Tick(t timestep.TickTime, events []input.Event) error {
	r.clock.Advance(r.tickNs)
	if err := r.session.TickBy(events, t.Dt); err != nil {
		return err
	}
	r.panels.Stepped(r.session.World(), Times{Profile: r.session.World().Profile()})
	r.view.Watch.Step(r.session.World(), t, int(t.N))
	return nil
}

func (r *rig) Poses(poses *pose.Store) {
	if r.builds != r.session.Rebuilds() {
		r.builds = r.session.Rebuilds()
		r.loop.Nodes().Clear()
		poses.Reset(r.loop.Status().Tick)
		r.picture.Stage().Reset()
	}
	r.picture.Stage().Update(r.session.World(), poses, r.loop.Nodes())
}

func (r *rig) Record(f *engine.Frame) error {
	r.picture.Begin(f.Packet, &r.show)
	f.Packet.View = r.ViewIn(f.Width, f.Height)
	r.view.Frame = f
	if r.timed != nil {
		r.timed(func() { r.panels.Record(&r.view) })
	} else {
		r.panels.Record(&r.view)
	}
	if r.recorded != nil {
		r.recorded(f)
	}
	return nil
}

// Do to ViewIn are the host of the panels.
func (r *rig) Look(int)           {}
func (r *rig) Choose(int)         {}
func (r *rig) Compare(int)        {}
func (r *rig) Rename(int, string) {}

func (r *rig) Stretch() (from, to int) { return 0, 0 }
func (r *rig) MarkStretch(bool)        {}
func (r *rig) KeepPass(int)            {}

func (r *rig) Do(id command.ID) {
	switch id {
	case command.Restart:
		r.Send(session.RestartCommand())
	case command.TogglePause:
		r.loop.Virtual().SetPaused(!r.loop.Virtual().Paused())
	}
}
func (r *rig) Checked(command.ID) bool   { return false }
func (r *rig) Select(b physics.Body)     { r.SelectList([]physics.Body{b}) }
func (r *rig) Toggle(b physics.Body)     { r.SelectList(append(r.selection, b)) }
func (r *rig) Selection() []physics.Body { return r.selection }
func (r *rig) SelectList(list []physics.Body) {
	r.selection = append(r.selection[:0], list...)
	r.view.Selected = list[len(list)-1]
}
func (r *rig) Hide(list []physics.Body, on bool) { r.picture.Stage().Hide(list, on) }
func (r *rig) Hidden(b physics.Body) bool        { return r.picture.Stage().Hidden(b) }
func (r *rig) SetStrategy(name string) error     { return r.loop.SetStrategy(name) }
func (r *rig) SetQuality(q stage.Quality)        { r.picture.SetQuality(q) }

func (r *rig) Try(plan *trial.Plan) error {
	return r.view.Trial.Begin(r.session, plan, false, nil)
}
func (r *rig) KeepMember(i int) error { r.view.Trial.Keep(i); return nil }
func (r *rig) BeginSweep(d *sweep.Draft, now bool) error {
	r.swept, r.sweptNow = d, now
	return nil
}
func (r *rig) OpenSweepPage() error              { return nil }
func (r *rig) ExaminePast()                      {}
func (r *rig) TryRemedy(*doctor.Symptom) error   { return nil }
func (r *rig) TestSymptom(*doctor.Symptom) error { return nil }
func (r *rig) OpenCell(int)                      {}
func (r *rig) LookAt(center vec.Vec3, _ float32) { r.looked = center }
func (r *rig) SaveTrial(int) error               { return nil }

func (r *rig) KeptTrials() ([]trial.Record, error) { return nil, nil }
func (r *rig) OpenTrial(*trial.Record)             {}
func (r *rig) RepeatTrial(*trial.Record)           {}
func (r *rig) MeasureMachine()                     {}

func (r *rig) EndTrial() { r.view.Trial.End() }

func (r *rig) FollowLoop() error             { return nil }
func (r *rig) ViewIn(w, h int) renderer.View { return r.camera.View(w, h) }
func (r *rig) Send(c input.Event) {
	c.Time = r.clock.Now()
	if err := r.loop.World().Push(c); err != nil {
		r.t.Error(err)
	}
}
func (r *rig) Open(scene *scenes.Scene) error {
	s, err := session.New(param.NewConfig(scene), r.clock.Now)
	if err != nil {
		return err
	}
	r.session, r.view.Session, r.builds = s, s, 0
	return nil
}

// run runs frames of a sixtieth of a second.
func (r *rig) run(frames int) {
	r.t.Helper()
	for range frames {
		r.clock.Advance(timestep.Second / 60)
		if err := r.loop.Frame(); err != nil {
			r.t.Fatal(err)
		}
	}
}

func (r *rig) move(x, y float64) {
	r.loop.Inbox().Push(input.Event{Kind: input.EventMouseMove, X: x, Y: y})
	r.run(1)
}

func (r *rig) button(b input.MouseButton, a input.Action) {
	r.loop.Inbox().Push(input.Event{Kind: input.EventMouseButton, Code: b, Action: a, X: r.panels.pointer.x,
		Y: r.panels.pointer.y})
	r.run(1)
}

// dynamic returns the moving bodies.
func (r *rig) dynamic() []physics.Body {
	var list []physics.Body
	for _, b := range r.session.World().Bodies(nil) {
		if b.Type() == physics.Dynamic {
			list = append(list, b)
		}
	}
	return list
}

// between is a view between two frames, in which calls act at once.
func (r *rig) between() *View {
	r.view.Frame = &engine.Frame{Now: r.clock.Now(), Status: r.loop.Status()}
	return &r.view
}

// setKnob sets the knob of a parameter.
func (r *rig) setKnob(key string, value float64) {
	r.t.Helper()
	p := &r.panels.parameters
	for i := range p.knobs {
		if k := &p.knobs[i]; k.param.Key == key {
			k.value = value
			p.set(r.panels.ui, r.between(), k)
			r.run(4)
			return
		}
	}
	r.t.Fatalf("there is no knob for %s", key)
}

// the browser opens nothing in these tests
func (r *rig) OpenScene(*scenes.Scene, scenes.Values) {}
func (r *rig) OpenFile(string)                        {}
func (r *rig) AskFile()                               {}
func (r *rig) Recent() []string                       { return nil }
func (r *rig) GiveUp()                                {}
