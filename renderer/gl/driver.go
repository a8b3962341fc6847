//go:build cgo

package gl

/*
#include <stdint.h>

#if defined(_WIN32)
#define TUMBLE_API __stdcall
#else
#define TUMBLE_API
#endif

typedef void(TUMBLE_API *tumble_draw)(unsigned mode, int count, unsigned type, const void *indices, int instances);

static void tumble_draw_indexed(void *draw, unsigned mode, int count, unsigned type, uintptr_t offset, int instances) {
	((tumble_draw)draw)(mode, count, type, (const void *)offset, instances);
}
*/
import "C"

import (
	"fmt"
	"sync"
	"unsafe"

	"github.com/go-gl/gl/v4.1-core/gl"

	"tumble/renderer/gl/api"
	"tumble/shaders"
)

// driverName names the device.
const driverName = "OpenGL"

// errorFrames is the number of frames between two questions for errors.
const errorFrames = 1

// driver has what the binding lacks: glDrawElementsInstanced with the place in the index buffer as a number. The
// binding takes it as a pointer, and a pointer that is a small number ends the program when the stack of the
// goroutine is copied while it lies there.
type driver struct{ call unsafe.Pointer }

// The functions of OpenGL are process-wide in the binding; they are found once.
var (
	loadMutex sync.Mutex
	loaded    bool
)

func load(proc func(name string) unsafe.Pointer) error {
	loadMutex.Lock()
	defer loadMutex.Unlock()
	if loaded {
		return nil
	}
	if err := gl.InitWithProcAddrFunc(proc); err != nil {
		return fmt.Errorf("gl: %w: %w", ErrUnsupported, err)
	}
	loaded = true
	return nil
}

// findDriver finds the functions of OpenGL and refuses a context that is too old.
func findDriver(proc func(name string) unsafe.Pointer) (driver, error) {
	if err := load(proc); err != nil {
		return driver{}, err
	}
	version := api.GetString(gl.VERSION)
	if version == "" {
		return driver{}, fmt.Errorf("gl: %w: no context is current on this thread", ErrUnsupported)
	}
	if api.GetInteger(gl.MAJOR_VERSION)*10+api.GetInteger(gl.MINOR_VERSION) < 41 {
		return driver{}, fmt.Errorf("gl: %w: the driver has %s", ErrUnsupported, version)
	}
	const name = "glDrawElementsInstanced"
	p := proc(name)
	if p == nil {
		return driver{}, fmt.Errorf("gl: %w: the driver has no %s", ErrUnsupported, name)
	}
	return driver{p}, nil
}

// drawElements draws triangles of count indices from a byte offset into the bound index buffer.
func (f driver) drawElements(count int32, offset uintptr, instances int32) {
	C.tumble_draw_indexed(f.call, gl.TRIANGLES, C.int(count), gl.UNSIGNED_INT, C.uintptr_t(offset), C.int(instances))
}

// embedded is the library of shaders built into the program.
func embedded() shaders.Library { return shaders.Embedded() }

// mostSamples is how many samples a texture can have.
func mostSamples() int32 {
	return min(api.GetInteger(gl.MAX_COLOR_TEXTURE_SAMPLES), api.GetInteger(gl.MAX_DEPTH_TEXTURE_SAMPLES))
}

// readSamples is how many samples of the scene a shader reads.
func readSamples(n int32) int32 { return n }

// resolveSamples does nothing: shaders read the samples.
func (d *Device) resolveSamples() {}

// makeScene makes the framebuffer of the scene with the textures of its samples.
func (d *Device) makeScene() {
	t := &d.targets
	t.scene = d.newFramebuffer()
	gl.BindFramebuffer(gl.FRAMEBUFFER, t.scene)
	if t.samples <= 1 {
		d.attachScene()
		return
	}
	attach := func(unit, internal, point uint32) uint32 {
		id := d.newTexture()
		d.bindUnit(unit, gl.TEXTURE_2D_MULTISAMPLE, id)
		gl.TexImage2DMultisample(gl.TEXTURE_2D_MULTISAMPLE, t.samples, internal, t.sceneWidth, t.sceneHeight, true)
		gl.FramebufferTexture2D(gl.FRAMEBUFFER, point, gl.TEXTURE_2D_MULTISAMPLE, id, 0)
		return id
	}
	internal, _ := t.sceneFormats()
	t.color = attach(unitScene, internal, gl.COLOR_ATTACHMENT0)
	t.depth = attach(unitDepth, gl.DEPTH_COMPONENT24, gl.DEPTH_ATTACHMENT)
}

// drawTriangles draws a range of the indices of the packet.
func (d *Device) drawTriangles(first, count uint32) {
	gl.DrawElementsBaseVertexWithOffset(gl.TRIANGLES, int32(count), gl.UNSIGNED_INT,
		uintptr(d.stream.indexOffset)+uintptr(first)*4, int32(d.stream.vertexBase))
}
