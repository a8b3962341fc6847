package tool

import (
	"tumble/engine"
	"tumble/internal/app/mglvec"
	"tumble/physics"
	"tumble/renderer"
)

// boxBetween are the corners of the rectangle (screen coordinates) that the mouse draws around bodies.
func (m *Mouse) boxBetween() (x0, y0, x1, y1 float64) {
	x, y := m.cursor.Position()
	return min(m.pressX, x), min(m.pressY, y), max(m.pressX, x), max(m.pressY, y)
}

// selectBox adds all movable bodies whose centres lie in the rectangle.
func (m *Mouse) selectBox() {
	window := m.host.Window()
	w, h := window.FramebufferSize()
	sw, sh := window.Size()
	view := m.camera.ViewIn(w, h)
	x0, y0, x1, y1 := m.boxBetween()
	kx, ky := float64(w)/float64(max(sw, 1)), float64(h)/float64(max(sh, 1))
	m.found = m.host.World().Bodies(m.found[:0])
	had := make(map[physics.Body]bool, len(m.selected.bodies))
	for _, b := range m.selected.bodies {
		had[b] = true
	}
	for _, b := range m.found {
		x, y, _, front := view.Project(mglvec.Of(b.WorldCenter()), float32(w), float32(h))
		inside := front && float64(x) >= x0*kx && float64(x) <= x1*kx && float64(y) >= y0*ky && float64(y) <= y1*ky
		if inside && b.Type() != physics.Static && !m.host.Hidden(b) && !had[b] {
			m.selected.bodies = append(m.selected.bodies, b)
		}
	}
}

func (m *Mouse) isSelected(b physics.Body) bool {
	for _, s := range m.selected.bodies {
		if s == b {
			return true
		}
	}
	return false
}

// boxColor is the colour of the rectangle.
var boxColor = renderer.Hex(0x4d9bff)

// DrawBox draws the rectangle around bodies, while the mouse makes one.
func (m *Mouse) DrawBox(f *engine.Frame) {
	if m.drag != dragBox {
		return
	}
	sw, sh := m.host.Window().Size()
	kx, ky := float64(f.Width)/float64(max(sw, 1)), float64(f.Height)/float64(max(sh, 1))
	x0, y0, x1, y1 := m.boxBetween()
	fill := boxColor.WithAlpha(40)
	f.Packet.AddQuad(0, renderer.Rect{}, renderer.Texture{}, renderer.Quad{
		X0: float32(x0 * kx), Y0: float32(y0 * ky), X1: float32(x1 * kx), Y1: float32(y1 * ky),
		ColorTop: fill, ColorBottom: fill, Border: uint16(16 * f.Scale), ColorBorder: boxColor,
	})
}
