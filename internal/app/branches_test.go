package app

import (
	"os"
	"path/filepath"
	"testing"

	"tumble/engine/input"
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
	// time goes on under the name
	r.run(5)
	if err := r.app.journal.Recorder().Drain(); err != nil {
		t.Fatal(err)
	}
	last := r.loop.Status().Tick
	data, err := os.ReadFile(r.app.journal.Recorder().Path())
	r.close()
	path := filepath.Join(folder, "copy.tumble")
	if err == nil {
		err = os.WriteFile(path, data, 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
	again := newRig(t, "box", nil)
	defer again.close()
	if err := again.app.openRecording(path); err != nil {
		t.Fatal(err)
	}
	again.runUntil("the recording has been played", func() bool { return again.loop.Status().Tick >= last })
	list := again.app.past.history.Branches()
	if len(list) != 2 || list[0].Name != "as it was" || list[1].Name != "sticky" {
		t.Errorf("branches after the replay: %+v", list)
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
