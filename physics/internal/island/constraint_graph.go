package island

import (
	"tumble/physics/internal/solve"
	"tumble/physics/internal/state"
	"tumble/physics/vec"
)

// LinkTouch links the bodies of a contact that got its first points, wakes them and puts it
// into the graph.
func (isl *Manager) LinkTouch(index int32) {
	c := &isl.Contacts[index]
	isl.MarkContact(index)
	c.Touching = true
	isl.Touching++
	if c.AwakeSlot != state.None {
		isl.UnlistContact(index)
	}
	a, b := &isl.Bodies[c.BodyA], &isl.Bodies[c.BodyB]
	c.Linked = a.Kind == state.Dynamic && b.Kind == state.Dynamic && !a.Out() && !b.Out()
	if c.Linked {
		// both have to be awake before their islands may become one; waking puts the
		// contact into the graph on the way
		isl.Wake(c.BodyA)
		isl.Wake(c.BodyB)
		isl.linkBodies(c.BodyA, c.BodyB)
	} else {
		isl.WakeSleeper(c.BodyA)
		isl.WakeSleeper(c.BodyB)
	}
	if c.Color == state.None && !isl.ContactSleeps(c) {
		isl.graphContact(index)
	}
}

// WakeSleeper wakes a dynamic body that sleeps, because something that impulses do not move came to it: a door, a
// piston, or a wall that was put there. Without it they pass through (TestTruth/wake).
func (isl *Manager) WakeSleeper(body int32) {
	if r := &isl.Bodies[body]; r.Kind == state.Dynamic && r.AwakeIndex == state.None {
		isl.Wake(body)
	}
}

// UnlinkTouch is the inverse of LinkTouch. The contact is on no list afterwards.
func (isl *Manager) UnlinkTouch(index int32) {
	c := &isl.Contacts[index]
	if c.Color != state.None {
		isl.ungraphContact(index)
	}
	if c.Linked {
		isl.unlinkBodies(c.BodyA, c.BodyB)
		c.Linked = false
	}
	isl.MarkContact(index)
	c.Touching = false
	isl.Touching--
}

func (isl *Manager) graphContact(index int32) {
	c := &isl.Contacts[index]
	isl.MarkContact(index)
	entry := solve.Entry{Contact: index, Manifold: c.Manifold, Count: c.Count}
	c.Color, c.Slot = isl.Graph.AddContact(entry, c.BodyA, c.BodyB, isl.Movable(c.BodyA), isl.Movable(c.BodyB))
	isl.Graph.SetPair(c.Color, c.Slot, solve.Pair{A: c.ShapeA, B: c.ShapeB})
}

func (isl *Manager) ungraphContact(index int32) {
	c := &isl.Contacts[index]
	isl.MarkContact(index)
	if moved := isl.Graph.RemoveContact(c.Color, c.Slot, c.BodyA, c.BodyB); moved >= 0 {
		isl.MarkContact(moved)
		isl.Contacts[moved].Slot = c.Slot
	}
	c.Color, c.Slot = state.None, state.None
}

// Regraph tells the graph about the manifolds of a contact.
func (isl *Manager) Regraph(index int32) {
	if c := &isl.Contacts[index]; c.Color != state.None {
		isl.Graph.SetManifolds(c.Color, c.Slot, c.Manifold, c.Count)
	}
}

func (isl *Manager) ListContact(index int32) {
	isl.MarkContact(index)
	isl.Contacts[index].AwakeSlot = int32(len(isl.AwakeContacts))
	isl.AwakeContacts = append(isl.AwakeContacts, index)
}

func (isl *Manager) UnlistContact(index int32) {
	c := &isl.Contacts[index]
	last := len(isl.AwakeContacts) - 1
	moved := isl.AwakeContacts[last]
	isl.AwakeContacts[c.AwakeSlot] = moved
	isl.MarkContact(index)
	isl.MarkContact(moved)
	isl.Contacts[moved].AwakeSlot = c.AwakeSlot
	isl.AwakeContacts = isl.AwakeContacts[:last]
	c.AwakeSlot = state.None
}

func (isl *Manager) GraphJoint(index int32) {
	j := &isl.Joints[index]
	movableA := j.BodyA != state.None && isl.Movable(j.BodyA)
	movableB := isl.Movable(j.BodyB)
	if !movableA && !movableB {
		return
	}
	j.Color, j.Slot = isl.Graph.AddJoint(index, j.BodyA, j.BodyB, movableA, movableB)
}

func (isl *Manager) UngraphJoint(index int32) {
	j := &isl.Joints[index]
	if moved := isl.Graph.RemoveJoint(j.Color, j.Slot, j.BodyA, j.BodyB); moved >= 0 {
		isl.Joints[moved].Slot = j.Slot
	}
	j.Color, j.Slot = state.None, state.None
	if row := &isl.Rows[index]; !row.Finite() {
		// a body broke: its effect on the joint must not come back with it
		row.ClearImpulses()
		row.Phase, row.Force, row.Torque = 0, vec.Vec3{}, vec.Vec3{}
	}
}

// WakeJoints puts the joints of a body that woke up into the graph.
func (isl *Manager) WakeJoints(bodyIndex int32) {
	for key := isl.Bodies[bodyIndex].FirstJoint; key != state.None; key = isl.Joints[key>>1].Edges[key&1].Next {
		if j := &isl.Joints[key>>1]; j.Color == state.None && !isl.JointSleeps(j) {
			isl.GraphJoint(key >> 1)
		}
	}
}

// sleepJoints takes the joints of a body that fell asleep out of the graph, unless the other
// side is still awake.
func (isl *Manager) sleepJoints(bodyIndex int32) {
	for key := isl.Bodies[bodyIndex].FirstJoint; key != state.None; key = isl.Joints[key>>1].Edges[key&1].Next {
		if j := &isl.Joints[key>>1]; j.Color != state.None && isl.JointSleeps(j) {
			isl.UngraphJoint(key >> 1)
		}
	}
}

// JointSleeps reports whether the joint holds no body that impulses move now. A joint that is off, or has a disabled
// body, holds nothing.
func (isl *Manager) JointSleeps(j *state.Joint) bool {
	if j.Off || isl.Bodies[j.BodyB].Disabled || j.BodyA != state.None && isl.Bodies[j.BodyA].Disabled {
		return true
	}
	moves := func(i int32) bool { return i != state.None && isl.Movable(i) && isl.Bodies[i].AwakeIndex != state.None }
	return !moves(j.BodyA) && !moves(j.BodyB)
}

// WakeShape wakes the body of a shape and what touches it.
func (isl *Manager) WakeShape(index int32) {
	b := isl.Shapes[index].Body
	isl.WakeTouching(b)
	if r := &isl.Bodies[b]; r.Kind != state.Static && !r.Out() {
		isl.Wake(b)
	}
}
