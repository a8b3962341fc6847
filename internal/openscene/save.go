package openscene

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"tumble/physics"
	"tumble/physics/scenes"
	"tumble/scene"
	"tumble/scene/model"
)

// Save writes the world of a run as it is now to a file, see scene.Save.
func Save(path string, run *scenes.Run, hertz int, view scenes.View) error {
	_, err := SaveTelling(path, run, hertz, view)
	return err
}

// SaveTelling is Save that tells the things that the file has not, the worst first; glTF has all.
func SaveTelling(path string, run *scenes.Run, hertz int, view scenes.View) ([]model.Fault, error) {
	m := model.Capture(run, hertz, view)
	lacks := lacking(path, run, m)
	if isGLTF(path) {
		m.Continue(run.World)
	}
	more, err := scene.Save(path, m)
	if i, failed := os.Stat(path); err == nil && failed == nil && i.Size() > options.MaxBytes {
		more = append(more, model.Fault{Rank: model.RankLoss,
			Message: fmt.Sprintf("the file has %d MiB: at most %d are read", i.Size()>>20, options.MaxBytes>>20)})
	}
	return append(more, lacks...), err
}

// lacking are the things of a scene that a file does not keep.
func lacking(path string, run *scenes.Run, m *model.Model) []model.Fault {
	var list []model.Fault
	tell := func(n int, text string) {
		if n > 0 {
			list = append(list, model.Fault{Rank: model.RankWarning, Message: fmt.Sprintf("%d %s", n, text)})
		}
	}
	tell(len(run.Scene.Sensors)-len(m.Sensors), "sensors are not written: their bodies or joints are gone")
	tell(len(run.Scene.Actuators)-len(m.Actuators), "actuators are not written: their bodies or joints are gone")
	if ending(path) == ".urdf" {
		tell(len(m.Sensors), "sensors are not written")
	}
	return list
}

// isGLTF reports whether a file is to be glTF, which keeps everything.
func isGLTF(path string) bool { return ending(path) == ".gltf" || ending(path) == ".glb" }

// SaveBodies writes some bodies with their joints as glTF, as Save does.
func SaveBodies(path string, run *scenes.Run, bodies []physics.Body, hertz int, view scenes.View) error {
	if !isGLTF(path) {
		return fmt.Errorf("saving %s: the name must end in .gltf or .glb", path)
	}
	m := model.CaptureBodies(run, bodies, hertz, view)
	_, err := scene.Save(path, m)
	return err
}

// FreeName returns a name for a file that is not there yet: base.ext, base-2.ext and so on.
func FreeName(base, ext string) string {
	name := base + ext
	for i := 2; ; i++ {
		if _, err := os.Lstat(name); err != nil {
			return name
		}
		name = fmt.Sprintf("%s-%d%s", base, i, ext)
	}
}

// Label is the name of a scene as a part of a file name: without folder and ending for those that
// come from files.
func Label(name string) string {
	if scene.IsFile(name) {
		name = filepath.Base(name)
		name = strings.TrimSuffix(name, filepath.Ext(name))
	}
	return name
}
