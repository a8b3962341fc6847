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

// Code writes or reads the graph. A graph that was read has to be checked against the bodies,
// contacts and joints it names.
func (g *Graph) Code(c *flat.Coder, name string) {
	for i := range g.colors {
		where := fmt.Sprintf("%s: colour %d", name, i)
		flat.List(c, where+": bodies", markLayout, (*[]uint64)(&g.colors[i].bodies))
		flat.List(c, where+": contacts", entryLayout, &g.colors[i].contacts)
		flat.List(c, where+": joints", jointList, &g.colors[i].joints)
	}
	if c.Reading {
		g.jointVersion++
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
