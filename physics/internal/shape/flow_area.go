package shape

import (
	"math"

	"tumble/physics/vec"
)

// Projection is the projection of a shape along the direction of a flow.
type Projection struct {
	// Area (m²) of the outline across the flow, and its Center, of which only the component across the flow
	// has a meaning.
	Area   float32
	Center vec.Vec3
	// Normal is the mean outward normal of the side that faces the flow, weighted by area of the
	// outline; it is shorter than 1 for curved sides. Cones and tapered capsules have −dir.
	Normal vec.Vec3
}

// Projection returns the projection of a convex shape along the unit vector dir of a flow, in the frame of
// its body. Other shapes have no area.
func (g *Geometry) Projection(dir vec.Vec3) Projection {
	switch g.Kind {
	case Sphere:
		return Projection{float32(math.Pi * float32(g.RadiusA*g.RadiusA)), g.A, dir.Mul(-2.0 / 3)}
	case Box, Hull:
		return g.Poly.projected(dir)
	case Capsule, Cylinder:
		return g.projectedRod(dir)
	case Cone, TaperedCapsule:
		return g.projectedTapered(dir)
	}
	return Projection{}
}

// projected sums the faces towards the flow. Together they cover the outline once.
func (p *Polytope) projected(dir vec.Vec3) Projection {
	var f Projection
	var center, normal vec.Vec3
	for i := range p.Planes {
		slope := -p.Planes[i].Normal.Dot(dir)
		if slope <= 0 {
			continue
		}
		e0 := p.FirstEdge[i]
		a := p.Vertices[p.Edges[e0].Origin]
		for e := p.Edges[e0].Next; p.Edges[e].Next != e0; e = p.Edges[e].Next {
			b := p.Vertices[p.Edges[e].Origin]
			c := p.Vertices[p.Edges[p.Edges[e].Next].Origin]
			area := float32(float32(0.5*slope) * b.Sub(a).Cross(c.Sub(a)).Len())
			f.Area += area
			center = center.MulAdd(area/3, a.Add(b).Add(c))
			normal = normal.MulAdd(area, p.Planes[i].Normal)
		}
	}
	if f.Area > 0 {
		f.Center, f.Normal = center.Mul(1/f.Area), normal.Mul(1/f.Area)
	}
	return f
}

// projectedRod adds the mantle, whose outline is a rectangle, and the ends: two halves of a ball, or
// the cap that the flow meets. The mean of the normal over half a mantle is π/4 of the radius.
func (g *Geometry) projectedRod(dir vec.Vec3) Projection {
	axis, length := g.Axis()
	c := axis.Dot(dir)
	flow, s := dir.MulSub(c, axis).NormLen()
	mantle := float32(2 * float32(g.RadiusA*float32(length*s)))
	disc := float32(math.Pi * float32(g.RadiusA*g.RadiusA))
	f := Projection{Center: g.A.Lerp(g.B, 0.5), Normal: flow.Mul(-math.Pi / 4 * mantle)}
	if g.Kind == Capsule {
		f.Area = mantle + disc
		f.Normal = f.Normal.MulSub(2.0/3*disc, dir)
	} else {
		end := float32(disc * vec.Abs(c))
		f.Area = mantle + end
		f.Normal = f.Normal.MulSub(float32(disc*c), axis)
	}
	f.Normal = f.Normal.Mul(1 / f.Area)
	return f
}

// projectedTapered takes the outline of two balls, or of a base and an apex. That of the base is
// an ellipse; stretched to a circle it is the former with one radius zero.
func (g *Geometry) projectedTapered(dir vec.Vec3) Projection {
	axis, length := g.Axis()
	c := vec.Abs(axis.Dot(dir))
	s := dir.MulSub(axis.Dot(dir), axis).Len()
	far := float64(length * s)
	squeeze := float64(1)
	ra, rb := float64(g.RadiusA), float64(g.RadiusB)
	if g.Kind == Cone {
		rb, squeeze = 0, max(float64(c), 1e-6)
	}
	area, moment := twoDiscs(ra, rb, far/squeeze)
	area, moment = float64(area*squeeze), float64(moment*float64(squeeze*squeeze))
	f := Projection{Area: float32(area), Center: g.A, Normal: dir.Neg()}
	if s > 1e-6 {
		f.Center = g.A.MulAdd(float32(moment/area)/s, axis)
	}
	return f
}

// twoDiscs returns the area of the convex hull of a disc of radius a around the origin and one of
// radius b at x = d, and its first moment along x: two sectors and two trapezoids.
func twoDiscs(a, b, d float64) (area, moment float64) {
	if d <= math.Abs(a-b) {
		if a >= b {
			return float64(math.Pi * float64(a*a)), 0
		}
		area = float64(math.Pi * float64(b*b))
		return area, float64(area * d)
	}
	sin := (a - b) / d
	cos := math.Sqrt(1 - float64(sin*sin))
	beta := float64(vec.Asin(float32(sin)))
	sectorA, sectorB := float64(float64(a*a)*(math.Pi/2+beta)), float64(float64(b*b)*(math.Pi/2-beta))
	a3, b3 := float64(a*float64(a*a)), float64(b*float64(b*b))
	nearA, nearB := float64(d*float64(a*cos)), float64(d*float64(b*cos))
	area = sectorA + sectorB + nearA + nearB
	moment = float64(d*sectorB) + float64(2.0/3*float64(cos*(b3-a3)))
	moment += float64(nearA*(float64(sin*(a+b))+d)) / 3
	moment += float64(nearB*(float64(sin*b)+d+d)) / 3
	return area, moment
}
