package renderer

import "math"

// Plane holds the points with X·x + Y·y + Z·z + D = 0; the normal (X, Y, Z) is a unit vector.
type Plane struct{ X, Y, Z, D float32 }

// Distance is how far the point is on the side of the normal, metres.
func (p *Plane) Distance(x, y, z float32) float32 { return p.X*x + p.Y*y + p.Z*z + p.D }

// Frustum is the visible part of the world: the inner side of six planes.
type Frustum struct {
	Left, Right, Bottom, Top, Near, Far Plane
}

// Frustum returns the planes of the view, out of the rows of its matrix (Gribb and Hartmann, Fast
// extraction of viewing frustum planes, 2001).
func (v *View) Frustum() Frustum {
	m := &v.ViewProj
	row := func(r int, sign float64) Plane {
		x := float64(m[3]) + sign*float64(m[r])
		y := float64(m[7]) + sign*float64(m[4+r])
		z := float64(m[11]) + sign*float64(m[8+r])
		d := float64(m[15]) + sign*float64(m[12+r])
		n := math.Sqrt(x*x + y*y + z*z)
		if n == 0 {
			return Plane{D: float32(d)}
		}
		return Plane{float32(x / n), float32(y / n), float32(z / n), float32(d / n)}
	}
	return Frustum{row(0, 1), row(0, -1), row(1, 1), row(1, -1), row(2, 1), row(2, -1)}
}

// clearance is added to every radius, as a share of the distance from the origin, because the planes
// are rounded: nothing visible may be culled.
const clearance = 4e-6

// SeesSphere reports whether a sphere may be visible; it is never wrong about one that is.
func (f *Frustum) SeesSphere(x, y, z, radius float32) bool {
	r := -(radius + clearance*(abs(x)+abs(y)+abs(z)+abs(f.Near.D)))
	return f.Left.Distance(x, y, z) >= r && f.Right.Distance(x, y, z) >= r &&
		f.Bottom.Distance(x, y, z) >= r && f.Top.Distance(x, y, z) >= r &&
		f.Near.Distance(x, y, z) >= r && f.Far.Distance(x, y, z) >= r
}

// SeesBox reports whether a box along the axes of the world, given by its centre and half
// extents, may be visible; it is never wrong about one that is.
func (f *Frustum) SeesBox(x, y, z, hx, hy, hz float32) bool {
	s := clearance * (abs(x) + abs(y) + abs(z) + hx + hy + hz + abs(f.Near.D))
	return f.Left.reaches(x, y, z, hx, hy, hz, s) && f.Right.reaches(x, y, z, hx, hy, hz, s) &&
		f.Bottom.reaches(x, y, z, hx, hy, hz, s) && f.Top.reaches(x, y, z, hx, hy, hz, s) &&
		f.Near.reaches(x, y, z, hx, hy, hz, s) && f.Far.reaches(x, y, z, hx, hy, hz, s)
}

// reaches reports whether a part of the box is on the inner side.
func (p *Plane) reaches(x, y, z, hx, hy, hz, clearance float32) bool {
	return p.Distance(x, y, z)+hx*abs(p.X)+hy*abs(p.Y)+hz*abs(p.Z) >= -clearance
}

// SeesShadow reports whether the shadow of a sphere may fall into the view. sx, sy, sz is the
// direction to the sun: the shadow is the sphere moved against it. It is outside for certain if
// it starts outside of a plane and does not move towards its inner side.
func (f *Frustum) SeesShadow(x, y, z, radius, sx, sy, sz float32) bool {
	r := -(radius + clearance*(abs(x)+abs(y)+abs(z)+abs(f.Near.D)))
	return f.Left.shadowReaches(x, y, z, r, sx, sy, sz) && f.Right.shadowReaches(x, y, z, r, sx, sy, sz) &&
		f.Bottom.shadowReaches(x, y, z, r, sx, sy, sz) && f.Top.shadowReaches(x, y, z, r, sx, sy, sz) &&
		f.Near.shadowReaches(x, y, z, r, sx, sy, sz) && f.Far.shadowReaches(x, y, z, r, sx, sy, sz)
}

func (p *Plane) shadowReaches(x, y, z, r, sx, sy, sz float32) bool {
	return p.Distance(x, y, z) >= r || p.X*sx+p.Y*sy+p.Z*sz < 0
}

func abs(f float32) float32 { return math.Float32frombits(math.Float32bits(f) &^ (1 << 31)) }
