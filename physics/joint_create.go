package physics

import (
	"errors"

	"tumble/physics/internal/solve"
	"tumble/physics/internal/state"
	"tumble/physics/vec"
)

// CreateBallJoint joins two bodies at a point.
func (w *World) CreateBallJoint(def BallJointDef) (Joint, error) {
	if r := w.recorder(); r != nil {
		return r.worldCreateBallJoint(w, def)
	}
	check := func() error {
		if err := checkMade(def.made, "ball", "DefaultBallJointDef"); err != nil {
			return err
		}
		if err := checkQuat("ball joint target", def.Target); err != nil {
			return err
		}
		if err := def.Drive.check("ball"); err != nil {
			return err
		}
		if err := def.Cone.check("ball"); err != nil {
			return err
		}
		return def.Twist.check("ball")
	}
	def.Cone = coneOnly(def.Cone)
	return w.createJoint("ball", BallJoint, &def.JointFrames, check, func(r *solve.Joint) {
		r.Kind = solve.BallJoint
		setAxis(&r.Axes[0], &def.Cone)
		setAxis(&r.Axes[1], &def.Twist)
		setDrive(&r.Angular, &def.Drive)
		r.Target = def.Target.Unit()
	})
}

// coneOnly leaves what counts of a cone: its limit. The angle has no lower bound.
func coneOnly(a JointAxis) JointAxis {
	return JointAxis{Limited: a.Limited, Lower: vec.Min(-1, a.Upper), Upper: a.Upper,
		LimitHertz: a.LimitHertz, LimitDampingRatio: a.LimitDampingRatio}
}

// CreateHingeJoint joins two bodies by an axis.
func (w *World) CreateHingeJoint(def HingeJointDef) (Joint, error) {
	if r := w.recorder(); r != nil {
		return r.worldCreateHingeJoint(w, def)
	}
	check := func() error {
		if err := checkMade(def.made, "hinge", "DefaultHingeJointDef"); err != nil {
			return err
		}
		return def.Axis.check("hinge")
	}
	return w.createJoint("hinge", HingeJoint, &def.JointFrames, check, func(r *solve.Joint) {
		r.Kind = solve.HingeJoint
		setAxis(&r.Axes[0], &def.Axis)
	})
}

// CreateSliderJoint lets a body slide along another.
func (w *World) CreateSliderJoint(def SliderJointDef) (Joint, error) {
	if r := w.recorder(); r != nil {
		return r.worldCreateSliderJoint(w, def)
	}
	check := func() error {
		if err := checkMade(def.made, "slider", "DefaultSliderJointDef"); err != nil {
			return err
		}
		return def.Axis.check("slider")
	}
	return w.createJoint("slider", SliderJoint, &def.JointFrames, check, func(r *solve.Joint) {
		r.Kind = solve.SliderJoint
		setAxis(&r.Axes[0], &def.Axis)
	})
}

// CreateFixedJoint makes one of two bodies, or ties them by springs.
func (w *World) CreateFixedJoint(def FixedJointDef) (Joint, error) {
	if r := w.recorder(); r != nil {
		return r.worldCreateFixedJoint(w, def)
	}
	linear := JointDrive{Hertz: def.LinearHertz, DampingRatio: def.LinearDampingRatio}
	angular := JointDrive{Hertz: def.AngularHertz, DampingRatio: def.AngularDampingRatio}
	check := func() error {
		if err := checkMade(def.made, "fixed", "DefaultFixedJointDef"); err != nil {
			return err
		}
		if err := linear.check("fixed"); err != nil {
			return err
		}
		return angular.check("fixed")
	}
	return w.createJoint("fixed", FixedJoint, &def.JointFrames, check, func(r *solve.Joint) {
		r.Kind = solve.FixedJoint
		setDrive(&r.Linear, &linear)
		setDrive(&r.Angular, &angular)
	})
}

// CreateDistanceJoint joins two bodies by a rod, a rope or a spring.
func (w *World) CreateDistanceJoint(def DistanceJointDef) (Joint, error) {
	if r := w.recorder(); r != nil {
		return r.worldCreateDistanceJoint(w, def)
	}
	check := func() error {
		if err := checkMade(def.made, "distance", "DefaultDistanceJointDef"); err != nil {
			return err
		}
		if err := state.CheckRange("distance joint length", def.Length, 0, maxCoordinate); err != nil {
			return err
		}
		return def.Axis.check("distance")
	}
	return w.createJoint("distance", DistanceJoint, &def.JointFrames, check, func(r *solve.Joint) {
		r.Kind, r.Rest = solve.DistanceJoint, def.Length
		setAxis(&r.Axes[0], &def.Axis)
	})
}

// CreateMotorJoint drives one body to a pose in the other.
func (w *World) CreateMotorJoint(def MotorJointDef) (Joint, error) {
	if r := w.recorder(); r != nil {
		return r.worldCreateMotorJoint(w, def)
	}
	check := func() error {
		if err := checkMade(def.made, "motor", "DefaultMotorJointDef"); err != nil {
			return err
		}
		if err := state.CheckVector("motor joint place", def.Place, MaxPosition); err != nil {
			return err
		}
		if err := checkQuat("motor joint target", def.Target); err != nil {
			return err
		}
		if err := def.Linear.check("motor"); err != nil {
			return err
		}
		return def.Angular.check("motor")
	}
	return w.createJoint("motor", MotorJoint, &def.JointFrames, check, func(r *solve.Joint) {
		r.Kind, r.Offset, r.Target = solve.MotorJoint, def.Place, def.Target.Unit()
		setDrive(&r.Linear, &def.Linear)
		setDrive(&r.Angular, &def.Angular)
	})
}

// CreateParallelJoint keeps an axis of one body parallel to one of the other.
func (w *World) CreateParallelJoint(def ParallelJointDef) (Joint, error) {
	if r := w.recorder(); r != nil {
		return r.worldCreateParallelJoint(w, def)
	}
	axis := JointAxis{Hertz: def.Hertz, DampingRatio: def.DampingRatio, MaxSpring: def.MaxTorque}
	check := func() error {
		if err := checkMade(def.made, "parallel", "DefaultParallelJointDef"); err != nil {
			return err
		}
		return axis.check("parallel")
	}
	return w.createJoint("parallel", ParallelJoint, &def.JointFrames, check, func(r *solve.Joint) {
		r.Kind = solve.ParallelJoint
		setAxis(&r.Axes[0], &axis)
		setAxis(&r.Axes[1], &axis)
	})
}

// CreateWheelJoint hangs a wheel on a chassis.
func (w *World) CreateWheelJoint(def WheelJointDef) (Joint, error) {
	if r := w.recorder(); r != nil {
		return r.worldCreateWheelJoint(w, def)
	}
	check := func() error {
		if err := checkMade(def.made, "wheel", "DefaultWheelJointDef"); err != nil {
			return err
		}
		for _, a := range []*JointAxis{&def.Suspension, &def.Spin, &def.Steering} {
			if err := a.check("wheel"); err != nil {
				return err
			}
		}
		return nil
	}
	def.Spin = spinOnly(def.Spin)
	return w.createJoint("wheel", WheelJoint, &def.JointFrames, check, func(r *solve.Joint) {
		r.Kind = solve.WheelJoint
		setAxis(&r.Axes[0], &def.Suspension)
		setAxis(&r.Axes[1], &def.Spin)
		setAxis(&r.Axes[2], &def.Steering)
	})
}

// spinOnly leaves what counts of the spin of a wheel, which has no angle.
func spinOnly(a JointAxis) JointAxis {
	return JointAxis{Motor: a.Motor, Speed: a.Speed, MaxForce: a.MaxForce, Friction: a.Friction}
}

// CreateSixJoint joins two bodies with a choice for each of the six coordinates.
func (w *World) CreateSixJoint(def SixJointDef) (Joint, error) {
	if r := w.recorder(); r != nil {
		return r.worldCreateSixJoint(w, def)
	}
	check := func() error {
		if err := checkMade(def.made, "six", "DefaultSixJointDef"); err != nil {
			return err
		}
		for i := range def.Axes {
			if err := def.Axes[i].check("six"); err != nil {
				return err
			}
		}
		return nil
	}
	return w.createJoint("six", SixJoint, &def.JointFrames, check, func(r *solve.Joint) {
		r.Kind = solve.GenericJoint
		for i := range def.Axes {
			if def.Locked[i] {
				r.Locked |= 1 << i
				continue
			}
			setAxis(&r.Axes[i], &def.Axes[i])
		}
	})
}

// CreateGearJoint couples the rotations of two bodies.
func (w *World) CreateGearJoint(def GearJointDef) (Joint, error) {
	if r := w.recorder(); r != nil {
		return r.worldCreateGearJoint(w, def)
	}
	check := func() error {
		if err := checkMade(def.made, "gear", "DefaultGearJointDef"); err != nil {
			return err
		}
		return checkRatio("gear", def.Ratio)
	}
	return w.createJoint("gear", GearJoint, &def.JointFrames, check, func(r *solve.Joint) {
		r.Kind, r.Ratio = solve.GearJoint, def.Ratio
	})
}

// CreateRackJoint couples a rotation with a motion along a line.
func (w *World) CreateRackJoint(def RackJointDef) (Joint, error) {
	if r := w.recorder(); r != nil {
		return r.worldCreateRackJoint(w, def)
	}
	check := func() error {
		if err := checkMade(def.made, "rack", "DefaultRackJointDef"); err != nil {
			return err
		}
		return checkRatio("rack", def.Ratio)
	}
	return w.createJoint("rack", RackJoint, &def.JointFrames, check, func(r *solve.Joint) {
		r.Kind, r.Ratio = solve.RackJoint, def.Ratio
	})
}

// CreatePulleyJoint hangs two bodies on one rope.
func (w *World) CreatePulleyJoint(def PulleyJointDef) (Joint, error) {
	if r := w.recorder(); r != nil {
		return r.worldCreatePulleyJoint(w, def)
	}
	check := func() error {
		if def.BodyA == (Body{}) {
			return errors.New("physics: pulley joint: body A cannot be the world")
		}
		if err := checkMade(def.made, "pulley", "DefaultPulleyJointDef"); err != nil {
			return err
		}
		if err := state.CheckVector("pulley joint ground point", def.GroundA, MaxPosition); err != nil {
			return err
		}
		if err := state.CheckVector("pulley joint ground point", def.GroundB, MaxPosition); err != nil {
			return err
		}
		if err := state.CheckRange("pulley joint length", def.Length, 0, maxCoordinate); err != nil {
			return err
		}
		return checkRatio("pulley", def.Ratio)
	}
	return w.createJoint("pulley", PulleyJoint, &def.JointFrames, check, func(r *solve.Joint) {
		r.Kind, r.Ratio, r.GroundA, r.GroundB = solve.PulleyJoint, def.Ratio, def.GroundA, def.GroundB
		length := def.Length
		if length == 0 {
			a, b := r.Anchors(w.state.Sims)
			length = a.Dist(def.GroundA) + float32(def.Ratio*b.Dist(def.GroundB))
		}
		setAxis(&r.Axes[0], &JointAxis{Limited: true, Lower: -maxCoordinate, Upper: length})
	})
}

// createJoint does the work that all joints between two bodies share.
func (w *World) createJoint(what string, kind JointKind, f *JointFrames, check func() error, fill func(*solve.Joint)) (Joint, error) {
	if w.locked.Load() {
		return Joint{}, ErrWorldLocked
	}
	if err := check(); err != nil {
		return Joint{}, err
	}
	if err := f.check(what, w); err != nil {
		return Joint{}, err
	}
	row := solve.Joint{
		BodyA: f.indexA(), BodyB: f.BodyB.index, FrameA: unitFrame(f.FrameA), FrameB: unitFrame(f.FrameB), Target: QuatIdentity,
	}
	fill(&row)
	index := w.step.AddJoint(state.Joint{
		Kind: solve.JointKind(kind), Collide: f.CollideConnected || f.BodyA == (Body{}), BodyA: row.BodyA, BodyB: row.BodyB,
		UserTag: f.UserTag, BreakForce: f.BreakForce, BreakTorque: f.BreakTorque,
	}, row)
	return w.jointHandle(index), nil
}

func unitFrame(t Transform) Transform { return Transform{P: t.P, Q: t.Q.Unit()} }

// setAxis writes a definition to the constraint. Impulses of options that stay
// are kept.
func setAxis(to *solve.Axis, a *JointAxis) {
	to.Flags = 0
	flag := func(on bool, f solve.AxisFlags) {
		if on {
			to.Flags |= f
		}
	}
	flag(a.Hertz > 0, solve.AxisSpring)
	flag(a.Limited, solve.AxisLimit)
	flag(a.Motor, solve.AxisMotor)
	flag(a.Friction > 0, solve.AxisFriction)
	to.Hertz, to.DampingRatio, to.Target, to.MaxSpring, to.Load = a.Hertz, a.DampingRatio, a.Target, a.MaxSpring, a.Load
	to.Lower, to.Upper, to.LimitHertz, to.LimitDamping = a.Lower, a.Upper, a.LimitHertz, a.LimitDampingRatio
	to.Speed, to.MaxForce, to.Friction = a.Speed, a.MaxForce, a.Friction
	if to.Flags&solve.AxisSpring == 0 {
		to.SpringImpulse = 0
	}
	if to.Flags&(solve.AxisMotor|solve.AxisFriction) == 0 {
		to.MotorImpulse = 0
	}
	if to.Flags&solve.AxisLimit == 0 {
		to.LowerImpulse, to.UpperImpulse = 0, 0
	}
}

func publicAxis(a *solve.Axis) JointAxis {
	return JointAxis{
		Hertz: a.Hertz, DampingRatio: a.DampingRatio, Target: a.Target, MaxSpring: a.MaxSpring, Load: a.Load,
		Limited: a.Flags&solve.AxisLimit != 0, Lower: a.Lower, Upper: a.Upper,
		LimitHertz: a.LimitHertz, LimitDampingRatio: a.LimitDamping,
		Motor: a.Flags&solve.AxisMotor != 0, Speed: a.Speed, MaxForce: a.MaxForce, Friction: a.Friction,
	}
}

func setDrive(to *solve.Drive, d *JointDrive) {
	to.Hertz, to.DampingRatio, to.MaxSpring = d.Hertz, d.DampingRatio, d.MaxSpring
	to.Velocity, to.MaxMotor = d.Velocity, d.MaxMotor
	if d.Hertz == 0 {
		to.SpringImpulse = Vec3{}
	}
	if d.MaxMotor == 0 {
		to.MotorImpulse = Vec3{}
	}
}

func publicDrive(d *solve.Drive) JointDrive {
	return JointDrive{Hertz: d.Hertz, DampingRatio: d.DampingRatio, MaxSpring: d.MaxSpring,
		Velocity: d.Velocity, MaxMotor: d.MaxMotor}
}
