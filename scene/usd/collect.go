package usd

import (
	"math"
	"strings"

	"tumble/physics"
	"tumble/physics/vec"
	"tumble/scene/internal/linkshape"
	"tumble/scene/model"
	"tumble/scene/usd/internal/usdstage"
)

// body is a prim that moves with all below it, or a collider that stands still.
type body struct {
	prim            *usdstage.Prim
	name            string
	kind            physics.BodyType
	frame           vec.Transform
	inverse         matrix // from the world into the frame
	at              matrix // of the prim
	linear, angular vec.Vec3
	asleep          bool
	colliders       []*collider
	visuals         []visual
	copies          []vec.Transform // where equal ones are, of a collider that stands still
	index           int             // in the scene
}

// collider is a prim with a shape.
type collider struct {
	prim    *usdstage.Prim
	path    string
	body    *body
	rel     matrix // from the prim into the frame of the body, in metres
	enabled bool
	surface *surface
	density float64 // kg/m³
	first   int     // its shapes in the body
	count   int
}

// visual is a prim to draw.
type visual struct {
	prim  *usdstage.Prim
	rel   matrix
	color [4]uint8
	plain bool // a collider without a colour of its own
}

// view has the properties that prims inherit.
type view struct {
	at       matrix
	body     *body
	hidden   bool
	color    *[4]float32
	from, to string // of an instance: the path of its prototype, and its own
	depth    int
}

// path is that of a prim, or of its instance.
func (v *view) path(p string) string {
	if rest, ok := strings.CutPrefix(p, v.from); ok && v.to != "" && (rest == "" || rest[0] == '/') {
		return v.to + rest
	}
	return p
}

// jointTypes are those of the format.
var jointTypes = map[string]bool{
	"PhysicsJoint": true, "PhysicsFixedJoint": true, "PhysicsRevoluteJoint": true, "PhysicsPrismaticJoint": true,
	"PhysicsSphericalJoint": true, "PhysicsDistanceJoint": true,
}

// olderTypes are the names of joints in older files.
var olderTypes = map[string]string{
	"FixedPhysicsJoint": "PhysicsFixedJoint", "RevolutePhysicsJoint": "PhysicsRevoluteJoint",
	"PrismaticPhysicsJoint": "PhysicsPrismaticJoint",
	"SphericalPhysicsJoint": "PhysicsSphericalJoint", "DistancePhysicsJoint": "PhysicsDistanceJoint",
}

// nameJointed notes which prims joints connect.
func (r *reader) nameJointed(p *usdstage.Prim) {
	if name, ok := olderTypes[p.Type]; ok {
		p.Warnf("%s is the older name of %s", p.Type, name)
		p.Type = name
	}
	if jointTypes[p.Type] && !p.Abstract {
		for _, end := range []string{"physics:body0", "physics:body1"} {
			for _, target := range p.Targets(end) {
				r.named[target] = true
			}
		}
	}
	for _, c := range p.Children {
		r.nameJointed(c)
	}
}

// visit reads a prim and all below it.
func (r *reader) visit(p *usdstage.Prim, v view) {
	if p.Abstract && p != r.stage.Root {
		return
	}
	above := v.at
	m, reset := local(p)
	if reset {
		above, v.body = r.upright, nil
	}
	v.at = above.mul(m)
	r.inherit(p, &v)
	if p.Applied("PhysicsRigidBodyAPI") && p.Flag("physics:rigidBodyEnabled", true) {
		r.rigidBody(p, &v, &above)
	}
	r.noted.look(p)
	switch {
	case p.Type == "PhysicsScene":
		if r.physics == nil {
			r.physics = p
		} else {
			p.Lossf("a second scene: all bodies are in the first one, %s", r.physics.Path)
		}
	case p.Type == "PhysicsCollisionGroup":
		r.groups = append(r.groups, p)
	case jointTypes[p.Type]:
		r.joints = append(r.joints, joint{prim: p, view: v})
	case p.Type == "PointInstancer":
		r.instances(p, v)
		return
	case drawable[p.Type]:
		r.gprim(p, v)
	case p.Applied("PhysicsCollisionAPI") && r.collidersBelow(p):
		p.Ignoref("a collider of type %.40q has no shape: those below it count", p.Type)
	case p.Applied("PhysicsCollisionAPI"):
		p.Lossf("a collider of type %.40q has no shape that is known here: it is left out", p.Type)
	}
	for _, c := range p.Children {
		r.visit(c, v)
	}
}

// collidersBelow reports whether prims below one collide.
func (r *reader) collidersBelow(p *usdstage.Prim) bool {
	for _, c := range p.Children {
		if !c.Abstract && (c.Applied("PhysicsCollisionAPI") || r.collidersBelow(c)) {
			return true
		}
	}
	return false
}

// inherit reads the values that prims below have from this one.
func (r *reader) inherit(p *usdstage.Prim, v *view) {
	if purpose := p.Word("purpose", "default"); p.Word("visibility", "inherited") == "invisible" ||
		purpose == "guide" || purpose == "proxy" {
		v.hidden = true
	}
	if c := p.Value("primvars:displayColor"); c != nil && len(c.Numbers) >= 3 {
		v.color = &[4]float32{float32(c.Numbers[0]), float32(c.Numbers[1]), float32(c.Numbers[2]), 1}
	}
	if p.Applied("PhysicsArticulationRootAPI") && !(p.Flag("physxArticulation:enabledSelfCollisions", true) &&
		p.Flag("newton:selfCollisionEnabled", true)) {
		// a root that is a body or a joint stands for those beside it, too
		at := p
		if (jointTypes[p.Type] || p.Applied("PhysicsRigidBodyAPI")) && p.Parent != nil && p.Parent != r.stage.Root {
			at = p.Parent
		}
		if r.tags[at] == 0 {
			r.tags[at] = len(r.tags) + 1
		}
	}
}

// rigidBody begins a body at a prim.
func (r *reader) rigidBody(p *usdstage.Prim, v *view, above *matrix) {
	if v.body != nil && !r.named[p.Path] {
		r.noted.add(p, "within", model.RankWarning,
			"a body within another body: as the format says, its shapes are those of the outer one")
		return
	}
	if v.body != nil {
		r.noted.add(p, "jointed within", model.RankWarning,
			"a body within another body without "+resetStack+": a joint connects it, so it is a body of its own")
	}
	b := r.newBody(p, v)
	b.kind = physics.Dynamic
	b.asleep = p.Flag("physics:startsAsleep", false)
	if p.Flag("physics:kinematicEnabled", false) {
		b.kind = physics.Kinematic
	}
	for _, op := range p.Words("xformOpOrder") {
		if p.Animated(op) {
			p.Lossf("its animation is left out")
			break
		}
	}
	var speed, spin vector
	p.Tuple("physics:velocity", speed[:])
	p.Tuple("physics:angularVelocity", spin[:])
	if b.kind == physics.Dynamic {
		around, _, _ := above.split()
		b.linear = above.direction(speed).single()
		b.angular = around.Q.Rotate(spin.scale(math.Pi / 180).single())
	}
	v.body = b
	r.moving[b.name] = b
}

// newBody adds a body where a prim is.
func (r *reader) newBody(p *usdstage.Prim, v *view) *body {
	b := &body{prim: p, name: v.path(p.Path), at: v.at, kind: physics.Static}
	b.frame, _, _ = v.at.split()
	if v.at.determinant() == 0 {
		p.Warnf("the transform is flat: its rotation may not be what was meant")
	}
	frame := rigid(b.frame)
	b.inverse, _ = frame.inverse()
	if len(r.bodies) >= model.MaxBodies {
		p.Errorf("more than %d bodies", model.MaxBodies)
		return b
	}
	r.bodies = append(r.bodies, b)
	return b
}

// gprim reads a prim that is drawn, that collides, or both.
func (r *reader) gprim(p *usdstage.Prim, v view) {
	collides := p.Applied("PhysicsCollisionAPI")
	b := v.body
	switch {
	case b != nil:
	case collides && p.Flag("physics:collisionEnabled", true):
		b = r.newBody(p, &v)
		r.standing[b.name] = b
	case v.hidden || p.Type == "Plane":
		return
	default:
		b = r.scenery()
	}
	rel := b.inverse.mul(v.at)
	if !v.hidden && p.Type != "Plane" {
		own := visual{prim: p, rel: rel, plain: collides}
		c := linkshape.Grey
		if color, ok := r.paint(p); v.color != nil {
			c, own.plain = *v.color, false
		} else if ok {
			c, own.plain = color, false
		}
		own.color = linkshape.Bytes(c)
		b.visuals = append(b.visuals, own)
	}
	if collides {
		c := &collider{prim: p, path: v.path(p.Path), body: b, rel: rel, enabled: p.Flag("physics:collisionEnabled",
			true)}
		b.colliders = append(b.colliders, c)
		r.colliders = append(r.colliders, c)
	}
}

// scenery is the body that carries what is only drawn.
func (r *reader) scenery() *body {
	b := r.standing[""]
	if b == nil {
		b = r.newBody(r.stage.Root, &view{at: identity})
		b.name = "scenery"
		r.standing[""] = b
	}
	return b
}
