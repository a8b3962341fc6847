package gl

import (
	"fmt"
	"unsafe"

	"tumble/renderer"
	gl "tumble/renderer/gl/api"
	"tumble/shaders"
)

// driverName names the device.
const driverName = "WebGL"

// errorFrames is the number of frames between two questions for errors: each waits for the process that draws.
const errorFrames = 120

// driver has nothing: WebGL lacks no function of its binding.
type driver struct{}

// findDriver refuses a page without a context.
func findDriver(func(name string) unsafe.Pointer) (driver, error) {
	if gl.GetString(gl.VERSION) == "" {
		return driver{}, fmt.Errorf("gl: %w: the page has no context of WebGL 2", ErrUnsupported)
	}
	return driver{}, nil
}

// drawElements draws triangles of count indices from a byte offset into the bound index buffer.
func (driver) drawElements(count int32, offset uintptr, instances int32) {
	gl.DrawElementsInstanced(gl.TRIANGLES, count, gl.UNSIGNED_INT, int32(offset), instances)
}

// embedded is the library of shaders built into the program.
func embedded() shaders.Library { return shaders.Embedded().ES() }

// mostSamples is how many samples a renderbuffer can have.
func mostSamples() int32 { return gl.GetInteger(gl.MAX_SAMPLES) }

// readSamples is how many samples of the scene a shader reads: WebGL has no textures of samples.
func readSamples(int32) int32 { return 1 }

// makeScene makes the framebuffer of the scene. Its samples are stored in renderbuffers.
func (d *Device) makeScene() {
	t := &d.targets
	if t.samples > 1 {
		t.resolved = d.newFramebuffer()
		gl.BindFramebuffer(gl.FRAMEBUFFER, t.resolved)
		d.attachScene()
	}
	t.scene = d.newFramebuffer()
	gl.BindFramebuffer(gl.FRAMEBUFFER, t.scene)
	if t.samples <= 1 {
		d.attachScene()
		return
	}
	internal, _ := t.sceneFormats()
	formats, points := [2]uint32{internal, gl.DEPTH_COMPONENT24}, [2]uint32{gl.COLOR_ATTACHMENT0, gl.DEPTH_ATTACHMENT}
	for i := range t.store {
		t.store[i] = d.newRenderbuffer()
		gl.RenderbufferStorageMultisample(gl.RENDERBUFFER, t.samples, formats[i], t.sceneWidth, t.sceneHeight)
		gl.FramebufferRenderbuffer(gl.FRAMEBUFFER, points[i], gl.RENDERBUFFER, t.store[i])
	}
}

// resolveSamples averages the samples of the scene. The occlusion multiplies the mean, and not each sample as with
// OpenGL.
func (d *Device) resolveSamples() {
	t := &d.targets
	if t.resolved == 0 {
		return
	}
	gl.BindFramebuffer(gl.READ_FRAMEBUFFER, t.scene)
	gl.BindFramebuffer(gl.DRAW_FRAMEBUFFER, t.resolved)
	w, h := t.sceneWidth, t.sceneHeight
	gl.BlitFramebuffer(0, 0, w, h, 0, 0, w, h, gl.COLOR_BUFFER_BIT, gl.NEAREST)
	if t.occluded {
		gl.BlitFramebuffer(0, 0, w, h, 0, 0, w, h, gl.DEPTH_BUFFER_BIT, gl.NEAREST)
	}
	d.state.framebuffer = unknown
}

// drawTriangles draws a range of the indices of the packet.
func (d *Device) drawTriangles(first, count uint32) {
	gl.DrawElementsInstanced(gl.TRIANGLES, int32(count), gl.UNSIGNED_INT, int32(first*4), 1)
}

// fenceRing counts fences: nothing on a page may wait for the device.
type fenceRing struct{ newest renderer.Fence }

// Fence marks the point in the stream of commands that has been reached.
func (d *Device) Fence() renderer.Fence {
	d.fences.newest++
	return d.fences.newest
}

// WaitFence reports that the fence has been reached: the browser limits how many frames wait to be drawn.
func (d *Device) WaitFence(renderer.Fence, int64) (bool, error) { return true, nil }

func (d *Device) deleteFences() {}
