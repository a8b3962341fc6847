package session

import (
	"fmt"
	"math"
	"strings"

	"tumble/engine/input"
	"tumble/physics"
)

// Tick is TickBy with the length of a step that the configuration has.
func (s *Session) Tick(events []input.Event) error {
	return s.TickBy(events, 1/float32(s.Config.Loop.Hertz))
}

// TickBy applies the events of a tick and steps the world once by dt seconds. Events that are
// no commands are ignored. Commands that cannot be carried out change nothing and leave a
// Notice.
func (s *Session) TickBy(events []input.Event, dt float32) error {
	s.Apply(events)
	s.grab.follow(dt)
	s.steps++
	s.log.ticks++
	s.time += exactLength(dt)
	s.note(s.spawner.step(s.Now(), s.spawn))
	s.capSpawned()
	s.note(s.flow(dt))
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

// exactLength is the length of a step (s) in double precision: that of a whole number of steps a second where dt is
// one.
func exactLength(dt float32) float64 {
	if hertz := math.Round(1 / float64(dt)); hertz > 0 && 1/float32(hertz) == dt {
		return 1 / hertz
	}
	return float64(dt)
}

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
		s.capSpawned()
		s.finish()
		s.trace(e)
	default:
		s.carryOut(e)
		s.trace(e)
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
		s.note(s.throw(SpawnKind(e.ID), e))
	case CommandSpawn:
		s.note(s.spawn(SpawnKind(e.ID), e.P, e.S))
	case CommandSpawner:
		s.note(s.setSpawner(e))
	case CommandDelete:
		if b, _, ok := s.Aim(e); ok {
			s.remove([]physics.Body{b})
		}
	case CommandRemove, CommandDuplicate, CommandMirror:
		s.note(s.onTargets(e))
	case CommandAlso:
		s.also = append(s.also, e.ID)
	case CommandAnchor, CommandJoin, CommandCut, CommandTune:
		s.note(s.onJoint(e))
	case CommandExplode:
		s.explode(e.P, e.S, float32(e.X))
	case CommandPush:
		s.note(s.push(e))
	case CommandRestart:
		s.note(s.rebuild())
	case CommandSet:
		s.set(e)
	case CommandWind, CommandWater:
		s.note(s.setFlow(e))
	case CommandPaint:
		s.note(s.paint(e))
	case CommandRotate:
		s.grab.rotate(e)
	case CommandMend:
		s.note(s.mend(e.ID))
	case CommandWake:
		s.wake()
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
	p := s.Parameter(e)
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
	if err := setParam(p, value, s.Config, s.Run); err != nil {
		s.note(err)
		return
	}
	x := s.log.current
	x.what, x.name = "set", p.Key
	if x.wakes = e.Y != 0 && moves(p); x.wakes && !sameValue(before, p.Value()) {
		s.wake()
	}
	x.set(e.ID, before, p.Value())
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

// Take gives a parameter a value in words, at once and outside of a recording: for a session that runs beside another.
// Sleeping bodies wake. A parameter that takes effect at a restart builds the scene anew.
func (s *Session) Take(key, text string) error {
	p, err := s.Registry.Lookup(key)
	if err == nil {
		err = p.Set(text)
	}
	if err != nil {
		return err
	}
	if p.Restart {
		return s.rebuild()
	}
	if moves(p) {
		s.wake()
	}
	return setParam(p, p.Value(), s.Config, s.Run)
}

// wake wakes every body.
func (s *Session) wake() {
	for _, b := range s.World().Bodies(nil) {
		b.SetAwake(true)
	}
}
