package collide

import (
	"math"
	"math/rand"
	"testing"

	"tumble/physics/internal/shape"
	"tumble/physics/vec"
)

// hilly returns a height field with hills, and the same surface as a mesh.
func hilly(t testing.TB, seed int64, columns, rows int, holes bool) (field, mesh shape.Geometry) {
	t.Helper()
	r := rand.New(rand.NewSource(seed))
	def := shape.HeightFieldDef{
		Columns: columns, Rows: rows, Spacing: vec.V3(0.8, 0, 0.6),
		Origin: vec.V3(-0.4*float32(columns-1), 0.2, -0.3*float32(rows-1)),
	}
	for range columns * rows {
		def.Heights = append(def.Heights, 0.4*r.Float32())
	}
	for range (columns - 1) * (rows - 1) {
		material := uint16(r.Intn(5))
		if holes && material == 0 {
			material = shape.HoleMaterial
		}
		def.Materials = append(def.Materials, material)
	}
	g, err := shape.NewHeightField(def)
	field = must(t, g, err)

	var copied shape.MeshDef
	var tri shape.Triangle
	var w shape.Walk
	for w.Start(&field, field.Field.Bounds()); w.Next(&field); {
		field.Triangle(w.Index, &tri)
		for _, v := range tri.V {
			copied.Indices = append(copied.Indices, uint32(len(copied.Vertices)))
			copied.Vertices = append(copied.Vertices, v)
		}
		copied.Materials = append(copied.Materials, tri.Material)
	}
	g, err = shape.NewMesh(copied)
	return field, must(t, g, err)
}

// TestHeightFieldIsItsMesh compares rays, distances, casts and contacts of a height field with
// those of a mesh of the same triangles.
func TestHeightFieldIsItsMesh(t *testing.T) {
	var onField, onMesh MeshContacts
	rays := 0
	for i := range cases(t, 2000) {
		r := rand.New(rand.NewSource(int64(i)))
		field, mesh := hilly(t, int64(i/50), 3+i/50%9, 3+i/50%7, i/50%2 == 0)
		origin := randVec(r, 4)
		d := randVec(r, 4).Sub(origin)
		if r.Intn(3) == 0 {
			d = vec.V3(0, -2*origin.Y, 0)
		}
		a, okA := field.RayCast(origin, d, 1)
		b, okB := mesh.RayCast(origin, d, 1)
		if okA != okB || okA && (vec.Abs(a.Fraction-b.Fraction) > 1e-6 || a.MaterialIndex != b.MaterialIndex &&
			a.Normal.Dist(b.Normal) < 1e-5) {
			t.Fatalf("case %d: ray: field %v %+v, mesh %v %+v", i, okA, a, okB, b)
		}
		if okA {
			rays++
		}

		g := randShape(t, r, convex[r.Intn(len(convex))])
		pose := vec.Transform{P: vec.V3(3*r.Float32()-1.5, 1.2*r.Float32(), 2*r.Float32()-1), Q: randQuat(r)}
		if x, y := Distance(&field, &g, pose, nil), Distance(&mesh, &g, pose, nil); vec.Abs(
			x.Distance-y.Distance) > 1e-5 {
			t.Fatalf("case %d: distance: field %+v, mesh %+v", i, x, y)
		}
		CollideMesh(&onField, &field, &g, pose, SpeculativeDistance)
		CollideMesh(&onMesh, &mesh, &g, pose, SpeculativeDistance)
		lowA, lowB := deepestOf(&onField), deepestOf(&onMesh)
		if (len(onField.Manifolds) == 0) != (len(onMesh.Manifolds) == 0) || vec.Abs(lowA-lowB) > 1e-4 {
			t.Fatalf("case %d: contacts: field %d %g, mesh %d %g", i, len(onField.Manifolds), lowA,
				len(onMesh.Manifolds), lowB)
		}
	}
	if rays < 100 {
		t.Errorf("only %d rays hit", rays)
	}
}

func deepestOf(out *MeshContacts) float32 {
	low := float32(1)
	for i := range out.Manifolds {
		low = vec.Min(low, out.Manifolds[i].lowest())
	}
	return low
}

// TestHeightFieldNeighbours compares what each triangle knows of its surroundings with the mesh.
func TestHeightFieldNeighbours(t *testing.T) {
	field, mesh := hilly(t, 5, 7, 6, true)
	var a, b shape.Triangle
	byVertices := map[[3]vec.Vec3]shape.Triangle{}
	var w shape.Walk
	for w.Start(&mesh, mesh.Mesh.Bounds()); w.Next(&mesh); {
		mesh.Triangle(w.Index, &b)
		byVertices[b.V] = b
	}
	for w.Start(&field, field.Field.Bounds()); w.Next(&field); {
		field.Triangle(w.Index, &a)
		b, ok := byVertices[a.V]
		if !ok || a.HasNeighbour != b.HasNeighbour || a.Across != b.Across || a.Material != b.Material {
			t.Fatalf("triangle %d: field %+v, mesh %+v", w.Index, a, b)
		}
		if a.Normal().Y <= 0 {
			t.Fatalf("triangle %d faces down", w.Index)
		}
	}
}

// TestTrianglesOfBoxAnswerAsBox compares distance, cast and impact with a box of triangles, and with
// a compound of one box, with those of the box.
func TestTrianglesOfBoxAnswerAsBox(t *testing.T) {
	half := vec.V3(1, 0.8, 1.2)
	solid := box(t, half.X, half.Y, half.Z)
	plane := must(t, first(shape.NewCompound([]shape.Geometry{solid})), nil)
	for _, soup := range []shape.Geometry{boxMesh(t, half), plane} {
		hits, impacts := 0, 0
		for i := range cases(t, 1500) {
			r := rand.New(rand.NewSource(int64(i)))
			b := randShape(t, r, convex[r.Intn(len(convex))])
			pose := vec.Transform{P: randVec(r, 4), Q: randQuat(r)}
			want := Distance(&solid, &b, pose, nil)
			got := Distance(&soup, &b, pose, nil)
			if want.Distance > 1e-4 && vec.Abs(want.Distance-got.Distance) > 1e-4 {
				t.Fatalf("%v case %d: distance %g, box %g", soup.Kind, i, got.Distance, want.Distance)
			}
			back := Distance(&b, &soup, pose.Inverse(), nil)
			if vec.Abs(back.Distance-got.Distance) > 1e-4 {
				t.Fatalf("%v case %d: distance %g, seen from the other %g", soup.Kind, i, got.Distance, back.Distance)
			}
			if want.Distance == 0 {
				continue
			}
			displacement := randVec(r, 0.5).Sub(pose.P.Mul(2 * r.Float32()))
			a, okA := Cast(&solid, &b, pose, &Motion{Translation: displacement}, 1)
			c, okC := Cast(&soup, &b, pose, &Motion{Translation: displacement}, 1)
			if okA != okC || okA && vec.Abs(a.Fraction-c.Fraction)*displacement.Len() > 2e-3 &&
				a.Normal.Dot(displacement.Norm()) < -0.1 {
				t.Fatalf("%v case %d: cast %v %+v, box %v %+v", soup.Kind, i, okC, c, okA, a)
			}
			if okA {
				hits++
			}
			still := Still(vec.TransformIdentity)
			sweep := randSweep(r, pose, 0.5, 2)
			sweep.Displacement = displacement
			x := TimeOfImpact(&solid, &still, &b, &sweep, 1)
			y := TimeOfImpact(&soup, &still, &b, &sweep, 1)
			switch {
			case x.State == NoImpact && y.State == Impact && y.Fraction < 1:
				t.Fatalf("%v case %d: impact %+v, box %+v", soup.Kind, i, y, x)
			case x.State == Impact && y.State == Impact:
				impacts++
				// a shallow impact of the box may go on to the core
				if y.Fraction < x.Fraction-2e-3 {
					t.Fatalf("%v case %d: impact %+v, box %+v", soup.Kind, i, y, x)
				}
			case x.State == Impact:
				inner, _ := b.Extents(sweep.LocalCenter)
				v := sweep.velocity(x.Point, x.Fraction)
				if deep := -v.Dot(x.Normal) * (1 - x.Fraction); deep > 4*inner+0.5 && sweep.RotationVector.Len() < 1 {
					end := sweep.At(1)
					if soup.Contains(end.Apply(b.Centroid())) {
						t.Fatalf("%v case %d: no impact, box %+v", soup.Kind, i, x)
					}
				}
			}
		}
		if hits < 200 || impacts < 100 {
			t.Errorf("%v: only %d hits and %d impacts", soup.Kind, hits, impacts)
		}
	}
}

// TestNothingPassesThroughMesh fires shapes at a wall of two triangles at all speeds.
func TestNothingPassesThroughMesh(t *testing.T) {
	wall, err := shape.NewMesh(shape.MeshDef{
		Vertices: []vec.Vec3{{Y: -20, Z: -20}, {Y: 20, Z: -20}, {Y: 20, Z: 20}, {Y: -20, Z: 20}},
		Indices:  []uint32{0, 2, 1, 0, 3, 2},
		TwoSided: true,
	})
	wall = must(t, wall, err)
	for i := range cases(t, 2000) {
		r := rand.New(rand.NewSource(int64(i)))
		b := randShape(t, r, convex[r.Intn(len(convex))])
		displacement := 0.1 * float32(math.Pow(100, r.Float64()))
		from := vec.V3(-0.5*displacement*(1+r.Float32())-2, 4*r.Float32()-2, 4*r.Float32()-2)
		sweep := Sweep{
			LocalCenter: b.Centroid(), Center: from, Rotation: randQuat(r),
			Displacement: vec.V3(displacement+4, randVec(r, 1).Y, randVec(r, 1).Z), RotationVector: randVec(r, 3),
		}
		still := Still(vec.TransformIdentity)
		got := TimeOfImpact(&wall, &still, &b, &sweep, 1)
		end := from.MulAdd(got.Fraction, sweep.Displacement)
		if end.X > 0 {
			t.Fatalf("case %d: %v passes the wall to x %g: %+v", i, b.Kind, end.X, got)
		}
	}
}

// tiles is a floor of boxes side by side as one compound.
func tiles(t testing.TB, n int) shape.Geometry {
	t.Helper()
	var list []shape.Geometry
	for i := range n {
		for j := range n {
			at := vec.V3(float32(i)-float32(n)/2, -0.25, float32(j)-float32(n)/2)
			g, err := shape.NewBox(vec.V3(0.5, 0.25, 0.5), vec.Transform{P: at, Q: vec.QuatIdentity})
			list = append(list, must(t, g, err))
		}
	}
	g, err := shape.NewCompound(list)
	return must(t, g, err)
}

// TestTilesHaveNoGhosts rests boxes and spheres on a floor of tiles, most of them with a corner
// or face just beyond a joint: one manifold, straight up, at the true depth.
func TestTilesHaveNoGhosts(t *testing.T) {
	floor := tiles(t, 12)
	var out MeshContacts
	for i := range cases(t, 4000) {
		r := rand.New(rand.NewSource(int64(i)))
		depth := []float32{0.0001, 0.0005, 0.002}[r.Intn(3)]
		b := box(t, 0.1+r.Float32(), 0.3, 0.1+r.Float32())
		rotation := vec.QuatIdentity
		if r.Intn(2) == 0 {
			rotation = vec.QuatAxisAngle(vec.AxisY, 7*r.Float32())
		}
		at := vec.V3(6*r.Float32()-3, 0.3-depth, 6*r.Float32()-3)
		if rotation == vec.QuatIdentity {
			// the leading face a hair past the joint
			at.X = float32(math.Round(float64(at.X))) + 0.5 - b.Half.X + 0.003*r.Float32()
		}
		if r.Intn(4) == 0 {
			b = must(t, first(shape.NewSphere(vec.Vec3{}, 0.3)), nil)
		}
		CollideMesh(&out, &floor, &b, vec.Transform{P: at, Q: rotation}, SpeculativeDistance)
		if len(out.Manifolds) != 1 {
			t.Fatalf("case %d: %v at %v: %d manifolds %+v", i, b.Kind, at, len(out.Manifolds), out.Manifolds)
		}
		m := &out.Manifolds[0]
		if m.Normal.Dist(vec.AxisY) > 5e-4 || vec.Abs(m.lowest()+depth) > 1e-5 {
			t.Fatalf("case %d: %v at %v: depth %g: %+v", i, b.Kind, at, depth, m)
		}
	}
}

// TestCompoundCorner: an edge pushed into a concave corner of two children keeps both contacts.
func TestCompoundCorner(t *testing.T) {
	floor := must(t, first(shape.NewBox(vec.V3(2, 0.5, 2), vec.Transform{P: vec.V3(0, -0.5, 0), Q: vec.QuatIdentity})),
		nil)
	wall := must(t, first(shape.NewBox(vec.V3(0.5, 2, 2), vec.Transform{P: vec.V3(-0.5, 1, 0), Q: vec.QuatIdentity})),
		nil)
	plane := must(t, first(shape.NewCompound([]shape.Geometry{floor, wall})), nil)
	b := box(t, 0.5, 0.5, 0.5)
	var out MeshContacts
	for _, rotation := range []float32{0, 0.3, vec.Pi / 4} {
		pose := vec.Transform{Q: vec.QuatAxisAngle(vec.AxisZ, rotation)}
		reach := -pose.Q.Rotate(b.Support(pose.Q.InvRotate(vec.AxisY.Neg()))).Y - 0.001
		pose.P = vec.V3(reach, reach, 0)
		CollideMesh(&out, &plane, &b, pose, SpeculativeDistance)
		up, side := false, false
		for i := range out.Manifolds {
			up = up || out.Manifolds[i].Normal.Y > 0.99
			side = side || out.Manifolds[i].Normal.X > 0.99
		}
		if !up || !side {
			t.Errorf("turned by %g: up %v, side %v", rotation, up, side)
		}
	}
}

// TestQueriesOfChildrenAllocateNothing covers the height field and the compound, too.
func TestQueriesOfChildrenAllocateNothing(t *testing.T) {
	field, mesh := hilly(t, 3, 9, 9, true)
	plane := tiles(t, 6)
	for _, soup := range []shape.Geometry{field, mesh, plane} {
		for _, kind := range convex {
			r := rand.New(rand.NewSource(9))
			b := randShape(t, r, kind)
			pose := vec.Transform{P: vec.V3(0, 1, 0), Q: randQuat(r)}
			still := Still(vec.TransformIdentity)
			sweep := Sweep{Center: pose.P, Rotation: pose.Q, Displacement: vec.V3(0, -3, 0),
				RotationVector: vec.V3(1, 0, 0)}
			var out MeshContacts
			CollideMesh(&out, &soup, &b, vec.Transform{Q: pose.Q}, SpeculativeDistance)
			n := testing.AllocsPerRun(20, func() {
				CollideMesh(&out, &soup, &b, vec.Transform{Q: pose.Q}, SpeculativeDistance)
				Distance(&soup, &b, pose, nil)
				Overlap(&soup, &b, pose)
				Cast(&soup, &b, pose, &Motion{Translation: vec.V3(0.1, -3, 0)}, 1)
				TimeOfImpact(&soup, &still, &b, &sweep, 1)
				soup.RayCast(vec.V3(0.3, 3, 0.2), vec.V3(0, -6, 0), 1)
				ClosestPoint(&soup, vec.V3(0, 1, 0))
			})
			if n != 0 {
				t.Errorf("%v-%v: %g allocations", soup.Kind, kind, n)
			}
		}
	}
}
