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

// setAxis does the work of Coordinate.SetAxis.
func (j Joint) setAxis(i int, a JointAxis) error {
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
	if JointKind(r.Kind) == KindPath {
		j.world.rails.Bound(row)
	}
	return j.tuned(r)
}

// setArmature does the work of Coordinate.SetArmature.
func (j Joint) setArmature(i int, inertia float32) error {
	if r := j.world.recorder(); r != nil {
		return r.jointSetArmature(j, i, inertia)
	}
	invalid := state.CheckRange("joint armature", inertia, 0, maxForceInput)
	r, row, err := j.tunableAxis(i, "armature", invalid, KindHinge, KindSlider, KindSix)
	if err != nil {
		return err
	}
	row.Axes[i].Armature = inertia
	row.ForgetOptions()
	return j.tuned(r)
}

// setPassive does the work of Coordinate.SetPassive.
func (j Joint) setPassive(i int, p JointPassive) error {
	if r := j.world.recorder(); r != nil {
		return r.jointSetPassive(j, i, p)
	}
	invalid := cmp.Or(
		state.CheckRange("joint passive stiffness", p.Stiffness, 0, maxForceInput),
		state.CheckRange("joint passive damping", p.Damping, 0, maxForceInput),
		state.CheckRange("joint passive rest", p.Rest, -state.MaxCoordinate, state.MaxCoordinate),
	)
	r, row, err := j.tunableAxis(i, "passive spring", invalid, KindHinge, KindSlider, KindSix)
	if err != nil {
		return err
	}
	row.Axes[i].Passive = solve.Passive(p)
	row.ForgetOptions()
	return j.tuned(r)
}

// setLinearDrive does the work of MotorJoint.SetLinearDrive.
func (j Joint) setLinearDrive(d JointDrive) error {
	if r := j.world.recorder(); r != nil {
		return r.jointSetLinearDrive(j, d)
	}
	r, row, err := j.tunable("linear drive", d.check(j.Kind().String()), KindMotor, KindFixed)
	if err != nil {
		return err
	}
	d.put(&row.Linear)
	return j.tuned(r)
}

// setAngularDrive does the work of BallJoint.SetAngularDrive.
func (j Joint) setAngularDrive(d JointDrive) error {
	if r := j.world.recorder(); r != nil {
		return r.jointSetAngularDrive(j, d)
	}
	r, row, err := j.tunable("angular drive", d.check(j.Kind().String()), KindBall, KindMotor, KindFixed)
	if err != nil {
		return err
	}
	d.put(&row.Angular)
	return j.tuned(r)
}

// setTargetRotation does the work of BallJoint.SetTargetRotation.
func (j Joint) setTargetRotation(q Quat) error {
	if r := j.world.recorder(); r != nil {
		return r.jointSetTargetRotation(j, q)
	}
	r, row, err := j.tunable("target rotation", state.CheckQuat("joint target rotation", q), KindBall, KindMotor)
	if err != nil {
		return err
	}
	row.Target = q.Norm()
	return j.tuned(r)
}

// setTargetPlace does the work of MotorJoint.SetTargetPlace.
func (j Joint) setTargetPlace(p Vec3) error {
	if r := j.world.recorder(); r != nil {
		return r.jointSetTargetPlace(j, p)
	}
	r, row, err := j.tunable("target place", state.CheckVector("joint target place", p, MaxPosition), KindMotor)
	if err != nil {
		return err
	}
	row.Offset = p
	return j.tuned(r)
}

// setLength does the work of DistanceJoint.SetLength.
func (j Joint) setLength(length float32) error {
	if r := j.world.recorder(); r != nil {
		return r.jointSetLength(j, length)
	}
	invalid := state.CheckRange("distance joint length", length, 0, state.MaxCoordinate)
	r, row, err := j.tunable("length", invalid, KindDistance)
	if err != nil {
		return err
	}
	row.Rest = length
	return j.tuned(r)
}

// setRatio does the work of GearJoint.SetRatio.
func (j Joint) setRatio(ratio float32) error {
	if r := j.world.recorder(); r != nil {
		return r.jointSetRatio(j, ratio)
	}
	invalid := state.CheckRatio(j.Kind().String(), ratio)
	r, row, err := j.tunable("ratio", invalid, KindGear, KindRack, KindPulley)
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
	if j.Kind() == KindMouse {
		invalid = errors.New("physics: a mouse joint has no frames")
	}
	r, row, err := j.tunable("", invalid)
	if err != nil {
		return err
	}
	row.FrameA, row.FrameB, row.Phase = unitFrame(frameA), unitFrame(frameB), 0
	row.ClearImpulses()
	if JointKind(r.Kind) == KindPath {
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
