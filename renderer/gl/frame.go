//go:build cgo

package gl

import (
	"errors"
	"fmt"
	"unsafe"

	"github.com/go-gl/gl/v4.1-core/gl"

	"tumble/renderer"
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
	d.packet, d.inFrame, d.finished, d.masked, d.frameErr = p, true, false, false, nil
	d.pcf = shadowFilter(d.shadows.size)
	d.block.fill(p, &d.targets)
	d.uploadBlock(d.frameBuffer, unsafe.Pointer(d.block), int(unsafe.Sizeof(*d.block)))
	clear(d.materials[copy(d.materials[:], p.Materials):])
	d.uploadBlock(d.materialBuffer, unsafe.Pointer(d.materials), int(unsafe.Sizeof(*d.materials)))
	d.uploadSlabs(p)
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

func (d *Device) uploadBlock(buffer uint32, data unsafe.Pointer, bytes int) {
	gl.BindBuffer(gl.UNIFORM_BUFFER, buffer)
	gl.BufferData(gl.UNIFORM_BUFFER, bytes, data, gl.STREAM_DRAW)
}

func (d *Device) uploadSlabs(p *renderer.Packet) {
	data, bytes := bytesOf(p.Instances)
	d.upload(&d.instances, data, bytes)
	data, bytes = bytesOf(p.Lines)
	d.upload(&d.lines, data, bytes)
	data, bytes = bytesOf(p.Points)
	d.upload(&d.points, data, bytes)
	data, bytes = bytesOf(p.Quads)
	d.upload(&d.quads, data, bytes)
	if len(p.Indices) > 0 {
		// the element buffer belongs to the vertex array that is bound
		d.bindVertexArray(d.flat)
		data, bytes = bytesOf(p.Vertices)
		d.upload(&d.vertices, data, bytes)
		data, bytes = bytesOf(p.Indices)
		d.upload(&d.indices, data, bytes)
	}
}

// EndFrame ends the frame and copies the picture to the window.
func (d *Device) EndFrame() error {
	if !d.inFrame {
		return errNotInFrame
	}
	d.finish()
	t := &d.targets
	if d.hasWindow {
		d.setScissor(renderer.Rect{})
		gl.BindFramebuffer(gl.READ_FRAMEBUFFER, t.picture)
		gl.BindFramebuffer(gl.DRAW_FRAMEBUFFER, 0)
		gl.BlitFramebuffer(0, 0, t.width, t.height, 0, 0, t.width, t.height, gl.COLOR_BUFFER_BIT, gl.NEAREST)
	}
	d.packet, d.inFrame = nil, false
	d.fail(d.check("end of frame"))
	return d.frameErr
}

// ReadPixels copies the last picture into dst.
func (d *Device) ReadPixels(dst []byte, w, h int) error {
	t := &d.targets
	if int(t.width) != w || int(t.height) != h || len(dst) != 4*w*h || w*h == 0 {
		return fmt.Errorf("gl: read %dx%d pixels into %d bytes: the picture is %dx%d", w, h, len(dst), t.width, t.height)
	}
	gl.BindFramebuffer(gl.READ_FRAMEBUFFER, t.picture)
	gl.PixelStorei(gl.PACK_ALIGNMENT, 1)
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
