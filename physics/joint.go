package physics

import (
	"cmp"
	"errors"

	"tumble/physics/internal/solve"
	"tumble/physics/internal/state"
)

// JointKind is the kind of a joint.
type JointKind uint8

const (
	// KindMouse drags a point of a body to a target.
	KindMouse JointKind = iota
	// KindBall joins two bodies at a point.
	KindBall
	// KindHinge joins two bodies by an axis.
	KindHinge
	// KindSlider lets a body slide along another.
	KindSlider
	// KindFixed makes one of two bodies, rigidly or by springs.
	KindFixed
	// KindDistance is a rod, a rope or a spring.
	KindDistance
	// KindMotor drives a body to a pose in another.
	KindMotor
	// KindParallel keeps an axis of one body parallel to one of another.
	KindParallel
	// KindWheel hangs a wheel on a chassis.
	KindWheel
	// KindSix has a choice for each of the six coordinates.
	KindSix
	// KindGear couples two rotations.
	KindGear
	// KindRack couples a rotation and a motion along a line.
	KindRack
	// KindPulley hangs two bodies on one rope.
	KindPulley
	// KindPath keeps a body on a curve.
	KindPath
	jointKindCount
)

var jointKindNames = [jointKindCount]string{"mouse", "ball", "hinge", "slider", "fixed", "distance", "motor",
	"parallel",
	"wheel", "six", "gear", "rack", "pulley", "path"}

// String returns the name in lower case.
func (k JointKind) String() string {
	if k < jointKindCount {
		return jointKindNames[k]
	}
	return "unknown joint"
}

// MouseJointDef describes a spring that drags a point of a body to a target, as a mouse does.
// It does not depend on the mass of the body. Make it with DefaultMouseJointDef.
type MouseJointDef struct {
	made bool

	// Body to drag, dynamic.
	Body Body
	// Grab is the place (m, world) where the body is held; it becomes fixed in the body.
	Grab Vec3
	// Target is where to drag it (m, world).
	Target Vec3
	// Hertz and DampingRatio of the spring for the whole mass of the body.
	Hertz, DampingRatio float32
	// MaxForce (N) limits the pull. Zero takes a hundred times the weight of the body.
	MaxForce float32
	// Name and UserTag as in JointFrames.
	Name    string
	UserTag uint64
}

// DefaultMouseJointDef returns a critically damped spring of 7.5 Hz.
func DefaultMouseJointDef() MouseJointDef {
	return MouseJointDef{made: true, Hertz: 7.5, DampingRatio: 1}
}

func (d *MouseJointDef) check() error {
	return cmp.Or(
		checkMade(d.made, "mouse joint", "DefaultMouseJointDef"),
		state.CheckVector("mouse joint grab point", d.Grab, 2*MaxPosition),
		state.CheckVector("mouse joint target", d.Target, 2*MaxPosition),
		state.CheckRange("mouse joint frequency", d.Hertz, 0.01, 1e3),
		state.CheckRange("mouse joint damping ratio", d.DampingRatio, 0, 1e3),
		state.CheckRange("mouse joint force", d.MaxForce, 0, maxForceInput),
		state.CheckName("mouse joint", d.Name),
	)
}

// createMouseJoint does the work of CreateMouseJoint.
func (w *World) createMouseJoint(def MouseJointDef) (Joint, error) {
	if r := w.recorder(); r != nil {
		return r.worldCreateMouseJoint(w, def)
	}
	if w.locked.Load() {
		return Joint{}, ErrWorldLocked
	}
	if err := def.check(); err != nil {
		return Joint{}, err
	}
	if err := def.Body.usable(w, "body of a mouse joint"); err != nil {
		return Joint{}, err
	}
	if r := def.Body.record(); r.Kind != Dynamic || r.Out() {
		return Joint{}, errors.New("physics: body of a mouse joint must be dynamic")
	}
	index := w.step.AddJoint(state.Joint{
		Kind: solve.MouseJoint, Collide: true, BodyA: state.None, BodyB: def.Body.index, UserTag: def.UserTag,
	}, solve.NewMouseJoint(def.Body.index, &w.state.Sims[def.Body.index], def.Grab, def.Target, def.Hertz,
		def.DampingRatio, def.MaxForce), def.Name)
	return w.jointHandle(index), nil
}

// setTarget does the work of MouseJoint.SetTarget.
func (j Joint) setTarget(target Vec3) error {
	if r := j.world.recorder(); r != nil {
		return r.jointSetTarget(j, target)
	}
	invalid := state.CheckVector("mouse joint target", target, 2*MaxPosition)
	r, row, err := j.tunable("target", invalid, KindMouse)
	if err != nil {
		return err
	}
	row.FrameA.P = target
	j.world.islands.Wake(r.BodyB)
	return nil
}

// Anchors returns the points (m, world) that the joint holds together.
func (j Joint) Anchors() (a, b Vec3) {
	r := j.record()
	if r == nil {
		return Vec3{}, Vec3{}
	}
	w := j.world
	if JointKind(r.Kind) == KindPath {
		fa, fb := j.Frames()
		return fa.P, fb.P
	}
	return w.state.Rows[j.index].Anchors(w.state.Sims)
}

// Bodies returns the bodies of the joint; A is the zero Body for a joint with the world.
func (j Joint) Bodies() (a, b Body) {
	r := j.record()
	if r == nil {
		return Body{}, Body{}
	}
	if r.BodyA != state.None {
		a = j.world.bodyHandle(r.BodyA)
	}
	return a, j.world.bodyHandle(r.BodyB)
}

// Kind returns the kind of the joint.
func (j Joint) Kind() JointKind { return JointKind(j.read().Kind) }

// Name returns the name given at creation or by SetName.
func (j Joint) Name() string {
	if j.record() == nil {
		return ""
	}
	return j.world.state.JointNames[j.index]
}

// SetName changes the name, which only people use. JointFrames.Name lists the names that are refused.
func (j Joint) SetName(name string) error {
	if r := j.world.recorder(); r != nil {
		return r.jointSetName(j, name)
	}
	if _, err := j.writable(); err != nil {
		return err
	}
	err := state.CheckName("joint", name)
	if err != nil {
		return j.world.refuse(err)
	}
	j.world.state.RenameJoint(j.index, name)
	return nil
}

// Joint returns the joint of a name, of several the one that was made first; ok is false for none, and for the empty
// name. It looks at all joints: a program that asks in every step keeps the handle instead.
func (w *World) Joint(name string) (j Joint, ok bool) {
	for i, n := range w.state.JointNames {
		if n == name && n != "" && (!ok || w.state.Joints[i].Order < j.Order()) {
			j, ok = w.jointHandle(int32(i)), true
		}
	}
	return j, ok
}

// UserTag returns the number kept for the user.
func (j Joint) UserTag() uint64 { return j.read().UserTag }

// Destroy removes the joint and wakes its bodies.
func (j Joint) Destroy() error {
	if r := j.world.recorder(); r != nil {
		return r.jointDestroy(j)
	}
	if _, err := j.writable(); err != nil {
		return err
	}
	j.world.step.DestroyJoint(j.index, true)
	return nil
}

// JointCount returns the number of joints.
func (w *World) JointCount() int { return int(w.state.JointCount) }

// Joints appends all joints in the order of their indices to buf.
func (w *World) Joints(buf []Joint) []Joint {
	for i := range w.state.Joints {
		if w.state.Joints[i].Alive() {
			buf = append(buf, w.jointHandle(int32(i)))
		}
	}
	return buf
}
