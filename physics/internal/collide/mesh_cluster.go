package collide

import (
	"slices"

	"tumble/physics/vec"
)

// clusterPoint is a point of a cluster with the contact it comes from: the record between steps 3 and 4.
type clusterPoint struct {
	LocalPoint
	contact int32
}

// cluster is step 3: it joins contacts whose normals agree, and has step 4 reduce each cluster to one manifold.
func (out *MeshContacts) cluster(center vec.Vec3) {
	out.inOrder()
	r := &out.reducer
	for i := range out.owned {
		first := &out.owned[i]
		if first.clustered {
			continue
		}
		r.points = r.points[:0]
		for j := i; j < len(out.owned); j++ {
			c := &out.owned[j]
			// the first belongs to its own cluster, also where a normal is too short for its own cosine
			if j > i && (c.clustered || c.manifold.Normal.Dot(first.manifold.Normal) < clusterCosine ||
				c.surface.Dot(first.surface) < clusterCosine) {
				continue
			}
			c.clustered = true
			for _, p := range c.manifold.Points[:c.manifold.Count] {
				r.points = append(r.points, clusterPoint{p, int32(j)})
			}
		}
		out.Manifolds = append(out.Manifolds, r.reduce(out.owned, center))
	}
}

// inOrder orders the contacts by their first points and normals. A mesh and a height field of the same triangles find
// them in different orders, and clusters and the order of manifolds shall be the same (TestTruth/floor).
func (out *MeshContacts) inOrder() {
	list := out.owned
	if len(list) > fewPoints {
		slices.SortFunc(list, compareOwned)
		return
	}
	for i := 1; i < len(list); i++ {
		if !list[i].before(&list[i-1]) {
			continue
		}
		c, k := list[i], i
		for k > 0 && c.before(&list[k-1]) {
			list[k] = list[k-1]
			k--
		}
		list[k] = c
	}
}

func (c *ownedContact) before(d *ownedContact) bool {
	p, q := &c.manifold.Points[0].Point, &d.manifold.Points[0].Point
	if *p == *q {
		p, q = &c.manifold.Normal, &d.manifold.Normal
	}
	return before(p, q)
}

func compareOwned(c, d ownedContact) int {
	switch {
	case c.before(&d):
		return -1
	case d.before(&c):
		return 1
	}
	return 0
}
