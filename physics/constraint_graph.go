package physics

import "tumble/physics/internal/solve"

// linkTouch links the bodies of a contact that got its first points, wakes them and puts it
// into the graph.
func (w *World) linkTouch(index int32) {
	c := &w.contacts[index]
	c.touching = true
	w.touching++
	if c.awakeSlot != none {
		w.unlistContact(index)
	}
	a, b := &w.bodies[c.bodyA], &w.bodies[c.bodyB]
	c.linked = a.kind == Dynamic && b.kind == Dynamic && !a.out() && !b.out()
	if c.linked {
		// both have to be awake before their islands may become one; waking puts the
		// contact into the graph on the way
		w.wakeBody(c.bodyA)
		w.wakeBody(c.bodyB)
		w.linkBodies(c.bodyA, c.bodyB)
	}
	if c.color == none && !w.contactSleeps(c) {
		w.graphContact(index)
	}
}

// unlinkTouch is the inverse of linkTouch. The contact is on no list afterwards.
func (w *World) unlinkTouch(index int32) {
	c := &w.contacts[index]
	if c.color != none {
		w.ungraphContact(index)
	}
	if c.linked {
		w.unlinkBodies(c.bodyA, c.bodyB)
		c.linked = false
	}
	c.touching = false
	w.touching--
}

func (w *World) graphContact(index int32) {
	c := &w.contacts[index]
	entry := solve.Entry{Contact: index, Manifold: c.manifold, Count: c.patches}
	c.color, c.slot = w.graph.AddContact(entry, c.bodyA, c.bodyB, w.movable(c.bodyA), w.movable(c.bodyB))
}

func (w *World) ungraphContact(index int32) {
	c := &w.contacts[index]
	if moved := w.graph.RemoveContact(c.color, c.slot, c.bodyA, c.bodyB); moved >= 0 {
		w.contacts[moved].slot = c.slot
	}
	c.color, c.slot = none, none
}

// regraph tells the graph about the manifolds of a contact.
func (w *World) regraph(index int32) {
	if c := &w.contacts[index]; c.color != none {
		w.graph.SetManifolds(c.color, c.slot, c.manifold, c.patches)
	}
}

func (w *World) listContact(index int32) {
	w.contacts[index].awakeSlot = int32(len(w.awakeContacts))
	w.awakeContacts = append(w.awakeContacts, index)
}

func (w *World) unlistContact(index int32) {
	c := &w.contacts[index]
	last := len(w.awakeContacts) - 1
	moved := w.awakeContacts[last]
	w.awakeContacts[c.awakeSlot] = moved
	w.contacts[moved].awakeSlot = c.awakeSlot
	w.awakeContacts = w.awakeContacts[:last]
	c.awakeSlot = none
}

func (w *World) graphJoint(index int32) {
	j := &w.joints[index]
	movableA := j.bodyA != none && w.movable(j.bodyA)
	movableB := w.movable(j.bodyB)
	if !movableA && !movableB {
		return
	}
	j.color, j.place = w.graph.AddJoint(index, j.bodyA, j.bodyB, movableA, movableB)
}

func (w *World) ungraphJoint(index int32) {
	j := &w.joints[index]
	if moved := w.graph.RemoveJoint(j.color, j.place, j.bodyA, j.bodyB); moved >= 0 {
		w.joints[moved].place = j.place
	}
	j.color, j.place = none, none
	if row := &w.rows[index]; !row.Finite() {
		// a body broke: what it did to the joint must not come back with it
		row.ClearImpulses()
		row.Phase, row.Force, row.Torque = 0, Vec3{}, Vec3{}
	}
}

// wakeJoints puts the joints of a body that woke up into the graph.
func (w *World) wakeJoints(bodyIndex int32) {
	for key := w.bodies[bodyIndex].firstJoint; key != none; key = w.joints[key>>1].edges[key&1].next {
		if j := &w.joints[key>>1]; j.color == none && !w.jointSleeps(j) {
			w.graphJoint(key >> 1)
		}
	}
}

// sleepJoints takes the joints of a body that fell asleep out of the graph, unless the other
// side is still awake.
func (w *World) sleepJoints(bodyIndex int32) {
	for key := w.bodies[bodyIndex].firstJoint; key != none; key = w.joints[key>>1].edges[key&1].next {
		if j := &w.joints[key>>1]; j.color != none && w.jointSleeps(j) {
			w.ungraphJoint(key >> 1)
		}
	}
}

// jointSleeps reports whether the joint holds no body that impulses move now. One with a disabled
// body holds nothing.
func (w *World) jointSleeps(j *joint) bool {
	if w.bodies[j.bodyB].disabled || j.bodyA != none && w.bodies[j.bodyA].disabled {
		return true
	}
	moves := func(i int32) bool { return i != none && w.movable(i) && w.bodies[i].awakeIndex != none }
	return !moves(j.bodyA) && !moves(j.bodyB)
}

// wakeShape wakes the body of a shape and what touches it.
func (w *World) wakeShape(index int32) {
	b := w.shapes[index].body
	w.wakeTouching(b)
	if r := &w.bodies[b]; r.kind != Static && !r.out() {
		w.wakeBody(b)
	}
}
