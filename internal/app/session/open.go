package session

import (
	"fmt"

	"tumble/engine/param"
	"tumble/engine/record"
	"tumble/internal/openscene"
	"tumble/physics"
)

// Open builds the scene of a recording with its parameters.
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

// OpenState opens a saved state of a scene: the session goes on from its step.
func OpenState(rec *record.Recording, clock physics.Clock) (*Session, error) {
	s, err := Open(rec.First().Info, clock)
	if err != nil {
		return nil, err
	}
	return s.from(rec.State)
}

// At is the session of a scene as configured, in a state of its world. What a scene keeps beside its world is as in the
// beginning.
func At(config *param.Config, state *physics.Snapshot) (*Session, error) {
	s, err := New(config, nil)
	if err != nil {
		return nil, err
	}
	return s.from(state)
}

// from gives a session that was just built the state of a world. It closes the session that does not take it.
func (s *Session) from(state *physics.Snapshot) (*Session, error) {
	if err := s.World().Restore(state); err != nil {
		s.World().Close()
		return nil, fmt.Errorf("app: state of scene %q: %w", s.Config.Scene.Name, err)
	}
	steps := s.World().Counters().Steps
	s.Run.StepCount, s.steps = int(steps), uint64(steps)
	s.time = float64(steps) / float64(s.Config.Loop.Hertz)
	return s, nil
}
