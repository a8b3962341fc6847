package session

import (
	"encoding/json"
	"errors"
	"fmt"

	"tumble/engine/record"
	"tumble/physics"
)

// resumed is the state of a session beside its world, for a recording that begins while the scene is under way.
type resumed struct {
	State
	// Params are the parameters at the beginning of the recording; the world was built with the parameters of the
	// scene.
	Params []record.Param `json:"params,omitempty"`
	// Partial says that the scene keeps data of its own, which no recording has: inputs alone do not lead to the same
	// states again.
	Partial bool `json:"partial,omitempty"`
}

// ErrPartial says that the inputs of a part do not lead to its states again, as the recording lacks data of the scene
// at the beginning of the part.
var ErrPartial = errors.New(
	"begins while the scene is under way, and that keeps what no recording has: only its calls can be carried out")

// Resume returns the scene as its world was built, and the present state of the session beside the world.
func (s *Session) Resume() (info record.SceneInfo, state []byte, err error) {
	r := resumed{Params: changed(s.Registry), Partial: len(s.Run.Characters) > 0 || s.Recorded()}
	r.State.Take(s)
	state, err = json.Marshal(&r)
	return s.BuildInfo(), state, err
}

// Recorded reports whether the world repeats or shows a recording, which no scene of the library builds.
func (s *Session) Recorded() bool {
	_, repeats := s.World().Repetition()
	_, _, shows := s.World().Showing()
	return repeats || shows
}

// OpenPart makes the session that a part of a recording begins with.
func OpenPart(rec *record.Recording, part int, clock physics.Clock) (*Session, error) {
	p := &rec.Parts[part]
	if !p.Resumed {
		return Open(p.Info, clock)
	}
	var r resumed
	err := json.Unmarshal(p.State, &r)
	// only the state that a file begins with is at hand
	if err == nil && (part > 0 || r.Partial) {
		err = ErrPartial
	}
	if err != nil {
		return nil, fmt.Errorf("app: recording of scene %q: %w", p.Info.Scene, err)
	}
	s, err := Open(p.Info, clock)
	if err != nil {
		return nil, err
	}
	if err := s.resume(rec, &r); err != nil {
		s.World().Close()
		return nil, fmt.Errorf("app: recording of scene %q: %w", p.Info.Scene, err)
	}
	return s, nil
}

// resume brings a session that was just built to the beginning of a recording.
func (s *Session) resume(rec *record.Recording, r *resumed) error {
	for _, p := range s.Registry.Changed() {
		if err := p.Reset(); err != nil {
			return err
		}
	}
	for _, p := range r.Params {
		if err := s.Registry.Set(p.Name, p.Value); err != nil {
			return err
		}
	}
	state, err := rec.Calls.State()
	if err != nil {
		return err
	}
	if err := s.World().Restore(state); err != nil {
		return err
	}
	return r.State.Give(s)
}
