package session

import (
	"fmt"

	"tumble/engine/input"
	"tumble/physics"
	"tumble/physics/vec"
)

// edit carries out CommandEdit.
func edit(w *physics.World, e *input.Event) error {
	b, ok := w.BodyAt(int(uint32(e.ID)))
	if !ok || uint64(b.Generation()) != e.ID>>32 {
		return fmt.Errorf("app: edit of body %d/%d: there is no such body", uint32(e.ID), e.ID>>32)
	}
	if !(e.Y >= 0 && e.Y < float64(PropertyCount)) {
		return fmt.Errorf("app: edit of property %g: must be below %d", e.Y, PropertyCount)
	}
	p := Property(e.Y)
	if !writeProperty(b, p, e) {
		return fmt.Errorf("app: edit of property %d of body %d: the value is refused", p, uint32(e.ID))
	}
	if p != PropertyAwake {
		b.SetAwake(true)
	}
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
