package gltf

import (
	"tumble/scene/gltf/internal/document"
	"tumble/scene/gltf/internal/jsonvalue"
	"tumble/scene/gltf/internal/load"
	"tumble/scene/gltf/internal/save"
	"tumble/scene/model"
)

// MaxFile bounds a file and all that it refers to, together (bytes).
const MaxFile = document.MaxFile

// MaxText bounds the JSON of a file (bytes).
const MaxText = jsonvalue.MaxText

// Options choose how a scene is read.
type Options struct {
	// Beside reads the other files that the scene refers to; it may be nil.
	Beside model.Beside
}

// Decode reads a scene. name is that of the model, and part of no path. The error is the first of those in the file,
// if any: the model beside it has all of them in Faults, and is of no other use.
func Decode(data []byte, name string, o Options) (*model.Model, error) {
	var f model.Faults
	m := load.Scene(data, name, o.Beside, &f)
	m.Faults = f
	return m, f.Err()
}

// Encode writes a scene as glTF: the whole in one JSON text, or as a binary file.
func Encode(m *model.Model, asBinary bool) ([]byte, error) { return save.Scene(m, asBinary, false) }

// EncodeBeside is Encode for a file in the folder of the one that the scene was read from: a JSON text
// goes on naming the files there.
func EncodeBeside(m *model.Model, asBinary bool) ([]byte, error) {
	return save.Scene(m, asBinary, true)
}
