package doctor

import (
	"tumble/physics"
)

const (
	// jointGap (m) is how far the halves of a joint may be apart at the start.
	jointGap = 0.02
	// springShare is the part of the sub-step rate up to which a spring keeps its frequency.
	springShare = 0.25
)

// lookAtJoints looks at each joint, and for two of a kind between the same bodies.
func (e *examination) lookAtJoints() {
	type pair struct{ a, b physics.Body }
	rigid := map[pair]physics.Joint{}
	limit := springShare * e.hertz * float32(e.world.Settings().SubSteps)
	for _, j := range e.joints {
		a, b := j.Bodies()
		named := b
		if b.Type() == physics.Static {
			named = a
		}
		x, y := j.Anchors()
		switch j.Kind() {
		case physics.BallJoint, physics.HingeJoint, physics.FixedJoint:
			if d := x.Dist(y); d > jointGap {
				e.found(JointApart, named, "set the frames of the joint at one point", "the %s joint of %s and %s begins %.3g m apart: it snaps together", j.Kind(), nameOf(a), nameOf(b), d)
			}
			if first, twice := rigid[pair{a, b}]; twice && first.Kind() == j.Kind() {
				p, _ := first.Anchors()
				if j.Kind() == physics.FixedJoint || p.Dist(x) < jointGap {
					e.found(JointTwice, named, "remove one of them", "two %s joints hold %s and %s at one point and fight", j.Kind(), nameOf(a), nameOf(b))
				}
			}
			rigid[pair{a, b}] = j
		}
		e.lookAtAxes(j, named, limit)
	}
}

// lookAtAxes looks at the springs, limits and motors of a joint.
func (e *examination) lookAtAxes(j physics.Joint, named physics.Body, limit float32) {
	for i := range j.AxisCount() {
		if j.AxisLocked(i) {
			continue
		}
		x := j.Axis(i)
		if x.Hertz > limit {
			e.found(FastSpring, named, "lower its frequency, or take more sub-steps", "a spring of %s has %.4g Hz; %.4g steps a second with %d sub-steps follow %.4g Hz", nameOf(named), x.Hertz, e.hertz, e.world.Settings().SubSteps, limit)
		}
		if x.Limited && x.Lower == x.Upper && x.LimitHertz == 0 {
			e.found(EmptyLimits, named, "use a joint without this coordinate", "a coordinate of the %s joint of %s is limited to one value", j.Kind(), nameOf(named))
		}
		if x.Motor && x.MaxForce == 0 && x.Speed != 0 {
			e.found(WeakMotor, named, "give it a largest force or torque", "a motor of %s has a speed and no force", nameOf(named))
		}
	}
}

// lookAtSettings looks at the settings of the world.
func (e *examination) lookAtSettings() {
	s := e.world.Settings()
	if s.Gravity.Len() == 0 && len(e.joints) == 0 && e.allAtRest() {
		e.found(NoGravity, physics.Body{}, "set gravity, or give bodies a speed", "there is no gravity and nothing moves")
	}
	smallest := float32(0)
	var named physics.Body
	for _, b := range e.bodies {
		if size := extent(b); b.Type() == physics.Dynamic && size > 0 && (smallest == 0 || size < smallest) {
			smallest, named = size, b
		}
	}
	if smallest > 0 && s.SpeculativeDistance > 20*smallest {
		e.found(Speculative, named, "lower speculative.distance", "contacts are made %.3g m ahead, many times the thickness of %s", s.SpeculativeDistance, nameOf(named))
	}
}

func (e *examination) allAtRest() bool {
	moving := false
	for _, b := range e.bodies {
		if b.Type() == physics.Static {
			continue
		}
		moving = true
		if b.LinearVelocity().Len() > 0 || b.AngularVelocity().Len() > 0 || b.Type() == physics.Kinematic {
			return false
		}
	}
	return moving
}
