package collide

import "tumble/physics/vec"

// Sweep is the motion of a body over one step: its centre of mass moves on a straight line
// and it rotates at a constant rate about it. The caller picks the frame; one near the bodies
// keeps the digits.
type Sweep struct {
	// LocalCenter is the centre of mass in the frame of the body.
	LocalCenter vec.Vec3
	// Center at the start, and its displacement over the step (m).
	Center, Displacement vec.Vec3
	// Rotation at the start, and the rotation vector over the step (rad), which may be more
	// than a revolution.
	Rotation       vec.Quat
	RotationVector vec.Vec3
}

// At returns the pose of the body's origin at fraction t of the step.
func (s *Sweep) At(t float32) vec.Transform {
	q := s.Rotation
	if axis, angle := s.RotationVector.NormLen(); angle > 0 {
		q = vec.QuatAxisAngle(axis, float32(angle*t)).Mul(q).Norm()
	}
	center := s.Center.MulAdd(t, s.Displacement)
	return vec.Transform{P: center.Sub(q.Rotate(s.LocalCenter)), Q: q}
}

// Still returns the sweep of a body that does not move.
func Still(pose vec.Transform) Sweep { return Sweep{Center: pose.P, Rotation: pose.Q} }

// velocity is the displacement per step (m) of the point p of the body at fraction t.
func (s *Sweep) velocity(p vec.Vec3, t float32) vec.Vec3 {
	return s.Displacement.Add(s.RotationVector.Cross(p.Sub(s.Center.MulAdd(t, s.Displacement))))
}
