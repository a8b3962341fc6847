package snapshot

import (
	"errors"
	"fmt"
	"tumble/physics/internal/broadphase"
	"tumble/physics/internal/narrowphase"
	"tumble/physics/internal/shape"
	"tumble/physics/internal/solve"
	"tumble/physics/internal/state"
	"tumble/physics/vec"
)

// loadCheck puts the contacts of a state that came from a file together and looks at them, one after another, each
// once. The values that it reads of bodies, shapes and lists of contacts lie side by side: the
// records themselves are too large to stay near the processor. Its storage is used again.
type loadCheck struct {
	w         *Rooms
	lists     *contactLists
	Seen      state.BitSet
	shapes    []shapeFacts
	bodies    []bodyFacts
	edges     []edgeFacts
	positions []graphPosition
	firsts    []int32 // the first manifolds of the contacts
	// recycling and manifolds in use since they were blank
	recycling blanks[narrowphase.Recycling]
	manifolds blanks[solve.Manifold]
	// links are the bodies of the contacts that hold islands together.
	links [][2]int32
	spans spanMarks
	// entries is the number of contacts in the graph that were not made yet.
	entries int
	// parents join bodies, roots are those of islands.
	parents, roots []int32
}

// shapeFacts are the facts about a shape that its contacts need.
type shapeFacts struct {
	body  int32
	kind  shape.Kind
	facts uint8
}

const (
	shapeAlive uint8 = 1 << iota
	shapeConvex
	shapeAngular
	shapeChildren
)

// bodyFacts are the facts about a body that its contacts need.
type bodyFacts struct {
	island               int32
	firstContact, listed int32
	alive                bool
	facts                uint8
}

const (
	bodyDynamic uint8 = 1 << iota
	bodyAwake
	// bodyGone is set for bodies that have no contacts.
	bodyGone
	bodyMoves = bodyDynamic | bodyAwake
)

// movable is State.Movable.
func (f *bodyFacts) movable() bool { return f.facts&(bodyDynamic|bodyGone) == bodyDynamic }

// edgeFacts are the place of a contact in the list of a body; without a body the contact is in no list.
type edgeFacts struct{ owner, prev, next int32 }

// graphPosition is where a contact is listed: in a colour of the graph, or as one of the constants below.
type graphPosition struct{ color, slot int32 }

const (
	positionNone   = state.None
	positionListed = state.None - 1 // awake without touch
	positionFree   = state.None - 2
)

// Forget says that the contacts in memory are no longer those of the last loaded snapshot.
func (k *loadCheck) forget() {
	k.recycling.forget()
	k.manifolds.forget()
}

// Begin collects the values of bodies and shapes.
func (k *loadCheck) begin(w *Rooms, lists *contactLists) {
	k.w, k.lists = w, lists
	k.shapes, k.bodies = sizedFor(k.shapes, len(w.Shapes)), sizedFor(k.bodies, len(w.Bodies))
	for i := range w.Shapes {
		s := &w.Shapes[i]
		kind := w.Geometries[i].Kind
		k.shapes[i] = shapeFacts{s.Body, kind, bit(s.Alive(), shapeAlive) | bit(kind.IsConvex(), shapeConvex) |
			bit(narrowphase.IsAngular(kind), shapeAngular) |
			bit(kind.HasChildren(), shapeChildren)}
	}
	for i := range w.Bodies {
		b := &w.Bodies[i]
		k.bodies[i] = bodyFacts{b.Island, b.FirstContact, b.ContactCount, b.Alive(),
			bit(b.Kind == state.Dynamic, bodyDynamic) | bit(b.AwakeIndex != state.None, bodyAwake) | bit(!b.Alive() ||
				b.Out(), bodyGone)}
	}
}

// bit returns b if it is set, else 0.
func bit(set bool, b uint8) uint8 {
	if set {
		return b
	}
	return 0
}

// loadContacts makes all contacts, the graph and the set of pairs.
func (k *loadCheck) loadContacts() error {
	w, l := k.w, k.lists
	if err := k.listPositions(); err != nil {
		return err
	}
	if err := k.listSpans(); err != nil {
		return err
	}
	k.edges = sizedFor(k.edges, 2*len(w.Contacts))
	k.links, w.Touching, w.ContactCount = k.links[:0], 0, int32(l.contacts.Len())
	w.Pairs.Clear(l.contacts.Len())
	k.recycling.begin(w.Recycling)
	k.manifolds.begin(w.Manifolds)
	for next := int32(0); next < int32(len(w.Contacts)); {
		block := l.block[:min(contactBlock, l.contacts.Len())]
		l.contacts.Take(block)
		if err := k.addPairs(block); err != nil {
			return err
		}
		var err error
		if next, err = k.loadBlock(next, block); err != nil {
			return err
		}
	}
	k.recycling.end(func(u *narrowphase.Recycling) { *u = narrowphase.Recycling{} })
	k.manifolds.end((*solve.Manifold).Empty)
	return k.loadEnd()
}

// addPairs puts the shapes of contacts into the set of pairs.
func (k *loadCheck) addPairs(block []contactRecord) error {
	var keys [contactBlock]uint64
	for i := range block {
		keys[i] = broadphase.PairKey(block[i].shapeA, block[i].shapeB)
	}
	if i := k.w.Pairs.AddNew(keys[:len(block)]); i < len(block) {
		return fmt.Errorf("contact of shapes %d and %d: there is another one", block[i].shapeA, block[i].shapeB)
	}
	return nil
}

// loadBlock makes the contacts of records, and those that are not in use before them and, if there is none, at the end.
// It returns the index of the next one.
func (k *loadCheck) loadBlock(next int32, block []contactRecord) (int32, error) {
	var more [contactBlock]struct{ index, record int32 }
	count := 0
	for i := 0; int(next) < len(k.positions) && (i < len(block) || len(block) == 0); next++ {
		if k.positions[next].color == positionFree {
			if err := k.loadFree(next); err != nil {
				return 0, err
			}
			continue
		}
		r := &block[i]
		if err := k.loadContact(next, r); err != nil {
			return 0, fmt.Errorf("contact %d of shapes %d and %d: %w", next, r.shapeA, r.shapeB, err)
		}
		// which of them have more is unpredictable: append without a branch
		more[count].index, more[count].record = next, int32(i)
		if r.count > 0 || r.marks&(markPoints|markRecycling|markAnchors) != 0 {
			count++
		}
		i++
	}
	for _, m := range more[:count] {
		r := &block[m.record]
		if err := k.loadMore(m.index, r); err != nil {
			return 0, fmt.Errorf("contact %d of shapes %d and %d: %w", m.index, r.shapeA, r.shapeB, err)
		}
	}
	return next, nil
}

// listPositions notes where contacts are listed. There are as many free ones as have no record.
func (k *loadCheck) listPositions() error {
	w := k.w
	k.positions = sizedFor(k.positions, len(w.Contacts))
	for i := range k.positions {
		k.positions[i] = graphPosition{positionNone, state.None}
	}
	put := func(index, color int32, slot int) bool {
		if uint(index) >= uint(len(k.positions)) || k.positions[index].color != positionNone {
			return false
		}
		k.positions[index] = graphPosition{color, int32(slot)}
		return true
	}
	for slot, index := range w.FreeContacts {
		if !put(index, positionFree, slot) {
			return fmt.Errorf("free contacts: at %d: contact %d, out of range or twice", slot, index)
		}
	}
	for slot, index := range w.AwakeContacts {
		if !put(index, positionListed, slot) {
			return fmt.Errorf("awake contacts: at %d: contact %d, out of range or listed elsewhere", slot, index)
		}
	}
	k.entries = 0
	for color := int32(0); color < solve.ColorCount; color++ {
		k.entries += len(w.Graph.Contacts(color))
		for slot, e := range w.Graph.Contacts(color) {
			if !put(e.Contact, color, slot) {
				return fmt.Errorf("graph: colour %d, slot %d: contact %d, out of range or listed elsewhere", color,
					slot, e.Contact)
			}
		}
	}
	return nil
}

// listSpans notes the first manifolds of the contacts, and marks the free spans.
func (k *loadCheck) listSpans() error {
	w := k.w
	k.firsts, k.spans = sizedFor(k.firsts, len(w.Contacts)), sizedFor(k.spans, len(w.Manifolds))
	for i := range k.firsts {
		k.firsts[i] = state.None
	}
	clear(k.spans)
	for m, owner := range k.lists.owners {
		if owner == state.None {
			continue
		}
		if uint(owner) >= uint(len(k.firsts)) || k.firsts[owner] != state.None {
			return fmt.Errorf("manifold %d: of contact %d, out of range or with another one", m, owner)
		}
		k.firsts[owner] = int32(m)
	}
	for class, list := range w.FreeSpans {
		for _, first := range list {
			if err := k.spans.mark(first, int32(class)); err != nil {
				return fmt.Errorf("free spans: %w", err)
			}
		}
	}
	return nil
}

// loadFree makes a contact that is not in use.
func (k *loadCheck) loadFree(index int32) error {
	if k.firsts[index] != state.None {
		return fmt.Errorf("contact %d is free and has manifolds", index)
	}
	k.edges[2*index], k.edges[2*index+1] = edgeFacts{owner: state.None}, edgeFacts{owner: state.None}
	k.w.Contacts[index] = state.Contact{Color: state.None, AwakeSlot: state.None}
	return nil
}

// loadContact makes a contact as if it did not touch, and looks at the records to which it refers.
func (k *loadCheck) loadContact(index int32, r *contactRecord) error {
	if uint(r.shapeA) >= uint(len(k.shapes)) || uint(r.shapeB) >= uint(len(k.shapes)) || r.shapeA == r.shapeB {
		return fmt.Errorf("of %d", len(k.shapes))
	}
	sa, sb := &k.shapes[r.shapeA], &k.shapes[r.shapeB]
	if sa.body == sb.body || uint(sa.body) >= uint(len(k.bodies)) || uint(sb.body) >= uint(len(k.bodies)) {
		return fmt.Errorf("of bodies %d and %d", sa.body, sb.body)
	}
	facts := sa.facts & sb.facts
	if sa.kind < sb.kind || sb.facts&shapeConvex == 0 || facts&shapeAlive == 0 || r.angular && facts&shapeAngular == 0 {
		return fmt.Errorf("between a %s and a %s, angular %v", sa.kind, sb.kind, r.angular)
	}
	if !(r.friction >= 0 && r.friction <= maxMixed && r.restitution >= 0 && r.restitution <= 1 && r.rolling >= 0) {
		return fmt.Errorf("friction %g, restitution %g, rolling resistance %g", r.friction, r.restitution, r.rolling)
	}
	if !r.cache.IsSound() {
		return fmt.Errorf("kept apart along %v, which is longer than 1", r.cache.Axis)
	}
	a, b, p, first := k.bodies[sa.body].facts, k.bodies[sb.body].facts, k.positions[index], k.firsts[index]
	if (a|b)&(bodyDynamic|bodyGone) != bodyDynamic {
		return fmt.Errorf("between bodies that impulses do not move")
	}
	awakeSlot := state.None
	if p.color == positionListed {
		awakeSlot = p.slot
	}
	if listed := r.count == 0 && (a|b)&bodyAwake != 0; listed != (awakeSlot != state.None) {
		return fmt.Errorf("listed at %d, slot %d with %d patches", p.color, p.slot, r.count)
	}
	if r.class >= narrowphase.SpanClasses || first == state.None || r.marks > allMarks {
		return fmt.Errorf("manifolds from %d on, class %d, marks %x", first, r.class, r.marks)
	}
	if r.class == 0 && !k.spans[first] {
		k.spans[first] = true
	} else if err := k.spans.mark(first, int32(r.class)); err != nil {
		return err
	}
	k.edges[2*index] = edgeFacts{sa.body, r.edges[0].Prev, r.edges[0].Next}
	k.edges[2*index+1] = edgeFacts{sb.body, r.edges[1].Prev, r.edges[1].Next}
	c := &k.w.Contacts[index]
	c.ShapeA, c.ShapeB, c.BodyA, c.BodyB = r.shapeA, r.shapeB, sa.body, sb.body
	c.Edges = r.edges
	c.Color, c.Slot, c.AwakeSlot = state.None, 0, awakeSlot
	if r.marks&markLeft != 0 {
		c.Slot = state.None
	}
	c.Manifold, c.Class, c.Count = first, int32(r.class), 0
	c.Alive, c.Touching, c.Linked, c.Composite, c.Angular = true, false, false, sa.facts&shapeChildren != 0, r.angular
	c.Events, c.Hits, c.InternalEdges, c.Belt = r.events, r.hits, r.internalEdges, r.belt
	c.Friction, c.Restitution, c.Rolling = r.friction, r.restitution, r.rolling
	c.Cache = r.cache
	return nil
}

// loadMore completes a contact that touches, or has manifolds or a recycling cache.
func (k *loadCheck) loadMore(index int32, r *contactRecord) error {
	c, kept := &k.w.Contacts[index], int32(r.count)
	if r.count > 0 {
		if err := k.loadTouch(index, c, r); err != nil {
			return err
		}
	}
	if r.marks&markPoints != 0 {
		if kept > 0 || !c.Composite {
			return fmt.Errorf("marks %x with %d patches, pieces %v", r.marks, kept, c.Composite)
		}
		kept = 1
	}
	for i := c.Manifold; i < c.Manifold+kept; i++ {
		if err := k.loadManifold(i, c); err != nil {
			return fmt.Errorf("manifold %d: %w", i, err)
		}
	}
	if r.marks&(markRecycling|markAnchors) == 0 {
		return nil
	}
	l, target := k.lists, k.w.Recycling[index:index+1]
	k.recycling.use(index)
	target[0] = narrowphase.Recycling{Valid: true}
	if r.marks&markRecycling == 0 || !l.recycling.Take(target) || r.marks&markAnchors != 0 && !l.anchors.Take(target) {
		return fmt.Errorf("marks %x: no reuse is left", r.marks)
	}
	return nil
}

// loadTouch enters a contact that touches into the graph and notes what it links.
func (k *loadCheck) loadTouch(index int32, c *state.Contact, r *contactRecord) error {
	if r.count > 1<<r.class || !c.Composite && r.count > 1 {
		return fmt.Errorf("%d patches in a span of class %d", r.count, r.class)
	}
	c.Count, c.Touching = int32(r.count), true
	k.w.Touching++
	a, b, p := k.bodies[c.BodyA].facts, k.bodies[c.BodyB].facts, k.positions[index]
	if c.Linked = a&b&bodyDynamic != 0; c.Linked {
		k.links = append(k.links, [2]int32{c.BodyA, c.BodyB})
	}
	if inGraph := a&bodyMoves == bodyMoves || b&bodyMoves == bodyMoves; inGraph != (p.color >= 0) {
		return fmt.Errorf("in colour %d of the graph, slot %d", p.color, p.slot)
	}
	if p.color >= 0 {
		c.Color, c.Slot = p.color, p.slot
		k.entries--
		k.w.Graph.Complete(p.color, p.slot, c.Manifold, c.Count, c.BodyA, c.BodyB)
		k.w.Graph.SetPair(p.color, p.slot, solve.Pair{A: c.ShapeA, B: c.ShapeB})
	}
	return nil
}

// loadManifold fills a manifold of a contact.
func (k *loadCheck) loadManifold(i int32, c *state.Contact) error {
	l, target := k.lists, k.w.Manifolds[i:i+1]
	m := &target[0]
	k.manifolds.use(i)
	if !l.manifolds.Take(target) {
		return errors.New("none is left")
	}
	if m.BodyA != c.BodyA || m.BodyB != c.BodyB {
		return fmt.Errorf("between bodies %d and %d", m.BodyA, m.BodyB)
	}
	if m.Count < 1 || m.Count > solve.MaxPoints || !l.points.Take(m.Points[:m.Count]) {
		return fmt.Errorf("%d points, %d are left", m.Count, l.points.Len())
	}
	return checkManifold(m)
}

const (
	// maxAnchor (m) bounds the coordinates of anchors: bodies and the shapes on them reach less far apart.
	maxAnchor = 1e6
	// maxKept bounds the impulses that a step starts from, and what is added up in other numbers.
	maxKept = solve.MaxImpulse
)

// maxMixed bounds the friction of two materials, which may be multiplied.
const maxMixed = state.MaxFriction * state.MaxFriction

// checkManifold looks at the numbers that the next step uses, and at those that Validate checks.
func checkManifold(m *solve.Manifold) error {
	if !(m.Normal.Len2() < 1.01) {
		return fmt.Errorf("normal %v", m.Normal)
	}
	if !(m.Friction >= 0 && m.Friction <= maxMixed && m.SlidingFriction >= 0 && m.SlidingFriction <= maxMixed) {
		return fmt.Errorf("friction %g and %g", m.Friction, m.SlidingFriction)
	}
	if !(m.Restitution >= 0 && m.Restitution <= 1 && m.RollingResistance >= 0 && m.Spread >= 0 && m.Spread <= 1) {
		return fmt.Errorf("restitution %g, rolling resistance %g, spread %g", m.Restitution, m.RollingResistance,
			m.Spread)
	}
	if !state.ValidVector(m.FrictionImpulse, maxKept) || !state.ValidVector(m.RollingImpulse, maxKept) ||
		!(vec.Abs(m.TwistImpulse) <= maxKept) {
		return fmt.Errorf("impulses %v, %v and %g", m.FrictionImpulse, m.RollingImpulse, m.TwistImpulse)
	}
	points := m.Points[:m.Count&narrowphase.CountMask]
	for i := range points {
		// a contact that is used again gets its separation from these
		if p := &points[i]; !state.ValidVector(p.AnchorA, maxAnchor) || !state.ValidVector(p.AnchorB, maxAnchor) ||
			!(vec.Abs(p.BaseSeparation) <= maxAnchor) || !(p.NormalImpulse <= maxKept) ||
			!(vec.Abs(p.TotalNormalImpulse) <= maxKept) {
			return fmt.Errorf("point %d: %+v", i, *p)
		}
	}
	return validateManifold(m)
}

// loadEnd checks that nothing was left, and walks the contacts of all bodies. both edges of every contact are in a
// list.
func (k *loadCheck) loadEnd() error {
	l := k.lists
	if m, p, r, a := l.manifolds.Len(), l.points.Len(), l.recycling.Len(), l.anchors.Len(); m+p+r+a > 0 {
		return fmt.Errorf("contacts: %d manifolds, %d points, %d for reuse and %d anchors belong to none", m, p, r, a)
	}
	if k.entries != 0 {
		return fmt.Errorf("graph: %d contacts do not touch", k.entries)
	}
	all := 0
	for i := range k.bodies {
		b := &k.bodies[i]
		if !b.alive {
			continue
		}
		n, prev := int32(0), state.None
		for key := b.firstContact; key != state.None; {
			if uint(key) >= uint(len(k.edges)) {
				return fmt.Errorf("body %d: contacts: list at key %d", i, key)
			}
			e := &k.edges[key]
			if e.owner != int32(i) || e.prev != prev || n > b.listed {
				return fmt.Errorf("body %d: contacts: list at key %d", i, key)
			}
			n, prev, key = n+1, key, e.next
		}
		if n != b.listed {
			return fmt.Errorf("body %d: contacts: %d listed, %d counted", i, n, b.listed)
		}
		all += int(n)
	}
	if want := 2 * int(k.w.ContactCount); all != want {
		return fmt.Errorf("contacts: %d edges in lists of bodies, want %d", all, want)
	}
	return nil
}

// checkGraph marks the bodies of all constraints in the graph. No movable body occurs twice in a colour.
func (k *loadCheck) checkGraph() error {
	g := &k.w.Graph
	for color := int32(0); color < solve.ColorCount; color++ {
		mark := func(body int32) bool {
			return body == state.None || !k.bodies[body].movable() || g.Mark(color, body)
		}
		for _, e := range g.Contacts(color) {
			if !mark(e.BodyA) || !mark(e.BodyB) {
				return fmt.Errorf("graph: colour %d: bodies %d and %d of contact %d", color, e.BodyA, e.BodyB,
					e.Contact)
			}
		}
		for _, i := range g.Joints(color) {
			if j := &k.w.Joints[i]; !mark(j.BodyA) || !mark(j.BodyB) {
				return fmt.Errorf("graph: colour %d: bodies %d and %d of joint %d", color, j.BodyA, j.BodyB, i)
			}
		}
	}
	return nil
}

// checkConnections checks that links join bodies of one island, and that an island which lost no link hangs
// together.
func (k *loadCheck) checkConnections() error {
	k.parents = sizedFor(k.parents, len(k.bodies))
	for i := range k.parents {
		k.parents[i] = int32(i)
	}
	for _, l := range k.links {
		if err := k.join(l[0], l[1]); err != nil {
			return err
		}
	}
	for i := range k.w.Joints {
		if j := &k.w.Joints[i]; j.Alive() && j.Linked {
			if err := k.join(j.BodyA, j.BodyB); err != nil {
				return err
			}
		}
	}
	k.roots = sizedFor(k.roots, len(k.w.Islands))
	for i := range k.roots {
		k.roots[i] = state.None
	}
	for i := range k.bodies {
		island := k.bodies[i].island
		if !k.bodies[i].alive || uint(island) >= uint(len(k.roots)) || k.w.Islands[island].Removed > 0 {
			continue
		}
		if root := k.root(int32(i)); k.roots[island] == state.None {
			k.roots[island] = root
		} else if k.roots[island] != root {
			return fmt.Errorf("island %d: body %d hangs on nothing", island, i)
		}
	}
	return nil
}

// root returns the body that stands for all that hang together with body i.
func (k *loadCheck) root(i int32) int32 {
	p := k.parents
	for p[i] != i {
		p[i] = p[p[i]]
		i = p[i]
	}
	return i
}

func (k *loadCheck) join(a, b int32) error {
	if k.bodies[a].island != k.bodies[b].island {
		return fmt.Errorf("bodies %d and %d are linked across islands %d and %d", a, b, k.bodies[a].island,
			k.bodies[b].island)
	}
	k.parents[k.root(a)] = k.root(b)
	return nil
}

// spanMarks says which manifolds are in a span.
type spanMarks []bool

// mark refuses a span that overlaps one before.
func (used spanMarks) mark(first, class int32) error {
	if first < 0 || int(first) > len(used)-1<<class {
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
