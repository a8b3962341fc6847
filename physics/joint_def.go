package physics

import "errors"

// JointDef is the definition of a joint between two bodies: a pointer to one of the definitions of this package, of
// any kind but the mouse joint.
type JointDef interface {
	// Ends returns the bodies and frames that the joint connects, to be read or changed.
	Ends() *JointFrames
	// AxisAt returns the settings of a coordinate as Joint.At counts them, to be read or changed; nil where the
	// kind has none.
	AxisAt(i int) *JointAxis
	// Copy returns a definition with the same values that is changed on its own.
	Copy() JointDef
	create(w *World) (Joint, error)
}

// CreateJoint makes the joint of a definition of any kind.
func (w *World) CreateJoint(def JointDef) (Joint, error) {
	if def == nil {
		return Joint{}, errors.New("physics: no joint definition")
	}
	return def.create(w)
}

// Ends returns the bodies and frames that the joint connects, to be read or changed.
func (f *JointFrames) Ends() *JointFrames { return f }

// AxisAt returns nil: the joint has no coordinates with settings.
func (f *JointFrames) AxisAt(int) *JointAxis { return nil }

// axisIn returns one of the axes of a definition.
func axisIn(i int, axes ...*JointAxis) *JointAxis {
	if i < 0 || i >= len(axes) {
		return nil
	}
	return axes[i]
}

// AxisAt returns Cone or Twist.
func (d *BallJointDef) AxisAt(i int) *JointAxis { return axisIn(i, &d.Cone, &d.Twist) }

// AxisAt returns Axis.
func (d *HingeJointDef) AxisAt(i int) *JointAxis { return axisIn(i, &d.Axis) }

// AxisAt returns Axis.
func (d *SliderJointDef) AxisAt(i int) *JointAxis { return axisIn(i, &d.Axis) }

// AxisAt returns Axis.
func (d *DistanceJointDef) AxisAt(i int) *JointAxis { return axisIn(i, &d.Axis) }

// AxisAt returns Axis.
func (d *PathJointDef) AxisAt(i int) *JointAxis { return axisIn(i, &d.Axis) }

// AxisAt returns Suspension, Spin or Steering.
func (d *WheelJointDef) AxisAt(i int) *JointAxis {
	return axisIn(i, &d.Suspension, &d.Spin, &d.Steering)
}

// AxisAt returns one of Axes.
func (d *SixJointDef) AxisAt(i int) *JointAxis {
	if i < 0 || i >= len(d.Axes) {
		return nil
	}
	return &d.Axes[i]
}

// copyOf returns a copy behind a pointer of its own.
func copyOf[T any](d *T) *T {
	c := *d
	return &c
}

func (d *BallJointDef) create(w *World) (Joint, error)     { return w.createBallJoint(*d) }
func (d *HingeJointDef) create(w *World) (Joint, error)    { return w.createHingeJoint(*d) }
func (d *SliderJointDef) create(w *World) (Joint, error)   { return w.createSliderJoint(*d) }
func (d *FixedJointDef) create(w *World) (Joint, error)    { return w.createFixedJoint(*d) }
func (d *DistanceJointDef) create(w *World) (Joint, error) { return w.createDistanceJoint(*d) }
func (d *MotorJointDef) create(w *World) (Joint, error)    { return w.createMotorJoint(*d) }
func (d *ParallelJointDef) create(w *World) (Joint, error) { return w.createParallelJoint(*d) }
func (d *WheelJointDef) create(w *World) (Joint, error)    { return w.createWheelJoint(*d) }
func (d *SixJointDef) create(w *World) (Joint, error)      { return w.createSixJoint(*d) }
func (d *GearJointDef) create(w *World) (Joint, error)     { return w.createGearJoint(*d) }
func (d *RackJointDef) create(w *World) (Joint, error)     { return w.createRackJoint(*d) }
func (d *PulleyJointDef) create(w *World) (Joint, error)   { return w.createPulleyJoint(*d) }
func (d *PathJointDef) create(w *World) (Joint, error)     { return w.createPathJoint(*d) }

// Copy returns a definition with the same values.
func (d *BallJointDef) Copy() JointDef { return copyOf(d) }

// Copy returns a definition with the same values.
func (d *HingeJointDef) Copy() JointDef { return copyOf(d) }

// Copy returns a definition with the same values.
func (d *SliderJointDef) Copy() JointDef { return copyOf(d) }

// Copy returns a definition with the same values.
func (d *FixedJointDef) Copy() JointDef { return copyOf(d) }

// Copy returns a definition with the same values.
func (d *DistanceJointDef) Copy() JointDef { return copyOf(d) }

// Copy returns a definition with the same values.
func (d *MotorJointDef) Copy() JointDef { return copyOf(d) }

// Copy returns a definition with the same values.
func (d *ParallelJointDef) Copy() JointDef { return copyOf(d) }

// Copy returns a definition with the same values.
func (d *WheelJointDef) Copy() JointDef { return copyOf(d) }

// Copy returns a definition with the same values.
func (d *SixJointDef) Copy() JointDef { return copyOf(d) }

// Copy returns a definition with the same values.
func (d *GearJointDef) Copy() JointDef { return copyOf(d) }

// Copy returns a definition with the same values.
func (d *RackJointDef) Copy() JointDef { return copyOf(d) }

// Copy returns a definition with the same values.
func (d *PulleyJointDef) Copy() JointDef { return copyOf(d) }

// Copy returns a definition with the same values.
func (d *PathJointDef) Copy() JointDef { return copyOf(d) }

// Def returns the definition of the joint as it is now, with frames in its bodies and without their handles; nil for
// a mouse joint, and for one that does not exist.
func (j Joint) Def() JointDef {
	if !j.Valid() {
		return nil
	}
	def := j.definition()
	if def == nil {
		return nil
	}
	f := def.Ends()
	f.FrameA, f.FrameB = j.LocalFrames()
	f.BreakForce, f.BreakTorque = j.BreakLimits()
	f.Name, f.UserTag = j.Name(), j.UserTag()
	a, _ := j.Bodies()
	f.CollideConnected = j.CollideConnected() && a != (Body{})
	f.Mendable = j.read().Mendable
	return def
}

// definition has the values of the kind of the joint, nil for a mouse joint.
func (j Joint) definition() JointDef {
	switch j.Kind() {
	case KindBall:
		d, ball := DefaultBallJointDef(), BallJoint{j}
		d.Cone, d.Twist, d.Drive, d.Target = ball.Cone().Axis(), ball.Twist().Axis(), ball.AngularDrive(),
			ball.TargetRotation()
		return &d
	case KindHinge:
		d := DefaultHingeJointDef()
		d.Axis = j.At(0).Axis()
		return &d
	case KindSlider:
		d := DefaultSliderJointDef()
		d.Axis = j.At(0).Axis()
		return &d
	case KindFixed:
		d, fixed := DefaultFixedJointDef(), FixedJoint{j}
		linear, angular := fixed.LinearDrive(), fixed.AngularDrive()
		d.LinearHertz, d.LinearDampingRatio = linear.Hertz, linear.DampingRatio
		d.AngularHertz, d.AngularDampingRatio = angular.Hertz, angular.DampingRatio
		return &d
	case KindDistance:
		d := DefaultDistanceJointDef()
		d.Length, d.Axis = DistanceJoint{j.At(0)}.Length(), j.At(0).Axis()
		return &d
	case KindMotor:
		d, m := DefaultMotorJointDef(), MotorJoint{j}
		d.Linear, d.Angular, d.Place, d.Target = m.LinearDrive(), m.AngularDrive(), m.TargetPlace(), m.TargetRotation()
		return &d
	case KindParallel:
		d := DefaultParallelJointDef()
		a := j.At(0).Axis()
		d.Hertz, d.DampingRatio, d.MaxTorque = a.Hertz, a.DampingRatio, a.MaxSpring
		return &d
	case KindWheel:
		d := DefaultWheelJointDef()
		d.Suspension, d.Spin, d.Steering = j.At(0).Axis(), j.At(1).Axis(), j.At(2).Axis()
		return &d
	case KindSix:
		d := DefaultSixJointDef()
		for i := range d.Axes {
			d.Locked[i], d.Axes[i] = j.At(i).Locked(), j.At(i).Axis()
		}
		return &d
	}
	return j.coupling()
}

// coupling are the joints that only couple motions.
func (j Joint) coupling() JointDef {
	switch j.Kind() {
	case KindGear:
		d := DefaultGearJointDef()
		d.Ratio = GearJoint{j}.Ratio()
		return &d
	case KindRack:
		d := DefaultRackJointDef()
		d.Ratio = RackJoint{j}.Ratio()
		return &d
	case KindPath:
		d, path := DefaultPathJointDef(), PathJoint{j.At(0)}
		d.Path, d.Turn = path.Path()
		d.Axis = path.Axis()
		return &d
	case KindPulley:
		d, pulley := DefaultPulleyJointDef(), PulleyJoint{j.At(0)}
		d.GroundA, d.GroundB = pulley.GroundPoints()
		d.Ratio, d.Length = pulley.Ratio(), pulley.Axis().Upper
		return &d
	}
	return nil
}
