package mjcf

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"tumble/physics"
	"tumble/physics/scenes"
	"tumble/physics/vec"
	"tumble/scene/gltf"
	"tumble/scene/internal/scenetest"
	"tumble/scene/model"
)

// quadrotor has four rotors on sites, which push up and twist against their turn; %[1]g is the angle (rad) by which
// it rolls, %[2]s its controls.
const quadrotor = `<mujoco><compiler angle="radian"/><worldbody>
<body name="x2" pos="0 0 1" euler="%[1]g 0 0"><freejoint/>
<inertial pos="0 0 0" mass="1.325" diaginertia="0.04 0.03 0.06"/><geom size=".05"/>
<site name="r1" pos="-.14 -.18 .05"/><site name="r2" pos="-.14 .18 .05"/>
<site name="r3" pos=".14 .18 .08" euler="0 0 1"/><site name="r4" pos=".14 -.18 .08"/></body></worldbody>
<actuator><motor name="m1" site="r1" gear="0 0 1 0 0 -.0201" ctrlrange="0 13"/>
<motor name="m2" site="r2" gear="0 0 1 0 0 .0201" ctrlrange="0 13"/>
<motor name="m3" site="r3" gear="0 0 2 0 0 -.0402" ctrlrange="0 6.5"/>
<general name="m4" site="r4" gear="0 0 1 0 0 .0201" gainprm="2" ctrlrange="0 6.5"/>
<motor name="roll" site="r1" gear="0 0 0 1 0 0"/></actuator>
<keyframe><key ctrl="%[2]s"/></keyframe></mujoco>`

const hover = 1.325 * 9.81 / 4

// fly lets a model fly and returns its body.
func fly(t *testing.T, s *model.Model, seconds float64) (physics.Body, *scenes.Run) {
	t.Helper()
	r := scenetest.Start(t, s)
	for range int(seconds*float64(r.Scene.Rate()) + 0.5) {
		if err := r.Advance(0); err != nil {
			t.Fatal(err)
		}
	}
	for _, b := range r.World.Bodies(nil) {
		if b.Type() == physics.Dynamic {
			return b, r
		}
	}
	t.Fatal("no body")
	return physics.Body{}, nil
}

func quad(t *testing.T, roll float32, controls string) *model.Model {
	t.Helper()
	f := &model.Faults{}
	s := read([]byte(fmt.Sprintf(quadrotor, roll, controls)), f)
	if f.Err() != nil || len(f.List) > 0 {
		t.Fatal(f.List)
	}
	return s
}

// even are controls that carry the weight.
func even() string { return fmt.Sprintf("%g %g %g %g 0", hover, hover, hover/2, hover/2) }

// TestHover holds that four motors on sites which carry the weight keep a quadrotor at rest, also after the model has
// been saved as MJCF and as glTF.
func TestHover(t *testing.T) {
	s := quad(t, 0, even())
	f := &model.Faults{}
	models := map[string]*model.Model{"read": s, "MJCF": read(Encode(s, f), f)}
	if f.Err() != nil || len(f.List) > 0 {
		t.Error(f.List)
	}
	data, err := gltf.Encode(s, true)
	if err != nil {
		t.Fatal(err)
	}
	m, err := gltf.Decode(data, "x2.glb", gltf.Options{})
	if err != nil {
		t.Fatal(err)
	}
	models["glTF"] = m
	for name, s := range models {
		b, r := fly(t, s, 2)
		if v, w := b.LinearVelocity().Len(), b.AngularVelocity().Len(); v > 1e-3 || w > 1e-3 || b.Position().Y < 0.99 {
			t.Errorf("%s: moves with %g m/s and %g rad/s at %v", name, v, w, b.Position())
		}
		u := r.Controls()
		want := []float32{hover, hover, hover / 2, hover / 2, 0}
		for i := range want {
			if vec.Abs(u[i]-want[i]) > 1e-5 {
				t.Errorf("%s: controls %v, not %v", name, u, want)
			}
		}
		for i := range want {
			want[i] *= 0.5
		}
		if err := r.Drive(want); err != nil || r.Controls()[1] != want[1] {
			t.Errorf("%s: %v, controls %v", name, err, r.Controls())
		}
		for range r.Scene.Rate() {
			r.Advance(0)
		}
		if v := b.LinearVelocity().Y; vec.Abs(v+0.5*9.81) > 0.01 {
			t.Errorf("%s: falls with %g m/s under half of the force", name, v)
		}
	}
}

// TestPushesRotate holds that the force of a motor rotates with its body, and that its torque spins it.
func TestPushesRotate(t *testing.T) {
	const roll, seconds = 0.5, 0.5
	b, _ := fly(t, quad(t, roll, even()), seconds)
	sin, cos := math.Sincos(roll)
	want := vec.V3(0, float32(9.81*(cos-1)*seconds), float32(9.81*sin*seconds))
	if v := b.LinearVelocity(); v.Dist(want) > 0.01 {
		t.Errorf("rolled, it moves with %v, not %v", v, want)
	}
	b, _ = fly(t, quad(t, 0, fmt.Sprintf("%g 0 %g 0 0", 2*hover, hover)), seconds)
	// both twist the same way, and their forces are opposite each other
	spin := -2 * 2 * hover * 0.0201 / 0.06 * seconds
	if w := b.AngularVelocity(); vec.Abs(w.Y-float32(spin)) > 0.01 {
		t.Errorf("spins with %v, not with %g about y", w, spin)
	}
	b, _ = fly(t, quad(t, 0, "0 0 0 0 0.01"), seconds)
	if w := b.AngularVelocity(); vec.Abs(w.X-float32(0.01/0.04*seconds)) > 1e-3 {
		t.Errorf("rolls with %v", w)
	}
}

// TestUnknownPushes holds that actuators of sites which are not known tell so.
func TestUnknownPushes(t *testing.T) {
	for old, c := range map[string][2]string{
		`site="r1" gear`:   {`site="r9" gear`, `there is no site "r9"`},
		`site="r2" gear`:   {`site="r2" refsite="r1" gear`, "refsite"},
		`<motor name="m3"`: {`<velocity name="m3"`, "damping"},
	} {
		f := &model.Faults{}
		read([]byte(strings.Replace(fmt.Sprintf(quadrotor, 0.0, even()), old, c[0], 1)), f)
		if list := f.List; len(list) != 1 || !strings.Contains(list[0].Message, c[1]) {
			t.Errorf("%s: %v", c[0], list)
		}
	}
}
