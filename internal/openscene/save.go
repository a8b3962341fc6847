package openscene

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"tumble/internal/gltfscene"
	"tumble/internal/scenefile"
	"tumble/physics/scenes"
)

// CanSave reports whether a file name is that of a format that scenes are saved in.
func CanSave(path string) bool {
	ext := strings.ToLower(filepath.Ext(path))
	return ext == ".gltf" || ext == ".glb"
}

// Save writes the world of a run as it is now to a .gltf or .glb file. The file is whole or not
// there: an error or a crash leaves what was there before.
func Save(path string, run *scenes.Run, hertz int, view scenes.View) error {
	if !CanSave(path) {
		return fmt.Errorf("saving %s: the name must end in .gltf or .glb", path)
	}
	data, err := gltfscene.Encode(scenefile.Capture(run, hertz, view), strings.EqualFold(filepath.Ext(path), ".glb"))
	if err != nil {
		return fmt.Errorf("saving %s: %w", path, err)
	}
	if err := replace(path, data); err != nil {
		return fmt.Errorf("saving %s: %w", path, err)
	}
	return nil
}

// replace writes a file beside the old one, forces it to the disk, and only then gives it the name.
func replace(path string, data []byte) error {
	// a link stays a link: what it points to is replaced
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target
	}
	mode := os.FileMode(0o644)
	if info, err := os.Stat(path); err == nil {
		if !info.Mode().IsRegular() {
			return errors.New("is no regular file")
		}
		mode = info.Mode().Perm()
	}
	folder := filepath.Dir(path)
	f, err := os.CreateTemp(folder, ".tumble-*")
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err == nil {
		err = errors.Join(f.Chmod(mode), f.Sync())
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	// the name is on the disk when the folder is; not every system can do that
	if d, err := os.Open(folder); err == nil {
		_ = d.Sync()
		_ = d.Close()
	}
	return nil
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
