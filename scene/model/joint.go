package model

import (
	"fmt"
	"math"

	"tumble/physics"
	"tumble/physics/vec"
)

func (b *builder) joint(i int) error {
	j := &b.scene.Joints[i]
	if j.Def == nil || j.B < 0 || j.B >= len(b.Bodies) || j.A >= len(b.Bodies) || j.A < -1 {
		return fmt.Errorf("joint between bodies %d and %d: there are %d", j.A, j.B, len(b.Bodies))
	}
	// a world writes its handles into the definition
	def := j.Def.Copy()
	frames := def.Ends()
	frames.BodyA, frames.BodyB = physics.Body{}, b.Bodies[j.B]
	if j.A >= 0 {
		frames.BodyA = b.Bodies[j.A]
	}
	for i := range j.Springs {
		b.spring(j, def, frames, &j.Springs[i])
	}
	joint, err := b.world.CreateJoint(def)
	if err != nil {
		return fmt.Errorf("joint of %q: %w", frames.BodyB.Name(), err)
	}
	b.Joints[i] = joint
	for axis, x := range j.Armature {
		if x > 0 && joint.Kind() != physics.BallJoint && !joint.SetArmature(axis, x) {
			return fmt.Errorf("joint of %q: axis %d of a %v joint takes no armature of %g", frames.BodyB.Name(), axis,
				joint.Kind(), x)
		}
	}
	for axis, p := range j.Passive {
		if p != (physics.JointPassive{}) && !joint.SetPassive(axis, p) {
			return fmt.Errorf("joint of %q: axis %d of a %v joint takes no spring and damper of its own: %+v",
				frames.BodyB.Name(), axis, joint.Kind(), p)
		}
	}
	if j.Off {
		joint.SetEnabled(false)
	}
	return nil
}

const (
	maxHertz = 1e3
	maxRatio = 1e3
)

// spring turns a stiffness in newtons into a frequency.
func (b *builder) spring(j *Joint, def physics.JointDef, frames *physics.JointFrames, s *Spring) {
	axis := def.AxisAt(s.Axis)
	if axis == nil {
		return
	}
	mass := 1.0
	if !s.PerMass {
		mass = j.movedMass(def, frames, s.Axis)
	}
	if s.Limit {
		axis.LimitHertz, axis.LimitDampingRatio = oscillator(float64(s.Stiffness), float64(s.Damping), 0, mass)
		return
	}
	if !s.PerMass && carriesLoad(def) && axis.MaxSpring == 0 {
		// what hangs on the bodies changes the mass that the joint moves, and nothing of a force in newtons
		mass = springLoad(float64(s.Stiffness), float64(s.Damping), mass)
		axis.Load = float32(mass)
	}
	axis.Hertz, axis.DampingRatio = oscillator(float64(s.Stiffness), float64(s.Damping), float64(s.Velocity), mass)
	if s.Velocity != 0 && axis.Hertz > 0 {
		// k·(x* − x) + c·(v* − v) is a spring to x* + v*·c/k
		omega := 2 * math.Pi * float64(axis.Hertz)
		away := float64(s.Velocity) * float64(s.Damping) / (mass * omega * omega)
		axis.Target = float32(math.Max(-maxTarget, math.Min(maxTarget, float64(axis.Target)+away)))
	}
}

// maxTarget bounds the target of a spring (m, rad), as the engine does.
const maxTarget = 1e6

// oscillator returns the frequency and damping ratio of a mass on a spring. Without stiffness it
// is a spring so weak that only its damping counts: its force changes by less than a millionth over a
// metre or radian, and a target that gives the velocity is still within maxTarget.
func oscillator(stiffness, damping, velocity, mass float64) (hertz, ratio float32) {
	if !(mass > 0) {
		mass = 1
	}
	omega := math.Sqrt(stiffness / mass)
	if least := damping / (2 * maxRatio * mass); omega < least {
		omega = least
	}
	if stiffness == 0 {
		omega = math.Max(omega, math.Sqrt(damping*math.Abs(velocity)/(maxTarget*mass)))
	}
	if omega == 0 {
		return 0, 0
	}
	return float32(math.Min(omega/(2*math.Pi), maxHertz)), float32(math.Min(damping/(2*omega*mass), maxRatio))
}

// carriesLoad reports whether the springs of a joint with a load are solved together with all joints around it.
func carriesLoad(def physics.JointDef) bool {
	switch def.(type) {
	case *physics.HingeJointDef, *physics.SliderJointDef, *physics.SixJointDef:
		return true
	}
	return false
}

// springLoad returns a mass for which a spring has a frequency and damping ratio within what the engine allows: the
// given one where it has. A damper alone is that of a load which takes a day to move, so that its spring pulls nothing.
func springLoad(stiffness, damping, mass float64) float64 {
	if stiffness == 0 {
		return math.Max(damping/(2*maxRatio*slowest), leastLoad)
	}
	omega := 2 * math.Pi * maxHertz
	mass = math.Max(mass, stiffness/(omega*omega))
	return math.Min(math.Max(mass, damping*damping/(4*maxRatio*maxRatio*stiffness)), maxLoad)
}

// slowest is the frequency of the spring that a damper alone is (rad/s): it takes 2·maxRatio/slowest seconds to pull
// anything back.
const slowest = 0.02

// leastLoad and maxLoad bound the load of a spring (kg, kg·m²), as the engine does.
const (
	leastLoad = 1e-15
	maxLoad   = 1e15
)

// movedMass is that of the bodies of a joint and of the rotor of an axis.
func (j *Joint) movedMass(def physics.JointDef, f *physics.JointFrames, axis int) float64 {
	mass := movedMass(def, f, axis)
	if _, ball := def.(*physics.BallJointDef); !ball && axis < len(j.Armature) {
		mass += float64(j.Armature[axis])
	}
	return mass
}

// movedMass returns the mass (kg) or moment of inertia (kg·m²) that a spring on an axis of a
// joint moves: the reduced one of both bodies.
func movedMass(def physics.JointDef, f *physics.JointFrames, axis int) float64 {
	frame, angular := physics.TransformIdentity, true
	if f.BodyB.Valid() {
		frame = f.BodyB.Transform().Mul(f.FrameB)
	}
	direction := vec.AxisZ
	switch d := def.(type) {
	case *physics.SliderJointDef, *physics.DistanceJointDef, *physics.PathJointDef:
		angular = false
	case *physics.WheelJointDef:
		angular = axis != 0
	case *physics.SixJointDef:
		angular = axis >= 3
		direction = [3]vec.Vec3{vec.AxisX, vec.AxisY, vec.AxisZ}[axis%3]
		if angular && !(d.Locked[0] && d.Locked[1] && d.Locked[2]) {
			return reduced(f, func(body physics.Body) float64 {
				return momentAbout(body, body.WorldCenter(), frame.Q.Rotate(direction))
			})
		}
	}
	if !angular {
		return reduced(f, func(body physics.Body) float64 { return float64(body.Mass()) })
	}
	return reduced(f, func(body physics.Body) float64 { return momentAbout(body, frame.P, frame.Q.Rotate(direction)) })
}

// reduced returns 1/(1/a + 1/b) over the dynamic bodies of a joint.
func reduced(f *physics.JointFrames, of func(physics.Body) float64) float64 {
	sum := 0.0
	for _, body := range [2]physics.Body{f.BodyA, f.BodyB} {
		if body.Valid() && body.Type() == physics.Dynamic {
			if m := of(body); m > 0 {
				sum += 1 / m
			}
		}
	}
	if sum == 0 {
		return 1
	}
	return 1 / sum
}

// momentAbout returns the moment of inertia (kg·m²) about a line through a point, world axes.
func momentAbout(body physics.Body, point, axis vec.Vec3) float64 {
	local := body.Rotation().InvRotate(axis)
	arm := body.WorldCenter().Sub(point).Cross(axis)
	return float64(local.Dot(body.Inertia().MulVec(local))) + float64(body.Mass())*float64(arm.Len2())
}
