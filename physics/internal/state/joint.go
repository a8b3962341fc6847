package state

import "tumble/physics/internal/solve"

// Joint is the cold part of a joint; its constraint is in State.Rows at the same index.
type Joint struct {
	slot
	Kind    solve.JointKind // written by state
	Collide bool            // the bodies collide with each other; written by public calls
	// Linked is set while the joint holds two dynamic bodies in one island. Written by island.
	Linked       bool
	BodyA, BodyB int32   // written by state
	Edges        [2]Edge // written by state
	// Color and Place in the graph while awake. Written by island.
	Color, Slot int32
	// Lap is the last one that was reported of a path joint; of an open path, the end that it
	// is at: −1, 0 for neither, 1. Written by step.
	Lap                     int32
	BreakForce, BreakTorque float32 // written by public calls
	UserTag                 uint64  // written by public calls
	Order                   uint64  // see physics.Joint.Order; written by state
}

// Other returns the body across the edge of a key.
func (j *Joint) Other(key int32) int32 {
	if key&1 == 0 {
		return j.BodyB
	}
	return j.BodyA
}

// NewJoint takes a slot for a joint, which is listed at no body yet.
func (st *State) NewJoint(values Joint, row solve.Joint) int32 {
	index := st.allocateJoint()
	values.Generation = st.Joints[index].Generation + 1
	values.Color, values.Slot = None, None
	values.Order = st.nextOrder()
	st.Joints[index], st.Rows[index] = values, row
	st.JointCount++
	return index
}

// FreeJoint gives the slot of a joint back that is on no list any more.
func (st *State) FreeJoint(index int32) {
	j := &st.Joints[index]
	*j = Joint{slot: slot{j.Generation + 1}, Color: None, Slot: None}
	st.FreeJoints = append(st.FreeJoints, index)
	st.JointCount--
}

func (st *State) allocateJoint() int32 {
	if n := len(st.FreeJoints); n > 0 {
		index := st.FreeJoints[n-1]
		st.FreeJoints = st.FreeJoints[:n-1]
		return index
	}
	st.Joints = append(st.Joints, Joint{})
	st.Rows = append(st.Rows, solve.Joint{})
	return int32(len(st.Joints) - 1)
}

func (st *State) LinkJointEdge(index, side, bodyIndex int32) {
	r := &st.Bodies[bodyIndex]
	key := index<<1 | side
	st.Joints[index].Edges[side] = Edge{Prev: None, Next: r.FirstJoint}
	if r.FirstJoint != None {
		st.Joints[r.FirstJoint>>1].Edges[r.FirstJoint&1].Prev = key
	}
	r.FirstJoint = key
	r.JointCount++
}

func (st *State) UnlinkJointEdge(index, side, bodyIndex int32) {
	r := &st.Bodies[bodyIndex]
	e := st.Joints[index].Edges[side]
	if e.Prev != None {
		st.Joints[e.Prev>>1].Edges[e.Prev&1].Next = e.Next
	} else {
		r.FirstJoint = e.Next
	}
	if e.Next != None {
		st.Joints[e.Next>>1].Edges[e.Next&1].Prev = e.Prev
	}
	r.JointCount--
}
