package session

import (
	"fmt"

	"tumble/engine/param"
	"tumble/engine/record"
	"tumble/internal/openscene"
	"tumble/physics"
	"tumble/physics/scenes"
	"tumble/scene"
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

// OpenReplay makes the session that a replay begins with: that of the first part, or one that shows the recorded
// poses where there is no input to replay, or where this version cannot begin it; why says so then.
func OpenReplay(rec *record.Recording, clock physics.Clock) (s *Session, why string, err error) {
	if !rec.HasTicks() && rec.Calls.HasPoses() {
		s, err = Show(rec, clock)
		return s, "the recording has no input of a window: what is shown are its poses", err
	}
	s, err = OpenPart(rec, 0, clock)
	if err != nil && rec.Calls.HasPoses() {
		why = fmt.Sprintf("this version cannot begin the recording, and shows its poses: %v", err)
		s, err = Show(rec, clock)
	}
	return s, why, err
}

// Show is a session whose world shows the poses of a recording, whatever scenes and versions they came from: its
// steps compute nothing. The recording must stay open.
func Show(rec *record.Recording, clock physics.Clock) (*Session, error) {
	info := rec.First().Info
	shown := &scenes.Scene{Name: info.Scene, Hertz: int(info.Hz)}
	// files are not opened for their looks alone
	if !scene.IsFile(info.Scene) {
		if known, err := openscene.Find(info.Scene); err == nil {
			shown.View, shown.Views, shown.Drawings = known.View, known.Views, known.Drawings
		}
	}
	shown.Build = func(r *scenes.Run) {
		if err := rec.Calls.Show(r.World, 0); err != nil {
			r.Fail(err)
		}
	}
	config := param.NewConfig(shown)
	config.Loop.Hertz = int(info.Hz)
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

// At is the session of a scene as configured, in a state of its world. The values that a scene keeps beside its world
// are as in the beginning.
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
