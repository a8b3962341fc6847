package xmlscene

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"path"
	"strconv"
	"strings"

	"tumble/internal/scenefile"
	"tumble/physics/vec"
)

// Beside returns a file in the folder of the scene by its relative name.
type Beside func(name string) ([]byte, error)

// ReadMesh reads a triangle mesh beside the scene, STL or OBJ. Package URIs of URDF are looked for
// below the folder of the scene.
func ReadMesh(name string, beside Beside) ([]vec.Vec3, []uint32, error) {
	if rest, ok := strings.CutPrefix(name, "package://"); ok {
		_, name, _ = strings.Cut(rest, "/")
	}
	if name == "" || strings.ContainsAny(name, "\\:\x00") || strings.HasPrefix(name, "/") {
		return nil, nil, fmt.Errorf("%q: only files beside or below the scene are read", name)
	}
	name = path.Clean(name)
	if name == "." || name == ".." || strings.HasPrefix(name, "../") {
		return nil, nil, fmt.Errorf("%q: only files beside or below the scene are read", name)
	}
	if beside == nil {
		return nil, nil, fmt.Errorf("%q: other files cannot be read from here", name)
	}
	data, err := beside(name)
	if err != nil {
		return nil, nil, err
	}
	switch strings.ToLower(path.Ext(name)) {
	case ".stl":
		return DecodeSTL(data)
	case ".obj":
		return DecodeOBJ(data)
	}
	return nil, nil, fmt.Errorf("%q: meshes are .stl or .obj", name)
}

var errTriangles = fmt.Errorf("more than %d triangles", scenefile.MaxTriangles)

// DecodeSTL reads the triangles of an STL file, binary or text; equal corners are one.
func DecodeSTL(data []byte) ([]vec.Vec3, []uint32, error) {
	w := welder{known: map[vec.Vec3]uint32{}}
	if len(data) >= 84 {
		n := uint64(binary.LittleEndian.Uint32(data[80:]))
		if n <= scenefile.MaxTriangles && 84+50*n == uint64(len(data)) {
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

// welder joins equal points.
type welder struct {
	known   map[vec.Vec3]uint32
	points  []vec.Vec3
	indices []uint32
}

func (w *welder) add(p vec.Vec3) error {
	if !p.IsFinite() {
		return errors.New("a point is not finite")
	}
	if len(w.indices) >= 3*scenefile.MaxTriangles {
		return errTriangles
	}
	i, ok := w.known[p]
	if !ok {
		i = uint32(len(w.points))
		w.known[p] = i
		w.points = append(w.points, p)
	}
	w.indices = append(w.indices, i)
	return nil
}

func (w *welder) done() ([]vec.Vec3, []uint32, error) {
	if len(w.indices) < 3 {
		return nil, nil, errors.New("has no triangles")
	}
	return w.points, w.indices[:len(w.indices)/3*3], nil
}

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
		return nil, nil, errors.New("has no faces")
	}
	return points, indices, nil
}
