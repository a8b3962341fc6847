package physics

import (
	"math/rand"
	"testing"

	"tumble/physics/vec"
)

// A body that spins at the limit, or is told to spin faster, gives its energy to the bodies that it touches
// and never gets more from them: a tetrahedron and a brick among others on a floor, at half a turn a sub-step and
// beyond.
func TestFastSpinInAClusterGainsNothing(t *testing.T) {
	hull, err := NewHull([]Vec3{V3(-0.3, -0.3, -0.3), V3(0.3, -0.3, -0.3), V3(0, 0.4, 0), V3(0, -0.3, 0.4)})
	if err != nil {
		t.Fatal(err)
	}
	forms := []Geometry{hull, BoxHalf(0.2, 0.3, 0.4)}
	for _, spin := range []float32{400, 700, 1000, 1250, 20_000} {
		r := rand.New(rand.NewSource(int64(spin)))
		w := newTestWorld(t, nil)
		addFloor(t, w)
		var bodies []Body
		for i := range 24 {
			at := V3(float32(i%3)*0.7-0.7, 0.4+float32(i/9)*0.8, float32(i/3%3)*0.7-0.7)
			bodies = append(bodies, addBody(t, w, Dynamic, at, forms[i%len(forms)]))
		}
		run(t, w, 0.5)
		axis := vec.V3(r.Float32()-0.5, r.Float32()-0.5, r.Float32()-0.5).Norm()
		if !bodies[len(bodies)/2].SetAngularVelocity(axis.Mul(spin)) {
			t.Fatal("the spin was refused")
		}
		most, least := float32(0), float32(400*vec.Pi)
		for step := range 100 {
			run(t, w, 1.0/testRate)
			sum := float32(0)
			for _, b := range bodies {
				if b.Frozen() {
					t.Fatalf("%g rad/s: %v broke in step %d", spin, b, step)
				}
				sum += float32(kinetic(b))
				if s := b.AngularVelocity().Len(); s > vec.Min(spin, least)*1.001 && b == bodies[len(bodies)/2] {
					t.Fatalf("%g rad/s: %g after step %d", spin, s, step)
				}
			}
			if step == 0 {
				most = sum
			}
			if sum > 1.001*most+1000 {
				t.Fatalf("%g rad/s: %g J after step %d, %g J at first", spin, sum, step, most)
			}
		}
	}
}
