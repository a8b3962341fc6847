package motion

import (
	"math"

	"tumble/physics/vec"
)

// vec64, quat64 and tensor64 are the algebra of spin in double precision, with every product
// rounded on its own like everywhere in the physics.
type (
	vec64    struct{ x, y, z float64 }
	quat64   struct{ x, y, z, w float64 }
	tensor64 struct{ c0, c1, c2 vec64 } // columns
)

func from32(v vec.Vec3) vec64 { return vec64{float64(v.X), float64(v.Y), float64(v.Z)} }

func (v vec64) to32() vec.Vec3 { return vec.Vec3{X: float32(v.x), Y: float32(v.y), Z: float32(v.z)} }

func (v vec64) add(u vec64) vec64 { return vec64{v.x + u.x, v.y + u.y, v.z + u.z} }

func (v vec64) sub(u vec64) vec64 { return vec64{v.x - u.x, v.y - u.y, v.z - u.z} }

func (v vec64) mul(s float64) vec64 {
	return vec64{float64(s * v.x), float64(s * v.y), float64(s * v.z)}
}

func (v vec64) dot(u vec64) float64 {
	return float64(v.x*u.x) + float64(v.y*u.y) + float64(v.z*u.z)
}

func (v vec64) cross(u vec64) vec64 {
	return vec64{
		float64(v.y*u.z) - float64(v.z*u.y),
		float64(v.z*u.x) - float64(v.x*u.z),
		float64(v.x*u.y) - float64(v.y*u.x),
	}
}

func quatFrom32(q vec.Quat) quat64 {
	return quat64{float64(q.X), float64(q.Y), float64(q.Z), float64(q.W)}
}

func (q quat64) to32() vec.Quat {
	return vec.Quat{X: float32(q.x), Y: float32(q.y), Z: float32(q.z), W: float32(q.w)}
}

func (q quat64) add(r quat64) quat64 { return quat64{q.x + r.x, q.y + r.y, q.z + r.z, q.w + r.w} }

func (q quat64) sub(r quat64) quat64 { return quat64{q.x - r.x, q.y - r.y, q.z - r.z, q.w - r.w} }

func (q quat64) conj() quat64 { return quat64{-q.x, -q.y, -q.z, q.w} }

func (q quat64) mul(r quat64) quat64 {
	return quat64{
		float64(q.w*r.x) + float64(q.x*r.w) + float64(q.y*r.z) - float64(q.z*r.y),
		float64(q.w*r.y) - float64(q.x*r.z) + float64(q.y*r.w) + float64(q.z*r.x),
		float64(q.w*r.z) + float64(q.x*r.y) - float64(q.y*r.x) + float64(q.z*r.w),
		float64(q.w*r.w) - float64(q.x*r.x) - float64(q.y*r.y) - float64(q.z*r.z),
	}
}

func (q quat64) norm() quat64 {
	n := 1 / math.Sqrt(float64(q.x*q.x)+float64(q.y*q.y)+float64(q.z*q.z)+float64(q.w*q.w))
	return quat64{float64(n * q.x), float64(n * q.y), float64(n * q.z), float64(n * q.w)}
}

// renorm is norm for a quaternion that is nearly of unit length: one Newton step.
func (q quat64) renorm() quat64 {
	n := 1.5 - float64(0.5*(float64(q.x*q.x)+float64(q.y*q.y)+float64(q.z*q.z)+float64(q.w*q.w)))
	return quat64{float64(n * q.x), float64(n * q.y), float64(n * q.z), float64(n * q.w)}
}

func (q quat64) rotate(v vec64) vec64 {
	u := vec64{q.x, q.y, q.z}
	t := u.cross(v)
	t = t.add(t)
	return v.add(t.mul(q.w)).add(u.cross(t))
}

func (q quat64) invRotate(v vec64) vec64 { return q.conj().rotate(v) }

func tensor64From(m *vec.Mat3) tensor64 {
	return tensor64{
		vec64{float64(m.XX), float64(m.YX), float64(m.ZX)},
		vec64{float64(m.XY), float64(m.YY), float64(m.ZY)},
		vec64{float64(m.XZ), float64(m.YZ), float64(m.ZZ)},
	}
}

func (m *tensor64) mul(v vec64) vec64 {
	return m.c0.mul(v.x).add(m.c1.mul(v.y)).add(m.c2.mul(v.z))
}

// gyroscopic returns m + s·([w]·m − [p]) with [v] the matrix of v ×.
func (m *tensor64) gyroscopic(w, p vec64, s float64) tensor64 {
	return tensor64{
		m.c0.add(w.cross(m.c0).sub(vec64{0, p.z, -p.y}).mul(s)),
		m.c1.add(w.cross(m.c1).sub(vec64{-p.z, 0, p.x}).mul(s)),
		m.c2.add(w.cross(m.c2).sub(vec64{p.y, -p.x, 0}).mul(s)),
	}
}

// solve returns x with m·x = b, and false when there is none.
func (m *tensor64) solve(b vec64) (vec64, bool) {
	n := m.c1.cross(m.c2)
	det := m.c0.dot(n)
	s := 1 / det
	if det == 0 || math.IsInf(s, 0) || math.IsNaN(s) {
		return vec64{}, false
	}
	return vec64{
		float64(s * b.dot(n)),
		float64(s * m.c0.dot(b.cross(m.c2))),
		float64(s * m.c0.dot(m.c1.cross(b))),
	}, true
}
