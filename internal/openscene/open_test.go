package openscene

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"tumble/physics/scenes"
	"tumble/scene/model"

	"tumble/scene"
)

func start(t *testing.T, name string) *scenes.Run {
	t.Helper()
	scene, err := Find(name)
	if err != nil {
		t.Fatal(err)
	}
	run, err := scene.New(scene.WorldDef(), nil)
	if err != nil {
		t.Fatal(err)
	}
	return run
}

// TestSave holds that a save is whole or not there, also through links and over old files.
func TestSave(t *testing.T) {
	run := start(t, "pyramid36")
	folder := t.TempDir()
	path := filepath.Join(folder, "a.glb")
	if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(folder, "link.glb")
	if err := os.Symlink("a.glb", link); err != nil {
		t.Skip("no links here")
	}
	if err := Save(link, run, 100, run.Scene.View); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link is no link any more (%v)", err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v (%v)", info.Mode(), err)
	}
	again := start(t, path)
	if a, b := run.World.Hash(), again.World.Hash(); a != b {
		t.Errorf("hash %016x came back as %016x", a, b)
	}
	for _, bad := range []string{filepath.Join(folder, "none", "a.glb"), filepath.Join(folder, "a.txt"),
		folder + "/sub.glb/"} {
		if err := Save(bad, run, 100, run.Scene.View); err == nil {
			t.Errorf("saved %s", bad)
		}
	}
	left, _ := filepath.Glob(filepath.Join(folder, ".tumble-*"))
	if len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// TestReadOnlyFolder holds that the old file survives when nothing new can be written.
func TestReadOnlyFolder(t *testing.T) {
	if os.Getuid() == 0 {
		t.Skip("root writes everywhere")
	}
	run := start(t, "pyramid36")
	folder := t.TempDir()
	path := filepath.Join(folder, "a.glb")
	if err := os.WriteFile(path, []byte("old"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(folder, 0o555); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod(folder, 0o755)
	if err := Save(path, run, 100, run.Scene.View); err == nil {
		t.Error("saved into a folder that may not be written")
	}
	if data, _ := os.ReadFile(path); string(data) != "old" {
		t.Errorf("the old file is now %q", data)
	}
}

func TestNames(t *testing.T) {
	for name, want := range map[string]string{"pyramid36": "pyramid36", "a/b.gltf": "b", "/x/y z.GLB": "y z"} {
		if got := Label(name); got != want {
			t.Errorf("label of %q is %q", name, got)
		}
	}
	for _, name := range []string{"no_such_scene", "file.txt"} {
		if _, err := Find(name); err == nil || strings.Contains(err.Error(), scene.ErrFile.Error()+" ") {
			t.Errorf("%q: %v", name, err)
		}
	}
}

// TestHugeFiles holds that files beyond the limits are refused before memory is taken for them.
func TestHugeFiles(t *testing.T) {
	folder := t.TempDir()
	for name, size := range map[string]int64{"a.gltf": 511 << 20, "a.glb": 511 << 20, "b.glb": 600 << 20,
		"a.xml": 65 << 20, "a.urdf": 511 << 20} {
		path := filepath.Join(folder, name)
		head := []byte(strings.Repeat(" ", 16))
		if name == "b.glb" {
			head = []byte("glTF\x02\x00\x00\x00")
		}
		if err := os.WriteFile(path, head, 0o644); err != nil {
			t.Fatal(err)
		}
		if err := os.Truncate(path, size); err != nil {
			t.Skip("no large files here")
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := Read(path)
		runtime.ReadMemStats(&after)
		if grown := after.TotalAlloc - before.TotalAlloc; err == nil || !strings.Contains(err.Error(), "at most") ||
			grown > 1<<20 {
			t.Errorf("%s: %v with %d bytes of memory", name, err, grown)
		}
	}
}

// withOptions runs a test with options of its own.
func withOptions(t *testing.T, o scene.Options) {
	t.Helper()
	old := options
	if err := SetOptions(o); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { options = old })
}

// TestOwnLimit holds that a smaller limit can be set, and that it counts all files together.
func TestOwnLimit(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.urdf")
	if err := os.WriteFile(path, []byte(`<robot name="r"><link name="a"/></robot>`), 0o644); err != nil {
		t.Fatal(err)
	}
	o := scene.Options{MaxBytes: scene.MaxBytes}
	o.MaxBytes = 20
	withOptions(t, o)
	if _, err := Read(path); err == nil || !strings.Contains(err.Error(), "at most 20") {
		t.Errorf("read beyond the limit: %v", err)
	}
	for _, bad := range []scene.Options{{}, {MaxBytes: 1 << 40}, {MaxBytes: 100,
		Packages: map[string]string{"p": "/no/such/folder"}}} {
		if err := SetOptions(bad); err == nil {
			t.Errorf("options %+v were taken", bad)
		}
	}
}

// TestPackages holds where meshes are found: beside the scene, in the package around it, and in chosen
// packages; never elsewhere.
func TestPackages(t *testing.T) {
	top := t.TempDir()
	mesh := "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\nf 1 2 4\nf 1 3 4\nf 2 3 4\n"
	write := func(name, text string) {
		path := filepath.Join(top, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("pack/package.xml", "<package><name>my_robot</name></package>")
	write("pack/meshes/m.obj", mesh)
	write("pack/urdf/near.obj", mesh)
	write("other/meshes/m.obj", mesh)
	write("m.obj", mesh)
	o := scene.Options{MaxBytes: scene.MaxBytes}
	o.Packages = map[string]string{"chosen": filepath.Join(top, "other")}
	withOptions(t, o)
	for name, fine := range map[string]bool{
		"near.obj": true, "../meshes/m.obj": true, "package://my_robot/meshes/m.obj": true,
		"package://pack/meshes/m.obj":   true,
		"package://chosen/meshes/m.obj": true, "file://near.obj": true,
		"../../m.obj": false, "../../other/meshes/m.obj": false, "package://chosen/../m.obj": false,
		"package://unknown/meshes/none.obj":        false,
		"package://my_robot/../other/meshes/m.obj": false, "http://127.0.0.1:9/m.obj": false, `\\host\m.obj`: false,
		"/etc/m.obj": false,
	} {
		write("pack/urdf/r.urdf", `<robot name="r"><link name="a"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1"/></inertial>
<collision><geometry><mesh filename="`+name+`"/></geometry></collision></link></robot>`)
		f, err := Read(filepath.Join(top, "pack", "urdf", "r.urdf"))
		if err != nil {
			t.Fatal(name, err)
		}
		if got := len(f.Bodies[0].Shapes) == 1; got != fine {
			t.Errorf("%s: read %v, want %v: %v", name, got, fine, f.Faults.List)
		}
	}
	// a chosen folder around the scene widens where its paths may lead
	write("tree/models/r.xml",
		`<mujoco><asset><mesh name="m" file="../meshes/m.obj"/></asset><worldbody><body><freejoint/>`+
			`<geom type="mesh" mesh="m"/></body></worldbody></mujoco>`)
	write("tree/meshes/m.obj", mesh)
	for _, root := range []string{"other", "tree"} {
		o.Packages = map[string]string{"all": filepath.Join(top, root)}
		withOptions(t, o)
		f, err := Read(filepath.Join(top, "tree", "models", "r.xml"))
		if err != nil {
			t.Fatal(err)
		}
		if got := f.Faults.CountOf(model.RankLoss) == 0; got != (root == "tree") {
			t.Errorf("with %s chosen: read %v: %v", root, got, f.Faults.List)
		}
	}
}

// TestRoots holds how far up the references of a scene may lead: to the marks around it, never to the home folder or
// through links.
func TestRoots(t *testing.T) {
	const arm = `<mujocoinclude><body pos="0 0 1"><joint/><geom size=".1"/></body></mujocoinclude>`
	for name, c := range map[string]struct {
		mark, home string
		fine       bool
	}{
		"no mark": {"", "", false}, "repository": {"repo/.git/HEAD", "", true},
		"package": {"repo/package.xml", "", true},
		"model":   {"repo/model.config", "", true}, "mark above the reference": {".git/HEAD", "", true},
		"mark below the reference": {"repo/scenes/package.xml", "", false},
		"home":                     {"repo/.git/HEAD", "repo", false}, "around home": {"repo/.git/HEAD", "repo/a/b",
			false},
	} {
		top := t.TempDir()
		files := map[string]string{
			"repo/scenes/task.xml": `<mujoco><worldbody><include file="../common/arm.xml"/></worldbody></mujoco>`,
			"repo/common/arm.xml":  arm,
		}
		if c.mark != "" {
			files[c.mark] = "<package/>"
		}
		t.Setenv("HOME", t.TempDir())
		if c.home != "" {
			t.Setenv("HOME", filepath.Join(top, filepath.FromSlash(c.home)))
		}
		f := readTree(t, top, files, "repo/scenes/task.xml")
		if fine := !f.Faults.Failed(); fine != c.fine {
			t.Errorf("%s: read %v, want %v: %v", name, fine, c.fine, f.Faults.List)
		}
	}
	top := t.TempDir()
	if err := os.MkdirAll(filepath.Join(top, "repo", ".git"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(top, filepath.Join(top, "repo", "common")); err != nil {
		t.Skip(err)
	}
	f := readTree(t, top, map[string]string{
		"arm.xml":              arm,
		"repo/scenes/task.xml": `<mujoco><worldbody><include file="../common/arm.xml"/></worldbody></mujoco>`,
	}, "repo/scenes/task.xml")
	if !f.Faults.Failed() {
		t.Error("a link leads out of the repository")
	}
}

// TestOneCause holds that many files in one folder that is out of reach are one fault, with their number and the
// flag that helps.
func TestOneCause(t *testing.T) {
	text := `<mujoco><asset>`
	for i := range 9 {
		text += fmt.Sprintf(`<mesh name="m%d" file="../meshes/m%d.obj"/>`, i, i)
	}
	text += `</asset><worldbody><body><freejoint/><geom size=".1"/><geom type="mesh" mesh="m1"/></body></worldbody>
</mujoco>`
	f := readTree(t, t.TempDir(), map[string]string{"a/r.xml": text}, "a/r.xml")
	if n := f.Faults.CountOf(model.RankLoss); n != 1 {
		t.Fatalf("%d losses: %v", n, f.Faults.List)
	}
	if got := f.Faults.List[0].String(); !strings.Contains(got, "(9 times)") || !strings.Contains(got, "--package") {
		t.Error(got)
	}
}

// TestModels holds that models are found beside the one that names them, in the folder of models and by the
// environment.
func TestModels(t *testing.T) {
	const base = `<sdf version="1.9"><model name="base"><link name="b"/></model></sdf>`
	include := `<sdf version="1.9"><model name="r"><include><uri>model://base</uri></include></model></sdf>`
	bare := `<sdf version="1.9"><include><uri>model://base</uri></include></sdf>`
	for name, c := range map[string]struct {
		scene, text, at, library string
		fine                     bool
	}{
		"beside": {"models/r/model.sdf", include, "models/base", "", true}, "folder of models": {"worlds/w.sdf", bare,
			"models/base", "", true},
		"environment": {"w.sdf", bare, "far/base", "far", true}, "nowhere": {"worlds/w.sdf", bare, "far/base", "",
			false},
	} {
		top := t.TempDir()
		t.Setenv("GZ_SIM_RESOURCE_PATH", "")
		if c.library != "" {
			t.Setenv("GZ_SIM_RESOURCE_PATH", filepath.Join(top, c.library))
		}
		config := "<model><name>base</name><sdf>model.sdf</sdf></model>"
		f := readTree(t, top, map[string]string{
			c.scene: c.text, c.at + "/model.sdf": base, c.at + "/model.config": config,
			filepath.Dir(c.scene) + "/model.config": config, ".git/HEAD": "",
		}, c.scene)
		if fine := !f.Faults.Failed() && f.Faults.CountOf(model.RankLoss) == 0; fine != c.fine {
			t.Errorf("%s: read %v, want %v: %v", name, fine, c.fine, f.Faults.List)
		}
	}
}

// readTree writes files below a folder and reads the scene among them.
func readTree(t *testing.T, top string, files map[string]string, file string) *model.Model {
	t.Helper()
	for name, text := range files {
		path := filepath.Join(top, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	f, err := Read(filepath.Join(top, filepath.FromSlash(file)))
	if f == nil {
		t.Fatal(err)
	}
	return f
}

// TestOpenUSD holds that a scene of OpenUSD opens with the layers beside it, and that a binary one is refused with a
// word.
func TestOpenUSD(t *testing.T) {
	folder := t.TempDir()
	for name, text := range map[string]string{
		"scene.usda":     "#usda 1.0\n( metersPerUnit = 1 )\ndef \"A\" ( references = @./parts/ball.usd@</Ball> ) {}\ndef \"B\" ( references = @../above.usda@</Ball> ) {}",
		"parts/ball.usd": "#usda 1.0\ndef Sphere \"Ball\" ( apiSchemas = [\"PhysicsRigidBodyAPI\", \"PhysicsCollisionAPI\"] ) {}", "binary.usd": "PXR-USDC\x00\x00",
	} {
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	f, err := Read(filepath.Join(folder, "scene.usda"))
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Faults.Err(); err != nil || f.Summary.Dynamic != 1 || f.Faults.CountOf(model.RankLoss) != 1 ||
		len(f.Files) != 1 {
		t.Errorf("%v, %d bodies that move, faults %v, files %v", err, f.Summary.Dynamic, f.Faults.List, f.Files)
	}
	for _, name := range []string{"binary.usd", "any.usdc"} {
		if _, err := Find(filepath.Join(folder, name)); err == nil || !strings.Contains(err.Error(), "usdcat") {
			t.Errorf("a binary layer: %v", err)
		}
	}
}

// TestOpenJointsAreTold holds that a joint whose bodies are apart at the beginning is named.
func TestOpenJointsAreTold(t *testing.T) {
	file := filepath.Join(t.TempDir(), "open.xml")
	if err := os.WriteFile(file, []byte(`<mujoco><worldbody><body name="a" pos="0 0 2"><freejoint/><geom size=".1"/><site name="s"/></body>
<site name="w" pos="0 0 1.5"/></worldbody><equality><connect site1="s" site2="w"/></equality></mujoco>`), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := Read(file)
	if err != nil || len(f.Faults.List) != 1 || !strings.Contains(f.Faults.List[0].String(), `"a" is 0.5 m open`) {
		t.Errorf("%v: %v", err, f.Faults.List)
	}
}

// TestShapelessBodiesAreTold holds that moving bodies that nothing can touch are remarked on, and no others.
func TestShapelessBodiesAreTold(t *testing.T) {
	file := filepath.Join(t.TempDir(), "bare.urdf")
	link := func(name, more string) string {
		return `<link name="` + name + `"><inertial><mass value="1"/>` +
			`<inertia ixx=".1" iyy=".1" izz=".1"/></inertial>` + more + `</link>`
	}
	text := `<robot name="r">` + link("solid", `<collision><geometry><sphere radius=".1"/></geometry></collision>`) +
		link("bare", `<visual><geometry><sphere radius=".1"/></geometry></visual>`) +
		`<joint name="j" type="continuous"><parent link="solid"/><child link="bare"/></joint></robot>`
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := Read(file)
	if err != nil {
		t.Fatal(err)
	}
	said := ""
	for _, x := range f.Faults.Sorted() {
		said += x.Message + "\n"
	}
	if !strings.Contains(said, "1 moving bodies have no shape, nothing can touch them: \"bare\"\n") {
		t.Errorf("it says %q", said)
	}
}
