package physicstest

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"unicode"

	"tumble/physics"
)

// recording is the recording of a test.
type recording struct {
	world    *physics.World
	recorder *physics.Recorder
	file     *os.File
	golden   string // the recording to compare with, "" for none
	// failed is the step of the first failure that this package reported, −1 for none.
	failed int
}

// recordings are those that go on.
var recordings = struct {
	sync.Mutex
	of map[*physics.World]*recording
}{of: map[*physics.World]*recording{}}

// Record records a world from now on, until the test and its subtests end. If the test failed, by whatever assertion or
// by a panic, the recording stays, and the log says how to open it: at the step of the first failure that this package
// reported, otherwise at the last step. A test that passes leaves no file.
//
// Recordings lie in the folder that TUMBLE_RECORDINGS names, by default in one of the user below the folder for
// temporary files. Their names are those of the tests, with a number where a file exists. They are written while the
// test runs: a process that is killed leaves them, too.
//
// Record ends the test if the world is being recorded already, or if the file cannot be made. Cleanups that the test
// registered before run after it: their failures come too late.
func Record(t testing.TB, w *physics.World) {
	t.Helper()
	record(t, w, physics.DefaultRecordOptions())
}

// record begins the recording of a test.
func record(t testing.TB, w *physics.World, options physics.RecordOptions) *recording {
	t.Helper()
	options.Program = t.Name()
	file, err := createFile(t.Name())
	if err != nil {
		t.Fatalf("physicstest: recording: %v", err)
	}
	recorder, err := w.Record(file, options)
	if err != nil {
		file.Close()
		os.Remove(file.Name())
		t.Fatalf("physicstest: recording: %v", err)
	}
	r := &recording{world: w, recorder: recorder, file: file, failed: -1}
	recordings.Lock()
	recordings.of[w] = r
	recordings.Unlock()
	t.Cleanup(func() {
		t.Helper()
		r.end(t)
	})
	return r
}

// recordingOf returns the recording of a world, nil for none.
func recordingOf(w *physics.World) *recording {
	recordings.Lock()
	defer recordings.Unlock()
	return recordings.of[w]
}

// end ends a recording and keeps it if the test failed.
func (r *recording) end(t testing.TB) {
	t.Helper()
	steps, err := r.recorder.Steps(), r.recorder.Stop()
	if err != nil {
		t.Logf("physicstest: the recording ends early: %v", err)
	}
	if r.golden != "" {
		r.compare(t)
	}
	recordings.Lock()
	delete(recordings.of, r.world)
	recordings.Unlock()
	path := r.file.Name()
	err = r.file.Close()
	if err != nil {
		t.Logf("physicstest: recording: %v", err)
	}
	if !t.Failed() && !panicking() {
		os.Remove(path)
		return
	}
	if r.failed >= 0 {
		steps = r.failed
	}
	t.Logf("to see the failure: sandbox run %s --at %d", quoted(path), steps)
}

// panicking reports whether a panic ends the test. Package testing carries out the cleanups of such a test before it
// marks the test as failed.
func panicking() bool {
	var calls [64]uintptr
	frames := runtime.CallersFrames(calls[:runtime.Callers(1, calls[:])])
	for {
		frame, more := frames.Next()
		if frame.Function == "runtime.gopanic" {
			return true
		}
		if !more {
			return false
		}
	}
}

// open opens the recording for reading, after its end.
func (r *recording) open() (*physics.Recording, error) {
	info, err := r.file.Stat()
	if err != nil {
		return nil, err
	}
	return physics.OpenRecording(r.file, info.Size())
}

// maxName is the longest name of a file without its number and ending, in bytes.
const maxName = 100

// createFile makes a new file for the recording of a test.
func createFile(test string) (*os.File, error) {
	folder, err := folder()
	if err != nil {
		return nil, err
	}
	name := fileName(test)
	for number := 1; ; number++ {
		base := name
		if number > 1 {
			base = fmt.Sprintf("%s-%d", name, number)
		}
		// what exists belongs to another test, another process or an earlier failure
		file, err := os.OpenFile(filepath.Join(folder, base+".tumble"), os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o644)
		if !errors.Is(err, fs.ErrExist) {
			return file, err
		}
	}
}

// folder makes the folder for recordings and returns its path.
func folder() (string, error) {
	path := os.Getenv("TUMBLE_RECORDINGS")
	if path == "" {
		path = filepath.Join(os.TempDir(), "tumble-tests")
		// other users cannot write into it; systems without such numbers have a folder for each user
		user := os.Getuid()
		if user >= 0 {
			path = fmt.Sprintf("%s-%d", path, user)
		}
	}
	path, err := filepath.Abs(path)
	if err == nil {
		err = os.MkdirAll(path, 0o755)
	}
	return path, err
}

// fileName returns the name of a test without the characters of paths and shells.
func fileName(test string) string {
	name := strings.Map(func(r rune) rune {
		if r == '-' || r == '.' || r == '=' || unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return '_'
	}, test)
	if len(name) > maxName {
		name = strings.ToValidUTF8(name[:maxName], "")
	}
	if name == "" {
		return "test"
	}
	return name
}

// quoted returns a path as a word of a command line.
func quoted(path string) string {
	if strings.ContainsAny(path, " '()&;") {
		return `"` + path + `"`
	}
	return path
}
