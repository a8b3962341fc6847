package shape

import "tumble/physics/vec"

// A core is a shape shrunk by its core radius: the centre of a
// sphere, the segment of a capsule. Distances between cores stay positive while rounded
// shapes overlap a little, which is where contacts live.

// NoVertex is the index of a core point that is not one of a few corners.
const NoVertex = 255

// CoreRadius returns the radius around the core.
func (g *Geometry) CoreRadius() float32 {
	switch g.Kind {
	case Sphere, Capsule:
		return g.RadiusA
	case TaperedCapsule:
		return vec.Min(g.RadiusA, g.RadiusB)
	}
	return 0
}

// CoreSupport returns the point of the core farthest along dir and its index.
func (g *Geometry) CoreSupport(dir Vec64) (Vec64, uint8) {
	switch g.Kind {
	case Sphere:
		return Widen(g.A), 0
	case Capsule:
		a, b := Widen(g.A), Widen(g.B)
		if dir.Dot(b) > dir.Dot(a) {
			return b, 1
		}
		return a, 0
	case Box, Hull:
		i := g.Poly.Support(dir.Vec3())
		return Widen(g.Poly.Vertices[i]), uint8(i)
	case TaperedCapsule:
		return g.taperedCore(dir), NoVertex
	case Cylinder, Cone:
		return g.supportRound(dir), NoVertex
	case Facet:
		v, index := Widen(g.A), uint8(0)
		if b := Widen(g.B); dir.Dot(b) > dir.Dot(v) {
			v, index = b, 1
		}
		if c := Widen(g.Half); dir.Dot(c) > dir.Dot(v) {
			v, index = c, 2
		}
		return v, index
	}
	return Vec64{}, NoVertex
}

// CoreVertex returns the core point with the given index; ok is false when there is none.
func (g *Geometry) CoreVertex(index uint8) (v Vec64, ok bool) {
	switch {
	case g.Kind == Sphere && index == 0, g.Kind == Capsule && index == 0:
		return Widen(g.A), true
	case (g.Kind == Capsule || g.Kind == Facet) && index == 1:
		return Widen(g.B), true
	case g.Kind == Facet && index == 0:
		return Widen(g.A), true
	case g.Kind == Facet && index == 2:
		return Widen(g.Half), true
	case g.Poly != nil && int(index) < len(g.Poly.Vertices):
		return Widen(g.Poly.Vertices[index]), true
	}
	return Vec64{}, false
}

// taperedCore is the support of the core of a tapered capsule: the centre of the small end, and
// a ball of the difference of the radii around the centre of the big one.
func (g *Geometry) taperedCore(dir Vec64) Vec64 {
	small, big := g.B, g.A
	if g.RadiusA < g.RadiusB {
		small, big = g.A, g.B
	}
	tip := Widen(small)
	ball := Widen(big).MulAdd(float64(vec.Abs(g.RadiusA-g.RadiusB)), dir.Norm())
	if dir.Dot(ball) > dir.Dot(tip) {
		return ball
	}
	return tip
}
