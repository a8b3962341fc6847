package collide

import (
	"math/rand"
	"slices"
	"testing"

	"tumble/physics/vec"
)

// A search ahead finds all triangles in front of a shape that it comes to touch on its way, and leaves others out.
func TestSearchAheadMissesNothing(t *testing.T) {
	meshes := openAndClosed(t)
	const moments = 16
	var out MeshContacts
	met, fewer := 0, 0
	for _, kind := range convex {
		for i := range cases(t, 1500) {
			r := rand.New(rand.NewSource(int64(i)))
			mesh := &meshes[i%len(meshes)]
			b := randShape(t, r, kind)
			pose := vec.Transform{P: randVec(r, 3), Q: randQuat(r)}
			motion := randVec(r, 2)
			search := func(at, reach float32) []int32 {
				CollideMesh(&out, mesh, &b, vec.Transform{P: pose.P.MulAdd(at, motion), Q: pose.Q}, reach)
				var list []int32
				for k := range out.owned {
					list = append(list, out.owned[k].child)
				}
				return list
			}
			out.Motion = vec.Vec3{}
			if len(search(0, 0)) > 0 {
				continue
			}
			around := search(0, motion.Len())
			out.Motion = motion
			ahead := search(0, motion.Len())
			out.Motion = vec.Vec3{}
			if len(ahead) < len(around) {
				fewer++
			}
			for k := 1; k <= moments; k++ {
				touched := search(float32(k)/moments, 0)
				for _, child := range touched {
					if slices.Contains(around, child) && !slices.Contains(ahead, child) {
						t.Fatalf("%v case %d: touches triangle %d after %d of %d of %v, which is not seen ahead", kind,
							i, child, k, moments, motion)
					}
				}
				if len(touched) > 0 {
					met++
					break
				}
			}
		}
	}
	if met < cases(t, 300) || fewer < cases(t, 300) {
		t.Errorf("only %d shapes met a triangle, and only %d searches left some out", met, fewer)
	}
}
