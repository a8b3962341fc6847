package pose

import (
	"tumble/physics/vec"
	"tumble/renderer"
)

// Affine is a placement with scale, as instances have it.
type Affine = renderer.Affine

// Bound is the origin of a render transform and the radius (m) of the mesh around it, negative for a node that is not
// drawn.
type Bound = renderer.Sphere

// scale is the size of a node, as wide as a row of an Affine.
type scale struct{ x, y, z, one float32 }

// writeMatrix writes the matrix of scale, then rotation, then translation. The quaternion may have any length.
func writeMatrix(a *Affine, q *vec.Quat, at *Bound, size *scale) {
	k := 2 / (float32(q.X*q.X) + float32(q.Y*q.Y) + float32(q.Z*q.Z) + float32(q.W*q.W))
	x2, y2, z2 := float32(q.X*k), float32(q.Y*k), float32(q.Z*k)
	xx, yy, zz := float32(q.X*x2), float32(q.Y*y2), float32(q.Z*z2)
	xy, xz, yz := float32(q.X*y2), float32(q.X*z2), float32(q.Y*z2)
	wx, wy, wz := float32(q.W*x2), float32(q.W*y2), float32(q.W*z2)
	a.XX, a.XY, a.XZ, a.XT = (1-yy-zz)*size.x, (xy-wz)*size.y, (xz+wy)*size.z, at.X
	a.YX, a.YY, a.YZ, a.YT = (xy+wz)*size.x, (1-xx-zz)*size.y, (yz-wx)*size.z, at.Y
	a.ZX, a.ZY, a.ZZ, a.ZT = (xz-wy)*size.x, (yz+wx)*size.y, (1-xx-yy)*size.z, at.Z
}
