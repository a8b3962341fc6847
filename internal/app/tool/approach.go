package tool

import (
	"github.com/go-gl/mathgl/mgl32"

	"tumble/engine/input"
	"tumble/internal/app/mglvec"
	"tumble/physics"
)

// twice (ns) is how soon a second press makes a double click; desktops take 400 to 500 ms.
const twice = 400e6

// grip is the point of the world that keeps its place in the picture while the camera turns.
type grip struct {
	point mgl32.Vec3
	on    bool
}

// orbit orbits about the point, or about the pivot where there is none.
func (g *grip) orbit(c *Camera, yaw, pitch float32) {
	if g.on && !c.Following() {
		c.OrbitAround(g.point, yaw, pitch)
		return
	}
	c.Orbit(yaw, pitch)
}

// orbit begins to orbit about the point under the cursor.
func (m *Mouse) orbit() {
	_, p, ok := m.cursor.Pick()
	m.drag, m.around = dragOrbit, grip{mglvec.Of(p), ok}
}

// zoom goes towards the point under the cursor by notches of the wheel; a touchpad gives parts of a notch.
func (m *Mouse) zoom(notches float32) {
	if _, p, ok := m.cursor.Pick(); ok && !m.camera.Following() {
		m.camera.ZoomTo(notches, mglvec.Of(p))
		return
	}
	x, y, w, h := m.camera.inViewport(m.cursor.Position())
	m.camera.ZoomAt(notches, x, y, w, h)
}

// second reports whether a press is the second one of a double click.
func (m *Mouse) second(e *input.Event) bool {
	dx, dy := e.X-m.pressX, e.Y-m.pressY
	soon := m.clicked != 0 && e.Time-m.clicked < twice && dx*dx+dy*dy < dragSlop*dragSlop
	if soon {
		m.clicked = 0
	}
	return soon
}

// focus looks at the body under the cursor; for a static body, which may be as wide as the scene, at the point under
// the cursor.
func (m *Mouse) focus() {
	b, p, ok := m.cursor.Pick()
	switch {
	case !ok:
	case b.Type() == physics.Static:
		st := m.camera.State()
		st.Pivot = mglvec.Of(p)
		m.camera.Unfollow()
		m.camera.Set(st, false)
	default:
		box := b.Bounds()
		m.camera.FrameBall(box.Center(), max(2*box.Half().Len(), 0.5))
	}
}
