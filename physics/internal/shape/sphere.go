package shape

import "tumble/physics/vec"

// NewSphere returns a sphere around center with the given radius (m).
func NewSphere(center vec.Vec3, radius float32) (Geometry, error) {
	if err := checkPoint("sphere", "centre", center); err != nil {
		return Geometry{}, err
	}
	if err := checkSize("sphere", "radius", radius); err != nil {
		return Geometry{}, err
	}
	return Geometry{Kind: Sphere, A: center, RadiusA: radius}, nil
}

// rayCastSphere solves |o + t·d − center| = r for the smaller t. The ray is measured from
// its point nearest to the centre, which keeps the digits for far origins (Hearn and Baker,
// as in Haines et al., "Precision Improvements for Ray/Sphere Intersection", 2019).
func rayCastSphere(center vec.Vec3, radius float32, origin, d vec.Vec3, maxFraction float32) (Hit, bool) {
	m := origin.Sub(center)
	if m.Len2() <= float32(radius*radius) {
		return Hit{Point: origin}, true
	}
	dir, length := d.NormLen()
	if length == 0 {
		return Hit{}, false
	}
	along := -m.Dot(dir)
	perp := m.MulAdd(along, dir)
	depth2 := float32(radius*radius) - perp.Len2()
	if along < 0 || depth2 < 0 {
		return Hit{}, false
	}
	t := (along - vec.Sqrt(depth2)) / length
	if t > maxFraction {
		return Hit{}, false
	}
	t = vec.Max(t, 0)
	p := origin.MulAdd(t, d)
	return Hit{Fraction: t, Normal: p.Sub(center).Norm(), Point: p}, true
}
