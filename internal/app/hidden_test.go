package app

import (
	"testing"

	"tumble/engine"
	"tumble/engine/input"
	"tumble/internal/app/command"
	"tumble/internal/app/session"
	"tumble/physics"
)

// TestHiddenStaysHidden: what is hidden is so in the forks beside the session, too, and stays so after an exact undo
// and a restart, as do the selected bodies after an undo; another scene shows everything.
func TestHiddenStaysHidden(t *testing.T) {
	r := newRig(t, "pyramid36", nil)
	defer r.close()
	instances := 0
	r.recorded = func(f *engine.Frame) { instances = len(f.Packet.Instances) }
	if err := r.app.try(here("material.friction", "0.2", "0.4")); err != nil {
		t.Fatal(err)
	}
	r.key(key('Y'), input.ModControl|input.ModShift)
	r.run(3)
	r.loop.Virtual().SetPaused(true)
	r.run(2)
	drawn := func() int {
		r.loop.Redraw()
		r.run(2)
		return instances
	}
	all := drawn()
	body := highest(r.dynamic())
	r.app.hide([]physics.Body{body}, true)
	if n := drawn(); n != all-3 {
		t.Errorf("%d things are drawn in three panes, %d with one hidden", all, n)
	}
	r.app.endTrial()
	alone := drawn()
	list := r.dynamic()
	r.app.tools.Mouse.SelectList(list[:5])
	one := drawn()
	n := len(list)
	r.app.send(r.loop.World(), &input.Event{Time: r.clock.Now()}, session.RemoveCommand(list[7]))
	r.run(2)
	do := func(id command.ID) {
		r.app.do(id, &input.Event{Time: r.clock.Now()}, r.loop.World())
		r.run(2)
	}
	do(command.Undo)
	if len(r.dynamic()) != n || !r.app.picture.Stage().Hidden(body) || drawn() != one {
		t.Errorf("after undo: %d bodies of %d, hidden %v, %d drawn of %d", len(r.dynamic()), n,
			r.app.picture.Stage().Hidden(body), instances, one)
	}
	if got := len(r.app.tools.Mouse.Selection()); got != 5 {
		t.Errorf("%d bodies are selected after undo, were 5", got)
	}
	r.loop.Virtual().SetPaused(false)
	do(command.Restart)
	r.run(3)
	again := highest(r.dynamic())
	r.app.tools.Mouse.SelectList(nil)
	if !r.app.picture.Stage().Hidden(again) || drawn() != alone {
		t.Errorf("after a restart: hidden %v, %d drawn of %d", r.app.picture.Stage().Hidden(again), instances, alone)
	}
	do(command.New)
	r.run(3)
	if r.app.picture.Stage().Hides() {
		t.Error("something is hidden in another scene")
	}
}
