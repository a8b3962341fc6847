package session

import (
	"errors"

	"tumble/physics"
)

// recording writes down every call that changes the world of a session, also through rebuilds.
type recording struct{ recorder *physics.Recorder }

// begin records the calls of a world from now on.
func (r *recording) begin(w *physics.World, options physics.RecordOptions) error {
	if r.recorder != nil {
		return errors.New("app: the session is being recorded already")
	}
	recorder, err := w.Record(options)
	if err == nil {
		r.recorder = recorder
	}
	return err
}

// follow goes on with the world that replaces the recorded one.
func (r *recording) follow(w *physics.World) error {
	if r.recorder == nil {
		return nil
	}
	return r.recorder.Follow(w)
}

// end stops recording and returns what was recorded, nil if nothing was.
func (r *recording) end() (*physics.Recording, error) {
	recorder := r.recorder
	if recorder == nil {
		return nil, nil
	}
	r.recorder = nil
	return recorder.Stop()
}
