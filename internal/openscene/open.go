package openscene

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"tumble/internal/truth"
	"tumble/physics/scenes"
	"tumble/scene"
	"tumble/scene/model"
)

// ErrNoScene is wrapped by errors about names that are neither those of scenes nor of files.
var ErrNoScene = errors.New("no scene")

// Find returns the scene that a name stands for. Errors about files wrap scene.ErrFile, others ErrNoScene.
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
	if !scene.IsFile(name) && ending(name) != ".usdc" {
		return nil, fmt.Errorf("%w %q; sandbox scenes lists them, and files end in %s", ErrNoScene, name,
			strings.Join(scene.Endings(), ", "))
	}
	m, err := Read(name)
	if err != nil {
		return nil, err
	}
	return m.Scene(), nil
}

// ending is the ending of a file name in lower case.
func ending(name string) string { return strings.ToLower(filepath.Ext(name)) }

// Read reads a scene file with the options of the command line, see scene.Open.
func Read(path string) (*model.Model, error) { return scene.Open(path, options) }
