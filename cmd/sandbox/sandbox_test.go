package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tumble/engine/input"
	"tumble/engine/record"
	"tumble/engine/window"
	"tumble/internal/app/session"
	"tumble/internal/cli"
	"tumble/physics"
	"tumble/physics/scenes"
	"tumble/physics/vec"
)

// sandbox runs the program and returns its exit code and both outputs.
func sandbox(t *testing.T, args ...string) (code int, out, errs string) {
	t.Helper()
	var o, e bytes.Buffer
	code = execute(t.Context(), args, &o, &e)
	return code, o.String(), e.String()
}

// mustSandbox runs the program, which has to succeed.
func mustSandbox(t *testing.T, args ...string) string {
	t.Helper()
	code, out, errs := sandbox(t, args...)
	if code != 0 {
		t.Fatalf("sandbox %s: code %d: %s", strings.Join(args, " "), code, errs)
	}
	return out
}

// refused runs the program with arguments that it should refuse before any long work. A run that goes on is
// interrupted.
func refused(t *testing.T, args ...string) (code int, errs string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	var said bytes.Buffer
	code = execute(ctx, args, io.Discard, &said)
	return code, said.String()
}

func TestBadInput(t *testing.T) {
	t.Setenv("DISPLAY", "")
	empty := filepath.Join(t.TempDir(), "empty.tumble")
	for _, path := range []string{empty, empty + ".part", empty + ".part2"} {
		if err := os.WriteFile(path, nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	garbage := filepath.Join(t.TempDir(), "garbage.tumble")
	if err := os.WriteFile(garbage, []byte(strings.Repeat("no recording ", 20)), 0o644); err != nil {
		t.Fatal(err)
	}
	// a program without a window says so in several lines
	noWindow := "no display"
	if !window.Built {
		noWindow = "THIS BUILD HAS NO WINDOW"
	}
	scene := filepath.Join(t.TempDir(), "scene.gltf")
	mustSandbox(t, "sim", "box", "--steps", "1", "--save", "1:"+scene)
	for _, c := range []struct {
		args string
		code int
		says string
	}{
		{"simulate box", cli.ExitUsage, "unknown command"},
		{"sim", cli.ExitUsage, "SCENE|FILE is missing"},
		{"sim box stack10", cli.ExitUsage, `"stack10" is too much`},
		{"simm box", cli.ExitUsage, "did you mean sim?"},
		{"sim boxx", cli.ExitUsage, `no scene "boxx"`},
		{"sim pyramid", cli.ExitUsage, "did you mean pyramid36, "},
		{"sim newtons_cradel", cli.ExitUsage, "did you mean newtons_cradle?"},
		{"sim box --stepps 3", cli.ExitUsage, "did you mean --steps?"},
		{"sim box --steps three", cli.ExitUsage, "three"},
		{"sim box --steps -1", cli.ExitUsage, "--steps"},
		{"sim box --every 0", cli.ExitUsage, "--every"},
		{"sim box --time-limit -1s", cli.ExitUsage, "--time-limit"},
		{"sim box --set gravity.y=up", cli.ExitUsage, "gravity.y=up"},
		{"sim box --set gravity.y=1e9", cli.ExitUsage, "-10000 … 10000 m/s²"},
		{"sim box --set material.friction=NaN", cli.ExitUsage, "material.friction=NaN"},
		{"sim box --set gravity.x=nan", cli.ExitUsage, "gravity.x=nan"},
		{"bench box --steps 9223372036854775807", cli.ExitUsage, "at most 10000000"},
		{"bench --plot /proc/no/such", cli.ExitOutput, "/proc/no"},
		{"sim box --set gravity=1", cli.ExitUsage, "did you mean gravity."},
		{"sim box --set scene.height", cli.ExitUsage, "key=value"},
		{"sim box --set scene.height=-1", cli.ExitUsage, "0 … 100 m"},
		{"sim box --hz 0", cli.ExitUsage, "loop.hertz=0"},
		{"sim box --substeps 65", cli.ExitUsage, "substeps=65"},
		{"sim box --workers -1", cli.ExitUsage, "loop.workers=-1"},
		{"sim box --out - --hash -", cli.ExitUsage, "only one output"},
		{"sim box --out /does/not/exist/out.jsonl", cli.ExitOutput, "/does/not/exist"},
		{"sim box --cpuprofile /does/not/exist/cpu", cli.ExitOutput, "/does/not/exist"},
		{"sim box --steps 1 --save 1:/does/not/exist/a.tumble", cli.ExitOutput, "/does/not/exist"},
		{"sim box --steps 1 --save 1:/does/not/exist/a.gltf", cli.ExitOutput, "/does/not/exist"},
		{"sim box --steps 1 --record /does/not/exist/a.tumble", cli.ExitOutput, "/does/not/exist"},
		{"sim box --steps 1 --cpuprofile /dev/full", cli.ExitOutput, "/dev/full"},
		{"sim box --steps 1 --trace /dev/full", cli.ExitOutput, "/dev/full"},
		{"sim box --steps 1 --memprofile /dev/full", cli.ExitOutput, "/dev/full"},
		{"sim box --steps 1 --out /dev/full", cli.ExitOutput, "/dev/full"},
		{"sim box --out a.txt --hash ./a.txt", cli.ExitUsage, "--out and --hash both name"},
		{"sim box --events a.txt --save 3:a.txt", cli.ExitUsage, "both name"},
		{"sim " + scene + " --out " + scene, cli.ExitUsage, "the scene and --out both name"},
		{"replay " + garbage + " --hash " + garbage, cli.ExitUsage, "the recording and --hash both name"},
		{"help nothing", cli.ExitUsage, "unknown command"},
		{"bench box --workers 1000", cli.ExitUsage, "--workers 1000"},
		{"bench box --compare /does/not/exist.json", cli.ExitInput, "/does/not/exist.json"},
		{"lab --format bmp", cli.ExitUsage, "--format bmp"},
		{"rehit . --workers 1000", cli.ExitUsage, "--workers 1000"},
		{"rehit . --workers -1", cli.ExitUsage, "--workers -1"},
		{"shot box out.bmp", cli.ExitUsage, "must be a .png"},
		{"shot box out.png --frames -1", cli.ExitUsage, "--frames -1"},
		{"bench nothing", cli.ExitUsage, `no scene "nothing"`},
		{"bench box --steps 1", cli.ExitUsage, "--steps"},
		{"bench box --repeat 0", cli.ExitUsage, "--repeat"},
		{"bench box --workers 1,x", cli.ExitUsage, "--workers 1,x"},
		{"params nothing", cli.ExitUsage, `no scene "nothing"`},
		{"scenes extra", cli.ExitUsage, "extra"},
		{"version extra", cli.ExitUsage, "extra"},
		{"shot box", cli.ExitUsage, "shot takes a scene"},
		{"shot nothing out.png", cli.ExitUsage, `no scene "nothing"`},
		{"shot box /does/not/exist/out.png", cli.ExitOutput, "/does/not/exist"},
		{"shot box /does/not/exist/out.gif --frames 3", cli.ExitOutput, "/does/not/exist"},
		{"shot box out.png --width 0", cli.ExitUsage, "--width 0"},
		{"shot box out.png --steps -1", cli.ExitUsage, "--steps -1"},
		{"shot box out.png --camera there", cli.ExitUsage, "--camera there"},
		{"run nothing", cli.ExitUsage, `no scene "nothing"`},
		{"run --vsync sometimes", cli.ExitUsage, "--vsync sometimes"},
		{"run --quality splendid", cli.ExitUsage, "--quality splendid: must be one of automatic, best"},
		{"run --speed 0", cli.ExitUsage, "--speed 0"},
		{"run --screenshot x.png", cli.ExitUsage, "--frames"},
		{"run --screenshot x.bmp --frames 2", cli.ExitUsage, "must be a .png"},
		{"run --screenshot /does/not/exist/x.png --frames 2", cli.ExitOutput, "/does/not/exist"},
		{"run --frames -1", cli.ExitUsage, "--frames -1: must be a whole number, 0 or more"},
		{"sim box --time-limit 3", cli.ExitUsage, "--time-limit 3: must be a time"},
		{"run --loop backwards", cli.ExitUsage, "backwards"},
		{"run --pprof 0.0.0.0:0", cli.ExitUsage, "loopback"},
		{"run /does/not/exist.tumble", cli.ExitInput, "/does/not/exist.tumble"},
		{"run", cli.ExitNoDisplay, noWindow},
		{"", cli.ExitNoDisplay, noWindow},
		{"replay", cli.ExitUsage, "RECORDING is missing"},
		{"replay /does/not/exist.tumble", cli.ExitInput, "/does/not/exist.tumble"},
		{"replay " + empty, cli.ExitInput, "the file is empty: its program ended"},
		{"replay " + empty + ".part", cli.ExitInput, "the file is empty: its program ended"},
		{"replay --repair " + empty + ".part2", cli.ExitInput, "the file is empty: its program ended"},
		{"run " + empty + ".part", cli.ExitInput, "the file is empty: its program ended"},
		{"replay " + garbage, cli.ExitInput, garbage},
	} {
		code, errs := refused(t, strings.Fields(c.args)...)
		if code != c.code || !strings.Contains(errs, c.says) {
			t.Errorf("sandbox %s: code %d, want %d; says %q, want %q", c.args, code, c.code, errs, c.says)
		}
		if strings.Count(strings.TrimSpace(errs), "\n") > 0 && c.says != "THIS BUILD HAS NO WINDOW" ||
			strings.Contains(errs, "goroutine") {
			t.Errorf("sandbox %s: more than a line: %q", c.args, errs)
		}
	}
}

func TestSimHashes(t *testing.T) {
	hashes := mustSandbox(t, "sim", "pyramid36", "--steps", "40", "--hash", "-")
	lines := strings.Fields(hashes)
	if len(lines) != 40 {
		t.Fatalf("%d hashes, want 40", len(lines))
	}
	if again := mustSandbox(t, "sim", "pyramid36", "--steps", "40", "--hash", "-", "--workers", "2"); again != hashes {
		t.Error("hashes differ with two workers")
	}
	heavier := mustSandbox(t, "sim", "pyramid36", "--steps", "40", "--hash", "-", "--set", "gravity.y=-20")
	if heavier == hashes {
		t.Error("hashes are the same under another gravity")
	}
	if rough := mustSandbox(t, "sim", "pyramid36", "--steps", "40", "--hash", "-", "--set",
		"material.density=10"); rough == hashes {
		t.Error("hashes are the same with another density")
	}
}

func TestSimStates(t *testing.T) {
	dir := t.TempDir()
	out := filepath.Join(dir, "states.jsonl")
	summary := mustSandbox(t, "sim", "box", "--steps", "100", "--every", "10", "--out", out)
	if !strings.Contains(summary, "100 steps, 1.00 s simulated") {
		t.Errorf("summary %q", summary)
	}
	text, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	lines := bytes.Split(bytes.TrimSpace(text), []byte("\n"))
	if len(lines) != 10 {
		t.Fatalf("%d lines, want 10", len(lines))
	}
	for i, line := range lines {
		var s worldState
		if err := json.Unmarshal(line, &s); err != nil {
			t.Fatalf("line %d: %v", i+1, err)
		}
		if s.Step != 10*(i+1) || len(s.Bodies) != 1 || len(s.Hash) != 16 {
			t.Fatalf("line %d: step %d, %d bodies, hash %q", i+1, s.Step, len(s.Bodies), s.Hash)
		}
		if i > 2 {
			continue
		}
		// during the fall energy and momentum are those of a ton under gravity
		b, fallen := s.Bodies[0], float64(s.Step)/100
		if v := -9.81 * fallen; b.Vel[1] < float32(v-0.01) || b.Vel[1] > float32(v+0.01) {
			t.Errorf("step %d: velocity %v, want %v", s.Step, b.Vel[1], v)
		}
		if e := s.Kinetic + s.Position; e < 24300 || e > 24700 {
			t.Errorf("step %d: energy %v J, want 24525", s.Step, e)
		}
		if p := 1000 * float64(b.Vel[1]); s.Momentum[1] < p-1 || s.Momentum[1] > p+1 {
			t.Errorf("step %d: momentum %v, want %v", s.Step, s.Momentum, p)
		}
	}
}

func TestSimEvents(t *testing.T) {
	text := mustSandbox(t, "sim", "box", "--steps", "300", "--events", "-")
	kinds := map[string]int{}
	for _, line := range strings.Split(strings.TrimSpace(text), "\n") {
		var e eventLine
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		kinds[e.Type]++
		if e.Step < 1 || e.Step > 300 || e.A == "" {
			t.Errorf("event %+v", e)
		}
	}
	if kinds["contactBegin"] == 0 || kinds["contactHit"] == 0 || kinds["sleep"] != 1 {
		t.Errorf("events %v: want a touch, a hit and one body that falls asleep", kinds)
	}
}

func TestSimCheck(t *testing.T) {
	mustSandbox(t, "sim", "box", "--check")
	code, _, errs := sandbox(t, "sim", "box", "--steps", "20", "--check")
	if code != cli.ExitFailed || !strings.Contains(errs, "rests at") {
		t.Errorf("a box in the air passes the check: code %d, %q", code, errs)
	}
}

func TestSimLimits(t *testing.T) {
	code, _, errs := sandbox(t, "sim", "pyramid210", "--steps", "100000", "--time-limit", "30ms")
	if code != cli.ExitLimit || !strings.Contains(errs, "time limit") {
		t.Errorf("time limit: code %d, %q", code, errs)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var o, e bytes.Buffer
	if code := execute(ctx, []string{"sim", "box", "--hash", "-"}, &o, &e); code != cli.ExitInterrupted {
		t.Errorf("interrupted: code %d, %q", code, e.String())
	}
	if code := execute(ctx, []string{"bench", "box", "--steps", "10"}, &o, &e); code != cli.ExitInterrupted {
		t.Errorf("interrupted bench: code %d, %q", code, e.String())
	}
}

func TestSimProfiles(t *testing.T) {
	dir := t.TempDir()
	files := map[string]string{}
	args := []string{"sim", "pyramid36", "--steps", "20"}
	for _, kind := range []string{"cpuprofile", "memprofile", "trace"} {
		files[kind] = filepath.Join(dir, kind)
		args = append(args, "--"+kind, files[kind])
	}
	mustSandbox(t, args...)
	for kind, file := range files {
		if info, err := os.Stat(file); err != nil || info.Size() == 0 {
			t.Errorf("%s: %v", kind, err)
		}
	}
}

func TestBench(t *testing.T) {
	file := filepath.Join(t.TempDir(), "bench.json")
	table := mustSandbox(t, "bench", "pyramid36", "box", "--steps", "20", "--repeat", "2", "--workers", "1,2", "--json",
		file)
	if n := strings.Count(strings.TrimSpace(table), "\n"); n != 4 {
		t.Errorf("table of %d lines, want 4:\n%s", n, table)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var report struct {
		Go      string        `json:"go"`
		Results []benchResult `json:"results"`
	}
	if err := json.Unmarshal(text, &report); err != nil {
		t.Fatal(err)
	}
	if len(report.Results) != 4 || report.Go == "" {
		t.Fatalf("report %+v", report)
	}
	for _, r := range report.Results[:2] {
		if r.Scene != "pyramid36" || r.Steps != 20 || r.Bodies != 37 || !(r.Mean > 0) || r.Mean > r.Worst ||
			r.Hash != report.Results[0].Hash {
			t.Errorf("result %+v", r)
		}
	}
}

func TestLists(t *testing.T) {
	list := mustSandbox(t, "scenes")
	for _, s := range scenes.All() {
		if !strings.Contains(list, s.Name+" ") || !strings.Contains(list, s.Text) {
			t.Errorf("scenes does not list %s", s.Name)
		}
		if params := mustSandbox(t, "params", s.Name); len(s.Params) > 0 &&
			!strings.Contains(params, "scene."+s.Params[0].Key) {
			t.Errorf("params %s does not list its parameters", s.Name)
		}
	}
	var entries []map[string]any
	if err := json.Unmarshal([]byte(mustSandbox(t, "params", "--json")), &entries); err != nil || len(entries) < 25 {
		t.Errorf("params --json: %d entries, error %v", len(entries), err)
	}
	for _, key := range []string{"gravity.y", "substeps", "contact.hertz", "sleep.time", "material.friction",
		"loop.hertz"} {
		if !strings.Contains(mustSandbox(t, "params"), "\n"+key+" ") {
			t.Errorf("params does not list %s", key)
		}
	}
}

// docs/settings.md is the text of the program on its parameters.
func TestSettingsPage(t *testing.T) {
	page, err := os.ReadFile("../../docs/settings.md")
	if err != nil {
		t.Fatal(err)
	}
	if mustSandbox(t, "params", "box", "--markdown") != string(page) {
		t.Error("docs/settings.md is not what sandbox params writes: run go generate ./cmd/sandbox")
	}
}

// docs/controls.md is the text of the program on its keys, and no key asks for two commands.
func TestControlsPage(t *testing.T) {
	page, err := os.ReadFile("../../docs/controls.md")
	if err != nil {
		t.Fatal(err)
	}
	if mustSandbox(t, "controls", "--markdown") != string(page) {
		t.Error("docs/controls.md is not what sandbox controls writes: run go generate ./cmd/sandbox")
	}
	var list []struct {
		Name string
		Keys []string
	}
	if err := json.Unmarshal([]byte(mustSandbox(t, "controls", "--json")), &list); err != nil || len(list) < 60 {
		t.Fatalf("%d commands, %v", len(list), err)
	}
	taken := map[string]string{}
	for _, c := range list {
		for _, k := range c.Keys {
			if other := taken[k]; other != "" {
				t.Errorf("%s asks for %s and for %s", k, other, c.Name)
			}
			taken[k] = c.Name
		}
	}
}

// A former key is understood, with a note.
func TestFormerKey(t *testing.T) {
	code, _, errs := sandbox(t, "sim", "box", "--steps", "1", "--set", "warmstart=false")
	if code != 0 || errs != "sandbox: warmstart is now called warm_starting\n" {
		t.Errorf("code %d: %s", code, errs)
	}
}

func TestVersion(t *testing.T) {
	var info versionInfo
	if err := json.Unmarshal([]byte(mustSandbox(t, "version", "--json")), &info); err != nil {
		t.Fatal(err)
	}
	if info.GOARCH == "" || info.Formats["recording"] == "" || !strings.HasPrefix(info.Go, "go1.") {
		t.Errorf("version %+v", info)
	}
}

func TestHelpHasExamples(t *testing.T) {
	for _, cmd := range newRoot(io.Discard, io.Discard).Commands() {
		if cmd.Name() != "completion" && cmd.Name() != "help" && cmd.Example == "" {
			t.Errorf("the help of %s shows no example", cmd.Name())
		}
	}
}

func TestShot(t *testing.T) {
	path := filepath.Join(t.TempDir(), "box.png")
	code, out, errs := sandbox(t, "shot", "box", path, "--steps", "20", "--width", "160", "--height", "90")
	if code == cli.ExitNoDisplay {
		t.Skip("no OpenGL without a display: ", errs)
	}
	if code != 0 || !strings.Contains(out, path) {
		t.Fatalf("code %d: %s%s", code, out, errs)
	}
	if !strings.Contains(out, "box: 20 steps, 0.20 s simulated and drawn in ") || strings.Contains(out, "a step") {
		t.Errorf("summary %q", out)
	}
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	picture, err := png.Decode(file)
	if err != nil {
		t.Fatal(err)
	}
	if b := picture.Bounds(); b.Dx() != 160 || b.Dy() != 90 {
		t.Errorf("picture of %v", b)
	}
	// the sky is brighter than the shaded side of the box in the middle
	top, _, _, _ := picture.At(80, 2).RGBA()
	middle, _, _, _ := picture.At(80, 45).RGBA()
	if top == middle {
		t.Errorf("the picture shows nothing: %v everywhere", top)
	}
}

// TestShotBurns: curves and the command are written into a picture, and an unknown quantity is refused.
func TestShotBurns(t *testing.T) {
	dir := t.TempDir()
	draw := func(name string, more ...string) []byte {
		t.Helper()
		path := filepath.Join(dir, name)
		args := append([]string{"shot", "box", path, "--steps", "20", "--width", "160", "--height", "90"}, more...)
		code, _, errs := sandbox(t, args...)
		if code == cli.ExitNoDisplay {
			t.Skip(errs)
		}
		data, err := os.ReadFile(path)
		if code != 0 || err != nil {
			t.Fatalf("code %d: %s %v", code, errs, err)
		}
		return data
	}
	plain, curve, command := draw("a.png"), draw("b.png", "--measure", "speed.max"), draw("c.png", "--command")
	if bytes.Equal(plain, curve) || bytes.Equal(plain, command) || bytes.Equal(curve, command) {
		t.Error("pictures with a curve, with the command and with neither are the same")
	}
	code, _, errs := sandbox(t, "shot", "box", filepath.Join(dir, "d.png"), "--measure", "nosuch")
	if code != cli.ExitUsage || !strings.Contains(errs, "--measure") {
		t.Errorf("code %d: %s", code, errs)
	}
}

// writeRecording plays a scene with a few commands and writes it down.
func writeRecording(t *testing.T, path string, steps int, damage bool) {
	t.Helper()
	s, err := session.Open(record.SceneInfo{Scene: "pyramid36", Hz: 100,
		Params: []record.Param{{Name: "gravity.y", Value: "-5"}}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	w, err := record.NewRecorder(file, s.Info(), physics.RecordOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for tick := uint64(1); tick <= uint64(steps); tick++ {
		var events []input.Event
		if tick == 10 {
			events = append(events, session.ShootCommand(vec.V3(0, 3, 10), vec.V3(0, 1, -30), 0.4))
		}
		for i := range events {
			if err := w.Input(tick, &events[i]); err != nil {
				t.Fatal(err)
			}
		}
		// from the thirtieth step on the steps are longer
		dt := float32(0.01)
		if tick >= 30 {
			dt = 0.0125
		}
		if tick == 30 {
			events = []input.Event{{Kind: input.EventTickLength, S: dt}}
			if err := w.Input(tick, &events[0]); err != nil {
				t.Fatal(err)
			}
		}
		if err := s.TickBy(events, dt); err != nil {
			t.Fatal(err)
		}
		digest := s.Digest()
		if damage && tick == 20 {
			digest++
		}
		if err := w.Tick(tick, digest); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestReplay(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.tumble")
	writeRecording(t, path, 60, false)
	for _, workers := range []string{"1", "3"} {
		out := mustSandbox(t, "replay", path, "--workers", workers)
		if !strings.Contains(out, "60 steps, 2 inputs, 60 digests compared, all equal") {
			t.Errorf("replay says %q", out)
		}
	}
	hashes := strings.Fields(mustSandbox(t, "replay", path, "--hash", "-"))
	if len(hashes) != 60 || hashes[8] == hashes[9] {
		t.Errorf("%d hashes", len(hashes))
	}

	writeRecording(t, path, 60, true)
	code, _, errs := sandbox(t, "replay", path)
	if code != cli.ExitFailed || !strings.Contains(errs, "tick 20: digest") {
		t.Errorf("a wrong hash gives code %d, %q", code, errs)
	}

	// a recording that was cut off is replayed up to there and says so; without a scene it is refused
	writeRecording(t, path, 60, false)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 16 {
		cut := filepath.Join(t.TempDir(), fmt.Sprintf("cut%d.tumble", i))
		if err := os.WriteFile(cut, text[:len(text)*i/16], 0o644); err != nil {
			t.Fatal(err)
		}
		want := 0
		if i < 9 {
			want = cli.ExitInput // the table of calls takes the first half of this small file
		}
		if code, _, errs := sandbox(t, "replay", cut); code != want || strings.Count(errs, "\n") != 1 {
			t.Errorf("cut to %d/16: code %d, %q", i, code, errs)
		}
	}
}
