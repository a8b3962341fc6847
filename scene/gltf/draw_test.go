package gltf

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"image/png"
	"math"
	"strings"
	"testing"

	"tumble/physics"
	"tumble/physics/scenes"
	"tumble/physics/vec"
	"tumble/scene/model"
)

// packer puts numbers into one buffer.
type packer struct {
	data             []byte
	views, accessors []string
}

// add appends an accessor of a type and returns its index; normalized bytes or single precision.
func (p *packer) add(kind string, components int, numbers []float64, asBytes bool) int {
	begin := len(p.data)
	for _, x := range numbers {
		if asBytes {
			p.data = append(p.data, byte(x))
		} else {
			p.data = binary.LittleEndian.AppendUint32(p.data, math.Float32bits(float32(x)))
		}
	}
	number := `"componentType":5126`
	if asBytes {
		number = `"componentType":5121`
		if !strings.HasPrefix(kind, "JOINTS") {
			number += `,"normalized":true`
		}
	}
	p.views = append(p.views, fmt.Sprintf(`{"buffer":0,"byteOffset":%d,"byteLength":%d}`, begin, len(p.data)-begin))
	for len(p.data)%4 != 0 {
		p.data = append(p.data, 0)
	}
	form := map[int]string{1: "SCALAR", 2: "VEC2", 3: "VEC3", 4: "VEC4", 16: "MAT4"}[components]
	p.accessors = append(p.accessors, fmt.Sprintf(`{"bufferView":%d,%s,"type":%q,"count":%d}`, len(p.views)-1, number,
		form, len(numbers)/components))
	return len(p.accessors) - 1
}

func (p *packer) text() string {
	return fmt.Sprintf(
		`"buffers":[{"byteLength":%d,"uri":"data:application/octet-stream;base64,%s"}],"bufferViews":[%s],`+
			`"accessors":[%s],`,
		len(p.data), base64.StdEncoding.EncodeToString(p.data), strings.Join(p.views, ","),
		strings.Join(p.accessors, ","))
}

// tiles are four squares of two triangles each, in the corners of a square of 2 m, as positions, and the
// texture coordinates of the quarters of a picture.
func tiles() (points, coordinates []float64) {
	for k := range 4 {
		x, y := float64(k%2), float64(k/2)
		for _, c := range [6][2]float64{{0, 0}, {1, 0}, {1, 1}, {0, 0}, {1, 1}, {0, 1}} {
			points = append(points, x+c[0]-1, y+c[1]-1, 0)
			// the picture begins at the top
			coordinates = append(coordinates, (x+0.1+0.8*c[0])/2, 1-(y+0.1+0.8*c[1])/2)
		}
	}
	return points, coordinates
}

// drawnColors are the colours of a body by the middle of each triangle, and how many triangles there are.
func drawnColors(s *model.Model, body int) (map[vec.Vec3][4]uint8, int) {
	colors, n := map[vec.Vec3][4]uint8{}, 0
	for _, d := range s.Bodies[body].Drawings {
		for i := 0; i+2 < len(d.Mesh.Indices); i += 3 {
			m := d.Mesh.Points[d.Mesh.Indices[i]].Add(d.Mesh.Points[d.Mesh.Indices[i+1]]).Add(
				d.Mesh.Points[d.Mesh.Indices[i+2]])
			colors[m] = d.Color
			n++
		}
	}
	return colors, n
}

// checkTiles holds that the four squares have the colours of the quarters, from below and the left.
func checkTiles(t *testing.T, s *model.Model, body int, want [4][4]uint8) {
	t.Helper()
	colors, n := drawnColors(s, body)
	if n != 8 {
		t.Fatalf("%d triangles are drawn, want 8", n)
	}
	for m, c := range colors {
		k := 0
		if m.X > 0 {
			k++
		}
		if m.Y > 0 {
			k += 2
		}
		for i := range c {
			if d := int(c[i]) - int(want[k][i]); d < -2 || d > 2 {
				t.Errorf("at %v is %v, want %v", m, c, want[k])
				break
			}
		}
	}
}

var (
	red, green, blue, white = [4]uint8{255, 0, 0, 255}, [4]uint8{0, 255, 0, 255}, [4]uint8{0, 0, 255, 255},
		[4]uint8{255, 255, 255, 255}
	// lowerFirst are the quarters of the picture from below: it begins at the top
	lowerFirst = [4][4]uint8{blue, white, red, green}
)

const bodyWithMesh = `{"name":"a","mesh":0,"extensions":{"KHR_physics_rigid_bodies":{"motion":{},"collider":{"geometry":{"shape":0}}}}}`

// TestTextureColors holds that a texture reaches the triangles of the body: by the first and the second
// coordinates, in the file and in a buffer, times the colour of the material.
func TestTextureColors(t *testing.T) {
	var packed bytes.Buffer
	if err := png.Encode(&packed, quarters()); err != nil {
		t.Fatal(err)
	}
	uri := `{"uri":"data:image/png;base64,` + base64.StdEncoding.EncodeToString(packed.Bytes()) + `"}`
	for name, c := range map[string]struct {
		image, set, factor string
		want               [4][4]uint8
	}{
		"first":  {uri, "0", "[1,1,1,1]", lowerFirst},
		"second": {uri, "1", "[1,1,1,1]", lowerFirst},
		"buffer": {`{"bufferView":0,"mimeType":"image/png"}`, "0", "[1,1,1,1]", lowerFirst},
		"tinted": {uri, "0", "[0,1,1,1]", [4][4]uint8{blue, {0, 255, 255, 255}, {0, 0, 0, 255}, green}},
	} {
		p := &packer{}
		p.data = append(p.data, packed.Bytes()...)
		p.views = append(p.views, fmt.Sprintf(`{"buffer":0,"byteLength":%d}`, len(p.data)))
		for len(p.data)%4 != 0 {
			p.data = append(p.data, 0)
		}
		points, coordinates := tiles()
		mesh := fmt.Sprintf(`"meshes":[{"primitives":[{"material":0,"attributes":{"POSITION":%d,"TEXCOORD_%s":%d}}]}],`,
			p.add("POSITION", 3, points, false), c.set, p.add("TEXCOORD", 2, coordinates, false))
		s := read(t, testFile{nodes: bodyWithMesh, shapes: unitBox, rest: p.text() + mesh +
			`"materials":[{"pbrMetallicRoughness":{"baseColorFactor":` + c.factor +
			`,"baseColorTexture":{"index":0,"texCoord":` + c.set + `}}}],"textures":[{"source":0}],"images":[` +
			c.image + `],`}.text())
		t.Run(name, func(t *testing.T) { checkTiles(t, s, 0, c.want) })
	}
}

// TestVertexColors holds that the colours of corners reach the triangles, as bytes and as numbers, with
// and without opacity.
func TestVertexColors(t *testing.T) {
	for _, components := range []int{3, 4} {
		for _, asBytes := range []bool{false, true} {
			if asBytes && components == 3 {
				continue // elements must begin at multiples of four bytes
			}
			p := &packer{}
			points, _ := tiles()
			var colors []float64
			for k := range 4 {
				corner := [4][4]uint8{red, green, blue, white}[k]
				for range 6 {
					for _, x := range corner[:components] {
						if asBytes {
							colors = append(colors, float64(x))
						} else {
							colors = append(colors, float64(x)/255)
						}
					}
				}
			}
			mesh := fmt.Sprintf(
				`"meshes":[{"primitives":[{"attributes":{"POSITION":%d,"COLOR_0":%d},"material":0}]}],`+
					`"materials":[{}],`,
				p.add("POSITION", 3, points, false), p.add("COLOR_0", components, colors, asBytes))
			s := read(t, testFile{nodes: bodyWithMesh, shapes: unitBox, rest: p.text() + mesh}.text())
			checkTiles(t, s, 0, [4][4]uint8{red, green, blue, white})
		}
	}
}

// robot is a torso and an arm under one skin, as Robot_skinned: the bones are bodies with colliders, the
// skin has none.
func robot() equivalent {
	var p packer
	var points, joints, weights []float64
	// eight squares along x: of the torso up to the shoulder at x = 1, of the arm from there
	for k := range 8 {
		x := float64(k) / 4
		for _, c := range [6][2]float64{{0, -0.1}, {0.25, -0.1}, {0.25, 0.1}, {0, -0.1}, {0.25, 0.1}, {0, 0.1}} {
			points = append(points, x+c[0], 2+c[1], 0.1)
			arm := 0.0
			if k >= 4 {
				arm = 1
			}
			joints, weights = append(joints, 0, 1, 0, 0), append(weights, 1-arm, arm, 0, 0)
		}
	}
	matrix := func(x float64) []float64 { return []float64{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -x, -2, 0, 1} }
	mesh := fmt.Sprintf(`"meshes":[{"primitives":[{"attributes":{"POSITION":%d,"JOINTS_0":%d,"WEIGHTS_0":%d}}]}],`,
		p.add("POSITION", 3, points, false), p.add("JOINTS_0", 4, joints, true), p.add("WEIGHTS_0", 4, weights, false))
	skin := fmt.Sprintf(`"skins":[{"joints":[2,3],"inverseBindMatrices":%d}],`,
		p.add("MATRIX", 16, append(matrix(0.5), matrix(1.5)...), false))
	const capsule = `"motion":{"mass":2},"collider":{"geometry":{"shape":1}}`
	nodes := []string{
		n("Floor", "0,-0.5,0", `"collider":{"geometry":{"shape":0}}`),
		`{"name":"Skin","mesh":0,"skin":0}`,
		`{"name":"Torso","translation":[0.5,2,0],"children":[3,4],"extensions":{"KHR_physics_rigid_bodies":{` +
			capsule + `}}}`,
		`{"name":"Arm","translation":[1,0,0],"children":[5],"extensions":{"KHR_physics_rigid_bodies":{` + capsule +
			`}}}`,
		`{"translation":[0.5,0,0],"extensions":{"KHR_physics_rigid_bodies":{"joint":{"connectedNode":5,"joint":0}}}}`,
		`{"translation":[-0.5,0,0]}`,
	}
	return equivalent{name: "Robot_skinned", text: testFile{
		nodes: strings.Join(nodes, ","), rest: p.text() + mesh + skin,
		shapes: `{"type":"box","box":{"size":[10,1,10]}},{"type":"box","box":{"size":[0.9,0.2,0.2]}}`,
		bodies: `{"physicsJoints":[{"limits":[{"linearAxes":[0,1,2],"max":0},{"angularAxes":[0,1],"max":0}]}]}`,
	}.text(), checks: []timed{
		{10, above("Torso", 0)}, {10, below("Torso", 0.6)}, {10, above("Arm", 0)}, {10, below("Arm", 0.6)},
		{10, func(t *testing.T, r *scenes.Run) {
			a, b := named(t, r, "Torso").Transform(), named(t, r, "Arm").Transform()
			if d := a.Apply(vec.V3(0.5, 0, 0)).Dist(b.Apply(vec.V3(-0.5, 0, 0))); d > 0.01 {
				t.Errorf("the shoulder is %g m apart", d)
			}
		}},
	}}
}

// TestSkin holds that the triangles of a skin go with the body of their bone: as posed, and after the body
// has moved.
func TestSkin(t *testing.T) {
	s := read(t, robot().text)
	scene := s.Scene()
	if len(scene.Drawings) == 0 {
		t.Fatal("nothing is drawn")
	}
	r, err := scene.New(scene.WorldDef(), nil)
	if err != nil {
		t.Fatal(err)
	}
	check := func(toWorld func(body physics.Body, local vec.Transform, p vec.Vec3) vec.Vec3) {
		t.Helper()
		count := map[string]int{}
		for _, d := range scene.Drawings {
			body, ok := r.World.BodyAt(d.Body)
			if !ok {
				t.Fatalf("no body %d", d.Body)
			}
			for _, i := range d.Mesh.Indices {
				p := toWorld(body, d.Local, d.Mesh.Points[i])
				count[body.Name()]++
				if arm := p.X > 1; p.X < -1e-5 || p.X > 2+1e-5 || vec.Abs(p.Y-2) > 0.1001 || vec.Abs(p.Z-0.1) > 1e-5 ||
					vec.Abs(p.X-1) > 1e-4 && arm != (body.Name() == "Arm") {
					t.Fatalf("a corner of %s is at %v", body.Name(), p)
				}
			}
		}
		if count["Torso"] != 24 || count["Arm"] != 24 || len(count) != 2 {
			t.Errorf("corners by body: %v", count)
		}
	}
	check(func(body physics.Body, local vec.Transform, p vec.Vec3) vec.Vec3 {
		return body.Transform().Mul(local).Apply(p)
	})
	bound := map[string]vec.Transform{}
	for _, name := range []string{"Torso", "Arm"} {
		bound[name] = named(t, r, name).Transform()
	}
	advance(t, r, 1)
	if p := named(t, r, "Arm").Position(); p.Y > 1.5 {
		t.Fatalf("the arm is at %v: it has to fall", p)
	}
	check(func(body physics.Body, local vec.Transform, p vec.Vec3) vec.Vec3 {
		return bound[body.Name()].Mul(local).Apply(p)
	})
}

// TestSkinnedCollider holds that the mesh of a skin can be a collider, as it was bound.
func TestSkinnedCollider(t *testing.T) {
	text := strings.Replace(robot().text, `{"name":"Skin","mesh":0,"skin":0}`,
		`{"name":"Skin","mesh":0,"skin":0,"extensions":{"KHR_physics_rigid_bodies":{"collider":{"geometry":{"node":1}}}}}`, 1)
	s := read(t, text)
	for i := range s.Bodies {
		if b := &s.Bodies[i]; b.Def.Name == "Skin" {
			if mesh, ok := b.Shapes[0].Geometry.(physics.Mesh); !ok || len(mesh.Def().Indices) != 48 {
				t.Errorf("the collider is %T", b.Shapes[0].Geometry)
			}
			return
		}
	}
	t.Error("the skin is no body")
}
