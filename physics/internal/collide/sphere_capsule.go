package collide

import (
	"tumble/physics/internal/collide/proximity"
	"tumble/physics/internal/shape"
	"tumble/physics/vec"
)

// setRound makes the single point of two balls around p (radius ra) and q (radius rb).
// fallback is the normal of two balls with one centre.
func (m *LocalManifold) setRound(p, q vec.Vec3, ra, rb, speculative float32, fallback vec.Vec3, id uint32) {
	n, dist := q.Sub(p).NormLen()
	separation := dist - ra - rb
	if separation > speculative {
		return
	}
	if dist == 0 {
		n = fallback
	}
	m.Normal = n
	m.Points[0] = LocalPoint{p.MulAdd(ra+float32(0.5*separation), n), separation, id}
	m.Count = 1
}

func spheres(m *LocalManifold, a, b *shape.Geometry, bInA vec.Transform, speculative float32) {
	m.setRound(a.A, bInA.Apply(b.A), a.RadiusA, b.RadiusA, speculative, vec.AxisY, 0)
}

func capsuleSphere(m *LocalManifold, a, b *shape.Geometry, bInA vec.Transform, speculative float32) {
	q := bInA.Apply(b.A)
	t := shape.ClosestOnSegment(a.A, a.B, q)
	side := a.B.Sub(a.A).Norm().Perp()
	m.setRound(a.A.Lerp(a.B, t), q, a.RadiusA, b.RadiusA, speculative, side, 0)
}

func capsules(m *LocalManifold, a, b *shape.Geometry, bInA vec.Transform, speculative float32) {
	a1, a2 := a.A, a.B
	b1, b2 := bInA.Apply(b.A), bInA.Apply(b.B)
	radius := a.RadiusA + b.RadiusA
	s, t := proximity.ClosestSegments(a1, a2, b1, b2)
	p, q := a1.Lerp(a2, s), b1.Lerp(b2, t)
	// most pairs are limbs of one figure that do not touch; the rest rounds by less than this excess
	if reach := radius + speculative; p.Dist2(q) > float32(1.0001*float32(reach*reach)) {
		return
	}
	u, lengthA := a2.Sub(a1).NormLen()
	v, lengthB := b2.Sub(b1).NormLen()
	cross := u.Cross(v)
	if cross.Len2() < parallelCapsules*parallelCapsules {
		// the stretch of A's core that lies beside B's core
		lo, hi := b1.Sub(a1).Dot(u), b2.Sub(a1).Dot(u)
		idLo, idHi := uint32(2), uint32(3)
		if lo > hi {
			lo, hi, idLo, idHi = hi, lo, idHi, idLo
		}
		if lo < 0 {
			lo, idLo = 0, 0
		}
		if hi > lengthA {
			hi, idHi = lengthA, 1
		}
		n, dist := q.Sub(p).NormLen()
		if hi-lo > LinearSlop && dist > 0 && dist-radius <= speculative {
			m.alongCore(a, b1, v, lengthB, u, n, lo, hi, speculative, b.RadiusA, idLo, idHi)
			if m.Count == 2 {
				return
			}
		}
	}
	side := cross.Norm()
	if side == (vec.Vec3{}) {
		side = u.Perp()
	}
	m.Count = 0
	m.setRound(p, q, a.RadiusA, b.RadiusA, speculative, side, 4)
}

// alongCore puts one point at each end of the stretch lo…hi (m from a.A along u), with the
// separation to the core of B measured along the normal n.
func (m *LocalManifold) alongCore(a *shape.Geometry, b1, v vec.Vec3, lengthB float32, u, n vec.Vec3, lo, hi,
	speculative, rb float32, idLo, idHi uint32) {
	// only a contact across both cores is a line; one over an end is a point
	n = n.MulSub(n.Dot(u), u).Norm()
	if n == (vec.Vec3{}) {
		return
	}
	uv := u.Dot(v)
	if vec.Abs(uv) < 0.5 {
		return
	}
	m.Normal = n
	for i, x := range [2]float32{lo, hi} {
		p := a.A.MulAdd(x, u)
		// the point of B's line in the plane through p across u
		y := vec.Clamp(p.Sub(b1).Dot(u)/uv, 0, lengthB)
		separation := b1.MulAdd(y, v).Sub(p).Dot(n) - a.RadiusA - rb
		if separation > speculative {
			continue
		}
		id := idLo
		if i == 1 {
			id = idHi
		}
		m.Points[m.Count] = LocalPoint{p.MulAdd(a.RadiusA+float32(0.5*separation), n), separation, id}
		m.Count++
	}
}
