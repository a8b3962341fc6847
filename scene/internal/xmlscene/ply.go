package xmlscene

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"tumble/physics/vec"
	"tumble/scene/model"
)

// plyElement is an element of a PLY header (Turk 1994): how many there are and what each has.
type plyElement struct {
	name       string
	count      int
	properties []plyProperty
}

type plyProperty struct {
	name        string
	kind, count string // count is the type of the length of a list, empty for a single value
}

var plySize = map[string]int{
	"char": 1, "uchar": 1, "int8": 1, "uint8": 1, "short": 2, "ushort": 2, "int16": 2, "uint16": 2,
	"int": 4, "uint": 4, "int32": 4, "uint32": 4, "float": 4, "float32": 4, "double": 8, "float64": 8,
}

// plyHeader reads the elements and the form of the data, and returns the rest of the file.
func plyHeader(data []byte) (elements []plyElement, form string, rest []byte, err error) {
	for {
		line, after, ok := bytes.Cut(data, []byte("\n"))
		if !ok {
			return nil, "", nil, errors.New("the PLY header has no end")
		}
		data = after
		fields := strings.Fields(string(line))
		switch {
		case len(fields) == 1 && fields[0] == "end_header":
			return elements, form, data, nil
		case len(fields) >= 2 && fields[0] == "format":
			form = fields[1]
		case len(fields) == 3 && fields[0] == "element":
			n, err := strconv.Atoi(fields[2])
			if err != nil || n < 0 || n > 3*model.MaxTriangles {
				return nil, "", nil, fmt.Errorf("%.40s elements of PLY", fields[2])
			}
			elements = append(elements, plyElement{name: fields[1], count: n})
		case len(fields) == 3 && fields[0] == "property" && len(elements) > 0 && plySize[fields[1]] > 0:
			e := &elements[len(elements)-1]
			e.properties = append(e.properties, plyProperty{name: fields[2], kind: fields[1]})
		case len(fields) == 5 && fields[0] == "property" && len(elements) > 0 && plySize[fields[2]] > 0 &&
			plySize[fields[3]] > 0:
			e := &elements[len(elements)-1]
			e.properties = append(e.properties, plyProperty{name: fields[4], kind: fields[3], count: fields[2]})
		case len(fields) > 0 && fields[0] == "property":
			return nil, "", nil, fmt.Errorf("the PLY property %.60q is not known", line)
		}
	}
}

// plyReader reads numbers of a PLY file one after the other, as text or binary.
type plyReader struct {
	text   []string
	binary []byte
	order  binary.ByteOrder
	short  bool // the data ended too early
}

func (r *plyReader) next(kind string) float64 {
	if r.order == nil {
		if len(r.text) == 0 {
			r.short = true
			return 0
		}
		x, err := strconv.ParseFloat(r.text[0], 64)
		r.text = r.text[1:]
		r.short = r.short || err != nil
		return x
	}
	size := plySize[kind]
	if len(r.binary) < size {
		r.short = true
		return 0
	}
	b := r.binary[:size]
	r.binary = r.binary[size:]
	switch kind {
	case "char", "int8":
		return float64(int8(b[0]))
	case "uchar", "uint8":
		return float64(b[0])
	case "short", "int16":
		return float64(int16(r.order.Uint16(b)))
	case "ushort", "uint16":
		return float64(r.order.Uint16(b))
	case "int", "int32":
		return float64(int32(r.order.Uint32(b)))
	case "uint", "uint32":
		return float64(r.order.Uint32(b))
	case "float", "float32":
		return float64(math.Float32frombits(r.order.Uint32(b)))
	}
	return math.Float64frombits(r.order.Uint64(b))
}

// DecodePLY reads points and faces of a PLY file, text or binary; faces become fans.
func DecodePLY(data []byte) ([]vec.Vec3, []uint32, error) {
	if !bytes.HasPrefix(data, []byte("ply")) {
		return nil, nil, errors.New("no PLY file")
	}
	elements, form, rest, err := plyHeader(data)
	if err != nil {
		return nil, nil, err
	}
	r := &plyReader{binary: rest}
	switch form {
	case "ascii":
		r.text = strings.Fields(string(rest))
	case "binary_little_endian":
		r.order = binary.LittleEndian
	case "binary_big_endian":
		r.order = binary.BigEndian
	default:
		return nil, nil, fmt.Errorf("the PLY format %.40q is not known", form)
	}
	var points []vec.Vec3
	var indices []uint32
	for i := range elements {
		if points, indices, err = r.element(&elements[i], points, indices); err != nil {
			return nil, nil, err
		}
	}
	if len(indices) == 0 {
		return nil, nil, errors.New("has no faces")
	}
	for _, k := range indices {
		if int(k) >= len(points) {
			return nil, nil, fmt.Errorf("point %d of %d", k, len(points))
		}
	}
	return points, indices, nil
}

// element reads all elements of a kind.
func (r *plyReader) element(e *plyElement, points []vec.Vec3, indices []uint32) ([]vec.Vec3, []uint32, error) {
	if len(e.properties) == 0 {
		return points, indices, nil
	}
	for range e.count {
		var p vec.Vec3
		for _, q := range e.properties {
			if q.count == "" {
				x := float32(r.next(q.kind))
				switch q.name {
				case "x":
					p.X = x
				case "y":
					p.Y = x
				case "z":
					p.Z = x
				}
				continue
			}
			n := int(r.next(q.count))
			face := e.name == "face" && (q.name == "vertex_indices" || q.name == "vertex_index")
			var corner [3]uint32
			for k := 0; k < n && !r.short; k++ {
				x := r.next(q.kind)
				if !(x >= 0 && x < 1<<31) {
					return nil, nil, fmt.Errorf("%g is no point", x)
				}
				corner[min(k, 2)] = uint32(x)
				if face && k >= 2 {
					indices = append(indices, corner[0], corner[1], corner[2])
					corner[1] = corner[2]
				}
			}
		}
		if r.short {
			return nil, nil, errors.New("the PLY data end too early")
		}
		if e.name == "vertex" {
			if !p.IsFinite() {
				return nil, nil, errors.New("a point is not finite")
			}
			points = append(points, p)
		}
		if len(indices) > 3*model.MaxTriangles {
			return nil, nil, errTriangles
		}
	}
	return points, indices, nil
}
