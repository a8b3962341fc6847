package animation

import (
	"encoding/binary"
	"math"

	"github.com/qmuntal/gltf"
)

// buffer is a glTF document being written, with the numbers of each kind in one view.
type buffer struct {
	doc   *gltf.Document
	views [viewCount][]byte
}

// The views of the buffer.
const (
	viewIndex = iota
	viewShortIndex
	viewVector
	viewShade
	viewTime
	viewPosition
	viewRotation
	viewShort
	viewCount
)

// targets say for which use programs load the views; those of animations are for none.
var targets = [viewCount]gltf.Target{
	viewIndex: gltf.TargetElementArrayBuffer, viewShortIndex: gltf.TargetElementArrayBuffer,
	viewVector: gltf.TargetArrayBuffer, viewShade: gltf.TargetArrayBuffer,
}

// strides are the bytes of a vertex in a view that several accessors share, 0 where elements follow each other anyway.
var strides = [viewCount]int{viewVector: 12, viewShade: 4}

// accessor adds count elements that have just been appended to a view, from its byte first on.
func (b *buffer) accessor(view, first, count int, component gltf.ComponentType, form gltf.AccessorType) *gltf.Accessor {
	a := &gltf.Accessor{BufferView: gltf.Index(view), ByteOffset: first, Count: count, ComponentType: component}
	a.Type = form
	b.doc.Accessors = append(b.doc.Accessors, a)
	return a
}

// last is the index of the newest accessor.
func (b *buffer) last() int { return len(b.doc.Accessors) - 1 }

func (b *buffer) float(view int, list ...float32) {
	for _, x := range list {
		b.views[view] = binary.LittleEndian.AppendUint32(b.views[view], math.Float32bits(x))
	}
}

// vectors adds vectors of three with their bounds.
func (b *buffer) vectors(view int, list [][3]float32) int {
	first := len(b.views[view])
	low, high := list[0], list[0]
	for _, v := range list {
		for i := range v {
			low[i], high[i] = min(low[i], v[i]), max(high[i], v[i])
		}
		b.float(view, v[:]...)
	}
	a := b.accessor(view, first, len(list), gltf.ComponentFloat, gltf.AccessorVec3)
	if view == viewVector {
		for i := range low {
			a.Min, a.Max = append(a.Min, float64(low[i])), append(a.Max, float64(high[i]))
		}
	}
	return b.last()
}

// times adds times (s), which rise.
func (b *buffer) times(list []float32) int {
	first := len(b.views[viewTime])
	b.float(viewTime, list...)
	a := b.accessor(viewTime, first, len(list), gltf.ComponentFloat, gltf.AccessorScalar)
	a.Min, a.Max = []float64{float64(list[0])}, []float64{float64(list[len(list)-1])}
	return b.last()
}

// quaternions adds rotations, in 16 bits a part if that is enough.
func (b *buffer) quaternions(list [][4]float32, short bool) int {
	if !short {
		first := len(b.views[viewRotation])
		for _, q := range list {
			b.float(viewRotation, q[:]...)
		}
		b.accessor(viewRotation, first, len(list), gltf.ComponentFloat, gltf.AccessorVec4)
		return b.last()
	}
	first := len(b.views[viewShort])
	for _, q := range list {
		for _, x := range q {
			part := int16(math.Round(float64(x) * math.MaxInt16))
			b.views[viewShort] = binary.LittleEndian.AppendUint16(b.views[viewShort], uint16(part))
		}
	}
	a := b.accessor(viewShort, first, len(list), gltf.ComponentShort, gltf.AccessorVec4)
	a.Normalized = true
	return b.last()
}

// shades adds grey vertex colours.
func (b *buffer) shades(list []float32) int {
	first := len(b.views[viewShade])
	for _, x := range list {
		part := uint8(math.Round(float64(x) * 255))
		b.views[viewShade] = append(b.views[viewShade], part, part, part, 255)
	}
	a := b.accessor(viewShade, first, len(list), gltf.ComponentUbyte, gltf.AccessorVec4)
	a.Normalized = true
	return b.last()
}

// indices adds the corners of triangles between so many vertices. The largest number of 16 bits is no legal index.
func (b *buffer) indices(list []uint32, vertices int) int {
	view, kind := viewShortIndex, gltf.ComponentUshort
	if vertices > math.MaxUint16 {
		view, kind = viewIndex, gltf.ComponentUint
	}
	first := len(b.views[view])
	for _, i := range list {
		if kind == gltf.ComponentUshort {
			b.views[view] = binary.LittleEndian.AppendUint16(b.views[view], uint16(i))
		} else {
			b.views[view] = binary.LittleEndian.AppendUint32(b.views[view], i)
		}
	}
	b.accessor(view, first, len(list), kind, gltf.AccessorScalar)
	return b.last()
}

// join puts the views that have something into one buffer and names them in the accessors. It ends the views.
func (b *buffer) join() {
	size := 0
	for _, view := range b.views {
		size += len(view) + 3
	}
	data := make([]byte, 0, size)
	var number [viewCount]int
	for i, view := range b.views {
		if len(view) == 0 {
			continue
		}
		for len(data)%4 != 0 {
			data = append(data, 0)
		}
		number[i] = len(b.doc.BufferViews)
		b.doc.BufferViews = append(b.doc.BufferViews, &gltf.BufferView{
			ByteOffset: len(data), ByteLength: len(view), ByteStride: strides[i], Target: targets[i],
		})
		data = append(data, view...)
		b.views[i] = nil
	}
	for _, a := range b.doc.Accessors {
		a.BufferView = gltf.Index(number[*a.BufferView])
	}
	b.doc.Buffers = []*gltf.Buffer{{ByteLength: len(data), Data: data}}
}
