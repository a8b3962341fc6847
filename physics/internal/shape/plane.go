package shape

import (
	"fmt"

	"tumble/physics/vec"
)

// NewPlane returns the half-space of all points p with normal·p ≤ offset. It is for static
// bodies: it has no mass and no end.
func NewPlane(normal vec.Vec3, offset float32) (Geometry, error) {
	n, length := normal.NormLen()
	if !normal.IsFinite() || !vec.IsFinite(length) || length < 1e-6 {
		return Geometry{}, fmt.Errorf("plane: normal (%g, %g, %g): must be finite and not zero",
			normal.X, normal.Y, normal.Z)
	}
	if !(vec.Abs(offset) <= MaxSize) {
		return Geometry{}, fmt.Errorf("plane: offset %g: must be within %g m", offset, float32(MaxSize))
	}
	return Geometry{Kind: Plane, A: n, RadiusA: offset}, nil
}

// Height returns the distance (m) of p above the surface of a plane, negative inside.
func (g *Geometry) Height(p vec.Vec3) float32 { return g.A.Dot(p) - g.RadiusA }

func (g *Geometry) rayCastPlane(origin, d vec.Vec3, maxFraction float32) (Hit, bool) {
	height, slope := g.Height(origin), g.A.Dot(d)
	if height <= 0 {
		return Hit{Point: origin}, true
	}
	if slope >= 0 {
		return Hit{}, false
	}
	t := -height / slope
	if t > maxFraction {
		return Hit{}, false
	}
	return Hit{Fraction: t, Normal: g.A, Point: origin.MulAdd(t, d)}, true
}
