package collide

import (
	"tumble/physics/internal/shape"
	"tumble/physics/vec"
)

// unclaimed is what remains where every triangle that a shape is stuck in leaves its contact to a neighbour: the one of them
// that is nearest to the centre of the shape. A capsule through the side of a ridge would meet nothing else, and fall through.
type unclaimed struct {
	found    bool
	triangle shape.Triangle
	// n is the normal of the side of the triangle that the centre is on, nearest its point nearest to the centre, on edges at.
	n, nearest vec.Vec3
	at         edgeSet
	way        float32
}

// leave notes that a triangle with normal n, of which all is known, leaves a contact with the given separation (m) to its
// neighbours. Shapes that hardly overlap find them, by the rule of admit.
func (out *MeshContacts) leave(t *shape.Triangle, n vec.Vec3, separation float32) {
	if separation > -LinearSlop {
		return
	}
	p, at := besideTriangle(&t.V, n, out.center)
	if at == 0 {
		p = out.center.MulSub(out.center.Sub(t.V[0]).Dot(n), n)
	}
	if way := p.Dist(out.center); !out.left.found || way < out.left.way {
		out.left = unclaimed{true, *t, n, p, at, way}
	}
}

// overlapFound reports whether some triangle has a contact that is not just ahead.
func (out *MeshContacts) overlapFound() bool {
	for i := range out.found {
		if out.found[i].manifold.lowest() <= 0 {
			return true
		}
	}
	return false
}

// claim makes the contact that was left: with the lowest point of the shape, along the way from the triangle to its centre, or the
// normal, if the triangle may not push along that.
func (out *MeshContacts) claim(convex *shape.Geometry, pose vec.Transform) {
	u := &out.left
	n := u.n
	if away := out.center.Sub(u.nearest).Norm(); u.at != 0 && u.way > deepCore {
		if bent, ok := admit(&u.triangle, n, away, u.at, coneSine); ok {
			n = bent
		}
	}
	low := pose.Apply(convex.Support(pose.Q.InvRotate(n.Neg())))
	separation := low.Sub(u.nearest).Dot(n)
	if separation > 0 {
		return
	}
	m := LocalManifold{Normal: n, Count: 1}
	m.Points[0] = LocalPoint{low.MulSub(float32(0.5*separation), n), separation, nearestID}
	out.add(&m, &u.triangle, u.n)
}
