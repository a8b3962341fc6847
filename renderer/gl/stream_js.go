package gl

import (
	"fmt"
	"unsafe"

	"tumble/renderer"
	gl "tumble/renderer/gl/api"
)

// stream is where a packet is copied to. WebGL has no textures over the memory of a buffer, and its index buffers
// hold nothing else: so there is a buffer for the two uniform blocks, one for vertices, one for indices, and two
// textures that the shaders read instances, quads, lines and points from.
type stream struct {
	blocks, vertices, indices uint32
	wide, narrow              slabs
}

// slabs is a texture of rows that hold records one after the other.
type slabs struct {
	texture, unit    uint32
	internal, format uint32
	texel            int // bytes
	rows             int
	staging          []byte
}

// rowTexels is the width of the textures; shaders/slabs.glsl has it too.
const rowTexels = 1024

const materialsOffset = 1024 // more than the frame block, and a multiple of every alignment of uniform blocks

func (d *Device) makeStream() {
	s := &d.stream
	const materials = int(unsafe.Sizeof([renderer.MaxMaterials]renderer.Material{}))
	s.blocks, s.vertices, s.indices = d.newBuffer(), d.newBuffer(), d.newBuffer()
	gl.BindBuffer(gl.UNIFORM_BUFFER, s.blocks)
	gl.BufferData(gl.UNIFORM_BUFFER, materialsOffset+materials, nil, gl.STREAM_DRAW)
	gl.BindBufferRange(gl.UNIFORM_BUFFER, bindingFrame, s.blocks, 0, int(unsafe.Sizeof(frameBlock{})))
	gl.BindBufferRange(gl.UNIFORM_BUFFER, bindingMaterials, s.blocks, materialsOffset, materials)
	s.wide = slabs{texture: d.newTexture(), unit: unitWide, internal: gl.RGBA32UI, format: gl.RGBA_INTEGER, texel: 16}
	s.narrow = slabs{texture: d.newTexture(), unit: unitNarrow, internal: gl.RG32UI, format: gl.RG_INTEGER, texel: 8}

	d.empty, d.flat = d.newVertexArray(), d.newVertexArray()
	d.bindVertexArray(d.flat)
	gl.BindBuffer(gl.ARRAY_BUFFER, s.vertices)
	gl.BindBuffer(gl.ELEMENT_ARRAY_BUFFER, s.indices)
	describeFlat()
	d.bindVertexArray(d.empty)
}

// upload copies the packet.
func (d *Device) upload(p *renderer.Packet) error {
	s, b := &d.stream, &d.block
	b.Slab = [4]uint32{0, uint32(len(p.Instances) * 4), 0, uint32(len(p.Lines) * 5)}
	gl.BindBuffer(gl.UNIFORM_BUFFER, s.blocks)
	gl.BufferSubData(gl.UNIFORM_BUFFER, 0, int(unsafe.Sizeof(*b)), unsafe.Pointer(b))
	if materials := bytesOf(p.Materials); len(materials) > 0 {
		gl.BufferSubData(gl.UNIFORM_BUFFER, materialsOffset, len(materials), unsafe.Pointer(&materials[0]))
	}
	d.bindVertexArray(d.flat)
	if len(p.Indices) > 0 {
		vertices, indices := bytesOf(p.Vertices), bytesOf(p.Indices)
		gl.BindBuffer(gl.ARRAY_BUFFER, s.vertices)
		gl.BufferData(gl.ARRAY_BUFFER, len(vertices), unsafe.Pointer(unsafe.SliceData(vertices)), gl.STREAM_DRAW)
		gl.BufferData(gl.ELEMENT_ARRAY_BUFFER, len(indices), unsafe.Pointer(unsafe.SliceData(indices)), gl.STREAM_DRAW)
	}
	if err := d.fillSlabs(&s.wide, bytesOf(p.Instances), bytesOf(p.Quads)); err != nil {
		return err
	}
	return d.fillSlabs(&s.narrow, bytesOf(p.Lines), bytesOf(p.Points))
}

// fillSlabs copies two slabs into a texture, one after the other.
func (d *Device) fillSlabs(s *slabs, first, second []byte) error {
	stride := rowTexels * s.texel
	rows := max(roundUp(len(first)+len(second), stride)/stride, 1)
	if rows > d.info.MaxTextureSize {
		return fmt.Errorf("gl: a packet of %d bytes: this browser reads %d",
			len(first)+len(second), d.info.MaxTextureSize*stride)
	}
	d.bindUnit(s.unit, gl.TEXTURE_2D, s.texture)
	if rows > s.rows {
		for s.rows = max(s.rows, 1); s.rows < rows; s.rows *= 2 {
		}
		s.rows = min(s.rows, d.info.MaxTextureSize)
		s.staging = make([]byte, s.rows*stride)
		gl.TexImage2D(gl.TEXTURE_2D, 0, int32(s.internal), rowTexels, int32(s.rows), 0, s.format, gl.UNSIGNED_INT, nil)
		unfiltered()
	}
	copy(s.staging[copy(s.staging, first):], second)
	gl.TexSubImage2D(gl.TEXTURE_2D, 0, 0, 0, rowTexels, int32(rows), s.format, gl.UNSIGNED_INT,
		unsafe.Pointer(&s.staging[0]))
	return nil
}

func (d *Device) deleteStream() {
	s := &d.stream
	d.deleteTexture(&s.wide.texture)
	d.deleteTexture(&s.narrow.texture)
	d.deleteBuffer(&s.blocks)
	d.deleteBuffer(&s.vertices)
	d.deleteBuffer(&s.indices)
	d.deleteVertexArray(&d.empty)
	d.deleteVertexArray(&d.flat)
}
