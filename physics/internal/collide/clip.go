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
