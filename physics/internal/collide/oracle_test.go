package collide

import (
	"math"
	"math/rand"
	"os"
	"testing"

	"tumble/physics/internal/collide/proximity"
	"tumble/physics/internal/shape"
	"tumble/physics/vec"
)

// cases returns the number of seeded cases of an oracle test, with -short as well: the tests count the kinds of cases
// that they met, and fewer meet too few.
func cases(t testing.TB, n int) int {
	if os.Getenv("TUMBLE_SOAK") == "1" {
		return 50 * n
	}
	return n
}

func randVec(r *rand.Rand, s float32) vec.Vec3 {
	return vec.V3(s*(2*r.Float32()-1), s*(2*r.Float32()-1), s*(2*r.Float32()-1))
}

// randQuat mixes arbitrary rotations with those that make shapes line up.
func randQuat(r *rand.Rand) vec.Quat {
	switch r.Intn(4) {
	case 0:
		return vec.QuatIdentity
	case 1:
		axes := [3]vec.Vec3{vec.AxisX, vec.AxisY, vec.AxisZ}
		return vec.QuatAxisAngle(axes[r.Intn(3)], float32(r.Intn(8))*vec.Pi/4)
	case 2:
		return vec.QuatAxisAngle(randVec(r, 1).Norm(), 0.02*r.Float32())
	}
	for {
		q := vec.Quat{X: 2*r.Float32() - 1, Y: 2*r.Float32() - 1, Z: 2*r.Float32() - 1, W: 2*r.Float32() - 1}
		if n := q.Dot(q); n > 0.01 && n < 1 {
			return q.Norm()
		}
	}
}

func must(t testing.TB, g shape.Geometry, err error) shape.Geometry {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// randShape returns a shape of about unit size, off centre in its body half of the time.
func randShape(t testing.TB, r *rand.Rand, kind shape.Kind) shape.Geometry {
	t.Helper()
	size := func() float32 { return 0.2 + float32(0.8*r.Float32()) }
	local := vec.TransformIdentity
	if r.Intn(2) == 0 {
		local = vec.Transform{P: randVec(r, 0.3), Q: randQuat(r)}
	}
	var g shape.Geometry
	var err error
	switch kind {
	case shape.Sphere:
		g, err = shape.NewSphere(local.P, size())
	case shape.Capsule:
		h := size()
		g, err = shape.NewCapsule(local.Apply(vec.V3(0, -h, 0)), local.Apply(vec.V3(0, h, 0)), 0.5*size())
	case shape.Box:
		g, err = shape.NewBox(vec.V3(size(), size(), size()), local)
	case shape.Hull:
		points := make([]vec.Vec3, 8+r.Intn(16))
		for {
			for i := range points {
				points[i] = local.Apply(randVec(r, 1))
				if r.Intn(3) == 0 {
					points[i] = local.Apply(randVec(r, 1).Norm())
				}
			}
			if g, err = shape.NewHull(points); err == nil {
				break
			}
		}
	case shape.Cylinder:
		h := size()
		g, err = shape.NewCylinder(local.Apply(vec.V3(0, -h, 0)), local.Apply(vec.V3(0, h, 0)), size())
	case shape.Cone:
		g, err = shape.NewCone(local.Apply(vec.V3(0, -size(), 0)), local.Apply(vec.V3(0, size(), 0)), size())
	case shape.TaperedCapsule:
		h := size()
		g, err = shape.NewTaperedCapsule(local.Apply(vec.V3(0, -h, 0)), local.Apply(vec.V3(0, h, 0)),
			0.2+float32(0.19*r.Float32()), 0.2+float32(0.19*r.Float32()))
	default:
		t.Fatalf("no random %v", kind)
	}
	return must(t, g, err)
}

// randPose places B so that its surface is near that of A in most cases.
func randPose(r *rand.Rand, a, b *shape.Geometry) vec.Transform {
	pose := vec.Transform{Q: randQuat(r)}
	n := randVec(r, 1).Norm()
	if r.Intn(3) == 0 {
		n = [3]vec.Vec3{vec.AxisX, vec.AxisY, vec.AxisZ}[r.Intn(3)]
	}
	reachA := a.Support(n).Dot(n)
	reachB := -pose.Q.Rotate(b.Support(pose.Q.InvRotate(n.Neg()))).Dot(n)
	gap := float32(0)
	switch r.Intn(4) {
	case 0:
		gap = 0.01 * (2*r.Float32() - 1)
	case 1:
		gap = 0.5 * (2*r.Float32() - 1)
	case 2:
		gap = -0.05 * r.Float32()
	case 3:
		gap = r.Float32() - 0.7
	}
	side := randVec(r, 0.5)
	side = side.MulSub(side.Dot(n), n)
	pose.P = n.Mul(reachA + reachB + gap).Add(side)
	return pose
}

// skeleton is a convex polyhedron for brute force: a polytope, or a segment or point with
// a radius.
type skeleton struct {
	vertices []shape.Vec64
	edges    [][2]int
	faces    [][]int
	normals  []shape.Vec64
	radius   float64
}

func newSkeleton(g *shape.Geometry, pose *proximity.Pose) skeleton {
	s := skeleton{radius: float64(g.CoreRadius())}
	switch g.Kind {
	case shape.Sphere:
		s.vertices = []shape.Vec64{pose.Apply(shape.Widen(g.A))}
	case shape.Capsule:
		s.vertices = []shape.Vec64{pose.Apply(shape.Widen(g.A)), pose.Apply(shape.Widen(g.B))}
		s.edges = [][2]int{{0, 1}}
	default:
		for _, v := range g.Poly.Vertices {
			s.vertices = append(s.vertices, pose.Apply(shape.Widen(v)))
		}
		for i := 0; i < len(g.Poly.Edges); i += 2 {
			s.edges = append(s.edges, [2]int{int(g.Poly.Edges[i].Origin), int(g.Poly.Edges[i+1].Origin)})
		}
		for f, first := range g.Poly.FirstEdge {
			var loop []int
			for e := first; ; {
				loop = append(loop, int(g.Poly.Edges[e].Origin))
				if e = g.Poly.Edges[e].Next; e == first {
					break
				}
			}
			s.faces = append(s.faces, loop)
			n := shape.Widen(g.Poly.Planes[f].Normal)
			zero := proximity.Pose{X: pose.X, Y: pose.Y, Z: pose.Z}
			s.normals = append(s.normals, zero.Apply(n).Norm())
		}
	}
	return s
}

func (s *skeleton) reach(n shape.Vec64) float64 {
	best := math.Inf(-1)
	for _, v := range s.vertices {
		best = math.Max(best, v.Dot(n))
	}
	return best
}

// gapAlong is the separation of the skeletons, without radii, along n.
func gapAlong(a, b *skeleton, n shape.Vec64) float64 { return -b.reach(n.Neg()) - a.reach(n) }

// bruteSAT returns the largest separation of the skeletons over all face normals and all
// edge–edge cross products.
func bruteSAT(a, b *skeleton) (best float64, axis shape.Vec64) {
	best = math.Inf(-1)
	try := func(n shape.Vec64) {
		if l := n.Len(); l > 1e-7 {
			n = n.Mul(1 / l)
			if s := gapAlong(a, b, n); s > best {
				best, axis = s, n
			}
		}
	}
	for _, n := range a.normals {
		try(n)
	}
	for _, n := range b.normals {
		try(n.Neg())
	}
	for _, e := range a.edges {
		u := a.vertices[e[1]].Sub(a.vertices[e[0]]).Norm()
		for _, f := range b.edges {
			n := u.Cross(b.vertices[f[1]].Sub(b.vertices[f[0]]).Norm())
			try(n)
			try(n.Neg())
		}
	}
	return best, axis
}

// bruteDistance returns the distance of two disjoint skeletons, without radii: the least over
// all vertex–face, edge–edge and vertex–vertex pairs.
func bruteDistance(a, b *skeleton) float64 {
	best := math.Inf(1)
	for _, p := range a.vertices {
		for _, q := range b.vertices {
			best = math.Min(best, p.Sub(q).Len())
		}
	}
	pointSegment := func(p, u, v shape.Vec64) {
		d := v.Sub(u)
		t := math.Max(0, math.Min(1, p.Sub(u).Dot(d)/d.Dot(d)))
		best = math.Min(best, p.Sub(u.MulAdd(t, d)).Len())
	}
	for _, p := range a.vertices {
		for _, f := range b.edges {
			pointSegment(p, b.vertices[f[0]], b.vertices[f[1]])
		}
	}
	for _, p := range b.vertices {
		for _, e := range a.edges {
			pointSegment(p, a.vertices[e[0]], a.vertices[e[1]])
		}
	}
	for _, e := range a.edges {
		p1 := a.vertices[e[0]]
		d1 := a.vertices[e[1]].Sub(p1)
		for _, f := range b.edges {
			q1 := b.vertices[f[0]]
			d2 := b.vertices[f[1]].Sub(q1)
			n := d1.Cross(d2)
			n2 := n.Dot(n)
			if n2 < 1e-12 {
				continue
			}
			r := q1.Sub(p1)
			s, t := r.Cross(d2).Dot(n)/n2, r.Cross(d1).Dot(n)/n2
			if s >= 0 && s <= 1 && t >= 0 && t <= 1 {
				best = math.Min(best, math.Abs(r.Dot(n))/math.Sqrt(n2))
			}
		}
	}
	pointFace := func(p shape.Vec64, s *skeleton, f int) {
		loop := s.faces[f]
		for i := range loop {
			u, v := s.vertices[loop[i]], s.vertices[loop[(i+1)%len(loop)]]
			if s.normals[f].Cross(v.Sub(u)).Dot(p.Sub(u)) < 0 {
				return
			}
		}
		if h := p.Sub(s.vertices[loop[0]]).Dot(s.normals[f]); h >= 0 {
			best = math.Min(best, h)
		}
	}
	for f := range b.faces {
		for _, p := range a.vertices {
			pointFace(p, b, f)
		}
	}
	for f := range a.faces {
		for _, p := range b.vertices {
			pointFace(p, a, f)
		}
	}
	return best
}

var identityPose = proximity.WidenPose(vec.TransformIdentity)

// polyhedral are the kinds that the brute force knows exactly.
var polyhedral = []shape.Kind{shape.Sphere, shape.Capsule, shape.Box, shape.Hull}

// convex are all bounded convex kinds.
var convex = []shape.Kind{
	shape.Sphere, shape.Capsule, shape.Box, shape.Hull, shape.Cylinder, shape.Cone, shape.TaperedCapsule,
}

// forPairs runs f on every ordered pair of kinds.
func forPairs(t *testing.T, kinds []shape.Kind, f func(t *testing.T, a, b shape.Kind)) {
	for _, a := range kinds {
		for _, b := range kinds {
			t.Run(a.String()+"-"+b.String(), func(t *testing.T) { f(t, a, b) })
		}
	}
}

// trueSeparation is positive and the distance when the shapes are apart, else the largest
// separation over all axes.
func trueSeparation(a, b *skeleton) float64 {
	sat, _ := bruteSAT(a, b)
	if sat > 1e-6 || len(a.faces)+len(b.faces) == 0 || len(a.vertices) <= 2 && len(b.vertices) <= 2 {
		return bruteDistance(a, b) - a.radius - b.radius
	}
	return sat - a.radius - b.radius
}

// TestManifoldsAgainstBruteForce checks for each pair family that shapes which overlap get a
// manifold, shapes out of reach get none, that the normal is an axis of (nearly) least
// overlap, and that each point lies at both surfaces.
func TestManifoldsAgainstBruteForce(t *testing.T) {
	forPairs(t, polyhedral, func(t *testing.T, kindA, kindB shape.Kind) {
		n := cases(t, 2000)
		for i := range n {
			r := rand.New(rand.NewSource(int64(i)))
			a, b := randShape(t, r, kindA), randShape(t, r, kindB)
			pose := randPose(r, &a, &b)
			if msg := checkManifold(&a, &b, pose); msg != "" {
				t.Fatalf("case %d: %s\nA %+v\nB %+v\npose %+v", i, msg, a, b, pose)
			}
		}
	})
}
