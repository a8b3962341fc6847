package capture

import (
	"tumble/engine/input"
	"tumble/internal/app/session"
	"tumble/physics"
)

// tickHistory is the number of ticks whose figures are kept.
const tickHistory = 512

// tickRecord is the time of one tick and the work in it.
type tickRecord struct {
	Tick     uint64
	Dt       float32
	Wall     int64 // ns, of the commands and the step
	Profile  physics.Profile
	Awake    int
	Contacts int
	Points   int
	Islands  int
	Recycled int
	NewPairs int
	Fast     int
	Commands int
	Named    session.CommandKinds // which kinds of command there were
}

// keyframe is a state from which a run can go on, with all later input.
type keyframe struct {
	valid    bool
	tick     uint64
	dt       float32
	state    session.State
	snapshot physics.Snapshot
	events   []input.TickEvent
}
