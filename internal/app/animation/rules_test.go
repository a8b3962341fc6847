package animation

import (
	"math"
	"testing"

	"github.com/qmuntal/gltf"
)

// checkRules holds a document to the rules of glTF 2.0 that validators check: aligned accessors within their views,
// bounds that are those of the values, rising times, unit rotations on the short way, corners that exist, a tree of
// nodes, one channel for a property.
func checkRules(t *testing.T, doc *gltf.Document) {
	t.Helper()
	for i, a := range doc.Accessors {
		rows := numbers(t, doc, i)
		if len(rows) != a.Count || a.Count < 1 {
			t.Fatalf("accessor %d has %d elements", i, a.Count)
		}
		for k := range a.Min {
			low, high := math.Inf(1), math.Inf(-1)
			for _, row := range rows {
				low, high = min(low, row[k]), max(high, row[k])
			}
			if low != a.Min[k] || high != a.Max[k] {
				t.Fatalf("accessor %d: bounds %v %v, values %g to %g", i, a.Min, a.Max, low, high)
			}
		}
	}
	parents := make([]int, len(doc.Nodes))
	for _, i := range doc.Scenes[0].Nodes {
		parents[i]++
	}
	for _, n := range doc.Nodes {
		for _, i := range n.Children {
			parents[i]++
		}
	}
	for i, n := range parents {
		if n != 1 {
			t.Fatalf("node %d has %d parents", i, n)
		}
	}
	for _, m := range doc.Meshes {
		checkMesh(t, doc, m.Primitives[0])
	}
	for _, a := range doc.Animations {
		checkMoves(t, doc, a)
	}
}

func checkMesh(t *testing.T, doc *gltf.Document, p *gltf.Primitive) {
	t.Helper()
	count := doc.Accessors[p.Attributes[gltf.POSITION]].Count
	for name, i := range p.Attributes {
		if doc.Accessors[i].Count != count {
			t.Fatalf("attribute %s has %d elements of %d", name, doc.Accessors[i].Count, count)
		}
	}
	for _, row := range numbers(t, doc, p.Attributes[gltf.NORMAL]) {
		if l := math.Hypot(math.Hypot(row[0], row[1]), row[2]); math.Abs(l-1) > 1e-5 {
			t.Fatalf("a normal is %g long", l)
		}
	}
	for _, row := range numbers(t, doc, *p.Indices) {
		if row[0] >= float64(count) {
			t.Fatalf("corner %g of %d", row[0], count)
		}
	}
}

func checkMoves(t *testing.T, doc *gltf.Document, a *gltf.Animation) {
	t.Helper()
	known := map[property]bool{}
	for _, c := range a.Channels {
		key := property{*c.Target.Node, c.Target.Path}
		s := a.Samplers[c.Sampler]
		in, out := numbers(t, doc, s.Input), numbers(t, doc, s.Output)
		if known[key] || len(in) != len(out) || doc.Accessors[s.Input].Min == nil || in[0][0] < 0 {
			t.Fatalf("channel of node %d, %v: again %v, %d times of %d values", key.node, key.path, known[key],
				len(in), len(out))
		}
		known[key] = true
		for i := 1; i < len(in); i++ {
			if !(in[i][0] > in[i-1][0]) {
				t.Fatalf("time %g after %g", in[i][0], in[i-1][0])
			}
		}
		if key.path != gltf.TRSRotation {
			continue
		}
		for i, q := range out {
			dot, length := 0.0, 0.0
			for k := range q {
				length += q[k] * q[k]
				dot += q[k] * out[max(i-1, 0)][k]
			}
			if math.Abs(length-1) > 1e-3 || dot < 0 {
				t.Fatalf("rotation %d of node %d is %v, after %v", i, key.node, q, out[max(i-1, 0)])
			}
		}
	}
}
