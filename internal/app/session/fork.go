package session

import (
	"tumble/engine/param"
	"tumble/physics"
	"tumble/physics/scenes"
)

// Fork makes a session with the same scene, parameters and state, which goes on by itself.
func (s *Session) Fork(clock physics.Clock) (*Session, error) {
	config := param.NewConfig(s.Config.Scene)
	config.Loop = s.Config.Loop
	registry := config.Registry()
	for _, p := range s.built {
		if err := registry.Set(p.Name, p.Value); err != nil {
			return nil, err
		}
	}
	f, err := New(config, clock)
	if err != nil {
		return nil, err
	}
	var state physics.Snapshot
	if err := s.World().Snapshot(&state); err != nil {
		return nil, err
	}
	if err := f.World().Restore(&state); err != nil {
		return nil, err
	}
	// changes since the world was built take effect without building it again
	for _, p := range changed(s.Registry) {
		if err := registry.Set(p.Name, p.Value); err != nil {
			return nil, err
		}
	}
	f.applied = s.applied
	var run scenes.RunState
	run.Take(s.Run)
	run.Give(f.Run)
	f.steps, f.time, f.scenic = s.steps, s.time, s.scenic
	f.spawner = s.spawner
	f.flows = s.flows
	f.grab = s.grab
	f.grab.body, f.grab.joint.Joint = s.grab.body.In(f.World()), s.grab.joint.In(f.World())
	for _, b := range s.spawned.bodies {
		f.spawned.bodies = append(f.spawned.bodies, b.In(f.World()))
	}
	return f, nil
}
