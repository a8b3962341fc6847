//go:build linux && cgo

package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"image/png"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"tumble/engine/input"
	"tumble/engine/record"
	"tumble/internal/app/session"
)

// operator drives the window of a running program with mouse and keyboard.
type operator struct {
	t      *testing.T
	folder string
	cmd    *exec.Cmd
	// capsule is the path of the capsule that was made last
	capsule string
	// started is when the program began: its clock counts from there
	started time.Time
	// said is the file of its output
	said string
	// lines are those of its script, answered by answers; nil for commands that take none
	lines   io.Writer
	answers *bufio.Scanner
}

// newOperator starts the program on a scene in a window of 1280 × 720 at the corner of the screen.
// The test needs minutes of a display that nothing else uses: it runs with TUMBLE_SOAK=1.
func newOperator(t *testing.T, args ...string) *operator {
	t.Helper()
	return operatorOf(t, append([]string{"run", "--script", "-"}, args...)...)
}

// operatorOf starts the program with any command that opens the window.
func operatorOf(t *testing.T, args ...string) *operator {
	t.Helper()
	if os.Getenv("TUMBLE_SOAK") != "1" {
		t.Skip("set TUMBLE_SOAK=1 to drive the real window")
	}
	if os.Getenv("DISPLAY") == "" {
		t.Skip("no display")
	}
	if _, err := exec.LookPath("xdotool"); err != nil {
		t.Skip("xdotool is not installed")
	}
	o := &operator{t: t, folder: t.TempDir()}
	binary := filepath.Join(o.folder, "sandbox")
	if out, err := exec.Command("go", "build", "-o", binary, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	o.cmd = exec.Command(binary, append(args, "--output", o.folder)...)
	o.said = filepath.Join(o.folder, "stderr")
	said, err := os.Create(o.said)
	if err != nil {
		t.Fatal(err)
	}
	defer said.Close()
	o.cmd.Dir, o.cmd.Stderr = o.folder, said
	o.cmd.Env = append(os.Environ(), "XDG_CONFIG_HOME="+o.folder, "XDG_STATE_HOME="+o.folder, "HOME="+o.folder)
	if slices.Contains(args, "--script") {
		in, err := o.cmd.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		out, err := o.cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		o.lines, o.answers = in, bufio.NewScanner(out)
	}
	o.started = time.Now()
	if err := o.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if o.cmd.ProcessState == nil {
			o.cmd.Process.Kill()
			o.cmd.Wait()
		}
	})
	o.wait("the window", func() bool { return o.title() != "" })
	o.pause(3)
	return o
}

// pause gives the program time for some frames, which a processor may be slow to draw.
func (o *operator) pause(halfSeconds int) {
	time.Sleep(time.Duration(halfSeconds) * 500 * time.Millisecond)
}

func (o *operator) do(args ...string) {
	o.t.Helper()
	if out, err := exec.Command("xdotool", args...).CombinedOutput(); err != nil {
		o.t.Fatalf("xdotool %v: %v: %s", args, err, out)
	}
	o.pause(2)
}

// field types a value into the control at a point.
func (o *operator) field(x, y, value string) {
	o.t.Helper()
	o.do("mousemove", x, y, "keydown", "ctrl", "click", "1", "keyup", "ctrl")
	o.do("type", "--delay", "40", "--", value)
	o.do("key", "Return")
}

// widget is where a widget is that says text, scrolled into sight where it was not.
func (o *operator) widget(text string) (x, y string) {
	o.t.Helper()
	if _, err := fmt.Fprintf(o.lines, "widget %s\n", text); err != nil {
		o.t.Fatal(err)
	}
	if !o.answers.Scan() {
		o.t.Fatalf("no answer to where %q is: %v", text, o.answers.Err())
	}
	var answer struct {
		Error  string
		Cursor [2]int
	}
	if err := json.Unmarshal(o.answers.Bytes(), &answer); err != nil || answer.Error != "" {
		o.t.Fatalf("%s: %v", o.answers.Text(), err)
	}
	return strconv.Itoa(answer.Cursor[0]), strconv.Itoa(answer.Cursor[1])
}

// press clicks on the widget that says text, enter types a value into it.
func (o *operator) press(text string) {
	o.t.Helper()
	x, y := o.widget(text)
	o.click(x, y)
}

func (o *operator) enter(text, value string) {
	o.t.Helper()
	x, y := o.widget(text)
	o.field(x, y, value)
}

func (o *operator) click(x, y string) {
	o.t.Helper()
	o.do("mousemove", x, y)
	o.do("click", "1")
}

func (o *operator) title() string {
	out, err := exec.Command("xdotool", "search", "--name", "^Tumble", "getwindowname").Output()
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(out))
}

func (o *operator) wait(what string, ok func() bool) {
	o.t.Helper()
	for range 100 {
		if ok() {
			return
		}
		time.Sleep(200 * time.Millisecond)
	}
	o.t.Fatalf("waited in vain for %s", what)
}

// made waits for a new file of an ending in the folder of the program, after something that makes one.
func (o *operator) made(ending string, make func()) string {
	o.t.Helper()
	pattern := filepath.Join(o.folder, "*"+ending)
	before, _ := filepath.Glob(pattern)
	make()
	path := ""
	o.wait("a file "+ending, func() bool {
		now, _ := filepath.Glob(pattern)
		for _, name := range now {
			if !slices.Contains(before, name) {
				path = name
			}
		}
		return path != ""
	})
	return path
}

// picture takes a screenshot with the key for it and checks that it is whole.
func (o *operator) picture() {
	o.t.Helper()
	path := o.made(".png", func() { o.do("key", "F12") })
	f, err := os.Open(path)
	if err != nil {
		o.t.Fatal(err)
	}
	defer f.Close()
	img, err := png.Decode(f)
	if err != nil {
		o.t.Fatal(err)
	}
	if b := img.Bounds(); b.Dx() != 1280 || b.Dy() != 720 {
		o.t.Errorf("the picture is %v", b)
	}
}

// save saves a preset through the dialogue at the end of the panel and returns what is in it.
func (o *operator) save(name string) map[string]any {
	o.t.Helper()
	o.press("Preset…")
	o.do("key", "ctrl+a")
	o.do("type", "--delay", "40", name)
	o.do("key", "Return")
	path := filepath.Join(o.folder, "tumble", "presets", name+".toml")
	o.wait("the preset "+name, func() bool { _, err := os.Stat(path); return err == nil })
	p, err := session.ReadPreset(path)
	if err != nil {
		o.t.Fatal(err)
	}
	return p.Parameters
}

func (o *operator) quit() {
	o.t.Helper()
	o.do("mousemove", "300", "400")
	o.do("key", "Escape")
	o.do("key", "ctrl+q")
	if err := o.cmd.Wait(); err != nil {
		o.t.Error(err)
	}
}

// The parameters of the world, presets, the inspector and the picker, with mouse and keyboard.
func TestPanelsInTheRealWindow(t *testing.T) {
	recording := filepath.Join(t.TempDir(), "run.tumble")
	o := newOperator(t, "pyramid36", "--vsync", "off", "--record", recording)
	o.enter("Gravity y", "-3.5")
	o.enter("Sub steps", "8")
	o.picture()
	o.enter("Friction", "0.3")
	tuned := o.save("tuned")
	if tuned["gravity.y"] != -3.5 || tuned["substeps"] != int64(8) || tuned["material.friction"] != 0.3 ||
		len(tuned) != 3 {
		t.Errorf("tuned: %v", tuned)
	}
	o.press("All to defaults")
	o.picture()
	if plain := o.save("plain"); len(plain) != 0 {
		t.Errorf("after all was reset: %v", plain)
	}
	o.press("Presets")
	o.press("Load…")
	o.do("type", "--delay", "40", "tun")
	o.do("key", "Return")
	o.picture()
	o.do("key", "Return")
	if again := o.save("again"); again["gravity.y"] != -3.5 || again["substeps"] != int64(8) ||
		again["material.friction"] != 0.3 {
		t.Errorf("after the preset was loaded: %v", again)
	}
	o.do("mousemove", "300", "400", "key", "shift+o")
	o.press("body7")
	o.press("Inspector")
	o.enter("Mass", "2500")
	o.do("mousemove", "300", "400", "key", "m")
	o.picture()
	o.quit()
	checkPanelRecording(t, recording)
}

// checkPanelRecording looks for the actions of the panels in the recording, which must replay to the same hashes.
func checkPanelRecording(t *testing.T, path string) {
	t.Helper()
	rec, err := readRecording(path)
	if err != nil {
		t.Fatal(err)
	}
	defer rec.Close()
	part := rec.First()
	mass := false
	for i := range part.Inputs {
		e := &part.Inputs[i].Event
		if e.Kind == input.EventCommand && session.Command(e.Code) == session.CommandEdit &&
			session.Property(e.Y) == session.PropertyMass && e.X == 2500 {
			mass = true
		}
	}
	if !mass {
		t.Error("the edit of the mass is not in the recording")
	}
	s, err := session.Open(part.Info, nil)
	if err != nil {
		t.Fatal(err)
	}
	player := record.NewPlayer(part)
	for tick := part.FirstTick; tick <= part.LastTick(); tick++ {
		events := player.Events(tick)
		dt := player.TickLength()
		if err := s.TickBy(events, dt); err != nil {
			t.Fatal(err)
		}
		if err := player.Check(tick, s.Digest()); err != nil {
			t.Fatal(err)
		}
	}
	settings := s.World().Settings()
	if settings.Gravity.Y != -3.5 || settings.SubSteps != 8 {
		t.Errorf("at the end of the replay: %+v", settings)
	}
}

func TestPickerInTheRealWindow(t *testing.T) {
	o := newOperator(t, "pyramid36", "--vsync", "off")
	o.do("key", "ctrl+o")
	o.do("type", "--delay", "40", "card")
	o.do("key", "Return")
	o.wait("the scene card_house", func() bool { return strings.Contains(o.title(), "card_house") })
	o.picture()
	o.quit()
	if _, err := os.Stat(filepath.Join(o.folder, "tumble", "settings.toml")); err != nil {
		t.Errorf("the layout was not kept: %v", err)
	}
}

// The sliders of the bad machine, with the mouse: what they start is seen from outside, among the goroutines of the
// program.
func TestBadMachineInTheRealWindow(t *testing.T) {
	o := newOperator(t, "pyramid36", "--vsync", "off", "--pprof", "127.0.0.1:0")
	running := func(name string) int {
		text, err := os.ReadFile(o.said)
		_, at, ok := strings.Cut(string(text), "profiles at ")
		if err != nil || !ok {
			t.Fatalf("no address of profiles: %v", err)
		}
		r, err := http.Get(strings.Fields(at)[0] + "goroutine?debug=2")
		if err != nil {
			t.Fatal(err)
		}
		defer r.Body.Close()
		text, err = io.ReadAll(r.Body)
		if err != nil {
			t.Fatal(err)
		}
		return strings.Count(string(text), "tumble/engine."+name+"(")
	}
	const hogs, collector = "(*BadMachine).hog", "collect"
	if n := running(hogs) + running(collector); n != 0 {
		t.Fatalf("%d goroutines of the bad machine at the start", n)
	}
	o.do("key", "y")
	o.do("mousemove", "780", "600", "click", "--repeat", "20", "--delay", "40", "5")
	o.field("850", "612", "3")
	o.wait("three hogs", func() bool { return running(hogs) == 3 })
	o.do("mousemove", "850", "612", "click", "3")
	o.wait("the end of the hogs", func() bool { return running(hogs) == 0 })
	o.field("850", "638", "250")
	o.wait("the collector", func() bool { return running(collector) == 1 })
	o.do("mousemove", "850", "638", "click", "3")
	o.wait("the end of the collector", func() bool { return running(collector) == 0 })
	o.field("850", "586", "20")
	o.field("850", "690", "7")
	o.picture()
	o.quit()
}
