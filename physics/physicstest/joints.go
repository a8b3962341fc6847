package physicstest

import (
	"fmt"

	"tumble/physics"
	"tumble/physics/vec"
)

// Joints holds while no joint is off its constraint by more than length (m) or angle (rad). It looks at the coordinates
// that a joint holds rigidly: of a hinge its point and its axis, of a rod its length, of a path the point. Coordinates
// with springs, limits and motors, gears, racks and pulleys are left to Within. A joint that is switched off holds
// nothing.
func Joints(length, angle float32) Check {
	return func(w *physics.World) error {
		for _, j := range w.Joints(nil) {
			if !j.Enabled() {
				continue
			}
			gap, tilt := jointError(j)
			if !(gap <= length) {
				return fmt.Errorf("%s is off by %.3g m, more than %g m", jointName(j), gap, length)
			}
			if !(tilt <= angle) {
				return fmt.Errorf("%s is off by %.3g rad, more than %g rad", jointName(j), tilt, angle)
			}
		}
		return nil
	}
}

// jointError returns how far the coordinates that a joint holds are from their values (m, rad).
func jointError(j physics.Joint) (gap, tilt float32) {
	frameA, frameB := j.Frames()
	// the pose of frame B in frame A
	p, q := frameA.Q.InvRotate(frameB.P.Sub(frameA.P)), frameA.Q.InvMul(frameB.Q)
	axle := q.Rotate(vec.AxisZ)
	switch j.Kind() {
	case physics.KindBall, physics.KindPath:
		return p.Len(), 0
	case physics.KindHinge:
		return p.Len(), angleTo(axle, vec.AxisZ)
	case physics.KindSlider:
		p.X = 0
		return p.Len(), q.Angle()
	case physics.KindWheel:
		p.Y = 0
		if j.At(2).Axis() == (physics.JointAxis{}) {
			return p.Len(), angleTo(axle, vec.AxisZ)
		}
		// the axle stays at a right angle to the suspension
		return p.Len(), vec.Abs(vec.Pi/2 - angleTo(axle, vec.AxisY))
	case physics.KindSix:
		return sixError(j)
	}
	switch def := j.Def().(type) {
	case *physics.FixedJointDef:
		if def.LinearHertz == 0 {
			gap = p.Len()
		}
		if def.AngularHertz == 0 {
			tilt = q.Angle()
		}
	case *physics.ParallelJointDef:
		if def.Hertz == 0 {
			tilt = angleTo(axle, vec.AxisZ)
		}
	case *physics.DistanceJointDef:
		if def.Axis.Hertz == 0 && !def.Axis.Limited && !def.Axis.Motor {
			gap = vec.Abs(p.Len() - def.Length)
		}
	}
	return gap, tilt
}

// sixError returns the largest values of the locked coordinates of a six joint (m, rad).
func sixError(j physics.Joint) (gap, tilt float32) {
	for i := range 6 {
		if !j.At(i).Locked() {
			continue
		}
		value := j.At(i).Position()
		if i < 3 {
			gap = max(gap, vec.Abs(value))
		} else {
			tilt = max(tilt, vec.Abs(value))
		}
	}
	return gap, tilt
}

// angleTo returns the angle between two directions (rad).
func angleTo(a, b vec.Vec3) float32 { return vec.Atan2(a.Cross(b).Len(), a.Dot(b)) }

// jointName returns the name of a joint for a message.
func jointName(j physics.Joint) string {
	if name := j.Name(); name != "" {
		return fmt.Sprintf("the %v joint %q", j.Kind(), name)
	}
	a, b := j.Bodies()
	if a == (physics.Body{}) {
		return fmt.Sprintf("the %v joint %d of %s and the world", j.Kind(), j.Index(), nameOf(b))
	}
	return fmt.Sprintf("the %v joint %d of %s and %s", j.Kind(), j.Index(), nameOf(a), nameOf(b))
}
