package joint

import (
	"tumble/physics/internal/solve/kernel"
	"tumble/physics/vec"
)

// Hold builds the rows that a joint holds, with their position errors. Their number is that
// of HeldCount.
func (x *Pair) Hold(j *Joint, h *HeldRows) {
	h.count = 0
	switch j.Kind {
	case BallJoint:
		x.holdPoint(h)
	case HingeJoint:
		x.holdPoint(h)
		x.holdAxis(h)
	case SliderJoint:
		t, u := x.qa.Rotate(vec.V3(0, 1, 0)), kernel.ZAxis(x.qa)
		h.add(x.along(t, x.gap.Dot(t)))
		h.add(x.along(u, x.gap.Dot(u)))
		x.holdRotation(h)
	case FixedJoint:
		if j.Linear.Hertz == 0 {
			x.holdPoint(h)
		}
		if j.Angular.Hertz == 0 {
			x.holdRotation(h)
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
	case GenericJoint:
		x.holdGeneric(j, h)
	case GearJoint:
		h.add(x.gearRow(j))
	case RackJoint:
		h.add(x.rackRow(j))
	case PathJoint:
		x.holdPath(j, h)
	}
}

// holdWheel keeps the anchor of B on the line of the suspension and the axle at a right angle
// to it; without steering, parallel to the z axis of A.
func (x *Pair) holdWheel(j *Joint, h *HeldRows) {
	z, t, u := kernel.Axes(x.qa)
	h.add(x.along(t, x.gap.Dot(t)))
	h.add(x.along(z, x.gap.Dot(z)))
	if j.Axes[2].Flags == 0 {
		x.holdAxis(h)
		return
	}
	axle := kernel.ZAxis(x.qb)
	// axle · u = 0: the axle tilts towards u about axle × u
	h.add(about(axle.Cross(u).Norm(), axle.Dot(u)))
}

func (x *Pair) holdGeneric(j *Joint, h *HeldRows) {
	z, t, u := kernel.Axes(x.qa)
	e := [3]vec.Vec3{t, u, z}
	for i := range 3 {
		if j.Locked>>i&1 != 0 {
			h.add(x.along(e[i], x.gap.Dot(e[i])))
		}
	}
	if j.Locked>>3 == 0 {
		return
	}
	c := x.genericError(j)
	for i := range 3 {
		if j.Locked>>(i+3)&1 != 0 {
			h.add(about(e[i], c.Dot(e[i])))
		}
	}
}
