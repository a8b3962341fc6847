package main

import (
	"errors"
	"tumble/engine/param"
	"tumble/internal/openscene"
	"tumble/physics/scenes"
)

// sceneNamed is the scene that the arguments name first, the default one if there are none.
func sceneNamed(args []string) string {
	if len(args) > 0 {
		return args[0]
	}
	return scenes.DefaultScene
}

// findScene returns the scene that a user named: one of the library or a file.
func findScene(name string) (*scenes.Scene, error) {
	s, err := openscene.Find(name)
	if errors.Is(err, openscene.ErrNoScene) {
		err = meant(err, name, sceneNames())
	}
	return s, inputError(err)
}

// assign applies the values of --set to a configuration.
func assign(r *param.Registry, pairs []string) error {
	for _, pair := range pairs {
		if err := r.Assign(pair); err != nil {
			return &exitError{exitUsage, err}
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
	case errors.Is(err, openscene.ErrFile):
		return &exitError{exitInput, err}
	}
	return &exitError{exitUsage, err}
}
