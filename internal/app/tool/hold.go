package tool

import (
	"tumble/engine/input"
	"tumble/internal/app/mglvec"
	"tumble/internal/app/session"
	"tumble/physics/vec"
)

// rotationRate (rad per screen coordinate) is how far the mouse turns a held body.
const rotationRate = 0.01

// HoldKey turns the held body while R is down; it reports whether the key is R and a body is held.
func (m *Mouse) HoldKey(e *input.Event, queue *input.Queue) bool {
	if m.drag != dragBody || e.Kind != input.EventKey || e.Code != 'R' {
		return false
	}
	if (e.Action == input.Press) == m.rotating || e.Action == input.Repeat {
		// held since before the body was
		return true
	}
	m.rotating = e.Action == input.Press
	m.host.Send(queue, e, session.RotateCommand(vec.Vec3{}, m.rotating))
	// afterwards the body stays in its place: the cursor has gone elsewhere meanwhile
	x, y := m.cursor.Position()
	if m.rotating {
		x, y = -x, -y
	}
	m.slipX, m.slipY = m.slipX+x, m.slipY+y
	return true
}

// rotate rotates the held body by a move of the mouse: about the vertical, and about the horizontal axis of the
// picture.
func (m *Mouse) rotate(e *input.Event, dx, dy float32, queue *input.Queue) {
	right, _, _ := m.camera.Axes()
	by := vec.AxisY.Mul(dx * rotationRate).Add(mglvec.World(right).Mul(dy * rotationRate))
	m.host.Send(queue, e, session.RotateCommand(by, true))
}

// freeze pins the held body where it is and releases it.
func (m *Mouse) freeze(e *input.Event, queue *input.Queue) {
	m.host.Send(queue, e, session.ReleaseCommand())
	if m.body.Valid() {
		m.host.Send(queue, e, PinCommand(m.body))
	}
	m.LetGo()
}
