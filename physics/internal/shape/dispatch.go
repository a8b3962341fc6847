package shape

import (
	"fmt"

	"tumble/physics/vec"
)

// The methods of this file choose by kind; the work is in the file of each shape.

// AABB returns the bounds of the shape on a body placed at xf.
func (g *Geometry) AABB(xf vec.Transform) vec.AABB {
	switch g.Kind {
	case Sphere:
		c := xf.Apply(g.A)
		return vec.AABB{Min: c, Max: c}.Expand(g.RadiusA)
	case Capsule:
		a, b := xf.Apply(g.A), xf.Apply(g.B)
		return vec.AABB{Min: a.Min(b), Max: a.Max(b)}.Expand(g.RadiusA)
	case Box:
		if !g.Centered {
			xf = xf.Mul(g.Local)
		}
		return vec.AABBAround(vec.Vec3{}, g.Half).Transform(xf)
	case Hull:
		return g.Poly.bounds(xf)
	case Cylinder, Cone, TaperedCapsule:
		return g.boundsRound(xf)
	case Plane:
		return vec.AABBAround(vec.Vec3{}, vec.V3(planeReach, planeReach, planeReach))
	case Mesh:
		return g.Mesh.Bounds().Transform(xf)
	case HeightField:
		return g.Field.Bounds().Transform(xf)
	case Compound:
		return g.Children.Bounds().Transform(xf)
	}
	return vec.EmptyAABB
}

// RayCast returns where the ray from origin along translation, cut at maxFraction of it, meets
// the shape; all in the frame of the body. A ray that starts inside hits at fraction 0 with
// a zero normal.
func (g *Geometry) RayCast(origin, translation vec.Vec3, maxFraction float32) (Hit, bool) {
	switch g.Kind {
	case Sphere:
		return rayCastSphere(g.A, g.RadiusA, origin, translation, maxFraction)
	case Capsule:
		return rayCastCapsule(g.A, g.B, g.RadiusA, origin, translation, maxFraction)
	case Box:
		if g.Centered {
			return rayCastBox(g.Half, origin, translation, maxFraction)
		}
		h, ok := rayCastBox(g.Half, g.Local.InvApply(origin), g.Local.Q.InvRotate(translation), maxFraction)
		h.Normal = g.Local.Q.Rotate(h.Normal)
		h.Point = origin.MulAdd(h.Fraction, translation)
		return h, ok
	case Hull:
		return g.Poly.rayCast(origin, translation, maxFraction)
	case Cylinder, Cone, TaperedCapsule:
		return g.rayCastRound(origin, translation, maxFraction)
	case Plane:
		return g.rayCastPlane(origin, translation, maxFraction)
	case Mesh:
		return g.Mesh.rayCast(origin, translation, maxFraction)
	case HeightField:
		return g.Field.rayCast(origin, translation, maxFraction)
	case Compound:
		return g.Children.rayCast(origin, translation, maxFraction)
	}
	return Hit{}, false
}

// Support returns a point of the shape farthest along dir, which need not be of unit length.
func (g *Geometry) Support(dir vec.Vec3) vec.Vec3 {
	switch g.Kind {
	case Sphere:
		return g.A.MulAdd(g.RadiusA, dir.Norm())
	case Capsule:
		core := g.A
		if dir.Dot(g.B) > dir.Dot(g.A) {
			core = g.B
		}
		return core.MulAdd(g.RadiusA, dir.Norm())
	case Box, Hull:
		return g.Poly.Vertices[g.Poly.Support(dir)]
	case Cylinder, Cone, TaperedCapsule:
		return g.supportRound(Widen(dir)).Vec3()
	}
	return vec.Vec3{}
}

// Extents returns two lengths (m) around the centre of mass of the body: inner is the radius
// of the largest ball around the shape's own centre that fits inside, how far the shape
// may move before it can jump over something; outer is the distance from localCenter to the
// farthest point of the shape.
func (g *Geometry) Extents(localCenter vec.Vec3) (inner, outer float32) {
	switch g.Kind {
	case Sphere:
		return g.RadiusA, g.A.Dist(localCenter) + g.RadiusA
	case Capsule:
		return g.RadiusA, vec.Max(g.A.Dist(localCenter), g.B.Dist(localCenter)) + g.RadiusA
	case Box, Hull:
		return g.Poly.extents(localCenter)
	case Cylinder, Cone, TaperedCapsule:
		return g.extentsRound(localCenter)
	case Facet:
		return 0, vec.Max(g.A.Dist(localCenter), vec.Max(g.B.Dist(localCenter), g.Half.Dist(localCenter)))
	case Mesh, HeightField, Compound:
		// they are for static bodies, which have no inside to jump over
		box := g.AABB(vec.TransformIdentity)
		return 0, box.Min.Sub(localCenter).Abs().Max(box.Max.Sub(localCenter).Abs()).Len()
	}
	return 0, 0
}

// Contains reports whether the point p, in the frame of the body, lies in the solid or on its
// surface. Meshes and height fields are surfaces and contain nothing.
func (g *Geometry) Contains(p vec.Vec3) bool {
	switch g.Kind {
	case Sphere:
		return p.Dist2(g.A) <= float32(g.RadiusA*g.RadiusA)
	case Capsule:
		return g.A.Lerp(g.B, ClosestOnSegment(g.A, g.B, p)).Dist2(p) <= float32(g.RadiusA*g.RadiusA)
	case Box, Hull:
		return g.Poly.contains(p)
	case Cylinder, Cone, TaperedCapsule:
		return g.containsRound(p)
	case Plane:
		return g.Height(p) <= 0
	case Compound:
		return g.Children.contains(g, p)
	}
	return false
}

// RollingRadius returns the length (m) that converts a rolling resistance coefficient into a
// torque per newton: the radius of round shapes, a quarter of the inner radius of others.
func (g *Geometry) RollingRadius() float32 {
	switch g.Kind {
	case Sphere, Capsule, Cylinder:
		return g.RadiusA
	case Cone, TaperedCapsule:
		return float32(0.5 * (g.RadiusA + g.RadiusB))
	case Box, Hull:
		inner, _ := g.Poly.extents(g.Poly.Unit.Center)
		return float32(0.25 * inner)
	}
	return 0
}

// Transformed returns the shape moved by t within the frame of its body.
func Transformed(g Geometry, t vec.Transform) (Geometry, error) {
	if err := checkPlacement(g.Kind.String(), t); err != nil {
		return Geometry{}, err
	}
	t.Q = t.Q.Norm()
	switch g.Kind {
	case Sphere:
		return NewSphere(t.Apply(g.A), g.RadiusA)
	case Capsule:
		return NewCapsule(t.Apply(g.A), t.Apply(g.B), g.RadiusA)
	case Box:
		return NewBox(g.Half, t.Mul(g.Local))
	case Hull:
		points := make([]vec.Vec3, len(g.Poly.Vertices))
		for i, v := range g.Poly.Vertices {
			points[i] = t.Apply(v)
		}
		return NewHull(points)
	case Cylinder:
		return NewCylinder(t.Apply(g.A), t.Apply(g.B), g.RadiusA)
	case Cone:
		return NewCone(t.Apply(g.A), t.Apply(g.B), g.RadiusA)
	case TaperedCapsule:
		return NewTaperedCapsule(t.Apply(g.A), t.Apply(g.B), g.RadiusA, g.RadiusB)
	case Plane:
		n := t.Q.Rotate(g.A)
		return NewPlane(n, g.RadiusA+n.Dot(t.P))
	case Mesh:
		return Geometry{Kind: Mesh, Mesh: g.Mesh.transformed(t)}, nil
	}
	if g.Kind == HeightField && t.Q == vec.QuatIdentity {
		moved := *g.Field
		moved.origin = moved.origin.Add(t.P)
		moved.box = vec.AABB{Min: moved.box.Min.Add(t.P), Max: moved.box.Max.Add(t.P)}
		return Geometry{Kind: HeightField, Field: &moved}, nil
	}
	if g.Kind == Compound {
		children := make([]Geometry, len(g.Children.children))
		for i := range children {
			c, err := Transformed(g.Children.children[i], t)
			if err != nil {
				return Geometry{}, fmt.Errorf("compound: child %d: %w", i, err)
			}
			children[i] = c
		}
		return NewCompound(children)
	}
	return Geometry{}, fmt.Errorf("%s: cannot be placed within a body", g.Kind)
}

// Reach returns how far (m) the shape extends at most from its centroid along each axis; ok is false
// for kinds whose ball is the best bound.
func (g *Geometry) Reach() (reach vec.Vec3, ok bool) {
	switch g.Kind {
	case Box, Hull:
		c := g.Poly.Unit.Center
		return g.Poly.Bounds.Max.Sub(c).Max(c.Sub(g.Poly.Bounds.Min)), true
	case Capsule, Cylinder:
		e := g.B.Sub(g.A).Abs().Mul(0.5)
		return vec.Vec3{X: e.X + g.RadiusA, Y: e.Y + g.RadiusA, Z: e.Z + g.RadiusA}, true
	}
	return vec.Vec3{}, false
}

// Centroid returns the centre of mass of a convex shape.
func (g *Geometry) Centroid() vec.Vec3 {
	switch g.Kind {
	case Sphere:
		return g.A
	case Capsule, Cylinder:
		return g.A.Lerp(g.B, 0.5)
	case Cone:
		return g.A.Lerp(g.B, 0.25)
	case TaperedCapsule:
		// between the spheres, by their radii; the side a shape is on needs no more
		return g.A.Lerp(g.B, g.RadiusB/(g.RadiusA+g.RadiusB))
	case Box:
		return g.Local.P
	case Hull:
		return g.Poly.Unit.Center
	}
	return vec.Vec3{}
}
