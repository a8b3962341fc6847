package main

import (
	"encoding/json"
	"fmt"
	"io"

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
	s.bodies = s.world.Bodies(s.bodies[:0])
	for _, b := range s.bodies {
		if b.Type() == physics.Static {
			continue
		}
		t, v, w := b.Transform(), b.LinearVelocity(), b.AngularVelocity()
		s.line.Bodies = append(s.line.Bodies, bodyState{
			Name: bodyName(b), Pos: triple(t.P), Rot: [4]float32{t.Q.X, t.Q.Y, t.Q.Z, t.Q.W},
			Vel: triple(v), AngVel: triple(w), Awake: b.Awake(),
		})
		s.add(b)
	}
	text, err := json.Marshal(&s.line)
	if err != nil {
		return fmt.Errorf("state after step %d: %w", step, err)
	}
	_, err = out.Write(append(text, '\n'))
	return err
}

// add sums energy and momentum of a body in double precision.
func (s *stateWriter) add(b physics.Body) {
	if b.Type() != physics.Dynamic {
		return
	}
	m := float64(b.Mass())
	x, v, w := wide(b.WorldCenter()), wide(b.LinearVelocity()), b.AngularVelocity()
	q := b.Rotation()
	spin := wide(q.Rotate(b.Inertia().MulVec(q.InvRotate(w))))
	gravity := wide(s.world.Gravity())
	omega := wide(w)
	for i := range 3 {
		s.line.Kinetic += 0.5*m*v[i]*v[i] + 0.5*omega[i]*spin[i]
		s.line.Position -= m * float64(b.GravityScale()) * gravity[i] * x[i]
		s.line.Momentum[i] += m * v[i]
		j, k := (i+1)%3, (i+2)%3
		s.line.Angular[i] += m*(x[j]*v[k]-x[k]*v[j]) + spin[i]
	}
}

// bodyName returns the name of a body, or one made of its slot.
func bodyName(b physics.Body) string {
	if name := b.Name(); name != "" {
		return name
	}
	return fmt.Sprintf("body%d", b.Index())
}

func triple(v vec.Vec3) [3]float32 { return [3]float32{v.X, v.Y, v.Z} }

func wide(v vec.Vec3) [3]float64 { return [3]float64{float64(v.X), float64(v.Y), float64(v.Z)} }
