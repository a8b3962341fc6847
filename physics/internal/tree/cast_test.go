package tree

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"tumble/physics/vec"
)

// touch is the exact fraction at which a box moving by d begins to touch b, in double precision,
// and whether it does within [0, most].
func touch(box, b vec.AABB, d vec.Vec3, most, grow float64) (float64, bool) {
	first, last := 0.0, most
	axis := func(bMin, bMax, min, max, d float32) bool {
		low, high := float64(bMin)-float64(max)-grow, float64(bMax)-float64(min)+grow
		if d == 0 {
			return low <= 0 && high >= 0
		}
		x, y := low/float64(d), high/float64(d)
		first, last = math.Max(first, math.Min(x, y)), math.Min(last, math.Max(x, y))
		return true
	}
	ok := axis(b.Min.X, b.Max.X, box.Min.X, box.Max.X, d.X) &&
		axis(b.Min.Y, b.Max.Y, box.Min.Y, box.Max.Y, d.Y) &&
		axis(b.Min.Z, b.Max.Z, box.Min.Z, box.Max.Z, d.Z)
	return first, ok && first <= last
}

// castCase draws a moving box: a point half of the time, motion along axes and none at all included.
func castCase(r *rand.Rand, kind int) (vec.AABB, vec.Vec3) {
	box := randomBox(r, kind)
	if r.IntN(2) == 0 {
		c := box.Center()
		box = vec.AABB{Min: c, Max: c}
	}
	to := randomBox(r, kind).Center()
	d := to.Sub(box.Center()).Mul(1 + r.Float32())
	switch r.IntN(6) {
	case 0:
		d = vec.V3(d.X, 0, 0)
	case 1:
		d = vec.V3(0, d.Y, 0)
	case 2:
		d = vec.V3(d.X, 0, d.Z)
	case 3:
		if r.IntN(4) == 0 {
			d = vec.Vec3{}
		}
	}
	return box, d
}

// TestCasts compares the set of proxies that a cast visits with exact intersection, and the
// nearest hit found by clipping with the nearest of all.
func TestCasts(t *testing.T) {
	casts, hits := 0, 0
	for seed := uint64(1); seed <= 25; seed++ {
		r := rand.New(rand.NewPCG(seed, 2))
		tr, o, user := &Tree{}, newOracle(), int32(0)
		for i := 0; i < 500; i++ {
			act(t, r, int(seed), 60, tr, o, &user)
			for range 4 {
				box, d := castCase(r, int(seed))
				mask := AllCategories
				if r.IntN(3) == 0 {
					mask = uint64(r.IntN(64))
				}
				hits += checkCast(t, tr, o, box, d, mask)
				casts += 2
			}
			if t.Failed() {
				t.Fatalf("seed %d call %d", seed, i)
			}
		}
	}
	t.Logf("%d casts, %d visits", casts, hits)
	if casts < 100_000 || hits < casts {
		t.Errorf("%d casts with %d visits are too few", casts, hits)
	}
}

func checkCast(t *testing.T, tr *Tree, o *oracle, box vec.AABB, d vec.Vec3, mask uint64) int {
	t.Helper()
	visited := map[int32]bool{}
	var c Cast
	c.BoxCast(tr, box, d, 1, mask)
	for c.Next() {
		if visited[c.Proxy()] {
			t.Errorf("proxy %d visited twice", c.Proxy())
		}
		visited[c.Proxy()] = true
	}
	best := math.Inf(1)
	for p, l := range o.leaves {
		admitted := l.Category&mask != 0
		if f, hit := touch(box, l.Box, d, 1, 0); hit && admitted {
			best = math.Min(best, f)
			if !visited[p] {
				t.Errorf("box %v by %v: proxy %d %v missed, hit at %v", box, d, p, l.Box, f)
			}
		}
		if _, near := touch(box, l.Box, d, 1.0001, 1e-4); visited[p] && (!near || !admitted) {
			t.Errorf("box %v by %v mask %x: proxy %d %v visited", box, d, mask, p, l)
		}
	}

	nearest, steps := math.Inf(1), 0
	c.BoxCast(tr, box, d, 1, mask)
	for c.Next() {
		steps++
		if f, hit := touch(box, tr.Box(c.Proxy()), d, float64(c.MaxFraction()), 0); hit && f < nearest {
			nearest = f
			c.Clip(math.Nextafter32(float32(f), 2))
		}
	}
	if nearest != best {
		t.Errorf("box %v by %v: nearest hit at %v, want %v", box, d, nearest, best)
	}
	if steps > len(visited) {
		t.Errorf("%d visits with clipping, %d without", steps, len(visited))
	}
	return len(visited)
}

// TestCastOrder holds that along a row of boxes that are apart the nearest comes first, so that
// a clipped ray looks at one box only.
func TestCastOrder(t *testing.T) {
	var tr Tree
	for i := range int32(200) {
		k := (i*77 + 13) % 200
		tr.Create(vec.AABBAround(vec.V3(float32(k)*3, 0, 0), vec.V3(1, 1, 1)), 1, k)
	}
	for _, d := range []float32{1000, -1000} {
		var c Cast
		c.RayCast(&tr, vec.V3(300-d/2, 0.3, 0.1), vec.V3(d, 0, 0), 1, AllCategories)
		order := []int32{}
		for c.Next() {
			order = append(order, c.User())
		}
		if len(order) != 200 {
			t.Fatalf("visited %d of 200", len(order))
		}
		if d < 0 {
			slices.Reverse(order)
		}
		if !slices.IsSorted(order) {
			t.Errorf("direction %v: order %v", d, order)
		}
	}
}

// TestCastFar holds that slabMargin is large enough far from the origin, where coordinates are coarse.
func TestCastFar(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	for i := 0; i < 20_000; i++ {
		var tr Tree
		at := vec.V3(r.Float32()*1e5, r.Float32()*1e5, r.Float32()*1e5)
		tr.Create(vec.AABBAround(at, vec.V3(r.Float32(), r.Float32(), r.Float32())), 1, 0)
		b := tr.Box(0)
		from := vec.V3(r.Float32()*1e5, r.Float32()*1e5, r.Float32()*1e5)
		// aim at a corner
		d := b.Max.Sub(from).Mul(1 + r.Float32())
		var c Cast
		c.RayCast(&tr, from, d, 1, AllCategories)
		if _, hit := touch(vec.AABB{Min: from, Max: from}, b, d, 1, 0); hit && !c.Next() {
			t.Fatalf("case %d: from %v by %v misses %v", i, from, d, b)
		}
	}
}
