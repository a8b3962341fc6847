package solid

import (
	"fmt"

	"tumble/physics"
	"tumble/physics/vec"
)

// planeHalf is the half side (m) of the visible part of an endless plane.
const planeHalf = 50

// Of returns the surface of a geometry where its form has it: centred, with y upwards.
func Of(g physics.Geometry) (Mesh, error) {
	var s Mesh
	switch g := g.(type) {
	case physics.Box:
		addBox(&s, g.Half)
	case physics.Plane:
		s.Points = []vec.Vec3{vec.V3(-planeHalf, 0, -planeHalf), vec.V3(-planeHalf, 0, planeHalf),
			vec.V3(planeHalf, 0, planeHalf), vec.V3(planeHalf, 0, -planeHalf)}
		s.quad(0, 1, 2, 3)
	case physics.Sphere:
		revolve(&s, roundOutline(0, 0, g.Radius, g.Radius))
	case physics.Capsule:
		h := g.A.Dist(g.B) / 2
		revolve(&s, roundOutline(-h, h, g.Radius, g.Radius))
	case physics.TaperedCapsule:
		h := g.A.Dist(g.B) / 2
		revolve(&s, roundOutline(-h, h, g.RadiusA, g.RadiusB))
	case physics.Cylinder:
		h := g.A.Dist(g.B) / 2
		revolve(&s, [][2]float32{{0, -h}, {g.Radius, -h}, {g.Radius, h}, {0, h}})
	case physics.Cone:
		h := g.Base.Dist(g.Apex) / 2
		revolve(&s, [][2]float32{{0, -h}, {g.Radius, -h}, {0, h}})
	case physics.Hull:
		s.Points = g.Vertices()
		var loop []int
		for f := range g.FaceCount() {
			loop, _ = g.Face(f, loop[:0])
			for i := 2; i < len(loop); i++ {
				s.Indices = append(s.Indices, uint32(loop[0]), uint32(loop[i-1]), uint32(loop[i]))
			}
		}
	case physics.Mesh:
		def := g.Def()
		s.Points, s.Indices = def.Vertices, def.Indices
	case physics.HeightField:
		for i, p := range g.Triangles(nil) {
			s.Points, s.Indices = append(s.Points, p), append(s.Indices, uint32(i))
		}
	default:
		return s, fmt.Errorf("a %T has no surface", g)
	}
	return s, nil
}
