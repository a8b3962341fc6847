package renderer

import "math"

// Sphere bounds everything drawn around a point (metres). A negative radius means that nothing is drawn.
type Sphere struct{ X, Y, Z, Radius float32 }

// Culler asks many spheres at a time whether they may be visible.
type Culler struct {
	planes [6]Plane
	pad    float32
	far    float32 // offset of the near plane (m): the rounding of planes grows with it, and with the place of a sphere
	wide   [27]four
}

// four is a number four times over, as the kernel reads it.
type four [4]float32

// NewCuller returns a culler whose answers are those of SeesSphere for radii larger by pad (m).
func (f *Frustum) NewCuller(pad float32) Culler {
	return newCuller([6]Plane{f.Left, f.Right, f.Bottom, f.Top, f.Near, f.Far}, pad, abs(f.Near.D))
}

// NewShadowCuller returns a culler whose answers are those of SeesShadow for radii larger by pad (m).
func (f *Frustum) NewShadowCuller(pad, sx, sy, sz float32) Culler {
	planes := [6]Plane{f.Left, f.Right, f.Bottom, f.Top, f.Near, f.Far}
	for i := range planes {
		if p := &planes[i]; p.X*sx+p.Y*sy+p.Z*sz < 0 {
			// the plane hides no shadow: all shadows fall towards its inner side
			*p = Plane{D: math.MaxFloat32}
		}
	}
	return newCuller(planes, pad, abs(f.Near.D))
}

func newCuller(planes [6]Plane, pad, far float32) Culler {
	c := Culler{planes: planes, pad: pad, far: far}
	for i := range planes {
		p := &planes[i]
		for k, v := range [...]float32{p.X, p.Y, p.Z, p.D} {
			c.wide[4*i+k] = four{v, v, v, v}
		}
	}
	c.wide[24], c.wide[25], c.wide[26] = four{pad, pad, pad, pad}, four{clearance, clearance, clearance, clearance},
		four{far, far, far, far}
	return c
}

// See sets seen, which is as long as the list, to 255 for every sphere that may be visible and to 0 for the others.
func (c *Culler) See(list []Sphere, seen []uint8) {
	seen = seen[:len(list)]
	for i := c.seeFours(list, seen); i < len(list); i++ {
		seen[i] = 0
		if c.sees(&list[i]) {
			seen[i] = 255
		}
	}
}

func (c *Culler) sees(s *Sphere) bool {
	if !(s.Radius >= 0) {
		return false
	}
	r := -(s.Radius + c.pad + clearance*(abs(s.X)+abs(s.Y)+abs(s.Z)+c.far))
	for i := range c.planes {
		if !(c.planes[i].Distance(s.X, s.Y, s.Z) >= r) {
			return false
		}
	}
	return true
}
