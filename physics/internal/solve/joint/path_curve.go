package joint

import "tumble/physics/vec"

// PathKnot is a point of the curve of a PathJoint in frame A: cubic Hermite segments lead from knot
// to knot. They are so short that the arc length from the start, S, is their parameter.
type PathKnot struct {
	P vec.Vec3
	// In and Out are the unit tangents before and after the knot, which differ in a corner; Up
	// is a unit vector at a right angle to Out.
	In, Out, Up vec.Vec3
	S           float32
}

// PathRotation says how a body on a path rotates.
type PathRotation int32

const (
	// PathFree lets it rotate.
	PathFree PathRotation = iota
	// PathFixed keeps its frame parallel to frame A.
	PathFixed
	// PathFollow keeps the x axis of its frame along the path and the y axis along Up.
	PathFollow
)

// Rail is a point on a path: at S metres of the Lap-th time round.
type Rail struct {
	S                  float32
	Lap                int32
	Point, Tangent, Up vec.Vec3
	// Bend is the rotation of the axes per metre (rad/m).
	Bend vec.Vec3
}

// PathLength returns the length (m) of a path.
func PathLength(knots []PathKnot) float32 { return knots[len(knots)-1].S }

// AlongPath returns the point at s metres of a path. Beyond its ends an open path continues
// straight.
func AlongPath(knots []PathKnot, closed bool, s float32) Rail {
	length := PathLength(knots)
	lap := int32(0)
	if closed {
		for ; s < 0 && lap > -maxLaps; lap-- {
			s += length
		}
		for ; s >= length && lap < maxLaps; lap++ {
			s -= length
		}
	}
	last := len(knots) - 1
	if !closed && !(s > 0) || !(length > 0) {
		k := &knots[0]
		return Rail{S: s, Point: k.P.MulAdd(s, k.Out), Tangent: k.Out, Up: k.Up}
	}
	if s >= length {
		k := &knots[last]
		return Rail{S: s, Lap: lap, Point: k.P.MulAdd(s-length, k.In), Tangent: k.In, Up: k.Up}
	}
	lo, hi := 0, last
	for hi-lo > 1 {
		if mid := (lo + hi) / 2; knots[mid].S <= s {
			lo = mid
		} else {
			hi = mid
		}
	}
	r := alongSegment(&knots[lo], &knots[hi], s)
	r.Lap = lap
	return r
}

// alongSegment evaluates a Hermite segment.
func alongSegment(a, b *PathKnot, s float32) Rail {
	length := b.S - a.S
	u := (s - a.S) / length
	v := 1 - u
	chord := b.P.Sub(a.P)
	// from a, the blend of the chord and of both tangents
	p := a.P.MulAdd(float32(float32(u*u)*(3-float32(2*u))), chord).
		MulAdd(float32(length*float32(u*float32(v*v))), a.Out).
		MulSub(float32(length*float32(v*float32(u*u))), b.In)
	d := chord.Mul(float32(6*float32(u*v))/length).
		MulAdd(float32(v*(v-float32(2*u))), a.Out).
		MulAdd(float32(u*(u-float32(2*v))), b.In)
	curve := chord.Mul(float32(6*(v-u))/length).
		MulAdd(float32(2*u)-float32(4*v), a.Out).
		MulAdd(float32(4*u)-float32(2*v), b.In).Mul(1 / length)
	t := d.Norm()
	if t == (vec.Vec3{}) {
		t = a.Out
	}
	up := a.Up.MulAdd(u, b.Up.Sub(a.Up))
	up = up.MulSub(up.Dot(t), t).Norm()
	if up == (vec.Vec3{}) {
		up = t.Perp()
	}
	twist := b.Up.Sub(a.Up).Dot(t.Cross(up)) / length
	return Rail{S: s, Point: p, Tangent: t, Up: up, Bend: t.Cross(curve).MulAdd(twist, t)}
}

// NearPath returns the point of a path nearest to p (in frame A), found by walking from s metres.
func NearPath(knots []PathKnot, closed bool, p vec.Vec3, s float32) Rail {
	r := AlongPath(knots, closed, s)
	step := float32(1)
	before := float32(0)
	for range 12 {
		displacement := p.Sub(r.Point).Dot(r.Tangent)
		if float32(displacement*before) < 0 {
			// beyond a corner both segments point back to it
			step = float32(0.5 * step)
		}
		before = displacement
		move := float32(step * displacement)
		if !(vec.Abs(move) > leastPathStep) {
			break
		}
		lap := r.Lap
		r = AlongPath(knots, closed, r.S+move)
		r.Lap += lap
	}
	return r
}

// rotation is the frame of the path in world axes.
func (r *Rail) rotation() vec.Quat {
	return vec.Mat3Cols(r.Tangent, r.Up, r.Tangent.Cross(r.Up)).Quat()
}
