package step

import "tumble/physics/internal/state"

// createContact adds the contact of two shapes, without touch.
func (sp *Step) createContact(shapeA, shapeB int32) {
	if sp.ContactCount >= sp.Limits.Contacts {
		sp.Dropped++
		return
	}
	// the narrow phase works in the frame of the shape of higher kind
	if ka, kb := sp.Geometries[shapeA].Kind, sp.Geometries[shapeB].Kind; ka < kb || ka == kb && shapeB < shapeA {
		shapeA, shapeB = shapeB, shapeA
	}
	index := sp.NewContact(shapeA, shapeB)
	sp.Narrow.BeginContact(index)
	sp.Broad.AddPair(shapeA, shapeB)
	c := &sp.Contacts[index]
	if sp.Bodies[c.BodyA].AwakeIndex != state.None || sp.Bodies[c.BodyB].AwakeIndex != state.None {
		sp.Islands.ListContact(index)
		return
	}
	// one of them does not move by itself; if it was put here, and not the other one, that has to look
	if sp.Shapes[shapeA].Moved != sp.Shapes[shapeB].Moved && sp.near(c) {
		if sp.Shapes[shapeA].Moved {
			sp.Islands.WakeSleeper(c.BodyB)
		} else {
			sp.Islands.WakeSleeper(c.BodyA)
		}
	}
}

// near reports whether the bounds of the shapes of a contact come within the distance at which contacts begin.
func (sp *Step) near(c *state.Contact) bool {
	return sp.Bounds[c.ShapeA].Tight.Expand(sp.Settings.SpeculativeDistance).Overlaps(sp.Bounds[c.ShapeB].Tight)
}

// wakeNear wakes the sleeping bodies that a body was put next to and has contacts with already.
func (sp *Step) wakeNear(bodyIndex int32) {
	for key := sp.Bodies[bodyIndex].FirstContact; key != state.None; {
		c := &sp.Contacts[key>>1]
		if !c.Touching && sp.near(c) {
			sp.Islands.WakeSleeper(c.Other(key))
		}
		key = c.Edges[key&1].Next
	}
}

// destroyContact ends a contact. With wake set the bodies of a touching one wake up.
func (sp *Step) destroyContact(index int32, wake bool) {
	c := &sp.Contacts[index]
	if c.Touching {
		sp.endTouch(index)
		if wake {
			sp.Islands.Wake(c.BodyA)
			sp.Islands.Wake(c.BodyB)
		}
	}
	if c.AwakeSlot != state.None {
		sp.Islands.UnlistContact(index)
	}
	sp.Broad.RemovePair(c.ShapeA, c.ShapeB)
	sp.Narrow.EndContact(index)
	sp.FreeContact(index)
}

func (sp *Step) destroyBodyContacts(bodyIndex int32, wake bool) {
	for key := sp.Bodies[bodyIndex].FirstContact; key != state.None; {
		next := sp.Contacts[key>>1].Edges[key&1].Next
		sp.destroyContact(key>>1, wake)
		key = next
	}
}

// DestroyShapeContacts ends the contacts of a shape. With wake set the bodies of those that touch wake up.
func (sp *Step) DestroyShapeContacts(shapeIndex int32, wake bool) {
	for key := sp.Bodies[sp.Shapes[shapeIndex].Body].FirstContact; key != state.None; {
		c := &sp.Contacts[key>>1]
		next := c.Edges[key&1].Next
		if c.ShapeA == shapeIndex || c.ShapeB == shapeIndex {
			sp.destroyContact(key>>1, wake)
		}
		key = next
	}
}

// Separate ends the contacts of two bodies with each other.
func (sp *Step) Separate(a, b int32) {
	for key := sp.Bodies[b].FirstContact; key != state.None; {
		c := &sp.Contacts[key>>1]
		next := c.Edges[key&1].Next
		if c.Other(key) == a {
			sp.destroyContact(key>>1, true)
		}
		key = next
	}
}

// beginTouch reports a contact that got its first points and hands it to the islands.
func (sp *Step) beginTouch(index int32) {
	sp.Islands.LinkTouch(index)
	if c := &sp.Contacts[index]; c.Events {
		m := &sp.Manifolds[c.Manifold]
		sp.Sink.ContactBegan(c.ShapeA, c.ShapeB, sp.Sims[c.BodyA].Center.Add(m.Points[0].AnchorA), m.Normal)
	}
}

// endTouch is the inverse of beginTouch. The contact is on no list afterwards.
func (sp *Step) endTouch(index int32) {
	sp.Islands.UnlinkTouch(index)
	if c := &sp.Contacts[index]; c.Events {
		sp.Sink.ContactEnded(c.ShapeA, c.ShapeB)
	}
}
