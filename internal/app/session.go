package app

import (
	"context"
	"fmt"
	"hash/fnv"
	"strings"

	"tumble/engine/input"
	"tumble/engine/param"
	"tumble/engine/record"
	"tumble/internal/openscene"
	"tumble/physics"
	"tumble/physics/scenes"
	"tumble/physics/vec"
)

// Session is a scene in progress with everything that the user does to it.
type Session struct {
	Config   *param.Config
	Registry *param.Registry
	Run      *scenes.Run

	keys     map[uint64]*param.Param
	clock    physics.Clock
	initial  []record.Param
	built    []record.Param // the parameters with which the world was built
	grab     grab
	spawned  []physics.Body
	rebuilds uint64
	notice   string
	labels   context.Context
	recorder *physics.Recorder
}

// NewSession builds the scene as configured. clock fills the world's profile; nil leaves it empty.
func NewSession(config *param.Config, clock physics.Clock) (*Session, error) {
	s := &Session{Config: config, Registry: config.Registry(), clock: clock, keys: map[uint64]*param.Param{}}
	for _, p := range s.Registry.All() {
		s.keys[keyHash(p.Key)] = p
		for _, old := range p.Old {
			s.keys[keyHash(old)] = p
		}
	}
	s.initial = s.changed()
	if err := s.rebuild(); err != nil {
		return nil, err
	}
	return s, nil
}

// OpenSession builds the scene of a recording with its parameters.
func OpenSession(info record.SceneInfo, clock physics.Clock) (*Session, error) {
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
	return NewSession(config, clock)
}

// Info says how the session started, for a recording.
func (s *Session) Info() record.SceneInfo {
	return record.SceneInfo{
		Scene:  s.Config.Scene.Name,
		Hz:     int64(s.Config.Loop.Hertz),
		Params: s.initial,
	}
}

// changed lists the parameters that differ from the scene's own values.
func (s *Session) changed() []record.Param {
	var list []record.Param
	for _, p := range s.Registry.All() {
		if !p.IsDefault() {
			list = append(list, record.Param{Name: p.Key, Value: p.String()})
		}
	}
	return list
}

// rebuild builds the scene anew; the old world is dropped only when that worked.
func (s *Session) rebuild() error {
	run, err := s.Config.BuildWith(s.clock)
	if err != nil {
		return err
	}
	s.Run, s.built = run, s.changed()
	run.World.LabelStages(s.labels)
	if s.recorder != nil {
		if err := s.recorder.Follow(run.World); err != nil {
			return err
		}
	}
	s.grab = grab{}
	s.spawned = s.spawned[:0]
	s.rebuilds++
	return nil
}

// LabelStages marks the CPU samples of steps with their stage, beside the labels of base; nil
// ends that.
func (s *Session) LabelStages(base context.Context) {
	s.labels = base
	s.Run.World.LabelStages(base)
}

// Rebuilds counts how often the world was built: when it changes, all handles are stale.
func (s *Session) Rebuilds() uint64 { return s.rebuilds }

// World is the world of the scene; it changes with a rebuild.
func (s *Session) World() *physics.World { return s.Run.World }

// Hash condenses the state of the world.
func (s *Session) Hash() uint64 { return s.Run.World.Hash() }

// Notice returns and clears the last thing the user should be told.
func (s *Session) Notice() string {
	n := s.notice
	s.notice = ""
	return n
}

// Tick is TickBy with the length of a step that the configuration has.
func (s *Session) Tick(events []input.Event) error {
	return s.TickBy(events, 1/float32(s.Config.Loop.Hertz))
}

// TickBy applies the events of a tick and steps the world once by dt seconds. Events that are
// no commands are ignored. Commands that cannot be carried out change nothing and leave a
// Notice.
func (s *Session) TickBy(events []input.Event, dt float32) error {
	for i := range events {
		if events[i].Kind == input.EventCommand {
			s.apply(&events[i])
		}
	}
	s.grab.follow(s.Run.World)
	return s.Run.AdvanceBy(dt)
}

// setParam writes a parameter and lets it take effect.
func (s *Session) setParam(hash uint64, value float64) {
	p := s.keys[hash]
	if p == nil {
		s.notice = fmt.Sprintf("parameter %016x is not known to this program", hash)
		return
	}
	if err := p.SetValue(value); err != nil {
		s.notice = strings.TrimPrefix(err.Error(), "param: ")
		return
	}
	if p.Restart {
		return
	}
	if strings.HasPrefix(p.Key, "material.") {
		s.Config.Material.Apply(s.Run.World)
		return
	}
	if err := s.Run.World.SetSettings(s.Config.Settings); err != nil {
		s.notice = err.Error()
	}
}

// keyHash is the number under which a parameter travels in a command.
func keyHash(key string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(key))
	return h.Sum64()
}

// pick returns the body that a ray hits first and the point of the hit.
func pick(w *physics.World, origin, translation vec.Vec3) (physics.Body, vec.Vec3, bool) {
	hit, ok := w.RayCast(origin, translation, physics.DefaultQueryFilter())
	if !ok {
		return physics.Body{}, vec.Vec3{}, false
	}
	return hit.Shape.Body(), hit.Point, true
}
