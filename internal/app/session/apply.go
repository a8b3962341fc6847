package session

import (
	"fmt"

	"tumble/engine"
	"tumble/physics"
)

// apply carries out one command.
func (s *Session) apply(e *engine.Event) {
	w := s.Run.World
	switch Command(e.Code) {
	case CommandGrab:
		s.grab.release()
		s.note(s.grab.take(w, e.P, e.D))
	case CommandDrag:
		s.grab.target = e.P
	case CommandRelease:
		s.grab.release()
	case CommandShoot:
		s.note(s.spawned.shoot(w, e.P, e.D, e.S))
	case CommandSpawn:
		s.note(s.spawned.spawn(w, SpawnKind(e.ID), e.P, e.S))
	case CommandDelete:
		if b, _, ok := Pick(w, e.P, e.D); ok && b.Type() == physics.Dynamic {
			if s.grab.body == b {
				s.grab.release()
			}
			b.Destroy()
		}
	case CommandExplode:
		explode(w, e.P, e.S, float32(e.X))
	case CommandPush:
		push(w, e.P, e.D, e.S)
	case CommandRestart:
		s.note(s.rebuild())
	case CommandSet:
		if p := s.keys[e.ID]; p != nil {
			s.note(setParam(p, e.X, s.Config, w))
		} else {
			s.notice = fmt.Sprintf("parameter %016x is not known to this program", e.ID)
		}
	case CommandWake:
		for _, b := range w.Bodies(nil) {
			b.SetAwake(true)
		}
	case CommandEdit:
		s.note(edit(w, e))
	case CommandControl:
		if !s.Run.SetControl(int(e.ID), e.X) {
			s.notice = fmt.Sprintf("the scene has no axis %d that can be moved to %g", e.ID, e.X)
		}
	default:
		s.notice = fmt.Sprintf("command %d is not known to this program", e.Code)
	}
}

func (s *Session) note(err error) {
	if err != nil {
		s.notice = err.Error()
	}
}
