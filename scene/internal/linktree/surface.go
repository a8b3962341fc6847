package linktree

import (
	"tumble/physics"
	"tumble/physics/vec"
	"tumble/scene/internal/solid"
	"tumble/scene/internal/xmlscene"
)

// Surface is the surface of a geometry as triangles, at its place in its body.
func Surface(g physics.Geometry) (solid.Mesh, error) {
	surface, err := solid.Of(g)
	if err != nil {
		return surface, err
	}
	at := vec.TransformIdentity
	between := func(a, b vec.Vec3) vec.Transform {
		return vec.Transform{P: a.Lerp(b, 0.5), Q: xmlscene.Align(vec.AxisY, b.Sub(a))}
	}
	switch g := g.(type) {
	case physics.Cone:
		at = between(g.Base, g.Apex)
	case physics.TaperedCapsule:
		at = between(g.A, g.B)
	case physics.Capsule:
		at = between(g.A, g.B)
	case physics.Cylinder:
		at = between(g.A, g.B)
	case physics.Sphere:
		at.P = g.Center
	case physics.Box:
		at = vec.Transform{P: g.Center, Q: BoxRotation(g)}
	default:
		return surface, nil
	}
	points := make([]vec.Vec3, len(surface.Points))
	for i, p := range surface.Points {
		points[i] = at.Apply(p)
	}
	surface.Points = points
	return surface, nil
}

// BoxRotation is the rotation of a box, of which the zero one is none.
func BoxRotation(b physics.Box) vec.Quat {
	if b.Rotation == (vec.Quat{}) {
		return vec.QuatIdentity
	}
	return b.Rotation
}
