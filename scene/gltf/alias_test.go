package gltf

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"tumble/physics"
	"tumble/physics/vec"
	"tumble/scene/gltf/internal/extension"
	"tumble/scene/model"
)

// corners are those of a small tetrahedron.
func corners() []vec.Vec3 {
	return []vec.Vec3{{}, vec.V3(1, 0, 0), vec.V3(0, 1, 0), vec.V3(0, 0, 1)}
}

// physicsFile is a file of a test: nodes and document-level extensions by name.
func physicsFile(nodes string, extensions ...string) string {
	return `{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"extensions":{` + strings.Join(extensions,
		",") +
		`},"nodes":[{"children":[1,2,3]},` + nodes + `]}`
}

// onNodes gives two nodes and one more for joints their extensions.
func onNodes(name, first, second string) string {
	return fmt.Sprintf(
		`{"name":"a","translation":[0,1,0],"rotation":[0,0,0.6,0.8],"extensions":{%q:%s}},{"name":"b",`+
			`"translation":[3,0,0],"extensions":{%q:%s}},{"translation":[0,2,0]}`,
		name, first, name, second)
}

// read decodes a text that must have no errors, without its name.
func read(t *testing.T, text string) *model.Model {
	t.Helper()
	if !json.Valid([]byte(text)) {
		t.Fatalf("no JSON: %s", text)
	}
	s, f := decode(text)
	if err := f.Err(); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	// the files are different; what they say is compared
	s.Source = nil
	return s
}

// TestAliases holds for every property of the older and sibling extensions that it says what that of the two
// extensions says that it stands for, and that it says something at all.
func TestAliases(t *testing.T) {
	const shapeNone = `"KHR_implicit_shapes":{"shapes":[{"type":"box"},{"type":"sphere"}]}`
	msftShapes := func(list string) string { return `"MSFT_collision_primitives":{"colliders":[` + list + `]}` }
	const plainColliders = `{"box":{}},{"sphere":{}}`
	khr := func(first string) string {
		return physicsFile(onNodes(extension.Bodies, first, `{"collider":{"geometry":{"shape":1}}}`), shapeNone)
	}
	msft := func(first string) string {
		return physicsFile(onNodes("MSFT_rigid_bodies", first, `{"collider":1}`), msftShapes(plainColliders))
	}
	khrShape := func(shape string) string {
		return physicsFile(onNodes(extension.Bodies, `{"motion":{},"collider":{"geometry":{"shape":0}}}`,
			`{"collider":{"geometry":{"shape":1}}}`),
			`"KHR_implicit_shapes":{"shapes":[`+shape+`,{"type":"sphere"}]}`)
	}
	msftShape := func(shape string) string {
		return physicsFile(onNodes("MSFT_rigid_bodies", `{"rigidBody":{},"collider":0}`, `{"collider":1}`),
			msftShapes(shape+`,{"sphere":{}}`))
	}
	omiShape := func(shape string) string {
		return physicsFile(onNodes("OMI_physics_body", `{"motion":{"type":"dynamic"},"collider":{"shape":0}}`,
			`{"collider":{"shape":1}}`),
			`"OMI_physics_shape":{"shapes":[`+shape+`,{"type":"sphere"}]}`)
	}
	omi := func(first string) string {
		return physicsFile(onNodes("OMI_physics_body", first, `{"collider":{"shape":1}}`),
			`"OMI_physics_shape":{"shapes":[{"type":"box"},{"type":"sphere"}]}`)
	}
	body := func(motion string) string {
		return khr(`{"motion":{` + motion + `},"collider":{"geometry":{"shape":0}}}`)
	}
	rigid := func(motion string) string { return msft(`{"rigidBody":{` + motion + `},"collider":0}`) }
	dynamic := func(motion string) string {
		return omi(`{"motion":{"type":"dynamic",` + motion + `},"collider":{"shape":0}}`)
	}
	khrMaterial := func(m string) string {
		return physicsFile(onNodes(extension.Bodies,
			`{"motion":{},"collider":{"geometry":{"shape":0},"physicsMaterial":0}}`, `{}`), shapeNone,
			`"KHR_physics_rigid_bodies":{"physicsMaterials":[{`+m+`}]}`)
	}
	msftMaterial := func(m string) string {
		return physicsFile(onNodes("MSFT_rigid_bodies", `{"rigidBody":{},"collider":0,"physicsMaterial":0}`, `{}`),
			msftShapes(plainColliders),
			`"MSFT_rigid_bodies":{"physicsMaterials":[{`+m+`}]}`)
	}
	omiMaterial := func(m string) string {
		return physicsFile(onNodes("OMI_physics_body",
			`{"motion":{"type":"dynamic"},"collider":{"shape":0,"physicsMaterial":0}}`, `{}`),
			`"OMI_physics_shape":{"shapes":[{"type":"box"}]}`, `"OMI_physics_body":{"physicsMaterials":[{`+m+`}]}`)
	}
	khrFilter := func(f string) string {
		return physicsFile(onNodes(extension.Bodies,
			`{"motion":{},"collider":{"geometry":{"shape":0},"collisionFilter":0}}`, `{}`), shapeNone,
			`"KHR_physics_rigid_bodies":{"collisionFilters":[{`+f+`}]}`)
	}
	msftFilter := func(f string) string {
		return physicsFile(onNodes("MSFT_rigid_bodies", `{"rigidBody":{},"collider":0}`, `{}`),
			msftShapes(`{"box":{},`+f+`}`))
	}
	omiFilter := func(f string) string {
		return physicsFile(onNodes("OMI_physics_body",
			`{"motion":{"type":"dynamic"},"collider":{"shape":0,"collisionFilter":0}}`, `{}`),
			`"OMI_physics_shape":{"shapes":[{"type":"box"}]}`, `"OMI_physics_body":{"collisionFilters":[{`+f+`}]}`)
	}
	khrJoint := func(on, joint string) string {
		return physicsFile(onNodes(extension.Bodies,
			`{"motion":{},"collider":{"geometry":{"shape":0}},"joint":{"connectedNode":2,"joint":0`+on+`}}`,
			`{"collider":{"geometry":{"shape":1}}}`),
			shapeNone, `"KHR_physics_rigid_bodies":{"physicsJoints":[{`+joint+`}]}`)
	}
	msftJoint := func(on, joint string) string {
		return physicsFile(onNodes("MSFT_rigid_bodies",
			`{"rigidBody":{},"collider":0,"joint":{"connectedNode":2,"jointLimits":0`+on+`}}`, `{"collider":1}`),
			msftShapes(plainColliders), `"MSFT_rigid_bodies":{"physicsJointLimits":[{`+joint+`}]}`)
	}
	const inertia, kg = `"inertiaDiagonal":[1,2,3]`, `"mass":4`
	for _, c := range []struct{ alias, khr, without string }{
		// MSFT_rigid_bodies: bodies
		{rigid(`"isKinematic":true`), body(`"isKinematic":true`), rigid(``)},
		{rigid(`"inverseMass":0.25`), body(kg), rigid(``)}, {rigid(`"inverseMass":0`), body(`"mass":0`), rigid(``)},
		{rigid(kg), body(kg), rigid(``)},
		{rigid(`"centerOfMass":[0,0.1,0]`), body(`"centerOfMass":[0,0.1,0]`), rigid(``)},
		{rigid(`"inverseInertiaTensor":[1,0.5,0.25]`), body(`"inertiaDiagonal":[1,2,4]`), rigid(``)},
		{rigid(inertia), body(inertia), rigid(``)},
		{rigid(inertia + `,"inertiaOrientation":[0.6,0,0,0.8]`), body(inertia + `,"inertiaOrientation":[0.6,0,0,0.8]`),
			rigid(inertia)},
		{rigid(`"linearVelocity":[1,2,3]`), body(`"linearVelocity":[1,2,3]`), rigid(``)},
		{rigid(`"angularVelocity":[1,2,3]`), body(`"angularVelocity":[1,2,3]`), rigid(``)},
		{rigid(`"gravityFactor":0.5`), body(`"gravityFactor":0.5`), rigid(``)},
		{msft(`{"trigger":0}`), khr(`{"trigger":{"geometry":{"shape":0}}}`), msft(`{}`)},
		// MSFT_collision_primitives
		{msftShape(`{"sphere":{"radius":0.3}}`), khrShape(`{"type":"sphere","sphere":{"radius":0.3}}`),
			msftShape(`{"sphere":{}}`)},
		{msftShape(`{"box":{"size":[1,2,3]}}`), khrShape(`{"type":"box","box":{"size":[1,2,3]}}`),
			msftShape(`{"box":{}}`)},
		{msftShape(`{"capsule":{"radius":0.3,"height":2}}`),
			khrShape(`{"type":"capsule","capsule":{"radiusTop":0.3,"radiusBottom":0.3,"height":2}}`),
			msftShape(`{"capsule":{}}`)},
		{msftShape(`{"cylinder":{"radius":0.3,"height":2}}`),
			khrShape(`{"type":"cylinder","cylinder":{"radiusTop":0.3,"radiusBottom":0.3,"height":2}}`),
			msftShape(`{"cylinder":{}}`)},
		{msftFilter(`"collisionSystems":["x"]`), khrFilter(`"collisionSystems":["x"]`), msftFilter(`"extras":1`)},
		{msftFilter(`"collideWithSystems":["x"]`), khrFilter(`"collideWithSystems":["x"]`), msftFilter(`"extras":1`)},
		{msftFilter(`"notCollideWithSystems":["x"]`), khrFilter(`"notCollideWithSystems":["x"]`),
			msftFilter(`"extras":1`)},
		// materials of MSFT_rigid_bodies and OMI_physics_body
		{msftMaterial(`"staticFriction":0.3`), khrMaterial(`"staticFriction":0.3`), msftMaterial(``)},
		{msftMaterial(`"dynamicFriction":0.2`), khrMaterial(`"dynamicFriction":0.2`), msftMaterial(``)},
		{msftMaterial(`"restitution":0.3`), khrMaterial(`"restitution":0.3`), msftMaterial(``)},
		{msftMaterial(`"frictionCombine":"MAXIMUM"`), khrMaterial(`"frictionCombine":"maximum"`), msftMaterial(``)},
		{msftMaterial(`"restitutionCombine":"MULTIPLY"`), khrMaterial(`"restitutionCombine":"multiply"`),
			msftMaterial(``)},
		{msftMaterial(`"frictionCombineMode":"minimum"`), khrMaterial(`"frictionCombine":"minimum"`), msftMaterial(``)},
		{msftMaterial(`"restitutionCombineMode":"minimum"`), khrMaterial(`"restitutionCombine":"minimum"`),
			msftMaterial(``)},
		{omiMaterial(`"staticFriction":0.3`), khrMaterial(`"staticFriction":0.3`), omiMaterial(``)},
		{omiMaterial(`"dynamicFriction":0.2`), khrMaterial(`"dynamicFriction":0.2`), omiMaterial(``)},
		{omiMaterial(`"restitution":0.3`), khrMaterial(`"restitution":0.3`), omiMaterial(``)},
		{omiMaterial(`"frictionCombine":"maximum"`), khrMaterial(`"frictionCombine":"maximum"`), omiMaterial(``)},
		{omiMaterial(`"restitutionCombine":"maximum"`), khrMaterial(`"restitutionCombine":"maximum"`), omiMaterial(``)},
		// joints of MSFT_rigid_bodies
		{msftJoint(``, `"limits":[{"linearAxes":[0,1,2]}]`),
			khrJoint(``, `"limits":[{"linearAxes":[0,1,2],"min":0,"max":0}]`), msftJoint(``, `"limits":[]`)},
		{msftJoint(``, `"limits":[{"angularAxes":[0],"min":-1,"max":1}]`),
			khrJoint(``, `"limits":[{"angularAxes":[0],"min":-1,"max":1}]`), msftJoint(``, `"limits":[]`)},
		{msftJoint(``, `"limits":[{"linearAxes":[0],"min":-1,"max":1,"springConstant":9,"springDamping":2}]`),
			khrJoint(``, `"limits":[{"linearAxes":[0],"min":-1,"max":1,"stiffness":9,"damping":2}]`),
			msftJoint(``, `"limits":[{"linearAxes":[0],"min":-1,"max":1}]`)},
		{msftJoint(`,"enableCollision":true`, `"limits":[{"linearAxes":[0]}]`),
			khrJoint(`,"enableCollision":true`, `"limits":[{"linearAxes":[0],"min":0,"max":0}]`),
			msftJoint(``, `"limits":[{"linearAxes":[0]}]`)},
		// OMI_physics_body
		{dynamic(kg), body(kg), dynamic(`"extras":1`)},
		{dynamic(`"centerOfMass":[0,0.1,0]`), body(`"centerOfMass":[0,0.1,0]`), dynamic(`"extras":1`)},
		{dynamic(inertia), body(inertia), dynamic(`"extras":1`)},
		{dynamic(inertia + `,"inertiaOrientation":[0.6,0,0,0.8]`),
			body(inertia + `,"inertiaOrientation":[0.6,0,0,0.8]`), dynamic(inertia)},
		{dynamic(`"linearVelocity":[1,2,3]`), body(`"linearVelocity":[1,2,3]`), dynamic(`"extras":1`)},
		{dynamic(`"angularVelocity":[1,2,3]`), body(`"angularVelocity":[1,2,3]`), dynamic(`"extras":1`)},
		{dynamic(`"gravityFactor":2`), body(`"gravityFactor":2`), dynamic(`"extras":1`)},
		{omi(`{"motion":{"type":"kinematic"},"collider":{"shape":0}}`), body(`"isKinematic":true`),
			dynamic(`"extras":1`)},
		{omi(`{"motion":{"type":"static"},"collider":{"shape":0}}`), khr(`{"collider":{"geometry":{"shape":0}}}`),
			dynamic(`"extras":1`)},
		{omi(`{"trigger":{"shape":0}}`), khr(`{"trigger":{"geometry":{"shape":0}}}`), omi(`{}`)},
		{omiFilter(`"collisionSystems":["x"]`), khrFilter(`"collisionSystems":["x"]`), omiFilter(``)},
		{omiFilter(`"notCollideWithSystems":["x"]`), khrFilter(`"notCollideWithSystems":["x"]`), omiFilter(``)},
		// OMI_physics_shape has defaults of its own
		{omiShape(`{"type":"sphere","sphere":{"radius":0.3}}`), khrShape(`{"type":"sphere","sphere":{"radius":0.3}}`),
			omiShape(`{"type":"sphere"}`)},
		{omiShape(`{"type":"box","box":{"size":[1,2,3]}}`), khrShape(`{"type":"box","box":{"size":[1,2,3]}}`),
			omiShape(`{"type":"box"}`)},
		{omiShape(`{"type":"capsule"}`),
			khrShape(`{"type":"capsule","capsule":{"height":1,"radiusTop":0.5,"radiusBottom":0.5}}`),
			khrShape(`{"type":"capsule"}`)},
		{omiShape(`{"type":"cylinder"}`),
			khrShape(`{"type":"cylinder","cylinder":{"height":2,"radiusTop":0.5,"radiusBottom":0.5}}`),
			khrShape(`{"type":"cylinder"}`)},
		{omiShape(`{"type":"capsule","capsule":{"radius":0.3,"height":2}}`),
			khrShape(`{"type":"capsule","capsule":{"radiusTop":0.3,"radiusBottom":0.3,"height":2}}`),
			omiShape(`{"type":"capsule"}`)},
		{omiShape(`{"type":"cylinder","cylinder":{"radiusBottom":0.4,"radiusTop":0,"height":1}}`),
			khrShape(`{"type":"cylinder","cylinder":{"radiusBottom":0.4,"radiusTop":0,"height":1}}`),
			omiShape(`{"type":"cylinder"}`)},
		// OMI_physics_gravity
		{physicsFile(`{},{},{}`, `"OMI_physics_gravity":{"gravity":3,"direction":[1,0,0]}`),
			physicsFile(`{},{},{}`, `"TUMBLE_physics":{"gravity":[3,0,0]}`), physicsFile(`{},{},{}`)},
	} {
		alias, want := read(t, c.alias), read(t, c.khr)
		if !reflect.DeepEqual(alias, want) {
			t.Errorf("%s\nis not the same as\n%s", c.alias, c.khr)
		}
		if reflect.DeepEqual(alias, read(t, c.without)) {
			t.Errorf("%s\nis the same as without:\n%s", c.alias, c.without)
		}
	}
}

// TestOldColliders reads OMI_collider, with the body type of the first draft of OMI_physics_body above it.
func TestOldColliders(t *testing.T) {
	s := read(t, `{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0,3,4]}],"extensionsRequired":["OMI_collider"],
"extensions":{"OMI_collider":{"colliders":[{"type":"capsule","radius":0.25,"height":2},{"type":"box","size":[1,2,3]},{"type":"sphere","isTrigger":true},
 {"type":"cylinder"}]}},
"nodes":[{"name":"rigid","translation":[0,5,0],"children":[1,2],"extensions":{"OMI_physics_body":{"type":"rigid","mass":3,"linearVelocity":[1,0,0],"inertiaTensor":[1,0,0,0,2,0,0,0,3]}}},
 {"extensions":{"OMI_collider":{"collider":0}}},{"translation":[1,0,0],"extensions":{"OMI_collider":{"collider":1}}},
 {"name":"floor","extensions":{"OMI_collider":{"collider":3},"OMI_physics_body":{"type":"static"}}},{"name":"goal","extensions":{"OMI_collider":{"collider":2}}}]}`)
	if len(s.Bodies) != 3 {
		t.Fatalf("%d bodies", len(s.Bodies))
	}
	b := &s.Bodies[0]
	if b.Def.Type != physics.Dynamic || b.Mass.Mass != 3 || b.Linear != vec.V3(1, 0, 0) || b.Mass.Inertia == nil ||
		b.Mass.Inertia.YY != 2 || len(b.Shapes) != 2 {
		t.Errorf("the body is %+v", b)
	}
	if c, ok := b.Shapes[0].Geometry.(physics.Capsule); !ok || c.A.Dist(c.B) != 1.5 || c.Radius != 0.25 {
		t.Errorf("a capsule of 2 m in all is %+v", b.Shapes[0].Geometry)
	}
	if c, ok := s.Bodies[1].Shapes[0].Geometry.(physics.Cylinder); !ok || c.A.Dist(c.B) != 2 ||
		s.Bodies[1].Def.Type != physics.Static {
		t.Errorf("the floor is %+v", s.Bodies[1])
	}
	if !s.Bodies[2].Shapes[0].Def.Sensor {
		t.Error("the goal is no trigger")
	}
}

// TestConvexAliases reads the colliders of MSFT_collision_primitives that are made of meshes.
func TestConvexAliases(t *testing.T) {
	mesh := meshed(corners(), []uint16{0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3})
	file := func(name, node, ext, content string) string {
		return `{"asset":{"version":"2.0"},"scenes":[{"nodes":[0]}],` + mesh + `"extensions":{"` + ext + `":` +
			content + `},"nodes":[{"name":"a","extensions":{"` + name + `":` + node + `}}]}`
	}
	for kind, convex := range map[string]string{"convex": "true", "trimesh": "false"} {
		alias := read(t, file("MSFT_rigid_bodies", `{"collider":0}`, "MSFT_collision_primitives",
			`{"colliders":[{"`+kind+`":{"mesh":0}}]}`))
		khr := read(t, file(extension.Bodies, `{"collider":{"geometry":{"mesh":0,"convexHull":`+convex+`}}}`,
			extension.Bodies, `{}`))
		if len(alias.Bodies) != 1 || len(alias.Bodies[0].Shapes) != 1 || !reflect.DeepEqual(alias, khr) {
			t.Errorf("%s: %+v is not %+v", kind, alias, khr)
		}
	}
}

// TestJointAliases reads joints of OMI_physics_joint, of the present form and of the first draft.
func TestJointAliases(t *testing.T) {
	const motion = `"OMI_physics_body":{"motion":{"type":"dynamic"},"collider":{"shape":0}}`
	const shapes = `"OMI_physics_shape":{"shapes":[{"type":"box"}]}`
	nodes := func(a, joint string) string {
		return `{"name":"a","translation":[0,1,0],"extensions":{` + motion + a +
			`}},{"name":"b","translation":[3,1,0],"extensions":{` + motion +
			`}},{"translation":[1,1,0],"extensions":{` + joint + `}}`
	}
	now := read(t, physicsFile(nodes(`,"OMI_physics_joint":{"connectedNode":2,"joint":0,"enableCollision":true}`, ``),
		shapes,
		`"OMI_physics_joint":{"physicsJoints":[{"limits":[{"linearAxes":[0,1,2],"min":0,"max":0},{"angularAxes":[0,1],"min":0,"max":0}]}]}`))
	if len(now.Joints) != 1 || now.Joints[0].A != 0 || now.Joints[0].B != 1 ||
		!now.Joints[0].Def.Ends().CollideConnected {
		t.Errorf("joints %+v", now.Joints)
	}
	draft := read(t, physicsFile(nodes(``, `"OMI_physics_joint":{"nodeA":1,"nodeB":2,"constraints":[0,1]}`), shapes,
		`"OMI_physics_joint":{"constraints":[{"linearAxes":[0,1,2]},{"angularAxes":[0,1],"lowerLimit":0,"upperLimit":0}]}`))
	if len(draft.Joints) != 1 {
		t.Fatalf("joints %+v", draft.Joints)
	}
	for i, s := range []*model.Model{now, draft} {
		if kind := fmt.Sprintf("%T", s.Joints[0].Def); kind != "*physics.HingeJointDef" {
			t.Errorf("file %d has a %s", i, kind)
		}
	}
	f := draft.Joints[0].Def.Ends()
	if f.FrameA.P.X != 1 || f.FrameB.P.X != -2 {
		t.Errorf("frames at %v and %v: the node of the joint is 1 m from a and 2 m from b", f.FrameA.P, f.FrameB.P)
	}
}

// TestOMIParents reads colliders and triggers without a shape, which are the parents of those that have one, and limits
// of places and angles together.
func TestOMIParents(t *testing.T) {
	const shapes = `"OMI_physics_shape":{"shapes":[{"type":"box"}]}`
	on := func(physics, more string) string {
		return `{` + more + `"extensions":{"OMI_physics_body":` + physics + `}}`
	}
	for _, index := range []string{``, `"shape":-1,"collisionFilter":-1`} {
		s := read(
			t, `{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0,2,4]}],"extensions":{`+shapes+`},"nodes":[`+
				on(`{"collider":{`+index+`}}`, `"children":[1],`)+`,`+on(`{"collider":{"shape":0,`+
				`"physicsMaterial":-1}}`,
				``)+`,`+
				on(`{"trigger":{`+index+`}}`, `"children":[3],`)+`,`+on(`{"trigger":{"shape":0}}`, ``)+`,`+
				on(`{"motion":{"type":"dynamic"},"collider":{`+index+`}}`, `"children":[5],`)+`,`+on(
				`{"collider":{"shape":0}}`, `"translation":[0,3,0],`)+`]}`)
		if len(s.Bodies) != 3 {
			t.Fatalf("%d bodies", len(s.Bodies))
		}
		for i := range s.Bodies {
			if b := &s.Bodies[i]; len(b.Shapes) != 1 || b.Shapes[0].Def.Sensor != (i == 1) ||
				(b.Def.Type == physics.Dynamic) != (i == 2) {
				t.Errorf("body %d is %+v", i, b)
			}
		}
	}
	const motion = `"OMI_physics_body":{"motion":{"type":"dynamic"},"collider":{"shape":0}}`
	weld := read(t, physicsFile(
		`{"extensions":{`+motion+`}},{"extensions":{`+motion+`,"OMI_physics_joint":{"connectedNode":1,"joint":0}}},{}`,
		shapes,
		`"OMI_physics_joint":{"physicsJoints":[{"limits":[{"linearAxes":[0,1,2],"angularAxes":[0,1,2],"min":0,"max":0}]}]}`))
	if len(weld.Joints) != 1 || fmt.Sprintf("%T", weld.Joints[0].Def) != "*physics.FixedJointDef" {
		t.Errorf("joints %+v", weld.Joints)
	}
}
