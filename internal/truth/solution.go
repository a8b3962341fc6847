package truth

import "tumble/physics"

// conditions are the values of the world that a solution depends on.
type conditions struct {
	// gravity (m/s²) acts downwards.
	gravity               float64
	friction, restitution float64
	// slowest is the slowest approach (m/s) that bounces.
	slowest float64
}

// solution is the exact motion of the bodies of a rig.
type solution interface {
	// advance goes on by dt seconds.
	advance(dt float64, c conditions)
	// poses appends the poses of the bodies in the order of the run.
	poses(out []Pose) []Pose
}

// Pose is a place (m) and a rotation in double precision.
type Pose struct {
	P vector
	Q quaternion
}

// Transform is the pose in single precision.
func (p *Pose) Transform() physics.Transform {
	return physics.Transform{
		P: physics.V3(float32(p.P[0]), float32(p.P[1]), float32(p.P[2])),
		Q: physics.Quat{X: float32(p.Q[1]), Y: float32(p.Q[2]), Z: float32(p.Q[3]), W: float32(p.Q[0])},
	}
}
