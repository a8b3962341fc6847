package xmlscene

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"math"
	"strings"

	"tumble/physics/vec"
	"tumble/scene/model"
)

// DecodeSTL reads the triangles of an STL file, binary or text; equal corners are one.
func DecodeSTL(data []byte) ([]vec.Vec3, []uint32, error) {
	w := welder{known: map[vec.Vec3]uint32{}}
	if len(data) >= 84 {
		n := uint64(binary.LittleEndian.Uint32(data[80:]))
		if n <= model.MaxTriangles && 84+50*n == uint64(len(data)) {
			for t := range int(n) {
				at := data[84+50*t+12:]
				for c := range 3 {
					x := func(k int) float32 { return math.Float32frombits(binary.LittleEndian.Uint32(at[12*c+4*k:])) }
					if err := w.add(vec.V3(x(0), x(1), x(2))); err != nil {
						return nil, nil, err
					}
				}
			}
			return w.done()
		}
	}
	if !bytes.HasPrefix(bytes.TrimSpace(data), []byte("solid")) {
		return nil, nil, errors.New("no STL file")
	}
	s := bufio.NewScanner(bytes.NewReader(data))
	for s.Scan() {
		fields := strings.Fields(s.Text())
		if len(fields) != 4 || fields[0] != "vertex" {
			continue
		}
		p, err := point(fields[1:])
		if err == nil {
			err = w.add(p)
		}
		if err != nil {
			return nil, nil, err
		}
	}
	if err := s.Err(); err != nil {
		return nil, nil, err
	}
	return w.done()
}
