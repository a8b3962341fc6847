package openscene

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"tumble/internal/gltfscene"
	"tumble/internal/scenefile"
	"tumble/internal/wholefile"
	"tumble/physics"
	"tumble/physics/scenes"
)

// Save writes the world of a run as it is now to a file of a format by its ending: glTF, URDF or MJCF. The file is whole or not
// there: an error or a crash leaves what was there before.
func Save(path string, run *scenes.Run, hertz int, view scenes.View) error {
	_, err := SaveTelling(path, run, hertz, view)
	return err
}

// SaveTelling is Save that tells what the file has not, the worst first; glTF has all.
func SaveTelling(path string, run *scenes.Run, hertz int, view scenes.View) ([]scenefile.Fault, error) {
	if !CanSave(path) {
		return nil, fmt.Errorf("saving %s: the name must end in %s", path, strings.Join(saved, ", "))
	}
	scene := scenefile.Capture(run, hertz, view)
	lacks := lacking(path, run, scene)
	if !keepsAll(path) {
		more, err := saveRobot(path, scene)
		return append(more, lacks...), err
	}
	scene.Continue(run.World)
	err := saveScene(path, scene, besideSource(path, run))
	if i, failed := os.Stat(path); err == nil && failed == nil && i.Size() > options.MaxBytes {
		lacks = append(lacks, scenefile.Fault{Rank: scenefile.RankLoss, Message: fmt.Sprintf("the file has %d MiB: at most %d are read", i.Size()>>20, options.MaxBytes>>20)})
	}
	return lacks, err
}

// lacking are the things of a scene that a format does not keep.
func lacking(path string, run *scenes.Run, scene *scenefile.Scene) []scenefile.Fault {
	var list []scenefile.Fault
	tell := func(n int, text string) {
		if n > 0 {
			list = append(list, scenefile.Fault{Rank: scenefile.RankWarning, Message: fmt.Sprintf("%d %s", n, text)})
		}
	}
	tell(len(run.Scene.Sensors)-len(scene.Sensors), "sensors are not written: their bodies or joints are gone")
	tell(len(run.Scene.Actuators)-len(scene.Actuators), "actuators are not written: their joints are gone")
	if extensionOf(path) == ".urdf" {
		tell(len(scene.Sensors), "sensors are not written")
	}
	return list
}

// SaveBodies writes some bodies with their joints as glTF, as Save does.
func SaveBodies(path string, run *scenes.Run, bodies []physics.Body, hertz int, view scenes.View) error {
	if !keepsAll(path) {
		return fmt.Errorf("saving %s: the name must end in .gltf or .glb", path)
	}
	return saveScene(path, scenefile.CaptureBodies(run, bodies, hertz, view), false)
}

// besideSource reports whether a file is in the folder of the one that a scene was read from.
func besideSource(path string, run *scenes.Run) bool {
	if run.Scene.Source == nil {
		return false
	}
	from, err := os.Stat(filepath.Dir(run.Scene.Name))
	if err != nil {
		return false
	}
	to, err := os.Stat(filepath.Dir(path))
	return err == nil && os.SameFile(from, to)
}

func saveScene(path string, scene *scenefile.Scene, beside bool) error {
	encode := gltfscene.Encode
	if beside {
		encode = gltfscene.EncodeBeside
	}
	data, err := encode(scene, strings.EqualFold(filepath.Ext(path), ".glb"))
	if err != nil {
		return fmt.Errorf("saving %s: %w", path, err)
	}
	return writeWhole(path, data)
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
	if IsFile(name) {
		name = filepath.Base(name)
		name = strings.TrimSuffix(name, filepath.Ext(name))
	}
	return name
}

func writeWhole(path string, data []byte) error {
	return wholefile.Write(path, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
}
