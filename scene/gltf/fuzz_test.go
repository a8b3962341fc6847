package gltf

import (
	"encoding/binary"
	"fmt"
	"image"
	"image/color"
	"runtime"
	"strings"
	"testing"

	"tumble/physics/scenes"
	"tumble/scene/gltf/internal/document"
	"tumble/scene/gltf/internal/load"
	"tumble/scene/internal/scenetest"
	"tumble/scene/model"
)

// Words of the binary container (glTF 2.0, section 4.4).
const (
	magic     = 0x46546c67 // "glTF"
	chunkJSON = 0x4e4f534a // "JSON"
	chunkBIN  = 0x004e4942 // "BIN\0"
)

// seeds are small files with everything that the reader knows, and broken versions of them.
func seeds(tb testing.TB) [][]byte {
	var list [][]byte
	for _, e := range equivalents() {
		list = append(list, []byte(e.text))
	}
	// the plain has a node with copies
	for _, name := range []string{"box", "gears", "incline", "large_world"} {
		scene, ok := scenes.Find(name)
		if !ok {
			tb.Fatalf("no scene %s", name)
		}
		values := scenes.Values{}
		if name == "large_world" {
			values["grid"] = 10
		}
		run, err := scene.New(scene.WorldDef(), values)
		if err != nil {
			tb.Fatal(err)
		}
		for _, asBinary := range []bool{false, true} {
			data, err := Encode(model.Capture(run, 100, scene.View), asBinary)
			if err != nil {
				tb.Fatal(err)
			}
			if len(data) < 30000 {
				list = append(list, data)
			}
		}
	}
	return list
}

// broken are truncations of a file, flipped bytes, and lengths of its binary form set to extremes.
func broken(data []byte, each func([]byte)) {
	scenetest.Broken(data, each)
	if len(data) > 28 && binary.LittleEndian.Uint32(data) == magic {
		for _, at := range []int{4, 8, 12, 16} {
			for _, x := range []uint32{0, 1, 0x7fffffff, 0xffffffff} {
				wrong := append([]byte(nil), data...)
				binary.LittleEndian.PutUint32(wrong[at:], x)
				each(wrong)
			}
		}
	}
}

// swallow decodes data and, if it is accepted, steps its world, writes it and reads it again. It fails on
// whatever takes too much time or memory for its size; panics fail by themselves.
func swallow(t *testing.T, data []byte) {
	t.Helper()
	run := scenetest.Swallow(t, data, func(data []byte, f *model.Faults) *model.Model {
		return load.Scene(data, "fuzz", nil, f)
	})
	if run == nil {
		return
	}
	again, err := Encode(model.Capture(run, run.Scene.Rate(), run.Scene.View), false)
	if err != nil {
		t.Error(err)
		return
	}
	faults := &model.Faults{}
	load.Scene(again, "again", nil, faults)
	if faults.Failed() {
		t.Errorf("what was written cannot be read: %v", faults.Err())
	}
}

// FuzzDecode feeds the reader with anything.
func FuzzDecode(f *testing.F) {
	for _, s := range seeds(f) {
		f.Add(s)
	}
	f.Fuzz(swallow)
}

// FuzzBinary feeds the reader with binary files of any JSON and any buffer: accessors of all kinds over
// bytes that the fuzzer chooses.
func FuzzBinary(f *testing.F) {
	for _, s := range seeds(f) {
		if text, bin, err := document.Container(s); err == nil && len(s) < 8000 {
			f.Add(text, bin)
		}
	}
	f.Fuzz(func(t *testing.T, text, bin []byte) { swallow(t, glb(text, bin)) })
}

// glb is a binary file.
func glb(text, bin []byte) []byte {
	pad := func(b []byte, with byte) []byte {
		b = append([]byte(nil), b...)
		for len(b)%4 != 0 {
			b = append(b, with)
		}
		return b
	}
	text, bin = pad(text, ' '), pad(bin, 0)
	var out []byte
	for _, x := range []uint32{magic, 2, uint32(12 + 8 + len(text) + 8 + len(bin)), uint32(len(text)), chunkJSON} {
		out = binary.LittleEndian.AppendUint32(out, x)
	}
	out = append(out, text...)
	out = binary.LittleEndian.AppendUint32(out, uint32(len(bin)))
	out = binary.LittleEndian.AppendUint32(out, chunkBIN)
	return append(out, bin...)
}

// quarters is a picture of red, green, blue and white quarters.
func quarters() image.Image {
	im := image.NewNRGBA(image.Rect(0, 0, 16, 16))
	for y := range 16 {
		for x := range 16 {
			c := [4]color.NRGBA{{255, 0, 0, 255}, {0, 255, 0, 255}, {0, 0, 255, 255}, {255, 255, 255, 255}}[x/8+2*(y/8)]
			im.SetNRGBA(x, y, c)
		}
	}
	return im
}

// TestBrokenFiles feeds the reader with files that were cut and changed.
func TestBrokenFiles(t *testing.T) {
	n := 0
	for _, s := range seeds(t) {
		if len(s) > 6000 && testing.Short() {
			continue
		}
		broken(s, func(data []byte) {
			n++
			swallow(t, data)
		})
	}
	t.Logf("%d broken files", n)
}

// TestBombs holds that small files that ask for much are refused before anything is made for them.
func TestBombs(t *testing.T) {
	accessor := func(a string) string {
		return `{"asset":{"version":"2.0"},"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],` +
			`"accessors":[` + a +
			`],"bufferViews":[{"buffer":0,"byteLength":12}],"buffers":[{"byteLength":12,` +
			`"uri":"data:application/octet-stream;base64,AAAAAAAAAAAAAAAA"}]}`
	}
	for name, text := range map[string]string{
		"count wraps":     accessor(`{"componentType":5126,"type":"VEC3","count":4611686018427387904,"bufferView":0}`),
		"count too large": accessor(`{"componentType":5126,"type":"VEC3","count":100,"bufferView":0}`),
		"count zero":      accessor(`{"componentType":5126,"type":"VEC3","count":0,"bufferView":0}`),
		"count negative":  accessor(`{"componentType":5126,"type":"VEC3","count":-1,"bufferView":0}`),
		"no data":         accessor(`{"componentType":5126,"type":"VEC3","count":2000000000}`),
		"offset": accessor(
			`{"componentType":5126,"type":"VEC3","count":1,"bufferView":0,"byteOffset":2147483647}`),
		"sparse": accessor(
			`{"componentType":5126,"type":"VEC3","count":3,"sparse":{"count":9,"indices":{"bufferView":0,` +
				`"componentType":5125},"values":{"bufferView":0}}}`),
		"nested":         strings.Repeat("[", 100000),
		"nested objects": strings.Repeat(`{"a":`, 100000),
		"many names": `{"asset":{"version":"2.0"},"extensions":{"TUMBLE_physics":{` + strings.Repeat(
			`"a":1,`, 100000) + `"b":2}}}`,
		"no version": `{"asset":{}}`,
		"version 1":  `{"asset":{"version":"1.0"}}`,
		"picture": `{"asset":{"version":"2.0"},"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],"meshes":[{"primitives":[{"attributes":{"POSITION":0},"material":0}]}],` +
			`"materials":[{"pbrMetallicRoughness":{"baseColorTexture":{"index":0}}}],"textures":[{"source":0}],"images":[{"uri":"data:image/png;base64,` +
			`iVBORw0KGgoAAAANSUhEUgAA//8AAP//CAYAAAAAAAAA"}],"accessors":[{"componentType":5126,"type":"VEC3","count":3}]}`,
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, faults := decode(text)
		runtime.ReadMemStats(&after)
		if len(faults.List) == 0 {
			t.Errorf("%s: no fault", name)
		}
		if grown := after.TotalAlloc - before.TotalAlloc; grown > 64*uint64(len(text))+8<<20 {
			t.Errorf("%s: %d bytes of input took %d bytes of memory", name, len(text), grown)
		}
	}
}

// TestManyUses holds that a mesh that is used over and over does not take time without end.
func TestManyUses(t *testing.T) {
	var nodes strings.Builder
	for i := range 3000 {
		if i > 0 {
			nodes.WriteByte(',')
		}
		fmt.Fprintf(
			&nodes,
			`{"scale":[1,1,%d],"extensions":{"KHR_physics_rigid_bodies":{"collider":{"geometry":{"mesh":0,`+
				`"convexHull":true}}}}}`, i+1)
	}
	file := testFile{nodes: nodes.String(),
		rest: `"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],"accessors":[{"componentType":5126,` +
			`"type":"VEC3","count":60000}],`}
	_, faults := decode(file.text())
	if err := faults.Err(); err == nil {
		t.Error("60000 equal points made a hull")
	}
}
