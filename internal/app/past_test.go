package app

import (
	"testing"

	"tumble/engine/input"
	"tumble/internal/app/history"
	"tumble/internal/app/session"
	"tumble/internal/meter"
	"tumble/physics/vec"
)

// The keys go back and forth step by step, play what was, and go on from there: the states are those that were.
func TestKeysGoThroughTime(t *testing.T) {
	r := newRig(t, "card_house", nil)
	defer r.close()
	h := r.app.past.history
	r.run(30)
	r.move(320, 180)
	r.button(input.MouseLeft, input.Press, input.ModShift)
	r.button(input.MouseLeft, input.Release, input.ModShift)
	r.run(60)
	head := h.Head()
	hash := r.app.session.World().Hash()
	at := func(want int) {
		t.Helper()
		if h.At() != want || r.app.session.Digest() != h.Digest(want) {
			t.Fatalf("at %d of %d, want %d", h.At(), h.Head(), want)
		}
	}
	r.key(input.KeyComma, 0)
	at(head - 1)
	r.key(input.KeyComma, input.ModShift)
	at(head - 11)
	r.key(input.KeyPeriod, 0)
	at(head - 10)
	r.key(input.KeyPeriod, input.ModShift)
	at(head)
	if r.app.session.World().Hash() != hash || h.Past() {
		t.Error("another state after the way back and forth")
	}
	r.key(input.KeyComma, input.ModControl)
	r.run(30)
	if !h.Past() || r.app.past.play != -1 || h.At() > head-30 {
		t.Errorf("at %d of %d after half a second backwards", h.At(), head)
	}
	// what was goes by again, up to now, and time goes on
	r.key(key('P'), 0)
	r.key(key('P'), 0)
	r.run(40)
	if h.Past() || h.Head() <= head || len(h.Branches()) != 1 {
		t.Errorf("at %d of %d after playing on, %d branches", h.At(), h.Head(), len(h.Branches()))
	}
	// another future
	r.key(key('P'), 0)
	r.app.lookAt(20)
	r.run(1)
	at(20)
	r.app.send(r.loop.World(), &input.Event{Time: r.clock.Now()}, session.SetCommand("gravity.y", 2))
	r.key(key('P'), input.ModShift)
	r.run(10)
	if list := h.Branches(); len(list) != 2 || h.Present() != 1 || list[1].From != 20 ||
		r.app.session.Config.Settings.Gravity.Y != 2 {
		t.Errorf("%+v", list)
	}
	r.app.choose(0)
	r.run(1)
	if g := r.app.session.Config.Settings.Gravity.Y; g > 0 || h.Present() != 0 {
		t.Errorf("gravity %g on branch %d", g, h.Present())
	}
}

// A body that another branch has under the same handle is drawn as itself, and a selection that is not there
// is dropped.
func TestBranchesShareHandles(t *testing.T) {
	r := newRig(t, "box", nil)
	defer r.close()
	h := r.app.past.history
	r.run(5)
	from := h.At()
	spawn := func(kind session.SpawnKind) (nodes int) {
		r.app.send(r.loop.World(), &input.Event{Time: r.clock.Now()}, session.SpawnCommand(kind, vec.V3(0, 6, 0), 0.5))
		r.run(3)
		return r.loop.Nodes().Len()
	}
	before := r.loop.Nodes().Len()
	one := spawn(session.SpawnSphere) - before
	list := r.dynamic()
	r.app.tools.Mouse.Select(list[len(list)-1])
	r.app.lookAt(from)
	r.run(1)
	if r.app.tools.Mouse.Marks().Selected.Valid() || r.loop.Nodes().Len() != before {
		t.Errorf("%d nodes before the body was made, %d before", r.loop.Nodes().Len(), before)
	}
	r.app.goOn()
	if two := spawn(session.SpawnDumbbell) - before; two <= one {
		t.Errorf("a dumbbell is drawn with %d parts, a ball with %d", two, one)
	}
	if len(h.Branches()) < 2 {
		t.Error("no branches")
	}
}

// The timeline goes where it is dragged to, lists the branches, and the condition is found backwards.
func TestTimeline(t *testing.T) {
	r := newPanelRig(t, "card_house", nil)
	defer r.close()
	h := r.app.past.history
	r.key(key('Z'), 0)
	r.run(60)
	if !r.app.panels.Timeline() {
		t.Fatal("the timeline is closed")
	}
	r.key(input.KeyComma, input.ModShift)
	r.app.send(r.loop.World(), &input.Event{Time: r.clock.Now()}, session.SetCommand("material.friction", 0.9))
	r.key(key('P'), input.ModShift)
	r.run(20)
	if len(h.Branches()) != 2 {
		t.Fatalf("%d branches", len(h.Branches()))
	}
	if n := testing.AllocsPerRun(30, func() { r.run(1) }); n > 0 {
		t.Errorf("%v allocations in a frame with the timeline", n)
	}
	if err := r.app.watch.StopWhere("step == 40", r.app.session.World(), nil); err != nil {
		t.Fatal(err)
	}
	r.key(input.KeyComma, input.ModAlt)
	for range 100 {
		r.run(1)
	}
	if h.Depth(h.At()) != 40 || !r.loop.Status().Paused || r.app.session.Digest() != h.Digest(h.At()) {
		t.Errorf("step %d, not that of the condition", h.Depth(h.At()))
	}
}

// Curves show what led to the moment that the world stands at, on its branch, and a condition stops time again where it
// begins to hold.
func TestCurvesGoBack(t *testing.T) {
	r := newRig(t, "box", nil)
	defer r.close()
	h := r.app.past.history
	speed, _ := meter.Find("speed.max")
	r.app.watch.Toggle(speed)
	curve := r.app.watch.Curves()[0]
	r.run(60)
	head, last := h.Head(), curve.Last
	ends := func(n int) {
		t.Helper()
		want, ok := curve.Value(n)
		if !ok || curve.Last != want || curve.Count != h.Depth(n) || int(curve.Step[curve.Count-1]) != h.Depth(n) {
			t.Errorf("%d values up to %g at tick %d, want %g", curve.Count, curve.Last, n, want)
		}
	}
	r.app.lookAt(30)
	r.run(1)
	ends(30)
	r.app.lookAt(head)
	r.run(1)
	ends(head)
	if curve.Last != last {
		t.Errorf("%g at the end, was %g", curve.Last, last)
	}
	r.app.lookAt(30)
	r.run(1)
	if err := r.app.watch.StopWhere("step >= 40", r.app.session.World(), nil); err != nil {
		t.Fatal(err)
	}
	r.app.goOn()
	r.run(60)
	ends(h.Head())
	if h.Depth(h.At()) != 40 || h.Kinds(h.At())&history.KindBreak == 0 {
		t.Errorf("stopped at step %d", h.Depth(h.At()))
	}
	// after the step before the condition does not hold: time stops at the same step once more
	r.key(input.KeyComma, 0)
	r.app.goOn()
	r.run(20)
	if h.Depth(h.At()) != 40 {
		t.Errorf("stopped at step %d the second time", h.Depth(h.At()))
	}
}
