package gltf

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"

	"tumble/physics"
	"tumble/physics/scenes"
	"tumble/physics/vec"
	"tumble/scene/gltf/internal/extension"
	"tumble/scene/gltf/internal/load"
	"tumble/scene/model"
)

// a file of a test: nodes and document-level extensions, as JSON.
type testFile struct {
	nodes, shapes, bodies, own, rest string
}

func (f testFile) text() string {
	var ext []string
	add := func(name, content string) {
		if content != "" {
			ext = append(ext, fmt.Sprintf("%q:%s", name, content))
		}
	}
	if f.shapes != "" {
		add(extension.Shapes, `{"shapes":[`+f.shapes+`]}`)
	}
	add(extension.Bodies, f.bodies)
	add(extension.Own, f.own)
	var nodes []json.RawMessage
	if err := json.Unmarshal([]byte("["+f.nodes+"]"), &nodes); err != nil {
		panic("gltfscene: nodes of a test: " + err.Error())
	}
	roots, child := []string{}, map[int]bool{}
	for _, n := range nodes {
		var c struct{ Children []int }
		_ = json.Unmarshal(n, &c)
		for _, k := range c.Children {
			child[k] = true
		}
	}
	for i := range nodes {
		if !child[i] {
			roots = append(roots, fmt.Sprint(i))
		}
	}
	return `{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[` + strings.Join(roots, ",") + `]}],` + f.rest +
		`"extensions":{` + strings.Join(ext, ",") + `},"nodes":[` + f.nodes + `]}`
}

func decode(text string) (*model.Model, *model.Faults) {
	f := &model.Faults{}
	return load.Scene([]byte(text), "test", nil, f), f
}

// built decodes a file that must have no errors and builds its world.
func built(t *testing.T, f testFile) *scenes.Run {
	t.Helper()
	s, faults := decode(f.text())
	if err := faults.Err(); err != nil {
		t.Fatal(err)
	}
	scene := s.Scene()
	run, err := scene.New(scene.WorldDef(), nil)
	if err != nil {
		t.Fatal(err)
	}
	return run
}

func named(t *testing.T, r *scenes.Run, name string) physics.Body {
	t.Helper()
	b, ok := r.World.Body(name)
	if !ok {
		t.Fatalf("there is no body %q", name)
	}
	return b
}

func advance(t *testing.T, r *scenes.Run, seconds float64) {
	t.Helper()
	for range int(seconds * float64(r.Scene.Rate())) {
		if err := r.Advance(0); err != nil {
			t.Fatal(err)
		}
	}
	if err := r.World.Validate(); err != nil {
		t.Fatal(err)
	}
	if n := r.World.Counters().Quarantined; n > 0 {
		t.Fatalf("%d bodies were quarantined", n)
	}
}

func close3(a, b vec.Vec3, within float32) bool { return a.Dist(b) <= within }

// body is a node with a motion and a collider of shape 0.
func body(name, at, motion string) string {
	return fmt.Sprintf(
		`{"name":%q,"translation":[%s],"extensions":{"KHR_physics_rigid_bodies":{"motion":{%s},`+
			`"collider":{"geometry":{"shape":0}}}}}`,
		name, at, motion)
}

const unitBox = `{"type":"box"}`

func TestOmittedBoxSize(t *testing.T) {
	for _, shape := range []string{`{"type":"box"}`, `{"type":"box","box":{}}`} {
		r := built(t, testFile{nodes: body("a", "0,0,0", ""), shapes: shape})
		box, ok := named(t, r, "a").Shapes(nil)[0].Geometry().(physics.Box)
		if !ok || box.Half != vec.V3(0.5, 0.5, 0.5) {
			t.Errorf("%s became %v", shape, box)
		}
	}
}

func TestInfiniteMass(t *testing.T) {
	r := built(t, testFile{
		nodes: body("wheel", "0,5,0",
			`"mass":0,"inertiaDiagonal":[0,1,0],"gravityFactor":0,"angularVelocity":[1,2,3]`) + "," +
			body("hammer", "5,5,0", `"mass":2,"inertiaDiagonal":[0,0,0],"angularVelocity":[1,0,0]`) + "," +
			body("stone", "0,9,0", `"mass":100`), shapes: unitBox,
	})
	wheel, hammer := named(t, r, "wheel"), named(t, r, "hammer")
	if m := wheel.Inertia(); m.YY != 1 || m.XX < 1e4 || m.ZZ < 1e4 {
		t.Errorf("inertia %v: finite about y only", m)
	}
	advance(t, r, 2)
	if p := wheel.Position(); !close3(p, vec.V3(0, 5, 0), 1e-5) {
		t.Errorf("a body of infinite mass moved to %v", p)
	}
	if w := hammer.AngularVelocity(); w != vec.V3(1, 0, 0) {
		t.Errorf("a body of infinite inertia turns at %v, not at (1, 0, 0) for ever", w)
	}
	if hammer.Mass() != 2 || !(hammer.Position().Y < -10) {
		t.Errorf("mass %g at %v: it should have fallen", hammer.Mass(), hammer.Position())
	}
}

func TestVelocitiesInNodeSpace(t *testing.T) {
	// a quarter turn about z takes x to y
	const q = `"rotation":[0,0,0.70710678,0.70710678]`
	r := built(t, testFile{
		nodes: `{"name":"a",` + q +
			`,"extensions":{"KHR_physics_rigid_bodies":{"motion":{"linearVelocity":[3,0,0],` +
			`"angularVelocity":[0,2,0]},` +
			`"collider":{"geometry":{"shape":0}}}}}`, shapes: unitBox,
	})
	a := named(t, r, "a")
	if v := a.LinearVelocity(); !close3(v, vec.V3(0, 3, 0), 1e-5) {
		t.Errorf("velocity %v", v)
	}
	if w := a.AngularVelocity(); !close3(w, vec.V3(-2, 0, 0), 1e-5) {
		t.Errorf("angular velocity %v", w)
	}
}

func TestDescendants(t *testing.T) {
	const collider = `"extensions":{"KHR_physics_rigid_bodies":{"collider":{"geometry":{"shape":0}}}}`
	r := built(t, testFile{
		// a compound without a collider of its own; below it one more body; and two that nothing moves
		nodes: `{"name":"cart","translation":[0,2,0],"children":[1,3],"extensions":{"KHR_physics_rigid_bodies":{"motion":{"mass":4}}}},` +
			`{"name":"axle","translation":[1,0,0],"children":[2]},` +
			`{"name":"wheel","translation":[1,0,0],` + collider + `},` +
			`{"name":"driver","translation":[0,3,0],"extensions":{"KHR_physics_rigid_bodies":{"motion":{},"collider":{"geometry":{"shape":0}}}}},` +
			`{"name":"floor","translation":[0,-9,0],"children":[5],` + collider +
			`},{"name":"step","translation":[0,1,0],` + collider + `}`,
		shapes: unitBox,
	})
	cart, driver := named(t, r, "cart"), named(t, r, "driver")
	if cart.ShapeCount() != 1 || driver.ShapeCount() != 1 || cart.Type() != physics.Dynamic ||
		driver.Type() != physics.Dynamic {
		t.Errorf("cart has %d shapes, driver %d", cart.ShapeCount(), driver.ShapeCount())
	}
	if p := cart.WorldCenter(); !close3(p, vec.V3(2, 2, 0), 1e-6) || cart.Mass() != 4 {
		t.Errorf("centre of mass %v, mass %g", p, cart.Mass())
	}
	if p := driver.Position(); !close3(p, vec.V3(0, 5, 0), 1e-6) {
		t.Errorf("driver at %v", p)
	}
	for _, name := range []string{"floor", "step"} {
		if b := named(t, r, name); b.Type() != physics.Static || b.ShapeCount() != 1 {
			t.Errorf("%s is %s with %d shapes", name, b.Type(), b.ShapeCount())
		}
	}
	if p := named(t, r, "step").Position(); !close3(p, vec.V3(0, -8, 0), 1e-6) {
		t.Errorf("step at %v", p)
	}
}

func TestJointFramesBelowBodies(t *testing.T) {
	r := built(t, testFile{
		nodes: `{"name":"a","translation":[0,4,0],"children":[1],"extensions":{"KHR_physics_rigid_bodies":{"motion":{},"collider":{"geometry":{"shape":0}}}}},` +
			`{"translation":[0.5,0,0],"children":[2]},` +
			`{"translation":[0.5,0,0],"extensions":{"KHR_physics_rigid_bodies":{"joint":{"connectedNode":3,"joint":0}}}},` +
			`{"translation":[1,4,0]}`,
		shapes: unitBox,
		bodies: `{"physicsJoints":[{"limits":[{"linearAxes":[0,1,2],"max":0}]}]}`,
	})
	j := r.World.Joints(nil)
	if len(j) != 1 || j[0].Kind() != physics.KindBall {
		t.Fatalf("joints %v", j)
	}
	fa, fb := j[0].Frames()
	if !close3(fa.P, vec.V3(1, 4, 0), 1e-6) || !close3(fb.P, vec.V3(1, 4, 0), 1e-6) {
		t.Errorf("frames at %v and %v", fa.P, fb.P)
	}
	advance(t, r, 3)
	fa, fb = j[0].Frames()
	if !close3(fa.P, vec.V3(1, 4, 0), 2e-3) || !close3(fb.P, vec.V3(1, 4, 0), 2e-3) {
		t.Errorf("after 3 s the frames are at %v and %v", fa.P, fb.P)
	}
	if p := named(t, r, "a").WorldCenter(); !(p.Dist(vec.V3(1, 4, 0)) > 0.95 && p.Dist(vec.V3(1, 4, 0)) < 1.05) {
		t.Errorf("the body hangs at %v, not 1 m from its joint", p)
	}
}

func TestScaledColliders(t *testing.T) {
	collider := func(name, scale string, shape int) string {
		return fmt.Sprintf(
			`{"name":%q,"scale":[%s],"extensions":{"KHR_physics_rigid_bodies":{"collider":{"geometry":{"shape":%d}}}}}`,
			name, scale, shape)
	}
	r := built(t, testFile{
		nodes: collider("mirrored", "1,-2,3", 0) + "," + collider("nothing", "0,0,0", 0) + "," + collider(
			"ball", "2,2,2", 1) + "," +
			collider("egg", "1,2,1", 1) + "," + collider("pill", "2,2,2", 2) + "," + collider("bean", "1,3,1", 2) +
			"," + collider("rod", "2,5,2", 3),
		shapes: unitBox +
			`,{"type":"sphere","sphere":{"radius":0.25}},{"type":"capsule","capsule":{"height":1,"radiusBottom":0.25,` +
			`"radiusTop":0.25}},` +
			`{"type":"cylinder","cylinder":{"height":1,"radiusBottom":0.5,"radiusTop":0.5}}`,
	})
	if g := named(t, r, "mirrored").Shapes(nil)[0].Geometry().(physics.Box); g.Half != vec.V3(0.5, 1, 1.5) {
		t.Errorf("mirrored box %v", g.Half)
	}
	if n := named(t, r, "nothing").ShapeCount(); n != 0 {
		t.Errorf("a node scaled to nothing has %d shapes", n)
	}
	if g := named(t, r, "ball").Shapes(nil)[0].Geometry(); g != (physics.Sphere{Radius: 0.5}) {
		t.Errorf("ball %v", g)
	}
	size := func(name string) vec.Vec3 {
		return named(t, r, name).Bounds().Half()
	}
	if s := size("egg"); !close3(s, vec.V3(0.25, 0.5, 0.25), 0.01) {
		t.Errorf("egg of half size %v", s)
	}
	if g, ok := named(t, r, "pill").Shapes(nil)[0].Geometry().(physics.Capsule); !ok || g.Radius != 0.5 ||
		g.A.Dist(g.B) != 2 {
		t.Errorf("pill %v", g)
	}
	if s := size("bean"); !close3(s, vec.V3(0.25, 2.25, 0.25), 0.01) {
		t.Errorf("bean of half size %v", s)
	}
	if g, ok := named(t, r, "rod").Shapes(nil)[0].Geometry().(physics.Cylinder); !ok || g.Radius != 1 ||
		g.A.Dist(g.B) != 5 {
		t.Errorf("rod %v", g)
	}
}

func TestTaperedShapes(t *testing.T) {
	shapes := []string{
		`{"type":"capsule","capsule":{"height":0.55,"radiusBottom":0.39,"radiusTop":0.25}}`,
		`{"type":"cylinder","cylinder":{"height":2,"radiusBottom":1,"radiusTop":0}}`,
		`{"type":"cylinder","cylinder":{"height":2,"radiusBottom":0,"radiusTop":1}}`,
		`{"type":"cylinder","cylinder":{"height":2,"radiusBottom":1,"radiusTop":0.5}}`,
		`{"type":"capsule","capsule":{"height":0.1,"radiusBottom":0.39,"radiusTop":0.25}}`,
		`{"type":"capsule"}`, `{"type":"cylinder"}`, `{"type":"sphere"}`,
	}
	var nodes []string
	for i := range shapes {
		nodes = append(nodes, fmt.Sprintf(
			`{"name":"n%d","extensions":{"KHR_physics_rigid_bodies":{"collider":{"geometry":{"shape":%d}}}}}`, i, i))
	}
	r := built(t, testFile{nodes: strings.Join(nodes, ","), shapes: strings.Join(shapes, ",")})
	want := []string{"physics.TaperedCapsule", "physics.Cone", "physics.Cone", "physics.Hull", "physics.Sphere",
		"physics.Capsule", "physics.Cylinder",
		"physics.Sphere"}
	for i, w := range want {
		g := named(t, r, fmt.Sprintf("n%d", i)).Shapes(nil)[0].Geometry()
		if got := fmt.Sprintf("%T", g); got != w {
			t.Errorf("%s became a %s, not a %s", shapes[i], got, w)
		}
	}
	if c := named(t, r, "n2").Shapes(nil)[0].Geometry().(physics.Cone); c.Apex.Y != -1 || c.Base.Y != 1 {
		t.Errorf("cone with its tip below: %v", c)
	}
	if c := named(t, r, "n5").Shapes(nil)[0].Geometry().(physics.Capsule); c.Radius != 0.25 || c.A.Y != -0.25 {
		t.Errorf("default capsule %v", c)
	}
}

func TestFilters(t *testing.T) {
	node := func(name, at string, filter int, moves bool) string {
		motion := ""
		if moves {
			motion = `"motion":{},`
		}
		return fmt.Sprintf(
			`{"name":%q,"translation":[%s],"extensions":{"KHR_physics_rigid_bodies":{%s`+
				`"collider":{"geometry":{"shape":0},"collisionFilter":%d}}}}`,
			name, at, motion, filter)
	}
	r := built(t, testFile{
		nodes: node("green shelf", "0,0,0", 0, false) + "," + node("green", "0,1.5,0", 0, true) + "," + node(
			"green shelf 2", "4,0,0", 0, false) + "," +
			node("blue", "4,1.5,0", 1, true) + "," + node("shelf 3", "8,0,0", 0, false) + "," + node("not green",
			"8,1.5,0", 2, true) + "," +
			node("one sided", "12,1.5,0", 3, true) + "," + node("green shelf 4", "12,0,0", 0, false),
		shapes: unitBox,
		bodies: `{"collisionFilters":[{"collisionSystems":["green"],"collideWithSystems":["green"]},{"collisionSystems":["blue"],"collideWithSystems":["blue"]},` +
			`{"collisionSystems":["green"],"notCollideWithSystems":["green"]},{"collisionSystems":["blue"],"collideWithSystems":["green"]}]}`,
	})
	advance(t, r, 2)
	for name, falls := range map[string]bool{"green": false, "blue": true, "not green": true, "one sided": true} {
		if p := named(t, r, name).Position(); (p.Y < 0) != falls {
			t.Errorf("%s is at %v", name, p)
		}
	}
}

func TestTooManySystems(t *testing.T) {
	var names []string
	for i := range 63 {
		names = append(names, fmt.Sprintf("%q", fmt.Sprint(i)))
	}
	_, faults := decode(testFile{bodies: `{"collisionFilters":[{"collisionSystems":[` + strings.Join(names, ",") +
		`]}]}`}.text())
	if err := faults.Err(); err == nil || !strings.Contains(err.Error(), "/collisionFilters/0/collisionSystems/62") {
		t.Errorf("63 systems: %v", err)
	}
}

func TestRequiredExtensions(t *testing.T) {
	for ext, fine := range map[string]bool{"KHR_lights_punctual": true, "KHR_physics_rigid_bodies": true,
		"KHR_draco_mesh_compression": false} {
		_, faults := decode(testFile{rest: `"extensionsRequired":["` + ext + `"],`}.text())
		if (faults.Err() == nil) != fine {
			t.Errorf("required %s: %v", ext, faults.Err())
		}
	}
}

func TestCombineRules(t *testing.T) {
	material := func(friction, rule string) string {
		m := `{"dynamicFriction":` + friction + `,"staticFriction":` + friction
		if rule != "" {
			m += `,"frictionCombine":"` + rule + `"`
		}
		return m + "}"
	}
	for _, c := range []struct {
		a, b string
		want float32
	}{
		// a rule that is not set yields; without any the average counts
		{"", "maximum", 0.9}, {"multiply", "", 0.36}, {"", "", 0.65},
		{"average", "multiply", 0.65}, {"maximum", "minimum", 0.4}, {"multiply", "maximum", 0.9},
		{"multiply", "multiply", 0.36}, {"minimum", "average", 0.65},
	} {
		node := `{"name":"%s","translation":[0,%s,0],"extensions":{"KHR_physics_rigid_bodies":{%s"collider":{"geometry":{"shape":0},"physicsMaterial":%d}}}}`
		r := built(t, testFile{
			nodes:  fmt.Sprintf(node, "floor", "0", "", 0) + "," + fmt.Sprintf(node, "box", "0.999", `"motion":{},`, 1),
			shapes: unitBox, bodies: `{"physicsMaterials":[` + material("0.4", c.a) + "," + material("0.9", c.b) + `]}`,
		})
		advance(t, r, 0.05)
		contacts := r.World.Contacts(nil)
		if len(contacts) != 1 || vec.Abs(contacts[0].Friction-c.want) > 1e-6 {
			t.Errorf("%s and %s: %+v, want friction %g", c.a, c.b, contacts, c.want)
		}
	}
}

// TestTwoFrictions holds that a file with two coefficients is warned of, once, and saved with both.
func TestTwoFrictions(t *testing.T) {
	node := func(name, at string) string {
		return n(name, at, `"motion":{},"collider":{"geometry":{"shape":0},"physicsMaterial":0}`)
	}
	text := testFile{nodes: node("a", "0,3,0") + "," + node("b", "3,3,0"), shapes: unitBox,
		bodies: `{"physicsMaterials":[{"staticFriction":0.5,"dynamicFriction":0.25}]}`}.text()
	s, f := decode(text)
	if len(f.List) != 1 || f.List[0].Place !=
		"/extensions/KHR_physics_rigid_bodies/physicsMaterials/0/dynamicFriction" || !f.List[0].Warning() {
		t.Errorf("faults %v", f.List)
	}
	scene := s.Scene()
	r, err := scene.New(scene.WorldDef(), nil)
	if err != nil {
		t.Fatal(err)
	}
	changed := named(t, r, "b").Shapes(nil)[0]
	m := changed.Material()
	m.Friction = 0.75
	changed.SetMaterial(m)
	data, err := Encode(model.Capture(r, 100, scene.View), false)
	if err != nil {
		t.Fatal(err)
	}
	again, _ := decode(string(data))
	for _, b := range again.Bodies {
		x := b.Shapes[0]
		if b.Def.Name == "a" && (x.Def.Material.Friction != 0.5 || x.Sliding == nil || *x.Sliding != 0.25) ||
			b.Def.Name == "b" && (x.Def.Material.Friction != 0.75 || x.Sliding != nil) {
			t.Errorf("%s came back with %g at rest and %v", b.Def.Name, x.Def.Material.Friction, x.Sliding)
		}
	}
}

// TestMovingMesh holds that a mesh that is not convex becomes convex parts on bodies that move, and stays
// one on others.
func TestMovingMesh(t *testing.T) {
	var points []vec.Vec3
	for _, z := range []float32{0, 1} {
		for _, p := range [][2]float32{{0, 0}, {2, 0}, {2, 0.5}, {0.5, 0.5}, {0.5, 2}, {0, 2}} {
			points = append(points, vec.V3(p[0], p[1], z))
		}
	}
	var indices []uint16
	for i := range uint16(6) {
		j := (i + 1) % 6
		indices = append(indices, i, j, 6+j, i, 6+j, 6+i)
	}
	for _, c := range [][3]uint16{{0, 3, 2}, {0, 2, 1}, {0, 5, 4}, {0, 4, 3}} {
		indices = append(indices, c[0], c[1], c[2], 6+c[0], 6+c[2], 6+c[1])
	}
	const mesh = `"collider":{"geometry":{"mesh":0}}`
	s, f := decode(testFile{nodes: n("still", "0,0,0", mesh) + "," + n("moves", "0,5,0", `"motion":{},`+mesh) + "," +
		n("slides", "9,5,0", `"motion":{"isKinematic":true},`+mesh), rest: meshed(points, indices)}.text())
	if err := f.Err(); err != nil {
		t.Fatal(err)
	}
	if _, ok := s.Bodies[0].Shapes[0].Geometry.(physics.Mesh); !ok {
		t.Errorf("the mesh that stands still is a %T", s.Bodies[0].Shapes[0].Geometry)
	}
	for _, b := range s.Bodies[1:] {
		if k := len(b.Shapes); k < 2 || k > 4 {
			t.Errorf("%s has %d convex parts of an L", b.Def.Name, k)
		}
	}
}

// TestDriveLaw holds that drives follow F = k·(x* − x) + c·(v* − v): a velocity drive reaches 63 % of
// its speed after m/c, at its largest force the speed grows evenly, and a position drive swings with
// √(k/m).
func TestDriveLaw(t *testing.T) {
	const mass, inertia = 2.0, 0.5
	drive := func(kind, words string) string {
		locks := `{"linearAxes":[1,2],"min":0,"max":0},{"angularAxes":[0,1,2],"min":0,"max":0}`
		if kind == "angular" {
			locks = `{"linearAxes":[0,1,2],"min":0,"max":0},{"angularAxes":[1,2],"min":0,"max":0}`
		}
		return `{"limits":[` + locks + `],"drives":[{"type":"` + kind + `","axis":0,` + words + `}]}`
	}
	for name, c := range map[string]struct {
		kind, words string
		seconds     float64
		want        float64 // speed
	}{
		"velocity force": {"linear", `"mode":"force","velocityTarget":3,"damping":2`, 1, 3 * (1 - math.Exp(-1))},
		"velocity acceleration": {"linear", `"mode":"acceleration","velocityTarget":3,"damping":2`, 0.5,
			3 * (1 - math.Exp(-1))},
		"angular force": {"angular", `"mode":"force","velocityTarget":10,"damping":0.25`, 2,
			10 * (1 - math.Exp(-1))},
		"backwards": {"angular", `"mode":"force","velocityTarget":-400,"damping":0.001`, 2,
			-400 * (1 - math.Exp(-0.004))},
		"strong":        {"linear", `"mode":"force","velocityTarget":5,"damping":2000`, 1, 5},
		"largest force": {"linear", `"mode":"force","velocityTarget":100,"damping":1000,"maxForce":4`, 1, 2},
		"position":      {"linear", `"mode":"force","positionTarget":1,"stiffness":8`, 0.5, 2 * math.Sin(1)},
		"both": {"linear",
			`"mode":"force","positionTarget":1,"stiffness":8,"velocityTarget":1,"damping":0.01`, 0.5, 2 * math.Sin(1)},
	} {
		text := testFile{
			nodes: n("base", "0,3,0", `"joint":{"connectedNode":1,"joint":0}`) + "," +
				n("body", "0,3,0", fmt.Sprintf(`"motion":{"mass":%g,"inertiaDiagonal":[%g,%g,%g],"gravityFactor":0}`,
					mass, inertia, inertia, inertia)),
			shapes: unitBox, bodies: `{"physicsJoints":[` + drive(c.kind, c.words) + `]}`,
		}
		r := built(t, text)
		advance(t, r, c.seconds)
		b := named(t, r, "body")
		got := float64(b.LinearVelocity().X)
		if c.kind == "angular" {
			got = float64(b.AngularVelocity().X)
		}
		if math.Abs(got-c.want) > 0.02*math.Abs(c.want) {
			t.Errorf("%s: %g after %g s, the law says %g", name, got, c.seconds, c.want)
		}
	}
}

func TestTriggers(t *testing.T) {
	r := built(t, testFile{
		nodes: `{"name":"zone","extensions":{"KHR_physics_rigid_bodies":{"trigger":{"geometry":{"shape":0}}}}},` +
			body("ball", "0,2,0", ""),
		shapes: unitBox,
	})
	begun, ended := 0, 0
	for range 150 {
		if err := r.Advance(0); err != nil {
			t.Fatal(err)
		}
		begun += len(r.World.Events().SensorBegin)
		ended += len(r.World.Events().SensorEnd)
	}
	if begun != 1 || ended != 1 {
		t.Errorf("the trigger told of %d visitors, of whom %d left", begun, ended)
	}
	if p := named(t, r, "ball").Position(); p.Y > -2 {
		t.Errorf("the trigger held the ball at %v", p)
	}
}
