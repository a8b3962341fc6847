package collide

import (
	"tumble/physics/internal/shape"
	"tumble/physics/vec"
)

// ownedContact is the contact of one triangle, or of one child of a compound, that no neighbour owns: the record
// between steps 2 and 3.
type ownedContact struct {
	manifold LocalManifold
	child    int32
	material uint16
	// surface is the normal of the triangle.
	surface vec.Vec3
	// clustered is set by step 3.
	clustered bool
}

// owns is step 2: it reports whether a triangle may push along the normal of its contact, which it bends back into the
// region of the triangle if it leans over the neighbour by a little.
func (out *MeshContacts) owns(q *meshQuery, t *shape.Triangle, c *regionContact) bool {
	m := &c.manifold
	if m.Count > 0 && m.Normal == c.normal && !c.unclipped {
		// no neighbour limits the normal of the face
		loadNames(q.mesh, t, c.normal)
		return true
	}
	loadTriangle(q.mesh, t, c.normal)
	if m.Count == 0 {
		return false
	}
	normal, ok := bendIntoRegion(t, c, m.Normal)
	if ok && c.unclipped {
		// this clipping needs the result for the axis, and may end at the normal of a face: it is tested again
		out.clipFeatures(q, t, c)
		normal, ok = bendIntoRegion(t, c, m.Normal)
	}
	if ok {
		m.Normal = normal
		return true
	}
	if q.convex.Kind == shape.Sphere {
		return false
	}
	// A corner or edge of the shape that comes down just on the edge between two triangles
	// leans over for both, and either would reject it: the face takes it if it
	// is about as shallow. A much deeper face means that the shape comes from the side and
	// only a sliver overlaps beyond the edge: there the neighbour is right.
	lean := m.lowest()
	return out.faceContact(q, t, c) >= float32(2*lean)-LinearSlop && m.Count > 0
}

// faceContact replaces a contact by that with the face of its triangle and returns the least separation.
func (out *MeshContacts) faceContact(q *meshQuery, t *shape.Triangle, c *regionContact) float32 {
	if q.convex.Poly != nil {
		out.axes.hull.faceManifold(&out.faces.triangle, &c.manifold, c.normal, q.speculative)
		return c.manifold.lowest()
	}
	return out.faces.contact(q, t, c.normal, &c.manifold)
}

// keep hands an owned contact to step 3.
func (out *MeshContacts) keep(t *shape.Triangle, c *regionContact) {
	m := &c.manifold
	for i := range m.Points[:m.Count] {
		m.Points[i].ID = meshID(t, m.Points[i].ID)
	}
	out.owned = append(out.owned, ownedContact{
		manifold: *m, child: t.Index, material: t.Material, surface: c.normal,
	})
}

// bendIntoRegion returns the normal of a contact, bent by at most c.maxBend into the directions that belong to the
// triangle, or false if it belongs to a neighbour.
func bendIntoRegion(t *shape.Triangle, c *regionContact, normal vec.Vec3) (vec.Vec3, bool) {
	return bendNormal(t, c.normal, normal, c.region, c.maxBend)
}

// bendNormal is bendIntoRegion for a triangle with normal n. The Voronoi region of an edge ends at the
// neighbour's face normal when the edge is convex, at the own one when it is flat or concave; a border
// has no end. Only the edges that hold the contact limit it: over a corner of more than a right angle a normal that
// leans over one edge leans over the other one, too, and neighbours that a ball on a ridge does not touch would get its
// contact.
func bendNormal(t *shape.Triangle, n, normal vec.Vec3, at region, maxBend float32) (vec.Vec3, bool) {
	if normal.Dot(n) <= 0 {
		return normal, false
	}
	if normal == n {
		return n, true
	}
	var limits [3]vec.Vec3
	count := 0
	for k := range 3 {
		if !t.HasNeighbour[k] || at>>k&1 == 0 {
			continue
		}
		v := t.V[k]
		along := t.V[(k+1)%3].Sub(v).Norm()
		limit := along.Cross(n)
		// into is the direction from the edge into the neighbour's face
		into := t.Across[k].Sub(v)
		into = into.MulSub(into.Dot(along), along).Norm()
		if into.Dot(n) < 0 {
			limit = into
		}
		limits[count] = limit
		count++
	}
	bent := intoCone(limits[:count], n, normal)
	if bent.Dist(normal) > maxBend {
		return normal, false
	}
	// a bend back to the face leaves rounding
	if bent.Dot(n) > 0.99999 {
		bent = n
	}
	return bent, true
}

// intoCone returns the direction nearest to normal that leans over none of the limits: itself,
// on one limit, on two of them, or, at the tip of the cone, the face normal n.
func intoCone(limits []vec.Vec3, n, normal vec.Vec3) vec.Vec3 {
	const rounding = 1e-6
	worst, lean := worstLimit(limits, normal)
	if lean <= rounding {
		return normal
	}
	onOne := normal.MulSub(lean, limits[worst]).Norm()
	second, lean := worstLimit(limits, onOne)
	if lean <= rounding {
		return onOne
	}
	onTwo := limits[worst].Cross(limits[second]).Norm()
	if onTwo.Dot(n) < 0 {
		onTwo = onTwo.Neg()
	}
	if _, lean := worstLimit(limits, onTwo); lean <= rounding && onTwo != (vec.Vec3{}) {
		return onTwo
	}
	return n
}

func worstLimit(limits []vec.Vec3, normal vec.Vec3) (index int, lean float32) {
	for k, limit := range limits {
		if d := normal.Dot(limit); d > lean {
			index, lean = k, d
		}
	}
	return index, lean
}

// meshID turns the feature id of a prism into one that both triangles at an edge agree on.
// The convex shape's half of the id stays.
func meshID(t *shape.Triangle, id uint32) uint32 {
	const kind = 3 << 30
	switch id & kind {
	case 0: // the end of a capsule, or where an edge of the triangle cuts it
		if end := id & 0xfff; end >= 2 && end < 2+18 {
			return 1<<28 | t.EdgeID[(end-2)>>1%3]&(1<<28-1)
		}
	case 1 << 30: // corner of the triangle
		return 1<<30 | t.VertexID[(id&0xff)%3]&(1<<30-1)
	case 3 << 30:
		edge := id >> 12 & 0x1ff
		if edge < 6 {
			return kind | (t.EdgeID[edge%3]&0x1fffff)<<9 | id&0x1ff
		}
	}
	return id
}
