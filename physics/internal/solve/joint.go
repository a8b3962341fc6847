package solve

import "tumble/physics/vec"

// JointKind says which rows a joint has.
type JointKind int32

const (
	// DragJoint pulls anchor B to anchor A by a spring with a limited force, and brakes the
	// relative rotation with a limited torque: the mouse.
	DragJoint JointKind = iota
	// BallJoint holds the anchors together.
	BallJoint
	// HingeJoint is a BallJoint whose frames share the z axis.
	HingeJoint
	// SliderJoint lets B move along the x axis of frame A without turning.
	SliderJoint
	// WeldJoint holds the frames together, or by a spring.
	WeldJoint
	// DistanceJoint keeps the distance of the anchors.
	DistanceJoint
)

// JointFlags are options of a joint.
type JointFlags int32

const (
	// HasSpring pulls the free coordinate to Rest with Hertz and DampingRatio: the angle of a
	// hinge, the way of a slider, the length of a distance joint, the angles of a ball
	// joint. It makes a weld soft.
	HasSpring JointFlags = 1 << iota
	// HasLimit keeps the free coordinate within Lower and Upper: the angle of a hinge, the
	// way of a slider, the length of a distance joint, the twist of a ball joint.
	HasLimit
	// HasMotor drives the free coordinate at MotorSpeed with MaxForce at most; for a ball
	// joint it brakes the rotation.
	HasMotor
	// HasCone keeps the z axes of the frames of a ball joint within ConeAngle.
	HasCone
)

// World is the body index of a joint side that is fixed in the world.
const World = int32(-1)

// Joint is one joint: what it is, its impulses, and what a step prepared. The free coordinate
// is an angle (rad) or a length (m), and forces of angular rows are torques (N·m).
type Joint struct {
	Kind  JointKind
	Flags JointFlags
	// BodyA and BodyB are indices of Sims, or World for A.
	BodyA, BodyB int32
	// FrameA and FrameB place the joint in the frames of the bodies (from the origin, not the
	// centre of mass); FrameA is in world axes if A is World.
	FrameA, FrameB vec.Transform
	// Hertz and DampingRatio of the spring, for the whole mass that it moves; Rest is the
	// coordinate at which it is relaxed.
	Hertz, DampingRatio, Rest float32
	// Lower and Upper limit the coordinate.
	Lower, Upper float32
	ConeAngle    float32
	// MotorSpeed is what the motor drives at. MaxForce limits the motor, or the pull of a
	// DragJoint (N). MaxTorque limits the braking of a DragJoint or a motor of a ball joint.
	MotorSpeed, MaxForce, MaxTorque float32
	// HoldHertz and HoldDamping replace the stiffness of the world; 0 keeps that.
	HoldHertz, HoldDamping float32

	// Impulses of the last sub-step: of the held rows, and of the options.
	LinearImpulse, AngularImpulse vec.Vec3
	SpringImpulse, MotorImpulse   float32
	LowerImpulse, UpperImpulse    float32
	ConeImpulse                   float32

	stateA, stateB     int32 // as in Block
	invMassA, invMassB float32
	inertiaA, inertiaB inertia6
	armA, armB         vec.Vec3 // centre of mass to anchor at the start of the step
	centers            vec.Vec3 // centre B less centre A at the start of the step
	frameA, frameB     vec.Quat // at the start of the step, in world axes
	hold               Soft
	spring             Spring
}

// Anchors returns the two places (m, world) that the joint holds together.
func (j *Joint) Anchors(sims []Sim) (a, b vec.Vec3) {
	a = j.FrameA.P
	if j.BodyA != World {
		a = sims[j.BodyA].Transform.Apply(a)
	}
	return a, sims[j.BodyB].Transform.Apply(j.FrameB.P)
}

// PrepareJoints reads the bodies of joints begin to end (exclusive) in the order of the
// batches.
func (s *Solver) PrepareJoints(begin, end int) {
	for _, index := range s.joints[begin:end] {
		s.prepareJoint(&s.Joints[index])
	}
}

func (s *Solver) prepareJoint(j *Joint) {
	j.hold = s.Joint
	if j.HoldHertz > 0 {
		j.hold = SoftCoefficients(vec.Min(j.HoldHertz, float32(0.25*s.InvH)), j.HoldDamping, s.H)
	}
	j.spring = SpringCoefficients(j.Hertz, j.DampingRatio, s.H)

	var centerA vec.Vec3
	if j.BodyA == World {
		// the anchor itself is the centre: the lever is short, so that nothing cancels
		j.stateA, j.invMassA, j.inertiaA = ^0, 0, inertia6{}
		j.armA, j.frameA = vec.Vec3{}, j.FrameA.Q
		centerA = j.FrameA.P
	} else {
		sim := &s.Sims[j.BodyA]
		j.stateA = s.side(sim)
		j.invMassA, j.inertiaA = sim.InvMass, inertia6Of(&sim.InvInertia)
		j.armA = sim.Transform.Q.Rotate(j.FrameA.P.Sub(sim.LocalCenter))
		j.frameA = sim.Transform.Q.Mul(j.FrameA.Q)
		centerA = sim.Center
	}
	sim := &s.Sims[j.BodyB]
	j.stateB = s.side(sim)
	j.invMassB, j.inertiaB = sim.InvMass, inertia6Of(&sim.InvInertia)
	j.armB = sim.Transform.Q.Rotate(j.FrameB.P.Sub(sim.LocalCenter))
	j.frameB = sim.Transform.Q.Mul(j.FrameB.Q)
	j.centers = sim.Center.Sub(centerA)
	if !s.Settings.WarmStart {
		j.clearImpulses()
	}
}

func (j *Joint) clearImpulses() {
	j.LinearImpulse, j.AngularImpulse = vec.Vec3{}, vec.Vec3{}
	j.SpringImpulse, j.MotorImpulse, j.LowerImpulse, j.UpperImpulse, j.ConeImpulse = 0, 0, 0, 0, 0
}

// warmStartJoints applies the impulses of the sub-step before.
func (s *Solver) warmStartJoints(begin, end int) {
	var x jointBodies
	for _, index := range s.joints[begin:end] {
		j := &s.Joints[index]
		s.open(&x, j)
		free := j.SpringImpulse + j.MotorImpulse + j.LowerImpulse - j.UpperImpulse
		switch j.Kind {
		case HingeJoint:
			x.push(j.LinearImpulse)
			z, t, u := axes(x.qa)
			x.twist(t.Mul(j.AngularImpulse.X).MulAdd(j.AngularImpulse.Y, u).MulAdd(free, z))
		case SliderJoint:
			axis, t, u := sliderAxes(x.qa)
			x.twist(j.AngularImpulse)
			x.pushAlong(t, j.LinearImpulse.X)
			x.pushAlong(u, j.LinearImpulse.Y)
			x.pushAlong(axis, free)
		case DistanceJoint:
			x.push(x.gap.Norm().Mul(j.LinearImpulse.X + free))
		case BallJoint:
			x.push(j.LinearImpulse)
			x.twist(j.AngularImpulse)
			if j.Flags&(HasCone|HasLimit) != 0 {
				x.twist(x.coneAxis().Mul(-j.ConeImpulse))
				x.twist(x.twistAxis().Mul(j.LowerImpulse - j.UpperImpulse))
			}
		default:
			x.push(j.LinearImpulse)
			x.twist(j.AngularImpulse)
		}
		s.close(&x, j)
	}
}

// solveJoints solves joints once; bias says whether drift is pushed out. Springs are solved
// with bias only: the positions have moved on when the relax pass comes, and a spring that is
// solved again there is not the one that was asked for.
func (s *Solver) solveJoints(begin, end int, bias bool) {
	var x jointBodies
	for _, index := range s.joints[begin:end] {
		j := &s.Joints[index]
		s.open(&x, j)
		hold := Rigid
		if bias {
			hold = j.hold
		}
		switch j.Kind {
		case DragJoint:
			s.solveDrag(&x, j, bias)
		case BallJoint:
			s.solveBall(&x, j, hold, bias)
		case HingeJoint:
			z, t, u := axes(x.qa)
			row := x.rowAbout(z)
			angle := x.twistAngle()
			if j.Flags&HasSpring != 0 && bias {
				swing := scalarRow{z, angularRow, x.massAboutHeld(z)}
				x.springRow(&swing, j.spring, angle-j.Rest, noLimit, &j.SpringImpulse)
			}
			s.solveOptions(&x, j, &row, angle, hold, false)
			x.axisRow(hold, z, zAxis(x.qb), t, u, &j.AngularImpulse.X, &j.AngularImpulse.Y)
			x.pointRow(hold, &j.LinearImpulse)
		case SliderJoint:
			axis, t, u := sliderAxes(x.qa)
			row := x.rowAlong(axis)
			s.solveOptions(&x, j, &row, x.gap.Dot(axis), hold, bias)
			x.alignRow(hold, x.rotationError(), &j.AngularImpulse)
			x.planeRow(hold, t, u, &j.LinearImpulse.X, &j.LinearImpulse.Y)
		case WeldJoint:
			s.solveWeld(&x, j, hold, bias)
		case DistanceJoint:
			s.solveDistance(&x, j, hold, bias)
		}
		s.close(&x, j)
	}
}

// solveOptions solves spring, motor and limits of the free coordinate.
func (s *Solver) solveOptions(x *jointBodies, j *Joint, r *scalarRow, coordinate float32, hold Soft, bias bool) {
	if j.Flags&HasSpring != 0 && bias {
		x.springRow(r, j.spring, coordinate-j.Rest, noLimit, &j.SpringImpulse)
	}
	if j.Flags&HasMotor != 0 {
		x.motorRow(r, j.MotorSpeed, float32(s.H*j.MaxForce), &j.MotorImpulse)
	}
	if j.Flags&HasLimit != 0 {
		x.limitRow(r, hold, coordinate-j.Lower, 1, s.InvH, &j.LowerImpulse)
		x.limitRow(r, hold, j.Upper-coordinate, -1, s.InvH, &j.UpperImpulse)
	}
}

// noLimit is an impulse that no row reaches.
const noLimit = 1e30

// solveDrag: the spring acts on the whole body as if it were a point at the anchor.
func (s *Solver) solveDrag(x *jointBodies, j *Joint, bias bool) {
	if limit := float32(s.H * j.MaxTorque); limit > 0 {
		old := j.AngularImpulse
		d := x.ia.add(x.ib).matrix().Solve(x.wb.Sub(x.wa))
		j.AngularImpulse = clampLength(old.Sub(d), limit)
		x.twist(j.AngularImpulse.Sub(old))
	}
	if !bias {
		return
	}
	old := j.LinearImpulse
	v := x.velocity().Mul(j.spring.Drag).MulAdd(j.spring.Pull, x.gap)
	d := x.pointMatrix().Solve(v.Neg()).MulSub(1-j.spring.Drag, old)
	j.LinearImpulse = clampLength(old.Add(d), float32(s.H*j.MaxForce))
	x.push(j.LinearImpulse.Sub(old))
}

func (s *Solver) solveBall(x *jointBodies, j *Joint, hold Soft, bias bool) {
	if j.Flags&HasSpring != 0 && bias {
		old := j.AngularImpulse
		v := x.wb.Sub(x.wa).Mul(j.spring.Drag).MulAdd(j.spring.Pull, x.rotationError())
		d := x.ia.add(x.ib).matrix().Solve(v.Neg()).MulSub(1-j.spring.Drag, old)
		j.AngularImpulse = old.Add(d)
		x.twist(d)
	}
	if j.Flags&HasMotor != 0 && j.Flags&HasSpring == 0 {
		old := j.AngularImpulse
		d := x.ia.add(x.ib).matrix().Solve(x.wb.Sub(x.wa))
		j.AngularImpulse = clampLength(old.Sub(d), float32(s.H*j.MaxTorque))
		x.twist(j.AngularImpulse.Sub(old))
	}
	if j.Flags&HasCone != 0 {
		row := x.rowAbout(x.coneAxis())
		angle := vec.Acos(zAxis(x.qa).Dot(zAxis(x.qb)))
		x.limitRow(&row, hold, j.ConeAngle-angle, -1, s.InvH, &j.ConeImpulse)
	}
	if j.Flags&HasLimit != 0 {
		row := x.rowAbout(x.twistAxis())
		angle := x.twistAngle()
		x.limitRow(&row, hold, angle-j.Lower, 1, s.InvH, &j.LowerImpulse)
		x.limitRow(&row, hold, j.Upper-angle, -1, s.InvH, &j.UpperImpulse)
	}
	x.pointRow(hold, &j.LinearImpulse)
}

func (s *Solver) solveWeld(x *jointBodies, j *Joint, hold Soft, bias bool) {
	if j.Flags&HasSpring != 0 {
		if bias {
			old := j.AngularImpulse
			v := x.wb.Sub(x.wa).Mul(j.spring.Drag).MulAdd(j.spring.Pull, x.rotationError())
			d := x.ia.add(x.ib).matrix().Solve(v.Neg()).MulSub(1-j.spring.Drag, old)
			j.AngularImpulse = old.Add(d)
			x.twist(d)
		}
	} else {
		x.alignRow(hold, x.rotationError(), &j.AngularImpulse)
	}
	x.pointRow(hold, &j.LinearImpulse)
}

// solveDistance: without options the anchors keep the distance Rest; with a limit they move
// freely within it, with a spring softly.
func (s *Solver) solveDistance(x *jointBodies, j *Joint, hold Soft, bias bool) {
	axis, length := x.gap.NormLen()
	if length == 0 {
		return
	}
	// both levers end at the anchors: the axis is that of the anchors themselves
	a, b := x.ra.Cross(axis), x.rb.Cross(axis)
	mass := inverse(x.ma + x.mb + a.Dot(x.ia.mul(a)) + b.Dot(x.ib.mul(b)))
	row := scalarRow{axis, linearRow, mass}
	if j.Flags&(HasSpring|HasLimit|HasMotor) != 0 {
		s.solveOptions(x, j, &row, length, hold, bias)
		return
	}
	old := j.LinearImpulse.X
	v := x.speed(&row) + float32(hold.BiasRate*(length-j.Rest))
	d := -float32(float32(mass*hold.MassScale)*v) - float32(hold.ImpulseScale*old)
	j.LinearImpulse.X += d
	x.apply(&row, d)
}

// zAxis and axes are columns of the rotation matrix of q.
func zAxis(q vec.Quat) vec.Vec3 { return q.Rotate(vec.V3(0, 0, 1)) }

func axes(q vec.Quat) (z, t, u vec.Vec3) {
	return zAxis(q), q.Rotate(vec.V3(1, 0, 0)), q.Rotate(vec.V3(0, 1, 0))
}

func sliderAxes(q vec.Quat) (axis, t, u vec.Vec3) {
	return q.Rotate(vec.V3(1, 0, 0)), q.Rotate(vec.V3(0, 1, 0)), zAxis(q)
}

// rotationError is the rotation vector from frame A to frame B in world axes.
func (x *jointBodies) rotationError() vec.Vec3 {
	return x.qb.Mul(x.qa.Conj()).RotationVector()
}

// twistAngle is the part of the rotation from A to B that turns about the z axis (the twist of
// the swing-twist decomposition).
func (x *jointBodies) twistAngle() float32 {
	q := x.qa.InvMul(x.qb)
	if q.W < 0 {
		q = q.Neg()
	}
	return float32(2 * vec.Atan2(q.Z, q.W))
}

// twistAxis is the axis about which angular velocity changes the twist angle, to the accuracy
// that a limit needs: halfway between the two z axes.
func (x *jointBodies) twistAxis() vec.Vec3 { return zAxis(x.qa).Add(zAxis(x.qb)).Norm() }

// coneAxis is the axis about which B turns away from A.
func (x *jointBodies) coneAxis() vec.Vec3 {
	a, b := zAxis(x.qa), zAxis(x.qb)
	axis := a.Cross(b).Norm()
	if axis == (vec.Vec3{}) {
		return a.Perp()
	}
	return axis
}
