package session

import (
	"context"
	"fmt"
	"math"
	"strings"

	"tumble/engine/input"
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
	rebuilds  uint64
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
	return record.SceneInfo{Scene: s.Config.Scene.Name, Hz: int64(s.Config.Loop.Hertz), Params: append([]record.Param(nil), s.built...)}
}

// Record starts to write down every call that changes the world of the session, also through
// rebuilds. Recording ends with the recorder, not with an error of it.
func (s *Session) Record(r *record.Recorder) error {
	s.recording = r
	s.log.age()
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
	s.rebuilds++
	s.steps, s.time = 0, 0
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
	s.Apply(events)
	s.grab.follow(s.Run.World)
	s.steps++
	s.log.ticks++
	s.time += exactLength(dt)
	s.note(s.spawner.step(s.Now(), s.spawn))
	return s.Run.AdvanceBy(dt)
}

// Apply carries out the commands among events between two steps.
func (s *Session) Apply(events []input.Event) {
	for i := range events {
		if events[i].Kind == input.EventCommand {
			s.apply(&events[i])
		}
	}
}

// exactLength is the length of a step (s) in double precision: that of a whole number of steps a second where dt is one.
func exactLength(dt float32) float64 {
	if hertz := math.Round(1 / float64(dt)); hertz > 0 && 1/float32(hertz) == dt {
		return 1 / hertz
	}
	return float64(dt)
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

// apply carries out one command, as an edit that can be taken back where it is one.
func (s *Session) apply(e *input.Event) {
	s.applied++
	switch c := Command(e.Code); {
	case c == CommandUndo:
		s.note(s.undo(e.X != 0))
	case c == CommandRedo:
		s.note(s.redo(e.X != 0))
	case c.isEdit():
		if c == CommandGrab {
			s.letGo()
		}
		s.begin(e)
		s.carryOut(e)
		s.finish()
	default:
		s.carryOut(e)
	}
}

// carryOut carries out one command.
func (s *Session) carryOut(e *input.Event) {
	w := s.Run.World
	switch Command(e.Code) {
	case CommandGrab:
		s.note(s.take(e))
	case CommandDrag:
		s.grab.target = e.P
	case CommandRelease:
		s.letGo()
	case CommandShoot:
		s.note(s.spawned.shoot(w, e.P, e.D, e.S))
	case CommandThrow:
		s.note(s.spawned.throw(w, SpawnKind(e.ID), e))
	case CommandSpawn:
		s.note(s.spawn(SpawnKind(e.ID), e.P, e.S))
	case CommandSpawner:
		s.note(s.setSpawner(e))
	case CommandDelete:
		if b, _, ok := Pick(w, e.P, e.D); ok && b.Type() == physics.Dynamic {
			s.remove([]physics.Body{b})
		}
	case CommandRemove, CommandDuplicate, CommandMirror:
		s.note(s.onTargets(e))
	case CommandAlso:
		s.also = append(s.also, e.ID)
	case CommandAnchor:
		s.note(s.setAnchor(e))
	case CommandJoin:
		s.note(s.join(e))
	case CommandCut:
		s.note(s.cut(e.ID))
	case CommandExplode:
		s.explode(e.P, e.S, float32(e.X))
	case CommandPush:
		s.push(e.P, e.D, e.S)
	case CommandRestart:
		s.note(s.rebuild())
	case CommandSet:
		s.set(e)
	case CommandMend:
		s.note(s.mend(e.ID))
	case CommandWake:
		for _, b := range w.Bodies(nil) {
			b.SetAwake(true)
		}
	case CommandEdit:
		s.note(s.edit(e))
	case CommandControl:
		if !s.Run.SetControl(int(e.ID), e.X) {
			s.notice = fmt.Sprintf("the scene has no axis %d that can be moved to %g", e.ID, e.X)
		}
	default:
		s.notice = fmt.Sprintf("command %d is not known to this program", e.Code)
	}
}

// set carries out CommandSet.
func (s *Session) set(e *input.Event) {
	p := s.keys[e.ID]
	if p == nil {
		s.notice = fmt.Sprintf("parameter %016x is not known to this program", e.ID)
		return
	}
	value := e.X
	if e.S != 0 {
		value = math.NaN()
	}
	before := p.Value()
	if strings.HasPrefix(p.Key, "material.") {
		for _, b := range s.World().Bodies(nil) {
			s.changes(b, partSurface|partMass)
		}
	}
	if err := setParam(p, value, s.Config, s.World()); err != nil {
		s.note(err)
		return
	}
	x := s.log.current
	x.what, x.name = "set", p.Key
	if len(x.params) > 0 {
		x.params[0].after = p.Value()
	} else if after := p.Value(); !sameValue(before, after) {
		x.params = append(x.params, paramChange{e.ID, before, after})
	}
}

// setSpawner carries out CommandSpawner.
func (s *Session) setSpawner(e *input.Event) error {
	before := s.spawner
	err := s.spawner.set(e, s.Now().Ns)
	if x := s.log.current; before.on || s.spawner.on {
		x.what, x.spawners = "spawner", &[2]spawner{before, s.spawner}
	}
	return err
}

func (s *Session) note(err error) {
	if err != nil {
		s.notice = err.Error()
	}
}
