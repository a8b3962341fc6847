package physics

import (
	"math/rand/v2"
	"testing"

	"tumble/physics/vec"
)

// queryWorld is a settled pile with a plane under it.
func queryWorld(t testing.TB) *World {
	w := newTestWorld(t, nil)
	addMixedPile(t, w, 60)
	addBody(t, w, Static, Vec3{}, Plane{Normal: V3(0, 1, 0), Offset: -2})
	run(t, w, 2)
	return w
}

func randomVec(r *rand.Rand, scale float32) Vec3 {
	return Vec3{X: scale * (2*r.Float32() - 1), Y: scale * (2*r.Float32() - 1), Z: scale * (2*r.Float32() - 1)}
}

// TestQueriesAgainstEveryShape compares the queries with a loop over all shapes.
func TestQueriesAgainstEveryShape(t *testing.T) {
	w := queryWorld(t)
	r := rand.New(rand.NewPCG(7, 7))
	probes := []Probe{}
	for _, g := range []Geometry{Sphere{Radius: 0.5}, BoxHalf(0.3, 0.6, 0.2), Capsule{A: V3(0, -0.4, 0),
		B: V3(0, 0.4, 0), Radius: 0.2}} {
		p, err := NewProbe(g)
		if err != nil {
			t.Fatal(err)
		}
		probes = append(probes, p)
	}
	filter := DefaultQueryFilter()
	found := [5]int{}
	for i := range 600 {
		p := randomVec(r, 4).Add(V3(0, 2, 0))
		q := Quat{X: r.Float32(), Y: r.Float32(), Z: r.Float32(), W: r.Float32() + 0.1}.Norm()
		d := randomVec(r, 6)
		probe := probes[i%len(probes)]
		pose := Transform{P: p, Q: q}
		var rays, overlaps, boxes int
		cast, close := RayHit{Fraction: 1}, ClosestHit{Distance: 2}
		castFound, closeFound := false, false
		box := AABB{Min: p.Sub(V3(0.5, 0.3, 0.4)), Max: p.Add(V3(0.5, 0.3, 0.4))}
		for s := range w.state.Shapes {
			index := int32(s)
			if _, ok := w.queries.RayCast(index, p, d, 1); ok {
				rays++
			}
			if w.queries.SharesPoint(index, &probe.geometry, pose) {
				overlaps++
			}
			if w.state.Geometries[s].AABB(w.state.Sims[w.state.Shapes[s].Body].Transform).Overlaps(box) {
				boxes++
			}
			if h, ok := w.shapeHandle(index).ShapeCast(probe, pose, d); ok &&
				(!castFound || h.Fraction < cast.Fraction) {
				cast, castFound = h, true
			}
			if h := w.queries.Closest(index, p); h.Distance < close.Distance || h.Distance == close.Distance &&
				!closeFound {
				close.Distance, closeFound = h.Distance, true
			}
		}
		all := w.RayCastAll(p, d, filter, nil)
		if len(all) != rays || w.RayCastAny(p, d, filter) != (rays > 0) {
			t.Fatalf("case %d: %d ray hits, %d by looking at every shape", i, len(all), rays)
		}
		for k := range all {
			if k > 0 && all[k-1].Fraction > all[k].Fraction {
				t.Fatalf("case %d: ray hits out of order", i)
			}
		}
		if n := len(w.Overlap(probe, pose, filter, nil)); n != overlaps {
			t.Fatalf("case %d: %d overlaps, %d by looking at every shape", i, n, overlaps)
		}
		if n := len(w.OverlapBox(box, filter, nil)); n != boxes {
			t.Fatalf("case %d: %d in the box, %d by looking at every shape", i, n, boxes)
		}
		h, ok := w.ShapeCast(probe, pose, d, filter)
		if ok != castFound || ok && abs(h.Fraction-cast.Fraction) > 1e-5 {
			t.Fatalf("case %d: shape cast %v %v, by looking at every shape %v %v", i, ok, h, castFound, cast)
		}
		c, ok := w.ClosestPoint(p, 2, filter)
		if ok != closeFound || ok && c.Distance != close.Distance {
			t.Fatalf("case %d: closest %v %v, by looking at every shape %v %v", i, ok, c, closeFound, close)
		}
		for k, n := range []int{rays, overlaps, boxes} {
			found[k] += min(n, 1)
		}
		if castFound {
			found[3]++
		}
		if closeFound {
			found[4]++
		}
	}
	for k, n := range found {
		if n < 100 {
			t.Errorf("query %d found something in %d of 600 cases only", k, n)
		}
	}
}

func TestQueriesAllocateNothing(t *testing.T) {
	w := queryWorld(t)
	probe, err := NewProbe(BoxHalf(1, 1, 1))
	if err != nil {
		t.Fatal(err)
	}
	hits, shapes := make([]RayHit, 0, 64), make([]Shape, 0, 64)
	filter := DefaultQueryFilter()
	pose := Transform{P: V3(0, 1, 0), Q: vec.QuatIdentity}
	n := testing.AllocsPerRun(100, func() {
		w.RayCast(V3(0, 5, 0), V3(0.1, -9, 0), filter)
		w.RayCastAny(V3(0, 5, 0), V3(0.1, -9, 0), filter)
		hits = w.RayCastAll(V3(0, 5, 0), V3(0.1, -9, 0), filter, hits[:0])
		shapes = w.Overlap(probe, pose, filter, shapes[:0])
		shapes = w.OverlapBox(AABB{Min: V3(-1, 0, -1), Max: V3(1, 1, 1)}, filter, shapes[:0])
		w.ShapeCast(probe, pose, V3(0, -3, 0), filter)
		w.ClosestPoint(V3(0, 5, 0), 10, filter)
	})
	if n != 0 || len(shapes) == 0 || len(hits) == 0 {
		t.Errorf("%g allocations with %d shapes and %d hits found", n, len(shapes), len(hits))
	}
}

func TestQueryFilter(t *testing.T) {
	w := newTestWorld(t, nil)
	sd := DefaultShapeDef()
	sd.Filter.Category = 2
	far := addBodyDef(t, w, Static, V3(0, 0, 0), QuatIdentity, Sphere{Radius: 1}, sd)
	sd.Filter.Category = 4
	middle := addBodyDef(t, w, Static, V3(0, 3, 0), QuatIdentity, Sphere{Radius: 1}, sd)
	sd.Sensor = true
	near := addBodyDef(t, w, Static, V3(0, 6, 0), QuatIdentity, Sphere{Radius: 1}, sd)
	for _, c := range []struct {
		filter QueryFilter
		want   Body
	}{
		{DefaultQueryFilter(), middle},
		{QueryFilter{Category: ^uint64(0), Mask: 2}, far},
		{QueryFilter{Category: ^uint64(0), Mask: ^uint64(0), Sensors: true}, near},
		{QueryFilter{Category: ^uint64(0), Mask: 8}, Body{}},
	} {
		h, _ := w.RayCast(V3(0, 10, 0), V3(0, -20, 0), c.filter)
		if h.Shape.Body() != c.want {
			t.Errorf("with filter %+v the ray meets body %d", c.filter, h.Shape.Body().Index())
		}
	}
}

func TestSensors(t *testing.T) {
	w := newTestWorld(t, nil)
	addFloor(t, w)
	gate := DefaultShapeDef()
	gate.Sensor = true
	sensor := addBodyDef(t, w, Static, V3(0, 3, 0), QuatIdentity, BoxHalf(1, 0.5, 1), gate).Shapes(nil)[0]
	sd := DefaultShapeDef()
	sd.SensorEvents = true
	ball := addBodyDef(t, w, Dynamic, V3(0, 6, 0), QuatIdentity, Sphere{Radius: 0.2}, sd)
	blind := addBody(t, w, Dynamic, V3(0.5, 6, 0), Sphere{Radius: 0.2})
	begins, ends := 0, 0
	count := func(seconds float32) {
		for range int(seconds * 100) {
			run(t, w, 0.01)
			for _, e := range w.Events().SensorBegin {
				begins++
				if e.Sensor != sensor || e.Visitor.Body() != ball {
					t.Errorf("begin event %+v", e)
				}
				if v := sensor.Visitors(nil); len(v) != 1 || v[0].Body() != ball {
					t.Errorf("visitors %v", v)
				}
			}
			ends += len(w.Events().SensorEnd)
		}
	}
	count(3)
	if begins != 1 || ends != 1 || blind.Position().Y > 1 {
		t.Fatalf("falling through: %d begins, %d ends, the other ball at %v", begins, ends, blind.Position())
	}
	ball.SetTransform(Transform{P: V3(0, 3, 0), Q: QuatIdentity})
	ball.SetGravityScale(0)
	ball.SetLinearVelocity(Vec3{})
	count(2)
	if begins != 2 || ends != 1 || ball.Awake() {
		t.Fatalf("resting inside: %d begins, %d ends, awake %v", begins, ends, ball.Awake())
	}
	ball.Destroy()
	count(0.02)
	if ends != 2 {
		t.Errorf("after the visitor was destroyed: %d ends", ends)
	}
	again := addBodyDef(t, w, Static, V3(0, 3, 0), QuatIdentity, Sphere{Radius: 0.2}, sd)
	ball = again
	count(0.02)
	sensor.Destroy()
	count(0.02)
	if begins != 3 || ends != 3 {
		t.Errorf("after the sensor was destroyed: %d begins, %d ends", begins, ends)
	}
}
