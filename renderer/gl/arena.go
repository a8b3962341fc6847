//go:build cgo || js

package gl

import (
	"unsafe"

	"tumble/renderer"
	gl "tumble/renderer/gl/api"
)

// arena holds the vertices and indices of all meshes in two buffers under one vertex array, so
// that going from one mesh to the next costs no call.
type arena struct {
	vertexArray uint32
	vertices    pool
	indices     pool
}

// pool is a buffer of elements of one size, given out in ranges.
type pool struct {
	buffer   uint32
	target   uint32
	stride   int // bytes per element
	capacity int // elements
	free     []span
}

// span is a range of elements.
type span struct{ first, count int }

// arenaFloor is the first size of a pool, elements.
const arenaFloor = 1 << 14

func (d *Device) makeArena() {
	d.arena.vertexArray = d.newVertexArray()
	d.arena.vertices.stride = int(unsafe.Sizeof(renderer.Vertex{}))
	d.arena.indices.stride = 4
	d.arena.vertices.target, d.arena.indices.target = gl.ARRAY_BUFFER, gl.ELEMENT_ARRAY_BUFFER
	d.growPool(&d.arena.vertices, arenaFloor)
	d.growPool(&d.arena.indices, arenaFloor)
	d.describeArena()
}

// describeArena tells the vertex array of the buffers, after one of them was replaced.
func (d *Device) describeArena() {
	d.bindVertexArray(d.arena.vertexArray)
	gl.BindBuffer(gl.ARRAY_BUFFER, d.arena.vertices.buffer)
	gl.BindBuffer(gl.ELEMENT_ARRAY_BUFFER, d.arena.indices.buffer)
	const stride = int32(unsafe.Sizeof(renderer.Vertex{}))
	attribute := func(i uint32, size int32, kind uint32, normalised bool, offset uintptr) {
		gl.EnableVertexAttribArray(i)
		gl.VertexAttribPointer(i, size, kind, normalised, stride, offset)
	}
	attribute(0, 3, gl.FLOAT, false, unsafe.Offsetof(renderer.Vertex{}.X))
	attribute(1, 3, gl.FLOAT, false, unsafe.Offsetof(renderer.Vertex{}.NX))
	attribute(2, 3, gl.UNSIGNED_BYTE, true, unsafe.Offsetof(renderer.Vertex{}.EdgeA))
	attribute(3, 1, gl.BYTE, false, unsafe.Offsetof(renderer.Vertex{}.Side))
}

// growPool replaces the buffer by one with room for so many elements and keeps its contents.
func (d *Device) growPool(p *pool, capacity int) {
	fresh := d.newBuffer()
	// in WebGL the first binding decides for good whether a buffer may hold indices
	d.bindVertexArray(d.arena.vertexArray)
	gl.BindBuffer(p.target, fresh)
	gl.BindBuffer(gl.COPY_WRITE_BUFFER, fresh)
	gl.BufferData(gl.COPY_WRITE_BUFFER, capacity*p.stride, nil, gl.STATIC_DRAW)
	if p.buffer != 0 {
		gl.BindBuffer(gl.COPY_READ_BUFFER, p.buffer)
		gl.CopyBufferSubData(gl.COPY_READ_BUFFER, gl.COPY_WRITE_BUFFER, 0, 0, p.capacity*p.stride)
		d.deleteBuffer(&p.buffer)
	}
	p.buffer = fresh
	p.release(span{p.capacity, capacity - p.capacity})
	p.capacity = capacity
}

// allot copies the elements into the pool and returns where they are; grown reports that the
// pool has another buffer now.
func (d *Device) allot(p *pool, data []byte) (s span, grown bool) {
	count := len(data) / p.stride
	s, ok := p.take(count)
	if !ok {
		capacity := p.capacity
		for capacity < p.capacity+count {
			capacity *= 2
		}
		d.growPool(p, capacity)
		s, _ = p.take(count)
		grown = true
	}
	gl.BindBuffer(gl.COPY_WRITE_BUFFER, p.buffer)
	gl.BufferSubData(gl.COPY_WRITE_BUFFER, s.first*p.stride, len(data), unsafe.Pointer(unsafe.SliceData(data)))
	return s, grown
}

// take finds the first free range that is large enough.
func (p *pool) take(count int) (span, bool) {
	for i := range p.free {
		f := &p.free[i]
		if f.count < count {
			continue
		}
		s := span{f.first, count}
		f.first += count
		f.count -= count
		if f.count == 0 {
			p.free = append(p.free[:i], p.free[i+1:]...)
		}
		return s, true
	}
	return span{}, false
}

// release gives a range back; free ranges are in order and never touch.
func (p *pool) release(s span) {
	i := 0
	for i < len(p.free) && p.free[i].first < s.first {
		i++
	}
	p.free = append(p.free, span{})
	copy(p.free[i+1:], p.free[i:])
	p.free[i] = s
	p.join(i)
	if i > 0 {
		p.join(i - 1)
	}
}

// join merges the free range i with the next one if they touch.
func (p *pool) join(i int) {
	if i+1 < len(p.free) && p.free[i].first+p.free[i].count == p.free[i+1].first {
		p.free[i].count += p.free[i+1].count
		p.free = append(p.free[:i+1], p.free[i+2:]...)
	}
}

func (d *Device) deleteArena() {
	d.deleteBuffer(&d.arena.vertices.buffer)
	d.deleteBuffer(&d.arena.indices.buffer)
	d.deleteVertexArray(&d.arena.vertexArray)
}

// describeFlat tells the vertex array that is bound of the buffers of Vertex2D that are.
func describeFlat() {
	const stride = int32(unsafe.Sizeof(renderer.Vertex2D{}))
	for i := range uint32(3) {
		gl.EnableVertexAttribArray(i)
	}
	gl.VertexAttribPointer(0, 2, gl.FLOAT, false, stride, unsafe.Offsetof(renderer.Vertex2D{}.X))
	gl.VertexAttribPointer(1, 2, gl.FLOAT, false, stride, unsafe.Offsetof(renderer.Vertex2D{}.U))
	gl.VertexAttribPointer(2, 4, gl.UNSIGNED_BYTE, true, stride, unsafe.Offsetof(renderer.Vertex2D{}.Color))
}
