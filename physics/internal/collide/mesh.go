package collide

import (
	"tumble/physics/internal/shape"
	"tumble/physics/vec"
)

// MeshManifold is one contact region between a mesh, height field or compound and a convex
// shape.
type MeshManifold struct {
	LocalManifold
	// ChildIndex is the triangle or child that holds the deepest point.
	ChildIndex int32
	// Materials are the slots of the triangles that hold the points.
	Materials [MaxPoints]uint16

	order int32
}

// MeshContacts holds the result of CollideMesh and its scratch memory. Reused, it grows to
// the size needed and then allocates nothing. One per worker.
type MeshContacts struct {
	// Manifolds of the last call.
	Manifolds []MeshManifold
	// Reach (m) is set by the caller: how far beyond the speculative distance to measure Clearance.
	Reach float32
	// Clearance (m) is a lower bound of the separation beyond the speculative distance after a call that gave no
	// manifolds: until the points of the convex shape have moved so far, there is none.
	Clearance float32
	// Motion (m, frame of the mesh, which is A then) is set by the caller of a search ahead: how far the convex shape
	// moves. The speculative distance of the call is longer by its length, and triangles with a plane that the shape
	// does not come to are left out.
	Motion vec.Vec3
	// List is set by the caller, if it keeps the triangles around a pair with a mesh from call to call, which
	// then are looked up for a box larger by ListMargin (m). It changes no result.
	List       *TriangleList
	ListMargin float32

	// around are the leaves of the triangles around a shape without a list, and touching the entries of a list that
	// the box of the shape touches.
	around, touching [256]int32
	axes             axisTests
	faces            faceClipper
	fallback         fallbackContact
	// owned passes from step 2 to step 3, reducer works on one cluster at a time.
	owned   []ownedContact
	solids  []solidContact
	reducer clusterReducer
}

// meshQuery is the input of one call: a convex shape at a pose in the frame of a mesh, height field or compound.
type meshQuery struct {
	mesh, convex *shape.Geometry
	pose         vec.Transform
	// center is the centroid of the convex shape.
	center      vec.Vec3
	speculative float32
	// motion is that of a search ahead, and ahead its length.
	motion vec.Vec3
	ahead  float32
}

// CollideMesh fills out.Manifolds with the contact regions of two shapes one of which is a
// mesh, height field or compound, and the other convex. Everything is in the frame of A and
// the normals point from A to B, as with Collide.
//
// Each triangle near the shape passes four steps, each in a file of its own:
//
//  1. region (mesh_region.go): the contact of the triangle alone, and the face, edge or corner that it lies on;
//  2. rejection (mesh_owner.go): a contact in the Voronoi region of a neighbour is a ghost collision with an internal
//     edge, and the neighbour's to report (van den Bergen, "Smooth Mesh Contacts with GJK", Game Physics Pearls, 2010);
//  3. clustering (mesh_cluster.go): contacts with nearly the same normal form one region;
//  4. reduction (mesh_reduce.go): the region keeps up to four points.
//
// Children of a compound are solids: step 2 is that of solid_ghosts.go.
func CollideMesh(out *MeshContacts, a, b *shape.Geometry, bInA vec.Transform, speculative float32) {
	out.Manifolds = out.Manifolds[:0]
	out.owned = out.owned[:0]
	q := meshQuery{mesh: a, convex: b, pose: bInA, speculative: speculative, motion: out.Motion,
		ahead: out.Motion.Len()}
	flipped := a.Kind.IsConvex()
	if flipped {
		q.mesh, q.convex, q.pose = b, a, bInA.Inverse()
	}
	if !q.convex.Kind.IsConvex() {
		return
	}
	q.center = q.pose.Apply(q.convex.Centroid())
	out.Clearance = out.Reach
	near := q.convex.AABB(q.pose).Expand(speculative - q.ahead).Swept(q.motion)

	if q.mesh.Kind == shape.Compound {
		out.collideChildren(&q, &near)
	} else {
		out.collideTriangles(&q, &near)
	}
	out.cluster(q.center)

	if flipped {
		for i := range out.Manifolds {
			out.Manifolds[i].flip(bInA)
		}
	}
}

// collideTriangles passes all triangles around the shape through steps 1 and 2. near are the bounds of the shape with
// the speculative distance.
func (out *MeshContacts) collideTriangles(q *meshQuery, near *vec.AABB) {
	out.fallback.found = false
	out.axes.prepare(q)
	out.faces.prepare()
	if !out.eachListed(q, near) {
		out.eachWalked(q, near)
	}
	if out.fallback.found && !overlaps(out.owned) {
		out.useFallback(q)
	}
}

// collideTriangle passes one triangle, of which the corners and the index of the walk are known, through
// steps 1 and 2.
func (out *MeshContacts) collideTriangle(q *meshQuery, t *shape.Triangle) {
	n, height, near := out.isNear(q, t)
	if !near {
		return
	}
	c := regionContact{normal: n, height: height}
	if !out.findRegion(q, t, &c) {
		return
	}
	if out.owns(q, t, &c) {
		out.keep(t, &c)
	} else if q.convex.Kind != shape.Sphere {
		out.fallback.consider(q.center, t, &c)
	}
}

// limitClearance notes that nothing can come to touch a triangle before the shape has moved by distance (m).
func (out *MeshContacts) limitClearance(distance float32) {
	out.Clearance = vec.Min(out.Clearance, distance)
}
