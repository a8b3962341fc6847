package xmlscene

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"tumble/internal/scenefile"
	"tumble/physics/vec"
)

func point(fields []string) (vec.Vec3, error) {
	var x [3]float32
	for i := range x {
		v, err := strconv.ParseFloat(fields[i], 32)
		if err != nil {
			return vec.Vec3{}, fmt.Errorf("%q is no number", fields[i])
		}
		x[i] = float32(v)
	}
	return vec.V3(x[0], x[1], x[2]), nil
}

// ErrNoFaces is the error of an OBJ file that has points only, which are returned with it.
var ErrNoFaces = errors.New("has no faces")

// DecodeOBJ reads points and faces of an OBJ file; faces become fans.
func DecodeOBJ(data []byte) ([]vec.Vec3, []uint32, error) {
	var points []vec.Vec3
	var indices []uint32
	s := bufio.NewScanner(bytes.NewReader(data))
	for line := 1; s.Scan(); line++ {
		fields := strings.Fields(s.Text())
		switch {
		case len(fields) >= 4 && fields[0] == "v":
			p, err := point(fields[1:4])
			if err != nil || !p.IsFinite() {
				return nil, nil, fmt.Errorf("line %d: no point", line)
			}
			points = append(points, p)
		case len(fields) >= 4 && fields[0] == "f":
			var corner []uint32
			for _, f := range fields[1:] {
				first, _, _ := strings.Cut(f, "/")
				k, err := strconv.Atoi(first)
				if k < 0 {
					k += len(points) + 1
				}
				if err != nil || k < 1 || k > len(points) {
					return nil, nil, fmt.Errorf("line %d: %q is no point", line, f)
				}
				corner = append(corner, uint32(k-1))
			}
			for i := 2; i < len(corner); i++ {
				indices = append(indices, corner[0], corner[i-1], corner[i])
			}
			if len(indices) > 3*scenefile.MaxTriangles {
				return nil, nil, errTriangles
			}
		}
	}
	if err := s.Err(); err != nil {
		return nil, nil, err
	}
	if len(indices) == 0 {
		return points, nil, ErrNoFaces
	}
	return points, indices, nil
}
