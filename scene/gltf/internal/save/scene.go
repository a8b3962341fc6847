package save

import (
	"fmt"

	"github.com/qmuntal/gltf"

	"tumble/scene/gltf/internal/extension"
	"tumble/scene/gltf/internal/jsonvalue"
	"tumble/scene/model"
)

// Scene writes a scene as glTF: the whole in one JSON text, or as a binary file.
// A scene that was read from a file of this format is written into that file; beside says that the new file
// is in the folder of the old one.
func Scene(s *model.Model, asBinary, beside bool) ([]byte, error) {
	e := &encoder{
		scene: s, shapes: newTable(), materials: newTable(), filters: newTable(), joints: newTable(),
		meshWriter: meshWriter{known: map[any]int{}, paints: map[[6]uint8]int{}, writer: &writer{doc: &gltf.Document{
			Asset:          gltf.Asset{Version: "2.0", Generator: "Tumble"},
			ExtensionsUsed: []string{extension.Bodies, extension.Own}, Scene: gltf.Index(0), Scenes: []*gltf.Scene{{}},
			Extensions: gltf.Extensions{},
		}}},
	}
	if len(s.Bodies) > model.MaxBodies || len(s.Joints) > model.MaxJoints || s.CopyCount() > model.MaxCopies {
		return nil, fmt.Errorf(
			"gltfscene: %d bodies, %d copies of them and %d joints: at most %d, %d and %d can be read back",
			len(s.Bodies),
			s.CopyCount(), len(s.Joints), model.MaxBodies, model.MaxCopies, model.MaxJoints)
	}
	source, err := openOriginal(s, asBinary, beside)
	if err != nil {
		return nil, err
	}
	if source != nil {
		e.source = source
		source.reserve(e.doc)
	}
	for i := range s.Bodies {
		if err := e.body(&s.Bodies[i]); err != nil {
			return nil, fmt.Errorf("gltfscene: body %q: %w", s.Bodies[i].Def.Name, err)
		}
	}
	for i := range s.Joints {
		if err := e.joint(&s.Joints[i]); err != nil {
			return nil, fmt.Errorf("gltfscene: joint %d: %w", i, err)
		}
	}
	e.camera()
	e.document()
	if source != nil {
		return e.merge()
	}
	e.written(jsonvalue.Object{})
	return e.write(asBinary)
}
