package physics

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"tumble/physics/internal/solve"
	"tumble/physics/internal/state"
)

// tunable returns the record and the constraint of a joint that may be changed now, if the joint is of one of the
// kinds, of any for none, and invalid, the error of the values, is nil. Otherwise it counts the refusal and returns the
// reason; what names the part that other kinds lack.
func (j Joint) tunable(what string, invalid error, kinds ...JointKind) (*state.Joint, *solve.Joint, error) {
	r, err := j.writable()
	if err != nil {
		return nil, nil, err
	}
	if len(kinds) > 0 && !slices.Contains(kinds, JointKind(r.Kind)) {
		invalid = fmt.Errorf("physics: a %v joint has no %s", JointKind(r.Kind), what)
	}
	if invalid != nil {
		return nil, nil, j.world.refuse(invalid)
	}
	return r, &j.world.state.Rows[j.index], nil
}

// tunableAxis is tunable for axis i, which must not be locked.
func (j Joint) tunableAxis(
	i int, what string, invalid error, kinds ...JointKind,
) (*state.Joint, *solve.Joint, error) {
	r, row, err := j.tunable(what, invalid, kinds...)
	if err != nil {
		return nil, nil, err
	}
	switch count := row.AxisCount(); {
	case count == 0:
		err = fmt.Errorf("physics: a %v joint has no axes", JointKind(r.Kind))
	case i < 0 || i >= count:
		err = fmt.Errorf("physics: axis %d of a %v joint: must be 0 to %d", i, JointKind(r.Kind), count-1)
	case row.Locked>>uint(i)&1 != 0:
		err = fmt.Errorf("physics: axis %d of a %v joint: is locked", i, JointKind(r.Kind))
	}
	if err != nil {
		return nil, nil, j.world.refuse(err)
	}
	return r, row, nil
}

// noRow is read in the place of the constraint of a stale handle.
var noRow = solve.Joint{FrameA: TransformIdentity, FrameB: TransformIdentity, Target: QuatIdentity}

// row returns the constraint of the joint, to be read only.
func (j Joint) row() *solve.Joint {
	if j.record() == nil {
		return &noRow
	}
	return &j.world.state.Rows[j.index]
}

// tuned wakes the bodies of a joint whose numbers changed. The rows are laid out anew, as it
// may hold others than before. It returns nil.
func (j Joint) tuned(r *state.Joint) error {
	w := j.world
	w.islands.JointsChanged()
	for _, b := range [2]int32{r.BodyA, r.BodyB} {
		if b != state.None {
			w.islands.Wake(b)
		}
	}
	return nil
}

// AxisCount returns the number of axes that Axis and SetAxis know: two for a ball joint (cone
// and twist) and a parallel joint, one for a hinge, a slider, a distance joint, a pulley and a
// path, three for a wheel (suspension, spin, steering), six for a six joint.
func (j Joint) AxisCount() int { return j.row().AxisCount() }

// Axis returns the settings of an axis, 0 ≤ i < AxisCount.
func (j Joint) Axis(i int) JointAxis {
	if i < 0 || i >= j.AxisCount() {
		return JointAxis{}
	}
	return JointAxis(state.AxisOf(&j.row().Axes[i]))
}

// SetAxis changes limits, motor, spring and friction of an axis and wakes the bodies. Locked axes of a six joint
// refuse.
func (j Joint) SetAxis(i int, a JointAxis) error {
	if r := j.world.recorder(); r != nil {
		return r.jointSetAxis(j, i, a)
	}
	r, row, err := j.tunableAxis(i, "", a.check(j.Kind().String()))
	if err != nil {
		return err
	}
	a = JointAxis((*state.JointAxis)(&a).On(row, i))
	before := row.Axes[i]
	a.put(&row.Axes[i])
	if now := &row.Axes[i]; now.Flags != before.Flags || now.SoftLimit() != before.SoftLimit() ||
		now.MaxSpring != before.MaxSpring || now.SpringSI() != before.SpringSI() {
		row.ForgetOptions()
		if now.MaxSpring != before.MaxSpring {
			// one beyond its new bound would stay
			now.SpringImpulse = 0
		}
	}
	if JointKind(r.Kind) == PathJoint {
		j.world.rails.Bound(row)
	}
	return j.tuned(r)
}

// Armature returns the inertia (kg·m² about an angle, else kg) of the rotor of an axis, see SetArmature.
func (j Joint) Armature(i int) float32 {
	if i < 0 || i >= j.AxisCount() {
		return 0
	}
	return j.row().Axes[i].Armature
}

// SetArmature gives an axis of a hinge, slider or six joint the inertia (kg·m² about an angle, else kg) of a rotor,
// as that of a motor behind a gear: its own times the square of the ratio. It resists changes of the coordinate's speed
// alone, and gravity does not pull it. Locked axes and other kinds refuse.
func (j Joint) SetArmature(i int, inertia float32) error {
	if r := j.world.recorder(); r != nil {
		return r.jointSetArmature(j, i, inertia)
	}
	invalid := state.CheckRange("joint armature", inertia, 0, maxForceInput)
	r, row, err := j.tunableAxis(i, "armature", invalid, HingeJoint, SliderJoint, SixJoint)
	if err != nil {
		return err
	}
	row.Axes[i].Armature = inertia
	row.ForgetOptions()
	return j.tuned(r)
}

// JointPassive is the spring and damper that a coordinate has of itself, beside spring and motor of its JointAxis:
//
//	F = Stiffness·(Rest − x) − Damping·v
//
// Stiffness is in N·m/rad or N/m, Damping in N·m·s/rad or N·s/m, Rest in rad or m.
type JointPassive struct {
	Stiffness, Damping, Rest float32
}

// Passive returns the spring and damper of an axis, see SetPassive.
func (j Joint) Passive(i int) JointPassive {
	if i < 0 || i >= j.AxisCount() {
		return JointPassive{}
	}
	return JointPassive(j.row().Axes[i].Passive)
}

// SetPassive gives an axis of a hinge, slider or six joint a spring and damper of its own, beside those of SetAxis and
// Coordinate.SetDrive. Locked axes and other kinds refuse.
func (j Joint) SetPassive(i int, p JointPassive) error {
	if r := j.world.recorder(); r != nil {
		return r.jointSetPassive(j, i, p)
	}
	invalid := cmp.Or(
		state.CheckRange("joint passive stiffness", p.Stiffness, 0, maxForceInput),
		state.CheckRange("joint passive damping", p.Damping, 0, maxForceInput),
		state.CheckRange("joint passive rest", p.Rest, -state.MaxCoordinate, state.MaxCoordinate),
	)
	r, row, err := j.tunableAxis(i, "passive spring", invalid, HingeJoint, SliderJoint, SixJoint)
	if err != nil {
		return err
	}
	row.Axes[i].Passive = solve.Passive(p)
	row.ForgetOptions()
	return j.tuned(r)
}

// mainAxis is the axis of the short setters: the twist of a ball joint, the spin of a wheel,
// else the first.
func (j Joint) mainAxis() int { return state.MainAxis(j.row()) }

// SetMotor changes the motor of the main axis: the twist of a ball joint, the spin of a wheel,
// the first axis of the others. Speed in rad/s or m/s, force in N·m or N.
func (j Joint) SetMotor(on bool, speed, maxForce float32) error {
	if r := j.world.recorder(); r != nil {
		return r.jointSetMotor(j, on, speed, maxForce)
	}
	a := j.Axis(j.mainAxis())
	a.Motor, a.Speed, a.MaxForce = on, speed, maxForce
	return j.SetAxis(j.mainAxis(), a)
}

// SetSpring gives the main axis, see SetMotor, a spring in hertz in place of the one that it has. Hertz 0 takes it
// away.
func (j Joint) SetSpring(hertz, dampingRatio, target float32) error {
	if r := j.world.recorder(); r != nil {
		return r.jointSetSpring(j, hertz, dampingRatio, target)
	}
	a := j.Axis(j.mainAxis())
	a.Hertz, a.DampingRatio, a.Target = hertz, dampingRatio, target
	a.Stiffness, a.Damping, a.Rate = 0, 0, 0
	return j.SetAxis(j.mainAxis(), a)
}

// SetLimits changes the limits of the main axis, see SetMotor.
func (j Joint) SetLimits(on bool, lower, upper float32) error {
	if r := j.world.recorder(); r != nil {
		return r.jointSetLimits(j, on, lower, upper)
	}
	a := j.Axis(j.mainAxis())
	a.Limited, a.Lower, a.Upper = on, lower, upper
	return j.SetAxis(j.mainAxis(), a)
}

// LinearDrive returns the drive of the place of a motor joint or of a springy fixed joint.
func (j Joint) LinearDrive() JointDrive { return JointDrive(state.DriveOf(&j.row().Linear)) }

// AngularDrive returns the drive of the rotation of a ball, motor or springy fixed joint.
func (j Joint) AngularDrive() JointDrive { return JointDrive(state.DriveOf(&j.row().Angular)) }

// SetLinearDrive changes the drive of the place of a motor joint, or makes a fixed joint
// springy. Other kinds refuse.
func (j Joint) SetLinearDrive(d JointDrive) error {
	if r := j.world.recorder(); r != nil {
		return r.jointSetLinearDrive(j, d)
	}
	r, row, err := j.tunable("linear drive", d.check(j.Kind().String()), MotorJoint, FixedJoint)
	if err != nil {
		return err
	}
	d.put(&row.Linear)
	return j.tuned(r)
}

// SetAngularDrive changes the drive of the rotation of a ball or motor joint, or makes a fixed
// joint springy. Other kinds refuse.
func (j Joint) SetAngularDrive(d JointDrive) error {
	if r := j.world.recorder(); r != nil {
		return r.jointSetAngularDrive(j, d)
	}
	r, row, err := j.tunable("angular drive", d.check(j.Kind().String()), BallJoint, MotorJoint, FixedJoint)
	if err != nil {
		return err
	}
	d.put(&row.Angular)
	return j.tuned(r)
}

// SetTargetRotation changes the rotation from frame A to frame B that the angular drive of a
// ball or motor joint turns to.
func (j Joint) SetTargetRotation(q Quat) error {
	if r := j.world.recorder(); r != nil {
		return r.jointSetTargetRotation(j, q)
	}
	r, row, err := j.tunable("target rotation", state.CheckQuat("joint target rotation", q), BallJoint, MotorJoint)
	if err != nil {
		return err
	}
	row.Target = q.Norm()
	return j.tuned(r)
}

// SetTargetPlace changes the place (m, in frame A) that the linear drive of a motor joint pulls
// to.
func (j Joint) SetTargetPlace(p Vec3) error {
	if r := j.world.recorder(); r != nil {
		return r.jointSetTargetPlace(j, p)
	}
	r, row, err := j.tunable("target place", state.CheckVector("joint target place", p, MaxPosition), MotorJoint)
	if err != nil {
		return err
	}
	row.Offset = p
	return j.tuned(r)
}

// TargetRotation and TargetPlace return where the drives go to.
func (j Joint) TargetRotation() Quat { return j.row().Target }

// TargetPlace returns the place (m, in frame A) that the linear drive pulls to.
func (j Joint) TargetPlace() Vec3 { return j.row().Offset }

// Length returns the length (m) of the rod of a distance joint.
func (j Joint) Length() float32 { return j.row().Rest }

// SetLength changes the length (m) of the rod of a distance joint.
func (j Joint) SetLength(length float32) error {
	if r := j.world.recorder(); r != nil {
		return r.jointSetLength(j, length)
	}
	invalid := state.CheckRange("distance joint length", length, 0, state.MaxCoordinate)
	r, row, err := j.tunable("length", invalid, DistanceJoint)
	if err != nil {
		return err
	}
	row.Rest = length
	return j.tuned(r)
}

// Ratio returns the ratio of a gear, rack or pulley joint.
func (j Joint) Ratio() float32 { return j.row().Ratio }

// SetRatio changes the ratio of a gear, rack or pulley joint.
func (j Joint) SetRatio(ratio float32) error {
	if r := j.world.recorder(); r != nil {
		return r.jointSetRatio(j, ratio)
	}
	invalid := state.CheckRatio(j.Kind().String(), ratio)
	r, row, err := j.tunable("ratio", invalid, GearJoint, RackJoint, PulleyJoint)
	if err != nil {
		return err
	}
	row.Ratio, row.Phase = ratio, 0
	return j.tuned(r)
}

// SetFrames changes the joint frames in the frames of the bodies.
func (j Joint) SetFrames(frameA, frameB Transform) error {
	if r := j.world.recorder(); r != nil {
		return r.jointSetFrames(j, frameA, frameB)
	}
	invalid := cmp.Or(state.CheckTransform("joint frame A", frameA), state.CheckTransform("joint frame B", frameB))
	if j.Kind() == MouseJoint {
		invalid = errors.New("physics: a mouse joint has no frames")
	}
	r, row, err := j.tunable("", invalid)
	if err != nil {
		return err
	}
	row.FrameA, row.FrameB, row.Phase = unitFrame(frameA), unitFrame(frameB), 0
	row.ClearImpulses()
	if JointKind(r.Kind) == PathJoint {
		j.world.rails.Locate(row)
	}
	return j.tuned(r)
}

// Frames returns the joint frames in the world: they coincide as far as the joint holds them. For a
// path joint, a is the place on the path.
func (j Joint) Frames() (a, b Transform) {
	if j.record() == nil {
		return TransformIdentity, TransformIdentity
	}
	w := j.world
	row := &w.state.Rows[j.index]
	a, b = row.Frames(w.state.Sims)
	if row.Kind == solve.PathJoint {
		w.reading.Lock()
		defer w.reading.Unlock()
		a = w.step.RailFrame(row)
	}
	return a, b
}

// Coordinate returns the angle (rad) or way (m) of an axis and its speed.
func (j Joint) Coordinate(i int) (value, speed float32) {
	if i < 0 || i >= j.AxisCount() {
		return 0, 0
	}
	w := j.world
	w.reading.Lock()
	defer w.reading.Unlock()
	return w.step.Coordinate(&w.state.Rows[j.index], i)
}

// Reaction returns the force (N) and the torque (N·m, about the anchor) that the joint
// exerted on B, as the mean over the last step; zero while it sleeps.
func (j Joint) Reaction() (force, torque Vec3) {
	if j.read().Color == state.None {
		return Vec3{}, Vec3{}
	}
	row := j.row()
	return row.Force, row.Torque
}

// BreakLimits returns the force (N) and torque (N·m) that break the joint, 0 for none.
func (j Joint) BreakLimits() (force, torque float32) {
	r := j.row()
	return r.BreakForce, r.BreakTorque
}

// SetBreakLimits changes the force (N) and torque (N·m) that break the joint, 0 for none, and wakes the bodies.
func (j Joint) SetBreakLimits(force, torque float32) error {
	if r := j.world.recorder(); r != nil {
		return r.jointSetBreakLimits(j, force, torque)
	}
	r, row, err := j.tunable("", cmp.Or(
		state.CheckRange("joint break force", force, 0, maxForceInput),
		state.CheckRange("joint break torque", torque, 0, maxForceInput),
	))
	if err != nil {
		return err
	}
	row.BreakForce, row.BreakTorque = force, torque
	return j.tuned(r)
}

// CollideConnected reports whether the bodies of the joint collide with each other.
func (j Joint) CollideConnected() bool { return j.read().Collide }

// SetCollideConnected lets the bodies of the joint collide with each other, or not.
func (j Joint) SetCollideConnected(on bool) error {
	if r := j.world.recorder(); r != nil {
		return r.jointSetCollideConnected(j, on)
	}
	r, err := j.writable()
	if err != nil {
		return err
	}
	w := j.world
	if r.BodyA == state.None {
		return w.refuse(errors.New("physics: a joint with the world has no second body"))
	}
	r.Collide = on
	if on {
		w.broad.Reunite(r.BodyA)
	} else {
		w.step.Separate(r.BodyA, r.BodyB)
	}
	return j.tuned(r)
}

// Enabled reports whether the joint holds, see SetEnabled.
func (j Joint) Enabled() bool { r := j.record(); return r != nil && !r.Off }

// SetEnabled switches the joint off, or on again. A joint that is off keeps its bodies, frames, springs, motors and
// limits and holds nothing; whether its bodies collide stays as SetCollideConnected has it. Its bodies wake up.
// Switched on it pulls bodies that have parted together again.
func (j Joint) SetEnabled(enabled bool) error {
	if r := j.world.recorder(); r != nil {
		return r.jointSetEnabled(j, enabled)
	}
	r, err := j.writable()
	if err != nil {
		return err
	}
	if enabled == !r.Off {
		return nil
	}
	if enabled {
		j.world.step.EnableJoint(j.index)
	} else {
		j.world.step.DisableJoint(j.index)
	}
	return j.tuned(r)
}

// SetUserTag changes the number kept for the user.
func (j Joint) SetUserTag(tag uint64) error {
	if r := j.world.recorder(); r != nil {
		return r.jointSetUserTag(j, tag)
	}
	r, err := j.writable()
	if err != nil {
		return err
	}
	r.UserTag = tag
	return nil
}
