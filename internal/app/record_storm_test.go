package app

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"tumble/engine/input"
	"tumble/engine/record"
	"tumble/engine/timestep"
	"tumble/internal/app/history"
	"tumble/internal/app/session"
	"tumble/internal/openscene"
	"tumble/physics"
	"tumble/physics/scenes"
)

// recordStorm records while a session changes scenes, restarts, drops files, switches loops, edits and throws.
type recordStorm struct {
	*rig
	random *rand.Rand
	file   string // a scene file
}

// step does one thing at random and runs some frames.
func (s *recordStorm) step() {
	switch s.random.IntN(16) {
	case 0:
		names := []string{"box", "stack10", "card_house", "pyramid36", "bowling"}
		scene, _ := scenes.Find(names[s.random.IntN(len(names))])
		if err := s.app.Open(scene); err != nil {
			s.t.Fatal(err)
		}
	case 1:
		s.key(key('R'), 0)
	case 2:
		s.app.openFile(s.file, s.clock.Now())
	case 3:
		names := timestep.StrategyNames()
		if err := s.loop.SetStrategy(names[s.random.IntN(len(names))]); err != nil {
			s.t.Fatal(err)
		}
	case 4:
		s.app.send(s.loop.World(), &input.Event{Time: s.clock.Now()},
			session.SetCommand("gravity.y", float64(-s.random.IntN(12))))
	case 5:
		s.move(float64(100+s.random.IntN(440)), float64(60+s.random.IntN(240)))
		s.button(input.MouseLeft, input.Press, input.ModShift)
		s.button(input.MouseLeft, input.Release, input.ModShift)
	case 6:
		s.move(320, 200)
		s.button(input.MouseLeft, input.Press, 0)
		s.move(float64(300+s.random.IntN(60)), float64(100+s.random.IntN(100)))
		s.run(3)
		s.button(input.MouseLeft, input.Release, 0)
	case 7:
		s.loop.Virtual().SetPaused(true)
		s.run(2)
		s.key(input.KeyPeriod, 0)
		s.loop.Virtual().SetPaused(false)
	case 9, 10:
		s.key(key('Z'), input.ModControl|input.Mods(s.random.IntN(2))*input.ModShift)
	case 11:
		s.build()
	case 8:
		if err := s.loop.SetRate(int64(60 + s.random.IntN(100))); err != nil {
			s.t.Fatal(err)
		}
	case 12: // look somewhere and go on from there
		s.app.lookAt(s.random.IntN(s.app.past.history.Head() + 1))
		s.run(s.random.IntN(3))
		s.app.goOn()
	case 13: // play backwards, and act in the past
		s.key(input.KeyComma, input.ModControl)
		s.run(s.random.IntN(10))
		s.app.send(s.loop.World(), &input.Event{Time: s.clock.Now()},
			session.SetCommand("material.friction", s.random.Float64()))
		s.app.goOn()
	case 14: // another branch
		h := s.app.past.history
		s.app.choose(s.random.IntN(len(h.Branches())))
		s.run(s.random.IntN(3))
		s.app.goOn()
	case 15: // edit, look elsewhere, and come back to it
		s.loop.Virtual().SetPaused(true)
		s.run(1)
		s.app.send(s.loop.World(), &input.Event{Time: s.clock.Now()},
			session.SetCommand("gravity.x", float64(s.random.IntN(4))))
		s.run(1)
		at := s.app.past.history.At()
		s.app.lookAt(s.random.IntN(at + 1))
		s.run(1)
		if s.random.IntN(2) == 0 {
			s.app.lookAt(at)
			s.run(1)
		}
		s.app.goOn()
	}
	s.run(1 + s.random.IntN(12))
}

// build edits while time stands still: it drops, deletes and restarts, and takes things back.
func (s *recordStorm) build() {
	s.loop.Virtual().SetPaused(true)
	s.run(1)
	for range 4 {
		switch s.random.IntN(5) {
		case 0:
			s.key(key('B'), 0)
		case 1:
			s.key(input.KeyDelete, 0)
		case 2:
			s.key(key('R'), 0)
		case 3:
			s.key(key('Z'), input.ModControl|input.ModShift)
		default:
			s.key(key('Z'), input.ModControl)
		}
	}
	s.loop.Virtual().SetPaused(false)
}

// TestRecordingGoesThroughAStorm holds that what a session does while it is recorded never ends the recording, and that
// its calls, its inputs and the window replay it with equal digests.
func TestRecordingGoesThroughAStorm(t *testing.T) {
	rounds, steps := 2, 70
	if os.Getenv("TUMBLE_SOAK") == "1" {
		rounds, steps = 40, 300
	}
	for round := range rounds {
		folder := t.TempDir()
		r := &recordStorm{rig: newRig(t, "box", nil), random: rand.New(rand.NewPCG(uint64(round), 5)),
			file: filepath.Join(folder, "scene.gltf")}
		if err := openscene.Save(r.file, r.app.session.Run, 100, r.app.session.Config.Scene.View); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(folder, "storm.tumble")
		writer, err := record.Create(path, r.app.session.Info(), physics.DefaultRecordOptions())
		if err != nil {
			t.Fatal(err)
		}
		if err := r.app.session.Record(writer); err != nil {
			t.Fatal(err)
		}
		if err := r.loop.Record(writer); err != nil {
			t.Fatal(err)
		}
		for range steps {
			r.step()
		}
		if err := writer.Close(); err != nil {
			t.Fatalf("round %d: %v", round, err)
		}
		r.close()
		rec, err := record.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		checkStorm(t, rec)
		rec.Close()
	}
}

// checkStorm replays a recording by its calls, by its inputs, and in a window.
func checkStorm(t *testing.T, rec *record.Recording) {
	t.Helper()
	if len(rec.Parts) < 3 {
		t.Errorf("%d scenes", len(rec.Parts))
	}
	p, err := physics.NewReplay(rec.Calls, physics.DefaultReplayOptions())
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if err := p.Seek(rec.Calls.Steps()); err != nil {
		t.Fatal(err)
	}
	for i := range rec.Parts {
		part := &rec.Parts[i]
		s, err := session.Open(part.Info, nil)
		if err != nil {
			t.Fatal(err)
		}
		again, err := history.NewReplay(s, part, 0)
		if err != nil {
			t.Fatal(err)
		}
		for tick := uint64(1); tick <= part.LastTick(); tick++ {
			if err := again.Tick(tick); err != nil {
				t.Fatal(err)
			}
			if err := again.Check(tick); err != nil {
				t.Fatalf("scene %d: %v", i+1, err)
			}
		}
	}
	scene := rec.First().Info.Scene
	w := newRig(t, scene, nil)
	defer w.close()
	w.loop.Replay(w.app.Play(rec))
	for frames := 0; w.loop.Player() != nil && frames < 20_000; frames++ {
		w.run(1)
	}
	if w.loop.Player() != nil || w.app.replay.recording != nil {
		t.Error("the replay in the window has no end")
	}
}

// TestReplayEndsWithItsScene holds that a replay whose scene is changed ends, and the session goes on.
func TestReplayEndsWithItsScene(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.tumble")
	r := newRig(t, "box", nil)
	writer, err := record.Create(path, r.app.session.Info(), physics.RecordOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if err := r.loop.Record(writer); err != nil {
		t.Fatal(err)
	}
	r.run(100)
	if err := writer.Close(); err != nil {
		t.Fatal(err)
	}
	r.close()
	rec, err := record.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer rec.Close()
	w := newRig(t, "box", nil)
	defer w.close()
	w.loop.Replay(w.app.Play(rec))
	w.run(20)
	w.key(input.KeyRightBracket, 0)
	w.run(60)
	if w.loop.Player() != nil || w.app.session.Config.Scene.Name == "box" {
		t.Error("the replay goes on in another scene")
	}
}
