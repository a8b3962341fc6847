package record

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"tumble/physics"
)

// TestRecordingIntoARemovedFolder fails while it is written, a second or so after the folder went, not when hours have
// been recorded.
func TestRecordingIntoARemovedFolder(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "there")
	if err := os.Mkdir(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	r, err := Create(filepath.Join(folder, "x.tumble"), SceneInfo{Scene: "s", Hz: 60}, physics.RecordOptions{})
	if err != nil {
		t.Fatal(err)
	}
	w, err := physics.NewWorld(physics.DefaultWorldDef())
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	if err := r.Follow(w); err != nil {
		t.Fatal(err)
	}
	tick := uint64(0)
	run := func(until time.Duration) error {
		for end := time.Now().Add(until); time.Now().Before(end); time.Sleep(time.Millisecond) {
			tick++
			if err := errors.Join(w.Step(1.0/60), r.Tick(tick, w.Digest())); err != nil {
				return err
			}
		}
		return nil
	}
	if err := run(2 * syncEvery); err != nil {
		t.Fatalf("a folder that is there: %v", err)
	}
	if err := os.RemoveAll(folder); err != nil {
		t.Skip(err)
	}
	if err := run(5 * syncEvery); !errors.Is(err, errGone) {
		t.Errorf("the folder is gone: %v", err)
	}
	if err := r.Close(); err == nil {
		t.Error("the recording is told as written")
	}
}
