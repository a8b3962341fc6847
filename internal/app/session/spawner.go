package session

import (
	"tumble/engine/input"
	"tumble/engine/timestep"
	"tumble/physics/vec"
)

// spawnerHertz is how many bodies a spawner makes in a simulated second, at any rate of the steps.
const spawnerHertz = 10

// spawner makes bodies at a rate of its own, a system beside the steps: the due ones are made before the step in which
// their time comes.
type spawner struct {
	on   bool
	kind SpawnKind
	at   vec.Vec3
	size float32
	due  timestep.Periodic
}

// SpawnerCommand makes ten bodies of kind ID and size S a second at P, or ends that where S is 0 [ID, P, S].
func SpawnerCommand(kind SpawnKind, at vec.Vec3, size float32) input.Event {
	e := command(CommandSpawner)
	e.ID, e.P, e.S = uint64(kind), at, size
	return e
}

// set begins or ends, at a time of the simulation (ns).
func (s *spawner) set(e *input.Event, now int64) error {
	due, err := timestep.AtRate(spawnerHertz)
	if err != nil {
		return err
	}
	due.Reset(now)
	*s = spawner{on: e.S > 0, kind: SpawnKind(e.ID), at: e.P, size: e.S, due: due}
	return nil
}

// step makes the bodies that are due in a step.
func (s *spawner) step(t timestep.TickTime, spawn func(SpawnKind, vec.Vec3, float32) error) error {
	if !s.on {
		return nil
	}
	for range s.due.Due(t) {
		if err := spawn(s.kind, s.at, s.size); err != nil {
			s.on = false
			return err
		}
	}
	return nil
}
