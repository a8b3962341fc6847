package mjcf

import (
	"math"
	"testing"

	"tumble/physics"
	"tumble/physics/vec"
	"tumble/scene/internal/scenetest"
	"tumble/scene/model"
)

// posed is an arm of a hinge and a slide, a free ball and a body on two hinges, with two keyframes. The hinge is at 90°
// in the first.
const posed = `<mujoco><compiler angle="radian"/><option gravity="0 0 0"/><worldbody>
<body name="arm" pos="0 0 1"><joint name="hinge" axis="0 1 0" ref="0.5"/><geom size="0.1" mass="1"/>
 <body name="hand" pos="1 0 0"><joint name="slide" type="slide" axis="1 0 0"/><geom size="0.1" mass="1"/></body></body>
<body name="ball"><freejoint/><geom size="0.1" mass="1"/></body>
<body name="two" pos="9 0 0"><joint name="x" axis="-1 0 0" pos="0 0 1"/><joint name="z" axis="0 0 1"/><geom size="0.1" mass="1" pos="0 0 -0.5"/></body>
</worldbody>
<actuator><position joint="hinge" kp="10"/><motor joint="slide" gear="2"/><velocity joint="z" kv="5"/><motor joint="x" ctrlrange="-1 1"/></actuator>
<keyframe>
<key name="bent" qpos="2.0707963 0.25  5 6 7 0.7071068 0 0 0.7071068  1.5707963 0" qvel="2 3  1 2 3 0 0 4  0 0" ctrl="0 0 0 0"/>
<key name="driven" ctrl="1 2 3 -4"/>
</keyframe></mujoco>`

func withKey(key string) func([]byte, *model.Faults) *model.Model {
	return func(data []byte, f *model.Faults) *model.Model {
		return decode(data, "m.xml", Options{Key: key}, f)
	}
}

// TestKey holds where bodies are in a keyframe and how they move. The file has z up, the scene y.
func TestKey(t *testing.T) {
	_, f, r := scenetest.Build(t, posed, withKey(""))
	byName := scenetest.Named(r)
	for name, want := range map[string]struct{ at, linear, angular vec.Vec3 }{
		// a quarter about y takes x to −z of the file: the hand hangs 1.25 m below the hinge
		"arm":  {vec.V3(0, 1, 0), vec.Vec3{}, vec.V3(0, 0, -2)},
		"hand": {vec.V3(0, -0.25, 0), vec.V3(-2.5, -3, 0), vec.V3(0, 0, -2)},
		"ball": {vec.V3(5, 7, -6), vec.V3(1, 3, -2), vec.V3(0, 4, 0)},
		// about −x at 1 m above: what was below goes to −y of the file
		"two": {vec.V3(9, 1, 1), vec.Vec3{}, vec.Vec3{}},
	} {
		b := byName[name]
		if d := b.Position().Dist(want.at); d > 1e-4 {
			t.Errorf("%s is at %v, not %v", name, b.Position(), want.at)
		}
		if b.LinearVelocity().Dist(want.linear) > 1e-4 || b.AngularVelocity().Dist(want.angular) > 1e-4 {
			t.Errorf("%s moves by %v and %v, not %v and %v", name, b.LinearVelocity(), b.AngularVelocity(), want.linear,
				want.angular)
		}
	}
	for _, j := range r.World.Joints(nil) {
		if _, b := j.Bodies(); b.Name() == "arm" {
			if x := j.At(0).Position(); vec.Abs(x-math.Pi/2) > 1e-4 {
				t.Errorf("the hinge is at %g", x)
			}
		}
	}
	scenetest.Listed(t, f, "is the first of 2 keyframes")
	_, _, r = scenetest.Build(t, posed, withKey(NoKey))
	if p := scenetest.Named(r)["hand"].Position(); p.Dist(vec.V3(1, 1, 0)) > 1e-5 {
		t.Errorf("without a keyframe the hand is at %v", p)
	}
	var faults model.Faults
	withKey("other")([]byte(posed), &faults)
	if !faults.Failed() {
		t.Error("a keyframe that is not there")
	}
	_, f, _ = scenetest.Build(
		t,
		`<mujoco><worldbody><body><joint/><geom size="1"/></body></worldbody>`+
			`<keyframe><key qpos="1 2"/></keyframe></mujoco>`, withKey(""))
	scenetest.Listed(t, f, "has 2 positions")
}

// TestControls holds the effect of actuators under the controls of a keyframe: a position, constant forces within their
// range, and a velocity.
func TestControls(t *testing.T) {
	for _, key := range []string{"driven", "1"} {
		s, _, r := scenetest.Build(t, posed, withKey(key))
		hinge, slide := s.Joints[0], s.Joints[1].Def.(*physics.SliderJointDef).Axis
		// the coordinate of the scene is 0 where that of the file is 0.5
		if a := hinge.Def.(*physics.HingeJointDef).Axis; a.Stiffness != 10 || vec.Abs(a.Target-0.5) > 1e-6 {
			t.Errorf("the position: %+v", a)
		}
		if !slide.Motor || slide.MaxForce != 4 || slide.Speed <= 0 {
			t.Errorf("the motor: %+v", slide)
		}
		before := scenetest.Named(r)["hand"].LinearVelocity()
		if err := r.Advance(0); err != nil {
			t.Fatal(err)
		}
		step := 1 / float32(s.Rate())
		if dv := scenetest.Named(r)["hand"].LinearVelocity().Sub(before).X; dv < 3.5*step || dv > 4.1*step {
			t.Errorf("4 N push 1 kg along the slide by %g m/s", dv)
		}
		six := s.Joints[2]
		for i := range 200 {
			if err := r.Advance(i); err != nil {
				t.Fatal(err)
			}
		}
		six0 := six.Def.(*physics.SixJointDef)
		forces, rates := 0, 0
		for _, a := range six0.Axes {
			if a.Damping > 0 && vec.Abs(a.Rate) == 3 {
				rates++
			}
			if a.Motor && a.MaxForce == 1 {
				forces++
			}
		}
		if forces != 1 || rates != 1 {
			t.Errorf("on two hinges: %d forces, %d dampers to 3 rad/s", forces, rates)
		}
	}
}
