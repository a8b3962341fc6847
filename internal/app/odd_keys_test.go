package app

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"tumble/engine"
	"tumble/engine/input"
	"tumble/internal/app/command"
	"tumble/internal/app/session"
	"tumble/physics/vec"
)

// oddTime is a state of the window in which a user may press any key.
type oddTime struct {
	name string
	// enter brings the window there, leave back
	enter, leave func(r *rig)
	// typing: keys belong to a text or a dialogue, and are no commands
	typing bool
}

// asked carries out a command.
func (r *rig) asked(id command.ID) {
	r.app.do(id, &input.Event{Time: r.clock.Now()}, r.loop.World())
	r.run(2)
}

// pull presses the left button on a body and pulls it aside.
func (r *rig) pull(mods input.Mods) {
	r.point(highest(r.dynamic()))
	r.button(input.MouseLeft, input.Press, mods)
	x, y := r.app.tools.Cursor.Position()
	r.move(x+30, y-20)
	r.move(x+40, y-30)
}

func letGoLeft(r *rig) { r.button(input.MouseLeft, input.Release, 0) }

var oddTimes = []oddTime{
	{name: "palette", typing: true, enter: func(r *rig) { r.asked(command.Palette) }},
	{name: "text", typing: true, enter: func(r *rig) { r.asked(command.RenameBranch) }},
	{name: "scenes", typing: true, enter: func(r *rig) { r.asked(command.Picker) }},
	{name: "dialogue", typing: true, enter: func(r *rig) { r.asked(command.SavePreset) }},
	{name: "menu", typing: true, enter: func(r *rig) {
		r.move(24, 12)
		r.button(input.MouseLeft, input.Press, 0)
		r.run(1)
	}, leave: letGoLeft},
	{name: "past", enter: func(r *rig) { r.asked(command.StepBackTen) }, leave: func(r *rig) { r.asked(command.GoOn) }},
	{name: "backwards", enter: func(r *rig) { r.asked(command.PlayBack) },
		leave: func(r *rig) { r.asked(command.GoOn) }},
	{name: "stretch", enter: func(r *rig) { r.asked(command.LoopRegion) }, leave: func(r *rig) {
		if r.app.past.region.loop != nil {
			r.asked(command.LoopRegion)
		}
	}},
	{name: "dragging", enter: func(r *rig) { r.pull(input.ModControl) }, leave: letGoLeft},
	{name: "box", enter: func(r *rig) {
		r.move(420, 640)
		r.button(input.MouseLeft, input.Press, input.ModControl)
		r.move(620, 420)
	}, leave: letGoLeft},
	{name: "flying", enter: func(r *rig) {
		r.move(600, 300)
		r.button(input.MouseRight, input.Press, 0)
	}, leave: func(r *rig) { r.button(input.MouseRight, input.Release, 0) }},
	{name: "joint", enter: func(r *rig) {
		r.asked(command.ToolJoin)
		r.point(highest(r.dynamic()))
		r.button(input.MouseLeft, input.Press, 0)
		letGoLeft(r)
	}, leave: func(r *rig) { r.asked(command.ToolSelect) }},
	{name: "forks", enter: func(r *rig) {
		if !r.app.trial.Open() {
			_ = r.app.try(here("material.friction", "0.2", "0.6"))
			r.asked(command.SplitTrial)
		}
	}},
	{name: "panes", enter: func(r *rig) { _ = r.app.lab.Set(2) }, leave: func(r *rig) { r.app.lab.Close() }},
}

// TestEveryKeyAtOddTimes presses every key of the table in dialogues and texts, in the past, while bodies, boxes and
// joints are being drawn: no key of a text is a command, the world stays sound, nothing stays held, and afterwards
// the window takes keys as before. TUMBLE_SOAK=1 presses every key at every odd time, a usual run every key at some
// of them.
func TestEveryKeyAtOddTimes(t *testing.T) {
	if testing.Short() {
		t.Skip("a thousand keys")
	}
	stride := 5
	if os.Getenv("TUMBLE_SOAK") == "1" {
		stride = 1
	}
	for at, odd := range oddTimes {
		t.Run(odd.name, func(t *testing.T) {
			out := t.TempDir()
			r := newPanelRig(t, "box", func(_ *engine.LoopConfig, o *Options) {
				o.DefaultOutput, o.Folder = filepath.Join(out, "output"), filepath.Join(out, "settings")
			})
			defer r.close()
			r.app.stall = func() {}
			r.run(30)
			r.asked(command.New)
			r.run(3)
			for i := at % stride; i < len(command.All); i += stride {
				c := &command.All[i]
				for _, k := range c.Keys {
					r.pressOddly(&odd, c, k)
				}
			}
			r.app.endTrial()
			r.app.lab.Close()
			r.app.show.Interface = true
			r.escape()
			r.asked(command.Restart)
			n := len(r.dynamic())
			r.dropBox()
			made := len(r.dynamic())
			r.key(key('Z'), input.ModControl)
			r.run(3)
			if made != n+1 || len(r.dynamic()) != n || r.app.did != command.Undo {
				t.Errorf("afterwards %d bodies, %d with a new one, %d after Ctrl+Z; the newest command is %q", n,
					made, len(r.dynamic()),
					command.Get(r.app.did).Name)
			}
		})
	}
}

// dropBox puts a box above the floor.
func (r *rig) dropBox() {
	r.app.send(r.loop.World(), &input.Event{Time: r.clock.Now()},
		session.SpawnCommand(session.SpawnBox, vec.V3(0, 0.6, 0), 0.5))
	r.run(3)
}

// escape steps out of everything.
func (r *rig) escape() {
	for range 3 {
		r.key(input.KeyEscape, 0)
	}
}

// ownTests are commands that end the program, or whose effect takes seconds: other tests have them.
var ownTests = []command.ID{command.Quit, command.Profile, command.Hitches, command.Recover, command.NextScene,
	command.PreviousScene}

// pressOddly presses a key at an odd time.
func (r *rig) pressOddly(odd *oddTime, c *command.Command, k command.Key) {
	r.t.Helper()
	if slices.Contains(ownTests, c.ID) {
		return
	}
	r.app.show.Interface = true
	if len(r.dynamic()) == 0 {
		r.dropBox()
	}
	odd.enter(r)
	before := r.app.commands
	e := input.Event{Kind: input.EventKey, Code: k.Code, Action: input.Press, Mods: k.Mods}
	r.key(k.Code, k.Mods)
	r.run(1)
	if odd.typing && r.app.commands != before && !always(c.ID, &e) {
		r.t.Errorf("%s: the key %s carries out %s", odd.name, k, command.Get(r.app.did).Name)
	}
	if odd.leave != nil {
		odd.leave(r)
	}
	r.app.show.Interface = true
	r.loop.Virtual().SetPaused(false)
	r.escape()
	if err := r.app.session.World().Validate(); err != nil {
		r.t.Fatalf("%s, %s: %v", odd.name, c.Name, err)
	}
	if b, _, holds := r.app.session.Held(); holds {
		r.t.Fatalf("%s, %s: body %d is still held", odd.name, c.Name, b.Index())
	}
}
