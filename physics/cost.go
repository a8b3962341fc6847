package physics

import (
	"tumble/physics/internal/shape"
)

// maxContactCost keeps the cost of one contact (ns) within its field.
const maxContactCost = 1 << 30

// costs are what the narrow phase took for each contact, while MeasureCosts is on.
type costs struct {
	on       bool
	contacts []int32 // ns by index of contact
	loads    []IslandLoad
	place    []int32 // of an island in loads, by index of island
}

// prepare makes room for so many contacts.
func (c *costs) prepare(n int) {
	if c.on && len(c.contacts) < n {
		c.contacts = append(c.contacts, make([]int32, n-len(c.contacts))...)
	}
}

// MeasureCosts switches the timing of single contacts on or off. It needs WorldDef.Clock, which is then read by
// all workers, once for each contact: that costs some tens of nanoseconds each. Results do not depend on it.
func (w *World) MeasureCosts(on bool) {
	w.costs.on = on && w.clock != nil
	clear(w.costs.contacts)
}

// MeasuresCosts reports whether single contacts are timed.
func (w *World) MeasuresCosts() bool { return w.costs.on }

// contactWatch is the contact that a worker is busy with.
type contactWatch struct {
	began   int64
	a, b    shape.Kind
	labeled bool
}

// watchContact marks the calling goroutine as busy with a contact of two kinds, and reads the clock.
func (w *World) watchContact(watch *contactWatch, worker int, c *contact) {
	if l := w.labels; l != nil {
		a, b := w.geometries[c.shapeA].Kind, w.geometries[c.shapeB].Kind
		if !watch.labeled || a != watch.a || b != watch.b {
			watch.a, watch.b, watch.labeled = a, b, true
			l.pair(worker, a, b)
		}
	}
	if w.costs.on {
		watch.began = w.now()
	}
}

// PairLoad is what the narrow phase had to do for two kinds of shapes in the last step.
type PairLoad struct {
	// Name as box-sphere.
	Name     string
	Contacts int
	// Ns is measured while MeasureCosts is on, otherwise 0.
	Ns int64
}

// PairLoads appends the pairs of kinds of shapes that awake contacts have, those that cost most first, then
// those with most contacts.
func (w *World) PairLoads(buf []PairLoad) []PairLoad {
	var count [shape.KindCount][shape.KindCount]PairLoad
	w.eachAwakeContact(func(index int32, c *contact) {
		a, b := w.geometries[c.shapeA].Kind, w.geometries[c.shapeB].Kind
		l := &count[min(a, b)][max(a, b)]
		l.Contacts++
		l.Ns += w.contactCost(index)
	})
	first := len(buf)
	for a := range shape.KindCount {
		for b := a; b < shape.KindCount; b++ {
			if l := count[a][b]; l.Contacts > 0 {
				l.Name = pairNames[a][b]
				buf = append(buf, l)
			}
		}
	}
	list := buf[first:]
	for i := 1; i < len(list); i++ {
		for k := i; k > 0 && (list[k].Ns > list[k-1].Ns || list[k].Ns == list[k-1].Ns && list[k].Contacts > list[k-1].Contacts); k-- {
			list[k], list[k-1] = list[k-1], list[k]
		}
	}
	return buf
}

// pairNames are the names of all pairs, made once.
var pairNames = func() (names [shape.KindCount][shape.KindCount]string) {
	for a := range shape.KindCount {
		for b := range shape.KindCount {
			names[a][b] = pairName(a, b)
		}
	}
	return names
}()

// contactCost is the measured time of a contact in the last step (ns), 0 where there is none.
func (w *World) contactCost(index int32) int64 {
	if !w.costs.on || int(index) >= len(w.costs.contacts) {
		return 0
	}
	return int64(w.costs.contacts[index])
}

// eachAwakeContact visits the contacts that the last step looked at.
func (w *World) eachAwakeContact(visit func(index int32, c *contact)) {
	for i := range w.contacts {
		if c := &w.contacts[i]; c.alive && (c.color != none || c.awakeSlot != none) {
			visit(int32(i), c)
		}
	}
}

// IslandLoad is how much work an awake island is.
type IslandLoad struct {
	// Island is the number that Body.Island gives; First is the body with the lowest number, which may name it.
	Island                           int
	First                            Body
	Bodies, Contacts, Points, Joints int
	// Ns is its share of the last step: of the narrow phase by its contacts, as measured while MeasureCosts is
	// on, of the solver by points and joints, of the rest by bodies. 0 without WorldDef.Clock.
	Ns int64
}

// rates are what one thing of a kind took in the last step (ns).
type rates struct{ body, contact, point float64 }

// jointPoints is how many points of contact a joint is worth in the solver.
const jointPoints = 2

// rates divides the times of the last step among what they were spent on.
func (w *World) rates(points, joints, contacts int) rates {
	p := &w.profile
	per := func(ns int64, n int) float64 { return float64(ns) / float64(max(n, 1)) }
	// what the stages do not tell apart is shared by bodies
	rest := p.Step - p.Collide - p.Solve
	return rates{
		body:    per(p.IntegrateVelocities+p.IntegratePositions+max(rest, 0), len(w.awake)),
		contact: per(p.Collide, contacts),
		point:   per(max(p.Solve-p.IntegrateVelocities-p.IntegratePositions, 0), points+jointPoints*joints),
	}
}

// IslandLoads appends the awake islands, the costliest first. It looks at every contact: call it when someone
// wants to know, not in every step.
func (w *World) IslandLoads(buf []IslandLoad) []IslandLoad {
	k := &w.costs
	k.loads = k.loads[:0]
	for len(k.place) < len(w.islands) {
		k.place = append(k.place, none)
	}
	for _, i := range w.awakeIslands {
		k.place[i] = int32(len(k.loads))
		k.loads = append(k.loads, IslandLoad{Island: int(i), Bodies: int(w.islands[i].count)})
	}
	for i := len(w.bodies) - 1; i >= 0; i-- {
		if l := w.loadOf(int32(i)); l != nil {
			l.First = w.bodyHandle(int32(i))
		}
	}
	contacts, points := 0, 0
	w.eachAwakeContact(func(index int32, c *contact) {
		contacts++
		n := w.contactPoints(c)
		points += n
		if l := w.loadOf(c.bodyA); l != nil {
			l.add(n, w.contactCost(index))
		} else if l := w.loadOf(c.bodyB); l != nil {
			l.add(n, w.contactCost(index))
		}
	})
	joints := w.countJoints()
	r := w.rates(points, joints, contacts)
	for i := range k.loads {
		l := &k.loads[i]
		if !k.on {
			l.Ns = int64(r.contact * float64(l.Contacts))
		}
		l.Ns += int64(float64(r.point*float64(l.Points+jointPoints*l.Joints)) + float64(r.body*float64(l.Bodies)))
	}
	for _, i := range w.awakeIslands {
		k.place[i] = none
	}
	first := len(buf)
	buf = append(buf, k.loads...)
	sortLoads(buf[first:])
	return buf
}

func (l *IslandLoad) add(points int, ns int64) {
	l.Contacts++
	l.Points += points
	l.Ns += ns
}

// loadOf is the load of the awake island of a body.
func (w *World) loadOf(body int32) *IslandLoad {
	if body < 0 {
		return nil
	}
	r := &w.bodies[body]
	if !r.alive() || r.island == none || w.costs.place[r.island] == none {
		return nil
	}
	return &w.costs.loads[w.costs.place[r.island]]
}

// countJoints adds the joints to the islands they are in and returns how many are awake.
func (w *World) countJoints() int {
	n := 0
	for i := range w.joints {
		j := &w.joints[i]
		if j.color == none {
			continue
		}
		n++
		if l := w.loadOf(j.bodyA); l != nil {
			l.Joints++
		} else if l := w.loadOf(j.bodyB); l != nil {
			l.Joints++
		}
	}
	return n
}

func (w *World) contactPoints(c *contact) int {
	n := 0
	if c.touching {
		for k := c.manifold; k < c.manifold+min(c.patches, 1<<c.class); k++ {
			n += int(w.manifolds[k].Count)
		}
	}
	return n
}

// sortLoads puts the costliest first, and of equal ones those with more points and bodies.
func sortLoads(list []IslandLoad) {
	before := func(a, b *IslandLoad) bool {
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
func (w *World) BodyCosts(buf []float32) []float32 {
	if cap(buf) < len(w.bodies) {
		buf = make([]float32, len(w.bodies), len(w.bodies)+len(w.bodies)/4)
	}
	buf = buf[:len(w.bodies)]
	clear(buf)
	contacts, points := 0, 0
	w.eachAwakeContact(func(_ int32, c *contact) {
		contacts++
		points += w.contactPoints(c)
	})
	r := w.rates(points, int(w.jointCount), contacts)
	w.eachAwakeContact(func(index int32, c *contact) {
		ns := float64(w.contactCost(index))
		if !w.costs.on {
			ns = r.contact
		}
		w.share(buf, c.bodyA, c.bodyB, ns+float64(r.point*float64(w.contactPoints(c))))
	})
	for i := range w.joints {
		if j := &w.joints[i]; j.color != none {
			w.share(buf, j.bodyA, j.bodyB, r.point*jointPoints)
		}
	}
	for _, i := range w.awake {
		buf[i] += float32(r.body)
	}
	return buf
}

// share gives a cost to the bodies of a pair that move.
func (w *World) share(buf []float32, a, b int32, ns float64) {
	movesA, movesB := a >= 0 && w.bodies[a].awakeIndex != none, b >= 0 && w.bodies[b].awakeIndex != none
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
