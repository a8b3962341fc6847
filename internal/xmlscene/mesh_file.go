package xmlscene

import (
	"fmt"
	"path"
	"strings"

	"tumble/physics/vec"
)

// Beside returns a file that a scene names: by a path relative to the scene, or by a package URI. It
// must not read outside of the folders that belong to the scene.
type Beside func(name string) ([]byte, error)

// ReadMesh reads a triangle mesh beside the scene: STL, OBJ, PLY or COLLADA.
func ReadMesh(name string, beside Beside) ([]vec.Vec3, []uint32, error) {
	if name == "" {
		return nil, nil, fmt.Errorf("names no file")
	}
	if beside == nil {
		return nil, nil, fmt.Errorf("%q: other files cannot be read from here", name)
	}
	decode := DecoderOf(name)
	if decode == nil {
		return nil, nil, fmt.Errorf("%q: meshes are .stl, .obj, .ply or .dae", name)
	}
	data, err := beside(name)
	if err != nil {
		return nil, nil, err
	}
	points, indices, err := decode(data)
	if err != nil {
		return points, nil, fmt.Errorf("%s: %w", name, err)
	}
	return points, indices, nil
}

// DecoderOf returns the reader of a mesh format by the ending of the file name, nil for others.
func DecoderOf(name string) func([]byte) ([]vec.Vec3, []uint32, error) {
	switch strings.ToLower(path.Ext(name)) {
	case ".stl":
		return DecodeSTL
	case ".obj":
		return DecodeOBJ
	case ".ply":
		return DecodePLY
	case ".dae":
		return DecodeDAE
	}
	return nil
}
