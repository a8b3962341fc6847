package cli

import (
	"errors"

	"tumble/engine/param"
	"tumble/internal/openscene"
	"tumble/physics/scenes"
	"tumble/scene"
)

// SceneNamed is the scene that the arguments name first, the default one if there are none.
func SceneNamed(args []string) string {
	if len(args) > 0 {
		return args[0]
	}
	return scenes.DefaultScene
}

// FindScene returns the scene that a user named: one of the library or a file.
func FindScene(name string) (*scenes.Scene, error) {
	s, err := openscene.Find(name)
	if errors.Is(err, openscene.ErrNoScene) {
		err = Meant(err, name, sceneNames())
	}
	return s, inputError(err)
}

// Assign applies the values of --set to a configuration.
func Assign(r *param.Registry, pairs []string) error {
	for _, pair := range pairs {
		if err := r.Assign(pair); err != nil {
			return &Error{ExitUsage, err}
		}
	}
	return nil
}

func sceneNames() []string {
	var names []string
	for _, s := range scenes.All() {
		names = append(names, s.Name)
	}
	return names
}

// inputError gives errors about a scene that a user named their exit code.
func inputError(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, scene.ErrFile):
		return &Error{ExitInput, err}
	}
	return &Error{ExitUsage, err}
}
