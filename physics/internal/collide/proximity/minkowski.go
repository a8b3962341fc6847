package proximity

import (
	"math"

	"tumble/physics/internal/shape"
)

// cores are two shapes without their core radii, prepared for many questions about their farthest points.
type cores struct {
	a, b core
	pose *Pose
}

// core is one of them. The ends of round shapes are in the frame of A.
type core struct {
	geometry *shape.Geometry
	revolved bool
	ends     roundEnds
}

func coresOf(a, b *shape.Geometry, pose *Pose) cores {
	return cores{coreOf(a, &Pose{X: v64{X: 1}, Y: v64{Y: 1}, Z: v64{Z: 1}}), coreOf(b, pose), pose}
}

func coreOf(g *shape.Geometry, pose *Pose) core {
	c := core{geometry: g}
	c.revolved = g.Kind == shape.Cylinder || g.Kind == shape.Cone || g.Kind == shape.TaperedCapsule
	if c.revolved {
		radius := float64(g.CoreRadius())
		c.ends.setup(g, pose)
		c.ends.r0, c.ends.r1 = c.ends.r0-radius, c.ends.r1-radius
	}
	return c
}

// pair finds the point of B − A that is nearest along v.
func (c *cores) pair(s *simplexVertex, v v64) {
	if c.a.revolved {
		s.a, s.ia = c.a.ends.farthest(v), shape.NoVertex
	} else {
		s.a, s.ia = c.a.geometry.CoreSupport(v)
	}
	if c.b.revolved {
		s.b, s.ib = c.b.ends.farthest(v.Neg()), shape.NoVertex
	} else {
		s.b, s.ib = c.b.geometry.CoreSupport(c.pose.InvRotate(v.Neg()))
		s.b = c.pose.Apply(s.b)
	}
	s.w = s.b.Sub(s.a)
}

// farthest returns the point farthest along v, which may have any length. Along the axis all points of the cap are
// farthest, and its centre is returned: the part of v across the axis is mostly rounding there and would tilt the cap.
func (g *roundEnds) farthest(v v64) v64 {
	z := v.Dot(g.axis)
	long2 := v.Dot(v)
	radial := v.MulAdd(-z, g.axis)
	reach := 0.0
	if !g.discs {
		radial = v
	}
	if r2 := radial.Dot(radial); r2 > 1e-16*long2 {
		reach = math.Sqrt(r2)
		radial = radial.Mul(1 / reach)
	} else {
		radial = v64{}
	}
	if float64(g.length*z)+float64((g.r1-g.r0)*reach) > 0 {
		return g.a.MulAdd(g.length, g.axis).MulAdd(g.r1, radial)
	}
	return g.a.MulAdd(g.r0, radial)
}
