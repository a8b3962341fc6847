package session

import (
	"fmt"

	"tumble/physics"
	"tumble/physics/vec"
)

// SessionState is the part of a session outside its world and its parameters, without pointers: bodies are given by
// number and generation.
type State struct {
	Steps   int      `json:"steps"`
	Held    bodyID   `json:"held,omitzero"`
	Target  vec.Vec3 `json:"target,omitzero"`
	Spawned []bodyID `json:"spawned,omitempty"`
	// Session and Time are the steps and the seconds since the scene was built.
	Session uint64  `json:"session,omitzero"`
	Time    float64 `json:"time,omitzero"`
	Spawner struct {
		Kind SpawnKind `json:"kind"`
		At   vec.Vec3  `json:"at"`
		Size float32   `json:"size"`
	} `json:"spawner,omitzero"`
	// Controls are the positions of the axes of the scene, if one was ever moved.
	Controls []float32 `json:"controls,omitempty"`
}

// bodyID names a body of a world and of its snapshots.
type bodyID struct {
	Index      int    `json:"index"`
	Generation uint32 `json:"generation"`
}

func idOf(b physics.Body) bodyID { return bodyID{b.Index(), b.Generation()} }

// in finds the body in a world.
func (id bodyID) in(w *physics.World) (physics.Body, bool) {
	b, ok := w.BodyAt(id.Index)
	return b, ok && b.Generation() == id.Generation
}

// Take copies the state of a session.
func (st *State) Take(s *Session) {
	st.Steps, st.Held, st.Target = s.Run.StepCount, bodyID{}, s.grab.target
	if s.grab.joint.Valid() {
		st.Held = idOf(s.grab.body)
	}
	st.Session, st.Time = s.steps, s.time
	st.Spawner.Kind, st.Spawner.At, st.Spawner.Size = s.spawner.kind, s.spawner.at, s.spawner.size
	st.Controls = st.Controls[:0]
	for i := range s.Run.Scene.Controls {
		if s.Run.Controlled() {
			st.Controls = append(st.Controls, s.Run.Control(i))
		}
	}
	st.Spawned = st.Spawned[:0]
	for _, b := range s.spawned.bodies {
		st.Spawned = append(st.Spawned, idOf(b))
	}
}

// Give brings a session whose world was restored to the state.
func (st *State) Give(s *Session) error {
	w := s.World()
	s.Run.StepCount, s.grab = st.Steps, grab{}
	s.steps, s.time = st.Session, st.Time
	for i, position := range st.Controls {
		s.Run.SetControl(i, float64(position))
	}
	p := &st.Spawner
	e := SpawnerCommand(p.Kind, p.At, p.Size)
	if err := s.spawner.set(&e, s.Now().Ns); err != nil {
		return err
	}
	s.spawned.bodies = s.spawned.bodies[:0]
	for _, id := range st.Spawned {
		if b, ok := id.in(w); ok {
			s.spawned.bodies = append(s.spawned.bodies, b)
		} else {
			// the place of a body that is gone
			s.spawned.bodies = append(s.spawned.bodies, physics.Body{})
		}
	}
	if st.Held == (bodyID{}) {
		return nil
	}
	b, ok := st.Held.in(w)
	if !ok {
		return fmt.Errorf("app: the held body %d/%d does not exist", st.Held.Index, st.Held.Generation)
	}
	for _, j := range w.Joints(nil) {
		if _, held := j.Bodies(); j.Kind() == physics.MouseJoint && held == b {
			s.grab = grab{body: b, joint: j, target: st.Target}
			return nil
		}
	}
	return fmt.Errorf("app: nothing holds body %d", st.Held.Index)
}
