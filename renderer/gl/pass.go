//go:build cgo || js

package gl

import (
	"tumble/renderer"
	gl "tumble/renderer/gl/api"
)

// The programs that have one variant, and those that depend on the quality.
var (
	keyShadow   = programKey{vertex: "shadow.vert", fragment: "shadow.frag"}
	keyMask     = programKey{vertex: "mask.vert", fragment: "mask.frag"}
	keyLine     = programKey{vertex: "line.vert", fragment: "line.frag"}
	keyPoint    = programKey{vertex: "point.vert", fragment: "point.frag"}
	keyQuad     = programKey{vertex: "quad.vert", fragment: "quad.frag"}
	keyTriangle = programKey{vertex: "triangle.vert", fragment: "triangle.frag"}
	keyOutline  = programKey{vertex: "fullscreen.vert", fragment: "outline.frag"}
	keyDevelop  = programKey{vertex: "fullscreen.vert", fragment: "develop.frag"}
	keyBlur     = programKey{vertex: "fullscreen.vert", fragment: "blur.frag"}
)

func litKey(pcf int, patterned, linear bool) programKey {
	return programKey{vertex: "lit.vert", fragment: "lit.frag", pcf: pcf, patterned: patterned, linear: linear}
}

func groundKey(pcf int, linear bool) programKey {
	return programKey{vertex: "ground.vert", fragment: "ground.frag", pcf: pcf, linear: linear}
}

func skyKey(linear bool) programKey {
	return programKey{vertex: "fullscreen.vert", fragment: "sky.frag", linear: linear}
}

func resolveKey(samples int32, linear bool) programKey {
	return programKey{vertex: "fullscreen.vert", fragment: "resolve.frag", samples: int(samples), linear: linear}
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
	t := &d.targets
	switch pass {
	case renderer.PassShadow:
		d.beginShadow(view)
	case renderer.PassScene:
		d.bindTarget(t.scene, t.sceneWidth, t.sceneHeight)
		d.prepare(true, true, blendUnset)
		gl.Clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT)
	case renderer.PassTransparent:
		d.bindTarget(t.scene, t.sceneWidth, t.sceneHeight)
		d.prepare(true, false, blendScene)
	case renderer.PassOutline:
		d.bindTarget(t.mask, t.sceneWidth, t.sceneHeight)
		d.prepare(false, false, blendUnset)
		gl.Clear(gl.COLOR_BUFFER_BIT)
	case renderer.PassOverlay:
		d.bindTarget(t.scene, t.sceneWidth, t.sceneHeight)
		d.prepare(true, false, blendScene)
	case renderer.PassUI:
		d.finish()
		d.bindTarget(t.picture, t.width, t.height)
		d.prepare(false, false, blendPicture)
	}
}

// prepare sets how a pass treats depth and colour.
func (d *Device) prepare(depthTest, depthWrite bool, mode blendMode) {
	if d.pass != renderer.PassUI {
		// every draw of the interface sets its own
		d.setScissor(renderer.Rect{})
	}
	d.setDepthTest(depthTest)
	if depthTest {
		d.setDepthWrite(depthWrite)
		d.setDepthFunc(gl.LEQUAL)
	}
	d.setBlend(mode)
	if depthTest && d.pass != renderer.PassShadow {
		d.setOffset(0, 0)
	}
}

// beginShadow prepares the map of one cascade. The slope offset keeps lit faces from shading
// themselves.
func (d *Device) beginShadow(view int) {
	if view < 0 || view >= int(d.shadows.layers) {
		return
	}
	d.cascade = int32(view)
	d.bindTarget(d.shadows.framebuffers[view], d.shadows.size, d.shadows.size)
	d.prepare(true, true, blendUnset)
	d.setOffset(1.5, 2)
	gl.Clear(gl.DEPTH_BUFFER_BIT)
}

// sites name the passes in errors.
var sites = [renderer.PassCount]string{
	"shadow pass", "scene pass", "transparent pass", "overlay pass", "outline pass", "interface pass",
}

// EndPass ends the pass.
func (d *Device) EndPass() {
	if d.inFrame && d.pass == renderer.PassOverlay {
		d.drawHints()
	}
	if d.inFrame && d.careful {
		d.fail(d.check(sites[d.pass]))
	}
}

// finish turns the scene into the picture.
func (d *Device) finish() {
	if d.finished {
		return
	}
	d.finished = true
	t := &d.targets
	d.prepare(false, false, blendUnset)
	d.setCull(false)
	d.bindVertexArray(d.empty)
	d.resolveSamples()
	occluded := t.occluded && d.occlude()
	enlarged := t.width != t.sceneWidth || t.height != t.sceneHeight
	if p := d.program(resolveKey(readSamples(t.samples), t.summed)); d.use(p) {
		if t.summed {
			d.beginSum()
		} else {
			d.bindTarget(t.picture, t.width, t.height)
		}
		set4(p.parts, &p.partsValue, [4]float32{truth(occluded), truth(enlarged)})
		gl.DrawArrays(gl.TRIANGLES, 0, 3)
	}
	if t.summed {
		d.develop()
	}
	d.drawOutline()
}

// beginSum prepares adding a frame to the samples of its picture.
func (d *Device) beginSum() {
	t := &d.targets
	d.bindTarget(t.sum, t.width, t.height)
	if d.packet.Sampling.Index == 0 {
		gl.Clear(gl.COLOR_BUFFER_BIT)
	}
	d.setBlend(blendSum)
}

// develop shows the mean of the samples when all have been added.
func (d *Device) develop() {
	t := &d.targets
	d.setBlend(blendUnset)
	if !d.packet.Sampling.Last() {
		return
	}
	if p := d.program(keyDevelop); d.use(p) {
		d.bindTarget(t.picture, t.width, t.height)
		gl.DrawArrays(gl.TRIANGLES, 0, 3)
	}
}

func truth(b bool) float32 {
	if b {
		return 1
	}
	return 0
}

// occlude computes ambient occlusion at half the size and smooths it.
func (d *Device) occlude() bool {
	t := &d.targets
	w, h := (t.sceneWidth+1)/2, (t.sceneHeight+1)/2
	for i, p := range [2]*program{d.program(occlusionKey(readSamples(t.samples))), d.program(keyBlur)} {
		if !d.use(p) {
			return false
		}
		d.bindTarget(t.occlusion[i], w, h)
		gl.DrawArrays(gl.TRIANGLES, 0, 3)
	}
	return true
}
