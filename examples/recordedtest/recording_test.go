package recordedtest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tumble/physics"
)

// record records a world until the test ends. The recording of a test that failed stays in a folder for such files, and
// the log says how to open it; that of one that passed is removed.
func record(t testing.TB, world *physics.World) {
	t.Helper()
	name := strings.NewReplacer("/", "_", " ", "_").Replace(t.Name())
	path := filepath.Join(os.TempDir(), "recordedtest-"+name+".tumble")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	recorder, err := world.Record(file, physics.RecordOptions{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := recorder.Stop(); err != nil {
			t.Errorf("recording: %v", err)
		}
		if err := file.Close(); err != nil {
			t.Errorf("recording: %v", err)
		}
		if !t.Failed() {
			os.Remove(path)
			return
		}
		t.Logf("to see the failure: sandbox run %s", path)
	})
}
