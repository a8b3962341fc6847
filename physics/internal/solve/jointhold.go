package solve

import "tumble/physics/vec"

// hold builds the rows that a joint holds, with their position errors. Their number is that
// of HeldCount.
func (x *jointBodies) hold(j *Joint, h *heldRows) {
	h.count = 0
	switch j.Kind {
	case BallJoint:
		x.holdPoint(h)
	case HingeJoint:
		x.holdPoint(h)
		x.holdAxis(h)
	case SliderJoint:
		t, u := x.qa.Rotate(vec.V3(0, 1, 0)), zAxis(x.qa)
		h.add(x.along(t, x.gap.Dot(t)))
		h.add(x.along(u, x.gap.Dot(u)))
		x.holdTurn(h)
	case WeldJoint:
		if j.Linear.Hertz == 0 {
			x.holdPoint(h)
		}
		if j.Angular.Hertz == 0 {
			x.holdTurn(h)
		}
	case DistanceJoint:
		if j.Axes[0].Flags == 0 {
			axis, length := x.distance()
			h.add(x.between(axis, length-j.Rest))
		}
	case ParallelJoint:
		if j.Axes[0].Flags == 0 {
			x.holdAxis(h)
		}
	case WheelJoint:
		x.holdWheel(j, h)
	case SixJoint:
		x.holdSix(j, h)
	case GearJoint:
		h.add(x.gearRow(j))
	case RackJoint:
		h.add(x.rackRow(j))
	case PathJoint:
		x.holdPath(j, h)
	}
}

func (x *jointBodies) holdPoint(h *heldRows) {
	for _, r := range x.pointRows() {
		h.add(r)
	}
}

// holdTurn makes the frames turn as one.
func (x *jointBodies) holdTurn(h *heldRows) {
	c := x.rotationError()
	h.add(about(vec.V3(1, 0, 0), c.X))
	h.add(about(vec.V3(0, 1, 0), c.Y))
	h.add(about(vec.V3(0, 0, 1), c.Z))
}

// holdAxis keeps the z axes of the frames parallel.
func (x *jointBodies) holdAxis(h *heldRows) {
	z, t, u := axes(x.qa)
	// z × z' is the rotation that A lacks to reach B
	c := z.Cross(zAxis(x.qb))
	if z.Dot(zAxis(x.qb)) < 0 {
		// turned over: the cross product would lead back to the wrong side
		c = c.Norm()
	}
	h.add(about(t, c.Dot(t)))
	h.add(about(u, c.Dot(u)))
}

// holdWheel keeps the anchor of B on the line of the suspension and the axle at a right angle
// to it; without steering, parallel to the z axis of A.
func (x *jointBodies) holdWheel(j *Joint, h *heldRows) {
	z, t, u := axes(x.qa)
	h.add(x.along(t, x.gap.Dot(t)))
	h.add(x.along(z, x.gap.Dot(z)))
	if j.Axes[2].Flags == 0 {
		x.holdAxis(h)
		return
	}
	axle := zAxis(x.qb)
	// axle · u = 0: the axle turns towards u about axle × u
	h.add(about(axle.Cross(u).Norm(), axle.Dot(u)))
}

func (x *jointBodies) holdSix(j *Joint, h *heldRows) {
	z, t, u := axes(x.qa)
	e := [3]vec.Vec3{t, u, z}
	for i := range 3 {
		if j.Locked>>i&1 != 0 {
			h.add(x.along(e[i], x.gap.Dot(e[i])))
		}
	}
	if j.Locked>>3 == 0 {
		return
	}
	c := x.rotationError()
	for i := range 3 {
		if j.Locked>>(i+3)&1 != 0 {
			h.add(about(e[i], c.Dot(e[i])))
		}
	}
}
