package solve

import (
	"fmt"

	"tumble/physics/internal/flat"
)

var (
	markLayout  = flat.Of[uint64]()
	entryLayout = flat.Of[Entry]()
	jointList   = flat.Of[int32]()
)

// colorNames are the names of the lists of a colour in errors.
var colorNames = func() (names [ColorCount]struct{ bodies, contacts, joints string }) {
	for i := range names {
		where := fmt.Sprintf("graph: colour %d: ", i)
		names[i].bodies, names[i].contacts, names[i].joints = where+"bodies", where+"contacts", where+"joints"
	}
	return names
}()

// Code writes or reads the graph. A graph that was read has to be checked against the bodies,
// contacts and joints it names.
func (g *Graph) Code(c *flat.Coder) {
	for i := range g.colors {
		names := &colorNames[i]
		flat.List(c, names.bodies, markLayout, (*[]uint64)(&g.colors[i].bodies))
		flat.List(c, names.contacts, entryLayout, &g.colors[i].contacts)
		flat.List(c, names.joints, jointList, &g.colors[i].joints)
	}
	if c.Reading {
		g.jointVersion++
		g.contactVersion++
	}
}

// MarkedBodies returns one more than the largest body index that any colour has a mark for.
func (g *Graph) MarkedBodies() int {
	words := 0
	for i := range g.colors {
		bodies := g.colors[i].bodies
		for w := len(bodies); w > words; w-- {
			if bodies[w-1] != 0 {
				words = w
				break
			}
		}
	}
	if words == 0 {
		return 0
	}
	return words * 64
}
