package physics

import "testing"

// TestInspectIslands: what touches has one island, what does not has another.
func TestInspectIslands(t *testing.T) {
	w, err := NewWorld(DefaultWorldDef())
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	add := func(kind BodyType, x, y float32, g Geometry) Body {
		def := DefaultBodyDef()
		def.Type, def.Position = kind, V3(x, y, 0)
		b, err := w.CreateBody(def)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := b.CreateShape(g, DefaultShapeDef()); err != nil {
			t.Fatal(err)
		}
		return b
	}
	floor := add(Static, 0, -0.5, BoxHalf(20, 0.5, 20))
	low, high := add(Dynamic, 0, 0.5, BoxHalf(0.5, 0.5, 0.5)), add(Dynamic, 0, 1.5, BoxHalf(0.5, 0.5, 0.5))
	far := add(Dynamic, 10, 0.5, BoxHalf(0.5, 0.5, 0.5))
	for range 20 {
		if err := w.Step(1.0 / 60); err != nil {
			t.Fatal(err)
		}
	}
	if _, ok := floor.Island(); ok {
		t.Error("a static body has an island")
	}
	a, okA := low.Island()
	b, okB := high.Island()
	c, okC := far.Island()
	if !okA || !okB || !okC || a != b || a == c {
		t.Errorf("islands %d, %d, %d: the first two must be the same, the third another", a, b, c)
	}
	seen := map[int32]int{}
	var push float32
	for _, info := range w.Contacts(nil) {
		if info.Color < 0 {
			t.Errorf("awake contact has colour %d", info.Color)
		}
		// the two contacts of the lower box must not be solved at the same time
		if info.ShapeA.Body() == low || info.ShapeB.Body() == low {
			seen[info.Color]++
		}
		for _, p := range info.Points[:info.Count] {
			push += p.Impulse
		}
		if f := info.FrictionImpulse.Len(); f > 1 {
			t.Errorf("friction impulse %g N·s of bodies at rest", f)
		}
	}
	for color, n := range seen {
		if n != 1 {
			t.Errorf("%d contacts of one body have colour %d", n, color)
		}
	}
	// 1 + 2 + 1 boxes of a ton weigh on their contacts
	if want := float32(4 * 1000 * 9.81 / 60); push < 0.8*want || push > 1.2*want {
		t.Errorf("impulses of a step: %g N·s, want about %g", push, want)
	}
}

// TestInspectTree: every leaf is inside of the root, and all shapes are there.
func TestInspectTree(t *testing.T) {
	w, err := NewWorld(DefaultWorldDef())
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	for i := range 100 {
		def := DefaultBodyDef()
		def.Type, def.Position = Dynamic, V3(float32(i%10)*3, float32(i/10)*3, 0)
		b, err := w.CreateBody(def)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := b.CreateShape(Sphere{Radius: 0.5}, DefaultShapeDef()); err != nil {
			t.Fatal(err)
		}
	}
	nodes := w.TreeNodes(Dynamic, 1000, nil)
	leaves := 0
	for _, n := range nodes {
		if n.Leaf {
			leaves++
		}
		if n.Bounds.Union(nodes[0].Bounds) != nodes[0].Bounds {
			t.Errorf("node at depth %d is outside of the root", n.Depth)
		}
	}
	if leaves != 100 || len(nodes) != 199 {
		t.Errorf("%d nodes with %d leaves, want 199 with 100", len(nodes), leaves)
	}
	for _, n := range w.TreeNodes(Dynamic, 2, nil) {
		if n.Depth > 2 {
			t.Errorf("node at depth %d, asked for 2", n.Depth)
		}
	}
	if got := w.TreeNodes(Static, 5, nil); len(got) != 0 {
		t.Errorf("%d nodes of an empty tree", len(got))
	}
	buf := make([]TreeNode, 0, 256)
	if n := testing.AllocsPerRun(10, func() { buf = w.TreeNodes(Dynamic, 1000, buf[:0]) }); n != 0 {
		t.Errorf("%g allocations", n)
	}
}
