package physics

import (
	"fmt"
	"math"

	"tumble/physics/internal/collide"
	"tumble/physics/internal/flat"
	"tumble/physics/internal/solve"
)

// What contacts keep is most of a snapshot, and much of it is not in use or follows from something else: points
// that a manifold does not have, manifolds without points, reuse that is not valid; the bodies of a contact, its
// place in a list, whether it touches. None of that is written. The lists of contacts have one entry for each
// contact that is alive, in the order of their indices. Where nothing was written, reuse is zero after reading, as
// contacts that become valid keep what they do not need; manifolds are empty, with points as they were.

// contactRecord is what a snapshot keeps of a contact. All else follows from the shapes, from the lists that the
// contact is in, and from the manifolds.
type contactRecord struct {
	shapeA, shapeB                     int32
	edges                              [2]edge
	friction, restitution, rolling     float32
	class, patches                     uint8
	events, hits, angular, tiled, belt bool
	marks                              contactMarks
	cache                              collide.Cache
}

// contactMarks are flags of a contact that follow from more than one of its fields.
type contactMarks uint8

const (
	// markLeft is set when the contact is not in the graph and was there before: its slot is none, not 0 as at first.
	markLeft contactMarks = 1 << iota
	// markPoints is set when a contact with pieces does not touch and has points in its first manifold, from when it did.
	markPoints
	// markReuse is set when reuse is valid, markAnchors when what it keeps of anchors is not zero.
	markReuse
	markAnchors
	allMarks = 1<<iota - 1
)

// contactLists are the lists of the second part of a snapshot as far as the simulation has them in other ways.
type contactLists struct {
	// owners tells of every manifold which contact has it as its first one, none for the others.
	owners []int32

	// what was read and has no place yet
	contacts       flat.Later[contactRecord]
	manifolds      flat.Later[solve.Manifold]
	points         flat.Later[solve.ManifoldPoint]
	reuse, anchors flat.Later[reuse]

	block []contactRecord
	// places are the manifolds that are written, kept and anchored the contacts of which reuse is
	places, kept, anchored []int32
}

// contactBlock is how many contacts are coded at a time, while they are near the processor.
const contactBlock = 64

var (
	contactLayout  = flat.Of[contactRecord]()
	manifoldLayout = flat.Of[solve.Manifold]("Points")
	pointLayout    = flat.Of[solve.ManifoldPoint]()
	reuseLayout    = flat.Of[reuse]("valid", "localA", "localB")
	anchorLayout   = flat.Of[reuse]("valid", "slack", "rotationA", "rotation")
)

// codeContacts is codeThings for contacts with their graph. What it reads is put to its places by loadContacts.
func (s *simulation) codeContacts(c *flat.Coder, l *contactLists) {
	if !c.Reading {
		if err := s.listContacts(l); err != nil {
			c.Fail("contacts", err)
			return
		}
	}
	l.block = sizedFor(l.block, contactBlock)
	flat.List(c, "free contacts", indexLayout, &s.freeContacts)
	flat.List(c, "awake contacts", indexLayout, &s.awakeContacts)
	flat.List(c, "manifolds", indexLayout, &l.owners)
	for i := range s.freeSpans {
		flat.List(c, "free manifold spans", indexLayout, &s.freeSpans[i])
	}
	s.graph.Code(c)
	if !c.Reading {
		s.appendContacts(c, l)
		return
	}
	l.contacts = flat.Postpone(c, "contacts", contactLayout)
	l.manifolds = flat.Postpone(c, "contact manifolds", manifoldLayout)
	l.points = flat.Postpone(c, "contact points", pointLayout)
	l.reuse = flat.Postpone(c, "contact reuse", reuseLayout)
	l.anchors = flat.Postpone(c, "contact anchors", anchorLayout)
	if c.Err() == nil {
		n := l.contacts.Len() + len(s.freeContacts)
		s.contacts, s.reuse, s.manifolds = sizedFor(s.contacts, n), sizedFor(s.reuse, n), sizedFor(s.manifolds, len(l.owners))
	}
}

// release lets go of the data that was read.
func (l *contactLists) release() {
	l.contacts, l.manifolds, l.points = flat.Later[contactRecord]{}, flat.Later[solve.Manifold]{}, flat.Later[solve.ManifoldPoint]{}
	l.reuse, l.anchors = flat.Later[reuse]{}, flat.Later[reuse]{}
}

// listContacts makes the lists that the simulation does not have.
func (s *simulation) listContacts(l *contactLists) error {
	l.places, l.kept, l.anchored = l.places[:0], l.kept[:0], l.anchored[:0]
	l.owners = sizedFor(l.owners, len(s.manifolds))
	for i := range l.owners {
		l.owners[i] = none
	}
	for i := range s.contacts {
		k := &s.contacts[i]
		if !k.alive {
			continue
		}
		if k.patches < 0 || k.patches > maxPatches || k.manifold < 0 || int(k.manifold)+max(1, int(k.patches)) > len(s.manifolds) {
			return fmt.Errorf("%d: %d manifolds from %d on", i, k.patches, k.manifold)
		}
		l.owners[k.manifold] = int32(i)
		for m := k.manifold; m < k.manifold+s.kept(k); m++ {
			if n := s.manifolds[m].Count; n < 1 || n > solve.MaxPoints {
				return fmt.Errorf("%d: manifold %d has %d points", i, m, n)
			}
			l.places = append(l.places, m)
		}
		if u := &s.reuse[i]; u.valid {
			l.kept = append(l.kept, int32(i))
			if u.hasAnchors() {
				l.anchored = append(l.anchored, int32(i))
			}
		}
	}
	return nil
}

// kept returns how many manifolds of a contact are written.
func (s *simulation) kept(c *contact) int32 {
	if c.pieces && c.patches == 0 && s.manifolds[c.manifold].Count > 0 {
		return 1
	}
	return c.patches
}

// appendContacts writes what the contacts have themselves.
func (s *simulation) appendContacts(c *flat.Coder, l *contactLists) {
	flat.Begin(c, "contacts", contactLayout, len(s.contacts)-len(s.freeContacts))
	alive, points := 0, 0
	for i := range s.contacts {
		k := &s.contacts[i]
		if !k.alive {
			continue
		}
		r := &l.block[alive%contactBlock]
		r.shapeA, r.shapeB, r.edges = k.shapeA, k.shapeB, k.edges
		r.friction, r.restitution, r.rolling = k.friction, k.restitution, k.rolling
		r.class, r.patches, r.cache = uint8(k.class), uint8(k.patches), k.cache
		r.events, r.hits, r.angular, r.tiled, r.belt = k.events, k.hits, k.angular, k.tiled, k.belt
		r.marks = 0
		if k.slot == none {
			r.marks |= markLeft
		}
		if s.kept(k) > k.patches {
			r.marks |= markPoints
		}
		if s.reuse[i].valid {
			r.marks |= markReuse
			if s.reuse[i].hasAnchors() {
				r.marks |= markAnchors
			}
		}
		if alive++; alive%contactBlock == 0 {
			c.Data = contactLayout.Append(c.Data, l.block)
		}
	}
	c.Data = contactLayout.Append(c.Data, l.block[:alive%contactBlock])
	if alive != len(s.contacts)-len(s.freeContacts) {
		c.Fail("contacts", fmt.Errorf("%d alive and %d free of %d", alive, len(s.freeContacts), len(s.contacts)))
		return
	}
	flat.Pick(c, "contact manifolds", manifoldLayout, s.manifolds, l.places)
	for _, p := range l.places {
		points += int(s.manifolds[p].Count)
	}
	flat.Begin(c, "contact points", pointLayout, points)
	for _, p := range l.places {
		c.Data = pointLayout.Append(c.Data, s.manifolds[p].Points[:s.manifolds[p].Count])
	}
	flat.Pick(c, "contact reuse", reuseLayout, s.reuse, l.kept)
	flat.Pick(c, "contact anchors", anchorLayout, s.reuse, l.anchored)
}

// hasAnchors reports whether a bit of localA or localB is set.
func (u *reuse) hasAnchors() bool {
	bits := uint32(0)
	for i := range u.localA {
		a, b := &u.localA[i], &u.localB[i]
		bits |= math.Float32bits(a.X) | math.Float32bits(a.Y) | math.Float32bits(a.Z) |
			math.Float32bits(b.X) | math.Float32bits(b.Y) | math.Float32bits(b.Z)
	}
	return bits != 0
}
