package app

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"tumble/engine/input"
	"tumble/engine/record"
	"tumble/engine/timestep"
	"tumble/internal/app/session"
	"tumble/internal/attach"
	"tumble/physics"
	"tumble/physics/debug"
	"tumble/physics/vec"
)

// attached is a program that shows a box on a floor, and a window that follows it. The test lets the program step.
type attached struct {
	*testing.T
	world  *physics.World
	server *debug.Server
	rig    *rig
	// hash is that of the world after its last step: another goroutine may step.
	hash   atomic.Uint64
	folder string
}

// boxOnFloor is the world of a program: a box a metre above a floor.
func boxOnFloor(t *testing.T) (*physics.World, physics.Body) {
	t.Helper()
	timed := physics.DefaultWorldDef()
	timed.Clock = timestep.RealClock().Now
	world, err := physics.NewWorld(timed)
	if err != nil {
		t.Fatal(err)
	}
	def := physics.DefaultBodyDef()
	ground, err := world.CreateBody(def)
	if err == nil {
		_, err = ground.CreateShape(physics.BoxHalf(9, 0.5, 9), physics.DefaultShapeDef())
	}
	def.Type, def.Position = physics.Dynamic, vec.V3(0, 1.5, 0)
	box, failed := world.CreateBody(def)
	if failed == nil {
		_, failed = box.CreateShape(physics.BoxHalf(0.5, 0.5, 0.5), physics.DefaultShapeDef())
	}
	if err := errors.Join(err, failed); err != nil {
		t.Fatal(err)
	}
	return world, box
}

func newAttached(t *testing.T, allow debug.Permission) *attached {
	t.Helper()
	folder := filepath.Join(t.TempDir(), "attach")
	world, _ := boxOnFloor(t)
	server, err := debug.Serve(world, debug.Options{Name: "boxes", Folder: folder, Allow: allow})
	if err != nil {
		t.Fatal(err)
	}
	s := &attached{T: t, world: world, server: server, folder: folder}
	t.Cleanup(func() { _ = s.server.Close() })
	live, rec := s.watch()
	repeated, err := session.Repeat(rec, nil)
	if err != nil {
		t.Fatal(err)
	}
	s.rig = newRig(t, "box", nil)
	t.Cleanup(s.rig.close)
	a := s.rig.app
	if err := a.change(repeated); err != nil {
		t.Fatal(err)
	}
	s.rig.loop.Replay(a.Play(rec))
	a.restartAt(a.replayFrom())
	a.Watch(live, rec)
	return s
}

// watch attaches to the program.
func (s *attached) watch() (*attach.Live, *record.Recording) {
	s.Helper()
	list, err := attach.List(s.folder)
	if err != nil || len(list) != 1 {
		s.Fatalf("%d programs: %v", len(list), err)
	}
	opened := make(chan error)
	var live *attach.Live
	go func() {
		var err error
		live, err = attach.Watch(context.Background(), list[0])
		opened <- err
	}()
	s.stepUntil("the viewer", func() bool {
		select {
		case err = <-opened:
			return true
		default:
			return false
		}
	})
	if err != nil {
		s.Fatal(err)
	}
	rec, err := live.Recording(context.Background())
	if err != nil {
		s.Fatal(err)
	}
	return live, rec
}

// anew is a program that has disconnected the window, which has attached again.
type anew struct {
	Program
	next *attach.Live
	rec  *record.Recording
}

func (p *anew) Again() *record.Recording {
	rec := p.rec
	if rec != nil {
		p.Program, p.rec = p.next, nil
	}
	return rec
}

// A window that was disconnected shows the recording that begins anew, says so, and follows the program to the bit.
// While the user looks at the past the window keeps its recording.
func TestWindowFollowsAnew(t *testing.T) {
	s := newAttached(t, debug.Change)
	for range 40 {
		s.step()
		s.rig.run(1)
	}
	s.caughtUp("before")
	a := s.rig.app
	first := a.live.program
	before := a.live.recording
	next, rec := s.watch()
	a.lookAt(5)
	s.rig.run(8)
	a.live.program = &anew{Program: first, next: next, rec: rec}
	s.rig.run(3)
	if a.live.recording != before || a.past.history.At() != 5 {
		t.Errorf("in the past the window stands at tick %d of another recording", a.past.history.At())
	}
	a.goOn()
	for range 20 {
		s.step()
		s.rig.run(1)
	}
	s.caughtUp("after")
	if r, _ := a.session.World().Repetition(); r.Steps > 25 || a.live.recording != rec {
		t.Errorf("the timeline has %d steps", r.Steps)
	}
	if text := a.panels.Message(); !strings.Contains(text, "attached again") {
		t.Errorf("the window says %q", text)
	}
	s.send(session.SetCommand("gravity.y", -1.5))
	s.stepUntil("the change", func() bool { s.rig.run(1); return s.world.Gravity().Y == -1.5 })
	s.caughtUp("after a change")
	if err := first.Close(); err != nil {
		t.Error(err)
	}
}

// step lets the program do a step.
func (s *attached) step() {
	s.Helper()
	err := s.advance()
	if err != nil {
		s.Fatal(err)
	}
}

// advance does a step of the program.
func (s *attached) advance() error {
	err := s.server.Step(0.01)
	s.hash.Store(s.world.Hash())
	return err
}

// stepUntil lets the program step until something holds.
func (s *attached) stepUntil(what string, holds func() bool) {
	s.Helper()
	for deadline := time.Now().Add(20 * time.Second); !holds(); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			s.Fatalf("%s does not come", what)
		}
		s.step()
	}
}

// send sends a command of the user.
func (s *attached) send(c input.Event) {
	s.rig.app.send(s.rig.loop.World(), &input.Event{Time: s.rig.clock.Now()}, c)
}

// caughtUp lets frames pass until the window shows the state of the program.
func (s *attached) caughtUp(when string) {
	s.Helper()
	for deadline := time.Now().Add(20 * time.Second); s.rig.app.session.World().Hash() != s.hash.Load(); {
		if time.Now().After(deadline) {
			r, _ := s.rig.app.session.World().Repetition()
			s.Fatalf("%s: the window does not come to the state of the program: %+v", when, r)
		}
		s.rig.run(1)
		time.Sleep(time.Millisecond)
	}
}

// The window follows a program to the bit, goes back in the recording so far, and comes back to the present.
func TestWindowFollowsAProgram(t *testing.T) {
	s := newAttached(t, 0)
	for range 5 {
		for range 40 {
			s.step()
			s.rig.run(1)
		}
		s.caughtUp("while the program runs")
	}
	if times := s.rig.app.stepTimes(); times.Program != "boxes" || times.Step <= 0 {
		t.Errorf("the panels show the times %+v", times)
	}
	if live := s.rig.app.view.Live; live != "LIVE" {
		t.Errorf("the bar says %q", live)
	}
	h := s.rig.app.past.history
	s.rig.app.lookAt(h.Head() / 2)
	for range 30 {
		s.step()
		s.rig.run(1)
	}
	if live := s.rig.app.view.Live; !h.Past() || live != "PAST" {
		t.Errorf("the window does not stay in the past: the bar says %q", live)
	}
	s.rig.app.goOn()
	s.rig.app.lookAt(h.Head())
	s.caughtUp("after a look at the past")
	if err := s.server.Close(); err != nil {
		t.Error(err)
	}
	s.rig.runUntil("the end", func() bool { return s.rig.app.live.gone })
	if s.world.Hash() != s.rig.app.session.World().Hash() {
		t.Error("the end of the program changes the state")
	}
}

// Pause and single steps of the window are those of the program, which goes on as soon as the window is gone.
func TestWindowHoldsAProgram(t *testing.T) {
	s := newAttached(t, debug.Pause)
	for range 20 {
		s.step()
		s.rig.run(1)
	}
	s.caughtUp("before the pause")
	s.rig.app.pause()
	status := func() debug.Status {
		t.Helper()
		status, err := s.rig.app.live.program.(*attach.Live).Status(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		return status
	}
	for deadline := time.Now().Add(20 * time.Second); !status().Paused; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("the program is not held")
		}
	}
	done := make(chan error, 1)
	began := status().Steps
	go func() {
		var err error
		for range 4 {
			err = errors.Join(err, s.advance())
		}
		done <- err
	}()
	s.rig.app.step(3)
	for deadline := time.Now().Add(20 * time.Second); status().Steps != began+3; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%d steps, not 3", status().Steps-began)
		}
		s.rig.run(1)
	}
	s.caughtUp("after three steps")
	select {
	case err := <-done:
		t.Fatalf("the program is not held after three steps: %v", err)
	default:
	}
	if err := s.rig.app.endLive(); err != nil {
		t.Fatal(err)
	}
	if err := <-done; err != nil {
		t.Fatal(err)
	}
}

// The hand, pushes and parameters reach a program that allows changes, and come back. Other commands are refused; a
// program that allows no changes takes none.
func TestWindowChangesAProgram(t *testing.T) {
	aim, along := vec.V3(0, 1, 5), vec.V3(0, 0, -20)
	commands := map[string]input.Event{
		"push":    session.PushCommand(aim, along, 3),
		"gravity": session.SetCommand("gravity.y", -1.5),
		"grab":    session.GrabCommand(aim, along),
		"spawn":   session.SpawnCommand(session.SpawnBox, vec.V3(0, 5, 0), 0.5),
	}
	for _, allow := range []debug.Permission{0, debug.Change} {
		for name, c := range commands {
			t.Run(name+" "+allow.String(), func(t *testing.T) {
				s := newAttached(t, allow)
				for range 60 {
					s.step()
				}
				s.caughtUp("at rest")
				box := s.world.Bodies(nil)[1]
				was, joints := box.Position(), s.world.JointCount()
				s.send(c)
				if name == "grab" {
					s.send(session.DragCommand(vec.V3(0, 4, 0)))
				}
				for range 60 {
					s.step()
					s.rig.run(1)
					time.Sleep(time.Millisecond)
				}
				changed := box.Position().Dist(was) > 0.01 || s.world.Gravity().Y == -1.5 || s.world.BodyCount() != 2
				want := allow == debug.Change && name != "spawn"
				held := s.world.JointCount() > joints
				if changed != want || held != (want && name == "grab") {
					t.Errorf("changed %v: %v, %s", changed, box.Position(), s.rig.app.panels.Message())
				}
				if !changed && s.rig.app.panels.Message() == "" {
					t.Error("nothing says why")
				}
				s.caughtUp("after the change")
				if name == "gravity" && changed && s.rig.app.session.Config.Settings.Gravity.Y != -1.5 {
					t.Error("the slider does not follow")
				}
			})
		}
	}
}
