package scene

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"tumble/internal/wholefile"
	"tumble/scene/gltf"
	"tumble/scene/model"
)

// Save writes a model to a file of a format by its ending: glTF, URDF or MJCF. It returns the losses: the things that
// the format has not, the worst first; glTF has all. The file is whole or not there: an error or a crash leaves the
// one before.
func Save(path string, m *Model) ([]model.Fault, error) {
	if !CanSave(path) {
		return nil, fmt.Errorf("saving %s: the name must end in %s", path, strings.Join(saved, ", "))
	}
	if !keepsAll(path) {
		return saveRobot(path, m)
	}
	encode := gltf.Encode
	if besideSource(path, m) {
		encode = gltf.EncodeBeside
	}
	data, err := encode(m, extensionOf(path) == ".glb")
	if err != nil {
		return nil, fmt.Errorf("saving %s: %w", path, err)
	}
	return nil, writeWhole(path, data)
}

// besideSource reports whether a file is in the folder of the one that a model was read from.
func besideSource(path string, m *Model) bool {
	if m.Source == nil {
		return false
	}
	from, err := os.Stat(filepath.Dir(m.Name))
	if err != nil {
		return false
	}
	to, err := os.Stat(filepath.Dir(path))
	return err == nil && os.SameFile(from, to)
}

func writeWhole(path string, data []byte) error {
	return wholefile.Write(path, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
}
