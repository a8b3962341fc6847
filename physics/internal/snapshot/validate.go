package snapshot

import (
	"fmt"
	"tumble/physics/internal/broadphase"
	"tumble/physics/internal/narrowphase"
	"tumble/physics/internal/pages"
	"tumble/physics/internal/solve"
	"tumble/physics/internal/state"
	"tumble/physics/vec"
)

// Validate walks through everything a world keeps and returns an error that names the first thing that does not fit.
func Validate(p *Rooms) error {
	for _, check := range []check{
		p.validateBodies, p.validateAwake, p.validateShapes, p.validateTrees, p.validateContacts,
		p.validateGraph, p.validateJoints, p.validateIslands, p.validateConnections, p.validateMarks,
	} {
		if err := check(); err != nil {
			return fmt.Errorf("physics: validate: %w", err)
		}
	}
	return nil
}

// validateMarks refuses contacts that differ from the last snapshot although nobody has marked them.
func (ps *Rooms) validateMarks() error {
	if ps.last == nil {
		return nil
	}
	for page, mark := range ps.ContactMarks() {
		first := page * pages.Length
		now := ps.Contacts[first:min(first+pages.Length, len(ps.Contacts))]
		if mark == 0 && !ps.last.contacts.Same(page, now) {
			return fmt.Errorf("contacts %d to %d changed without a mark", first, first+len(now)-1)
		}
	}
	return nil
}

func (ps *Rooms) validateBodies() error {
	var n bodyTally
	for i := range ps.Bodies {
		r := &ps.Bodies[i]
		if !r.Alive() {
			continue
		}
		n.add(r)
		if err := ps.validateBody(int32(i), r); err != nil {
			return fmt.Errorf("body %d: %w", i, err)
		}
		if err := ps.validateContactList(int32(i), r); err != nil {
			return fmt.Errorf("body %d: contacts: %w", i, err)
		}
	}
	return ps.validateBodyTally(n)
}

// bodyTally is a number of bodies, also by type.
type bodyTally struct {
	alive int32
	types [state.BodyTypeCount]int32
}

func (n *bodyTally) add(r *state.Body) {
	n.alive++
	n.types[r.Kind]++
}

// validateBodyTally compares the number of bodies with those that are kept, and looks at the list of free ones.
func (ps *Rooms) validateBodyTally(n bodyTally) error {
	if n.alive != ps.BodyCount || n.types != ps.TypeCounts {
		return fmt.Errorf("%d bodies alive, %d counted; by type %v, counted %v", n.alive, ps.BodyCount, n.types,
			ps.TypeCounts)
	}
	if int(n.alive)+len(ps.FreeBodies) != len(ps.Bodies) {
		return fmt.Errorf("%d bodies alive and %d free of %d", n.alive, len(ps.FreeBodies), len(ps.Bodies))
	}
	for _, i := range ps.FreeBodies {
		if ps.Bodies[i].Alive() {
			return fmt.Errorf("body %d is free and alive", i)
		}
	}
	return nil
}

// validateBody looks at a body and its lists of shapes and joints.
func (ps *Rooms) validateBody(index int32, r *state.Body) error {
	sim := &ps.Sims[index]
	if !state.ValidTransform(sim.Transform) || !sim.Center.IsFinite() || !sim.Force.IsFinite() ||
		!sim.Torque.IsFinite() {
		return fmt.Errorf("pose %v, centre %v, force %v, torque %v", sim.Transform, sim.Center, sim.Force, sim.Torque)
	}
	if sim.StateIndex != r.AwakeIndex+1 {
		return fmt.Errorf("state %d, awake index %d", sim.StateIndex, r.AwakeIndex)
	}
	if (r.Kind == state.Static || r.Out()) && r.AwakeIndex != state.None {
		return fmt.Errorf("%s, frozen %v, disabled %v, but awake", r.Kind, r.Frozen, r.Disabled)
	}
	if inIsland := r.Kind == state.Dynamic && !r.Out(); inIsland != (r.Island != state.None) {
		return fmt.Errorf("%s, frozen %v, disabled %v, island %d", r.Kind, r.Frozen, r.Disabled, r.Island)
	}
	if r.Kind != state.Dynamic && sim.InvMass != 0 || r.Kind == state.Dynamic && !(sim.InvMass > 0) {
		return fmt.Errorf("%s with inverse mass %g", r.Kind, sim.InvMass)
	}
	count, prev := int32(0), state.None
	for s := r.FirstShape; s != state.None; s = ps.Shapes[s].Next {
		if !ps.Shapes[s].Alive() || ps.Shapes[s].Body != index || ps.Shapes[s].Prev != prev || count > r.ShapeCount {
			return fmt.Errorf("shape list at %d", s)
		}
		count, prev = count+1, s
	}
	if count != r.ShapeCount || prev != r.LastShape {
		return fmt.Errorf("%d shapes listed, %d counted", count, r.ShapeCount)
	}
	if err := ps.validateJointList(index, r); err != nil {
		return fmt.Errorf("joints: %w", err)
	}
	return nil
}

// validateContactList walks the contacts of a body.
func (ps *Rooms) validateContactList(index int32, r *state.Body) error {
	n, prev := int32(0), state.None
	for key := r.FirstContact; key != state.None; {
		c := &ps.Contacts[key>>1]
		owner := c.BodyA
		if key&1 != 0 {
			owner = c.BodyB
		}
		e := &c.Edges[key&1]
		if !c.Alive || owner != index || e.Prev != prev || n > r.ContactCount {
			return fmt.Errorf("list at key %d", key)
		}
		n, prev, key = n+1, key, e.Next
	}
	if n != r.ContactCount {
		return fmt.Errorf("%d listed, %d counted", n, r.ContactCount)
	}
	return nil
}

// validateJointList walks the joints of a body.
func (ps *Rooms) validateJointList(index int32, r *state.Body) error {
	n, prev := int32(0), state.None
	for key := r.FirstJoint; key != state.None; {
		if uint(key>>1) >= uint(len(ps.Joints)) {
			return fmt.Errorf("list at key %d", key)
		}
		j := &ps.Joints[key>>1]
		e, owner := j.Edges[key&1], [2]int32{j.BodyA, j.BodyB}[key&1]
		if !j.Alive() || owner != index || e.Prev != prev || n > r.JointCount {
			return fmt.Errorf("list at key %d", key)
		}
		n, prev, key = n+1, key, e.Next
	}
	if n != r.JointCount {
		return fmt.Errorf("%d listed, %d counted", n, r.JointCount)
	}
	return nil
}

func (ps *Rooms) validateAwake() error {
	if len(ps.States) != len(ps.Awake)+1 {
		return fmt.Errorf("%d states for %d awake bodies", len(ps.States), len(ps.Awake))
	}
	if ps.States[0] != solve.StaticState {
		return fmt.Errorf("the state of what does not move is %v", ps.States[0])
	}
	for k, i := range ps.Awake {
		if !ps.Bodies[i].Alive() || ps.Bodies[i].AwakeIndex != int32(k) {
			return fmt.Errorf("awake list at %d: body %d", k, i)
		}
		if s := &ps.States[k+1]; !s.V.IsFinite() || !s.W.IsFinite() {
			return fmt.Errorf("body %d: velocities %v, %v", i, s.V, s.W)
		}
	}
	listed := 0
	for i := range ps.Bodies {
		if ps.Bodies[i].Alive() && ps.Bodies[i].AwakeIndex != state.None {
			listed++
		}
	}
	if listed != len(ps.Awake) {
		return fmt.Errorf("%d bodies say they are awake, %d are listed", listed, len(ps.Awake))
	}
	return nil
}

func (ps *Rooms) validateShapes() error {
	var n shapeTally
	for i := range ps.Shapes {
		s := &ps.Shapes[i]
		if !s.Alive() {
			continue
		}
		n.add(s)
		if err := ps.validateShape(int32(i), s); err != nil {
			return err
		}
	}
	return ps.validateShapeTally(n)
}

// shapeTally is a number of shapes.
type shapeTally struct {
	alive          int32
	moved, waiting int
}

func (n *shapeTally) add(s *state.Shape) {
	n.alive++
	if s.Moved {
		n.moved++
	}
	if s.Waits {
		n.waiting++
	}
}

// validateShapeTally compares the number of shapes with those that are kept.
func (ps *Rooms) validateShapeTally(n shapeTally) error {
	if n.alive != ps.ShapeCount || int(n.alive)+len(ps.FreeShapes) != len(ps.Shapes) {
		return fmt.Errorf("%d shapes alive, %d counted, %d free of %d", n.alive, ps.ShapeCount,
			len(ps.FreeShapes), len(ps.Shapes))
	}
	if n.moved != len(ps.Moved) {
		return fmt.Errorf("%d shapes marked as moved, %d listed", n.moved, len(ps.Moved))
	}
	if n.waiting != len(ps.Waiting) {
		return fmt.Errorf("%d shapes marked as waiting, %d listed", n.waiting, len(ps.Waiting))
	}
	return nil
}

// validateShape compares a shape with its body, its leaf in a tree and its bounds.
func (ps *Rooms) validateShape(index int32, s *state.Shape) error {
	r := &ps.Bodies[s.Body]
	if !r.Alive() || (s.Proxy == state.None) != r.Out() {
		return fmt.Errorf("shape %d: proxy %d on body %d", index, s.Proxy, s.Body)
	}
	if s.Proxy == state.None {
		return nil
	}
	t, b := &ps.Trees[r.Kind], &ps.Bounds[index]
	if !t.Alive(s.Proxy) || t.User(s.Proxy) != index || t.Box(s.Proxy) != b.Fat {
		return fmt.Errorf("shape %d: proxy %d", index, s.Proxy)
	}
	if tight := ps.Geometries[index].AABB(ps.Sims[s.Body].Transform); b.Tight != tight || !b.Fat.Contains(tight) {
		return fmt.Errorf("shape %d: bounds %v are not %v in the fat bounds %v", index, tight, b.Tight, b.Fat)
	}
	return nil
}

func (ps *Rooms) validateTrees() error {
	for kind := range ps.Trees {
		if err := ps.Trees[kind].Validate(); err != nil {
			return fmt.Errorf("%s tree: %w", state.BodyType(kind), err)
		}
	}
	return ps.validateProxies()
}

func (ps *Rooms) validateProxies() error {
	proxies := 0
	for kind := range ps.Trees {
		proxies += ps.Trees[kind].Len()
	}
	want := 0
	for i := range ps.Shapes {
		if ps.Shapes[i].Alive() && ps.Shapes[i].Proxy != state.None {
			want++
		}
	}
	if proxies != want {
		return fmt.Errorf("%d proxies for %d shapes", proxies, want)
	}
	return nil
}

func (ps *Rooms) validateContacts() error {
	if err := ps.validateContactRecords(); err != nil {
		return err
	}
	for i := range ps.Contacts {
		c := &ps.Contacts[i]
		if !c.Alive {
			continue
		}
		if !ps.Pairs.Has(broadphase.PairKey(c.ShapeA, c.ShapeB)) {
			return fmt.Errorf("contact %d: the pair of shapes %d and %d is not in the set", i, c.ShapeA, c.ShapeB)
		}
		manifolds := ps.ManifoldsOf(c)
		for k := range manifolds {
			if err := validateManifold(&manifolds[k]); err != nil {
				return fmt.Errorf("contact %d: patch %d: %w", i, k, err)
			}
		}
	}
	return nil
}

// validateContactRecords looks at contacts without the set of pairs and the points.
func (ps *Rooms) validateContactRecords() error {
	var n contactTally
	for i := range ps.Contacts {
		c := &ps.Contacts[i]
		if !c.Alive {
			continue
		}
		n.add(c)
		if err := ps.validateContact(int32(i), c); err != nil {
			return err
		}
	}
	return ps.validateTally(n)
}

// contactTally is a number of contacts.
type contactTally struct{ alive, touching, listed int }

func (n *contactTally) add(c *state.Contact) {
	n.alive++
	if c.Touching {
		n.touching++
	}
	if c.AwakeSlot != state.None {
		n.listed++
	}
}

// validateTally compares the number of contacts with those that are kept.
func (ps *Rooms) validateTally(n contactTally) error {
	if n.alive != int(ps.ContactCount) || n.touching != int(ps.Touching) || n.listed != len(ps.AwakeContacts) {
		return fmt.Errorf("contacts: %d alive, %d counted; %d touch, %d counted; %d awake, %d listed",
			n.alive, ps.ContactCount, n.touching, ps.Touching, n.listed, len(ps.AwakeContacts))
	}
	if n.alive+len(ps.FreeContacts) != len(ps.Contacts) || ps.Pairs.Count != n.alive {
		return fmt.Errorf("contacts: %d alive, %d free of %d, %d pairs", n.alive, len(ps.FreeContacts),
			len(ps.Contacts), ps.Pairs.Count)
	}
	return nil
}

// validateContact compares a contact with its bodies, shapes and manifolds and with its places in lists.
func (ps *Rooms) validateContact(index int32, c *state.Contact) error {
	if err := ps.validateContactLinks(index, c); err != nil {
		return fmt.Errorf("contact %d of shapes %d and %d: %w", index, c.ShapeA, c.ShapeB, err)
	}
	return nil
}

func (ps *Rooms) validateContactLinks(index int32, c *state.Contact) error {
	a, b := &ps.Bodies[c.BodyA], &ps.Bodies[c.BodyB]
	if ps.Shapes[c.ShapeA].Body != c.BodyA || ps.Shapes[c.ShapeB].Body != c.BodyB {
		return fmt.Errorf("bodies %d and %d", c.BodyA, c.BodyB)
	}
	if a.Kind != state.Dynamic && b.Kind != state.Dynamic || a.Out() || b.Out() {
		return fmt.Errorf("between bodies that impulses do not move")
	}
	if c.Touching != (c.Count > 0) || c.Count < 0 || c.Count > 1<<c.Class {
		return fmt.Errorf("touching %v with %d patches in a span of %d", c.Touching, c.Count, 1<<c.Class)
	}
	manifolds := ps.ManifoldsOf(c)
	for i := range manifolds {
		if m := &manifolds[i]; m.Count < 1 || m.Count > solve.MaxPoints || m.BodyA != c.BodyA || m.BodyB != c.BodyB {
			return fmt.Errorf("patch %d: %d points between bodies %d and %d", i, m.Count, m.BodyA, m.BodyB)
		}
	}
	if !c.Cache.IsSound() {
		return fmt.Errorf("kept apart along %v", c.Cache.Axis)
	}
	if c.Linked != (c.Touching && a.Kind == state.Dynamic && b.Kind == state.Dynamic) {
		return fmt.Errorf("linked %v, touching %v", c.Linked, c.Touching)
	}
	sleeps := ps.ContactSleeps(c)
	if inGraph := c.Touching && !sleeps; inGraph != (c.Color != state.None) {
		return fmt.Errorf("colour %d, touching %v, sleeping %v", c.Color, c.Touching, sleeps)
	}
	if inList := !c.Touching && !sleeps; inList != (c.AwakeSlot != state.None) {
		return fmt.Errorf("awake slot %d, touching %v, sleeping %v", c.AwakeSlot, c.Touching, sleeps)
	}
	if c.Color != state.None {
		entries := ps.Graph.Contacts(c.Color)
		if int(c.Slot) >= len(entries) || entries[c.Slot] != (solve.Entry{Contact: index,
			Manifold: c.Manifold, Count: c.Count, BodyA: c.BodyA, BodyB: c.BodyB}) {
			return fmt.Errorf("graph colour %d slot %d", c.Color, c.Slot)
		}
	}
	if c.AwakeSlot != state.None && ps.AwakeContacts[c.AwakeSlot] != index {
		return fmt.Errorf("awake slot %d", c.AwakeSlot)
	}
	return nil
}

// maxSeparation (m) is more than the two anchors of a point and the distance between two bodies together.
const maxSeparation = 1e7

func validateManifold(m *solve.Manifold) error {
	if r := vec.Max(vec.Abs(m.RadiusA), vec.Abs(m.RadiusB)); !(r <= narrowphase.MaxRollRadius) {
		return fmt.Errorf("rolls on radii %g and %g", m.RadiusA, m.RadiusB)
	}
	points := m.Points[:m.Count&narrowphase.CountMask]
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
func (ps *Rooms) validateGraph() error {
	entries, marks := int32(0), 0
	// the last colour in which a body was seen, plus one
	last := make([]int32, len(ps.Bodies))
	for color := int32(0); color < solve.ColorCount; color++ {
		mark := func(bodyIndex int32) error {
			if bodyIndex == state.None || !ps.Movable(bodyIndex) || color == solve.Overflow {
				return nil
			}
			if last[bodyIndex] == color+1 || !ps.Graph.HasBody(color, bodyIndex) {
				return fmt.Errorf("body %d in colour %d", bodyIndex, color)
			}
			last[bodyIndex] = color + 1
			marks++
			return nil
		}
		for _, e := range ps.Graph.Contacts(color) {
			entries++
			c := &ps.Contacts[e.Contact]
			if err := mark(c.BodyA); err != nil {
				return err
			}
			if err := mark(c.BodyB); err != nil {
				return err
			}
		}
		for _, index := range ps.Graph.Joints(color) {
			j := &ps.Joints[index]
			if err := mark(j.BodyA); err != nil {
				return err
			}
			if err := mark(j.BodyB); err != nil {
				return err
			}
		}
		if n := ps.Graph.MarkCount(color); n != marks {
			return fmt.Errorf("%d bodies are marked in colour %d, %d have a constraint", n, color, marks)
		}
		marks = 0
	}
	for i := range ps.Contacts {
		if ps.Contacts[i].Color != state.None {
			entries--
		}
	}
	if entries != 0 {
		return fmt.Errorf("the graph has %d contacts too many", entries)
	}
	return nil
}

func (ps *Rooms) validateJoints() error {
	alive := int32(0)
	for i := range ps.Joints {
		j := &ps.Joints[i]
		if !j.Alive() {
			continue
		}
		alive++
		if row := &ps.Rows[i]; j.Kind == solve.PathJoint &&
			(min(row.PathBegin, row.PathEnd) < 0 || row.PathEnd-row.PathBegin < 2 || int(row.PathEnd) > len(ps.Knots)) {
			return fmt.Errorf("joint %d: knots %d to %d of %d", i, row.PathBegin, row.PathEnd, len(ps.Knots))
		}
		movesA := j.BodyA != state.None && ps.Movable(j.BodyA) && ps.Bodies[j.BodyA].AwakeIndex != state.None
		movesB := ps.Movable(j.BodyB) && ps.Bodies[j.BodyB].AwakeIndex != state.None
		off := j.Off || ps.Bodies[j.BodyB].Disabled || j.BodyA != state.None && ps.Bodies[j.BodyA].Disabled
		if ((movesA || movesB) && !off) != (j.Color != state.None) {
			return fmt.Errorf("joint %d: colour %d, awake sides %v %v", i, j.Color, movesA, movesB)
		}
		if j.Color != state.None && ps.Graph.Joints(j.Color)[j.Slot] != int32(i) {
			return fmt.Errorf("joint %d: graph colour %d place %d", i, j.Color, j.Slot)
		}
		if !ps.Rows[i].Finite() {
			return fmt.Errorf("joint %d: impulses are not finite: %+v", i, ps.Rows[i])
		}
		if linked := !j.Off && j.BodyA != state.None && ps.Movable(j.BodyA) && ps.Movable(j.BodyB); linked != j.Linked {
			return fmt.Errorf("joint %d: linked %v", i, j.Linked)
		}
	}
	if alive != ps.JointCount || int(alive)+len(ps.FreeJoints) != len(ps.Joints) {
		return fmt.Errorf("%d joints alive, %d counted, %d free of %d", alive, ps.JointCount,
			len(ps.FreeJoints), len(ps.Joints))
	}
	return nil
}

func (ps *Rooms) validateIslands() error {
	alive, bodies := 0, int32(0)
	for i := range ps.Islands {
		is := &ps.Islands[i]
		if !is.Alive {
			continue
		}
		alive++
		count, prev := int32(0), state.None
		for b := is.First; b != state.None; b = ps.Bodies[b].IslandNext {
			r := &ps.Bodies[b]
			if !r.Alive() || r.Island != int32(i) || r.IslandPrev != prev || count > is.Count {
				return fmt.Errorf("island %d: list at body %d", i, b)
			}
			if (r.AwakeIndex != state.None) != (is.AwakeSlot != state.None) {
				return fmt.Errorf("island %d: awake slot %d, body %d awake index %d", i, is.AwakeSlot, b, r.AwakeIndex)
			}
			count, prev = count+1, b
		}
		if count != is.Count || prev != is.Last || count == 0 {
			return fmt.Errorf("island %d: %d bodies listed, %d counted", i, count, is.Count)
		}
		if is.AwakeSlot != state.None && ps.AwakeIslands[is.AwakeSlot] != int32(i) {
			return fmt.Errorf("island %d: awake slot %d", i, is.AwakeSlot)
		}
		bodies += count
	}
	if alive+len(ps.FreeIslands) != len(ps.Islands) {
		return fmt.Errorf("%d islands alive, %d free of %d", alive, len(ps.FreeIslands), len(ps.Islands))
	}
	for i := range ps.Bodies {
		if ps.Bodies[i].Alive() && ps.Bodies[i].Island != state.None {
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
func (ps *Rooms) validateConnections() error {
	parent := make([]int32, len(ps.Bodies))
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
		if ps.Bodies[a].Island != ps.Bodies[b].Island {
			return fmt.Errorf("bodies %d and %d are linked across islands %d and %d", a, b,
				ps.Bodies[a].Island, ps.Bodies[b].Island)
		}
		parent[find(a)] = find(b)
		return nil
	}
	for i := range ps.Contacts {
		if c := &ps.Contacts[i]; c.Alive && c.Linked {
			if err := join(c.BodyA, c.BodyB); err != nil {
				return err
			}
		}
	}
	for i := range ps.Joints {
		if j := &ps.Joints[i]; j.Alive() && j.Linked {
			if err := join(j.BodyA, j.BodyB); err != nil {
				return err
			}
		}
	}
	for i := range ps.Islands {
		is := &ps.Islands[i]
		if !is.Alive || is.Removed > 0 {
			continue
		}
		for b := is.First; b != state.None; b = ps.Bodies[b].IslandNext {
			if find(b) != find(is.First) {
				return fmt.Errorf("island %d: body %d hangs on nothing", i, b)
			}
		}
	}
	return nil
}
