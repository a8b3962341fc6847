package scene

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"tumble/scene/gltf"
	"tumble/scene/model"
)

// ErrFile is wrapped by errors about the contents of a file and about files that cannot be read.
var ErrFile = errors.New("scene file")

// Model is the content of a file.
type Model = model.Model

// Open reads a scene file. A file with errors gives a model, too, beside the error about the first of them: its
// Faults list all, and it is of no other use.
func Open(path string, o Options) (*Model, error) {
	if !IsFile(path) {
		return nil, unknown(path)
	}
	o = o.orDefaults()
	data, err := readRegular(func(flags int) (*os.File, error) { return os.OpenFile(path, flags, 0) },
		func(head []byte) int64 { return min(maxBytes(path, head), o.MaxBytes) })
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrFile, err)
	}
	around, err := newSearch(path, o.Packages)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrFile, err)
	}
	defer around.close()
	near := &beside{search: around, limit: o.MaxBytes, total: int64(len(data))}
	m, err := read(path, data, o, near.read)
	if m != nil {
		m.Files = near.files
	}
	return m, err
}

// read makes a model of the bytes of a file.
func read(path string, data []byte, o Options, beside model.Beside) (*Model, error) {
	if err := checkText(path, data); err != nil {
		return nil, fmt.Errorf("%w: %s: %w", ErrFile, path, err)
	}
	m := model.New(path)
	if len(data) == 0 {
		m.Faults.Errorf("", "the file is empty")
	} else {
		m = decode(path, data, o, beside)
	}
	if !m.Faults.Failed() {
		examine(m)
	}
	if err := m.Faults.Err(); err != nil {
		return m, fmt.Errorf("%w %s: %w", ErrFile, path, err)
	}
	return m, nil
}

// decode reads the contents with the reader of their format.
func decode(path string, data []byte, o Options, beside model.Beside) *Model {
	units := "1 m, z up"
	m := decodeRobot(path, data, o, beside)
	if m == nil {
		units = "1 m, y up"
		m, _ = gltf.Decode(data, path, gltf.Options{Beside: beside})
	}
	if m.Units == "" {
		m.Units = units
	}
	return m
}

// examine adds the faults that only show when the world is built, and frames a model without a camera.
func examine(m *Model) {
	f := &m.Faults
	m.CheckMotion(f)
	if f.Failed() {
		return
	}
	sample, err := m.Sample()
	if err != nil {
		f.Errorf("", "%s", strings.TrimPrefix(err.Error(), "scenes: "+m.Name+": "))
		return
	}
	defer sample.Run.World.Close()
	m.Summary = sample.Summary()
	m.Summary.Units = m.Units
	m.Summary.CheckLengths(f)
	m.Summary.CheckShapes(f)
	sample.CheckJoints(f)
	m.CheckContinuation(sample.Run.World, f)
	if m.View.Distance <= 0 {
		m.View = framed(sample)
	}
}
