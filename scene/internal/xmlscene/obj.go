package xmlscene

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"tumble/physics/vec"
	"tumble/scene/model"
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

// DecodeOBJ reads points, faces, texture coordinates and the names of materials of an OBJ file; faces become fans.
func DecodeOBJ(data []byte) (*Mesh, error) {
	r := objReader{mesh: &Mesh{}, known: map[string]int32{}, surface: -1}
	s := bufio.NewScanner(bytes.NewReader(data))
	for line := 1; s.Scan(); line++ {
		if err := r.line(strings.Fields(s.Text())); err != nil {
			return nil, fmt.Errorf("line %d: %w", line, err)
		}
	}
	if err := s.Err(); err != nil {
		return nil, err
	}
	m := r.mesh
	if len(m.Surfaces) == 0 {
		m.Of = nil
	}
	if len(r.coordinates) == 0 {
		m.UV = nil
	}
	if len(m.Indices) == 0 {
		return m, ErrNoFaces
	}
	return m, nil
}

// objReader collects the lines of an OBJ file.
type objReader struct {
	mesh        *Mesh
	coordinates [][2]float32
	known       map[string]int32 // materials by name
	surface     int32            // of the faces that follow
}

func (r *objReader) line(fields []string) error {
	m := r.mesh
	if len(fields) < 2 {
		return nil
	}
	switch rest := fields[1:]; fields[0] {
	case "v":
		if len(rest) < 3 {
			return errors.New("no point")
		}
		p, err := point(rest)
		if err != nil || !p.IsFinite() {
			return errors.New("no point")
		}
		m.Points = append(m.Points, p)
	case "vt":
		r.coordinates = append(r.coordinates, coordinate(rest))
	case "mtllib":
		m.Libraries = append(m.Libraries, strings.Join(rest, " "))
	case "usemtl":
		name := strings.Join(rest, " ")
		at, ok := r.known[name]
		if !ok {
			at = int32(len(m.Surfaces))
			r.known[name] = at
			m.Surfaces = append(m.Surfaces, Surface{Name: name, Color: plain})
		}
		r.surface = at
	case "f":
		if len(rest) >= 3 {
			return r.face(rest)
		}
	}
	return nil
}

// plain is the colour of a material that says none.
var plain = [4]float32{0.8, 0.8, 0.8, 1}

// coordinate reads a texture coordinate; what is no number is 0.
func coordinate(fields []string) [2]float32 {
	var uv [2]float32
	for i := range min(2, len(fields)) {
		if x, err := strconv.ParseFloat(fields[i], 32); err == nil && math.Abs(x) < 1e6 {
			uv[i] = float32(x)
		}
	}
	return uv
}

// face adds a face of corners point/coordinate/normal.
func (r *objReader) face(corners []string) error {
	m := r.mesh
	var at []uint32
	uv := make([][2]float32, len(corners))
	for i, f := range corners {
		first, rest, _ := strings.Cut(f, "/")
		k, err := index(first, len(m.Points))
		if err != nil {
			return fmt.Errorf("%q is no point", f)
		}
		at = append(at, k)
		second, _, _ := strings.Cut(rest, "/")
		if k, err := index(second, len(r.coordinates)); err == nil {
			uv[i] = r.coordinates[k]
		}
	}
	for i := 2; i < len(at); i++ {
		m.Indices = append(m.Indices, at[0], at[i-1], at[i])
		m.UV = append(m.UV, uv[0], uv[i-1], uv[i])
		m.Of = append(m.Of, r.surface)
	}
	if len(m.Indices) > 3*model.MaxTriangles {
		return errTriangles
	}
	return nil
}

// index is a number from 1, or from −1 for the last, as an index of n things.
func index(text string, n int) (uint32, error) {
	k, err := strconv.Atoi(text)
	if k < 0 {
		k += n + 1
	}
	if err == nil && (k < 1 || k > n) {
		err = errors.New("there is no such thing")
	}
	return uint32(k - 1), err
}

// ReadMTL gives the materials of a mesh the colours and textures that a library of an OBJ file has for them.
func (m *Mesh) ReadMTL(data []byte) {
	known := map[string]*Surface{}
	for i := range m.Surfaces {
		known[m.Surfaces[i].Name] = &m.Surfaces[i]
	}
	var at *Surface
	s := bufio.NewScanner(bytes.NewReader(data))
	for s.Scan() {
		fields := strings.Fields(s.Text())
		if len(fields) < 2 {
			continue
		}
		rest := fields[1:]
		if fields[0] == "newmtl" {
			at = known[strings.Join(rest, " ")]
		}
		if at == nil {
			continue
		}
		switch fields[0] {
		case "Kd":
			if len(rest) >= 3 {
				if c, err := point(rest); err == nil && c.IsFinite() {
					at.Color[0], at.Color[1], at.Color[2] = c.X, c.Y, c.Z
				}
			}
		case "d", "Tr":
			if x, err := strconv.ParseFloat(rest[len(rest)-1], 32); err == nil && x >= 0 && x <= 1 {
				if fields[0] == "Tr" {
					x = 1 - x
				}
				at.Color[3] = float32(x)
			}
		case "map_Kd":
			at.Texture = mapFile(rest)
		}
	}
}

// mapFile is the file of a texture after its options, each of which begins with a minus and has numbers or a word.
func mapFile(fields []string) string {
	for len(fields) > 1 && strings.HasPrefix(fields[0], "-") {
		word := fields[0]
		fields = fields[1:]
		if word == "-blendu" || word == "-blendv" || word == "-cc" || word == "-clamp" || word == "-imfchan" ||
			word == "-type" {
			fields = fields[1:]
			continue
		}
		for len(fields) > 1 {
			if _, err := strconv.ParseFloat(fields[0], 64); err != nil {
				break
			}
			fields = fields[1:]
		}
	}
	return strings.Join(fields, " ")
}
