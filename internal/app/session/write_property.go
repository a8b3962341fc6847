package session

import (
	"tumble/engine/input"
	"tumble/internal/meter"
	"tumble/internal/shapes"
	"tumble/physics"
	"tumble/physics/vec"
	"tumble/scene/model"
)

// writeProperty sets one property and reports whether the world took it.
func writeProperty(b physics.Body, p Property, e *input.Event) bool {
	x := float32(e.X)
	switch p {
	case PropertyMass:
		return x > 0 && b.Mass() > 0 && meter.SetMass(b, x)
	case PropertyDensity, PropertyFriction, PropertyRestitution, PropertyRolling:
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
	for _, shape := range b.Shapes(nil) {
		surface := shape.Material()
		ok := true
		switch p {
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

// scaleBody multiplies the size of the shapes of a body.
func scaleBody(b physics.Body, factor float32) bool {
	if !(factor >= 0.01 && factor <= 100) {
		return false
	}
	d := model.CaptureBody(b)
	for i := range d.Shapes {
		g, err := shapes.Scale(d.Shapes[i].Geometry, factor)
		if err != nil {
			return false
		}
		d.Shapes[i].Geometry = g
	}
	return reshape(b, &d) == nil
}

// reshape gives a body other shapes.
func reshape(b physics.Body, d *model.Body) error {
	old := b.Shapes(nil)
	for k := range d.Shapes {
		if _, err := b.CreateShape(d.Shapes[k].Geometry, d.Shapes[k].Def); err != nil {
			for _, made := range b.Shapes(nil)[len(old):] {
				made.Destroy()
			}
			return err
		}
	}
	for _, shape := range old {
		shape.Destroy()
	}
	return nil
}
