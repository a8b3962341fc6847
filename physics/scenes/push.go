package scenes

import (
	"cmp"

	"tumble/physics"
	"tumble/physics/vec"
)

// Push is a force on a body at a point that moves with the body, as a rotor or a thruster exerts it.
type Push struct {
	// Mount is the frame on the body, which must not be the world.
	Mount
	// Force (N, at the origin of the frame) and Torque (N·m) in the frame, for a force of one of the actuator.
	Force, Torque physics.Vec3
}

// ForceAt is the force of the law at a control, without spring and damper.
func (l *Law) ForceAt(control float32) float32 {
	f := float32(l.Gain*control) + l.Bias
	if l.Limited {
		f = vec.Clamp(f, l.LeastForce, l.MostForce)
	}
	return f
}

// PushOn lets an actuator with At push its body in the next step.
func (a *Actuator) PushOn(b physics.Body, control float32) error {
	if b.Type() != physics.Dynamic {
		return nil
	}
	at, f := b.Transform().Mul(a.At.Local), a.ForceAt(control)
	return cmp.Or(b.ApplyForce(at.Q.Rotate(a.At.Force.Mul(f)), at.P), b.ApplyTorque(at.Q.Rotate(a.At.Torque.Mul(f))))
}

// push lets the actuators push their bodies in the next step; a body that was destroyed is left out. keys are the
// parameters of the actuators.
func (r *Run) push(keys []string) error {
	for i := range r.Scene.Actuators {
		a := &r.Scene.Actuators[i]
		if a.At == nil {
			continue
		}
		b, ok := r.World.BodyAt(a.At.Body)
		if !ok || b.Generation() != 1 {
			continue
		}
		if err := a.PushOn(b, r.value(keys[i])); err != nil {
			return err
		}
	}
	return nil
}
