package urdf

import (
	"math"
	"strconv"
	"strings"

	"tumble/physics/vec"
	"tumble/scene/internal/xmlscene"
)

// start is the pose of the child of a joint against its frame at the beginning: 0, or in the middle of limits that 0 is
// outside of, as the joint state publisher of ROS has it. A joint that follows another one begins where its rule puts
// it.
func (b *builder) start(j *joint) vec.Transform {
	q := b.coordinate(j, 0)
	axis := j.First("axis").Vector("xyz", vec.AxisX).Norm()
	if q == 0 || axis == (vec.Vec3{}) {
		return vec.TransformIdentity
	}
	if j.kind == "prismatic" {
		return vec.Transform{P: axis.Mul(q), Q: vec.QuatIdentity}
	}
	return vec.Transform{Q: vec.QuatAxisAngle(axis, q)}
}

// mostFollowed bounds how many joints follow each other.
const mostFollowed = 16

// coordinate is where a joint begins (m, rad).
func (b *builder) coordinate(j *joint, depth int) float32 {
	limited := j.kind == "revolute" || j.kind == "prismatic"
	if !limited && j.kind != "continuous" || depth > mostFollowed {
		return 0
	}
	if m := j.First("mimic"); m != nil {
		if leader := b.named[m.Text("joint", "")]; leader != nil && leader != j {
			return vec.Clamp(m.Number("multiplier", 1)*b.coordinate(leader, depth+1)+m.Number("offset", 0), -mostStart,
				mostStart)
		}
		return 0
	}
	l := j.First("limit")
	if l == nil || !limited {
		return 0
	}
	lower, upper := quiet(l, "lower"), quiet(l, "upper")
	if lower > upper || lower <= startRounding && upper >= -startRounding || lower < -mostStart || upper > mostStart {
		return 0
	}
	if depth == 0 {
		j.Warnf("0 is outside of its limits: it begins at %g, in their middle", (lower+upper)/2)
	}
	return (lower + upper) / 2
}

// mostStart (m, rad) bounds where a joint begins.
const mostStart = 100

// startRounding (m, rad) is how far 0 may be outside of the limits of a joint that begins there. Rounding of files that
// were written from a running world.
const startRounding = 1e-5

// quiet reads a number about which acting tells what is wrong with it.
func quiet(e *xmlscene.Element, name string) float32 {
	v, err := strconv.ParseFloat(strings.TrimSpace(e.Peek(name)), 64)
	if err != nil || math.IsNaN(v) {
		return 0
	}
	return float32(math.Max(-maxLimit, math.Min(maxLimit, v)))
}
