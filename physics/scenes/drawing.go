package scenes

import (
	"tumble/physics"
	"tumble/physics/vec"
)

// Drawing is a mesh that a body is drawn with; bodies that have some are drawn with them instead
// of their shapes.
type Drawing struct {
	// Body is the index of the body in the world as built.
	Body int
	// Local places the mesh on the body.
	Local physics.Transform
	Mesh  *DrawMesh
	// Color is red, green, blue and opacity in sRGB.
	Color [4]uint8
	// Roughness and Metallic are 0 to 1.
	Roughness, Metallic float32
}

// DrawMesh is a triangle mesh for drawing.
type DrawMesh struct {
	Label  string
	Points []vec.Vec3
	// Indices are three per triangle, counter-clockwise seen from outside.
	Indices []uint32
}
