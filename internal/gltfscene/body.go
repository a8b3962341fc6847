package gltfscene

import (
	"fmt"
	"math"

	"tumble/internal/scenefile"
	"tumble/physics"
	"tumble/physics/vec"
)

// Bounds of what a file may say; the engine has bounds of its own.
const (
	maxSpeed  = 1e6
	maxLength = physics.MaxPosition
)

// readBodies makes the bodies and says for every node which one it belongs to.
func (d *decoder) readBodies() {
	for _, i := range d.walked {
		n := &d.nodes[i]
		if n.khr.isObject() {
			n.khr.only("motion", "collider", "trigger", "joint")
		}
		if n.parent >= 0 {
			p := &d.nodes[n.parent]
			n.body, n.moving = p.body, p.moving
			n.rel = p.rel.within(&n.local)
		} else {
			n.rel = n.local
		}
		motion := n.khr.at("motion")
		solid := n.khr.at("collider").isObject() || n.khr.at("trigger").isObject()
		switch {
		case motion.isObject():
			n.body = d.addBody(i)
			n.moving = n.body
			d.readMotion(n, &d.scene.Bodies[n.body], motion)
		case n.moving < 0 && n.own.isObject() && n.own.at("static").flag(false):
			// one static body with all colliders below
			n.body = d.addBody(i)
			n.moving = n.body
		case solid && n.moving < 0:
			n.body = d.addBody(i)
		default:
			if n.own.isObject() && n.own.at("at").missing() {
				n.own.warnf("the node is no body: this has no effect")
			}
			continue
		}
		// places below are seen from this body, which has no scale of its own
		n.rel = space{q: unitQuat, s: n.world.s}
	}
	if len(d.scene.Bodies) > scenefile.MaxBodies {
		d.f.Errorf("/nodes", "%d bodies: at most %d are allowed", len(d.scene.Bodies), scenefile.MaxBodies)
	}
}

// addBody makes a static body where a node is.
func (d *decoder) addBody(i int) int {
	n := &d.nodes[i]
	def := physics.DefaultBodyDef()
	at := n.world.transform()
	def.Position, def.Rotation = at.P, at.Q
	def.Name = d.nodeName(i)
	if at.P.Abs().MaxComponent() > maxLength {
		d.f.Errorf(fmt.Sprintf("/nodes/%d", i), "is at %v: bodies must be within %g m", at.P, float32(maxLength))
	}
	b := scenefile.Body{Def: def}
	d.readOwnBody(n.own, &b)
	d.readCopies(n, &b)
	d.scene.Bodies = append(d.scene.Bodies, b)
	return len(d.scene.Bodies) - 1
}

// readCopies reads where a static body stands again and again: the places are those of the instances of
// its node, of which the first is the body itself.
func (d *decoder) readCopies(n *node, b *scenefile.Body) {
	v := n.own.at("copies")
	if !v.isObject() {
		return
	}
	v.only("translation", "rotation")
	if n.khr.at("motion").isObject() || !n.own.at("static").flag(false) {
		v.errorf("only a static body has copies")
		return
	}
	read := func(name string, components int) []float32 {
		i := v.at(name).index(len(d.doc.Accessors), "accessors")
		if i < 0 {
			return nil
		}
		x, err := d.floats(i, components)
		if err != nil {
			v.at(name).errorf("%v", err)
		}
		return x
	}
	places, turns := read("translation", 3), read("rotation", 4)
	count := len(places) / 3
	if d.copies += count; count == 0 || turns != nil && len(turns) != 4*count || d.copies > scenefile.MaxCopies {
		v.errorf("%d places with %d turns: must be as many, and at most %d in a file", count, len(turns)/4, scenefile.MaxCopies)
		return
	}
	for i := range count {
		at := space{p: wide(vec.V3(places[3*i], places[3*i+1], places[3*i+2])), q: unitQuat, s: unitMat}
		if turns != nil {
			at.q = quat{float64(turns[4*i]), float64(turns[4*i+1]), float64(turns[4*i+2]), float64(turns[4*i+3])}
		}
		full := n.world
		full.s = unitMat
		full = full.within(&at)
		if l := at.q.len2(); !full.finite() || l < 0.25 || l > 4 || full.p.single().Abs().MaxComponent() > maxLength {
			v.errorf("copy %d is at %v, turned by %v: must be within %g m and turned by a unit quaternion", i, at.p, at.q, float32(maxLength))
			return
		}
		place := full.transform()
		if i == 0 {
			b.Def.Position, b.Def.Rotation = place.P, place.Q
			continue
		}
		b.Copies = append(b.Copies, place)
	}
}

// readMotion makes a body move.
func (d *decoder) readMotion(n *node, b *scenefile.Body, m value) {
	m.only("isKinematic", "mass", "centerOfMass", "inertiaDiagonal", "inertiaOrientation", "linearVelocity", "angularVelocity", "gravityFactor")
	b.Def.Type = physics.Dynamic
	if m.at("isKinematic").flag(false) {
		b.Def.Type = physics.Kinematic
	}
	b.Def.GravityScale = m.at("gravityFactor").single(1, -1e4, 1e4)
	q := b.Def.Rotation.Unit()
	// velocities are in the space of the node
	b.Linear = turned(q, m.at("linearVelocity").vector(vec.Vec3{}, maxSpeed))
	b.Angular = turned(q, m.at("angularVelocity").vector(vec.Vec3{}, maxSpeed))
	d.readMass(n, b, m)
	// the extension has the exact values, where turning would round them
	if own := n.own; own.isObject() {
		b.Linear = own.at("linearVelocity").vector(b.Linear, maxSpeed)
		b.Angular = own.at("angularVelocity").vector(b.Angular, maxSpeed)
	}
}

func turned(q vec.Quat, v vec.Vec3) vec.Vec3 {
	if q == vec.QuatIdentity || v == (vec.Vec3{}) {
		return v
	}
	return q.Rotate(v)
}

// infinite is how much more than the largest finite moment of inertia one about an axis is that a
// file calls infinite.
const infinite = 1e5

// readMass reads mass, centre and inertia; 0 means infinite.
func (d *decoder) readMass(n *node, b *scenefile.Body, m value) {
	if b.Def.Type != physics.Dynamic || n.own.isObject() && n.own.at("shapeMass").flag(false) {
		return
	}
	mass := m.at("mass")
	if !mass.missing() {
		b.Mass.Mass = mass.single(1, 0, physics.MaxMass)
		if b.Mass.Mass == 0 {
			b.Def.Locks |= physics.LockLinearX | physics.LockLinearY | physics.LockLinearZ
		} else if b.Mass.Mass < physics.MinMass {
			mass.errorf("%g kg: must be 0 for infinite, or at least %g kg", b.Mass.Mass, float32(physics.MinMass))
		}
	}
	if c := m.at("centerOfMass"); !c.missing() {
		center := n.world.scaled(c.vector(vec.Vec3{}, maxLength))
		b.Mass.Center = &center
	}
	diagonal := m.at("inertiaDiagonal")
	if diagonal.missing() || b.Mass.Inertia != nil {
		// the whole tensor of the extension is exact
		return
	}
	x := [3]float32{}
	if !diagonal.singles(x[:], 1e24) {
		return
	}
	largest := vec.Max(x[0], vec.Max(x[1], x[2]))
	if vec.Min(x[0], vec.Min(x[1], x[2])) < 0 {
		diagonal.errorf("%v: moments of inertia must be positive, or 0 for infinite", x)
		return
	}
	inertia := vec.Mat3{}
	if largest > 0 {
		for i := range x {
			if x[i] == 0 {
				x[i] = infinite * largest
			}
		}
		inertia = vec.Diag(vec.V3(x[0], x[1], x[2])).RotateTensor(m.at("inertiaOrientation").rotation(vec.QuatIdentity))
		// rounding must not make it asymmetric
		inertia.YX, inertia.ZX, inertia.ZY = inertia.XY, inertia.XZ, inertia.YZ
	}
	b.Mass.Inertia = &inertia
}

// readFilters gives the named collision systems their bits. Bit 0 stands for colliders without
// filter, which collide with everything; bit 63 for filters that are in no system.
func (d *decoder) readFilters() {
	for _, f := range d.documentList("collisionFilters") {
		for _, name := range []string{"collisionSystems", "collideWithSystems", "notCollideWithSystems"} {
			for _, s := range f.at(name).list() {
				system := s.text("")
				if _, ok := d.systems[system]; ok {
					continue
				}
				if len(d.systems) >= 62 {
					s.errorf("%q is system number 63: at most 62 are possible", system)
					return
				}
				d.systems[system] = len(d.systems) + 1
			}
		}
	}
}

// filter reads one collision filter.
func (d *decoder) filter(v value) physics.Filter {
	f := physics.DefaultFilter()
	if d.root.path("extensions", "MSFT_collision_primitives").missing() {
		v.only("collisionSystems", "collideWithSystems", "notCollideWithSystems")
	}
	bits := func(name string) uint64 {
		sum := uint64(0)
		for _, s := range v.at(name).list() {
			sum |= 1 << d.systems[s.text("")]
		}
		return sum
	}
	if c := bits("collisionSystems"); c != 0 {
		f.Category = c
	} else if !v.at("collisionSystems").missing() {
		f.Category = 1 << 63
	}
	with, without := v.at("collideWithSystems"), v.at("notCollideWithSystems")
	switch {
	case !with.missing() && !without.missing():
		v.errorf("has both collideWithSystems and notCollideWithSystems")
	case !with.missing():
		f.Mask = bits("collideWithSystems") | 1
	case !without.missing():
		f.Mask = ^bits("notCollideWithSystems")
	}
	readOwnFilter(v.path("extensions", extOwn), &f)
	return f
}

// combineNames are the rules of KHR_physics_rigid_bodies in the order in which they win.
var combineNames = []string{"average", "minimum", "maximum", "multiply"}

var combineRules = map[string]physics.CombineRule{
	"average": physics.CombineKHRAverage, "minimum": physics.CombineKHRMinimum,
	"maximum": physics.CombineKHRMaximum, "multiply": physics.CombineKHRMultiply,
}

// sliding is the dynamic friction of a material that has another static one.
func sliding(v value) *float32 {
	at := v.at("dynamicFriction")
	if at.missing() || v.at("staticFriction").missing() {
		return nil
	}
	x := at.single(0.6, 0, 1e4)
	if x == v.at("staticFriction").single(0.6, 0, 1e4) {
		return nil
	}
	return &x
}

// material reads a physics material; the zero value gives the defaults.
func (d *decoder) material(v value) physics.Material {
	m := physics.DefaultMaterial()
	v.only("staticFriction", "dynamicFriction", "restitution", "frictionCombine", "restitutionCombine")
	m.Friction = v.at("dynamicFriction").single(0.6, 0, 1e4)
	still := v.at("staticFriction").single(0.6, 0, 1e4)
	// one coefficient serves both here: a body at rest has to stay at rest
	if !v.at("staticFriction").missing() {
		if still != m.Friction && !v.at("dynamicFriction").missing() && !d.frictions[v.place] {
			d.frictions[v.place] = true
			v.at("dynamicFriction").warnf("%g differs from staticFriction %g, which counts for both here", m.Friction, still)
		}
		m.Friction = still
	}
	if m.Restitution = v.at("restitution").single(0, 0, math.MaxFloat32); m.Restitution > 1 {
		v.at("restitution").warnf("%g is taken as 1", m.Restitution)
		m.Restitution = 1
	}
	m.FrictionRule = combineRules[v.at("frictionCombine").choice(combineNames...)]
	m.RestitutionRule = combineRules[v.at("restitutionCombine").choice(combineNames...)]
	readOwnMaterial(v.path("extensions", extOwn), &m)
	return m
}
