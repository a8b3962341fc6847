package main

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"tumble/internal/cli"
	"tumble/internal/mujoco"
)

const armModel = "../../internal/mujoco/testdata/arm.xml"

// TestValidateMuJoCo holds the comparison with MuJoCo: by its text of a model, as a table and as JSON, with an exit
// code.
func TestValidateMuJoCo(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a shell script is no program there")
	}
	text, err := os.ReadFile(strings.TrimSuffix(armModel, ".xml") + ".txt")
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	write := writerIn(t, folder)
	compiler := func(name, text string) string {
		printed := write(name+".txt", text)
		tool := write("python-"+name, "#!/bin/sh\n[ $# -lt 3 ] || cp '"+printed+"' \"$3\"\n")
		if err := os.Chmod(tool, 0o700); err != nil {
			t.Fatal(err)
		}
		return tool
	}
	good := compiler("good", string(text))
	heavy := compiler("heavy", strings.Replace(string(text), "body_mass            0.4", "body_mass            0.5", 1))
	for _, c := range []struct {
		args []string
		code int
		word string
	}{
		{[]string{"--mujoco=" + good, armModel}, 0, "equal beside MuJoCo of python-good 3.14.0"},
		{[]string{"--mujoco=" + heavy, armModel}, cli.ExitInput,
			`differs: body "hand": mass (kg): 0.4 here, 0.5 in MuJoCo`},
		{[]string{"--mujoco=" + heavy, "--json", armModel}, cli.ExitInput, `"differences": [`},
		{[]string{"--mujoco=" + filepath.Join(folder, "none"), armModel}, cli.ExitFailed, "no MuJoCo was found"},
		{[]string{"--mujoco", "level.gltf"}, cli.ExitUsage, "is for MJCF"},
	} {
		code, out, errs := sandbox(t, append([]string{"validate"}, c.args...)...)
		if code != c.code || !strings.Contains(out+errs, c.word) {
			t.Errorf("validate %v: code %d, want %d and %q\n%s%s", c.args, code, c.code, c.word, out, errs)
		}
	}
	t.Setenv(mujoco.EnvProgram, heavy)
	if code, out, errs := sandbox(t, "validate", "--mujoco", armModel); code != cli.ExitInput ||
		!strings.Contains(out, "different beside") {
		t.Errorf("the program of the environment: code %d\n%s%s", code, out, errs)
	}
}

// TestValidateRealMuJoCo compares with each MuJoCo of this machine.
func TestValidateRealMuJoCo(t *testing.T) {
	found := 0
	for _, program := range []string{"python3", "node", "mujoco-compile"} {
		c, err := mujoco.Find(context.Background(), program)
		if err != nil {
			continue
		}
		if _, err := c.Compile(context.Background(), armModel); err != nil {
			continue // mujoco-compile need not be there
		}
		found++
		if code, out, errs := sandbox(t, "validate", "--mujoco="+program, armModel); code != 0 {
			t.Errorf("beside %s: code %d\n%s%s", program, code, out, errs)
		}
	}
	if found == 0 {
		t.Skip("no MuJoCo is installed")
	}
}
