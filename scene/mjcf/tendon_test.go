package mjcf

import (
	"testing"

	"tumble/physics"
	"tumble/physics/vec"
	"tumble/scene/internal/scenetest"
)

// TestTendons holds that a tendon between two sites is a rope, a rod or a spring, that a fixed one limits its joint,
// that an equality of one joint locks it, and that others are named.
func TestTendons(t *testing.T) {
	s, f, r := scenetest.Build(t, `<mujoco><default><tendon limited="true"/></default><worldbody>
<site name="hook" pos="0 0 3"/>
<body name="a" pos="0 0 2"><freejoint/><geom size=".1" mass="1"/><site name="sa"/></body>
<body name="b" pos="0 1 2"><freejoint/><geom size=".1" mass="1"/><site name="sb"/></body>
<body name="c" pos="3 0 2"><joint name="jc" type="slide" axis="0 0 -1"/><geom size=".1" mass="1"/></body>
<body name="d" pos="4 0 2"><joint name="jd" type="slide" axis="0 0 1"/><geom size=".1" mass="1"/></body>
<body name="e" pos="5 0 2"><freejoint/><geom size=".1" mass="2"/><site name="se"/></body>
<site name="above" pos="5 0 2.5"/>
</worldbody><tendon>
<spatial range="0 1.5"><site site="hook"/><site site="sa"/></spatial>
<spatial range="0.999999 1.000001"><site site="sa"/><site site="sb"/></spatial>
<spatial limited="false" stiffness="200" damping="20" springlength="0.5"><site site="above"/><site site="se"/></spatial>
<fixed range="-1 0.5"><joint joint="jc" coef="2"/></fixed>
<fixed limited="false" range="0 1"><joint joint="jc" coef="1"/><joint joint="jd" coef="1"/></fixed>
<fixed range="0 1"><joint joint="jc" coef="1"/><joint joint="jd" coef="1"/></fixed>
</tendon><equality><joint joint1="jd"/></equality></mujoco>`, withFiles)
	if n := len(s.Joints); n != 5 {
		t.Fatalf("%d joints: two slides, a rope, a rod and a spring", n)
	}
	if d := s.Joints[3].Def.(*physics.DistanceJointDef); d.Axis != (physics.JointAxis{}) || vec.Abs(d.Length-1) > 1e-6 {
		t.Errorf("the rod is %+v", d)
	}
	named := scenetest.Named(r)
	for range 600 {
		if err := r.Advance(0); err != nil {
			t.Fatal(err)
		}
	}
	for name, want := range map[string]float32{"c": 1.75, "d": 2, "e": 2 - 2*9.81/200} {
		if y := named[name].Position().Y; vec.Abs(y-want) > 0.005 {
			t.Errorf("%s is at %g m, not at %g", name, y, want)
		}
	}
	a, b := named["a"].Position(), named["b"].Position()
	if d := a.Dist(vec.V3(0, 3, 0)); d > 1.505 || vec.Abs(a.Dist(b)-1) > 0.005 {
		t.Errorf("the rope is %g m long, the rod %g m", d, a.Dist(b))
	}
	scenetest.Listed(t, f, "is a sum of 2 joints", "pulls nothing by itself")
}

// FuzzTendons looks for tendons, sensors and actuators that break the reader, between the bodies of one model.
func FuzzTendons(f *testing.F) {
	f.Add(
		`<tendon><spatial range="0 2" limited="true" stiffness="3"><site site="s"/><site site="t"/></spatial>` +
			`<fixed name="x" range="-1 1" damping="2"><joint joint="j" coef="2"/></fixed></tendon>`)
	f.Add(
		`<tendon><fixed name="x"><joint joint="j" coef="0"/><joint joint="b"/></fixed></tendon>` +
			`<sensor><tendonpos tendon="x"/><force site="t"/><touch site="s" cutoff="-1"/></sensor>`)
	f.Add(
		`<actuator><position name="p" joint="j" kp="1e30" gear="-2" forcerange="1 -1"/></actuator>` +
			`<sensor><actuatorfrc actuator="p"/><framepos objtype="body" objname="a" reftype="geom" refname="g"/>` +
			`<subtreecom body="world"/></sensor>`)
	f.Fuzz(func(t *testing.T, text string) {
		scenetest.Swallow(t, []byte(`<mujoco><worldbody><site name="w"/><body name="a" pos="0 0 2"><joint name="j"/><geom name="g" size="0.1"/><site name="s" pos="0.2 0 0"/>
<body name="c" pos="1 0 0"><joint name="b" type="ball"/><geom type="ellipsoid" size="0.1 0.2 0.3"/><site name="t" type="box" size="1 2 3"/></body></body></worldbody>`+text+`</mujoco>`), read)
	})
}
