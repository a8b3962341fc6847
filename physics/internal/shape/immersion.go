package shape

import (
	"math"

	"tumble/physics/vec"
)

// Immersed returns the volume (m³) of the part of a convex shape that lies below the plane of all
// points p with normal·p = offset, and the centre of that part; normal is a unit vector that
// points up out of the fluid, everything in the frame of the body. It is exact for spheres,
// boxes and hulls and within a thousandth of the volume for the round shapes. Other shapes
// have no volume.
func (g *Geometry) Immersed(normal vec.Vec3, offset float32) (volume float32, center vec.Vec3) {
	if !g.Kind.IsConvex() {
		return 0, vec.Vec3{}
	}
	if normal.Dot(g.Support(normal.Neg())) >= offset {
		return 0, vec.Vec3{}
	}
	if normal.Dot(g.Support(normal)) <= offset {
		whole := g.Mass(1)
		return whole.Mass, whole.Center
	}
	switch g.Kind {
	case Sphere:
		return g.immersedSphere(normal, offset)
	case Box, Hull:
		return g.Poly.immersed(normal, offset)
	}
	return g.immersedRound(normal, offset)
}

// immersedSphere is the spherical cap of height h: π·h²·(3r − h)/3, with its centre
// 3·(2r − h)²/(4·(3r − h)) from that of the sphere.
func (g *Geometry) immersedSphere(normal vec.Vec3, offset float32) (float32, vec.Vec3) {
	r := float64(g.RadiusA)
	h := r + float64(offset) - Widen(normal).Dot(Widen(g.A))
	dry, rest := r+r-h, float64(3*r)-h
	volume := float64(float64(math.Pi/3*float64(h*h)) * rest)
	low := float64(0.75*float64(dry*dry)) / rest
	return float32(volume), g.A.MulSub(float32(low), normal)
}

// immersed sums the tetrahedra from a point of the plane to the faces clipped below it. The cut itself
// contains that point, so it adds no volume and need not be built.
func (p *Polytope) immersed(normal vec.Vec3, offset float32) (float32, vec.Vec3) {
	n := Widen(normal)
	base := Widen(p.Vertices[0])
	ref := base.MulAdd(float64(offset)-n.Dot(base), n)
	var volume float64
	var moment Vec64
	for f := range p.Planes {
		var first, last Vec64
		count := 0
		add := func(v Vec64) {
			if count++; count == 1 {
				first = v
			} else if count > 2 {
				t := first.Dot(last.Cross(v)) / 6
				volume += t
				moment = moment.MulAdd(0.25*t, first.Add(last).Add(v))
			}
			last = v
		}
		for e, start := p.FirstEdge[f], true; start || e != p.FirstEdge[f]; e, start = p.Edges[e].Next, false {
			a := Widen(p.Vertices[p.Edges[e].Origin]).Sub(ref)
			b := Widen(p.Vertices[p.Edges[p.Edges[e].Next].Origin]).Sub(ref)
			ha, hb := n.Dot(a), n.Dot(b)
			if ha <= 0 {
				add(a)
			}
			if ha < 0 != (hb < 0) && ha != hb {
				add(a.MulAdd(ha/(ha-hb), b.Sub(a)))
			}
		}
	}
	if !(volume > 0) {
		return 0, vec.Vec3{}
	}
	return float32(volume), moment.Mul(1 / volume).Add(ref).Vec3()
}

// immersedRound cuts a solid of revolution in slices across its axis. The plane cuts a segment
// off the disc in the middle of each.
func (g *Geometry) immersedRound(normal vec.Vec3, offset float32) (float32, vec.Vec3) {
	round := *g
	if g.Kind == Capsule {
		round.Kind, round.RadiusB = TaperedCapsule, g.RadiusA
	}
	axis, _ := round.Axis()
	along := float64(normal.Dot(axis))
	side, across := normal.MulSub(float32(along), axis).NormLen()
	s := float64(across)
	depth := float64(offset) - Widen(normal).Dot(Widen(g.A))

	var all, volume, momentAlong, momentSide float64
	sections, count := round.outline()
	for _, o := range sections[:count] {
		dz := (o.z1 - o.z0) / immersedSlices
		for i := range immersedSlices {
			z := o.z0 + float64(dz*(float64(i)+0.5))
			rho2 := o.c0 + float64(z*(o.c1+float64(o.c2*z)))
			if !(rho2 > 0) {
				continue
			}
			rho := math.Sqrt(rho2)
			// a slice that lies in the plane is cut by it all at once; taking it as tilted by its
			// thickness lets it fill evenly
			tilt := max(s, float64(0.5*float64(math.Abs(along)*dz))/rho)
			area, shift := discSegment(rho, (depth-float64(along*z))/tilt)
			all += float64(dz * float64(math.Pi*rho2))
			volume += float64(dz * area)
			momentAlong += float64(float64(dz*area) * z)
			momentSide += float64(float64(dz*shift) * (s / tilt))
		}
	}
	if !(volume > 0) {
		return 0, vec.Vec3{}
	}
	center := g.A.MulAdd(float32(momentAlong/volume), axis).MulAdd(float32(momentSide/volume), side)
	return float32(float64(g.Mass(1).Mass) * (volume / all)), center
}

// discSegment returns the area of the part x ≤ t of a disc of radius r around the origin, and its
// first moment along x.
func discSegment(r, t float64) (area, moment float64) {
	if t <= -r {
		return 0, 0
	}
	if t >= r {
		return float64(math.Pi * float64(r*r)), 0
	}
	u := t / r
	w := math.Sqrt(1 - float64(u*u))
	area = float64(float64(r*r) * (float64(vec.Acos(float32(-u))) + float64(u*w)))
	chord := float64(r * w)
	return area, -float64(2.0 / 3 * float64(chord*float64(chord*chord)))
}
