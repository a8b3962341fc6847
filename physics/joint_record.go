package physics

import "tumble/physics/internal/solve"

// joint is the cold part of a joint; its constraint is in World.rows at the same index.
type joint struct {
	slot
	kind         JointKind
	collide      bool
	linked       bool // holds two dynamic bodies in one island
	bodyA, bodyB int32
	edges        [2]edge
	// color and place in the graph while awake.
	color, place int32
	// lap is the last one that was reported of a path joint; of an open path, the end that it
	// is at: −1, 0 for neither, 1.
	lap                     int32
	breakForce, breakTorque float32
	userTag                 uint64
	born                    uint64 // see Joint.Order
}

// other returns the body across the edge of a key.
func (j *joint) other(key int32) int32 {
	if key&1 == 0 {
		return j.bodyB
	}
	return j.bodyA
}

// newJoint takes a slot for a joint, which is listed at no body yet.
func (w *World) newJoint(values joint, row solve.Joint) int32 {
	index := w.allocateJoint()
	values.generation = w.joints[index].generation + 1
	values.color, values.place = none, none
	values.born = w.bear()
	w.joints[index], w.rows[index] = values, row
	w.jointCount++
	return index
}

// freeJoint gives the slot of a joint back that is on no list any more.
func (w *World) freeJoint(index int32) {
	j := &w.joints[index]
	*j = joint{slot: slot{j.generation + 1}, color: none, place: none}
	w.freeJoints = append(w.freeJoints, index)
	w.jointCount--
}

func (w *World) allocateJoint() int32 {
	if n := len(w.freeJoints); n > 0 {
		index := w.freeJoints[n-1]
		w.freeJoints = w.freeJoints[:n-1]
		return index
	}
	w.joints = append(w.joints, joint{})
	w.rows = append(w.rows, solve.Joint{})
	return int32(len(w.joints) - 1)
}

func (w *World) linkJointEdge(index, side, bodyIndex int32) {
	r := &w.bodies[bodyIndex]
	key := index<<1 | side
	w.joints[index].edges[side] = edge{prev: none, next: r.firstJoint}
	if r.firstJoint != none {
		w.joints[r.firstJoint>>1].edges[r.firstJoint&1].prev = key
	}
	r.firstJoint = key
	r.jointCount++
}

func (w *World) unlinkJointEdge(index, side, bodyIndex int32) {
	r := &w.bodies[bodyIndex]
	e := w.joints[index].edges[side]
	if e.prev != none {
		w.joints[e.prev>>1].edges[e.prev&1].next = e.next
	} else {
		r.firstJoint = e.next
	}
	if e.next != none {
		w.joints[e.next>>1].edges[e.next&1].prev = e.prev
	}
	r.jointCount--
}
