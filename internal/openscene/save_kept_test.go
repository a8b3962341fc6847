package openscene

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tumble/internal/sensor"
	"tumble/physics"
	"tumble/physics/scenes"
)

// keptInputs are models with each kind of joint under each kind of actuator, with sensors and looks.
func keptInputs() map[string]string {
	jointKinds := map[string]string{
		"hinge": `<joint name="j1" axis="0 1 0" damping=".2" range="-60 80" armature=".3"/>`,
		"slide": `<joint name="j1" type="slide" axis="1 0 0" stiffness="30" springref=".05" damping="2"/>`,
		"several": `<joint name="j1" axis="0 1 0" damping=".1" armature=".1"/>
 <joint name="j2" axis="0 0 1" damping=".1"/>`,
		"ball": `<joint name="j1" type="ball" armature=".02"/>`,
		"ref":  `<joint name="j1" axis="0 -1 0" ref="20" damping=".1" stiffness="2" frictionloss=".05"/>`,
	}
	drives := map[string]string{
		"none":     ``,
		"motor":    `<motor name="drive" joint="j1" gear="2" ctrlrange="-3 3"/>`,
		"position": `<position name="drive" joint="j1" kp="20" kv="1" ctrlrange="-1 1" forcerange="-5 5"/>`,
		"velocity": `<velocity name="drive" joint="j1" kv="3" ctrlrange="-4 4"/>`,
		"general": `<general name="drive" joint="j1" gainprm="10" biastype="affine" biasprm=".5 -8 -1" ctrlrange="-1 2"/>
 <motor name="other" joint="far" forcerange="-1 1" gear="-3"/>`,
		"tendon": `<position name="drive" tendon="both" kp="6" kv=".5" ctrlrange="-2 2"/>`,
	}
	list := map[string]string{}
	for joint, j := range jointKinds {
		for drive, a := range drives {
			tendon := `<fixed name="both"><joint joint="j1" coef="1"/><joint joint="far" coef="2"/></fixed>`
			if joint == "ball" {
				a, tendon = strings.ReplaceAll(a, `"j1"`, `"far"`),
					strings.Replace(tendon, `<joint joint="j1" coef="1"/>`, "", 1)
			}
			list[joint+"-"+drive+".xml"] = keptModel(j, a, tendon, joint != "ball")
		}
	}
	return list
}

// keptModel is an arm of two links with a joint, actuators, a tendon, and sensors of most kinds.
func keptModel(joint, actuators, tendon string, single bool) string {
	ofJoint, ofDrive := `<jointpos name="angle" joint="far"/><jointvel name="rate" joint="far"/>`, ""
	if single {
		ofJoint += `<jointvel name="first" joint="j1"/>`
		if strings.Contains(actuators, `name="drive" joint="j1"`) {
			ofDrive = `<actuatorfrc name="effort" actuator="drive"/>`
		}
	} else {
		ofJoint += `<ballangvel name="first" joint="j1"/>`
	}
	return `<mujoco><option magnetic="1 0 2"/><asset><material name="red" rgba="1 0 0 1"/>
<mesh name="tet" vertex="0 0 0 .2 0 0 0 .3 0 0 0 .2"/></asset><worldbody>
<geom type="plane" size="0 0 1" rgba=".2 .3 .4 1"/><site name="hook" pos="0 0 2"/>
<body name="base" pos=".1 .2 2" euler="10 20 30"><freejoint/><geom type="box" size=".2 .1 .05" rgba="0 1 0 1"/>
 <body name="arm" pos=".2 0 0" euler="0 30 0">` + joint + `<site name="eye" pos=".1 0 .02" euler="0 40 0"/>
  <geom type="capsule" fromto="0 0 0 .4 0 .1" size=".03" material="red"/>
  <geom type="mesh" mesh="tet" rgba="0 0 1 .5" pos=".1 0 .1"/>
  <geom type="sphere" size=".05" pos=".4 0 .1" group="3"/>
  <body name="hand" pos=".4 0 .1"><joint name="far" axis="0 1 0" damping=".05"/>
  <geom type="sphere" size=".05" pos=".1 0 0"/>
   <site name="tip" pos=".1 0 0" size=".08"/></body></body></body></worldbody>
<tendon>` + tendon + `</tendon><actuator>` + actuators + `</actuator>
<sensor><gyro name="gyro" site="eye"/><accelerometer name="felt" site="eye" cutoff="90"/>
  <velocimeter name="v" site="tip"/>
 <magnetometer name="north" site="eye"/><rangefinder name="sonar" site="tip"/><touch name="skin" site="tip"/>
 <force name="pull" site="eye"/><torque name="twist" site="eye"/><framepos name="at" objtype="site" objname="tip"/>
 <framequat name="q" objtype="site" objname="tip" reftype="site" refname="eye"/>
  <framezaxis name="up" objtype="site" objname="eye"/>
 <subtreecom name="mass" body="arm"/><subtreelinvel name="all" body="world"/><clock name="t"/><e_kinetic name="T"/>` +
		ofJoint + ofDrive + `</sensor></mujoco>`
}

const keptRobot = `<robot name="r"><material name="blue"><color rgba="0 0 .8 1"/></material><link name="base"/>
<link name="arm"><inertial><mass value="1"/><inertia ixx=".1" iyy=".1" izz=".1"/></inertial>
 <visual><geometry><box size=".1 .2 .3"/></geometry><material name="blue"/></visual>
 <collision><geometry><sphere radius=".1"/></geometry></collision></link>
<link name="tool"><inertial><mass value="1"/><inertia ixx=".1" iyy=".1" izz=".1"/></inertial>
 <visual><geometry><cylinder radius=".1" length=".3"/></geometry><material name="x"><color rgba="1 .5 0 1"/>
  </material></visual></link>
<joint name="shoulder" type="KIND"><parent link="base"/><child link="arm"/><origin xyz="0 0 1"/>
 <axis xyz="0 1 0"/>
 <limit lower="-1" upper="1" effort="5" velocity="2"/></joint>
<joint name="wrist" type="fixed"><parent link="arm"/><child link="tool"/><origin xyz="0 0 .3"/></joint>
<ros2_control name="c" type="system"><joint name="shoulder"><command_interface name="position"/></joint>
 <joint name="wrist"><command_interface name="effort"/></joint></ros2_control></robot>`

// inventory are the things of a run that a person has given names or colours, by their kind.
func inventory(r *scenes.Run) map[string][]string {
	list := map[string][]string{"joint": jointNames(r)}
	for _, j := range r.World.Joints(nil) {
		for _, c := range r.Scene.Coordinates {
			if c.Joint != j.Order() {
				continue
			}
			for i, x := range c.Armature {
				if x > 0 {
					list["rotor"] = append(list["rotor"], fmt.Sprintf("%s %d %.4g", j.Name(), i, x))
				}
			}
		}
	}
	for i := range r.Scene.Actuators {
		a := &r.Scene.Actuators[i]
		text := fmt.Sprintf("%s %.4g", a.Name, a.Gain)
		if a.Bounded {
			text += fmt.Sprintf(" control %.4g … %.4g", a.Least, a.Most)
		}
		if a.Limited {
			text += fmt.Sprintf(" force %.4g … %.4g", a.LeastForce, a.MostForce)
		}
		list["actuator"] = append(list["actuator"], text)
	}
	for i := range r.Scene.Sensors {
		s := &r.Scene.Sensors[i]
		list["sensor"] = append(list["sensor"], fmt.Sprintf("%s %s %s", s.Name, s.Kind, s.Unit))
	}
	for _, d := range r.Scene.Drawings {
		if b, ok := r.World.BodyAt(d.Body); ok && b.Type() == physics.Dynamic {
			list["colour"] = append(list["colour"], fmt.Sprintf("%s %v %d %.2f", b.Name(), d.Color, len(d.Mesh.Indices),
				d.Roughness))
		}
	}
	for kind := range list {
		slices.Sort(list[kind])
	}
	return list
}

// missing are the entries of a sorted list that another one does not have.
func missing(was, is []string) (list []string) {
	for _, x := range was {
		if _, found := slices.BinarySearch(is, x); !found {
			list = append(list, x)
		}
	}
	return list
}

// TestNothingIsLostInSilence saves 40 models and robots in every format and reads them again: names of joints,
// actuators with their ranges, sensors and colours are there, or the save names the loss. The copies measure the same
// and move the same under the same controls.
func TestNothingIsLostInSilence(t *testing.T) {
	inputs := keptInputs()
	for _, kind := range []string{"revolute", "continuous", "prismatic", "planar", "floating"} {
		inputs[kind+".urdf"] = strings.Replace(keptRobot, "KIND", kind, 1)
		inputs[kind+"-kept.urdf"] = strings.Replace(strings.Replace(keptRobot, "KIND", kind, 1), `"fixed"`,
			`"revolute"`, 1)
	}
	if len(inputs) != 40 {
		t.Fatalf("%d inputs", len(inputs))
	}
	dir := t.TempDir()
	for name, text := range inputs {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		for _, ending := range []string{".glb", ".gltf", ".xml", ".urdf"} {
			r := started(t, path)
			for range 5 {
				r.World.Step(0.01)
			}
			out := filepath.Join(dir, strings.TrimSuffix(name, filepath.Ext(name))+"-saved"+ending)
			lacks, err := SaveTelling(out, r, 100, r.Scene.View)
			if err != nil {
				t.Fatalf("%s: %v", out, err)
			}
			told := fmt.Sprint(lacks)
			again := started(t, out)
			was, is := inventory(r), inventory(again)
			for kind, list := range was {
				if lost := missing(list, is[kind]); len(lost) > 0 && !strings.Contains(told, kind) {
					t.Errorf("%s: the %ss %q are lost without a word, there are %q", filepath.Base(out), kind, lost,
						is[kind])
				}
			}
			if ending != ".urdf" {
				sameReadings(t, filepath.Base(out), r, again)
				sameDriven(t, filepath.Base(out), r, again, ending)
			}
		}
	}
}

// sameReadings holds that the sensors of two runs measure the same.
func sameReadings(t *testing.T, name string, was, is *scenes.Run) {
	t.Helper()
	for i := range was.Scene.Sensors {
		a := &was.Scene.Sensors[i]
		k := slices.IndexFunc(is.Scene.Sensors, func(s scenes.Sensor) bool { return s.Name == a.Name })
		if k < 0 || a.Kind == scenes.SensorClock || a.Kind == scenes.SensorAcceleration ||
			a.Kind == scenes.SensorForce ||
			a.Kind == scenes.SensorTorque {
			continue // of the time and of the last step
		}
		one, two := sensor.New(a), sensor.New(&is.Scene.Sensors[k])
		if err := one.Bind(was.World); err != nil {
			t.Fatal(err)
		}
		if err := two.Bind(is.World); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for c := range a.Kind.Components() {
			x, y := one.Measure(was.World, 0.01, c), two.Measure(is.World, 0.01, c)
			if math.Abs(x-y) > 2e-4*(1+math.Abs(x)) {
				t.Errorf("%s: %s reads %g, before it was %g", name, a.Name, y, x)
			}
		}
	}
}

// sameDriven holds that two runs move the same way under the same controls.
func sameDriven(t *testing.T, name string, was, is *scenes.Run, format string) {
	t.Helper()
	if len(was.Scene.Actuators) != len(is.Scene.Actuators) {
		return // told
	}
	for _, r := range []*scenes.Run{was, is} {
		controls := make([]float32, len(r.Scene.Actuators))
		for i := range controls {
			controls[i] = r.Scene.Actuators[i].Clamp(0.7)
		}
		if err := r.Drive(controls); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for range 20 {
			r.World.Step(0.01)
		}
	}
	for body, b := range moving(was) {
		other, ok := moving(is)[body]
		if !ok {
			t.Errorf("%s: body %q is not there", name, body)
			continue
		}
		if d := b.WorldCenter().Dist(other.WorldCenter()); d > 2e-3 {
			t.Errorf("%s: %q is %.4f m away after 0.2 s under the same controls", name, body, d)
		}
	}
}
