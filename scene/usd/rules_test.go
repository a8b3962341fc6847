package usd

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"tumble/physics"
	"tumble/physics/vec"
	"tumble/scene/internal/scenetest"
	"tumble/scene/model"
)

// ballOf is a ball of 0.1 m and 1 kg.
func ballOf(name, position, more string, schemas ...string) string {
	return bodyOf("Sphere", name, "double radius = 0.1 float physics:mass = 1 "+at(position)+more,
		append(schemas, "PhysicsMassAPI")...)
}

// Groups, pairs and articulations keep bodies from each other: what falls passes through, or it does not.
func TestFilters(t *testing.T) {
	group := func(name, members, filtered, more string) string {
		return `def PhysicsCollisionGroup "` + name +
			`" ( apiSchemas = ["CollectionAPI:colliders"] ) { rel collection:colliders:includes = [` + members +
			`] rel physics:filteredGroups = [` + filtered + `] ` + more + "}\n"
	}
	const upper, lower = "(0, 0, 1)", "(0, 0, 0.1)"
	for name, c := range map[string]struct {
		text   string
		passes bool // the upper ball, through the floor
	}{
		"none": {ballOf("A", upper, ""), false},
		"group": {ballOf("A", upper, "") + group("G", "</A>", "</H>", "") + group("H", "</Floor>", "", ""),
			true},
		"back": {ballOf("A", upper, "") + group("G", "</A>", "", "") + group("H", "</Floor>", "</G>", ""),
			true},
		"itself": {ballOf("A", upper, "") + group("G", "</A>, </Floor>", "</G>", ""), true},
		"other": {ballOf("A", upper, "") + group("G", "</A>", "</G>", "") + group("H", "</Floor>", "", ""),
			false},
		"inverted": {ballOf("A", upper, "") + group("G", "</A>", "</G>",
			"bool physics:invertFilteredGroups = true"), true},
		"inverted with": {ballOf("A", upper, "") + group("G", "</A>", "</H>",
			"bool physics:invertFilteredGroups = true") + group("H", "</Floor>", "", ""), false},
		"excluded": {ballOf("A", upper, "") + group("G", "</A>", "</H>", "") + group("H", "</>, </Floor>", "",
			"rel collection:colliders:excludes = </Floor>"), false},
		"merged": {ballOf("A", upper, "") + group("G", "</A>", "", `string physics:mergeGroup = "m"`) + group(
			"K", "", "</H>", `string physics:mergeGroup = "m"`) + group("H", "</Floor>", "", ""), true},
		"pair":     {ballOf("A", upper, "rel physics:filteredPairs = </Floor> ", "PhysicsFilteredPairsAPI"), true},
		"disabled": {ballOf("A", upper, "bool physics:collisionEnabled = false"), true},
	} {
		s, _, r := scenetest.Build(t, metres+floor+c.text, read)
		advance(t, r, s, 1)
		if y := scenetest.Named(r)["/A"].Position().Y; y < 0 != c.passes {
			t.Errorf("%s: the ball is at %g m", name, y)
		}
	}
	s, _, r := scenetest.Build(t, metres+floor+`def Xform "Arm" ( apiSchemas = ["PhysicsArticulationRootAPI", "PhysxArticulationAPI"] ) { bool physxArticulation:enabledSelfCollisions = 0
		`+ballOf("A", lower, "")+ballOf("B", lower, "")+"}", read)
	advance(t, r, s, 1)
	if a, b := scenetest.Named(r)["/Arm/A"].Position(), scenetest.Named(r)["/Arm/B"].Position(); a.Dist(b) > 0.01 {
		t.Errorf("links of one articulation are at %v and %v", a, b)
	}
}

// joint writes a joint of the world with a ball at the origin.
func jointOf(kind, more string, schemas ...string) string {
	list := ""
	for _, s := range schemas {
		list += `"` + s + `", `
	}
	return metres + `def PhysicsScene "Scene" { float physics:gravityMagnitude = 0 }
	` + ballOf("A", "(0, 0, 0)", "") + `def ` + kind + ` "J" ( apiSchemas = [` + list + `] ) { rel physics:body1 = </A> ` + more + "}"
}

func TestJoints(t *testing.T) {
	const all = "float limit:%s:physics:low = 1 float limit:%[1]s:physics:high = -1 "
	lock := func(names ...string) string {
		out := ""
		for _, n := range names {
			out += fmt.Sprintf(all, n)
		}
		return out
	}
	const applied = "PhysicsLimitAPI:transX,PhysicsLimitAPI:transY,PhysicsLimitAPI:transZ,PhysicsLimitAPI:rotX,PhysicsLimitAPI:rotY,PhysicsLimitAPI:rotZ"
	schemas := strings.Split(applied, ",")
	for name, c := range map[string]struct {
		text string
		kind string
		good func(def physics.JointDef) bool
	}{
		"hinge": {jointOf("PhysicsRevoluteJoint", `uniform token physics:axis = "Y"`+
			` float physics:lowerLimit = -90 float physics:upperLimit = 45 float physics:breakForce = 5`),
			"*physics.HingeJointDef", func(d physics.JointDef) bool {
				h := d.(*physics.HingeJointDef)
				return h.Axis.Limited && near(float64(h.Axis.Lower), -math.Pi/2, 1e-5) &&
					near(float64(h.Axis.Upper), math.Pi/4, 1e-5) && h.BreakForce == 5 &&
					h.FrameB.Q.Rotate(vec.AxisZ).Dist(vec.AxisY) < 1e-5
			}},
		"slider": {jointOf("PhysicsPrismaticJoint", `uniform token physics:axis = "Z"`+
			` float physics:lowerLimit = -2 float physics:upperLimit = inf`),
			"*physics.SliderJointDef", func(d physics.JointDef) bool {
				s := d.(*physics.SliderJointDef)
				return s.Axis.Limited && s.Axis.Lower == -2 && s.Axis.Upper == most &&
					s.FrameB.Q.Rotate(vec.AxisX).Dist(vec.AxisZ) < 1e-5
			}},
		"ball": {jointOf("PhysicsSphericalJoint", `float physics:coneAngle0Limit = 30`+
			` float physics:coneAngle1Limit = 30`),
			"*physics.BallJointDef", func(d physics.JointDef) bool {
				b := d.(*physics.BallJointDef)
				return b.Cone.Limited && near(float64(b.Cone.Upper), math.Pi/6, 1e-5) &&
					b.FrameB.Q.Rotate(vec.AxisZ).Dist(vec.AxisX) < 1e-5
			}},
		"fixed": {jointOf("PhysicsFixedJoint", ""), "*physics.FixedJointDef", nil},
		"rope": {jointOf("PhysicsDistanceJoint", "float physics:maxDistance = 2"), "*physics.DistanceJointDef",
			func(d physics.JointDef) bool {
				a := d.(*physics.DistanceJointDef).Axis
				return a.Limited && a.Lower == 0 && a.Upper == 2
			}},
		"rod": {jointOf("DistancePhysicsJoint", "float physics:minDistance = 2 float physics:maxDistance = 2"),
			"*physics.DistanceJointDef",
			func(d physics.JointDef) bool { return d.(*physics.DistanceJointDef).Length == 2 }},
		"free": {jointOf("PhysicsJoint", ""), "*physics.SixJointDef",
			func(d physics.JointDef) bool { return d.(*physics.SixJointDef).Locked == [6]bool{} }},
		"all": {jointOf("PhysicsJoint", lock("transX", "transY", "transZ", "rotX", "rotY", "rotZ"), schemas...),
			"*physics.FixedJointDef", nil},
		"hinge of six": {jointOf("PhysicsJoint", lock("transX", "transY", "transZ", "rotX", "rotZ"), schemas...),
			"*physics.HingeJointDef", func(d physics.JointDef) bool {
				return d.(*physics.HingeJointDef).FrameB.Q.Rotate(vec.AxisZ).Dist(vec.AxisY) < 1e-5
			}},
		"slider of six": {jointOf("PhysicsJoint", lock("transX", "transY", "rotX", "rotY",
			"rotZ")+"float limit:transZ:physics:low = -1", schemas...), "*physics.SliderJointDef",
			func(d physics.JointDef) bool {
				s := d.(*physics.SliderJointDef)
				return s.Axis.Lower == -1 && s.FrameB.Q.Rotate(vec.AxisX).Dist(vec.AxisZ) < 1e-5
			}},
		"ball of six": {jointOf("PhysicsJoint", lock("transX", "transY", "transZ"), schemas[:3]...),
			"*physics.BallJointDef", nil},
	} {
		s, _, _ := scenetest.Build(t, c.text, read)
		if len(s.Joints) != 1 || s.Joints[0].A != -1 {
			t.Errorf("%s: joints %+v", name, s.Joints)
			continue
		}
		def := s.Joints[0].Def
		if kind := fmt.Sprintf("%T", def); kind != c.kind || c.good != nil && !c.good(def) {
			t.Errorf("%s: %s %+v", name, kind, def)
		}
	}
}

// Many instances that stand still are copies of one body for each scale.
func TestManyCopies(t *testing.T) {
	const side = 80
	var which, positions, scales strings.Builder
	for i := range side * side {
		which.WriteString("0, ")
		fmt.Fprintf(&positions, "(%d, %d, 0), ", 2*(i%side), 2*(i/side))
		fmt.Fprintf(&scales, "(1, 1, %d), ", 1+i%2)
	}
	s, f, r := scenetest.Build(t, metres+`def PointInstancer "Many" { rel prototypes = </Many/Box> int[] protoIndices = [`+which.String()+`] point3f[] positions = [`+positions.String()+`]
		float3[] scales = [`+scales.String()+`] double3 xformOp:translate = (0, 0, 5) uniform token[] xformOpOrder = ["xformOp:translate"]
		def Cube "Box" ( apiSchemas = ["PhysicsCollisionAPI"] ) { double size = 1 color3f[] primvars:displayColor = [(1, 0, 0)]`+at("(0, 0, 1)")+"} }", read)
	if len(s.Bodies) != 2 || s.CopyCount() != side*side-2 {
		t.Fatalf("%d bodies, %d copies", len(s.Bodies), s.CopyCount())
	}
	// the top of the tall ones is at 5 + 2·(1 + 0.5)
	last := r.World.Bodies(nil)[side*side-1]
	if b := last.Bounds(); !near(float64(b.Max.Y), 8, 0.01) || !near(float64(b.Max.X), 2*side-1.5, 0.01) ||
		!near(float64(b.Min.Z), -2*side+1.5, 0.01) {
		t.Errorf("the last one is at %v", b)
	}
	scenetest.Listed(t, f, "drawn as their shapes")
}

// A drive to an angle comes to it with the frequency of its stiffness, one to a speed by e in the time of its damping;
// those of accelerations do not care for the mass.
func TestDrives(t *testing.T) {
	drive := func(kind, values string) string {
		out := ""
		for _, v := range strings.Split(values, ",") {
			name, value, _ := strings.Cut(v, "=")
			out += "float drive:" + kind + ":physics:" + name + " = " + value + " "
		}
		return out
	}
	const inertia = 0.4 * 0.01 // of the ball
	// N·m per degree: k = I·ω² with ω = 2π
	stiffness := inertia * 4 * math.Pi * math.Pi * math.Pi / 180
	for name, c := range map[string]struct {
		text string
		good func(b physics.Body) float64 // how far from the expected state after the time
		time float64
	}{
		"spring": {jointOf("PhysicsRevoluteJoint",
			drive("angular", fmt.Sprintf("stiffness=%g,targetPosition=20", stiffness)), "PhysicsDriveAPI:angular"),
			func(b physics.Body) float64 {
				// half a period later it is at twice the target, from the 90° that z upwards means
				return math.Abs(2*math.Asin(float64(b.Rotation().X))*180/math.Pi + 90 - 40)
			}, 0.5},
		"speed": {jointOf("PhysicsPrismaticJoint", drive("linear", "damping=2,targetVelocity=3"),
			"PhysicsDriveAPI:linear"), func(b physics.Body) float64 {
			return 30 * math.Abs(float64(b.LinearVelocity().X)-3*(1-math.Exp(-1)))
		}, 0.5},
		"acceleration": {strings.Replace(
			jointOf("PhysicsPrismaticJoint", `uniform token drive:linear:physics:type = "acceleration" `+drive(
				"linear", "damping=2,targetVelocity=3"), "PhysicsDriveAPI:linear"), "mass = 1", "mass = 50", 1),
			func(b physics.Body) float64 {
				return 30 * math.Abs(float64(b.LinearVelocity().X)-3*(1-math.Exp(-1)))
			}, 0.5},
		"of MuJoCo": {jointOf("PhysicsPrismaticJoint", "double mjc:damping = 2 double mjc:stiffness = 0",
			"MjcJointAPI") + `over "A" { vector3f physics:velocity = (3, 0, 0) }`, func(b physics.Body) float64 {
			return 30 * math.Abs(float64(b.LinearVelocity().X)-3*math.Exp(-1))
		}, 0.5},
		"limited": {jointOf("PhysicsPrismaticJoint", drive("linear", "damping=2000,targetVelocity=100,maxForce=4"),
			"PhysicsDriveAPI:linear"), func(b physics.Body) float64 {
			return 30 * math.Abs(float64(b.LinearVelocity().X)-2)
		}, 0.5},
	} {
		s, _, r := scenetest.Build(t, c.text, read)
		advance(t, r, s, c.time)
		if off := c.good(scenetest.Named(r)["/A"]); !(off < 2) {
			t.Errorf("%s: %g off", name, off)
		}
	}
}

// Joints that leave two angles, as one generic joint or as two hinges between the same bodies, swing as a universal
// joint does, and neither gain energy nor let their bodies collide.
func TestTwoAngles(t *testing.T) {
	const frames = " rel physics:body0 = </Base> rel physics:body1 = </Bob> point3f physics:localPos0 = (0, 0, -0.05) point3f physics:localPos1 = (-0.1, 0, 0.5) "
	lock := ""
	for _, name := range []string{"transX", "transY", "transZ", "rotZ"} {
		lock += "float limit:" + name + ":physics:low = 1 float limit:" + name + ":physics:high = -1 "
	}
	for name, joint := range map[string]string{
		"generic": `def PhysicsJoint "J" ( apiSchemas = ["PhysicsLimitAPI:transX", "PhysicsLimitAPI:transY", "PhysicsLimitAPI:transZ", "PhysicsLimitAPI:rotZ"] ) {` + frames + lock + "}",
		"hinges": `def PhysicsRevoluteJoint "J" { uniform token physics:axis = "X"` + frames +
			`} def PhysicsRevoluteJoint "K" { uniform token physics:axis = "Y"` + frames + "}",
	} {
		s, f, r := scenetest.Build(
			t,
			metres+`def Cube "Base" ( apiSchemas = ["PhysicsCollisionAPI"] ) { double size = 0.1`+at("(0, 0, 2)")+"}"+
				bodyOf("Cube", "Bob",
					"double size = 0.95 float physics:mass = 3 vector3f physics:velocity = (0, 0.3, 0)"+at(
						"(0.1, 0, 1.45)"), "PhysicsMassAPI")+joint, read)
		scenetest.Listed(t, f, "one after the other")
		bob := scenetest.Named(r)["/Bob"]
		mass := 0.0
		for _, b := range r.World.Bodies(nil) {
			if b.Type() == physics.Dynamic {
				mass += float64(b.Mass())
			}
		}
		if !near(mass, 3, 1e-4) {
			t.Errorf("%s: %g kg", name, mass)
		}
		first := 0.0
		for step := range 5 * s.Rate() {
			if err := r.Advance(0); err != nil {
				t.Fatal(err)
			}
			local := bob.Rotation().InvRotate(bob.AngularVelocity())
			energy := 3*(float64(bob.LinearVelocity().Len2())/2+9.81*float64(bob.WorldCenter().Y)) + float64(
				local.Dot(bob.Inertia().MulVec(local)))/2
			if step == 0 {
				first = energy
			}
			if energy > first+0.01*3*9.81 {
				t.Fatalf("%s: %g J more after %d steps", name, energy-first, step)
			}
			if end := bob.Transform().Apply(vec.V3(-0.1, 0, 0.5)); end.Dist(vec.V3(0, 1.95, 0)) > 2e-3 {
				t.Fatalf("%s: the joint came apart: %v", name, end)
			}
		}
	}
}

// Joints hang on parts of bodies, static bodies, references and instances.
func TestJointEnds(t *testing.T) {
	s, f, r := scenetest.Build(t, metres+floor+`
	def "Robot" ( references = @robot.usda@ ) {`+at("(0, 0, 5)")+`}
	def PhysicsSphericalJoint "Hang" { rel physics:body0 = </Robot/Base> rel physics:body1 = </Floor> point3f physics:localPos1 = (0, 0, 3) }
	`+ballOf("Part", "(0, 5, 5)", `def Xform "Grip" {`+at("(1, 0, 0)")+`}`)+ballOf("Held", "(3, 5, 5)", "")+`
	def PhysicsFixedJoint "Held_Part" { rel physics:body0 = </Part/Grip> rel physics:body1 = </Held> point3f physics:localPos1 = (-2, 0, 0) }
	def PhysicsFixedJoint "Nothing" { rel physics:body0 = </None> rel physics:body1 = </Held> }
	def PhysicsFixedJoint "Self" { rel physics:body0 = </Held> rel physics:body1 = </Held> }
	def PhysicsFixedJoint "Off" { rel physics:body0 = </Part> rel physics:body1 = </Held> bool physics:jointEnabled = false }
	def PointInstancer "Many" { rel prototypes = </Many/Ball> int[] protoIndices = [0, 0, 0] point3f[] positions = [(10, 0, 5), (12, 0, 5), (14, 0, 5)]
		float3[] scales = [(1, 1, 1), (2, 2, 2), (1, 1, 1)] int64[] invisibleIds = [2]
		`+ballOf("Ball", "(0, 0, 1)", "")+"}", read)
	bodies := scenetest.Named(r)
	if len(s.Joints) != 4 {
		t.Fatalf("%d joints", len(s.Joints))
	}
	off := slices.IndexFunc(s.Joints, func(j model.Joint) bool { return j.Off })
	if off < 0 || s.Bodies[s.Joints[off].B].Def.Name != "/Held" {
		t.Fatalf("the joint that is off is %d", off)
	}
	s.Joints = slices.Delete(s.Joints, off, off+1)
	for name, want := range map[string]vec.Vec3{"/Robot/Tip": vec.V3(1, 5, 0), "/Many/Ball_0": vec.V3(10, 6, 0),
		"/Many/Ball_1": vec.V3(12, 7, 0)} {
		if p := bodies[name].Position(); p.Dist(want) > 1e-4 {
			t.Errorf("%s is at %v, not %v", name, p, want)
		}
	}
	if _, ok := bodies["/Many/Ball_2"]; ok {
		t.Error("an instance is there that is not to be seen")
	}
	for i, j := range s.Joints {
		frames := j.Def.Ends()
		a, b := s.Bodies[j.A].Def, s.Bodies[j.B].Def
		one := vec.Transform{P: a.Position, Q: a.Rotation}.Mul(frames.FrameA)
		two := vec.Transform{P: b.Position, Q: b.Rotation}.Mul(frames.FrameB)
		if i != 1 && one.P.Dist(two.P) > 1e-4 { // the second one pulls the robot down
			t.Errorf("the ends of joint %d are at %v and %v", i, one.P, two.P)
		}
	}
	scenetest.Listed(t, f, "/None", "one body")
}

func TestFaults(t *testing.T) {
	scenetest.Refuses(t, map[string]string{
		"binary": "PXR-USDC",
		"axis":   "#usda 1.0\n( upAxis = \"X\" )",
		"unit":   "#usda 1.0\n( metersPerUnit = 0 )",
		"order":  metres + `def Xform "a" { uniform token[] xformOpOrder = ["foo"] }`,
		"radius": metres + `def Sphere "a" ( apiSchemas = ["PhysicsCollisionAPI"] ) { double radius = -1 }`,
		"far":    metres + `def Xform "a" {` + at("(1e300, 0, 0)") + "}",
	}, read)
	_, f, _ := scenetest.Build(t, "#usda 1.0\n"+`def Xform "W" ( apiSchemas = ["PhysxTendonAxisAPI:x"] ) {
		def PhysicsScene "A" {} def PhysicsScene "B" {}
		def Xform "C" ( apiSchemas = ["PhysicsCollisionAPI"] ) {}
		def Xform "D" ( apiSchemas = ["PhysicsRigidBodyAPI"] ) { bool physics:kinematicEnabled = 1 def Xform "E" ( apiSchemas = ["PhysicsRigidBodyAPI"] ) {}
			double3 xformOp:translate.timeSamples = { 0: (0, 0, 0), 1: (1, 0, 0) } uniform token[] xformOpOrder = ["xformOp:translate"] }
		def DomeLight "L" {}
		def Sphere "S" ( apiSchemas = ["PhysicsCollisionAPI"] ) { double radius = "big" }
		def PointInstancer "P" { rel prototypes = </W/P/b> int[] protoIndices = [7] point3f[] positions = [(0,0,0)] def Sphere "b" {} } }`, read)
	scenetest.Listed(t, f, "radius: must be a number", "instance 0 has no prototype", "tendons", "second scene",
		"no shape that is known", "animation", "within another body", "DomeLight", "no metersPerUnit")
}

// Bodies within bodies are theirs, unless a joint or a reset of the transforms says otherwise.
func TestNested(t *testing.T) {
	inner := func(more string) string {
		return metres + `def PhysicsScene "S" { float physics:gravityMagnitude = 0 }
		def Sphere "Outer" ( apiSchemas = ["PhysicsRigidBodyAPI", "PhysicsCollisionAPI"] ) {` + at("(0, 0, 5)") + bodyOf("Sphere", "Inner", more) + `}
		`
	}
	for name, c := range map[string]struct {
		text   string
		bodies int
	}{
		"part": {inner(at("(0, 0, 3)")), 1},
		"joined": {inner(at("(0, 0, 3)")) +
			`def PhysicsFixedJoint "J" { rel physics:body0 = </Outer> rel physics:body1 = </Outer/Inner> ` +
			`point3f physics:localPos0 = (0, 0, 3) }`, 2},
		"reset": {inner(
			`double3 xformOp:translate = (0, 0, 8) ` +
				`uniform token[] xformOpOrder = ["!resetXformStack!", "xformOp:translate"]`), 2},
	} {
		s, _, r := scenetest.Build(t, c.text, read)
		moving := 0
		for i := range s.Bodies {
			if s.Bodies[i].Def.Type == physics.Dynamic {
				moving++
			}
		}
		if moving != c.bodies {
			t.Errorf("%s: %d bodies", name, moving)
		}
		if b, ok := scenetest.Named(r)["/Outer/Inner"]; ok && b.Position().Dist(vec.V3(0, 8, 0)) > 1e-4 {
			t.Errorf("%s: the inner one is at %v", name, b.Position())
		}
	}
}

// Files that grow as they are read are refused, or read in time and memory that follow from their size.
func TestHostile(t *testing.T) {
	many := strings.Repeat("0, ", 80_000)
	nested := `def Sphere "p0" {}`
	for i := range 10 {
		nested += fmt.Sprintf(
			` def PointInstancer "p%d" { rel prototypes = </p%d> int[] protoIndices = [%s] `+
				`point3f[] positions = [%s] }`, i+1, i,
			strings.Repeat("0, ", 100), strings.Repeat("(0, 0, 0), ", 100))
	}
	for name, text := range map[string]string{
		"instances": metres + `def PointInstancer "a" { rel prototypes = </a/b> int[] protoIndices = [` + many +
			`] point3f[] positions = [` + strings.ReplaceAll(many, "0", "(0, 0, 0)") + `] ` + ballOf("b", "(0, 0, 0)",
			"") + "}",
		"nested": metres + nested,
	} {
		scenetest.Within(t, len(text), func() {
			f := &model.Faults{}
			if read([]byte(text), f); !f.Failed() {
				t.Errorf("%s is accepted", name)
			}
		})
	}
}

// FuzzDecode feeds the reader with anything.
func FuzzDecode(f *testing.F) {
	for _, text := range []string{
		metres + floor + ballOf("A", "(0, 0, 1)", ""), jointOf("PhysicsJoint", "float drive:rotX:physics:damping = 1",
			"PhysicsDriveAPI:rotX"),
		metres + `def "R" ( references = @robot.usda@ ) {}`,
		metres +
			`def PointInstancer "a" { rel prototypes = </a/b> int[] protoIndices = [0] ` +
			`point3f[] positions = [(0,0,0)] def Sphere "b" {} }`,
	} {
		f.Add([]byte(text))
		scenetest.Broken([]byte(text), func(data []byte) { f.Add(data) })
	}
	f.Fuzz(func(t *testing.T, data []byte) { scenetest.Swallow(t, data, read) })
}
