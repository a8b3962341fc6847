package model

import (
	"slices"

	"tumble/physics"
	"tumble/physics/scenes"
	"tumble/physics/vec"
)

// HasActuator reports whether an actuator of the scene is called so.
func (s *Model) HasActuator(name string) bool {
	return slices.ContainsFunc(s.Actuators, func(a scenes.Actuator) bool { return a.Name == name })
}

// AddActuator adds an actuator that drives an axis of a joint by its law; its control begins within its range.
// SettleActuators comes after the last one.
func (s *Model) AddActuator(a scenes.Actuator, joint, axis int) {
	j := &s.Joints[joint]
	at := j.Def.AxisAt(axis)
	// a servo that comes near its target slowly must not fall asleep before it
	s.Bodies[j.B].Def.AllowSleep = false
	a.Initial = a.Clamp(a.Initial)
	d := scenes.Drive{Joint: uint64(joint + 1), Axis: axis, Gear: 1, Stiffness: a.Stiffness, Damping: a.Damping}
	switch {
	case a.Stiffness == 0 && a.Damping == 0:
		d.Force, d.Limited, d.LeastForce, d.MostForce = a.Gain, a.Limited, a.LeastForce, a.MostForce
	case a.Stiffness == 0:
		d.Speed = a.Gain
		Pull(at, 0, a.Damping, 0, a.Gain*a.Initial/a.Damping)
	default:
		d.Target = a.Gain
		Pull(at, a.Stiffness, a.Damping, a.Gain*a.Initial/a.Stiffness, 0)
	}
	if a.Limited && d.Force == 0 {
		at.MaxSpring = vec.Max(vec.Abs(a.LeastForce), vec.Abs(a.MostForce))
	}
	a.On = []scenes.Drive{d}
	s.Actuators = append(s.Actuators, a)
}

// SettleActuators computes the effect of a control on each axis, when all springs of the axes are known.
func (s *Model) SettleActuators() {
	type axisKey struct {
		joint uint64
		axis  int
	}
	sums := map[axisKey]*scenes.Drive{}
	each := func(do func(a *scenes.Actuator, d *scenes.Drive, sum *scenes.Drive)) {
		for i := range s.Actuators {
			a := &s.Actuators[i]
			for k := range a.On {
				d := &a.On[k]
				key := axisKey{d.Joint, d.Axis}
				if sums[key] == nil {
					sums[key] = s.driven(d)
				}
				do(a, d, sums[key])
			}
		}
	}
	each(func(a *scenes.Actuator, d, sum *scenes.Drive) {
		axis := s.Joints[d.Joint-1].Def.AxisAt(d.Axis)
		// of the spring or damper of the axis the actuator is a part
		d.Target, d.Speed = share(d.Target, axis.Stiffness), share(d.Speed, axis.Damping)
		sum.BaseTarget -= d.Target * a.Initial
		sum.BaseSpeed -= d.Speed * a.Initial
		push := d.Force * a.Initial
		if d.Limited {
			push = vec.Clamp(push, d.LeastForce, d.MostForce)
		}
		sum.BaseForce -= push
	})
	each(func(_ *scenes.Actuator, d, sum *scenes.Drive) {
		d.BaseTarget, d.BaseSpeed, d.BaseForce = sum.BaseTarget, sum.BaseSpeed, sum.BaseForce
	})
}

func share(force, of float32) float32 {
	if of <= 0 {
		return 0
	}
	return force / of
}

// driven is an axis as it is under the controls of the beginning.
func (s *Model) driven(d *scenes.Drive) *scenes.Drive {
	axis := s.Joints[d.Joint-1].Def.AxisAt(d.Axis)
	out := &scenes.Drive{BaseTarget: axis.Target, BaseSpeed: axis.Rate}
	if axis.Motor {
		out.BaseForce = axis.MaxForce
		if axis.Speed < 0 {
			out.BaseForce = -axis.MaxForce
		}
	}
	return out
}

// Resist adds a spring and damper of the joint itself to an axis: two springs are one between their rests.
func (j *Joint) Resist(axis int, p physics.JointPassive) {
	if p.Stiffness == 0 && p.Damping == 0 {
		return
	}
	for len(j.Passive) <= axis {
		j.Passive = append(j.Passive, physics.JointPassive{})
	}
	old := &j.Passive[axis]
	if sum := old.Stiffness + p.Stiffness; sum > 0 {
		old.Rest = (old.Stiffness*old.Rest + p.Stiffness*p.Rest) / sum
	}
	old.Stiffness += p.Stiffness
	old.Damping += p.Damping
}

// PassiveAt is the spring and damper of the joint itself on an axis.
func (j *Joint) PassiveAt(axis int) physics.JointPassive {
	if axis < len(j.Passive) {
		return j.Passive[axis]
	}
	return physics.JointPassive{}
}
