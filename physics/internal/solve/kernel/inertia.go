package kernel

import "tumble/physics/vec"

// Inertia is a symmetric matrix in registers: the compiler keeps structs of up to four fields there, so
// that six numbers have to be three and three.
type Inertia struct {
	firstRow
	otherRows
}

type (
	firstRow  struct{ XX, XY, XZ float32 }
	otherRows struct{ YY, YZ, ZZ float32 }
)

func InertiaOf(xx, xy, xz, yy, yz, zz float32) Inertia {
	return Inertia{firstRow{xx, xy, xz}, otherRows{yy, yz, zz}}
}

func (m Inertia) Mul(v vec.Vec3) vec.Vec3 {
	return vec.Vec3{
		X: float32(m.XX*v.X) + float32(m.XY*v.Y) + float32(m.XZ*v.Z),
		Y: float32(m.XY*v.X) + float32(m.YY*v.Y) + float32(m.YZ*v.Z),
		Z: float32(m.XZ*v.X) + float32(m.YZ*v.Y) + float32(m.ZZ*v.Z),
	}
}

// columns returns the columns of the matrix.
func (m *Inertia) columns() (c0, c1, c2 vec.Vec3) {
	return vec.V3(m.XX, m.XY, m.XZ), vec.V3(m.XY, m.YY, m.YZ), vec.V3(m.XZ, m.YZ, m.ZZ)
}

func InertiaFrom(m *vec.Mat3) Inertia { return InertiaOf(m.XX, m.XY, m.XZ, m.YY, m.YZ, m.ZZ) }

func (m Inertia) Add(o Inertia) Inertia {
	return InertiaOf(m.XX+o.XX, m.XY+o.XY, m.XZ+o.XZ, m.YY+o.YY, m.YZ+o.YZ, m.ZZ+o.ZZ)
}

// WithMore is the inverse inertia m where the same inertia is added about all axes; m where it has no inverse.
func (m Inertia) WithMore(add float32) Inertia {
	own := m.Matrix().Inverse()
	if own == (vec.Mat3{}) {
		return m
	}
	more := own.Add(vec.Diag(vec.V3(add, add, add))).Inverse()
	return InertiaOf(more.XX, more.XY, more.XZ, more.YY, more.YZ, more.ZZ)
}

// Inverse returns the inverse, zero where there is none.
func (m Inertia) Inverse() Inertia {
	xx := float32(m.YY*m.ZZ) - float32(m.YZ*m.YZ)
	xy := float32(m.XZ*m.YZ) - float32(m.XY*m.ZZ)
	xz := float32(m.XY*m.YZ) - float32(m.XZ*m.YY)
	det := float32(m.XX*xx) + float32(m.XY*xy) + float32(m.XZ*xz)
	if !(det > 0) {
		return Inertia{}
	}
	s := 1 / det
	return InertiaOf(
		float32(s*xx), float32(s*xy), float32(s*xz),
		float32(s*(float32(m.XX*m.ZZ)-float32(m.XZ*m.XZ))),
		float32(s*(float32(m.XY*m.XZ)-float32(m.XX*m.YZ))),
		float32(s*(float32(m.XX*m.YY)-float32(m.XY*m.XY))),
	)
}

// Matrix returns m in the general form.
func (m Inertia) Matrix() vec.Mat3 {
	return vec.Mat3{
		XX: m.XX, XY: m.XY, XZ: m.XZ,
		YX: m.XY, YY: m.YY, YZ: m.YZ,
		ZX: m.XZ, ZY: m.YZ, ZZ: m.ZZ,
	}
}

// inverse returns 1/x, or 0 for an x of 0: rows without mass do nothing.
func inverse(x float32) float32 {
	if x > 0 {
		return 1 / x
	}
	return 0
}
