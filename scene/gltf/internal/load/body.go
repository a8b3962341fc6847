package load

import (
	"fmt"

	"tumble/physics"
	"tumble/physics/vec"
	"tumble/scene/gltf/internal/affine"
	"tumble/scene/gltf/internal/extension"
	"tumble/scene/gltf/internal/jsonvalue"
	"tumble/scene/model"
)

// bodyReader makes the bodies of a model.
type bodyReader struct {
	*reading
	copies int // so far
}

// readBodies makes the bodies and says for every node which one it belongs to.
func readBodies(m *reading) {
	d := bodyReader{reading: m}
	for _, i := range d.walked {
		n := &d.nodes[i]
		if n.khr.IsObject() {
			n.khr.Only("motion", "collider", "trigger", "joint", "static")
		}
		if n.parent >= 0 {
			p := &d.nodes[n.parent]
			n.body, n.moving = p.body, p.moving
			n.rel = p.rel.Within(&n.local)
		} else {
			n.rel = n.local
		}
		motion := n.khr.At("motion")
		solid := n.khr.At("collider").IsObject() || n.khr.At("trigger").IsObject()
		switch {
		case motion.IsObject():
			n.body = d.addBody(i)
			n.moving = n.body
			readMotion(n, &d.scene.Bodies[n.body], motion)
		case n.own.IsObject() && n.own.At("static").Flag(false), n.moving < 0 && n.khr.At("static").Flag(false):
			// one static body with all colliders below, down to the next body
			n.body = d.addBody(i)
			n.moving = n.body
		case solid && n.moving < 0:
			n.body = d.addBody(i)
		default:
			if n.metric {
				n.rel = affine.Origin
			} else if n.own.IsObject() && n.own.At("at").Missing() {
				n.own.Warnf("the node is no body: this has no effect")
			}
			continue
		}
		// places below are seen from this body, which has no scale of its own
		n.rel = affine.Space{Q: affine.UnitQuat, S: n.world.S}
	}
	if len(d.scene.Bodies) > model.MaxBodies {
		d.Faults.Errorf("/nodes", "%d bodies: at most %d are allowed", len(d.scene.Bodies), model.MaxBodies)
	}
}

// addBody makes a static body where a node is.
func (d *bodyReader) addBody(i int) int {
	n := &d.nodes[i]
	def := physics.DefaultBodyDef()
	at := n.world.Transform()
	def.Position, def.Rotation = at.P, at.Q
	def.Name = d.nodeName(i)
	if at.P.Abs().MaxComponent() > extension.MaxLength {
		d.Faults.Errorf(fmt.Sprintf("/nodes/%d", i), "is at %v: bodies must be within %g m", at.P,
			float32(extension.MaxLength))
	}
	b := model.Body{Def: def, Origin: i + 1}
	if n.own.IsObject() && n.own.At("scenery").Flag(false) {
		b.Origin = model.OfScenery
		d.scenery = len(d.scene.Bodies)
	}
	readOwnBody(n.own, &b)
	d.readCopies(n, &b)
	d.scene.Bodies = append(d.scene.Bodies, b)
	return len(d.scene.Bodies) - 1
}

// readMotion makes a body move.
func readMotion(n *node, b *model.Body, m jsonvalue.Value) {
	m.Only("isKinematic", "mass", "centerOfMass", "inertiaDiagonal", "inertiaOrientation", "linearVelocity",
		"angularVelocity", "gravityFactor")
	b.Def.Type = physics.Dynamic
	if m.At("isKinematic").Flag(false) {
		b.Def.Type = physics.Kinematic
	}
	b.Def.GravityScale = m.At("gravityFactor").Single(1, -1e4, 1e4)
	q := b.Def.Rotation.Unit()
	b.Linear = readVelocity(n, q, m, "linearVelocity")
	b.Angular = readVelocity(n, q, m, "angularVelocity")
	readMass(n, b, m)
}

// readVelocity reads a velocity, which is in the space of the node, with a coordinate that may be larger there.
func readVelocity(n *node, q vec.Quat, m jsonvalue.Value, name string) vec.Vec3 {
	v := rotated(q, m.At(name).Vector(vec.Vec3{}, 2*extension.MaxSpeed))
	// the extension has the exact values, where rotating would round them
	if own := n.own; own.IsObject() && !own.At(name).Missing() {
		return own.At(name).Vector(v, extension.MaxSpeed)
	}
	// rounding must not take it out of bounds
	if most := v.Abs().MaxComponent(); most > 1.000001*extension.MaxSpeed {
		m.At(name).Errorf("%g in a coordinate of the world: must be at most %g", most, float32(extension.MaxSpeed))
	}
	return extension.Slowed(v)
}

func rotated(q vec.Quat, v vec.Vec3) vec.Vec3 {
	if q == vec.QuatIdentity || v == (vec.Vec3{}) {
		return v
	}
	return q.Rotate(v)
}
