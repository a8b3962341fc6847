package scene

import (
	"strings"
	"testing"
	"testing/fstest"

	"tumble/physics"
)

// Every format gives bodies, joints, shapes, sites, actuators and sensors the names that its file has, and a world of
// the model finds them by these.
func TestNamesAreThoseOfTheFile(t *testing.T) {
	type names struct{ body, joint, shape, site, actuator, sensor string }
	for file, c := range map[string]struct {
		text string
		want names
	}{
		"a.urdf": {`<robot name="r"><link name="base"/><link name="arm"><inertial><mass value="1"/>
			<inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/>
			</inertial><collision name="bone"><geometry><box size="1 1 1"/></geometry></collision></link>
				<link name="hand"/>
			<joint name="elbow" type="revolute"><parent link="base"/><child link="arm"/>
				<limit lower="-1" upper="1" effort="5" velocity="2"/></joint>
			<joint name="wrist" type="fixed"><parent link="arm"/><child link="hand"/></joint>
			<transmission name="t"><joint name="elbow"><hardwareInterface>EffortJointInterface</hardwareInterface>
				</joint><actuator name="drive"/></transmission>
			</robot>`, names{"arm", "elbow", "bone", "hand", "drive", ""}},
		"a.xml": {`<mujoco><worldbody><body name="arm"><joint name="elbow"/><geom name="bone" size=".1"/>
			<site name="hand" pos="0 0 .2"/></body></worldbody>
			<actuator><motor name="drive" joint="elbow"/></actuator><sensor><gyro name="imu" site="hand"/>
				</sensor></mujoco>`,
			names{"arm", "elbow", "bone", "hand", "drive", "imu"}},
		"a.sdf": {`<sdf version="1.9"><model name="m"><link name="base"><inertial><mass>5</mass></inertial></link>
			<link name="arm"><inertial><mass>1</mass></inertial><collision name="bone"><geometry><sphere>
				<radius>.1</radius></sphere></geometry></collision></link>
			<link name="hand"><inertial><mass>.1</mass></inertial></link><joint name="wrist" type="fixed">
				<parent>arm</parent><child>hand</child></joint>
			<joint name="elbow" type="revolute"><parent>base</parent><child>arm</child><axis><xyz>0 1 0</xyz>
				</axis></joint></model></sdf>`,
			names{"m::arm", "m::elbow", "bone", "m::hand", "", ""}},
		"a.usda": {`#usda 1.0
(metersPerUnit = 1)
def Sphere "arm" (prepend apiSchemas = ["PhysicsRigidBodyAPI", "PhysicsCollisionAPI"]) { double radius = 0.5 }
def PhysicsRevoluteJoint "elbow" { rel physics:body1 = </arm> }
`, names{"/arm", "/elbow", "/arm", "", "", ""}},
		"a.gltf": {`{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0,1]}],
			"extensionsUsed":["KHR_implicit_shapes","KHR_physics_rigid_bodies"],
			"extensions":{"KHR_implicit_shapes":{"shapes":[{"type":"sphere"}]},
				"KHR_physics_rigid_bodies":{"physicsJoints":[{"limits":[{"linearAxes":[0,1,2],"min":0,
					"max":0},{"angularAxes":[0,1],"min":0,"max":0}]}]}},
			"nodes":[{"name":"base"},{"name":"arm","children":[2],
				"extensions":{"KHR_physics_rigid_bodies":{"motion":{"mass":1},"collider":{"geometry":{"shape":0}}}}},
			{"name":"elbow","extensions":{"KHR_physics_rigid_bodies":{"joint":{"connectedNode":0,"joint":0}}}}]}`,
			names{"arm", "elbow", "arm", "", "", ""}},
	} {
		m, err := OpenFS(fstest.MapFS{file: {Data: []byte(c.text)}}, file, Options{})
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		w, err := physics.NewWorld(m.WorldDef())
		if err != nil {
			t.Fatal(err)
		}
		built, err := m.Build(w)
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		if b, err := built.Body(c.want.body); err != nil || b.Name() != c.want.body {
			t.Errorf("%s: body %q: %v", file, b.Name(), err)
		}
		if j, err := built.Joint(c.want.joint); err != nil || j.Kind() != physics.KindHinge {
			t.Errorf("%s: joint: %v, %v", file, j.Kind(), err)
		}
		if s, err := built.Shape(c.want.shape); err != nil || s.Body().Name() != c.want.body {
			t.Errorf("%s: shape of %q: %v", file, s.Body().Name(), err)
		}
		if _, err := built.Site(c.want.site); c.want.site != "" && err != nil {
			t.Errorf("%s: %v", file, err)
		}
		if n := len(m.Actuators); c.want.actuator != "" && (n != 1 || m.Actuators[0].Name != c.want.actuator) {
			t.Errorf("%s: actuators %+v", file, m.Actuators)
		}
		if n := len(m.Sensors); c.want.sensor != "" && (n != 1 || m.Sensors[0].Name != c.want.sensor) {
			t.Errorf("%s: sensors %+v", file, m.Sensors)
		}
		if _, err := built.Joint("no such"); err == nil || !strings.Contains(err.Error(), c.want.joint) {
			t.Errorf("%s: %v", file, err)
		}
		w.Close()
	}
}

// A model of a file system reads files beside its own and those of its packages, and no others.
func TestFileSystemsAreSandboxes(t *testing.T) {
	const mesh = "solid s\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\n" +
		"endloop\nendfacet\n" +
		"facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 0 1\nendloop\nendfacet\nendsolid s\n"
	for name, fine := range map[string]bool{
		"a.stl": true, "meshes/a.stl": true, "package://pack/meshes/a.stl": true, "../meshes/a.stl": true,
		"../../a.stl": true, "../../../a.stl": false, "/a.stl": false, "package://pack/../../../a.stl": false,
		`..\a.stl`: false,
	} {
		files := fstest.MapFS{"pack/urdf/r.urdf": {Data: []byte(`<robot name="r"><link name="a"><inertial>
			<mass value="1"/></inertial>
			<collision><geometry><mesh filename="` + name + `"/></geometry></collision></link></robot>`)}}
		for _, at := range []string{"pack/urdf/a.stl", "pack/urdf/meshes/a.stl", "pack/meshes/a.stl", "a.stl"} {
			files[at] = &fstest.MapFile{Data: []byte(mesh)}
		}
		m, err := OpenFS(files, "pack/urdf/r.urdf", Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := len(m.Bodies[0].Shapes) > 0; got != fine {
			t.Errorf("%s: read %v: %v", name, got, m.Faults.List)
		}
	}
	if _, err := OpenFS(fstest.MapFS{"a.urdf": {Data: make([]byte, 100)}}, "a.urdf",
		Options{MaxBytes: 20}); err == nil ||
		!strings.Contains(err.Error(), "at most 20") {
		t.Errorf("beyond the limit: %v", err)
	}
}
