package main

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tumble/engine/param"
	"tumble/engine/record"
	"tumble/internal/app/session"
	"tumble/internal/capsule"
	"tumble/internal/cli"
	"tumble/internal/openscene"
)

// makeCapsule writes a capsule of a scene after some steps, with or without its recording.
func makeCapsule(t *testing.T, scene string, steps int, journal bool) string {
	t.Helper()
	found, err := openscene.Find(scene)
	if err != nil {
		t.Fatal(err)
	}
	s, err := session.New(param.NewConfig(found), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { s.World().Close() }()
	var log bytes.Buffer
	r, err := record.NewRecorder(&log, s.Info(), recordOptions())
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Record(r); err != nil {
		t.Fatal(err)
	}
	for tick := 1; tick <= steps; tick++ {
		if err := s.Tick(nil); err != nil {
			t.Fatal(err)
		}
		if err := r.Tick(uint64(tick), s.Digest()); err != nil {
			t.Fatal(err)
		}
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	s.EndRecording()
	c, err := s.Capsule("")
	if err != nil {
		t.Fatal(err)
	}
	if journal {
		c.Journal = log.Bytes()
	}
	var out bytes.Buffer
	if err := c.Write(&out); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "f.capsule")
	if err := os.WriteFile(path, out.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestCapsuleAsATest holds a falling box to bounds that it keeps and that it breaks, with and without its recording.
func TestCapsuleAsATest(t *testing.T) {
	whole, bare := makeCapsule(t, "box", 40, true), makeCapsule(t, "box", 40, false)
	report := filepath.Join(t.TempDir(), "report.xml")
	code, out, errs := sandbox(t, "test", whole, "--measure", "speed.max,penetration.max", "--below", "50", "--junit",
		report)
	if code != 0 || !strings.Contains(out, "ok   speed.max") || errs != "" {
		t.Fatalf("code %d\n%s%s", code, out, errs)
	}
	var suite junitSuite
	if data, err := os.ReadFile(report); err != nil || xml.Unmarshal(data, &suite) != nil || suite.Tests != 2 ||
		suite.Failures != 0 {
		t.Errorf("%+v %v", suite, err)
	}
	// 40 steps of free fall: 3.924 m/s at the end of the recording
	code, out, errs = sandbox(t, "test", whole, "--measure", "speed.max", "--below", "3.9", "--junit", report)
	if code != cli.ExitFailed || !strings.Contains(errs, "after step 40") || !strings.Contains(out, "FAIL") {
		t.Errorf("code %d\n%s%s", code, out, errs)
	}
	if data, err := os.ReadFile(report); err != nil || xml.Unmarshal(data, &suite) != nil || suite.Failures != 1 {
		t.Errorf("%+v %v", suite, err)
	}
	if code, out, errs = sandbox(t, "test", bare, "--measure", "speed.max", "--below", "3.95", "--steps",
		"1"); code != cli.ExitFailed {
		t.Errorf("code %d\n%s%s", code, out, errs)
	}
	if code, out, errs = sandbox(t, "test", bare, "--measure", "speed.max", "--above", "3.95", "--steps",
		"3"); code != 0 {
		t.Errorf("code %d\n%s%s", code, out, errs)
	}
	// a value after every step, the first one included
	for _, path := range []string{whole, bare} {
		if code, out, errs = sandbox(t, "test", path, "--measure", "solver.residual", "--below", "100", "--steps",
			"2"); code != 0 {
			t.Errorf("code %d\n%s%s", code, out, errs)
		}
	}
	for _, args := range [][]string{{"test", whole}, {"test", whole, "--measure", "speed.max"},
		{"test", whole, "--measure", "nothing", "--below", "1"}} {
		if code, _, _ := sandbox(t, args...); code != cli.ExitUsage {
			t.Errorf("%v: code %d", args, code)
		}
	}
}

// TestCapsuleOfAFile opens a scene file that the capsule has in itself, after the file is gone.
func TestCapsuleOfAFile(t *testing.T) {
	folder := t.TempDir()
	scene := filepath.Join(folder, "level.gltf")
	if code, _, errs := sandbox(t, "sim", "box", "--steps", "5", "--save", "5:"+scene); code != 0 {
		t.Fatal(errs)
	}
	path := makeCapsule(t, scene, 10, true)
	if err := os.RemoveAll(folder); err != nil {
		t.Fatal(err)
	}
	if code, out, errs := sandbox(t, "test", path, "--measure", "speed.max", "--below", "50", "--steps",
		"10"); code != 0 {
		t.Errorf("code %d\n%s%s", code, out, errs)
	}
}

// TestBadCapsules ends with code 65 and words for files that are no capsules or hold a state that is broken.
func TestBadCapsules(t *testing.T) {
	path := makeCapsule(t, "box", 10, false)
	c, err := capsule.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	write := func(change func(*capsule.Capsule)) string {
		changed := *c
		change(&changed)
		var out bytes.Buffer
		if err := changed.Write(&out); err != nil {
			t.Fatal(err)
		}
		to := filepath.Join(t.TempDir(), "bad.capsule")
		if err := os.WriteFile(to, out.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
		return to
	}
	text := filepath.Join(t.TempDir(), "text.capsule")
	os.WriteFile(text, []byte("no archive"), 0o666)
	for name, bad := range map[string]string{
		"text": text, "missing": filepath.Join(t.TempDir(), "none.capsule"),
		"moment":  write(func(c *capsule.Capsule) { c.Moment = []byte("nothing") }),
		"cut off": write(func(c *capsule.Capsule) { c.Moment = c.Moment[:len(c.Moment)/2] }),
		"scene":   write(func(c *capsule.Capsule) { c.Digest = "0000000000000000" }),
	} {
		code, _, errs := sandbox(t, "test", bad, "--measure", "speed.max", "--below", "50")
		if code != cli.ExitInput || len(errs) < 20 {
			t.Errorf("%s: code %d: %s", name, code, errs)
		}
	}
}

// TestSimSavesCapsules saves steps of scenes as capsules, also of a scene with parameters and of a run that goes on
// from a saved state, opens them and goes on: the hashes are those of the run itself.
func TestSimSavesCapsules(t *testing.T) {
	dir := t.TempDir()
	half := filepath.Join(dir, "half.tumble")
	if code, _, errs := sandbox(t, "sim", "stack10", "--steps", "20", "--save", "20:"+half); code != 0 {
		t.Fatal(errs)
	}
	level := filepath.Join(dir, "level.glb")
	if code, _, errs := sandbox(t, "sim", "stack10", "--steps", "0", "--save", "0:"+level); code != 0 {
		t.Fatal(errs)
	}
	for name, args := range map[string][]string{
		"plain":      {"sim", "stack10", "--steps", "40"},
		"parameters": {"sim", "tumbler", "--set", "gravity.y=-3", "--hz", "50", "--steps", "40"},
		"loaded":     {"sim", "stack10", "--load", half, "--set", "substeps=2", "--steps", "40"},
		"file":       {"sim", level, "--steps", "40"},
	} {
		file := filepath.Join(dir, name+".capsule")
		code, out, errs := sandbox(t, append(args, "--save", "30:"+file, "--hash", "-")...)
		if code != 0 {
			t.Errorf("%s: code %d: %s", name, code, errs)
			continue
		}
		hashes := strings.Fields(out)
		c, err := openCapsule(file)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		s, err := c.moment(nil)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if s.Steps() != 30 {
			t.Errorf("%s: begins at step %d", name, s.Steps())
		}
		for range 10 {
			if err := s.Tick(nil); err != nil {
				t.Fatal(err)
			}
		}
		if got, want := fmt.Sprintf("%016x", s.World().Hash()), hashes[len(hashes)-1]; got != want {
			t.Errorf("%s: hash %s after 10 steps more, %s in the run", name, got, want)
		}
		s.World().Close()
		if err := c.close(); err != nil {
			t.Error(err)
		}
	}
	code, _, errs := sandbox(t, "sim", "character_course", "--steps", "2", "--save",
		"1:"+filepath.Join(dir, "refused.capsule"))
	if code != cli.ExitUsage || !strings.Contains(errs, "refused.capsule: scene character_course has characters") {
		t.Errorf("code %d: %s", code, errs)
	}
}
