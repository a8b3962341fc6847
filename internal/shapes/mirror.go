package shapes

import (
	"errors"

	"tumble/physics"
	"tumble/physics/vec"
	"tumble/scene/model"
)

// Mirror is a plane that bodies are mirrored in.
type Mirror struct{ point, normal vec.Vec3 }

// NewMirror is the plane through a point (m) with a normal of any length.
func NewMirror(point, normal vec.Vec3) (Mirror, error) {
	n := normal.Norm()
	if n == (vec.Vec3{}) || !n.IsFinite() || !point.IsFinite() {
		return Mirror{}, errors.New("shapes: a mirror needs a normal")
	}
	return Mirror{point, n}, nil
}

// vector mirrors a direction.
func (m Mirror) vector(v vec.Vec3) vec.Vec3 { return v.Sub(m.normal.Mul(float32(2 * m.normal.Dot(v)))) }

// rotation mirrors a rotation R to M·R·M: its axis is mirrored and its sense turns round.
func (m Mirror) rotation(q vec.Quat) vec.Quat {
	v := m.vector(vec.V3(q.X, q.Y, q.Z))
	return vec.Quat{X: -v.X, Y: -v.Y, Z: -v.Z, W: q.W}
}

// box is the rotation of a mirrored box: M·R·X, where X is the reflection in x, which leaves a box as it is. M·R·X is
// (M·R·M)·(M·X), and M·X is the rotation with the quaternion (n·x, x×n).
func (m Mirror) box(q vec.Quat) vec.Quat {
	v := vec.AxisX.Cross(m.normal)
	return m.rotation(q).Mul(vec.Quat{X: v.X, Y: v.Y, Z: v.Z, W: vec.AxisX.Dot(m.normal)})
}

// Body mirrors the description of a body with its shapes, mass and velocities. With x = p + R·l a mirrored point is
// M·p + (M·R·M)·(M·l), so that what is in the frame of the body is mirrored by the same M.
func (m Mirror) Body(d *model.Body) error {
	d.Def.Position = m.point.Add(m.vector(d.Def.Position.Sub(m.point)))
	d.Def.Rotation = m.rotation(d.Def.Rotation)
	d.Linear, d.Angular = m.vector(d.Linear), m.vector(d.Angular).Mul(-1)
	for i := range d.Shapes {
		g, err := convert(d.Shapes[i].Geometry, m.vector, m.box, 1)
		if err != nil {
			return err
		}
		d.Shapes[i].Geometry = g
	}
	if d.Mass.Center != nil {
		c := m.vector(*d.Mass.Center)
		d.Mass.Center = &c
	}
	if d.Mass.Inertia != nil {
		i := m.inertia(*d.Mass.Inertia)
		d.Mass.Inertia = &i
	}
	return nil
}

// inertia is M·I·M.
func (m Mirror) inertia(i vec.Mat3) vec.Mat3 {
	column := func(axis vec.Vec3) vec.Vec3 { return m.vector(i.MulVec(m.vector(axis))) }
	x, y, z := column(vec.AxisX), column(vec.AxisY), column(vec.AxisZ)
	return vec.Mat3{XX: x.X, XY: y.X, XZ: z.X, YX: x.Y, YY: y.Y, YZ: z.Y, ZX: x.Z, ZY: y.Z, ZZ: z.Z}
}

// Joint mirrors the frames of a joint between two mirrored bodies.
func (m Mirror) Joint(f *physics.JointFrames) {
	for _, t := range []*physics.Transform{&f.FrameA, &f.FrameB} {
		t.P, t.Q = m.vector(t.P), m.rotation(t.Q)
	}
}
