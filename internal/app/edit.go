package app

import (
	"fmt"

	"tumble/engine/input"
	"tumble/physics"
	"tumble/physics/vec"
)

// Property is what can be edited of a body. The values are part of the recording format: never
// renumber them.
type Property uint8

// The properties; a vector travels in P, a rotation in P and S, everything else in X.
const (
	PropertyMass           Property = iota // kg; all densities are scaled
	PropertyDensity                        // kg/m³, of all shapes
	PropertyFriction                       // of all shapes
	PropertyRestitution                    // of all shapes
	PropertyRolling                        // of all shapes
	PropertyLinearDamping                  // 1/s
	PropertyAngularDamping                 // 1/s
	PropertyGravityScale
	PropertyVelocity // m/s
	PropertySpin     // rad/s
	PropertyPosition // m
	PropertyRotation
	PropertyAwake
	PropertyAllowSleep
	PropertyBullet
	propertyCount
)

// bodyKey names a body in a command.
func bodyKey(b physics.Body) uint64 { return uint64(b.Generation())<<32 | uint64(uint32(b.Index())) }

// EditCommand writes a property that is one number; a truth value is 0 or 1.
func EditCommand(b physics.Body, p Property, value float64) input.Event {
	e := command(CommandEdit)
	e.ID, e.Y, e.X = bodyKey(b), float64(p), value
	return e
}

// EditVectorCommand writes a velocity, a spin or a position.
func EditVectorCommand(b physics.Body, p Property, v vec.Vec3) input.Event {
	e := command(CommandEdit)
	e.ID, e.Y, e.P = bodyKey(b), float64(p), v
	return e
}

// EditRotationCommand turns a body.
func EditRotationCommand(b physics.Body, q vec.Quat) input.Event {
	e := command(CommandEdit)
	e.ID, e.Y, e.P, e.S = bodyKey(b), float64(PropertyRotation), vec.V3(q.X, q.Y, q.Z), q.W
	return e
}

// edit carries out CommandEdit.
func (s *Session) edit(e *input.Event) error {
	b, ok := s.Run.World.BodyAt(int(uint32(e.ID)))
	if !ok || uint64(b.Generation()) != e.ID>>32 {
		return fmt.Errorf("app: edit of body %d/%d: there is no such body", uint32(e.ID), e.ID>>32)
	}
	if !(e.Y >= 0 && e.Y < float64(propertyCount)) {
		return fmt.Errorf("app: edit of property %g: must be below %d", e.Y, propertyCount)
	}
	p := Property(e.Y)
	if !s.write(b, p, e) {
		return fmt.Errorf("app: edit of property %d of body %d: the value is refused", p, uint32(e.ID))
	}
	if p != PropertyAwake {
		b.SetAwake(true)
	}
	return nil
}

// write sets one property and reports whether the world took it.
func (s *Session) write(b physics.Body, p Property, e *input.Event) bool {
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
