package collide

import (
	"tumble/physics/internal/shape"
	"tumble/physics/vec"
)

// collideChildren collides the shape with the children of a compound around it. near are its bounds with the
// speculative distance. Contacts that the other children cover are dropped; the rest goes to step 3.
func (out *MeshContacts) collideChildren(q *meshQuery, near *vec.AABB) {
	out.solids = out.solids[:0]
	var w shape.Walk
	for w.Start(q.mesh, near.Expand(out.Reach)); w.Next(q.mesh); {
		if gap := boxGap(&w.Bounds, near); gap > 0 {
			out.limitClearance(gap)
			continue
		}
		out.collideChild(q, w.Index)
	}
	markGhosts(out.solids, q.mesh.Children.All())
	for i := range out.solids {
		if s := &out.solids[i]; !s.ghost {
			out.owned = append(out.owned, ownedContact{manifold: s.manifold, child: s.solid,
				surface: s.manifold.Normal})
		}
	}
}

// collideChild adds the contact of one child.
func (out *MeshContacts) collideChild(q *meshQuery, index int32) {
	var m LocalManifold
	var cache Cache
	Collide(&m, q.mesh.Children.Child(index), q.convex, q.pose, q.speculative, &cache)
	out.Clearance = 0
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
	out.solids = append(out.solids, solidContact{manifold: m, solid: index})
}
