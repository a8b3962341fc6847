package app

import (
	"github.com/go-gl/mathgl/mgl32"

	"tumble/engine"
	"tumble/engine/input"
	"tumble/physics"
	"tumble/physics/vec"
)

// drag is what the mouse does while a button is down.
type drag uint8

const (
	dragNone drag = iota
	dragOrbit
	dragPan
	dragFly
	dragBody
)

const (
	orbitRate = 0.005 // rad per screen coordinate
	lookRate  = 0.003
	pickReach = 1000 // metres
	shotSpeed = 40   // m/s
	shotSize  = 0.25 // m
	spawnSize = 0.45 // m
	// spawnHeight is how far above the point under the cursor a body is dropped (m).
	spawnHeight = 2
	blastRadius = 6 // m
	blastSpeed  = 12
)

// mouse turns the mouse into camera moves and commands.
type mouse struct {
	x, y     float64
	drag     drag
	button   input.MouseButton
	distance float32 // of the held body from the eye, m
	keys     [6]bool // W S A D E Q while flying
}

// ray is the ray under the cursor: its start and a translation as long as picking reaches.
func (a *App) ray() (origin, translation vec.Vec3) {
	o, d := a.camera.PickRay(a.inViewport(a.mouse.x, a.mouse.y))
	return world(o), world(d).Mul(pickReach)
}

// mouseEvent handles mouse buttons, moves and the wheel.
func (a *App) mouseEvent(e *input.Event, queue *input.Queue) {
	switch e.Kind {
	case input.EventMouseMove:
		dx, dy := e.X-a.mouse.x, e.Y-a.mouse.y
		a.mouse.x, a.mouse.y = e.X, e.Y
		a.mouseMoved(e, float32(dx), float32(dy), queue)
	case input.EventMouseButton:
		a.mouse.x, a.mouse.y = e.X, e.Y
		if e.Action == input.Press && a.mouse.drag == dragNone {
			a.mouse.button = e.Code
			a.mousePressed(e, queue)
		} else if e.Action == input.Release && e.Code == a.mouse.button {
			a.mouseReleased(e, queue)
		}
	case input.EventScroll:
		a.scrolled(e, queue)
	}
}

func (a *App) mousePressed(e *input.Event, queue *input.Queue) {
	switch {
	case e.Code == input.MouseMiddle:
		a.mouse.drag = dragPan
	case e.Code == input.MouseRight:
		a.mouse.drag = dragFly
		a.window.SetCursorMode(engine.CursorCaptured)
	case e.Code != input.MouseLeft:
	case e.Mods&input.ModAlt != 0:
		a.mouse.drag = dragOrbit
	case e.Mods&input.ModShift != 0:
		a.shoot(e, queue)
	default:
		a.take(e, queue)
	}
}

// take selects what is under the cursor, and holds it if it can move.
func (a *App) take(e *input.Event, queue *input.Queue) {
	o, t := a.ray()
	body, point, ok := pick(a.session.World(), o, t)
	if !ok || body.Type() == physics.Static {
		a.show.Selected = physics.Body{}
		a.mouse.drag = dragOrbit
		return
	}
	a.show.Selected = body
	if body.Type() != physics.Dynamic {
		a.mouse.drag = dragOrbit
		return
	}
	a.mouse.drag = dragBody
	_, _, forward := a.camera.Axes()
	a.mouse.distance = world(forward).Dot(point.Sub(o))
	a.send(queue, e, GrabCommand(o, t))
}

func (a *App) mouseReleased(e *input.Event, queue *input.Queue) {
	if a.mouse.drag == dragBody {
		a.send(queue, e, ReleaseCommand())
	}
	a.letGo()
}

// letGo ends what the mouse does, and gives the cursor back if it was captured.
func (a *App) letGo() {
	if a.mouse.drag == dragFly {
		a.window.SetCursorMode(engine.CursorNormal)
		a.mouse.keys = [6]bool{}
		a.camera.Fly(0, 0, 0)
	}
	a.mouse.drag = dragNone
}

func (a *App) mouseMoved(e *input.Event, dx, dy float32, queue *input.Queue) {
	switch a.mouse.drag {
	case dragOrbit:
		a.camera.Orbit(-dx*orbitRate, dy*orbitRate)
	case dragPan:
		_, _, _, h := a.inViewport(0, 0)
		a.camera.Unfollow()
		a.camera.Pan(dx, dy, h)
	case dragFly:
		a.camera.Unfollow()
		a.camera.Look(-dx*lookRate, dy*lookRate)
	case dragBody:
		a.send(queue, e, DragCommand(a.held()))
	default:
		a.hover()
	}
}

// held is where the cursor wants the held point: in the plane through it that faces the eye.
func (a *App) held() vec.Vec3 {
	o, t := a.ray()
	d := t.Norm()
	_, _, forward := a.camera.Axes()
	return o.Add(d.Mul(a.mouse.distance / max(world(forward).Dot(d), 0.05)))
}

// hover finds what is under the cursor.
func (a *App) hover() {
	o, t := a.ray()
	body, _, ok := pick(a.session.World(), o, t)
	if !ok || body.Type() == physics.Static {
		body = physics.Body{}
	}
	a.show.Hovered = body
}

func (a *App) scrolled(e *input.Event, queue *input.Queue) {
	switch a.mouse.drag {
	case dragBody:
		a.mouse.distance *= 1 + 0.05*float32(e.Y)
		a.send(queue, e, DragCommand(a.held()))
	case dragFly:
		a.camera.FlySpeed = mgl32.Clamp(a.camera.FlySpeed*(1+0.1*float32(e.Y)), 0.1, 100)
	default:
		x, y, w, h := a.inViewport(a.mouse.x, a.mouse.y)
		a.camera.ZoomAt(float32(e.Y), x, y, w, h)
	}
}

// flyKey steers while the right button is held; it reports whether the key was one of those.
func (a *App) flyKey(e *input.Event) bool {
	if a.mouse.drag != dragFly || e.Kind != input.EventKey {
		return false
	}
	for i, k := range [6]input.Key{key('W'), key('S'), key('A'), key('D'), key('E'), key('Q')} {
		if e.Code == k {
			a.mouse.keys[i] = e.Action != input.Release
			axis := func(plus, minus int) float32 { return number1(a.mouse.keys[plus]) - number1(a.mouse.keys[minus]) }
			a.camera.Fly(axis(3, 2), axis(4, 5), axis(0, 1))
			return true
		}
	}
	return false
}

func number1(b bool) float32 {
	if b {
		return 1
	}
	return 0
}

// shoot throws a ball from the eye at what is under the cursor.
func (a *App) shoot(e *input.Event, queue *input.Queue) {
	o, t := a.ray()
	d := t.Norm()
	a.send(queue, e, ShootCommand(o.Add(d.Mul(1)), d.Mul(shotSpeed), shotSize))
}

// under is the point of the world under the cursor, at most reach metres away.
func (a *App) under(reach float32) vec.Vec3 {
	o, t := a.ray()
	if _, p, ok := pick(a.session.World(), o, t); ok {
		return p
	}
	return o.Add(t.Norm().Mul(reach))
}
