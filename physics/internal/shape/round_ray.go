package shape

import (
	"math"

	"tumble/physics/vec"
)

// rayCastRound intersects the ray with the mantle and with the ends of a solid of revolution.
func (g *Geometry) rayCastRound(origin, d vec.Vec3, maxFraction float32) (Hit, bool) {
	if g.containsRound(origin) {
		return Hit{Point: origin}, true
	}
	best, found := Hit{Fraction: maxFraction}, false
	keep := func(h Hit, ok bool) {
		if ok && (!found || h.Fraction < best.Fraction) {
			best, found = h, true
		}
	}
	axis, length := g.Axis()
	keep(g.rayCastSlope(origin, d, best.Fraction))
	if g.Kind == TaperedCapsule {
		keep(rayCastSphere(g.A, g.RadiusA, origin, d, best.Fraction))
		keep(rayCastSphere(g.B, g.RadiusB, origin, d, best.Fraction))
		return best, found
	}
	keep(g.rayCastCap(origin, d, best.Fraction, 0, axis.Neg()))
	if g.Kind == Cylinder {
		keep(g.rayCastCap(origin, d, best.Fraction, length, axis))
	}
	return best, found
}

// rayCastCap hits the disc at height h along the axis, from outside.
func (g *Geometry) rayCastCap(origin, d vec.Vec3, maxFraction, h float32, normal vec.Vec3) (Hit, bool) {
	axis, _ := g.Axis()
	slope := d.Dot(normal)
	if slope >= 0 {
		return Hit{}, false
	}
	t := g.A.MulAdd(h, axis).Sub(origin).Dot(normal) / slope
	if t < 0 || t > maxFraction {
		return Hit{}, false
	}
	p := origin.MulAdd(t, d)
	if _, rho := g.alongAcross(p); rho > g.RadiusA {
		return Hit{}, false
	}
	return Hit{Fraction: t, Normal: normal, Point: p}, true
}

// rayCastSlope hits the mantle between the ends: |p⊥|² = c0 + c1·z + c2·z² along the ray is a
// quadratic in the fraction. Its smaller root with a decreasing radius is the entry.
func (g *Geometry) rayCastSlope(origin, d vec.Vec3, maxFraction float32) (Hit, bool) {
	sections, count := g.outline()
	o := sections[0]
	if count == 3 {
		o = sections[1]
	}
	axis := Widen(g.B).Sub(Widen(g.A)).Norm()
	m, w := ToVec64(origin, g.A), Widen(d)
	mz, wz := m.Dot(axis), w.Dot(axis)
	mp, wp := m.MulAdd(-mz, axis), w.MulAdd(-wz, axis)

	qa := wp.Dot(wp) - float64(o.c2*float64(wz*wz))
	qb := mp.Dot(wp) - float64(0.5*float64(wz*(o.c1+float64(2*float64(o.c2*mz)))))
	qc := mp.Dot(mp) - (o.c0 + float64(mz*(o.c1+float64(o.c2*mz))))
	root := float64(qb*qb) - float64(qa*qc)
	if root < 0 {
		return Hit{}, false
	}
	root = math.Sqrt(root)
	candidates := [2]float64{}
	n := 0
	if math.Abs(qa) > 1e-12*w.Dot(w) {
		candidates = [2]float64{(-qb - root) / qa, (-qb + root) / qa}
		n = 2
		if candidates[0] > candidates[1] {
			candidates[0], candidates[1] = candidates[1], candidates[0]
		}
	} else if qb != 0 {
		candidates[0] = -qc / (2 * qb)
		n = 1
	}
	sin, cos := g.Slope()
	for _, t := range candidates[:n] {
		z := mz + float64(t*wz)
		if t < 0 || t > float64(maxFraction) || z < o.z0 || z > o.z1 {
			continue
		}
		radial := mp.MulAdd(t, wp).Norm()
		normal := radial.Mul(float64(cos)).MulAdd(float64(sin), axis)
		if normal.Dot(w) >= 0 {
			continue
		}
		return Hit{Fraction: float32(t), Normal: normal.Vec3().Norm(), Point: origin.MulAdd(float32(t), d)}, true
	}
	return Hit{}, false
}
