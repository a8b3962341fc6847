// Package load tells how much of a step each island and body took.
package load

import (
	"tumble/physics/internal/island"
	"tumble/physics/internal/profile"
	"tumble/physics/internal/shape"
	"tumble/physics/internal/state"
)

// Loads reads the figures of a world.
type Loads struct {
	*state.State
	islands *island.Manager
	profile *profile.Profile

	loads   []Island
	indices []int32 // of an island in loads, by index of island
}

// New returns the room for a world.
func New(st *state.State, islands *island.Manager, p *profile.Profile) *Loads {
	return &Loads{State: st, islands: islands, profile: p}
}

// Island is the work of an awake island, see physics.IslandLoad. First is the body with the lowest index.
type Island struct {
	Island                           int
	First                            int32
	Bodies, Contacts, Points, Joints int
	Ns                               int64
}

// Pair is the work for two kinds of shapes, see physics.PairLoad.
type Pair struct {
	Name     string
	Contacts int
	Ns       int64
}

// Pairs appends the pairs of kinds of shapes that awake contacts have, the costliest first.
func (ld *Loads) Pairs(buf []Pair) []Pair {
	var count [shape.KindCount][shape.KindCount]Pair
	ld.eachAwakeContact(func(index int32, c *state.Contact) {
		a, b := ld.Geometries[c.ShapeA].Kind, ld.Geometries[c.ShapeB].Kind
		l := &count[min(a, b)][max(a, b)]
		l.Contacts++
		l.Ns += ld.profile.Costs.Of(index)
	})
	first := len(buf)
	for a := range shape.KindCount {
		for b := a; b < shape.KindCount; b++ {
			if l := count[a][b]; l.Contacts > 0 {
				l.Name = profile.PairName(a, b)
				buf = append(buf, l)
			}
		}
	}
	list := buf[first:]
	for i := 1; i < len(list); i++ {
		for k := i; k > 0 && (list[k].Ns > list[k-1].Ns || list[k].Ns == list[k-1].Ns &&
			list[k].Contacts > list[k-1].Contacts); k-- {
			list[k], list[k-1] = list[k-1], list[k]
		}
	}
	return buf
}

// eachAwakeContact visits the contacts that the last step looked at.
func (ld *Loads) eachAwakeContact(visit func(index int32, c *state.Contact)) {
	for i := range ld.Contacts {
		if c := &ld.Contacts[i]; c.Alive && (c.Color != state.None || c.AwakeSlot != state.None) {
			visit(int32(i), c)
		}
	}
}

// rates are the times (ns) of one item of each kind in the last step.
type rates struct{ body, contact, point float64 }

// jointPoints is how many points of contact a joint is worth in the solver.
const jointPoints = 2

// rates divides the times of the last step among contacts, points, joints and bodies.
func (ld *Loads) rates(points, joints, contacts int) rates {
	p := &ld.profile.Times
	per := func(ns int64, n int) float64 { return float64(ns) / float64(max(n, 1)) }
	// time that the stages do not tell apart is shared out by bodies
	rest := p.Step - p.Collide - p.Solve
	return rates{
		body:    per(p.IntegrateVelocities+p.IntegratePositions+max(rest, 0), len(ld.Awake)),
		contact: per(p.Collide, contacts),
		point:   per(max(p.Solve-p.IntegrateVelocities-p.IntegratePositions, 0), points+jointPoints*joints),
	}
}

// IslandLoads returns the awake islands, the costliest first. The list is good until the next call, and one goroutine
// may call at a time.
func (ld *Loads) IslandLoads() []Island {
	ld.loads = ld.loads[:0]
	for len(ld.indices) < len(ld.islands.Islands) {
		ld.indices = append(ld.indices, state.None)
	}
	for _, i := range ld.islands.AwakeIslands {
		ld.indices[i] = int32(len(ld.loads))
		ld.loads = append(ld.loads, Island{Island: int(i), Bodies: int(ld.islands.Islands[i].Count)})
	}
	for i := len(ld.Bodies) - 1; i >= 0; i-- {
		if l := ld.loadOf(int32(i)); l != nil {
			l.First = int32(i)
		}
	}
	contacts, points := 0, 0
	ld.eachAwakeContact(func(index int32, c *state.Contact) {
		contacts++
		n := ld.contactPoints(c)
		points += n
		if l := ld.loadOf(c.BodyA); l != nil {
			l.add(n, ld.profile.Costs.Of(index))
		} else if l := ld.loadOf(c.BodyB); l != nil {
			l.add(n, ld.profile.Costs.Of(index))
		}
	})
	joints := ld.countJoints()
	r := ld.rates(points, joints, contacts)
	for i := range ld.loads {
		l := &ld.loads[i]
		if !ld.profile.Costs.On {
			l.Ns = int64(r.contact * float64(l.Contacts))
		}
		l.Ns += int64(float64(r.point*float64(l.Points+jointPoints*l.Joints)) + float64(r.body*float64(l.Bodies)))
	}
	for _, i := range ld.islands.AwakeIslands {
		ld.indices[i] = state.None
	}
	sortLoads(ld.loads)
	return ld.loads
}

func (l *Island) add(points int, ns int64) {
	l.Contacts++
	l.Points += points
	l.Ns += ns
}

// loadOf is the load of the awake island of a body.
func (ld *Loads) loadOf(body int32) *Island {
	if body < 0 {
		return nil
	}
	r := &ld.Bodies[body]
	if !r.Alive() || r.Island == state.None || ld.indices[r.Island] == state.None {
		return nil
	}
	return &ld.loads[ld.indices[r.Island]]
}

// countJoints adds the joints to the islands they are in and returns how many are awake.
func (ld *Loads) countJoints() int {
	n := 0
	for i := range ld.Joints {
		j := &ld.Joints[i]
		if j.Color == state.None {
			continue
		}
		n++
		if l := ld.loadOf(j.BodyA); l != nil {
			l.Joints++
		} else if l := ld.loadOf(j.BodyB); l != nil {
			l.Joints++
		}
	}
	return n
}

func (ld *Loads) contactPoints(c *state.Contact) int {
	n := 0
	if c.Touching {
		for k := c.Manifold; k < c.Manifold+min(c.Count, 1<<c.Class); k++ {
			n += int(ld.Manifolds[k].Count)
		}
	}
	return n
}

// sortLoads puts the costliest first, and of equal ones those with more points and bodies.
func sortLoads(list []Island) {
	before := func(a, b *Island) bool {
		switch {
		case a.Ns != b.Ns:
			return a.Ns > b.Ns
		case a.Points != b.Points:
			return a.Points > b.Points
		}
		return a.Bodies > b.Bodies
	}
	// a heap would not pay: the order hardly changes from call to call and most islands are small
	for gap := len(list) / 2; gap > 0; gap /= 2 {
		for i := gap; i < len(list); i++ {
			for k := i; k >= gap && before(&list[k], &list[k-gap]); k -= gap {
				list[k], list[k-gap] = list[k-gap], list[k]
			}
		}
	}
}

// BodyCosts writes the share of each body in the last step (ns) by its number: half of each of its contacts,
// all where the other body does not move. The slice has World.BodyCapacity entries, in buf if it has room.
func (ld *Loads) BodyCosts(buf []float32) []float32 {
	if cap(buf) < len(ld.Bodies) {
		buf = make([]float32, len(ld.Bodies), len(ld.Bodies)+len(ld.Bodies)/4)
	}
	buf = buf[:len(ld.Bodies)]
	clear(buf)
	contacts, points := 0, 0
	ld.eachAwakeContact(func(_ int32, c *state.Contact) {
		contacts++
		points += ld.contactPoints(c)
	})
	r := ld.rates(points, int(ld.JointCount), contacts)
	ld.eachAwakeContact(func(index int32, c *state.Contact) {
		ns := float64(ld.profile.Costs.Of(index))
		if !ld.profile.Costs.On {
			ns = r.contact
		}
		ld.share(buf, c.BodyA, c.BodyB, ns+float64(r.point*float64(ld.contactPoints(c))))
	})
	for i := range ld.Joints {
		if j := &ld.Joints[i]; j.Color != state.None {
			ld.share(buf, j.BodyA, j.BodyB, r.point*jointPoints)
		}
	}
	for _, i := range ld.Awake {
		buf[i] += float32(r.body)
	}
	return buf
}

// share gives a cost to the bodies of a pair that move.
func (ld *Loads) share(buf []float32, a, b int32, ns float64) {
	movesA, movesB := a >= 0 && ld.Bodies[a].AwakeIndex != state.None, b >= 0 && ld.Bodies[b].AwakeIndex != state.None
	if movesA && movesB {
		ns /= 2
	}
	if movesA {
		buf[a] += float32(ns)
	}
	if movesB {
		buf[b] += float32(ns)
	}
}
