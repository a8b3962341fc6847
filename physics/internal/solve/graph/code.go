package graph

import (
	"fmt"
	"slices"

	"tumble/physics/internal/flat"
)

var (
	// the rest follows from the contacts
	entryLayout = flat.Of[Entry]("Manifold", "Count", "BodyA", "BodyB")
	jointList   = flat.Of[int32]()
)

// colorNames are the names of the lists of a colour in errors.
var colorNames = func() (names [ColorCount]struct{ contacts, joints string }) {
	for i := range names {
		where := fmt.Sprintf("graph: colour %d: ", i)
		names[i].contacts, names[i].joints = where+"contacts", where+"joints"
	}
	return names
}()

// Code writes or reads the names of contacts and joints in the graph. After reading, none of their bodies is marked;
// Contacts and Pairs have entries to be completed, and Mark is for their bodies and those of the joints.
func (g *Graph) Code(c *flat.Coder) {
	for i := range g.colors {
		names, color := &colorNames[i], &g.colors[i]
		flat.List(c, names.contacts, entryLayout, &color.contacts)
		flat.List(c, names.joints, jointList, &color.joints)
		if c.Reading {
			color.pairs = slices.Grow(color.pairs[:0], len(color.contacts))[:len(color.contacts)]
			clear(color.bodies)
		}
	}
	if c.Reading {
		g.jointVersion++
		g.contactVersion++
	}
}

// Mark notes that a constraint of a colour has a movable body and reports whether that is the first one there. In
// Overflow, where bodies may have several, none is marked.
func (g *Graph) Mark(color, body int32) bool {
	if color == Overflow {
		return true
	}
	b := &g.colors[color].bodies
	if b.Has(body) {
		return false
	}
	b.Set(body)
	return true
}
