//go:build cgo

package gl

import (
	"unsafe"

	"github.com/go-gl/gl/v4.1-core/gl"
)

// stream is a buffer whose contents are replaced every frame.
type stream struct {
	buffer   uint32
	texture  uint32 // buffer texture through which shaders read it, 0 none
	target   uint32
	capacity int // bytes
}

// streamFloor is the smallest store of a stream, so that a growing scene does not grow it often.
const streamFloor = 1 << 14

// newStream makes a stream. With a format, shaders read it through a buffer texture on the unit.
func (d *Device) newStream(target uint32, format uint32, unit uint32) stream {
	s := stream{buffer: d.newBuffer(), target: target}
	d.reserve(&s, streamFloor)
	if format != 0 {
		s.texture = d.newTexture()
		d.bindUnit(unit, gl.TEXTURE_BUFFER, s.texture)
		gl.TexBuffer(gl.TEXTURE_BUFFER, format, s.buffer)
	}
	return s
}

func (d *Device) reserve(s *stream, bytes int) {
	gl.BindBuffer(s.target, s.buffer)
	gl.BufferData(s.target, bytes, nil, gl.STREAM_DRAW)
	s.capacity = bytes
}

// upload replaces the contents. The old store is orphaned, so that the driver need not wait
// until the frame before has read it.
func (d *Device) upload(s *stream, data unsafe.Pointer, bytes int) {
	if bytes == 0 {
		return
	}
	size := s.capacity
	for size < bytes {
		size *= 2
	}
	d.reserve(s, size)
	gl.BufferSubData(s.target, 0, bytes, data)
}

func (d *Device) deleteStream(s *stream) {
	d.deleteTexture(&s.texture)
	d.deleteBuffer(&s.buffer)
}

// bytesOf is the memory of a slice.
func bytesOf[T any](s []T) (unsafe.Pointer, int) {
	var zero T
	return unsafe.Pointer(unsafe.SliceData(s)), len(s) * int(unsafe.Sizeof(zero))
}
