package collide

import "tumble/physics/vec"

// clipPoint is a corner of the incident polygon in the plane of the reference face: u and v
// along the face (m), d the height above it. in and out name the two edges that meet in it,
// counter-clockwise: corners are told apart by their edges, which stay the same while the
// shapes slide over one another (Gregorius, GDC 2015).
type clipPoint struct {
	u, v, d float32
	in, out uint16
}

// referenceEdge marks an edge name as one of the reference face.
const referenceEdge = 1 << 10

// clipLine is a side of the reference polygon: points inside have nu·u + nv·v ≤ offset.
type clipLine struct{ nu, nv, offset float32 }

// vertexID and edgeID name contact points by the features of the two shapes, whichever of them
// is the reference: a vertex of one shape on a face of the other, or two crossing edges.
func vertexID(vertex uint32, ofB bool) uint32 {
	if ofB {
		return 2<<30 | vertex
	}
	return 1<<30 | vertex
}

func edgeID(edgeA, edgeB uint32) uint32 { return 3<<30 | edgeA<<12 | edgeB }

// clipSide cuts the polygon points[:n] with one side (Sutherland and Hodgman 1974) and
// returns the number of corners in out; name is the edge name of the side. A return of −1
// means that nothing is cut and out is untouched.
func clipSide(points []clipPoint, out []clipPoint, l clipLine, name uint16) int {
	inside := true
	for i := range points {
		p := &points[i]
		if float32(l.nu*p.u)+float32(l.nv*p.v) > l.offset {
			inside = false
			break
		}
	}
	if inside {
		return -1
	}
	n := 0
	a := &points[len(points)-1]
	da := float32(l.nu*a.u) + float32(l.nv*a.v) - l.offset
	for i := range points {
		b := &points[i]
		db := float32(l.nu*b.u) + float32(l.nv*b.v) - l.offset
		if (da > 0) != (db > 0) && n < len(out) {
			t := da / (da - db)
			c := clipPoint{
				a.u + float32(t*(b.u-a.u)), a.v + float32(t*(b.v-a.v)), a.d + float32(t*(b.d-a.d)),
				a.out, name,
			}
			if da > 0 {
				c.in, c.out = name, a.out
			}
			out[n] = c
			n++
		}
		if db <= 0 && n < len(out) {
			out[n] = *b
			n++
		}
		a, da = b, db
	}
	return n
}

// sideTolerance is how far (m) a corner may stand out over the side of a face with the given
// half width before it is cut. Faces of equal size lie edge on edge in every stack: without
// it rounding would cut a corner in one step and not in the next, and its impulse would be
// lost each time.
func sideTolerance(halfWidth float32) float32 {
	return vec.Min(maxSideTolerance, float32(sideToleranceRatio*halfWidth))
}

// dropFar removes the points above the speculative distance and returns the new count.
func dropFar(points []clipPoint, speculative float32) int {
	n := 0
	for i := range points {
		if points[i].d <= speculative {
			points[n] = points[i]
			n++
		}
	}
	return n
}

// turn is twice the area of the triangle a, b, c along the face, positive counter-clockwise.
func turn(a, b, c *clipPoint) float32 {
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
		if area := vec.Abs(turn(&a, &b, &points[i])); area > best {
			third, best = i, float32(keepRatio*area)
		}
	}
	kept, n := [MaxPoints]clipPoint{a, b}, 2
	if third >= 0 {
		c := points[third]
		kept[2], n = c, 3
		if turn(&a, &b, &c) < 0 {
			a, b = b, a
		}
		fourth, best := -1, least
		for i := range points {
			p := &points[i]
			out := vec.Max(-turn(&a, &b, p), vec.Max(-turn(&b, &c, p), -turn(&c, &a, p)))
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
