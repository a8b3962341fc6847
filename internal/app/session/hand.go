package session

import (
	"tumble/engine/input"
)

// take carries out CommandGrab; hitting nothing is no error.
func (s *Session) take(e *input.Event) error {
	b, p, ok := s.Aim(e)
	if !ok {
		return nil
	}
	s.changes(b, partMotion)
	s.log.current.call("drag", b)
	return s.grab.take(s.World(), b, p)
}

// letGo ends the work of the hand as an edit.
func (s *Session) letGo() {
	if x := s.log.held; x != nil {
		s.capture(x)
		s.log.held = nil
	}
	s.grab.release()
}

// letGoFirst is letGo before something is undone or done again.
func (s *Session) letGoFirst() {
	held := s.grab.joint.Valid()
	s.letGo()
	if held {
		release := ReleaseCommand()
		s.trace(&release)
	}
}
