package shape

import (
	"errors"
	"fmt"

	"tumble/physics/vec"
)

// Family is an immutable set of convex shapes with a tree, for static bodies.
type Family struct {
	children []Geometry
	boxes    []vec.AABB
	tree     bvh
}

// NewCompound makes one static shape of many convex ones, in the frame of the body.
func NewCompound(children []Geometry) (Geometry, error) {
	if len(children) == 0 {
		return Geometry{}, errors.New("compound: no children")
	}
	if len(children) > MaxChildren {
		return Geometry{}, fmt.Errorf("compound: %d children: at most %d are allowed", len(children), MaxChildren)
	}
	c := &Family{children: append([]Geometry(nil), children...), boxes: make([]vec.AABB, len(children))}
	for i := range c.children {
		child := &c.children[i]
		c.boxes[i] = child.AABB(vec.TransformIdentity)
		if !child.Kind.IsConvex() || child.Poly == nil && !(child.RadiusA > 0) || !c.boxes[i].IsValid() {
			return Geometry{}, fmt.Errorf("compound: child %d is a %v: children must be convex", i, child.Kind)
		}
	}
	if err := c.check(); err != nil {
		return Geometry{}, err
	}
	c.tree = newBVH(c.boxes)
	c.tree.gather(c.boxes)
	return Geometry{Kind: Compound, Children: c}, nil
}

// Child returns a child of a compound.
func (c *Family) Child(index int32) *Geometry { return &c.children[index] }

// All returns the children, which must not be changed.
func (c *Family) All() []Geometry { return c.children }

// Count returns the number of children.
func (c *Family) Count() int { return len(c.children) }

// Bounds returns the box around all children.
func (c *Family) Bounds() vec.AABB { return c.tree.nodes[0].Box }

// rayCast returns the nearest hit.
func (c *Family) rayCast(origin, d vec.Vec3, maxFraction float32) (Hit, bool) {
	best, found := Hit{Fraction: maxFraction}, false
	inv := invert(d)
	var stack [bvhStack]int32
	top := 1
	for top > 0 {
		top--
		i := stack[top]
		n := &c.tree.nodes[i]
		if !rayBox(&n.Box, origin, inv, best.Fraction) {
			continue
		}
		for _, k := range c.tree.order[n.First : n.First+n.Count] {
			if h, ok := c.children[k].RayCast(origin, d, best.Fraction); ok && (!found || h.Fraction < best.Fraction) {
				best, found = h, true
				best.ChildIndex = k
			}
		}
		if n.Count == 0 {
			stack[top] = n.First
			stack[top+1] = i + 1
			top += 2
		}
	}
	return best, found
}

// contains reports whether p lies in a child.
func (c *Family) contains(g *Geometry, p vec.Vec3) bool {
	var w Walk
	for w.Start(g, vec.AABB{Min: p, Max: p}); w.Next(g); {
		if c.children[w.Index].Contains(p) {
			return true
		}
	}
	return false
}
