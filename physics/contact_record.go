package physics

import "tumble/physics/internal/collide"

// edge links a contact or joint into the list of one of its bodies. Lists hold keys:
// index<<1 | side.
type edge struct{ prev, next int32 }

// contact is a pair of shapes whose fat bounds overlap.
type contact struct {
	shapeA, shapeB int32
	bodyA, bodyB   int32
	edges          [2]edge
	// color and slot are the place in the graph of a contact that touches and is awake.
	color, slot int32
	// awakeSlot is the place in World.awakeContacts of one that is awake without touch.
	awakeSlot int32
	// manifold is the first of 1<<class manifolds, of which patches are in use.
	manifold, class, patches int32

	alive bool
	// touching is set while there are patches, from the end of the narrow phase on.
	touching bool
	// linked is set while the contact holds two dynamic bodies in one island.
	linked bool
	// events and hits are set when a shape asks for them.
	events, hits bool
	// angular is set for pairs of polytopes, whose points may be reused.
	angular bool
	// pieces is set when a shape is made of triangles or children.
	pieces bool
	// tiled is set when a shape is one of several of a body that does not move by itself.
	tiled bool
	// belt is set when a surface moves on its body.
	belt bool

	// the combined material
	friction, restitution, rolling float32

	cache collide.Cache
}

// other returns the body across the edge of a key.
func (c *contact) other(key int32) int32 {
	if key&1 == 0 {
		return c.bodyB
	}
	return c.bodyA
}

// newContact takes a slot for a contact without touch and lists it at its bodies.
func (w *World) newContact(shapeA, shapeB int32) int32 {
	index := w.allocateContact()
	bodyA, bodyB := w.shapes[shapeA].body, w.shapes[shapeB].body
	w.contacts[index] = contact{
		shapeA: shapeA, shapeB: shapeB, bodyA: bodyA, bodyB: bodyB, color: none, awakeSlot: none, alive: true,
	}
	w.linkContactEdge(index, 0, bodyA)
	w.linkContactEdge(index, 1, bodyB)
	w.contactCount++
	return index
}

// freeContact takes a contact out of the lists of its bodies and gives its slot back.
func (w *World) freeContact(index int32) {
	c := &w.contacts[index]
	w.unlinkContactEdge(index, 0, c.bodyA)
	w.unlinkContactEdge(index, 1, c.bodyB)
	*c = contact{color: none, awakeSlot: none}
	w.freeContacts = append(w.freeContacts, index)
	w.contactCount--
}

func (w *World) allocateContact() int32 {
	if n := len(w.freeContacts); n > 0 {
		index := w.freeContacts[n-1]
		w.freeContacts = w.freeContacts[:n-1]
		return index
	}
	w.contacts = append(w.contacts, contact{})
	return int32(len(w.contacts) - 1)
}

func (w *World) linkContactEdge(index, side, bodyIndex int32) {
	r := &w.bodies[bodyIndex]
	key := index<<1 | side
	w.contacts[index].edges[side] = edge{prev: none, next: r.firstContact}
	if r.firstContact != none {
		w.contacts[r.firstContact>>1].edges[r.firstContact&1].prev = key
	}
	r.firstContact = key
	r.contactCount++
}

func (w *World) unlinkContactEdge(index, side, bodyIndex int32) {
	r := &w.bodies[bodyIndex]
	e := w.contacts[index].edges[side]
	if e.prev != none {
		w.contacts[e.prev>>1].edges[e.prev&1].next = e.next
	} else {
		r.firstContact = e.next
	}
	if e.next != none {
		w.contacts[e.next>>1].edges[e.next&1].prev = e.prev
	}
	r.contactCount--
}
