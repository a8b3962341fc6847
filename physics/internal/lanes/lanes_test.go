package lanes

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"tumble/physics/vec"
)

// coarse returns a number of few values, so that there are many equal ones and zeros of both signs.
func coarse(rng *rand.Rand) float32 {
	x := float32(rng.IntN(5) - 2)
	if rng.IntN(3) == 0 {
		x *= float32(rng.NormFloat64())
	}
	if x == 0 && rng.IntN(2) == 0 {
		return float32(math.Copysign(0, -1))
	}
	return x
}

func some(rng *rand.Rand) vec.Vec3 { return vec.V3(coarse(rng), coarse(rng), coarse(rng)) }

func same(a, b float32) bool { return math.Float32bits(a) == math.Float32bits(b) }

// TestSameAsDefinition compares the vector code with the Go code that defines it.
func TestSameAsDefinition(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 20000 {
		n := 1 + rng.IntN(20)
		if rng.IntN(50) == 0 {
			n = 128
		}
		corners := make([]vec.Vec3, n)
		for i := range corners {
			corners[i] = some(rng)
		}
		list := make([]Points, Quads(n))
		PackPoints(list, corners)
		planes := make([]Planes, Quads(n))
		for i := range 4 * len(planes) {
			planes[i/4].Set(i%4, corners[min(i, n-1)], coarse(rng))
		}
		dir, offset := some(rng), coarse(rng)

		if got, want := Farthest(list, dir), farthest(list, dir); got != want || got >= n {
			t.Fatalf("farthest of %v along %v: %d, want %d", corners, dir, got, want)
		}
		h1, h2 := make([]float32, 4*len(list)), make([]float32, 4*len(list))
		if got, want := Heights(h1, list, dir, offset), heights(h2, list, dir, offset); got != want || got >= n {
			t.Fatalf("lowest of %v along %v: %d, want %d", corners, dir, got, want)
		}
		for i := range h1 {
			if !same(h1[i], h2[i]) {
				t.Fatalf("height %d of %v along %v: %g, want %g", i, corners, dir, h1[i], h2[i])
			}
		}
		a, b, c := some(rng), some(rng), some(rng)
		a1, a2 := make([]Above, len(planes)), make([]Above, len(planes))
		if got, want := TriangleAbove(a1, planes, a, b, c), above(a2, planes, a, b, c); got != want {
			t.Fatalf("planes %v and triangle %v %v %v: %d, want %d", planes, a, b, c, got, want)
		}
		for i := range a1 {
			for k := range 4 {
				g, w := &a1[i], &a2[i]
				equal := g.Least[k] == w.Least[k]
				for j := range 4 {
					equal = equal && same(g.Plane[k][j], w.Plane[k][j])
				}
				if !equal {
					t.Fatalf("planes %v and triangle %v %v %v, plane %d: %v, want %v", planes, a, b, c, 4*i+k, *g, *w)
				}
			}
		}
		edges := make([]Edge, 1+rng.IntN(30))
		for i := range edges {
			edges[i] = EdgeOf(1+rng.Float32(), uint8(rng.IntN(4*len(planes))), uint8(rng.IntN(4*len(planes))))
		}
		l1, l2 := make([]uint16, len(edges)), make([]uint16, len(edges))
		useful := coarse(rng)
		got, want := OpenEdges(l1, edges, a1, useful), open(l2, edges, a1, useful)
		if !slices.Equal(l1[:got], l2[:want]) {
			t.Fatalf("edges %v over %v by more than %g: %v, want %v", edges, a1, useful, l1[:got], l2[:want])
		}
		r := vec.Mat3{XX: coarse(rng), XY: coarse(rng), XZ: coarse(rng), YX: coarse(rng), YY: coarse(rng),
			YZ: coarse(rng), ZX: coarse(rng), ZY: coarse(rng), ZZ: coarse(rng)}
		low, high := Span(list, &r)
		least, greatest := spans(list, &r)
		for k, g := range [6]float32{low.X, low.Y, low.Z, high.X, high.Y, high.Z} {
			if w := [6]float32{least.X, least.Y, least.Z, greatest.X, greatest.Y, greatest.Z}[k]; !same(g, w) {
				t.Fatalf("span of %v along %v: %v %v, want %v %v", corners, r, low, high, least, greatest)
			}
		}
	}
}

// TestTouching holds the search of leaves against its definition, with boxes that meet in a point and gaps as large as
// the clearance.
func TestTouching(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	around := func() vec.AABB {
		a, b := some(rng), some(rng)
		return vec.AABB{Min: a.Min(b), Max: a.Max(b)}
	}
	touched, apart := 0, 0
	for range 20000 {
		leaves := make([]Leaf, 1+rng.IntN(60))
		for i := range leaves {
			leaves[i] = Leaf{Box: around(), Index: int32(rng.Uint32())}
		}
		list := make([]int32, 1+rng.IntN(40))
		for i := range list {
			list[i] = int32(rng.IntN(len(leaves)))
		}
		near, reach, clearance := around(), []float32{0, 0.5, 1}[rng.IntN(3)], []float32{0, 0.5, 1, 3}[rng.IntN(4)]
		box := near.Expand(reach)
		l1, l2 := make([]int32, len(list)), make([]int32, len(list))
		got, gap := Touching(l1, list, leaves, &near, &box, clearance)
		want, least := touching(l2, list, leaves, &near, &box, clearance)
		if !slices.Equal(l1[:got], l2[:want]) || !same(gap, least) {
			t.Fatalf("leaves %v of %v near %v in %v: %v, %g, want %v, %g", list, leaves, near, box, l1[:got], gap,
				l2[:want], least)
		}
		if touched += got; gap < clearance {
			apart++
		}
	}
	if touched < 20000 || apart < 1000 {
		t.Fatalf("%d leaves touched, %d gaps", touched, apart)
	}
}

// grow adds a tree over the leaves first to last (exclusive) to nodes.
func grow(rng *rand.Rand, nodes []Node, leaves []Leaf, first, last int) []Node {
	box := vec.EmptyAABB
	for i := range leaves[first:last] {
		box = box.Union(leaves[first+i].Box)
	}
	at := len(nodes)
	nodes = append(nodes, Node{box, int32(first), int32(last - first)})
	if n := last - first; n > 1 && rng.IntN(4) < n-1 {
		mid := first + 1 + rng.IntN(n-1)
		nodes = grow(rng, nodes, leaves, first, mid)
		nodes[at].First, nodes[at].Count = int32(len(nodes)), 0
		nodes = grow(rng, nodes, leaves, mid, last)
	}
	return nodes
}

// TestLeaves holds walks through trees against their definition, and that against all leaves one by one.
func TestLeaves(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	found, full := 0, 0
	for range 5000 {
		leaves := make([]Leaf, 1+rng.IntN(60))
		for i := range leaves {
			at := some(rng).Mul(3)
			leaves[i].Box = vec.AABB{Min: at, Max: at}.Expand(rng.Float32())
		}
		nodes := grow(rng, nil, leaves, 0, len(leaves))
		at := some(rng).Mul(2)
		box := vec.AABB{Min: at, Max: at}.Expand(3 * rng.Float32())
		l1, l2 := make([]int32, 1+rng.IntN(20)), make([]int32, len(leaves))
		l3 := make([]int32, len(l1))
		got, want, all := Leaves(l1, nodes, leaves, &box), leavesIn(l3, nodes, leaves, &box), 0
		for i := range leaves {
			if vec.Touch(&leaves[i].Box, &box) {
				l2[all] = int32(i)
				all++
			}
		}
		if !slices.Equal(l1[:got], l3[:want]) || !slices.Equal(l1[:got], l2[:min(all, len(l1))]) {
			t.Fatalf("leaves %v, nodes %v, box %v: %v, want %v", leaves, nodes, box, l1[:got], l2[:all])
		}
		if found += got; all > len(l1) {
			full++
		}
	}
	if found < 5000 || full < 100 {
		t.Fatalf("%d leaves found, %d lists full", found, full)
	}
}

// TestCrossing holds boxes against triangles against the definition, and no box is said to be apart from a triangle
// with a point in it.
func TestCrossing(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	kept, dropped := 0, 0
	for range 20000 {
		leaves := make([]Leaf, 1+rng.IntN(20))
		for i := range leaves {
			leaves[i].V = [3]vec.Vec3{some(rng), some(rng), some(rng)}
		}
		list, entries := make([]int32, 1+rng.IntN(20)), []int32{}
		for i := range list {
			list[i] = int32(rng.IntN(len(leaves)))
			if len(entries) == 0 || rng.IntN(3) > 0 {
				entries = append(entries, int32(i))
			}
		}
		r := vec.Quat{X: coarse(rng), Y: coarse(rng), Z: coarse(rng), W: 1}.Norm().Mat3()
		half := vec.V3(rng.Float32(), rng.Float32(), rng.Float32())
		origin, middle := some(rng), some(rng).Mul(0.1)
		var box Box
		box.Set(&r, origin, middle.Sub(half), middle.Add(half))
		e1, e2 := slices.Clone(entries), slices.Clone(entries)
		got, want := Crossing(e1, list, leaves, &box), crossing(e2, list, leaves, &box)
		if !slices.Equal(e1[:got], e2[:want]) {
			t.Fatalf("entries %v of %v of %v and %v: %v, want %v", entries, list, leaves, box, e1[:got], e2[:want])
		}
		for _, entry := range entries {
			inside := false
			for _, v := range leaves[list[entry]].V {
				d := r.TMulVec(v.Sub(origin)).Sub(middle).Abs()
				inside = inside || d.X < half.X && d.Y < half.Y && d.Z < half.Z
			}
			if inside && !slices.Contains(e1[:got], entry) {
				t.Fatalf("triangle %v has a corner in %v and is left out", leaves[list[entry]].V, box)
			}
		}
		kept, dropped = kept+got, dropped+len(entries)-got
	}
	if kept < 10000 || dropped < 10000 {
		t.Fatalf("%d triangles kept, %d left out", kept, dropped)
	}
}

// TestNoNumbers looks for indices beyond the lists.
func TestNoNumbers(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	odd := []float32{0, 1, float32(math.NaN()), float32(math.Inf(1)), float32(math.Inf(-1)), 3e38, -3e38}
	number := func() float32 { return odd[rng.IntN(len(odd))] }
	any := func() vec.Vec3 { return vec.V3(number(), number(), number()) }
	for range 20000 {
		n := 1 + rng.IntN(12)
		corners := make([]vec.Vec3, n)
		for i := range corners {
			corners[i] = any()
		}
		list, planes := make([]Points, Quads(n)), make([]Planes, Quads(n))
		PackPoints(list, corners)
		for i := range 4 * len(planes) {
			planes[i/4].Set(i%4, corners[min(i, n-1)], number())
		}
		heights, over := make([]float32, 4*len(list)), make([]Above, len(planes))
		leaves, out := make([]Leaf, n), make([]int32, n)
		order := rng.Perm(n)
		for i := range leaves {
			leaves[i].Box, out[i] = vec.AABB{Min: any(), Max: any()}, -1
		}
		all := make([]int32, n)
		for i := range all {
			all[i] = int32(order[i])
		}
		if k, _ := Touching(out, all, leaves, &vec.AABB{Min: any(), Max: any()}, &vec.AABB{Min: any(), Max: any()},
			number()); k < 0 || k > n {
			t.Fatalf("%v: %d leaves of %d", leaves, k, n)
		}
		for _, i := range []int{
			Farthest(list, any()), Heights(heights, list, any(), number()), TriangleAbove(over, planes, any(), any(),
				any()),
		} {
			if i < 0 || i >= 4*len(list) {
				t.Fatalf("%v: index %d", corners, i)
			}
		}
	}
}

func BenchmarkSearches(b *testing.B) {
	rng := rand.New(rand.NewPCG(3, 4))
	corners := make([]vec.Vec3, 12)
	for i := range corners {
		corners[i] = vec.V3(float32(rng.NormFloat64()), float32(rng.NormFloat64()), float32(rng.NormFloat64()))
	}
	list, planes := make([]Points, 3), make([]Planes, 2)
	PackPoints(list, corners)
	for i := range 8 {
		planes[i/4].Set(i%4, corners[i], 1)
	}
	dirs := make([]vec.Vec3, 1024)
	for i := range dirs {
		dirs[i] = vec.V3(float32(rng.NormFloat64()), float32(rng.NormFloat64()), float32(rng.NormFloat64()))
	}
	sum := 0
	b.Run("farthest/go", func(b *testing.B) {
		for i := range b.N {
			sum += farthest(list, dirs[i&1023])
		}
	})
	b.Run("farthest", func(b *testing.B) {
		for i := range b.N {
			sum += Farthest(list, dirs[i&1023])
		}
	})
	var out [12]float32
	b.Run("heights/go", func(b *testing.B) {
		for i := range b.N {
			sum += heights(out[:], list, dirs[i&1023], 1)
		}
	})
	b.Run("heights", func(b *testing.B) {
		for i := range b.N {
			sum += Heights(out[:], list, dirs[i&1023], 1)
		}
	})
	var over [2]Above
	b.Run("above/go", func(b *testing.B) {
		for i := range b.N {
			sum += above(over[:], planes, dirs[i&1023], dirs[(i+1)&1023], dirs[(i+2)&1023])
		}
	})
	b.Run("above", func(b *testing.B) {
		for i := range b.N {
			sum += TriangleAbove(over[:], planes, dirs[i&1023], dirs[(i+1)&1023], dirs[(i+2)&1023])
		}
	})
	r := vec.Mat3{XX: 0.1, XY: 0.2, XZ: 0.7, YX: 0.3, YY: 0.5, YZ: -0.3, ZX: -0.8, ZY: 0.4, ZZ: 1}
	b.Run("span/go", func(b *testing.B) {
		for range b.N {
			spans(list, &r)
		}
	})
	b.Run("span", func(b *testing.B) {
		for range b.N {
			Span(list, &r)
		}
	})
	leaves, near := make([]Leaf, 1024), make([]int32, 16)
	for i := range leaves {
		leaves[i].Box = vec.AABB{Min: dirs[i], Max: dirs[i]}.Expand(0.5)
	}
	box, reach := vec.AABB{}.Expand(0.5), vec.AABB{}.Expand(1)
	var touched [16]int32
	for name, search := range map[string]func([]int32, []int32, []Leaf, *vec.AABB, *vec.AABB, float32) (int, float32){
		"touching/go": touching, "touching": Touching,
	} {
		b.Run(name, func(b *testing.B) {
			for i := range b.N {
				for k := range near {
					near[k] = int32(i+k) & 1023
				}
				n, _ := search(touched[:], near, leaves, &box, &reach, 1)
				sum += n
			}
		})
	}
	if sum < 0 {
		b.Fatal(sum)
	}
}
