package shape

import (
	"math"
	"math/rand"
	"slices"
	"testing"

	"tumble/physics/vec"
)

// soup returns n random triangles, some of them degenerate.
func soup(r *rand.Rand, n int) MeshDef {
	var def MeshDef
	for i := range n {
		c := randVec(r, 5)
		for range 3 {
			def.Vertices = append(def.Vertices, c.Add(randVec(r, 0.5)))
		}
		def.Indices = append(def.Indices, uint32(3*i), uint32(3*i+1), uint32(3*i+2))
		if r.Intn(20) == 0 {
			def.Indices[3*i+2] = def.Indices[3*i]
		}
		def.Materials = append(def.Materials, uint16(i))
	}
	return def
}

// visited lists what a walk finds.
func visited(g *Geometry, box vec.AABB) []int32 {
	var list []int32
	var w Walk
	for w.Start(g, box); w.Next(g); {
		list = append(list, w.Index)
	}
	return list
}

// TestMeshQueriesAgainstAll compares box queries and ray casts with a walk over all triangles.
func TestMeshQueriesAgainstAll(t *testing.T) {
	for seed := int64(1); seed <= cases(40); seed++ {
		r := rand.New(rand.NewSource(seed))
		def := soup(r, 1+r.Intn(300))
		def.TwoSided = r.Intn(2) == 0
		g, err := NewMesh(def)
		if err != nil {
			t.Fatal(err)
		}
		m := g.Mesh
		var tri Triangle
		for range cases(100) / 4 {
			box := vec.AABBAround(randVec(r, 5), vec.V3(r.Float32(), r.Float32(), r.Float32()))
			got := visited(&g, box)
			slices.Sort(got)
			var want []int32
			for i := range int32(m.TriangleCount()) {
				g.Triangle(i, &tri)
				if vec.EmptyAABB.Include(tri.V[0]).Include(tri.V[1]).Include(tri.V[2]).Overlaps(box) {
					want = append(want, i)
				}
			}
			if !slices.Equal(got, want) {
				t.Fatalf("seed %d: query %v, want %v", seed, got, want)
			}

			origin, d := randVec(r, 6), randVec(r, 8)
			if r.Intn(4) == 0 {
				d.Y = 0
			}
			hit, ok := g.RayCast(origin, d, 1)
			nearest, found := float32(1), false
			for i := range int32(m.TriangleCount()) {
				g.Triangle(i, &tri)
				if h, ok := tri.rayCast(origin, d, 1); ok && h.Fraction <= nearest {
					nearest, found = h.Fraction, true
				}
			}
			if ok != found || ok && hit.Fraction != nearest {
				t.Fatalf("seed %d: ray %v %+v, want %v %g", seed, ok, hit, found, nearest)
			}
			if ok && hit.MaterialIndex != uint16(hit.ChildIndex) {
				t.Fatalf("seed %d: material %d of triangle %d", seed, hit.MaterialIndex, hit.ChildIndex)
			}
		}
	}
}

// grid is a flat mesh of n×n cells with separate vertices for every triangle.
func grid(n int) MeshDef {
	var def MeshDef
	add := func(points ...vec.Vec3) {
		for _, p := range points {
			def.Indices = append(def.Indices, uint32(len(def.Vertices)))
			def.Vertices = append(def.Vertices, p)
		}
	}
	for i := range n {
		for j := range n {
			a, b := vec.V3(float32(i), 0, float32(j)), vec.V3(float32(i+1), 0, float32(j))
			c, d := vec.V3(float32(i+1), 0, float32(j+1)), vec.V3(float32(i), 0, float32(j+1))
			add(a, c, b)
			add(a, d, c)
		}
	}
	return def
}

// TestMeshWeldsAndConnects: all inner edges of an unwelded grid find their neighbour.
func TestMeshWeldsAndConnects(t *testing.T) {
	const n = 8
	g, err := NewMesh(grid(n))
	if err != nil {
		t.Fatal(err)
	}
	if v := len(g.Mesh.vertices); v != (n+1)*(n+1) {
		t.Errorf("%d vertices after welding, want %d", v, (n+1)*(n+1))
	}
	borders := 0
	var tri, other Triangle
	for i := range int32(g.Mesh.TriangleCount()) {
		g.Triangle(i, &tri)
		for k, has := range tri.HasNeighbour {
			if !has {
				borders++
				continue
			}
			// the neighbour names the shared edge alike and has this far corner across it
			shared := 0
			for j := range int32(g.Mesh.TriangleCount()) {
				if j == i {
					continue
				}
				g.Triangle(j, &other)
				for l := range 3 {
					if other.EdgeID[l] == tri.EdgeID[k] {
						shared++
						if other.Across[l] != tri.V[(k+2)%3] || tri.Across[k] != other.V[(l+2)%3] {
							t.Fatalf("triangle %d edge %d: wrong neighbour", i, k)
						}
					}
				}
			}
			if shared != 1 {
				t.Fatalf("triangle %d edge %d: %d neighbours", i, k, shared)
			}
		}
	}
	if borders != 4*n {
		t.Errorf("%d border edges, want %d", borders, 4*n)
	}
}

// TestRaysDoNotSlipThroughMeshes shoots at the vertices and edges of a grid.
func TestRaysDoNotSlipThroughMeshes(t *testing.T) {
	g, err := NewMesh(grid(10))
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewSource(1))
	for i := range 20000 {
		target := vec.V3(float32(1+r.Intn(9)), 0, float32(1+r.Intn(9)))
		if i%2 == 0 {
			target.X = 1 + 8*r.Float32()
		}
		origin := target.Add(vec.V3(r.Float32()-0.5, 1+r.Float32(), r.Float32()-0.5))
		hit, ok := g.RayCast(origin, target.Sub(origin).Mul(2), 1)
		if !ok || vec.Abs(hit.Fraction-0.5) > 1e-5 || hit.Normal != vec.AxisY {
			t.Fatalf("ray %d at %v: %v %+v", i, target, ok, hit)
		}
	}
}

func TestMeshRefusesBadInput(t *testing.T) {
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	ok := MeshDef{Vertices: []vec.Vec3{{}, {X: 1}, {Y: 1}}, Indices: []uint32{0, 1, 2}}
	if _, err := NewMesh(ok); err != nil {
		t.Fatal(err)
	}
	with := func(f func(d *MeshDef)) MeshDef {
		d := MeshDef{Vertices: slices.Clone(ok.Vertices), Indices: slices.Clone(ok.Indices)}
		f(&d)
		return d
	}
	cases := map[string]MeshDef{
		"empty":          {},
		"no triangles":   with(func(d *MeshDef) { d.Indices = nil }),
		"two indices":    with(func(d *MeshDef) { d.Indices = d.Indices[:2] }),
		"index too high": with(func(d *MeshDef) { d.Indices[1] = 3 }),
		"not a number":   with(func(d *MeshDef) { d.Vertices[1].Y = nan }),
		"infinite":       with(func(d *MeshDef) { d.Vertices[1].Y = inf }),
		"too far":        with(func(d *MeshDef) { d.Vertices[1].Y = 1e20 }),
		"materials":      with(func(d *MeshDef) { d.Materials = make([]uint16, 2) }),
		"scale 0":        with(func(d *MeshDef) { d.Scale = vec.V3(1, 0, 1) }),
		"scale nan":      with(func(d *MeshDef) { d.Scale = vec.V3(1, nan, 1) }),
		"scale huge":     with(func(d *MeshDef) { d.Scale = vec.V3(1e30, 1, 1) }),
		"all degenerate": with(func(d *MeshDef) { d.Indices = []uint32{0, 0, 1, 1, 2, 2} }),
		"one point":      with(func(d *MeshDef) { d.Vertices = make([]vec.Vec3, 3) }),
		"needle":         with(func(d *MeshDef) { d.Vertices[2] = vec.V3(0.5, 1e-7, 0) }),
	}
	for name, def := range cases {
		if _, err := NewMesh(def); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	big, err := NewMesh(MeshDef{Vertices: []vec.Vec3{{}, {X: 9e4}, {Y: 9e4}}, Indices: ok.Indices})
	if err != nil || big.Mesh.TriangleCount() != 1 {
		t.Errorf("triangle of 90 km: %v", err)
	}
}

// FuzzMesh builds meshes of arbitrary numbers: an error or a mesh that answers queries.
func FuzzMesh(f *testing.F) {
	f.Add([]byte{0, 0, 0, 128, 0, 0, 0, 128, 0, 1, 1, 200}, []byte{0, 1, 2, 1, 2, 3})
	f.Add([]byte{0, 0, 0, 255, 255, 255}, []byte{0, 0, 0})
	f.Fuzz(func(t *testing.T, coordinates, indices []byte) {
		var def MeshDef
		for i := 0; i+2 < len(coordinates) && i < 600; i += 3 {
			c := coordinates[i:]
			def.Vertices = append(def.Vertices, vec.V3(float32(int8(c[0])), float32(int8(c[1]))/16,
				float32(int8(c[2]))/3))
		}
		for _, i := range indices {
			def.Indices = append(def.Indices, uint32(i))
		}
		g, err := NewMesh(def)
		if err != nil {
			return
		}
		if got := len(visited(&g, g.Mesh.Bounds())); got != g.Mesh.TriangleCount() {
			t.Fatalf("%d of %d triangles found", got, g.Mesh.TriangleCount())
		}
		var tri Triangle
		for i := range int32(g.Mesh.TriangleCount()) {
			g.Triangle(i, &tri)
			if n := tri.Normal(); !n.IsFinite() || n == (vec.Vec3{}) {
				t.Fatalf("triangle %d: normal %v", i, n)
			}
		}
		h, ok := g.RayCast(vec.V3(1, 200, 1), vec.V3(0, -400, 0), 1)
		if ok && !h.Point.IsFinite() {
			t.Fatalf("hit %+v", h)
		}
	})
}

func BenchmarkMeshBuild(b *testing.B) {
	def := grid(100)
	for b.Loop() {
		if _, err := NewMesh(def); err != nil {
			b.Fatal(err)
		}
	}
}
