package shape

import (
	"math/rand"
	"slices"
	"testing"

	"tumble/physics/vec"
)

// TestWeldsWhatIsNear: every point is within the weld distance of the vertex that stands for it, and no two vertices
// are, on grids, in clusters at edges of cells, and far from the origin.
func TestWeldsWhatIsNear(t *testing.T) {
	for seed := range int64(60) {
		r := rand.New(rand.NewSource(seed))
		points := make([]vec.Vec3, 1+r.Intn(400))
		for i := range points {
			switch seed % 3 {
			case 0:
				points[i] = vec.V3(float32(r.Intn(9)), float32(r.Intn(9)), float32(r.Intn(9)))
			case 1:
				points[i] = vec.V3(float32(r.Intn(3))+5e-6*r.Float32(), float32(r.Intn(3))+5e-6*r.Float32(),
					4e-6*r.Float32())
			default:
				points[i] = vec.V3(1000*r.Float32(), 1000*r.Float32(), 100+1e-3*r.Float32())
			}
		}
		box := vec.EmptyAABB
		for _, p := range points {
			box = box.Include(p)
		}
		near := float32(weldFraction * box.Max.Sub(box.Min).MaxComponent())
		m := &TriMesh{}
		for i, v := range m.weld(points) {
			if d := m.vertices[v].Dist(points[i]); d > near {
				t.Errorf("seed %d: point %d is %g from its vertex, at most %g", seed, i, d, near)
			}
		}
		for i, a := range m.vertices {
			for _, b := range m.vertices[:i] {
				if a.Dist(b) <= near {
					t.Errorf("seed %d: vertices %v and %v are two", seed, a, b)
				}
			}
		}
	}
}

// TestHalvesAsSorted: a tree has the items in the order that sorting each of its nodes gives.
func TestHalvesAsSorted(t *testing.T) {
	for seed := range int64(40) {
		r := rand.New(rand.NewSource(seed))
		list := make([]int32, 2*bvhLeaf+2+r.Intn(2000))
		keys := make([]int, len(list))
		for i := range list {
			list[i], keys[i] = int32(i), r.Intn(1+r.Intn(len(list)))
		}
		compare := func(i, j int32) int {
			if keys[i] != keys[j] {
				return keys[i] - keys[j]
			}
			return int(i - j)
		}
		sorted := slices.Clone(list)
		slices.SortFunc(sorted, compare)
		at := len(list) / 2
		if rest, k := narrow(list, at, compare); k >= 0 {
			slices.SortFunc(rest, compare)
		}
		first, want := slices.Clone(list[:at]), slices.Clone(sorted[:at])
		slices.SortFunc(first, compare)
		if !slices.Equal(first, want) {
			t.Errorf("seed %d: the first half of %d items has others than when sorted", seed, len(list))
		}
	}
}
