package physicstest

import (
	"fmt"
	"os"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"testing"

	"tumble/physics"
)

// fake is a test that may fail.
type fake struct {
	testing.TB
	name     string
	failed   bool
	errors   string
	log      string
	cleanups []func()
}

func (f *fake) Name() string               { return f.name }
func (f *fake) Helper()                    {}
func (f *fake) Failed() bool               { return f.failed }
func (f *fake) Cleanup(do func())          { f.cleanups = append(f.cleanups, do) }
func (f *fake) Logf(text string, a ...any) { f.log += fmt.Sprintf(text, a...) + "\n" }
func (f *fake) Errorf(text string, a ...any) {
	f.failed = true
	f.errors += fmt.Sprintf(text, a...) + "\n"
}
func (f *fake) Fatalf(text string, a ...any)  { f.Errorf(text, a...); runtime.Goexit() }
func (f *fake) Fatal(a ...any)                { f.Errorf("%s", fmt.Sprint(a...)); runtime.Goexit() }
func (f *fake) command() (string, int)        { return command(f.log) }
func (f *fake) quiet(t *testing.T, about any) { t.Helper(); f.says(t, about, "^$") }
func (f *fake) says(t *testing.T, about any, pattern string) {
	t.Helper()
	if !regexp.MustCompile(pattern).MatchString(f.errors) {
		t.Errorf("%v: the errors are %q, want %q", about, f.errors, pattern)
	}
}

// carryOut carries out a fake test with its cleanups.
func carryOut(t *testing.T, name string, do func(f *fake)) *fake {
	t.Helper()
	f := &fake{TB: t, name: name}
	done := make(chan bool)
	go func() {
		defer close(done)
		defer func() {
			for _, c := range slices.Backward(f.cleanups) {
				c()
			}
		}()
		do(f)
	}()
	<-done
	return f
}

var opened = regexp.MustCompile(`sandbox run (\S+) --at (\d+)`)

// command returns the path and step of the command in a log, "" without one.
func command(log string) (path string, step int) {
	m := opened.FindStringSubmatch(log)
	if m == nil {
		return "", 0
	}
	step, _ = strconv.Atoi(m[2])
	return m[1], step
}

// recordingsIn sets the folder for recordings.
func recordingsIn(t *testing.T) string {
	folder := t.TempDir()
	t.Setenv("TUMBLE_RECORDINGS", folder)
	return folder
}

// files returns the number of files in a folder.
func files(t *testing.T, folder string) int {
	t.Helper()
	list, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	return len(list)
}

// replayed carries out a recording up to a step and returns the hash of its world.
func replayed(t *testing.T, path string, step int) (hash uint64, steps int) {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		t.Fatal(err)
	}
	recording, err := physics.OpenRecording(file, info.Size())
	if err != nil {
		t.Fatal(err)
	}
	replay, err := physics.NewReplay(recording, physics.ReplayOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer replay.Close()
	err = replay.Seek(step)
	if err != nil {
		t.Fatal(err)
	}
	return replay.World().Hash(), recording.Steps()
}

// newWorld makes a world without bodies.
func newWorld(t testing.TB) *physics.World {
	t.Helper()
	w, err := physics.NewWorld(physics.DefaultWorldDef())
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// box adds a cube with edges of size (m) to a world.
func box(t testing.TB, w *physics.World, name string, kind physics.BodyType, at physics.Vec3,
	size float32) physics.Body {
	t.Helper()
	def := physics.DefaultBodyDef()
	def.Name, def.Type, def.Position = name, kind, at
	b, err := w.CreateBody(def)
	if err != nil {
		t.Fatal(err)
	}
	_, err = b.CreateShape(physics.BoxHalf(size/2, size/2, size/2), physics.DefaultShapeDef())
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// falling makes a world in which a cube falls on another from a height over it (m).
func falling(t testing.TB, size, height float32) (*physics.World, physics.Body) {
	t.Helper()
	w := newWorld(t)
	box(t, w, "ground", physics.Static, physics.V3(0, -size/2, 0), size)
	return w, box(t, w, "crate", physics.Dynamic, physics.V3(0, size/2+height, 0), size)
}
