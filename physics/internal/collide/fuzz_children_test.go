package collide

import (
	"math/rand"
	"testing"

	"tumble/physics/internal/shape"
	"tumble/physics/vec"
)

// checkChildren returns an error in the contacts of a mesh, height field or compound.
func checkChildren(t *testing.T, out *MeshContacts) {
	t.Helper()
	for k, m := range out.Manifolds {
		if m.Count < 1 || m.Count > MaxPoints || vec.Abs(m.Normal.Len()-1) > 1e-3 {
			t.Fatalf("manifold %d: %+v", k, m)
		}
		for i, p := range m.Points[:m.Count] {
			if !p.Point.IsFinite() || !(p.Separation <= SpeculativeDistance+1e-5) {
				t.Fatalf("manifold %d: point %+v", k, p)
			}
			for _, q := range m.Points[:i] {
				if p.ID == q.ID {
					t.Fatalf("manifold %d: two points with id %#x", k, p.ID)
				}
			}
		}
	}
}

// FuzzPairCompound holds a cluster or a floor of children to the children one by one: distance and
// overlap are theirs, contacts come only from them, and never do the children hide one another so
// well that something inside of them is pushed nowhere.
func FuzzPairCompound(f *testing.F) {
	f.Add(int64(1), uint8(0), uint8(3), float32(0), float32(0.5), float32(0))
	f.Add(int64(9), uint8(3), uint8(40), float32(0.3), float32(0.1), float32(-0.2))
	f.Fuzz(func(t *testing.T, seed int64, pick, form uint8, x, y, z float32) {
		at := vec.V3(x, y, z)
		if !at.IsFinite() || at.Len() > 1e3 {
			return
		}
		r := rand.New(rand.NewSource(seed))
		var children []shape.Geometry
		for i := range 1 + int(form%7) {
			if form >= 128 {
				// tiles of random size side by side
				g, err := shape.NewBox(vec.V3(0.5, 0.1+r.Float32(), 0.5),
					vec.Transform{P: vec.V3(float32(i%3)-1, 0, float32(i/3)-1), Q: vec.QuatIdentity})
				children = append(children, must(t, g, err))
				continue
			}
			children = append(children, randShape(t, r, convex[r.Intn(len(convex))]))
		}
		g, err := shape.NewCompound(children)
		plane := must(t, g, err)
		b := randShape(t, r, convex[int(pick)%len(convex)])
		pose := vec.Transform{P: at, Q: randQuat(r)}

		var out MeshContacts
		CollideMesh(&out, &plane, &b, pose, SpeculativeDistance)
		checkChildren(t, &out)
		nearest, deepest, overlaps := float32(1e9), float32(1), false
		for i := range children {
			nearest = vec.Min(nearest, Distance(&children[i], &b, pose, nil).Distance)
			overlaps = overlaps || Overlap(&children[i], &b, pose)
			var m LocalManifold
			var cache Cache
			Collide(&m, &children[i], &b, pose, SpeculativeDistance, &cache)
			if m.Count > 0 {
				deepest = vec.Min(deepest, m.lowest())
			}
		}
		if d := Distance(&plane, &b, pose, nil).Distance; vec.Abs(d-nearest) > 1e-5 {
			t.Fatalf("distance %g, that of the nearest child %g", d, nearest)
		}
		if got := Overlap(&plane, &b, pose); got != overlaps {
			t.Fatalf("overlap %v, of the children %v", got, overlaps)
		}
		if len(out.Manifolds) > 0 != (deepest < 1) {
			t.Fatalf("%d manifolds, the deepest child is at %g m", len(out.Manifolds), deepest)
		}
		if low := deepestOf(&out); low < deepest-1e-5 {
			t.Fatalf("a contact at %g m, the deepest child is at %g m", low, deepest)
		}
	})
}

// FuzzPairHeightField puts shapes on height fields of arbitrary heights: rays and distances agree with
// those of a mesh of the same triangles, and no contact pulls down.
func FuzzPairHeightField(f *testing.F) {
	f.Add([]byte{0, 10, 20, 30, 20, 10, 0, 10, 5, 200, 100, 3}, uint8(3), uint8(0), int64(1), float32(0), float32(0.5),
		float32(0))
	f.Add([]byte{255, 0, 255, 0, 255, 0, 255, 0, 255}, uint8(3), uint8(4), int64(2), float32(0.3), float32(1),
		float32(0.2))
	f.Fuzz(func(t *testing.T, heights []byte, columns, pick uint8, seed int64, x, y, z float32) {
		at := vec.V3(x, y, z)
		if !at.IsFinite() || at.Len() > 1e3 || columns < 2 || columns > 20 || len(heights) < 2*int(columns) ||
			len(heights) > 400 {
			return
		}
		n := int(columns)
		def := shape.HeightFieldDef{Columns: n, Rows: len(heights) / n, Spacing: vec.V3(0.8, 0, 0.6),
			Origin: vec.V3(-0.4*float32(n-1), -1, -1)}
		for _, h := range heights[:def.Rows*n] {
			def.Heights = append(def.Heights, float32(h&^1)/64)
		}
		for row := range def.Rows - 1 {
			for column := range n - 1 {
				// an odd height is a hole of the cell
				m := uint16(0)
				if heights[row*n+column]&1 == 1 {
					m = shape.HoleMaterial
				}
				def.Materials = append(def.Materials, m)
			}
		}
		field, err := shape.NewHeightField(def)
		if err != nil {
			t.Fatal(err)
		}
		mesh, ok := meshOf(&field)
		if !ok {
			return
		}
		r := rand.New(rand.NewSource(seed))
		b := randShape(t, r, convex[int(pick)%len(convex)])
		pose := vec.Transform{P: at, Q: randQuat(r)}
		p, q := Distance(&field, &b, pose, nil), Distance(&mesh, &b, pose, nil)
		if vec.Abs(p.Distance-q.Distance) > 1e-4*(1+p.Distance) {
			t.Fatalf("distance %g, of the mesh %g", p.Distance, q.Distance)
		}
		from, displacement := at.Add(randVec(r, 1)), randVec(r, 5)
		h, hits := field.RayCast(from, displacement, 1)
		k, hitsMesh := mesh.RayCast(from, displacement, 1)
		if hits && hitsMesh && vec.Abs(h.Fraction-k.Fraction) > 1e-4 && h.Normal.Dist(k.Normal) < 1e-3 {
			t.Fatalf("ray %+v, of the mesh %+v", h, k)
		}
		var out MeshContacts
		for _, soup := range []*shape.Geometry{&field, &mesh} {
			CollideMesh(&out, soup, &b, pose, SpeculativeDistance)
			checkChildren(t, &out)
			for _, m := range out.Manifolds {
				if !(m.Normal.Y > -0.95) {
					t.Fatalf("%v: a contact pulls down: %+v", soup.Kind, m)
				}
			}
		}
	})
}

// meshOf returns the mesh of the triangles of a height field; false if it has none.
func meshOf(field *shape.Geometry) (shape.Geometry, bool) {
	var def shape.MeshDef
	var tri shape.Triangle
	var w shape.Walk
	for w.Start(field, field.Field.Bounds()); w.Next(field); {
		field.Triangle(w.Index, &tri)
		for _, v := range tri.V {
			def.Indices = append(def.Indices, uint32(len(def.Vertices)))
			def.Vertices = append(def.Vertices, v)
		}
	}
	g, err := shape.NewMesh(def)
	return g, err == nil
}

// FuzzPairPlane holds the contacts of all shapes with a half-space to the lowest point in its direction.
func FuzzPairPlane(f *testing.F) {
	f.Add(int64(1), uint8(0), float32(0), float32(1), float32(0), float32(0.1))
	f.Add(int64(5), uint8(4), float32(0.3), float32(-1), float32(0.2), float32(-0.4))
	f.Fuzz(func(t *testing.T, seed int64, pick uint8, nx, ny, nz, offset float32) {
		n := vec.V3(nx, ny, nz)
		if !n.IsFinite() || !(vec.Abs(offset) < 100) {
			return
		}
		plane, err := shape.NewPlane(n, offset)
		if err != nil {
			return
		}
		r := rand.New(rand.NewSource(seed))
		b := randShape(t, r, convex[int(pick)%len(convex)])
		pose := vec.Transform{P: plane.A.Mul(offset + r.Float32()).Add(randVec(r, 0.3)), Q: randQuat(r)}
		low := plane.Height(pose.Apply(b.Support(pose.Q.InvRotate(plane.A.Neg()))))
		var m LocalManifold
		var cache Cache
		Collide(&m, &plane, &b, pose, SpeculativeDistance, &cache)
		tolerance := float32(1e-4) + 1e-6*vec.Abs(offset)
		if b.Kind == shape.Cylinder || b.Kind == shape.Cone {
			// a cap that counts as level rests on four corners of its rim
			tolerance += levelTilt * (1 - 0.70710678) * b.RadiusA
		}
		if m.Count == 0 {
			if low < SpeculativeDistance-tolerance {
				t.Fatalf("%v: no contact at height %g", b.Kind, low)
			}
			return
		}
		if vec.Abs(m.lowest()-low) > tolerance || m.Normal.Dist(plane.A) > 1e-4 || low > SpeculativeDistance+tolerance {
			t.Fatalf("%v: contact at %g along %v, the lowest point is at %g above the plane of %v", b.Kind, m.lowest(),
				m.Normal, low, plane.A)
		}
	})
}
