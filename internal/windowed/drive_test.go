package windowed

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// driven is a sandbox in a window of its own, with a mouse and keys as a person has them; a script beside them tells
// the state.
type driven struct {
	t        *testing.T
	cmd      *exec.Cmd
	in       io.WriteCloser
	out      *bufio.Scanner
	pictures string // folder of pictures to look at, empty for none
	taken    int
}

type drivenAnswer struct {
	Error string
	State struct {
		Scene, Hash, Undo, Redo, Tool, Held, Message string
		Step, Shown                                  uint64
		Command                                      string
		Commands                                     uint64
		Paused                                       bool
		Bodies, Joints                               int
		Selected                                     []string
	}
	Cursor   *[2]int
	Position [3]float64
	Trial    *drivenTrial
}

// drivenTrial is the table of a trial.
type drivenTrial struct {
	First   uint64
	Members []string
	Rows    []struct {
		Goal   string
		Values []*float64
		Best   int
	}
}

// buildSandbox builds the program.
func buildSandbox(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "sandbox")
	if out, err := exec.Command("go", "build", "-o", path, "tumble/cmd/sandbox").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return path
}

// drive opens a window of the program on a scene.
func drive(t *testing.T, program, home string, args ...string) *driven {
	t.Helper()
	d := &driven{t: t, pictures: os.Getenv("TUMBLE_PICTURES")}
	args = append([]string{"run", "--script", "-", "--no-journal", "--vsync", "off", "--fps-limit", "30", "--quality",
		"least", "--output", home, "--width", "1280", "--height", "720"}, args...)
	d.cmd = exec.Command(program, args...)
	d.cmd.Env = append(os.Environ(), "XDG_CONFIG_HOME="+home, "XDG_STATE_HOME="+home, "XDG_CACHE_HOME="+home,
		"XDG_DATA_HOME="+home)
	d.cmd.Stderr = os.Stderr
	in, err := d.cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := d.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := d.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	d.in, d.out = in, bufio.NewScanner(out)
	t.Cleanup(func() { _ = d.cmd.Process.Kill() })
	// a software renderer takes seconds for its first frames
	d.until("the window is drawn", func(a drivenAnswer) bool { return a.State.Shown > 2 })
	return d
}

// line sends a line of the script and returns its answer.
func (d *driven) line(text string) (a drivenAnswer) {
	d.t.Helper()
	if _, err := io.WriteString(d.in, text+"\n"); err != nil {
		d.t.Fatal(err)
	}
	if !d.out.Scan() {
		d.t.Fatalf("no answer to %q: %v", text, d.out.Err())
	}
	if err := json.Unmarshal(d.out.Bytes(), &a); err != nil {
		d.t.Fatalf("%s: %v", d.out.Text(), err)
	}
	if a.Error != "" {
		d.t.Fatalf("%s: %s", text, a.Error)
	}
	return a
}

func (d *driven) state() drivenAnswer { d.t.Helper(); return d.line("state") }

// until asks for the state until it is as wanted.
func (d *driven) until(what string, ok func(drivenAnswer) bool) drivenAnswer {
	d.t.Helper()
	var a drivenAnswer
	for range 600 {
		if a = d.state(); ok(a) {
			return a
		}
		time.Sleep(30 * time.Millisecond)
	}
	d.t.Fatalf("%s: %+v", what, a.State)
	return a
}

// xdo does something with the mouse or the keys of the display.
func (d *driven) xdo(args ...string) {
	d.t.Helper()
	if out, err := exec.Command("xdotool", args...).CombinedOutput(); err != nil {
		d.t.Fatalf("xdotool %v: %v\n%s", args, err, out)
	}
	time.Sleep(40 * time.Millisecond)
}

func (d *driven) key(keys string) { d.t.Helper(); d.xdo("key", keys) }

func (d *driven) move(x, y int) { d.t.Helper(); d.xdo("mousemove", strconv.Itoa(x), strconv.Itoa(y)) }

func (d *driven) click(x, y int) {
	d.t.Helper()
	d.move(x, y)
	d.state()
	d.xdo("mousedown", "1")
	d.xdo("mouseup", "1")
	d.state()
}

// drag moves the mouse with the left button down along points.
func (d *driven) drag(points ...[2]int) {
	d.t.Helper()
	d.move(points[0][0], points[0][1])
	d.xdo("mousedown", "1")
	// the panels take the mouse once a frame: one for the press, and one before the button is let go
	d.state()
	for _, p := range points[1:] {
		d.move(p[0], p[1])
	}
	d.state()
	d.xdo("mouseup", "1")
}

// at is where a body is seen.
func (d *driven) at(body string) (x, y int) {
	d.t.Helper()
	a := d.line("where " + body)
	if a.Cursor == nil {
		d.t.Fatalf("%s is not seen", body)
	}
	return a.Cursor[0], a.Cursor[1]
}

// settle lets the window draw some frames.
func (d *driven) settle() {
	d.t.Helper()
	for range 3 {
		d.state()
	}
}

// find chooses something in the palette.
func (d *driven) find(text string) {
	d.t.Helper()
	d.settle()
	d.key("ctrl+p")
	d.settle()
	d.xdo("type", "--delay", "30", text)
	d.settle()
	d.key("Return")
	d.settle()
}

// picture saves a picture of the display.
func (d *driven) picture(name string) {
	d.t.Helper()
	if d.pictures == "" {
		return
	}
	d.taken++
	// frames that were drawn before the last input was taken may still be under way
	shown := d.state().State.Shown
	d.until("a picture", func(a drivenAnswer) bool { return a.State.Shown > shown+3 })
	time.Sleep(300 * time.Millisecond)
	path := filepath.Join(d.pictures, fmt.Sprintf("%02d-%s.png", d.taken, name))
	if out, err := exec.Command("import", "-window", "root", path).CombinedOutput(); err != nil {
		d.t.Fatalf("import: %v\n%s", err, out)
	}
}

// builder notes the worlds between the edits.
type builder struct {
	*driven
	hashes []string // before each edit
	labels []string
}

// edit does something that is one edit with a name.
func (b *builder) edit(label string, act func()) drivenAnswer {
	b.t.Helper()
	before := b.state().State
	act()
	a := b.until(label, func(a drivenAnswer) bool {
		return a.State.Undo == label && (a.State.Hash != before.Hash || a.State.Undo != before.Undo)
	})
	b.hashes, b.labels = append(b.hashes, before.Hash), append(b.labels, label)
	b.t.Logf("%-28s %d bodies, %d joints", label, a.State.Bodies, a.State.Joints)
	// gestures half a second apart are edits of their own
	time.Sleep(600 * time.Millisecond)
	return a
}

// TestBuildInTheWindow drives the real window with mouse and keys: a hinged door with a weight for a handle, a
// pulley with two loads, a wall of thirty boxes by duplicating, a ragdoll thrown at it; every step undone and done
// again; saved, closed, opened and saved again. TUMBLE_PICTURES is a folder for pictures of every step.
func TestBuildInTheWindow(t *testing.T) {
	needsXdotool(t)
	if testing.Short() {
		t.Skip("a minute of clicks")
	}
	home := t.TempDir()
	program := os.Getenv("TUMBLE_SANDBOX")
	if program == "" {
		program = buildSandbox(t)
	}
	b := &builder{driven: drive(t, program, home, "box", "--paused")}
	b.xdo("mousemove", "640", "400")
	b.key("Escape")
	start := b.until("paused", func(a drivenAnswer) bool { return a.State.Paused })
	time.Sleep(time.Second)
	b.picture("start")
	b.buildDoor()
	b.buildPulley()
	b.buildWall()
	b.throwRagdoll()
	end := b.state().State
	b.undoAll(start.State.Hash, end.Hash)
	b.runOn()
	b.saveAndOpen(program, home)
}

// buildDoor drops a plate, turns it upright, hangs it on a hinge and welds a ball to it.
func (b *builder) buildDoor() {
	b.line("look 4 1 0 0 0.25 7")
	b.find("Drop: plate")
	x, y := 640, 480
	b.edit("drop plate", func() { b.drag([2]int{x, y}, [2]int{x + 40, y}, [2]int{x + 90, y}) })
	b.picture("plate")
	b.key("Escape")
	b.line("select plate")
	b.key("e")
	px, py := b.at("plate")
	// around the ring that faces the eye by a quarter, from where no other ring is
	ring := [][2]int{}
	for i := range 10 {
		s, c := math.Sincos(math.Pi/2*float64(i)/9 + math.Pi/4)
		ring = append(ring, [2]int{px + int(math.Round(80*c)), py - int(math.Round(80*s))})
	}
	b.edit("turn plate", func() { b.drag(ring...) })
	b.picture("turned")
	b.key("e")
	b.key("w")
	b.edit("move plate", func() { b.drag([2]int{px, py - 60}, [2]int{px, py - 90}, [2]int{px, py - 130}) })
	b.key("w")
	// from where its face is seen
	b.line("look 4 1 0 1.5708 0.25 7")
	b.picture("moved")
	b.find("Join: hinge")
	px, py = b.at("plate")
	b.edit("hinge plate to the world", func() {
		b.click(px, py)
		b.move(px-50, py+150)
		b.picture("preview")
		b.click(px-50, py+150)
	})
	b.find("Drop: sphere")
	b.edit("drop sphere", func() {
		b.drag([2]int{px + 30, py - 10}, [2]int{px + 36, py - 10},
			[2]int{px + 42, py - 10})
	})
	b.find("Join: weld")
	sx, sy := b.at("sphere")
	b.edit("weld sphere to plate", func() {
		b.click(sx, sy)
		b.click(px-20, py+20)
	})
	b.key("Escape")
	b.key("Escape")
	b.picture("door")
}

// buildPulley ties two boxes together over two wheels.
func (b *builder) buildPulley() {
	b.line("look -6 1 0 0 0.3 9")
	b.find("Drop: box")
	b.edit("drop box", func() { b.drag([2]int{560, 480}, [2]int{575, 480}, [2]int{605, 480}) })
	hx, hy := b.at("box")
	b.edit("drop box", func() { b.drag([2]int{740, 480}, [2]int{750, 480}, [2]int{770, 480}) })
	lx, ly := b.at("box")
	b.find("Join: pulley")
	b.edit("pulley box to box", func() {
		b.click(hx, hy)
		b.move(lx, ly)
		b.picture("pulley-preview")
		b.click(lx, ly)
	})
	b.key("Escape")
	b.key("Escape")
	b.picture("pulley")
}

// buildWall makes a column of five boxes and copies it five times.
func (b *builder) buildWall() {
	b.line("look 14 1.2 -14 0 0.3 12")
	b.find("Drop: stack")
	before := b.state().State.Bodies
	b.edit("drop stack", func() { b.drag([2]int{410, 470}, [2]int{420, 470}, [2]int{435, 470}) })
	b.key("Escape")
	b.key("Escape")
	b.key("Tab")
	// a box around them with Ctrl held
	b.xdo("keydown", "ctrl")
	b.drag([2]int{480, 150}, [2]int{520, 300}, [2]int{640, 600})
	b.xdo("keyup", "ctrl")
	b.until("a column is selected", func(a drivenAnswer) bool { return len(a.State.Selected) == 5 })
	b.key("Tab")
	b.picture("column")
	for i := range 5 {
		b.edit("duplicate 5 bodies", func() {
			b.key("ctrl+d")
			b.until("copies", func(a drivenAnswer) bool {
				return a.State.Bodies == before+5*(i+2) &&
					len(a.State.Selected) == 5
			})
		})
	}
	b.key("Escape")
	b.picture("wall")
}

// throwRagdoll throws a ragdoll at the wall.
func (b *builder) throwRagdoll() {
	bodies := b.state().State.Bodies
	b.find("Throw: ragdoll")
	a := b.edit("throw ragdoll", func() { b.click(490, 400) })
	if a.State.Bodies < bodies+10 {
		b.t.Errorf("%d bodies with a ragdoll, %d before", a.State.Bodies, bodies)
	}
	b.key("Escape")
	b.picture("ragdoll")
}

// undoAll takes every step back and does it again.
func (b *builder) undoAll(start, end string) {
	b.t.Helper()
	for i := len(b.hashes) - 1; i >= 0; i-- {
		b.key("ctrl+z")
		b.until("undo "+b.labels[i], func(a drivenAnswer) bool {
			return a.State.Redo == b.labels[i] &&
				a.State.Hash == b.hashes[i]
		})
	}
	if a := b.state().State; a.Hash != start || a.Undo != "" {
		b.t.Errorf("all undone: %+v", a)
	}
	b.picture("all-undone")
	for i := range b.hashes {
		want := end
		if i+1 < len(b.hashes) {
			want = b.hashes[i+1]
		}
		b.key("ctrl+shift+z")
		b.until("redo "+b.labels[i], func(a drivenAnswer) bool {
			return a.State.Undo == b.labels[i] &&
				a.State.Hash == want
		})
	}
	b.picture("all-done-again")
}

// runOn lets time run: the ragdoll hits the wall, the heavy load sinks.
func (b *builder) runOn() {
	b.t.Helper()
	b.key("p")
	b.until("time runs", func(a drivenAnswer) bool { return !a.State.Paused })
	b.line("wait 150")
	b.picture("hit")
	b.line("look 4 1 -4 0.6 0.5 32")
	b.key("p")
	b.until("time stands still", func(a drivenAnswer) bool { return a.State.Paused })
	b.picture("everything")
}

// saveAndOpen saves the scene, ends the program, opens what was saved and exports it again.
func (b *builder) saveAndOpen(program, home string) {
	b.t.Helper()
	was := b.state().State
	b.line("save-scene")
	saved := newest(b.t, home)
	b.key("ctrl+q")
	if err := b.cmd.Wait(); err != nil {
		b.t.Fatal(err)
	}
	again := &builder{driven: drive(b.t, program, b.t.TempDir(), saved, "--paused")}
	again.taken = b.taken
	again.line("look 4 1 -4 0.6 0.5 32")
	now := again.state().State
	if now.Bodies != was.Bodies || now.Joints != was.Joints {
		b.t.Errorf("opened %d bodies, %d joints, saved %d and %d", now.Bodies, now.Joints, was.Bodies, was.Joints)
	}
	again.picture("opened-again")
	again.line("select plate sphere")
	again.key("alt+s")
	again.until("exported", func(a drivenAnswer) bool { return strings.HasPrefix(a.State.Message, "saved 2 bodies") })
	again.key("ctrl+q")
	if err := again.cmd.Wait(); err != nil {
		b.t.Fatal(err)
	}
}

// newest is the scene file in a folder.
func newest(t *testing.T, folder string) string {
	t.Helper()
	for range 100 {
		if files, _ := filepath.Glob(filepath.Join(folder, "*.gl*")); len(files) > 0 {
			return files[len(files)-1]
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatal("nothing is saved")
	return ""
}

// needsXdotool skips a test of real events where nothing can send them.
func needsXdotool(t *testing.T) {
	t.Helper()
	_, err := exec.LookPath("xdotool")
	if err != nil || os.Getenv("DISPLAY") == "" {
		t.Skip("needs a display and xdotool")
	}
}
