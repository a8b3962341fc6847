package state

import "tumble/physics/internal/solve"

// Joint is the cold part of a joint; its constraint is in State.Rows at the same index.
type Joint struct {
	slot
	Kind    solve.JointKind // written by state
	Collide bool            // the bodies collide with each other; written by public calls
	// Linked is set while the joint holds two dynamic bodies in one island. Written by island.
	Linked       bool
	Off          bool    // see physics.Joint.SetEnabled; written by step
	Mendable     bool    // see physics.JointFrames; written by state
	BodyA, BodyB int32   // written by state
	Edges        [2]Edge // written by state
	// Color and Place in the graph while awake. Written by island.
	Color, Slot int32
	// Lap is the last one that was reported of a path joint; of an open path, the end that it
	// is at: −1, 0 for neither, 1. Written by step.
	Lap     int32
	UserTag uint64 // written by public calls
	Order   uint64 // see physics.Joint.Order; written by state
}

// Other returns the body across the edge of a key.
func (j *Joint) Other(key int32) int32 {
	if key&1 == 0 {
		return j.BodyB
	}
	return j.BodyA
}
