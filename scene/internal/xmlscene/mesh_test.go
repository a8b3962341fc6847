package xmlscene

import (
	"encoding/binary"
	"math"
	"runtime"
	"strings"
	"testing"

	"tumble/physics/vec"
	"tumble/scene/internal/scenetest"
	"tumble/scene/model"
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
	mesh, err := DecodeOBJ([]byte(cube))
	if err != nil || len(mesh.Points) != 4 || len(mesh.Indices) != 9 {
		t.Errorf("OBJ: %v %v", mesh, err)
	}
	points, indices, err := DecodeSTL(stl())
	if err != nil || len(points) != 3 || len(indices) != 3 {
		t.Errorf("STL: %v %v %v", points, indices, err)
	}
	for _, bad := range []string{"", "f 1 2 3", "v 1 2\n", "v a b c\nf 1 1 1", "v 0 0 0\nf 1 2 3"} {
		if _, err := DecodeOBJ([]byte(bad)); err == nil {
			t.Errorf("OBJ %q: no error", bad)
		}
	}
	wrong := stl()
	binary.LittleEndian.PutUint32(wrong[80:], 1<<31)
	if _, _, err := DecodeSTL(wrong); err == nil {
		t.Error("an STL with too large a count")
	}
	for _, name := range []string{"", "a.max", "a"} {
		if _, err := ReadMesh(name, func(string) ([]byte, error) { return stl(), nil }); err == nil {
			t.Errorf("%q was read", name)
		}
	}
}

// square is the text of a unit square in the xy plane in each format that has faces.
var squares = map[string]string{
	"a.ply": "ply\nformat ascii 1.0\ncomment a square\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\n" +
		"element face 1\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n4 0 1 2 3\n",
	"a.dae": `<?xml version="1.0"?><COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset><unit name="centimeter" meter="0.01"/><up_axis>Y_UP</up_axis></asset>
<library_geometries><geometry id="g"><mesh>
<source id="p"><float_array id="pa" count="12">0 0 0 50 0 0 50 50 0 0 50 0</float_array>
<technique_common><accessor source="#pa" count="4" stride="3"/></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
<polylist count="1"><input semantic="VERTEX" source="#v" offset="0"/><input semantic="NORMAL" source="#n" offset="1"/>
<vcount>4</vcount><p>0 9 1 9 2 9 3 9</p></polylist></mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="s"><node id="n"><scale>2 2 2</scale><instance_geometry url="#g"/></node></visual_scene></library_visual_scenes>
</COLLADA>`,
	"a.obj": "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n",
}

// TestSquares holds that all formats give the same square: polygons as fans, units and nodes applied.
func TestSquares(t *testing.T) {
	for name, text := range squares {
		m, err := ReadMesh(name, func(string) ([]byte, error) { return []byte(text), nil })
		if err != nil || len(m.Points) != 4 || len(m.Indices) != 6 {
			t.Errorf("%s: %v %v", name, m, err)
			continue
		}
		for i, want := range []vec.Vec3{{}, vec.V3(1, 0, 0), vec.V3(1, 1, 0), vec.V3(0, 1, 0)} {
			if m.Points[i].Dist(want) > 1e-6 {
				t.Errorf("%s: point %d is %v, not %v", name, i, m.Points[i], want)
			}
		}
	}
}

// TestBinaryPLY holds that both byte orders are read, with properties that are skipped.
func TestBinaryPLY(t *testing.T) {
	for form, order := range map[string]binary.AppendByteOrder{"binary_little_endian": binary.LittleEndian,
		"binary_big_endian": binary.BigEndian} {
		data := []byte("ply\nformat " + form +
			" 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\nproperty uchar red\n" +
			"element face 1\nproperty list uchar int vertex_index\nend_header\n")
		for _, p := range [][3]float32{{0, 0, 0}, {1, 0, 0}, {0, 2, 0}} {
			for _, x := range p {
				data = order.AppendUint32(data, math.Float32bits(x))
			}
			data = append(data, 7)
		}
		data = append(data, 3)
		for k := range 3 {
			data = order.AppendUint32(data, uint32(k))
		}
		points, indices, err := DecodePLY(data)
		if err != nil || len(points) != 3 || len(indices) != 3 || points[2] != vec.V3(0, 2, 0) {
			t.Errorf("%s: %v %v %v", form, points, indices, err)
		}
		if _, _, err := DecodePLY(data[:len(data)-2]); err == nil {
			t.Errorf("%s: a file that ends too early was read", form)
		}
	}
}

// TestDeclarations holds that odd declarations and terminators are told and not refused.
func TestDeclarations(t *testing.T) {
	for text, faults := range map[string]int{
		`<?xml version="1.0"?><robot/>`: 0, `<?xml version="1.1"?><robot/>`: 1,
		`<?xml version="2" encoding="UTF-8"?><robot/>`: 1,
		"<robot/>\x00\x00": 1, "\xef\xbb\xbf<robot/>": 0,
		"<?xml version='1.0' encoding='ISO-8859-1'?><robot name='\xe4'/>": 0,
	} {
		f := &model.Faults{}
		if _, err := Parse([]byte(text), "robot", f); err != nil || f.CountOf(model.RankWarning) != faults {
			t.Errorf("%q: %v, %v", text, err, f.List)
		}
	}
	if _, err := Parse([]byte(`<?xml version="1.0" encoding="UTF-16"?><robot/>`),
		"robot", &model.Faults{}); err == nil {
		t.Error("UTF-16 was read")
	}
}

// TestHugeTexts holds that too many elements or attributes are refused before memory is taken for them.
func TestHugeTexts(t *testing.T) {
	for name, text := range map[string]string{
		"elements":   "<robot>" + strings.Repeat("<a/>", 2<<20) + "</robot>",
		"attributes": "<robot " + strings.Repeat(`a="" `, 3<<20) + "/>",
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := Parse([]byte(text), "robot", &model.Faults{})
		runtime.ReadMemStats(&after)
		if grown := after.TotalAlloc - before.TotalAlloc; err == nil || grown > 3*uint64(len(text)) {
			t.Errorf("%s: %v with %d bytes of memory", name, err, grown)
		}
	}
}

// FuzzMeshes feeds the readers of meshes with anything.
func FuzzMeshes(f *testing.F) {
	for _, seed := range []string{string(stl()), cube, "solid\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\n",
		squares["a.ply"], squares["a.dae"]} {
		f.Add([]byte(seed))
		scenetest.Broken([]byte(seed), func(data []byte) { f.Add(data) })
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, decode := range []func([]byte) (*Mesh, error){DecodeOBJ, bare(DecodeSTL), bare(DecodePLY), DecodeDAE,
			DecodeMSH} {
			scenetest.Within(t, len(data), func() {
				m, err := decode(data)
				if err != nil {
					return
				}
				m.ReadMTL(data)
				points, indices := m.Points, m.Indices
				if m.Of != nil && len(m.Of) != len(indices)/3 || m.UV != nil && len(m.UV) != len(indices) {
					t.Errorf("%d materials and %d texture coordinates of %d corners", len(m.Of), len(m.UV),
						len(indices))
				}
				for _, of := range m.Of {
					if int(of) >= len(m.Surfaces) {
						t.Fatalf("material %d of %d", of, len(m.Surfaces))
					}
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
