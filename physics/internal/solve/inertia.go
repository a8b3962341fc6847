package solve

import "tumble/physics/vec"

// inertia6 is a symmetric matrix in registers: the compiler keeps structs of up to four fields there, so
// that six numbers have to be three and three.
type inertia6 struct {
	firstRow
	otherRows
}

type (
	firstRow  struct{ xx, xy, xz float32 }
	otherRows struct{ yy, yz, zz float32 }
)

func inertiaOf(xx, xy, xz, yy, yz, zz float32) inertia6 {
	return inertia6{firstRow{xx, xy, xz}, otherRows{yy, yz, zz}}
}

func (m inertia6) mul(v vec.Vec3) vec.Vec3 {
	return vec.Vec3{
		X: float32(m.xx*v.X) + float32(m.xy*v.Y) + float32(m.xz*v.Z),
		Y: float32(m.xy*v.X) + float32(m.yy*v.Y) + float32(m.yz*v.Z),
		Z: float32(m.xz*v.X) + float32(m.yz*v.Y) + float32(m.zz*v.Z),
	}
}

// columns returns the columns of the matrix.
func (m *inertia6) columns() (c0, c1, c2 vec.Vec3) {
	return vec.V3(m.xx, m.xy, m.xz), vec.V3(m.xy, m.yy, m.yz), vec.V3(m.xz, m.yz, m.zz)
}

func inertia6Of(m *vec.Mat3) inertia6 { return inertiaOf(m.XX, m.XY, m.XZ, m.YY, m.YZ, m.ZZ) }

func (m inertia6) add(o inertia6) inertia6 {
	return inertiaOf(m.xx+o.xx, m.xy+o.xy, m.xz+o.xz, m.yy+o.yy, m.yz+o.yz, m.zz+o.zz)
}

// inverse returns the inverse, zero where there is none.
func (m inertia6) inverse() inertia6 {
	xx := float32(m.yy*m.zz) - float32(m.yz*m.yz)
	xy := float32(m.xz*m.yz) - float32(m.xy*m.zz)
	xz := float32(m.xy*m.yz) - float32(m.xz*m.yy)
	det := float32(m.xx*xx) + float32(m.xy*xy) + float32(m.xz*xz)
	if !(det > 0) {
		return inertia6{}
	}
	s := 1 / det
	return inertiaOf(
		float32(s*xx), float32(s*xy), float32(s*xz),
		float32(s*(float32(m.xx*m.zz)-float32(m.xz*m.xz))),
		float32(s*(float32(m.xy*m.xz)-float32(m.xx*m.yz))),
		float32(s*(float32(m.xx*m.yy)-float32(m.xy*m.xy))),
	)
}

// matrix returns m in the general form.
func (m inertia6) matrix() vec.Mat3 {
	return vec.Mat3{
		XX: m.xx, XY: m.xy, XZ: m.xz,
		YX: m.xy, YY: m.yy, YZ: m.yz,
		ZX: m.xz, ZY: m.yz, ZZ: m.zz,
	}
}

// inverse returns 1/x, or 0 for an x of 0: rows without mass do nothing.
func inverse(x float32) float32 {
	if x > 0 {
		return 1 / x
	}
	return 0
}
