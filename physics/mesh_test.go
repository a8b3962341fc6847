package physics

import (
	"math"
	"testing"
)

// gridMesh is a flat square of 2·n² triangles with side size (m).
func gridMesh(t testing.TB, n int, size float32) Mesh {
	t.Helper()
	return terrainMesh(t, n, size, func() float32 { return 0 })
}

// terrainMesh is a square of 2·n² triangles with side size (m), each corner at the next height (m).
func terrainMesh(t testing.TB, n int, size float32, height func() float32) Mesh {
	t.Helper()
	var def MeshDef
	for i := range n + 1 {
		for j := range n + 1 {
			def.Vertices = append(def.Vertices, V3(size*(float32(i)/float32(n)-0.5), height(),
				size*(float32(j)/float32(n)-0.5)))
		}
	}
	for i := range n {
		for j := range n {
			a := uint32(i*(n+1) + j)
			b, c, d := a+1, a+uint32(n)+1, a+uint32(n)+2
			def.Indices = append(def.Indices, a, b, c, b, d, c)
		}
	}
	m, err := NewMesh(def)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func flatField(t testing.TB, n int, size float32) HeightField {
	t.Helper()
	spacing := size / float32(n)
	f, err := NewHeightField(HeightFieldDef{
		Columns: n + 1, Rows: n + 1, Heights: make([]float32, (n+1)*(n+1)),
		Spacing: V3(spacing, 0, spacing), Origin: V3(-0.5*size, 0, -0.5*size),
	})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func tileCompound(t testing.TB, n int) Compound {
	t.Helper()
	var children []Geometry
	for i := range n {
		for j := range n {
			children = append(children, Box{Half: V3(0.5, 0.5, 0.5), Center: V3(float32(i-n/2), -0.5, float32(j-n/2))})
		}
	}
	c, err := NewCompound(children)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func grounds(t testing.TB) map[string]Geometry {
	return map[string]Geometry{"mesh": gridMesh(t, 40, 40), "height field": flatField(t, 40, 40),
		"compound": tileCompound(t, 40)}
}

// TestShapesRestOnTriangles drops every kind of moving shape on ground made of pieces.
func TestShapesRestOnTriangles(t *testing.T) {
	hull, err := NewHull([]Vec3{{X: -0.5, Y: -0.3, Z: -0.3}, {X: 0.5, Y: -0.3, Z: -0.3}, {Y: -0.3, Z: 0.6}, {Y: 0.5}})
	if err != nil {
		t.Fatal(err)
	}
	for name, ground := range grounds(t) {
		t.Run(name, func(t *testing.T) {
			w := newTestWorld(t, nil)
			addBody(t, w, Static, Vec3{}, ground)
			var bodies []Body
			for i, g := range []Geometry{
				Sphere{Radius: 0.4}, Capsule{A: V3(0, -0.3, 0), B: V3(0, 0.3, 0), Radius: 0.2}, BoxHalf(0.3,
					0.2, 0.4), hull,
				Cylinder{A: V3(0, -0.3, 0), B: V3(0, 0.3, 0), Radius: 0.4}, Cone{Base: V3(0, -0.3, 0),
					Apex: V3(0, 0.5, 0), Radius: 0.4},
				BoxHalf(2, 0.3, 2),
			} {
				bodies = append(bodies, addBody(t, w, Dynamic, V3(4*float32(i)-12, 2, 0.3), g))
			}
			for range 500 {
				run(t, w, 0.01)
				if err := w.Validate(); err != nil {
					t.Fatal(err)
				}
			}
			for i, b := range bodies {
				if low := b.Bounds().Min.Y; low < -0.02 || low > 0.02 {
					t.Errorf("body %d: lowest point at %v", i, low)
				}
			}
			if len(w.state.Awake) > 2 {
				t.Errorf("%d bodies are awake after 5 s", len(w.state.Awake))
			}
			h, ok := w.RayCast(V3(10.3, 5, 3.2), V3(0, -10, 0), DefaultQueryFilter())
			if !ok || abs(h.Point.Y) > 1e-4 || h.Normal != V3(0, 1, 0) {
				t.Errorf("a ray meets the ground: %v %v", ok, h)
			}
		})
	}
}

// TestCornerHasSeveralManifolds: a box pushed into the corner of a mesh touches three walls.
func TestCornerHasSeveralManifolds(t *testing.T) {
	mesh, err := NewMesh(MeshDef{
		Vertices: []Vec3{{}, {X: 4}, {X: 4, Z: 4}, {Z: 4}, {Y: 4}, {X: 4, Y: 4}, {Y: 4, Z: 4}},
		Indices: []uint32{
			0, 2, 1, 0, 3, 2, // floor, seen from above
			0, 1, 5, 0, 5, 4, // wall z = 0
			0, 4, 6, 0, 6, 3, // wall x = 0
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	w := newTestWorld(t, func(d *WorldDef) { d.Settings.Gravity = V3(-4, -9, -4) })
	ground := addBody(t, w, Static, Vec3{}, mesh)
	box := addBody(t, w, Dynamic, V3(0.8, 0.8, 0.8), BoxHalf(0.5, 0.5, 0.5))
	for range 200 {
		run(t, w, 0.01)
		if err := w.Validate(); err != nil {
			t.Fatal(err)
		}
	}
	if n := len(ground.Contacts(nil)); n != 3 {
		t.Errorf("%d patches, want 3", n)
	}
	near(t, "distance from the corner", float64(box.Position().Dist(V3(0.5, 0.5, 0.5))), 0, 0.01)

	var s Snapshot
	box.ApplyImpulseToCenter(V3(2000, 3000, 1000))
	if err := w.Snapshot(&s); err != nil {
		t.Fatal(err)
	}
	var hashes []uint64
	for range 150 {
		run(t, w, 0.01)
		hashes = append(hashes, w.Hash())
	}
	if err := w.Restore(&s); err != nil {
		t.Fatal(err)
	}
	for i, want := range hashes {
		run(t, w, 0.01)
		if h := w.Hash(); h != want {
			t.Fatalf("step %d after restoring has hash %x, want %x", i, h, want)
		}
	}
}

// TestSlideOverTriangles: a box, a ball and a capsule slide over inner edges as over one plane.
func TestSlideOverTriangles(t *testing.T) {
	sd := DefaultShapeDef()
	sd.Material.Friction = 0
	shapes := map[string]Geometry{
		"box": BoxHalf(0.25, 0.25, 0.25), "ball": Sphere{Radius: 0.25},
		"capsule": Capsule{A: V3(-0.3, 0, 0), B: V3(0.3, 0, 0), Radius: 0.25},
	}
	for name, ground := range grounds(t) {
		for kind, g := range shapes {
			w := newTestWorld(t, func(d *WorldDef) { d.Settings.SleepEnabled = false })
			addBodyDef(t, w, Static, Vec3{}, QuatIdentity, ground, sd)
			b := addBodyDef(t, w, Dynamic, V3(-15, 0.25, -10), QuatIdentity, g, sd)
			run(t, w, 0.5)
			const speed = 8.0
			s, c := math.Sincos(0.6)
			b.SetLinearVelocity(V3(float32(speed*c), 0, float32(speed*s)))
			high, low := float32(-1), float32(1)
			for range 250 {
				run(t, w, 0.01)
				y := b.Position().Y
				high, low = max(high, y), min(low, y)
			}
			what := kind + " on " + name
			near(t, what+": speed", float64(b.LinearVelocity().Len()), speed, 0.001*speed)
			near(t, what+": height over the way", float64(high-low), 0, 1e-3)
		}
	}
}

// TestNothingTunnelsThroughTriangles shoots at ground made of pieces from many directions.
func TestNothingTunnelsThroughTriangles(t *testing.T) {
	rounds := 1
	if soak() {
		rounds = 300
	}
	shots, through := 0, 0
	for name, ground := range grounds(t) {
		for round := range rounds {
			w := newTestWorld(t, nil)
			addBody(t, w, Static, Vec3{}, ground)
			var bodies []Body
			for i, g := range []Geometry{
				Sphere{Radius: 0.1}, BoxHalf(0.1, 0.1, 0.1), BoxHalf(0.5, 0.03, 0.03),
				Capsule{A: V3(-0.3, 0, 0), B: V3(0.3, 0, 0), Radius: 0.05},
			} {
				for k, speed := range []float32{20, 100, 400, 1000} {
					shots++
					p := V3(3*float32(i)-6, 5+0.3*float32(k)+0.07*float32(round), 2*float32(k)-5)
					q := Quat{X: 0.1 * float32(round%9), Y: 0.3, Z: 0.05 * float32(round%13), W: 1}.Norm()
					b := addBodyDef(t, w, Dynamic, p, q, g, DefaultShapeDef())
					b.SetLinearVelocity(V3(0.3*speed, -speed, 0.1*speed))
					b.SetAngularVelocity(V3(10, 3, 20))
					bodies = append(bodies, b)
				}
			}
			inside := make([]bool, len(bodies))
			for i := range inside {
				inside[i] = true
			}
			for range 60 {
				run(t, w, 0.01)
				for i, b := range bodies {
					p := b.Position()
					inside[i] = inside[i] && abs(p.X) < 19 && abs(p.Z) < 19
					if inside[i] && p.Y < -0.3 {
						through++
						inside[i] = false
						t.Errorf("%s, round %d: body %d is at %v", name, round, i, p)
					}
				}
			}
		}
	}
	t.Logf("%d shots, %d through", shots, through)
}

func TestMeshesMustBeStatic(t *testing.T) {
	w := newTestWorld(t, nil)
	b := addBody(t, w, Dynamic, Vec3{}, Sphere{Radius: 1})
	for name, g := range grounds(t) {
		if _, err := b.CreateShape(g, DefaultShapeDef()); err == nil {
			t.Errorf("a dynamic body accepts a %s", name)
		}
	}
	if s := addBody(t, w, Static, Vec3{}, gridMesh(t, 2, 2)); s.SetType(Dynamic) == nil {
		t.Error("a body with a mesh becomes dynamic")
	}
	for _, g := range []Geometry{Mesh{}, HeightField{}, Compound{}} {
		if _, err := b.CreateShape(g, DefaultShapeDef()); err == nil {
			t.Errorf("a zero %T is accepted", g)
		}
	}
}
