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

// OpenReplay makes the session that a replay begins with: the first part, where there is input that this version can
// replay; otherwise a world that carries out the recorded calls, or where this version cannot, one that shows the
// recorded poses. why says so.
func OpenReplay(rec *record.Recording, clock physics.Clock) (s *Session, why string, err error) {
	if rec.HasTicks() {
		s, err = OpenPart(rec, 0, clock)
		if err == nil {
			return s, "", nil
		}
		why = fmt.Sprintf("this version cannot begin the recording, and carries out its calls: %v", err)
	}
	s, err = Repeat(rec, clock)
	if err != nil && rec.Calls.HasPoses() {
		why = fmt.Sprintf("this version cannot begin the recording, and shows its poses: %v", err)
		s, err = Show(rec, clock)
	}
	return s, why, err
}

// Repeat is a session whose world carries out the calls and steps of a recording, whatever program made it. The
// recording must stay open.
func Repeat(rec *record.Recording, clock physics.Clock) (*Session, error) {
	def, err := rec.Calls.WorldDef()
	if err != nil {
		return nil, err
	}
	s := recorded(rec, rec.Calls.Repeat)
	s.World = func(d *physics.WorldDef) {
		d.Settings = def.Settings
		d.MaxBodies, d.MaxShapes, d.MaxContacts = def.MaxBodies, def.MaxShapes, def.MaxContacts
	}
	return openRecorded(rec, s, clock)
}

// Show is a session whose world shows the poses of a recording, whatever scenes and versions they came from: its
// steps compute nothing. The recording must stay open.
func Show(rec *record.Recording, clock physics.Clock) (*Session, error) {
	s := recorded(rec, func(w *physics.World) error { return rec.Calls.Show(w, 0) })
	return openRecorded(rec, s, clock)
}

// recorded is a scene that begin fills from a recording, with the views of the scene that was recorded.
func recorded(rec *record.Recording, begin func(*physics.World) error) *scenes.Scene {
	info := rec.First().Info
	s := &scenes.Scene{Name: info.Scene, Hertz: int(info.Hz)}
	// files are not opened for their looks alone
	if !scene.IsFile(info.Scene) {
		known, err := openscene.Find(info.Scene)
		if err == nil {
			s.View, s.Views, s.Drawings = known.View, known.Views, known.Drawings
		}
	}
	s.Build = func(r *scenes.Run) {
		err := begin(r.World)
		if err != nil {
			r.Fail(err)
		}
	}
	return s
}

func openRecorded(rec *record.Recording, s *scenes.Scene, clock physics.Clock) (*Session, error) {
	config := param.NewConfig(s)
	config.Loop.Hertz = int(rec.First().Info.Hz)
	opened, err := New(config, clock)
	if err == nil && s.View == (scenes.View{}) {
		s.View = scene.ViewOf(opened.Run)
	}
	return opened, err
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
