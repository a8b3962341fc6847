package app

import (
	"errors"

	"tumble/physics"
)

// Record starts to write down every call that changes the world of the session, also through
// rebuilds.
func (s *Session) Record(options physics.RecordOptions) error {
	if s.recorder != nil {
		return errors.New("app: the session is being recorded already")
	}
	r, err := s.Run.World.Record(options)
	if err == nil {
		s.recorder = r
	}
	return err
}

// StopRecording ends what Record began and returns it, nil if nothing was recorded.
func (s *Session) StopRecording() (*physics.Recording, error) {
	r := s.recorder
	if r == nil {
		return nil, nil
	}
	s.recorder = nil
	return r.Stop()
}
