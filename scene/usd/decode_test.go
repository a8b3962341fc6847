package usd

import (
	"errors"
	"math"
	"strings"
	"testing"

	"tumble/physics"
	"tumble/physics/scenes"
	"tumble/physics/vec"
	"tumble/scene/internal/scenetest"
	"tumble/scene/model"
)

// files are those beside the scenes of the tests.
var files = map[string]string{
	"robot.usda": `#usda 1.0
( defaultPrim = "Robot" metersPerUnit = 1 )
def Xform "Robot" {
	def Sphere "Base" ( apiSchemas = ["PhysicsRigidBodyAPI", "PhysicsCollisionAPI"] ) { double radius = 0.1 }
	def Sphere "Tip" ( apiSchemas = ["PhysicsRigidBodyAPI", "PhysicsCollisionAPI"] ) { double radius = 0.1
		double3 xformOp:translate = (1, 0, 0) uniform token[] xformOpOrder = ["xformOp:translate"] }
	def PhysicsFixedJoint "Hold" { rel physics:body0 = </Robot/Base> rel physics:body1 = </Robot/Tip> point3f physics:localPos0 = (1, 0, 0) }
}`,
}

func beside(name string) ([]byte, error) {
	if text, ok := files[name]; ok {
		return []byte(text), nil
	}
	return nil, errors.New(name + ": no such file")
}

func read(data []byte, f *model.Faults) *model.Model {
	return decode(data, "a.usda", Options{Beside: beside}, f)
}

// metres is the head of a scene in metres with z upwards.
const metres = "#usda 1.0\n( metersPerUnit = 1 upAxis = \"Z\" )\n"

// at is where a prim is.
func at(position string) string {
	return " double3 xformOp:translate = " + position + " uniform token[] xformOpOrder = [\"xformOp:translate\"] "
}

// bodyOf is a body with a collider of one prim.
func bodyOf(kind, name, more string, schemas ...string) string {
	list := `"PhysicsRigidBodyAPI", "PhysicsCollisionAPI"`
	for _, s := range schemas {
		list += `, "` + s + `"`
	}
	return "def " + kind + ` "` + name + `" ( apiSchemas = [` + list + "] ) {" + more + "}\n"
}

const floor = `def Cube "Floor" ( apiSchemas = ["PhysicsCollisionAPI"] ) { double size = 1
	float3 xformOp:scale = (100, 100, 2) double3 xformOp:translate = (0, 0, -1) uniform token[] xformOpOrder = ["xformOp:translate", "xformOp:scale"] }
`

func advance(t *testing.T, r *scenes.Run, s *model.Model, seconds float64) {
	t.Helper()
	for range int(seconds*float64(s.Rate()) + 0.5) {
		if err := r.Advance(0); err != nil {
			t.Fatal(err)
		}
	}
}

func near(a, b, within float64) bool { return math.Abs(a-b) <= within }

// A ball in centimetres and grams falls half a second on a planet of its own, and rests on a floor.
func TestFallInUnits(t *testing.T) {
	s, _, r := scenetest.Build(t, `#usda 1.0
( metersPerUnit = 0.01 kilogramsPerUnit = 0.001 upAxis = "Y" )
def PhysicsScene "Scene" { vector3f physics:gravityDirection = (0, 0, 0) float physics:gravityMagnitude = 400 }
def Xform "World" { float3 xformOp:scale = (2, 2, 2) uniform token[] xformOpOrder = ["xformOp:scale"]
`+bodyOf("Sphere", "Ball", "double radius = 5 vector3f physics:velocity = (50, 0, 0) vector3f physics:angularVelocity = (0, 90, 0)"+at("(0, 100, 0)"))+`}
def Plane "Ground" ( apiSchemas = ["PhysicsCollisionAPI"] ) { token axis = "Y" }`, read)
	ball := scenetest.Named(r)["/World/Ball"]
	// 0.1 m of water: 4/3·π·r³·1000
	if want := 4.18879; !near(float64(ball.Mass()), want, 1e-3) || s.Settings.Gravity.Dist(vec.V3(0, -4, 0)) > 1e-5 {
		t.Errorf("%g kg, gravity %v", ball.Mass(), s.Settings.Gravity)
	}
	if v, w := ball.LinearVelocity(), ball.AngularVelocity(); v.Dist(vec.V3(1, 0, 0)) > 1e-5 ||
		w.Dist(vec.V3(0, math.Pi/2, 0)) > 1e-5 {
		t.Errorf("velocities %v and %v", v, w)
	}
	advance(t, r, s, 0.5)
	if p := ball.Position(); p.Dist(vec.V3(0.5, 1.5, 0)) > 0.02 {
		t.Errorf("the ball is at %v", p)
	}
	advance(t, r, s, 3)
	if y := ball.Position().Y; !near(float64(y), 0.1, 0.01) {
		t.Errorf("the ball is at %g m", y)
	}
}

// A rod of 1 m on a hinge at its end swings with the period 2π·√(2·L/3·g).
func TestPendulum(t *testing.T) {
	for axis, rotated := range map[string]string{"X": "(1, 0, 0, 0)", "Z": "(0.70710678, 0, 0.70710678, 0)"} {
		s, _, r := scenetest.Build(t, metres+bodyOf("Cube", "Rod", `double size = 1
			float3 xformOp:scale = (0.01, 0.01, 1) float xformOp:rotateX = 5 double3 xformOp:translate = (0, 0.0435779, 1.5019026)
			uniform token[] xformOpOrder = ["xformOp:translate", "xformOp:rotateX", "xformOp:scale"]`)+`
		def PhysicsRevoluteJoint "Hinge" { uniform token physics:axis = "`+axis+`" rel physics:body1 = </Rod>
			point3f physics:localPos0 = (0, 0, 2) point3f physics:localPos1 = (0, 0, 0.5)
			quatf physics:localRot0 = `+rotated+` quatf physics:localRot1 = `+rotated+` }`, read)
		rod := scenetest.Named(r)["/Rod"]
		if len(s.Bodies) != 1 || len(s.Joints) != 1 {
			t.Fatalf("%d bodies, %d joints", len(s.Bodies), len(s.Joints))
		}
		// the largest deflection on the side of the beginning comes back after a period
		best, when := -1.0, 0.0
		period := 2 * math.Pi * math.Sqrt(2.0/3/9.81)
		for step := range int(1.3 * period * float64(s.Rate())) {
			if err := r.Advance(0); err != nil {
				t.Fatal(err)
			}
			side := -float64(rod.Position().Z)
			if now := float64(step+1) / float64(s.Rate()); now > period/2 && side > best {
				best, when = side, now
			}
		}
		if !near(when, period, 0.03) || !near(best, 0.0435779, 1e-3) {
			t.Errorf("axis %s: it is back at %g m after %g s, not %g", axis, best, when, period)
		}
	}
}

func TestMass(t *testing.T) {
	_, f, r := scenetest.Build(t, metres+
		bodyOf("Cube", "Water", "double size = 1")+
		bodyOf("Cube", "Dense", "double size = 1 float physics:density = 2000", "PhysicsMassAPI")+
		bodyOf("Cube", "Given", `double size = 1 float physics:mass = 6 point3f physics:centerOfMass = (0, 0, 0.25)`,
			"PhysicsMassAPI")+
		bodyOf("Cube", "Far", `double size = 0.1 float physics:mass = 6 point3f physics:centerOfMass = (3000, 200, 0)`,
			"PhysicsMassAPI")+
		bodyOf("Cube", "Inert",
			`double size = 1 float physics:mass = 6 float3 physics:diagonalInertia = (1, 2, 2.5) `+
				`quatf physics:principalAxes = (0.70710678, 0, 0, 0.70710678)`, "PhysicsMassAPI")+
		bodyOf("Cube", "Bound", `double size = 1 rel material:binding = </Steel>`)+`
	def Xform "Two" ( apiSchemas = ["PhysicsRigidBodyAPI", "PhysicsMassAPI"] ) { float physics:density = 100
		def Cube "A" ( apiSchemas = ["PhysicsCollisionAPI"] ) { double size = 1 }
		def Cube "B" ( apiSchemas = ["PhysicsCollisionAPI", "PhysicsMassAPI"] ) { double size = 1 float physics:mass = 300 bool physics:collisionEnabled = false`+at("(2, 0, 0)")+`}
	}
	def Xform "Moved" ( apiSchemas = ["PhysicsRigidBodyAPI"] ) {
		def Cube "A" ( apiSchemas = ["PhysicsCollisionAPI", "PhysicsMassAPI"] ) { double size = 1 float physics:mass = 6 point3f physics:centerOfMass = (0, 0, 0.25) }
	}
	def Xform "Bare" ( apiSchemas = ["PhysicsRigidBodyAPI", "PhysicsMassAPI"] ) { float physics:mass = 2 }
	def Material "Steel" ( apiSchemas = ["PhysicsMaterialAPI"] ) { float physics:density = 7800 float physics:dynamicFriction = 0.3 float physics:restitution = 0.5 }`, read)
	bodies := scenetest.Named(r)
	for name, want := range map[string]float64{"/Water": 1000, "/Dense": 2000, "/Given": 6, "/Far": 6, "/Inert": 6,
		"/Bound": 7800, "/Two": 400, "/Moved": 6, "/Bare": 2} {
		if got := bodies[name].Mass(); !near(float64(got), want, 1e-3*want) {
			t.Errorf("%s: %g kg, not %g", name, got, want)
		}
	}
	// z of the file is y of the world, but the frame of a body is that of its prim
	if c := bodies["/Given"].MassData().Center; c.Dist(vec.V3(0, 0, 0.25)) > 1e-5 {
		t.Errorf("the centre is %v", c)
	}
	// 6·1/6 of the cube and 6·0.25² of its other centre
	if i := bodies["/Given"].MassData().Inertia; !near(float64(i.XX), 1.375, 1e-3) || !near(float64(i.ZZ), 1, 1e-3) {
		t.Errorf("the inertia is %v, not 1.375 kg·m² about x", i)
	}
	if i := bodies["/Inert"].MassData().Inertia; !near(float64(i.XX), 2, 1e-3) || !near(float64(i.YY), 1, 1e-3) ||
		!near(float64(i.ZZ), 2.5, 1e-3) {
		t.Errorf("the rotated inertia is %v", i)
	}
	if m := bodies["/Moved"].MassData(); m.Center.Dist(vec.V3(0, 0, 0.25)) > 1e-5 ||
		!near(float64(m.Inertia.XX), 1.375, 1e-3) {
		t.Errorf("a collider with another centre has its centre at %v and %v kg·m²", m.Center, m.Inertia)
	}
	two := bodies["/Two"]
	if c := two.MassData().Center; c.Dist(vec.V3(1.5, 0, 0)) > 1e-5 || two.ShapeCount() != 1 {
		t.Errorf("centre %v, %d shapes", c, two.ShapeCount())
	}
	// 400·1/6 of both cubes, and 100·1.5² + 300·0.5² about the centre between them
	if i := two.MassData().Inertia; !near(float64(i.ZZ), 400.0/6+300, 0.1) {
		t.Errorf("the inertia of two is %v", i)
	}
	shape := bodies["/Bound"].Shapes(nil)[0]
	if m := shape.Material(); m.Friction != 0.3 || m.Restitution != 0.5 || m.FrictionRule != physics.CombineAverage {
		t.Errorf("material %+v", m)
	}
	scenetest.Listed(t, f, "ball of 0.1 m")
}

func TestShapes(t *testing.T) {
	const box = `int[] faceVertexCounts = [4, 4, 4, 4, 4, 4] int[] faceVertexIndices = [0, 1, 3, 2, 4, 6, 7, 5, 6, 2, 3, 7, 4, 5, 1, 0, 4, 0, 2, 6, 5, 7, 3, 1]
		point3f[] points = [(-0.5, -0.5, 0.5), (0.5, -0.5, 0.5), (-0.5, 0.5, 0.5), (0.5, 0.5, 0.5), (-0.5, -0.5, -0.5), (0.5, -0.5, -0.5), (-0.5, 0.5, -0.5), (0.5, 0.5, -0.5)] `
	scaled := ` float3 xformOp:scale = (1, 2, 3) uniform token[] xformOpOrder = ["xformOp:scale"] `
	_, f, r := scenetest.Build(t, metres+
		bodyOf("Cube", "Cube", scaled)+bodyOf("Sphere", "Ball", "")+bodyOf("Sphere", "Egg", scaled)+
		bodyOf("Capsule", "Pill", `token axis = "X"`)+bodyOf("Cylinder", "Can",
		`token axis = "Y" double height = 4`)+bodyOf("Cone", "Tip", "")+
		bodyOf("Cylinder", "Oval", scaled)+bodyOf("Cylinder_1", "Bowl", "double radiusTop = 2")+
		bodyOf("Mesh", "Hull", box+` uniform token physics:approximation = "convexHull"`+scaled)+
		bodyOf("Mesh", "Parts", box+` uniform token physics:approximation = "convexDecomposition"`)+
		bodyOf("Mesh", "Bounds", box+` uniform token physics:approximation = "boundingCube"`+scaled)+
		bodyOf("Mesh", "Round", box+` uniform token physics:approximation = "boundingSphere"`)+
		bodyOf("Mesh", "Mirror",
			box+` float3 xformOp:scale = (-1, 1, 1) uniform token[] xformOpOrder = ["xformOp:scale"] `)+
		bodyOf("Mesh", "Broken",
			`int[] faceVertexCounts = [9] int[] faceVertexIndices = [0, 1, 2] `+
				`point3f[] points = [(0,0,0), (1,0,0), (0,1,0)]`)+
		bodyOf("Mesh", "Driven", box+"bool physics:kinematicEnabled = true")+bodyOf("Plane", "Tilted",
		"bool physics:kinematicEnabled = true")+
		bodyOf("Sphere", "Dot", "double radius = 0")+
		`def Cube "Gate" ( apiSchemas = ["PhysicsCollisionAPI", "PhysxTriggerAPI"] ) {}
	def Mesh "Still" ( apiSchemas = ["PhysicsCollisionAPI"] ) {`+box+`}
	def Plane "Plane" ( apiSchemas = ["PhysicsCollisionAPI"] ) { token axis = "Z"`+at("(0, 0, -50)")+`}
	def Sphere "Seen" { color3f[] primvars:displayColor = [(1, 0, 0)] }`, read)
	bodies := scenetest.Named(r)
	pi := math.Pi
	for name, want := range map[string]struct {
		geometry string
		volume   float64
		within   float64
	}{
		"/Cube": {"Box", 48, 1e-3}, "/Ball": {"Sphere", 4 * pi / 3, 1e-3}, "/Egg": {"Hull", 8 * pi, 0.1},
		"/Pill": {"Capsule", pi / 4 * (1 + 2.0/3), 1e-3},
		"/Can":  {"Cylinder", 4 * pi, 1e-2}, "/Tip": {"Cone", 2 * pi / 3, 1e-2}, "/Oval": {"Hull", 12 * pi, 0.1},
		"/Bowl": {"Hull", 14 * pi / 3, 0.1},
		"/Hull": {"Hull", 6, 1e-3}, "/Parts": {"Hull", 1, 1e-3}, "/Bounds": {"Box", 6, 1e-3},
		"/Round": {"Sphere", 4 * pi / 3 * 0.75 * math.Sqrt(0.75), 1e-3}, "/Mirror": {"Hull", 1, 1e-3},
	} {
		b := bodies[name]
		shapes := b.Shapes(nil)
		if len(shapes) != 1 {
			t.Errorf("%s has %d shapes", name, len(shapes))
			continue
		}
		if kind := typeName(shapes[0].Geometry()); kind != want.geometry || !near(float64(b.Mass())/1000, want.volume,
			want.within*want.volume) {
			t.Errorf("%s is a %s of %g m³, not a %s of %g", name, kind, b.Mass()/1000, want.geometry, want.volume)
		}
	}
	for name, want := range map[string]string{"/Still": "Mesh", "/Driven": "Hull"} {
		if kind := typeName(bodies[name].Shapes(nil)[0].Geometry()); kind != want {
			t.Errorf("the mesh %s is a %s", name, kind)
		}
	}
	if !bodies["/Gate"].Shapes(nil)[0].Sensor() {
		t.Error("a trigger is no sensor")
	}
	if p := bodies["/Plane"].Shapes(nil)[0].Geometry().(physics.Plane); p.Normal.Dist(vec.AxisZ) > 1e-5 ||
		bodies["/Plane"].Transform().Q.Rotate(p.Normal).Dist(vec.AxisY) > 1e-5 {
		t.Errorf("the plane is %+v", p)
	}
	scenetest.Listed(t, f, "more corners", "/Egg", "scaled unevenly", "a plane on a body", "a Sphere of 0 m")
}

func typeName(g physics.Geometry) string {
	switch g.(type) {
	case physics.Box:
		return "Box"
	case physics.Sphere:
		return "Sphere"
	case physics.Capsule:
		return "Capsule"
	case physics.Cylinder:
		return "Cylinder"
	case physics.Cone:
		return "Cone"
	case physics.Hull:
		return "Hull"
	case physics.Mesh:
		return "Mesh"
	}
	return "?"
}

// Every transform operation, in the order of the format: the last one acts first.
func TestTransforms(t *testing.T) {
	for ops, want := range map[string]vec.Vec3{
		`double3 xformOp:translate = (1, 2, 3) float xformOp:rotateZ = 90 | "xformOp:translate", "xformOp:rotateZ"`:                                                vec.V3(1, 3, 3),
		`double3 xformOp:translate = (1, 2, 3) float xformOp:rotateZ = 90 | "xformOp:rotateZ", "xformOp:translate"`:                                                vec.V3(-2, 2, 3),
		`float3 xformOp:rotateXYZ = (90, 0, 90) | "xformOp:rotateXYZ"`:                                                                                             vec.V3(0, 1, 0),
		`float3 xformOp:rotateZYX = (90, 0, 90) | "xformOp:rotateZYX"`:                                                                                             vec.V3(0, 0, 1),
		`quatf xformOp:orient = (0.70710678, 0, 0, 0.70710678) | "xformOp:orient"`:                                                                                 vec.V3(0, 1, 0),
		`matrix4d xformOp:transform = ((0, 1, 0, 0), (-1, 0, 0, 0), (0, 0, 1, 0), (5, 6, 7, 1)) | "xformOp:transform"`:                                             vec.V3(5, 7, 7),
		`double3 xformOp:translate:pivot = (1, 0, 0) float xformOp:rotateZ = 90 | "xformOp:translate:pivot", "xformOp:rotateZ", "!invert!xformOp:translate:pivot"`: vec.V3(1, 0, 0),
		`double3 xformOp:translate = (1, 2, 3) | "!resetXformStack!", "xformOp:translate"`:                                                                         vec.V3(2, 2, 3),
		`double xformOp:translateY = 4 float xformOp:scaleX = 3 | "xformOp:translateY", "xformOp:scaleX"`:                                                          vec.V3(3, 4, 0),
	} {
		attributes, order, _ := strings.Cut(ops, "|")
		outer, shift := "(10, 0, 0)", vec.V3(10, 0, 0)
		if strings.Contains(order, "reset") {
			shift = vec.Vec3{}
		}
		_, _, r := scenetest.Build(t, metres+`def Xform "Outer" {`+at(outer)+`
			def Xform "Body" ( apiSchemas = ["PhysicsRigidBodyAPI"] ) { `+attributes+`uniform token[] xformOpOrder = [`+order+`]
				def Sphere "At" ( apiSchemas = ["PhysicsCollisionAPI"] ) { double radius = 0.1`+at("(1, 0, 0)")+`} } }`, read)
		body := scenetest.Named(r)["/Outer/Body"]
		if body.ShapeCount() != 1 {
			t.Errorf("%s: no shape", ops)
			continue
		}
		p := body.WorldCenter()
		if got := vec.V3(p.X, -p.Z, p.Y).Sub(shift); got.Dist(want) > 1e-4 {
			t.Errorf("%s: the sphere is at %v, not %v", ops, got, want)
		}
	}
}
