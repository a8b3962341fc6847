package gltf

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"image/png"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"tumble/physics"
	"tumble/physics/scenes"
	"tumble/scene/gltf/internal/document"
	"tumble/scene/gltf/internal/load"
	"tumble/scene/model"
)

// keptNodes are nested, scaled and mirrored bodies, with nodes without physics around them.
const keptNodes = `{"name":"level","children":[1,4,6,7],"translation":[1,2,3],"rotation":[0,0.6,0,0.8],"scale":[2,2,2],"extras":{"of":"level"}},
{"name":"crate","children":[2,3],"translation":[0.1,4,0.3],"scale":[1,0.5,1],"mesh":0,"extras":[1,2],
 "extensions":{"EXT_ours":{"node":1},"KHR_physics_rigid_bodies":{"motion":{"mass":2,"centerOfMass":[0.1,0,0],"angularVelocity":[1,2,3]},"collider":{"geometry":{"shape":0}}}}},
{"name":"lamp","translation":[0,1,0],"extensions":{"KHR_lights_punctual":{"light":0}}},
{"name":"rider","translation":[0,3,0],"mesh":0,"extensions":{"KHR_physics_rigid_bodies":{"motion":{"linearVelocity":[0.3,0,0]},"collider":{"geometry":{"shape":1}},
 "joint":{"connectedNode":1,"joint":0}}}},
{"name":"ground","children":[5],"translation":[0,-3,0],"extensions":{"KHR_physics_rigid_bodies":{"collider":{"geometry":{"shape":2}}}}},
{"name":"step","translation":[1,0.2,0],"scale":[-1,1,1],"mesh":0,"extensions":{"KHR_physics_rigid_bodies":{"collider":{"geometry":{"shape":0}}}}},
{"name":"eye","camera":0,"translation":[0,1,8]},
{"name":"tree","children":[8,9],"mesh":0},
{"name":"bone","matrix":[1,0,0,0,0,1,0,0,0,0,1,0,3,6,0,1],"extensions":{"KHR_physics_rigid_bodies":{"motion":{},"collider":{"geometry":{"shape":1}}}}},
{"name":"skinned","mesh":1,"skin":0}`

// kept is a file with everything that a world does not have.
func kept(t *testing.T) (string, model.Beside) {
	t.Helper()
	var picture bytes.Buffer
	if err := png.Encode(&picture, quarters()); err != nil {
		t.Fatal(err)
	}
	corner := `"POSITION":0,"TEXCOORD_0":1,"NORMAL":0`
	text := `{"asset":{"version":"2.0","generator":"hand","copyright":"nobody","extras":{"year":1}},"scene":1,"extras":"all of it",
"scenes":[{"name":"empty"},{"name":"main","nodes":[0],"extras":{"a":null}}],"nodes":[` + keptNodes + `],
"extensionsUsed":["EXT_ours","KHR_lights_punctual","KHR_implicit_shapes","KHR_physics_rigid_bodies","KHR_materials_ior"],
"extensions":{"EXT_ours":{"deep":[{"<&>":1.50}]},"KHR_lights_punctual":{"lights":[{"type":"point","intensity":3}]},
"KHR_implicit_shapes":{"shapes":[{"type":"box"},{"type":"sphere","sphere":{"radius":0.2}},{"type":"box","box":{"size":[9,0.5,9]}}]},
"KHR_physics_rigid_bodies":{"physicsJoints":[{"limits":[{"linearAxes":[0,1,2],"min":0,"max":3}]}]}},
"cameras":[{"type":"perspective","name":"wide","perspective":{"yfov":1,"znear":0.1}}],
"animations":[{"name":"spin","channels":[{"sampler":0,"target":{"node":2,"path":"translation"}}],"samplers":[{"input":4,"output":0}]}],
"skins":[{"joints":[7,8],"skeleton":7}],
"images":[{"uri":"sub/a%20b.png"},{"uri":"none.png"}],"samplers":[{"wrapS":33071}],"textures":[{"source":0,"sampler":0},{"source":1}],
"materials":[{"name":"wood","pbrMetallicRoughness":{"baseColorTexture":{"index":0}},"extensions":{"KHR_materials_ior":{"ior":1.4}}},{"normalTexture":{"index":1}}],
"meshes":[{"name":"plank","primitives":[{"attributes":{` + corner + `},"material":0}]},
{"primitives":[{"attributes":{` + corner + `,"JOINTS_0":2,"WEIGHTS_0":3},"material":1}]}],
"accessors":[{"bufferView":0,"componentType":5126,"type":"VEC3","count":3,"min":[0,0,0],"max":[0.5,1,0]},{"bufferView":1,"componentType":5126,"type":"VEC2","count":3},
{"bufferView":2,"componentType":5121,"type":"VEC4","count":3},{"bufferView":3,"componentType":5126,"type":"VEC4","count":3},
{"bufferView":1,"byteOffset":4,"componentType":5126,"type":"SCALAR","count":3,"min":[0],"max":[2]}],
"bufferViews":[{"buffer":0,"byteLength":36},{"buffer":0,"byteOffset":36,"byteLength":24},{"buffer":1,"byteLength":12},{"buffer":1,"byteOffset":12,"byteLength":48}],
"buffers":[{"uri":"data.bin","byteLength":61,"name":"points"},{"uri":"skin.bin","byteLength":60}]}`
	if !json.Valid([]byte(text)) {
		t.Fatal("the file is no JSON")
	}
	skin := append([]byte{0, 1, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0}, floatBytes(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0)...)
	files := map[string][]byte{"data.bin": append(floatBytes(0, 0, 0, 0.5, 0, 0, 0, 1, 0, 0, 0, 1, 1, 2, 3), 7),
		"skin.bin": skin, "sub/a b.png": picture.Bytes()}
	return text, func(name string) ([]byte, error) {
		if data, ok := files[name]; ok {
			return data, nil
		}
		return nil, errors.New("not there")
	}
}

// opened reads a file and builds its world.
func opened(t *testing.T, data []byte, beside model.Beside) *scenes.Run {
	t.Helper()
	f := &model.Faults{}
	s := load.Scene(data, "kept", beside, f)
	if err := f.Err(); err != nil {
		t.Fatalf("%v in\n%s", err, data)
	}
	scene := s.Scene()
	run, err := scene.New(scene.WorldDef(), nil)
	if err != nil {
		t.Fatal(err)
	}
	s.CheckContinuation(run.World, f)
	for _, fault := range f.List {
		if strings.Contains(fault.String(), "anew") || strings.Contains(fault.String(), "node counts") {
			t.Error(fault)
		}
	}
	return run
}

// savedScene writes a running world as the program does.
func savedScene(t *testing.T, run *scenes.Run, asBinary, beside bool) []byte {
	t.Helper()
	s := model.Capture(run, 100, run.Scene.View)
	s.Continue(run.World)
	encode := Encode
	if beside {
		encode = EncodeBeside
	}
	data, err := encode(s, asBinary)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func rootOf(t *testing.T, data []byte) map[string]any {
	t.Helper()
	text, _, err := document.Container(data)
	if err != nil {
		t.Fatal(err)
	}
	var root map[string]any
	if err := json.Unmarshal(text, &root); err != nil {
		t.Fatal(err)
	}
	return root
}

// without are the members of a node that follow its body, and what may be added.
func without(node map[string]any) map[string]any {
	out := map[string]any{}
	for name, x := range node {
		switch name {
		case "translation", "rotation", "matrix", "children":
		case "scale":
			// the crate would shear the rider, which leaves it once they move
			if node["name"] != "rider" {
				out[name] = x
			}
		case "extensions":
			ext := map[string]any{}
			for e, y := range x.(map[string]any) {
				if !document.OfPhysics(e) {
					ext[e] = y
				}
			}
			if len(ext) > 0 {
				out[name] = ext
			}
		default:
			out[name] = x
		}
	}
	return out
}

// checkKept holds that a saved file has what its source has.
func checkKept(t *testing.T, source, data []byte) {
	t.Helper()
	a, b := rootOf(t, source), rootOf(t, data)
	for _, name := range []string{"asset", "extras", "cameras", "animations", "skins", "images", "samplers", "textures",
		"materials", "meshes", "accessors"} {
		x, _ := a[name].([]any)
		if y, ok := b[name].([]any); ok && x != nil {
			y = y[:min(len(x), len(y))]
			if name == "images" {
				x, y = x[1:], y[1:] // the first may be copied
			}
			if !reflect.DeepEqual(x, y) {
				t.Errorf("%s: %v became %v", name, x, y)
			}
		} else if !reflect.DeepEqual(a[name], b[name]) {
			t.Errorf("%s: %v became %v", name, a[name], b[name])
		}
	}
	for name, x := range a["extensions"].(map[string]any) {
		if !document.OfPhysics(name) && !reflect.DeepEqual(x, b["extensions"].(map[string]any)[name]) {
			t.Errorf("extension %s is lost", name)
		}
	}
	for i, n := range a["nodes"].([]any) {
		x, y := without(n.(map[string]any)), without(b["nodes"].([]any)[i].(map[string]any))
		if !reflect.DeepEqual(x, y) {
			t.Errorf("node %d: %v became %v", i, x, y)
		}
	}
}

// TestKeep holds that a file that was read, simulated and saved has all that it had, that the saved one is the same
// world, and that saving it again changes no byte.
func TestKeep(t *testing.T) {
	text, beside := kept(t)
	for _, form := range []struct{ asBinary, beside bool }{{true, false}, {false, false}, {false, true}} {
		for _, steps := range []int{0, 20} {
			t.Run(fmt.Sprint(form, steps), func(t *testing.T) {
				run := opened(t, []byte(text), beside)
				if n := run.World.BodyCount(); n != 6 {
					t.Fatalf("%d bodies", n)
				}
				for range steps {
					if err := run.Advance(0); err != nil {
						t.Fatal(err)
					}
				}
				data := savedScene(t, run, form.asBinary, form.beside)
				checkKept(t, []byte(text), data)
				again := opened(t, data, map[bool]model.Beside{true: beside}[form.beside])
				if x, y := run.World.Hash(), again.World.Hash(); x != y {
					t.Errorf("hash %016x came back as %016x", x, y)
				}
				if x, y := len(run.Scene.Drawings), len(again.Scene.Drawings); x != y {
					t.Errorf("%d drawings came back as %d", x, y)
				}
				if twice := savedScene(t, again, form.asBinary, form.beside); !bytes.Equal(data, twice) {
					t.Errorf("saved again it has %d bytes, not %d", len(twice), len(data))
				}
				if named := strings.Contains(string(data), "sub/a%20b.png\"") &&
					strings.Contains(string(data), "\"uri\": \"sub"); named != form.beside {
					t.Errorf("the picture is named: %v", named)
				}
			})
		}
	}
}

// TestKeepEdited holds that nodes go with bodies that were removed, that new bodies become new nodes, and that
// what stays is the same world.
func TestKeepEdited(t *testing.T) {
	text, beside := kept(t)
	run := opened(t, []byte(text), beside)
	for _, b := range run.World.Bodies(nil) {
		if b.Name() == "step" || b.Name() == "crate" {
			b.Destroy()
		}
	}
	def := physics.DefaultBodyDef()
	def.Type, def.Name = physics.Dynamic, "new"
	b, err := run.World.CreateBody(def)
	if err == nil {
		_, err = b.CreateShape(physics.Sphere{Radius: 0.3}, physics.DefaultShapeDef())
	}
	if err != nil {
		t.Fatal(err)
	}
	data := savedScene(t, run, true, false)
	again := opened(t, data, nil)
	var names, old []string
	for _, b := range again.World.Bodies(nil) {
		names = append(names, b.Name())
	}
	for _, b := range run.World.Bodies(nil) {
		old = append(old, b.Name())
	}
	// the new body may have taken the index of a removed one
	slices.Sort(names)
	slices.Sort(old)
	if !slices.Equal(names, old) {
		t.Errorf("bodies %v came back as %v", old, names)
	}
	nodes := rootOf(t, data)["nodes"].([]any)
	if n := nodes[1].(map[string]any); n["mesh"] != nil || n["extras"] == nil {
		t.Errorf("the crate, which holds the rider: %v", n)
	}
	if n := nodes[4].(map[string]any); strings.Contains(fmt.Sprint(n["children"]), "5") {
		t.Errorf("the step is still below the ground: %v", n)
	}
	if twice := savedScene(t, again, true, false); len(rootOf(t, twice)["nodes"].([]any)) != len(nodes) {
		t.Error("nodes were added by saving again")
	}
}

// TestKeepNames holds that what a saved file is not going to have is named when the file is read.
func TestKeepNames(t *testing.T) {
	f := &model.Faults{}
	load.Scene([]byte(`{"asset":{"version":"2.0"},"scenes":[{"nodes":[0]}],"nodes":[{"name":"a",
		"extensions":{"KHR_physics_rigid_bodies":{"motion":{"extras":1}}}},
{"extensions":{"KHR_physics_rigid_bodies":{"motion":{}}}}],"animations":[{"channels":[{"sampler":0,"target":{"node":0,"path":"translation"}}],"samplers":[{"input":0,"output":0}]}],
"accessors":[{"componentType":5126,"type":"VEC3","count":1}],
"extensions":{"KHR_physics_rigid_bodies":{"physicsMaterials":[{"extensions":{"EXT_ours":{},"TUMBLE_physics":{}}}]}}}`), "named", nil, f)
	var named []string
	for _, fault := range f.List {
		if fault.Rank == model.RankIgnored {
			named = append(named, fault.Place)
		}
	}
	want := []string{"/nodes/0/extensions/KHR_physics_rigid_bodies/motion/extras",
		"/nodes/1/extensions/KHR_physics_rigid_bodies",
		"/extensions/KHR_physics_rigid_bodies/physicsMaterials/0/extensions/EXT_ours", "/animations/0"}
	if !slices.Equal(named, want) {
		t.Errorf("named are %q of %v", named, f.List)
	}
}

// TestKeepFewer holds that a file without its buffers is read and saved as bodies, with a warning.
func TestKeepFewer(t *testing.T) {
	text, beside := kept(t)
	f := &model.Faults{}
	lacking := strings.Replace(text, `"mesh":1,"skin":0`, `"name2":0`, 1)
	lacking = strings.Replace(lacking, `"name2":0`, `"extras":0`, 1)
	s := load.Scene([]byte(lacking), "kept", func(name string) ([]byte, error) {
		if name == "skin.bin" {
			return nil, errors.New("not there")
		}
		return beside(name)
	}, f)
	if f.Failed() || s.Source != nil || !strings.Contains(fmt.Sprint(f.List), "without textures") {
		t.Errorf("%v", f.List)
	}
	// what the program writes itself needs no source
	scene, _ := scenes.Find("box")
	run, err := scene.New(scene.WorldDef(), nil)
	if err != nil {
		t.Fatal(err)
	}
	data := savedScene(t, run, false, false)
	f = &model.Faults{}
	if s := load.Scene(data, "own", nil, f); s.Source != nil {
		t.Error("a file of bodies alone is kept")
	}
	// until somebody adds something
	more := strings.Replace(string(data), `"nodes": [`, `"nodes": [{"name":"sign","extras":{"text":"hello"}},`, 1)
	if s := load.Scene([]byte(more), "own", nil, f); s.Source == nil && !f.Failed() {
		t.Error("a node that was added is not kept")
	}
}

func floatBytes(list ...float32) []byte {
	var data []byte
	for _, x := range list {
		data = binary.LittleEndian.AppendUint32(data, math.Float32bits(x))
	}
	return data
}

// TestKeepColliders holds that a body of the file that is drawn, alone and not scaled, has its collider on its node,
// where Blender looks for it, and others on nodes below; volumes of gravity stay with their extension.
func TestKeepColliders(t *testing.T) {
	const mesh = `"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],"accessors":[{"bufferView":0,"componentType":5126,"type":"VEC3","count":3}],
"bufferViews":[{"buffer":0,"byteLength":36}],"buffers":[{"byteLength":36,"uri":"data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA"}],`
	const body = `"extensions":{"KHR_physics_rigid_bodies":{"motion":{"mass":2},"collider":{"geometry":{"shape":0}}}}}`
	file := `{"asset":{"version":"2.0"},"scenes":[{"nodes":[0,1,2,3]}],` + mesh +
		`"extensionsUsed":["KHR_implicit_shapes","KHR_physics_rigid_bodies","OMI_physics_gravity"],"extensions":{"KHR_implicit_shapes":{"shapes":[{"type":"box"}]}},"nodes":[
{"name":"drawn","mesh":0,` + body + `,{"name":"bare","translation":[3,0,0],` + body + `,{"name":"scaled","mesh":0,"translation":[6,0,0],"scale":[2,2,2],` + body + `,
{"name":"volume","extensions":{"OMI_physics_gravity":{"gravity":3,"type":"directional"}}}]}`
	run := opened(t, []byte(file), nil)
	data := savedScene(t, run, false, false)
	root := rootOf(t, data)
	for i, want := range []bool{true, false, false} {
		n := root["nodes"].([]any)[i].(map[string]any)
		physics := n["extensions"].(map[string]any)["KHR_physics_rigid_bodies"].(map[string]any)
		if physics["motion"] == nil || (physics["collider"] != nil) != want {
			t.Errorf("%v has %v", n["name"], physics)
		}
	}
	if !slices.Contains(root["extensionsUsed"].([]any), any("OMI_physics_gravity")) {
		t.Errorf("extensions %v", root["extensionsUsed"])
	}
	if again := opened(t, data, nil); again.World.Hash() != run.World.Hash() {
		t.Error("another world")
	}
}

// TestKeepKTX2 holds that a binary file has a KTX2 image of a texture of the core in a URI, where such an image may be.
func TestKeepKTX2(t *testing.T) {
	text, beside := kept(t)
	ktx2 := append([]byte("\xabKTX 20\xbb\r\n\x1a\n"), 1, 2, 3)
	run := opened(t, []byte(text), func(name string) ([]byte, error) {
		if name == "none.png" {
			return ktx2, nil
		}
		return beside(name)
	})
	data := savedScene(t, run, true, false)
	images := rootOf(t, data)["images"].([]any)
	first, second := images[0].(map[string]any), images[1].(map[string]any)
	if first["mimeType"] != "image/png" || first["uri"] != nil {
		t.Errorf("the PNG is %v", first)
	}
	if want := "data:image/ktx2;base64," + base64.StdEncoding.EncodeToString(ktx2); second["uri"] != want ||
		second["bufferView"] != nil {
		t.Errorf("the KTX2 image is %v", second)
	}
	checkKept(t, []byte(strings.Replace(text, "none.png",
		"data:image/ktx2;base64,"+base64.StdEncoding.EncodeToString(ktx2), 1)), data)
}
