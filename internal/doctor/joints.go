package doctor

import (
	"fmt"

	"tumble/physics"
	"tumble/physics/vec"
)

const (
	// jointGap (m) is how far the halves of a joint may be apart at the start.
	jointGap = 0.02
	// heavyJoint is the ratio of masses from which a rigid joint between two bodies stretches visibly.
	heavyJoint = 1000
	// motorForce (N or N·m per kg) is that of a motor which was given none.
	motorForce = 50
)

// limitGap (rad, m) is how far a joint may begin beyond its limits.
const limitGap = 0.05

// pair are the bodies of a joint.
type pair struct{ a, b physics.Body }

// lookAtJoints looks at each joint, and for joints between the same bodies that fight.
func (e *examination) lookAtJoints() {
	rigid := map[pair][]physics.Joint{}
	limit := jointShare * e.hertz * float32(e.world.Settings().SubSteps)
	for _, j := range e.joints {
		a, b := j.Bodies()
		named := b
		if b.Type() == physics.Static {
			named = a
		}
		switch j.Kind() {
		case physics.KindBall, physics.KindHinge, physics.KindFixed:
			if x, y := j.Anchors(); x.Dist(y) > jointGap {
				e.found(JointApart, named, rejoin(j), "set the frames of the joint at one point",
					"the %s joint of %s and %s begins %.3g m apart: it snaps together", j.Kind(), nameOf(a), nameOf(b),
					x.Dist(y))
				e.with(JointApart, a)
			}
			for _, first := range rigid[pair{a, b}] {
				if e.lookAtPair(first, j, named) {
					break
				}
			}
			rigid[pair{a, b}] = append(rigid[pair{a, b}], j)
			e.lookAtJointMasses(j, a, b)
		}
		e.lookAtAxes(j, named, limit)
		e.lookAtDrives(j, named, limit)
	}
}

// lookAtPair looks at two rigid joints of the same bodies: of one kind at one point, or a fixed joint beside another,
// which leaves the other one nothing to do but to fight. It reports whether they do.
func (e *examination) lookAtPair(first, second physics.Joint, named physics.Body) bool {
	a, b := second.Bodies()
	x, _ := first.Anchors()
	y, _ := second.Anchors()
	fixed := first.Kind() == physics.KindFixed || second.Kind() == physics.KindFixed
	if !fixed && (first.Kind() != second.Kind() || x.Dist(y) >= jointGap) {
		return false
	}
	// a fixed joint beside a hinge is the one that is too much
	extra := second
	if first.Kind() == physics.KindFixed && second.Kind() != physics.KindFixed {
		extra = first
	}
	e.found(JointTwice, named, remedy{"remove the second, of different ones the fixed joint", extra.Destroy},
		"remove one of them",
		"a %s joint and a %s joint hold %s and %s and fight", first.Kind(), second.Kind(), nameOf(a), nameOf(b))
	e.with(JointTwice, a)
	return true
}

// lookAtJointMasses looks for a light body that holds a heavy one.
func (e *examination) lookAtJointMasses(j physics.Joint, a, b physics.Body) {
	if !a.Valid() || a.Type() != physics.Dynamic || b.Type() != physics.Dynamic {
		return
	}
	heavy, light := a, b
	if heavy.Mass() < light.Mass() {
		heavy, light = b, a
	}
	if heavy.Mass() > heavyJoint*light.Mass() {
		e.found(MassRatio, heavy, lighten(heavy, light), "bring the masses within 1:100, or take more sub-steps",
			"a %s joint holds %s of %.4g kg and %s of %.4g kg together", j.Kind(), nameOf(heavy), heavy.Mass(),
			nameOf(light), light.Mass())
		e.with(MassRatio, light)
	}
}

// lookAtAxes looks at the springs, limits and motors of a joint.
func (e *examination) lookAtAxes(j physics.Joint, named physics.Body, limit float32) {
	for i := range j.AxisCount() {
		if j.At(i).Locked() {
			continue
		}
		x := j.At(i).Axis()
		if hertz := springHertz(j.At(i)); hertz > limit {
			own, slower := j.At(i).Passive(), limit/hertz
			fix := remedy{fmt.Sprintf("lower the frequency to %.4g Hz", limit), func() error {
				x.Hertz *= slower
				x.Stiffness *= slower * slower
				own.Stiffness *= slower * slower
				err := j.At(i).SetAxis(x)
				if err == nil && own != j.At(i).Passive() {
					err = j.At(i).SetPassive(own)
				}
				return err
			}}
			e.found(FastSpring, named, fix, "lower its frequency, or take more sub-steps",
				"a spring of %s has %.4g Hz; %.4g steps a second with %d sub-steps follow %.4g Hz",
				nameOf(named), hertz, e.hertz, e.world.Settings().SubSteps, limit)
		}
		if x.Limited && x.Lower == x.Upper && x.LimitHertz == 0 && x.LimitStiffness == 0 {
			fix := remedy{"take the limits away", func() error { x.Limited = false; return j.At(i).SetAxis(x) }}
			e.found(EmptyLimits, named, fix, "use a joint without this coordinate",
				"a coordinate of the %s joint of %s is limited to one value", j.Kind(), nameOf(named))
		} else if value := j.At(i).Position(); x.Limited && (value < x.Lower-limitGap || value > x.Upper+limitGap) {
			fix := remedy{"widen the limits to where the joint is", func() error {
				x.Lower, x.Upper = min(x.Lower, value), max(x.Upper, value)
				return j.At(i).SetAxis(x)
			}}
			e.found(OutOfLimits, named, fix, "begin within the limits, or widen them",
				"the %s joint of %s begins at %.3g, its limits are %.3g and %.3g: it snaps to them", j.Kind(),
				nameOf(named), value, x.Lower, x.Upper)
		}
		if x.Motor && x.MaxForce == 0 && x.Speed != 0 {
			fix := remedy{"give it 50 N or N·m for each kilogram of the body", func() error {
				x.MaxForce = motorForce * named.Mass()
				return j.At(i).SetAxis(x)
			}}
			e.found(WeakMotor, named, fix, "give it a largest force or torque",
				"a motor of %s has a speed and no force", nameOf(named))
		}
	}
}

// lookAtDrives looks at the springs of joints with drives, which act on several coordinates.
func (e *examination) lookAtDrives(j physics.Joint, named physics.Body, limit float32) {
	for _, d := range drivesOf(j) {
		if d.Hertz > limit {
			fix := remedy{fmt.Sprintf("lower the frequency to %.4g Hz", limit), func() error {
				slower := d.JointDrive
				slower.Hertz = limit
				return d.set(slower)
			}}
			e.found(FastSpring, named, fix, "lower its frequency, or take more sub-steps",
				"a drive of %s has %.4g Hz; %.4g steps a second with %d sub-steps follow %.4g Hz", nameOf(named),
				d.Hertz, e.hertz, e.world.Settings().SubSteps, limit)
		}
	}
}

// drive is a drive of several coordinates of a joint.
type drive struct {
	physics.JointDrive
	set func(physics.JointDrive) error
}

// drivesOf returns the drives of a joint.
func drivesOf(joint physics.Joint) []drive {
	if j, ok := physics.JointAs[physics.BallJoint](joint); ok {
		return []drive{{j.AngularDrive(), j.SetAngularDrive}}
	}
	if j, ok := physics.JointAs[physics.FixedJoint](joint); ok {
		return []drive{{j.LinearDrive(), j.SetLinearDrive}, {j.AngularDrive(), j.SetAngularDrive}}
	}
	if j, ok := physics.JointAs[physics.MotorJoint](joint); ok {
		return []drive{{j.LinearDrive(), j.SetLinearDrive}, {j.AngularDrive(), j.SetAngularDrive}}
	}
	return nil
}

// lookAtSettings looks at the settings of the world.
func (e *examination) lookAtSettings() {
	s := e.world.Settings()
	if s.Gravity.Len() == 0 && len(e.joints) == 0 && e.allAtRest() {
		e.found(NoGravity, physics.Body{}, e.gravity(vec.V3(0, -9.81, 0)), "set gravity, or give bodies a speed",
			"there is no gravity and nothing moves")
	}
	smallest := float32(0)
	var named physics.Body
	for _, b := range e.bodies {
		if size := extent(b); b.Type() == physics.Dynamic && size > 0 && (smallest == 0 || size < smallest) {
			smallest, named = size, b
		}
	}
	if smallest > 0 && s.SpeculativeDistance > 20*smallest {
		e.found(Speculative, named, remedy{"set it to its default", func() error {
			s.SpeculativeDistance = physics.DefaultSettings().SpeculativeDistance
			return e.world.SetSettings(s)
		}}, "lower speculative.distance", "contacts are made %.3g m ahead, many times the thickness of %s",
			s.SpeculativeDistance, nameOf(named))
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
