package save

import (
	"fmt"

	"tumble/physics"
	"tumble/physics/vec"
)

// planeHalf is the half side (m) of the visible part of an endless plane.
const planeHalf = 50

// solidOf returns the surface of a geometry where its form has it: centred, with y upwards.
func solidOf(g physics.Geometry) (solid, error) {
	var s solid
	switch g := g.(type) {
	case physics.Box:
		boxSolid(&s, g.Half)
	case physics.Plane:
		s.points = []vec.Vec3{vec.V3(-planeHalf, 0, -planeHalf), vec.V3(-planeHalf, 0, planeHalf), vec.V3(planeHalf, 0, planeHalf), vec.V3(planeHalf, 0, -planeHalf)}
		s.quad(0, 1, 2, 3)
	case physics.Sphere:
		lathe(&s, roundProfile(0, 0, g.Radius, g.Radius))
	case physics.Capsule:
		h := g.A.Dist(g.B) / 2
		lathe(&s, roundProfile(-h, h, g.Radius, g.Radius))
	case physics.TaperedCapsule:
		h := g.A.Dist(g.B) / 2
		lathe(&s, roundProfile(-h, h, g.RadiusA, g.RadiusB))
	case physics.Cylinder:
		h := g.A.Dist(g.B) / 2
		lathe(&s, [][2]float32{{0, -h}, {g.Radius, -h}, {g.Radius, h}, {0, h}})
	case physics.Cone:
		h := g.Base.Dist(g.Apex) / 2
		lathe(&s, [][2]float32{{0, -h}, {g.Radius, -h}, {0, h}})
	case physics.Hull:
		s.points = g.Vertices()
		var loop []int
		for f := range g.FaceCount() {
			loop, _ = g.Face(f, loop[:0])
			for i := 2; i < len(loop); i++ {
				s.indices = append(s.indices, uint32(loop[0]), uint32(loop[i-1]), uint32(loop[i]))
			}
		}
	case physics.Mesh:
		def := g.Def()
		s.points, s.indices = def.Vertices, def.Indices
	case physics.HeightField:
		for i, p := range g.Triangles(nil) {
			s.points, s.indices = append(s.points, p), append(s.indices, uint32(i))
		}
	default:
		return s, fmt.Errorf("a %T has no surface", g)
	}
	return s, nil
}
