package collide

import (
	"tumble/physics/internal/shape"
	"tumble/physics/vec"
)

// collideBall adds the contact of one triangle with a ball: the point of the triangle nearest to the centre
// is known in closed form. Of the triangle only the corners and the index of the walk are known.
func (out *MeshContacts) collideBall(mesh *shape.Geometry, t *shape.Triangle, ball *shape.Geometry, pose vec.Transform, speculative float32) {
	n, ok := out.facingUp(t)
	if !ok || n == (vec.Vec3{}) {
		return
	}
	c := out.center
	height := c.Sub(t.V[0]).Dot(n)
	reach := ball.RadiusA + speculative
	if height > reach {
		out.loosen(height - reach)
		return
	}
	var m LocalManifold
	p, at := besideTriangle(&t.V, n, c)
	if at == 0 {
		m.setBall(c, n, height, ball.RadiusA)
	} else if way := c.Dist(p); way > reach {
		out.loosen(way - reach)
		return
	} else if way > deepCore {
		m.setRound(p, c, 0, ball.RadiusA, speculative, n, 0)
	} else {
		m.setBall(c, n, height, ball.RadiusA)
	}
	out.Slack = 0
	if m.Count == 0 {
		return
	}
	loadTriangle(mesh, t, n)
	if out.admitted(&m, t, n, at, ball, pose, speculative, roundSine) {
		out.add(&m, t, n)
	}
}

// besideTriangle returns the point of the edges of a triangle with normal n that is nearest to p, and on which edges it lies: none
// if p is above or below the triangle.
func besideTriangle(v *[3]vec.Vec3, n, p vec.Vec3) (nearest vec.Vec3, at edgeSet) {
	least := float32(-noSeparation)
	for k := range v {
		edge, d := v[(k+1)%3].Sub(v[k]), p.Sub(v[k])
		if !(edge.Cross(n).Dot(d) > 0) {
			continue
		}
		along := vec.Clamp(d.Dot(edge)/edge.Len2(), 0, 1)
		q := v[k].MulAdd(along, edge)
		if far := q.Dist2(p); far < least {
			nearest, least = q, far
			switch along {
			case 0:
				at = edgesAt(k)
			case 1:
				at = edgesAt((k + 1) % 3)
			default:
				at = edgeOnly(k)
			}
		}
	}
	return nearest, at
}
