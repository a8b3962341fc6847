package mjcf

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"tumble/physics"
	"tumble/physics/vec"
	"tumble/scene/internal/scenetest"
	"tumble/scene/model"
)

// files are those that the models of the tests name.
var files = map[string]string{
	"parts/tetra.obj": "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n",
	"leg.xml": `<mujocoinclude><body name="leg" pos="0 0 2"><joint name="hip" axis="1 0 0"/>
<geom size="0.1" mass="2"/></body></mujocoinclude>`,
	"round.xml": `<mujocoinclude><include file="round.xml"/></mujocoinclude>`,
}

func withFiles(data []byte, f *model.Faults) *model.Model {
	return decode(data, "m.xml", Options{Beside: func(name string) ([]byte, error) {
		if text, ok := files[name]; ok {
			return []byte(text), nil
		}
		return nil, errors.New(name + ": no such file")
	}}, f)
}

func worldText(inside string) string {
	return `<mujoco><worldbody>` + inside + `</worldbody></mujoco>`
}

// masses are the masses of the bodies of a model by name.
func masses(t *testing.T, text string) map[string]physics.MassData {
	t.Helper()
	_, _, r := scenetest.Build(t, text, withFiles)
	out := map[string]physics.MassData{}
	for name, b := range scenetest.Named(r) {
		if b.Type() == physics.Dynamic {
			out[name] = b.MassData()
		}
	}
	return out
}

func within(x, want float32) bool { return vec.Abs(x-want) <= 1e-4*vec.Max(vec.Abs(want), 1e-3) }

// TestMasses holds the masses of bodies: geoms that do not collide count, bodies without joints are parts of
// their parents with the masses of the file, and totals and modes of the compiler hold.
func TestMasses(t *testing.T) {
	free := func(inside string) string { return `<body name="a"><freejoint/>` + inside + `</body>` }
	ellipsoid := 4.0 / 3 * 3.14159265 * 0.1 * 0.2 * 0.3 * 1000
	for name, c := range map[string]struct {
		text string
		want float32
	}{
		"silent geom": {worldText(free(`<geom size="0.1" mass="3" contype="0" conaffinity="0"/>`)), 3},
		"ellipsoid":   {worldText(free(`<geom type="ellipsoid" size="0.1 0.2 0.3"/>`)), float32(ellipsoid)},
		"inertial": {worldText(free(`<inertial pos="0 0 0" mass="5" diaginertia="1 1 1"/>
<geom size="0.1" mass="3"/>`)), 5},
		"welded child": {worldText(free(`<inertial pos="0 0 0" mass="5" diaginertia="1 1 1"/><body pos="1 0 0">
<geom size="0.1" mass="3"/></body>`)), 8},
		"welded inertial": {worldText(free(`<geom size="0.1" mass="3"/><body pos="1 0 0">
<inertial pos="0 0 0" mass="4" diaginertia="1 1 1"/></body>`)), 7},
		"from geoms": {`<mujoco><compiler inertiafromgeom="true"/>
<worldbody>` + free(`<inertial pos="0 0 0" mass="5" diaginertia="1 1 1"/><geom size="0.1" mass="3"/>`) + `</worldbody>
</mujoco>`, 3},
		"total": {`<mujoco><compiler settotalmass="12"/><worldbody>` + free(`<geom size="0.1" mass="3"/>
<body pos="0 0 1"><joint/><geom size="0.1" mass="1"/></body>`) + `</worldbody></mujoco>`, 9},
		"mesh": {`<mujoco><compiler meshdir="parts"/><asset><mesh file="tetra.obj" scale="2 2 2"/></asset>
<worldbody>` + free(`<geom type="mesh" mesh="tetra" density="3"/>`) + `</worldbody></mujoco>`, 4},
		"inline mesh": {`<mujoco><asset><mesh name="m" vertex="0 0 0 1 0 0 0 1 0 0 0 1"/></asset>
<worldbody>` + free(`<geom type="mesh" mesh="m" density="6"/>`) + `</worldbody></mujoco>`, 1},
	} {
		if m := masses(t, c.text)["a"]; !within(m.Mass, c.want) {
			t.Errorf("%s: %g kg, not %g", name, m.Mass, c.want)
		}
	}
	groups := `<mujoco><compiler inertiagrouprange="4 5"/><worldbody>` +
		free(`<geom size="0.1" mass="3" group="1"/><geom size="0.1" mass="2" group="4"/>`) + `</worldbody></mujoco>`
	if m := masses(t, groups)["a"]; !within(m.Mass, 2) {
		t.Errorf("of geoms of groups 1 and 4 those of 4 and 5 weigh: %g kg, not 2", m.Mass)
	}
	// a body of next to nothing does not get the mass of a body without shapes
	if m := masses(t, worldText(free(`<geom size="0.01" density="0.00001"/>`)))["a"]; m.Mass > 1e-3 {
		t.Errorf("a speck has %g kg", m.Mass)
	}
	// the welded child of 3 kg is 1 m away from the 5 kg
	if m := masses(t, worldText(free(`<inertial pos="0 0 0" mass="5" diaginertia="1 1 1"/><body pos="1 0 0">
<inertial pos="0 0 0" mass="3" diaginertia="1 1 1"/>
</body>`)))["a"]; !within(m.Center.X, 0.375) || !within(m.Inertia.XX, 2) || !within(m.Inertia.YY, 2+8*15.0/64) {
		t.Errorf("together %+v", m)
	}
	// the rotor of a joint resists only about its axis
	if m := masses(t, worldText(`<body name="a"><joint axis="0 0 1" armature="0.5"/>
<inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>
</body>`))["a"]; !within(m.Inertia.ZZ, 1) || !within(m.Inertia.XX, 1) {
		t.Errorf("with a rotor %+v", m.Inertia)
	}
}

// TestUnfolded holds the models that includes, frames and replicas stand for.
func TestUnfolded(t *testing.T) {
	_, _, r := scenetest.Build(t, `<mujoco><default><default class="big"><geom size="0.3"/></default></default>
<worldbody><include file="leg.xml"/>
<frame pos="0 0 1" euler="0 0 90" childclass="big"><body name="framed" pos="1 0 0"><freejoint/><geom mass="1"/></body>
</frame>
<replicate count="3" offset="0 2 0" sep="_"><body name="copy" pos="5 0 1"><freejoint/><geom size="0.1"/></body>
</replicate>
<replicate count="2"><replicate count="3"><body name="n" pos="0 0 9"><freejoint/><geom size="0.1"/></body></replicate>
</replicate>
<replicate count="4" euler="0 0 90"><geom type="box" pos="8 0 0.5" size="0.1 0.1 0.1"/></replicate>
</worldbody></mujoco>`, withFiles)
	byName := scenetest.Named(r)
	for name, want := range map[string]vec.Vec3{"leg": vec.V3(0, 2, 0), "framed": vec.V3(0, 1, -1), "copy_0": vec.V3(5,
		1, 0), "copy_2": vec.V3(5, 1, -4)} {
		if p := byName[name].Position(); p.Dist(want) > 1e-4 {
			t.Errorf("%s is at %v, not %v", name, p, want)
		}
	}
	if !byName["n20"].Valid() || byName["n02"].Valid() {
		t.Error("the number of an inner replica does not come first")
	}
	if s, ok := byName["framed"].Shapes(nil)[0].Geometry().(physics.Sphere); !ok || s.Radius != 0.3 {
		t.Error("the class of the frame does not count")
	}
	if n := byName["world"].ShapeCount(); n != 4 {
		t.Errorf("%d boxes around the world", n)
	}
	scenetest.Refuses(t, map[string]string{
		"missing":  worldText(`<include file="none.xml"/>`),
		"circle":   worldText(`<include file="round.xml"/>`),
		"replicas": worldText(`<replicate count="1000000"><geom size="1"/></replicate>`),
		"nested": worldText(strings.Repeat(`<replicate count="1000">`,
			4) + `<geom size="1"/>` + strings.Repeat(`</replicate>`, 4)),
	}, withFiles)
}

// TestContacts holds which geoms collide: one matching side is enough, and exclude, pair and flags count.
func TestContacts(t *testing.T) {
	geom := func(name, at, words string) string {
		return `<body name="` + name + `" pos="` + at + `"><freejoint/>
<geom name="g` + name + `" size="0.5" ` + words + `/></body>`
	}
	for name, c := range map[string]struct {
		a, b, more string
		want       bool
	}{
		"default":     {"", "", "", true},
		"one side":    {`contype="2" conaffinity="0"`, `contype="0" conaffinity="2"`, "", true},
		"other bits":  {`contype="2" conaffinity="2"`, `contype="4" conaffinity="4"`, "", false},
		"both silent": {`contype="0" conaffinity="0"`, ``, "", false},
		"exclude":     {"", "", `<contact><exclude body1="a" body2="b"/></contact>`, false},
		"pair": {`contype="0" conaffinity="0"`, `contype="0" conaffinity="0"`, `<contact>
<pair geom1="ga" geom2="gb"/></contact>`, true},
		"flag": {"", "", `<option><flag contact="disable"/></option>`, false},
	} {
		_, _, r := scenetest.Build(t, `<mujoco>`+c.more+`<worldbody>`+geom("a", "0 0 0", c.a)+geom("b", "0.9 0 0",
			c.b)+geom("other", "9 0 0", "")+`</worldbody></mujoco>`, withFiles)
		if err := r.Advance(0); err != nil {
			t.Fatal(err)
		}
		if got := len(r.World.Contacts(nil)) > 0; got != c.want {
			t.Errorf("%s: in contact %v, want %v", name, got, c.want)
		}
	}
}

// TestActuators holds the force of actuators without control: springs and dampers, times the gear squared,
// about the coordinate 0, which ref moves, beside those of the joint.
func TestActuators(t *testing.T) {
	model := func(joint, actuator string) string {
		return `<mujoco><option gravity="0 0 0"/><compiler angle="radian"/><worldbody><body name="a">
<joint name="j" axis="0 0 1" ` + joint +
			`/><inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/></body></worldbody>
<actuator>` + actuator + `</actuator></mujoco>`
	}
	for name, c := range map[string]struct {
		text               string
		stiffness, damping float32
		target             float32
	}{
		"position": {model("", `<position joint="j" kp="5" kv="2"/>`), 5, 2, 0},
		"gear":     {model("", `<position joint="j" kp="5" gear="3"/>`), 45, 0, 0},
		"general":  {model("", `<general joint="j" biastype="affine" biasprm="0 -7 -2"/>`), 7, 2, 0},
		"velocity": {model(`damping="1"`, `<velocity joint="j" kv="4"/>`), 0, 4, 0},
		"both":     {model(`stiffness="5" springref="0.4"`, `<position joint="j" kp="15"/>`), 15, 0, 0},
		"ref":      {model(`ref="0.3" range="-1 1"`, `<position joint="j" kp="15"/>`), 15, 0, -0.3},
	} {
		s, _, _ := scenetest.Build(t, c.text, withFiles)
		j := &s.Joints[0]
		axis := &j.Def.(*physics.HingeJointDef).Axis
		if !within(axis.Stiffness, c.stiffness) || !within(axis.Damping, c.damping) || !within(axis.Target, c.target) {
			t.Errorf("%s: %+v", name, axis)
		}
		own := map[string]physics.JointPassive{"velocity": {Damping: 1}, "both": {Stiffness: 5, Rest: 0.4}}[name]
		if j.PassiveAt(0) != own {
			t.Errorf("%s: the joint itself has %+v", name, j.PassiveAt(0))
		}
		if name == "ref" && (!within(axis.Lower, -1.3) || !within(axis.Upper, 0.7)) {
			t.Errorf("limits %g to %g", axis.Lower, axis.Upper)
		}
	}
}

// TestSeveralJoints holds that joints of one body whose axes are at right angles keep their axes, however
// these lie in the body.
func TestSeveralJoints(t *testing.T) {
	s, f, _ := scenetest.Build(t, worldText(`<body><joint axis="0.6 0.8 0" range="-10 20"/>
<joint axis="0 0 -1" range="-30 40"/><geom size="0.1"/></body>`), withFiles)
	d := s.Joints[0].Def.(*physics.SixJointDef)
	for k, want := range map[int]vec.Vec3{3: vec.V3(0.6, 0.8, 0), 4: vec.V3(0, 0, -1)} {
		axis := d.FrameB.Q.Rotate([3]vec.Vec3{vec.AxisX, vec.AxisY, vec.AxisZ}[k-3])
		if d.Locked[k] || axis.Dist(want) > 1e-5 {
			t.Errorf("coordinate %d is about %v, not %v", k, axis, want)
		}
	}
	if n := f.CountOf(model.RankLoss); n > 0 || !within(d.Axes[4].Upper, 40*3.14159265/180) {
		t.Errorf("faults %v, limits %+v", f.List, d.Axes[4])
	}
}

// TestEqualities holds the joints of constraints: points, frames by sites, and coupled hinges.
func TestEqualities(t *testing.T) {
	const arm = `<geom type="capsule" size="0.05" fromto="0 0 0 0 0 -1" mass="1"/>`
	s, f, r := scenetest.Build(t, `<mujoco><worldbody>
<body name="a" pos="0 0 2"><joint name="ja" axis="0 1 0"/>`+arm+`</body><body name="b" pos="1 0 2">
<joint name="jb" axis="0 1 0"/>`+arm+`</body>
<body name="c" pos="3 0 2"><freejoint/>`+arm+`<site name="tip" pos="0 0 -1"/></body><site name="hook" pos="3 0 1"/>
</worldbody>
<equality><joint joint1="jb" joint2="ja" polycoef="0 -2"/><connect site1="tip" site2="hook"/>
<weld body1="a" body2="none"/><connect body1="a" body2="b" anchor="0 0 0" active="false"/></equality>
</mujoco>`, withFiles)
	if n := len(s.Joints); n != 5 || !s.Joints[4].Off {
		t.Fatalf("%d joints: two hinges, a gear, a ball, and a ball that is off", n)
	}
	named := scenetest.Named(r)
	named["a"].ApplyAngularImpulse(vec.V3(0, 0, 0.2))
	for range 20 {
		if err := r.Advance(0); err != nil {
			t.Fatal(err)
		}
	}
	wa, wb := named["a"].AngularVelocity().Z, named["b"].AngularVelocity().Z
	if vec.Abs(wa) < 0.01 || vec.Abs(wb+2*wa) > 0.1*vec.Abs(wa) {
		t.Errorf("the hinges rotate at %g and %g", wa, wb)
	}
	if p := named["c"].Transform().Apply(vec.V3(0, 0, -1)); p.Dist(vec.V3(3, 1, 0)) > 0.01 {
		t.Errorf("the tip is at %v", p)
	}
	scenetest.Listed(t, f, "its sides are not known")
}

// TestRotorOfABall holds that the rotor of a ball joint is inertia of its body, and that this is told where its parent
// moves: it does not resist rotation against the parent alone then.
func TestRotorOfABall(t *testing.T) {
	text := worldText(`<body name="a"><joint type="ball"%s/><inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>
<body name="b"><joint type="ball"%s/><inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/></body></body>`)
	for i, rotors := range [][2]any{{` armature="0.5"`, ""}, {"", ` armature="0.5"`}} {
		f := &model.Faults{}
		s := read([]byte(fmt.Sprintf(text, rotors[0], rotors[1])), f)
		if f.Err() != nil || f.CountOf(model.RankLoss) != i {
			t.Errorf("joint %d: %v", i, f.List)
		}
		for k := range s.Bodies {
			want := float32(1)
			if k == i {
				want = 1.5
			}
			if m := s.Bodies[k].Mass.Inertia; m == nil || vec.Abs(m.XX-want) > 1e-6 || vec.Abs(m.ZZ-want) > 1e-6 {
				t.Errorf("joint %d: body %d has %v", i, k, m)
			}
		}
	}
}
