package session

import (
	"fmt"
	"slices"
	"strings"

	"tumble/engine/input"
	"tumble/engine/record"
	"tumble/physics"
)

// keptState is the state of a session at a moment between two steps: a copy, and the commands after the copy and before
// the next step. Edits without a step between them share one copy.
type keptState struct {
	*copied
	since []input.Event
}

// copied is a copy of a session.
type copied struct {
	world    *physics.Snapshot // nil while it is in the file
	bytes    int64             // about the size of world
	state    State
	values   []float64 // of all parameters
	built    []record.Param
	rebuilds uint64
	objects  aliases
	base     []physics.Transform
	anchor   anchor
	stored   *storedState
}

// trail has the commands from the newest copy to the present state of the session, as long as no step and no jump came
// between.
type trail struct {
	from                          *copied
	since                         []input.Event
	ticks, steps, jumps, rebuilds uint64
}

// longestTrail is the number of commands that are carried out again rather than copied.
const longestTrail = 64

// leads reports whether the trail ends at the state of the session now.
func (s *Session) trailLeads() bool {
	t := &s.log.trail
	return t.from != nil && t.ticks == s.log.ticks && t.steps == s.steps && t.jumps == s.jumps &&
		t.rebuilds == s.rebuilds
}

// trace notes a command that was carried out.
func (s *Session) trace(e *input.Event) {
	t := &s.log.trail
	if t.from == nil {
		return
	}
	if !s.trailLeads() || len(t.since) >= longestTrail {
		*t = trail{}
		return
	}
	t.since = append(t.since, *e)
}

// keepState keeps the present state of the session, nil where the world cannot be copied.
func (s *Session) keepState() *keptState {
	l := s.log
	if !s.trailLeads() {
		c := s.copyState()
		if c == nil {
			return nil
		}
		l.trail = trail{from: c, ticks: l.ticks, steps: s.steps, jumps: s.jumps, rebuilds: s.rebuilds}
		for _, key := range s.also {
			also := command(CommandAlso)
			also.ID = key
			l.trail.since = append(l.trail.since, also)
		}
	}
	// the other bodies that a command acts on are a part of the command
	n := len(l.trail.since)
	for n > 0 && Command(l.trail.since[n-1].Code) == CommandAlso {
		n--
	}
	return &keptState{l.trail.from, l.trail.since[:n:n]}
}

// copyState copies the present state of the session, nil where the world cannot be copied.
func (s *Session) copyState() *copied {
	k := &copied{world: s.log.states.storage(), rebuilds: s.rebuilds, built: s.built, objects: s.log.objects.copy(),
		anchor: s.anchor}
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
	world, err := s.log.states.load(k.copied)
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
		// a setting that has joined the list since the copy had its default then
		value := p.Default
		if i < len(k.values) {
			value = k.values[i]
		}
		if strings.HasPrefix(p.Key, "loop.") || sameValue(p.Value(), value) {
			continue
		}
		if err := p.SetValue(value); err != nil {
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
	s.anchor = k.anchor
	s.carryOutAgain(k.since)
	l := s.log
	l.trail = trail{from: k.copied, since: slices.Clone(k.since), ticks: l.ticks, steps: s.steps, jumps: s.jumps,
		rebuilds: s.rebuilds}
	// the hand of the copied state no longer holds its body
	if s.grab.joint.Valid() {
		s.grab.release()
		release := ReleaseCommand()
		s.trace(&release)
	}
	if len(s.also) > 0 {
		s.also, l.trail = s.also[:0], trail{}
	}
	return nil
}

// carryOutAgain repeats commands of the past, without messages and without entries in the list of undo.
func (s *Session) carryOutAgain(events []input.Event) {
	log, notice := s.log, s.notice
	s.log = &undoLog{current: &edit{}, ticks: log.ticks, again: true}
	s.also = s.also[:0]
	for i := range events {
		if Command(events[i].Code) == CommandGrab {
			s.grab.release()
		}
		s.carryOut(&events[i])
		s.capSpawned()
	}
	s.copies = nil
	s.log, s.notice = log, notice
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

// Prepare makes storage for the state before the next edit in the background, as large as the storage of the moment m:
// a copy into new memory takes several times as long as a copy into used memory. m must not be taken again while it is
// Busy.
func (s *Session) Prepare(m *Moment) {
	if t := &s.log.states; m.world != nil && m.packed == nil && t.wanting() {
		m.reading = t.prepare(m.world)
	}
}

// Close gives back what the session keeps outside its memory. The session is not used any more.
func (s *Session) Close() { s.log.states.close() }
