package record

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"tumble/physics"
)

// A kill leaves the file as it is at that moment: nothing is missing that is older than a second and a quarter.
func TestNothingOldIsMissing(t *testing.T) {
	r, err := Create(filepath.Join(t.TempDir(), "a.tumble"), SceneInfo{Scene: "s", Hz: 100}, physics.RecordOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	world, err := physics.NewWorld(physics.DefaultWorldDef())
	if err != nil {
		t.Fatal(err)
	}
	defer world.Close()
	if err := r.Follow(world); err != nil {
		t.Fatal(err)
	}
	var done []time.Time // when each tick was recorded
	for begin := time.Now(); time.Since(begin) < 3*time.Second; {
		if err := world.Step(0.01); err != nil {
			t.Fatal(err)
		}
		if err := r.Tick(uint64(len(done)+1), world.Digest()); err != nil {
			t.Fatal(err)
		}
		done = append(done, time.Now())
		time.Sleep(2 * time.Millisecond)
		if len(done)%50 != 0 {
			continue
		}
		old := 0
		for old < len(done) && time.Since(done[old]) > 1250*time.Millisecond {
			old++
		}
		data, err := os.ReadFile(r.Path())
		if err != nil {
			t.Fatal(err)
		}
		if old == 0 {
			continue
		}
		if rec := read(t, data); rec.First().LastTick() < uint64(old) || rec.Calls.Steps() < old {
			t.Fatalf("%d ticks are older than 1.25 s, the file has %d", old, rec.First().LastTick())
		}
	}
}
