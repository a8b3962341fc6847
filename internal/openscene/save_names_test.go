package openscene

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"tumble/physics/scenes"
)

const named = `<mujoco><worldbody>
<body name="pelvis" pos="0 0 1"><freejoint name="root"/><geom size=".1"/>
 <body name="thigh"><joint name="left_hip" axis="0 1 0"/><geom size=".05" pos="0 0 -.2"/>
  <body name="shin" pos="0 0 -.3"><joint name="left_knee" type="slide"/><geom size=".05" pos="0 0 -.1"/>
   <body name="foot" pos="0 0 -.3"><joint name="left_ankle" type="ball"/>
  <geom size=".05" pos=".1 0 0"/></body></body></body>
 <body name="head" pos="0 0 .3"><joint name="pan" axis="0 0 1"/><joint name="tilt" axis="0 1 0"/>
  <geom size=".05" pos="0 0 .1"/></body>
</body>
<body name="lid" pos="1 0 1"><freejoint/><geom size=".1"/></body></worldbody>
<equality><connect name="hook" body1="lid" body2="pelvis" anchor="0 0 0"/></equality></mujoco>`

const namedRobot = `<robot name="r"><link name="base"/>
<link name="arm"><inertial><mass value="1"/><inertia ixx=".1" iyy=".1" izz=".1"/></inertial></link>
<link name="arm-joint"><inertial><mass value="1"/><inertia ixx=".1" iyy=".1" izz=".1"/></inertial></link>
<joint name="shoulder" type="revolute"><parent link="base"/><child link="arm"/>
  <limit lower="-1" upper="1" effort="5" velocity="2"/></joint>
<joint name="elbow" type="prismatic"><parent link="arm"/><child link="arm-joint"/>
  <limit lower="-1" upper="1" effort="5" velocity="2"/></joint>
</robot>`

// jointNames are the names of the joints and of their coordinates, sorted.
func jointNames(r *scenes.Run) []string {
	var list []string
	for _, j := range r.World.Joints(nil) {
		list = append(list, j.Name())
	}
	for _, c := range r.Scene.Coordinates {
		list = append(list, c.Names...)
	}
	list = slices.DeleteFunc(list, func(name string) bool { return name == "" })
	slices.Sort(list)
	return list
}

// TestNamesOfJointsRoundTrip holds that joints keep their names in every format and through two of them, as they begin
// and on their way.
func TestNamesOfJointsRoundTrip(t *testing.T) {
	dir := t.TempDir()
	model, robot := filepath.Join(dir, "in.xml"), filepath.Join(dir, "in.urdf")
	for path, text := range map[string]string{model: named, robot: namedRobot} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		from string
		by   []string
		want []string
	}{
		{model, []string{"a.xml"}, []string{"hook", "left_ankle", "left_hip", "left_knee", "pan", "tilt"}},
		{model, []string{"a.glb"}, []string{"hook", "left_ankle", "left_hip", "left_knee", "pan", "tilt"}},
		{model, []string{"a.gltf", "b.xml"}, []string{"hook", "left_ankle", "left_hip", "left_knee", "pan", "tilt"}},
		{model, []string{"a.xml", "b.glb", "c.glb"}, []string{"hook", "left_ankle", "left_hip", "left_knee", "pan",
			"tilt"}},
		{robot, []string{"a.urdf"}, []string{"elbow", "shoulder"}},
		{robot, []string{"a.xml"}, []string{"elbow", "shoulder"}},
		{robot, []string{"a.glb", "b.urdf", "c.xml", "d.urdf"}, []string{"elbow", "shoulder"}},
	} {
		path := c.from
		for _, name := range c.by {
			r := started(t, path)
			for range 5 {
				r.World.Step(0.01)
			}
			path = filepath.Join(dir, name)
			if err := Save(path, r, 100, r.Scene.View); err != nil {
				t.Fatal(err)
			}
		}
		if got := jointNames(started(t, path)); !slices.Equal(got, c.want) {
			t.Errorf("%s by %v: the joints are called %q, before it was %q", filepath.Base(c.from), c.by, got, c.want)
		}
	}
}
