package app

import (
	"math/rand/v2"
	"os"
	"runtime"
	"testing"

	"tumble/engine/input"
	"tumble/internal/app/command"
	"tumble/internal/app/session"
	"tumble/physics"
	"tumble/physics/scenes"
	"tumble/physics/vec"
)

// aside are commands that end the program, or wait for seconds of steps; other tests have them.
var aside = map[command.ID]bool{command.Quit: true, command.Stall: true, command.Profile: true, command.Hitches: true,
	command.Sequence: true, command.NextScene: true, command.PreviousScene: true, command.Panes: true,
	command.Recover: true}

// TestEveryCommandRuns walks the whole table, with a selection and without, while time runs and while it stands still.
func TestEveryCommandRuns(t *testing.T) {
	for _, paused := range []bool{false, true} {
		r := journalRig(t, "pyramid36", t.TempDir())
		r.app.stall = func() {}
		r.run(10)
		r.loop.Virtual().SetPaused(paused)
		for round := range 2 {
			for i := range command.All {
				c := &command.All[i]
				if c.ID == command.Quit || aside[c.ID] && c.ID != command.Stall && c.ID != command.NextScene {
					continue
				}
				if round == 1 && len(r.dynamic()) > 0 {
					r.app.tools.Mouse.Select(r.dynamic()[0])
				}
				e := input.Event{Time: r.clock.Now()}
				r.app.do(c.ID, &e, r.loop.World())
				r.run(2)
				if err := r.app.session.World().Validate(); err != nil {
					t.Fatalf("%s: %v", c.Name, err)
				}
				if c.ID == command.Recover || c.ID == command.Record {
					r.app.do(c.ID, &e, r.loop.World())
				}
			}
		}
		r.close()
	}
}

// randomCommands does what a user might, at random.
type randomCommands struct {
	*rig
	random *rand.Rand
}

func (s *randomCommands) step() {
	e := input.Event{Time: s.clock.Now()}
	if s.app.session.World().BodyCount() == 0 {
		// a file that was saved without bodies has none after a restart either
		box, _ := scenes.Find("box")
		if err := s.app.Open(box); err != nil {
			s.t.Fatal(err)
		}
		s.run(2)
	}
	bodies := s.app.session.World().Bodies(nil)
	any := func() physics.Body { return bodies[s.random.IntN(len(bodies))] }
	send := func(c input.Event) { s.app.send(s.loop.World(), &e, c) }
	switch s.random.IntN(17) {
	case 0, 1:
		s.app.do(command.Undo, &e, s.loop.World())
	case 2:
		s.app.do(command.Redo, &e, s.loop.World())
	case 3:
		s.app.tools.Mouse.Select(any())
		s.app.tools.Mouse.Toggle(any())
	case 4:
		s.move(float64(100+s.random.IntN(440)), float64(60+s.random.IntN(240)))
		s.button(input.MouseLeft, input.Press, input.Mods(s.random.IntN(4)))
		s.move(float64(100+s.random.IntN(440)), float64(60+s.random.IntN(240)))
		s.button(input.MouseLeft, input.Release, 0)
	case 5:
		send(session.AnchorCommand(any(), any().WorldCenter()))
		b := any()
		send(session.JoinCommand(session.JoinKind(s.random.IntN(int(session.JoinKindCount))), b, b.WorldCenter(),
			b.WorldCenter(), 0))
	case 6:
		send(session.EditCommand(any(), session.Property(s.random.IntN(int(session.PropertyCount))),
			float64(s.random.IntN(3))))
	case 7:
		if s.random.IntN(6) == 0 {
			scene, _ := scenes.Find([]string{"box", "stack10", "card_house", "pyramid36"}[s.random.IntN(4)])
			if err := s.app.Open(scene); err != nil {
				s.t.Fatal(err)
			}
		}
	case 9:
		b := any()
		at := b.WorldCenter()
		half := vec.V3(float32(s.random.IntN(4)), 2, 3)
		send([]input.Event{
			session.WindCommand(at, half, vec.V3(float32(s.random.IntN(40)-20), 0, 5)),
			session.WaterCommand(at, half, 1000), session.WaterCommand(at, vec.Vec3{}, 0),
			session.PaintCommand(b, physics.Material{Friction: 0.1}, float32(s.random.IntN(3))*500),
			session.RotateCommand(vec.V3(0, 1, 0), true),
			session.ThrowCommand(session.SpawnKind(s.random.IntN(int(session.SpawnKindCount))), vec.V3(0, 4, 9),
				vec.V3(0, 0, -12), 0.4, 0),
		}[s.random.IntN(6)])
	case 10:
		if joints := s.app.session.World().Joints(nil); len(joints) > 0 {
			j := joints[s.random.IntN(len(joints))]
			send(session.TuneCommand(j, s.random.IntN(max(j.AxisCount(), 1)),
				session.JointField(s.random.IntN(int(session.FieldCount))), float64(s.random.IntN(3))))
		}
	case 8:
		s.app.panels.SetOutliner(true)
		s.app.show.Interface = s.random.IntN(2) == 0
	default:
		c := &command.All[s.random.IntN(len(command.All))]
		if !aside[c.ID] && c.ID != command.Record {
			s.app.do(c.ID, &e, s.loop.World())
		}
	}
	s.run(1 + s.random.IntN(3))
	if s.app.session.World().BodyCount() > 300 {
		s.app.do(command.Restart, &e, s.loop.World())
		s.run(1)
	}
}

// TestRandomCommands does random commands with undo and redo mixed in: nothing panics, every world is sound, and all
// parts of the journal lead to the same worlds by their calls and by their inputs.
func TestRandomCommands(t *testing.T) {
	rounds, steps := 2, 500
	if os.Getenv("TUMBLE_SOAK") == "1" {
		rounds, steps = 10, 1000
	}
	before := runtime.NumGoroutine()
	for round := range rounds {
		folder := t.TempDir()
		r := &randomCommands{journalRig(t, "pyramid36", folder), rand.New(rand.NewPCG(uint64(round), 11))}
		r.app.stall = func() {}
		r.runUntil("a part", func() bool { return r.app.session.Recorder() != nil })
		for i := range steps {
			r.step()
			if err := r.app.session.World().Validate(); err != nil {
				t.Fatalf("round %d, command %d: %v", round, i, err)
			}
		}
		r.close()
		replayParts(t, folder)
	}
	runtime.GC()
	if n := runtime.NumGoroutine(); n > before+4 {
		t.Errorf("%d goroutines, were %d", n, before)
	}
}
