package main

import (
	"encoding/json"
	"fmt"
	"io"

	"tumble/internal/bodyname"
	"tumble/internal/meter"
	"tumble/physics"
	"tumble/physics/vec"
)

// bodyState is one body in a line of states. Single precision numbers are written with the
// shortest digits that read back to the same value.
type bodyState struct {
	Name   string     `json:"name"`
	Pos    [3]float32 `json:"pos"`
	Rot    [4]float32 `json:"rot"`
	Vel    [3]float32 `json:"vel"`
	AngVel [3]float32 `json:"angvel"`
	Awake  bool       `json:"awake"`
}

// worldState is a line of states: SI units, angular momentum about the world's origin.
type worldState struct {
	Step     int         `json:"step"`
	Time     float64     `json:"t"`
	Hash     string      `json:"hash"`
	Awake    int         `json:"awake"`
	Contacts int         `json:"contacts"`
	Kinetic  float64     `json:"ke"`
	Position float64     `json:"pe"`
	Momentum [3]float64  `json:"p"`
	Angular  [3]float64  `json:"L"`
	Bodies   []bodyState `json:"bodies"`
}

// stateWriter writes the state of a world as one JSON object a line.
type stateWriter struct {
	world  *physics.World
	hertz  int
	bodies []physics.Body
	line   worldState
}

func newStateWriter(w *physics.World, hertz int) *stateWriter {
	return &stateWriter{world: w, hertz: hertz}
}

// time is when a step ends (s).
func (s *stateWriter) time(step int) float64 { return float64(step) / float64(s.hertz) }

func (s *stateWriter) write(out io.Writer, step int) error {
	c := s.world.Counters()
	s.line = worldState{
		Step: step, Time: s.time(step), Hash: fmt.Sprintf("%016x", s.world.Hash()),
		Awake: c.AwakeBodies, Contacts: c.TouchingContacts, Bodies: s.line.Bodies[:0],
	}
	var sums meter.Sums
	gravity := s.world.Gravity()
	s.bodies = s.world.Bodies(s.bodies[:0])
	for _, b := range s.bodies {
		if b.Type() == physics.Static {
			continue
		}
		t, v, w := b.Transform(), b.LinearVelocity(), b.AngularVelocity()
		s.line.Bodies = append(s.line.Bodies, bodyState{
			Name: bodyname.Of(b), Pos: triple(t.P), Rot: [4]float32{t.Q.X, t.Q.Y, t.Q.Z, t.Q.W},
			Vel: triple(v), AngVel: triple(w), Awake: b.Awake(),
		})
		if b.Type() == physics.Dynamic {
			sums.AddBody(b, gravity)
		}
	}
	rotors, springs := s.world.JointEnergy()
	s.line.Kinetic, s.line.Position = sums.Kinetic+rotors, sums.Potential+springs
	s.line.Momentum, s.line.Angular = sums.Linear, sums.Angular
	text, err := json.Marshal(&s.line)
	if err != nil {
		return fmt.Errorf("state after step %d: %w", step, err)
	}
	_, err = out.Write(append(text, '\n'))
	return err
}

func triple(v vec.Vec3) [3]float32 { return [3]float32{v.X, v.Y, v.Z} }
