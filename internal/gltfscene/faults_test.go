package gltfscene

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
		{testFile{nodes: node + `{"collider":{"geometry":{"shape":0}}}}}`}, "/nodes/0/extensions/KHR_physics_rigid_bodies/collider/geometry/shape", "there are 0 shapes"},
		{testFile{nodes: node + `{"collider":{}}}}`}, "/nodes/0/extensions/KHR_physics_rigid_bodies/collider/geometry", "missing"},
		{testFile{nodes: node + `{"motion":{"mass":-1}}}}`}, "/nodes/0/extensions/KHR_physics_rigid_bodies/motion/mass", "between 0"},
		{testFile{nodes: node + `{"motion":[]}}}`}, "/nodes/0/extensions/KHR_physics_rigid_bodies/motion", "object"},
		{testFile{nodes: node + `{"joint":{"connectedNode":0}}}}`}, "/nodes/0/extensions/KHR_physics_rigid_bodies/joint", "needs"},
		{testFile{shapes: `{"type":"torus"}`}, "/extensions/KHR_implicit_shapes/shapes/0/type", "torus"},
		{testFile{own: `{"gravity":[0,0]}`}, "/extensions/TUMBLE_physics/gravity", "3 numbers"},
		{testFile{own: `{"settings":{"contact.hertz":-5}}`}, "/extensions/TUMBLE_physics/settings/contact.hertz", "between"},
		{testFile{own: `{"hz":0}`}, "/extensions/TUMBLE_physics/hz", "between 1"},
		{testFile{own: `{"expect":{"places":{"a/b":{"within":"x"}}}}`}, "/extensions/TUMBLE_physics/expect/places/a~1b/within", "number"},
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
		"/nodes/0/extensions/KHR_physics_rigid_bodies/colour", "/nodes/0/extensions/KHR_physics_rigid_bodies/motion/weight",
		"/nodes/0/extensions/TUMBLE_physics/bouncy", "/extensions/TUMBLE_physics/settings/contact.hz", "/extensions/TUMBLE_physics/gravitation",
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
