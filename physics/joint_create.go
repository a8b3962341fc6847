package physics

import (
	"cmp"
	"errors"

	"tumble/physics/internal/solve"
	"tumble/physics/internal/state"
)

// createBallJoint does the work of CreateBallJoint.
func (w *World) createBallJoint(def BallJointDef) (Joint, error) {
	if r := w.recorder(); r != nil {
		return r.worldCreateBallJoint(w, def)
	}
	def.Cone = JointAxis((*state.JointAxis)(&def.Cone).ConeOnly())
	err := cmp.Or(
		checkMade(def.made, "ball joint", "DefaultBallJointDef"),
		state.CheckQuat("ball joint target", def.Target),
		def.Drive.check("ball"),
		def.Cone.check("ball"),
		def.Twist.check("ball"),
	)
	return w.createJoint(KindBall, &def.JointFrames, err, func(r *solve.Joint) {
		r.Kind = solve.BallJoint
		def.Cone.put(&r.Axes[0])
		def.Twist.put(&r.Axes[1])
		def.Drive.put(&r.Angular)
		r.Target = def.Target.Unit()
	})
}

// createHingeJoint does the work of CreateHingeJoint.
func (w *World) createHingeJoint(def HingeJointDef) (Joint, error) {
	if r := w.recorder(); r != nil {
		return r.worldCreateHingeJoint(w, def)
	}
	err := cmp.Or(checkMade(def.made, "hinge joint", "DefaultHingeJointDef"), def.Axis.check("hinge"))
	return w.createJoint(KindHinge, &def.JointFrames, err, func(r *solve.Joint) {
		r.Kind = solve.HingeJoint
		def.Axis.put(&r.Axes[0])
	})
}

// createSliderJoint does the work of CreateSliderJoint.
func (w *World) createSliderJoint(def SliderJointDef) (Joint, error) {
	if r := w.recorder(); r != nil {
		return r.worldCreateSliderJoint(w, def)
	}
	err := cmp.Or(checkMade(def.made, "slider joint", "DefaultSliderJointDef"), def.Axis.check("slider"))
	return w.createJoint(KindSlider, &def.JointFrames, err, func(r *solve.Joint) {
		r.Kind = solve.SliderJoint
		def.Axis.put(&r.Axes[0])
	})
}

// createFixedJoint does the work of CreateFixedJoint.
func (w *World) createFixedJoint(def FixedJointDef) (Joint, error) {
	if r := w.recorder(); r != nil {
		return r.worldCreateFixedJoint(w, def)
	}
	linear := JointDrive{Hertz: def.LinearHertz, DampingRatio: def.LinearDampingRatio}
	angular := JointDrive{Hertz: def.AngularHertz, DampingRatio: def.AngularDampingRatio}
	err := cmp.Or(checkMade(def.made, "fixed joint", "DefaultFixedJointDef"), linear.check("fixed"),
		angular.check("fixed"))
	return w.createJoint(KindFixed, &def.JointFrames, err, func(r *solve.Joint) {
		r.Kind = solve.FixedJoint
		linear.put(&r.Linear)
		angular.put(&r.Angular)
	})
}

// createDistanceJoint does the work of CreateDistanceJoint.
func (w *World) createDistanceJoint(def DistanceJointDef) (Joint, error) {
	if r := w.recorder(); r != nil {
		return r.worldCreateDistanceJoint(w, def)
	}
	err := cmp.Or(checkMade(def.made, "distance joint", "DefaultDistanceJointDef"),
		state.CheckRange("distance joint length", def.Length, 0, state.MaxCoordinate), def.Axis.check("distance"))
	return w.createJoint(KindDistance, &def.JointFrames, err, func(r *solve.Joint) {
		r.Kind, r.Rest = solve.DistanceJoint, def.Length
		def.Axis.put(&r.Axes[0])
	})
}

// createMotorJoint does the work of CreateMotorJoint.
func (w *World) createMotorJoint(def MotorJointDef) (Joint, error) {
	if r := w.recorder(); r != nil {
		return r.worldCreateMotorJoint(w, def)
	}
	err := cmp.Or(
		checkMade(def.made, "motor joint", "DefaultMotorJointDef"),
		state.CheckVector("motor joint place", def.Place, MaxPosition),
		state.CheckQuat("motor joint target", def.Target),
		def.Linear.check("motor"),
		def.Angular.check("motor"),
	)
	return w.createJoint(KindMotor, &def.JointFrames, err, func(r *solve.Joint) {
		r.Kind, r.Offset, r.Target = solve.MotorJoint, def.Place, def.Target.Unit()
		def.Linear.put(&r.Linear)
		def.Angular.put(&r.Angular)
	})
}

// createParallelJoint does the work of CreateParallelJoint.
func (w *World) createParallelJoint(def ParallelJointDef) (Joint, error) {
	if r := w.recorder(); r != nil {
		return r.worldCreateParallelJoint(w, def)
	}
	axis := JointAxis{Hertz: def.Hertz, DampingRatio: def.DampingRatio, MaxSpring: def.MaxTorque}
	err := cmp.Or(checkMade(def.made, "parallel joint", "DefaultParallelJointDef"), axis.check("parallel"))
	return w.createJoint(KindParallel, &def.JointFrames, err, func(r *solve.Joint) {
		r.Kind = solve.ParallelJoint
		axis.put(&r.Axes[0])
		axis.put(&r.Axes[1])
	})
}

// createWheelJoint does the work of CreateWheelJoint.
func (w *World) createWheelJoint(def WheelJointDef) (Joint, error) {
	if r := w.recorder(); r != nil {
		return r.worldCreateWheelJoint(w, def)
	}
	def.Spin = JointAxis((*state.JointAxis)(&def.Spin).SpinOnly())
	err := cmp.Or(
		checkMade(def.made, "wheel joint", "DefaultWheelJointDef"),
		def.Suspension.check("wheel"),
		def.Spin.check("wheel"),
		def.Steering.check("wheel"),
	)
	return w.createJoint(KindWheel, &def.JointFrames, err, func(r *solve.Joint) {
		r.Kind = solve.WheelJoint
		def.Suspension.put(&r.Axes[0])
		def.Spin.put(&r.Axes[1])
		def.Steering.put(&r.Axes[2])
	})
}

// createSixJoint does the work of CreateSixJoint.
func (w *World) createSixJoint(def SixJointDef) (Joint, error) {
	if r := w.recorder(); r != nil {
		return r.worldCreateSixJoint(w, def)
	}
	err := checkMade(def.made, "six joint", "DefaultSixJointDef")
	for i := range def.Axes {
		err = cmp.Or(err, def.Axes[i].check("six"))
	}
	return w.createJoint(KindSix, &def.JointFrames, err, func(r *solve.Joint) {
		r.Kind = solve.GenericJoint
		for i := range def.Axes {
			if def.Locked[i] {
				r.Locked |= 1 << i
				continue
			}
			def.Axes[i].put(&r.Axes[i])
		}
	})
}

// createGearJoint does the work of CreateGearJoint.
func (w *World) createGearJoint(def GearJointDef) (Joint, error) {
	if r := w.recorder(); r != nil {
		return r.worldCreateGearJoint(w, def)
	}
	err := cmp.Or(checkMade(def.made, "gear joint", "DefaultGearJointDef"), state.CheckRatio("gear", def.Ratio))
	return w.createJoint(KindGear, &def.JointFrames, err, func(r *solve.Joint) {
		r.Kind, r.Ratio = solve.GearJoint, def.Ratio
	})
}

// createRackJoint does the work of CreateRackJoint.
func (w *World) createRackJoint(def RackJointDef) (Joint, error) {
	if r := w.recorder(); r != nil {
		return r.worldCreateRackJoint(w, def)
	}
	err := cmp.Or(checkMade(def.made, "rack joint", "DefaultRackJointDef"), state.CheckRatio("rack", def.Ratio))
	return w.createJoint(KindRack, &def.JointFrames, err, func(r *solve.Joint) {
		r.Kind, r.Ratio = solve.RackJoint, def.Ratio
	})
}

// createPulleyJoint does the work of CreatePulleyJoint.
func (w *World) createPulleyJoint(def PulleyJointDef) (Joint, error) {
	if r := w.recorder(); r != nil {
		return r.worldCreatePulleyJoint(w, def)
	}
	if def.BodyA == (Body{}) {
		return Joint{}, errors.New("physics: pulley joint: body A cannot be the world")
	}
	err := cmp.Or(
		checkMade(def.made, "pulley joint", "DefaultPulleyJointDef"),
		state.CheckVector("pulley joint ground point", def.GroundA, MaxPosition),
		state.CheckVector("pulley joint ground point", def.GroundB, MaxPosition),
		state.CheckRange("pulley joint length", def.Length, 0, state.MaxCoordinate),
		state.CheckRatio("pulley", def.Ratio),
	)
	return w.createJoint(KindPulley, &def.JointFrames, err, func(r *solve.Joint) {
		r.Kind, r.Ratio, r.GroundA, r.GroundB = solve.PulleyJoint, def.Ratio, def.GroundA, def.GroundB
		length := def.Length
		if length == 0 {
			a, b := r.Anchors(w.state.Sims)
			length = a.Dist(def.GroundA) + float32(def.Ratio*b.Dist(def.GroundB))
		}
		rope := JointAxis{Limited: true, Lower: -state.MaxCoordinate, Upper: length}
		rope.put(&r.Axes[0])
	})
}

// createJoint does the work that all joints between two bodies share. err is the finding of the checks of the
// definition.
func (w *World) createJoint(kind JointKind, f *JointFrames, err error, fill func(*solve.Joint)) (Joint, error) {
	if w.locked.Load() {
		return Joint{}, ErrWorldLocked
	}
	if err := cmp.Or(err, f.check(kind.String(), w)); err != nil {
		return Joint{}, err
	}
	row := solve.Joint{
		BodyA: f.indexA(), BodyB: f.BodyB.index, FrameA: unitFrame(f.FrameA), FrameB: unitFrame(f.FrameB),
		Target:     QuatIdentity,
		BreakForce: f.BreakForce, BreakTorque: f.BreakTorque,
	}
	fill(&row)
	index := w.step.AddJoint(state.Joint{
		Kind: solve.JointKind(kind), Collide: f.CollideConnected || f.BodyA == (Body{}), BodyA: row.BodyA,
		BodyB:    row.BodyB,
		Mendable: f.Mendable, UserTag: f.UserTag,
	}, row, f.Name)
	return w.jointHandle(index), nil
}

func unitFrame(t Transform) Transform { return Transform{P: t.P, Q: t.Q.Unit()} }
