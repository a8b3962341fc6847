package collide

import (
	"tumble/physics/internal/collide/proximity"
	"tumble/physics/internal/shape"
	"tumble/physics/vec"
)

// KeptApart reports whether an axis keeps two polytopes farther apart than speculative (m) while B moves by motion (m,
// frame of A): of boxes that of any face, of hulls the one that separated them in the last search with the cache. Where
// it is false, they may meet or not.
func KeptApart(a, b *shape.Geometry, bInA vec.Transform, motion vec.Vec3, speculative float32, c *Cache) bool {
	if a.Kind == shape.Box && b.Kind == shape.Box {
		return boxesKeptApart(a, b, bInA, motion, speculative)
	}
	h := hullPair{a.Poly, b.Poly, bInA, bInA.Q.Mat3()}
	s, n := h.cachedAxis(c)
	return s-vec.Max(-n.Dot(motion), 0) > speculative
}

// cachedAxis is the separation along the cached axis of a pair that was apart, and its direction from A to B (frame of
// A); it is far below 0 if there is none.
func (h *hullPair) cachedAxis(c *Cache) (separation float32, n vec.Vec3) {
	i, j := int(c.IndexA), int(c.IndexB)
	switch {
	case c.Feature == SeparatedA && i < len(h.a.Planes):
		return h.faceA(i), h.a.Planes[i].Normal
	case c.Feature == SeparatedB && j < len(h.b.Planes):
		return h.faceB(j), h.r.MulVec(h.b.Planes[j].Normal).Neg()
	case c.Feature == SeparatedEdges && i < len(h.a.Edges) && j < len(h.b.Edges):
		e := edgeAxis{separation: proximity.NoSeparation}
		edgeA, edgeB := [1]uint16{c.IndexA &^ 1}, [1]uint16{c.IndexB &^ 1}
		h.edgePairs(&e, edgeB[:], edgeA[:], c.Separation)
		return e.separation, e.normal
	}
	return proximity.NoSeparation, vec.Vec3{}
}

// boxesKeptApart is KeptApart for two boxes.
func boxesKeptApart(a, b *shape.Geometry, bInA vec.Transform, motion vec.Vec3, speculative float32) bool {
	if !b.Centered {
		bInA = bInA.Mul(b.Local)
	}
	if !a.Centered {
		bInA, motion = a.Local.InvMul(bInA), a.Local.Q.InvRotate(motion)
	}
	var t boxPair
	newBoxPair(&t, a.Half, b.Half, bInA)
	v := [3]float32{motion.X, motion.Y, motion.Z}
	for i := range uint8(3) {
		if t.faceA(i)-closing(t.p[i], v[i]) > speculative {
			return true
		}
	}
	for j := range uint8(3) {
		x, y, z := t.r[0][j], t.r[1][j], t.r[2][j]
		d := float32(t.p[0]*x) + float32(t.p[1]*y) + float32(t.p[2]*z)
		along := float32(v[0]*x) + float32(v[1]*y) + float32(v[2]*z)
		if t.faceB(j)-closing(d, along) > speculative {
			return true
		}
	}
	return false
}

// closing is by how much (m) what is at a distance along an axis comes nearer, if it moves by so much along it.
func closing(distance, along float32) float32 {
	if distance < 0 {
		along = -along
	}
	return vec.Max(-along, 0)
}
