package session

import (
	"fmt"

	"tumble/physics"
)

// Take copies the state of a session.
func (st *State) Take(s *Session) {
	st.Steps, st.Held, st.Target = s.Run.StepCount, bodyID{}, s.grab.target
	if s.grab.joint.Valid() {
		st.Held = idOf(s.grab.body)
	}
	st.Session, st.Time, st.Flows = s.steps, s.time, s.flows
	st.Rotating, st.Goal = s.grab.rotating, s.grab.goal
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
	s.steps, s.time, s.flows = st.Session, st.Time, st.Flows
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
	for _, joint := range w.Joints(nil) {
		j, ok := physics.JointAs[physics.MouseJoint](joint)
		if _, held := joint.Bodies(); ok && held == b {
			s.grab = grab{body: b, joint: j, target: st.Target, rotating: st.Rotating, goal: st.Goal}
			return nil
		}
	}
	return fmt.Errorf("app: nothing holds body %d", st.Held.Index)
}
