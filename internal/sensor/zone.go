package sensor

import (
	"tumble/physics/scenes"
	"tumble/physics/vec"
)

// gauge is a convex function of a point in the frame of a zone that is not positive inside.
func gauge(z *scenes.Zone, p vec.Vec3) float32 {
	h := z.Size
	switch z.Shape {
	case scenes.ZoneCapsule:
		return vec.V3(p.X, p.Y, vec.Max(vec.Abs(p.Z)-h.Y, 0)).Len() - h.X
	case scenes.ZoneCylinder:
		return vec.Max(vec.V3(p.X, p.Y, 0).Len()-h.X, vec.Abs(p.Z)-h.Y)
	case scenes.ZoneBox:
		d := p.Abs().Sub(h)
		return vec.Max(d.X, vec.Max(d.Y, d.Z))
	case scenes.ZoneEllipsoid:
		least := vec.Max(vec.Min(h.X, vec.Min(h.Y, h.Z)), 1e-9)
		return vec.V3(p.X*least/vec.Max(h.X, least), p.Y*least/vec.Max(h.Y, least),
			p.Z*least/vec.Max(h.Z, least)).Len() - least
	}
	return p.Len() - h.X
}

// meets reports whether a ray from a point meets the zone: the least of a convex function along a line is found by the
// golden section.
func meets(z *scenes.Zone, from, direction vec.Vec3) bool {
	const golden, halvings = 0.618034, 60
	low, high := float32(0), from.Len()+2*z.Size.Len()
	at := func(t float32) float32 { return gauge(z, from.MulAdd(t, direction)) }
	if at(0) <= 0 {
		return true
	}
	a, b := high-golden*(high-low), low+golden*(high-low)
	fa, fb := at(a), at(b)
	for range halvings {
		if fa <= 0 || fb <= 0 {
			return true
		}
		if fa < fb {
			high, b, fb = b, a, fa
			a = high - golden*(high-low)
			fa = at(a)
		} else {
			low, a, fa = a, b, fb
			b = low + golden*(high-low)
			fb = at(b)
		}
	}
	return false
}
