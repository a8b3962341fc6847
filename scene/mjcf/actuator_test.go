package mjcf

import (
	"fmt"
	"testing"

	"tumble/physics"
	"tumble/physics/vec"
	"tumble/scene/internal/scenetest"
	"tumble/scene/model"
)

// armModel has a joint of each kind under an actuator of each kind, at rest without gravity, with the given
// attributes of the
// last one.
const armModel = `<mujoco><option gravity="0 0 0"/><default><joint damping="1"/></default><worldbody>
<body name="a"><joint name="a" axis="0 %s 0" ref="10"/><geom size=".1" pos=".3 0 0"/></body>
<body name="b" pos="2 0 0"><joint name="b" type="slide" axis="0 0 %[1]s"/><geom size=".1"/></body>
<body name="c" pos="4 0 0"><joint name="c" axis="0 0 1"/><geom size=".1" pos=".3 0 0"/></body>
<body name="d" pos="6 0 0"><joint name="d" axis="0 0 1"/><geom size=".1" pos=".3 0 0"/></body>
<body name="f" pos="8 0 0"><joint name="f1" type="slide" axis="1 0 0"/><geom size=".1"/></body>
<body name="g" pos="9 0 0"><joint name="f2" type="slide" axis="-1 0 0"/><geom size=".1"/></body></worldbody>
<tendon><fixed name="both"><joint joint="f1" coef=".5"/><joint joint="f2" coef=".5"/></fixed></tendon>
<actuator><position name="a" joint="a" kp="100" kv="10" ctrlrange="-1 1"/>
<general name="b" joint="b" gear="2" gainprm="50" biastype="affine" biasprm="0 -50 -20"/>
<velocity name="c" joint="c" kv="20"/><motor name="d" joint="d" gear="3" ctrlrange="-2 2" forcerange="-1 1"/>
<position name="both" tendon="both" kp="200" kv="20"/></actuator></mujoco>`

// TestDriven holds that the control of an actuator moves its joint to the position, the speed or with the force that
// the law of
// the format has, at the beginning and while the scene runs, and that it is read back from the world.
func TestDriven(t *testing.T) {
	for _, axis := range []string{"1", "-1"} {
		text := fmt.Sprintf(armModel, axis)
		f := &model.Faults{}
		s := read([]byte(text), f)
		if err := f.Err(); err != nil {
			t.Fatal(err)
		}
		r := scenetest.Start(t, s)
		controls := []float32{0.5, 0.4, 1.5, 2, 0.3}
		if err := r.Drive(controls); err != nil {
			t.Fatal(err)
		}
		for i, u := range r.Controls() {
			if want := min(controls[i], []float32{9, 9, 9, 1, 9}[i]); vec.Abs(u-want) > 1e-4 { // the force has a bound
				t.Errorf("actuator %d: control %g is read back, not %g", i, u, want)
			}
		}
		for range 1000 {
			if err := r.Advance(0); err != nil {
				t.Fatal(err)
			}
		}
		joints := map[string]physics.Joint{}
		for _, j := range r.World.Joints(nil) {
			_, b := j.Bodies()
			joints[b.Name()] = j
		}
		ref := float32(10 * 3.14159265 / 180)
		for _, want := range []struct {
			body            string
			position, speed float32
			rate            bool
		}{
			{"a", 0.5 - ref, 0, false}, {"b", 0.2, 0, false}, {"f", 0.3, 0, false}, {"g", 0.3, 0, false},
			// the damper of the joint takes its share: 20·(1.5 − v) = 1·v
			{"c", 0, 1.5 * 20 / 21, true},
			// the force is bounded before the gear: 3·1 = 1·v
			{"d", 0, 3, true},
		} {
			position, speed := joints[want.body].At(0).Position(), joints[want.body].At(0).Rate()
			if !want.rate && vec.Abs(position-want.position) > 2e-3 || want.rate &&
				vec.Abs(speed-want.speed) > 2e-2*want.speed {
				t.Errorf("axis %s: %s is at %g with %g, not at %g with %g", axis, want.body, position, speed,
					want.position,
					want.speed)
			}
		}
	}
}

// TestControlAtTheBeginning holds that the control is a parameter of the scene within the range of the file.
func TestControlAtTheBeginning(t *testing.T) {
	s := read([]byte(fmt.Sprintf(armModel, "1")), &model.Faults{}).Scene()
	r, err := s.New(s.WorldDef(), map[string]float64{`actuator("a")`: 0.7})
	if err != nil {
		t.Fatal(err)
	}
	if u := r.Controls(); vec.Abs(u[0]-0.7) > 1e-5 || u[1] != 0 {
		t.Errorf("controls %v", u)
	}
	if _, err := s.New(s.WorldDef(), map[string]float64{`actuator("a")`: 1.1}); err == nil {
		t.Error("a control beyond its range is taken")
	}
}

// TestJointBoundsActuators holds that a joint bounds the force of its actuator behind the gear, and that rotors of
// joints are of their axes, not of bodies.
func TestJointBoundsActuators(t *testing.T) {
	text := `<mujoco><option gravity="0 0 0"/><worldbody><body name="a"><geom size=".1" mass="1"/>
<joint name="a" type="slide" axis="1 0 0" armature="3" %s/></body></worldbody>
<actuator><motor joint="a" gear="-2" ctrlrange="-10 10"/></actuator></mujoco>`
	for _, c := range []struct {
		attributes   string
		acceleration float32
	}{
		{"", 5}, {`actuatorfrcrange="-9 6"`, 1.5}, {`actuatorfrcrange="-9 6" actuatorfrclimited="false"`, 5},
	} {
		f := &model.Faults{}
		s := read([]byte(fmt.Sprintf(text, c.attributes)), f)
		if len(f.List) > 0 {
			t.Fatal(f.List)
		}
		r := scenetest.Start(t, s)
		if err := r.Drive([]float32{-10}); err != nil {
			t.Fatal(err)
		}
		for range 100 {
			if err := r.Advance(100); err != nil {
				t.Fatal(err)
			}
		}
		if v := r.World.Joints(nil)[0].At(0).Rate(); vec.Abs(v-c.acceleration) > 0.01 {
			t.Errorf("%s: %g m/s after a second, not %g", c.attributes, v, c.acceleration)
		}
	}
}
