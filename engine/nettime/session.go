package nettime

import (
	"errors"
	"fmt"
)

// Input is the input of one player for one tick, opaque to this package.
type Input [4]byte

// World is a simulation that a Session can run again: Step from a loaded state with the same inputs gives the same
// bits. S is a saved state, whose storage is used again.
type World[S any] interface {
	Save(*S) error
	Load(*S) error
	// Step takes the inputs of all players in their order.
	Step(inputs []Input) error
	Hash() uint64
}

// inputsKept (ticks) covers the longest prediction on both sides of the present.
const inputsKept = 4 * MostDepth

// RollbackDelay (ticks) is an input delay for prediction: it hides the first 33 ms of a link at 60 Hz and costs less
// than a display.
const RollbackDelay = 2

// HashEvery (ticks) is how often a session hashes its world, twice a second at 60 Hz: a hash walks over the whole
// state.
const HashEvery = 30

// hashesKept is how many hashes a session remembers: as many as inputs, at least.
const hashesKept = 16

// Session is one side of a game of several players who exchange only input. With Depth 0 it is lockstep: a tick waits
// for the input of all players. Otherwise the session predicts that a late player repeats the last known input, and
// simulates up to Depth ticks again when an input differs from its prediction. Inputs act Delay ticks after they were
// made. Ticks count from 1.
type Session[S any] struct {
	world      World[S]
	own, depth int
	delay      int
	tick       uint64
	wrong      uint64 // first tick that was simulated with another input, 0 for none
	players    []player
	states     []S // after the tick n at n modulo the length
	row        []Input
	hashes     [hashesKept]tickHash
	// Figures count what prediction has cost.
	Figures Figures
}

// Figures count the work of a session.
type Figures struct {
	// Steps counts all computed steps, Recomputed the steps after a rollback, Rollbacks the corrections; Deepest is the
	// largest number of steps of a correction.
	Steps, Recomputed, Rollbacks, Deepest int
	// Waited counts the ticks that could not be taken for want of input.
	Waited int
}

type player struct {
	known      uint64 // input is known up to this tick
	real, used [inputsKept]Input
}

type tickHash struct{ tick, hash uint64 }

// SessionDef describes a side: its number among the players, and how many ticks it may predict.
type SessionDef struct {
	Players, Own, Depth int
}

// NewSession returns a side of a game that is at tick 0.
func NewSession[S any](w World[S], def SessionDef) (*Session[S], error) {
	if def.Players < 1 || def.Own < 0 || def.Own >= def.Players || def.Depth < 0 || def.Depth > MostDepth {
		return nil, fmt.Errorf("nettime: player %d of %d with a depth of %d: must be a player, and at most %d ticks",
			def.Own, def.Players, def.Depth, MostDepth)
	}
	return &Session[S]{
		world: w, own: def.Own, depth: def.Depth, players: make([]player, def.Players), row: make([]Input, def.Players),
		states: make([]S, def.Depth+2),
	}, nil
}

// SetDelay chooses after how many ticks own input acts, from 0 to MostDepth.
func (s *Session[S]) SetDelay(ticks int) { s.delay = min(max(ticks, 0), MostDepth) }

// Delay is the input delay (ticks).
func (s *Session[S]) Delay() int { return s.delay }

// Tick is the newest simulated tick.
func (s *Session[S]) Tick() uint64 { return s.tick }

// Known is the tick up to which the input of a player is known.
func (s *Session[S]) Known(of int) uint64 { return s.players[of].known }

// Confirmed is the newest tick that no input can change any more.
func (s *Session[S]) Confirmed() uint64 {
	n := s.tick
	for i := range s.players {
		n = min(n, s.players[i].known)
	}
	if s.wrong > 0 {
		n = min(n, s.wrong-1)
	}
	return n
}

// Hash returns the newest hash of a confirmed tick, 0 for none.
func (s *Session[S]) Hash() (tick, hash uint64) {
	confirmed := s.Confirmed()
	for _, h := range s.hashes {
		if h.tick <= confirmed && h.tick > tick {
			tick, hash = h.tick, h.hash
		}
	}
	return tick, hash
}

// HashOf returns the hash of a tick if it is confirmed and not too old.
func (s *Session[S]) HashOf(tick uint64) (hash uint64, ok bool) {
	h := s.hashes[tick/HashEvery%hashesKept]
	return h.hash, h.tick == tick && tick > 0 && tick <= s.Confirmed()
}

// ready reports whether the next tick may be taken: no player's input is missing for more than depth ticks.
func (s *Session[S]) ready() bool {
	for i := range s.players {
		if i != s.own && s.tick+1 > s.players[i].known+uint64(s.depth) {
			return false
		}
	}
	return true
}

// Advance takes the next tick; ok is false while a player is too far behind. The input acts after the delay. When the
// delay has grown, the input also fills the ticks between the old delay and the new one.
func (s *Session[S]) Advance(in Input) (ok bool, err error) {
	p := &s.players[s.own]
	for p.known < s.tick+1+uint64(s.delay) {
		p.known++
		p.real[p.known%inputsKept] = in
	}
	if !s.ready() {
		s.Figures.Waited++
		return false, nil
	}
	s.tick++
	return true, s.step(s.tick)
}

// OwnInput is the input of this side for a tick that it knows.
func (s *Session[S]) OwnInput(tick uint64) Input { return s.players[s.own].real[tick%inputsKept] }

// Take takes the input of another player for a tick. Only the first unknown tick of the player counts, and only as far
// ahead as a player may be.
func (s *Session[S]) Take(of int, tick uint64, in Input) {
	if of < 0 || of >= len(s.players) || of == s.own {
		return
	}
	p := &s.players[of]
	if tick != p.known+1 || tick > s.tick+2*MostDepth {
		return
	}
	p.known = tick
	p.real[tick%inputsKept] = in
	if tick <= s.tick && p.used[tick%inputsKept] != in && (s.wrong == 0 || tick < s.wrong) {
		s.wrong = tick
	}
}

// Correct simulates again from the first tick whose input differs from its prediction, and returns the number of steps.
func (s *Session[S]) Correct() (int, error) {
	if s.wrong == 0 {
		return 0, nil
	}
	if err := s.world.Load(&s.states[(s.wrong-1)%uint64(len(s.states))]); err != nil {
		return 0, fmt.Errorf("nettime: roll back to tick %d: %w", s.wrong-1, err)
	}
	return s.again(s.wrong)
}

// errTooOld says that a state is not kept any more.
var errTooOld = errors.New("nettime: the tick is older than the states that are kept")

// Amend changes the state after a predicted tick, for which inputs has the input of the other players, and simulates
// again up to the present. An authority that sends states instead of all inputs corrects its clients by Amend.
func (s *Session[S]) Amend(tick uint64, inputs []Input, change func() (bool, error)) (int, error) {
	if tick > s.tick || tick+uint64(s.depth) < s.tick || tick < s.known() {
		return 0, errTooOld
	}
	for i := range s.players {
		if i != s.own {
			s.suppose(&s.players[i], tick, inputs[i])
		}
	}
	newest := tick == s.tick
	if !newest {
		if err := s.world.Save(&s.states[s.tick%uint64(len(s.states))]); err != nil {
			return 0, err
		}
		if err := s.world.Load(&s.states[tick%uint64(len(s.states))]); err != nil {
			return 0, fmt.Errorf("nettime: amend tick %d: %w", tick, err)
		}
	}
	changed, err := change()
	switch {
	case err != nil || newest:
		return 0, err
	case changed || s.wrong > 0:
		return s.again(tick + 1)
	}
	return 0, s.world.Load(&s.states[s.tick%uint64(len(s.states))])
}

// known is the oldest tick up to which all others' input is known.
func (s *Session[S]) known() uint64 {
	n := s.tick
	for i := range s.players {
		if i != s.own {
			n = min(n, s.players[i].known)
		}
	}
	return n
}

// suppose takes the input of a player for a tick, whatever was before.
func (s *Session[S]) suppose(p *player, tick uint64, in Input) {
	for p.known < tick {
		p.known++
		p.real[p.known%inputsKept] = in
	}
	if s.tick > tick && p.used[(tick+1)%inputsKept] != in {
		s.wrong = tick + 1
	}
}

// again simulates the ticks from a tick on up to the present.
func (s *Session[S]) again(from uint64) (int, error) {
	s.wrong = 0
	n := int(s.tick - from + 1)
	for tick := from; tick <= s.tick; tick++ {
		if err := s.step(tick); err != nil {
			return 0, err
		}
	}
	s.Figures.Rollbacks++
	s.Figures.Recomputed += n
	s.Figures.Deepest = max(s.Figures.Deepest, n)
	return n, nil
}

// step simulates a tick with the known inputs, and with the last known input of late players. It keeps the state before
// the tick when an input is only predicted.
func (s *Session[S]) step(tick uint64) error {
	sure := true
	for i := range s.players {
		p := &s.players[i]
		s.row[i] = p.real[min(tick, p.known)%inputsKept]
		if p.known == 0 {
			s.row[i] = Input{}
		}
		p.used[tick%inputsKept] = s.row[i]
		sure = sure && tick <= p.known
	}
	if !sure {
		if err := s.world.Save(&s.states[(tick-1)%uint64(len(s.states))]); err != nil {
			return fmt.Errorf("nettime: keep the state before tick %d: %w", tick, err)
		}
	}
	if err := s.world.Step(s.row); err != nil {
		return fmt.Errorf("nettime: tick %d: %w", tick, err)
	}
	s.Figures.Steps++
	if tick%HashEvery == 0 {
		s.hashes[tick/HashEvery%hashesKept] = tickHash{tick, s.world.Hash()}
	}
	return nil
}
