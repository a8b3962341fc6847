//go:build !js

package scene

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"tumble/scene/internal/xmlscene"
	"tumble/scene/mjcf"
	"tumble/scene/model"
	"tumble/scene/urdf"
)

// saveRobot writes a captured scene as URDF, with a folder of meshes beside it, or as MJCF.
func saveRobot(path string, m *Model) ([]model.Fault, error) {
	m.GiveMasses()
	var f model.Faults
	var data []byte
	var meshes []urdf.File
	if extensionOf(path) == ".urdf" {
		base := filepath.Base(path)
		data, meshes = urdf.Encode(m, strings.TrimSuffix(base, filepath.Ext(base))+"-meshes", &f)
	} else {
		data = mjcf.Encode(m, &f)
	}
	if err := f.Err(); err != nil {
		return nil, fmt.Errorf("saving %s: %w", path, err)
	}
	if err := xmlscene.CheckWritten(data); err != nil {
		f.Lossf("", "%v", err)
	}
	for _, mesh := range meshes {
		name := filepath.Join(filepath.Dir(path), filepath.FromSlash(mesh.Name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			return nil, fmt.Errorf("saving %s: %w", path, err)
		}
		if err := writeWhole(name, mesh.Data); err != nil {
			return nil, err
		}
	}
	return f.Sorted(), writeWhole(path, data)
}
