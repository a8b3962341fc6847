package app

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"tumble/engine"
	"tumble/engine/record"
	"tumble/engine/timestep"
	"tumble/internal/app/history"
	"tumble/internal/app/journal"
	"tumble/internal/app/session"
	"tumble/physics"
	"tumble/physics/scenes"
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
	if err != nil {
		t.Fatal(err)
	}
	defer s.World().Close()
	again, err := history.NewReplay(s, part, part.From)
	if err != nil {
		t.Fatal(err)
	}
	for tick := part.From + 1; tick <= part.LastTick(); tick++ {
		if err := again.Tick(tick); err != nil {
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
		r.key(key('N'), 2)
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
			if r.app.session.World().BodyCount() > 1500 {
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
