package journal

import (
	"os"
	"testing"
	"time"

	"tumble/engine/record"
	"tumble/engine/timestep"
	"tumble/physics"
)

// openJournal opens a journal of a budget (bytes) in a folder of its own, and makes an empty world for it.
func openJournal(t *testing.T, budget int64) (*Journal, *physics.World) {
	t.Helper()
	j, err := Open(Options{Root: t.TempDir(), Budget: budget})
	if err != nil {
		t.Fatal(err)
	}
	world, err := physics.NewWorld(physics.DefaultWorldDef())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(world.Close)
	return j, world
}

// beginPart waits until a part is due at a time (ns) and begins it.
func beginPart(t *testing.T, j *Journal, now int64) (*record.File, *record.Recorder) {
	t.Helper()
	for deadline := time.Now().Add(10 * time.Second); !j.Due(now); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("no part is due")
		}
	}
	file := j.Take()
	r, err := record.CreateIn(file, record.SceneInfo{Scene: "s", Hz: 60}, physics.RecordOptions{})
	if err != nil {
		t.Fatal(err)
	}
	j.Begin(now, r, true)
	return file, r
}

// On a disk that stays full the newest part that has a step stays, however often another one fails.
func TestFailuresInARowKeepWhatIsThere(t *testing.T) {
	j, world := openJournal(t, 1<<20)
	now, tick := timestep.Second, uint64(0)
	// part begins a part and does some steps; its file takes nothing any more before or after them
	part := func(steps int, full bool) {
		t.Helper()
		file, r := beginPart(t, j, now)
		if full {
			_ = file.File.Close()
		}
		_ = r.Resume(tick, nil)
		_ = r.Follow(world)
		for range steps {
			world.Step(1.0 / 60)
			tick++
			_ = r.Tick(tick, tick)
		}
		if err := r.Drain(); (err != nil) != full {
			t.Fatalf("full: %v, writing gives %v", full, err)
		}
		_ = file.File.Close()
		r.Detach()
		j.Broken(now)
		now += retryTime
	}
	part(5, false)
	part(5, false)
	part(5, true)
	part(5, true)
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	left := Leftovers(j.options.Root)
	if len(left) != 1 || len(left[0].Parts) != 1 {
		t.Fatalf("left: %+v", left)
	}
	rec, err := record.Open(left[0].Parts[0])
	if err != nil {
		t.Fatal(err)
	}
	defer rec.Close()
	if first := rec.First(); first.From != 5 || first.LastTick() != 10 {
		t.Errorf("kept: from tick %d to %d", first.From, first.LastTick())
	}
	// what has nothing is gone, too
	files, err := os.ReadDir(left[0].dir)
	if err != nil || len(files) != 2 {
		t.Errorf("files: %v, %v", files, err)
	}
}

// Parts that are larger than the budget leave the newest with a step: a kill in the beginning of the next part loses no
// more than that part.
func TestLargePartsKeepTheNewest(t *testing.T) {
	j, world := openJournal(t, 1)
	tick := uint64(0)
	for n := range 4 {
		_, r := beginPart(t, j, timestep.Second)
		closed := make(chan bool)
		j.do(func() { close(closed) })
		<-closed
		steps := 0
		for _, path := range look(j.dir).Parts {
			if hasStep(path) {
				steps++
			}
		}
		if want := min(n, 1); steps != want {
			t.Errorf("%d parts with a step are left at the beginning of part %d, want %d", steps, n, want)
		}
		_ = r.Resume(tick, nil)
		_ = r.Follow(world)
		world.Step(1.0 / 60)
		tick++
		_ = r.Tick(tick, tick)
		err := r.Drain()
		if err != nil {
			t.Fatal(err)
		}
		r.Detach()
	}
	err := j.Close()
	if err != nil {
		t.Fatal(err)
	}
}
