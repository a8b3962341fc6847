package physics

import (
	"runtime"
	"testing"

	"tumble/physics/internal/broadphase"
	"tumble/physics/vec"
)

// clusterWorld makes balls at one place.
func clusterWorld(t *testing.T, count int) (*World, []Body) {
	t.Helper()
	w := newTestWorld(t, func(d *WorldDef) { d.Settings.Gravity = Vec3{} })
	var bodies []Body
	for range count {
		bodies = append(bodies, addBody(t, w, Dynamic, V3(1, 2, 3), Sphere{Radius: 0.25}))
	}
	return w, bodies
}

// TestClusterTakesFewContacts: while all overlap, a body has a few of them, the rest waits, and in the end
// nothing waits any more.
func TestClusterTakesFewContacts(t *testing.T) {
	const count = 150
	w, bodies := clusterWorld(t, count)
	for range 5 {
		run(t, w, 0.01)
		if c := w.Counters(); c.Contacts > broadphase.ClusterLimit*count/2 || c.WaitingShapes == 0 {
			t.Fatalf("%d contacts of %d bodies, %d wait", c.Contacts, count, c.WaitingShapes)
		}
		if err := w.Validate(); err != nil {
			t.Fatal(err)
		}
	}
	// whatever leaves takes its place on the list along
	for _, b := range bodies[:10] {
		b.Destroy()
	}
	bodies[10].SetEnabled(false)
	bodies[11].SetType(Static)
	for range 600 {
		run(t, w, 0.01)
	}
	if err := w.Validate(); err != nil {
		t.Fatal(err)
	}
	if n := w.Counters().WaitingShapes; n > 0 {
		t.Errorf("%d shapes wait still", n)
	}
	if d := deepestOverlap(w); d > 0.02 {
		t.Errorf("%g m of overlap are left", d)
	}
}

// TestClusterLetsNothingIn: a ball that comes from outside meets the first of a cluster whose bodies have as
// many deep overlaps as they may.
func TestClusterLetsNothingIn(t *testing.T) {
	w, _ := clusterWorld(t, 200)
	b := addBody(t, w, Dynamic, V3(-1, 2, 3), Sphere{Radius: 0.25})
	b.SetLinearVelocity(V3(8, 0, 0))
	met := false
	for range 60 {
		run(t, w, 0.01)
		for _, c := range b.Contacts(nil) {
			met = met || c.Points[0].Impulse > 0
		}
	}
	if v := b.LinearVelocity(); !met || v.X > 4 {
		t.Errorf("met %v, %v m/s afterwards", met, v)
	}
}

// TestClusterGoesOnFromBytes: what waits is part of the state.
func TestClusterGoesOnFromBytes(t *testing.T) {
	w, _ := clusterWorld(t, 120)
	for range 20 {
		run(t, w, 0.01)
	}
	var read Snapshot
	if err := read.UnmarshalBinary(snapshotBytes(t, w)); err != nil {
		t.Fatal(err)
	}
	other := newTestWorld(t, func(d *WorldDef) { d.Workers = 3 })
	if err := other.Restore(&read); err != nil {
		t.Fatal(err)
	}
	for i := range 100 {
		run(t, w, 0.01)
		run(t, other, 0.01)
		if w.Hash() != other.Hash() {
			t.Fatalf("step %d differs", i)
		}
	}
}

// TestPairsOfSeveralChunks: workers find in several chunks at once the pairs that one finds chunk by chunk, also
// where a cluster decides what later chunks may find, and where blocks find more than they may keep.
func TestPairsOfSeveralChunks(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(3))
	const cluster, rods, apart = 200, 160, 700
	var want []uint64
	for _, n := range []int{1, 2, 3} {
		w := newTestWorld(t, func(d *WorldDef) { d.Workers, d.Settings.Gravity = n, Vec3{} })
		spread := func(count int, z float32) {
			for i := range count {
				addBody(t, w, Dynamic, V3(float32(i), 0, z), Sphere{Radius: 0.3})
			}
		}
		spread(apart, 0)
		for i := range rods {
			q := vec.QuatAxisAngle(V3(0, 1, 0), float32(i)*3/rods)
			addBodyDef(t, w, Dynamic, V3(float32(i)*0.02, 50, 0), q, Capsule{A: V3(-3, 0, 0), B: V3(3, 0, 0),
				Radius: 0.02}, DefaultShapeDef())
		}
		spread(apart, 10)
		for range cluster {
			addBody(t, w, Dynamic, V3(1, -50, 3), Sphere{Radius: 0.25})
		}
		spread(apart, 20)
		for i := range 6 {
			stepWith(t, w, i)
			h := w.Hash()
			if n == 1 {
				want = append(want, h)
			} else if h != want[i] {
				t.Fatalf("%d workers: step %d has hash %x, with one worker %x", n, i, h, want[i])
			}
		}
		if c := w.Counters(); c.WaitingShapes == 0 ||
			c.Contacts < rods*broadphase.PairsPerBlock/broadphase.PairGrain/2 {
			t.Errorf("%d shapes wait, %d contacts", c.WaitingShapes, c.Contacts)
		}
		w.Close()
	}
}

// TestPackedClusters: of thousands of bodies in one place each gets its few contacts in the first step, whatever the
// number of workers, what lies at their edge meets them, and what is there already holds them.
func TestPackedClusters(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(3))
	const count = 1500
	var want []uint64
	for _, n := range []int{1, 2, 3} {
		w := newTestWorld(t, func(d *WorldDef) { d.Workers = n })
		addFloor(t, w)
		edge := [2]Body{addBody(t, w, Dynamic, V3(0.49, 0.1, 0), Sphere{Radius: 0.25}), {}}
		var bodies []Body
		for range count {
			bodies = append(bodies, addBody(t, w, Dynamic, V3(0, 0.1, 0), Sphere{Radius: 0.25}))
		}
		edge[1] = addBody(t, w, Dynamic, V3(-0.49, 0.1, 0), Sphere{Radius: 0.25})
		run(t, w, 0.01)
		for _, b := range edge {
			if got := len(b.Contacts(nil)); got < count {
				t.Errorf("a ball at the edge has %d contacts with a cluster of %d", got, count)
			}
		}
		for _, b := range bodies {
			deep, floor := 0, false
			for _, c := range b.Contacts(nil) {
				floor = floor || c.ShapeA.Body().Type() == Static || c.ShapeB.Body().Type() == Static
				deep++
			}
			if !floor || deep < broadphase.ClusterLimit/2 || deep > 2*broadphase.ClusterLimit+3 {
				t.Fatalf("%v has %d contacts, with the floor: %v", b, deep, floor)
			}
		}
		for i := range 4 {
			run(t, w, 0.01)
			if n == 1 {
				want = append(want, w.Hash())
			} else if h := w.Hash(); h != want[i] {
				t.Fatalf("%d workers: step %d has hash %x, with one worker %x", n, i, h, want[i])
			}
		}
		if err := w.Validate(); err != nil {
			t.Error(err)
		}
		w.Close()
	}
}
