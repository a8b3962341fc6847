package app

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"tumble/engine"
	"tumble/internal/app/command"
	"tumble/internal/app/session"
	"tumble/physics"
	"tumble/physics/vec"
)

// scriptRig is a window that a test sends lines to.
type scriptRig struct {
	*rig
	lines   *io.PipeWriter
	answers bytes.Buffer
}

func newScriptRig(t *testing.T, scene string) *scriptRig {
	lines, in := io.Pipe()
	s := &scriptRig{lines: in}
	s.rig = newRig(t, scene, func(_ *engine.LoopConfig, o *Options) {
		o.Script = Script{Lines: lines, Answers: &s.answers}
		o.DefaultOutput = t.TempDir()
	})
	s.app.stall = func() {}
	return s
}

// line carries a line out and returns the answer.
func (s *scriptRig) line(text string) (a scriptAnswer) {
	s.t.Helper()
	// the reader takes it between frames
	go io.WriteString(s.lines, text+"\n")
	for range 2000 {
		s.run(1)
		if s.answers.Len() > 0 {
			if err := json.Unmarshal(s.answers.Bytes(), &a); err != nil {
				s.t.Fatal(err)
			}
			s.answers.Reset()
			return a
		}
		time.Sleep(50 * time.Microsecond)
	}
	s.t.Fatalf("no answer to %q", text)
	return a
}

// state is the scene once the line before has had its effect.
func (s *scriptRig) state() *sceneState {
	s.t.Helper()
	a := s.line("state")
	if a.State == nil {
		s.t.Fatalf("%+v", a)
	}
	return a.State
}

// TestEveryCommandIsReached walks the whole table: every command has a key or stands in a menu, and is carried out by
// its name in a script. That the palette has all of them is a test of the panels.
func TestEveryCommandIsReached(t *testing.T) {
	s := newScriptRig(t, "pyramid36")
	defer s.close()
	s.run(5)
	for i := range command.All {
		c := &command.All[i]
		if len(c.Keys) == 0 && len(c.Slots) == 0 {
			t.Errorf("%s has neither a key nor a menu", c.Name)
		}
		if aside[c.ID] {
			continue
		}
		if a := s.line(c.Name); a.Error != "" || a.Line != c.Name {
			t.Errorf("%s: %+v", c.Name, a)
		}
	}
}

// TestScript: lines select, set, wait and tell; what was done is undone by the next line; wrong lines are answered.
func TestScript(t *testing.T) {
	s := newScriptRig(t, "pyramid36")
	defer s.close()
	s.run(30)
	s.line("pause")
	before := s.state()
	if !before.Paused || before.Bodies != s.app.session.World().BodyCount() || before.Undo != "" {
		t.Fatalf("%+v", before)
	}
	s.line("select body4 body5")
	s.line("duplicate")
	after := s.state()
	if after.Bodies != before.Bodies+2 || after.Undo != "duplicate 2 bodies" || len(after.Selected) != 2 ||
		after.Hash == before.Hash {
		t.Errorf("%+v", after)
	}
	s.line("undo")
	if back := s.state(); back.Hash != before.Hash || back.Redo != "duplicate 2 bodies" {
		t.Errorf("%+v", back)
	}
	s.line("set gravity.y -3")
	s.state()
	if g := s.app.session.World().Gravity(); g != vec.V3(0, -3, 0) {
		t.Errorf("gravity %v", g)
	}
	s.line("look 0 1 0 0.5 0.3 12")
	b, _ := s.app.session.World().BodyAt(4)
	if a := s.line("where body4"); a.Cursor == nil || *a.Position != [3]float32{b.WorldCenter().X, b.WorldCenter().Y,
		b.WorldCenter().Z} {
		t.Errorf("%+v", a)
	} else {
		s.move(float64(a.Cursor[0]), float64(a.Cursor[1]))
		if o, d := s.app.tools.Cursor.Ray(); pickedName(s.app.session.World(), o, d) == "" {
			t.Error("nothing is where the body is seen")
		}
	}
	s.line("pause")
	step := s.state().Step
	s.line("wait 20")
	if now := s.state().Step; now < step+20 {
		t.Errorf("step %d, 20 after %d", now, step)
	}
	if s.line("open stack10").Error != "" || s.state().Scene != "stack10" {
		t.Error("the scene is not opened")
	}
	folder := t.TempDir()
	t.Chdir(folder)
	if err := os.WriteFile("two  blanks.gltf", []byte(crateFile), 0o644); err != nil {
		t.Fatal(err)
	}
	if a := s.line("open two  blanks.gltf"); a.Error != "" || s.state().Scene != filepath.Join(
		folder, "two  blanks.gltf") {
		t.Errorf("%+v", a)
	}
	s.line("open stack10")
	for _, bad := range []string{"no-such", "select nobody", "set gravity.y much", "set no.key 1", "wait -1", "where",
		"look 1 2 3", "look 0 0 0 0 0 -1", "open nothing.gltf"} {
		if s.line(bad).Error == "" {
			t.Errorf("%q is taken", bad)
		}
	}
	for _, file := range []string{"/proc/no/such.png", "", filepath.Join(folder, "two  blanks.gltf", "x.png")} {
		if s.line("picture "+file).Error == "" {
			t.Errorf("a picture in %q is told as saved", file)
		}
	}
	if a := s.line("picture there.png"); a.Error != "" {
		t.Errorf("%+v", a)
	} else if _, err := os.Stat("there.png"); err != nil {
		t.Error(err)
	}
	for _, size := range []int{70_000, 200_000, maxScriptLine - 6} {
		if a := s.line("open " + strings.Repeat("x", size)); a.Error == "" || len(a.Line) > maxScriptLine {
			t.Errorf("a line of %d bytes: %.80v", size, a)
		}
	}
	// comments and empty lines are passed over
	if a := s.line("# nothing\n\nstate"); a.State == nil || a.State.Scene != "stack10" {
		t.Error("the script does not go on")
	}
}

// pickedName is the body that a ray hits first, empty for none.
func pickedName(w *physics.World, origin, translation vec.Vec3) string {
	if b, _, ok := session.Pick(w, origin, translation); ok {
		return b.Type().String()
	}
	return ""
}

// FuzzScript sends any lines to a window without a display. Every line is answered once, within a bounded memory, and
// the window goes on: it tells its state after them.
func FuzzScript(f *testing.F) {
	for _, text := range []string{
		"state\npause\nselect body1 body2\nduplicate\nundo\n",
		"set gravity.y -3\nset gravity.y NaN\nset a.b c\nwait 3\nwait -1\n",
		"look 0 1 0 0.5 0.3 12\nlook nan nan nan inf 0 1\nwhere body1\nwhere \n",
		"open \nopen nothing\nopen stack10\nopen /dev/zero\n",
		"widget Gravity\nclick 1 2\nclick a\nenter x\nenter \nsleep 0\nsleep -1\nsleep 1e300\n",
		"# x\n\n\x00\n\xff\xfe\nsweep\nsweep-stop\nrestart\n",
		"picture\npicture /proc/no/such.png\n", "step\nstep-back\nslower\nfaster\n",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		t.Chdir(t.TempDir())
		s := newScriptRig(t, "pyramid36")
		defer s.close()
		s.run(3)
		for i, line := range strings.Split(text, "\n") {
			line = strings.TrimSpace(line)
			words := strings.Fields(line)
			if i == 20 || line == "" || line[0] == '#' || leaves[words[0]] {
				continue
			}
			if i := slices.IndexFunc(command.All[:], func(c command.Command) bool { return c.Name == line }); i >= 0 &&
				aside[command.All[i].ID] {
				continue
			}
			s.line(line)
		}
		if a := s.line("state"); a.State == nil {
			t.Errorf("no state after %q: %+v", text, a)
		}
	})
}

// leaves are the words of lines that write files, or wait as long as they are told.
var leaves = map[string]bool{"picture": true, "sleep": true, "wait": true, "sweep": true}
