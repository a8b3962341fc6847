package app

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"tumble/engine/input"
	"tumble/engine/record"
	"tumble/internal/app/session"
)

// The name of a branch is in the recording: replayed, the branch has it again.
func TestBranchNamesAreRecorded(t *testing.T) {
	folder := t.TempDir()
	r := journalRig(t, "card_house", folder)
	h := r.app.past.history
	r.run(30)
	r.app.renameBranch(0, "as it was")
	r.app.lookAt(10)
	r.run(1)
	r.app.send(r.loop.World(), &input.Event{Time: r.clock.Now()}, session.SetCommand("material.friction", 0.9))
	r.app.goOn()
	r.run(10)
	r.app.renameBranch(1, "  sticky ")
	r.app.renameBranch(1, "   ")
	if name := h.Branches()[1].Name; name != "sticky" {
		t.Errorf("the branch is called %q", name)
	}
	// time goes on under the name, also in a recording that begins there
	r.run(5)
	whole, last := r.copyOfRecording(), r.loop.Status().Tick
	later := filepath.Join(folder, "later.tumble")
	file, err := record.NewFile(later)
	if err == nil {
		err = r.app.recordIn(file, r.clock.Now(), false)
	}
	if err != nil {
		t.Fatal(err)
	}
	r.run(5)
	rest, end := r.copyOfRecording(), r.loop.Status().Tick
	r.close()
	for _, c := range []struct {
		path string
		last uint64
		want []string
	}{{whole, last, []string{"as it was", "sticky"}}, {rest, end, []string{"sticky"}}} {
		again := newRig(t, "box", nil)
		if err := again.app.openRecording(c.path); err != nil {
			t.Fatal(err)
		}
		again.runUntil("the recording has been played", func() bool { return again.loop.Status().Tick >= c.last })
		var names []string
		for _, b := range again.app.past.history.Branches() {
			names = append(names, b.Name)
		}
		if !slices.Equal(names, c.want) {
			t.Errorf("branches after the replay: %q, want %q", names, c.want)
		}
		again.close()
	}
}

// A branch that is named before the first step has its name in the recordings that go on there: in one of a session
// that has just begun, and in one of a replay that has not gone on.
func TestBranchNamedBeforeTheFirstStep(t *testing.T) {
	folder := t.TempDir()
	recorded := func(r *rig, name string) string {
		t.Helper()
		path := filepath.Join(folder, name)
		file, err := record.NewFile(path)
		if err == nil {
			err = r.app.recordIn(file, r.clock.Now(), false)
		}
		if err != nil {
			t.Fatal(err)
		}
		return path
	}
	named := func(path string) string {
		t.Helper()
		r := newRig(t, "box", nil)
		defer r.close()
		if err := r.app.openRecording(path); err != nil {
			t.Fatal(err)
		}
		r.runUntil("the replay has begun", func() bool { return r.app.past.history.Head() > 1 })
		return r.app.past.history.Branches()[0].Name
	}
	r := newRig(t, "box", nil)
	r.app.renameBranch(0, "early")
	first := recorded(r, "first.tumble")
	r.run(30)
	if name := r.app.past.history.Branches()[0].Name; name != "early" {
		t.Fatalf("the branch is called %q", name)
	}
	later := recorded(r, "later.tumble")
	r.run(30)
	r.close()
	if name := named(first); name != "early" {
		t.Errorf("recorded from the first step: the branch is called %q", name)
	}
	r = newRig(t, "box", nil)
	if err := r.app.openRecording(later); err != nil {
		t.Fatal(err)
	}
	second := recorded(r, "second.tumble")
	r.loop.Replay(nil)
	r.app.renameBranch(0, "another")
	r.run(10)
	r.close()
	if name := named(second); name != "another" {
		t.Errorf("recorded from where a recording begins: the branch is called %q", name)
	}
}

// copyOfRecording copies what the recording that goes on has until now, and returns the name of the copy.
func (r *rig) copyOfRecording() string {
	r.t.Helper()
	recorder := r.app.session.Recorder()
	if err := recorder.Drain(); err != nil {
		r.t.Fatal(err)
	}
	data, err := os.ReadFile(recorder.Path())
	path := filepath.Join(r.t.TempDir(), "copy.tumble")
	if err == nil {
		err = os.WriteFile(path, data, 0o644)
	}
	if err != nil {
		r.t.Fatal(err)
	}
	return path
}

// A branch that is longer than the present one can be compared while the timeline is open: it goes beyond that on the
// way.
func TestCompareWithALongerBranch(t *testing.T) {
	r := newPanelRig(t, "card_house", nil)
	defer r.close()
	r.key(key('Z'), 0)
	r.run(100)
	r.app.lookAt(40)
	r.run(1)
	r.app.goOn()
	r.run(10)
	r.app.loop.Virtual().SetPaused(true)
	r.app.compare(0)
	r.run(40)
	if r.app.past.quest != nil || r.app.view.Trace == nil {
		t.Error("the branches are not compared")
	}
}

// A branch that is deleted before it has been carried out for comparison is not compared.
func TestCompareWithADeletedBranch(t *testing.T) {
	r := newPanelRig(t, "card_house", nil)
	defer r.close()
	r.run(40)
	for range 2 {
		r.app.lookAt(20)
		r.run(1)
		r.app.goOn()
		r.run(40)
	}
	h := r.app.past.history
	r.app.compare(1)
	if r.app.past.quest == nil || !h.Delete(1) {
		t.Fatal("branch 1 is not there, or not being carried out")
	}
	r.runUntil("the branch has been carried out", func() bool { return r.app.past.quest == nil })
	if r.app.view.Trace != nil {
		t.Error("a deleted branch is compared")
	}
}

// F2 asks for the name of the branch, Enter gives it.
func TestBranchIsRenamedWithKeys(t *testing.T) {
	r := newPanelRig(t, "card_house", nil)
	defer r.close()
	h := r.app.past.history
	r.run(30)
	r.key(input.KeyComma, input.ModShift)
	r.key(key('P'), input.ModShift)
	r.run(5)
	r.key(input.KeyF1+1, 0)
	r.run(3)
	if !r.app.panels.Timeline() || !r.app.panels.WantsKeys() {
		t.Fatal("no field for the name")
	}
	r.typed("slippery")
	r.key(input.KeyEnter, 0)
	r.run(2)
	if list := h.Branches(); len(list) != 2 || list[1].Name != "slippery" || list[0].Name != "start" {
		t.Errorf("%+v", list)
	}
	if r.app.panels.WantsKeys() {
		t.Error("the name is still edited")
	}
	// Escape leaves the name
	r.key(input.KeyF1+1, 0)
	r.typed("x")
	r.key(input.KeyEscape, 0)
	r.run(2)
	if name := h.Branches()[1].Name; name != "slippery" {
		t.Errorf("the branch is called %q after Escape", name)
	}
}
