package track

import (
	"math"

	"tumble/physics/vec"
)

// pose is a pose in whole numbers: the position in 1/positionScale m, the rotation in 1/rotationScale.
type pose struct {
	P [3]int64
	Q [4]int32
}

// motion predicts the next pose of a body: the same on both sides of a track.
type motion struct {
	at, delta pose
	// of the residuals of the position, the rotation, and the component of the rotation that follows from the others
	means [3]uint32
}

// quantized returns the pose nearest to t, in the sign of the rotation that is nearer to before. A pose that is not
// finite stays as before.
func quantized(t *vec.Transform, before *pose) pose {
	to := *before
	for i, x := range [3]float32{t.P.X, t.P.Y, t.P.Z} {
		if x-x == 0 {
			to.P[i] = int64(math.RoundToEven(float64(x) * positionScale))
		}
	}
	q, dot := [4]float32{t.Q.X, t.Q.Y, t.Q.Z, t.Q.W}, 0.0
	for i := range q {
		dot += float64(float64(q[i]) * float64(before.Q[i]))
	}
	scale := float64(rotationScale)
	if dot < 0 {
		scale = -scale
	}
	for i, x := range q {
		if x-x == 0 && x <= 2 && x >= -2 {
			to.Q[i] = int32(math.RoundToEven(float64(x) * scale))
		}
	}
	return to
}

// transform is the pose in the units of the world.
func (p *pose) transform() vec.Transform {
	var q [4]float64
	sum := 0.0
	for i, x := range p.Q {
		q[i] = float64(x)
		sum += float64(q[i] * q[i])
	}
	t := vec.Transform{
		P: vec.V3(meters(p.P[0]), meters(p.P[1]), meters(p.P[2])),
		Q: vec.QuatIdentity,
	}
	if sum > 0 {
		n := 1 / math.Sqrt(sum)
		t.Q = vec.Quat{X: float32(q[0] * n), Y: float32(q[1] * n), Z: float32(q[2] * n), W: float32(q[3] * n)}
	}
	return t
}

// meters is a coordinate in metres.
func meters(x int64) float32 { return float32(float64(x) / positionScale) }

// code codes a pose as its difference from the one that the body would have if it moved on as before. Of the
// rotation the largest component is predicted from the other three, which leaves one of −1, 0 and 1 nearly
// always.
func (m *motion) code(c *coder, to *pose) {
	last := m.at
	for i := range to.P {
		guess := last.P[i] + m.delta.P[i]
		to.P[i] = guess + c.number(to.P[i]-guess, &m.means[0])
	}
	var guess [4]int32
	largest := 0
	for i := range guess {
		guess[i] = last.Q[i] + m.delta.Q[i]
		if size(guess[i]) > size(guess[largest]) {
			largest = i
		}
	}
	rest := int64(rotationScale) * rotationScale
	for i := range guess {
		if i != largest {
			to.Q[i] = guess[i] + int32(c.number(int64(to.Q[i]-guess[i]), &m.means[1]))
			rest -= int64(to.Q[i]) * int64(to.Q[i])
		}
	}
	root := int32(0)
	if rest > 0 {
		root = int32(math.RoundToEven(math.Sqrt(float64(rest))))
	}
	if guess[largest] < 0 {
		root = -root
	}
	to.Q[largest] = root + int32(c.number(int64(to.Q[largest]-root), &m.means[2]))
	m.at = *to
	for i := range to.P {
		m.delta.P[i] = to.P[i] - last.P[i]
	}
	for i := range to.Q {
		m.delta.Q[i] = to.Q[i] - last.Q[i]
	}
}

func size(x int32) int32 {
	if x < 0 {
		return -x
	}
	return x
}

// rest forgets the motion of a body that has come to rest.
func (m *motion) rest() { m.delta = pose{} }

// codeJoined codes the slots of the bodies that begin to move.
func codeJoined(c *coder, list []int32) []int32 {
	var means [2]uint32
	n := c.number(int64(len(list)), &means[0])
	last := int32(0)
	for i := int64(0); i < n && c.err == nil; i++ {
		if c.reading {
			list = append(list, last+int32(c.number(0, &means[1])))
		} else {
			c.number(int64(list[i]-last), &means[1])
		}
		last = list[i]
	}
	return list
}
