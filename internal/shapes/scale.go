// Package shapes makes shapes of bodies larger, smaller or mirrored.
package shapes

import (
	"fmt"

	"tumble/physics"
	"tumble/physics/vec"
)

// Scale is a convex geometry with all lengths multiplied by a factor, about the origin of its body.
func Scale(g physics.Geometry, factor float32) (physics.Geometry, error) {
	return convert(g, func(v vec.Vec3) vec.Vec3 { return v.Mul(factor) }, func(q vec.Quat) vec.Quat { return q },
		factor)
}

// convert maps the points of a convex geometry, the rotations of its boxes, and multiplies its lengths.
func convert(g physics.Geometry, point func(vec.Vec3) vec.Vec3, rotation func(vec.Quat) vec.Quat,
	factor float32) (physics.Geometry, error) {
	switch g := g.(type) {
	case physics.Sphere:
		return physics.Sphere{Center: point(g.Center), Radius: g.Radius * factor}, nil
	case physics.Capsule:
		return physics.Capsule{A: point(g.A), B: point(g.B), Radius: g.Radius * factor}, nil
	case physics.TaperedCapsule:
		return physics.TaperedCapsule{A: point(g.A), B: point(g.B), RadiusA: g.RadiusA * factor,
			RadiusB: g.RadiusB * factor}, nil
	case physics.Cylinder:
		return physics.Cylinder{A: point(g.A), B: point(g.B), Radius: g.Radius * factor}, nil
	case physics.Cone:
		return physics.Cone{Base: point(g.Base), Apex: point(g.Apex), Radius: g.Radius * factor}, nil
	case physics.Box:
		q := g.Rotation
		if q == (vec.Quat{}) {
			q = vec.QuatIdentity
		}
		return physics.Box{Half: g.Half.Mul(factor), Center: point(g.Center), Rotation: rotation(q)}, nil
	case physics.Hull:
		points := append([]vec.Vec3(nil), g.Vertices()...)
		for i := range points {
			points[i] = point(points[i])
		}
		hull, err := physics.NewHull(points)
		if err != nil {
			return nil, fmt.Errorf("shapes: hull: %w", err)
		}
		return hull, nil
	}
	return nil, fmt.Errorf("shapes: a %T keeps its size and side", g)
}
