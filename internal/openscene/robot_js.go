package openscene

import (
	"fmt"

	"tumble/internal/scenefile"
)

// decodeRobot refuses the formats of other simulators, whose readers would make the download much larger.
func (f *File) decodeRobot([]byte, func(string) ([]byte, error)) bool {
	switch extensionOf(f.Path) {
	case ".gltf", ".glb":
		return false
	}
	f.Faults.Errorf("", "a browser opens glTF; sandbox convert makes it of this format")
	return true
}

func saveRobot(path string, _ *scenefile.Scene) ([]scenefile.Fault, error) {
	return nil, fmt.Errorf("saving %s: a browser writes glTF", path)
}
