package openscene

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tumble/physics/scenes"
)

// offJoints counts the joints of the world of a file, and those that are off.
func offJoints(t *testing.T, path string) (run *scenes.Run, joints, off int) {
	t.Helper()
	opened, err := Find(path)
	if err != nil {
		t.Fatal(err)
	}
	run, err = opened.New(opened.WorldDef(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, j := range run.World.Joints(nil) {
		joints++
		if !j.Enabled() {
			off++
		}
	}
	return run, joints, off
}

// Equalities of MJCF that are not active are joints that are off: the world moves as without them. They stay off in
// saved glTF and MJCF; URDF leaves them out and says so.
func TestJointsThatAreOffInFiles(t *testing.T) {
	const body = `<mujoco><worldbody>
<body name="a" pos="0 0 1"><freejoint/><geom size=".1"/></body>
<body name="b" pos="0 0 2"><joint name="hinge" axis="0 1 0"/><geom size=".1" pos=".3 0 0"/></body>
</worldbody>%EQUALITY%</mujoco>`
	const equality = `<equality><connect name="rope" body1="a" body2="b" anchor="0 0 .5" active="false"/>
<weld name="glue" body1="a" active="false"/></equality>`
	folder := t.TempDir()
	write := func(name, equality string) string {
		path := filepath.Join(folder, name)
		err := os.WriteFile(path, []byte(strings.ReplaceAll(body, "%EQUALITY%", equality)), 0o644)
		if err != nil {
			t.Fatal(err)
		}
		return path
	}
	with, joints, off := offJoints(t, write("with.xml", equality))
	without, own, _ := offJoints(t, write("without.xml", ""))
	if joints != own+2 || off != 2 {
		t.Fatalf("%d joints, %d of them off", joints, off)
	}
	for step := range 50 {
		for _, run := range []*scenes.Run{with, without} {
			if err := run.Advance(step); err != nil {
				t.Fatal(err)
			}
		}
		for i, b := range with.World.Bodies(nil) {
			at, want := b.Transform(), without.World.Bodies(nil)[i].Transform()
			if at != want {
				t.Fatalf("step %d: %s is at %v, without the equalities at %v", step, b.Name(), at, want)
			}
		}
	}
	for name, want := range map[string]int{"a.gltf": 2, "a.glb": 2, "a.xml": 2, "a.urdf": 0} {
		path := filepath.Join(folder, name)
		faults, err := SaveTelling(path, with, 100, scenes.View{})
		if err != nil {
			t.Fatal(err)
		}
		told := 0
		for _, f := range faults {
			if strings.Contains(f.Message, "that is off is left out") {
				told++
			}
		}
		_, joints, off := offJoints(t, path)
		if off != want || joints != own+want || (told > 0) == (want > 0) {
			t.Errorf("%s: %d joints, %d of them off: %v", name, joints, off, faults)
		}
	}
}
