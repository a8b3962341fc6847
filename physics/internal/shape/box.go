package shape

import (
	"fmt"

	"tumble/physics/vec"
)

// boxLoops are the faces of a box, −x +x −y +y −z +z; bit 0, 1, 2 of a vertex index is set
// on the +x, +y, +z side. The narrow phase counts on face 2i+1 being the positive side of
// axis i.
var boxLoops = [][]uint8{
	{0, 4, 6, 2}, {1, 3, 7, 5},
	{0, 1, 5, 4}, {2, 6, 7, 3},
	{0, 2, 3, 1}, {4, 5, 7, 6},
}

// NewBox returns a box with the given half extents (m), placed in the body by local.
func NewBox(half vec.Vec3, local vec.Transform) (Geometry, error) {
	if err := checkSize("box", "half extent", half.X, half.Y, half.Z); err != nil {
		return Geometry{}, err
	}
	if err := checkPlacement("box", local); err != nil {
		return Geometry{}, err
	}
	local.Q = local.Q.Unit()
	g := Geometry{Kind: Box, Half: half, Local: local, Centered: local == vec.TransformIdentity}
	g.Poly = boxPolytope(half, local)
	if err := g.Poly.check(); err != nil {
		return Geometry{}, fmt.Errorf("box: %w", err)
	}
	return g, nil
}

// boxPolytope returns the box as a polytope in the frame of the body.
func boxPolytope(half vec.Vec3, local vec.Transform) *Polytope {
	vertices := make([]vec.Vec3, 8)
	for i := range vertices {
		v := half
		if i&1 == 0 {
			v.X = -v.X
		}
		if i&2 == 0 {
			v.Y = -v.Y
		}
		if i&4 == 0 {
			v.Z = -v.Z
		}
		vertices[i] = local.Apply(v)
	}
	axes := local.Q.Mat3()
	planes := make([]Plane3, 6)
	for i, h := range [3]float32{half.X, half.Y, half.Z} {
		n := axes.Col(i)
		d := n.Dot(local.P)
		planes[2*i] = Plane3{n.Neg(), h - d}
		planes[2*i+1] = Plane3{n, h + d}
	}
	p, _ := newPolytope(vertices, boxLoops, planes)
	return p
}

// rayCastBox is the slab test in the frame of the box (Kay and Kajiya 1986).
func rayCastBox(half, origin, d vec.Vec3, maxFraction float32) (Hit, bool) {
	lo, hi := float32(0), maxFraction
	var normal vec.Vec3
	slab := func(o, d, h float32, axis vec.Vec3) bool {
		if d == 0 {
			return vec.Abs(o) <= h
		}
		inv := 1 / d
		near, far := float32((-h-o)*inv), float32((h-o)*inv)
		side := axis.Neg()
		if near > far {
			near, far, side = far, near, axis
		}
		if near > lo {
			lo, normal = near, side
		}
		hi = vec.Min(hi, far)
		return lo <= hi
	}
	if !slab(origin.X, d.X, half.X, vec.AxisX) || !slab(origin.Y, d.Y, half.Y, vec.AxisY) ||
		!slab(origin.Z, d.Z, half.Z, vec.AxisZ) {
		return Hit{}, false
	}
	return Hit{Fraction: lo, Normal: normal, Point: origin.MulAdd(lo, d)}, true
}
