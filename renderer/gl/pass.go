//go:build cgo

package gl

import (
	"github.com/go-gl/gl/v4.1-core/gl"

	"tumble/renderer"
)

// The programs that have one variant, and those that depend on the quality.
var (
	keyShadow   = programKey{vertex: "shadow.vert", fragment: "shadow.frag"}
	keyMask     = programKey{vertex: "mask.vert", fragment: "mask.frag"}
	keySky      = programKey{vertex: "fullscreen.vert", fragment: "sky.frag"}
	keyLine     = programKey{vertex: "line.vert", fragment: "line.frag"}
	keyPoint    = programKey{vertex: "point.vert", fragment: "point.frag"}
	keyQuad     = programKey{vertex: "quad.vert", fragment: "quad.frag"}
	keyTriangle = programKey{vertex: "triangle.vert", fragment: "triangle.frag"}
	keyBlur     = programKey{vertex: "fullscreen.vert", fragment: "blur.frag"}
)

func litKey(pcf int) programKey {
	return programKey{vertex: "lit.vert", fragment: "lit.frag", pcf: pcf}
}

func groundKey(pcf int) programKey {
	return programKey{vertex: "ground.vert", fragment: "ground.frag", pcf: pcf}
}

func resolveKey(samples int32) programKey {
	return programKey{vertex: "fullscreen.vert", fragment: "resolve.frag", samples: int(samples)}
}

func occlusionKey(samples int32) programKey {
	return programKey{vertex: "fullscreen.vert", fragment: "occlusion.frag", samples: int(samples)}
}

// BeginPass starts a pass.
func (d *Device) BeginPass(pass renderer.Pass, view int) {
	if !d.inFrame {
		return
	}
	d.pass = pass
	switch pass {
	case renderer.PassShadow:
		d.beginShadow(view)
	case renderer.PassScene:
		d.beginScene()
	case renderer.PassTransparent:
		d.blend(true)
	case renderer.PassOutline:
		d.beginMask()
	case renderer.PassOverlay:
		t := &d.targets
		d.bindTarget(t.scene, t.sceneWidth, t.sceneHeight)
		gl.Enable(gl.FRAMEBUFFER_SRGB)
		gl.Enable(gl.DEPTH_TEST)
		gl.Disable(gl.CULL_FACE)
		d.blend(true)
	case renderer.PassUI:
		d.finish()
		d.bindTarget(d.targets.picture, d.targets.width, d.targets.height)
		gl.Disable(gl.DEPTH_TEST)
		gl.Disable(gl.CULL_FACE)
		gl.Enable(gl.BLEND)
		gl.BlendFuncSeparate(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA, gl.ONE, gl.ONE_MINUS_SRC_ALPHA)
	}
}

func (d *Device) bindTarget(framebuffer uint32, w, h int32) {
	gl.BindFramebuffer(gl.FRAMEBUFFER, framebuffer)
	gl.Viewport(0, 0, w, h)
}

// beginShadow prepares the map of one cascade. Casters in front of the map's near plane are
// flattened onto it (depth clamp), and the slope offset keeps lit faces from shading themselves.
func (d *Device) beginShadow(view int) {
	if view < 0 || view >= int(d.shadows.layers) {
		return
	}
	d.bindTarget(d.shadows.framebuffers[view], d.shadows.size, d.shadows.size)
	if view == 0 {
		gl.Disable(gl.BLEND)
		gl.Disable(gl.SCISSOR_TEST)
		gl.Enable(gl.DEPTH_TEST)
		gl.DepthFunc(gl.LESS)
		gl.DepthMask(true)
		gl.Enable(gl.CULL_FACE)
		gl.Enable(gl.DEPTH_CLAMP)
		gl.Enable(gl.POLYGON_OFFSET_FILL)
		gl.PolygonOffset(1.5, 2)
	}
	gl.Clear(gl.DEPTH_BUFFER_BIT)
	if p := d.program(keyShadow); d.use(p) {
		gl.UniformMatrix4fv(p.clip, 1, false, &d.packet.View.Shadow.Cascade[view].ViewProj[0])
	}
}

func (d *Device) beginScene() {
	t := &d.targets
	d.bindTarget(t.scene, t.sceneWidth, t.sceneHeight)
	gl.Disable(gl.POLYGON_OFFSET_FILL)
	gl.Disable(gl.BLEND)
	gl.Disable(gl.SCISSOR_TEST)
	d.scissor = false
	gl.Enable(gl.FRAMEBUFFER_SRGB)
	gl.Enable(gl.DEPTH_TEST)
	gl.DepthFunc(gl.LEQUAL)
	gl.DepthMask(true)
	gl.Enable(gl.CULL_FACE)
	gl.Disable(gl.DEPTH_CLAMP)
	gl.ClearColor(0, 0, 0, 0)
	gl.Clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT)
}

// blend prepares for draws over the scene: the colour is mixed as light, and what is covered
// takes less of ambient occlusion.
func (d *Device) blend(depth bool) {
	gl.Enable(gl.BLEND)
	gl.BlendFuncSeparate(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA, gl.ZERO, gl.ONE_MINUS_SRC_ALPHA)
	gl.DepthMask(false)
}

func (d *Device) beginMask() {
	t := &d.targets
	d.bindTarget(t.mask, t.sceneWidth, t.sceneHeight)
	gl.Disable(gl.BLEND)
	gl.Disable(gl.DEPTH_TEST)
	gl.Disable(gl.CULL_FACE)
	gl.ClearColor(0, 0, 0, 0)
	gl.Clear(gl.COLOR_BUFFER_BIT)
	d.masked = true
}

// EndPass ends the pass.
func (d *Device) EndPass() {
	if !d.inFrame {
		return
	}
	if d.pass == renderer.PassUI {
		d.setScissor(renderer.Rect{})
	}
	d.fail(d.check(d.pass.String() + " pass"))
}

// finish turns the scene into the picture.
func (d *Device) finish() {
	if d.finished {
		return
	}
	d.finished = true
	t := &d.targets
	gl.Disable(gl.DEPTH_TEST)
	gl.Disable(gl.CULL_FACE)
	gl.Disable(gl.BLEND)
	gl.Disable(gl.FRAMEBUFFER_SRGB)
	d.bindVertexArray(d.empty)
	occluded := t.occluded && d.occlude()
	kind := uint32(gl.TEXTURE_2D)
	if t.samples > 1 {
		kind = gl.TEXTURE_2D_MULTISAMPLE
	}
	d.bindUnit(unitScene, kind, t.color)
	d.bindUnit(unitMask, gl.TEXTURE_2D, t.maskTexture)
	d.bindTarget(t.picture, t.width, t.height)
	if p := d.program(resolveKey(t.samples)); d.use(p) {
		enlarged := t.width != t.sceneWidth || t.height != t.sceneHeight
		set4(p.parts, &p.partsValue, [4]float32{truth(occluded), truth(d.masked && d.block.Outline[3] > 0), truth(enlarged)})
		gl.DrawArrays(gl.TRIANGLES, 0, 3)
	}
}

func truth(b bool) float32 {
	if b {
		return 1
	}
	return 0
}

// occlude computes ambient occlusion at half the size and smooths it along both axes.
func (d *Device) occlude() bool {
	t := &d.targets
	p, blur := d.program(occlusionKey(t.samples)), d.program(keyBlur)
	if p == nil || blur == nil {
		return false
	}
	kind := uint32(gl.TEXTURE_2D)
	if t.samples > 1 {
		kind = gl.TEXTURE_2D_MULTISAMPLE
	}
	w, h := (t.sceneWidth+1)/2, (t.sceneHeight+1)/2
	d.bindUnit(unitScene, kind, t.depth)
	d.bindTarget(t.occlusion[0], w, h)
	d.use(p)
	gl.DrawArrays(gl.TRIANGLES, 0, 3)
	d.use(blur)
	d.bindUnit(unitOcclusion, gl.TEXTURE_2D, t.occlusionTexture[0])
	gl.BindFramebuffer(gl.FRAMEBUFFER, t.occlusion[1])
	gl.Uniform2f(blur.direction, 1, 0)
	gl.DrawArrays(gl.TRIANGLES, 0, 3)
	gl.BindTexture(gl.TEXTURE_2D, t.occlusionTexture[1])
	gl.BindFramebuffer(gl.FRAMEBUFFER, t.occlusion[0])
	gl.Uniform2f(blur.direction, 0, 1)
	gl.DrawArrays(gl.TRIANGLES, 0, 3)
	gl.BindTexture(gl.TEXTURE_2D, t.occlusionTexture[0])
	return true
}
