//go:build !js

package openscene

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"tumble/internal/mjcf"
	"tumble/internal/scenefile"
	"tumble/internal/urdf"
	"tumble/internal/xmlscene"
)

// saveRobot writes a captured scene as URDF, with a folder of meshes beside it, or as MJCF.
func saveRobot(path string, scene *scenefile.Scene) ([]scenefile.Fault, error) {
	scene.GiveMasses()
	var f scenefile.Faults
	var data []byte
	var meshes []urdf.File
	if extensionOf(path) == ".urdf" {
		base := filepath.Base(path)
		data, meshes = urdf.Encode(scene, strings.TrimSuffix(base, filepath.Ext(base))+"-meshes", &f)
	} else {
		data = mjcf.Encode(scene, &f)
	}
	if err := f.Err(); err != nil {
		return nil, fmt.Errorf("saving %s: %w", path, err)
	}
	if err := xmlscene.CheckWritten(data); err != nil {
		f.Lossf("", "%v", err)
	}
	for _, m := range meshes {
		name := filepath.Join(filepath.Dir(path), filepath.FromSlash(m.Name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			return nil, fmt.Errorf("saving %s: %w", path, err)
		}
		if err := writeWhole(name, m.Data); err != nil {
			return nil, err
		}
	}
	return f.Sorted(), writeWhole(path, data)
}
