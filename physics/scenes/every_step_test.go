package scenes

import (
	"runtime"
	"testing"

	"tumble/physics"
)

// everyStep is how many steps of each scene are looked at one by one in the normal run. The long run
// looks at all of them, and at the first largeSteps of the scenes that are tested smaller than they are.
const (
	everyStep  = 30
	largeSteps = 60
)

// eachForm calls f with the values and the number of steps with which a scene is looked at step by
// step, normal of them in the normal run.
func eachForm(s *Scene, normal int, f func(values Values, steps int)) {
	q := small[s.Name]
	if !soak {
		f(q.values, min(s.Steps, normal))
		return
	}
	f(q.values, s.Steps)
	if q.values != nil {
		f(nil, min(s.Steps, largeSteps))
	}
}

// workerCounts are the numbers of workers that have to compute the same.
var workerCounts = [...]int{1, 2, 3, 4, 7}

// Every scene computes the same bits with any number of workers and is in order after each step.
func TestEveryStep(t *testing.T) {
	procs := runtime.GOMAXPROCS(max(4, runtime.GOMAXPROCS(0)))
	defer runtime.GOMAXPROCS(procs)
	compared := 0
	for _, s := range All() {
		t.Run(s.Name, func(t *testing.T) {
			eachForm(s, everyStep, func(values Values, steps int) {
				compared += steps * len(workerCounts)
				compareEveryStep(t, s, values, steps)
			})
		})
	}
	t.Logf("%d hashes of %d scenes compared", compared, len(All()))
}

// compareEveryStep runs a scene with every number of workers side by side. All have the same hash, so
// that one of them in turn is looked through.
func compareEveryStep(t *testing.T, s *Scene, values Values, steps int) {
	var runs [len(workerCounts)]*Run
	for i, n := range workerCounts {
		def := s.WorldDef()
		def.Workers = n
		runs[i] = build(t, s, def, values)
		defer runs[i].World.Close()
	}
	var saved physics.Snapshot
	for step := range steps {
		// Validate compares with it
		if err := runs[step%len(runs)].World.Snapshot(&saved); err != nil {
			t.Fatal(err)
		}
		want := uint64(0)
		for i, r := range runs {
			advance(t, r, 1)
			h := r.World.Hash()
			if i == 0 {
				want = h
			}
			if h != want {
				t.Fatalf("step %d: hash %016x with %d workers, %016x with one", step+1, h, workerCounts[i], want)
			}
		}
		if err := runs[step%len(runs)].World.Validate(); err != nil {
			t.Fatalf("step %d with %d workers: %v", step+1, workerCounts[step%len(runs)], err)
		}
	}
}

// A step of a world that went through the same steps before allocates nothing.
func TestStepsDoNotAllocate(t *testing.T) {
	for _, s := range All() {
		t.Run(s.Name, func(t *testing.T) {
			eachForm(s, 2*everyStep, func(values Values, steps int) {
				for _, workers := range [...]int{1, 3} {
					checkAllocations(t, s, values, steps, workers)
				}
			})
		})
	}
}

func checkAllocations(t *testing.T, s *Scene, values Values, steps, workers int) {
	def := s.WorldDef()
	def.Workers = workers
	r := build(t, s, def, values)
	defer r.World.Close()
	var start physics.Snapshot
	if err := r.World.Snapshot(&start); err != nil {
		t.Fatal(err)
	}
	advance(t, r, steps)
	// the runtime allocates now and then by itself, but not in every run; and on a busy machine a worker may come to do
	// what only others did before, and grow its scratch memory
	n, step := uint64(1), 0
	for try := 0; try < 20 && n != 0; try++ {
		if err := r.World.Restore(&start); err != nil {
			t.Fatal(err)
		}
		n, step = allocations(t, r, steps)
	}
	if n != 0 {
		t.Errorf("with %d workers step %d allocates %d times", workers, step, n)
	}
}

// allocations runs a scene and returns how often the first step allocated that did, apart from the allocations that the
// scene itself makes before it.
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
