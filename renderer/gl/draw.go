//go:build cgo || js

package gl

import (
	"fmt"

	"tumble/renderer"
	gl "tumble/renderer/gl/api"
)

const (
	// overlayLift moves lines and points towards the camera, so that a surface hides no half of a line on it: 2 mm at 1
	// m.
	overlayLift = 0.002
	// hintOpacity is the opacity of the parts that DepthHint draws behind something.
	hintOpacity = 0.22
)

// Draw draws one op.
func (d *Device) Draw(o renderer.Op, r renderer.Draw) {
	if !d.inFrame {
		return
	}
	if d.pass == renderer.PassOverlay {
		if o.Depth == renderer.DepthHint {
			d.hints = append(d.hints, hint{o, r})
		} else {
			d.drawHints()
		}
	}
	d.drawPass(o, r, 0)
}

// hint is an op whose faint turn is not drawn yet.
type hint struct {
	op   renderer.Op
	draw renderer.Draw
}

// drawHints draws the faint turns of all ops together, as each change between the two turns is a change of state.
func (d *Device) drawHints() {
	// from the last to the first, whose programs were used last
	for i := len(d.hints) - 1; i >= 0; i-- {
		d.drawPass(d.hints[i].op, d.hints[i].draw, 1)
	}
	d.hints = d.hints[:0]
}

// drawPass draws the first turn of an op, or the second, which DepthHint makes where something is in front.
func (d *Device) drawPass(o renderer.Op, r renderer.Draw, pass int) {
	if d.pass != renderer.PassShadow && d.pass != renderer.PassUI {
		d.setScissor(d.inScene(r.Clip))
	}
	switch o.Kind {
	case renderer.KindMesh:
		d.drawMesh(o, r, pass)
	case renderer.KindSky:
		d.drawSky()
	case renderer.KindGround:
		d.drawGround()
	default:
		d.drawFlat(o, r, pass)
	}
}

func (d *Device) drawSky() {
	// the offset of the ground does not matter to a background behind everything
	if p := d.program(skyKey(d.targets.summed)); d.use(p) {
		d.setCull(false)
		d.bindVertexArray(d.empty)
		gl.DrawArrays(gl.TRIANGLES, 0, 3)
	}
}

// drawGround draws the plane a little in front of where it is, so that its grid covers the upper
// face of a floor body at the same height. From below it is not seen.
func (d *Device) drawGround() {
	if p := d.program(groundKey(d.pcf, d.targets.summed)); d.use(p) {
		d.setCull(true)
		d.bindVertexArray(d.empty)
		d.setOffset(-0.5, -8)
		gl.DrawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, int32(d.packet.Panes.Number()))
	}
}

func (d *Device) drawMesh(o renderer.Op, r renderer.Draw, pass int) {
	m := d.mesh(r.Mesh)
	if m == nil {
		d.fail(fmt.Errorf("gl: %s pass: mesh handle %d does not exist", d.pass, r.Mesh.Index()))
		return
	}
	if int64(r.First)+int64(r.Count) > int64(len(d.packet.Instances)) {
		d.fail(fmt.Errorf("gl: %s pass: instances %d to %d of %d", d.pass, r.First, r.First+r.Count,
			len(d.packet.Instances)))
		return
	}
	if r.Count == 0 || d.pass == renderer.PassScene && o.Flags&renderer.DrawShadowOnly != 0 {
		return
	}
	wire := d.packet.Header.Flags&renderer.FrameWireframe != 0 && d.pass != renderer.PassShadow &&
		d.pass != renderer.PassOutline
	if wire {
		gl.PolygonMode(gl.FRONT_AND_BACK, gl.LINE)
	}
	if d.pass != renderer.PassShadow {
		d.setOffset(0, 0)
	}
	cull := o.Flags&renderer.DrawTwoSided == 0 && d.pass != renderer.PassOutline
	d.setCull(cull)
	switch d.pass {
	case renderer.PassShadow:
		d.instanced(d.program(keyShadow), m, r)
	case renderer.PassOutline:
		d.noteOutlined(m, r)
		d.instanced(d.program(keyMask), m, r)
	case renderer.PassScene, renderer.PassTransparent:
		d.lit(o, m, r, d.pass == renderer.PassTransparent, 1)
	case renderer.PassOverlay:
		d.setDepth(o.Depth, pass)
		d.lit(o, m, r, true, passOpacity[pass])
	}
	if wire {
		gl.PolygonMode(gl.FRONT_AND_BACK, gl.FILL)
	}
}

// passOpacity is the opacity of the first turn, and of the second.
var passOpacity = [2]float32{1, hintOpacity}

// setDepth prepares one turn of drawing in a depth mode.
func (d *Device) setDepth(mode renderer.DepthMode, pass int) {
	function := uint32(gl.LEQUAL)
	switch {
	case pass == 1:
		function = gl.GREATER
	case mode == renderer.DepthNone:
		function = gl.ALWAYS
	}
	d.setDepthFunc(function)
}

func (d *Device) lit(o renderer.Op, m *mesh, r renderer.Draw, blended bool, opacity float32) {
	p := d.program(litKey(d.pcf, d.patterned, d.targets.summed))
	if !d.use(p) {
		return
	}
	set4(p.style, &p.styleValue, [4]float32{
		truth(o.Flags&renderer.DrawEdges != 0) + 2*truth(o.Flags&renderer.DrawFlat != 0),
		truth(o.Flags&renderer.DrawUnlit != 0), truth(blended), opacity,
	})
	d.instanced(p, m, r)
}

func (d *Device) instanced(p *program, m *mesh, r renderer.Draw) {
	if !d.use(p) {
		return
	}
	d.bindVertexArray(d.arena.vertexArray)
	p.setDraw(int32(r.First), d.cascade)
	d.driver.drawElements(int32(m.indices.count), uintptr(m.indices.first*4), int32(r.Count))
}

// drawFlat draws lines, points, quads and triangles, in the scene or on the picture.
func (d *Device) drawFlat(o renderer.Op, r renderer.Draw, pass int) {
	var p *program
	var length int
	switch o.Kind {
	case renderer.KindLines:
		p, length = d.program(keyLine), len(d.packet.Lines)
	case renderer.KindPoints:
		p, length = d.program(keyPoint), len(d.packet.Points)
	case renderer.KindQuads:
		p, length = d.program(keyQuad), len(d.packet.Quads)
	case renderer.KindTriangles:
		p, length = d.program(keyTriangle), len(d.packet.Indices)
	default:
		d.fail(fmt.Errorf("gl: %s pass: kind %d of op", d.pass, o.Kind))
		return
	}
	if int64(r.First)+int64(r.Count) > int64(length) {
		d.fail(fmt.Errorf("gl: %s pass: %s %d to %d of %d", d.pass, o.Kind, r.First, r.First+r.Count, length))
		return
	}
	if r.Count == 0 || !d.use(p) {
		return
	}
	if o.Kind == renderer.KindQuads || o.Kind == renderer.KindTriangles {
		image := d.white
		if t := d.texture(r.Texture); t != nil {
			image = t.id
		} else if !r.Texture.IsZero() {
			d.fail(fmt.Errorf("gl: %s pass: texture handle %d does not exist", d.pass, r.Texture.Index()))
			return
		}
		d.bindImage(image)
	}
	if d.pass == renderer.PassUI {
		d.drawOnPicture(o, r, p)
		return
	}
	d.setCull(false)
	d.setDepth(o.Depth, pass)
	d.drawInScene(o, r, p, passOpacity[pass])
}

func (d *Device) drawOnPicture(o renderer.Op, r renderer.Draw, p *program) {
	if !r.Clip.IsZero() && r.Clip.Empty() {
		return
	}
	d.setScissor(r.Clip)
	d.setCull(false)
	t := &d.targets
	// the third value is a factor on coordinates for quads and triangles, and says for lines and
	// points that coordinates are pixels
	p.setFlat([4]float32{float32(t.width), float32(t.height), 1, 0}, [4]float32{1, 0, 0, 1})
	d.flatCall(o, r)
}

func (d *Device) drawInScene(o renderer.Op, r renderer.Draw, p *program, opacity float32) {
	t := &d.targets
	w, h := float32(t.sceneWidth), float32(t.sceneHeight)
	scale := h / float32(t.height)
	target := [4]float32{w, h, 0, truth(o.Flags&renderer.DrawMetres != 0)}
	if o.Kind == renderer.KindQuads || o.Kind == renderer.KindTriangles {
		target = [4]float32{w, h, scale, 0}
	}
	p.setFlat(target, [4]float32{opacity, overlayLift, 1, scale})
	d.flatCall(o, r)
}

// flatCall makes the call. Lines, points and quads are six vertices each, whose number tells the
// shader which record to read.
func (d *Device) flatCall(o renderer.Op, r renderer.Draw) {
	if o.Kind == renderer.KindTriangles {
		d.bindVertexArray(d.flat)
		d.drawTriangles(r.First, r.Count)
		return
	}
	d.bindVertexArray(d.empty)
	gl.DrawArrays(gl.TRIANGLES, int32(r.First)*6, int32(r.Count)*6)
}

// inScene turns a rectangle of the picture into one for setScissor while the scene, which may be of
// another size, is drawn.
func (d *Device) inScene(r renderer.Rect) renderer.Rect {
	t := &d.targets
	if r.IsZero() || t.sceneHeight == t.height && t.sceneWidth == t.width {
		return r
	}
	x := func(v int16) int16 { return int16(int32(v) * t.sceneWidth / max(t.width, 1)) }
	// setScissor counts y from the lower edge of the picture
	lower := t.height - t.sceneHeight
	y := func(v int16) int16 { return int16(int32(v)*t.sceneHeight/max(t.height, 1) + lower) }
	return renderer.Rect{X0: x(r.X0), Y0: y(r.Y0), X1: x(r.X1), Y1: y(r.Y1)}
}

// setScissor clips to the rectangle; the zero Rect does not clip.
func (d *Device) setScissor(r renderer.Rect) {
	toggle(&d.state.scissor, !r.IsZero(), gl.SCISSOR_TEST)
	if r.IsZero() || d.clipCache == r {
		return
	}
	d.clipCache = r
	w, h := max(int32(r.X1)-int32(r.X0), 0), max(int32(r.Y1)-int32(r.Y0), 0)
	gl.Scissor(int32(r.X0), d.targets.height-int32(r.Y1), w, h)
}
