package session

import (
	"fmt"

	"tumble/engine/input"
	"tumble/internal/meter"
	"tumble/internal/shapes"
	"tumble/physics"
	"tumble/physics/vec"
	"tumble/scene/model"
)

// writeProperty sets one property.
func writeProperty(b physics.Body, p Property, e *input.Event) error {
	x := float32(e.X)
	switch p {
	case PropertyMass:
		return meter.SetMass(b, x)
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
		if !(e.X >= 0 && e.X <= float64(physics.Dynamic)) {
			return fmt.Errorf("type %g: must be 0 to %d", e.X, physics.Dynamic)
		}
		return b.SetType(physics.BodyType(e.X))
	case PropertySize:
		return scaleBody(b, x)
	default:
		return b.SetBullet(e.X != 0)
	}
}

// writeShapes sets a property of every shape of a body.
func writeShapes(b physics.Body, p Property, x float32) error {
	for _, shape := range b.Shapes(nil) {
		surface := shape.Material()
		switch p {
		case PropertyDensity:
			if err := shape.SetDensity(x); err != nil {
				return err
			}
			continue
		case PropertyFriction:
			surface.Friction = x
		case PropertyRestitution:
			surface.Restitution = x
		case PropertyRolling:
			surface.RollingResistance = x
		}
		if err := shape.SetMaterial(surface); err != nil {
			return err
		}
	}
	return nil
}

// scaleBody multiplies the size of the shapes of a body.
func scaleBody(b physics.Body, factor float32) error {
	if !(factor >= 0.01 && factor <= 100) {
		return fmt.Errorf("size times %g: must be 0.01 to 100", factor)
	}
	d := model.CaptureBody(b)
	for i := range d.Shapes {
		g, err := shapes.Scale(d.Shapes[i].Geometry, factor)
		if err != nil {
			return err
		}
		d.Shapes[i].Geometry = g
	}
	return reshape(b, &d)
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
