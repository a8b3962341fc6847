package graph

import mathbits "math/bits"

// Graph distributes constraints over colours such that no movable body occurs twice in a
// colour; its constraints can then be solved side by side. It changes only when constraints
// come and go, and depends only on the order in which they did. The zero value is empty.
// Source: Catto, "SIMD Matters", 2024.
type Graph struct {
	colors [ColorCount]color
	// jointVersion changes with the joints and with the rows that they hold, contactVersion when the
	// contacts do.
	jointVersion, contactVersion uint64
}

type color struct {
	bodies   Bits // movable bodies with a constraint of this colour
	contacts []Entry
	pairs    []Pair // of the contacts
	joints   []int32
}

// Pair are the shapes of a contact in the graph. They stand in lists of their own: no pass of a step reads them.
type Pair struct{ A, B int32 }

// Entry is a touching contact in the graph.
type Entry struct {
	// Contact is the caller's name for it.
	Contact int32
	// Manifold is the index of its first manifold, Count ≥ 1 their number; they are
	// consecutive.
	Manifold, Count int32
	// BodyA and BodyB are set by AddContact.
	BodyA, BodyB int32
}

// AddContact puts a contact between two bodies into the graph and returns where it is. At
// least one body is movable: dynamic, and neither static nor kinematic.
func (g *Graph) AddContact(e Entry, bodyA, bodyB int32, movableA, movableB bool) (color, slot int32) {
	g.contactVersion++
	color = g.assign(bodyA, bodyB, movableA, movableB)
	c := &g.colors[color]
	e.BodyA, e.BodyB = bodyA, bodyB
	c.contacts, c.pairs = append(c.contacts, e), append(c.pairs, Pair{})
	return color, int32(len(c.contacts) - 1)
}

// RemoveContact takes out the contact at a position that AddContact returned. The last contact
// of the colour takes the position; its name is returned, or -1 if there was none to move.
func (g *Graph) RemoveContact(color, slot, bodyA, bodyB int32) (moved int32) {
	g.contactVersion++
	c := &g.colors[color]
	c.release(color, bodyA, bodyB)
	last := len(c.contacts) - 1
	moved = -1
	if int(slot) != last {
		c.contacts[slot], c.pairs[slot] = c.contacts[last], c.pairs[last]
		moved = c.contacts[slot].Contact
	}
	c.contacts, c.pairs = c.contacts[:last], c.pairs[:last]
	return moved
}

// SetPair says which shapes the contact at a position has.
func (g *Graph) SetPair(color, slot int32, p Pair) { g.colors[color].pairs[slot] = p }

// SetManifolds says where the manifolds of the contact at a position are now.
func (g *Graph) SetManifolds(color, slot, manifold, count int32) {
	g.contactVersion++
	e := &g.colors[color].contacts[slot]
	e.Manifold, e.Count = manifold, count
}

// Complete fills an entry that has only the name of its contact.
func (g *Graph) Complete(color, slot, manifold, count, bodyA, bodyB int32) {
	e := &g.colors[color].contacts[slot]
	e.Manifold, e.Count, e.BodyA, e.BodyB = manifold, count, bodyA, bodyB
}

// AddJoint puts a joint into the graph and returns where it is. A joint with the world has
// movableA false and any bodyA.
func (g *Graph) AddJoint(joint, bodyA, bodyB int32, movableA, movableB bool) (color, slot int32) {
	g.jointVersion++
	color = g.assign(bodyA, bodyB, movableA, movableB)
	c := &g.colors[color]
	c.joints = append(c.joints, joint)
	return color, int32(len(c.joints) - 1)
}

// RemoveJoint takes out the joint at a position that AddJoint returned. The last joint of the
// colour takes the position; its index is returned, or -1 if there was none to move.
func (g *Graph) RemoveJoint(color, slot, bodyA, bodyB int32) (moved int32) {
	g.jointVersion++
	c := &g.colors[color]
	c.release(color, bodyA, bodyB)
	last := len(c.joints) - 1
	moved = -1
	if int(slot) != last {
		c.joints[slot] = c.joints[last]
		moved = c.joints[slot]
	}
	c.joints = c.joints[:last]
	return moved
}

// TouchJoints says that a joint holds other rows than before.
func (g *Graph) TouchJoints() { g.jointVersion++ }

// Contacts returns the contacts of a colour, valid until the graph changes.
func (g *Graph) Contacts(color int32) []Entry { return g.colors[color].contacts }

// Pairs returns the shapes of the contacts of a colour, valid until the graph changes.
func (g *Graph) Pairs(color int32) []Pair { return g.colors[color].pairs }

// ContactCount is the number of all contacts.
func (g *Graph) ContactCount() (n int) {
	for i := range g.colors {
		n += len(g.colors[i].contacts)
	}
	return n
}

// Joints returns the joints of a colour, valid until the graph changes.
func (g *Graph) Joints(color int32) []int32 { return g.colors[color].joints }

// Versions returns numbers that change with the joints and with the contacts.
func (g *Graph) Versions() (joints, contacts uint64) { return g.jointVersion, g.contactVersion }

// HasBody reports whether a colour other than Overflow holds a constraint of a movable body.
func (g *Graph) HasBody(color, body int32) bool { return g.colors[color].bodies.Has(body) }

// MarkCount returns the number of bodies that are marked in a colour.
func (g *Graph) MarkCount(color int32) int {
	n := 0
	for _, word := range g.colors[color].bodies {
		n += mathbits.OnesCount64(word)
	}
	return n
}

// CopyFrom makes g equal to src, reusing its memory.
func (g *Graph) CopyFrom(src *Graph) {
	// a version that neither graph had
	g.jointVersion = max(g.jointVersion, src.jointVersion) + 1
	g.contactVersion = max(g.contactVersion, src.contactVersion) + 1
	for i := range g.colors {
		d, s := &g.colors[i], &src.colors[i]
		d.bodies = append(d.bodies[:0], s.bodies...)
		d.contacts, d.pairs = append(d.contacts[:0], s.contacts...), append(d.pairs[:0], s.pairs...)
		d.joints = append(d.joints[:0], s.joints...)
	}
}

// assign picks the colour of a new constraint and marks its bodies there.
func (g *Graph) assign(bodyA, bodyB int32, movableA, movableB bool) int32 {
	if movableA && movableB {
		for i := int32(0); i < dynamicColors; i++ {
			c := &g.colors[i]
			if !c.bodies.Has(bodyA) && !c.bodies.Has(bodyB) {
				c.bodies.Set(bodyA)
				c.bodies.Set(bodyB)
				return i
			}
		}
		return Overflow
	}
	body := bodyB
	if movableA {
		body = bodyA
	}
	for i := int32(Overflow - 1); i >= 1; i-- {
		c := &g.colors[i]
		if !c.bodies.Has(body) {
			c.bodies.Set(body)
			return i
		}
	}
	return Overflow
}

// release clears the marks of a constraint's bodies; immovable bodies have none.
func (c *color) release(color, bodyA, bodyB int32) {
	if color == Overflow {
		return
	}
	c.bodies.Clear(bodyA)
	c.bodies.Clear(bodyB)
}

// Bits is a growing set of small non-negative integers.
type Bits []uint64

func (b Bits) Has(i int32) bool {
	w := int(i >> 6)
	return uint(w) < uint(len(b)) && b[w]&(1<<(uint32(i)&63)) != 0
}

func (b *Bits) Set(i int32) {
	w := int(i >> 6)
	for len(*b) <= w {
		*b = append(*b, 0)
	}
	(*b)[w] |= 1 << (uint32(i) & 63)
}

func (b Bits) Clear(i int32) {
	if w := int(i >> 6); uint(w) < uint(len(b)) {
		b[w] &^= 1 << (uint32(i) & 63)
	}
}
