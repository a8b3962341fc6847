package lanes

import (
	"unsafe"

	"tumble/physics/vec"
)

// Points are four points, coordinate by coordinate. In the last group of a list the last point is repeated.
type Points struct{ X, Y, Z [4]float32 }

// Planes are four planes: points p with (X, Y, Z)·p = Offset. In the last group of a list the last
// plane is repeated.
type Planes struct{ X, Y, Z, Offset [4]float32 }

// Above is how high the three corners of a triangle and its middle are above each of four planes (m), and
// the lowest of its corners.
type Above struct {
	Plane [4][4]float32
	Least [4]float32
}

// Row returns the heights above plane i of a list.
func Row(list []Above, i uint8) *[4]float32 { return &list[i>>2].Plane[i&3] }

// Edge is an edge of a polytope between two faces. Reach is 1 over the cosine of half the angle between their normals.
type Edge struct {
	Reach       float32
	left, right uint16
}

// aboveQuad and aboveRow are the sizes (bytes) of Above and of the row of one of its planes.
const (
	aboveQuad = uint16(unsafe.Sizeof(Above{}))
	aboveRow  = uint16(unsafe.Sizeof([4]float32{}))
)

// EdgeOf returns an edge between the faces left and right.
func EdgeOf(reach float32, left, right uint8) Edge {
	// where the row of a face begins in a list of Above
	at := func(f uint8) uint16 { return uint16(f>>2)*aboveQuad + uint16(f&3)*aboveRow }
	return Edge{reach, at(left), at(right)}
}

// Leaf is a triangle of a mesh, the box around it and its number, in one line of the cache.
type Leaf struct {
	V     [3]vec.Vec3
	Box   vec.AABB
	Index int32
}

// Node is a part of a binary tree over leaves, itself a leaf with those from First on, as many as Count says, or, with
// Count 0, a fork whose parts are the next node and the one at First.
type Node struct {
	Box          vec.AABB
	First, Count int32
}

// Box is a box at any angle, in four equal lanes: X, Y and Z are the coordinates of its three axes, Origin is a point
// near it, and Low and High are its ends along each axis, seen from there.
type Box struct{ X, Y, Z, Origin, Low, High [3][4]float32 }

// Set makes the box with the columns of r for axes, an origin, and the ends low and high seen from there.
func (b *Box) Set(r *vec.Mat3, origin, low, high vec.Vec3) {
	fill(&b.X, r.XX, r.XY, r.XZ)
	fill(&b.Y, r.YX, r.YY, r.YZ)
	fill(&b.Z, r.ZX, r.ZY, r.ZZ)
	fill(&b.Origin, origin.X, origin.Y, origin.Z)
	fill(&b.Low, low.X, low.Y, low.Z)
	fill(&b.High, high.X, high.Y, high.Z)
}

func fill(lanes *[3][4]float32, x, y, z float32) {
	*lanes = [3][4]float32{{x, x, x, x}, {y, y, y, y}, {z, z, z, z}}
}
