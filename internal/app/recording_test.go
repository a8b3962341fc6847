package app

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"tumble/engine"
	"tumble/engine/input"
	"tumble/engine/record"
	"tumble/engine/timestep"
	"tumble/internal/app/command"
	"tumble/internal/app/history"
	"tumble/internal/app/journal"
	"tumble/internal/app/session"
	"tumble/physics"
	"tumble/physics/debug/steptime"
	"tumble/physics/drawing"
	"tumble/physics/scenes"
	"tumble/physics/vec"
)

// journalRig is a window that keeps its session in a folder.
func journalRig(t *testing.T, scene, folder string) *rig {
	t.Helper()
	return newRig(t, scene, func(_ *engine.LoopConfig, o *Options) {
		o.Journal.Folder, o.DefaultOutput = folder, filepath.Join(folder, "output")
	})
}

// runUntil runs frames until a condition holds; files are made beside them.
func (r *rig) runUntil(what string, holds func() bool) {
	r.t.Helper()
	for range 2000 {
		if holds() {
			return
		}
		r.run(1)
		time.Sleep(time.Millisecond)
	}
	r.t.Fatalf("never: %s", what)
}

// partsIn lists the recordings below a folder in their order.
func partsIn(t *testing.T, folder string) []string {
	t.Helper()
	var list []string
	err := filepath.WalkDir(folder, func(path string, d os.DirEntry, err error) error {
		if err == nil && record.IsFile(path) {
			list = append(list, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(list)
	return list
}

// replayParts replays all parts of the journal in a folder, by their calls and by their inputs.
func replayParts(t *testing.T, folder string) {
	t.Helper()
	for _, path := range partsIn(t, folder) {
		rec, err := record.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		replayCalls(t, rec)
		for i := range rec.Parts {
			replayPart(t, rec, i)
		}
		rec.Close()
	}
}

// replayCalls carries out the calls of a recording.
func replayCalls(t *testing.T, rec *record.Recording) {
	t.Helper()
	p, err := physics.NewReplay(rec.Calls, physics.DefaultReplayOptions())
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if err := p.Seek(rec.Calls.Steps()); err != nil {
		t.Fatal(err)
	}
}

// replayPart carries out the inputs of a part.
func replayPart(t *testing.T, rec *record.Recording, i int) {
	t.Helper()
	part := &rec.Parts[i]
	s, err := session.OpenPart(rec, i, nil)
	if errors.Is(err, session.ErrPartial) {
		return // its beginning has a character
	} else if err != nil {
		t.Fatal(err)
	}
	defer s.World().Close()
	again, err := history.NewReplay(s, part, part.From)
	if err != nil {
		t.Fatal(err)
	}
	for tick := part.From + 1; tick <= part.LastTick(); tick++ {
		if err := again.Tick(tick); errors.Is(err, session.ErrPartial) {
			return // it goes back to before the part
		} else if err != nil {
			t.Fatal(err)
		}
		if err := again.Check(tick); err != nil {
			t.Fatalf("part %d: %v", i+1, err)
		}
	}
}

// A session is kept in parts that each open alone, by calls and by inputs, one goes on where the one before ends, and a
// window that ends in order leaves nothing to offer.
func TestJournalOfASession(t *testing.T) {
	folder := t.TempDir()
	r := journalRig(t, "card_house", folder)
	r.app.show.Interface = true
	for n := range 3 {
		before := r.app.journal.Recorder()
		r.runUntil("a part begins", func() bool { return r.app.journal.Recorder() != before })
		// bodies that the user holds and makes are in no world
		r.point(highest(r.dynamic()))
		r.button(0, 1, 0)
		r.key(key('N'), 0)
		r.run(30)
		if n == 2 {
			r.button(0, 0, 0)
		}
		r.clock.Advance(19 * timestep.Second)
		r.run(70)
	}
	r.close()
	parts := partsIn(t, folder)
	if len(parts) < 3 {
		t.Fatalf("%d parts", len(parts))
	}
	last := uint64(0)
	for _, path := range parts {
		rec, err := record.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		if end := rec.Calls.End(); !end.Whole || end.Reason != "" {
			t.Errorf("%s ends with %+v", path, end)
		}
		if from := rec.First().From; from != last {
			t.Errorf("%s begins after tick %d, the one before ends with %d", path, from, last)
		}
		last = rec.First().LastTick()
		replayCalls(t, rec)
		replayPart(t, rec, 0)
		rec.Close()
	}
	if left := journal.Leftovers(folder); len(left) != 1 || left[0].Crashed {
		t.Errorf("left: %+v", left)
	}
}

// Every scene can be resumed: what a recording keeps of it when it begins in the middle is enough for the inputs.
func TestEverySceneResumes(t *testing.T) {
	for i, scene := range scenes.All() {
		if os.Getenv("TUMBLE_SOAK") != "1" && i%8 != 0 {
			continue
		}
		t.Run(scene.Name, func(t *testing.T) {
			r := newRig(t, scene.Name, nil)
			if n := r.app.session.World().BodyCount(); n > 1500 || n > 400 && testing.Short() {
				r.close()
				t.Skip("large")
			}
			r.run(20)
			path := filepath.Join(t.TempDir(), "a.tumble")
			file, err := record.NewFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if err := r.app.recordIn(file, r.clock.Now(), false); err != nil {
				t.Fatal(err)
			}
			r.run(20)
			r.close()
			rec, err := record.Open(path)
			if err != nil {
				t.Fatal(err)
			}
			defer rec.Close()
			replayCalls(t, rec)
			s, err := session.OpenPart(rec, 0, nil)
			if err != nil {
				if !errors.Is(err, session.ErrPartial) {
					t.Error(err)
				}
				return
			}
			s.World().Close()
			replayPart(t, rec, 0)
		})
	}
}

// A journal whose folder goes away makes it again. Where that cannot be it tells so once, and the session goes on.
func TestJournalWithoutItsFolder(t *testing.T) {
	folder := t.TempDir()
	root := filepath.Join(folder, "journal")
	r := journalRig(t, "box", root)
	r.app.show.Interface = true
	told := 0
	runParts := func(n int) {
		for range n {
			r.clock.Advance(21 * timestep.Second)
			for range 100 {
				before := r.app.panels.Message()
				r.run(1)
				if m := r.app.panels.Message(); m != before && strings.Contains(m, "goes on without") {
					told++
				}
				time.Sleep(time.Millisecond)
			}
		}
	}
	r.run(30)
	if err := os.RemoveAll(root); err != nil {
		t.Skip(err) // a system that keeps what is open
	}
	runParts(3)
	if left := journal.Leftovers(root); told > 0 || len(partsIn(t, root)) < 2 || len(left) > 0 {
		t.Errorf("told %d times, %v, %+v", told, partsIn(t, root), left)
	}
	if err := errors.Join(os.RemoveAll(root), os.WriteFile(root, nil, 0o600)); err != nil {
		t.Fatal(err)
	}
	runParts(4)
	if tick := r.loop.Status().Tick; told != 1 || tick < 700 {
		t.Errorf("told %d times in %d ticks, last: %s", told, tick, r.app.panels.Message())
	}
	r.app.Release()
	if err := r.exec.Close(timestep.Second); err != nil {
		t.Error(err)
	}
}

// The last minutes are one recording from several parts; it replays by calls and, as one part, by inputs.
func TestSaveWhatJustHappened(t *testing.T) {
	folder := t.TempDir()
	r := journalRig(t, "pyramid36", folder)
	for range 2 {
		before := r.app.journal.Recorder()
		r.clock.Advance(20 * timestep.Second)
		r.runUntil("a part begins", func() bool { return r.app.journal.Recorder() != before })
		r.run(20)
		r.key(key('N'), 0)
		r.run(20)
	}
	r.app.browse(1)
	r.run(20)
	r.key(key('R'), input.ModControl|input.ModShift)
	output := filepath.Join(folder, "output")
	saved := func() []string { list, _ := filepath.Glob(filepath.Join(output, "*-last.tumble")); return list }
	r.runUntil("the recording is saved", func() bool { return len(saved()) == 1 })
	tick := r.app.loop.Status().Tick
	r.close()
	rec, err := record.Open(saved()[0])
	if err != nil {
		t.Fatal(err)
	}
	defer rec.Close()
	if end := rec.Calls.End(); !end.Whole || end.Reason != "" {
		t.Errorf("it ends with %+v", end)
	}
	if len(rec.Parts) != 2 || rec.Parts[1].LastTick()+60 < tick {
		t.Errorf("%d scenes, the last to tick %d of %d", len(rec.Parts), rec.Parts[len(rec.Parts)-1].LastTick(), tick)
	}
	replayCalls(t, rec)
	replayPart(t, rec, 0)
	replayPart(t, rec, 1)
	p, err := physics.NewReplay(rec.Calls, physics.DefaultReplayOptions())
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	// across the places where parts meet, in both directions
	for _, step := range []int{rec.Calls.Steps(), 3, rec.Parts[1].Step, 40, rec.Parts[1].Step + 1, 0} {
		if err := p.Seek(step); err != nil {
			t.Fatal(err)
		}
	}
}

// A recording begins and ends by its key at any moment, holds the last seconds, and goes with the journal.
func TestRecordAtAnyMoment(t *testing.T) {
	folder := t.TempDir()
	r := journalRig(t, "bowling", folder)
	r.run(30)
	for range 3 {
		r.key(key('R'), input.ModControl)
		if !r.app.journal.Recording() || !r.app.checked(command.Record) {
			t.Fatal("nothing is recorded")
		}
		r.key(key('B'), 0)
		r.run(20)
		r.key(key('R'), input.ModControl)
		if r.app.journal.Recording() || r.app.checked(command.Record) {
			t.Fatal("it goes on")
		}
		r.runUntil("the journal goes on", func() bool { return r.app.journal.Recorder() != nil })
		r.run(10)
	}
	r.close()
	names := partsIn(t, filepath.Join(folder, "output"))
	if len(names) != 3 {
		t.Fatalf("recordings: %v", names)
	}
	for _, name := range names {
		rec, err := record.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		if rec.Calls.Steps() < 20 || !rec.Calls.End().Whole {
			t.Errorf("%s: %d steps, %+v", name, rec.Calls.Steps(), rec.Calls.End())
		}
		replayCalls(t, rec)
		replayPart(t, rec, 0)
		rec.Close()
	}
	left := journal.Leftovers(folder)
	if len(left) != 1 || len(left[0].Parts) < 6 || left[0].Crashed {
		t.Fatalf("left: %+v", left)
	}
	whole := filepath.Join(folder, "whole.tumble")
	if err := left[0].Join(whole); err != nil {
		t.Fatal(err)
	}
	rec, err := record.Open(whole)
	if err != nil {
		t.Fatal(err)
	}
	defer rec.Close()
	replayCalls(t, rec)
}

// A body that must be frozen has what led to it saved.
func TestQuarantineIsSaved(t *testing.T) {
	folder := t.TempDir()
	r := journalRig(t, "stack10", folder)
	defer r.close()
	r.run(20)
	settings := r.app.session.World().Settings()
	settings.MaxLinearSpeed = 1e5
	if err := r.app.session.World().SetSettings(settings); err != nil {
		t.Fatal(err)
	}
	leaves := highest(r.dynamic())
	leaves.SetTransform(physics.Transform{P: vec.V3(0, physics.MaxPosition-100, 0), Q: vec.QuatIdentity})
	leaves.SetLinearVelocity(vec.V3(0, 9e4, 0))
	r.runUntil("the recording is saved", func() bool {
		list, _ := filepath.Glob(filepath.Join(folder, "output", "*-last.tumble"))
		return len(list) == 1
	})
}

// A session that ended by a crash is offered once, and goes on where it was.
func TestCrashIsOffered(t *testing.T) {
	folder := t.TempDir()
	crashed := journalRig(t, "card_house", folder)
	crashed.run(100)
	if err := crashed.app.journal.Recorder().Drain(); err != nil {
		t.Fatal(err)
	}
	tick := crashed.loop.Status().Tick
	// what a kill leaves: the files as they are, and no lock
	dir := filepath.Join(folder, "1-1")
	copyFolder(t, filepath.Dir(crashed.app.journal.Recorder().Path()), dir)
	crashed.close()
	for _, path := range partsIn(t, folder) {
		if filepath.Dir(path) != dir {
			if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
		}
	}
	r := journalRig(t, "box", folder)
	r.runUntil("the crash is offered", func() bool { return r.app.left != nil })
	r.key(key('O'), input.ModControl|input.ModShift)
	if r.app.session.Config.Scene.Name != "card_house" || r.loop.Player() == nil {
		t.Fatalf("the session is not shown: %v", r.app.openRecording(r.app.left.Last()))
	}
	for range 400 {
		r.run(1)
	}
	if r.loop.Player() != nil || r.loop.Status().Tick < tick {
		t.Errorf("tick %d of %d, replaying: %v", r.loop.Status().Tick, tick, r.loop.Player() != nil)
	}
	r.runUntil("the whole session is copied",
		func() bool { return len(partsIn(t, filepath.Join(folder, "output"))) == 1 })
	r.close()
	again := journalRig(t, "box", folder)
	defer again.close()
	again.run(100)
	time.Sleep(20 * time.Millisecond)
	again.run(10)
	if again.app.left != nil {
		t.Error("it is offered again")
	}
}

// A session whose loop failed is offered also where nothing can be saved, as there is no folder for files.
func TestCrashIsNotedWithoutAFolder(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	r := newRig(t, "box", func(_ *engine.LoopConfig, o *Options) {
		o.Journal.Folder, o.DefaultOutput = folder, filepath.Join(file, "output")
	})
	r.run(30)
	r.close()
	if path, err := r.app.SaveCrash(); err == nil {
		t.Errorf("saved in %s", path)
	}
	if left := journal.Leftovers(folder); len(left) != 1 || !left[0].Crashed || left[0].Last() == "" {
		t.Errorf("left: %+v", left)
	}
}

func copyFolder(t *testing.T, from, to string) {
	t.Helper()
	if err := os.CopyFS(to, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
}

// A replay is seen: at the start of the program, and when the window opens the recording.
func TestReplayIsDrawn(t *testing.T) {
	folder := t.TempDir()
	r := journalRig(t, "pyramid36", folder)
	r.runUntil("a part", func() bool { return r.app.session.Recorder() != nil })
	r.run(30)
	r.close()
	path := partsIn(t, folder)[0]
	drawn := func(when string, r *rig) {
		t.Helper()
		r.run(5)
		if n := r.loop.Nodes().Len(); n < 36 || r.loop.Poses().Len() < 36 {
			t.Errorf("%s: %d bodies are drawn in %d parts", when, r.loop.Poses().Len(), n)
		}
	}
	opened := newRig(t, "box", nil)
	defer opened.close()
	opened.run(3)
	if err := opened.app.openRecording(path); err != nil {
		t.Fatal(err)
	}
	drawn("opened in the window", opened)
	rec, err := record.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer rec.Close()
	started := newRig(t, "pyramid36", nil)
	defer started.close()
	if err := started.app.stopJournal(); err != nil {
		t.Fatal(err)
	}
	started.loop.Replay(started.app.Play(rec))
	if err := started.app.Attach(started.window, started.loop); err != nil {
		t.Fatal(err)
	}
	drawn("given at the start", started)
}

// A recording of a scene that was edited before its first step begins with the edited world.
// A replay that computes otherwise goes over to the recorded poses, through which the timeline goes back and forth.
func TestReplayShowsPosesWhereResultsDiffer(t *testing.T) {
	folder := t.TempDir()
	r := journalRig(t, "pyramid36", folder)
	r.runUntil("a part", func() bool { return r.app.session.Recorder() != nil })
	r.run(30)
	last := int(r.loop.Status().Tick)
	var was []physics.Transform
	for _, b := range r.app.session.World().Bodies(nil) {
		was = append(was, b.Transform())
	}
	r.close()
	rec, err := record.Open(partsIn(t, folder)[0])
	if err != nil {
		t.Fatal(err)
	}
	defer rec.Close()
	rec.Parts[0].Digests[10] ^= 1
	shown := newRig(t, "pyramid36", nil)
	defer shown.close()
	if err := shown.app.stopJournal(); err != nil {
		t.Fatal(err)
	}
	shown.loop.Replay(shown.app.Play(rec))
	if err := shown.app.Attach(shown.window, shown.loop); err != nil {
		t.Fatal(err)
	}
	told := ""
	shown.runUntil("the end", func() bool {
		step, _, ok := shown.app.session.World().Showing()
		if ok && told == "" {
			told = shown.app.panels.Message()
		}
		return ok && step == last
	})
	if want := "computes otherwise from step 11 on"; !strings.Contains(told, want) {
		t.Errorf("%q does not say that it %s", told, want)
	}
	same := func(when string) {
		t.Helper()
		for i, b := range shown.app.session.World().Bodies(nil) {
			if d := b.Position().Sub(was[i].P).Len(); d > 0.0002 {
				t.Errorf("%s: body %d is shown %g m from where it was", when, i, d)
			}
		}
	}
	same("at the end")
	h := shown.app.past.history
	for _, n := range []int{7, h.Tip()} {
		if err := h.GoTo(n); err != nil {
			t.Fatal(err)
		}
		if step, steps, _ := shown.app.session.World().Showing(); step != n || steps != last {
			t.Errorf("the timeline at tick %d shows step %d of %d", n, step, steps)
		}
	}
	same("forth again")
	if !shown.loop.Status().Paused {
		shown.run(3)
	}
	if !shown.loop.Status().Paused {
		t.Error("time goes on after the end")
	}
}

func TestRecordWhatWasEditedBeforeTheFirstStep(t *testing.T) {
	folder := t.TempDir()
	r := newRig(t, "pyramid36", func(_ *engine.LoopConfig, o *Options) { o.DefaultOutput = folder })
	r.loop.Virtual().SetPaused(true)
	r.run(1)
	r.app.send(r.loop.World(), &input.Event{Time: r.clock.Now()},
		session.SpawnCommand(session.SpawnBox, vec.V3(0, 9, 0), 0.5))
	r.run(2)
	if n := r.loop.Status().Tick; n != 0 {
		t.Fatalf("%d steps before the recording", n)
	}
	r.asked(command.Record)
	r.loop.Virtual().SetPaused(false)
	r.run(30)
	r.asked(command.Record)
	r.close()
	list := partsIn(t, folder)
	if len(list) != 1 {
		t.Fatalf("recordings: %v", list)
	}
	rec, err := record.Open(list[0])
	if err != nil {
		t.Fatal(err)
	}
	defer rec.Close()
	replayCalls(t, rec)
	replayPart(t, rec, 0)
	if n := rec.First().LastTick(); n < 10 {
		t.Errorf("%d steps are recorded", n)
	}
}

// A recording that began after edits of its moment cannot go back to before them: it ends there, and the journal goes
// on.
func TestGoBackToWhereARecordingBegan(t *testing.T) {
	folder := t.TempDir()
	r := journalRig(t, "pyramid36", folder)
	drop := func(height float32) {
		r.app.send(r.loop.World(), &input.Event{Time: r.clock.Now()},
			session.SpawnCommand(session.SpawnBox, vec.V3(0, height, 0), 0.5))
		r.run(2)
	}
	n := len(r.dynamic())
	r.loop.Virtual().SetPaused(true)
	r.run(1)
	drop(9)
	r.asked(command.Record)
	r.asked(command.StepTen)
	r.run(10)
	r.app.lookAt(0)
	r.run(3)
	drop(12)
	r.loop.Virtual().SetPaused(false)
	r.run(30)
	if got := len(r.dynamic()); got != n+1 {
		t.Fatalf("%d bodies where the past was changed, want %d", got, n+1)
	}
	r.close()
	replayParts(t, folder)
}

// A recording that another program made of its world is carried out in the window, with contacts; the timeline goes
// back and forth in it, time stops at its end, and a changed world goes its own way.
func TestRecordingOfAProgram(t *testing.T) {
	world, box := boxOnFloor(t)
	path := filepath.Join(t.TempDir(), "program.tumble")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	recorder, err := world.Record(file, physics.RecordOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var was []float32
	for step := range 60 {
		if step == 20 {
			box.SetLinearVelocity(vec.V3(0, 2, 0))
		}
		if err := world.Step(1.0 / 50); err != nil {
			t.Fatal(err)
		}
		was = append(was, box.Position().Y)
	}
	if err := errors.Join(recorder.Stop(), file.Close()); err != nil {
		t.Fatal(err)
	}
	r := newRig(t, "pyramid36", nil)
	defer r.close()
	if err := r.app.openRecording(path); err != nil {
		t.Fatal(err)
	}
	same := func(step int) {
		t.Helper()
		w := r.app.session.World()
		told, _ := w.Repetition()
		if y := w.Bodies(nil)[1].Position().Y; told.Step != step || !told.Follows || y != was[step-1] {
			t.Errorf("step %d: follows %v at step %d, %g m, was %g m", step, told.Follows, told.Step, y, was[step-1])
		}
	}
	if view := r.app.session.Config.Scene.View; view.Distance == 0 {
		t.Error("the recording has no view of its bodies")
	}
	r.loop.Virtual().SetPaused(true)
	r.app.Forward(40)
	r.runUntil("step 40", func() bool { return r.loop.Status().Tick == 40 })
	same(40)
	r.loop.Virtual().SetPaused(false)
	r.run(2)
	r.runUntil("the end", func() bool { return r.loop.Status().Paused })
	same(60)
	if r.app.session.Config.Loop.Hertz != 50 || r.app.session.World().Counters().Contacts == 0 {
		t.Errorf("%d Hz, %d contacts", r.app.session.Config.Loop.Hertz, r.app.session.World().Counters().Contacts)
	}
	for _, n := range []int{7, 33, 60, 15} {
		if err := r.app.past.history.GoTo(n); err != nil {
			t.Fatal(err)
		}
		same(n)
	}
	r.app.session.World().Bodies(nil)[1].ApplyImpulseToCenter(vec.V3(0, 900, 0))
	r.loop.Virtual().SetPaused(false)
	r.runUntil("what is said", func() bool { return strings.Contains(r.app.panels.Message(), "goes its own way") })
	if told, _ := r.app.session.World().Repetition(); told.Follows || !told.Changed {
		t.Errorf("after a change: %+v", told)
	}
}

// The panels show the times that a program tells of its steps, and the timeline marks its long steps, once each and at
// their tick. A slow program has no marks, nor has a step that takes less than it simulates.
func TestTimesOfAProgram(t *testing.T) {
	// wall times (ns) of even and odd steps, and of the tenth
	for name, wall := range map[string][3]int64{
		"uneven": {9.5e6, 0.5e6, 20e6}, "slow": {30e6, 30e6, 60e6}, "fast": {1e6, 1e6, 9e6},
	} {
		path := filepath.Join(t.TempDir(), "program.tumble")
		recordTimes(t, path, wall)
		r := newRig(t, "pyramid36", nil)
		if err := r.app.openRecording(path); err != nil {
			t.Fatal(err)
		}
		world := func() *physics.World { return r.app.session.World() }
		ends := func() bool { told, _ := world().Repetition(); return told.Step == 30 }
		r.runUntil("a step without times", func() bool { told, _ := world().Repetition(); return told.Step >= 18 })
		if times := r.app.stepTimes(); times.Program != "" || times.Solve == 15 {
			t.Errorf("%s: after a step without times %+v", name, times)
		}
		r.runUntil("the end", ends)
		if times := r.app.stepTimes(); times.Program != "the program" || times.Solve != 29 || times.Step != wall[0] {
			t.Errorf("%s: at the end %+v", name, times)
		}
		r.app.lookAt(5)
		r.run(8)
		r.app.goOn()
		r.runUntil("the end once more", ends)
		notes := r.app.past.history.Notes()
		var want []history.Mark
		if name == "uneven" {
			want = []history.Mark{{Tick: 10, Kind: history.KindHitch, Text: "a step of 20.0 ms"}}
		}
		if !slices.Equal(notes, want) {
			t.Errorf("%s: the timeline has %v", name, notes)
		}
		r.app.lookAt(5)
		r.run(8)
		r.app.goOn()
		world().SetGravity(vec.Vec3{})
		r.loop.Virtual().SetPaused(false)
		r.runUntil("another course", func() bool { told, _ := world().Repetition(); return !told.Follows })
		if times := r.app.stepTimes(); times.Program != "" {
			t.Errorf("%s: on another course %+v", name, times)
		}
		r.close()
	}
}

// recordTimes records thirty steps of an empty world and their times: of even steps, of odd ones, and of the tenth. The
// number of a step is its time to solve. Steps 16 to 24 have no times, and the last entry is damaged.
func recordTimes(t *testing.T, path string, wall [3]int64) {
	t.Helper()
	world, err := physics.NewWorld(physics.DefaultWorldDef())
	if err != nil {
		t.Fatal(err)
	}
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	recorder, err := world.Record(file, physics.RecordOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for step := range 30 {
		if err := world.Step(0.01); err != nil {
			t.Fatal(err)
		}
		if step >= 15 && step < 24 {
			continue
		}
		profile := physics.Profile{Step: wall[step%2], Solve: int64(step + 1)}
		if step == 9 {
			profile.Step = wall[2]
		}
		if err := recorder.Append(steptime.EntryKind, steptime.Append(nil, &profile)); err != nil {
			t.Fatal(err)
		}
	}
	if err := recorder.Append(steptime.EntryKind, []byte{0x80}); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(recorder.Stop(), file.Close()); err != nil {
		t.Fatal(err)
	}
}

// The drawings of a program are shown at their step, in both directions, by category; its marks stand on the timeline.
func TestDrawingsOfAProgram(t *testing.T) {
	world, err := physics.NewWorld(physics.DefaultWorldDef())
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "program.tumble")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	recorder, err := world.Record(file, physics.RecordOptions{})
	if err != nil {
		t.Fatal(err)
	}
	aim, trail := drawing.NewPen(recorder, "aim"), drawing.NewPen(recorder, "trail")
	for step := range 30 {
		if err := world.Step(0.01); err != nil {
			t.Fatal(err)
		}
		aim.Value("step", float64(step+1))
		for range step + 1 {
			aim.Line(vec.V3(0, 0, 0), vec.V3(0, 1, 0))
		}
		trail.Point(vec.V3(1, 0, 0))
		if step == 9 {
			aim.Mark("tenth")
		}
	}
	if err := errors.Join(recorder.Stop(), file.Close()); err != nil {
		t.Fatal(err)
	}
	r := newRig(t, "pyramid36", nil)
	defer r.close()
	r.app.show.Clean = true
	if err := r.app.openRecording(path); err != nil {
		t.Fatal(err)
	}
	r.runUntil("the end", func() bool { return r.loop.Status().Paused })
	d := &r.app.drawings.shown
	shows := func(step int) {
		t.Helper()
		r.run(2)
		if len(d.Values) != 1 || d.Values[0].Value != float64(step) || len(d.Categories) != 2 {
			t.Errorf("step %d: values %v, categories %v", step, d.Values, d.Categories)
		}
	}
	shows(30)
	if notes := r.app.past.history.Notes(); len(notes) != 1 || notes[0].Text != "tenth" || notes[0].Tick != 10 {
		t.Errorf("the timeline has %v", notes)
	}
	lines := func() int {
		r.loop.Redraw()
		before := r.device.Counts()
		r.run(3)
		after := r.device.Counts()
		return (after.Lines - before.Lines) / max(1, after.Frames-before.Frames)
	}
	all := lines()
	d.Categories[0].Hidden = true
	if got := all - lines(); got != 30 {
		t.Errorf("hiding a category of 30 lines takes %d away", got)
	}
	r.app.lookAt(12)
	shows(12)
}
