package tool

import (
	"github.com/go-gl/mathgl/mgl32"

	"tumble/engine"
	"tumble/engine/input"
	"tumble/internal/app/mglvec"
	"tumble/internal/app/session"
	"tumble/internal/app/stage"
	"tumble/physics"
	"tumble/physics/vec"
)

// drag is the motion that the mouse makes while a button is down.
type drag uint8

const (
	dragNone drag = iota
	// dragPress: the button is down and the pointer has not moved far enough to drag something.
	dragPress
	dragOrbit
	dragPan
	dragFly
	dragBody
	// dragBox: a rectangle around bodies to select.
	dragBox
	// dragPaint gives the material to all bodies that the mouse comes over.
	dragPaint
	// dragSize: the way from the press is the size of the body to be dropped.
	dragSize
)

const (
	orbitRate = 0.005 // rad per screen coordinate
	lookRate  = 0.003
)

// sidewaysPan is how far a notch of sideways scrolling pans, as a part of the height of the picture.
const sidewaysPan = 0.05

// dragSlop (screen coordinates) is how far the pointer moves with the button down before a click becomes a drag: a hand
// that clicks moves by a pixel or two, and a click must not stop a spinning top.
const dragSlop = 4

// Mouse turns the mouse into camera moves and commands. It owns the marks: the selected bodies and the body under the
// cursor.
type Mouse struct {
	host     Host
	camera   *Camera
	cursor   *Cursor
	thrower  *Thrower
	worker   *Worker
	selected selection
	hovered  physics.Body
	found    []physics.Body // scratch of selectBox
	drag     drag
	button   input.MouseButton
	pressX   float64 // where the button went down, screen coordinates
	pressY   float64
	distance float32      // of the held body from the eye, m
	body     physics.Body // that is held
	rotating bool         // the mouse turns the held body
	slipX    float64      // from where the mouse holds the body to the cursor, screen coordinates
	slipY    float64
	clicked  int64 // when the left button selected last, ns
	around   grip
	keys     [6]bool // W S A D E Q while flying
}

// Marks are the selected bodies and the body under the cursor.
func (m *Mouse) Marks() stage.Marks {
	return stage.Marks{Selected: m.selected.newest(), Hovered: m.hovered, Others: m.selected.bodies}
}

// Select selects a body alone, the zero body for none.
func (m *Mouse) Select(b physics.Body) { m.selected.set(b) }

// Unhover forgets the body under the cursor.
func (m *Mouse) Unhover() { m.hovered = physics.Body{} }

// Forget drops the marks when their world is gone.
func (m *Mouse) Forget() {
	m.selected.set(physics.Body{})
	m.hovered = physics.Body{}
}

// Dragging reports whether a button does something in the scene.
func (m *Mouse) Dragging() bool { return m.drag != dragNone }

// Holding reports whether the mouse holds a body.
func (m *Mouse) Holding() bool { return m.drag == dragBody }

// Steering reports whether the mouse moves the eye.
func (m *Mouse) Steering() bool {
	return m.drag == dragOrbit || m.drag == dragPan || m.drag == dragFly
}

// Event handles mouse buttons, moves and the wheel.
func (m *Mouse) Event(e *input.Event, queue *input.Queue) {
	switch e.Kind {
	case input.EventMouseMove:
		x, y := m.cursor.Position()
		dx, dy := e.X-x, e.Y-y
		m.cursor.MoveTo(e.X, e.Y)
		m.moved(e, float32(dx), float32(dy), queue)
	case input.EventMouseButton:
		m.cursor.MoveTo(e.X, e.Y)
		if e.Action == input.Press && e.Code == input.MouseRight && m.drag == dragBody {
			m.freeze(e, queue)
		} else if e.Action == input.Press && m.drag == dragNone {
			m.button = e.Code
			m.pressed(e, queue)
		} else if e.Action == input.Release && e.Code == m.button {
			m.Release(e, queue)
		}
	case input.EventScroll:
		m.scrolled(e, queue)
	}
}

func (m *Mouse) pressed(e *input.Event, queue *input.Queue) {
	switch {
	case e.Code == input.MouseMiddle:
		m.drag = dragPan
	case e.Code == input.MouseRight:
		m.drag = dragFly
		m.host.Window().SetCursorMode(engine.CursorCaptured)
	case e.Code != input.MouseLeft:
	case e.Mods&input.ModAlt != 0 && e.Mods&input.ModShift != 0:
		m.drag = dragPan
	case e.Mods&input.ModAlt != 0:
		m.orbit()
	case e.Mods&input.ModShift != 0:
		m.thrower.Shoot(e, queue)
	case e.Mods&input.ModControl != 0:
		m.holdOrBox(e, queue)
	case m.worker.Work() != WorkSelect:
		m.work(e, queue)
	case m.second(e):
		m.focus()
	default:
		m.pressX, m.pressY, m.clicked = e.X, e.Y, e.Time
		m.drag = dragPress
		m.selectUnder()
	}
}

// work carries out the work of the left button beside selecting: at the press, or when the button is let go.
func (m *Mouse) work(e *input.Event, queue *input.Queue) {
	switch m.worker.Work() {
	case WorkDrop:
		m.worker.beginSize()
		m.drag = dragSize
		return
	case WorkPaint:
		m.drag = dragPaint
	}
	m.worker.Click(e, queue)
}

// selectUnder selects the body under the cursor, and none where there is nothing.
func (m *Mouse) selectUnder() {
	b, _, _ := m.cursor.Pick()
	if !b.Valid() || !m.isSelected(b) {
		m.selected.set(b)
	}
}

// holdOrBox adds the body under the cursor to the selection, or takes it away, and holds the body. Where no movable
// body is under the cursor it begins a rectangle around bodies.
func (m *Mouse) holdOrBox(e *input.Event, queue *input.Queue) {
	b, _, ok := m.cursor.Pick()
	if !ok || b.Type() == physics.Static {
		m.pressX, m.pressY, m.drag = e.X, e.Y, dragBox
		return
	}
	m.selected.toggle(b)
	m.take(e, queue)
}

// take holds the body under the cursor if it can move; otherwise the drag orbits.
func (m *Mouse) take(e *input.Event, queue *input.Queue) {
	body, point, ok := m.cursor.Pick()
	if !ok || body.Type() != physics.Dynamic {
		m.orbit()
		return
	}
	if len(m.selected.bodies) == 0 && e.Mods&input.ModControl == 0 {
		m.selected.set(body)
	}
	m.drag, m.body, m.slipX, m.slipY = dragBody, body, 0, 0
	_, _, forward := m.camera.Axes()
	eye, _ := m.cursor.Ray()
	m.distance = mglvec.World(forward).Dot(point.Sub(eye))
	if c, ok := m.cursor.aim(session.GrabCommand); ok {
		m.host.Send(queue, e, c)
	}
}

// Release ends the drag of a button.
func (m *Mouse) Release(e *input.Event, queue *input.Queue) {
	if m.drag == dragBody {
		m.host.Send(queue, e, session.ReleaseCommand())
	}
	switch m.drag {
	case dragBox:
		m.selectBox()
	case dragSize:
		m.worker.drop(e, queue)
	}
	m.LetGo()
}

// LetGo ends the work of the mouse, and gives the cursor back if it was captured.
func (m *Mouse) LetGo() {
	if m.drag == dragFly {
		m.host.Window().SetCursorMode(engine.CursorNormal)
		m.keys = [6]bool{}
		m.camera.Fly(0, 0, 0)
	}
	m.drag, m.rotating = dragNone, false
	m.worker.sizing.on = false
}

func (m *Mouse) moved(e *input.Event, dx, dy float32, queue *input.Queue) {
	switch m.drag {
	case dragPress:
		m.beginDrag(e, queue)
	case dragOrbit:
		m.around.orbit(m.camera, -dx*orbitRate, dy*orbitRate)
	case dragPan:
		_, _, _, h := m.camera.inViewport(0, 0)
		m.camera.Unfollow()
		m.camera.Pan(dx, dy, h)
	case dragFly:
		m.camera.Unfollow()
		m.camera.Look(-dx*lookRate, dy*lookRate)
	case dragBody:
		if m.rotating {
			m.rotate(e, dx, dy, queue)
			return
		}
		m.host.Send(queue, e, session.DragCommand(m.held()))
	case dragPaint:
		m.worker.paint(e, queue)
	case dragSize:
		m.worker.size()
	case dragBox:
	default:
		m.hover()
	}
}

// beginDrag holds the body that was under the cursor when the button went down, once the pointer has moved far enough.
func (m *Mouse) beginDrag(e *input.Event, queue *input.Queue) {
	dx, dy := e.X-m.pressX, e.Y-m.pressY
	if dx*dx+dy*dy < dragSlop*dragSlop {
		return
	}
	m.cursor.MoveTo(m.pressX, m.pressY)
	m.take(e, queue)
	m.cursor.MoveTo(e.X, e.Y)
	m.moved(e, float32(dx), float32(dy), queue)
}

// held is the goal of the held point: under the cursor, in the plane through the point that faces the eye.
func (m *Mouse) held() vec.Vec3 {
	x, y := m.cursor.Position()
	m.cursor.MoveTo(x-m.slipX, y-m.slipY)
	o, t := m.cursor.Ray()
	m.cursor.MoveTo(x, y)
	d := t.Norm()
	_, _, forward := m.camera.Axes()
	return o.Add(d.Mul(m.distance / max(mglvec.World(forward).Dot(d), 0.05)))
}

// hover finds the body under the cursor.
func (m *Mouse) hover() {
	body, _, ok := m.cursor.Pick()
	if !ok || body.Type() == physics.Static {
		body = physics.Body{}
	}
	m.hovered = body
}

func (m *Mouse) scrolled(e *input.Event, queue *input.Queue) {
	switch m.drag {
	case dragBody:
		if m.rotating {
			return
		}
		m.distance *= 1 + 0.05*float32(e.Y)
		m.host.Send(queue, e, session.DragCommand(m.held()))
	case dragFly:
		m.camera.FlySpeed = mgl32.Clamp(m.camera.FlySpeed*(1+0.1*float32(e.Y)), 0.1, 100)
	default:
		if e.X != 0 {
			// a touchpad that is stroked sideways, a wheel that is tilted
			_, _, _, h := m.camera.inViewport(0, 0)
			m.camera.Unfollow()
			m.camera.Pan(float32(-e.X)*sidewaysPan*h, 0, h)
		}
		if e.Y != 0 {
			m.zoom(float32(e.Y))
		}
	}
}

// FlyKey steers while the right button is held; it reports whether the key is a key of flying.
func (m *Mouse) FlyKey(e *input.Event) bool {
	if m.drag != dragFly || e.Kind != input.EventKey {
		return false
	}
	// the keys by their position: a hand finds them there on every layout
	physical := e.Physical
	if physical == 0 {
		physical = e.Code
	}
	for i, k := range [6]input.Key{'W', 'S', 'A', 'D', 'E', 'Q'} {
		if physical == k {
			m.keys[i] = e.Action != input.Release
			axis := func(plus, minus int) float32 { return axisOf(m.keys[plus]) - axisOf(m.keys[minus]) }
			m.camera.Fly(axis(3, 2), axis(4, 5), axis(0, 1))
			return true
		}
	}
	return false
}

func axisOf(b bool) float32 {
	if b {
		return 1
	}
	return 0
}
