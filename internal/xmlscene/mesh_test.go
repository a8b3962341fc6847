package xmlscene

import (
	"encoding/binary"
	"math"
	"testing"

	"tumble/internal/scenefile/scenetest"
	"tumble/physics/vec"
)

// cube is an OBJ with quads and negative indices.
const cube = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n# comment\nf 1 2 3 4\nf -4//1 -3//1 -2//1\n"

func stl() []byte {
	data := make([]byte, 84, 134)
	binary.LittleEndian.PutUint32(data[80:], 1)
	for _, x := range []float32{0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0} {
		data = binary.LittleEndian.AppendUint32(data, math.Float32bits(x))
	}
	return append(data, 0, 0)
}

func TestMeshes(t *testing.T) {
	points, indices, err := DecodeOBJ([]byte(cube))
	if err != nil || len(points) != 4 || len(indices) != 9 {
		t.Errorf("OBJ: %v %v %v", points, indices, err)
	}
	points, indices, err = DecodeSTL(stl())
	if err != nil || len(points) != 3 || len(indices) != 3 {
		t.Errorf("STL: %v %v %v", points, indices, err)
	}
	for _, bad := range []string{"", "f 1 2 3", "v 1 2\n", "v a b c\nf 1 1 1", "v 0 0 0\nf 1 2 3"} {
		if _, _, err := DecodeOBJ([]byte(bad)); err == nil {
			t.Errorf("OBJ %q: no error", bad)
		}
	}
	wrong := stl()
	binary.LittleEndian.PutUint32(wrong[80:], 1<<31)
	if _, _, err := DecodeSTL(wrong); err == nil {
		t.Error("an STL with too large a count")
	}
	for _, name := range []string{"../a.stl", "/etc/passwd", "http://x/a.stl", `\\x\a.stl`, "", "package://p/../../a.stl"} {
		if _, _, err := ReadMesh(name, func(string) ([]byte, error) { return stl(), nil }); err == nil {
			t.Errorf("%q was read", name)
		}
	}
}

// FuzzMeshes feeds the readers of meshes with anything.
func FuzzMeshes(f *testing.F) {
	for _, seed := range []string{string(stl()), cube, "solid\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\n"} {
		f.Add([]byte(seed))
		scenetest.Broken([]byte(seed), func(data []byte) { f.Add(data) })
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, decode := range []func([]byte) ([]vec.Vec3, []uint32, error){DecodeOBJ, DecodeSTL} {
			scenetest.Within(t, len(data), func() {
				points, indices, err := decode(data)
				if err != nil {
					return
				}
				if len(indices) == 0 || len(indices)%3 != 0 {
					t.Errorf("%d indices are no triangles", len(indices))
				}
				for _, i := range indices {
					if int(i) >= len(points) {
						t.Fatalf("index %d of %d points", i, len(points))
					}
				}
			})
		}
	})
}
