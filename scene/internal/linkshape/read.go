package linkshape

import (
	"path"
	"strings"

	"tumble/physics/vec"
	"tumble/scene/gltf"
	"tumble/scene/internal/xmlscene"
	"tumble/scene/model"
)

// Read reads a mesh of any format with its colours. A glTF file gives the meshes that it draws, with its axes as they
// are. A material that the libraries of an OBJ file lack has a plain colour.
func Read(name string, beside model.Beside) (*xmlscene.Mesh, error) {
	switch strings.ToLower(path.Ext(name)) {
	case ".glb", ".gltf":
		if beside != nil {
			return readGLTF(name, beside)
		}
	}
	m, err := xmlscene.ReadMesh(name, beside)
	if m != nil && err == nil {
		for _, library := range m.Libraries {
			if data, err := beside(sibling(name, library)); err == nil {
				m.ReadMTL(data)
			}
		}
	}
	return m, err
}

func readGLTF(name string, beside model.Beside) (*xmlscene.Mesh, error) {
	data, err := beside(name)
	if err != nil {
		return nil, err
	}
	scene, err := gltf.Decode(data, name, gltf.Options{
		Beside: func(other string) ([]byte, error) { return beside(sibling(name, other)) },
	})
	if err != nil {
		return nil, err
	}
	m := &xmlscene.Mesh{}
	for i := range scene.Bodies {
		b := &scene.Bodies[i]
		for _, d := range b.Drawings {
			at := vec.Transform{P: b.Def.Position, Q: b.Def.Rotation}.Mul(d.Local)
			m.Append(d.Mesh.Points, d.Mesh.Indices, at, d.Color)
		}
	}
	if len(m.Indices) == 0 {
		return nil, xmlscene.ErrNoFaces
	}
	return m, nil
}

// sibling is the name of a file that another one names.
func sibling(of, name string) string {
	return of[:strings.LastIndex(of, "/")+1] + strings.TrimPrefix(name, "./")
}
