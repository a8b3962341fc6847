package document

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"github.com/qmuntal/gltf"

	"tumble/scene/gltf/internal/jsonvalue"
	"tumble/scene/model"
)

const (
	// MaxElements bounds the elements of an accessor.
	MaxElements = 3 * model.MaxTriangles
	// maxZeros bounds those of one without data, which a few bytes can ask for.
	maxZeros = 1 << 16
)

// span is a checked range of a buffer: all of its elements lie within the buffer.
type span struct {
	data       []byte
	stride     int
	count      int
	components int
	kind       gltf.ComponentType
	size       int // bytes of a component
	normalized bool
}

// locate checks that count elements of a size lie in a buffer view, in 64 bits, before anything is
// made for them.
func (d *Document) locate(view, offset, count, components int, kind gltf.ComponentType) (span, error) {
	v := d.GLTF.BufferViews[view]
	data, err := d.Buffer(v.Buffer)
	if err != nil {
		return span{}, fmt.Errorf("buffer %d: %w", v.Buffer, err)
	}
	begin, length := int64(v.ByteOffset), int64(v.ByteLength)
	if begin+length > int64(len(data)) {
		return span{}, fmt.Errorf("buffer view %d ends at byte %d of a buffer of %d", view, begin+length, len(data))
	}
	one := int(kind.ByteSize())
	size := int64(one) * int64(components)
	stride := int64(v.ByteStride)
	if stride == 0 {
		stride = size
	}
	if stride < size {
		return span{}, fmt.Errorf("buffer view %d has a stride of %d bytes for elements of %d", view, stride, size)
	}
	need := int64(offset) + stride*(int64(count)-1) + size
	if need > length {
		return span{}, fmt.Errorf("%d elements need %d bytes, buffer view %d has %d", count, need, view, length)
	}
	return span{data: data[begin+int64(offset) : begin+length], stride: int(stride), count: count,
		components: components, kind: kind, size: one}, nil
}

// number returns a component of an element.
func (s *span) number(element, component int) float64 {
	at := s.data[element*s.stride+component*s.size:]
	switch s.kind {
	case gltf.ComponentByte:
		return scaled(float64(int8(at[0])), 127, s.normalized)
	case gltf.ComponentUbyte:
		return scaled(float64(at[0]), 255, s.normalized)
	case gltf.ComponentShort:
		return scaled(float64(int16(binary.LittleEndian.Uint16(at))), 32767, s.normalized)
	case gltf.ComponentUshort:
		return scaled(float64(binary.LittleEndian.Uint16(at)), 65535, s.normalized)
	case gltf.ComponentUint:
		return float64(binary.LittleEndian.Uint32(at))
	}
	return float64(math.Float32frombits(binary.LittleEndian.Uint32(at)))
}

func scaled(x, full float64, normalized bool) float64 {
	if !normalized {
		return x
	}
	return math.Max(x/full, -1)
}

var ErrElements = fmt.Errorf("more than %d elements", MaxElements)

// Floats returns all numbers of an accessor, components to an element.
func (d *Document) Floats(index, components int) ([]float32, error) {
	a := d.GLTF.Accessors[index]
	if a.Type.Components() != components {
		return nil, fmt.Errorf("has %d components, not %d", a.Type.Components(), components)
	}
	if a.Count > MaxElements {
		return nil, ErrElements
	}
	var s span
	var err error
	if a.BufferView != nil {
		if s, err = d.locate(*a.BufferView, a.ByteOffset, a.Count, components, a.ComponentType); err != nil {
			return nil, err
		}
		s.normalized = a.Normalized
	} else if a.Count > maxZeros {
		return nil, fmt.Errorf("has %d elements and no data", a.Count)
	}
	out := make([]float32, a.Count*components)
	if a.BufferView != nil {
		for i := range a.Count {
			for c := range components {
				out[i*components+c] = float32(s.number(i, c))
			}
		}
	}
	if a.Sparse != nil {
		err = d.sparse(a, components, out)
	}
	for _, x := range out {
		if math.IsNaN(float64(x)) || math.IsInf(float64(x), 0) {
			return nil, errors.New("has numbers that are not finite")
		}
	}
	return out, err
}

// sparse writes the elements that differ.
func (d *Document) sparse(a *gltf.Accessor, components int, out []float32) error {
	p := a.Sparse
	if p.Count > a.Count {
		return fmt.Errorf("has %d sparse elements of %d", p.Count, a.Count)
	}
	at, err := d.locate(p.Indices.BufferView, p.Indices.ByteOffset, p.Count, 1, p.Indices.ComponentType)
	if err != nil {
		return err
	}
	values, err := d.locate(p.Values.BufferView, p.Values.ByteOffset, p.Count, components, a.ComponentType)
	if err != nil {
		return err
	}
	values.normalized = a.Normalized
	for i := range p.Count {
		k := int64(at.number(i, 0))
		if k < 0 || k >= int64(a.Count) {
			return fmt.Errorf("sparse element %d is number %d of %d", i, k, a.Count)
		}
		for c := range components {
			out[int(k)*components+c] = float32(values.number(i, c))
		}
	}
	return nil
}

// Indices returns the indices of a primitive, each below limit.
func (d *Document) Indices(index, limit int) ([]uint32, error) {
	a := d.GLTF.Accessors[index]
	if a.Type.Components() != 1 || a.BufferView == nil {
		return nil, errors.New("indices must be single numbers with data")
	}
	switch a.ComponentType {
	case gltf.ComponentUbyte, gltf.ComponentUshort, gltf.ComponentUint:
	default:
		return nil, errors.New("indices must be whole numbers without sign")
	}
	if a.Count > MaxElements {
		return nil, ErrElements
	}
	s, err := d.locate(*a.BufferView, a.ByteOffset, a.Count, 1, a.ComponentType)
	if err != nil {
		return nil, err
	}
	out := make([]uint32, a.Count)
	for i := range out {
		x := s.number(i, 0)
		if x >= float64(limit) {
			return nil, fmt.Errorf("index %d is %.0f of %d", i, x, limit)
		}
		out[i] = uint32(x)
	}
	return out, nil
}

// Bytes returns the bytes of an accessor, as many as its buffer holds.
func (d *Document) Bytes(index int) ([]byte, error) {
	a := d.GLTF.Accessors[index]
	if a.Type.Components() != 1 || a.ComponentType != gltf.ComponentUbyte || a.BufferView == nil {
		return nil, errors.New("must be single bytes with data")
	}
	s, err := d.locate(*a.BufferView, a.ByteOffset, a.Count, 1, a.ComponentType)
	if err != nil {
		return nil, err
	}
	out := make([]byte, a.Count)
	for i := range out {
		out[i] = s.data[i*s.stride]
	}
	return out, nil
}

// Shorts reads an accessor of the extension with small whole numbers, nil without one.
func (d *Document) Shorts(v jsonvalue.Value) []uint16 {
	i := v.Index(len(d.GLTF.Accessors), "accessors")
	if i < 0 {
		return nil
	}
	list, err := d.Floats(i, 1)
	if err != nil {
		v.Errorf("%v", err)
		return nil
	}
	out := make([]uint16, len(list))
	for k, x := range list {
		if !(x >= 0 && x < 65535) {
			v.Errorf("number %d is %g: must be 0 to 65534", k, x)
			return nil
		}
		out[k] = uint16(x)
	}
	return out
}
