package gltf

import (
	"strings"
	"testing"
)

// TestFaultPlaces holds that what is wrong with a file is told with a JSON pointer to it.
func TestFaultPlaces(t *testing.T) {
	const node = `{"extensions":{"KHR_physics_rigid_bodies":`
	for _, c := range []struct {
		file    testFile
		toWorld string
		words   string
	}{
		{testFile{nodes: `{"mesh":3}`}, "/nodes/0/mesh", "there are 0 meshes"},
		{testFile{nodes: `{"translation":[0,1]}`}, "/nodes/0/translation", "3 numbers"},
		{testFile{nodes: `{"translation":[0,1,"x"]}`}, "/nodes/0/translation/2", "number"},
		{testFile{nodes: `{"rotation":[0,0,0,0]}`}, "/nodes/0/rotation", "unit quaternion"},
		{testFile{nodes: node + `{"collider":{"geometry":{"shape":0}}}}}`},
			"/nodes/0/extensions/KHR_physics_rigid_bodies/collider/geometry/shape", "there are 0 shapes"},
		{testFile{nodes: node + `{"collider":{}}}}`}, "/nodes/0/extensions/KHR_physics_rigid_bodies/collider/geometry",
			"missing"},
		{testFile{nodes: node + `{"motion":{"mass":-1}}}}`}, "/nodes/0/extensions/KHR_physics_rigid_bodies/motion/mass",
			"between 0"},
		{testFile{nodes: node + `{"motion":[]}}}`}, "/nodes/0/extensions/KHR_physics_rigid_bodies/motion", "object"},
		{testFile{nodes: node + `{"joint":{"connectedNode":0}}}}`},
			"/nodes/0/extensions/KHR_physics_rigid_bodies/joint", "needs"},
		{testFile{shapes: `{"type":"torus"}`}, "/extensions/KHR_implicit_shapes/shapes/0/type", "torus"},
		{testFile{own: `{"gravity":[0,0]}`}, "/extensions/TUMBLE_physics/gravity", "3 numbers"},
		{testFile{own: `{"settings":{"contact.hertz":-5}}`}, "/extensions/TUMBLE_physics/settings/contact.hertz",
			"between"},
		{testFile{own: `{"hz":0}`}, "/extensions/TUMBLE_physics/hz", "between 1"},
		{testFile{own: `{"expect":{"places":{"a/b":{"within":"x"}}}}`},
			"/extensions/TUMBLE_physics/expect/places/a~1b/within", "number"},
		{testFile{nodes: `{"extensions":{"KHR_physics_rigid_bodies":{"motion":{}},"TUMBLE_physics":{"lockAxes":["up"]}}}`}, "/nodes/0/extensions/TUMBLE_physics/lockAxes/0", "up"},
	} {
		_, faults := decode(c.file.text())
		found := false
		for _, f := range faults.List {
			found = found || !f.Warning() && f.Place == c.toWorld && strings.Contains(f.Message, c.words)
		}
		if !found {
			t.Errorf("%s\nwant a fault at %s with %q, have %v", c.file.text(), c.toWorld, c.words, faults.List)
		}
	}
}

// TestUnknownMembers holds that unknown members are warnings.
func TestUnknownMembers(t *testing.T) {
	_, faults := decode(testFile{
		nodes:  `{"extensions":{"KHR_physics_rigid_bodies":{"motion":{"weight":1},"colour":1},"TUMBLE_physics":{"bouncy":true}}}`,
		shapes: `{"type":"sphere","sphere":{"diameter":1}}`, own: `{"settings":{"contact.hz":60},"gravitation":1}`,
	}.text())
	want := []string{
		"/nodes/0/extensions/KHR_physics_rigid_bodies/colour",
		"/nodes/0/extensions/KHR_physics_rigid_bodies/motion/weight",
		"/nodes/0/extensions/TUMBLE_physics/bouncy", "/extensions/TUMBLE_physics/settings/contact.hz",
		"/extensions/TUMBLE_physics/gravitation",
	}
	if faults.Failed() {
		t.Fatal(faults.Err())
	}
	for _, toWorld := range want {
		n := 0
		for _, f := range faults.List {
			if f.Place == toWorld {
				n++
			}
		}
		if n != 1 {
			t.Errorf("%d warnings at %s: %v", n, toWorld, faults.List)
		}
	}
}

// TestNodeTrees holds that nodes that are no tree are refused, whatever they look like.
func TestNodeTrees(t *testing.T) {
	deep := strings.Builder{}
	for i := range 2000 {
		if i > 0 {
			deep.WriteByte(',')
		}
		deep.WriteString(`{"children":[` + string(appendInt(nil, i+1)) + `]}`)
	}
	deep.WriteString(`,{}`)
	for name, text := range map[string]string{
		"circle":      `{"asset":{"version":"2.0"},"scenes":[{"nodes":[0]}],"nodes":[{"children":[1]},{"children":[0]}]}`,
		"itself":      `{"asset":{"version":"2.0"},"scenes":[{"nodes":[0]}],"nodes":[{"children":[0]}]}`,
		"two parents": `{"asset":{"version":"2.0"},"scenes":[{"nodes":[0,1]}],"nodes":[{"children":[2]},{"children":[2]},{}]}`,
		"root twice":  `{"asset":{"version":"2.0"},"scenes":[{"nodes":[0,0]}],"nodes":[{}]}`,
		"deep":        `{"asset":{"version":"2.0"},"scenes":[{"nodes":[0]}],"nodes":[` + deep.String() + `]}`,
		"far":         `{"asset":{"version":"2.0"},"scenes":[{"nodes":[0]}],"nodes":[{"scale":[1e38,1e38,1e38],"children":[1]},{"scale":[1e38,1,1]}]}`,
		"null":        `{"asset":{"version":"2.0"},"scenes":[{"nodes":[0]}],"nodes":[null]}`,
	} {
		_, faults := decode(text)
		if !faults.Failed() {
			t.Errorf("%s: no fault", name)
		}
	}
}

func appendInt(b []byte, i int) []byte {
	if i >= 10 {
		b = appendInt(b, i/10)
	}
	return append(b, byte('0'+i%10))
}

// TestForeignFiles holds the notes about files of other programs: roots that have a parent, extensions that only
// change the picture, compressed meshes, and forces that nothing here simulates.
func TestForeignFiles(t *testing.T) {
	const head = `{"asset":{"version":"2.0"},`
	const nodes = `"nodes":[{"children":[1],"translation":[1,0,0]},{"name":"a","translation":[0,2,0],` +
		`"extensions":{"KHR_physics_rigid_bodies":{"motion":{"mass":1}},"OMI_vehicle_thruster":{}}}]}`
	for _, c := range []struct {
		file, pointer, rank, words string
		height                     float32 // of the body, 0 where the file is refused
		x                          float32
	}{
		{head + `"scenes":[{"nodes":[1]}],` + nodes, "/nodes/1", "warning", "the root counts", 2, 0},
		{head + `"scenes":[{"nodes":[1,0]}],` + nodes, "/nodes/1", "warning", "the child counts", 2, 1},
		{head + `"scenes":[{"nodes":[0]}],"nodes":[{"children":[1]},{"children":[0]}]}`, "/nodes/0", "error",
			"below itself", 0, 0},
		{head + `"scenes":[{"nodes":[0]}],` + nodes, "/nodes/1/extensions/OMI_vehicle_thruster", "loss",
			"does not push", 2, 1},
		{head + `"extensionsRequired":["KHR_materials_pbrSpecularGlossiness"],"scenes":[{"nodes":[0]}],` + nodes,
			"/extensionsRequired/0", "warning", "left out", 2, 1},
		{head + `"extensionsRequired":["EXT_meshopt_compression"],"scenes":[{"nodes":[0]}],` + nodes,
			"/extensionsRequired/0", "error", "without compression", 0, 0},
		{head + `"extensionsRequired":["ACME_a"],"scenes":[{"nodes":[0]}],` + nodes, "/extensionsRequired/0", "error",
			"not known", 0, 0},
		{head + `"extensionsUsed":["ACME_a","KHR_lights_punctual"],"scenes":[{"nodes":[0]}],` + nodes,
			"/extensionsUsed/0", "ignored", "keeps it", 2, 1},
	} {
		s, faults := decode(c.file)
		found := false
		for _, f := range faults.List {
			found = found || f.Place == c.pointer && f.Rank.String() == c.rank && strings.Contains(f.Message, c.words)
		}
		if !found {
			t.Errorf("%s\nwant %s at %s with %q, have %v", c.file, c.rank, c.pointer, c.words, faults.List)
		}
		if c.height == 0 != faults.Failed() {
			t.Errorf("%s\nfailed: %v", c.file, faults.Err())
		}
		if c.height != 0 && (len(s.Bodies) != 1 || s.Bodies[0].Def.Position.Y != c.height ||
			s.Bodies[0].Def.Position.X != c.x) {
			t.Errorf("%s\nbodies %+v", c.file, s.Bodies)
		}
	}
}
