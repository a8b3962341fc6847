package urdf

import (
	"errors"
	"strings"
	"testing"

	"tumble/physics"
	"tumble/physics/vec"
	"tumble/scene/internal/scenetest"
	"tumble/scene/model"
)

// ell is an OBJ of an L of 2 m with arms of 0.5 m, as one surface.
const ell = `v 0 0 0
v 2 0 0
v 2 0.5 0
v 0.5 0.5 0
v 0.5 2 0
v 0 2 0
v 0 0 1
v 2 0 1
v 2 0.5 1
v 0.5 0.5 1
v 0.5 2 1
v 0 2 1
f 1 2 8 7
f 2 3 9 8
f 3 4 10 9
f 4 5 11 10
f 5 6 12 11
f 6 1 7 12
f 1 4 3
f 1 3 2
f 1 6 5
f 1 5 4
f 7 9 10
f 7 8 9
f 7 11 12
f 7 10 11
`

func decodeWith(o Options) scenetest.Decode {
	o.Beside = func(name string) ([]byte, error) {
		if name == "ell.obj" {
			return []byte(ell), nil
		}
		return nil, errors.New(name + ": no such file")
	}
	return func(data []byte, f *model.Faults) *model.Model { return decode(data, "r.urdf", o, f) }
}

const unit = `<inertial><mass value="6"/><inertia ixx="1" iyy="1" izz="1"/></inertial>`
const unitBox = `<collision><geometry><box size="1 1 1"/></geometry></collision>`

func robotText(inside string) string { return `<robot name="r">` + inside + `</robot>` }

func jointText(name, kind, parent, child, more string) string {
	return `<joint name="` + name + `" type="` + kind + `"><parent link="` + parent + `"/><child link="` + child +
		`"/>` + more + `</joint>`
}

// TestMassless holds that a mass of 0 means none: a root is fixed then, a link on a fixed joint is a part of
// its parent, and one on another joint has the mass of its shapes.
func TestMassless(t *testing.T) {
	const none = `<inertial><mass value="0"/><inertia ixx="0" iyy="0" izz="0"/></inertial>`
	s, f, r := scenetest.Build(
		t,
		robotText(
			`<link name="base">`+none+unitBox+`</link><link name="arm">`+none+unitBox+`</link>`+
				`<link name="tip">`+none+`</link>`+
				jointText("a", "continuous", "base", "arm", `<origin xyz="0 0 2"/>`)+
				jointText("b", "fixed", "arm", "tip", ``)),
		decodeWith(Options{}))
	if len(s.Bodies) != 3 || s.Bodies[0].Def.Type != physics.Static || s.Bodies[1].Def.Type != physics.Dynamic {
		t.Fatalf("%d bodies: base, arm and ground", len(s.Bodies))
	}
	if m := scenetest.Named(r)["arm"].Mass(); vec.Abs(m-1000) > 0.1 {
		t.Errorf("the arm weighs %g kg", m)
	}
	scenetest.Listed(t, f, `has no mass: that of its shapes`)
}

// TestNoInertia holds that an inertia that is missing, zero or impossible is that of the shapes.
func TestNoInertia(t *testing.T) {
	for name, inertia := range map[string]string{"missing": "", "zero": `<inertia ixx="0" iyy="0" izz="0"/>`,
		"impossible": `<inertia ixx="1" iyy="-1" izz="1"/>`} {
		_, f, r := scenetest.Build(
			t, robotText(`<link name="a"><inertial><mass value="6"/>`+inertia+`</inertial>`+unitBox+`</link>`),
			decodeWith(Options{}))
		data := scenetest.Named(r)["a"].MassData()
		if data.Mass != 6 || vec.Abs(data.Inertia.XX-1) > 1e-3 || vec.Abs(data.Inertia.ZZ-1) > 1e-3 {
			t.Errorf("%s: %+v", name, data)
		}
		scenetest.Listed(t, f, "that of the shapes is taken")
	}
}

// TestFixedLinks holds that links on fixed joints are one body with the mass of all, or bodies of their own
// when they are kept.
func TestFixedLinks(t *testing.T) {
	text := robotText(`<link name="a">` + unit + `</link><link name="b">` + unit + `</link>` + jointText("j", "fixed",
		"a", "b", `<origin xyz="2 0 0" rpy="0 0 1.5708"/>`))
	s, _, r := scenetest.Build(t, text, decodeWith(Options{}))
	if len(s.Bodies) != 2 || len(s.Joints) != 0 {
		t.Fatalf("%d bodies and %d joints", len(s.Bodies), len(s.Joints))
	}
	data := scenetest.Named(r)["a"].MassData()
	// two bodies of 6 kg, each 1 m from the common centre
	if vec.Abs(data.Mass-12) > 1e-4 || data.Center.Dist(vec.V3(1, 0, 0)) > 1e-5 || vec.Abs(data.Inertia.XX-2) > 1e-3 ||
		vec.Abs(data.Inertia.YY-14) > 1e-3 {
		t.Errorf("together %+v", data)
	}
	kept, _, _ := scenetest.Build(t, text, decodeWith(Options{KeepFixedLinks: true}))
	if len(kept.Bodies) != 3 || len(kept.Joints) != 1 {
		t.Errorf("kept: %d bodies and %d joints", len(kept.Bodies), len(kept.Joints))
	}
}

// TestRoots holds which roots stand still: those without mass, and the world.
func TestRoots(t *testing.T) {
	arm := `<link name="c">` + unit + `</link>` + jointText("moves", "continuous", "b", "c", ``)
	for _, c := range []struct {
		root, mass, joint string
		want              physics.BodyType
	}{
		{"base", "", "mount", physics.Static}, {"base_footprint", "", "j", physics.Dynamic},
		{"base", "", "floating_base", physics.Dynamic},
		{"base", unit, "j", physics.Dynamic}, {"world", unit, "j", physics.Static},
	} {
		s, _, _ := scenetest.Build(t, robotText(`<link name="`+c.root+`">`+c.mass+`</link>
<link name="b">`+unit+`</link>`+jointText(c.joint, "fixed", c.root, "b", ``)+arm), decodeWith(Options{}))
		if got := s.Bodies[0].Def.Type; got != c.want {
			t.Errorf("%s with joint %s is %v, not %v", c.root, c.joint, got, c.want)
		}
	}
}

// TestRigidRobot holds that a robot whose joints are all fixed moves as a whole, although its root has no mass.
func TestRigidRobot(t *testing.T) {
	text := robotText(`<link name="base"/><link name="b">` + unit + `</link>` + jointText("j", "fixed", "base", "b",
		``))
	if s, _, _ := scenetest.Build(t, text, decodeWith(Options{})); s.Bodies[0].Def.Type != physics.Dynamic {
		t.Error("it stands still")
	}
}

// TestWorldLink holds that the world is a link which a file need not have.
func TestWorldLink(t *testing.T) {
	text := robotText(`<link name="b">` + unit + `</link>` + jointText("j", "continuous", "world", "b", ``))
	s, _, _ := scenetest.Build(t, text, decodeWith(Options{}))
	if len(s.Joints) != 1 || s.Bodies[s.Joints[0].A].Def.Type != physics.Static {
		t.Errorf("joints %v of bodies %v", s.Joints, s.Bodies)
	}
}

// TestNeighbours holds that links of a robot do not collide, whether a joint connects them or a helper without mass
// between
// two of them, unless that is asked for.
func TestNeighbours(t *testing.T) {
	helped := robotText(`<link name="a">` + unit + unitBox + `</link><link name="h"/>
<link name="b">` + unit + unitBox + `</link>` +
		jointText("j", "continuous", "a", "h", `<origin xyz="0.5 0 0"/>`) + jointText("k", "continuous", "h", "b", ``))
	text := robotText(`<link name="a">` + unit + unitBox + `</link><link name="b">` + unit + unitBox + `</link>` +
		jointText("j", "continuous", "a", "b", `<origin xyz="0.5 0 0"/>`))
	for i := range 4 {
		collide := i%2 == 1
		_, _, r := scenetest.Build(t, []string{text, helped}[i/2], decodeWith(Options{SelfCollision: collide}))
		if err := r.Advance(0); err != nil {
			t.Fatal(err)
		}
		between := false
		for _, c := range r.World.Contacts(nil) {
			between = between || c.ShapeA.Body().Name() != "ground" && c.ShapeB.Body().Name() != "ground"
		}
		if between != collide {
			t.Errorf("self-collision %v: in contact %v", collide, between)
		}
	}
}

// TestOddLimits holds that limits the wrong way round are none, as the loaders of the field take them.
func TestOddLimits(t *testing.T) {
	s, f, _ := scenetest.Build(
		t, robotText(`<link name="a"/><link name="b">`+unit+`</link>`+jointText("j", "revolute", "a", "b",
			`<limit lower="1" upper="0"/>`)), decodeWith(Options{}))
	if s.Joints[0].Def.(*physics.HingeJointDef).Axis.Limited {
		t.Error("the joint has limits")
	}
	scenetest.Listed(t, f, "is above upper")
}

// TestOutOfRange holds that limits without end, shapes without size and inertia of nothing do not keep a robot from
// being read.
func TestOutOfRange(t *testing.T) {
	const none = `<collision><geometry><sphere radius="0"/></geometry></collision><collision><geometry><box size="0 0 0"/></geometry></collision>`
	const light = `<inertial><mass value="0.7"/><inertia ixx="2.7e-20" iyy="5.4e-20" izz="1.3e-20"/></inertial>`
	const flat = `<inertial><mass value="0.004"/><inertia ixx="5.16880e-09" ixy="5.295794e-10" ixz="-1.8902653e-09" iyy="5.5381677e-09" iyz="1.3427088e-09" izz="1.1217169e-09"/></inertial>`
	s, f, r := scenetest.Build(
		t, robotText(`<link name="a"/><link name="b">`+light+none+`</link><link name="c">`+flat+`</link>`+
			jointText("j", "revolute", "a", "b",
				`<limit lower="-1.0E16" upper="INF"/><dynamics damping="1e30"/>`)+
			jointText("k", "floating", "b", "c", ``)),
		decodeWith(Options{}))
	if a := s.Joints[0].Def.(*physics.HingeJointDef).Axis; a.Limited {
		t.Errorf("limits %+v", a)
	}
	if n := len(s.Bodies[1].Shapes); n != 2 {
		t.Errorf("%d shapes", n)
	}
	for i := range 10 {
		if err := r.Advance(i); err != nil {
			t.Fatal(err)
		}
	}
	scenetest.Listed(t, f, "1e+06 is taken", "1e+09 is taken", "0.001 m is taken", "not positive definite")
}

// TestMimic holds that a finger follows another one, also with joints that are not mounted beside the one they follow,
// told before the joints by way of which they do.
func TestMimic(t *testing.T) {
	finger := `<inertial><origin xyz="0 0 0.5"/><mass value="1"/><inertia ixx="0.1" iyy="0.1" izz="0.1"/></inertial>`
	text := robotText(`<link name="palm"/>` + strings.NewReplacer("$", finger).Replace(`<link name="a">$</link><link name="b">$</link><link name="c">$</link>
		<link name="d">$</link><link name="e">$</link><link name="f">$</link>`) +
		jointText("four", "prismatic", "c", "d",
			`<axis xyz="1 0 0"/><limit lower="-5" upper="5"/><mimic joint="one" multiplier="0.3"/>`) +
		jointText("three", "continuous", "b", "c", `<origin xyz="0 0 1"/><axis xyz="0 -1 0"/><mimic joint="one"/>`) +
		jointText("one", "continuous", "palm", "a", `<axis xyz="0 1 0"/>`) +
		jointText("two", "continuous", "palm", "b",
			`<origin xyz="1 0 0"/><axis xyz="0 1 0"/><mimic joint="one" multiplier="-0.5"/>`) +
		jointText("five", "continuous", "a", "e", `<origin xyz="0 0 1"/><axis xyz="0 1 0"/>`) +
		jointText("six", "continuous", "d", "f", `<axis xyz="0 1 0"/><mimic joint="five"/>`))
	_, f, r := scenetest.Build(t, text, decodeWith(Options{}))
	scenetest.Named(r)["a"].ApplyAngularImpulse(scenetest.Named(r)["a"].Rotation().Rotate(vec.V3(0, 2, 0)))
	at := map[string]physics.Joint{}
	for _, j := range r.World.Joints(nil) {
		if _, b := j.Bodies(); j.Kind() == physics.KindHinge || j.Kind() == physics.KindSlider {
			at[b.Name()] = j
		}
	}
	for range 30 {
		if err := r.Advance(0); err != nil {
			t.Fatal(err)
		}
	}
	x := at["a"].At(0).Position()
	if vec.Abs(x) < 0.1 {
		t.Errorf("the finger is at %g", x)
	}
	for name, ratio := range map[string]float32{"b": -0.5, "c": 1, "d": 0.3} {
		if y := at[name].At(0).Position(); vec.Abs(y-ratio*x) > 0.05*vec.Abs(ratio*x) {
			t.Errorf("the finger is at %g, its follower %s at %g", x, name, y)
		}
	}
	scenetest.Listed(t, f, "are mounted on different bodies")
	if n := f.CountOf(model.RankLoss); n != 1 {
		t.Errorf("%d losses", n)
	}
}

// TestGripper holds that a jaw on a slide follows another one the other way.
func TestGripper(t *testing.T) {
	jaw := `<inertial><mass value="1"/><inertia ixx="0.1" iyy="0.1" izz="0.1"/></inertial>`
	const free = `<limit lower="-5" upper="5"/>`
	text := robotText(`<link name="palm"/><link name="a">` + jaw + `</link><link name="b">` + jaw + `</link>` +
		jointText("one", "prismatic", "palm", "a", `<origin xyz="0.5 0 0"/><axis xyz="1 0 0"/>`+free) +
		jointText("two", "prismatic", "palm", "b",
			`<origin xyz="-0.5 0 0" rpy="0 0 0.3"/><axis xyz="-1 0 0"/><mimic joint="one" multiplier="2"/>`+free))
	_, _, r := scenetest.Build(t, text, decodeWith(Options{}))
	named := scenetest.Named(r)
	mass := named["a"].Mass() + named["b"].Mass() + named["b-pinion"].Mass()
	if vec.Abs(mass-2) > 1e-5 {
		t.Errorf("the jaws weigh %g kg", mass)
	}
	a, b := named["a"].Position(), named["b"].Position()
	named["a"].SetLinearVelocity(vec.V3(0.5, 0, 0))
	for range 100 {
		if err := r.Advance(0); err != nil {
			t.Fatal(err)
		}
	}
	x, y := named["a"].Position().Dist(a), named["b"].Position().Dist(b)
	// of the momentum of one jaw a fifth stays: the other one goes twice as fast
	if vec.Abs(x-0.1) > 0.005 || vec.Abs(y-2*x) > 0.01*x {
		t.Errorf("the jaws went %g and %g m", x, y)
	}
}

// TestConcaveMesh holds that a mesh stays one on a body that stands still, and becomes convex parts on one
// that moves.
func TestConcaveMesh(t *testing.T) {
	const mesh = `<collision><geometry><mesh filename="ell.obj"/></geometry></collision>`
	s, f, r := scenetest.Build(t, robotText(`<link name="still">`+mesh+`</link><link name="moves">`+unit+mesh+`</link>`+
		jointText("j", "floating", "still", "moves", `<origin xyz="0 0 5"/>`)), decodeWith(Options{}))
	if _, ok := s.Bodies[0].Shapes[0].Geometry.(physics.Mesh); !ok || len(s.Bodies[0].Shapes) != 1 {
		t.Errorf("the shapes that stand still are %v", s.Bodies[0].Shapes)
	}
	if n := len(s.Bodies[1].Shapes); n < 2 || n > 4 {
		t.Errorf("%d convex parts of an L", n)
	}
	scenetest.Listed(t, f, "convex parts")
	// a corner of the dent is in no part
	world := scenetest.Named(r)["moves"].Transform().Apply(vec.V3(1, 1, 0.5))
	if hit := r.World.OverlapPoint(world, physics.DefaultQueryFilter(), nil); len(hit) > 0 {
		t.Errorf("the dent is filled")
	}
}

// TestPrimitiveVisuals holds that primitive visuals are drawn, in the colour of the robot's material.
func TestPrimitiveVisuals(t *testing.T) {
	s, _, _ := scenetest.Build(
		t, robotText(`<material name="red"><color rgba="1 0 0 1"/></material><link name="a">`+unit+
			`<visual><geometry><cylinder radius="0.5" length="4"/></geometry><material name="red"/></visual></link>`),
		decodeWith(Options{}))
	d := s.Bodies[0].Drawings
	if len(d) != 1 || d[0].Color != [4]uint8{255, 0, 0, 255} {
		t.Fatalf("drawings %v", d)
	}
	box := vec.EmptyAABB
	for _, p := range d[0].Mesh.Points {
		box = box.Include(d[0].Local.Apply(p))
	}
	if half := box.Half(); half.Dist(vec.V3(0.5, 0.5, 2)) > 0.02 {
		t.Errorf("a cylinder along z of 4 m is drawn %v", half)
	}
}

// TestOddTexts holds that commas and optional variables are read, and other texts of xacro are named.
func TestOddTexts(t *testing.T) {
	s, f, _ := scenetest.Build(t, robotText(`<link name="a">`+unit+`</link><link name="b">`+unit+`</link>`+
		jointText("j", "spherical", "a", "b", `<origin xyz="$(optenv OFFSET 1, 2, 3)"/>`)), decodeWith(Options{}))
	if p := s.Joints[0].Def.Ends().FrameA.P; p != vec.V3(1, 2, 3) {
		t.Errorf("the joint is at %v", p)
	}
	scenetest.Listed(t, f, "commas")
	var faults model.Faults
	decode([]byte(robotText(`<link name="${prefix}a"/>`)), "r", Options{}, &faults)
	if err := faults.Err(); err == nil || !strings.Contains(err.Error(), "xacro") {
		t.Errorf("xacro: %v", err)
	}
}

// TestStartsWithinLimits holds that a joint begins in the middle of limits that 0 is outside of, and its follower where
// its rule puts it.
func TestStartsWithinLimits(t *testing.T) {
	text := robotText(`<link name="palm"/><link name="a">` + unit + `</link><link name="b">` + unit + `</link>` +
		jointText("one", "prismatic", "palm", "a",
			`<origin xyz="0 0 1"/><axis xyz="1 0 0"/><limit lower="0.2" upper="0.6"/>`) +
		jointText("two", "prismatic", "palm", "b",
			`<origin xyz="0 0 3"/><axis xyz="1 0 0"/><mimic joint="one" multiplier="-2" offset="0.1"/>`+
				`<limit lower="-9" upper="9"/>`))
	s, f, r := scenetest.Build(t, text, decodeWith(Options{}))
	for name, want := range map[string]vec.Vec3{"a": vec.V3(0.4, 1, 0), "b": vec.V3(-0.7, 3, 0)} {
		if p := scenetest.Named(r)[name].Position(); p.Dist(want) > 1e-5 {
			t.Errorf("%s begins at %v", name, p)
		}
	}
	for _, j := range r.World.Joints(nil) {
		if _, b := j.Bodies(); b.Name() == "a" && j.Kind() == physics.KindSlider {
			if q := j.At(0).Position(); vec.Abs(q-0.4) > 1e-5 {
				t.Errorf("the coordinate is %g", q)
			}
		}
	}
	if len(s.Bodies) != 5 {
		t.Errorf("%d bodies: three links, a pinion and a ground", len(s.Bodies))
	}
	scenetest.Listed(t, f, "begins at 0.4")
}
