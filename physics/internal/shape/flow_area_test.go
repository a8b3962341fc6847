package shape

import (
	"math"
	"math/rand/v2"
	"testing"

	"tumble/physics/vec"
)

// flowShapes returns one of each convex kind, all off the origin.
func flowShapes(t testing.TB) []Geometry {
	hull, err := NewHull([]vec.Vec3{{X: 1}, {X: -0.7, Y: 0.2}, {Y: 1, Z: 0.4}, {Y: -1.1}, {Z: 0.9}, {X: 0.3, Z: -1.2}})
	if err != nil {
		t.Fatal(err)
	}
	list := []Geometry{hull}
	add := func(g Geometry, err error) {
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, g)
	}
	a, b := vec.V3(0.3, -0.5, 0.2), vec.V3(-0.4, 0.6, 0.5)
	add(NewSphere(vec.V3(0.2, 0.3, -0.1), 0.8))
	add(NewBox(vec.V3(0.5, 0.3, 0.9), vec.Transform{P: a, Q: vec.QuatAxisAngle(vec.V3(1, 2, 2).Norm(), 1)}))
	add(NewCapsule(a, b, 0.4))
	add(NewCylinder(a, b, 0.6))
	add(NewCone(a, b, 0.7))
	add(NewTaperedCapsule(a, b, 0.5, 0.2))
	return list
}

func randomUnit(r *rand.Rand) vec.Vec3 {
	for {
		v := vec.V3(2*r.Float32()-1, 2*r.Float32()-1, 2*r.Float32()-1)
		if l := v.Len(); l > 0.1 && l < 1 {
			return v.Norm()
		}
	}
}

// The part below a plane agrees with counting points, in volume and in centre.
func TestImmersedAgainstPoints(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, g := range flowShapes(t) {
		box := g.AABB(vec.TransformIdentity)
		size := box.Max.Sub(box.Min)
		cell := float64(size.X) * float64(size.Y) * float64(size.Z)
		for range 8 {
			n := randomUnit(r)
			low, high := n.Dot(g.Support(n.Neg())), n.Dot(g.Support(n))
			offset := low + (high-low)*r.Float32()
			const count = 30_000
			inside, sum := 0, Vec64{}
			for range count {
				p := box.Min.Add(vec.V3(r.Float32()*size.X, r.Float32()*size.Y, r.Float32()*size.Z))
				if n.Dot(p) <= offset && g.Contains(p) {
					inside++
					sum = sum.Add(Widen(p))
				}
			}
			volume, center := g.Immersed(n, offset)
			want := cell * float64(inside) / count
			if math.Abs(float64(volume)-want) > 0.015*cell+1e-4 {
				t.Errorf("%s: volume %.4f m³ below the plane, counted %.4f", g.Kind, volume, want)
			}
			if inside > 3000 {
				if d := center.Dist(sum.Mul(1 / float64(inside)).Vec3()); d > 0.025 {
					t.Errorf("%s: centre %.4f m from the counted one", g.Kind, d)
				}
			}
		}
		whole := g.Mass(1)
		if v, c := g.Immersed(vec.AxisY, 100); v != whole.Mass || c != whole.Center {
			t.Errorf("%s: under water it has %g m³ around %v", g.Kind, v, c)
		}
		if v, _ := g.Immersed(vec.AxisY, -100); v != 0 {
			t.Errorf("%s: above the water it has %g m³ in it", g.Kind, v)
		}
		// the parts below and above a plane are all of the body
		for range 200 {
			n, offset := randomUnit(r), r.Float32()-0.5
			below, c := g.Immersed(n, offset)
			above, d := g.Immersed(n.Neg(), -offset)
			center := c.Mul(below).Add(d.Mul(above)).Mul(1 / (below + above))
			if vec.Abs(below+above-whole.Mass) > 1e-3*whole.Mass || center.Dist(whole.Center) > 2e-3 {
				t.Fatalf("%s: %g below and %g above make %g m³ around %v, not %v", g.Kind, below, above, whole.Mass,
					center, whole.Center)
			}
		}
	}
}

// The area that a flow sees agrees with rays along it, in size and in centre.
func TestFlowAreaAgainstRays(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for _, g := range flowShapes(t) {
		for i := range 10 {
			dir := randomUnit(r)
			if axis, l := g.Axis(); i < 2 && l > 0 {
				// along the axis and across it
				dir = axis
				if i == 1 {
					dir = axis.Perp()
				}
			}
			u := dir.Perp()
			v := dir.Cross(u)
			const side, reach = 200, 2
			const count = side * side
			hits, sum, normals := 0, Vec64{}, Vec64{}
			for k := range count {
				// one ray at random in each cell of a grid: no more noise than the outline gives
				a := reach * (2*(float32(k%side)+r.Float32())/side - 1)
				b := reach * (2*(float32(k/side)+r.Float32())/side - 1)
				origin := u.Mul(a).MulAdd(b, v).MulSub(5, dir)
				if h, ok := g.RayCast(origin, dir.Mul(10), 1); ok {
					hits++
					sum = sum.Add(Widen(origin))
					normals = normals.Add(Widen(h.Normal))
				}
			}
			f := g.Projection(dir)
			want := 4 * reach * reach * float64(hits) / count
			if math.Abs(float64(f.Area)-want) > 0.03*want+0.05 {
				t.Errorf("%s: %.4f m² across the flow, rays count %.4f", g.Kind, f.Area, want)
			}
			mean := sum.Mul(1 / float64(hits)).Vec3()
			d := f.Center.Sub(mean)
			if d = d.MulSub(d.Dot(dir), dir); d.Len() > 0.04 {
				t.Errorf("%s: centre %.4f m from that of the rays", g.Kind, d.Len())
			}
			if g.Kind != Cone && g.Kind != TaperedCapsule {
				if d := f.Normal.Dist(normals.Mul(1 / float64(hits)).Vec3()); d > 0.03 {
					t.Errorf("%s: mean normal %v, of the rays %v", g.Kind, f.Normal, normals.Mul(1/float64(hits)))
				}
			}
		}
	}
}
