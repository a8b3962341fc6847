package collide

import "tumble/physics/vec"

// clusterPoint is a point of a cluster with the contact it comes from: the record between steps 3 and 4.
type clusterPoint struct {
	LocalPoint
	contact int32
}

// cluster is step 3: it joins contacts whose normals agree, in the order in which they were found, and
// has step 4 reduce each cluster to one manifold.
func (out *MeshContacts) cluster(center vec.Vec3) {
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
