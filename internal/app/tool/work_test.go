package tool

import (
	"math"
	"testing"

	"tumble/engine/input"
	"tumble/internal/app/mglvec"
	"tumble/internal/app/session"
	"tumble/physics"
	"tumble/physics/vec"
)

// aim points the cursor at a body.
func (b *bench) aim(t *testing.T, tools *Tools, body physics.Body) {
	t.Helper()
	v := tools.Camera.ViewIn(800, 600)
	x, y, _, front := v.Project(mglvec.Of(body.WorldCenter()), 800, 600)
	if !front {
		t.Fatal("the body is behind the eye")
	}
	tools.Cursor.MoveTo(float64(x), float64(y))
}

// click clicks where the cursor is.
func (b *bench) click(tools *Tools, mods input.Mods) {
	x, y := tools.Cursor.Position()
	e := input.Event{Kind: input.EventMouseButton, Code: input.MouseLeft, Action: input.Press, X: x, Y: y, Mods: mods}
	tools.Mouse.Event(&e, nil)
	e.Action = input.Release
	tools.Mouse.Event(&e, nil)
}

// hang gives two bodies the hinges, or hinge and slider, that a joint of a kind couples, and returns how many.
func (b *bench) hang(kind session.JoinKind, first, second physics.Body) int {
	own := session.JoinHinge
	switch kind {
	case session.JoinRack:
		own = session.JoinSlider
	case session.JoinGear:
	default:
		return 0
	}
	p, q := first.WorldCenter(), second.WorldCenter()
	b.session.Apply([]input.Event{
		session.AnchorCommand(first, p), session.JoinCommand(session.JoinHinge, physics.Body{}, p, vec.AxisZ, 0),
		session.AnchorCommand(second, q), session.JoinCommand(own, physics.Body{}, q, vec.AxisZ, 0),
	})
	return b.World().JointCount()
}

// TestTwoClicksMakeAJoint: every kind of joint is made between what two clicks point at.
func TestTwoClicksMakeAJoint(t *testing.T) {
	for kind := range session.JoinKindCount {
		b := newBench(t)
		tools := New(b)
		tools.Camera.Home(b.Run().Scene.View, true)
		bodies := b.session.Run.Bodies
		first, second := bodies[len(bodies)-1], bodies[len(bodies)-3]
		before := b.hang(kind, first, second)
		tools.Worker.SetWork(WorkJoin)
		tools.Worker.Options.Join = kind
		b.aim(t, tools, first)
		b.click(tools, 0)
		if len(b.sent) != 0 {
			t.Fatal("one click makes something")
		}
		b.aim(t, tools, second)
		b.click(tools, 0)
		if err := b.session.Tick(b.sent); err != nil {
			t.Fatal(err)
		}
		joints := b.World().Joints(nil)
		if len(joints) != before+1 {
			t.Fatalf("%v: %d joints: %s", kind, len(joints), b.session.Notice())
		}
		if before > 0 {
			continue
		}
		if x, y := joints[0].Bodies(); x != first && y != first || x == y {
			t.Errorf("%v: between %s and %s", kind, x.Name(), y.Name())
		}
		for range 50 {
			if err := b.session.Tick(nil); err != nil {
				t.Fatal(err)
			}
		}
		// near its anchors a click cuts it
		tools.Worker.SetWork(WorkCut)
		p, q := joints[0].Anchors()
		v := tools.Camera.ViewIn(800, 600)
		x, y, _, _ := v.Project(mglvec.Of(p.Add(q).Mul(0.5)), 800, 600)
		tools.Cursor.MoveTo(float64(x), float64(y))
		b.sent = nil
		b.click(tools, 0)
		b.session.Apply(b.sent)
		if n := b.World().JointCount(); n != 0 {
			t.Errorf("%v: %d joints after a cut", kind, n)
		}
	}
}

// TestBoxSelects: Ctrl and a drag beside bodies selects all whose centres are in the rectangle.
func TestBoxSelects(t *testing.T) {
	b := newBench(t)
	tools := New(b)
	tools.Camera.Home(b.Run().Scene.View, true)
	mouse := func(kind input.EventKind, action input.Action, x, y float64) {
		e := input.Event{Kind: kind, Code: input.MouseLeft, Action: action, X: x, Y: y, Mods: input.ModControl}
		tools.Mouse.Event(&e, nil)
	}
	tools.Cursor.MoveTo(102, 52)
	mouse(input.EventMouseButton, input.Press, 102, 52)
	mouse(input.EventMouseMove, 0, 498, 348)
	mouse(input.EventMouseButton, input.Release, 498, 348)
	if n := len(tools.Mouse.Selection()); n != len(b.session.Run.Bodies) {
		t.Errorf("%d of %d bodies are selected", n, len(b.session.Run.Bodies))
	}
	body := b.session.Run.Bodies[len(b.session.Run.Bodies)-1]
	b.aim(t, tools, body)
	b.click(tools, input.ModControl)
	if n := len(tools.Mouse.Selection()); n != len(b.session.Run.Bodies)-1 {
		t.Errorf("%d bodies after one was taken away", n)
	}
}

// TestClearanceOfBodies: the distance between two bodies that are turned, against many points of their surfaces.
func TestClearanceOfBodies(t *testing.T) {
	b := newBench(t)
	w := b.World()
	body := func(at vec.Vec3, q vec.Quat, g physics.Geometry) physics.Body {
		def := physics.DefaultBodyDef()
		def.Position, def.Rotation = at, q
		made, err := w.CreateBody(def)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := made.CreateShape(g, physics.DefaultShapeDef()); err != nil {
			t.Fatal(err)
		}
		return made
	}
	box := body(vec.V3(0, 50, 0), vec.QuatAxisAngle(vec.V3(1, 2, 0).Norm(), 0.6), physics.BoxHalf(0.5, 0.3, 0.8))
	ball := body(vec.V3(2, 51, 1), vec.QuatIdentity, physics.Sphere{Radius: 0.4})
	got, ok := Clearance(box, ball)
	hit, _ := box.ClosestPoint(ball.WorldCenter())
	want := hit.Point.Dist(ball.WorldCenter()) - 0.4
	if !ok || math.Abs(float64(got-want)) > 1e-4 {
		t.Errorf("clearance %g m, want %g", got, want)
	}
	rod := body(vec.V3(-1.5, 50.4, 0.3), vec.QuatAxisAngle(vec.V3(0, 1, 1).Norm(), 1),
		physics.Capsule{A: vec.V3(0, -0.6, 0), B: vec.V3(0, 0.6, 0), Radius: 0.1})
	got, _ = Clearance(box, rod)
	nearest := float32(math.Inf(1))
	for i := range 2001 {
		p := rod.Transform().Apply(vec.V3(0, 1.2*float32(i)/2000-0.6, 0))
		hit, _ := box.ClosestPoint(p)
		nearest = min(nearest, hit.Point.Dist(p)-0.1)
	}
	if math.Abs(float64(got-nearest)) > 2e-3 {
		t.Errorf("clearance %g m, want %g", got, nearest)
	}
	if a := angleBetween(vec.V3(1, 0, 0), vec.V3(-1, 1, 0)); math.Abs(a-135) > 1e-4 {
		t.Errorf("angle %g°", a)
	}
}
