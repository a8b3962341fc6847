package load

import (
	"math"

	"tumble/physics"
	"tumble/physics/vec"
	"tumble/scene/gltf/internal/jsonvalue"
	"tumble/scene/model"
)

// put chooses the kind.
func (s *sixfold) put(pose func(*physics.JointFrames, vec.Quat), put func(physics.JointDef), j jsonvalue.Value) {
	linear, angular, free := s.pattern()
	switch {
	case free && s.rope != nil && s.cone == nil:
	case s.cone != nil && linear == 3:
		def := physics.DefaultBallJointDef()
		pose(&def.JointFrames, toAxis(vec.AxisZ, s.coneAxis))
		def.Cone = s.cone.axis()
		def.Cone.Upper = vec.Max(def.Cone.Upper, 0)
		def.Twist = s.c[3+s.coneAxis].axis()
		put(&def)
	case linear == 3 && angular == 3:
		def := physics.DefaultFixedJointDef()
		pose(&def.JointFrames, vec.QuatIdentity)
		put(&def)
	case linear == 3 && angular == 2:
		k := s.unlocked(3)
		def := physics.DefaultHingeJointDef()
		pose(&def.JointFrames, toAxis(vec.AxisZ, k))
		def.Axis = s.c[3+k].axis()
		put(&def)
	case linear == 2 && angular == 3:
		k := s.unlocked(0)
		def := physics.DefaultSliderJointDef()
		pose(&def.JointFrames, toAxis(vec.AxisX, k))
		def.Axis = s.c[k].axis()
		put(&def)
	case linear == 3 && s.onlyLinear():
		def := physics.DefaultBallJointDef()
		pose(&def.JointFrames, vec.QuatIdentity)
		put(&def)
	default:
		s.six(pose, put, j)
	}
}

func (s *sixfold) six(pose func(*physics.JointFrames, vec.Quat), put func(physics.JointDef), j jsonvalue.Value) {
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
	for k := range s.c {
		if s.c[k].locked {
			def.Locked[k] = true
			continue
		}
		def.Axes[k] = s.c[k].axis()
	}
	put(&def)
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
	put := func(def physics.JointDef) {
		for i := 0; def.AxisAt(i) != nil; i++ {
			if def.AxisAt(i).Rate != 0 {
				stayAwake(scene, e.a)
				stayAwake(scene, e.b)
			}
		}
		scene.Joints = append(scene.Joints, model.Joint{Name: e.name, A: e.a, B: e.b, Def: def, Order: order})
	}
	if s.rope != nil {
		def := physics.DefaultDistanceJointDef()
		pose(&def.JointFrames, vec.QuatIdentity)
		rope := *s.rope
		rope.lo = math.Max(rope.lo, 0)
		def.Axis = rope.axis()
		put(&def)
	}
	s.put(pose, put, j)
}

// stayAwake keeps a body awake that a velocity drive moves: its force may need a while to be seen.
func stayAwake(scene *model.Model, body int) {
	if body >= 0 && scene.Bodies[body].Def.Type == physics.Dynamic {
		scene.Bodies[body].Def.AllowSleep = false
	}
}
