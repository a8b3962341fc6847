package solve

import (
	"slices"

	"tumble/physics/internal/solve/joint"
)

// bodyMarks mark the bodies of some joints, after the joints have changed.
type bodyMarks []bool

// clear takes all marks of a number of bodies away.
func (m *bodyMarks) clear(bodies int) {
	*m = slices.Grow((*m)[:0], bodies)[:bodies]
	clear(*m)
}

// add marks the bodies of a joint.
func (m bodyMarks) add(j *joint.Joint) {
	m[j.BodyB] = true
	if j.BodyA != joint.World {
		m[j.BodyA] = true
	}
}

// has reports whether a body is marked; those made since the joints changed are not.
func (m bodyMarks) has(body int32) bool { return int(body) < len(m) && m[body] }
