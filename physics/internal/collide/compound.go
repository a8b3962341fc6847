package collide

import (
	"tumble/physics/internal/shape"
	"tumble/physics/vec"
)

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

// dropCovered removes the contacts with children that others cover.
func (out *MeshContacts) dropCovered(group *shape.Geometry) {
	markCovered(out.found, group.Children.All())
	kept := 0
	for i := range out.found {
		if !out.found[i].taken {
			out.found[kept] = out.found[i]
			kept++
		}
	}
	out.found = out.found[:kept]
}
