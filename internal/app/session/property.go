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
	PropertyCount
)

// bodyKey names a body in a command.
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
