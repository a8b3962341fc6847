package app

import (
	"testing"

	"tumble/engine/input"
	"tumble/internal/app/command"
	"tumble/internal/app/session"
	"tumble/internal/app/stage"
)

// Every command does something: it has an action or turns a switch that the display has.
func TestEveryCommandHasAnAction(t *testing.T) {
	var show stage.Show
	for i := range command.All {
		c := &command.All[i]
		if _, ok := show.On(c.Flag); actions[c.ID] == nil && !ok {
			t.Errorf("%s does nothing", c.Name)
		}
	}
}

// TestDefaultsFromKeys: all parameters, and what the inspector has changed, go back by a key or a line of a script,
// which come while no frame is being recorded.
func TestDefaultsFromKeys(t *testing.T) {
	r := newRig(t, "box", nil)
	r.run(2)
	e := input.Event{Time: r.clock.Now()}
	b := r.dynamic()[0]
	friction := b.Shapes(nil)[0].Material().Friction
	for _, c := range []input.Event{
		session.SetCommand("substeps", 9), session.EditCommand(b, session.PropertyFriction, 0.125),
	} {
		r.app.send(r.loop.World(), &e, c)
	}
	r.run(3)
	if n := len(r.app.session.Registry.Changed()); n != 2 {
		t.Fatalf("%d parameters are changed, want 2", n)
	}
	r.asked(command.Defaults)
	r.run(3)
	for _, p := range r.app.session.Registry.Changed() {
		t.Errorf("%s is still %s", p.Key, p)
	}
	if f := b.Shapes(nil)[0].Material().Friction; f != friction {
		t.Errorf("the friction is %g, want %g", f, friction)
	}
}
