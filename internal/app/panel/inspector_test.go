package panel

import (
	"fmt"
	"math"
	"testing"

	"tumble/engine/input"
	"tumble/internal/app/mglvec"
	"tumble/internal/app/session"
	"tumble/internal/meter"
	"tumble/physics"
	"tumble/physics/vec"
)

// The inspector of the selected body shows and changes it.
func TestInspector(t *testing.T) {
	r := newRig(t, "pyramid36", "")
	defer r.close()
	r.panels.ui.Show(windowInspect)
	list := r.dynamic()
	r.Select(list[len(list)-1])
	r.run(3)
	b := r.view.Selected
	mass := b.Mass()
	p := r.panels
	p.inspector.change(r.between(), session.EditCommand(b, session.PropertyMass, float64(mass)*2))
	p.inspector.change(r.between(), session.EditCommand(b, session.PropertyGravityScale, 0))
	r.run(4)
	if math.Abs(float64(b.Mass()/mass)-2) > 1e-4 || b.GravityScale() != 0 {
		t.Errorf("mass %v, was %v; gravity scale %v", b.Mass(), mass, b.GravityScale())
	}
	p.inspector.gizmo = 1
	r.run(2)
	v := r.ViewIn(1280, 720)
	c := b.Position()
	x0, y0, _, _ := v.Project(mglvec.Of(c), 1280, 720)
	per := v.PixelsPerMetre(mglvec.Of(c), 720)
	x1, y1, _, _ := v.Project(mglvec.Of(c.Add(vec.V3(0, 60/per, 0))), 1280, 720)
	r.move(float64(x1), float64(y1))
	r.button(input.MouseLeft, input.Press)
	for i := range 5 {
		s := float32(i+1) / 5
		r.move(float64(x1+(x1-x0)*s), float64(y1+(y1-y0)*s))
	}
	r.button(input.MouseLeft, input.Release)
	r.run(4)
	if rise := b.Position().Y - c.Y; rise < 0.5*60/per {
		t.Errorf("the handle lifted the body by %v m, want about %v", rise, 60/per)
	}
}

// The inspector shows the floor with everything that stands on it, and a body with its contacts, without an allocation.
func TestInspectorOfContacts(t *testing.T) {
	r := newRig(t, "pyramid36", "")
	defer r.close()
	r.panels.ui.Show(windowInspect)
	r.run(60)
	for _, b := range r.view.Session.World().Bodies(nil)[:3] {
		r.Select(b)
		r.run(10)
		if n := len(r.panels.inspector.contacts); n == 0 {
			t.Errorf("body %d: no contact is shown", b.Index())
		}
		if n := testing.AllocsPerRun(20, func() { r.run(1) }); n > 0 {
			t.Errorf("body %d: %v allocations a frame", b.Index(), n)
		}
	}
}

// TestInspectorOfGroups shows the island of a body and a selection of three without an allocation, and watches a value
// of each.
func TestInspectorOfGroups(t *testing.T) {
	r := newRig(t, "pyramid36", "")
	defer r.close()
	r.panels.ui.Show(windowInspect)
	r.run(60)
	list := r.dynamic()[:3]
	r.Select(list[0])
	r.selection = list
	figures := &r.panels.inspector.selection
	r.run(10)
	if n, ok := r.dynamic()[0].Island(); !ok || len(figures.values) == 0 || figures.values[0] != 3 {
		t.Fatalf("island %d, the selection has %v", n, figures.values)
	}
	if n := testing.AllocsPerRun(20, func() { r.run(1) }); n > 0 {
		t.Errorf("%v allocations a frame", n)
	}
	island := groupFigures{island: true}
	for _, g := range []*groupFigures{figures, &island} {
		g.of = list[:1]
		if !g.island {
			g.of = list
		}
		q := &meter.GroupKinetic
		if g.watches(r.between(), q) {
			t.Error("watched before")
		}
		r.between().Watch.Toggle(g.meterOf(q))
		if !g.watches(r.between(), q) {
			t.Error("not watched")
		}
	}
	if a, b := r.view.Watch.Curves()[0].Meter.Key,
		r.view.Watch.Curves()[1].Meter.Key; a != `bodies("body1", "body2", "body3").kinetic` ||
		b != `island("body1").kinetic` {
		t.Errorf("watched are %s and %s", a, b)
	}
}

// A change in the inspector changes all that are selected and have the property, in one edit; a locked inspector
// changes its body alone.
func TestInspectorOfSeveral(t *testing.T) {
	r := newRig(t, "pyramid36", "")
	defer r.close()
	r.panels.ui.Show(windowInspect)
	list := r.dynamic()[:4]
	floor := r.view.Session.World().Bodies(nil)[0]
	if floor.Type() != physics.Static {
		t.Fatal("the first body is not the floor")
	}
	r.Select(list[0])
	r.selection = append([]physics.Body{floor}, list...)
	r.run(3)
	p := &r.panels.inspector
	p.change(r.between(), session.EditCommand(list[0], session.PropertyMass, 7))
	p.change(r.between(), session.EditCommand(list[0], session.PropertyFriction, 0.25))
	r.run(4)
	for _, b := range list {
		if math.Abs(float64(b.Mass())-7) > 1e-4 || b.Shapes(nil)[0].Material().Friction != 0.25 {
			t.Errorf("body %d: %v kg, friction %v", b.Index(), b.Mass(), b.Shapes(nil)[0].Material().Friction)
		}
	}
	if f := floor.Shapes(nil)[0].Material().Friction; f != 0.25 {
		t.Errorf("the floor has friction %v", f)
	}
	if err := r.view.Session.World().Validate(); err != nil {
		t.Error(err)
	}
	locked := &lockedInspector{of: list[0]}
	locked.change(r.between(), session.EditCommand(list[0], session.PropertyMass, 9))
	r.run(4)
	if math.Abs(float64(list[0].Mass())-9) > 1e-4 || math.Abs(float64(list[1].Mass())-7) > 1e-4 {
		t.Errorf("a locked inspector gave %v and %v kg", list[0].Mass(), list[1].Mass())
	}
	if low, high := p.span(list[0], session.PropertyMass); math.Abs(low-7) > 1e-4 || math.Abs(high-9) > 1e-4 {
		t.Errorf("the selection has %v to %v kg", low, high)
	}
	if n := testing.AllocsPerRun(20, func() { r.run(1) }); n > 0 {
		t.Errorf("%v allocations a frame", n)
	}
}

// A click on a joint of a body shows what acts on it, without an allocation; a change of a number goes to the joint, is
// one edit, and is shown until the world has taken it.
func TestInspectorOfAJoint(t *testing.T) {
	r := newRig(t, "pyramid36", "")
	defer r.close()
	r.panels.ui.Show(windowInspect)
	b := r.dynamic()[3]
	r.Send(session.AnchorCommand(b, b.WorldCenter()))
	r.Send(session.JoinCommand(session.JoinMotor, physics.Body{}, b.WorldCenter(), vec.AxisZ, 2))
	r.Select(b)
	r.run(3)
	j := r.view.Session.World().Joints(nil)[0]
	if name := r.panels.inspector.jointName(j); name != fmt.Sprintf("joint%d hinge", j.Order()) {
		t.Errorf("a joint without a name is called %q", name)
	}
	j.SetName("elbow")
	name := r.panels.inspector.jointName(j)
	if name != "elbow hinge" {
		t.Errorf("a joint that is called elbow is shown as %q", name)
	}
	r.panels.Locate(string([]byte(name)))
	r.run(8)
	x, y, ok := r.panels.Located()
	if !ok {
		t.Fatalf("%s is not in the inspector", name)
	}
	r.panels.Locate("")
	r.move(float64(x), float64(y))
	r.button(input.MouseLeft, input.Press)
	r.button(input.MouseLeft, input.Release)
	r.run(5)
	r.panels.Locate("At most")
	r.run(8)
	if _, _, ok := r.panels.Located(); !ok {
		t.Error("the motor is not shown")
	}
	r.panels.Locate("")
	p := &r.panels.inspector
	p.tune(r.between(), j, 0, session.FieldSpeed, 7)
	if got := p.tunedTo(r.between(), j, 0, session.FieldSpeed, 2); got != 7 {
		t.Errorf("before the world has taken it the panel shows %v", got)
	}
	r.run(4)
	if got := j.At(0).Axis().Speed; got != 7 || r.view.Session.UndoLabel() != "speed of hinge joint" {
		t.Errorf("the motor has %v rad/s, undo is %q", got, r.view.Session.UndoLabel())
	}
	if got := p.tunedTo(r.between(), j, 0, session.FieldSpeed, 2); got != 2 {
		t.Errorf("what the world has taken is still shown: %v", got)
	}
	if n := testing.AllocsPerRun(20, func() { r.run(1) }); n > 0 {
		t.Errorf("%v allocations a frame", n)
	}
}

// Several inspectors stay at their bodies whatever is selected; one closes when its body is gone, and there are no more
// than fit.
func TestLockedInspectors(t *testing.T) {
	r := newRig(t, "pyramid36", "")
	defer r.close()
	r.run(2)
	list := r.dynamic()
	for i := range mostLocked {
		r.Select(list[i])
		r.run(1)
		if err := r.panels.LockInspector(r.between()); err != nil {
			t.Fatal(err)
		}
	}
	r.Select(list[10])
	r.run(3)
	for i := range mostLocked {
		if p := &r.panels.locked[i]; !p.open || p.of != list[i] {
			t.Errorf("inspector %d is at body %d", i, p.of.Index())
		}
	}
	if err := r.panels.LockInspector(r.between()); err == nil {
		t.Error("there is room for one more")
	}
	if r.panels.InspectorLocked(r.between()) {
		t.Error("the selection is said to be locked")
	}
	r.Send(session.RemoveCommand(list[2]))
	r.run(3)
	if err := r.panels.LockInspector(r.between()); err != nil || !r.panels.locked.has(list[10]) ||
		r.panels.locked.has(list[2]) {
		t.Errorf("after a body has gone: %v", err)
	}
	if err := r.panels.LockInspector(r.between()); err != nil || r.panels.InspectorLocked(r.between()) {
		t.Errorf("locking again does not end it: %v", err)
	}
}
