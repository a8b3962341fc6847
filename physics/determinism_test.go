package physics

import (
	"runtime"
	"testing"
	"tumble/physics/internal/broadphase"
)

// addMixedPile drops boxes, spheres, capsules and hulls onto the floor of a pen.
func addMixedPile(t testing.TB, w *World, count int) {
	t.Helper()
	addFloor(t, w)
	for i, wall := range []Box{
		{Half: V3(0.2, 2, 3), Center: V3(-3, 2, 0)}, {Half: V3(0.2, 2, 3), Center: V3(3, 2, 0)},
		{Half: V3(3, 2, 0.2), Center: V3(0, 2, -3)}, {Half: V3(3, 2, 0.2), Center: V3(0, 2, 3)},
	} {
		if b := addBody(t, w, Static, Vec3{}, wall); !b.Valid() {
			t.Fatal(i)
		}
	}
	hull, err := NewHull([]Vec3{{X: -0.5, Y: -0.3, Z: -0.3}, {X: 0.5, Y: -0.3, Z: -0.3}, {Y: -0.3, Z: 0.6}, {Y: 0.5}})
	if err != nil {
		t.Fatal(err)
	}
	shapes := []Geometry{BoxHalf(0.4, 0.3, 0.5), Sphere{Radius: 0.4}, Capsule{A: V3(-0.4, 0, 0), B: V3(0.4,
		0, 0), Radius: 0.25}, hull}
	for i := range count {
		x, z := float32(i%4)*1.2-1.8, float32(i/4%4)*1.2-1.8
		q := Quat{X: float32(i%3) * 0.2, Y: float32(i%5) * 0.1, Z: float32(i%7) * 0.1, W: 1}.Norm()
		addBodyDef(t, w, Dynamic, V3(x, 1+1.1*float32(i/16), z), q, shapes[i%len(shapes)], DefaultShapeDef())
	}
}

func TestSnapshotContinuesBitForBit(t *testing.T) {
	const steps = 500
	w := newTestWorld(t, nil)
	addMixedPile(t, w, 60)
	at := map[int]bool{0: true, 40: true, 111: true, 250: true, 399: true}
	snaps := map[int]*Snapshot{}
	hashes := make([]uint64, steps)
	for i := range steps {
		if at[i] {
			s := &Snapshot{}
			if err := w.Snapshot(s); err != nil {
				t.Fatal(err)
			}
			snaps[i] = s
		}
		stepWith(t, w, i)
		hashes[i] = w.Hash()
	}
	clone, err := w.Clone()
	if err != nil {
		t.Fatal(err)
	}
	if clone.Hash() != w.Hash() {
		t.Error("a clone has another hash")
	}
	fresh := newTestWorld(t, nil)
	for start, s := range snaps {
		for _, target := range []*World{w, fresh} {
			if err := target.Restore(s); err != nil {
				t.Fatal(err)
			}
			for i := start; i < steps; i++ {
				stepWith(t, target, i)
				if h := target.Hash(); h != hashes[i] {
					t.Fatalf("restored at %d: step %d has hash %x, want %x", start, i, h, hashes[i])
				}
			}
			if err := target.Validate(); err != nil {
				t.Error(err)
			}
		}
	}
}

// stepWith steps once, with calls from outside now and then.
func stepWith(t testing.TB, w *World, i int) {
	switch i {
	case 100, 200, 300:
		b, _ := w.BodyAt(5 + i/50)
		b.ApplyImpulse(V3(50, 400, 20), b.WorldCenter().Add(V3(0.1, 0, 0)))
	case 130:
		b, _ := w.BodyAt(20)
		b.Destroy()
	case 150:
		addBody(t, w, Dynamic, V3(0, 6, 0), Sphere{Radius: 0.3})
	}
	if err := w.Step(1.0 / testRate); err != nil {
		t.Fatal(err)
	}
}

func TestHashSeesEverything(t *testing.T) {
	base := newTestWorld(t, nil)
	addMixedPile(t, base, 20)
	run(t, base, 0.5)
	want := base.Hash()
	changes := map[string]func(w *World){
		"velocity":   func(w *World) { w.state.States[3].V.X += 1e-3 },
		"position":   func(w *World) { w.state.Sims[8].Transform.P.X += 1e-3 },
		"sleep time": func(w *World) { w.state.Bodies[8].SleepTime += 0.01 },
		"friction":   func(w *World) { w.state.Shapes[3].Material.Friction = 0.1 },
		"impulse": func(w *World) {
			for i := range w.state.Manifolds {
				if w.state.Manifolds[i].Count > 0 {
					w.state.Manifolds[i].Points[0].NormalImpulse++
					return
				}
			}
		},
		"gravity": func(w *World) { w.state.Settings.Gravity.X = 1 },
		"force":   func(w *World) { w.state.Sims[8].Force.X = 1 },
	}
	for name, change := range changes {
		w, err := base.Clone()
		if err != nil {
			t.Fatal(err)
		}
		change(w)
		if w.Hash() == want {
			t.Errorf("the hash does not see a change of the %s", name)
		}
	}
}

func TestNoAllocationsPerStep(t *testing.T) {
	for name, build := range map[string]func(w *World){
		"awake pile":    func(w *World) { addMixedPile(t, w, 100) },
		"asleep pile":   func(w *World) { addMixedPile(t, w, 30); run(t, w, 6) },
		"pyramid of 55": func(w *World) { addFloor(t, w); addPyramid(t, w, 10) },
		"on a mesh": func(w *World) {
			addMixedPile(t, w, 60)
			addBody(t, w, Static, V3(0, 0.1, 0), gridMesh(t, 20, 8))
		},
		"two workers": func(w *World) { addMixedPile(t, w, 120); w.SetWorkers(2) },
	} {
		t.Run(name, func(t *testing.T) {
			w := newTestWorld(t, func(d *WorldDef) { d.Settings.SleepEnabled = name == "asleep pile" })
			build(w)
			run(t, w, 5)
			if n := testing.AllocsPerRun(200, func() { w.Step(1.0 / testRate) }); n != 0 {
				t.Errorf("%g allocations per step", n)
			}
		})
	}
}

// TestMoreWorkersAllocateLittleMore drops a cluster and watches it grow: what the blocks of a stage have to say
// lies in lists of the workers, not in lists of the blocks, which would all grow on their own. It is large enough for
// all that workers share.
func TestMoreWorkersAllocateLittleMore(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(8))
	one, hash := 0, uint64(0)
	for _, workers := range []int{1, 2, 3, 4, 7} {
		w := newTestWorld(t, nil)
		addFloor(t, w)
		for i := range 700 {
			addBody(t, w, Dynamic, V3(float32(i%5)*0.8, 1+float32(i/25)*0.8, float32(i/5%5)*0.8), Sphere{Radius: 0.5})
		}
		w.SetWorkers(workers)
		run(t, w, 1.0/testRate)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		most := 0
		for range 150 {
			run(t, w, 1.0/testRate)
			most = max(most, len(w.broad.Moved))
		}
		runtime.ReadMemStats(&after)
		if most < broadphase.SharedTrees {
			t.Fatalf("at most %d shapes moved", most)
		}
		n := int(after.Mallocs - before.Mallocs)
		t.Logf("%d workers: %d allocations", workers, n)
		if workers == 1 {
			one, hash = n, w.Hash()
		}
		if h := w.Hash(); h != hash {
			t.Errorf("hash %x with one worker, %x with %d", hash, h, workers)
		}
		if n > one+20*workers {
			t.Errorf("%d allocations with one worker, %d with %d", one, n, workers)
		}
	}
}

func TestWorkersDoNotMatter(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(8))
	const steps = 150
	var want []uint64
	for _, n := range []int{1, 2, 3, 4, 7} {
		w := newTestWorld(t, func(d *WorldDef) { d.Workers = n })
		addMixedPile(t, w, 160)
		addBody(t, w, Static, V3(0, 0.2, 0), gridMesh(t, 20, 8))
		for i := range steps {
			stepWith(t, w, i)
			if n > 1 && !w.step.Shared() {
				t.Fatal("the workers are not used")
			}
			h := w.Hash()
			if n == 1 {
				want = append(want, h)
			} else if h != want[i] {
				t.Fatalf("%d workers: step %d has hash %x, with one worker %x", n, i, h, want[i])
			}
		}
		w.Close()
	}
}
