package state

import "tumble/physics/internal/solve"

// NewJoint takes a slot for a joint, which is listed at no body yet.
func (st *State) NewJoint(values Joint, row solve.Joint, name string) int32 {
	index := st.allocateJoint()
	values.Generation = st.Joints[index].Generation + 1
	values.Color, values.Slot = None, None
	values.Order = st.nextOrder()
	st.Joints[index], st.Rows[index], st.JointNames[index] = values, row, name
	st.JointCount++
	return index
}

// FreeJoint gives the slot of a joint back that is on no list any more.
func (st *State) FreeJoint(index int32) {
	j := &st.Joints[index]
	*j = Joint{slot: slot{j.Generation + 1}, Color: None, Slot: None}
	st.JointNames[index] = ""
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
	st.JointNames = append(st.JointNames, "")
	return int32(len(st.Joints) - 1)
}

// RenameJoint changes the name of a joint, which only people use.
func (st *State) RenameJoint(index int32, name string) { st.JointNames[index] = name }

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

// JointForbids reports whether a joint keeps its two bodies from colliding.
func (st *State) JointForbids(a, b int32) bool {
	if st.Bodies[a].JointCount > st.Bodies[b].JointCount {
		a, b = b, a
	}
	for key := st.Bodies[a].FirstJoint; key != None; {
		j := &st.Joints[key>>1]
		if !j.Collide && j.Other(key) == b {
			return true
		}
		key = j.Edges[key&1].Next
	}
	return false
}
