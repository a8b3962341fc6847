package snapshot

import (
	"fmt"
	"tumble/physics/internal/collide"
	"tumble/physics/internal/flat"
	"tumble/physics/internal/narrowphase"
	"tumble/physics/internal/solve"
	"tumble/physics/internal/state"
)

// Most of a snapshot is the state of contacts, and much of that is not in use or follows from something else: points
// that a manifold does not have, manifolds without points, recycling caches that are not valid; the bodies of a
// contact, its place in a list, whether it touches. None of that is written. The lists of contacts have one entry for
// each contact that is alive, in the order of their indices. Where nothing was written, caches are zero after reading,
// as contacts that become valid keep what they do not need; manifolds are empty, with points as they were.

// contactRecord is the part of a contact that a snapshot keeps. All else follows from the shapes, from the lists that
// the contact is in, and from the manifolds.
type contactRecord struct {
	shapeA, shapeB                             int32
	edges                                      [2]state.Edge
	friction, restitution, rolling             float32
	class, count                               uint8
	events, hits, angular, internalEdges, belt bool
	marks                                      contactMarks
	cache                                      collide.Cache
}

// contactMarks are flags of a contact that follow from more than one of its fields.
type contactMarks uint8

const (
	// markLeft is set when the contact is not in the graph and was there before: its slot is none, not 0 as at first.
	markLeft contactMarks = 1 << iota
	// markPoints is set when a contact with pieces does not touch and has points in its first manifold, from when it
	// did.
	markPoints
	// markRecycling is set when the recycling cache is valid, markAnchors when what it keeps for meshes or rolling is
	// not zero.
	markRecycling
	markAnchors
	allMarks = 1<<iota - 1
)

// contactLists are the lists of the second part of a snapshot as far as the simulation has them in other ways.
type contactLists struct {
	// owners tells of every manifold which contact has it as its first one, none for the others.
	owners []int32

	// records that were read and have no position yet
	contacts           flat.Later[contactRecord]
	manifolds          flat.Later[solve.Manifold]
	points             flat.Later[solve.ManifoldPoint]
	recycling, anchors flat.Later[narrowphase.Recycling]

	block []contactRecord
	// positions are the manifolds that are written, kept and anchored the contacts of which caches are
	positions, kept, anchored []int32
}

// contactBlock is how many contacts are coded at a time, while they are near the processor.
const contactBlock = 64

var (
	indexLayout     = flat.Of[int32]()
	contactLayout   = flat.Of[contactRecord]()
	manifoldLayout  = flat.Of[solve.Manifold]("Points")
	pointLayout     = flat.Of[solve.ManifoldPoint]()
	recyclingLayout = flat.Of[narrowphase.Recycling]("Valid", "Mesh", "Rolling")
	anchorLayout    = flat.Of[narrowphase.Recycling]("Valid", "RotationA", "RotationB")
)

// codeContacts is codeThings for contacts with their graph. loadContacts puts the contacts that it reads into the
// world.
func (ps *Rooms) codeContacts(c *flat.Coder, l *contactLists) {
	if !c.Reading {
		if err := ps.listContacts(l); err != nil {
			c.Fail("contacts", err)
			return
		}
	}
	l.block = sizedFor(l.block, contactBlock)
	flat.List(c, "free contacts", indexLayout, &ps.FreeContacts)
	flat.List(c, "awake contacts", indexLayout, &ps.AwakeContacts)
	flat.List(c, "manifolds", indexLayout, &l.owners)
	for i := range ps.FreeSpans {
		flat.List(c, "free manifold spans", indexLayout, &ps.FreeSpans[i])
	}
	ps.Graph.Code(c)
	if !c.Reading {
		ps.appendContacts(c, l)
		return
	}
	l.contacts = flat.Postpone(c, "contacts", contactLayout)
	l.manifolds = flat.Postpone(c, "contact manifolds", manifoldLayout)
	l.points = flat.Postpone(c, "contact points", pointLayout)
	l.recycling = flat.Postpone(c, "contact reuse", recyclingLayout)
	l.anchors = flat.Postpone(c, "contact anchors", anchorLayout)
	if c.Err() == nil {
		n := l.contacts.Len() + len(ps.FreeContacts)
		ps.Contacts, ps.Recycling, ps.Manifolds = sizedFor(ps.Contacts, n), sizedFor(ps.Recycling, n),
			sizedFor(ps.Manifolds, len(l.owners))
	}
}

// Release drops the data that was read.
func (l *contactLists) release() {
	l.contacts, l.manifolds, l.points = flat.Later[contactRecord]{}, flat.Later[solve.Manifold]{},
		flat.Later[solve.ManifoldPoint]{}
	l.recycling, l.anchors = flat.Later[narrowphase.Recycling]{}, flat.Later[narrowphase.Recycling]{}
}

// listContacts makes the lists that the simulation does not have.
func (ps *Rooms) listContacts(l *contactLists) error {
	l.positions, l.kept, l.anchored = l.positions[:0], l.kept[:0], l.anchored[:0]
	l.owners = sizedFor(l.owners, len(ps.Manifolds))
	for i := range l.owners {
		l.owners[i] = state.None
	}
	for i := range ps.Contacts {
		k := &ps.Contacts[i]
		if !k.Alive {
			continue
		}
		if k.Count < 0 || k.Count > narrowphase.MaxManifolds || k.Manifold < 0 ||
			int(k.Manifold)+max(1, int(k.Count)) > len(ps.Manifolds) {
			return fmt.Errorf("%d: %d manifolds from %d on", i, k.Count, k.Manifold)
		}
		l.owners[k.Manifold] = int32(i)
		for m := k.Manifold; m < k.Manifold+ps.kept(k); m++ {
			if n := ps.Manifolds[m].Count; n < 1 || n > solve.MaxPoints {
				return fmt.Errorf("%d: manifold %d has %d points", i, m, n)
			}
			l.positions = append(l.positions, m)
		}
		if u := &ps.Recycling[i]; u.Valid {
			l.kept = append(l.kept, int32(i))
			if u.Keeps() {
				l.anchored = append(l.anchored, int32(i))
			}
		}
	}
	return nil
}

// kept returns how many manifolds of a contact are written.
func (ps *Rooms) kept(c *state.Contact) int32 {
	if c.Composite && c.Count == 0 && ps.Manifolds[c.Manifold].Count > 0 {
		return 1
	}
	return c.Count
}

// appendContacts writes the contacts' own data.
func (ps *Rooms) appendContacts(c *flat.Coder, l *contactLists) {
	flat.Begin(c, "contacts", contactLayout, len(ps.Contacts)-len(ps.FreeContacts))
	alive, points := 0, 0
	for i := range ps.Contacts {
		k := &ps.Contacts[i]
		if !k.Alive {
			continue
		}
		r := &l.block[alive%contactBlock]
		r.shapeA, r.shapeB, r.edges = k.ShapeA, k.ShapeB, k.Edges
		r.friction, r.restitution, r.rolling = k.Friction, k.Restitution, k.Rolling
		r.class, r.count, r.cache = uint8(k.Class), uint8(k.Count), k.Cache
		r.events, r.hits, r.angular, r.internalEdges, r.belt = k.Events, k.Hits, k.Angular, k.InternalEdges, k.Belt
		r.marks = 0
		if k.Slot == state.None {
			r.marks |= markLeft
		}
		if ps.kept(k) > k.Count {
			r.marks |= markPoints
		}
		if ps.Recycling[i].Valid {
			r.marks |= markRecycling
			if ps.Recycling[i].Keeps() {
				r.marks |= markAnchors
			}
		}
		if alive++; alive%contactBlock == 0 {
			c.Data = contactLayout.Append(c.Data, l.block)
		}
	}
	c.Data = contactLayout.Append(c.Data, l.block[:alive%contactBlock])
	if alive != len(ps.Contacts)-len(ps.FreeContacts) {
		c.Fail("contacts", fmt.Errorf("%d alive and %d free of %d", alive, len(ps.FreeContacts), len(ps.Contacts)))
		return
	}
	flat.Pick(c, "contact manifolds", manifoldLayout, ps.Manifolds, l.positions)
	for _, p := range l.positions {
		points += int(ps.Manifolds[p].Count)
	}
	flat.Begin(c, "contact points", pointLayout, points)
	for _, p := range l.positions {
		c.Data = pointLayout.Append(c.Data, ps.Manifolds[p].Points[:ps.Manifolds[p].Count])
	}
	flat.Pick(c, "contact reuse", recyclingLayout, ps.Recycling, l.kept)
	flat.Pick(c, "contact anchors", anchorLayout, ps.Recycling, l.anchored)
}
