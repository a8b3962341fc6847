package xmlscene

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"path"
	"strings"

	"tumble/physics/vec"
	"tumble/scene/model"
)

// Mesh is a triangle mesh of a file.
type Mesh struct {
	Points []vec.Vec3
	// Indices are three per triangle.
	Indices []uint32
	// Surfaces are the materials, and Of the one of each triangle, −1 for none; Of is nil without materials.
	Surfaces []Surface
	Of       []int32
	// UV are the texture coordinates of the corners of all triangles, v upwards; nil without them.
	UV [][2]float32
	// Libraries are the files with the materials, which have only names here: see ReadMTL.
	Libraries []string
}

// Surface is a material of a mesh.
type Surface struct {
	Name string
	// Color is red, green, blue and opacity as the file has them, from 0 to 1.
	Color [4]float32
	// Texture is the file of a texture as the mesh names it, empty without one.
	Texture string
}

// Append adds triangles of one colour at a place.
func (m *Mesh) Append(points []vec.Vec3, indices []uint32, at vec.Transform, color [4]uint8) {
	surface := Surface{}
	for i, c := range color {
		surface.Color[i] = float32(c) / 255
	}
	first, of := uint32(len(m.Points)), int32(len(m.Surfaces))
	m.Surfaces = append(m.Surfaces, surface)
	for _, p := range points {
		m.Points = append(m.Points, at.Apply(p))
	}
	for _, k := range indices {
		m.Indices = append(m.Indices, first+k)
	}
	for range len(indices) / 3 {
		m.Of = append(m.Of, of)
	}
}

// ReadMesh reads a triangle mesh beside the scene: STL, OBJ, PLY, COLLADA or the binary form of MuJoCo.
func ReadMesh(name string, beside model.Beside) (*Mesh, error) {
	if name == "" {
		return nil, fmt.Errorf("names no file")
	}
	if beside == nil {
		return nil, fmt.Errorf("%q: other files cannot be read from here", name)
	}
	decode := DecoderOf(name)
	if decode == nil {
		return nil, fmt.Errorf("%q: meshes are .stl, .obj, .ply, .dae, .glb, .gltf or .msh", name)
	}
	data, err := beside(name)
	if err != nil {
		return nil, err
	}
	m, err := decode(data)
	if err != nil {
		err = fmt.Errorf("%s: %w", name, err)
	}
	return m, err
}

// DecoderOf returns the reader of a mesh format by the ending of the file name, nil for others.
func DecoderOf(name string) func([]byte) (*Mesh, error) {
	switch strings.ToLower(path.Ext(name)) {
	case ".stl":
		return bare(DecodeSTL)
	case ".obj":
		return DecodeOBJ
	case ".ply":
		return bare(DecodePLY)
	case ".dae":
		return DecodeDAE
	case ".msh":
		return DecodeMSH
	}
	return nil
}

// bare is the reader of a format without colours.
func bare(decode func([]byte) ([]vec.Vec3, []uint32, error)) func([]byte) (*Mesh, error) {
	return func(data []byte) (*Mesh, error) {
		points, indices, err := decode(data)
		return &Mesh{Points: points, Indices: indices}, err
	}
}

// DecodeMSH reads the binary form of MuJoCo: the numbers of points, normals, texture coordinates and triangles, and
// then all
// of them.
func DecodeMSH(data []byte) (*Mesh, error) {
	const header = 16
	if len(data) < header {
		return nil, errors.New("no MSH file")
	}
	var count [4]int64
	for i := range count {
		count[i] = int64(int32(binary.LittleEndian.Uint32(data[4*i:])))
		if count[i] < 0 || count[i] > 3*model.MaxTriangles {
			return nil, fmt.Errorf("%d elements of MSH", count[i])
		}
	}
	if size := header + 4*(3*count[0]+3*count[1]+2*count[2]+3*count[3]); size != int64(len(data)) {
		return nil, fmt.Errorf("an MSH file of %d bytes has %d", size, len(data))
	}
	word := func(i int64) uint32 { return binary.LittleEndian.Uint32(data[header+4*i:]) }
	float := func(i int64) float32 { return math.Float32frombits(word(i)) }
	m := &Mesh{}
	for i := range count[0] {
		p := vec.V3(float(3*i), float(3*i+1), float(3*i+2))
		if !p.IsFinite() {
			return nil, errors.New("a point is not finite")
		}
		m.Points = append(m.Points, p)
	}
	coordinates := 3*count[0] + 3*count[1]
	faces := coordinates + 2*count[2]
	for i := range 3 * count[3] {
		k := int64(word(faces + i))
		if k >= count[0] {
			return nil, fmt.Errorf("point %d of %d", k, count[0])
		}
		m.Indices = append(m.Indices, uint32(k))
		if count[2] == count[0] {
			m.UV = append(m.UV, [2]float32{float(coordinates + 2*k), 1 - float(coordinates+2*k+1)})
		}
	}
	if len(m.Indices) == 0 {
		return m, ErrNoFaces
	}
	return m, nil
}
