package physics

import (
	"runtime"
	"testing"
	"time"

	"tumble/physics/vec"
)

// waveGround is a wavy mesh of 2·n² triangles with cells of the given width (m), around the origin.
func waveGround(n int, cell float32) MeshDef {
	var def MeshDef
	at := func(i, k int) uint32 { return uint32(i*(n+1) + k) }
	for i := range n + 1 {
		for k := range n + 1 {
			x, z := float32(cell*float32(i-n/2)), float32(cell*float32(k-n/2))
			y := float32(0.4 * float32(vec.Sin(float32(0.6*x))*vec.Sin(float32(0.3*z))))
			def.Vertices = append(def.Vertices, Vec3{X: x, Y: y, Z: z})
		}
	}
	for i := range n {
		for k := range n {
			a, b, c, d := at(i, k), at(i, k+1), at(i+1, k+1), at(i+1, k)
			def.Indices = append(def.Indices, a, b, c, a, c, d)
		}
	}
	return def
}

// Bodies that fall on a mesh of 25,088 triangles come to rest on it.
func TestLargeMesh(t *testing.T) { checkLargeMesh(t, 112) }

// The same on a mesh of more than a million triangles, with TUMBLE_SOAK: building it takes seconds.
func TestMeshOfAMillionTriangles(t *testing.T) {
	if !soak() {
		t.Skip("needs TUMBLE_SOAK")
	}
	if triangles := checkLargeMesh(t, 708); triangles < 1_000_000 {
		t.Errorf("only %d triangles", triangles)
	}
}

// checkLargeMesh drops bodies on a mesh of 2·n² triangles and returns how many it kept. It logs the time and the memory
// that building the mesh takes.
func checkLargeMesh(t *testing.T, n int) (triangles int) {
	t.Helper()
	def := waveGround(n, 0.25)
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	began := time.Now()
	mesh, err := NewMesh(def)
	if err != nil {
		t.Fatal(err)
	}
	took := time.Since(began)
	runtime.GC()
	runtime.ReadMemStats(&after)
	size := after.HeapAlloc - before.HeapAlloc
	triangles = mesh.geometry.Mesh.TriangleCount()
	t.Logf("%d triangles in %v, %d bytes each", triangles, took, size/uint64(triangles))
	if size > uint64(200*triangles) {
		t.Errorf("%d triangles take %d bytes", triangles, size)
	}

	w := newTestWorld(t, nil)
	addBody(t, w, Static, Vec3{}, mesh)
	var bodies []Body
	for i := range 20 {
		at := V3(float32(i-10), 1.5, float32(10-i))
		g := []Geometry{BoxHalf(0.3, 0.2, 0.4), BoxHalf(0.2, 0.2, 0.2), Capsule{A: V3(-0.4, 0, 0), B: V3(0.4, 0, 0),
			Radius: 0.2}}[i%3]
		bodies = append(bodies, addBody(t, w, Dynamic, at, g))
	}
	run(t, w, 4)
	for i, b := range bodies {
		p := b.WorldCenter()
		ground := float32(0.4 * float32(vec.Sin(float32(0.6*p.X))*vec.Sin(float32(0.3*p.Z))))
		if p.Y < ground+0.1 || p.Y > ground+1 {
			t.Errorf("body %d is at %v, the ground at %g", i, p, ground)
		}
	}
	runtime.KeepAlive(mesh)
	return triangles
}
