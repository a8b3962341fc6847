package physics

import (
	"math/rand"
	"testing"

	"tumble/physics/vec"
)

// TestFastSpinInAClusterGainsNothing: a tetrahedron that spins among others and bricks on a floor, up to half a turn a
// sub-step and beyond, gives its energy to the bodies that it touches, and all together get none, to 1 % of
// their motion.
func TestFastSpinInAClusterGainsNothing(t *testing.T) {
	hull, err := NewHull([]Vec3{V3(-0.3, -0.3, -0.3), V3(0.3, -0.3, -0.3), V3(0, 0.4, 0), V3(0, -0.3, 0.4)})
	if err != nil {
		t.Fatal(err)
	}
	forms := []Geometry{hull, BoxHalf(0.2, 0.3, 0.4)}
	for _, spin := range []float32{100, 200, 400, 700, 1000, 1250, 20_000} {
		for seed := range int64(5) {
			w := newTestWorld(t, nil)
			addFloor(t, w)
			var bodies []Body
			for i := range 24 {
				at := V3(float32(i%3)*0.7-0.7, 0.4+float32(i/9)*0.8, float32(i/3%3)*0.7-0.7)
				bodies = append(bodies, addBody(t, w, Dynamic, at, forms[i%len(forms)]))
			}
			run(t, w, 0.5)
			r := rand.New(rand.NewSource(seed))
			axis := vec.V3(r.Float32()-0.5, r.Float32()-0.5, r.Float32()-0.5).Norm()
			if err := bodies[len(bodies)/2].SetAngularVelocity(axis.Mul(spin)); err != nil {
				t.Fatal("the spin was refused")
			}
			run(t, w, 1.0/testRate)
			most, motion := mechanical(bodies)
			for step := range 100 {
				run(t, w, 1.0/testRate)
				now, _ := mechanical(bodies)
				if now > most+float64(1e-2*motion) {
					t.Fatalf("%g rad/s, seed %d: %.0f J after step %d, %.0f J at first", spin, seed, now, step, most)
				}
			}
		}
	}
}

// mechanical is the energy of bodies under standard gravity (J), and how much of it is kinetic.
func mechanical(bodies []Body) (whole, motion float64) {
	for _, b := range bodies {
		motion += float64(kinetic(b))
		whole += float64(9.81 * float64(b.Mass()*b.WorldCenter().Y))
	}
	return whole + motion, motion
}
