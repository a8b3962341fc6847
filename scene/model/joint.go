package model

import (
	"fmt"

	"tumble/physics"
)

func (b *builder) joint(i int) error {
	j := &b.scene.Joints[i]
	if j.Def == nil || j.B < 0 || j.B >= len(b.Bodies) || j.A >= len(b.Bodies) || j.A < -1 {
		return fmt.Errorf("joint between bodies %d and %d: there are %d", j.A, j.B, len(b.Bodies))
	}
	// a world writes its handles into the definition
	def := j.Def.Copy()
	frames := def.Ends()
	frames.BodyA, frames.BodyB, frames.Name = physics.Body{}, b.Bodies[j.B], j.Name
	if j.A >= 0 {
		frames.BodyA = b.Bodies[j.A]
	}
	joint, err := b.world.CreateJoint(def)
	if err != nil {
		return fmt.Errorf("joint of %q: %w", frames.BodyB.Name(), err)
	}
	b.Joints[i] = joint
	for axis, x := range j.Armature {
		if x <= 0 || joint.Kind() == physics.KindBall {
			continue
		}
		if err := joint.At(axis).SetArmature(x); err != nil {
			return fmt.Errorf("joint of %q: %w", frames.BodyB.Name(), err)
		}
	}
	for axis, p := range j.Passive {
		if p == (physics.JointPassive{}) {
			continue
		}
		if err := joint.At(axis).SetPassive(p); err != nil {
			return fmt.Errorf("joint of %q: %w", frames.BodyB.Name(), err)
		}
	}
	if j.Off {
		joint.SetEnabled(false)
	}
	return nil
}
