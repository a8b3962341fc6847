package collide

import (
	"tumble/physics/internal/shape"
	"tumble/physics/vec"
)

// feature is the part of a shape that faces a direction: a polygon, a segment or a point, in
// the frame of A. ids name the points within their shape.
type feature struct {
	points [maxFeature]vec.Vec3
	ids    [maxFeature]uint8
	count  int
	// normal of a flat feature, and its cosine with the direction.
	normal    vec.Vec3
	alignment float32
	// endless marks the surface of a plane.
	endless bool
	// center and radius of a round cap; its points are those of a polygon inside.
	center vec.Vec3
	radius float32
}

// find fills f with the feature of g that faces the unit vector dir; pose places g in the frame
// of dir and of the result.
func (f *feature) find(g *shape.Geometry, pose vec.Transform, dir vec.Vec3) {
	d := pose.Q.InvRotate(dir)
	f.count, f.alignment, f.endless, f.radius = 0, 0, false, 0
	switch g.Kind {
	case shape.Sphere:
		f.add(g.A.MulAdd(g.RadiusA, d), 0)
	case shape.Capsule:
		f.add(g.A.MulAdd(g.RadiusA, d), 0)
		f.add(g.B.MulAdd(g.RadiusA, d), 1)
	case shape.TaperedCapsule:
		f.add(g.A.MulAdd(g.RadiusA, d), 0)
		f.add(g.B.MulAdd(g.RadiusB, d), 1)
	case shape.Cylinder, shape.Cone:
		f.revolved(g, d)
	case shape.Box, shape.Hull:
		f.face(g.Poly, d)
	case shape.Plane:
		f.normal, f.endless = g.A, true
	}
	for i := range f.points[:f.count] {
		f.points[i] = pose.Apply(f.points[i])
	}
	if f.radius > 0 {
		f.center = pose.Apply(f.center)
	}
	if f.normal = pose.Q.Rotate(f.normal); f.count > 2 || f.endless {
		f.alignment = f.normal.Dot(dir)
	}
}

func (f *feature) add(p vec.Vec3, id uint8) {
	f.points[f.count], f.ids[f.count] = p, id
	f.count++
}

// face takes the polygon of a polytope; of a very large one every second corner or fewer.
func (f *feature) face(p *shape.Polytope, d vec.Vec3) {
	face := p.FaceAtSupport(d)
	f.normal = p.Planes[face].Normal
	stride := (p.FaceSize(face) + maxFeature - 1) / maxFeature
	first := p.FirstEdge[face]
	for e, i := first, 0; ; i++ {
		if i%stride == 0 {
			f.add(p.Vertices[p.Edges[e].Origin], p.Edges[e].Origin)
		}
		if e = p.Edges[e].Next; e == first {
			return
		}
	}
}

// revolved takes the cap or the line of the lateral surface of a cylinder or cone that is farthest along d.
func (f *feature) revolved(g *shape.Geometry, d vec.Vec3) {
	axis, _ := g.Axis()
	along := d.Dot(axis)
	radial, across := d.MulSub(along, axis).NormLen()
	level := across < levelTilt
	if level {
		radial = axis.Perp()
	}
	sin, cos := g.Slope()
	mantle := float32(across*cos) + float32(along*sin)
	switch {
	case g.Kind == shape.Cylinder && along > mantle:
		f.rim(g.B, axis, radial, g.RadiusA)
	case -along > mantle:
		f.rim(g.A, axis.Neg(), radial, g.RadiusA)
	case g.Kind == shape.Cone:
		f.add(g.A.MulAdd(g.RadiusA, radial), 0)
		f.add(g.B, 1)
	default:
		f.add(g.A.MulAdd(g.RadiusA, radial), 0)
		f.add(g.B.MulAdd(g.RadiusA, radial), 1)
	}
}

// rim takes the circle of a cap as a polygon that starts at start.
func (f *feature) rim(center, normal, start vec.Vec3, radius float32) {
	const diagonal = 0.70710678
	side := normal.Cross(start)
	cosines := [rimCorners]float32{1, diagonal, 0, -diagonal, -1, -diagonal, 0, diagonal}
	for i := range cosines {
		// the sine is the cosine two corners back
		c, s := cosines[i], cosines[(i+rimCorners-2)%rimCorners]
		offset := start.Mul(float32(radius*c)).MulAdd(float32(radius*s), side)
		f.add(center.Add(offset), uint8(i))
	}
	f.normal, f.center, f.radius = normal, center, radius
}
