package session

import (
	"tumble/engine/input"
	"tumble/physics"
	"tumble/physics/vec"
)

// Property is a property of a body that can be edited. The values are part of the recording format: never
// renumber them.
type Property uint8

// The properties; a vector travels in P, a rotation in P and S, everything else in X.
const (
	PropertyMass           Property = iota // kg
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
	PropertyType // a physics.BodyType
	PropertySize // a factor on the shapes
	PropertyCount
)

// group is the same for properties that one gesture changes together.
func (p Property) group() Property {
	if p == PropertySpin || p == PropertyPosition || p == PropertyRotation {
		return PropertyVelocity
	}
	return p
}

// parts are those of a body that a property belongs to.
func (p Property) parts() bodyParts {
	switch p {
	case PropertyMass, PropertyDensity:
		return partMass
	case PropertyFriction, PropertyRestitution, PropertyRolling:
		return partSurface
	case PropertyLinearDamping, PropertyAngularDamping, PropertyGravityScale:
		return partDamping
	case PropertyAwake, PropertyAllowSleep:
		return partSleep
	case PropertyBullet:
		return partBullet
	case PropertyType:
		return partType | partMotion
	case PropertySize:
		return partShapes | partMass
	}
	return partMotion
}

var propertyVerbs = [PropertyCount]string{"mass of", "density of", "friction of", "restitution of",
	"rolling resistance of", "damping of",
	"angular damping of", "gravity of", "speed of", "spin of", "move", "turn", "wake or rest", "sleep of", "bullet",
	"pin or free", "size of"}

// BodyKey packs slot and generation of a body into the number that names it in a command.
func BodyKey(b physics.Body) uint64 { return uint64(b.Generation())<<32 | uint64(uint32(b.Index())) }

// EditCommand writes a property that is one number; a truth value is 0 or 1.
func EditCommand(b physics.Body, p Property, value float64) input.Event {
	e := command(CommandEdit)
	e.ID, e.Y, e.X = BodyKey(b), float64(p), value
	return e
}

// EditVectorCommand writes a velocity, a spin or a position.
func EditVectorCommand(b physics.Body, p Property, v vec.Vec3) input.Event {
	e := command(CommandEdit)
	e.ID, e.Y, e.P = BodyKey(b), float64(p), v
	return e
}

// EditRotationCommand turns a body.
func EditRotationCommand(b physics.Body, q vec.Quat) input.Event {
	e := command(CommandEdit)
	e.ID, e.Y, e.P, e.S = BodyKey(b), float64(PropertyRotation), vec.V3(q.X, q.Y, q.Z), q.W
	return e
}
