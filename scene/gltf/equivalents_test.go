package gltf

import (
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tumble/physics"
	"tumble/physics/scenes"
	"tumble/physics/vec"
	"tumble/scene/gltf/internal/load"
	"tumble/scene/model"
)

// The public sample scenes of the two extensions carry no licence. These are scenes of our own that
// show the same, with nodes of the same names, so that one check serves both: TUMBLE_GLTF_SAMPLES
// names a folder with the public ones.

// equivalent is such a scene with the events that must have happened at some time.
type equivalent struct {
	name, text string
	checks     []timed
}

// timed is a check after so many seconds.
type timed struct {
	at    float64
	check func(t *testing.T, r *scenes.Run)
}

// toWorld is a check of where a body is; NaN bounds nothing.
func toWorld(name string, lo, hi vec.Vec3) func(*testing.T, *scenes.Run) {
	return func(t *testing.T, r *scenes.Run) {
		t.Helper()
		p := named(t, r, name).Position()
		for i, x := range [3]float32{p.X, p.Y, p.Z} {
			if x < [3]float32{lo.X, lo.Y, lo.Z}[i] || x > [3]float32{hi.X, hi.Y, hi.Z}[i] {
				t.Errorf("%s is at %v, not between %v and %v", name, p, lo, hi)
				return
			}
		}
	}
}

const huge = float32(1e9)

// above and below are checks of the height.
func above(name string, y float32) func(*testing.T, *scenes.Run) {
	return toWorld(name, vec.V3(-huge, y, -huge), vec.V3(huge, huge, huge))
}

func below(name string, y float32) func(*testing.T, *scenes.Run) {
	return toWorld(name, vec.V3(-huge, -huge, -huge), vec.V3(huge, y, huge))
}

func equivalents() []equivalent {
	return []equivalent{filtering(), jointTypes(), friction(), motionProperties(), shapeTypes(), triggerScene(),
		restitution(), waterWheel(), robot()}
}

// n makes a node with physics.
func n(name, at, physics string) string {
	return fmt.Sprintf(`{"name":%q,"translation":[%s],"extensions":{"KHR_physics_rigid_bodies":{%s}}}`, name, at,
		physics)
}

func filtering() equivalent {
	c := func(filter int) string {
		return fmt.Sprintf(`"collider":{"geometry":{"shape":1},"physicsMaterial":0,"collisionFilter":%d}`, filter)
	}
	const moves = `"motion":{"mass":1},`
	nodes := []string{
		n("Ground", "0,0,0", `"collider":{"geometry":{"shape":0},"physicsMaterial":0,"collisionFilter":0}`),
		n("DynamicBlue", "-3.2,4,0", moves+c(1)), n("StaticGreen", "-3.4,2.2,-0.2", c(2)),
		n("DynamicGreen", "-1.1,4,0", moves+c(2)), n("StaticGreen.001", "-1.2,2.2,-0.2", c(2)),
		`{"name":"DynamicCompound","translation":[0.3,5,0],"children":[6,7],"extensions":{"KHR_physics_rigid_bodies":{"motion":{"mass":1}}}}`,
		n("DynamicChildBlue", "0.6,-1,0", c(1)), n("DynamicChildGreen", "0.6,1.26,0", c(2)),
		n("StaticGreen.002", "0.75,2.2,-0.2", c(2)), n("DynamicGreen.001", "2.9,4,0", moves+c(2)),
		n("StaticCube.003", "2.7,2.2,-0.2", c(1)),
	}
	return equivalent{name: "Filtering", text: testFile{
		nodes: strings.Join(nodes, ","), shapes: `{"type":"box","box":{"size":[10.1,0.3,5.2]}},{"type":"box"}`,
		bodies: `{"physicsMaterials":[{"staticFriction":0.5,"dynamicFriction":0.5}],"collisionFilters":[` +
			`{"collisionSystems":["a","b"],"collideWithSystems":["a","b"]},{"collisionSystems":["b"],"collideWithSystems":["b"]},{"collisionSystems":["a"],"collideWithSystems":["a"]}]}`,
	}.text(), checks: []timed{
		{10, below("DynamicBlue", 1)}, {10, above("DynamicGreen", 3)}, {10, below("DynamicGreen.001", 1)},
		{10, toWorld("DynamicCompound", vec.V3(-huge, 1.5, -huge), vec.V3(huge, 2.5, huge))},
	}}
}

// jointed adds two nodes below bodies to connect them at a point of the world.
func jointed(nodes *[]string, a, b int, frameA, frameB string, joint int, more string) {
	first := len(*nodes)
	*nodes = append(*nodes,
		fmt.Sprintf(
			`{"translation":[%s],"extensions":{"KHR_physics_rigid_bodies":{"joint":{"connectedNode":%d,`+
				`"joint":%d%s}}}}`, frameA, first+1, joint, more),
		fmt.Sprintf(`{"translation":[%s]}`, frameB))
	child := func(i, k int) {
		s := (*nodes)[i]
		if rest, ok := strings.CutPrefix(s, `{"children":[`); ok {
			(*nodes)[i] = fmt.Sprintf(`{"children":[%d,%s`, k, rest)
			return
		}
		(*nodes)[i] = fmt.Sprintf(`{"children":[%d],%s`, k, strings.TrimPrefix(s, "{"))
	}
	child(a, first)
	child(b, first+1)
}

func jointTypes() equivalent {
	const box = `"collider":{"geometry":{"shape":0},"physicsMaterial":0}`
	const moves = `"motion":{"mass":1},` + box
	const spins = `"motion":{"isKinematic":true,"mass":1,"angularVelocity":[0,0,-1.5707964]},` + box
	nodes := []string{
		n("Cube", "-4,3,0", box), n("Cube.001", "-4,2.5,0", moves), // 0, 1: ball
		n("Cube.003", "-2.75,3,0", box), n("Cube.004", "-2.75,2.5,0", moves), // 2, 3: hinge
		n("Cube.006", "-1.75,3,0", spins), n("Cube.007", "-1.75,3,0.5", moves), // 4, 5: slider on a turning body
		n("Cube.008", "-0.75,3,0", box), n("Cube.009", "-0.75,3,-1", moves), // 6, 7: a place within a box
		n("Cube.010", "0.25,3,0", box), n("Cube.011", "0.25,2.3,0", moves), // 8, 9: fixed
		n("Cube.016", "2.84,3,0", box), n("Cube.017", "2.84,3,0.5", moves), // 10, 11: turned at a velocity
		n("Cube.020", "4,2.966,0", box), n("Cube.019", "4,3.47,0", moves), // 12, 13: pushed to a place
	}
	jointed(&nodes, 1, 0, "0.25,0.25,-0.25", "0.25,-0.25,-0.25", 0, `,"enableCollision":true`)
	jointed(&nodes, 3, 2, "0.25,0.25,0", "0.25,-0.25,0", 1, `,"enableCollision":true`)
	jointed(&nodes, 5, 4, "0,0,-0.5", "0,0,0", 2, "")
	jointed(&nodes, 7, 6, "0,0,1", "0,0,0", 3, "")
	jointed(&nodes, 9, 8, "0,0.7,0", "0,0,0", 4, "")
	jointed(&nodes, 10, 11, "0,0,0.25", "0,0,-0.25", 5, "")
	jointed(&nodes, 12, 13, "0,0.25,0", "0,-0.254,0", 6, "")
	const point = `{"linearAxes":[0],"min":0,"max":0},{"linearAxes":[2],"min":0,"max":0},{"linearAxes":[1],"min":0,"max":0}`
	return equivalent{name: "JointTypes", text: testFile{
		nodes: strings.Join(nodes, ","), shapes: `{"type":"box","box":{"size":[0.5,0.5,0.5]}}`,
		bodies: `{"physicsMaterials":[{"staticFriction":0.5,"dynamicFriction":0.5}],"physicsJoints":[{"limits":[` +
			point + `]},` +
			`{"limits":[` + point + `,{"angularAxes":[0],"min":0,"max":0},{"angularAxes":[1],"min":0,"max":0}]},` +
			`{"limits":[{"linearAxes":[0,2],"max":0},{"linearAxes":[1],"min":-0.5,"max":0.5},{"angularAxes":[0,1,2],"max":0}]},` +
			`{"limits":[{"linearAxes":[0],"min":-0.25,"max":0.25},{"linearAxes":[1],"min":-0.25,"max":0.25},{"linearAxes":[2],"min":-0.25,"max":0.25}]},` +
			`{"limits":[{"linearAxes":[0,2,1],"min":0,"max":0},{"angularAxes":[0,2,1],"min":0,"max":0}]},` +
			`{"limits":[` + point +
			`,{"angularAxes":[0,1],"max":0}],"drives":[{"type":"angular","mode":"acceleration","axis":2,` +
			`"velocityTarget":-1.57,"damping":1}]},` +
			`{"limits":[{"linearAxes":[0,2],"max":0},{"linearAxes":[1],"min":0,"max":1.5},{"angularAxes":[0,1,2],"max":0}],` +
			`"drives":[{"type":"linear","mode":"force","axis":1,"positionTarget":1.2,"stiffness":10,"damping":0.1}]}]}`,
	}.text(), checks: []timed{
		// the hinge lets its body swing in its plane only, and what is fixed stays where it was
		{10, toWorld("Cube.004", vec.V3(-3.5, 1.9, -0.01), vec.V3(-2, 3, 0.01))},
		{10, toWorld("Cube.011", vec.V3(0.24, 2.29, -0.01), vec.V3(0.26, 2.31, 0.01))},
		{10, below("Cube.009", 3)}, {10, above("Cube.009", 1.5)}, {10, above("Cube.001", 2)},
		{10, below("Cube.001", 2.6)},
		// half a metre to either side of its rail
		{10, toWorld("Cube.007", vec.V3(-2.3, 2.45, 0.2), vec.V3(-1.2, 3.55, 0.6))},
		{10, func(t *testing.T, r *scenes.Run) {
			if w := named(t, r, "Cube.017").AngularVelocity(); vec.Abs(w.Z+1.57) > 0.02 {
				t.Errorf("the driven body turns at %v", w)
			}
		}},
		// the spring gives way by m·g/k = 0.98 m and swings about that place
		{10, toWorld("Cube.019", vec.V3(3.99, 3.44, -0.01), vec.V3(4.01, 3.95, 0.01))},
	}}
}

func friction() equivalent {
	const tilt = `"rotation":[0.25288188,0,0,0.96749717],`
	node := func(name, at string, shape, material int, motion string) string {
		return fmt.Sprintf(
			`{"name":%q,"translation":[%s],`+tilt+`"extensions":{"KHR_physics_rigid_bodies":{%s`+
				`"collider":{"geometry":{"shape":%d},"physicsMaterial":%d}}}}`,
			name, at, motion, shape, material)
	}
	fast := func(t *testing.T, r *scenes.Run) {
		t.Helper()
		honey, soap := named(t, r, "HoneyCombWalls").LinearVelocity().Len(),
			named(t, r, "Soap2.001").LinearVelocity().Len()
		if !(soap > 1.5*honey && soap > 1) {
			t.Errorf("soap slides at %g m/s, honey at %g m/s", soap, honey)
		}
	}
	return equivalent{name: "Materials_Friction", text: testFile{
		nodes: node("SlopedFloor", "0,1.28,-1", 1, 2, "") + "," + node("HoneyCombWalls", "-1.5,4,-3.6", 0, 0,
			`"motion":{"mass":1},`) + "," +
			node("Soap2.001", "1.5,4,-3.6", 0, 1, `"motion":{"mass":1},`),
		shapes: `{"type":"box","box":{"size":[1,0.3,1]}},{"type":"box","box":{"size":[10,0.3,10]}}`,
		bodies: `{"physicsMaterials":[{"staticFriction":0.55,"dynamicFriction":0.55},{"staticFriction":0.02,"dynamicFriction":0.02},{"staticFriction":0.2,"dynamicFriction":0.2}]}`,
	}.text(), checks: []timed{{1.2, fast}}}
}

func motionProperties() equivalent {
	const ball = `"collider":{"geometry":{"shape":1}}`
	nodes := []string{
		n("GroundBox", "0,0,0", `"collider":{"geometry":{"shape":0}}`),
		n("Ceiling", "0,5.3,0", `"collider":{"geometry":{"shape":0}}`),
		n("Balloon_GravityFactor", "-3.7,1,1.6", `"motion":{"mass":1,"gravityFactor":-0.5},`+ball),
		`{"name":"Wheel_InfiniteMassFiniteInertia","translation":[-1.6,2.3,0],"rotation":[0.7071068,0,0,0.7071068],"extensions":{"KHR_physics_rigid_bodies":` +
			`{"motion":{"mass":0,"inertiaDiagonal":[0,1,0],"inertiaOrientation":[0,0,0,1],"gravityFactor":0},"collider":{"geometry":{"shape":2}}}}}`,
		n("WobbyToy_ModifiedCOM", "3,1.2,0",
			`"motion":{"mass":1,"centerOfMass":[0,-0.35,0]},"collider":{"geometry":{"shape":3}}`),
		n("Cone", "1.2,0.6,-2", `"collider":{"geometry":{"shape":4}}`),
		n("InfInertiaBox", "1.1,4,-2",
			`"motion":{"mass":1,"inertiaDiagonal":[0,0,0],"inertiaOrientation":[0,0,0,1]},`+
				`"collider":{"geometry":{"shape":5}}`),
	}
	return equivalent{name: "MotionProperties", text: testFile{
		nodes: strings.Join(nodes, ","),
		shapes: `{"type":"box","box":{"size":[10,0.2,10]}},{"type":"sphere","sphere":{"radius":0.3}},{"type":"cylinder","cylinder":{"height":0.3,"radiusBottom":0.6,"radiusTop":0.6}},` +
			`{"type":"capsule","capsule":{"height":0.55,"radiusBottom":0.39,"radiusTop":0.25}},{"type":"cylinder","cylinder":{"height":1,"radiusBottom":0.5,"radiusTop":0}},{"type":"box","box":{"size":[0.8,0.3,0.8]}}`,
	}.text(), checks: []timed{
		{10, above("Balloon_GravityFactor", 4)},
		{10, toWorld("Wheel_InfiniteMassFiniteInertia", vec.V3(-1.7, 2.29, -0.1), vec.V3(-1.6, 2.33, 0.1))},
		// it stands on the tip of the cone, since nothing turns it
		{4, func(t *testing.T, r *scenes.Run) {
			b := named(t, r, "InfInertiaBox")
			if q := b.Rotation(); q != vec.QuatIdentity || b.Position().Y < 1 {
				t.Errorf("a body of infinite inertia is at %v, turned by %v", b.Position(), q)
			}
		}},
		{10, func(t *testing.T, r *scenes.Run) {
			if up := named(t, r, "WobbyToy_ModifiedCOM").Rotation().Rotate(vec.AxisY); up.Y < 0 {
				t.Errorf("the toy with its weight below points to %v", up)
			}
		}},
	}}
}

// meshed returns buffers with a mesh of triangles given by points and indices.
func meshed(points []vec.Vec3, indices []uint16) string {
	var data []byte
	for _, p := range points {
		for _, x := range [3]float32{p.X, p.Y, p.Z} {
			data = binary.LittleEndian.AppendUint32(data, math.Float32bits(x))
		}
	}
	split := len(data)
	for _, i := range indices {
		data = binary.LittleEndian.AppendUint16(data, i)
	}
	return fmt.Sprintf(
		`"buffers":[{"byteLength":%d,"uri":"data:application/octet-stream;base64,%s"}],"bufferViews":[{"buffer":0,`+
			`"byteLength":%d},{"buffer":0,"byteOffset":%d,"byteLength":%d}],`+
			`"accessors":[{"bufferView":0,"componentType":5126,"type":"VEC3","count":%d},{"bufferView":1,`+
			`"componentType":5123,"type":"SCALAR","count":%d}],`+
			`"meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]}],`,
		len(data), base64.StdEncoding.EncodeToString(data), split, split, len(data)-split, len(points), len(indices))
}

func shapeTypes() equivalent {
	// a trough of 6 × 6 m, and as hull the same points are a slab
	points := []vec.Vec3{vec.V3(-6, 1, -3), vec.V3(-6, 0, 0), vec.V3(-6, 1, 3), vec.V3(6, 1, -3), vec.V3(6, 0, 0),
		vec.V3(6, 1, 3)}
	indices := []uint16{0, 1, 4, 0, 4, 3, 1, 2, 5, 1, 5, 4}
	const small = `"scale":[0.05,0.3,0.1],`
	names := []string{"DynamicBox", "DynamicCapsule", "DynamicCylinder", "DynamicSphere", "DynamicCone",
		"DynamicTaperedCapsule"}
	nodes := []string{`{"name":"StaticMesh","mesh":0,"extensions":{"KHR_physics_rigid_bodies":{"collider":{"geometry":{"node":1,"convexHull":false}}}}}`, `{"mesh":0}`}
	for i, name := range names {
		nodes = append(nodes, n(name, fmt.Sprintf("%d,3,0.6", 2*i-5),
			fmt.Sprintf(`"motion":{"mass":1},"collider":{"geometry":{"shape":%d}}`, i)))
	}
	nodes = append(nodes,
		`{"name":"DynamicConvex","translation":[-4,4.5,0],"mesh":0,`+small+`"extensions":{"KHR_physics_rigid_bodies":{"motion":{"mass":1},"collider":{"geometry":{"mesh":0,"convexHull":true}}}}}`,
		`{"name":"DynamicMesh","translation":[-2,4.5,0],"mesh":0,`+small+`"extensions":{"KHR_physics_rigid_bodies":{"motion":{"mass":1},"collider":{"geometry":{"node":1}}}}}`,
		`{"name":"DynamicCompound","translation":[4,5,0],"children":[11,12],"extensions":{"KHR_physics_rigid_bodies":{"motion":{"mass":1}}}}`,
		n("Wheel", "0,0,-0.4", `"collider":{"geometry":{"shape":2}}`),
		n("Chassis", "0,0.3,0", `"collider":{"geometry":{"shape":0}}`))
	var checks []timed
	for _, name := range append(names, "DynamicConvex", "DynamicMesh", "DynamicCompound") {
		if name != "DynamicSphere" {
			checks = append(checks, timed{2, above(name, -0.5)})
		}
	}
	return equivalent{name: "ShapeTypes", text: testFile{
		nodes: strings.Join(nodes, ","), rest: meshed(points, indices),
		shapes: `{"type":"box","box":{"size":[0.5,1,0.5]}},{"type":"capsule","capsule":{"height":0.6}},{"type":"cylinder","cylinder":{"height":1,"radiusBottom":0.25,"radiusTop":0.25}},` +
			`{"type":"sphere","sphere":{"radius":0.34}},{"type":"cylinder","cylinder":{"height":1,"radiusBottom":0.25,"radiusTop":0}},{"type":"capsule","capsule":{"height":0.5,"radiusBottom":0.2,"radiusTop":0.3}}`,
	}.text(), checks: checks}
}

func triggerScene() equivalent {
	const zone = `"trigger":{"geometry":{"shape":1}}`
	return equivalent{name: "Triggers", text: testFile{
		nodes: n("Floor", "0,0,0", `"collider":{"geometry":{"shape":0}}`) + "," + n("Cube", "0,3,0",
			`"motion":{"mass":1},"collider":{"geometry":{"shape":1}}`) + "," +
			`{"name":"Triggers","children":[3,4],"extensions":{"KHR_physics_rigid_bodies":{"trigger":{"nodes":[3,4]}}}},` +
			n("ChildA", "-0.3,1,0", zone) + "," + n("ChildB", "0.3,1,0", zone) + "," + n("Standalone", "0,1.2,0.3",
			zone),
		shapes: `{"type":"box","box":{"size":[2,0.2,2]}},{"type":"box","box":{"size":[0.5,0.5,0.5]}}`,
	}.text(), checks: []timed{
		// triggers hold nothing
		{10, toWorld("Cube", vec.V3(-0.1, 0.05, -0.1), vec.V3(0.1, 0.4, 0.1))},
	}}
}

func restitution() equivalent {
	node := func(name, at string, material int) string {
		return n(name, at, fmt.Sprintf(`"motion":{"mass":1},"collider":{"geometry":{"shape":1},"physicsMaterial":%d}`,
			material))
	}
	return equivalent{name: "Materials_Restitution", text: testFile{
		nodes: n("Floor", "0,-0.5,0", `"collider":{"geometry":{"shape":0},"physicsMaterial":2}`) + "," + node(
			"Dull", "-2,2.25,0", 0) + "," + node("Bouncy", "2,2.25,0", 1),
		shapes: `{"type":"box","box":{"size":[10,1,10]}},{"type":"sphere","sphere":{"radius":0.25}}`,
		bodies: `{"physicsMaterials":[{"restitution":0,"restitutionCombine":"maximum"},{"restitution":0.9,"restitutionCombine":"maximum"},{"restitution":0,"restitutionCombine":"maximum"}]}`,
	}.text(), checks: []timed{
		// it falls 2 m in 0.64 s and comes up again 0.9² of the way at 1.21 s
		{1.21, above("Bouncy", 1.6)}, {1.21, below("Dull", 0.3)},
	}}
}

func waterWheel() equivalent {
	var nodes []string
	nodes = append(
		nodes,
		`{"name":"Wheel","translation":[0,4,0],"children":[1,2,3,4,5],`+
			`"extensions":{"KHR_physics_rigid_bodies":{"motion":{"mass":5}}}}`)
	for k := range 4 {
		s, c := math.Sincos(float64(k) * math.Pi / 2)
		nodes = append(nodes, fmt.Sprintf(
			`{"translation":[%g,%g,0],"rotation":[0,0,%g,%g],`+
				`"extensions":{"KHR_physics_rigid_bodies":{"collider":{"geometry":{"shape":0}}}}}`,
			c, s, math.Sin(float64(k)*math.Pi/4), math.Cos(float64(k)*math.Pi/4)))
	}
	nodes = append(nodes, `{"extensions":{"KHR_physics_rigid_bodies":{"joint":{"connectedNode":6,"joint":0}}}}`,
		`{"translation":[0,4,0]}`)
	for k := range 6 {
		nodes = append(nodes, n(fmt.Sprintf("Drop.%d", k), fmt.Sprintf("1,%d,0", 7+2*k),
			`"motion":{"mass":2},"collider":{"geometry":{"shape":1}}`))
	}
	return equivalent{name: "WaterWheel", text: testFile{
		nodes:  strings.Join(nodes, ","),
		shapes: `{"type":"box","box":{"size":[2,0.1,1]}},{"type":"sphere","sphere":{"radius":0.2}}`,
		bodies: `{"physicsJoints":[{"limits":[{"linearAxes":[0,1,2],"max":0},{"angularAxes":[0,1],"max":0}]}]}`,
	}.text(), checks: []timed{
		{1.5, func(t *testing.T, r *scenes.Run) {
			wheel := named(t, r, "Wheel")
			if w := wheel.AngularVelocity(); w.Z > -0.5 || !close3(wheel.Position(), vec.V3(0, 4, 0), 0.01) {
				t.Errorf("what falls on its right side turns the wheel at %v, at %v", w, wheel.Position())
			}
		}},
	}}
}

// follow simulates 10 s with the checks of a scene at their times.
func follow(t *testing.T, s *model.Model, checks []timed) {
	t.Helper()
	scene := s.Scene()
	r, err := scene.New(scene.WorldDef(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for step := 1; step <= 10*scene.Rate(); step++ {
		if err := r.Advance(0); err != nil {
			t.Fatal(err)
		}
		for _, c := range checks {
			if step == int(c.at*float64(scene.Rate())) {
				c.check(t, r)
			}
		}
	}
	if err := r.World.Validate(); err != nil {
		t.Error(err)
	}
	if n := r.World.Counters().Quarantined; n > 0 {
		t.Errorf("%d bodies were quarantined", n)
	}
}

func TestEquivalents(t *testing.T) {
	for _, e := range equivalents() {
		t.Run(e.name, func(t *testing.T) {
			s, faults := decode(e.text)
			if err := faults.Err(); err != nil {
				t.Fatal(err)
			}
			follow(t, s, e.checks)
		})
	}
}

// TestSamples is TestEquivalents for the public files, where they are.
func TestSamples(t *testing.T) {
	folder := os.Getenv("TUMBLE_GLTF_SAMPLES")
	if folder == "" {
		t.Skip("TUMBLE_GLTF_SAMPLES names no folder")
	}
	for _, e := range equivalents() {
		files, _ := filepath.Glob(filepath.Join(folder, e.name, "*.gl*"))
		for _, path := range files {
			t.Run(e.name, func(t *testing.T) {
				data, err := os.ReadFile(path)
				if err != nil {
					t.Fatal(err)
				}
				faults := &model.Faults{}
				s := load.Scene(data, path, func(name string) ([]byte,
					error) {
					return os.ReadFile(filepath.Join(filepath.Dir(path), name))
				}, faults)
				if err := faults.Err(); err != nil {
					t.Fatal(err)
				}
				for i := range s.Bodies {
					if b := &s.Bodies[i]; b.Def.Type == physics.Dynamic && len(b.Shapes) == 0 {
						t.Errorf("%q has no shape", b.Def.Name)
					}
				}
				follow(t, s, e.checks)
			})
		}
	}
}
