package physics

import (
	"errors"
	"fmt"

	"tumble/physics/internal/shape"
	"tumble/physics/vec"
)

// Geometry is the form of a shape: a Sphere, Capsule, TaperedCapsule, Box, Cylinder, Cone, Hull,
// Plane, Mesh, HeightField or Compound value; the last four for static bodies. Lengths are in metres, places in the
// frame of the body.
type Geometry interface {
	build() (shape.Geometry, error)
}

// Sphere is a ball around Center.
type Sphere struct {
	Center Vec3
	Radius float32
}

// Capsule is all points within Radius of the segment from A to B.
type Capsule struct {
	A, B   Vec3
	Radius float32
}

// TaperedCapsule is the convex hull of a sphere around A and one around B.
type TaperedCapsule struct {
	A, B             Vec3
	RadiusA, RadiusB float32
}

// Cylinder has round caps around A and B. It is exact, not faceted, and rolls smoothly.
type Cylinder struct {
	A, B   Vec3
	Radius float32
}

// Cone has a round base around Base and ends at Apex. It is exact, not faceted.
type Cone struct {
	Base, Apex Vec3
	Radius     float32
}

// Plane is the half-space of all points p with Normal·p ≤ Offset. Only static bodies may have it.
type Plane struct {
	Normal Vec3
	Offset float32
}

// Box is a cuboid with half extents Half around Center, turned by Rotation. The zero
// Rotation is no rotation.
type Box struct {
	Half     Vec3
	Center   Vec3
	Rotation Quat
}

// BoxHalf returns a box around the body's origin with the given half extents (m).
func BoxHalf(x, y, z float32) Box { return Box{Half: Vec3{X: x, Y: y, Z: z}} }

// Hull is a convex polyhedron made by NewHull. It may be used for any number of shapes.
type Hull struct {
	geometry shape.Geometry
}

// NewHull returns the convex hull of points (m). It is an error if the points are fewer than
// four, not finite, or nearly on a line or in a plane. Hulls of more than 128 extreme points
// are simplified.
func NewHull(points []Vec3) (Hull, error) {
	g, err := shape.NewHull(points)
	if err != nil {
		return Hull{}, fmt.Errorf("physics: %w", err)
	}
	return Hull{g}, nil
}

// Vertices returns the corners (m). The slice is shared and must not be written to.
func (h Hull) Vertices() []Vec3 {
	if h.geometry.Poly == nil {
		return nil
	}
	return h.geometry.Poly.Vertices
}

// FaceCount returns the number of faces.
func (h Hull) FaceCount() int {
	if h.geometry.Poly == nil {
		return 0
	}
	return len(h.geometry.Poly.Planes)
}

// Face appends the vertex indices of a face, counter-clockwise from outside, to buf and
// returns them with the outward normal.
func (h Hull) Face(index int, buf []int) ([]int, Vec3) {
	if index < 0 || index >= h.FaceCount() {
		return buf, Vec3{}
	}
	return h.geometry.Poly.AppendFace(index, buf), h.geometry.Poly.Planes[index].Normal
}

func (s Sphere) build() (shape.Geometry, error) { return shape.NewSphere(s.Center, s.Radius) }

func (c Capsule) build() (shape.Geometry, error) { return shape.NewCapsule(c.A, c.B, c.Radius) }

func (c TaperedCapsule) build() (shape.Geometry, error) {
	return shape.NewTaperedCapsule(c.A, c.B, c.RadiusA, c.RadiusB)
}

func (c Cylinder) build() (shape.Geometry, error) { return shape.NewCylinder(c.A, c.B, c.Radius) }

func (c Cone) build() (shape.Geometry, error) { return shape.NewCone(c.Base, c.Apex, c.Radius) }

func (p Plane) build() (shape.Geometry, error) { return shape.NewPlane(p.Normal, p.Offset) }

func (b Box) build() (shape.Geometry, error) { return shape.NewBox(b.Half, b.pose()) }

// pose is where the box is in its body; the zero rotation is none.
func (b Box) pose() Transform {
	if b.Rotation == (Quat{}) {
		return Transform{P: b.Center, Q: vec.QuatIdentity}
	}
	return Transform{P: b.Center, Q: b.Rotation}
}

func (h Hull) build() (shape.Geometry, error) {
	if h.geometry.Poly == nil {
		return shape.Geometry{}, errors.New("hull: was not made by NewHull")
	}
	return h.geometry, nil
}

// buildGeometry turns the public value into the internal one.
func buildGeometry(g Geometry) (shape.Geometry, error) {
	if g == nil {
		return shape.Geometry{}, errors.New("physics: geometry is nil")
	}
	built, err := g.build()
	if err != nil {
		return shape.Geometry{}, fmt.Errorf("physics: %w", err)
	}
	return built, nil
}

// geometryOf is buildGeometry, but that boxes made one after the other with the same size share what
// is computed of them.
func (w *World) geometryOf(g Geometry) (shape.Geometry, error) {
	if b, ok := g.(Box); ok && len(w.state.Geometries) > 0 {
		last := &w.state.Geometries[len(w.state.Geometries)-1]
		if last.Kind == shape.Box && last.Half == b.Half && last.Local == b.pose() {
			return *last, nil
		}
	}
	return buildGeometry(g)
}

// publicGeometry is the inverse of buildGeometry.
func publicGeometry(g *shape.Geometry) Geometry {
	switch g.Kind {
	case shape.Sphere:
		return Sphere{Center: g.A, Radius: g.RadiusA}
	case shape.Capsule:
		return Capsule{A: g.A, B: g.B, Radius: g.RadiusA}
	case shape.Box:
		return Box{Half: g.Half, Center: g.Local.P, Rotation: g.Local.Q}
	case shape.TaperedCapsule:
		return TaperedCapsule{A: g.A, B: g.B, RadiusA: g.RadiusA, RadiusB: g.RadiusB}
	case shape.Cylinder:
		return Cylinder{A: g.A, B: g.B, Radius: g.RadiusA}
	case shape.Cone:
		return Cone{Base: g.A, Apex: g.B, Radius: g.RadiusA}
	case shape.Plane:
		return Plane{Normal: g.A, Offset: g.RadiusA}
	case shape.Hull:
		return Hull{*g}
	case shape.Mesh:
		return Mesh{*g}
	case shape.HeightField:
		return HeightField{*g}
	case shape.Compound:
		return Compound{*g}
	}
	return nil
}
