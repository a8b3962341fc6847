package urdf

import (
	"strings"
	"testing"

	"tumble/physics/scenes"
	"tumble/scene/model"
)

// driven is an arm whose joints have a transmission each, or a command interface.
const driven = `<robot name="arm"><link name="base"/>
<link name="upper"><inertial><origin xyz="0 0 .5"/><mass value="2"/><inertia ixx=".1" iyy=".1" izz=".01"/></inertial>
  </link>
<link name="lower"><inertial><origin xyz="0 0 .4"/><mass value="1"/><inertia ixx=".1" iyy=".1" izz=".01"/></inertial>
  </link>
<link name="jaw"><inertial><mass value=".2"/><inertia ixx=".001" iyy=".001" izz=".001"/></inertial></link>
<joint name="shoulder" type="revolute"><parent link="base"/><child link="upper"/><axis xyz="0 1 0"/>
 <limit lower="-2" upper="2" effort="80" velocity="2"/></joint>
<joint name="elbow" type="continuous"><parent link="upper"/><child link="lower"/><origin xyz="0 0 1"/>
  <axis xyz="0 1 0"/>
 <limit effort="40" velocity="3"/></joint>
<joint name="grip" type="prismatic"><parent link="lower"/><child link="jaw"/><origin xyz="0 0 .8"/><axis xyz="1 0 0"/>
 <limit lower="0" upper=".05" effort="20" velocity=".1"/></joint>PARTS</robot>`

// transmission is one of ROS 1.
func transmission(joint, kind string) string {
	return `<transmission name="t-` + joint + `"><type>transmission_interface/SimpleTransmission</type>
  <joint name="` + joint +
		`"><hardwareInterface>hardware_interface/` + kind +
		`JointInterface</hardwareInterface></joint><actuator name="m-` +
		joint + `"><mechanicalReduction>50</mechanicalReduction></actuator></transmission>`
}

// commands are the interfaces of ROS 2.
const commands = `<ros2_control name="c" type="system"><joint name="grip"><command_interface name="effort">
 <param name="min">-5</param><param name="max">4</param></command_interface><command_interface name="position"/>
  <state_interface name="position"/></joint>
 <joint name="shoulder"><command_interface name="effort"/></joint><joint name="nobody">
  <command_interface name="effort"/></joint>
 </ros2_control>`

// TestActuators holds that transmissions and command interfaces are actuators with ranges: positions hold the arm
// where it stands and take it to its targets, velocities turn it, and efforts leave it limp.
func TestActuators(t *testing.T) {
	parts := transmission("shoulder", "Position") + transmission("elbow", "Velocity") + commands
	var f model.Faults
	s := decode([]byte(strings.Replace(driven, "PARTS", parts, 1)), "arm.urdf", Options{}, &f).Scene()
	if f.Failed() || len(s.Actuators) != 3 {
		t.Fatalf("%d actuators: %v", len(s.Actuators), f.List)
	}
	for i, want := range []scenes.Actuator{
		{Name: "m-shoulder", Unit: "rad", Least: -2, Most: 2, Law: scenes.Law{Kind: "position"}},
		{Name: "m-elbow", Unit: "rad/s", Least: -3, Most: 3, Law: scenes.Law{Kind: "velocity"}},
		{Name: "grip", Unit: "N", Least: -5, Most: 4, Law: scenes.Law{Kind: "motor"}},
	} {
		a := s.Actuators[i]
		if a.Name != want.Name || a.Unit != want.Unit || a.Least != want.Least || a.Most != want.Most ||
			a.Kind != want.Kind ||
			!a.Bounded || !a.Limited {
			t.Errorf("actuator %d is %+v", i, a)
		}
	}
	r, err := s.New(s.WorldDef(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer r.World.Close()
	joints := r.World.Joints(nil)
	run := func(seconds float32, controls ...float32) (at [3]float32) {
		if err := r.Drive(controls); err != nil {
			t.Fatal(err)
		}
		for range int(seconds * 100) {
			r.World.Step(0.01)
		}
		for i, j := range joints {
			at[i] = j.At(0).Position()
		}
		return at
	}
	if at := run(1, 0, 0, 0); at[0] > 0.03 || at[0] < -0.03 || at[1] > 0.1 || at[1] < -0.1 {
		t.Errorf("at rest it stands at %v", at)
	}
	if at := run(2, 0.5, 0, 4); at[0] < 0.44 || at[0] > 0.56 || at[2] < 0.049 {
		t.Errorf("for 0.5 rad and an effort of 4 N it is at %v", at)
	}
	before := run(0.1, 0.5, 1, 4)
	if at := run(0.5, 0.5, 1, 4); at[1]-before[1] < 0.4 || at[1]-before[1] > 0.6 {
		t.Errorf("in half a second at 1 rad/s it goes by %g rad", at[1]-before[1])
	}
}
