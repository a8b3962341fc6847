package physics

import (
	"fmt"

	"tumble/physics/internal/solve"
	"tumble/physics/vec"
)

// Validate walks through everything the world keeps and returns an error that names the first
// thing that does not fit: lists, counts, handles, islands, the constraint graph, the trees,
// numbers that are not finite. It is meant for tests and costs many steps' time.
func (w *World) Validate() error {
	if w.locked.Load() {
		return ErrWorldLocked
	}
	for _, check := range []func() error{
		w.validateBodies, w.validateAwake, w.validateShapes, w.validateTrees, w.validateContacts,
		w.validateGraph, w.validateJoints, w.validateIslands, w.validateConnections,
	} {
		if err := check(); err != nil {
			return fmt.Errorf("physics: validate: %w", err)
		}
	}
	return nil
}

func (w *World) validateBodies() error {
	var n bodyTally
	for i := range w.bodies {
		r := &w.bodies[i]
		if !r.alive() {
			continue
		}
		n.add(r)
		if err := w.validateBody(int32(i), r); err != nil {
			return fmt.Errorf("body %d: %w", i, err)
		}
		if err := w.validateContactList(int32(i), r); err != nil {
			return fmt.Errorf("body %d: contacts: %w", i, err)
		}
	}
	return w.validateBodyTally(n)
}

// bodyTally is a number of bodies, also by type.
type bodyTally struct {
	alive int32
	types [bodyTypeCount]int32
}

func (n *bodyTally) add(r *body) {
	n.alive++
	n.types[r.kind]++
}

// validateBodyTally compares the number of bodies with those that are kept, and looks at the list of free ones.
func (w *World) validateBodyTally(n bodyTally) error {
	if n.alive != w.bodyCount || n.types != w.typeCounts {
		return fmt.Errorf("%d bodies alive, %d counted; by type %v, counted %v", n.alive, w.bodyCount, n.types, w.typeCounts)
	}
	if int(n.alive)+len(w.freeBodies) != len(w.bodies) {
		return fmt.Errorf("%d bodies alive and %d free of %d", n.alive, len(w.freeBodies), len(w.bodies))
	}
	for _, i := range w.freeBodies {
		if w.bodies[i].alive() {
			return fmt.Errorf("body %d is free and alive", i)
		}
	}
	return nil
}

// validateBody looks at a body and its lists of shapes and joints.
func (w *World) validateBody(index int32, r *body) error {
	sim := &w.sims[index]
	if !validTransform(sim.Transform) || !sim.Center.IsFinite() || !sim.Force.IsFinite() || !sim.Torque.IsFinite() {
		return fmt.Errorf("pose %v, centre %v, force %v, torque %v", sim.Transform, sim.Center, sim.Force, sim.Torque)
	}
	if sim.StateIndex != r.awakeIndex+1 {
		return fmt.Errorf("state %d, awake index %d", sim.StateIndex, r.awakeIndex)
	}
	if (r.kind == Static || r.out()) && r.awakeIndex != none {
		return fmt.Errorf("%s, frozen %v, disabled %v, but awake", r.kind, r.frozen, r.disabled)
	}
	if inIsland := r.kind == Dynamic && !r.out(); inIsland != (r.island != none) {
		return fmt.Errorf("%s, frozen %v, disabled %v, island %d", r.kind, r.frozen, r.disabled, r.island)
	}
	if r.kind != Dynamic && sim.InvMass != 0 || r.kind == Dynamic && !(sim.InvMass > 0) {
		return fmt.Errorf("%s with inverse mass %g", r.kind, sim.InvMass)
	}
	count, prev := int32(0), none
	for s := r.firstShape; s != none; s = w.shapes[s].next {
		if !w.shapes[s].alive() || w.shapes[s].body != index || w.shapes[s].prev != prev || count > r.shapeCount {
			return fmt.Errorf("shape list at %d", s)
		}
		count, prev = count+1, s
	}
	if count != r.shapeCount || prev != r.lastShape {
		return fmt.Errorf("%d shapes listed, %d counted", count, r.shapeCount)
	}
	if err := w.validateJointList(index, r); err != nil {
		return fmt.Errorf("joints: %w", err)
	}
	return nil
}

// validateContactList walks the contacts of a body.
func (w *World) validateContactList(index int32, r *body) error {
	n, prev := int32(0), none
	for key := r.firstContact; key != none; {
		c := &w.contacts[key>>1]
		owner := c.bodyA
		if key&1 != 0 {
			owner = c.bodyB
		}
		e := &c.edges[key&1]
		if !c.alive || owner != index || e.prev != prev || n > r.contactCount {
			return fmt.Errorf("list at key %d", key)
		}
		n, prev, key = n+1, key, e.next
	}
	if n != r.contactCount {
		return fmt.Errorf("%d listed, %d counted", n, r.contactCount)
	}
	return nil
}

// validateJointList walks the joints of a body.
func (w *World) validateJointList(index int32, r *body) error {
	n, prev := int32(0), none
	for key := r.firstJoint; key != none; {
		if uint(key>>1) >= uint(len(w.joints)) {
			return fmt.Errorf("list at key %d", key)
		}
		j := &w.joints[key>>1]
		e, owner := j.edges[key&1], [2]int32{j.bodyA, j.bodyB}[key&1]
		if !j.alive() || owner != index || e.prev != prev || n > r.jointCount {
			return fmt.Errorf("list at key %d", key)
		}
		n, prev, key = n+1, key, e.next
	}
	if n != r.jointCount {
		return fmt.Errorf("%d listed, %d counted", n, r.jointCount)
	}
	return nil
}

func (w *World) validateAwake() error {
	if len(w.states) != len(w.awake)+1 {
		return fmt.Errorf("%d states for %d awake bodies", len(w.states), len(w.awake))
	}
	if w.states[0] != solve.StaticState {
		return fmt.Errorf("the state of what does not move is %v", w.states[0])
	}
	for k, i := range w.awake {
		if !w.bodies[i].alive() || w.bodies[i].awakeIndex != int32(k) {
			return fmt.Errorf("awake list at %d: body %d", k, i)
		}
		if s := &w.states[k+1]; !s.V.IsFinite() || !s.W.IsFinite() {
			return fmt.Errorf("body %d: velocities %v, %v", i, s.V, s.W)
		}
	}
	listed := 0
	for i := range w.bodies {
		if w.bodies[i].alive() && w.bodies[i].awakeIndex != none {
			listed++
		}
	}
	if listed != len(w.awake) {
		return fmt.Errorf("%d bodies say they are awake, %d are listed", listed, len(w.awake))
	}
	return nil
}

func (w *World) validateShapes() error {
	var n shapeTally
	for i := range w.shapes {
		s := &w.shapes[i]
		if !s.alive() {
			continue
		}
		n.add(s)
		if err := w.validateShape(int32(i), s); err != nil {
			return err
		}
	}
	return w.validateShapeTally(n)
}

// shapeTally is a number of shapes.
type shapeTally struct {
	alive          int32
	moved, waiting int
}

func (n *shapeTally) add(s *shapeRecord) {
	n.alive++
	if s.moved {
		n.moved++
	}
	if s.waits {
		n.waiting++
	}
}

// validateShapeTally compares the number of shapes with those that are kept.
func (w *World) validateShapeTally(n shapeTally) error {
	if n.alive != w.shapeCount || int(n.alive)+len(w.freeShapes) != len(w.shapes) {
		return fmt.Errorf("%d shapes alive, %d counted, %d free of %d", n.alive, w.shapeCount,
			len(w.freeShapes), len(w.shapes))
	}
	if n.moved != len(w.moved) {
		return fmt.Errorf("%d shapes marked as moved, %d listed", n.moved, len(w.moved))
	}
	if n.waiting != len(w.waiting) {
		return fmt.Errorf("%d shapes marked as waiting, %d listed", n.waiting, len(w.waiting))
	}
	return nil
}

// validateShape compares a shape with its body, its leaf in a tree and its bounds.
func (w *World) validateShape(index int32, s *shapeRecord) error {
	r := &w.bodies[s.body]
	if !r.alive() || (s.proxy == none) != r.out() {
		return fmt.Errorf("shape %d: proxy %d on body %d", index, s.proxy, s.body)
	}
	if s.proxy == none {
		return nil
	}
	t, b := &w.trees[r.kind], &w.bounds[index]
	if !t.Alive(s.proxy) || t.User(s.proxy) != index || t.Box(s.proxy) != b.fat {
		return fmt.Errorf("shape %d: proxy %d", index, s.proxy)
	}
	if tight := w.geometries[index].AABB(w.sims[s.body].Transform); b.tight != tight || !b.fat.Contains(tight) {
		return fmt.Errorf("shape %d: bounds %v are not %v in the fat bounds %v", index, tight, b.tight, b.fat)
	}
	return nil
}

func (w *World) validateTrees() error {
	for kind := range w.trees {
		if err := w.trees[kind].Validate(); err != nil {
			return fmt.Errorf("%s tree: %w", BodyType(kind), err)
		}
	}
	return w.validateProxies()
}

func (w *World) validateProxies() error {
	proxies := 0
	for kind := range w.trees {
		proxies += w.trees[kind].Len()
	}
	want := 0
	for i := range w.shapes {
		if w.shapes[i].alive() && w.shapes[i].proxy != none {
			want++
		}
	}
	if proxies != want {
		return fmt.Errorf("%d proxies for %d shapes", proxies, want)
	}
	return nil
}

func (w *World) validateContacts() error {
	if err := w.validateContactRecords(); err != nil {
		return err
	}
	for i := range w.contacts {
		c := &w.contacts[i]
		if !c.alive {
			continue
		}
		if !w.pairs.has(pairKey(c.shapeA, c.shapeB)) {
			return fmt.Errorf("contact %d: the pair of shapes %d and %d is not in the set", i, c.shapeA, c.shapeB)
		}
		patches := w.patchesOf(c)
		for k := range patches {
			if err := validateManifold(&patches[k]); err != nil {
				return fmt.Errorf("contact %d: patch %d: %w", i, k, err)
			}
		}
	}
	return nil
}

// validateContactRecords looks at contacts without the set of pairs and the points.
func (w *World) validateContactRecords() error {
	var n contactTally
	for i := range w.contacts {
		c := &w.contacts[i]
		if !c.alive {
			continue
		}
		n.add(c)
		if err := w.validateContact(int32(i), c); err != nil {
			return err
		}
	}
	return w.validateTally(n)
}

// contactTally is a number of contacts.
type contactTally struct{ alive, touching, listed int }

func (n *contactTally) add(c *contact) {
	n.alive++
	if c.touching {
		n.touching++
	}
	if c.awakeSlot != none {
		n.listed++
	}
}

// validateTally compares the number of contacts with those that are kept.
func (w *World) validateTally(n contactTally) error {
	if n.alive != int(w.contactCount) || n.touching != int(w.touching) || n.listed != len(w.awakeContacts) {
		return fmt.Errorf("contacts: %d alive, %d counted; %d touch, %d counted; %d awake, %d listed",
			n.alive, w.contactCount, n.touching, w.touching, n.listed, len(w.awakeContacts))
	}
	if n.alive+len(w.freeContacts) != len(w.contacts) || w.pairs.count != n.alive {
		return fmt.Errorf("contacts: %d alive, %d free of %d, %d pairs", n.alive, len(w.freeContacts),
			len(w.contacts), w.pairs.count)
	}
	return nil
}

// validateContact compares a contact with its bodies, shapes and manifolds and with its places in lists.
func (w *World) validateContact(index int32, c *contact) error {
	if err := w.validateContactLinks(index, c); err != nil {
		return fmt.Errorf("contact %d of shapes %d and %d: %w", index, c.shapeA, c.shapeB, err)
	}
	return nil
}

func (w *World) validateContactLinks(index int32, c *contact) error {
	a, b := &w.bodies[c.bodyA], &w.bodies[c.bodyB]
	if w.shapes[c.shapeA].body != c.bodyA || w.shapes[c.shapeB].body != c.bodyB {
		return fmt.Errorf("bodies %d and %d", c.bodyA, c.bodyB)
	}
	if a.kind != Dynamic && b.kind != Dynamic || a.out() || b.out() {
		return fmt.Errorf("between bodies that impulses do not move")
	}
	if c.touching != (c.patches > 0) || c.patches < 0 || c.patches > 1<<c.class {
		return fmt.Errorf("touching %v with %d patches in a span of %d", c.touching, c.patches, 1<<c.class)
	}
	patches := w.patchesOf(c)
	for i := range patches {
		if m := &patches[i]; m.Count < 1 || m.Count > solve.MaxPoints || m.BodyA != c.bodyA || m.BodyB != c.bodyB {
			return fmt.Errorf("patch %d: %d points between bodies %d and %d", i, m.Count, m.BodyA, m.BodyB)
		}
	}
	if !c.cache.IsSound() {
		return fmt.Errorf("kept apart along %v", c.cache.Axis)
	}
	if c.linked != (c.touching && a.kind == Dynamic && b.kind == Dynamic) {
		return fmt.Errorf("linked %v, touching %v", c.linked, c.touching)
	}
	sleeps := w.contactSleeps(c)
	if inGraph := c.touching && !sleeps; inGraph != (c.color != none) {
		return fmt.Errorf("colour %d, touching %v, sleeping %v", c.color, c.touching, sleeps)
	}
	if inList := !c.touching && !sleeps; inList != (c.awakeSlot != none) {
		return fmt.Errorf("awake slot %d, touching %v, sleeping %v", c.awakeSlot, c.touching, sleeps)
	}
	if c.color != none {
		entries := w.graph.Contacts(c.color)
		if int(c.slot) >= len(entries) || entries[c.slot] != (solve.Entry{Contact: index,
			Manifold: c.manifold, Count: c.patches, BodyA: c.bodyA, BodyB: c.bodyB}) {
			return fmt.Errorf("graph colour %d slot %d", c.color, c.slot)
		}
	}
	if c.awakeSlot != none && w.awakeContacts[c.awakeSlot] != index {
		return fmt.Errorf("awake slot %d", c.awakeSlot)
	}
	return nil
}

// maxSeparation (m) is more than the two anchors of a point and the distance between two bodies together.
const maxSeparation = 1e7

func validateManifold(m *solve.Manifold) error {
	if r := vec.Max(vec.Abs(m.RadiusA), vec.Abs(m.RadiusB)); !(r <= maxRollRadius) {
		return fmt.Errorf("rolls on radii %g and %g", m.RadiusA, m.RadiusB)
	}
	points := m.Points[:m.Count&countMask]
	for i := range points {
		p := &points[i]
		if !p.AnchorA.IsFinite() || !p.AnchorB.IsFinite() || !(p.NormalImpulse >= 0) ||
			!(vec.Abs(p.Separation) < maxSeparation) {
			return fmt.Errorf("point %d: %+v", i, *p)
		}
	}
	return nil
}

// validateGraph checks that no movable body occurs twice in a colour and that the marks of
// the graph say the same.
func (w *World) validateGraph() error {
	entries, marks := int32(0), 0
	// the last colour in which a body was seen, plus one
	last := make([]int32, len(w.bodies))
	for color := int32(0); color < GraphColors; color++ {
		mark := func(bodyIndex int32) error {
			if bodyIndex == none || !w.movable(bodyIndex) || color == solve.Overflow {
				return nil
			}
			if last[bodyIndex] == color+1 || !w.graph.HasBody(color, bodyIndex) {
				return fmt.Errorf("body %d in colour %d", bodyIndex, color)
			}
			last[bodyIndex] = color + 1
			marks++
			return nil
		}
		for _, e := range w.graph.Contacts(color) {
			entries++
			c := &w.contacts[e.Contact]
			if err := mark(c.bodyA); err != nil {
				return err
			}
			if err := mark(c.bodyB); err != nil {
				return err
			}
		}
		for _, index := range w.graph.Joints(color) {
			j := &w.joints[index]
			if err := mark(j.bodyA); err != nil {
				return err
			}
			if err := mark(j.bodyB); err != nil {
				return err
			}
		}
		if n := w.graph.MarkCount(color); n != marks {
			return fmt.Errorf("%d bodies are marked in colour %d, %d have a constraint", n, color, marks)
		}
		marks = 0
	}
	for i := range w.contacts {
		if w.contacts[i].color != none {
			entries--
		}
	}
	if entries != 0 {
		return fmt.Errorf("the graph has %d contacts too many", entries)
	}
	return nil
}

func (w *World) validateJoints() error {
	alive := int32(0)
	for i := range w.joints {
		j := &w.joints[i]
		if !j.alive() {
			continue
		}
		alive++
		if row := &w.rows[i]; j.kind == PathJoint &&
			(min(row.PathBegin, row.PathEnd) < 0 || row.PathEnd-row.PathBegin < 2 || int(row.PathEnd) > len(w.knots)) {
			return fmt.Errorf("joint %d: knots %d to %d of %d", i, row.PathBegin, row.PathEnd, len(w.knots))
		}
		movesA := j.bodyA != none && w.movable(j.bodyA) && w.bodies[j.bodyA].awakeIndex != none
		movesB := w.movable(j.bodyB) && w.bodies[j.bodyB].awakeIndex != none
		off := w.bodies[j.bodyB].disabled || j.bodyA != none && w.bodies[j.bodyA].disabled
		if ((movesA || movesB) && !off) != (j.color != none) {
			return fmt.Errorf("joint %d: colour %d, awake sides %v %v", i, j.color, movesA, movesB)
		}
		if j.color != none && w.graph.Joints(j.color)[j.place] != int32(i) {
			return fmt.Errorf("joint %d: graph colour %d place %d", i, j.color, j.place)
		}
		if !w.rows[i].Finite() {
			return fmt.Errorf("joint %d: impulses are not finite: %+v", i, w.rows[i])
		}
		if linked := j.bodyA != none && w.movable(j.bodyA) && w.movable(j.bodyB); linked != j.linked {
			return fmt.Errorf("joint %d: linked %v", i, j.linked)
		}
	}
	if alive != w.jointCount || int(alive)+len(w.freeJoints) != len(w.joints) {
		return fmt.Errorf("%d joints alive, %d counted, %d free of %d", alive, w.jointCount,
			len(w.freeJoints), len(w.joints))
	}
	return nil
}

func (w *World) validateIslands() error {
	alive, bodies := 0, int32(0)
	for i := range w.islands {
		is := &w.islands[i]
		if !is.alive {
			continue
		}
		alive++
		count, prev := int32(0), none
		for b := is.first; b != none; b = w.bodies[b].islandNext {
			r := &w.bodies[b]
			if !r.alive() || r.island != int32(i) || r.islandPrev != prev || count > is.count {
				return fmt.Errorf("island %d: list at body %d", i, b)
			}
			if (r.awakeIndex != none) != (is.awakeSlot != none) {
				return fmt.Errorf("island %d: awake slot %d, body %d awake index %d", i, is.awakeSlot, b, r.awakeIndex)
			}
			count, prev = count+1, b
		}
		if count != is.count || prev != is.last || count == 0 {
			return fmt.Errorf("island %d: %d bodies listed, %d counted", i, count, is.count)
		}
		if is.awakeSlot != none && w.awakeIslands[is.awakeSlot] != int32(i) {
			return fmt.Errorf("island %d: awake slot %d", i, is.awakeSlot)
		}
		bodies += count
	}
	if alive+len(w.freeIslands) != len(w.islands) {
		return fmt.Errorf("%d islands alive, %d free of %d", alive, len(w.freeIslands), len(w.islands))
	}
	for i := range w.bodies {
		if w.bodies[i].alive() && w.bodies[i].island != none {
			bodies--
		}
	}
	if bodies != 0 {
		return fmt.Errorf("islands hold %d bodies too many", bodies)
	}
	return nil
}

// validateConnections checks that links join bodies of one island, and that an island which
// lost no link hangs together.
func (w *World) validateConnections() error {
	parent := make([]int32, len(w.bodies))
	for i := range parent {
		parent[i] = int32(i)
	}
	find := func(i int32) int32 {
		for parent[i] != i {
			parent[i] = parent[parent[i]]
			i = parent[i]
		}
		return i
	}
	join := func(a, b int32) error {
		if w.bodies[a].island != w.bodies[b].island {
			return fmt.Errorf("bodies %d and %d are linked across islands %d and %d", a, b,
				w.bodies[a].island, w.bodies[b].island)
		}
		parent[find(a)] = find(b)
		return nil
	}
	for i := range w.contacts {
		if c := &w.contacts[i]; c.alive && c.linked {
			if err := join(c.bodyA, c.bodyB); err != nil {
				return err
			}
		}
	}
	for i := range w.joints {
		if j := &w.joints[i]; j.alive() && j.linked {
			if err := join(j.bodyA, j.bodyB); err != nil {
				return err
			}
		}
	}
	for i := range w.islands {
		is := &w.islands[i]
		if !is.alive || is.removed > 0 {
			continue
		}
		for b := is.first; b != none; b = w.bodies[b].islandNext {
			if find(b) != find(is.first) {
				return fmt.Errorf("island %d: body %d hangs on nothing", i, b)
			}
		}
	}
	return nil
}
