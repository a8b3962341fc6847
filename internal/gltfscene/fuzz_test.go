package gltfscene

import (
	"encoding/binary"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"tumble/internal/scenefile"
	"tumble/physics/scenes"
)

// seeds are small files with everything that the reader knows, and broken versions of them.
func seeds(tb testing.TB) [][]byte {
	var list [][]byte
	for _, e := range equivalents() {
		list = append(list, []byte(e.text))
	}
	for _, name := range []string{"box", "gears", "incline"} {
		scene, ok := scenes.Find(name)
		if !ok {
			tb.Fatalf("no scene %s", name)
		}
		run, err := scene.New(scene.WorldDef(), nil)
		if err != nil {
			tb.Fatal(err)
		}
		for _, asBinary := range []bool{false, true} {
			data, err := Encode(scenefile.Capture(run, 100, scene.View), asBinary)
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
	for k := range 16 {
		each(data[:len(data)*k/16])
	}
	step := max(1, len(data)/64)
	for i := 0; i < len(data); i += step {
		flipped := append([]byte(nil), data...)
		flipped[i] ^= 0xff
		each(flipped)
		flipped = append([]byte(nil), data...)
		flipped[i] ^= 1 << (i % 8)
		each(flipped)
	}
	if len(data) > 28 && binary.LittleEndian.Uint32(data) == glbMagic {
		for _, at := range []int{4, 8, 12, 16} {
			for _, x := range []uint32{0, 1, 0x7fffffff, 0xffffffff} {
				wrong := append([]byte(nil), data...)
				binary.LittleEndian.PutUint32(wrong[at:], x)
				each(wrong)
			}
		}
	}
}

// swallow decodes data and, if it is accepted, steps its world. It fails on whatever takes too much
// time or memory for its size; panics fail by themselves.
func swallow(t *testing.T, data []byte) {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	began := time.Now()
	f := &scenefile.Faults{}
	s := Decode(data, "fuzz", nil, f)
	took := time.Since(began)
	runtime.ReadMemStats(&after)
	// allocated in total, which is more than the heap ever held
	if grown := after.TotalAlloc - before.TotalAlloc; grown > 512*uint64(len(data))+64<<20 {
		t.Errorf("%d bytes of input took %d bytes of memory", len(data), grown)
	}
	if limit := time.Second + time.Duration(len(data))*20*time.Microsecond; took > 5*limit {
		t.Errorf("%d bytes of input took %v", len(data), took)
	}
	for _, fault := range f.List {
		if line := fault.String(); strings.ContainsAny(line, "\n\r") {
			t.Errorf("a fault of more than one line: %q", line)
		}
	}
	if f.Failed() || len(s.Bodies) > 300 {
		return
	}
	scene := s.Scene()
	run, err := scene.New(scene.WorldDef(), nil)
	if err != nil {
		return
	}
	for range 10 {
		if err := run.Advance(0); err != nil {
			t.Fatal(err)
		}
	}
	if err := run.World.Validate(); err != nil {
		t.Fatal(err)
	}
	if again, err := Encode(scenefile.Capture(run, scene.Rate(), scene.View), false); err != nil {
		t.Error(err)
	} else if faults := (&scenefile.Faults{}); true {
		if Decode(again, "again", nil, faults); faults.Failed() {
			t.Errorf("what was written cannot be read: %v", faults.Err())
		}
	}
}

// FuzzDecode feeds the reader with anything.
func FuzzDecode(f *testing.F) {
	for _, s := range seeds(f) {
		f.Add(s)
	}
	f.Fuzz(swallow)
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
			`"accessors":[` + a + `],"bufferViews":[{"buffer":0,"byteLength":12}],"buffers":[{"byteLength":12,"uri":"data:application/octet-stream;base64,AAAAAAAAAAAAAAAA"}]}`
	}
	for name, text := range map[string]string{
		"count wraps":     accessor(`{"componentType":5126,"type":"VEC3","count":4611686018427387904,"bufferView":0}`),
		"count too large": accessor(`{"componentType":5126,"type":"VEC3","count":100,"bufferView":0}`),
		"count zero":      accessor(`{"componentType":5126,"type":"VEC3","count":0,"bufferView":0}`),
		"count negative":  accessor(`{"componentType":5126,"type":"VEC3","count":-1,"bufferView":0}`),
		"no data":         accessor(`{"componentType":5126,"type":"VEC3","count":2000000000}`),
		"offset":          accessor(`{"componentType":5126,"type":"VEC3","count":1,"bufferView":0,"byteOffset":2147483647}`),
		"sparse":          accessor(`{"componentType":5126,"type":"VEC3","count":3,"sparse":{"count":9,"indices":{"bufferView":0,"componentType":5125},"values":{"bufferView":0}}}`),
		"nested":          strings.Repeat("[", 100000),
		"nested objects":  strings.Repeat(`{"a":`, 100000),
		"many names":      `{"asset":{"version":"2.0"},"extensions":{"TUMBLE_physics":{` + strings.Repeat(`"a":1,`, 100000) + `"b":2}}}`,
		"no version":      `{"asset":{}}`,
		"version 1":       `{"asset":{"version":"1.0"}}`,
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
		fmt.Fprintf(&nodes, `{"scale":[1,1,%d],"extensions":{"KHR_physics_rigid_bodies":{"collider":{"geometry":{"mesh":0,"convexHull":true}}}}}`, i+1)
	}
	file := testFile{nodes: nodes.String(), rest: `"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],"accessors":[{"componentType":5126,"type":"VEC3","count":60000}],`}
	_, faults := decode(file.text())
	if err := faults.Err(); err == nil {
		t.Error("60000 equal points made a hull")
	}
}
