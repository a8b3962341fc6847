package scenes

import (
	"runtime"
	"testing"

	"tumble/physics"
)

// everyStep is how many steps of each scene are looked at one by one in the normal run.
const everyStep = 30

// Every scene computes the same bits with any number of workers and is in order after each step.
func TestEveryStep(t *testing.T) {
	counts := [...]int{1, 2, 3, 4, 7}
	procs := runtime.GOMAXPROCS(max(4, runtime.GOMAXPROCS(0)))
	defer runtime.GOMAXPROCS(procs)
	compared, scenes := 0, 0
	for _, s := range All() {
		values, steps := size(s)
		if !soak {
			steps = min(steps, everyStep)
		}
		var runs [len(counts)]*Run
		for i, n := range counts {
			def := s.WorldDef()
			def.Workers = n
			runs[i] = build(t, s, def, values)
		}
		scenes++
		for step := range steps {
			want := uint64(0)
			for i, r := range runs {
				advance(t, r, 1)
				h := r.World.Hash()
				if i == 0 {
					want = h
				}
				if compared++; h != want {
					t.Fatalf("%s: step %d: hash %016x with %d workers, %016x with one", s.Name, step+1, h, counts[i], want)
				}
			}
			if err := runs[step%len(runs)].World.Validate(); err != nil {
				t.Fatalf("%s: step %d with %d workers: %v", s.Name, step+1, counts[step%len(runs)], err)
			}
		}
		for _, r := range runs {
			r.World.Close()
		}
	}
	t.Logf("%d hashes of %d scenes compared", compared, scenes)
}

// A step of a world that went through the same steps before allocates nothing.
func TestStepsDoNotAllocate(t *testing.T) {
	for _, s := range All() {
		values, steps := size(s)
		if !soak {
			steps = min(steps, 2*everyStep)
		}
		for _, workers := range [...]int{1, 3} {
			def := s.WorldDef()
			def.Workers = workers
			r := build(t, s, def, values)
			var start physics.Snapshot
			if err := r.World.Snapshot(&start); err != nil {
				t.Fatal(err)
			}
			advance(t, r, steps)
			// the runtime allocates now and then by itself, but not in every run
			n, step := uint64(1), 0
			for try := 0; try < 5 && n != 0; try++ {
				if err := r.World.Restore(&start); err != nil {
					t.Fatal(err)
				}
				n, step = allocations(t, r, steps)
			}
			if n != 0 {
				t.Errorf("%s: with %d workers step %d allocates %d times", s.Name, workers, step, n)
			}
			r.World.Close()
		}
	}
}

// allocations runs a scene and returns how often the first step allocated that did, apart from what the
// scene itself does before it.
func allocations(t *testing.T, r *Run, steps int) (count uint64, at int) {
	t.Helper()
	var before, after runtime.MemStats
	r.dt = 1 / float32(r.Scene.Rate())
	for step := range steps {
		if r.Scene.Step != nil {
			if err := r.Scene.Step(r, step); err != nil {
				t.Fatal(err)
			}
		}
		runtime.ReadMemStats(&before)
		if err := r.World.Step(r.dt); err != nil {
			t.Fatal(err)
		}
		runtime.ReadMemStats(&after)
		if n := after.Mallocs - before.Mallocs; n != 0 && count == 0 {
			count, at = n, step+1
		}
	}
	return count, at
}
