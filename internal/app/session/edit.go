package session

import (
	"fmt"

	"tumble/engine/input"
	"tumble/physics"
	"tumble/physics/vec"
)

// edit carries out CommandEdit, on the bodies of CommandAlso, too.
func (s *Session) edit(e *input.Event) error {
	if !(e.Y >= 0 && e.Y < float64(PropertyCount)) {
		return fmt.Errorf("app: edit of property %g: must be below %d", e.Y, PropertyCount)
	}
	p := Property(e.Y)
	bodies, err := s.targets(e.ID)
	if err != nil {
		return fmt.Errorf("app: edit of %w", err)
	}
	main := bodies[len(bodies)-1]
	away := e.P.Sub(main.Position())
	for _, b := range bodies {
		s.changes(b, p.parts())
		if p == PropertyPosition && b != main {
			// bodies that are moved together keep their distances
			b.SetPosition(b.Position().Add(away))
			b.SetLinearVelocity(vec.Vec3{})
			b.SetAwake(true)
			continue
		}
		if !writeProperty(b, p, e) {
			return fmt.Errorf("app: edit of property %d of body %d: the value is refused", p, b.Index())
		}
		if p != PropertyAwake && b.Type() != physics.Static {
			b.SetAwake(true)
		}
	}
	s.log.current.callAll(propertyVerbs[p], bodies)
	return nil
}

// writeProperty sets one property and reports whether the world took it.
func writeProperty(b physics.Body, p Property, e *input.Event) bool {
	x := float32(e.X)
	switch p {
	case PropertyMass, PropertyDensity, PropertyFriction, PropertyRestitution, PropertyRolling:
		return writeShapes(b, p, x)
	case PropertyLinearDamping:
		return b.SetLinearDamping(x)
	case PropertyAngularDamping:
		return b.SetAngularDamping(x)
	case PropertyGravityScale:
		return b.SetGravityScale(x)
	case PropertyVelocity:
		return b.SetLinearVelocity(e.P)
	case PropertySpin:
		return b.SetAngularVelocity(e.P)
	case PropertyPosition:
		return b.SetPosition(e.P)
	case PropertyRotation:
		t := b.Transform()
		t.Q = vec.Quat{X: e.P.X, Y: e.P.Y, Z: e.P.Z, W: e.S}
		return b.SetTransform(t)
	case PropertyAwake:
		return b.SetAwake(e.X != 0)
	case PropertyAllowSleep:
		return b.SetAllowSleep(e.X != 0)
	case PropertyType:
		return e.X >= 0 && e.X <= float64(physics.Dynamic) && b.SetType(physics.BodyType(e.X))
	case PropertySize:
		return scaleBody(b, x)
	default:
		return b.SetBullet(e.X != 0)
	}
}

// writeShapes sets a property of every shape of a body.
func writeShapes(b physics.Body, p Property, x float32) bool {
	mass := b.Mass()
	if p == PropertyMass && !(x > 0 && mass > 0) {
		return false
	}
	for _, shape := range b.Shapes(nil) {
		surface := shape.Material()
		ok := true
		switch p {
		case PropertyMass:
			ok = shape.SetDensity(float32(shape.Density() * x / mass))
		case PropertyDensity:
			ok = shape.SetDensity(x)
		case PropertyFriction:
			surface.Friction = x
		case PropertyRestitution:
			surface.Restitution = x
		case PropertyRolling:
			surface.RollingResistance = x
		}
		if p >= PropertyFriction {
			ok = shape.SetMaterial(surface)
		}
		if !ok {
			return false
		}
	}
	return true
}
