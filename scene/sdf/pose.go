package sdf

import (
	"math"

	"tumble/physics/vec"
	"tumble/scene/internal/xmlscene"
)

// poseOf reads the pose element of an element and the frame that it is relative to, empty without one.
func poseOf(e *xmlscene.Element) (vec.Transform, string) {
	p := e.First("pose")
	if p == nil {
		return vec.TransformIdentity, ""
	}
	relative := p.Text("relative_to", p.Text("frame", "")) // frame was its name in version 1.6
	if p.Content() == "" {
		return vec.TransformIdentity, relative
	}
	var x [7]float32
	n := p.ContentNumbers(x[:])
	at := vec.Transform{P: vec.V3(x[0], x[1], x[2]), Q: vec.QuatIdentity}
	switch format := p.Text("rotation_format", "euler_rpy"); {
	case format == "quat_xyzw" && n == 7:
		q := vec.Quat{X: x[3], Y: x[4], Z: x[5], W: x[6]}
		if l := q.X*q.X + q.Y*q.Y + q.Z*q.Z + q.W*q.W; !(l > 1e-12) {
			p.Errorf("%q: a quaternion of no length", p.Content())
			return at, relative
		}
		at.Q = q.Norm()
	case format == "euler_rpy" && n == 6:
		angles := vec.V3(x[3], x[4], x[5])
		if p.Flag("degrees", false) {
			angles = angles.Mul(math.Pi / 180)
		}
		at.Q = xmlscene.RPY(angles)
	default:
		p.Errorf("%q: must have 6 numbers, or 7 with rotation_format=\"quat_xyzw\"", p.Content())
	}
	return at, relative
}
