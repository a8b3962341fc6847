package session

import (
	"fmt"
	"strings"

	"tumble/engine/input"
	"tumble/internal/doctor"
)

// MendCommand changes the world so that a finding of its examination goes away.
func MendCommand(code doctor.Code) input.Event {
	e := command(CommandMend)
	e.ID = keyHash(string(code))
	return e
}

// mend carries out CommandMend: it examines the world as it is at this step, so that a recording needs the code alone.
func (s *Session) mend(id uint64) error {
	for _, code := range doctor.Codes {
		if keyHash(string(code)) != id {
			continue
		}
		w := s.World()
		done, err := doctor.Mend(w, s.Config.Loop.Hertz, code)
		// a mend may change settings of the world; the parameters show them
		s.Config.Settings = w.Settings()
		if err != nil {
			s.mendFailed()
			return fmt.Errorf("app: %s", strings.TrimPrefix(err.Error(), "doctor: "))
		}
		if x := s.log.current; x != nil {
			x.name = string(code)
		}
		s.notice = string(code) + ": " + done
		return nil
	}
	s.mendFailed()
	return fmt.Errorf("app: finding %016x is not known to this program", id)
}

// mendFailed makes a command that changed nothing no edit.
func (s *Session) mendFailed() {
	if x := s.log.current; x != nil {
		x.whole = false
	}
}
