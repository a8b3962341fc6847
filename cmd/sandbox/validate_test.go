package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tumble/internal/cli"
)

const goodScene = `{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0,1]}],
"extensionsUsed":["KHR_implicit_shapes","KHR_physics_rigid_bodies","TUMBLE_physics"],
"extensions":{"KHR_implicit_shapes":{"shapes":[{"type":"box"},{"type":"plane"}]},
 "TUMBLE_physics":{"seconds":2,"expect":{"places":{"crate":{"position":[0,0.5,0],"within":0.01}}}}},
"nodes":[{"name":"floor","extensions":{"KHR_physics_rigid_bodies":{"collider":{"geometry":{"shape":1}}}}},
 {"name":"crate","translation":[0,1,0],"extensions":{"KHR_physics_rigid_bodies":{
 "motion":{},"collider":{"geometry":{"shape":0}}}}}]}`

// writerIn writes files into a folder and returns their paths.
func writerIn(t *testing.T, folder string) func(name, text string) string {
	return func(name, text string) string {
		t.Helper()
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
}

func TestSceneFiles(t *testing.T) {
	folder := t.TempDir()
	write := writerIn(t, folder)
	good := write("good.gltf", goodScene)
	if code, out, errs := sandbox(t, "validate", good); code != 0 || !strings.Contains(out, "2 bodies, 2 shapes") {
		t.Errorf("validate: code %d\n%s%s", code, out, errs)
	}
	if code, out, errs := sandbox(t, "sim", good, "--check", "--assert-finite"); code != 0 {
		t.Errorf("sim: code %d\n%s%s", code, out, errs)
	}
	wrong := write("wrong.gltf", strings.ReplaceAll(goodScene, `"position":[0,0.5,0]`, `"position":[0,0.9,0]`))
	if code, _, errs := sandbox(t, "sim", wrong, "--check"); code != cli.ExitFailed || !strings.Contains(errs,
		`"crate" is`) {
		t.Errorf("an expectation that does not hold: code %d %s", code, errs)
	}
	bad := write("bad.gltf", strings.ReplaceAll(strings.ReplaceAll(goodScene, `"shape":0`, `"shape":7`),
		`"translation":[0,1,0]`, `"translation":[0,1]`))
	code, out, _ := sandbox(t, "validate", bad)
	if code != cli.ExitInput || !strings.Contains(out, "/nodes/1/translation: error:") || strings.Contains(out,
		"goroutine") {
		t.Errorf("validate of a bad file: code %d\n%s", code, out)
	}
	for _, command := range []string{"sim", "run"} {
		if code, _, errs := sandbox(t, command, bad); code != cli.ExitInput || !strings.Contains(errs,
			"/nodes/1/translation") {
			t.Errorf("%s of a bad file: code %d %s", command, code, errs)
		}
	}
	if code, _, _ := sandbox(t, "sim", filepath.Join(folder, "none.gltf")); code != cli.ExitInput {
		t.Errorf("sim of no file: code %d", code)
	}
	if code, _, _ := sandbox(t, "sim", "nonsense"); code != cli.ExitUsage {
		t.Errorf("sim of no scene: code %d", code)
	}
	saved := filepath.Join(folder, "saved.glb")
	if code, _, errs := sandbox(t, "sim", good, "--save", "50:"+saved); code != 0 {
		t.Errorf("sim --save: code %d %s", code, errs)
	}
	if code, out, _ := sandbox(t, "validate", saved); code != 0 || !strings.Contains(out, "fine: 2 bodies") {
		t.Errorf("the saved file: code %d\n%s", code, out)
	}
	if code, _, _ := sandbox(t, "sim", good, "--save", "x:y.glb"); code != cli.ExitUsage {
		t.Errorf("a wrong --save: code %d", code)
	}
	if code, out, _ := sandbox(t, "validate", "--json", bad); code != cli.ExitInput || !strings.Contains(out,
		`"place": "/nodes/1/translation"`) {
		t.Errorf("validate --json: code %d\n%s", code, out)
	}
}

// Equal static bodies are one node of a file, and counted one by one.
func TestValidateCountsCopies(t *testing.T) {
	file := filepath.Join(t.TempDir(), "plain.gltf")
	if code, _, errs := sandbox(t, "sim", "large_world", "--set", "scene.grid=10", "--steps", "1", "--save",
		"1:"+file); code != 0 {
		t.Fatalf("sim: code %d: %s", code, errs)
	}
	if code, out, errs := sandbox(t, "validate", file); code != 0 || !strings.Contains(out,
		"fine: 100 bodies, 100 shapes, 0 joints") {
		t.Errorf("validate: code %d\n%s%s", code, out, errs)
	}
}

// TestValidateRanks holds that a file says what its world will be, and that losses, and with --strict
// warnings, fail.
func TestValidateRanks(t *testing.T) {
	folder := t.TempDir()
	write := writerIn(t, folder)
	const ball = `<body name="ball" pos="0 0 1"><freejoint/><geom size="0.1" mass="2"/></body>`
	fine := write("fine.xml", `<mujoco><worldbody><light/>`+ball+`</worldbody></mujoco>`)
	warned := write("warned.xml", `<mujoco><option integrator="RK4"/><worldbody>`+ball+`</worldbody></mujoco>`)
	lossy := write("lossy.xml", `<mujoco><asset><mesh file="none.stl"/></asset><worldbody>`+ball+`</worldbody>
</mujoco>`)
	still := write("still.xml", `<mujoco><worldbody><composite/><flexcomp><joint/></flexcomp></worldbody></mujoco>`)
	robot := write("still.urdf", `<robot name="r"><link name="world"><inertial><mass value="3"/></inertial></link>
</robot>`)
	for _, c := range []struct {
		args []string
		code int
		word string
	}{
		{[]string{fine}, 0, "moving     1, 2 kg in all"}, {[]string{"--strict", fine}, 0,
			"0 losses, 0 warnings, 1 ignored"},
		{[]string{warned}, 0, "integrator"}, {[]string{"--strict", warned}, cli.ExitInput, "warning"},
		{[]string{lossy}, cli.ExitInput, "incomplete: 1 bodies"}, {[]string{"--quiet", lossy}, cli.ExitInput, "loss:"},
		{[]string{still}, cli.ExitInput, "nothing moves"}, {[]string{robot}, 0, "nothing moves: all 1 masses"},
		{[]string{"--json", lossy}, cli.ExitInput, `"loss": 1`}, {[]string{"--json", fine}, 0, `"mass": 2`},
	} {
		code, out, errs := sandbox(t, append([]string{"validate"}, c.args...)...)
		if code != c.code || !strings.Contains(out, c.word) {
			t.Errorf("validate %v: code %d, want %d and %q\n%s%s", c.args, code, c.code, c.word, out, errs)
		}
	}
	// the worst first
	_, out, _ := sandbox(t, "validate", lossy, warned)
	if loss, ignored := strings.Index(out, ": loss:"), strings.Index(out, ": ignored:"); loss < 0 || ignored >= 0 &&
		ignored < loss {
		t.Errorf("the loss does not come first:\n%s", out)
	}
}
