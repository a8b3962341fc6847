package session

import (
	"context"
	"math"
	"strings"

	"tumble/engine/param"
	"tumble/engine/record"
	"tumble/engine/timestep"
	"tumble/physics"
	"tumble/physics/scenes"
	"tumble/physics/vec"
)

// Session is a scene in progress with everything that the user does to it.
type Session struct {
	// Config, Registry and Run are for reading. They change with commands, by SetRate and SetSpeed.
	Config   *param.Config
	Registry *param.Registry
	Run      *scenes.Run

	keys      map[uint64]*param.Param
	clock     physics.Clock
	initial   []record.Param
	built     []record.Param // the parameters with which the world was built
	grab      grab
	spawned   spawned
	spawner   spawner
	flows     []flow // never written in place
	rebuilds  uint64
	scenic    uint64 // newest order of a body or joint of the scene
	jumps     uint64 // back in time, or forward again
	applied   uint64
	also      []uint64 // bodies of CommandAlso
	copies    []physics.Body
	anchor    anchor
	log       *undoLog
	steps     uint64
	time      float64 // s
	notice    string
	labels    context.Context
	recording *record.Recorder
}

// NewSession builds the scene as configured. clock fills the world's profile; nil leaves it empty.
func New(config *param.Config, clock physics.Clock) (*Session, error) {
	s := &Session{Config: config, Registry: config.Registry(), clock: clock, log: &undoLog{}}
	s.keys = keysOf(s.Registry)
	s.initial = changed(s.Registry)
	if err := s.rebuild(); err != nil {
		return nil, err
	}
	return s, nil
}

// SetRate notes how many steps there are in a second of the world (Hz).
func (s *Session) SetRate(hertz int) { s.Config.Loop.Hertz = hertz }

// SetSpeed notes how many seconds of the world pass in a second.
func (s *Session) SetSpeed(speed float64) { s.Config.Loop.Speed = speed }

// Info says how the session started, for a recording.
func (s *Session) Info() record.SceneInfo {
	return record.SceneInfo{
		Scene:  s.Config.Scene.Name,
		Hz:     int64(s.Config.Loop.Hertz),
		Params: s.initial,
	}
}

// BuildInfo is the scene with the parameters that the present world was built with.
func (s *Session) BuildInfo() record.SceneInfo {
	return record.SceneInfo{Scene: s.Config.Scene.Name, Hz: int64(s.Config.Loop.Hertz),
		Params: append([]record.Param(nil), s.built...)}
}

// Record starts to write down every call that changes the world of the session, also through
// rebuilds. Recording ends with the recorder, not with an error of it.
func (s *Session) Record(r *record.Recorder) error {
	s.recording = r
	s.log.age()
	s.log.trail = trail{}
	return r.Follow(s.Run.World)
}

// TakeRecording goes on with the recording of a session that this one replaces.
func (s *Session) TakeRecording(from *Session) {
	if s.recording = from.recording; s.recording != nil {
		// the error stays with the recorder
		_ = s.recording.Scene(s.Info(), s.Run.World)
	}
}

// EndRecording forgets the recorder, which has been detached or has ended early.
func (s *Session) EndRecording() { s.recording = nil }

// Recorder is the recording of the session, nil for none.
func (s *Session) Recorder() *record.Recorder { return s.recording }

// rebuild builds the scene anew; the old world is dropped only when that worked.
func (s *Session) rebuild() error {
	run, err := s.Config.BuildWith(s.clock)
	if err != nil {
		return err
	}
	s.Run, s.built = run, changed(s.Registry)
	run.World.LabelStages(s.labels)
	if s.recording != nil {
		// the error stays with the recorder
		_ = s.recording.Follow(run.World)
	}
	s.grab, s.also, s.anchor = grab{}, s.also[:0], anchor{}
	s.log.held = nil
	s.spawned.bodies, s.spawner = s.spawned.bodies[:0], spawner{}
	s.flows = nil
	s.rebuilds++
	s.steps, s.time = 0, 0
	s.scenic = s.log.newestOrder(s.World())
	return nil
}

// LabelStages marks the CPU samples of steps with their stage, beside the labels of base; nil
// ends that.
func (s *Session) LabelStages(base context.Context) {
	s.labels = base
	s.Run.World.LabelStages(base)
}

// MarkSteps labels the steps to come for a profile, until UnmarkSteps.
func (s *Session) MarkSteps(base context.Context) { s.Run.World.LabelStages(base) }

// UnmarkSteps gives steps the labels back that they had before MarkSteps.
func (s *Session) UnmarkSteps() { s.MarkSteps(s.labels) }

// Rebuilds counts how often the world was built: when it changes, all handles are stale.
func (s *Session) Rebuilds() uint64 { return s.rebuilds }

// Jumps counts how often the world was brought back to another state: when it changes, handles may name other objects.
func (s *Session) Jumps() uint64 { return s.jumps }

// Applied counts the commands that the session has taken.
func (s *Session) Applied() uint64 { return s.applied }

// Pass counts a command of the original session that this fork leaves out.
func (s *Session) Pass() { s.applied++ }

// Copies returns and forgets the bodies that the last copy has made.
func (s *Session) Copies() []physics.Body {
	list := s.copies
	s.copies = nil
	return list
}

// World is the world of the scene; it changes with a rebuild.
func (s *Session) World() *physics.World { return s.Run.World }

// Digest condenses the state of the world, see physics.World.Digest.
func (s *Session) Digest() uint64 { return s.Run.World.Digest() }

// Held is the body in the hand of the user and where the hand wants the held point.
func (s *Session) Held() (b physics.Body, target vec.Vec3, ok bool) {
	return s.grab.body, s.grab.target, s.grab.joint.Valid()
}

// Hand is the spring by which the user holds a body, an invalid joint for none.
func (s *Session) Hand() physics.Joint { return s.grab.joint.Joint }

// Notice returns and clears the last thing the user should be told.
func (s *Session) Notice() string {
	n := s.notice
	s.notice = ""
	return n
}

// Now is the time of the step done last, as systems with a rate of their own see it.
func (s *Session) Now() timestep.TickTime {
	hertz := s.Config.Loop.Hertz
	return timestep.TickTime{N: s.steps, Ns: int64(math.Round(s.time * 1e9)), Dt: 1 / float32(hertz), Hz: int64(hertz)}
}

// Spawning reports whether a spawner makes bodies.
func (s *Session) Spawning() bool { return s.spawner.on }

// Steps counts the steps since the scene was built, Time (s) is their sum.
func (s *Session) Steps() uint64 { return s.steps }

// Time is how long the scene has run (s).
func (s *Session) Time() float64 { return s.time }

func (s *Session) note(err error) {
	if err != nil {
		s.notice = strings.TrimPrefix(err.Error(), "app: ")
	}
}
