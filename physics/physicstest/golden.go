package physicstest

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"tumble/physics"
)

// updating reports whether golden files are to be written instead of compared.
func updating() bool { return os.Getenv("TUMBLE_UPDATE") == "1" }

// goldenFiles has one writer at a time in the process.
var goldenFiles sync.Mutex

// Golden asserts that a world has the hash that a file, as testdata/hashes.txt, has under a name. Each line of the file
// is a name and a hash; a name is one word, as that of the test. With TUMBLE_UPDATE=1 in the environment Golden writes
// the line instead. The hash is the same on every platform and for every number of workers.
func Golden(t testing.TB, w *physics.World, path, name string) {
	t.Helper()
	if w == nil {
		t.Fatal("physicstest: no world")
	}
	if len(strings.Fields(name)) != 1 || strings.Fields(name)[0] != name {
		t.Fatalf("physicstest: %q is no name for a hash: it has to be one word", name)
	}
	hash := w.Hash()
	goldenFiles.Lock()
	defer goldenFiles.Unlock()
	lines, err := readHashes(path)
	if updating() {
		if err == nil || errors.Is(err, fs.ErrNotExist) {
			lines[name] = hash
			err = writeHashes(path, lines)
		}
		if err != nil {
			t.Errorf("golden hash: %v", err)
		}
		return
	}
	want, known := lines[name]
	switch {
	case err != nil:
		t.Errorf("golden hash %s: %v; TUMBLE_UPDATE=1 writes it", name, err)
	case !known:
		fail(t, w, "%s has no golden hash %s; the hash is %016x, and TUMBLE_UPDATE=1 writes it", path, name, hash)
	case want != hash:
		fail(t, w, "the hash %s is %016x, that in %s is %016x; TUMBLE_UPDATE=1 replaces it", name, hash, path, want)
	}
}

// readHashes reads a file of hashes. The map is never nil.
func readHashes(path string) (map[string]uint64, error) {
	lines := map[string]uint64{}
	text, err := os.ReadFile(path)
	if err != nil {
		return lines, err
	}
	number := 0
	for line := range strings.Lines(string(text)) {
		number++
		fields := strings.Fields(line)
		if len(fields) == 0 {
			continue
		}
		if len(fields) != 2 {
			return lines, fmt.Errorf("%s:%d: not a name and a hash", path, number)
		}
		hash, err := strconv.ParseUint(fields[1], 16, 64)
		if err != nil {
			return lines, fmt.Errorf("%s:%d: %q is no hash", path, number, fields[1])
		}
		lines[fields[0]] = hash
	}
	return lines, nil
}

// writeHashes writes a file of hashes by their names.
func writeHashes(path string, lines map[string]uint64) error {
	var text bytes.Buffer
	for _, name := range slices.Sorted(maps.Keys(lines)) {
		fmt.Fprintf(&text, "%s %016x\n", name, lines[name])
	}
	return replace(path, &text)
}

// replace writes a file that takes its name when it is whole.
func replace(path string, content io.Reader) error {
	folder := filepath.Dir(path)
	err := os.MkdirAll(folder, 0o755)
	if err != nil {
		return err
	}
	file, err := os.CreateTemp(folder, filepath.Base(path)+".part*")
	if err != nil {
		return err
	}
	_, err = io.Copy(file, content)
	err = errors.Join(err, file.Chmod(0o644), file.Close())
	if err == nil {
		err = os.Rename(file.Name(), path)
	}
	if err != nil {
		os.Remove(file.Name())
	}
	return err
}

// GoldenRecording records a world as Record does, and compares the run with the recording in a file, as
// testdata/pile.tumble, when the test ends: the length of every step, and the poses, velocities and counts after it. A
// failure names the first step that differs, and tells a change of the engine from one of the program: the file is
// replayed, and if the engine computes otherwise, the message has the physics.Divergence. With TUMBLE_UPDATE=1 in the
// environment a test that passes writes the file.
func GoldenRecording(t testing.TB, w *physics.World, path string) {
	t.Helper()
	options := physics.DefaultRecordOptions()
	if updating() {
		// a file in the repository is small
		options = physics.RecordOptions{NoTrack: true}
	}
	record(t, w, options).golden = path
}

// compare compares a recording that has ended with the golden one.
func (r *recording) compare(t testing.TB) {
	t.Helper()
	if updating() {
		if t.Failed() {
			return
		}
		_, err := r.file.Seek(0, io.SeekStart)
		if err == nil {
			err = replace(r.golden, r.file)
		}
		if err != nil {
			t.Errorf("golden recording: %v", err)
		}
		return
	}
	text, err := os.ReadFile(r.golden)
	if err != nil {
		t.Errorf("golden recording: %v; TUMBLE_UPDATE=1 records it", err)
		return
	}
	golden, err := physics.OpenRecording(bytes.NewReader(text), int64(len(text)))
	if err != nil {
		t.Errorf("golden recording %s: %v; TUMBLE_UPDATE=1 records it anew", r.golden, err)
		return
	}
	run, err := r.open()
	if err != nil {
		t.Errorf("golden recording %s: the run cannot be read: %v", r.golden, err)
		return
	}
	step := firstDifference(run, golden)
	if step > 0 {
		r.note(step)
		t.Errorf("golden recording %s: step %d is the first that differs; %s; TUMBLE_UPDATE=1 records it anew",
			r.golden, step, cause(golden))
		return
	}
	// a test that failed may have ended early
	if run.Steps() != golden.Steps() && !t.Failed() {
		r.note(min(run.Steps(), golden.Steps()))
		t.Errorf("golden recording %s: it has %d steps, the run %d; TUMBLE_UPDATE=1 records it anew",
			r.golden, golden.Steps(), run.Steps())
	}
}

// firstDifference returns the first step that two recordings have and that differs, 0 for none.
func firstDifference(a, b *physics.Recording) int {
	for step := 1; step <= min(a.Steps(), b.Steps()); step++ {
		lengthA, _ := a.StepLength(step)
		lengthB, _ := b.StepLength(step)
		digestA, _ := a.StepDigest(step)
		digestB, _ := b.StepDigest(step)
		if lengthA != lengthB || digestA != digestB {
			return step
		}
	}
	return 0
}

// cause replays a golden recording to tell changes of the engine from changes of the program.
func cause(golden *physics.Recording) string {
	replay, err := physics.NewReplay(golden, physics.ReplayOptions{})
	if err != nil {
		return fmt.Sprintf("it cannot be replayed: %v", err)
	}
	defer replay.Close()
	err = replay.Seek(golden.Steps())
	if err != nil {
		return fmt.Sprintf("the engine computes otherwise: %v", err)
	}
	return "the engine computes the recording as before, so the program makes other calls"
}
