//go:build cgo || js

package gl

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"tumble/renderer"
	gl "tumble/renderer/gl/api"
)

// bounds is a rectangle on the screen in normalised device coordinates; the zero value is empty.
type bounds struct {
	x0, y0, x1, y1 float32
	some           bool
}

func (b *bounds) include(x0, y0, x1, y1 float32) {
	if !b.some {
		*b = bounds{x0, y0, x1, y1, true}
		return
	}
	b.x0, b.y0, b.x1, b.y1 = min(b.x0, x0), min(b.y0, y0), max(b.x1, x1), max(b.y1, y1)
}

// includeInstance widens the rectangle to the pixels that an instance of a mesh can cover. The search for
// the outline looks at many texels around each pixel, so it is made only there.
func (b *bounds) includeInstance(viewProj *mgl32.Mat4, pane mgl32.Vec4, in *renderer.Instance, radius float32) {
	// a column of the matrix is a local axis in the world; no point is further from the
	// origin than the sum of their lengths allows
	axis := func(x, y, z float32) float32 { return float32(math.Sqrt(float64(x*x + y*y + z*z))) }
	side, up, front := axis(in.XX, in.YX, in.ZX), axis(in.XY, in.YY, in.ZY), axis(in.XZ, in.YZ, in.ZZ)
	reach := radius*max(side, up, front) + float32(math.Abs(float64(in.Stretch)))*up
	center := mgl32.Vec3{in.XT, in.YT, in.ZT}
	for i := range 8 {
		corner := center
		for k := range 3 {
			if i>>k&1 == 0 {
				corner[k] -= reach
			} else {
				corner[k] += reach
			}
		}
		p := viewProj.Mul4x1(corner.Vec4(1))
		if p[3] <= 1e-3 {
			// a corner behind the eye has no place on the screen
			b.include(-1, -1, 1, 1)
			return
		}
		x, y := p[0]/p[3]*pane[0]+pane[2], p[1]/p[3]*pane[1]+pane[3]
		b.include(x, y, x, y)
	}
}

// pixels is the rectangle in pixels of a picture, widened by a margin, y down.
func (b *bounds) pixels(w, h int32, margin float32) renderer.Rect {
	low := func(v float32, n int32) int16 { return int16(max(0, math.Floor(float64((v+1)/2*float32(n)-margin)))) }
	high := func(v float32, n int32) int16 {
		return int16(min(float64(n), math.Ceil(float64((v+1)/2*float32(n)+margin))))
	}
	x0, x1 := min(max(b.x0, -1), 1), max(min(b.x1, 1), -1)
	y0, y1 := min(max(-b.y1, -1), 1), max(min(-b.y0, 1), -1)
	return renderer.Rect{X0: low(x0, w), Y0: low(y0, h), X1: high(x1, w), Y1: high(y1, h)}
}

// noteOutlined widens the rectangle of all outlines of this frame.
func (d *Device) noteOutlined(m *mesh, r renderer.Draw) {
	for i := r.First; i < r.First+r.Count; i++ {
		in := &d.packet.Instances[i]
		d.outlined.includeInstance(&d.packet.View.ViewProj, d.block.Pane[in.Flags.Pane()], in, m.radius)
	}
}

// drawOutline blends the outline around the mask onto the picture.
func (d *Device) drawOutline() {
	t := &d.targets
	width := d.block.Outline[3]
	if !d.outlined.some || width <= 0 {
		return
	}
	area := d.outlined.pixels(t.width, t.height, width+2)
	if p := d.program(keyOutline); !area.Empty() && d.use(p) {
		d.setScissor(area)
		d.setBlend(blendPicture)
		gl.DrawArrays(gl.TRIANGLES, 0, 3)
	}
}
