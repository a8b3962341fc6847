package scene

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"testing"

	"tumble/physics"
	"tumble/physics/scenes"
)

// servo is a joint with a damper of its own and an actuator to positions. The moving part has 2 kg, 0.5 m away from the
// axis of a hinge; gains and bound are those of the file where its format has them.
type servo struct {
	format             string
	slide              bool
	damping, kp, bound float64
	gravity            float64
}

// text is the file of a servo.
func (s servo) text() string {
	kind, axis := "hinge", "0 1 0"
	if s.slide {
		kind, axis = "slide", "0 0 1"
	}
	switch s.format {
	case "xml":
		return fmt.Sprintf(`<mujoco><option gravity="0 0 %g"/><compiler angle="radian"/><worldbody><body name="b">
<joint name="j" type="%s" axis="%s" damping="%g"/><inertial pos=".5 0 0" mass="2" diaginertia=".1 .1 .1"/></body>
</worldbody><actuator><position name="p" joint="j" kp="%g" kv="%g" forcerange="%g %g"/></actuator></mujoco>`,
			-s.gravity, kind, axis, s.damping, s.kp, s.kp/10, -s.bound, s.bound)
	case "urdf":
		kind = "continuous"
		if s.slide {
			kind = "prismatic"
		}
		return fmt.Sprintf(`<robot name="r"><link name="base"/><link name="b"><inertial><origin xyz=".5 0 0"/>
<mass value="2"/><inertia ixx=".1" iyy=".1" izz=".1"/></inertial></link><joint name="j" type="%s"><parent link="base"/>
<child link="b"/><axis xyz="%s"/><limit lower="-9" upper="9" effort="%g" velocity="9"/><dynamics damping="%g"/></joint>
<transmission name="t"><type>transmission_interface/SimpleTransmission</type><joint name="j"><hardwareInterface>
hardware_interface/PositionJointInterface</hardwareInterface></joint><actuator name="p"/></transmission></robot>`,
			kind, axis, s.bound, s.damping)
	}
	kind = "revolute"
	if s.slide {
		kind = "prismatic"
	}
	return fmt.Sprintf(`<sdf version="1.9"><world name="w"><gravity>0 0 %g</gravity><model name="m"><link name="base"/>
<link name="b"><inertial><pose>.5 0 0 0 0 0</pose><mass>2</mass><inertia><ixx>.1</ixx><iyy>.1</iyy>
<izz>.1</izz></inertia></inertial></link>
<joint name="fix" type="fixed"><parent>world</parent><child>base</child></joint>
<joint name="j" type="%s"><parent>base</parent><child>b</child><axis><xyz>%s</xyz><dynamics><damping>%g</damping>
</dynamics></axis></joint><plugin filename="gz-sim-joint-position-controller-system"
 name="gz::sim::systems::JointPositionController"><joint_name>j</joint_name><p_gain>%g</p_gain><d_gain>%g</d_gain>
<cmd_max>%g</cmd_max><cmd_min>%g</cmd_min></plugin></model></world></sdf>`,
		-s.gravity, kind, axis, s.damping, s.kp, s.kp/10, s.bound, -s.bound)
}

// start builds the world of a servo; the joint is that of the name j.
func (s servo) start(t *testing.T) (*scenes.Run, physics.Joint) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "servo."+s.format)
	if err := os.WriteFile(path, []byte(s.text()), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := Open(path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	shown := f.Scene()
	r, err := shown.New(shown.WorldDef(), nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.World.Close)
	for _, j := range r.World.Joints(nil) {
		if j.Kind() == physics.KindHinge || j.Kind() == physics.KindSlider {
			return r, j
		}
	}
	t.Fatalf("%+v: no joint", s)
	return nil, physics.Joint{}
}

// load is the force of gravity along the coordinate at q.
func (s servo) load(q float64) float64 {
	if s.slide {
		return -2 * s.gravity
	}
	return 2 * s.gravity * 0.5 * math.Cos(q)
}

// TestServosBesideDampers holds that an actuator to positions takes a joint with a damper of its own to where the
// statics of its gain and bound say, and that the damper, which no bound of an actuator bounds, slows it down until
// then: one that pushes with all of its force moves at force/damping.
func TestServosBesideDampers(t *testing.T) {
	for _, format := range []string{"xml", "urdf", "sdf"} {
		for _, slide := range []bool{false, true} {
			for _, damping := range []float64{0, 0.5, 20, 200} {
				for _, kp := range []float64{200, 2000, 2e5} {
					s := servo{format, slide, damping, kp, 1000, 9.81}
					if format == "urdf" {
						s.bound = kp / 2 // gains follow from it
						s.gravity = 9.81
					}
					s.reaches(t)
					s.gravity, s.bound = 0, 5
					s.slips(t)
				}
			}
		}
	}
}

// reaches holds that the joint comes to rest where the actuator carries the load.
func (s servo) reaches(t *testing.T) {
	t.Helper()
	const target = 0.4
	r, j := s.start(t)
	a := r.Scene.Actuators[0]
	axis, own := j.At(0).Axis(), j.At(0).Passive()
	if axis.Stiffness <= 0 || float64(own.Damping) != float64(float32(s.damping)) {
		t.Errorf("%+v: the axis is %+v with %+v", s, axis, own)
	}
	if err := r.Drive([]float32{target}); err != nil {
		t.Fatal(err)
	}
	for range 800 {
		r.World.Step(0.01)
	}
	q := 0.0
	for range 200 {
		push := float64(a.Stiffness) * (target - q)
		push = math.Max(-s.bound, math.Min(s.bound, push))
		q += (push + s.load(q)) / (float64(a.Stiffness) + 20)
	}
	at, speed := j.At(0).Position(), j.At(0).Rate()
	if e := math.Abs(float64(at) - q); e > 2e-3*math.Max(math.Abs(q), 0.4)+0.05*math.Abs(target-q) ||
		math.Abs(float64(speed)) > 1e-3 {
		t.Errorf("%+v: at %g with %g, statics say %g", s, at, speed, q)
	}
}

// slips holds that a bounded actuator with a target far away moves against the damper alone at force/damping.
func (s servo) slips(t *testing.T) {
	t.Helper()
	if s.damping < 20 {
		return
	}
	if s.format == "urdf" {
		s.bound = 50
	}
	r, j := s.start(t)
	r.World.SetGravity(physics.Vec3{})
	if err := r.Drive([]float32{8}); err != nil {
		t.Fatal(err)
	}
	for range 50 {
		r.World.Step(0.01)
	}
	if speed := j.At(0).Rate(); math.Abs(float64(speed)*s.damping/s.bound-1) > 0.02 {
		t.Errorf("%+v: moves at %g, not at %g", s, speed, s.bound/s.damping)
	}
}
