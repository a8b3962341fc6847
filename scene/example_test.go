package scene_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing/fstest"

	"tumble/physics"
	"tumble/scene"
	"tumble/scene/model"
)

// pendulum is a robot with one joint.
const pendulum = `<robot name="pendulum">
  <link name="stand"/>
  <link name="rod"><inertial><origin xyz="0 0 -0.5"/><mass value="2"/>
    <inertia ixx="0.17" ixy="0" ixz="0" iyy="0.17" iyz="0" izz="0.001"/></inertial></link>
  <link name="tip"/>
  <joint name="pivot" type="continuous"><parent link="stand"/><child link="rod"/>
    <origin xyz="0 0 2"/><axis xyz="0 1 0"/></joint>
  <joint name="mount" type="fixed"><parent link="rod"/><child link="tip"/><origin xyz="0 0 -1"/></joint>
</robot>`

// A file becomes a model, and the model bodies and joints with the names of the file. y points up in the world,
// whatever does so in the file.
func ExampleOpen() {
	folder, err := os.MkdirTemp("", "robot")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(folder)
	path := filepath.Join(folder, "pendulum.urdf")
	if err := os.WriteFile(path, []byte(pendulum), 0o600); err != nil {
		fmt.Println(err)
		return
	}
	m, err := scene.Open(path, scene.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, fault := range m.Faults.Sorted() {
		if fault.Rank == model.RankLoss {
			fmt.Println("lost:", fault)
		}
	}
	world, err := physics.NewWorld(m.WorldDef())
	if err != nil {
		fmt.Println(err)
		return
	}
	robot, err := m.Build(world)
	if err != nil {
		fmt.Println(err)
		return
	}
	pivot, _ := robot.Joint("pivot")
	tip, _ := robot.Site("tip")
	fmt.Printf("%v with the tip at y = %.2f m\n", pivot.Kind(), tip.P.Y)
	_, err = robot.Joint("elbow")
	fmt.Println(err)
	// Output:
	// hinge with the tip at y = 1.00 m
	// no joint "elbow": there are pivot
}

// A file system, such as files that a program embeds, holds models with their meshes.
func ExampleOpenFS() {
	files := fstest.MapFS{"robots/pendulum.urdf": {Data: []byte(pendulum)}}
	m, err := scene.OpenFS(files, "robots/pendulum.urdf", scene.Options{KeepFixedLinks: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, j := range m.Joints {
		fmt.Printf("%s turns %s\n", j.Name, m.Bodies[j.B].Def.Name)
	}
	// Output:
	// pivot turns rod
}
