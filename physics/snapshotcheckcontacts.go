package physics

import (
	"fmt"

	"tumble/physics/internal/solve"
)

// checkContacts looks at all contacts, one after another with what it refers to, and makes the set of pairs.
// The shapes were looked at before.
func (w *World) checkContacts() error {
	w.pairs.clear(len(w.contacts) - len(w.freeContacts))
	spans := make(spanMarks, len(w.manifolds))
	var n contactTally
	for i := range w.contacts {
		c := &w.contacts[i]
		if !c.alive {
			continue
		}
		if err := w.checkContactRecord(c); err != nil {
			return fmt.Errorf("contact %d: %w", i, err)
		}
		if err := spans.claim(c.manifold, c.class); err != nil {
			return err
		}
		if !w.pairs.add(pairKey(c.shapeA, c.shapeB)) {
			return fmt.Errorf("contact %d: shapes %d and %d have another one", i, c.shapeA, c.shapeB)
		}
		if err := w.validateContact(int32(i), c); err != nil {
			return err
		}
		n.add(c)
	}
	for _, i := range w.freeContacts {
		if w.contacts[i].alive {
			return fmt.Errorf("contact %d is free and alive", i)
		}
	}
	for class, list := range w.freeSpans {
		for _, first := range list {
			if err := spans.claim(first, int32(class)); err != nil {
				return fmt.Errorf("free spans: %w", err)
			}
		}
	}
	return w.validateTally(n)
}

func (w *World) checkContactRecord(c *contact) error {
	edges := 2 * len(w.contacts)
	if uint(c.shapeA) >= uint(len(w.shapes)) || uint(c.shapeB) >= uint(len(w.shapes)) || c.shapeA == c.shapeB ||
		!w.shapes[c.shapeA].alive() || !w.shapes[c.shapeB].alive() ||
		c.bodyA != w.shapes[c.shapeA].body || c.bodyB != w.shapes[c.shapeB].body || c.bodyA == c.bodyB {
		return fmt.Errorf("shapes %d and %d of bodies %d and %d", c.shapeA, c.shapeB, c.bodyA, c.bodyB)
	}
	a, b := w.geometries[c.shapeA].Kind, w.geometries[c.shapeB].Kind
	if a < b || !b.IsConvex() || c.pieces != a.HasPieces() || c.angular && !(isAngular(a) && isAngular(b)) {
		return fmt.Errorf("between a %s and a %s, pieces %v, angular %v", a, b, c.pieces, c.angular)
	}
	for side := range c.edges {
		if !inRange(c.edges[side].prev, edges) || !inRange(c.edges[side].next, edges) {
			return fmt.Errorf("edge %d: %+v", side, c.edges[side])
		}
	}
	if c.class < 0 || c.class >= spanClasses || c.manifold < 0 || int(c.manifold)+1<<c.class > len(w.manifolds) ||
		c.patches < 0 || c.patches > 1<<c.class || !c.pieces && c.patches > 1 {
		return fmt.Errorf("%d patches at %d in a span of class %d", c.patches, c.manifold, c.class)
	}
	if !inRange(c.color, solve.ColorCount) || !inRange(c.awakeSlot, len(w.awakeContacts)) || c.color != none && c.slot < 0 {
		return fmt.Errorf("colour %d, slot %d, awake slot %d", c.color, c.slot, c.awakeSlot)
	}
	if !(c.friction >= 0 && c.restitution >= 0 && c.restitution <= 1 && c.rolling >= 0) {
		return fmt.Errorf("friction %g, restitution %g, rolling resistance %g", c.friction, c.restitution, c.rolling)
	}
	return nil
}

// spanMarks says which manifolds are in a span.
type spanMarks []bool

// claim refuses a span that overlaps one before.
func (used spanMarks) claim(first, class int32) error {
	if first < 0 || int(first)+1<<class > len(used) {
		return fmt.Errorf("manifolds: span of class %d at %d of %d", class, first, len(used))
	}
	span := used[first : first+1<<class]
	for i := range span {
		if span[i] {
			return fmt.Errorf("manifolds: %d is in two spans", int(first)+i)
		}
		span[i] = true
	}
	return nil
}
