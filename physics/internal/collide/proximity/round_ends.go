package proximity

import (
	"math"

	"tumble/physics/internal/shape"
)

// roundEnds is a sphere, capsule, tapered capsule, cylinder or cone: all that lies between two ends,
// which are balls or discs across the axis. A radius may be 0.
type roundEnds struct {
	// a is the middle of the first end, axis the unit vector to the middle of the second.
	a, axis v64
	length  float64
	// r0 and r1 are the radii of the ends.
	r0, r1 float64
	// The normal of the lateral surface is cos times the radius plus sin times the axis.
	sin, cos float64
	discs    bool
}

// setup sets the shape at a pose. Of spheres and capsules it takes the core: their radii are 0.
func (g *roundEnds) setup(s *shape.Geometry, pose *Pose) {
	a, b := shape.Widen(s.A), shape.Widen(s.B)
	*g = roundEnds{a: pose.Apply(a), axis: v64{Y: 1}, cos: 1}
	if s.Kind == shape.Sphere {
		return
	}
	along := pose.Rotate(b.Sub(a))
	g.length = along.Len()
	g.axis = along.Mul(1 / g.length)
	if s.Kind == shape.Capsule {
		return
	}
	g.r0, g.r1 = float64(s.RadiusA), float64(s.RadiusB)
	if s.Kind == shape.Cone {
		g.r1 = 0
	}
	g.discs = s.Kind != shape.TaperedCapsule
	if less := g.r0 - g.r1; g.discs {
		slant := math.Sqrt(float64(g.length*g.length) + float64(less*less))
		g.sin, g.cos = less/slant, g.length/slant
	} else {
		g.sin = less / g.length
		g.cos = math.Sqrt(1 - float64(g.sin*g.sin))
	}
}

// width is by how much of their radius the ends reach out along a unit vector whose part along the axis is z.
func (g *roundEnds) width(z float64) float64 {
	if !g.discs {
		return 1
	}
	if w := 1 - float64(z*z); w > 0 {
		return math.Sqrt(w)
	}
	return 0
}

// reach returns how far the shape reaches along the unit vector n.
func (g *roundEnds) reach(n v64) float64 {
	z := n.Dot(g.axis)
	w := g.width(z)
	return n.Dot(g.a) + max(float64(g.r0*w), float64(g.length*z)+float64(g.r1*w))
}

// far returns the points of both ends that are farthest along the unit vector n, and by how much the
// second is farther. Of a disc that n is square to it is the middle.
func (g *roundEnds) far(n v64) (p, q v64, more float64) {
	z := n.Dot(g.axis)
	w := g.width(z)
	radial := n
	if g.discs {
		radial = v64{}
		if w > 1e-8 {
			radial = n.MulAdd(-z, g.axis).Mul(1 / w)
		}
	}
	p = g.a.MulAdd(g.r0, radial)
	q = g.a.MulAdd(g.length, g.axis).MulAdd(g.r1, radial)
	return p, q, float64(g.length*z) + float64((g.r1-g.r0)*w)
}

// across returns the direction of the part of d that is square to the axis, any such direction if there is none,
// and its length.
func (g *roundEnds) across(d v64) (radial v64, length float64) {
	radial = d.MulAdd(-d.Dot(g.axis), g.axis)
	length = radial.Len()
	if length > 1e-9*d.Len() {
		return radial.Mul(1 / length), length
	}
	radial, _ = g.square()
	return radial, length
}

// square returns two unit vectors square to the axis and to one another.
func (g *roundEnds) square() (x, y v64) {
	x = shape.Widen(g.axis.Vec3().Perp())
	x = x.MulAdd(-x.Dot(g.axis), g.axis).Norm()
	return x, g.axis.Cross(x)
}

// over returns how far p is above the surface, negative inside, and the unit vector along which that
// grows.
func (g *roundEnds) over(p v64) (height float64, up v64) {
	d := p.Sub(g.a)
	z := d.Dot(g.axis)
	radial, rho := g.across(d)
	// the nearest point of the outline, (x, y) across and along the axis
	var x, y float64
	if g.discs {
		out := float64(g.cos*(rho-g.r0)) + float64(g.sin*z)
		switch {
		case z < 0 && rho <= g.r0, z >= 0 && out <= 0 && -z >= max(out, z-g.length):
			return -z, g.axis.Neg()
		case z > g.length && rho <= g.r1, z >= 0 && z <= g.length && out <= z-g.length:
			return z - g.length, g.axis
		case z >= 0 && z <= g.length && out <= 0:
			return out, radial.Mul(g.cos).MulAdd(g.sin, g.axis)
		}
		less := g.r0 - g.r1
		t := (float64(z*g.length) - float64((rho-g.r0)*less)) / (float64(g.length*g.length) + float64(less*less))
		t = max(0, min(1, t))
		x, y = g.r0-float64(t*less), float64(t*g.length)
	} else {
		y = max(0, min(g.length, z-float64(rho*g.sin/g.cos)))
	}
	out, along := rho-x, z-y
	height = math.Sqrt(float64(out*out) + float64(along*along))
	if height < 1e-12 {
		up = radial.Mul(g.cos).MulAdd(g.sin, g.axis)
	} else {
		up = radial.Mul(out/height).MulAdd(along/height, g.axis)
	}
	if !g.discs {
		height -= g.r0 - float64(y*g.sin)
	}
	return height, up
}

// outOfMantle is the normal of the lateral surface (mantle) beside p.
func (g *roundEnds) outOfMantle(p v64) v64 {
	radial, _ := g.across(p.Sub(g.a))
	return radial.Mul(g.cos).MulAdd(g.sin, g.axis)
}

// segmentPoint returns the point of a segment of the given length from p along the unit vector e
// that lies opposite the shape along the unit vector n, which points from the segment to the shape.
func (g *roundEnds) segmentPoint(p, e, n v64, length float64) v64 {
	a, b, more := g.far(n.Neg())
	q := a
	if math.Abs(more) <= 1e-6*g.length {
		// a line of the mantle: where it crosses the segment, or the middle of the stretch beside it
		line, across := b.Sub(a), n.Cross(e)
		if slope := line.Dot(across); math.Abs(slope) > 1e-6*g.length {
			t := -a.Sub(p).Dot(across) / slope
			q = a.MulAdd(max(0, min(1, t)), line)
		} else {
			lo, hi := a.Sub(p).Dot(e), b.Sub(p).Dot(e)
			if lo > hi {
				lo, hi = hi, lo
			}
			q = p.MulAdd(0.5*(max(lo, 0)+min(hi, length)), e)
		}
	} else if more > 0 {
		q = b
	}
	t := q.Sub(p).Dot(e)
	return p.MulAdd(max(0, min(length, t)), e)
}

// middle returns the middle of the feature farthest along the unit vector n.
func (g *roundEnds) middle(n v64) v64 {
	a, b, more := g.far(n)
	if math.Abs(more) <= 1e-6*g.length {
		return a.Add(b).Mul(0.5)
	}
	if more > 0 {
		return b
	}
	return a
}

// MarginRadius returns the radius that setup leaves out.
func MarginRadius(s *shape.Geometry) float32 {
	if s.Kind == shape.Sphere || s.Kind == shape.Capsule {
		return s.RadiusA
	}
	return 0
}
