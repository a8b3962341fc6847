package collide

import (
	"math"
	"math/rand"
	"slices"
	"testing"

	"tumble/physics/internal/shape"
	"tumble/physics/vec"
)

// sheet is a mesh with two sides, scaled by another factor along each axis.
func sheet(t *testing.T) shape.Geometry {
	def := shape.MeshDef{TwoSided: true, Scale: vec.V3(2, -0.5, 1.5)}
	for i := range 100 {
		x, z := float32(i%10)-4.5, float32(i/10)-4.5
		def.Vertices = append(def.Vertices, vec.V3(0.3*x, vec.Sin(x+2*z), 0.4*z))
		if k := uint32(i); i%10 > 0 && i/10 > 0 {
			def.Indices = append(def.Indices, k-11, k-10, k, k-11, k, k-1)
		}
	}
	g, err := shape.NewMesh(def)
	return must(t, g, err)
}

// A shape that wanders over meshes finds the same contacts and the same clearance with the list of the triangles around
// it as without, also when the list was made for another mesh or another shape, is too short, or when the
// pose is not a number for once.
func TestListsOfTrianglesChangeNothing(t *testing.T) {
	hills := func(x, z float32) float32 { return 0.3 * vec.Sin(2*x) * vec.Sin(3*z) }
	meshes := []shape.Geometry{terrain(t, 16, 0.7, 0.3, hills), boxMesh(t, vec.V3(1, 0.8, 1.2)), sheet(t),
		terrain(t, 60, 0.1, 0.2, hills)}
	listed, empty, clearances := 0, 0, 0
	for i := range cases(t, 120) {
		r := rand.New(rand.NewSource(int64(i)))
		b, other := randShape(t, r, convex[i%len(convex)]), randShape(t, r, shape.Hull)
		pose := vec.Transform{P: randVec(r, 2), Q: randQuat(r)}
		pose.P.Y *= 0.5
		jitter, spin := randVec(r, 0.03), randVec(r, 1).Norm()
		if i%4 == 0 {
			pose.P = pose.P.Add(jitter.Mul(-40))
		}
		var list TriangleList
		var with, without MeshContacts
		mesh := &meshes[r.Intn(len(meshes))]
		for range 60 {
			displacement := []float32{0.1, 0.01, 0.002, 0}[r.Intn(4)]
			if i%4 == 0 {
				// straight on: it comes as near as it can
				pose.P = pose.P.Add(jitter)
			} else if i%4 > 1 {
				pose.P = pose.P.Add(randVec(r, displacement))
			}
			if axis := randVec(r, 1).Norm(); i%3 == 1 {
				pose.Q = vec.QuatAxisAngle(axis, displacement).Mul(pose.Q).Norm()
			} else if i%3 == 2 {
				pose.Q = vec.QuatAxisAngle(spin, 0.05).Mul(pose.Q).Norm()
			}
			at, g := pose, &b
			switch r.Intn(40) {
			case 0:
				mesh = &meshes[r.Intn(len(meshes))]
			case 1:
				at.P.X = float32(math.NaN())
			case 2:
				at.P.Y = float32(math.Inf(1))
			case 3:
				at.Q.X = float32(math.NaN())
			case 4:
				g = &other
			}
			with.List, with.ListMargin = &list, 0.3*r.Float32()
			with.Reach = 0.3 * r.Float32() * float32(r.Intn(2))
			without.Reach = with.Reach
			CollideMesh(&with, mesh, g, at, SpeculativeDistance)
			CollideMesh(&without, mesh, g, at, SpeculativeDistance)
			if at == pose && (!slices.Equal(with.Manifolds, without.Manifolds) || with.Clearance != without.Clearance) {
				t.Fatalf("case %d: %+v, clearance %g; without a list %+v, clearance %g", i, with.Manifolds,
					with.Clearance, without.Manifolds, without.Clearance)
			}
			if with.Clearance > 0 && with.Clearance < with.Reach {
				clearances++
			}
			if list.mesh == mesh.Mesh {
				listed++
			} else {
				empty++
			}
		}
	}
	if listed < 500 || empty < 100 || clearances < 500 {
		t.Errorf("%d with a list, %d without, %d with a clearance", listed, empty, clearances)
	}
}

// The box around a polytope hides no contact with a triangle of the mesh.
func TestBoxAroundPolytopeHidesNoContact(t *testing.T) {
	meshes := openAndClosed(t)[:2]
	touching := 0
	for _, kind := range []shape.Kind{shape.Box, shape.Hull} {
		for i := range cases(t, 3000) {
			r := rand.New(rand.NewSource(int64(i)))
			b := randShape(t, r, kind)
			pose := vec.Transform{P: randVec(r, 2), Q: randQuat(r)}
			speculative := []float32{0, SpeculativeDistance, 0.3}[r.Intn(3)]
			mesh := &meshes[i%len(meshes)]
			var out, all MeshContacts
			CollideMesh(&out, mesh, &b, pose, speculative)
			// a walk takes every triangle that touches the bounds
			q := meshQuery{mesh: mesh, convex: &b, pose: pose, center: pose.Apply(b.Centroid()),
				speculative: speculative}
			near := b.AABB(pose).Expand(speculative)
			all.axes.prepare(&q)
			all.faces.prepare()
			all.eachWalked(&q, &near)
			if all.fallback.found && !overlaps(all.owned) {
				all.useFallback(&q)
			}
			all.cluster(q.center)
			if !slices.Equal(out.Manifolds, all.Manifolds) {
				t.Fatalf("%v case %d: %+v, want %+v", kind, i, out.Manifolds, all.Manifolds)
			}
			touching += min(len(all.Manifolds), 1)
		}
	}
	if touching < cases(t, 1000) {
		t.Errorf("only %d shapes touched the mesh", touching)
	}
}

// A remembered pair of edges hides no contact, whichever edges it names, also where the speculative distance is less
// than the depth of a shallow face contact, and for edges that are almost parallel, which no search considers.
func TestRememberedEdgesHideNoContact(t *testing.T) {
	asked, separated := 0, 0
	for i := range cases(t, 20000) {
		r := rand.New(rand.NewSource(int64(i)))
		corners := []vec.Vec3{{}, vec.V3(r.Float32()-0.5, 0, 1), vec.V3(1, 0, r.Float32()-0.5)}
		mesh, err := shape.NewMesh(shape.MeshDef{Vertices: corners, Indices: []uint32{0, 1, 2}, TwoSided: i%8 < 4})
		must(t, mesh, err)
		b := flatHull(t, r)
		pose := vec.Transform{P: vec.V3(0.3*r.Float32()-0.2, -0.01*r.Float32(), 0.3*r.Float32()-0.1),
			Q: vec.QuatAxisAngle(randVec(r, 1).Norm(), 0.1*r.Float32())}
		if i%2 == 1 {
			along := corners[1+i/2%2].Norm()
			rotation := vec.QuatAxisAngle(randVec(r, 1).Norm(), 0.01*r.Float32()).Mul(
				vec.QuatBetween(vec.V3(1, 0, 0), along))
			b, err = shape.NewBox(vec.V3(0.3, 0.2, 0.1), vec.TransformIdentity)
			must(t, b, err)
			aside := along.Cross(vec.V3(0, 1, 0)).Mul(float32(1-2*(i/2%2)) * (0.1 + 0.03*r.Float32()))
			pose = vec.Transform{P: along.Mul(r.Float32()).Add(aside).Add(vec.V3(0, 0.2+0.03*r.Float32(), 0)),
				Q: rotation.Norm()}
		}
		speculative := []float32{0, 0.002, SpeculativeDistance}[r.Intn(3)]
		var list TriangleList
		var with, without MeshContacts
		with.List, with.ListMargin = &list, 0.2
		CollideMesh(&without, &mesh, &b, pose, speculative)
		CollideMesh(&with, &mesh, &b, pose, speculative)
		for by := 0; list.count > 0 && by <= 3*len(b.Poly.Edges); by++ {
			list.separating[0] = separatingEdges(by)
			CollideMesh(&with, &mesh, &b, pose, speculative)
			if !slices.Equal(with.Manifolds, without.Manifolds) {
				t.Fatalf("case %d, speculative distance %g, edges %d: %+v, without a memory %+v", i, speculative, by,
					with.Manifolds, without.Manifolds)
			}
			if asked++; len(without.Manifolds) == 0 && with.axes.hull.stillSeparated(separatingEdges(by),
				speculative+separationMargin) {
				separated++
			}
		}
	}
	if asked < 10000 || separated < 200 {
		t.Errorf("%d pairs of edges, %d of which separate", asked, separated)
	}
}

// flatHull is a hull of few points most of which lie in a plane or close to it.
func flatHull(t *testing.T, r *rand.Rand) shape.Geometry {
	t.Helper()
	for {
		points := make([]vec.Vec3, 4+r.Intn(4))
		for i := range points {
			p := randVec(r, 0.3)
			p.Y = vec.Abs(p.Y) * []float32{0, 0, 0, 1, 0.3, 0.1}[r.Intn(6)]
			points[i] = p
		}
		if g, err := shape.NewHull(points); err == nil {
			return g
		}
	}
}

// The first contact of a cluster is always in it, even if its normal is too short for its own cosine,
// and every contact is in one.
func TestClusterHoldsItsFirst(t *testing.T) {
	for i := range cases(t, 2000) {
		r := rand.New(rand.NewSource(int64(i)))
		var out MeshContacts
		points := 0
		for k := range 1 + r.Intn(8) {
			n := randVec(r, 1).Norm().Mul(0.99 + 0.01*r.Float32())
			if k > 0 && r.Intn(2) == 0 {
				n = out.owned[r.Intn(k)].manifold.Normal
			}
			c := ownedContact{child: int32(k), surface: n}
			c.manifold.Normal, c.manifold.Count = n, 1
			c.manifold.Points[0] = LocalPoint{Point: randVec(r, 1), ID: uint32(k + 1)}
			out.owned = append(out.owned, c)
			points++
		}
		out.cluster(vec.Vec3{})
		kept := 0
		for k := range out.Manifolds {
			m := &out.Manifolds[k]
			if m.Count == 0 {
				t.Fatalf("case %d: manifold %d of %d has no points", i, k, len(out.Manifolds))
			}
			kept += int(m.Count)
		}
		for k := range out.owned {
			if !out.owned[k].clustered {
				t.Fatalf("case %d: contact %d is in no cluster", i, k)
			}
		}
		if kept > points || len(out.Manifolds) > points || kept < min(points, len(out.Manifolds)) {
			t.Fatalf("case %d: %d points of %d in %d manifolds", i, kept, points, len(out.Manifolds))
		}
	}
}
