package save

import (
	"tumble/physics"
	"tumble/physics/vec"
	"tumble/scene/gltf/internal/affine"
	"tumble/scene/gltf/internal/extension"
	"tumble/scene/gltf/internal/jsonvalue"
	"tumble/scene/model"
)

// motion is the KHR_physics_rigid_bodies motion of a moving body.
func (e *encoder) motion(b *model.Body, own jsonvalue.Object) jsonvalue.Object {
	m := jsonvalue.Object{}
	if b.Def.Type == physics.Kinematic {
		m["isKinematic"] = true
	}
	if b.Def.GravityScale != 1 {
		m["gravityFactor"] = single(b.Def.GravityScale)
	}
	q := b.Def.Rotation.Unit()
	put := func(name string, v vec.Vec3) {
		if v == (vec.Vec3{}) {
			return
		}
		// a step may leave a body faster than a call may make it
		v = extension.Slowed(v)
		m[name] = vector(q.InvRotate(v))
		own[name] = vector(v)
	}
	put("linearVelocity", b.Linear)
	put("angularVelocity", b.Angular)
	if b.Def.Type != physics.Dynamic {
		return m
	}
	mass := b.Mass
	if mass.Mass == 0 && mass.Center == nil && mass.Inertia == nil {
		// that of the shapes: for other programs, which have other densities
		data, ok := b.ShapeMass()
		if !ok {
			return m
		}
		own["shapeMass"] = true
		mass = model.Mass{Mass: data.Mass, Center: &data.Center, Inertia: &data.Inertia}
	} else if i := mass.Inertia; i != nil {
		own["inertia"] = []single{single(i.XX), single(i.YY), single(i.ZZ), single(i.XY), single(i.XZ), single(i.YZ)}
	}
	if mass.Mass > 0 {
		m["mass"] = single(mass.Mass)
	}
	if mass.Center != nil {
		m["centerOfMass"] = vector(*mass.Center)
	}
	if mass.Inertia != nil {
		diagonal, axes := affine.Principal(*mass.Inertia)
		m["inertiaDiagonal"] = vector(diagonal)
		if axes != vec.QuatIdentity {
			m["inertiaOrientation"] = rotation(axes)
		}
	}
	return m
}

// ownBody is the extension of a body.
func ownBody(b *model.Body) jsonvalue.Object {
	d := &b.Def
	own := jsonvalue.Object{}
	if d.LinearDamping != 0 {
		own["linearDamping"] = single(d.LinearDamping)
	}
	if d.AngularDamping != 0 {
		own["angularDamping"] = single(d.AngularDamping)
	}
	if d.Bullet {
		own["ccd"] = true
	}
	if !d.AllowSleep {
		own["allowSleep"] = false
	}
	if d.SleepSpeed >= 0 {
		own["sleepSpeed"] = single(d.SleepSpeed)
	}
	if !d.Awake {
		own["sleeping"] = true
	}
	if !d.Enabled {
		own["disabled"] = true
	}
	var locks []string
	for bit, name := range extension.Locks {
		if d.Locks>>bit&1 != 0 {
			locks = append(locks, name)
		}
	}
	if locks != nil {
		own["lockAxes"] = locks
	}
	putOrder(own, b.Order)
	putTag(own, d.UserTag)
	return own
}
