package recordedtest

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"tumble/physics"
	"tumble/physics/vec"
)

// slope is a world with a crate on a slope.
func slope(t testing.TB, friction float32) (*physics.World, physics.Body) {
	t.Helper()
	world, err := physics.NewWorld(physics.DefaultWorldDef())
	if err != nil {
		t.Fatal(err)
	}
	def := physics.DefaultBodyDef()
	def.Rotation = vec.QuatAxisAngle(physics.V3(0, 0, 1), 0.3)
	ground, err := world.CreateBody(def)
	if err != nil {
		t.Fatal(err)
	}
	shape := physics.DefaultShapeDef()
	shape.Material.Friction = friction
	if _, err := ground.CreateShape(physics.BoxHalf(20, 0.5, 5), shape); err != nil {
		t.Fatal(err)
	}
	def.Type, def.Position = physics.Dynamic, def.Rotation.Rotate(physics.V3(0, 1, 0))
	crate, err := world.CreateBody(def)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := crate.CreateShape(physics.BoxHalf(0.5, 0.5, 0.5), shape); err != nil {
		t.Fatal(err)
	}
	return world, crate
}

// A crate stays on a slope of 0.3 rad, whose tangent is less than the friction. With less friction this test fails and
// leaves a recording.
func TestCrateStays(t *testing.T) {
	world, crate := slope(t, 0.6)
	record(t, world)
	start := crate.Position()
	for range 120 {
		if err := world.Step(1.0 / 60); err != nil {
			t.Fatal(err)
		}
	}
	if d := crate.Position().Dist(start); d > 0.02 {
		t.Errorf("the crate slid %.2f m", d)
	}
}

// failing is a test that fails when asked to.
type failing struct {
	testing.TB
	failed   bool
	cleanups []func()
	log      string
}

func (f *failing) Cleanup(do func())          { f.cleanups = append(f.cleanups, do) }
func (f *failing) Failed() bool               { return f.failed }
func (f *failing) Logf(text string, a ...any) { f.log += fmt.Sprintf(text, a...) }

// A test that fails leaves a recording that replays to the same bits, and says how to open it; one that passes leaves
// nothing.
func TestFailureLeavesRecording(t *testing.T) {
	for _, failed := range []bool{false, true} {
		world, _ := slope(t, 0.1)
		run := &failing{TB: t, failed: failed}
		record(run, world)
		for range 60 {
			if err := world.Step(1.0 / 60); err != nil {
				t.Fatal(err)
			}
		}
		hash := world.Hash()
		for _, do := range run.cleanups {
			do()
		}
		_, path, told := strings.Cut(run.log, "sandbox run ")
		if told != failed {
			t.Fatalf("failed %v: the log is %q", failed, run.log)
		}
		if !failed {
			continue
		}
		defer os.Remove(path)
		if got := replayed(t, path); got != hash {
			t.Errorf("the replay ends with hash %016x, the test with %016x", got, hash)
		}
	}
}

// replayed is the hash at the end of a recording.
func replayed(t *testing.T, path string) uint64 {
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
	if err := replay.Seek(recording.Steps()); err != nil {
		t.Fatal(err)
	}
	return replay.World().Hash()
}
