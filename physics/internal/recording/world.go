package recording

import (
	"tumble/physics/internal/journal"
	"tumble/physics/internal/snapshot"
	"tumble/physics/internal/state"
)

// World is the part of a world that this package needs.
type World interface {
	// Rooms are its data.
	Rooms() *snapshot.Rooms
	// Step advances it by dt (s), without being recorded.
	Step(dt float32) error
	// Watch calls f after each phase of the steps to come, nil for none.
	Watch(f func(phase int))
	// Listen gives a the answers of the hooks in the steps to come, nil ends that. It returns which hooks are set.
	Listen(a *Answers) (asked byte)
	// Answer sets the hooks that were asked, with answers from a; nil takes all hooks away.
	Answer(a *Answers)
	// Take copies its state, Restore goes on with one.
	Take(s *snapshot.Snapshot) error
	Restore(s *snapshot.Snapshot) error
	// Workers and SetWorkers are those of a step.
	Workers() int
	SetWorkers(n int) error
}

// Stage is where a Player carries calls out.
type Stage interface {
	// Furnish makes the world for a part of the recording, by its limits. It may be the one that is there.
	Furnish(limits state.Limits) (World, error)
	// Call carries out a call and returns its results, and those recorded behind the arguments.
	Call(op journal.Op, payload []byte, shapes *Shapes) (got *journal.Coder, want []byte, err error)
	// CheckSettings refuses settings that no world can have.
	CheckSettings(s *state.Settings) error
}
