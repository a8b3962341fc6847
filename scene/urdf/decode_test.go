package urdf

import (
	"errors"
	"strings"
	"testing"

	"tumble/physics/vec"
	"tumble/scene/internal/scenetest"
	"tumble/scene/model"
)

// arm is a small robot: a fixed base, two links with hinges, a slide, and a flange without mass.
const arm = `<?xml version="1.0"?>
<robot name="arm">
  <material name="grey"><color rgba="0.5 0.5 0.5 1"/></material>
  <link name="base"><collision><geometry><box size="0.4 0.4 0.2"/></geometry><origin xyz="0 0 0.1"/></collision></link>
  <link name="upper">
    <inertial><origin xyz="0 0 0.5"/><mass value="2"/><inertia ixx="0.2" iyy="0.2" izz="0.01"/></inertial>
    <collision><origin xyz="0 0 0.5"/><geometry><cylinder radius="0.05" length="1"/></geometry></collision>
  </link>
  <link name="lower">
    <inertial><origin xyz="0 0 0.4"/><mass value="1"/><inertia ixx="0.1" iyy="0.1" izz="0.01"/></inertial>
    <collision><origin xyz="0 0 0.4"/><geometry><sphere radius="0.1"/></geometry></collision>
    <collision><geometry><mesh filename="package://arm/tetra.stl" scale="2 2 2"/></geometry></collision>
  </link>
  <link name="flange"><collision><geometry><box size="0.1 0.1 0.1"/></geometry></collision></link>
  <link name="jaw"><inertial><mass value="0.2"/><inertia ixx="0.001" iyy="0.001" izz="0.001"/></inertial></link>
  <joint name="shoulder" type="revolute"><parent link="base"/><child link="upper"/><origin xyz="0 0 0.2" rpy="0 0 0"/><axis xyz="0 1 0"/>
    <limit lower="-1" upper="1.5" effort="10" velocity="2"/><dynamics damping="0.5" friction="0.1"/></joint>
  <joint name="elbow" type="continuous"><parent link="upper"/><child link="lower"/><origin xyz="0 0 1"/><axis xyz="0 1 0"/></joint>
  <joint name="mount" type="fixed"><parent link="lower"/><child link="flange"/><origin xyz="0 0 0.8"/></joint>
  <joint name="grip" type="prismatic"><parent link="flange"/><child link="jaw"/><origin xyz="0 0 0.1"/><axis xyz="1 0 0"/><limit lower="0" upper="0.05"/></joint>
  <gazebo reference="t"/>
</robot>`

// tetra is an STL text of a tetrahedron of 10 cm.
const tetra = `solid t
facet normal 0 0 0
outer loop
vertex 0 0 0
vertex 0.1 0 0
vertex 0 0.1 0
endloop
endfacet
facet normal 0 0 0
outer loop
vertex 0 0 0
vertex 0 0.1 0
vertex 0 0 0.1
endloop
endfacet
endsolid`

func beside(name string) ([]byte, error) {
	if name == "package://arm/tetra.stl" {
		return []byte(tetra), nil
	}
	return nil, errors.New(name + ": no such file")
}

func read(data []byte, f *model.Faults) *model.Model {
	return decode(data, "arm.urdf", Options{Beside: beside}, f)
}

func TestArm(t *testing.T) {
	s, f, r := scenetest.Build(t, arm, read)
	byName := scenetest.Named(r)
	if len(s.Bodies) != 5 || len(s.Joints) != 3 {
		t.Fatalf("%d bodies, %d joints: the flange belongs to its parent, and there is a ground", len(s.Bodies),
			len(s.Joints))
	}
	// z became y
	for name, want := range map[string]vec.Vec3{"upper": vec.V3(0, 0.2, 0), "lower": vec.V3(0, 1.2, 0),
		"jaw": vec.V3(0, 2.1, 0)} {
		if p := byName[name].Position(); p.Dist(want) > 1e-4 {
			t.Errorf("%s is at %v, not %v", name, p, want)
		}
	}
	if m := byName["upper"].Mass(); m != 2 {
		t.Errorf("mass %g", m)
	}
	if n := byName["lower"].ShapeCount(); n != 3 {
		t.Errorf("%d shapes: a ball, the flange and the hull of a mesh", n)
	}
	var kinds []string
	for _, j := range r.World.Joints(nil) {
		kinds = append(kinds, j.Kind().String())
	}
	if strings.Join(kinds, " ") != "hinge hinge slider" {
		t.Errorf("joints %v", kinds)
	}
	shoulder := r.World.Joints(nil)[0]
	if a := shoulder.At(0).Axis(); !a.Limited || a.Lower != -1 || a.Upper != 1.5 || a.Friction != 0.1 ||
		shoulder.At(0).Passive().Damping != 0.5 {
		t.Errorf("shoulder %+v", a)
	}
	byName["upper"].ApplyImpulse(vec.V3(3, 0, 0), vec.V3(0, 1.2, 0))
	for range 400 {
		if err := r.Advance(0); err != nil {
			t.Fatal(err)
		}
		if angle := shoulder.At(0).Position(); angle < -1.05 || angle > 1.55 {
			t.Fatalf("the shoulder turned to %g, beyond its limits", angle)
		}
	}
	if angle := shoulder.At(0).Position(); angle < 0.5 {
		t.Errorf("the arm fell to %g instead of its upper limit", angle)
	}
	if a := shoulder.At(0).Axis(); a.Motor || a.MaxForce != 10 || a.Speed != 2 {
		t.Errorf("the motor of the shoulder is %+v", a)
	}
	scenetest.Listed(t, f, "gazebo")
}

func TestFaults(t *testing.T) {
	scenetest.Refuses(t, map[string]string{
		"no root":     `<model/>`,
		"cut":         arm[:400],
		"unknown":     `<robot><link name="a"/><joint name="j" type="fixed"><parent link="a"/><child link="b"/></joint></robot>`,
		"circle":      `<robot><link name="a"/><link name="b"/><joint type="fixed"><parent link="a"/><child link="b"/></joint><joint type="fixed"><parent link="b"/><child link="a"/></joint></robot>`,
		"two parents": `<robot><link name="a"/><link name="b"/><joint type="fixed"><parent link="a"/><child link="b"/></joint><joint type="fixed"><parent link="a"/><child link="b"/></joint></robot>`,
		"no number":   `<robot><link name="a"><inertial><mass value="x"/></inertial></link></robot>`,
		"no mass":     `<robot><link name="a"><inertial><mass value="-1"/></inertial></link></robot>`,
		"deep":        strings.Repeat("<robot>", 10000),
		"nan":         `<robot><link name="a"><inertial><mass value="NaN"/></inertial></link></robot>`,
	}, read)
}

// FuzzDecode feeds the reader with anything.
func FuzzDecode(f *testing.F) {
	f.Add([]byte(arm))
	scenetest.Broken([]byte(arm), func(data []byte) { f.Add(data) })
	robot := strings.Replace(driven, "PARTS", transmission("shoulder", "Position")+commands, 1)
	scenetest.Broken([]byte(robot), func(data []byte) { f.Add(data) })
	f.Fuzz(func(t *testing.T, data []byte) { scenetest.Swallow(t, data, read) })
}
