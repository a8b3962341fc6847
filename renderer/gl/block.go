//go:build cgo || js

package gl

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"tumble/renderer"
)

// frameBlock is the uniform block Frame of shaders/frame.glsl.
type frameBlock struct {
	ViewProj     mgl32.Mat4
	Inverse      mgl32.Mat4
	Shadow       [renderer.MaxCascades]mgl32.Mat4
	CascadeFar   mgl32.Vec4
	CascadeTexel mgl32.Vec4
	CascadeDepth mgl32.Vec4
	Eye          mgl32.Vec4
	Forward      mgl32.Vec4
	Viewport     mgl32.Vec4
	Sun          mgl32.Vec4
	SunColor     mgl32.Vec4
	Lamp         mgl32.Vec4
	LampColor    mgl32.Vec4
	Share        mgl32.Vec4
	Plane        mgl32.Vec4
	Zenith       mgl32.Vec4
	Horizon      mgl32.Vec4
	Nadir        mgl32.Vec4
	Ground       mgl32.Vec4
	GridLine     mgl32.Vec4
	GridStrong   mgl32.Vec4
	Fog          mgl32.Vec4
	Outline      mgl32.Vec4
	Slab         [4]uint32 // first texels of instances, quads, lines and points
	Pane         [renderer.MaxPanes]mgl32.Vec4
	PaneLines    [4]uint32 // first lines of the panes after the first, and the number of panes
	PanePoints   [4]uint32
}

// toTexture maps clip space to texture space: -1…1 to 0…1 on all axes.
var toTexture = mgl32.Translate3D(0.5, 0.5, 0.5).Mul4(mgl32.Scale3D(0.5, 0.5, 0.5))

// fill takes the values from the packet.
func (b *frameBlock) fill(p *renderer.Packet, t *targets) {
	v, e := &p.View, &p.Environment
	b.ViewProj, b.Inverse = v.ViewProj, v.Inverse
	cascades := min(max(v.Shadow.Cascades, 0), renderer.MaxCascades)
	for i := range cascades {
		c := &v.Shadow.Cascade[i]
		b.Shadow[i] = toTexture.Mul4(c.ViewProj)
		b.CascadeFar[i], b.CascadeTexel[i], b.CascadeDepth[i] = c.Far, c.Texel, c.Depth
	}
	b.Eye = v.Eye.Vec4(float32(cascades))
	// the third row of the view matrix points backwards
	forward := mgl32.Vec3{-v.View[2], -v.View[6], -v.View[10]}
	b.Forward = forward.Vec4(0)
	if v.FovY == 0 {
		b.Forward[3] = 1
	}
	w, h := float32(t.sceneWidth), float32(t.sceneHeight)
	b.Viewport = mgl32.Vec4{w, h, 1 / w, 1 / h}

	b.Sun = e.SunDirection.Vec4(e.Exposure)
	b.SunColor = light(e.Sun, e.Ambient)
	lamp := e.Light()
	b.Lamp = lamp.Direction.Vec4(lamp.Gloss)
	b.LampColor = light(lamp.Color, lamp.Sky)
	b.Share = mgl32.Vec4{lamp.Bounce, lamp.Mirror, 1 / float32(max(p.Sampling.Count, 1)), lamp.Radius}
	b.Plane = mgl32.Vec4{e.Ground.Grid, e.Ground.Axes, e.Ground.BlendFrom, e.Ground.BlendTo}
	b.Zenith = light(e.Zenith, h/float32(t.height))
	b.Horizon = light(e.Horizon, 0)
	b.Nadir = light(e.Nadir, v.Proj[5])
	b.Ground = linear(e.Ground.Color, e.Ground.Height)
	b.GridLine = linear(e.Ground.Line, e.Ground.Cell)
	b.GridStrong = linear(e.Ground.Strong, e.Ground.Fade)
	b.fillPanes(p)
	b.Fog = mgl32.Vec4{e.FogDensity, v.Near, v.Far, lamp.Angle}
	b.Outline = display(e.Outline, e.OutlineWidth)
}

// fillPanes sets where the panes are: the view, in normalised device coordinates, is scaled and moved.
func (b *frameBlock) fillPanes(p *renderer.Packet) {
	for i := range b.Pane {
		b.Pane[i] = mgl32.Vec4{1, 1, 0, 0}
	}
	const never = math.MaxUint32
	n := p.Panes.Number()
	b.PaneLines, b.PanePoints = [4]uint32{never, never, never, uint32(n)}, [4]uint32{never, never, never}
	if n == 1 {
		return
	}
	w, h := float32(p.Header.Width), float32(p.Header.Height)
	for i := range n {
		r := p.Panes.Rects[i]
		x0, y0, x1, y1 := float32(r.X0)/w, float32(r.Y0)/h, float32(r.X1)/w, float32(r.Y1)/h
		b.Pane[i] = mgl32.Vec4{x1 - x0, y1 - y0, x0 + x1 - 1, 1 - y0 - y1}
		if i > 0 {
			b.PaneLines[i-1], b.PanePoints[i-1] = p.Panes.Lines[i], p.Panes.Points[i]
		}
	}
	b.Nadir[3] *= b.Pane[0][1]
}

func light(c renderer.RGB, w float32) mgl32.Vec4 { return mgl32.Vec4{c.R, c.G, c.B, w} }

// display is the colour as it is shown.
func display(c renderer.Color, w float32) mgl32.Vec4 {
	return mgl32.Vec4{float32(c.R()) / 255, float32(c.G()) / 255, float32(c.B()) / 255, w}
}

// linear is the light of a display colour (IEC 61966-2-1).
func linear(c renderer.Color, w float32) mgl32.Vec4 {
	return mgl32.Vec4{decoded[c.R()], decoded[c.G()], decoded[c.B()], w}
}

var decoded = func() (table [256]float32) {
	for i := range table {
		x := float64(i) / 255
		if x <= 0.04045 {
			table[i] = float32(x / 12.92)
		} else {
			table[i] = float32(math.Pow((x+0.055)/1.055, 2.4))
		}
	}
	return table
}()
