package mjcf

import (
	"math"

	"tumble/physics/vec"
	"tumble/scene/internal/xmlscene"
)

// angle is an angle of the file in radians.
func (r *reader) angle(x float32) float32 {
	if r.degrees {
		return x * math.Pi / 180
	}
	return x
}

// pose reads position and orientation of an element in its parent, with the frames around it.
func (r *reader) pose(e *xmlscene.Element) vec.Transform {
	own := vec.Transform{P: e.Vector("pos", vec.Vec3{}), Q: r.orientation(e)}
	if f, ok := r.frames[e]; ok {
		return f.Mul(own)
	}
	return own
}

// orientation reads whichever of the five forms an element has.
func (r *reader) orientation(e *xmlscene.Element) vec.Quat {
	var x [6]float32
	switch {
	case e.Has("quat"):
		// w first
		if e.Numbers("quat", x[:4]) == 4 {
			if q := (vec.Quat{X: x[1], Y: x[2], Z: x[3], W: x[0]}); q.Dot(q) > 0 {
				return q.Norm()
			}
		}
	case e.Has("axisangle"):
		if e.Numbers("axisangle", x[:4]) == 4 {
			return vec.QuatAxisAngle(vec.V3(x[0], x[1], x[2]).Norm(), r.angle(x[3]))
		}
	case e.Has("euler"):
		v, q := e.Vector("euler", vec.Vec3{}), vec.QuatIdentity
		for i, angle := range [3]float32{v.X, v.Y, v.Z} {
			q = eulerStep(q, r.eulers, i, r.angle(angle))
		}
		return q
	case e.Has("xyaxes"):
		if e.Numbers("xyaxes", x[:]) == 6 {
			a := vec.V3(x[0], x[1], x[2]).Norm()
			b := vec.V3(x[3], x[4], x[5])
			b = b.MulSub(a.Dot(b), a).Norm()
			if a != (vec.Vec3{}) && b != (vec.Vec3{}) {
				return vec.Mat3Cols(a, b, a.Cross(b)).Quat().Norm()
			}
		}
	case e.Has("zaxis"):
		return xmlscene.Align(vec.AxisZ, e.Vector("zaxis", vec.AxisZ))
	}
	return vec.QuatIdentity
}

// eulerStep adds the i-th rotation of a sequence: lower case letters rotate about the axes of the body.
func eulerStep(q vec.Quat, sequence string, i int, angle float32) vec.Quat {
	if i >= len(sequence) {
		return q
	}
	c := sequence[i]
	axis := map[byte]vec.Vec3{'x': vec.AxisX, 'y': vec.AxisY, 'z': vec.AxisZ}[c|0x20]
	step := vec.QuatAxisAngle(axis, angle)
	if c >= 'a' {
		return q.Mul(step).Norm()
	}
	return step.Mul(q).Norm()
}
