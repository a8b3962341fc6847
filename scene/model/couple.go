package model

import (
	"errors"
	"fmt"
	"strings"

	"tumble/physics"
	"tumble/physics/vec"
)

// maxCoupling bounds the ratio of a coupling.
const maxCoupling = 1e3

// pinionRadius (m) is that of a wheel between two slides. Its mass has the same effect for any radius.
const pinionRadius = 0.1

// Couple lets the coordinate of a joint follow that of another: q of follower = ratio·q of leader, both counted from
// now. Two hinges get a gear, a hinge and a slide a rack, and two slides a wheel between them, with a hundredth of the
// lighter one's mass, that has a rack to each. Both need to be mounted on one body, or one on a body that the other
// carries, as the planet of a gear: a joint far off is followed by way of one nearby that follows it, too. The error
// says why two joints cannot be coupled.
func (s *Model) Couple(leader, follower int, ratio float32) error {
	switch {
	case leader == follower:
		return errors.New("a joint cannot follow itself")
	case vec.Abs(ratio) < 1/maxCoupling || vec.Abs(ratio) > maxCoupling:
		return fmt.Errorf("a ratio of %g: must be %g to %g", ratio, 1/maxCoupling, float32(maxCoupling))
	}
	one, two := s.mounted(leader), s.mounted(follower)
	if one.kind == 0 || two.kind == 0 {
		return errors.New("only hinges and slides can be coupled")
	}
	if !s.mesh(one, two, ratio) && !s.coupleNearby(leader, two, ratio) {
		return ErrApart
	}
	root, whole := s.follows(leader)
	s.coupled = append(s.coupled, coupled{follower, root, ratio * whole})
	return nil
}

// ErrApart says that two joints have no body in common.
var ErrApart = errors.New("the joints are mounted on different bodies")

// coupled is a joint that goes ratio times as far as root.
type coupled struct {
	joint, root int
	ratio       float32
}

// follows is the joint that another one follows in the end, itself for one that leads, and how far it goes against it.
func (s *Model) follows(joint int) (root int, ratio float32) {
	for _, c := range s.coupled {
		if c.joint == joint {
			return c.root, c.ratio
		}
	}
	return joint, 1
}

// coupleNearby couples a joint with another one that follows the same leader.
func (s *Model) coupleNearby(leader int, follower side, ratio float32) bool {
	root, whole := s.follows(leader)
	near := append([]coupled{{root, root, 1}}, s.coupled...)
	for _, c := range near {
		if c.root != root || c.joint == leader || c.joint == follower.joint {
			continue
		}
		if r := ratio * whole / c.ratio; vec.Abs(r) >= 1/maxCoupling && vec.Abs(r) <= maxCoupling &&
			s.mesh(s.mounted(c.joint), follower, r) {
			return true
		}
	}
	return false
}

// side is a joint as a coupling sees it: the body that moves against the other one, the carrier, with their frames.
// Where it is the first body of the joint that moves, the coordinate is the opposite.
type side struct {
	joint, kind, body, carrier int
	frame, carried             vec.Transform
	sign                       float32
}

// mounted is a joint on its first body.
func (s *Model) mounted(joint int) side {
	j := &s.Joints[joint]
	f := j.Def.Ends()
	return side{joint, kindToCouple(j.Def), j.B, j.A, f.FrameB, f.FrameA, 1}
}

// reversed is the joint on its other body.
func (a side) reversed() side {
	return side{a.joint, a.kind, a.carrier, a.body, a.carried, a.frame, -a.sign}
}

// mesh makes the follower go ratio times as far as the leader if they have a body in common.
func (s *Model) mesh(leader, follower side, ratio float32) bool {
	switch {
	case leader.carrier == follower.carrier:
	case leader.body == follower.carrier:
		leader = leader.reversed()
	case leader.carrier == follower.body:
		follower = follower.reversed()
	default:
		return false
	}
	ratio *= follower.sign * leader.sign
	switch {
	case leader.kind == hinged && follower.kind == hinged:
		if follower.body < 0 {
			leader, follower, ratio = follower, leader, 1/ratio
		}
		d := physics.DefaultGearJointDef()
		d.Ratio = -1 / ratio // ωA + Ratio·ωB = 0
		s.engage(leader, follower, &d)
	case leader.kind == hinged:
		return s.rack(leader, follower, ratio)
	case follower.kind == hinged:
		return s.rack(follower, leader, 1/ratio)
	case leader.body < 0 || follower.body < 0:
		return false
	default:
		wheel := s.mounted(s.pinion(leader, follower))
		s.rack(wheel, leader, pinionRadius)
		s.rack(wheel, follower, pinionRadius*ratio)
	}
	return true
}

// The motions that a joint leaves to a body.
const (
	hinged = 1 + iota
	sliding
)

func kindToCouple(def physics.JointDef) int {
	switch def.(type) {
	case *physics.HingeJointDef:
		return hinged
	case *physics.SliderJointDef:
		return sliding
	}
	return 0
}

// rack makes a slide go ratio metres a radian of a hinge. A body that does not move is no rack.
func (s *Model) rack(hinge, slide side, ratio float32) bool {
	if slide.body < 0 {
		return false
	}
	d := physics.DefaultRackJointDef()
	d.Ratio = ratio // vB = Ratio·ωA
	s.engage(hinge, slide, &d)
	return true
}

// engage adds a gear or rack between the bodies that two joints carry, at the frames of these joints.
func (s *Model) engage(a, b side, def physics.JointDef) {
	f := def.Ends()
	f.FrameA, f.FrameB, f.CollideConnected = a.frame, b.frame, true
	s.Joints = append(s.Joints, Joint{A: a.body, B: b.body, Def: def})
}

// pinion adds a wheel on the body that carries two slides and returns its hinge.
func (s *Model) pinion(a, b side) int {
	carrier, frame := a.carrier, a.carried
	def := physics.DefaultBodyDef()
	// worlds may have many: their names stay apart in saved files
	def.Type, def.Name = physics.Dynamic, strings.TrimPrefix(s.Bodies[b.body].Def.Name+"-pinion", "-")
	at := frame
	if carrier >= 0 {
		d := &s.Bodies[carrier].Def
		at = vec.Transform{P: d.Position, Q: d.Rotation}.Mul(frame)
	}
	def.Position, def.Rotation = at.P, at.Q.Norm()
	mass := s.TakePiece(a.body, b.body)
	// a ring: its moment is that of its mass at the pitch circle
	x := mass.Mass * pinionRadius * pinionRadius
	tensor, center := vec.Diag(vec.V3(x, x, x)), vec.Vec3{}
	mass.Center, mass.Inertia = &center, &tensor
	s.Bodies = append(s.Bodies, Body{Def: def, Mass: mass})
	hinge := physics.DefaultHingeJointDef()
	hinge.FrameA = frame
	s.Joints = append(s.Joints, Joint{A: carrier, B: len(s.Bodies) - 1, Def: &hinge})
	return len(s.Joints) - 1
}
