package openscene

import (
	"fmt"
	"os"
	"strings"

	"tumble/internal/gltfscene"
	"tumble/internal/scenefile"
	"tumble/internal/truth"
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
	// World is the world that the scene becomes.
	World scenefile.Summary
	// Files are the places of the files that the scene refers to, whether they are there or not.
	Files []string
}

// Find returns the scene that a name stands for. Errors about files wrap ErrFile, others ErrNoScene.
func Find(name string) (*scenes.Scene, error) {
	if s, ok := scenes.Find(name); ok {
		return s, nil
	}
	if name == Blank.Name {
		return Blank, nil
	}
	if r, ok := truth.Find(name); ok && strings.HasPrefix(name, truth.Prefix) {
		return r.Scene, nil
	}
	if !IsFile(name) {
		return nil, unknown(ErrNoScene, name)
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

// Read reads a scene file. The error is about reading it; wrong contents are in the faults.
func Read(path string) (*File, error) {
	f := &File{Path: path}
	if !IsFile(path) {
		return nil, unknown(ErrFile, path)
	}
	data, err := readRegular(func(flags int) (*os.File, error) { return os.OpenFile(path, flags, 0) },
		func(head []byte) int64 { return min(maxBytes(path, head), options.MaxBytes) })
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrFile, err)
	}
	if err := checkText(path, data); err != nil {
		return nil, fmt.Errorf("%w: %s: %w", ErrFile, path, err)
	}
	around, err := newSearch(path, options.Packages)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrFile, err)
	}
	defer around.close()
	if len(data) == 0 {
		f.Faults.Errorf("", "the file is empty")
		return f, nil
	}
	near := &beside{search: around, limit: options.MaxBytes, total: int64(len(data))}
	f.decode(data, near.read)
	if f.Files = near.files; f.Faults.Failed() {
		return f, nil
	}
	if f.Model.CheckMotion(&f.Faults); f.Faults.Failed() {
		return f, nil
	}
	f.Scene = f.Model.Scene()
	f.Scene.Files = f.Files
	// faults that only show when the world is built belong to the file as well
	sample, err := f.Model.Sample()
	if err != nil {
		f.Faults.Errorf("", "%s", strings.TrimPrefix(err.Error(), "scenes: "+path+": "))
		return f, nil
	}
	f.World = sample.Summary()
	f.World.Units = f.Model.Units
	f.World.CheckLengths(&f.Faults)
	f.World.CheckShapes(&f.Faults)
	sample.CheckJoints(&f.Faults)
	f.Model.CheckContinuation(sample.Run.World, &f.Faults)
	if f.Scene.View.Distance <= 0 {
		f.Scene.View = framed(sample)
	}
	sample.Run.World.Close()
	return f, nil
}

// decode reads the contents with the reader of their format.
func (f *File) decode(data []byte, beside func(string) ([]byte, error)) {
	units := "1 m, y up"
	if f.decodeRobot(data, beside) {
		units = "1 m, z up"
	} else {
		f.Model = gltfscene.Decode(data, f.Path, beside, &f.Faults)
	}
	if f.Model != nil && f.Model.Units == "" {
		f.Model.Units = units
	}
}
