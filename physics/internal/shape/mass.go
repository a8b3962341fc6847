package shape

import (
	"math"

	"tumble/physics/vec"
)

// Mass returns the mass data of a solid of the given density (kg/m³). Shapes without volume
// (plane, mesh, height field) and compounds, which are static, have none.
func (g *Geometry) Mass(density float32) MassData {
	d := float64(density)
	switch g.Kind {
	case Sphere:
		return sphereMass(g.A, float64(g.RadiusA), d)
	case Capsule:
		return capsuleMass(g.A, g.B, float64(g.RadiusA), d)
	case Box:
		return boxMass(g.Half, g.Local, d)
	case Hull:
		u := g.Poly.Unit
		return MassData{float32(density * u.Mass), u.Center, u.Inertia.Scale(density)}
	case Cylinder, Cone, TaperedCapsule:
		return revolvedMass(g, d)
	}
	return MassData{}
}

// Combine returns the mass data of two solids that move as one (parallel axis theorem).
func (m MassData) Combine(n MassData) MassData {
	total := m.Mass + n.Mass
	if !(total > 0) {
		return MassData{}
	}
	center := m.Center.MulAdd(n.Mass/total, n.Center.Sub(m.Center))
	inertia := m.About(center).Add(n.About(center))
	return MassData{total, center, inertia}
}

// About returns the rotational inertia about the point p instead of the centre of mass.
func (m MassData) About(p vec.Vec3) vec.Mat3 {
	d := p.Sub(m.Center)
	s := vec.Skew(d)
	// −[d]² = |d|²·1 − d·dᵀ
	return m.Inertia.Add(s.Mul(s).Scale(-m.Mass))
}

// axialInertia is the tensor with moment axial about the unit vector axis and perp across it.
func axialInertia(axis vec.Vec3, axial, perp float64) vec.Mat3 {
	p, k := float32(perp), float32(axial-perp)
	outer := vec.Mat3Cols(axis.Mul(axis.X), axis.Mul(axis.Y), axis.Mul(axis.Z))
	return vec.Diag(vec.V3(p, p, p)).Add(outer.Scale(k))
}

func sphereMass(center vec.Vec3, r, density float64) MassData {
	m := float64(density * float64(4.0/3*math.Pi*float64(r*float64(r*r))))
	i := float32(0.4 * float64(m*float64(r*r)))
	return MassData{float32(m), center, vec.Diag(vec.V3(i, i, i))}
}

// capsuleMass adds a cylinder and a sphere cut in two halves, whose centres lie 3/8 of the
// radius outside of the ends of the core.
func capsuleMass(a, b vec.Vec3, r, density float64) MassData {
	axis, length := b.Sub(a).NormLen()
	l := float64(length)
	r2, l2 := float64(r*r), float64(l*l)
	cylinder := float64(float64(density*math.Pi) * float64(r2*l))
	ball := float64(float64(density*(4.0/3*math.Pi)) * float64(r2*r))
	axial := float64(0.5*float64(cylinder*r2)) + float64(0.4*float64(ball*r2))
	perp := float64(cylinder*(float64(0.25*r2)+l2/12)) +
		float64(ball*(float64(0.4*r2)+float64(0.25*l2)+float64(0.375*float64(l*r))))
	return MassData{float32(cylinder + ball), a.Lerp(b, 0.5), axialInertia(axis, axial, perp)}
}

func boxMass(half vec.Vec3, local vec.Transform, density float64) MassData {
	x, y, z := float64(half.X), float64(half.Y), float64(half.Z)
	m := float64(8 * float64(density*float64(x*float64(y*z))))
	x2, y2, z2 := float64(x*x), float64(y*y), float64(z*z)
	third := m / 3
	i := vec.Diag(vec.V3(float32(third*(y2+z2)), float32(third*(x2+z2)), float32(third*(x2+y2))))
	if local.Q != vec.QuatIdentity {
		i = i.RotateTensor(local.Q)
		// rounding must not make the two halves differ
		i.YX, i.ZX, i.ZY = i.XY, i.XZ, i.YZ
	}
	return MassData{float32(m), local.P, i}
}

// polytopeMass sums tetrahedra from the centre of the bounds to the triangles of all faces,
// in double precision. Source: Tonon, "Explicit exact formulas for the 3-D tetrahedron
// inertia tensor", 2004, with the covariance form of the sum.
func polytopeMass(p *Polytope) MassData {
	ref := p.Bounds.Center()
	var volume float64
	var first [3]float64
	var second [6]float64 // xx yy zz xy xz yz
	for f := range p.Planes {
		e0 := p.FirstEdge[f]
		a := ToVec64(p.Vertices[p.Edges[e0].Origin], ref)
		for e := p.Edges[e0].Next; p.Edges[e].Next != e0; e = p.Edges[e].Next {
			b := ToVec64(p.Vertices[p.Edges[e].Origin], ref)
			c := ToVec64(p.Vertices[p.Edges[p.Edges[e].Next].Origin], ref)
			v := a.Dot(b.Cross(c)) / 6
			volume += v
			s := a.Add(b).Add(c)
			first[0] += float64(v * s.X)
			first[1] += float64(v * s.Y)
			first[2] += float64(v * s.Z)
			second[0] += float64(v * quadratic(a.X, b.X, c.X, s.X, a.X, b.X, c.X, s.X))
			second[1] += float64(v * quadratic(a.Y, b.Y, c.Y, s.Y, a.Y, b.Y, c.Y, s.Y))
			second[2] += float64(v * quadratic(a.Z, b.Z, c.Z, s.Z, a.Z, b.Z, c.Z, s.Z))
			second[3] += float64(v * quadratic(a.X, b.X, c.X, s.X, a.Y, b.Y, c.Y, s.Y))
			second[4] += float64(v * quadratic(a.X, b.X, c.X, s.X, a.Z, b.Z, c.Z, s.Z))
			second[5] += float64(v * quadratic(a.Y, b.Y, c.Y, s.Y, a.Z, b.Z, c.Z, s.Z))
		}
	}
	if !(volume > 0) {
		return MassData{}
	}
	center := Vec64{first[0] / (4 * volume), first[1] / (4 * volume), first[2] / (4 * volume)}
	// Covariance about the centre: ∫xxᵀ − V·c·cᵀ, with ∫ over a tetrahedron = v/20·(…).
	cov := func(i int, x, y float64) float64 { return second[i]/20 - float64(volume*float64(x*y)) }
	xx, yy, zz := cov(0, center.X, center.X), cov(1, center.Y, center.Y), cov(2, center.Z, center.Z)
	xy, xz, yz := cov(3, center.X, center.Y), cov(4, center.X, center.Z), cov(5, center.Y, center.Z)
	return MassData{
		Mass:   float32(volume),
		Center: ref.Add(center.Vec3()),
		Inertia: vec.Mat3{
			XX: float32(yy + zz), XY: float32(-xy), XZ: float32(-xz),
			YX: float32(-xy), YY: float32(xx + zz), YZ: float32(-yz),
			ZX: float32(-xz), ZY: float32(-yz), ZZ: float32(xx + yy),
		},
	}
}

// quadratic is 20/V times the integral of x·y over the tetrahedron (0, a, b, c); s is the
// sum of the corners.
func quadratic(ax, bx, cx, sx, ay, by, cy, sy float64) float64 {
	return float64(ax*ay) + float64(bx*by) + float64(cx*cy) + float64(sx*sy)
}
