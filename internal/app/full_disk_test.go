//go:build unix

package app

import (
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"tumble/engine"
	"tumble/engine/input"
	"tumble/engine/record"
	"tumble/engine/timestep"
	"tumble/internal/app/command"
	"tumble/internal/app/journal"
	"tumble/internal/meter"
)

// aloneName is set in the process that alone starts.
const aloneName = "TUMBLE_ALONE"

// alone runs the test in a process of its own, in which it returns true: a limit of the size of files is one of the
// process, and the log of go test is such a file, too.
func alone(t *testing.T) bool {
	t.Helper()
	if os.Getenv(aloneName) != "" {
		return true
	}
	c := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^"+t.Name()+"$", "-test.v")
	c.Env = append(os.Environ(), aloneName+"=1")
	if out, err := c.CombinedOutput(); err != nil || !strings.Contains(string(out), "--- PASS: "+t.Name()) {
		t.Errorf("%v: %s", err, out)
	}
	return false
}

// limitFiles keeps the files of the program from growing beyond a size (bytes), as on a full disk, until the function
// that it returns is called.
func limitFiles(t *testing.T, size uint64) (free func()) {
	t.Helper()
	var old syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &old); err != nil {
		t.Fatal(err)
	}
	signal.Ignore(syscall.SIGXFSZ)
	set := func(l syscall.Rlimit) {
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &l); err != nil {
			t.Fatal(err)
		}
	}
	set(syscall.Rlimit{Cur: size, Max: old.Max})
	free = func() { set(old) }
	t.Cleanup(free)
	return free
}

// fullDiskRig is journalRig with the loop telling of recordings that end early, as in the program.
func fullDiskRig(t *testing.T, scene, folder string) (r *rig) {
	t.Helper()
	r = newRig(t, scene, func(c *engine.LoopConfig, o *Options) {
		o.Journal.Folder, o.DefaultOutput = folder, filepath.Join(folder, "output")
		c.OnRecordEnd = func(err error) { r.app.RecordingEnded(err) }
	})
	r.app.show.Interface = true
	return r
}

// On a full disk the session goes on as without a journal, says so, and the journal begins again when there is room.
// Its parts until then open and replay.
func TestJournalOnAFullDisk(t *testing.T) {
	if !alone(t) {
		return
	}
	folder := t.TempDir()
	r, plain := fullDiskRig(t, "pyramid36", folder), newRig(t, "pyramid36", nil)
	defer plain.close()
	free := limitFiles(t, 60_000)
	r.runUntil("the journal ends", func() bool { return r.app.journal.Recorder() == nil })
	if m := r.app.panels.Message(); !strings.Contains(m, "file too large") || !strings.Contains(m, "goes on without") {
		t.Errorf("the window says %q", m)
	}
	r.run(100)
	for plain.loop.Status().Tick < r.loop.Status().Tick {
		plain.run(1)
	}
	if r.app.Digest() != plain.app.Digest() || r.loop.Status().Tick != plain.loop.Status().Tick {
		t.Error("the session went another way than without a journal")
	}
	limitFiles(t, 10_000)
	r.key(key('R'), input.ModControl|input.ModShift)
	r.runUntil("the window says that nothing is saved",
		func() bool { return strings.Contains(r.app.panels.Message(), "saving what happened: ") })
	// what is in memory can be gone back to
	r.app.lookAt(r.app.past.history.Head() - 50)
	r.run(2)
	r.app.goOn()
	free()
	r.clock.Advance(60 * timestep.Second)
	r.runUntil("the journal goes on", func() bool { return r.app.journal.Recorder() != nil })
	r.run(100)
	r.close()
	left := journal.Leftovers(folder)
	if len(left) != 1 || len(left[0].Parts) != 2 {
		t.Fatalf("left: %+v", left)
	}
	if list, _ := os.ReadDir(filepath.Join(folder, "output")); len(list) > 0 {
		t.Errorf("half a file is left: %v", list)
	}
	for i, path := range left[0].Parts {
		rec, err := record.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		if whole := rec.Calls.End().Whole; whole != (i == 1) || rec.Calls.Steps() < 50 {
			t.Errorf("%s: %d steps, whole: %v", path, rec.Calls.Steps(), whole)
		}
		replayCalls(t, rec)
		replayPart(t, rec, 0)
		rec.Close()
	}
}

// A recording that the user asked for ends on a full disk with a message that says where it is, and replays; so does
// what happened when it cannot be saved.
func TestRecordingOnAFullDisk(t *testing.T) {
	if !alone(t) {
		return
	}
	folder := t.TempDir()
	r := fullDiskRig(t, "pyramid36", folder)
	r.run(10)
	free := limitFiles(t, 60_000)
	r.key(key('R'), input.ModControl)
	r.runUntil("the recording ends", func() bool { return !r.app.journal.Recording() })
	r.runUntil("the window says where it is",
		func() bool { return strings.Contains(r.app.panels.Message(), ".tumble.part") })
	r.run(10)
	free()
	r.close()
	parts, _ := filepath.Glob(filepath.Join(folder, "output", "*.tumble.part"))
	if len(parts) != 1 {
		list, _ := os.ReadDir(filepath.Join(folder, "output"))
		t.Fatalf("%v of %v", parts, list)
	}
	rec, err := record.Open(parts[0])
	if err != nil {
		t.Fatal(err)
	}
	defer rec.Close()
	if rec.Calls.Steps() < 50 || rec.Calls.End().Whole {
		t.Errorf("%d steps, %+v", rec.Calls.Steps(), rec.Calls.End())
	}
	replayCalls(t, rec)
	replayPart(t, rec, 0)
}

// TestFilesOnAFullDisk: without room no file that the window writes is left half, each is told of, and the old settings
// stay at the end.
func TestFilesOnAFullDisk(t *testing.T) {
	if !alone(t) {
		return
	}
	folder := t.TempDir()
	t.Chdir(folder)
	output, settings := filepath.Join(folder, "output"), filepath.Join(folder, "settings")
	change := func(_ *engine.LoopConfig, o *Options) { o.DefaultOutput, o.Folder = output, settings }
	r := newPanelRig(t, "pyramid36", change)
	r.run(10)
	r.close()
	old, err := os.ReadFile(filepath.Join(settings, settingsFile))
	if err != nil {
		t.Fatal(err)
	}
	r = newPanelRig(t, "pyramid36", change)
	r.asked(command.LightTheme)
	r.app.watch.Toggle(meter.All[0])
	r.run(20)
	limitFiles(t, 0)
	for _, id := range []command.ID{command.Save, command.Screenshot, command.SaveMCAP, command.SaveMeters,
		command.SavePlot, command.Capsule, command.SaveSelection} {
		r.app.tools.Mouse.Select(r.dynamic()[0])
		before := r.app.panels.Message()
		r.asked(id)
		r.runUntil(command.Get(id).Name+" says that there is no room", func() bool {
			m := r.app.panels.Message()
			return m != before && strings.Contains(m, "file too large")
		})
	}
	r.close()
	unkept := r.app.Unkept()
	if unkept == nil || !strings.Contains(unkept.Error(), settingsFile) {
		t.Errorf("at the end it says %v, not that the settings are lost", unkept)
	}
	now, err := os.ReadFile(filepath.Join(settings, settingsFile))
	if err != nil || string(now) != string(old) {
		t.Errorf("the settings: %v, %q, were %q", err, now, old)
	}
	for _, dir := range []string{output, settings} {
		list, _ := os.ReadDir(dir)
		for _, e := range list {
			if e.Name() != settingsFile {
				t.Errorf("%s is left in %s", e.Name(), dir)
			}
		}
	}
}
