package load

import (
	"math"

	"tumble/physics"
	"tumble/physics/vec"
	"tumble/scene/gltf/internal/jsonvalue"
	"tumble/scene/model"
)

// put chooses the kind.
func (s *sixfold) put(pose func(*physics.JointFrames, vec.Quat), put func(physics.JointDef, []model.Spring),
	j jsonvalue.Value) {
	linear, angular, free := s.pattern()
	switch {
	case free && s.rope != nil && s.cone == nil:
	case s.cone != nil && linear == 3:
		def := physics.DefaultBallJointDef()
		pose(&def.JointFrames, toAxis(vec.AxisZ, s.coneAxis))
		var springs, more []model.Spring
		def.Cone, springs = s.cone.axis(0)
		def.Cone.Upper = vec.Max(def.Cone.Upper, 0)
		def.Twist, more = s.c[3+s.coneAxis].axis(1)
		put(&def, append(springs, more...))
	case linear == 3 && angular == 3:
		def := physics.DefaultFixedJointDef()
		pose(&def.JointFrames, vec.QuatIdentity)
		put(&def, nil)
	case linear == 3 && angular == 2:
		k := s.unlocked(3)
		def := physics.DefaultHingeJointDef()
		pose(&def.JointFrames, toAxis(vec.AxisZ, k))
		var springs []model.Spring
		def.Axis, springs = s.c[3+k].axis(0)
		put(&def, springs)
	case linear == 2 && angular == 3:
		k := s.unlocked(0)
		def := physics.DefaultSliderJointDef()
		pose(&def.JointFrames, toAxis(vec.AxisX, k))
		var springs []model.Spring
		def.Axis, springs = s.c[k].axis(0)
		put(&def, springs)
	case linear == 3 && s.onlyLinear():
		def := physics.DefaultBallJointDef()
		pose(&def.JointFrames, vec.QuatIdentity)
		put(&def, nil)
	default:
		s.six(pose, put, j)
	}
}

func (s *sixfold) six(pose func(*physics.JointFrames, vec.Quat), put func(physics.JointDef, []model.Spring),
	j jsonvalue.Value) {
	def := physics.DefaultSixJointDef()
	pose(&def.JointFrames, vec.QuatIdentity)
	if s.cone != nil {
		j.Warnf("a cone on a joint that can move: each of its axes is limited by itself")
		for k := range 3 {
			if k != s.coneAxis {
				c := *s.cone
				c.lo = -c.hi
				s.c[3+k].meet(c)
			}
		}
	}
	var springs []model.Spring
	for k := range s.c {
		if s.c[k].locked {
			def.Locked[k] = true
			continue
		}
		var more []model.Spring
		def.Axes[k], more = s.c[k].axis(k)
		springs = append(springs, more...)
	}
	put(&def, springs)
}

// addJoint adds the engine joints that do what limits and drives say.
func addJoint(scene *model.Model, s *sixfold, e ends, own, j jsonvalue.Value) {
	force, torque := float32(0), float32(0)
	order := uint64(0)
	if own.IsObject() {
		own.Only("breakForce", "breakTorque", "order", "tag")
		force, torque = own.At("breakForce").Single(0, 0, 1e15), own.At("breakTorque").Single(0, 0, 1e15)
		order = orderOf(own)
	}
	pose := func(f *physics.JointFrames, rotation vec.Quat) {
		f.FrameA, f.FrameB = e.frameA, e.frameB
		if rotation != vec.QuatIdentity {
			f.FrameA.Q, f.FrameB.Q = f.FrameA.Q.Mul(rotation).Norm(), f.FrameB.Q.Mul(rotation).Norm()
		}
		f.CollideConnected, f.BreakForce, f.BreakTorque = e.collide, force, torque
		f.UserTag = own.Bits("tag", 0)
	}
	put := func(def physics.JointDef, springs []model.Spring) {
		for i := range springs {
			if springs[i].Velocity != 0 {
				stayAwake(scene, e.a)
				stayAwake(scene, e.b)
			}
		}
		scene.Joints = append(scene.Joints, model.Joint{Name: e.name, A: e.a, B: e.b, Def: def, Springs: springs,
			Order: order})
	}
	if s.rope != nil {
		def := physics.DefaultDistanceJointDef()
		pose(&def.JointFrames, vec.QuatIdentity)
		var springs []model.Spring
		rope := *s.rope
		rope.lo = math.Max(rope.lo, 0)
		def.Axis, springs = rope.axis(0)
		put(&def, springs)
	}
	s.put(pose, put, j)
}

// stayAwake keeps a body awake that a velocity drive moves: its force may need a while to be seen.
func stayAwake(scene *model.Model, body int) {
	if body >= 0 && scene.Bodies[body].Def.Type == physics.Dynamic {
		scene.Bodies[body].Def.AllowSleep = false
	}
}
