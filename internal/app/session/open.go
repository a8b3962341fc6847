package session

import (
	"fmt"

	"tumble/engine/param"
	"tumble/engine/record"
	"tumble/internal/openscene"
	"tumble/physics"
)

// OpenSession builds the scene of a recording with its parameters.
func Open(info record.SceneInfo, clock physics.Clock) (*Session, error) {
	scene, err := openscene.Find(info.Scene)
	if err != nil {
		return nil, fmt.Errorf("app: recording of scene %q: %w", info.Scene, err)
	}
	config := param.NewConfig(scene)
	config.Loop.Hertz = int(info.Hz)
	registry := config.Registry()
	for _, p := range info.Params {
		if err := registry.Set(p.Name, p.Value); err != nil {
			return nil, fmt.Errorf("app: recording of scene %q: %w", info.Scene, err)
		}
	}
	return New(config, clock)
}
