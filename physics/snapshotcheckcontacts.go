package physics

import (
	"fmt"
	"slices"

	"tumble/physics/internal/shape"
	"tumble/physics/internal/solve"
)

// loadCheck looks at the contacts of a state that came from a file, one after another, each once. What that
// needs of bodies and shapes, and what has to be followed from contact to contact, lies side by side: the
// records themselves are too large to stay near the processor. Its storage is used again.
type loadCheck struct {
	w *World
	// read is what is known of the manifolds since they were read.
	read   *codeScratch
	seen   bitSet
	shapes []shapeFacts
	bodies []bodyFacts
	edges  []edgeFacts
	// links are the bodies of the contacts that hold islands together.
	links [][2]int32
	// colored is the number of contacts in the graph.
	colored int
	spans   spanMarks
	// last is the colour in which a body was seen, plus one; parents join bodies, roots are those of islands.
	last, parents, roots []int32
}

// shapeFacts are what contacts need of a shape.
type shapeFacts struct {
	body  int32
	kind  shape.Kind
	alive bool
}

// bodyFacts are what contacts need of a body.
type bodyFacts struct {
	island               int32
	firstContact, listed int32
	kind                 BodyType
	alive, out, awake    bool
}

// movable is World.movable.
func (f *bodyFacts) movable() bool { return f.kind == Dynamic && !f.out }

// edgeFacts are the place of a contact in the list of a body; that of no body is in no list.
type edgeFacts struct{ owner, prev, next int32 }

// sizedFor returns a list of n elements in the storage of s if it is large enough. What they are is left open.
func sizedFor[T any](s []T, n int) []T { return slices.Grow(s[:0], n)[:n] }

// begin collects what is known of bodies and shapes.
func (k *loadCheck) begin(w *World, read *codeScratch) {
	k.w, k.read = w, read
	k.shapes, k.bodies = sizedFor(k.shapes, len(w.shapes)), sizedFor(k.bodies, len(w.bodies))
	for i := range w.shapes {
		s := &w.shapes[i]
		k.shapes[i] = shapeFacts{s.body, w.geometries[i].Kind, s.alive()}
	}
	for i := range w.bodies {
		b := &w.bodies[i]
		k.bodies[i] = bodyFacts{island: b.island, firstContact: b.firstContact, listed: b.contactCount,
			kind: b.kind, alive: b.alive(), out: b.out(), awake: b.awakeIndex != none}
	}
}

// checkContacts looks at all contacts, makes the set of pairs, and walks through the lists of the bodies.
func (k *loadCheck) checkContacts() error {
	w := k.w
	w.pairs.clear(len(w.contacts) - len(w.freeContacts))
	k.spans, k.edges = sizedFor(k.spans, len(w.manifolds)), sizedFor(k.edges, 2*len(w.contacts))
	clear(k.spans)
	k.links, k.colored = k.links[:0], 0
	var n contactTally
	for i := range w.contacts {
		c := &w.contacts[i]
		if !c.alive {
			k.edges[2*i], k.edges[2*i+1] = edgeFacts{owner: none}, edgeFacts{owner: none}
			continue
		}
		if err := k.checkContact(int32(i), c); err != nil {
			return fmt.Errorf("contact %d of shapes %d and %d: %w", i, c.shapeA, c.shapeB, err)
		}
		if err := k.spans.claim(c.manifold, c.class); err != nil {
			return err
		}
		if !w.pairs.add(pairKey(c.shapeA, c.shapeB)) {
			return fmt.Errorf("contact %d: shapes %d and %d have another one", i, c.shapeA, c.shapeB)
		}
		k.edges[2*i] = edgeFacts{c.bodyA, c.edges[0].prev, c.edges[0].next}
		k.edges[2*i+1] = edgeFacts{c.bodyB, c.edges[1].prev, c.edges[1].next}
		n.add(c)
	}
	for _, i := range w.freeContacts {
		if w.contacts[i].alive {
			return fmt.Errorf("contact %d is free and alive", i)
		}
	}
	for class, list := range w.freeSpans {
		for _, first := range list {
			if err := k.spans.claim(first, int32(class)); err != nil {
				return fmt.Errorf("free spans: %w", err)
			}
		}
	}
	if err := w.validateTally(n); err != nil {
		return err
	}
	return k.checkLists(n.alive)
}

// checkContact looks at a contact with what it refers to, but for its lists.
func (k *loadCheck) checkContact(index int32, c *contact) error {
	if uint(c.shapeA) >= uint(len(k.shapes)) || uint(c.shapeB) >= uint(len(k.shapes)) || c.shapeA == c.shapeB {
		return fmt.Errorf("of %d", len(k.shapes))
	}
	sa, sb := &k.shapes[c.shapeA], &k.shapes[c.shapeB]
	if !sa.alive || !sb.alive || c.bodyA != sa.body || c.bodyB != sb.body || c.bodyA == c.bodyB ||
		uint(c.bodyA) >= uint(len(k.bodies)) || uint(c.bodyB) >= uint(len(k.bodies)) {
		return fmt.Errorf("bodies %d and %d", c.bodyA, c.bodyB)
	}
	if sa.kind < sb.kind || !sb.kind.IsConvex() || c.pieces != sa.kind.HasPieces() ||
		c.angular && !(isAngular(sa.kind) && isAngular(sb.kind)) {
		return fmt.Errorf("between a %s and a %s, pieces %v, angular %v", sa.kind, sb.kind, c.pieces, c.angular)
	}
	if !(c.friction >= 0 && c.restitution >= 0 && c.restitution <= 1 && c.rolling >= 0) {
		return fmt.Errorf("friction %g, restitution %g, rolling resistance %g", c.friction, c.restitution, c.rolling)
	}
	if err := k.checkPatches(c); err != nil {
		return err
	}
	return k.checkPlace(index, c)
}

// checkPatches looks at the manifolds of a contact.
func (k *loadCheck) checkPatches(c *contact) error {
	if c.class < 0 || c.class >= spanClasses || c.manifold < 0 || int(c.manifold)+1<<c.class > len(k.w.manifolds) ||
		c.patches < 0 || c.patches > 1<<c.class || !c.pieces && c.patches > 1 || c.touching != (c.patches > 0) {
		return fmt.Errorf("touching %v with %d patches at %d in a span of class %d", c.touching, c.patches, c.manifold, c.class)
	}
	for i := c.manifold; i < c.manifold+c.patches; i++ {
		if n := k.read.counts[i]; n < 1 || k.read.ends[i] != [2]int32{c.bodyA, c.bodyB} {
			return fmt.Errorf("manifold %d: %d points between bodies %d", i, n, k.read.ends[i])
		}
	}
	return nil
}

// checkPlace compares a contact with its bodies and with its place in the graph or the list of contacts without
// touch, and notes what it links.
func (k *loadCheck) checkPlace(index int32, c *contact) error {
	w, a, b := k.w, &k.bodies[c.bodyA], &k.bodies[c.bodyB]
	if a.kind != Dynamic && b.kind != Dynamic || a.out || b.out {
		return fmt.Errorf("between bodies that impulses do not move")
	}
	if c.linked != (c.touching && a.kind == Dynamic && b.kind == Dynamic) {
		return fmt.Errorf("linked %v, touching %v", c.linked, c.touching)
	}
	if c.linked {
		k.links = append(k.links, [2]int32{c.bodyA, c.bodyB})
	}
	sleeps := !a.awake && !b.awake
	if c.touching {
		sleeps = !(a.kind == Dynamic && a.awake) && !(b.kind == Dynamic && b.awake)
	}
	if inGraph := c.touching && !sleeps; inGraph != (c.color != none) {
		return fmt.Errorf("colour %d, touching %v, sleeping %v", c.color, c.touching, sleeps)
	}
	if inList := !c.touching && !sleeps; inList != (c.awakeSlot != none) {
		return fmt.Errorf("awake slot %d, touching %v, sleeping %v", c.awakeSlot, c.touching, sleeps)
	}
	if c.color != none {
		k.colored++
		if uint(c.color) >= solve.ColorCount {
			return fmt.Errorf("colour %d", c.color)
		}
		entries := w.graph.Contacts(c.color)
		if uint(c.slot) >= uint(len(entries)) || entries[c.slot] != (solve.Entry{Contact: index,
			Manifold: c.manifold, Count: c.patches, BodyA: c.bodyA, BodyB: c.bodyB}) {
			return fmt.Errorf("graph: colour %d, slot %d", c.color, c.slot)
		}
	}
	if c.awakeSlot != none && (uint(c.awakeSlot) >= uint(len(w.awakeContacts)) || w.awakeContacts[c.awakeSlot] != index) {
		return fmt.Errorf("awake slot %d", c.awakeSlot)
	}
	return nil
}

// checkLists walks the contacts of all bodies. Both edges of every contact are in a list.
func (k *loadCheck) checkLists(contacts int) error {
	all := 0
	for i := range k.bodies {
		b := &k.bodies[i]
		if !b.alive {
			continue
		}
		n, prev := int32(0), none
		for key := b.firstContact; key != none; {
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
	if all != 2*contacts {
		return fmt.Errorf("contacts: %d edges in lists of bodies, want %d", all, 2*contacts)
	}
	return nil
}

// checkGraph checks that no movable body occurs twice in a colour and that the marks of the graph say the same.
// Contacts and joints were compared with their entries before.
func (k *loadCheck) checkGraph() error {
	g := &k.w.graph
	entries := 0
	for color := int32(0); color < solve.ColorCount; color++ {
		entries += len(g.Contacts(color))
	}
	// as many as contacts that have an entry of their own
	if entries != k.colored {
		return fmt.Errorf("graph: %d entries for %d contacts", entries, k.colored)
	}
	k.last = sizedFor(k.last, len(k.bodies))
	clear(k.last)
	for color := int32(0); color < solve.ColorCount; color++ {
		marks := 0
		mark := func(body int32) bool {
			if body == none || color == solve.Overflow || !k.bodies[body].movable() {
				return true
			}
			marks++
			again := k.last[body] == color+1
			k.last[body] = color + 1
			return !again && g.HasBody(color, body)
		}
		for _, e := range g.Contacts(color) {
			if !mark(e.BodyA) || !mark(e.BodyB) {
				return fmt.Errorf("graph: colour %d: bodies %d and %d of contact %d", color, e.BodyA, e.BodyB, e.Contact)
			}
		}
		for _, i := range g.Joints(color) {
			if j := &k.w.joints[i]; !mark(j.bodyA) || !mark(j.bodyB) {
				return fmt.Errorf("graph: colour %d: bodies %d and %d of joint %d", color, j.bodyA, j.bodyB, i)
			}
		}
		if n := g.MarkCount(color); n != marks {
			return fmt.Errorf("graph: %d bodies are marked in colour %d, %d have a constraint", n, color, marks)
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
	for i := range k.w.joints {
		if j := &k.w.joints[i]; j.alive() && j.linked {
			if err := k.join(j.bodyA, j.bodyB); err != nil {
				return err
			}
		}
	}
	k.roots = sizedFor(k.roots, len(k.w.islands))
	for i := range k.roots {
		k.roots[i] = none
	}
	for i := range k.bodies {
		island := k.bodies[i].island
		if !k.bodies[i].alive || uint(island) >= uint(len(k.roots)) || k.w.islands[island].removed > 0 {
			continue
		}
		if root := k.root(int32(i)); k.roots[island] == none {
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
		return fmt.Errorf("bodies %d and %d are linked across islands %d and %d", a, b, k.bodies[a].island, k.bodies[b].island)
	}
	k.parents[k.root(a)] = k.root(b)
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
