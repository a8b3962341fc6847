package sdf

import (
	"testing"

	"tumble/scene/model"
)

const controlled = `<sdf version="1.9"><model name="rig"><link name="base"/><static>false</static>
<link name="arm"><pose>0 0 1 0 0 0</pose><inertial><pose>0 0 .5 0 0 0</pose><mass>2</mass></inertial></link>
<link name="wheel"><pose>0 1 1 0 0 0</pose><inertial><mass>1</mass></inertial></link>
<link name="jaw"><pose>1 0 1 0 0 0</pose><inertial><mass>1</mass></inertial></link>
<joint name="fix" type="fixed"><parent>world</parent><child>base</child></joint>
<joint name="lift" type="revolute"><parent>base</parent><child>arm</child><axis><xyz>0 1 0</xyz>
 <limit><lower>-1</lower><upper>1.5</upper></limit></axis></joint>
<joint name="drive" type="continuous"><parent>base</parent><child>wheel</child><axis><xyz>0 0 1</xyz></axis></joint>
<joint name="grip" type="prismatic"><parent>base</parent><child>jaw</child><axis><xyz>1 0 0</xyz></axis></joint>
<plugin filename="gz-sim-joint-position-controller-system" name="gz::sim::systems::JointPositionController">
 <joint_name>lift</joint_name><p_gain>400</p_gain><d_gain>40</d_gain><cmd_max>90</cmd_max><cmd_min>-80</cmd_min>
 <initial_position>.3</initial_position></plugin>
<plugin filename="gz-sim-joint-controller-system" name="gz::sim::systems::JointController">
 <joint_name>drive</joint_name><initial_velocity>2</initial_velocity></plugin>
<plugin filename="gz-sim-joint-trajectory-controller-system" name="gz::sim::systems::JointTrajectoryController">
 <joint_name>grip</joint_name><position_p_gain>300</position_p_gain><position_d_gain>30</position_d_gain>
 <joint_name>nobody</joint_name></plugin>
<plugin filename="other" name="other"/></model></sdf>`

// TestControllers holds that joint controllers of Gazebo are actuators: first positions and speeds are held, targets
// reached.
func TestControllers(t *testing.T) {
	var f model.Faults
	s := decode([]byte(controlled), "rig.sdf", Options{}, &f).Scene()
	if f.Failed() || len(s.Actuators) != 3 {
		t.Fatalf("%d actuators: %v", len(s.Actuators), f.List)
	}
	lift, drive, grip := s.Actuators[0], s.Actuators[1], s.Actuators[2]
	if lift.Name != "rig::lift" || lift.Unit != "rad" || lift.Least != -1 || lift.Most != 1.5 ||
		lift.LeastForce != -80 ||
		lift.MostForce != 90 || drive.Unit != "rad/s" || drive.Initial != 2 || grip.Unit != "m" || grip.Limited {
		t.Errorf("the actuators are %+v", s.Actuators)
	}
	r, err := s.New(s.WorldDef(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer r.World.Close()
	run := func() (at [3]float32) {
		for range 200 {
			r.World.Step(0.01)
		}
		for i, j := range r.World.Joints(nil) {
			at[i] = j.At(0).Position()
		}
		return at
	}
	// gravity pulls 2 kg · 9.8 m/s² · 0.5 m · sin 0.3 with 2.9 N·m, which 400 N·m/rad hold 7 mrad off
	begin := run()
	if begin[0] < 0.29 || begin[0] > 0.32 || begin[2] < -1e-3 || begin[2] > 1e-3 {
		t.Errorf("after two seconds it is at %v", begin)
	}
	w := r.World.Joints(nil)[1].At(0).Rate()
	if w < 1.98 || w > 2.02 {
		t.Errorf("the wheel rotates at %g rad/s", w)
	}
	if err := r.Drive([]float32{-0.5, 0, 0.2}); err != nil {
		t.Fatal(err)
	}
	if at := run(); at[0] > -0.48 || at[0] < -0.53 || at[2] < 0.19 || at[2] > 0.21 {
		t.Errorf("two seconds after new targets it is at %v", at)
	}
}
