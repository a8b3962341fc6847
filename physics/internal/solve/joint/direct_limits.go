package joint

import "tumble/physics/vec"

// A rope is a limit that carries a load. Row by row, a chain of ropes gives way under a load that is much heavier than its
// links; hence an articulation solves these limits together with the rows that joints hold, and finds which of them act.
// The impulse of such a row is kept behind those of the held rows: above 0 at the lower limit, below 0 at the upper.

// directLimits is the number of limits that an articulation solves.
func (j *Joint) directLimits() int {
	if j.Kind != DistanceJoint && j.Kind != PulleyJoint {
		return 0
	}
	if a := &j.Axes[0]; a.Flags&AxisLimit == 0 || a.LimitHertz > 0 {
		return 0
	}
	return 1
}

// limitsDirectly reports whether an articulation solves the limits of axis i.
func (j *Joint) limitsDirectly(i int) bool { return j.direct && i == 0 && j.directLimits() > 0 }

// DirectCount returns the number of rows of a joint in an articulation: the held rows and its limits.
func (j *Joint) DirectCount() int { return j.HeldCount() + j.directLimits() }

// SolveDirectly says that an articulation solves the held rows and the limits, of which the first has this position.
func (j *Joint) SolveDirectly(row int32) {
	j.direct, j.row = true, row
	if j.directLimits() == 0 {
		return
	}
	a := &j.Axes[0]
	if a.Flags == AxisLimit {
		j.options--
	}
	// impulses that rows one by one have found
	if old := a.LowerImpulse - a.UpperImpulse; old != 0 {
		j.Held[j.HeldCount()] = old
		a.LowerImpulse, a.UpperImpulse = 0, 0
	}
}

// ForgetLimits forgets the impulses of limits in an articulation.
func (j *Joint) ForgetLimits() { clear(j.Held[j.HeldCount():]) }

// HoldDirectly builds the rows of a joint in an articulation. What Hold builds comes first; limit is the range of the last
// row, if it is a limit.
func (x *Pair) HoldDirectly(j *Joint, h *HeldRows) (limit Range) {
	x.Hold(j, h)
	if j.directLimits() == 0 {
		return Range{}
	}
	a := &j.Axes[0]
	r, coordinate, _ := x.axis(j, 0)
	h.add(r)
	return Range{IsLimit: true, Below: coordinate - a.Lower, Above: coordinate - a.Upper}
}

// Range is how far a coordinate is above its lower and its upper limit.
type Range struct {
	IsLimit      bool
	Below, Above float32
}

// Side says which limit of a row acts.
type Side int8

const (
	// Holds is that of a row that acts always.
	Holds Side = iota
	// Idle rows do not act, at their AtLower and AtUpper limits they do.
	Idle
	AtLower
	AtUpper
)

// Target is the velocity that a row at a limit loses in a sub-step: what takes it to the limit and no further, or a part of
// the overlap, rate times it.
func (r *Range) Target(side Side, rate, invH, most float32) float32 {
	c := r.Below
	if side == AtUpper {
		c = r.Above
	}
	if side == AtLower && c > 0 || side == AtUpper && c < 0 {
		return float32(invH * c)
	}
	return vec.Clamp(float32(rate*c), -most, most)
}
