package main

import "tumble/physics"

const (
	// window is how many steps a side can go back.
	window = 8
	rate   = 60
	// strength (N) of a player.
	strength = 300
)

// side is one machine of the match.
type side struct {
	own     int // the player at this machine
	world   *physics.World
	players [2]physics.Body

	// states are those before the last steps, inputs and known the inputs of the players in them; step n is at
	// n % window.
	// Snapshots reuse their memory: once the ring is full a match allocates nothing.
	states [window]physics.Snapshot
	inputs [window][2]int8
	known  [window][2]bool
	// wrong is the first step that was done with a wrong guess, -1 for none.
	wrong int

	returns, again int
}

func newSide(own int) (*side, error) {
	world, err := physics.NewWorld(physics.DefaultWorldDef())
	if err != nil {
		return nil, err
	}
	s := &side{own: own, world: world, wrong: -1}
	if _, err := s.add(physics.Static, physics.V3(0, -0.5, 0), physics.BoxHalf(30, 0.5, 5)); err != nil {
		return nil, err
	}
	for i := range s.players {
		at := physics.V3(float32(16*i)-8, 0.5, 0)
		if s.players[i], err = s.add(physics.Dynamic, at, physics.Sphere{Radius: 0.5}); err != nil {
			return nil, err
		}
	}
	for i := range 20 {
		at := physics.V3(float32(i%4)-1.5, 0.5+1.02*float32(i/4), 0)
		if _, err := s.add(physics.Dynamic, at, physics.BoxHalf(0.5, 0.5, 0.5)); err != nil {
			return nil, err
		}
	}
	return s, nil
}

func (s *side) add(kind physics.BodyType, at physics.Vec3, g physics.Geometry) (physics.Body, error) {
	def := physics.DefaultBodyDef()
	def.Type, def.Position = kind, at
	body, err := s.world.CreateBody(def)
	if err != nil {
		return body, err
	}
	_, err = body.CreateShape(g, physics.DefaultShapeDef())
	return body, err
}

// learn takes the input of a player in a step that is to come or was done already. It may come out of order.
func (s *side) learn(step, player int, input int8) {
	at := step % window
	done := s.inputs[at][player] != input && player != s.own
	s.inputs[at][player], s.known[at][player] = input, true
	if done && (s.wrong < 0 || step < s.wrong) {
		s.wrong = step
	}
}

// advance does a step again from the first wrong guess on, and then the next one, with a guess where no input is known.
func (s *side) advance(step int) error {
	if err := s.redo(step); err != nil {
		return err
	}
	at, other := step%window, 1-s.own
	if !s.known[at][other] {
		s.inputs[at][other] = s.guess(step)
	}
	// this slot is used again in window steps
	s.known[(step+1)%window] = [2]bool{}
	return s.do(step)
}

// guess is that the other player goes on.
func (s *side) guess(step int) int8 {
	if step == 0 {
		return 0
	}
	return s.inputs[(step-1)%window][1-s.own]
}

// redo goes back to the first wrong guess and does the steps up to now again.
func (s *side) redo(now int) error {
	first := s.wrong
	s.wrong = -1
	if first < 0 || first >= now {
		return nil
	}
	if err := s.world.Restore(&s.states[first%window]); err != nil {
		return err
	}
	s.returns++
	for step := first; step < now; step++ {
		at, other := step%window, 1-s.own
		if !s.known[at][other] {
			s.inputs[at][other] = s.guess(step)
		}
		s.again++
		if err := s.do(step); err != nil {
			return err
		}
	}
	return nil
}

// do keeps the state before a step and does it with the inputs that are there.
func (s *side) do(step int) error {
	at := step % window
	if err := s.world.Snapshot(&s.states[at]); err != nil {
		return err
	}
	for i, body := range s.players {
		body.ApplyForceToCenter(physics.V3(float32(s.inputs[at][i])*strength, 0, 0))
	}
	return s.world.Step(1.0 / rate)
}
