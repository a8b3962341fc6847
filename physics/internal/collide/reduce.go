package collide

import "tumble/physics/vec"

// signedArea is twice the area of the triangle a, b, c along the face, positive counter-clockwise.
func signedArea(a, b, c *clipPoint) float32 {
	return float32((b.u-a.u)*(c.v-a.v)) - float32((b.v-a.v)*(c.u-a.u))
}

// reduce picks the four points that span the region best: the deepest, the one farthest from
// it, the one that makes the largest triangle with them, and the one farthest outside of
// that (Gregorius, GDC 2015). It returns the count.
func reduce(points []clipPoint) int {
	if len(points) <= MaxPoints {
		return len(points)
	}
	first := 0
	for i := 1; i < len(points); i++ {
		p, q := &points[first], &points[i]
		du, dv := q.u-p.u, q.v-p.v
		gain := p.d - q.d
		if gain > 0 && float32(gain*gain) > float32(deepestSlope*deepestSlope*(float32(du*du)+float32(dv*dv))) {
			first = i
		}
	}
	a := points[first]

	second, best := first, float32(0)
	for i := range points {
		du, dv := points[i].u-a.u, points[i].v-a.v
		if d := float32(du*du) + float32(dv*dv); d > best {
			second, best = i, float32(keepRatio*d)
		}
	}
	b := points[second]

	// points closer to the line than this fraction of its length add nothing
	least := float32(onLine * (float32((b.u-a.u)*(b.u-a.u)) + float32((b.v-a.v)*(b.v-a.v))))
	third, best := -1, least
	for i := range points {
		if area := vec.Abs(signedArea(&a, &b, &points[i])); area > best {
			third, best = i, float32(keepRatio*area)
		}
	}
	kept, n := [MaxPoints]clipPoint{a, b}, 2
	if third >= 0 {
		c := points[third]
		kept[2], n = c, 3
		if signedArea(&a, &b, &c) < 0 {
			a, b = b, a
		}
		fourth, best := -1, least
		for i := range points {
			p := &points[i]
			out := vec.Max(-signedArea(&a, &b, p), vec.Max(-signedArea(&b, &c, p), -signedArea(&c, &a, p)))
			if out > best {
				fourth, best = i, float32(keepRatio*out)
			}
		}
		if fourth >= 0 {
			kept[3], n = points[fourth], 4
		}
	}
	copy(points, kept[:n])
	return n
}
