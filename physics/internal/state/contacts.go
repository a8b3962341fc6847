package state

import "tumble/physics/internal/solve"

// NewContact takes a slot for a contact without touch and lists it at its bodies.
func (st *State) NewContact(shapeA, shapeB int32) int32 {
	index := st.allocateContact()
	bodyA, bodyB := st.Shapes[shapeA].Body, st.Shapes[shapeB].Body
	st.Contacts[index] = Contact{
		ShapeA: shapeA, ShapeB: shapeB, BodyA: bodyA, BodyB: bodyB, Color: None, AwakeSlot: None, Alive: true,
	}
	st.linkContactEdge(index, 0, bodyA)
	st.linkContactEdge(index, 1, bodyB)
	st.ContactCount++
	return index
}

// FreeContact takes a contact out of the lists of its bodies and gives its slot back.
func (st *State) FreeContact(index int32) {
	c := &st.Contacts[index]
	st.unlinkContactEdge(index, 0, c.BodyA)
	st.unlinkContactEdge(index, 1, c.BodyB)
	*c = Contact{Color: None, AwakeSlot: None}
	st.FreeContacts = append(st.FreeContacts, index)
	st.ContactCount--
}

func (st *State) allocateContact() int32 {
	if n := len(st.FreeContacts); n > 0 {
		index := st.FreeContacts[n-1]
		st.FreeContacts = st.FreeContacts[:n-1]
		return index
	}
	st.Contacts = append(st.Contacts, Contact{})
	return int32(len(st.Contacts) - 1)
}

func (st *State) linkContactEdge(index, side, bodyIndex int32) {
	r := &st.Bodies[bodyIndex]
	key := index<<1 | side
	st.Contacts[index].Edges[side] = Edge{Prev: None, Next: r.FirstContact}
	if r.FirstContact != None {
		st.Contacts[r.FirstContact>>1].Edges[r.FirstContact&1].Prev = key
	}
	r.FirstContact = key
	r.ContactCount++
}

func (st *State) unlinkContactEdge(index, side, bodyIndex int32) {
	r := &st.Bodies[bodyIndex]
	e := st.Contacts[index].Edges[side]
	if e.Prev != None {
		st.Contacts[e.Prev>>1].Edges[e.Prev&1].Next = e.Next
	} else {
		r.FirstContact = e.Next
	}
	if e.Next != None {
		st.Contacts[e.Next>>1].Edges[e.Next&1].Prev = e.Prev
	}
	r.ContactCount--
}

// ManifoldsOf returns the manifolds in use of a contact.
func (st *State) ManifoldsOf(c *Contact) []solve.Manifold {
	return st.Manifolds[c.Manifold : c.Manifold+c.Count]
}

// ContactSleeps reports whether no awake body needs the contact. A kinematic body at rest
// is no different from a static one, so that only dynamic bodies count for touch.
func (st *State) ContactSleeps(c *Contact) bool {
	a, b := &st.Bodies[c.BodyA], &st.Bodies[c.BodyB]
	if c.Touching {
		return !(a.Kind == Dynamic && a.AwakeIndex != None) && !(b.Kind == Dynamic && b.AwakeIndex != None)
	}
	return a.AwakeIndex == None && b.AwakeIndex == None
}
