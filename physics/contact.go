package physics

import (
	"tumble/physics/internal/collide"
	"tumble/physics/internal/solve"
)

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
	index := w.allocateContact()
	c := &w.contacts[index]
	*c = contact{
		shapeA: shapeA, shapeB: shapeB, bodyA: w.shapes[shapeA].body, bodyB: w.shapes[shapeB].body,
		color: none, awakeSlot: none, alive: true, manifold: w.allocateSpan(0),
		// a hook sees every contact as the shapes make it
		angular: isAngular(w.geometries[shapeA].Kind) && isAngular(w.geometries[shapeB].Kind) && !w.hooked(shapeA, shapeB),
		pieces:  w.geometries[shapeA].Kind.HasChildren(),
	}
	c.tiled = w.isTiled(c)
	w.manifolds[c.manifold] = solve.Manifold{BodyA: c.bodyA, BodyB: c.bodyB}
	w.reuse[index] = reuse{}
	w.mixMaterials(index)
	w.linkContactEdge(index, 0, c.bodyA)
	w.linkContactEdge(index, 1, c.bodyB)
	w.pairs.add(pairKey(shapeA, shapeB))
	w.contactCount++
	if w.bodies[c.bodyA].awakeIndex != none || w.bodies[c.bodyB].awakeIndex != none {
		w.listContact(index)
	}
}

func (w *World) allocateContact() int32 {
	if n := len(w.freeContacts); n > 0 {
		index := w.freeContacts[n-1]
		w.freeContacts = w.freeContacts[:n-1]
		return index
	}
	w.contacts = append(w.contacts, contact{})
	w.reuse = append(w.reuse, reuse{})
	return int32(len(w.contacts) - 1)
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
	w.unlinkContactEdge(index, 0, c.bodyA)
	w.unlinkContactEdge(index, 1, c.bodyB)
	w.pairs.remove(pairKey(c.shapeA, c.shapeB))
	w.freeSpan(c.manifold, c.class)
	w.scratch.near.remove(index)
	*c = contact{color: none, awakeSlot: none}
	w.freeContacts = append(w.freeContacts, index)
	w.contactCount--
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

// beginTouch links the bodies of a contact that got its first points, wakes them and puts it
// into the graph.
func (w *World) beginTouch(index int32) {
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
	if c.events {
		m := &w.manifolds[c.manifold]
		w.nextEvents.ContactBegin = append(w.nextEvents.ContactBegin, ContactBeginEvent{
			ShapeA: w.shapeHandle(c.shapeA), ShapeB: w.shapeHandle(c.shapeB),
			Point: w.sims[c.bodyA].Center.Add(m.Points[0].AnchorA), Normal: m.Normal,
		})
	}
}

// endTouch is the inverse of beginTouch. The contact is on no list afterwards.
func (w *World) endTouch(index int32) {
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
	if c.events {
		w.nextEvents.ContactEnd = append(w.nextEvents.ContactEnd, ContactEndEvent{
			ShapeA: w.shapeHandle(c.shapeA), ShapeB: w.shapeHandle(c.shapeB),
		})
	}
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

// movable reports whether impulses move the body.
func (w *World) movable(bodyIndex int32) bool {
	r := &w.bodies[bodyIndex]
	return r.kind == Dynamic && !r.out()
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

// mixMaterials combines the surfaces of the two shapes of a contact.
func (w *World) mixMaterials(index int32) {
	c := &w.contacts[index]
	sa, sb := &w.shapes[c.shapeA], &w.shapes[c.shapeB]
	a, b := &sa.material, &sb.material
	c.friction, c.restitution = mixFriction(a, b), mixRestitution(a, b)
	c.rolling = w.mixRolling(c, a, b)
	c.belt = a.SurfaceVelocity != (Vec3{}) || b.SurfaceVelocity != (Vec3{})
	c.events = sa.contactEvents || sb.contactEvents
	c.hits = sa.hitEvents || sb.hitEvents
	// what is reused has to follow
	w.reuse[index].valid = false
}

// ContactPoint is one point of a contact.
type ContactPoint struct {
	// Point lies midway between the surfaces (m); Separation (m) is negative for overlap.
	Point      Vec3
	Separation float32
	// Impulse along the normal in the last step (N·s).
	Impulse float32
	// ID stays the same while the same features of the shapes meet.
	ID uint32
}

// contactPoint is a point of a manifold whose body A has its centre of mass at center.
func contactPoint(center Vec3, p *solve.ManifoldPoint) ContactPoint {
	return ContactPoint{
		Point: center.Add(p.AnchorA), Separation: p.Separation, Impulse: p.TotalNormalImpulse, ID: p.ID,
	}
}

// ContactInfo describes two shapes in touch.
type ContactInfo struct {
	ShapeA, ShapeB Shape
	// Normal points from A to B.
	Normal Vec3
	// Points[:Count] are in use.
	Points [4]ContactPoint
	Count  int
	// Friction is the combined coefficient.
	Friction float32
	// FrictionImpulse (N·s, on B) acts in the middle of the points.
	FrictionImpulse Vec3
	// Color is that of the constraint graph, −1 while the contact sleeps.
	Color int32
}

// Contacts appends all touching contacts to buf, in the order of their indices: one entry for
// each patch, of which only meshes, height fields and compounds have several.
func (w *World) Contacts(buf []ContactInfo) []ContactInfo {
	for i := range w.contacts {
		buf = w.appendContact(buf, &w.contacts[i])
	}
	return buf
}

// Contacts appends the touching contacts of the body to buf.
func (b Body) Contacts(buf []ContactInfo) []ContactInfo {
	r := b.record()
	if r == nil {
		return buf
	}
	w := b.world
	for key := r.firstContact; key != none; key = w.contacts[key>>1].edges[key&1].next {
		buf = w.appendContact(buf, &w.contacts[key>>1])
	}
	return buf
}

func (w *World) appendContact(buf []ContactInfo, c *contact) []ContactInfo {
	if !c.touching {
		return buf
	}
	center := w.sims[c.bodyA].Center
	patches := w.patchesOf(c)
	for k := range patches {
		m := &patches[k]
		info := ContactInfo{
			ShapeA: w.shapeHandle(c.shapeA), ShapeB: w.shapeHandle(c.shapeB),
			Normal: m.Normal, Count: int(m.Count), Friction: m.Friction,
			FrictionImpulse: w.frictionImpulse(m), Color: c.color,
		}
		for i := range m.Points[:m.Count] {
			info.Points[i] = contactPoint(center, &m.Points[i])
		}
		buf = append(buf, info)
	}
	return buf
}
