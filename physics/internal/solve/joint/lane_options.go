package joint

import (
	"tumble/physics/internal/solve/kernel"
	"tumble/physics/vec"
)

// angularOptions are the springs, motors and limits of a ball joint or hinge. An option that the joint lacks is set so
// that it comes to nothing.
type angularOptions struct {
	// The drive, with its limits as impulses.
	spring              keptSpring
	target              vec.Quat
	velocity            vec.Vec3
	maxSpring, maxMotor float32
	pull, brake         vec.Vec3 // impulses of spring and motor

	// coneUpper is FarOff where there is no limit.
	coneUpper, coneImpulse float32
	flags                  AxisFlags // of axis
	axis                   angularAxis
}

// angularAxis are the options of the twist of a ball joint or of the angle of a hinge, with limits
// of forces as impulses.
type angularAxis struct {
	springOf                  keptSpring
	target, maxSpring         float32
	lower, upper              float32
	speed, maxMotor           float32
	spring, motor, low, above float32 // impulses
}

// keptSpring are coefficients and the spring that they belong to: they hardly ever change.
type keptSpring struct {
	Spring
	hertz, zeta, h float32
}

// keptSprings are the coefficients of a lane of an AngularBlock.
type keptSprings struct{ drive, axis keptSpring }

// of returns the coefficients of a spring, computed only if they are others than before.
func (k keptSpring) of(hertz, zeta, h float32) keptSpring {
	if k.hertz == hertz && k.zeta == zeta && k.h == h {
		return k
	}
	return keptSpring{SpringCoefficients(hertz, zeta, h), hertz, zeta, h}
}

// isAngular reports whether all options of a joint fit an AngularBlock: those of ball joints and hinges without
// soft limits, limits beyond half a turn, springs in SI or with a rate, and passive rows.
func (j *Joint) isAngular() bool {
	for i := range j.Axes[:2] {
		a := &j.Axes[i]
		if a.SpringSI() || a.Rate != 0 || !j.direct && a.winds() {
			return false
		}
	}
	switch j.Kind {
	case BallJoint:
		return j.options > 0 && !j.Axes[0].SoftLimit() && !j.Axes[1].SoftLimit() &&
			j.Axes[0].Flags&^AxisLimit == 0
	case HingeJoint:
		return !j.Axes[0].SoftLimit() && !j.yields(0)
	}
	return false
}

// read reads the options of a joint; springs are the coefficients of the step before.
func (o *angularOptions) read(j *Joint, h float32, springs *keptSprings) {
	axis, i := &j.Axes[0], 0
	o.coneUpper, o.maxSpring = kernel.FarOff, noLimit
	o.target = vec.QuatIdentity
	if j.Kind != HingeJoint {
		o.readDrive(&j.Angular, j.Target, h, springs)
		if axis.Flags&^j.inArticulation(0)&AxisLimit != 0 {
			o.coneUpper, o.coneImpulse = axis.Upper, axis.UpperImpulse
		}
		axis, i = &j.Axes[1], 1
	}
	o.flags = axis.Flags &^ j.inArticulation(i)
	// a lane without options keeps these, and no impulse comes of them
	o.axis = angularAxis{maxSpring: noLimit, lower: -kernel.FarOff, upper: kernel.FarOff}
	if o.flags == 0 {
		return
	}
	a := o.axis
	a.target = axis.Target
	if o.flags&AxisSpring != 0 {
		a.spring = axis.SpringImpulse
		a.springOf = springs.axis.of(axis.Hertz, axis.DampingRatio, h)
		if axis.MaxSpring != 0 {
			a.maxSpring = float32(h * axis.MaxSpring)
		}
	}
	if o.flags&(AxisMotor|AxisFriction) != 0 {
		a.motor = axis.MotorImpulse
	}
	if o.flags&AxisMotor != 0 {
		a.speed, a.maxMotor = axis.Speed, float32(h*axis.MaxForce)
	} else if o.flags&AxisFriction != 0 {
		a.maxMotor = float32(h * axis.Friction)
	}
	if o.flags&AxisLimit != 0 {
		a.lower, a.upper = axis.Lower, axis.Upper
		a.low, a.above = axis.LowerImpulse, axis.UpperImpulse
	}
	o.axis = a
}

// readDrive reads the drive of a ball joint.
func (o *angularOptions) readDrive(d *Drive, target vec.Quat, h float32, springs *keptSprings) {
	if !d.active() {
		return
	}
	if d.Hertz > 0 {
		o.spring = springs.drive.of(d.Hertz, d.DampingRatio, h)
		o.pull = d.SpringImpulse
	}
	if d.MaxSpring > 0 {
		o.maxSpring = float32(h * d.MaxSpring)
	}
	if d.MaxMotor > 0 {
		o.maxMotor, o.brake = float32(h*d.MaxMotor), d.MotorImpulse
	}
	// no zeros with a sign
	o.target, o.velocity = target, d.Velocity.Add(vec.Vec3{})
}

// write writes the options of a joint to lane k. Masses and the angular impulse are left to the kernels.
func (o *angularOptions) write(b *kernel.AngularBlock, k int) {
	k &= kernel.Width - 1
	b.SpringPull[k], b.SpringDrag[k], b.SpringShare[k] = o.spring.Pull, o.spring.Drag-o.spring.Share, o.spring.Share
	b.Target.Set(k, o.target)
	b.Velocity.Set(k, o.velocity)
	b.MaxSpring[k], b.MaxMotor[k] = o.maxSpring, o.maxMotor
	b.Pull.Set(k, o.pull)
	b.Brake.Set(k, o.brake)
	b.ConeUpper[k], b.ConeImpulse[k] = o.coneUpper, o.coneImpulse
	b.HasAxis[k] = 0
	if o.flags != 0 {
		b.HasAxis[k] = 1
	}
	a := &o.axis
	b.AxisPull[k], b.AxisDrag[k], b.AxisShare[k] = a.springOf.Pull, a.springOf.Drag-a.springOf.Share, a.springOf.Share
	b.AxisTarget[k], b.AxisMaxSpring[k] = a.target, a.maxSpring
	b.Lower[k], b.Upper[k], b.Speed[k], b.AxisMaxMotor[k] = a.lower, a.upper, a.speed, a.maxMotor
	b.AxisSpring[k], b.AxisMotor[k], b.Low[k], b.Above[k] = a.spring, a.motor, a.low, a.above
}

// takeOptions writes the impulses of the options in lane k of a block back to a joint.
func (j *Joint) takeOptions(b *kernel.AngularBlock, k int) {
	k &= kernel.Width - 1
	axis := &j.Axes[0]
	if b.Hinge == 0 {
		j.Angular.SpringImpulse, j.Angular.MotorImpulse = b.Pull.At(k), b.Brake.At(k)
		axis.UpperImpulse, axis.LowerImpulse = b.ConeImpulse[k], 0
		axis = &j.Axes[1]
	}
	if b.HasAxis[k] != 0 {
		axis.SpringImpulse, axis.MotorImpulse = b.AxisSpring[k], b.AxisMotor[k]
		axis.LowerImpulse, axis.UpperImpulse = b.Low[k], b.Above[k]
	}
}

// storeAngular writes the impulses of the step in lane k of a block back to a joint.
func (j *Joint) storeAngular(b *kernel.AngularBlock, k int, dt float32) {
	k &= kernel.Width - 1
	j.takeOptions(b, k)
	force, torque := b.HeldSum.At(k), b.AngularSum.At(k)
	if b.Direct != 0 {
		force = vec.V3(j.heldSum[0], j.heldSum[1], j.heldSum[2])
		if b.Hinge != 0 {
			z, t, u := kernel.Axes(b.FrameA.At(k))
			torque = torque.MulAdd(j.heldSum[3], t).MulAdd(j.heldSum[4], u).MulAdd(j.Axes[0].sum, z)
		} else {
			x := Pair{qa: b.FrameA.At(k), qb: b.FrameB.At(k)}
			torque = torque.MulAdd(j.Axes[0].sum, x.coneAxis()).MulAdd(j.Axes[1].sum, x.twistAxis())
		}
	} else {
		for i := range b.Held {
			j.Held[i] = b.Held[i][k]
		}
	}
	j.Force, j.Torque = force.Mul(1/dt), torque.Mul(1/dt)
}

// strays reports whether a lane holds impulses of limits that its joint does not have and cannot keep.
func strays(b *kernel.AngularBlock) bool {
	stray := float32(0)
	for k := range kernel.Width {
		if b.ConeUpper[k] == kernel.FarOff {
			stray += b.ConeImpulse[k]
		}
		if b.Upper[k] == kernel.FarOff {
			stray += b.Low[k] + b.Above[k]
		}
	}
	return stray != 0
}
