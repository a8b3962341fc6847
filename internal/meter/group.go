package meter

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"tumble/internal/bodyname"
	"tumble/physics"
)

// GroupQuantities are those of several bodies together: of an island or of a selection.
var GroupQuantities = []*Quantity{
	{Name: "bodies", Label: "Bodies", Text: "Bodies that can move.", value: func(r *reading, o *object) float64 {
		return float64(len(r.group(o)))
	}},
	&GroupKinetic,
	{Name: "momentum", Label: "Momentum", Unit: "kg·m/s",
		Text:  "Magnitude of the linear momentum of all bodies together.",
		value: func(r *reading, o *object) float64 { return length(r.groupSums(o).Linear) }},
	{Name: "speed", Label: "Largest speed", Unit: "m/s", Text: "Speed of the fastest of the bodies.",
		value: func(r *reading, o *object) float64 {
			return r.groupMost(o, func(b *physics.BodyMotion) float64 { return float64(b.Velocity.Len()) })
		}},
	{Name: "spin", Label: "Largest spin", Unit: "rad/s", Text: "Largest angular speed of the bodies.",
		value: func(r *reading, o *object) float64 {
			return r.groupMost(o, func(b *physics.BodyMotion) float64 { return float64(b.Spin.Len()) })
		}},
	{Name: "contacts", Label: "Contacts", Text: "Contacts that touch a body of them.", value: func(r *reading,
		o *object) float64 {
		n, _ := r.groupContacts(o)
		return float64(n)
	}},
	{Name: "depth", Label: "Deepest overlap", Unit: "m", Text: "Deepest overlap of a contact of the bodies.",
		value: func(r *reading, o *object) float64 {
			_, depth := r.groupContacts(o)
			return depth
		}},
}

// GroupKinetic is the kinetic energy of several bodies.
var GroupKinetic = Quantity{Name: "kinetic", Label: "Kinetic energy", Unit: "J",
	Text:  "Kinetic energy of motion and rotation of all bodies together.",
	value: func(r *reading, o *object) float64 { return r.groupSums(o).Kinetic }}

// OfIsland is a meter of the bodies that hang together with a body by contacts and joints at the time:
// island("crate").kinetic.
func OfIsland(b physics.Body, q *Quantity) *Meter {
	return single(q, object{kind: objectIsland, a: b, names: []string{bodyname.Path(b)}})
}

// namedMembers is how many bodies of a selection stand in the key of a meter.
const namedMembers = 3

// OfSelection is a meter of some bodies: bodies("crate", "ball", "box", +2).kinetic is one of three by name and two
// others.
func OfSelection(list []physics.Body, q *Quantity) *Meter {
	o := object{kind: objectSelection, members: slices.Clone(list)}
	if len(list) > 0 {
		o.names = bodyname.Paths(list[0].World(), list)
	}
	m := single(q, o)
	if n := len(o.names) - namedMembers; n > 0 {
		m.Key = fmt.Sprintf("%s, +%d).%s", strings.TrimSuffix(keyOf("bodies", o.names[:namedMembers], ""), ")."), n,
			q.Name)
	}
	return m
}

// IsIsland reports whether a meter is one of the island of a body with a quantity.
func (m *Meter) IsIsland(b physics.Body, q *Quantity) bool {
	o := m.object(q)
	return o != nil && o.kind == objectIsland && o.a == b
}

// IsSelection reports whether a meter is one of some bodies with a quantity.
func (m *Meter) IsSelection(list []physics.Body, q *Quantity) bool {
	o := m.object(q)
	return o != nil && o.kind == objectSelection && slices.Equal(o.members, list)
}

// groups are the figures of the group that was asked for last: several quantities of a measurement are of the same one.
type groups struct {
	of      *object // nil for none in this measurement
	members []physics.BodyMotion
	// in has the generations of the members by slot, of those that are none anything that is no generation of the body
	// there
	in []uint32

	counted  *object // nil for none in this measurement
	contacts int
	depth    float64
}

// sameGroup reports whether two objects are the same bodies; nil is none.
func (o *object) sameGroup(p *object) bool {
	return o == p || o != nil && p != nil && o.kind == p.kind && o.a == p.a && slices.Equal(o.members, p.members)
}

// group finds the bodies of an island or a selection that can move, in the order of their indices, valid until
// another is asked for.
func (r *reading) group(o *object) []physics.BodyMotion {
	if !r.groups.of.sameGroup(o) {
		r.groups.of, r.groups.members = o, r.findGroup(o, r.groups.members[:0])
	}
	return r.groups.members
}

// findGroup appends the bodies of a group.
func (r *reading) findGroup(o *object, list []physics.BodyMotion) []physics.BodyMotion {
	if o.kind == objectSelection {
		for _, b := range o.members {
			if m := r.motionOf(b); m != nil {
				list = append(list, *m)
			}
		}
		slices.SortFunc(list, func(a, b physics.BodyMotion) int { return int(a.Index - b.Index) })
		return list
	}
	own := r.motionOf(o.a)
	switch {
	case own == nil:
	case own.Island < 0:
		list = append(list, *own)
	default:
		for i := range r.motions {
			if r.motions[i].Island == own.Island {
				list = append(list, r.motions[i])
			}
		}
	}
	return list
}

// motionOf is the motion of a body, nil of one that is static or gone. The motions are in the order of the indices.
func (r *reading) motionOf(b physics.Body) *physics.BodyMotion {
	i, found := findMotion(r.motions, b)
	if !found || r.motions[i].Generation != b.Generation() {
		return nil
	}
	return &r.motions[i]
}

// findMotion looks for a body in a list in the order of the indices.
func findMotion(list []physics.BodyMotion, b physics.Body) (int, bool) {
	return slices.BinarySearchFunc(list, int32(b.Index()), func(m physics.BodyMotion,
		index int32) int {
		return int(m.Index - index)
	})
}

func (r *reading) groupSums(o *object) (s Sums) {
	list := r.group(o)
	for i := range list {
		if list[i].Type == physics.Dynamic {
			s.Add(&list[i], r.gravity)
		}
	}
	return s
}

func (r *reading) groupMost(o *object, value func(*physics.BodyMotion) float64) (most float64) {
	list := r.group(o)
	for i := range list {
		most = max(most, value(&list[i]))
	}
	return most
}

// groupContacts counts the contacts of the bodies, those between two of them once, and finds their deepest overlap (m).
func (r *reading) groupContacts(o *object) (n int, depth float64) {
	list, g := r.group(o), &r.groups
	if g.counted.sameGroup(o) {
		return g.contacts, g.depth
	}
	clear(g.in)
	for len(g.in) < r.world.BodyCapacity() {
		g.in = append(g.in, 0)
	}
	for i := range list {
		g.in[list[i].Index] = list[i].Generation
	}
	for i := range list {
		b, ok := r.world.BodyAt(int(list[i].Index))
		if !ok {
			continue
		}
		r.ofBody = b.Contacts(r.ofBody[:0])
		for k := range r.ofBody {
			c := &r.ofBody[k]
			other := c.ShapeA.Body()
			if other == b {
				other = c.ShapeB.Body()
			}
			if k := other.Index(); k > b.Index() || g.in[k] != other.Generation() {
				n++
			}
			for _, p := range c.Points[:c.Count] {
				depth = math.Max(depth, -float64(p.Separation))
			}
		}
	}
	g.counted, g.contacts, g.depth = o, n, depth
	return n, depth
}
