package physics

// createContact adds the contact of two shapes, without touch.
func (w *World) createContact(shapeA, shapeB int32) {
	if w.contactCount >= w.limits.contacts {
		w.dropped++
		return
	}
	// the narrow phase works in the frame of the shape of higher kind
	if ka, kb := w.geometries[shapeA].Kind, w.geometries[shapeB].Kind; ka < kb || ka == kb && shapeB < shapeA {
		shapeA, shapeB = shapeB, shapeA
	}
	index := w.newContact(shapeA, shapeB)
	w.beginContact(index)
	w.addPair(shapeA, shapeB)
	c := &w.contacts[index]
	if w.bodies[c.bodyA].awakeIndex != none || w.bodies[c.bodyB].awakeIndex != none {
		w.listContact(index)
	}
}

// destroyContact ends a contact. With wake set the bodies of a touching one wake up.
func (w *World) destroyContact(index int32, wake bool) {
	c := &w.contacts[index]
	if c.touching {
		w.endTouch(index)
		if wake {
			w.wakeBody(c.bodyA)
			w.wakeBody(c.bodyB)
		}
	}
	if c.awakeSlot != none {
		w.unlistContact(index)
	}
	w.removePair(c.shapeA, c.shapeB)
	w.endContact(index)
	w.freeContact(index)
}

func (w *World) destroyBodyContacts(bodyIndex int32, wake bool) {
	for key := w.bodies[bodyIndex].firstContact; key != none; {
		next := w.contacts[key>>1].edges[key&1].next
		w.destroyContact(key>>1, wake)
		key = next
	}
}

func (w *World) destroyShapeContacts(shapeIndex int32, wake bool) {
	for key := w.bodies[w.shapes[shapeIndex].body].firstContact; key != none; {
		c := &w.contacts[key>>1]
		next := c.edges[key&1].next
		if c.shapeA == shapeIndex || c.shapeB == shapeIndex {
			w.destroyContact(key>>1, wake)
		}
		key = next
	}
}

// separate ends the contacts of two bodies with each other.
func (w *World) separate(a, b int32) {
	for key := w.bodies[b].firstContact; key != none; {
		c := &w.contacts[key>>1]
		next := c.edges[key&1].next
		if c.other(key) == a {
			w.destroyContact(key>>1, true)
		}
		key = next
	}
}

// beginTouch reports a contact that got its first points and hands it to the islands.
func (w *World) beginTouch(index int32) {
	w.linkTouch(index)
	if c := &w.contacts[index]; c.events {
		m := &w.manifolds[c.manifold]
		w.sink.contactBegan(c.shapeA, c.shapeB, w.sims[c.bodyA].Center.Add(m.Points[0].AnchorA), m.Normal)
	}
}

// endTouch is the inverse of beginTouch. The contact is on no list afterwards.
func (w *World) endTouch(index int32) {
	w.unlinkTouch(index)
	if c := &w.contacts[index]; c.events {
		w.sink.contactEnded(c.shapeA, c.shapeB)
	}
}
