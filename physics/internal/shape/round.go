package shape

import (
	"fmt"
	"math"

	"tumble/physics/vec"
)

// Cylinder, cone and tapered capsule are exact solids of revolution, not polyhedra, so that
// they roll as smoothly as a sphere. A is one end of the axis, B the other.

// checkAxis refuses axes that are too short to have a direction.
func checkAxis(kind string, a, b vec.Vec3, least float32) error {
	if err := checkPoint(kind, "end", a); err != nil {
		return err
	}
	if err := checkPoint(kind, "end", b); err != nil {
		return err
	}
	if l := a.Dist(b); !(l >= least) {
		return fmt.Errorf("%s: length %g: must be at least %g m", kind, l, least)
	}
	return nil
}

// NewCylinder returns the solid cylinder with flat caps around a and b and the given radius (m).
func NewCylinder(a, b vec.Vec3, radius float32) (Geometry, error) {
	if err := checkAxis("cylinder", a, b, 10*MinSize); err != nil {
		return Geometry{}, err
	}
	if err := checkSize("cylinder", "radius", radius); err != nil {
		return Geometry{}, err
	}
	return Geometry{Kind: Cylinder, A: a, B: b, RadiusA: radius, RadiusB: radius}, nil
}

// NewCone returns the solid cone with a base of the given radius (m) around base.
func NewCone(base, apex vec.Vec3, radius float32) (Geometry, error) {
	if err := checkAxis("cone", base, apex, 10*MinSize); err != nil {
		return Geometry{}, err
	}
	if err := checkSize("cone", "radius", radius); err != nil {
		return Geometry{}, err
	}
	return Geometry{Kind: Cone, A: base, B: apex, RadiusA: radius}, nil
}

// NewTaperedCapsule returns the convex hull of two spheres. It is an error if one sphere
// holds the other.
func NewTaperedCapsule(a, b vec.Vec3, radiusA, radiusB float32) (Geometry, error) {
	if err := checkAxis("tapered capsule", a, b, MinCapsuleLength); err != nil {
		return Geometry{}, err
	}
	if err := checkSize("tapered capsule", "radius", radiusA, radiusB); err != nil {
		return Geometry{}, err
	}
	if l := a.Dist(b); vec.Abs(radiusA-radiusB) > float32(0.99*l) {
		return Geometry{}, fmt.Errorf(
			"tapered capsule: radii %g and %g, %g m apart: one sphere holds the other; use a sphere",
			radiusA, radiusB, l)
	}
	return Geometry{Kind: TaperedCapsule, A: a, B: b, RadiusA: radiusA, RadiusB: radiusB}, nil
}

// Axis returns the unit vector from A to B and the length between them.
func (g *Geometry) Axis() (vec.Vec3, float32) { return g.B.Sub(g.A).NormLen() }

// Slope returns the sine and cosine of the angle between the mantle's normal and the
// radius, positive when the shape gets thinner towards B.
func (g *Geometry) Slope() (sin, cos float32) {
	_, length := g.Axis()
	switch g.Kind {
	case Cone:
		slant := vec.Sqrt(float32(length*length) + float32(g.RadiusA*g.RadiusA))
		return g.RadiusA / slant, length / slant
	case TaperedCapsule:
		sin = (g.RadiusA - g.RadiusB) / length
		return sin, vec.Sqrt(1 - float32(sin*sin))
	}
	return 0, 1
}

// profile is a section of the outline of a solid of revolution: for z from z0 to z1 along the
// axis the squared radius is c0 + c1·z + c2·z².
type profile struct{ z0, z1, c0, c1, c2 float64 }

// outline returns the sections of the outline; z is measured from A.
func (g *Geometry) outline() (sections [3]profile, count int) {
	_, length := g.Axis()
	l, ra, rb := float64(length), float64(g.RadiusA), float64(g.RadiusB)
	frustum := func(z0, z1, r0, r1 float64) profile {
		k := (r1 - r0) / (z1 - z0)
		c := r0 - float64(k*z0)
		return profile{z0, z1, float64(c * c), float64(2 * float64(c*k)), float64(k * k)}
	}
	switch g.Kind {
	case Cylinder:
		return [3]profile{frustum(0, l, ra, ra)}, 1
	case Cone:
		return [3]profile{frustum(0, l, ra, 0)}, 1
	}
	sin := (ra - rb) / l
	cos := math.Sqrt(1 - float64(sin*sin))
	za, zb := float64(ra*sin), l+float64(rb*sin)
	return [3]profile{
		{-ra, za, float64(ra * ra), 0, -1},
		frustum(za, zb, float64(ra*cos), float64(rb*cos)),
		{zb, l + rb, float64(rb*rb) - float64(l*l), 2 * l, -1},
	}, 3
}

// revolvedMass integrates the outline: V = π∫ρ², axial inertia π/2·∫ρ⁴, and about the origin
// across the axis π/4·∫ρ⁴ + π∫z²ρ². Three-point Gauss quadrature is exact for these
// polynomials of degree 4.
func revolvedMass(g *Geometry, density float64) MassData {
	var volume, moment, fourth, second float64
	sections, count := g.outline()
	node := math.Sqrt(0.6)
	for _, p := range sections[:count] {
		half, mid := float64(0.5*(p.z1-p.z0)), float64(0.5*(p.z1+p.z0))
		for i, w := range [3]float64{5.0 / 9, 8.0 / 9, 5.0 / 9} {
			z := mid + float64(float64(half*node)*float64(i-1))
			rho2 := p.c0 + float64(z*(p.c1+float64(p.c2*z)))
			v := float64(float64(w*half) * rho2)
			volume += v
			moment += float64(v * z)
			fourth += float64(v * rho2)
			second += float64(v * float64(z*z))
		}
	}
	axis, _ := g.Axis()
	z := moment / volume
	k := float64(math.Pi * density)
	axial := float64(0.5 * float64(k*fourth))
	perp := float64(0.25*float64(k*fourth)) + float64(k*(second-float64(moment*z)))
	return MassData{float32(float64(k * volume)), g.A.MulAdd(float32(z), axis), axialInertia(axis, axial, perp)}
}

// alongAcross splits p − A into its component along the axis and its distance from it.
func (g *Geometry) alongAcross(p vec.Vec3) (z, rho float32) {
	axis, _ := g.Axis()
	d := p.Sub(g.A)
	z = d.Dot(axis)
	return z, d.MulSub(z, axis).Len()
}

// containsRound is Contains of the solids of revolution.
func (g *Geometry) containsRound(p vec.Vec3) bool {
	z, rho := g.alongAcross(p)
	_, length := g.Axis()
	switch g.Kind {
	case Cylinder:
		return z >= 0 && z <= length && rho <= g.RadiusA
	case Cone:
		return z >= 0 && z <= length && rho <= float32(g.RadiusA*(1-z/length))
	}
	sections, count := g.outline()
	for _, o := range sections[:count] {
		if d := float64(z); d >= o.z0 && d <= o.z1 {
			return float64(rho*rho) <= o.c0+float64(d*(o.c1+float64(o.c2*d)))
		}
	}
	return false
}

// extentsRound is Extents of the solids of revolution.
func (g *Geometry) extentsRound(c vec.Vec3) (inner, outer float32) {
	z, rho := g.alongAcross(c)
	_, length := g.Axis()
	// farthest point of the circle around the axis at height h with radius r
	rim := func(h, r float32) float32 {
		return vec.Sqrt(float32((rho+r)*(rho+r)) + float32((z-h)*(z-h)))
	}
	switch g.Kind {
	case Cylinder:
		return vec.Min(g.RadiusA, float32(0.5*length)), vec.Max(rim(0, g.RadiusA), rim(length, g.RadiusA))
	case Cone:
		sin, _ := g.Slope()
		inner = vec.Min(float32(0.25*length), float32(float32(0.75*length)*sin))
		return inner, vec.Max(rim(0, g.RadiusA), rim(length, 0))
	}
	return vec.Min(g.RadiusA, g.RadiusB), vec.Max(rim(0, 0)+g.RadiusA, rim(length, 0)+g.RadiusB)
}

// supportRound is Support of the solids of revolution, in double precision.
func (g *Geometry) supportRound(dir Vec64) Vec64 {
	a, b := Widen(g.A), Widen(g.B)
	if g.Kind == TaperedCapsule {
		n := dir.Norm()
		pa, pb := a.MulAdd(float64(g.RadiusA), n), b.MulAdd(float64(g.RadiusB), n)
		if dir.Dot(pb) > dir.Dot(pa) {
			return pb
		}
		return pa
	}
	axis := b.Sub(a).Norm()
	radial := dir.MulAdd(-dir.Dot(axis), axis)
	// Straight along the axis the whole cap is farthest, and its centre will do. So near it the
	// radial part is mostly rounding, and would tilt the cap.
	if length := radial.Len(); length > 1e-8*dir.Len() {
		radial = radial.Mul(float64(g.RadiusA) / length)
	} else {
		radial = Vec64{}
	}
	if g.Kind == Cylinder {
		if dir.Dot(axis) > 0 {
			return b.Add(radial)
		}
		return a.Add(radial)
	}
	if rim := a.Add(radial); dir.Dot(rim) >= dir.Dot(b) {
		return rim
	}
	return b
}

// boundsRound is AABB of the solids of revolution: the circle of radius r across the unit
// vector u reaches r·√(1 − u_k²) along axis k.
func (g *Geometry) boundsRound(xf vec.Transform) vec.AABB {
	a, b := xf.Apply(g.A), xf.Apply(g.B)
	if g.Kind == TaperedCapsule {
		box := vec.AABB{Min: a, Max: a}.Expand(g.RadiusA)
		return box.Union(vec.AABB{Min: b, Max: b}.Expand(g.RadiusB))
	}
	u := b.Sub(a).Norm()
	reach := func(x float32) float32 {
		return float32(g.RadiusA * vec.Sqrt(vec.Max(0, 1-float32(x*x))))
	}
	disc := vec.Vec3{X: reach(u.X), Y: reach(u.Y), Z: reach(u.Z)}
	box := vec.AABBAround(a, disc)
	if g.Kind == Cylinder {
		return box.Union(vec.AABBAround(b, disc))
	}
	return box.Include(b)
}
