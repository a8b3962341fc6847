package collide

import (
	"tumble/physics/internal/shape"
	"tumble/physics/vec"
)

// childImpact is the search for the first impact of b with a triangle or child of a.
type childImpact struct {
	a, b           *shape.Geometry
	sweepA, sweepB *Sweep
	// start is the centroid of b at the start, in the frame of a.
	start vec.Vec3
	cull  planeCull
	t     shape.Triangle
	best  ImpactResult
}

// ImpactOnChildren is TimeOfImpact for a mesh, height field or compound A. near, if any, is the list of their pair,
// which may spare the search for the triangles.
func ImpactOnChildren(a *shape.Geometry, sweepA *Sweep, b *shape.Geometry, sweepB *Sweep, maxFraction float32,
	near *TriangleList) ImpactResult {
	from := sweepA.At(0).InvMul(sweepB.At(0))
	s := childImpact{
		a: a, b: b, sweepA: sweepA, sweepB: sweepB, start: from.Apply(b.Centroid()),
		cull: newPlaneCull(sweepA, b, sweepB, from), best: ImpactResult{State: NoImpact, Fraction: maxFraction},
	}
	box := sweptBounds(sweepA, b, sweepB, maxFraction)
	if a.Kind == shape.Mesh && s.listed(&box, near) {
		return s.best
	}
	var w shape.Walk
	for w.Start(a, box); w.Next(a); {
		if a.Kind == shape.Compound {
			child := a.ConvexChild(w.Index, nil)
			s.meet(&child, nil)
			continue
		}
		a.Corners(&w, &s.t)
		s.triangle(w.Index)
	}
	return s.best
}

// listed looks at the triangles of a mesh in a box from a list, unless there are too many.
func (s *childImpact) listed(box *vec.AABB, near *TriangleList) bool {
	m := s.a.Mesh
	var around [triangleListSize + 1]int32
	n := 0
	if near != nil && near.mesh == m && near.box.Contains(*box) {
		if near.count > 0 {
			var entries [triangleListSize + 1]int32
			n, _ = m.Touching(entries[:], near.leaves[:near.count], box, box, 0)
			for i, entry := range entries[:n] {
				around[i] = near.leaves[entry]
			}
		}
	} else if n = m.Leaves(*box, around[:]); n == len(around) {
		return false
	}
	for _, leaf := range around[:n] {
		m.Leaf(leaf, &s.t)
		s.triangle(s.t.Index)
	}
	return true
}

// triangle looks at a triangle with known corners. The corners alone rule most triangles out.
func (s *childImpact) triangle(index int32) {
	n := s.t.Normal()
	behind := n.Dot(s.start.Sub(s.t.V[0])) < 0
	if behind {
		if !s.t.TwoSided {
			return
		}
		n = n.Neg()
	}
	if s.cull.staysAbove(s.b, s.t.V[0], n) {
		return
	}
	child := s.a.ConvexChild(index, &s.t)
	if behind {
		s.t = s.t.Flipped()
	}
	s.meet(&child, &s.t)
}

// meet tests one triangle from the side on which b is, or one child.
func (s *childImpact) meet(child *shape.Geometry, side *shape.Triangle) {
	r := impactOnChild(child, side, s.sweepA, s.b, s.sweepB, s.best.Fraction)
	iterations := s.best.Iterations + r.Iterations
	if r.State != NoImpact && r.State != StartsClose && r.Fraction < s.best.Fraction {
		s.best = r
	}
	s.best.Iterations = iterations
}

// planeCull reports cheaply that a shape passes a plane nowhere by more than its core may. Then neither the shape,
// whose shallow impacts are allowed, nor the ball inside it hits a triangle in the plane. The test rules out most
// triangles below a body that slides or rolls.
type planeCull struct {
	from, to vec.Transform
	// least is the height of the lowest point at both ends of the motion above which all of it is
	// high enough.
	least float32
	valid bool
}

func newPlaneCull(sweepA *Sweep, b *shape.Geometry, sweepB *Sweep, from vec.Transform) planeCull {
	if sweepA.Displacement != (vec.Vec3{}) || sweepA.RotationVector != (vec.Vec3{}) ||
		!(sweepB.RotationVector.Len2() < 1) {
		return planeCull{}
	}
	inner, outer := b.Extents(sweepB.LocalCenter)
	// between two orientations a point bulges out by its radius times 1 − cos(angle/2)
	bulge := float32(0.125 * float32(sweepB.RotationVector.Len2()*outer))
	return planeCull{
		from: from, to: sweepA.At(1).InvMul(sweepB.At(1)),
		least: bulge + LinearSlop - float32(coreFraction*inner), valid: true,
	}
}

// staysAbove reports whether b stays on the side n of the plane through v.
func (l *planeCull) staysAbove(b *shape.Geometry, v, n vec.Vec3) bool {
	if !l.valid {
		return false
	}
	down := n.Neg()
	low := l.to.Apply(b.Support(l.to.Q.InvRotate(down)))
	if low.Sub(v).Dot(n) < l.least {
		return false
	}
	low = l.from.Apply(b.Support(l.from.Q.InvRotate(down)))
	return low.Sub(v).Dot(n) >= l.least
}

// impactOnChild is the impact of all of b, or of the ball inside it if the first one is shallow, close from the start,
// or in the Voronoi region of a neighbour of the triangle.
func impactOnChild(child *shape.Geometry, t *shape.Triangle, sweepA *Sweep, b *shape.Geometry, sweepB *Sweep,
	maxFraction float32) ImpactResult {
	r := convexImpact(child, sweepA, b, sweepB, maxFraction)
	if r.State == NoImpact || r.State == Unfinished {
		return r
	}
	inner, _ := b.Extents(sweepB.LocalCenter)
	core := float32(coreFraction * inner)
	if r.State == Impact {
		closing := sweepB.velocity(r.Point, r.Fraction).Sub(sweepA.velocity(r.Point, r.Fraction))
		if depth := float32(-closing.Dot(r.Normal) * (1 - r.Fraction)); depth > core && mayStop(t, sweepA, &r) {
			return r
		}
	}
	return CoreImpact(child, sweepA, b.Centroid(), core, sweepB, maxFraction)
}

// mayStop reports whether a triangle, if there is one, may stop a shape in the direction of an impact, by
// the rule of its contacts: a shape that slides over the edge to the next triangle, or along a crease, would be caught
// there for ever, since no contact pushes it back.
func mayStop(t *shape.Triangle, sweepA *Sweep, r *ImpactResult) bool {
	if t == nil {
		return true
	}
	_, ok := bendNormal(t, t.Normal(), sweepA.At(r.Fraction).Q.InvRotate(r.Normal), unknownRegion, stopBend)
	return ok
}

// sweptBounds contains b, seen from body A, during the whole motion.
func sweptBounds(sweepA *Sweep, b *shape.Geometry, sweepB *Sweep, maxFraction float32) vec.AABB {
	_, outer := b.Extents(sweepB.LocalCenter)
	box := vec.EmptyAABB
	if sweepA.RotationVector == (vec.Vec3{}) && sweepB.RotationVector.Len() < 1 {
		// both ends of a small rotation, and the bulge between them: radius times 1 − cos(angle/2)
		for _, t := range [2]float32{0, maxFraction} {
			box = box.Union(b.AABB(sweepA.At(t).InvMul(sweepB.At(t))))
		}
		return box.Expand(float32(0.125*float32(sweepB.RotationVector.Len2()*outer)) + LinearSlop)
	}
	// the centre of b seen from A, at as many times as the rotation of A needs
	steps := 1 + int(8*vec.Min(sweepA.RotationVector.Len(), 100))
	reach := float32(0)
	for i := range steps + 1 {
		t := float32(maxFraction*float32(i)) / float32(steps)
		c := sweepA.At(t).InvApply(sweepB.Center.MulAdd(t, sweepB.Displacement))
		box = box.Include(c)
		reach = vec.Max(reach, sweepB.Center.MulAdd(t, sweepB.Displacement).Dist(sweepA.Center.MulAdd(t,
			sweepA.Displacement)))
	}
	// between two times A rotates by at most 1/8 rad
	return box.Expand(outer + float32(0.01*reach) + LinearSlop)
}
