package collide

import (
	"cmp"
	"slices"

	"tumble/physics/internal/shape"
	"tumble/physics/vec"
)

// coverTolerance is how near (m) a point must be to a child to count as covered by it.
const coverTolerance = 0.2 * LinearSlop

// collideChild adds the contact of one child of a compound with a convex shape.
func (out *MeshContacts) collideChild(group *shape.Geometry, index int32, convex *shape.Geometry, pose vec.Transform, speculative float32) {
	var m LocalManifold
	var cache Cache
	Collide(&m, group.Children.Child(index), convex, pose, speculative, &cache)
	out.Slack = 0
	if m.Count == 0 {
		return
	}
	for i := range m.Points[:m.Count] {
		p := &m.Points[i]
		// corners of the convex shape keep their names from child to child
		if p.ID>>30 != 2 {
			p.ID = p.ID&(3<<30) | (p.ID^uint32(index)*2654435761)&(1<<30-1)
		}
	}
	out.found = append(out.found, triangleContact{manifold: m, child: index, surface: m.Normal})
}

// dropCovered removes contacts with surfaces that are inside of the compound or that another
// child stands for. Where tiles lie side by side, a shape that slides over them may graze the
// side or the edge of the next tile, which its neighbour covers.
func (out *MeshContacts) dropCovered(group *shape.Geometry) {
	if len(out.found) < 2 {
		return
	}
	slices.SortFunc(out.found, func(x, y triangleContact) int {
		return cmp.Or(cmp.Compare(x.manifold.lowest(), y.manifold.lowest()), cmp.Compare(x.child, y.child))
	})
	for i := range out.found {
		c := &out.found[i]
		c.taken = out.buried(group, i) || out.leansOver(group, i)
		for j := 0; j < i && !c.taken; j++ {
			c.taken = !out.found[j].taken && standsFor(group, &out.found[j], c)
		}
	}
	kept := 0
	for i := range out.found {
		if !out.found[i].taken {
			out.found[kept] = out.found[i]
			kept++
		}
	}
	out.found = out.found[:kept]
}

// buried reports whether other children fill the space before each point of contact i. Where
// its own child fills the space before theirs in turn, as in a concave corner, they do not count.
func (out *MeshContacts) buried(group *shape.Geometry, i int) bool {
	c := &out.found[i]
	own := group.Children.Child(c.child)
	for _, p := range c.manifold.Points[:c.manifold.Count] {
		before := p.Point.MulAdd(LinearSlop, c.manifold.Normal)
		filled := false
		for j := 0; j < len(out.found) && !filled; j++ {
			d := &out.found[j]
			filled = j != i && holdsPoint(group.Children.Child(d.child), before, coverTolerance) && !holdsPoints(own, &d.manifold, LinearSlop, 0)
		}
		if !filled {
			return false
		}
	}
	return true
}

// seamTolerance (m) is the same for a point of a contact along an edge, which a flat end of the
// other shape may have moved a little.
const seamTolerance = LinearSlop

// faceTilt is the distance of unit vectors below which a normal counts as that of a face.
const faceTilt = 3e-4

// leansOver reports whether the normal of contact i belongs to an edge or corner of its child,
// but not of the whole: at the deepest point another child goes on farther along the normal, as
// the next tile of a floor does.
func (out *MeshContacts) leansOver(group *shape.Geometry, i int) bool {
	c := &out.found[i]
	own := group.Children.Child(c.child)
	if own.Poly == nil {
		return false
	}
	n := c.manifold.Normal
	for f := range own.Poly.Planes {
		if own.Poly.Planes[f].Normal.Dist(n) < faceTilt {
			return false
		}
	}
	deepest := c.manifold.Points[0]
	for _, p := range c.manifold.Points[1:c.manifold.Count] {
		if p.Separation < deepest.Separation {
			deepest = p
		}
	}
	surface := deepest.Point.MulSub(float32(0.5*deepest.Separation), n)
	for j := range out.found {
		child := group.Children.Child(out.found[j].child)
		if j != i && child.Support(n).Sub(surface).Dot(n) > coverTolerance && holdsPoint(child, surface, seamTolerance) {
			return true
		}
	}
	return false
}

// standsFor reports whether the child of the deeper contact d holds all points of c and pushes
// the same way.
func standsFor(group *shape.Geometry, d, c *triangleContact) bool {
	return c.surface.Dot(d.surface) > 0.5 && holdsPoints(group.Children.Child(d.child), &c.manifold, 0, 0.5)
}

// holdsPoints reports whether the child holds all points of m, moved along the normal by offset
// and back by the part back of the separation.
func holdsPoints(child *shape.Geometry, m *LocalManifold, offset, back float32) bool {
	for _, p := range m.Points[:m.Count] {
		if !holdsPoint(child, p.Point.MulAdd(offset-float32(back*p.Separation), m.Normal), coverTolerance) {
			return false
		}
	}
	return true
}

func holdsPoint(child *shape.Geometry, p vec.Vec3, tolerance float32) bool {
	probe := shape.Geometry{Kind: shape.Sphere, A: p}
	return convexDistance(child, &probe, vec.TransformIdentity, nil).Distance <= tolerance
}
