package tree

import (
	"tumble/physics/vec"
)

// Cast walks through the proxies that a ray or a moving box may hit, roughly the nearest first.
// It is set up by RayCast or BoxCast and lives on the stack of the caller:
//
//	var c tree.Cast
//	c.RayCast(&t, origin, translation, 1, mask)
//	for c.Next() {
//		if fraction, hit := test(c.User(), c.MaxFraction()); hit {
//			c.Clip(fraction)
//		}
//	}
//
// The tree must not change in between.
type Cast struct {
	tree *Tree
	mask uint64
	// low and high bound the moving box at fraction 0.
	low, high vec.Vec3
	inverse   vec.Vec3
	// still holds per axis whether there is no motion along it.
	stillX, stillY, stillZ bool

	// max is the fraction of the translation still searched, limit the same with slabMargin.
	max, limit float32
	proxy      int32
	depth      int32
	stack      [stackSize]castEntry
}

// castEntry is a node that remains to be visited and the fraction at which it is entered.
type castEntry struct {
	enter float32
	node  int32
}

// RayCast sets up the walk along origin + f·translation for f in [0, maxFraction], for proxies
// whose category shares a bit with the mask. The numbers must be finite, maxFraction at most 1e38.
func (c *Cast) RayCast(t *Tree, origin, translation vec.Vec3, maxFraction float32, mask uint64) {
	c.BoxCast(t, vec.AABB{Min: origin, Max: origin}, translation, maxFraction, mask)
}

// BoxCast sets up the walk of a box displaced by f·translation for f in [0, maxFraction].
func (c *Cast) BoxCast(t *Tree, box vec.AABB, translation vec.Vec3, maxFraction float32, mask uint64) {
	c.tree, c.mask = t, mask
	c.max, c.limit = maxFraction, float32(maxFraction*slabMargin)
	c.low, c.high = box.Min, box.Max
	c.inverse.X, c.stillX = reciprocal(translation.X)
	c.inverse.Y, c.stillY = reciprocal(translation.Y)
	c.inverse.Z, c.stillZ = reciprocal(translation.Z)
	c.proxy, c.depth = none, 0
	if t.proxies == 0 {
		return
	}
	if enter := c.enter(t.root); enter <= c.limit {
		c.stack[0] = castEntry{enter, t.root}
		c.depth = 1
	}
}

// reciprocal returns 1/x, and whether x is too small to have a finite one: motion below
// 1e-38 m counts as none.
func reciprocal(x float32) (float32, bool) {
	if vec.Abs(x) < 1.2e-38 {
		return 0, true
	}
	return 1 / x, false
}

// Next goes to the next proxy and reports whether there is one.
func (c *Cast) Next() bool {
	nodes := c.tree.nodes
	for c.depth > 0 {
		c.depth--
		e := c.stack[c.depth&stackMask]
		// the translation may have been clipped since the node was put off
		if e.enter > c.limit {
			continue
		}
		n := &nodes[e.node]
		if n.child1 < 0 {
			c.proxy = e.node
			return true
		}
		e1, e2 := castEntry{c.enter(n.child1), n.child1}, castEntry{c.enter(n.child2), n.child2}
		if e2.enter < e1.enter {
			e1, e2 = e2, e1
		}
		if e2.enter <= c.limit {
			c.stack[c.depth&stackMask] = e2
			c.depth++
		}
		if e1.enter <= c.limit {
			c.stack[c.depth&stackMask] = e1
			c.depth++
		}
	}
	return false
}

// Proxy returns the current proxy.
func (c *Cast) Proxy() int32 { return c.proxy }

// User returns the user value of the current proxy.
func (c *Cast) User() int32 { return c.tree.nodes[c.proxy].child2 }

// MaxFraction returns the fraction of the translation still searched.
func (c *Cast) MaxFraction() float32 { return c.max }

// Clip shortens the translation to a fraction, usually that of a hit. A longer one than now is ignored.
func (c *Cast) Clip(fraction float32) {
	if fraction < c.max {
		c.max, c.limit = fraction, float32(fraction*slabMargin)
	}
}

// enter returns the fraction, at least 0, at which the moving box begins to touch node i, or
// missed. It grows with shrinking boxes also after rounding, so a child is never entered before
// its parent and no leaf is lost on the way down.
func (c *Cast) enter(i int32) float32 {
	if c.tree.links[i].category&c.mask == 0 {
		return missed
	}
	b := &c.tree.nodes[i].box
	first, last := float32(0), c.limit
	first, last = slab(b.Min.X-c.high.X, b.Max.X-c.low.X, c.inverse.X, c.stillX, first, last)
	first, last = slab(b.Min.Y-c.high.Y, b.Max.Y-c.low.Y, c.inverse.Y, c.stillY, first, last)
	first, last = slab(b.Min.Z-c.high.Z, b.Max.Z-c.low.Z, c.inverse.Z, c.stillZ, first, last)
	if first <= float32(last*slabMargin) {
		return first
	}
	return missed
}

// slab cuts the interval of fractions [first, last] down to those in which a coordinate that
// moves by 1/inverse per unit lies between low and high.
func slab(low, high, inverse float32, still bool, first, last float32) (float32, float32) {
	if still {
		if low <= 0 && high >= 0 {
			return first, last
		}
		return missed, -missed
	}
	a, b := float32(low*inverse), float32(high*inverse)
	if a > b {
		a, b = b, a
	}
	return vec.Max(a, first), vec.Min(b, last)
}
