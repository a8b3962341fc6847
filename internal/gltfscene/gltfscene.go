package gltfscene

import (
	"tumble/internal/gltfscene/document"
	"tumble/internal/gltfscene/jsonvalue"
	"tumble/internal/gltfscene/load"
	"tumble/internal/gltfscene/save"
	"tumble/internal/scenefile"
)

// MaxFile bounds a file and all that it refers to, together (bytes).
const MaxFile = document.MaxFile

// MaxText bounds the JSON of a file (bytes).
const MaxText = jsonvalue.MaxText

// Resources returns a file beside the scene by its relative name. It must not read elsewhere.
type Resources = document.Resources

// Decode reads a scene. name is the name of the scene; resources reads other files that it refers
// to and may be nil. The scene is of use only if no errors were added to the faults.
func Decode(data []byte, name string, resources Resources, f *scenefile.Faults) *scenefile.Scene {
	return load.Scene(data, name, resources, f)
}

// Encode writes a scene as glTF: the whole in one JSON text, or as a binary file.
func Encode(s *scenefile.Scene, asBinary bool) ([]byte, error) { return save.Scene(s, asBinary, false) }

// EncodeBeside is Encode for a file in the folder of the one that the scene was read from: a JSON text
// goes on naming the files there.
func EncodeBeside(s *scenefile.Scene, asBinary bool) ([]byte, error) {
	return save.Scene(s, asBinary, true)
}
