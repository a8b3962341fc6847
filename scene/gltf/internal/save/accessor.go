package save

import (
	"encoding/binary"
	"math"

	"tumble/physics/vec"

	"github.com/qmuntal/gltf"
)

// view appends data to the buffer as a view of its own.
func (e *writer) view(data []byte, target gltf.Target) int {
	for len(e.data)%4 != 0 {
		e.data = append(e.data, 0)
	}
	e.doc.BufferViews = append(e.doc.BufferViews, &gltf.BufferView{ByteOffset: len(e.data), ByteLength: len(data),
		Target: target})
	e.data = append(e.data, data...)
	return len(e.doc.BufferViews) - 1
}

func (e *writer) positions(points []vec.Vec3) int {
	data := make([]byte, 0, 12*len(points))
	box := vec.EmptyAABB
	for _, p := range points {
		box = box.Include(p)
		for _, x := range [3]float32{p.X, p.Y, p.Z} {
			data = binary.LittleEndian.AppendUint32(data, math.Float32bits(x))
		}
	}
	wide := func(v vec.Vec3) []float64 { return []float64{float64(v.X), float64(v.Y), float64(v.Z)} }
	e.doc.Accessors = append(e.doc.Accessors, &gltf.Accessor{
		BufferView: gltf.Index(e.view(data, gltf.TargetArrayBuffer)), ComponentType: gltf.ComponentFloat,
		Type:  gltf.AccessorVec3,
		Count: len(points), Min: wide(box.Min), Max: wide(box.Max),
	})
	return len(e.doc.Accessors) - 1
}

// numbers and shorts append an accessor for the extension.
func (e *writer) numbers(list []float32) int {
	return e.scalars(floatBytes(list), gltf.ComponentFloat, gltf.AccessorScalar, len(list))
}

func (e *writer) shorts(list []uint16) int {
	data := make([]byte, 0, 2*len(list))
	for _, x := range list {
		data = binary.LittleEndian.AppendUint16(data, x)
	}
	return e.scalars(data, gltf.ComponentUshort, gltf.AccessorScalar, len(list))
}

func (e *writer) bytes(list []byte) int {
	return e.scalars(list, gltf.ComponentUbyte, gltf.AccessorScalar, len(list))
}

func (e *writer) scalars(data []byte, kind gltf.ComponentType, form gltf.AccessorType, count int) int {
	e.doc.Accessors = append(e.doc.Accessors, &gltf.Accessor{
		BufferView: gltf.Index(e.view(data, 0)), ComponentType: kind, Type: form, Count: count,
	})
	return len(e.doc.Accessors) - 1
}

func (e *writer) indices(list []uint32, limit int) int {
	var data []byte
	kind := gltf.ComponentUshort
	if limit > math.MaxUint16 {
		kind = gltf.ComponentUint
	}
	for _, x := range list {
		if kind == gltf.ComponentUint {
			data = binary.LittleEndian.AppendUint32(data, x)
		} else {
			data = binary.LittleEndian.AppendUint16(data, uint16(x))
		}
	}
	e.doc.Accessors = append(e.doc.Accessors, &gltf.Accessor{
		BufferView: gltf.Index(e.view(data, gltf.TargetElementArrayBuffer)), ComponentType: kind,
		Type: gltf.AccessorScalar, Count: len(list),
	})
	return len(e.doc.Accessors) - 1
}

func floatBytes(list []float32) []byte {
	data := make([]byte, 0, 4*len(list))
	for _, x := range list {
		data = binary.LittleEndian.AppendUint32(data, math.Float32bits(x))
	}
	return data
}
