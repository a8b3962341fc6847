package lockstep

import (
	"time"

	"tumble/engine/timestep"
	"tumble/physics/scenes"
)

// Plant is a difference that is made on purpose: a push of a millimetre a second that the other side does not learn of.
type Plant struct {
	Step uint64 // 0 for none
	Body int    // index into the moving bodies of the scene
}

// Config says what a side plays.
type Config struct {
	Scene *scenes.Scene
	Steps uint64
	Seed  uint64 // of the players' input
	// Player is 0 or 1, one on each side.
	Player int
	// Slow is the least wall time of a step.
	Slow  time.Duration
	Plant Plant
	Clock timestep.Clock
}
