package tool

import (
	"testing"

	"tumble/engine/input"
	"tumble/physics"
	"tumble/physics/vec"
)

// mouse sends a button or a move at a place.
func (b *bench) mouse(tools *Tools, kind input.EventKind, code input.MouseButton, action input.Action, x, y float64) {
	e := input.Event{Kind: kind, Code: code, Action: action, X: x, Y: y}
	tools.Mouse.Event(&e, nil)
}

// carry lets the session take what was sent.
func (b *bench) carry(t *testing.T) {
	t.Helper()
	if err := b.session.Tick(b.sent); err != nil {
		t.Fatal(err)
	}
	b.sent = b.sent[:0]
}

// held holds a body by its middle and returns it.
func (b *bench) held(t *testing.T, tools *Tools) physics.Body {
	t.Helper()
	tools.Camera.Home(b.Run().Scene.View, true)
	body := b.session.Run.Bodies[len(b.session.Run.Bodies)-1]
	b.aim(t, tools, body)
	x, y := tools.Cursor.Position()
	b.mouse(tools, input.EventMouseButton, input.MouseLeft, input.Press, x, y)
	b.mouse(tools, input.EventMouseMove, 0, 0, x+20, y-20)
	b.carry(t)
	if held, _, ok := b.session.Held(); !ok || held != body {
		t.Fatal("the body is not held")
	}
	return body
}

// TestRotatesTheHeldBody: while R is down the mouse rotates the held body, which stays where it is, and R does nothing
// else.
func TestRotatesTheHeldBody(t *testing.T) {
	b := newBench(t)
	tools := New(b)
	body := b.held(t, tools)
	x, y := tools.Cursor.Position()
	_, target, _ := b.session.Held()
	key := func(action input.Action) bool {
		return tools.Key(&input.Event{Kind: input.EventKey, Code: 'R', Action: action}, nil)
	}
	if !key(input.Press) || !key(input.Repeat) {
		t.Fatal("R is not taken while a body is held")
	}
	before := body.Rotation()
	b.mouse(tools, input.EventMouseMove, 0, 0, x+80, y)
	b.carry(t)
	for range 60 {
		b.carry(t)
	}
	if angle := before.Conj().Mul(body.Rotation()).Angle(); angle < 0.6 || angle > 1 {
		t.Errorf("rotated by %.2f rad", angle)
	}
	if !key(input.Release) {
		t.Error("R is not taken back")
	}
	b.mouse(tools, input.EventMouseMove, 0, 0, x+81, y)
	b.carry(t)
	if _, now, _ := b.session.Held(); now.Dist(target) > 0.1 {
		t.Errorf("the hand jumps from %v to %v", target, now)
	}
	b.mouse(tools, input.EventMouseButton, input.MouseLeft, input.Release, x+81, y)
	b.carry(t)
	if key(input.Press) {
		t.Error("R is taken while nothing is held")
	}
}

// TestFreezesTheHeldBody: the right button pins the held body where it is.
func TestFreezesTheHeldBody(t *testing.T) {
	b := newBench(t)
	tools := New(b)
	body := b.held(t, tools)
	for range 30 {
		b.carry(t)
	}
	at := body.Position()
	x, y := tools.Cursor.Position()
	b.mouse(tools, input.EventMouseButton, input.MouseRight, input.Press, x, y)
	b.carry(t)
	b.mouse(tools, input.EventMouseButton, input.MouseRight, input.Release, x, y)
	b.mouse(tools, input.EventMouseButton, input.MouseLeft, input.Release, x, y)
	for range 60 {
		b.carry(t)
	}
	if _, _, held := b.session.Held(); held || body.Type() != physics.Static || body.Position().Dist(at) > 0.01 {
		t.Errorf("held %v, %v, moved by %v", held, body.Type(), body.Position().Sub(at))
	}
}

// TestDropsByDragging: the way of the mouse is the size of the dropped body, a click drops one of the usual size.
func TestDropsByDragging(t *testing.T) {
	b := newBench(t)
	tools := New(b)
	tools.Camera.Home(b.Run().Scene.View, true)
	tools.Worker.SetWork(WorkDrop)
	b.mouse(tools, input.EventMouseButton, input.MouseLeft, input.Press, 400, 500)
	b.mouse(tools, input.EventMouseMove, 0, 0, 440, 500)
	b.mouse(tools, input.EventMouseButton, input.MouseLeft, input.Release, 440, 500)
	if len(b.sent) != 1 || b.sent[0].S < 0.1 || b.sent[0].S == dropSize {
		t.Fatalf("sent %+v", b.sent)
	}
	size := b.sent[0].S
	b.sent = b.sent[:0]
	b.mouse(tools, input.EventMouseButton, input.MouseLeft, input.Press, 400, 500)
	b.mouse(tools, input.EventMouseButton, input.MouseLeft, input.Release, 400, 500)
	if len(b.sent) != 1 || b.sent[0].S != size {
		t.Errorf("a click drops %+v", b.sent)
	}
}

// TestFlowsAndPaint: a click makes the wind or the water that is drawn, a drag paints each body once.
func TestFlowsAndPaint(t *testing.T) {
	b := newBench(t)
	tools := New(b)
	tools.Camera.Home(b.Run().Scene.View, true)
	body := b.session.Run.Bodies[len(b.session.Run.Bodies)-1]
	for _, work := range [2]Work{WorkWind, WorkWater} {
		tools.Worker.SetWork(work)
		b.aim(t, tools, body)
		b.click(tools, 0)
	}
	b.carry(t)
	flows := b.session.Flows(nil)
	if len(flows) != 2 || flows[0].Velocity.Len() < 9.9 || !flows[1].Water || flows[1].Box.Half().Y != 1.5 {
		t.Fatalf("%+v", flows)
	}
	tools.Worker.SetWork(WorkPaint)
	tools.Worker.Options.Material = 2
	x, y := tools.Cursor.Position()
	b.mouse(tools, input.EventMouseButton, input.MouseLeft, input.Press, x, y)
	b.mouse(tools, input.EventMouseMove, 0, 0, x+1, y)
	b.mouse(tools, input.EventMouseButton, input.MouseLeft, input.Release, x+1, y)
	if n := len(b.sent); n != 1 {
		t.Errorf("a body is painted %d times", n)
	}
	b.carry(t)
	if m := body.Shapes(nil)[0].Material(); m.Friction != Materials[2].Surface.Friction {
		t.Errorf("friction %g", m.Friction)
	}
}

// TestProbes: every probe stops at the body that it is aimed at, and a shape does before the ray does.
func TestProbes(t *testing.T) {
	b := newBench(t)
	tools := New(b)
	tools.Camera.Home(b.Run().Scene.View, true)
	body := b.session.Run.Bodies[len(b.session.Run.Bodies)-1]
	tools.Worker.SetWork(WorkProbe)
	var ray vec.Vec3
	for probe := range ProbeCount {
		tools.Worker.Options.Probe = probe
		b.aim(t, tools, body)
		b.click(tools, 0)
		p := &tools.Worker.probed
		if !p.on || len(p.hits) == 0 || tools.Worker.Result() == "" || p.hits[0].Shape.Body() != body {
			t.Fatalf("%s: %q", ProbeNames[probe], tools.Worker.Result())
		}
		if probe == ProbeRay {
			ray = p.hits[0].Point
		} else if gap := p.to.Dist(ray); gap < 0.05 || gap > 0.5 {
			t.Errorf("%s stops %.2f m before the ray does", ProbeNames[probe], gap)
		}
	}
}
