package session

import (
	"fmt"
	"strings"

	"tumble/engine/record"
	"tumble/physics"
)

// keepState copies the session as it is now, nil where the world cannot be copied.
func (s *Session) keepState() *keptState {
	k := &keptState{world: &physics.Snapshot{}, rebuilds: s.rebuilds, built: s.built, objects: s.log.objects.copy()}
	w := s.World()
	if w.Snapshot(k.world) != nil {
		return nil
	}
	c := w.Counters()
	k.bytes = int64(c.Bodies)*700 + int64(c.Shapes)*300 + int64(c.Contacts)*600 + int64(c.Joints)*800 + 8<<10
	k.state.Take(s)
	for _, p := range s.Registry.All() {
		k.values = append(k.values, p.Value())
	}
	k.base = append(k.base, s.Run.Base...)
	return k
}

// giveState brings the session back to a state.
func (s *Session) giveState(k *keptState) error {
	if k == nil {
		return fmt.Errorf("app: the state was not kept")
	}
	world, err := s.log.states.load(k)
	if err != nil {
		return err
	}
	s.grab.release()
	if k.rebuilds != s.rebuilds {
		if err := s.buildAs(k.built); err != nil {
			return err
		}
	}
	for i, p := range s.Registry.All() {
		if strings.HasPrefix(p.Key, "loop.") || sameValue(p.Value(), k.values[i]) {
			continue
		}
		if err := p.SetValue(k.values[i]); err != nil {
			return err
		}
	}
	if err := s.World().Restore(world); err != nil {
		return err
	}
	s.Run.Base = append(s.Run.Base[:0], k.base...)
	s.log.objects = k.objects.copy()
	s.jumps++
	if err := k.state.Give(s); err != nil {
		return err
	}
	// the hand that held a body then does so no more
	s.grab.release()
	return nil
}

// buildAs builds the scene with the parameters that it once had.
func (s *Session) buildAs(built []record.Param) error {
	for _, p := range s.Registry.All() {
		if strings.HasPrefix(p.Key, "loop.") {
			continue
		}
		if err := p.SetValue(p.Default); err != nil {
			return err
		}
	}
	for _, p := range built {
		if strings.HasPrefix(p.Name, "loop.") {
			continue
		}
		if err := s.Registry.Set(p.Name, p.Value); err != nil {
			return err
		}
	}
	return s.rebuild()
}

// Close gives back what the session keeps outside its memory. The session is not used any more.
func (s *Session) Close() { s.log.states.close() }
