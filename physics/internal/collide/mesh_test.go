package collide

import (
	"math"
	"math/rand"
	"testing"

	"tumble/physics/internal/shape"
	"tumble/physics/vec"
)

// terrain returns a mesh of n×n cells of the given size around the origin, whose heights come
// from height, with diagonals in both directions and a little jitter of the inner vertices.
func terrain(t testing.TB, n int, cell, jitter float32, height func(x, z float32) float32) shape.Geometry {
	t.Helper()
	r := rand.New(rand.NewSource(3))
	var def shape.MeshDef
	for i := 0; i <= n; i++ {
		for j := 0; j <= n; j++ {
			x, z := (float32(i)-float32(n)/2)*cell, (float32(j)-float32(n)/2)*cell
			if i > 0 && j > 0 && i < n && j < n {
				x += jitter * cell * (2*r.Float32() - 1)
				z += jitter * cell * (2*r.Float32() - 1)
			}
			def.Vertices = append(def.Vertices, vec.V3(x, height(x, z), z))
		}
	}
	at := func(i, j int) uint32 { return uint32(i*(n+1) + j) }
	for i := range n {
		for j := range n {
			a, b, c, d := at(i, j), at(i+1, j), at(i+1, j+1), at(i, j+1)
			if r.Intn(2) == 0 {
				def.Indices = append(def.Indices, a, c, b, a, d, c)
			} else {
				def.Indices = append(def.Indices, a, d, b, b, d, c)
			}
		}
	}
	g, err := shape.NewMesh(def)
	return must(t, g, err)
}

func flat(_, _ float32) float32 { return 0 }

// TestFlatMeshHasNoGhosts rests shapes on a flat mesh at random places and headings: whatever
// edges lie below, there is one manifold, straight up, at the true depth, that holds the
// shape level.
func TestFlatMeshHasNoGhosts(t *testing.T) {
	mesh := terrain(t, 20, 0.7, 0.3, flat)
	var out MeshContacts
	for i := range cases(t, 6000) {
		r := rand.New(rand.NewSource(int64(i)))
		depth := []float32{0.0001, 0.0005, 0.002, 0.01, -0.001}[r.Intn(5)]
		yaw := vec.QuatAxisAngle(vec.AxisY, 7*r.Float32())
		var b shape.Geometry
		lean := vec.QuatIdentity
		support := int32(4)
		switch r.Intn(6) {
		case 0:
			b = box(t, 0.2+r.Float32(), 0.1+r.Float32(), 0.2+r.Float32())
		case 1:
			b = hullBox(t, 0.2+r.Float32(), 0.1+r.Float32(), 0.2+r.Float32())
		case 2:
			b = must(t, first(shape.NewSphere(vec.Vec3{}, 0.1+r.Float32())), nil)
			lean, support = randQuat(r), 1
		case 3:
			h := 0.2 + r.Float32()
			b = must(t, first(shape.NewCapsule(vec.V3(-h, 0, 0), vec.V3(h, 0, 0), 0.1+0.5*r.Float32())), nil)
			support = 2
		case 4:
			h := 0.2 + r.Float32()
			b = must(t, first(shape.NewCylinder(vec.V3(0, -h, 0), vec.V3(0, h, 0), 0.2+r.Float32())), nil)
			support = 3
		case 5:
			h := 0.2 + r.Float32()
			b = must(t, first(shape.NewCylinder(vec.V3(-h, 0, 0), vec.V3(h, 0, 0), 0.2+r.Float32())), nil)
			support = 2
		}
		pose := vec.Transform{P: vec.V3(8*r.Float32()-4, 0, 8*r.Float32()-4), Q: yaw.Mul(lean)}
		pose.P.Y = -pose.Q.Rotate(b.Support(pose.Q.InvRotate(vec.AxisY.Neg()))).Y - depth
		CollideMesh(&out, &mesh, &b, pose, SpeculativeDistance)
		if len(out.Manifolds) != 1 {
			t.Fatalf("case %d: %v: %d manifolds %+v", i, b.Kind, len(out.Manifolds), out.Manifolds)
		}
		m := &out.Manifolds[0]
		if m.Normal.Dist(vec.AxisY) > 1e-6 {
			t.Fatalf("case %d: %v: normal %v", i, b.Kind, m.Normal)
		}
		if vec.Abs(m.lowest()+depth) > 1e-5 {
			t.Fatalf("case %d: %v: depth %g, want %g", i, b.Kind, -m.lowest(), depth)
		}
		if m.Count < support {
			t.Fatalf("case %d: %v: %d points", i, b.Kind, m.Count)
		}
		var sum vec.Vec3
		for k, p := range m.Points[:m.Count] {
			sum = sum.Add(p.Point.Mul(1 / float32(m.Count)))
			for _, q := range m.Points[:k] {
				if p.ID == q.ID {
					t.Fatalf("case %d: %v: two points with id %#x", i, b.Kind, p.ID)
				}
			}
		}
		if support == 2 {
			// the ends of the line come first; the shape hangs over their middle
			p, q := m.Points[0].Point, m.Points[1].Point
			sum = p.Lerp(q, shape.ClosestOnSegment(p, q, pose.P))
		}
		if off := sum.Sub(pose.P); off.X*off.X+off.Z*off.Z > 0.05 {
			t.Fatalf("case %d: %v at %v: points around %v: %+v", i, b.Kind, pose.P, sum, m)
		}
	}
}

// boxMesh is a box of twelve triangles.
func boxMesh(t testing.TB, half vec.Vec3) shape.Geometry {
	t.Helper()
	g, err := shape.NewBox(half, vec.TransformIdentity)
	b := must(t, g, err)
	var def shape.MeshDef
	def.Vertices = b.Poly.Vertices
	for _, first := range b.Poly.FirstEdge {
		e0 := b.Poly.Edges[first]
		e1 := b.Poly.Edges[e0.Next]
		e2 := b.Poly.Edges[e1.Next]
		e3 := b.Poly.Edges[e2.Next]
		def.Indices = append(def.Indices, uint32(e0.Origin), uint32(e1.Origin), uint32(e2.Origin),
			uint32(e0.Origin), uint32(e2.Origin), uint32(e3.Origin))
	}
	m, err := shape.NewMesh(def)
	return must(t, m, err)
}

// TestBoxMeshActsLikeBox compares the contacts of a closed box of triangles with those of the
// solid box: same touch, no deeper than the solid, and never an exit that is much
// shorter than the true one.
func TestBoxMeshActsLikeBox(t *testing.T) {
	half := vec.V3(1, 0.8, 1.2)
	mesh := boxMesh(t, half)
	solid := box(t, half.X, half.Y, half.Z)
	var out MeshContacts
	for _, kind := range convex {
		touching := 0
		for i := range cases(t, 1000) {
			r := rand.New(rand.NewSource(int64(i)))
			b := randShape(t, r, kind)
			pose := randPose(r, &solid, &b)
			var want LocalManifold
			var cache Cache
			Collide(&want, &solid, &b, pose, SpeculativeDistance, &cache)
			CollideMesh(&out, &mesh, &b, pose, SpeculativeDistance)
			low := float32(math.Inf(1))
			for _, m := range out.Manifolds {
				low = vec.Min(low, m.lowest())
				if l := m.Normal.Len(); vec.Abs(l-1) > 1e-4 {
					t.Fatalf("%v case %d: normal %v", kind, i, m.Normal)
				}
			}
			if want.Count > 0 && want.lowest() < -1e-3 && want.lowest() > -0.05 {
				touching++
				if len(out.Manifolds) == 0 {
					t.Fatalf("%v case %d: no contact at overlap %g", kind, i, want.lowest())
				}
				// at least one triangle must push out of the true overlap
				if low > 0.3*want.lowest()+LinearSlop {
					t.Fatalf("%v case %d: deepest %g, box %g", kind, i, low, want.lowest())
				}
			}
			if want.Count == 0 && low < -2e-3 {
				t.Fatalf("%v case %d: mesh overlaps %g, box is clear", kind, i, low)
			}
		}
		if touching < 20 {
			t.Errorf("%v: only %d touching cases", kind, touching)
		}
	}
}

// TestMeshSides: one-sided meshes let shapes through from behind, two-sided ones do not.
func TestMeshSides(t *testing.T) {
	def := shape.MeshDef{
		Vertices: []vec.Vec3{{X: -5, Z: -5}, {X: 5, Z: -5}, {X: 5, Z: 5}, {X: -5, Z: 5}},
		Indices:  []uint32{0, 2, 1, 0, 3, 2},
	}
	ball := must(t, first(shape.NewSphere(vec.Vec3{}, 0.5)), nil)
	var out MeshContacts
	for _, twoSided := range []bool{false, true} {
		for _, scale := range []vec.Vec3{{}, {X: 2, Y: 1, Z: 1}, {X: -1, Y: 1, Z: 1}, {X: -1, Y: 1, Z: -3}} {
			def.TwoSided, def.Scale = twoSided, scale
			g, err := shape.NewMesh(def)
			mesh := must(t, g, err)
			for _, y := range []float32{0.4, -0.4} {
				CollideMesh(&out, &mesh, &ball, vec.Transform{P: vec.V3(0.3, y, 0.2), Q: vec.QuatIdentity},
					SpeculativeDistance)
				want := 0
				if y > 0 || twoSided {
					want = 1
				}
				if len(out.Manifolds) != want {
					t.Fatalf("two-sided %v scale %v at y %g: %d manifolds", twoSided, scale, y, len(out.Manifolds))
				}
				if want == 1 && (out.Manifolds[0].Normal.Y*y < 0.39 || vec.Abs(out.Manifolds[0].lowest()+0.1) > 1e-5) {
					t.Fatalf("two-sided %v scale %v at y %g: %+v", twoSided, scale, y, out.Manifolds[0])
				}
			}
			for _, y := range []float32{1, -1} {
				hit, ok := mesh.RayCast(vec.V3(0.3, y, 0.2), vec.V3(0, -2*y, 0), 1)
				if ok != (y > 0 || twoSided) || ok && (vec.Abs(hit.Fraction-0.5) > 1e-6 || hit.Normal.Y*y < 0.999) {
					t.Fatalf("two-sided %v scale %v from y %g: %v %+v", twoSided, scale, y, ok, hit)
				}
			}
		}
	}
}

// TestMeshContactsKeepTheirIDs slides a box over the flat mesh: its corners keep their names
// across the edges.
func TestMeshContactsKeepTheirIDs(t *testing.T) {
	mesh := terrain(t, 20, 0.7, 0.3, flat)
	b := box(t, 0.5, 0.5, 0.5)
	var out MeshContacts
	rotation := vec.QuatAxisAngle(vec.AxisY, 0.3)
	want := ""
	changes := 0
	for step := range 2000 {
		x := -3 + 0.003*float32(step)
		CollideMesh(&out, &mesh, &b, vec.Transform{P: vec.V3(x, 0.4995, 0.2*x), Q: rotation}, SpeculativeDistance)
		got := ids(&out.Manifolds[0].LocalManifold)
		if got != want && want != "" {
			changes++
		}
		want = got
	}
	if changes > 40 {
		t.Errorf("the points changed %d times in 2000 steps", changes)
	}
}

// TestCollideMeshAllocatesNothing holds once the scratch memory has grown.
func TestCollideMeshAllocatesNothing(t *testing.T) {
	mesh := terrain(t, 20, 0.7, 0.3, flat)
	for _, kind := range convex {
		r := rand.New(rand.NewSource(9))
		b := randShape(t, r, kind)
		pose := vec.Transform{P: vec.V3(0, 0.3, 0), Q: randQuat(r)}
		var out MeshContacts
		CollideMesh(&out, &mesh, &b, pose, SpeculativeDistance)
		n := testing.AllocsPerRun(50, func() { CollideMesh(&out, &mesh, &b, pose, SpeculativeDistance) })
		if n != 0 {
			t.Errorf("%v: %g allocations", kind, n)
		}
	}
}

func BenchmarkCollideMesh(b *testing.B) {
	mesh := terrain(b, 20, 0.7, 0.3, flat)
	for _, kind := range convex {
		b.Run(kind.String(), func(b *testing.B) {
			r := rand.New(rand.NewSource(9))
			g := randShape(b, r, kind)
			pose := vec.Transform{P: vec.V3(0, 0, 0), Q: randQuat(r)}
			pose.P.Y = -pose.Q.Rotate(g.Support(pose.Q.InvRotate(vec.AxisY.Neg()))).Y - 0.001
			var out MeshContacts
			for b.Loop() {
				CollideMesh(&out, &mesh, &g, pose, SpeculativeDistance)
			}
		})
	}
}

// TestRollingShapesStayOnTheirLine rolls cylinders, capsules and cones that lie on a flat mesh: all
// points must be on the line where they touch. One beside it, from the far side of an inner
// edge, would brake them.
func TestRollingShapesStayOnTheirLine(t *testing.T) {
	mesh := terrain(t, 20, 1, 0, flat)
	shapes := []shape.Geometry{
		must(t, first(shape.NewCylinder(vec.V3(0, 0, -0.4), vec.V3(0, 0, 0.4), 0.4)), nil),
		must(t, first(shape.NewCapsule(vec.V3(0, 0, -0.4), vec.V3(0, 0, 0.4), 0.4)), nil),
		must(t, first(shape.NewTaperedCapsule(vec.V3(0, 0, -0.4), vec.V3(0, 0, 0.4), 0.4, 0.399)), nil),
	}
	var out MeshContacts
	for i := range cases(t, 6000) {
		r := rand.New(rand.NewSource(int64(i)))
		b := shapes[i%len(shapes)]
		roll := vec.QuatAxisAngle(vec.AxisZ, 7*r.Float32())
		pose := vec.Transform{
			P: vec.V3(8*r.Float32()-4, 0.4-0.0003*r.Float32(), 0.3),
			Q: vec.QuatAxisAngle(vec.AxisY, 0.001*(r.Float32()-0.5)).Mul(roll),
		}
		CollideMesh(&out, &mesh, &b, pose, SpeculativeDistance)
		if len(out.Manifolds) != 1 || out.Manifolds[0].Count < 2 {
			t.Fatalf("case %d: %v: %+v", i, b.Kind, out.Manifolds)
		}
		m := &out.Manifolds[0]
		for _, p := range m.Points[:m.Count] {
			if vec.Abs(p.Point.X-pose.P.X) > 1e-3 {
				t.Fatalf("case %d: %v at %v: point %+v is off the line", i, b.Kind, pose.P, p)
			}
		}
	}
}

func BenchmarkBoxOnDenseMesh(b *testing.B) {
	mesh := terrain(b, 100, 0.05, 0.3, flat)
	g := box(b, 2, 0.3, 2)
	var out MeshContacts
	for b.Loop() {
		CollideMesh(&out, &mesh, &g, vec.Transform{P: vec.V3(0, 0.2995, 0), Q: vec.QuatIdentity}, SpeculativeDistance)
	}
	b.ReportMetric(float64(len(out.owned)), "triangles")
}

// TestWideBoxStandsOnItsCorners lays a box on thousands of triangles: the points must be its
// corners, or where it reaches farthest, at the true depth and in whatever order the triangles come.
func TestWideBoxStandsOnItsCorners(t *testing.T) {
	var out MeshContacts
	for _, cells := range []int{4, 40, 84} {
		mesh := terrain(t, cells, 8.4/float32(cells), 0.3, flat)
		for i := range 20 {
			r := rand.New(rand.NewSource(int64(i)))
			b := box(t, 1+2*r.Float32(), 0.5, 1+2*r.Float32())
			pose := vec.Transform{P: vec.V3(0.1*r.Float32(), 0.499, 0.1*r.Float32()),
				Q: vec.QuatAxisAngle(vec.AxisY, 7*r.Float32())}
			CollideMesh(&out, &mesh, &b, pose, SpeculativeDistance)
			if len(out.Manifolds) != 1 || out.Manifolds[0].Count != 4 {
				t.Fatalf("%d cells, case %d: %+v", cells, i, out.Manifolds)
			}
			for _, p := range out.Manifolds[0].Points {
				local := pose.InvApply(p.Point)
				if d := vec.Max(b.Half.X-vec.Abs(local.X), b.Half.Z-vec.Abs(local.Z)); d > 0.1 ||
					vec.Abs(p.Separation+0.001) > 1e-5 {
					t.Fatalf("%d cells, case %d: point %v at %g", cells, i, local, p.Separation)
				}
			}
		}
	}
}

// TestDeepestManifoldsStay keeps the deepest ones of many and their order.
func TestDeepestManifoldsStay(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	list := make([]MeshManifold, 50)
	for i := range list {
		list[i].Count, list[i].ChildIndex = 1, int32(i)
		list[i].Points[0].Separation = -float32(r.Intn(20))
	}
	Deepest(list, 10)
	for i := range list[:10] {
		if i > 0 && list[i].ChildIndex < list[i-1].ChildIndex {
			t.Error("out of order")
		}
		for k := range list[10:] {
			if list[10+k].lowest() < list[i].lowest() {
				t.Fatalf("%g stays, %g is left out", list[i].lowest(), list[10+k].lowest())
			}
		}
	}
}
