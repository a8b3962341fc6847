//go:build cgo || js

package gl

import (
	"errors"
	"fmt"
	"unsafe"

	"tumble/renderer"
	gl "tumble/renderer/gl/api"
)

var errNotInFrame = errors.New("gl: EndFrame without a frame that was begun")

// BeginFrame starts a frame.
func (d *Device) BeginFrame(p *renderer.Packet) error {
	if d.inFrame {
		return errors.New("gl: BeginFrame within a frame")
	}
	if err := d.fitTargets(p); err != nil {
		return err
	}
	if err := d.fitShadows(p); err != nil {
		return err
	}
	d.packet, d.inFrame, d.finished, d.outlined, d.frameErr = p, true, false, bounds{}, nil
	d.reloadChanged()
	d.pcf = shadowFilter(d.shadows.size)
	if p.Quality.Flags&renderer.QualitySoftShadows != 0 {
		d.pcf = softFilter
	}
	if p.Sampling.Count > 0 {
		// a few rays stand for all of the light: each has the penumbra of its share
		d.pcf = softFilter
	}
	d.patterned = false
	for i := range p.Materials {
		d.patterned = d.patterned || p.Materials[i].Patterned()
	}
	d.block.fill(p, &d.targets)
	d.setCut(p.Panes.Number() > 1)
	if err := d.upload(p); err != nil {
		d.packet, d.inFrame = nil, false
		return err
	}
	return nil
}

// shadowFilter chooses the width of the filter: a smaller map is chosen where time is short.
func shadowFilter(size int32) int {
	if size >= 2048 {
		return 3
	}
	if size >= 1024 {
		return 2
	}
	return 1
}

// EndFrame ends the frame and copies the picture to the window.
func (d *Device) EndFrame() error {
	if !d.inFrame {
		return errNotInFrame
	}
	d.finish()
	t := &d.targets
	if d.findWindow() {
		d.setScissor(renderer.Rect{})
		gl.BindFramebuffer(gl.READ_FRAMEBUFFER, t.picture)
		gl.BindFramebuffer(gl.DRAW_FRAMEBUFFER, 0)
		// the picture is encoded already, and the window may have an sRGB format
		gl.Disable(gl.FRAMEBUFFER_SRGB)
		gl.BlitFramebuffer(0, 0, t.width, t.height, 0, 0, t.width, t.height, gl.COLOR_BUFFER_BIT, gl.NEAREST)
		gl.Enable(gl.FRAMEBUFFER_SRGB)
		d.state.framebuffer = unknown
	}
	d.packet, d.inFrame = nil, false
	var err error
	if d.careful || d.frames%errorFrames == 0 {
		err = d.check("frame")
	}
	d.fail(err)
	// asking after every pass costs time; it is done once something is wrong, to find out where
	d.careful = d.careful || err != nil
	return d.frameErr
}

// windowCheck is the number of frames between two looks for a window.
const windowCheck = 30

// findWindow reports whether there is a window to show the picture in. A context without one
// has no default framebuffer, and neither has a window on macOS before it is first shown; so a
// missing one is looked for again from time to time.
func (d *Device) findWindow() bool {
	if !d.hasWindow && d.frames%windowCheck == 0 {
		d.state.framebuffer = unknown
		gl.BindFramebuffer(gl.FRAMEBUFFER, 0)
		d.hasWindow = gl.CheckFramebufferStatus(gl.FRAMEBUFFER) == gl.FRAMEBUFFER_COMPLETE
	}
	d.frames++
	return d.hasWindow
}

// unknown is no name of an object: the next use binds again.
const unknown = ^uint32(0)

// ReadPixels copies the last picture into dst.
func (d *Device) ReadPixels(dst []byte, w, h int) error {
	t := &d.targets
	if int(t.width) != w || int(t.height) != h || len(dst) != 4*w*h || w*h == 0 {
		return fmt.Errorf("gl: read %dx%d pixels into %d bytes: the picture is %dx%d", w, h, len(dst), t.width,
			t.height)
	}
	gl.BindFramebuffer(gl.READ_FRAMEBUFFER, t.picture)
	d.state.framebuffer = unknown
	gl.ReadPixels(0, 0, t.width, t.height, gl.RGBA, gl.UNSIGNED_BYTE, unsafe.Pointer(&dst[0]))
	flipRows(dst, 4*w, &d.rowSwap)
	return d.check("read pixels")
}

// flipRows turns a picture upside down: OpenGL's first row is the lowest.
func flipRows(pixels []byte, stride int, scratch *[]byte) {
	if len(*scratch) < stride {
		*scratch = make([]byte, stride)
	}
	row := (*scratch)[:stride]
	for a, b := 0, len(pixels)-stride; a < b; a, b = a+stride, b-stride {
		copy(row, pixels[a:])
		copy(pixels[a:a+stride], pixels[b:b+stride])
		copy(pixels[b:], row)
	}
}
