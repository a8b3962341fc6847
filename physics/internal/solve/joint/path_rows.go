package joint

import "tumble/physics/vec"

// holdPath keeps anchor B on the path, and its frame as the path says.
func (x *Pair) holdPath(j *Joint, h *HeldRows) {
	r := &x.rail
	off := x.gap.Sub(r.Point)
	side := r.Tangent.Cross(r.Up)
	h.add(x.along(r.Up, off.Dot(r.Up)))
	h.add(x.along(side, off.Dot(side)))
	switch j.Rotation {
	case PathFixed:
		x.holdRotation(h)
	case PathFollow:
		c := x.qb.Mul(r.rotation().Conj()).RotationVector()
		along := x.along(r.Tangent, 0)
		for _, e := range [3]vec.Vec3{r.Tangent, r.Up, side} {
			q := about(e, c.Dot(e))
			// the frame of the path rotates as the body moves along
			k := r.Bend.Dot(e)
			q.LinearA, q.AngularA = q.LinearA.MulSub(k, along.LinearA), q.AngularA.MulSub(k, along.AngularA)
			q.LinearB, q.AngularB = q.LinearB.MulSub(k, along.LinearB), q.AngularB.MulSub(k, along.AngularB)
			h.add(q)
		}
	}
}

// pathAxis is the row and the coordinate of the distance along a path.
func (x *Pair) pathAxis(j *Joint) (Row, float32, bool) {
	r := &x.rail
	return x.along(r.Tangent, 0), r.S + float32(float32(r.Lap)*j.Rest), true
}

// springError is how far an axis is from the target of its spring: on a closed path the shorter one
// round.
func (j *Joint) springError(coordinate, target float32) float32 {
	c := coordinate - target
	if j.Kind != PathJoint || !j.Closed || !(j.Rest > 0) {
		return c
	}
	for range maxLaps {
		if c > float32(0.5*j.Rest) {
			c -= j.Rest
		} else if c < -float32(0.5*j.Rest) {
			c += j.Rest
		} else {
			break
		}
	}
	return c
}

// finishPath keeps where the body is for the next step.
func (j *Joint) finishPath(x *Pair) {
	j.Phase = x.rail.S
	if j.Closed {
		j.Lap = x.rail.Lap
	}
}
