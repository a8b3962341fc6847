package vec

import "math"

// AABB is an axis-aligned box from Min to Max, boundaries included.
type AABB struct{ Min, Max Vec3 }

// EmptyAABB contains nothing; its union with any box is that box.
var EmptyAABB = AABB{
	Min: Vec3{3.4e38, 3.4e38, 3.4e38},
	Max: Vec3{-3.4e38, -3.4e38, -3.4e38},
}

// AABBAround returns the box with the given centre and half extents.
func AABBAround(center, half Vec3) AABB { return AABB{center.Sub(half), center.Add(half)} }

// Union returns the smallest box that contains both.
func (a AABB) Union(b AABB) AABB { return AABB{a.Min.Min(b.Min), a.Max.Max(b.Max)} }

// Include returns the smallest box that contains a and p.
func (a AABB) Include(p Vec3) AABB { return AABB{a.Min.Min(p), a.Max.Max(p)} }

// Expand returns a grown by m on every side.
func (a AABB) Expand(m float32) AABB {
	d := Vec3{m, m, m}
	return AABB{a.Min.Sub(d), a.Max.Add(d)}
}

// Swept returns the bounds of a on its way along motion.
func (a AABB) Swept(motion Vec3) AABB {
	return AABB{a.Min.Add(motion.Min(Vec3{})), a.Max.Add(motion.Max(Vec3{}))}
}

// Overlaps reports whether the boxes share a point.
func (a AABB) Overlaps(b AABB) bool {
	return a.Min.X <= b.Max.X && b.Min.X <= a.Max.X &&
		a.Min.Y <= b.Max.Y && b.Min.Y <= a.Max.Y &&
		a.Min.Z <= b.Max.Z && b.Min.Z <= a.Max.Z
}

// Touch is Overlaps, except for zeros of unlike signs, in searches of many boxes: which of the six comparisons fails is
// unpredictable there, so their signs are joined for a single branch.
func Touch(a, b *AABB) bool {
	x := math.Float32bits(b.Max.X-a.Min.X) | math.Float32bits(a.Max.X-b.Min.X)
	y := math.Float32bits(b.Max.Y-a.Min.Y) | math.Float32bits(a.Max.Y-b.Min.Y)
	z := math.Float32bits(b.Max.Z-a.Min.Z) | math.Float32bits(a.Max.Z-b.Min.Z)
	return int32(x|y|z) >= 0
}

// Contains reports whether b lies inside a.
func (a AABB) Contains(b AABB) bool {
	return a.Min.X <= b.Min.X && b.Max.X <= a.Max.X &&
		a.Min.Y <= b.Min.Y && b.Max.Y <= a.Max.Y &&
		a.Min.Z <= b.Min.Z && b.Max.Z <= a.Max.Z
}

// Center returns the middle of the box.
func (a AABB) Center() Vec3 { return a.Min.Add(a.Max).Mul(0.5) }

// Half returns the half extents.
func (a AABB) Half() Vec3 { return a.Max.Sub(a.Min).Mul(0.5) }

// Area returns half the surface area, the cost measure of the tree.
func (a AABB) Area() float32 {
	d := a.Max.Sub(a.Min)
	return float32(d.X*d.Y) + float32(d.Y*d.Z) + float32(d.Z*d.X)
}

// IsValid reports whether the box is finite and not inverted.
func (a AABB) IsValid() bool {
	return a.Min.IsFinite() && a.Max.IsFinite() &&
		a.Min.X <= a.Max.X && a.Min.Y <= a.Max.Y && a.Min.Z <= a.Max.Z
}

// Transform returns the box around a placed by t.
func (a AABB) Transform(t Transform) AABB {
	// The half extents along the outer axes are |R|·h (Arvo 1990).
	x, y, z := t.Q.Rows()
	h := a.Half()
	c := t.Apply(a.Center())
	e := Vec3{x.Abs().Dot(h), y.Abs().Dot(h), z.Abs().Dot(h)}
	return AABB{c.Sub(e), c.Add(e)}
}
