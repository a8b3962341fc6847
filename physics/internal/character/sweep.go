package character

import (
	"tumble/physics/internal/collide"
	"tumble/physics/internal/shape"
	"tumble/physics/vec"
)

// hit is the result of a sweep of the character.
type hit struct {
	fraction float32
	normal   vec.Vec3
	point    vec.Vec3
	surface  surface
	hit      bool
}

// stands reports whether the character can stand on the surface that it met.
func (h *hit) stands() bool {
	return h.hit && (h.surface == surfaceFloor || h.surface == surfaceEdge)
}

// sweep moves the thin capsule from p along d and returns the first obstacle. Those that it is in
// from the start are left to the planes, unless its core would get into them as well.
func (c *Character) sweep(p, d vec.Vec3) hit {
	best := hit{fraction: 1}
	if d == (vec.Vec3{}) {
		return best
	}
	area := c.probe.AABB(c.pose(p))
	area = area.Union(c.probe.AABB(c.pose(p.Add(d))))
	for i := range c.near {
		o := &c.near[i]
		if !o.bounds.Overlaps(area) {
			continue
		}
		h, ok := c.sweepAgainst(&c.caster, o, p, d, best.fraction)
		if ok && h.Normal == (vec.Vec3{}) {
			h, ok = c.sweepAgainst(&c.core, o, p, d, best.fraction)
		}
		if !ok || h.Normal == (vec.Vec3{}) || best.hit && h.Fraction >= best.fraction {
			continue
		}
		normal, point := o.pose.Q.Rotate(h.Normal), o.pose.Apply(h.Point)
		best = hit{
			fraction: h.Fraction, normal: normal, point: point, hit: true,
			surface: c.surfaceOf(o.shape, o.pose, p.MulAdd(h.Fraction, d), normal, point),
		}
	}
	return best
}

func (c *Character) sweepAgainst(g *shape.Geometry, o *obstacle, p, d vec.Vec3, limit float32) (shape.Hit, bool) {
	m := collide.Motion{Translation: o.pose.Q.InvRotate(d)}
	return collide.Cast(&c.Geometries[o.shape], g, o.pose.InvMul(c.pose(p)), &m, limit)
}
