package session

import (
	"fmt"

	"tumble/internal/bodyname"
	"tumble/physics"
	"tumble/physics/vec"
)

// Suspension of a wheel: frequency (Hz), damping ratio and travel (m) up and down.
const (
	wheelHertz   = 3
	wheelDamping = 0.7
	wheelTravel  = 0.15
)

// wheelFor hangs b on a as a wheel about a level axle through its middle.
func wheelFor(a, b physics.Body, axle vec.Vec3) physics.JointDef {
	axle.Y = 0
	if axle = axle.Norm(); axle == (vec.Vec3{}) {
		axle = vec.AxisZ
	}
	if axle.Z < 0 {
		// less than a right angle from z to the axle turns about the vertical alone
		axle = axle.Mul(-1)
	}
	d := physics.DefaultWheelJointDef()
	d.Connect(a, b, physics.Transform{P: b.WorldCenter(), Q: vec.QuatBetween(vec.AxisZ, axle)})
	s := &d.Suspension
	s.Hertz, s.DampingRatio = wheelHertz, wheelDamping
	if a.Valid() {
		s.SpringFor(a.Mass()/4, wheelHertz, wheelDamping)
	}
	s.Limited, s.Lower, s.Upper = true, -wheelTravel, wheelTravel
	return &d
}

// carrier is the frame (world) of the first joint of a kind that holds a body.
func (s *Session) carrier(b physics.Body, kind physics.JointKind) (physics.Transform, error) {
	for _, j := range s.World().Joints(nil) {
		first, second := j.Bodies()
		frameA, frameB := j.Frames()
		switch {
		case j.Kind() != kind:
		case second == b:
			return frameB, nil
		case first == b:
			return frameA, nil
		}
	}
	name := "the world"
	if b.Valid() {
		name = bodyname.Of(b)
	}
	return physics.Transform{}, fmt.Errorf("app: joint: %s needs a %s of its own first", name, kind)
}

// coupling is a gear between the hinges of two bodies, or a rack between a hinge and a slider; the ends pa and pb (m,
// world) tell how large the wheels are.
func (s *Session) coupling(kind JoinKind, a, b physics.Body, pa, pb vec.Vec3) (physics.JointDef, error) {
	if !a.Valid() || !b.Valid() {
		return nil, fmt.Errorf("app: joint: a %s is between two bodies", kind)
	}
	hinge, err := s.carrier(a, physics.KindHinge)
	if err != nil && kind == JoinRack {
		// the rack may be the first end
		a, b, pa = b, a, pb
		hinge, err = s.carrier(a, physics.KindHinge)
	}
	if err != nil {
		return nil, err
	}
	local := func(b physics.Body, frame physics.Transform) physics.Transform { return b.Transform().InvMul(frame) }
	if kind == JoinRack {
		slider, err := s.carrier(b, physics.KindSlider)
		if err != nil {
			return nil, err
		}
		d := physics.DefaultRackJointDef()
		d.BodyA, d.BodyB, d.FrameA, d.FrameB = a, b, local(a, hinge), local(b, slider)
		d.Ratio = radius(hinge, pa)
		return &d, nil
	}
	second, err := s.carrier(b, physics.KindHinge)
	if err != nil {
		return nil, err
	}
	d := physics.DefaultGearJointDef()
	d.BodyA, d.BodyB, d.FrameA, d.FrameB = a, b, local(a, hinge), local(b, second)
	d.Ratio = radius(second, pb) / radius(hinge, pa)
	return &d, nil
}

// leastRadius (m) is that of the smallest wheel: an end in the middle of one tells nothing of its size.
const leastRadius = 0.01

// radius is how far a point is from the axis z of a frame.
func radius(frame physics.Transform, p vec.Vec3) float32 {
	axis := frame.Q.Rotate(vec.AxisZ)
	out := p.Sub(frame.P)
	return max(out.Sub(axis.Mul(out.Dot(axis))).Len(), leastRadius)
}
