package scenes

import (
	"testing"

	"tumble/physics/vec"
)

// The shorter the steps the less energy explicit Euler gains; only the coarse spring explodes.
func TestExplicitSpringExplodesInCoarseSteps(t *testing.T) {
	for _, c := range []struct {
		hertz    int
		from, to float32 // of the coarse spring
	}{{50, 20, 2000}, {100, 5, 20}, {400, 1.2, 3}} {
		r := build(t, &eulerSpring, eulerSpring.WorldDef(), nil)
		for range 5 * c.hertz {
			if err := r.Advance(c.hertz); err != nil {
				t.Fatal(err)
			}
		}
		coarse, fine, held := springSwing(r, 0), springSwing(r, 1), springSwing(r, 2)
		t.Logf(
			"%d Hz: after 5 s the springs swing %.2f (steps of %.0f ms), %.2f (%.1f ms), "+
				"%.2f (semi-implicit) times as far",
			c.hertz, coarse, 8000/float32(c.hertz), fine, 1000/float32(c.hertz), held)
		if coarse < c.from || coarse > c.to || fine > 2 || vec.Abs(held-1) > 0.06 {
			t.Error("not as expected")
		}
	}
}

// The rest of a bounce grows with the square of the step; the solver leaves nothing.
func TestRestingBallHopsWithItsSteps(t *testing.T) {
	r := build(t, &restingBall, restingBall.WorldDef(), nil)
	advance(t, r, 200)
	var top [3]float32
	for range 200 {
		advance(t, r, 1)
		for i := range top {
			top[i] = vec.Max(top[i], r.Bodies[i].Position().Y-tableTop-ballRadius)
		}
	}
	t.Logf("hops: %.2f mm in steps of 70 ms, %.2f mm of 10 ms, %.3f mm by the solver", 1000*top[0], 1000*top[1],
		1000*top[2])
	if top[1] < 0.0002 || top[0] < 10*top[1] || top[2] > 0.0002 {
		t.Error("not as expected")
	}
}

// takePuff takes a puff out of the middle of the smoke.
func takePuff(r *Run) {
	left := 10
	for i := range r.World.BodyCapacity() {
		b, ok := r.World.BodyAt(i)
		if !ok || b.Name() != puffName {
			continue
		}
		if left--; left == 0 {
			b.Destroy()
			return
		}
	}
}

// The claims fail when what they are about is disturbed.
func TestTimeClaimsCanFail(t *testing.T) {
	for _, c := range []struct {
		scene *Scene
		spoil func(r *Run)
	}{
		{&eulerSpring, func(r *Run) { r.Bodies[2].SetLinearVelocity(vec.V3(0, 5, 0)) }},
		{&eulerSpring, func(r *Run) { r.Bodies[1].SetLinearVelocity(vec.V3(0, 5, 0)) }},
		{&restingBall, func(r *Run) { r.Bodies[2].SetLinearVelocity(vec.V3(0, 0, 0.1)) }},
		{&restingBall, func(r *Run) { r.Bodies[0].SetPosition(vec.V3(0, 4, 0)) }},
		{&stall, takePuff},
	} {
		r := build(t, c.scene, c.scene.WorldDef(), nil)
		advance(t, r, c.scene.Steps-20)
		c.spoil(r)
		advance(t, r, 20)
		if err := r.Check(); err == nil {
			t.Errorf("%s: the check holds all the same", c.scene.Name)
		}
	}
}
