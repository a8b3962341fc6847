package tree

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"tumble/physics/vec"
)

// leafData holds the facts that a tree was told of a proxy.
type leafData struct {
	Box      vec.AABB
	Category uint64
	User     int32
}

// oracle holds the same proxies as a tree, in a list.
type oracle struct {
	leaves map[int32]leafData
	order  []int32
}

func newOracle() *oracle { return &oracle{leaves: map[int32]leafData{}} }

func (o *oracle) add(t *testing.T, proxy int32, l leafData) {
	t.Helper()
	if _, exists := o.leaves[proxy]; exists {
		t.Fatalf("proxy %d given out twice", proxy)
	}
	o.leaves[proxy] = l
	o.order = append(o.order, proxy)
}

func (o *oracle) drop(k int) int32 {
	proxy := o.order[k]
	delete(o.leaves, proxy)
	o.order[k] = o.order[len(o.order)-1]
	o.order = o.order[:len(o.order)-1]
	return proxy
}

func (o *oracle) set(proxy int32, change func(*leafData)) {
	l := o.leaves[proxy]
	change(&l)
	o.leaves[proxy] = l
}

// query returns the sorted user values that a query has to find.
func (o *oracle) query(box vec.AABB, mask uint64) []int32 {
	found := []int32{}
	for _, l := range o.leaves {
		if l.Box.Overlaps(box) && l.Category&mask != 0 {
			found = append(found, l.User)
		}
	}
	slices.Sort(found)
	return found
}

// randomBox draws boxes from worlds of different kinds: scattered, crowded at one place, flat,
// nested, and with many equal coordinates.
func randomBox(r *rand.Rand, kind int) vec.AABB {
	f := func(scale float32) float32 { return float32((r.Float32()*2 - 1) * scale) }
	switch kind % 5 {
	case 0:
		return vec.AABBAround(vec.V3(f(20), f(20), f(20)), vec.V3(r.Float32(), r.Float32(), r.Float32()))
	case 1:
		return vec.AABBAround(vec.V3(f(1e-3), 0, 0), vec.V3(1, 1, 1))
	case 2:
		return vec.AABBAround(vec.V3(f(50), 0, f(50)), vec.V3(r.Float32()*2, 0, r.Float32()*2))
	case 3:
		s := r.Float32() * 30
		return vec.AABBAround(vec.Vec3{}, vec.V3(s, s, s))
	default:
		return vec.AABBAround(vec.V3(float32(r.IntN(8)), float32(r.IntN(8)), float32(r.IntN(8))), vec.V3(0.5, 0.5, 0.5))
	}
}

// act applies a random change to the tree and the oracle and names it.
func act(t *testing.T, r *rand.Rand, kind, most int, tr *Tree, o *oracle, user *int32) string {
	t.Helper()
	leaf := func() leafData {
		*user++
		return leafData{randomBox(r, kind), 1 << r.IntN(6), *user}
	}
	choice := r.IntN(100)
	if len(o.order) == 0 {
		choice = 0
	} else if len(o.order) >= most && choice < 30 {
		choice = 30
	}
	k := 0
	if len(o.order) > 0 {
		k = r.IntN(len(o.order))
	}
	switch {
	case choice < 30:
		for range 1 + r.IntN(2) {
			l := leaf()
			o.add(t, tr.Create(l.Box, l.Category, l.User), l)
		}
		return "create"
	case choice < 45:
		tr.Destroy(o.drop(k))
		return "destroy"
	case choice < 55:
		box := randomBox(r, kind)
		tr.Move(o.order[k], box)
		o.set(o.order[k], func(l *leafData) { l.Box = box })
		return "move"
	case choice < 85:
		box := randomBox(r, kind)
		if choice < 75 {
			d := vec.V3(r.Float32()-0.5, r.Float32()-0.5, r.Float32()-0.5)
			box = tr.Box(o.order[k])
			box = vec.AABB{Min: box.Min.Add(d), Max: box.Max.Add(d)}
		}
		tr.Enlarge(o.order[k], box)
		o.set(o.order[k], func(l *leafData) { l.Box = box })
		return "enlarge"
	case choice < 88:
		c := uint64(r.IntN(64))
		tr.SetCategory(o.order[k], c)
		o.set(o.order[k], func(l *leafData) { l.Category = c })
		return "set category"
	case choice < 92:
		marked := tr.Marked()
		tr.Refit()
		if tr.Marked() != marked {
			t.Fatal("a refit changed the marks")
		}
		for i := range tr.nodes {
			if n := &tr.nodes[i]; tr.links[i].height > 0 && n.box != tr.nodes[n.child1].box.Union(
				tr.nodes[n.child2].box) {
				t.Fatalf("node %d does not fit after a refit", i)
			}
		}
		return "refit"
	case choice < 97:
		tr.Rebuild(false)
		if tr.Marked() {
			t.Fatal("marked after a rebuild")
		}
		return "rebuild"
	default:
		tr.Rebuild(true)
		return "full rebuild"
	}
}

func (o *oracle) check(t *testing.T, tr *Tree, what string) {
	t.Helper()
	if err := tr.Validate(); err != nil {
		t.Fatalf("after %s: %v", what, err)
	}
	if tr.Len() != len(o.leaves) {
		t.Fatalf("after %s: %d proxies, want %d", what, tr.Len(), len(o.leaves))
	}
	for p, l := range o.leaves {
		if !tr.Alive(p) || tr.Box(p) != l.Box || tr.User(p) != l.User || tr.Category(p) != l.Category {
			t.Fatalf("after %s: proxy %d is %v %x %d, want %v", what, p, tr.Box(p), tr.Category(p), tr.User(p), l)
		}
		if !tr.Bounds().Contains(l.Box) {
			t.Fatalf("after %s: bounds %v without %v", what, tr.Bounds(), l.Box)
		}
	}
}

// TestRandomCalls compares queries with a list after every call of random sequences.
func TestRandomCalls(t *testing.T) {
	queries, buf := 0, []int32(nil)
	for seed := uint64(1); seed <= 40; seed++ {
		r := rand.New(rand.NewPCG(seed, 1))
		tr, o, user := &Tree{}, newOracle(), int32(0)
		for i := 0; i < 500; i++ {
			what := fmt.Sprintf("seed %d call %d: ", seed, i) + act(t, r, int(seed), 120, tr, o, &user)
			o.check(t, tr, what)
			for range 6 {
				box, mask := randomBox(r, int(seed)), uint64(1)<<r.IntN(6)
				if r.IntN(2) == 0 {
					mask = AllCategories
				}
				buf = tr.Query(box, mask, buf[:0])
				if defined := make([]int32, len(buf)+1); len(buf) > 0 &&
					!slices.Equal(buf, defined[:tr.leavesIn(defined, &box, mask)]) {
					t.Fatalf("after %s: query %v mask %x found %v, not in the order %v of its definition", what, box,
						mask, buf, defined)
				}
				slices.Sort(buf)
				if want := o.query(box, mask); !slices.Equal(buf, want) {
					t.Fatalf("after %s: query %v mask %x found %v, want %v", what, box, mask, buf, want)
				}
				queries++
			}
		}
	}
	if queries < 100_000 {
		t.Fatalf("only %d queries", queries)
	}
}

// TestSameCallsSameTree holds that a tree depends on the calls only, and that a copy and a
// decoded copy go on exactly like the original.
func TestSameCallsSameTree(t *testing.T) {
	for kind := range 5 {
		run := func() []byte {
			r := rand.New(rand.NewPCG(7, uint64(kind)))
			tr, o, user := &Tree{}, newOracle(), int32(0)
			other := &Tree{}
			other.Create(vec.AABB{}, 1, 1)
			for i := 0; i < 1500; i++ {
				act(t, r, kind, 150, tr, o, &user)
				switch i {
				case 400:
					tr = tr.Clone()
				case 800:
					other.CopyFrom(tr)
					tr, other = other, tr
				case 1200:
					rest, err := other.Decode(append(tr.Append(nil), 1, 2, 3))
					if err != nil || !bytes.Equal(rest, []byte{1, 2, 3}) {
						t.Fatalf("kind %d: decode: %v, rest %v", kind, err, rest)
					}
					tr, other = other, tr
				}
			}
			o.check(t, tr, "all calls")
			return tr.Append(nil)
		}
		plain := func() []byte {
			r := rand.New(rand.NewPCG(7, uint64(kind)))
			tr, o, user := &Tree{}, newOracle(), int32(0)
			for i := 0; i < 1500; i++ {
				act(t, r, kind, 150, tr, o, &user)
			}
			return tr.Append(nil)
		}
		if a, b := run(), plain(); !bytes.Equal(a, b) {
			t.Errorf("kind %d: the tree that was copied on the way differs", kind)
		}
	}
}

// TestCopyIsIndependent holds that calls on a copy leave the original alone.
func TestCopyIsIndependent(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	tr, o, user := &Tree{}, newOracle(), int32(0)
	for range 300 {
		act(t, r, 0, 100, tr, o, &user)
	}
	before := tr.Append(nil)
	c := tr.Clone()
	for p := range o.leaves {
		c.Destroy(p)
	}
	c.Create(vec.AABB{}, 1, 1)
	if !bytes.Equal(before, tr.Append(nil)) {
		t.Error("the original changed with its copy")
	}
	tr.CopyFrom(tr)
	if !bytes.Equal(before, tr.Append(nil)) {
		t.Error("copying a tree onto itself changed it")
	}
}

func TestDecodeRefuses(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	tr, o, user := &Tree{}, newOracle(), int32(0)
	for range 200 {
		act(t, r, 0, 40, tr, o, &user)
	}
	good := tr.Append(nil)
	var d Tree
	for n := range good {
		if _, err := d.Decode(good[:n]); err == nil {
			t.Fatalf("accepted the first %d of %d bytes", n, len(good))
		} else if d.Len() != 0 || d.Validate() != nil {
			t.Fatalf("%d bytes: not empty after an error", n)
		}
	}
	// a valid tree or an error: never one that is broken
	refused := 0
	for i := 0; i < 20_000; i++ {
		bad := slices.Clone(good)
		for range 1 + r.IntN(3) {
			bad[r.IntN(len(bad))] ^= 1 << r.IntN(8)
		}
		if _, err := d.Decode(bad); err != nil {
			refused++
		} else if got := d.Append(nil); !bytes.Equal(got, bad) {
			t.Fatalf("case %d: decoded tree encodes differently", i)
		}
	}
	if refused < 1000 {
		t.Errorf("only %d of 20000 damaged trees were refused", refused)
	}
	huge := append([]byte{0xff, 0xff, 0xff, 0x3f, 0, 0, 0, 0, 0, 0, 0, 0}, make([]byte, 100)...)
	if _, err := d.Decode(huge); err == nil {
		t.Error("accepted a count beyond the data")
	}
}

// TestValidateFinds breaks one rule at a time.
func TestValidateFinds(t *testing.T) {
	build := func() (*Tree, int32, int32) {
		tr := &Tree{}
		for i := range int32(20) {
			tr.Create(vec.AABBAround(vec.V3(float32(i), 0, 0), vec.V3(1, 1, 1)), 1, i)
		}
		tr.Destroy(7)
		inner := tr.links[3].parent
		return tr, 3, inner
	}
	for name, damage := range map[string]func(t *Tree, leaf, inner int32){
		"box too small": func(t *Tree, _, inner int32) { t.nodes[inner].box.Max.X -= 1 },
		"box too large": func(t *Tree, _, inner int32) { t.nodes[inner].box.Max.Y += 1 },
		"inverted leaf": func(t *Tree, leaf, _ int32) { t.nodes[leaf].box.Max.X = -100 },
		"category":      func(t *Tree, leaf, _ int32) { t.links[leaf].category = 2 },
		"height":        func(t *Tree, _, inner int32) { t.links[inner].height++ },
		"parent":        func(t *Tree, leaf, _ int32) { t.links[leaf].parent = 9 },
		"mark without chain": func(t *Tree, _, inner int32) {
			t.links[inner].marked = true
			t.links[t.root].marked = false
		},
		"marked leaf":         func(t *Tree, leaf, _ int32) { t.links[leaf].marked = true },
		"count":               func(t *Tree, _, _ int32) { t.proxies-- },
		"lost free node":      func(t *Tree, _, _ int32) { t.free = t.free[:len(t.free)-1] },
		"free twice":          func(t *Tree, _, _ int32) { t.free[0] = t.free[1] },
		"free node not blank": func(t *Tree, _, _ int32) { t.nodes[t.free[0]].child2 = 4 },
		"cycle":               func(t *Tree, _, inner int32) { t.nodes[inner].child1 = t.root },
		"root":                func(t *Tree, leaf, _ int32) { t.root = leaf },
		"child out of range":  func(t *Tree, _, inner int32) { t.nodes[inner].child2 = 4000 },
	} {
		tr, leaf, inner := build()
		if err := tr.Validate(); err != nil {
			t.Fatal(err)
		}
		damage(tr, leaf, inner)
		if tr.Validate() == nil {
			t.Errorf("%s: not found", name)
		}
	}
}

// TestDegenerate holds the height where insertion and midpoints give lists: equal boxes, boxes
// nested into each other, and places that halve.
func TestDegenerate(t *testing.T) {
	const n = 3000
	for name, box := range map[string]func(i int) vec.AABB{
		"equal":  func(int) vec.AABB { return vec.AABBAround(vec.V3(1, 2, 3), vec.V3(1, 1, 1)) },
		"points": func(int) vec.AABB { return vec.AABB{} },
		"nested": func(i int) vec.AABB {
			s := 1 + 0.001*float32(i)
			return vec.AABBAround(vec.Vec3{}, vec.V3(s, s, s))
		},
		"shrinking": func(i int) vec.AABB {
			s := 1 + 0.001*float32(n-i)
			return vec.AABBAround(vec.Vec3{}, vec.V3(s, s, s))
		},
		"halving": func(i int) vec.AABB {
			s := float32(1)
			for range i % 120 {
				s *= 0.5
			}
			return vec.AABBAround(vec.V3(s, s, s), vec.V3(s/4, s/4, s/4))
		},
		"huge": func(i int) vec.AABB {
			return vec.AABB{Min: vec.V3(-3e38, float32(i), -3e38), Max: vec.V3(3e38, 3e38, 3e38)}
		},
	} {
		var tr, whole Tree
		proxies := make([]int32, n)
		for i := range proxies {
			proxies[i] = tr.Create(box(i), 1, int32(i))
			whole.Create(box(i), 1, int32(i))
		}
		whole.Rebuild(true)
		for i, p := range proxies {
			if i%3 == 0 {
				tr.Enlarge(p, tr.Box(p).Expand(0.001))
			}
		}
		inserted := tr.Height()
		tr.Rebuild(false)
		for _, x := range []*Tree{&tr, &whole} {
			if err := x.Validate(); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		t.Logf("%s: height %d inserted, %d rebuilt, %d as a whole", name, inserted, tr.Height(), whole.Height())
		if got := len(tr.Query(tr.Bounds(), 1, nil)); got != n {
			t.Errorf("%s: found %d of %d", name, got, n)
		}
	}
}

// TestNoAllocation holds that a warm tree lives on the storage it has.
func TestNoAllocation(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))
	var tr, other Tree
	proxies := []int32{}
	for i := range int32(1000) {
		proxies = append(proxies, tr.Create(randomBox(r, 0), 1, i))
	}
	buf := make([]int32, 0, 1000)
	data := tr.Append(nil)
	step := func() {
		for i, p := range proxies {
			switch i % 4 {
			case 0:
				tr.Enlarge(p, randomBox(r, 0))
			case 1:
				tr.Destroy(p)
				proxies[i] = tr.Create(randomBox(r, 0), 2, int32(i))
			case 2:
				tr.Move(p, randomBox(r, 0))
			}
		}
		tr.Rebuild(false)
		tr.Rebuild(true)
		buf = tr.Query(tr.Bounds(), AllCategories, buf[:0])
		var c Cast
		c.RayCast(&tr, vec.V3(-30, 0, 0), vec.V3(60, 1, 2), 1, AllCategories)
		for c.Next() {
			buf[0] += c.User()
		}
		other.CopyFrom(&tr)
		data = other.Append(data[:0])
		if _, err := other.Decode(data); err != nil {
			t.Fatal(err)
		}
	}
	step()
	// validation of decoded data needs a list of visited nodes and a stack
	if n := testing.AllocsPerRun(20, step); n > 12 {
		t.Errorf("%v allocations with decoding", n)
	}
	light := func() {
		for _, p := range proxies {
			tr.Enlarge(p, randomBox(r, 0))
		}
		tr.Rebuild(false)
		tr.Destroy(proxies[0])
		proxies[0] = tr.Create(randomBox(r, 0), 1, 0)
		buf = tr.Query(tr.Bounds(), AllCategories, buf[:0])
		var c Cast
		c.BoxCast(&tr, vec.AABBAround(vec.V3(-30, 0, 0), vec.V3(1, 1, 1)), vec.V3(60, 1, 2), 1, AllCategories)
		for c.Next() {
			buf[0] += c.User()
			c.Clip(0.9)
		}
		other.CopyFrom(&tr)
		data = other.Append(data[:0])
	}
	light()
	if n := testing.AllocsPerRun(20, light); n != 0 {
		t.Errorf("%v allocations, want none", n)
	}
}

// TestQuality holds that enlarging with partial rebuilds does not wear the tree out: after many
// steps of motion it is not much worse than one built anew.
func TestQuality(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 11))
	var tr Tree
	at, proxies := make([]vec.Vec3, 2000), make([]int32, 2000)
	for i := range at {
		at[i] = vec.V3(r.Float32()*40, r.Float32()*40, r.Float32()*40)
		proxies[i] = tr.Create(vec.AABBAround(at[i], vec.V3(0.5, 0.5, 0.5)), 1, int32(i))
	}
	inserted := tr.AreaRatio()
	for range 200 {
		for i := range at {
			if r.IntN(10) == 0 {
				at[i] = at[i].Add(vec.V3(r.Float32()*4-2, r.Float32()*4-2, r.Float32()*4-2))
				tr.Enlarge(proxies[i], vec.AABBAround(at[i], vec.V3(0.5, 0.5, 0.5)))
			}
		}
		tr.Rebuild(false)
	}
	worn, height := tr.AreaRatio(), tr.Height()
	tr.Rebuild(true)
	t.Logf("area ratio: inserted %.1f, after 200 steps %.1f (height %d), built anew %.1f", inserted, worn, height,
		tr.AreaRatio())
	if worn > 1.3*tr.AreaRatio() {
		t.Errorf("area ratio %v after 200 steps, %v built anew", worn, tr.AreaRatio())
	}
}

func TestMisuse(t *testing.T) {
	var tr Tree
	p := tr.Create(vec.AABB{}, 1, 0)
	tr.Destroy(p)
	for name, call := range map[string]func(){
		"destroy twice": func() { tr.Destroy(p) },
		"enlarge":       func() { tr.Enlarge(p, vec.AABB{}) },
		"move":          func() { tr.Move(-1, vec.AABB{}) },
		"set category":  func() { tr.SetCategory(99, 1) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s of a dead proxy went through", name)
				}
			}()
			call()
		}()
	}
	if tr.Height() != 0 || tr.AreaRatio() != 0 || tr.Bounds() != vec.EmptyAABB || tr.Rebuild(true) != 0 {
		t.Error("figures of an empty tree")
	}
	if got := tr.Query(vec.EmptyAABB, AllCategories, nil); got != nil {
		t.Errorf("query of an empty tree: %v", got)
	}
}
