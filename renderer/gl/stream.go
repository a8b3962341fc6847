//go:build cgo

package gl

import (
	"errors"
	"fmt"
	"unsafe"

	"github.com/go-gl/gl/v4.1-core/gl"

	"tumble/renderer"
	"tumble/renderer/gl/api"
)

// stream is the buffer that a packet is copied into, all of it in one piece:
//
//	frame block │ materials │ vertices │ indices │ instances │ quads │ lines │ points
//
// The first two are uniform blocks, vertices and indices feed the vertex array of triangles,
// and the shaders read the rest through two buffer textures over the same memory: wide with
// texels of 16 bytes, narrow with texels of 8. Where a slab begins stands in the frame block.
type stream struct {
	buffer       uint32
	wide, narrow uint32
	capacity     int
	maxTexels    int
	vertexBase   int // of the packet in the buffer, vertices
	indexOffset  int // bytes
}

const (
	materialsOffset = 1024 // more than the frame block, and a multiple of every alignment of uniform blocks
	slabsOffset     = materialsOffset + int(unsafe.Sizeof([renderer.MaxMaterials]renderer.Material{}))
	// streamFloor is the smallest store, so that a growing scene does not grow it often.
	streamFloor = 1 << 17
)

func (d *Device) makeStream() {
	s := &d.stream
	s.buffer, s.wide, s.narrow = d.newBuffer(), d.newTexture(), d.newTexture()
	s.maxTexels = int(api.GetInteger(gl.MAX_TEXTURE_BUFFER_SIZE))
	gl.BindBuffer(gl.TEXTURE_BUFFER, s.buffer)
	d.orphan(streamFloor)
	gl.BindBufferRange(gl.UNIFORM_BUFFER, bindingFrame, s.buffer, 0, int(unsafe.Sizeof(frameBlock{})))
	gl.BindBufferRange(gl.UNIFORM_BUFFER, bindingMaterials, s.buffer, materialsOffset, slabsOffset-materialsOffset)

	d.empty, d.flat = d.newVertexArray(), d.newVertexArray()
	d.bindVertexArray(d.flat)
	gl.BindBuffer(gl.ARRAY_BUFFER, s.buffer)
	gl.BindBuffer(gl.ELEMENT_ARRAY_BUFFER, s.buffer)
	describeFlat()
	d.bindVertexArray(d.empty)
}

// orphan gives the buffer a new store of another size. The driver keeps the old store until the frame before is drawn,
// so that no thread waits.
func (d *Device) orphan(bytes int) {
	s := &d.stream
	gl.BufferData(gl.TEXTURE_BUFFER, bytes, nil, gl.STREAM_DRAW)
	// some drivers note the number of texels when the buffer is attached
	s.capacity = bytes
	d.bindUnit(unitWide, gl.TEXTURE_BUFFER, s.wide)
	gl.TexBuffer(gl.TEXTURE_BUFFER, gl.RGBA32UI, s.buffer)
	d.bindUnit(unitNarrow, gl.TEXTURE_BUFFER, s.narrow)
	gl.TexBuffer(gl.TEXTURE_BUFFER, gl.RG32UI, s.buffer)
}

// upload copies the packet into the buffer.
func (d *Device) upload(p *renderer.Packet) error {
	s, b := &d.stream, &d.block
	vertices := roundUp(slabsOffset, int(unsafe.Sizeof(renderer.Vertex2D{})))
	s.vertexBase = vertices / int(unsafe.Sizeof(renderer.Vertex2D{}))
	s.indexOffset = roundUp(vertices+len(bytesOf(p.Vertices)), 4)
	instances := roundUp(s.indexOffset+len(bytesOf(p.Indices)), 16)
	quads := instances + len(bytesOf(p.Instances))
	lines := quads + len(bytesOf(p.Quads))
	points := lines + len(bytesOf(p.Lines))
	total := points + len(bytesOf(p.Points))
	b.Slab = [4]uint32{uint32(instances / 16), uint32(quads / 16), uint32(lines / 8), uint32(points / 8)}
	if lines > 16*s.maxTexels || total > 8*s.maxTexels {
		return fmt.Errorf("gl: a packet of %d bytes: this driver reads %d texels", total, s.maxTexels)
	}

	// the buffer is the only one that is ever bound here, since makeStream
	size := s.capacity
	for size < total {
		size *= 2
	}
	if size != s.capacity {
		d.orphan(size)
	}
	// invalidating makes a new store: the driver keeps the old store until the frame before is drawn
	memory := gl.MapBufferRange(gl.TEXTURE_BUFFER, 0, total, gl.MAP_WRITE_BIT|gl.MAP_INVALIDATE_BUFFER_BIT)
	if memory == nil {
		return errors.Join(fmt.Errorf("gl: %d bytes could not be mapped", total), d.check("map"))
	}
	to := unsafe.Slice((*byte)(memory), total)
	copy(to, unsafe.Slice((*byte)(unsafe.Pointer(b)), unsafe.Sizeof(*b)))
	clear(to[materialsOffset+copy(to[materialsOffset:slabsOffset], bytesOf(p.Materials)) : slabsOffset])
	copy(to[vertices:], bytesOf(p.Vertices))
	copy(to[s.indexOffset:], bytesOf(p.Indices))
	copy(to[instances:], bytesOf(p.Instances))
	copy(to[quads:], bytesOf(p.Quads))
	copy(to[lines:], bytesOf(p.Lines))
	copy(to[points:], bytesOf(p.Points))
	// the store is lost when the display changes its mode meanwhile: this frame may be drawn with damaged contents,
	// the next frame is whole
	gl.UnmapBuffer(gl.TEXTURE_BUFFER)
	return nil
}

func (d *Device) deleteStream() {
	d.deleteTexture(&d.stream.wide)
	d.deleteTexture(&d.stream.narrow)
	d.deleteBuffer(&d.stream.buffer)
	d.deleteVertexArray(&d.empty)
	d.deleteVertexArray(&d.flat)
}
