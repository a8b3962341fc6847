package app

import (
	"github.com/go-gl/mathgl/mgl32"

	"tumble/renderer"
	"tumble/renderer/ui"
)

// smallestViewport is the side (pixels) below which panels are taken to lie over the picture instead of
// beside it.
const smallestViewport = 96

// viewport is the part of a picture of w × h pixels that the camera fills: what panels leave free.
func (p *panels) viewport(w, h int) ui.Rect {
	all := ui.Rect{W: float32(max(w, 1)), H: float32(max(h, 1))}
	v := p.ui.Viewport()
	if !p.visible() || v.W < smallestViewport || v.H < smallestViewport || v.X+v.W > all.W+0.5 || v.Y+v.H > all.H+0.5 {
		return all
	}
	return v
}

// cameraView is the view of the camera in a picture of w × h pixels: centred in the viewport, and going
// on below the panels.
func (a *App) cameraView(w, h int) renderer.View { return a.viewOf(a.camera, w, h) }

// viewOf is cameraView of any camera.
func (a *App) viewOf(c *renderer.Camera, w, h int) renderer.View {
	r := a.panels.viewport(w, h)
	v := c.View(int(r.W+0.5), int(r.H+0.5))
	width, height := float32(max(w, 1)), float32(max(h, 1))
	sx, sy := r.W/width, r.H/height
	ox, oy := (2*r.X+r.W)/width-1, 1-(2*r.Y+r.H)/height
	// clip coordinates of the viewport become clip coordinates of the whole picture; the inverse is
	// composed instead of computed, which keeps its precision
	into := mgl32.Mat4{sx, 0, 0, 0, 0, sy, 0, 0, 0, 0, 1, 0, ox, oy, 0, 1}
	back := mgl32.Mat4{1 / sx, 0, 0, 0, 0, 1 / sy, 0, 0, 0, 0, 1, 0, -ox / sx, -oy / sy, 0, 1}
	v.Proj, v.ViewProj = into.Mul4(v.Proj), into.Mul4(v.ViewProj)
	v.Inverse = v.Inverse.Mul4(back)
	return v
}

// inViewport turns a cursor position into one relative to the viewport, with the size of it, in
// screen coordinates.
func (a *App) inViewport(x, y float64) (vx, vy, w, h float32) {
	sw, sh := a.window.Size()
	fw, fh := a.window.FramebufferSize()
	r := a.panels.viewport(fw, fh)
	kx, ky := float32(max(sw, 1))/float32(max(fw, 1)), float32(max(sh, 1))/float32(max(fh, 1))
	vx, vy, w, h = float32(x)-r.X*kx, float32(y)-r.Y*ky, r.W*kx, r.H*ky
	if n := float32(a.lab.shown()); n > 1 {
		// what is under the cursor is what its pane shows there
		w /= n
		vx -= w * min(max(float32(int(vx/w)), 0), n-1)
	}
	return vx, vy, w, h
}
