package collide

import (
	"math/rand"
	"testing"

	"tumble/physics/internal/shape"
	"tumble/physics/vec"
)

// Two polytopes that an axis is said to keep apart on the way do not come near each other at any moment of it.
func TestKeptApart(t *testing.T) {
	const moments, gap = 24, 0.05
	kept, may := 0, 0
	for i := range cases(t, 20000) {
		r := rand.New(rand.NewSource(int64(i)))
		kinds := [2]shape.Kind{shape.Box, shape.Box}
		if i%3 > 0 {
			kinds[0] = shape.Hull
		}
		if i%3 > 1 {
			kinds[1] = shape.Hull
		}
		a, b := randShape(t, r, kinds[0]), randShape(t, r, kinds[1])
		pose := vec.Transform{P: randVec(r, 3), Q: randQuat(r)}
		motion := randVec(r, 2)
		var cache Cache
		var m LocalManifold
		if Collide(&m, &a, &b, pose, gap, &cache); m.Count > 0 {
			continue
		}
		if !KeptApart(&a, &b, pose, motion, gap, &cache) {
			may++
			continue
		}
		kept++
		for k := range moments + 1 {
			var fresh Cache
			at := vec.Transform{P: pose.P.MulAdd(float32(k)/moments, motion), Q: pose.Q}
			if Collide(&m, &a, &b, at, gap-2e-4, &fresh); m.Count > 0 {
				t.Fatalf("case %d: %v and %v are %g m apart after %d of %d of %v", i, kinds[0], kinds[1], m.lowest(), k, moments, motion)
			}
		}
	}
	if kept < cases(t, 2000) || may < cases(t, 500) {
		t.Errorf("only %d pairs are kept apart, and %d may meet", kept, may)
	}
}
