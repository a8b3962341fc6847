package collide

import (
	"tumble/physics/internal/collide/proximity"
	"tumble/physics/internal/shape"
	"tumble/physics/vec"
)

// Separation is the answer of Distance, in the frame of A.
type Separation struct {
	// PointA and PointB are the nearest points of the two surfaces.
	PointA, PointB vec.Vec3
	// Normal is the unit vector from A to B, zero when the cores overlap.
	Normal vec.Vec3
	// Distance between the surfaces (m), 0 when they overlap.
	Distance float32
	// Iterations of the search.
	Iterations int32
	// Child is the triangle or child of a mesh, height field or compound, Material the slot of a
	// triangle.
	Child    int32
	Material uint16
}

// Distance returns the distance between two convex shapes. The cache speeds up the next call
// for nearly the same pose; it may be nil. One of the shapes may be a plane, mesh, height
// field or compound.
func Distance(a, b *shape.Geometry, bInA vec.Transform, cache *Cache) Separation {
	if a.Kind.HasChildren() {
		return distanceToChildren(a, b, bInA)
	}
	if b.Kind.HasChildren() {
		return distanceToChildren(b, a, bInA.Inverse()).flipped(bInA)
	}
	return convexDistance(a, b, bInA, cache)
}

// convexDistance is Distance of two convex shapes. It stands alone because a function that calls
// itself through the triangles of a mesh makes Go put each of them on the heap.
func convexDistance(a, b *shape.Geometry, bInA vec.Transform, cache *Cache) Separation {
	var out proximity.Closest
	pose := proximity.WidenPose(bInA)
	gjk(&out, a, b, &pose, cache)
	ra, rb := float64(a.CoreRadius()), float64(b.CoreRadius())
	s := Separation{Normal: out.Normal.Vec3(), Iterations: out.Iterations}
	pa, pb := out.A.MulAdd(ra, out.Normal), out.B.MulAdd(-rb, out.Normal)
	if gap := out.Distance - ra - rb; gap > 0 {
		s.Distance = float32(gap)
		s.PointA, s.PointB = pa.Vec3(), pb.Vec3()
		return s
	}
	mid := pa.Add(pb).Mul(0.5).Vec3()
	s.PointA, s.PointB = mid, mid
	return s
}

// flipped exchanges the roles of A and B; bInA is the pose of the shape whose frame s is in.
func (s Separation) flipped(bInA vec.Transform) Separation {
	return Separation{
		PointA: bInA.Apply(s.PointB), PointB: bInA.Apply(s.PointA),
		Normal: bInA.Q.Rotate(s.Normal).Neg(), Distance: s.Distance, Iterations: s.Iterations, Child: s.Child,
		Material: s.Material,
	}
}

// Overlap reports whether two shapes share a point. One of them may be a plane, mesh, height
// field or compound.
func Overlap(a, b *shape.Geometry, bInA vec.Transform) bool {
	if a.Kind.HasChildren() {
		return overlapsChildren(a, b, bInA)
	}
	if b.Kind.HasChildren() {
		return overlapsChildren(b, a, bInA.Inverse())
	}
	return convexOverlap(a, b, bInA)
}

func convexOverlap(a, b *shape.Geometry, bInA vec.Transform) bool {
	var out proximity.Closest
	pose := proximity.WidenPose(bInA)
	gjk(&out, a, b, &pose, nil)
	return out.Distance <= float64(a.CoreRadius())+float64(b.CoreRadius())
}

// ClosestPoint returns in PointA the point of the shape g nearest to p, both in the frame of its
// body, the distance (m) and the child: p itself and 0 when it lies inside.
func ClosestPoint(g *shape.Geometry, p vec.Vec3) Separation {
	point := shape.Geometry{Kind: shape.Sphere, A: p}
	s := Distance(g, &point, vec.TransformIdentity, nil)
	if s.Distance == 0 {
		s.PointA = p
	}
	return s
}
