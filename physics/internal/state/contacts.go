package state

import (
	"slices"
	"sync/atomic"

	"tumble/physics/internal/pages"
	"tumble/physics/internal/solve"
)

// MarkContact says that the record of a contact is written to: a snapshot copies the pages with marks only
// (TestEveryStep). Workers may call it at the same time.
func (st *State) MarkContact(index int32) {
	if mark := &st.contactMarks[index/pages.Length]; atomic.LoadUint32(mark) == 0 {
		atomic.StoreUint32(mark, 1)
	}
}

// ContactMarks has a mark, 1, for each page of contacts that was written to since a snapshot.
func (st *State) ContactMarks() []uint32 { return st.contactMarks }

// MarkContacts makes the marks of all contacts 1, or 0.
func (st *State) MarkContacts(mark uint32) {
	n := pages.Count(len(st.Contacts))
	st.contactMarks = slices.Grow(st.contactMarks[:0], n)[:n]
	for i := range st.contactMarks {
		st.contactMarks[i] = mark
	}
}

// NewContact takes a slot for a contact without touch and lists it at its bodies.
func (st *State) NewContact(shapeA, shapeB int32) int32 {
	index := st.allocateContact()
	st.MarkContact(index)
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
	st.MarkContact(index)
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
	if len(st.Contacts)%pages.Length == 0 {
		st.contactMarks = append(st.contactMarks, 1)
	}
	st.Contacts = append(st.Contacts, Contact{})
	return int32(len(st.Contacts) - 1)
}

func (st *State) linkContactEdge(index, side, bodyIndex int32) {
	r := &st.Bodies[bodyIndex]
	key := index<<1 | side
	st.Contacts[index].Edges[side] = Edge{Prev: None, Next: r.FirstContact}
	if r.FirstContact != None {
		st.MarkContact(r.FirstContact >> 1)
		st.Contacts[r.FirstContact>>1].Edges[r.FirstContact&1].Prev = key
	}
	r.FirstContact = key
	r.ContactCount++
}

func (st *State) unlinkContactEdge(index, side, bodyIndex int32) {
	r := &st.Bodies[bodyIndex]
	e := st.Contacts[index].Edges[side]
	if e.Prev != None {
		st.MarkContact(e.Prev >> 1)
		st.Contacts[e.Prev>>1].Edges[e.Prev&1].Next = e.Next
	} else {
		r.FirstContact = e.Next
	}
	if e.Next != None {
		st.MarkContact(e.Next >> 1)
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
