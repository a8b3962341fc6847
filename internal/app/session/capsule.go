package session

import (
	"bytes"
	"fmt"

	"tumble/engine/record"
	"tumble/internal/capsule"
	"tumble/physics"
	"tumble/scene"
)

// Capsule is the session as it is now: scene, parameters and state, without a view, a picture or what led to it.
// program is the build that makes it. A capsule may come with an error about files of the scene that are left out.
func (s *Session) Capsule(program string) (*capsule.Capsule, error) {
	c := &capsule.Capsule{}
	c.Program, c.Scene, c.Step, c.Time = program, s.Config.Scene.Name, s.Steps(), s.Time()
	c.Hertz, c.Digest = s.Config.Loop.Hertz, fmt.Sprintf("%016x", s.Digest())
	preset, err := CopyTOML(s.Config.Scene.Name, s.Registry)
	if err != nil {
		return nil, err
	}
	c.Preset = []byte(preset)
	if c.Moment, err = s.recordMoment(program); err != nil {
		return nil, err
	}
	if scene.IsFile(s.Config.Scene.Name) {
		return c, c.AddScene(s.Config.Scene.Name, s.Config.Scene.Files)
	}
	return c, nil
}

// recordMoment is a recording that begins now and has no step.
func (s *Session) recordMoment(program string) ([]byte, error) {
	info, state, err := s.Resume()
	if err != nil {
		return nil, err
	}
	// a copy is recorded: the world may have a recorder already
	twin, err := s.Fork(nil)
	if err != nil {
		return nil, err
	}
	defer twin.World().Close()
	var out bytes.Buffer
	r, err := record.NewRecorder(&out, info, physics.RecordOptions{Program: program})
	if err != nil {
		return nil, err
	}
	if err := r.Resume(s.Steps(), state); err != nil {
		return nil, err
	}
	if err := r.Follow(twin.World()); err != nil {
		return nil, err
	}
	if err := r.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}
