package openscene

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"tumble/internal/gltfscene"
	"tumble/internal/mjcf"
	"tumble/internal/scenefile"
	"tumble/internal/urdf"
	"tumble/physics/scenes"
)

// File is a scene file that was read.
type File struct {
	// Path as it was given; it is also the name of the scene.
	Path string
	// Faults are warnings and errors; with errors there is no scene.
	Faults scenefile.Faults
	Model  *scenefile.Scene
	Scene  *scenes.Scene
	// Files are the places of the files that the scene refers to, whether they are there or not.
	Files []string
}

// ErrFile is wrapped by errors about the contents of a file and about files that cannot be read.
var ErrFile = errors.New("scene file")

// ErrNoScene is wrapped by errors about names that are neither those of scenes nor of files.
var ErrNoScene = errors.New("no scene")

// extensions are the formats by the ending of the file name.
var extensions = []string{".gltf", ".glb", ".urdf", ".xml", ".mjcf"}

// IsFile reports whether a name is that of a scene file, by its ending.
func IsFile(name string) bool {
	ext := strings.ToLower(filepath.Ext(name))
	for _, e := range extensions {
		if ext == e {
			return true
		}
	}
	return false
}

// Find returns the scene that a name stands for. Errors about files wrap ErrFile, others ErrNoScene.
func Find(name string) (*scenes.Scene, error) {
	if s, ok := scenes.Find(name); ok {
		return s, nil
	}
	if !IsFile(name) {
		return nil, fmt.Errorf("%w %q; sandbox scenes lists them, and files end in %s", ErrNoScene, name, strings.Join(extensions, ", "))
	}
	f, err := Read(name)
	if err != nil {
		return nil, err
	}
	return f.Scene, f.Err()
}

// Err is the error of a file that was read, nil if it is a scene.
func (f *File) Err() error {
	if err := f.Faults.Err(); err != nil {
		return fmt.Errorf("%w %s: %w", ErrFile, f.Path, err)
	}
	return nil
}

// Read reads a scene file. The error is about reading it; what is wrong with its contents is in
// the faults.
func Read(path string) (*File, error) {
	f := &File{Path: path}
	if !IsFile(path) {
		return nil, fmt.Errorf("%w: %s: the name must end in %s", ErrFile, path, strings.Join(extensions, ", "))
	}
	data, err := readRegular(func() (*os.File, error) { return os.Open(path) })
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrFile, err)
	}
	folder, err := os.OpenRoot(filepath.Dir(path))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrFile, err)
	}
	defer folder.Close()
	if len(data) == 0 {
		f.Faults.Errorf("", "the file is empty")
		return f, nil
	}
	near := &beside{folder: folder, dir: filepath.Dir(path)}
	switch strings.ToLower(filepath.Ext(path)) {
	case ".urdf":
		f.Model = urdf.Decode(data, path, near.read, &f.Faults)
	case ".xml", ".mjcf":
		f.Model = mjcf.Decode(data, path, near.read, &f.Faults)
	default:
		f.Model = gltfscene.Decode(data, path, near.read, &f.Faults)
	}
	if f.Files = near.files; f.Faults.Failed() {
		return f, nil
	}
	f.Scene = f.Model.Scene()
	f.Scene.Files = f.Files
	// what only shows when the world is built belongs to the file as well
	run, err := f.Scene.New(f.Scene.WorldDef(), nil)
	if err != nil {
		f.Faults.Errorf("", "%s", strings.TrimPrefix(err.Error(), "scenes: "+path+": "))
		return f, nil
	}
	run.World.Close()
	return f, nil
}

// readRegular reads a file that is one: a pipe or device could go on for ever.
func readRegular(open func() (*os.File, error)) ([]byte, error) {
	file, err := open()
	if err != nil {
		return nil, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is no regular file", file.Name())
	}
	if info.Size() > gltfscene.MaxFile {
		return nil, fmt.Errorf("%s has %d bytes: at most %d are read", file.Name(), info.Size(), gltfscene.MaxFile)
	}
	return io.ReadAll(io.LimitReader(file, gltfscene.MaxFile+1))
}
