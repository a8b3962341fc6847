package shape

import (
	"fmt"

	"tumble/physics/vec"
)

// NewCapsule returns all points within radius (m) of the segment from a to b.
func NewCapsule(a, b vec.Vec3, radius float32) (Geometry, error) {
	if err := checkPoint("capsule", "end", a); err != nil {
		return Geometry{}, err
	}
	if err := checkPoint("capsule", "end", b); err != nil {
		return Geometry{}, err
	}
	if err := checkSize("capsule", "radius", radius); err != nil {
		return Geometry{}, err
	}
	if l := a.Dist(b); l < MinCapsuleLength {
		return Geometry{}, fmt.Errorf("capsule: length %g: ends must be %g m apart; use a sphere",
			l, MinCapsuleLength)
	}
	return Geometry{Kind: Capsule, A: a, B: b, RadiusA: radius}, nil
}

// ClosestOnSegment returns the fraction in [0, 1] of the point of the segment a–b nearest to p.
func ClosestOnSegment(a, b, p vec.Vec3) float32 {
	ab := b.Sub(a)
	l2 := ab.Len2()
	if l2 == 0 {
		return 0
	}
	return vec.Clamp(p.Sub(a).Dot(ab)/l2, 0, 1)
}

// rayCastCapsule intersects the ray with the mantle and with the two end spheres.
func rayCastCapsule(a, b vec.Vec3, radius float32, origin, d vec.Vec3, maxFraction float32) (Hit, bool) {
	if a.Lerp(b, ClosestOnSegment(a, b, origin)).Dist2(origin) <= float32(radius*radius) {
		return Hit{Point: origin}, true
	}
	best, found := Hit{Fraction: maxFraction}, false
	if h, ok := rayCastMantle(a, b, radius, origin, d, maxFraction); ok {
		best, found = h, true
	}
	for _, center := range [2]vec.Vec3{a, b} {
		if h, ok := rayCastSphere(center, radius, origin, d, best.Fraction); ok &&
			(!found || h.Fraction < best.Fraction) {
			best, found = h, true
		}
	}
	return best, found
}

// rayCastMantle hits the open tube of the given radius around the segment a–b from outside.
func rayCastMantle(a, b vec.Vec3, radius float32, origin, d vec.Vec3, maxFraction float32) (Hit, bool) {
	axis, length := b.Sub(a).NormLen()
	m := origin.Sub(a)
	mPerp, dPerp := m.MulSub(m.Dot(axis), axis), d.MulSub(d.Dot(axis), axis)
	if mPerp.Len2() <= float32(radius*radius) {
		return Hit{}, false
	}
	dir, speed := dPerp.NormLen()
	if speed == 0 {
		return Hit{}, false
	}
	along := -mPerp.Dot(dir)
	depth2 := float32(radius*radius) - mPerp.MulAdd(along, dir).Len2()
	if along < 0 || depth2 < 0 {
		return Hit{}, false
	}
	t := (along - vec.Sqrt(depth2)) / speed
	if t > maxFraction {
		return Hit{}, false
	}
	t = vec.Max(t, 0)
	p := origin.MulAdd(t, d)
	s := p.Sub(a).Dot(axis)
	if s < 0 || s > length {
		return Hit{}, false
	}
	return Hit{Fraction: t, Normal: p.Sub(a.MulAdd(s, axis)).Norm(), Point: p}, true
}
