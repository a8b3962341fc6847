package query

import (
	"tumble/physics/internal/collide"
	"tumble/physics/internal/shape"
	"tumble/physics/vec"
)

// SharesPoint reports whether a shape shares a point with a convex geometry placed at t.
func (qs *Queries) SharesPoint(index int32, g *shape.Geometry, t vec.Transform) bool {
	a := &qs.Geometries[index]
	pose := qs.Sims[qs.Shapes[index].Body].Transform.InvMul(t)
	if a.Kind == shape.Plane {
		return Lowest(a, g, pose) <= 0
	}
	return collide.Overlap(a, g, pose)
}

// Lowest is the height (m) of the lowest point of g above a plane, g placed at pose in the
// frame of the plane's body.
func Lowest(plane, g *shape.Geometry, pose vec.Transform) float32 {
	return plane.Height(pose.Apply(g.Support(pose.Q.InvRotate(plane.A.Neg()))))
}

// Hit is where a ray or a moving shape met a shape, see physics.RayHit.
type Hit struct {
	Shape          int32
	Point, Normal  vec.Vec3
	Fraction       float32
	Child, Surface int
}

// RayCast returns where the ray from origin along translation (m) meets a shape, up to a fraction of it.
func (qs *Queries) RayCast(index int32, origin, translation vec.Vec3, maxFraction float32) (Hit, bool) {
	xf := qs.Sims[qs.Shapes[index].Body].Transform
	h, ok := qs.Geometries[index].RayCast(xf.InvApply(origin), xf.Q.InvRotate(translation), maxFraction)
	if !ok {
		return Hit{}, false
	}
	return toWorld(index, xf, h), true
}

// toWorld turns a hit in the frame of a shape's body into one in the world.
func toWorld(index int32, xf vec.Transform, h shape.Hit) Hit {
	return Hit{
		Shape: index, Point: xf.Apply(h.Point), Normal: xf.Q.Rotate(h.Normal),
		Fraction: vec.Clamp(h.Fraction, 0, 1),
		Child:    int(h.ChildIndex), Surface: int(h.MaterialIndex),
	}
}

// Cast returns where a convex geometry that moves from t meets a shape, up to a fraction of the motion. An overlap at
// the start is a hit at fraction 0 with a zero normal.
func (qs *Queries) Cast(index int32, g *shape.Geometry, t vec.Transform, m collide.Motion, limit float32) (Hit, bool) {
	xf := qs.Sims[qs.Shapes[index].Body].Transform
	local := collide.Motion{Translation: xf.Q.InvRotate(m.Translation), Rotation: xf.Q.InvRotate(m.Rotation)}
	h, ok := collide.Cast(&qs.Geometries[index], g, xf.InvMul(t), &local, limit)
	if !ok {
		return Hit{}, false
	}
	return toWorld(index, xf, h), true
}

// Nearest is the point of a shape nearest to another point, see physics.ClosestHit.
type Nearest struct {
	Shape          int32
	Point          vec.Vec3
	Distance       float32
	Child, Surface int
}

// Closest returns the point of a shape nearest to p (m): p itself inside of it.
func (qs *Queries) Closest(index int32, p vec.Vec3) Nearest {
	a := &qs.Geometries[index]
	xf := qs.Sims[qs.Shapes[index].Body].Transform
	local := xf.InvApply(p)
	if a.Kind == shape.Plane {
		height := vec.Max(a.Height(local), 0)
		return Nearest{Shape: index, Point: xf.Apply(local.MulSub(height, a.A)), Distance: height}
	}
	s := collide.ClosestPoint(a, local)
	return Nearest{Shape: index, Point: xf.Apply(s.PointA), Distance: s.Distance, Child: int(s.Child),
		Surface: int(s.Material)}
}
