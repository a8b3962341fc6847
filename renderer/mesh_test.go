package renderer

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

// solid checks every closed mesh: it is watertight, winds outwards, and its
// normals are units that lean outwards. It returns its volume.
func solid(t *testing.T, d *MeshDesc, stretch float32) float64 {
	t.Helper()
	if err := d.Validate(); err != nil {
		t.Fatal(err)
	}
	at := func(i uint32) mgl32.Vec3 {
		v := &d.Vertices[i]
		return mgl32.Vec3{v.X, v.Y + float32(v.Side)*stretch, v.Z}
	}
	edges := map[[2]mgl32.Vec3]int{}
	round := func(v mgl32.Vec3) mgl32.Vec3 {
		for i := range v {
			v[i] = float32(math.Round(float64(v[i])*1e4)) / 1e4
			if v[i] == 0 {
				v[i] = 0
			}
		}
		return v
	}
	volume := 0.0
	for i := 0; i < len(d.Indices); i += 3 {
		var p [3]mgl32.Vec3
		for c := range 3 {
			p[c] = at(d.Indices[i+c])
		}
		face := p[1].Sub(p[0]).Cross(p[2].Sub(p[0]))
		if face.Len() < 1e-9 {
			t.Errorf("%s: triangle %d has no area", d.Label, i/3)
			continue
		}
		volume += float64(p[0].Dot(face)) / 6
		for c := range 3 {
			v := &d.Vertices[d.Indices[i+c]]
			n := mgl32.Vec3{v.NX, v.NY, v.NZ}
			if abs(n.Len()-1) > 1e-4 || n.Dot(face.Normalize()) < 0.5 {
				t.Errorf("%s: normal %v of triangle %d does not fit", d.Label, n, i/3)
			}
			a, b := round(p[c]), round(p[(c+1)%3])
			edges[[2]mgl32.Vec3{a, b}]++
			edges[[2]mgl32.Vec3{b, a}]--
		}
	}
	for e, n := range edges {
		if n != 0 {
			t.Errorf("%s: the edge %v is open", d.Label, e)
			break
		}
	}
	return volume
}

func TestSolids(t *testing.T) {
	near := func(d MeshDesc, stretch float32, want, part float64) {
		t.Helper()
		if v := solid(t, &d, stretch); v > want*1.00001 || v < want*part {
			t.Errorf("%s with %d triangles: volume %v, want a little less than %v", d.Label, len(d.Indices)/3, v, want)
		}
	}
	near(BoxMesh(), 0, 8, 0.99999)
	for level := range RoundLevels {
		part := []float64{0.84, 0.93, 0.98, 0.99}[level]
		near(SphereMesh(level), 0, 4*math.Pi/3, part)
		near(UVSphereMesh(level), 0, 4*math.Pi/3, part)
		near(CapsuleMesh(level), 1.5, 4*math.Pi/3+3*math.Pi, part)
		near(CylinderMesh(level), 0, 2*math.Pi, part)
		near(ConeMesh(level), 0, 2*math.Pi/3, part)
	}
}

// the outline of the level chosen for a radius in pixels stays close to the circle
func TestRoundLevel(t *testing.T) {
	for _, pixels := range []float64{1, 3, 5.9, 7, 20, 24, 30, 100, 109, 200, 300} {
		n := roundSegments[RoundLevel(float32(pixels))]
		if off := pixels * (1 - math.Cos(math.Pi/float64(n))); off > 0.34 {
			t.Errorf("radius %v pixels: %d segments are off by %.2f pixels", pixels, n, off)
		}
	}
}

// shown counts the edges that the overlay draws.
func shown(d *MeshDesc) int {
	n := 0
	for i := 0; i < len(d.Indices); i += 3 {
		v := [3]*Vertex{&d.Vertices[d.Indices[i]], &d.Vertices[d.Indices[i+1]], &d.Vertices[d.Indices[i+2]]}
		// an edge is drawn if its coordinate is 0 at both of its ends
		if v[1].EdgeA == 0 && v[2].EdgeA == 0 {
			n++
		}
		if v[0].EdgeB == 0 && v[2].EdgeB == 0 {
			n++
		}
		if v[0].EdgeC == 0 && v[1].EdgeC == 0 {
			n++
		}
	}
	return n
}

func TestEdges(t *testing.T) {
	box, sphere, cylinder := BoxMesh(), SphereMesh(1), CylinderMesh(0)
	if n := shown(&box); n != 24 {
		t.Errorf("a box shows %d edges of its six faces, want 24", n)
	}
	if n := shown(&sphere); n != 0 {
		t.Errorf("a sphere shows %d edges", n)
	}
	if n := shown(&cylinder); n != 4*roundSegments[0] {
		t.Errorf("a cylinder shows %d edges, want both sides of two rims of %d", n, roundSegments[0])
	}
	// a flat square of two triangles shows its border and not its diagonal
	square := []mgl32.Vec3{{0, 0, 0}, {0, 0, 1}, {1, 0, 1}, {1, 0, 0}}
	for _, smooth := range []bool{false, true} {
		d, err := TriangleMesh("square", square, []uint32{0, 1, 2, 0, 2, 3}, smooth)
		if err != nil {
			t.Fatal(err)
		}
		if n := shown(&d); n != 4 {
			t.Errorf("a square shows %d edges, want 4", n)
		}
	}
}

// smooth normals bend over flat edges and break at sharp ones
func TestTriangleMeshNormals(t *testing.T) {
	s := SphereMesh(2)
	points := make([]mgl32.Vec3, len(s.Vertices))
	for i, v := range s.Vertices {
		points[i] = mgl32.Vec3{v.X, v.Y, v.Z}
	}
	d, err := TriangleMesh("ball", points, s.Indices, true)
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range d.Vertices {
		if v.X*v.NX+v.Y*v.NY+v.Z*v.NZ < 0.998 {
			t.Fatalf("normal %v at %v", []float32{v.NX, v.NY, v.NZ}, []float32{v.X, v.Y, v.Z})
		}
	}
	solid(t, &d, 0)
	cube := []mgl32.Vec3{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}}
	d, err = TriangleMesh("cube", cube, []uint32{
		0, 2, 1, 0, 3, 2, 4, 5, 6, 4, 6, 7, 0, 1, 5, 0, 5, 4, 2, 3, 7, 2, 7, 6, 1, 2, 6, 1, 6, 5, 0, 4, 7, 0, 7, 3,
	}, true)
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range d.Vertices {
		if m := max(abs(v.NX), abs(v.NY), abs(v.NZ)); m < 0.9999 {
			t.Fatalf("the normals of a cube are blended: %v %v %v", v.NX, v.NY, v.NZ)
		}
	}
	if v := solid(t, &d, 0); math.Abs(v-1) > 1e-5 {
		t.Errorf("the cube has volume %v", v)
	}
}

func TestMeshErrors(t *testing.T) {
	p := []mgl32.Vec3{{}, {1, 0, 0}, {0, 1, 0}}
	if _, err := HullMesh("h", p, [][]int32{{0, 1}}); err == nil {
		t.Error("a face of two points was accepted")
	}
	if _, err := HullMesh("h", p, [][]int32{{0, 1, 3}}); err == nil {
		t.Error("a face with a point that does not exist was accepted")
	}
	if _, err := TriangleMesh("m", p, []uint32{0, 1}, true); err == nil {
		t.Error("two indices were accepted")
	}
	if _, err := TriangleMesh("m", p, []uint32{0, 1, 7}, true); err == nil {
		t.Error("an index that does not exist was accepted")
	}
	if _, err := TriangleMesh("m", p, []uint32{0, 1, 1}, false); err == nil {
		t.Error("a mesh without any area was accepted")
	}
	if r := (&MeshDesc{Vertices: []Vertex{{X: 3, Y: 4}}}).Radius(); r != 5 {
		t.Errorf("radius %v, want 5", r)
	}
}

// SetPose is rotation · scale and the position, like the matrices of mathgl
func TestSetPose(t *testing.T) {
	q := mgl32.QuatRotate(1.1, mgl32.Vec3{1, 2, -3}.Normalize())
	var in Instance
	in.SetPose(4, 5, 6, q.V[0], q.V[1], q.V[2], q.W, 2, 3, 4)
	m := mgl32.Translate3D(4, 5, 6).Mul4(q.Mat4()).Mul4(mgl32.Scale3D(2, 3, 4))
	got := [12]float32{in.XX, in.XY, in.XZ, in.XT, in.YX, in.YY, in.YZ, in.YT, in.ZX, in.ZY, in.ZZ, in.ZT}
	for i, x := range got {
		if want := m.At(i/4, i%4); abs(x-want) > 1e-5 {
			t.Errorf("row %d column %d: %v, want %v", i/4, i%4, x, want)
		}
	}
}
