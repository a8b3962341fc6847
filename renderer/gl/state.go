//go:build cgo || js

package gl

import gl "tumble/renderer/gl/api"

// state mirrors the state of OpenGL, so that setting the same again costs no call. All
// changes of these values go through the methods below.
type state struct {
	framebuffer   uint32
	width, height int32 // viewport
	vertexArray   uint32
	unit          uint32 // the active texture unit
	image         uint32 // texture on unitImage
	program       *program

	depthTest, blend, scissor, cull bool
	cut                             bool // drawings end at the edges of their pane
	noDepthWrite                    bool
	depthFunc                       uint32
	alpha                           blendMode
	offset                          [2]float32
}

// blendMode says what blending does to the alpha of the target; colours are always mixed
// by the alpha of the source.
type blendMode uint8

const (
	blendUnset   blendMode = iota
	blendScene             // covered surfaces get less light of the sky
	blendPicture           // alpha stays opaque
	blendSum               // samples of a picture are added
)

func (d *Device) bindTarget(framebuffer uint32, w, h int32) {
	if d.state.framebuffer != framebuffer {
		d.state.framebuffer = framebuffer
		gl.BindFramebuffer(gl.FRAMEBUFFER, framebuffer)
	}
	if d.state.width != w || d.state.height != h {
		d.state.width, d.state.height = w, h
		gl.Viewport(0, 0, w, h)
	}
}

func toggle(held *bool, on bool, capability uint32) {
	if *held == on {
		return
	}
	*held = on
	if on {
		gl.Enable(capability)
	} else {
		gl.Disable(capability)
	}
}

// setCut cuts drawings off at the edges of their pane.
func (d *Device) setCut(on bool) {
	if d.state.cut == on {
		return
	}
	d.state.cut = on
	for i := range uint32(4) {
		if on {
			gl.Enable(gl.CLIP_DISTANCE0 + i)
		} else {
			gl.Disable(gl.CLIP_DISTANCE0 + i)
		}
	}
}

func (d *Device) setCull(on bool)      { toggle(&d.state.cull, on, gl.CULL_FACE) }
func (d *Device) setDepthTest(on bool) { toggle(&d.state.depthTest, on, gl.DEPTH_TEST) }

func (d *Device) setDepthWrite(on bool) {
	if d.state.noDepthWrite == on {
		d.state.noDepthWrite = !on
		gl.DepthMask(on)
	}
}

func (d *Device) setDepthFunc(function uint32) {
	if d.state.depthFunc != function {
		d.state.depthFunc = function
		gl.DepthFunc(function)
	}
}

// setOffset sets the offset of depth: factor on the slope, and units of the depth buffer.
func (d *Device) setOffset(factor, units float32) {
	if v := [2]float32{factor, units}; d.state.offset != v {
		d.state.offset = v
		gl.PolygonOffset(factor, units)
	}
}

func (d *Device) setBlend(mode blendMode) {
	toggle(&d.state.blend, mode != blendUnset, gl.BLEND)
	if mode == blendUnset || d.state.alpha == mode {
		return
	}
	d.state.alpha = mode
	switch mode {
	case blendScene:
		gl.BlendFuncSeparate(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA, gl.ZERO, gl.ONE_MINUS_SRC_ALPHA)
	case blendSum:
		gl.BlendFunc(gl.ONE, gl.ONE)
	default:
		gl.BlendFuncSeparate(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA, gl.ONE, gl.ONE_MINUS_SRC_ALPHA)
	}
}

// activate chooses the texture unit for the bindings and uploads to come.
func (d *Device) activate(unit uint32) {
	if d.state.unit != unit {
		gl.ActiveTexture(gl.TEXTURE0 + unit)
		d.state.unit = unit
	}
}

// bindImage binds a texture to the unit of images and makes that unit active.
func (d *Device) bindImage(id uint32) {
	d.activate(unitImage)
	if d.state.image != id {
		gl.BindTexture(gl.TEXTURE_2D, id)
		d.state.image = id
	}
}

// bindUnit binds a texture to a unit where it stays for long.
func (d *Device) bindUnit(unit, target, id uint32) {
	d.activate(unit)
	gl.BindTexture(target, id)
}

func (d *Device) bindVertexArray(id uint32) {
	if d.state.vertexArray != id {
		gl.BindVertexArray(id)
		d.state.vertexArray = id
	}
}

// use makes the program current; it reports false when the program does not exist.
func (d *Device) use(p *program) bool {
	if p == nil {
		return false
	}
	if d.state.program != p {
		gl.UseProgram(p.id)
		d.state.program = p
	}
	return true
}
