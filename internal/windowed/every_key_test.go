//go:build cgo && linux

package windowed

import (
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"tumble/engine/input"
	"tumble/internal/app/command"
)

// symbols are the names of keys for the X server, of those that are not called so themselves.
var symbols = map[string]string{
	"Space": "space", ".": "period", "-": "minus", "=": "equal", "Backspace": "BackSpace", "Pause": "Pause",
	"[": "bracketleft",
	"]": "bracketright", "Del": "Delete", "Esc": "Escape", "/": "slash", ",": "comma",
}

// symbol is a key of the table as xdotool takes it.
func symbol(k command.Key) string {
	plain := command.Key{Code: k.Code}.String()
	name, ok := symbols[plain]
	if !ok {
		name = plain
		if len(plain) == 1 {
			name = strings.ToLower(plain)
		}
	}
	for _, m := range []struct {
		mod  input.Mods
		name string
	}{{input.ModShift, "shift+"}, {input.ModAlt, "alt+"}, {input.ModControl, "ctrl+"}} {
		if k.Mods&m.mod != 0 {
			name = m.name + name
		}
	}
	return name
}

// again are the commands that the same key ends, with the number of times that it has to be pressed besides.
var again = map[command.ID]int{
	command.TogglePause: 1, command.PlayBack: 1, command.Timeline: 1, command.LoopRegion: 1, command.Panes: 3,
	command.Spawner:   1,
	command.Interface: 1, command.Drawer: 1, command.Outliner: 1, command.Messages: 1, command.Meters: 1,
	command.Rigs:  1,
	command.Trial: 1, command.Sweep: 1, command.Record: 1, command.Hitches: 1, command.Sequence: 1,
	command.Fullscreen:   1,
	command.StrategyCard: 1, command.Wireframe: 1,
}

// TestEveryKeyInTheWindow presses every key of the table in the real window, as a keyboard does, and finds its
// command carried out. TUMBLE_PICTURES is a folder for pictures after every tenth key.
func TestEveryKeyInTheWindow(t *testing.T) {
	needsXdotool(t)
	if !soak() {
		t.Skip("minutes of keys: set TUMBLE_SOAK=1")
	}
	program := os.Getenv("TUMBLE_SANDBOX")
	if program == "" {
		program = buildSandbox(t)
	}
	d := drive(t, program, t.TempDir(), "pyramid36")
	d.move(480, 560)
	d.key("Escape")
	time.Sleep(500 * time.Millisecond)
	pressed := 0
	for i := range command.All {
		c := &command.All[i]
		if c.ID == command.Quit {
			continue
		}
		for _, k := range c.Keys {
			d.everyKey(c, k, pressed)
			pressed++
		}
	}
	d.key(symbol(command.Get(command.Quit).Keys[0]))
	if err := d.cmd.Wait(); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d keys", pressed)
}

// everyKey presses a key and brings the window back to where it was.
func (d *driven) everyKey(c *command.Command, k command.Key, n int) {
	d.t.Helper()
	if c.ID != command.Undo && n%8 == 0 {
		d.line("open pyramid36")
	}
	d.settle()
	before := d.state().State.Commands
	d.key(symbol(k))
	if c.ID == command.Stall {
		time.Sleep(2 * time.Second)
	}
	a := d.until("the key "+k.String(), func(a drivenAnswer) bool { return a.State.Commands > before })
	if a.State.Command != c.Name {
		d.t.Errorf("%s carries out %s, want %s", k, a.State.Command, c.Name)
	}
	if n%10 == 0 {
		d.picture(strings.NewReplacer("+", "-", "/", "slash").Replace(symbol(k)))
	}
	for range again[c.ID] {
		d.settle()
		d.line(c.Name)
	}
	if slices.Contains([]command.ID{command.Palette, command.Picker, command.OpenFile, command.SaveAs,
		command.RenameBranch, command.Help,
		command.PanelKeys, command.Sweep, command.Rigs}, c.ID) || strings.HasPrefix(c.Name, "tool-") {
		d.settle()
		d.key("Escape")
		d.settle()
		d.key("Escape")
	}
	if c.ID == command.StepBack || c.ID == command.StepBackTen || c.ID == command.PlayBack {
		d.line("go-on-from-here")
	}
}
