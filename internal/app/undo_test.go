package app

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"tumble/engine/input"
	"tumble/engine/record"
)

// TestUndoInTheWindow: while paused, commands take effect at once and Ctrl+Z brings the exact state back.
func TestUndoInTheWindow(t *testing.T) {
	r := newRig(t, "pyramid36", nil)
	defer r.close()
	r.run(30)
	r.loop.Virtual().SetPaused(true)
	r.run(1)
	n, hash, tick := len(r.dynamic()), r.app.session.World().Hash(), r.loop.Status().Tick
	top := highest(r.dynamic())
	r.point(top)
	r.key(input.KeyDelete, 0)
	if len(r.dynamic()) != n-1 || r.loop.Poses().Len() != r.app.session.World().BodyCount() {
		t.Fatalf("%d bodies, %d drawn after a deletion while paused", len(r.dynamic()), r.loop.Poses().Len())
	}
	if got := r.app.session.UndoLabel(); got == "" {
		t.Error("the deletion cannot be undone")
	}
	r.key(key('Z'), input.ModControl)
	if r.app.session.World().Hash() != hash || r.loop.Status().Tick != tick {
		t.Error("undo does not bring the state back")
	}
	at, ok := r.loop.Poses().World(int32(top.Index()), top.Generation())
	if !ok || at != top.Transform() {
		t.Error("the body that came back is not drawn where it is")
	}
	r.key(key('Z'), input.ModControl|input.ModShift)
	if top.Valid() {
		t.Error("redo does not delete")
	}
	r.loop.Virtual().SetPaused(false)
	r.run(10)
	r.key(key('Z'), input.ModControl)
	r.run(5)
	if len(r.dynamic()) != n {
		t.Errorf("%d bodies after undo while time runs, want %d", len(r.dynamic()), n)
	}
	// a shot before a restart, which undo takes back too
	r.key(input.KeySpace, 0)
	r.run(5)
	r.key(key('R'), 0)
	r.run(5)
	r.key(key('Z'), input.ModControl)
	r.run(1)
	if len(r.dynamic()) != n+1 {
		t.Errorf("%d bodies after undo of a restart, want %d", len(r.dynamic()), n+1)
	}
}

// TestUndoAcrossPartsOfTheJournal: an edit from before the present part is taken back, and the inputs of every part
// replay.
func TestUndoAcrossPartsOfTheJournal(t *testing.T) {
	folder := t.TempDir()
	r := journalRig(t, "pyramid36", folder)
	r.runUntil("a part", func() bool { return r.app.session.Recorder() != nil })
	n := len(r.dynamic())
	r.point(highest(r.dynamic()))
	r.key(input.KeyDelete, 0)
	r.run(20)
	r.runUntil("the file of the next part", func() bool {
		file := r.app.journal.Take()
		if file == nil {
			return false
		}
		if err := r.app.recordIn(file, r.clock.Now(), true); err != nil {
			t.Fatal(err)
		}
		return true
	})
	r.run(10)
	if !r.app.session.UndoesOld() {
		t.Error("the deletion is not from before the part")
	}
	r.key(key('Z'), input.ModControl)
	if len(r.dynamic()) != n {
		t.Errorf("%d bodies after undo, want %d", len(r.dynamic()), n)
	}
	r.runUntil("another part", func() bool { return r.app.session.Recorder() != nil })
	r.run(20)
	r.key(input.KeySpace, 0)
	r.run(20)
	r.close()
	parts := partsIn(t, folder)
	if len(parts) != 3 {
		t.Errorf("%d parts, want 3", len(parts))
	}
	for _, path := range parts {
		rec, err := record.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		replayCalls(t, rec)
		replayPart(t, rec, 0)
		rec.Close()
	}
}

// A recording of parts of which one begins with an edit taken back, after the tick at which the one before ends, is no
// single part.
func TestUndoBetweenPartsOfTheJournal(t *testing.T) {
	folder := t.TempDir()
	r := journalRig(t, "pyramid36", folder)
	part := func() { r.runUntil("a part", func() bool { return r.app.session.Recorder() != nil }) }
	part()
	n := len(r.dynamic())
	r.point(highest(r.dynamic()))
	r.key(input.KeyDelete, 0)
	r.run(20)
	r.loop.Virtual().SetPaused(true)
	r.run(1)
	r.app.detach()
	r.app.journal.End()
	part()
	r.key(key('.'), 0)
	r.run(3)
	r.key(key('Z'), input.ModControl)
	if len(r.dynamic()) != n {
		t.Fatalf("%d bodies after undo, want %d", len(r.dynamic()), n)
	}
	part()
	r.loop.Virtual().SetPaused(false)
	r.run(20)
	r.close()
	path := filepath.Join(folder, "joined.tumble")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(record.Join(file, partsIn(t, filepath.Join(folder))[:3]), file.Close()); err != nil {
		t.Fatal(err)
	}
	rec, err := record.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer rec.Close()
	replayCalls(t, rec)
	for i := range rec.Parts {
		replayPart(t, rec, i)
	}
	if n := len(rec.Parts); n < 2 {
		t.Errorf("%d parts", n)
	}
}

// An undo while time stood still is there again after a look at the past, and a recording from there replays.
func TestUndoSurvivesALookAtThePast(t *testing.T) {
	folder := t.TempDir()
	r := journalRig(t, "pyramid36", folder)
	r.runUntil("a part", func() bool { return r.app.session.Recorder() != nil })
	r.run(10)
	n := len(r.dynamic())
	r.point(highest(r.dynamic()))
	r.key(input.KeyDelete, 0)
	r.run(20)
	r.loop.Virtual().SetPaused(true)
	r.run(1)
	r.key(key('Z'), input.ModControl)
	if len(r.dynamic()) != n {
		t.Fatalf("%d bodies after undo, want %d", len(r.dynamic()), n)
	}
	hash, at := r.app.session.World().Hash(), r.app.past.history.At()
	r.app.lookAt(5)
	r.run(3)
	r.app.lookAt(at)
	r.run(3)
	if r.app.session.World().Hash() != hash {
		t.Errorf("another state after the look at the past: %d bodies, want %d", len(r.dynamic()), n)
	}
	r.loop.Virtual().SetPaused(false)
	r.runUntil("another part", func() bool { return r.app.session.Recorder() != nil })
	r.run(20)
	r.key(input.KeySpace, 0)
	r.run(20)
	r.close()
	replayParts(t, folder)
}
