package physics

import (
	"runtime"
	"testing"
)

// cluster has the motion of bodies made in one place.
type cluster struct {
	bodies       []Body
	fastest      float32 // over all steps, without the fall
	mostContacts int
}

// watchCluster steps a world without gravity for a time and follows the speeds.
func watchCluster(t *testing.T, w *World, bodies []Body, seconds float32) cluster {
	t.Helper()
	h := cluster{bodies: bodies}
	for range int(seconds * testRate) {
		run(t, w, 0.01)
		for _, b := range bodies {
			h.fastest = max(h.fastest, b.LinearVelocity().Len())
		}
		h.mostContacts = max(h.mostContacts, w.Counters().Contacts)
	}
	if err := w.Validate(); err != nil {
		t.Error(err)
	}
	return h
}

// deepestOverlap returns the deepest overlap of two dynamic bodies (m).
func deepestOverlap(w *World) float32 {
	low := float32(0)
	for _, c := range w.Contacts(nil) {
		for _, p := range c.Points[:c.Count] {
			low = min(low, p.Separation)
		}
	}
	return -low
}

// TestClustersAtOnePositionSeparate makes many bodies at exactly the same pose: they must come apart
// without any of them getting faster than the push-out limit.
func TestClustersAtOnePositionSeparate(t *testing.T) {
	count, seconds := 60, float32(6)
	if soak() {
		count, seconds = 1000, 12
	}
	nested := func(i int) Geometry { return Sphere{Radius: 0.1 + 0.4*float32(i)/float32(count)} }
	tests := map[string]func(i int) Geometry{
		"balls":       func(int) Geometry { return Sphere{Radius: 0.5} },
		"small balls": func(int) Geometry { return Sphere{Radius: 0.03} },
		"boxes":       func(int) Geometry { return BoxHalf(0.5, 0.5, 0.5) },
		"capsules":    func(int) Geometry { return Capsule{A: V3(-0.3, 0, 0), B: V3(0.3, 0, 0), Radius: 0.2} },
		"cylinders":   func(int) Geometry { return Cylinder{A: V3(0, -0.3, 0), B: V3(0, 0.3, 0), Radius: 0.3} },
		"shells":      nested,
	}
	for name, geometry := range tests {
		t.Run(name, func(t *testing.T) {
			w := newTestWorld(t, func(d *WorldDef) { d.Settings.Gravity = Vec3{} })
			var bodies []Body
			for i := range count {
				bodies = append(bodies, addBody(t, w, Dynamic, V3(1, 2, 3), geometry(i)))
			}
			h := watchCluster(t, w, bodies, seconds)
			t.Logf("at most %.2f m/s and %d contacts, at the end %.4f m overlap", h.fastest, h.mostContacts,
				deepestOverlap(w))
			if limit := w.Settings().PushOutSpeed; h.fastest > limit+1e-3 {
				t.Errorf("%g m/s, the limit of pushing out is %g", h.fastest, limit)
			}
			if d := deepestOverlap(w); d > 0.02 {
				t.Errorf("%g m of overlap are left", d)
			}
		})
	}
}

// TestOverlappingRowIsNotAGun: in a row of balls that overlap by half, the pushes add up towards
// the ends.
func TestOverlappingRowIsNotAGun(t *testing.T) {
	w := newTestWorld(t, func(d *WorldDef) { d.Settings.Gravity = Vec3{} })
	var bodies []Body
	for i := range 200 {
		bodies = append(bodies, addBody(t, w, Dynamic, V3(0.5*float32(i), 0, 0), Sphere{Radius: 0.5}))
	}
	h := watchCluster(t, w, bodies, 30)
	if h.fastest > w.Settings().PushOutSpeed+1e-3 {
		t.Errorf("%g m/s", h.fastest)
	}
	if d := deepestOverlap(w); d > 0.02 {
		t.Errorf("%g m of overlap are left", d)
	}
}

// TestClusterFallsAndRests makes a cluster at one position over a floor.
func TestClusterFallsAndRests(t *testing.T) {
	count := 100
	if soak() {
		count = 1000
	}
	w := newTestWorld(t, nil)
	addFloor(t, w)
	var bodies []Body
	for range count {
		bodies = append(bodies, addBody(t, w, Dynamic, V3(0, 0.5, 0), Sphere{Radius: 0.2}))
	}
	top := float32(0)
	for range 1000 {
		run(t, w, 0.01)
		for _, b := range bodies {
			top = max(top, b.LinearVelocity().Len())
			if p := b.Position(); p.Y < -0.2 {
				t.Fatalf("a ball is at %v, squeezed through the floor", p)
			}
		}
	}
	// a ball that is thrown up at the limit falls back at most as fast as that, and from the
	// height of the cluster
	if limit := w.Settings().PushOutSpeed + 4; top > limit {
		t.Errorf("%g m/s, want at most %g", top, limit)
	}
	if d := deepestOverlap(w); d > 0.02 {
		t.Errorf("%g m of overlap are left", d)
	}
	for _, b := range bodies {
		if p := b.Position(); p.Y < 0.19 {
			t.Errorf("a ball rests at %v", p)
		}
	}
	if err := w.Validate(); err != nil {
		t.Error(err)
	}
}

// TestTooLargeClusterIsBounded makes more bodies in one place than the world has contacts for.
func TestTooLargeClusterIsBounded(t *testing.T) {
	count, contacts, steps := 1000, 1<<14, 60
	if soak() {
		count, contacts, steps = 10_000, 1<<16, 120
	}
	w := newTestWorld(t, func(d *WorldDef) { d.MaxContacts = contacts })
	addFloor(t, w)
	var bodies []Body
	for range count {
		bodies = append(bodies, addBody(t, w, Dynamic, V3(0, 5, 0), Sphere{Radius: 0.3}))
	}
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	h := watchCluster(t, w, bodies, float32(steps)/testRate)
	runtime.GC()
	runtime.ReadMemStats(&after)
	c := w.Counters()
	each := float64(after.HeapAlloc-before.HeapAlloc) / float64(contacts)
	t.Logf("%d bodies, at most %d contacts, %d left out, %.0f bytes per contact, %.1f m/s", count, h.mostContacts,
		c.DroppedContacts, each, h.fastest)
	if h.mostContacts > contacts || c.DroppedContacts == 0 {
		t.Errorf("%d contacts of %d, %d left out", h.mostContacts, contacts, c.DroppedContacts)
	}
	if each > 3000 {
		t.Errorf("%.0f bytes per contact", each)
	}
	fall := float32(9.81) * float32(steps) / testRate
	if limit := w.Settings().PushOutSpeed + fall; h.fastest > limit {
		t.Errorf("%g m/s, want at most %g", h.fastest, limit)
	}
	for _, b := range bodies {
		if p := b.Position(); !p.IsFinite() || b.Frozen() {
			t.Fatalf("a body is at %v, frozen %v", p, b.Frozen())
		}
	}
}

// TestTenThousandAtOnePositionSeparate takes minutes.
func TestTenThousandAtOnePositionSeparate(t *testing.T) {
	if !soak() {
		t.Skip("only with TUMBLE_SOAK")
	}
	w := newTestWorld(t, func(d *WorldDef) { d.Settings.Gravity = Vec3{} })
	var bodies []Body
	for range 10_000 {
		bodies = append(bodies, addBody(t, w, Dynamic, V3(1, 2, 3), Sphere{Radius: 0.3}))
	}
	h := watchCluster(t, w, bodies, 10)
	t.Logf("at most %.2f m/s and %d contacts, at the end %.4f m overlap, %d contacts left out", h.fastest,
		h.mostContacts,
		deepestOverlap(w), w.Counters().DroppedContacts)
	if limit := w.Settings().PushOutSpeed; h.fastest > limit+1e-3 {
		t.Errorf("%g m/s, the limit of pushing out is %g", h.fastest, limit)
	}
	if d := deepestOverlap(w); d > 0.02 {
		t.Errorf("%g m of overlap are left", d)
	}
}
