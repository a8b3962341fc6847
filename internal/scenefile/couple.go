package scenefile

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

// Couple lets the coordinate of a joint follow that of another: q of follower = ratio·q of leader, both counted from now. Two hinges
// get a gear, a hinge and a slide a rack, and two slides a wheel between them, with a hundredth of the lighter one's mass, that
// has a rack to each. The error says why two joints cannot be coupled: both need to be mounted on one body.
func (s *Scene) Couple(leader, follower int, ratio float32) error {
	switch {
	case leader == follower:
		return errors.New("a joint cannot follow itself")
	case s.Joints[leader].A != s.Joints[follower].A:
		return errors.New("the joints are mounted on different bodies")
	case vec.Abs(ratio) < 1/maxCoupling || vec.Abs(ratio) > maxCoupling:
		return fmt.Errorf("a ratio of %g: must be %g to %g", ratio, 1/maxCoupling, float32(maxCoupling))
	}
	one, two := kindToCouple(s.Joints[leader].Def), kindToCouple(s.Joints[follower].Def)
	switch {
	case one == 0 || two == 0:
		return errors.New("only hinges and slides can be coupled")
	case one == hinged && two == hinged:
		d := physics.DefaultGearJointDef()
		d.Ratio = -1 / ratio // ωA + Ratio·ωB = 0
		s.engage(leader, follower, &d)
	case one == hinged:
		s.rack(leader, follower, ratio)
	case two == hinged:
		s.rack(follower, leader, 1/ratio)
	default:
		wheel := s.pinion(leader, follower)
		s.rack(wheel, leader, pinionRadius)
		s.rack(wheel, follower, pinionRadius*ratio)
	}
	return nil
}

// What a joint lets a body do.
const (
	hinged = 1 + iota
	sliding
)

func kindToCouple(def any) int {
	switch def.(type) {
	case *physics.HingeJointDef:
		return hinged
	case *physics.SliderJointDef:
		return sliding
	}
	return 0
}

// rack makes a slide go ratio metres a radian of a hinge.
func (s *Scene) rack(hinge, slide int, ratio float32) {
	d := physics.DefaultRackJointDef()
	d.Ratio = ratio // vB = Ratio·ωA
	s.engage(hinge, slide, &d)
}

// engage adds a gear or rack between the bodies that two joints carry, at the frames of these joints.
func (s *Scene) engage(a, b int, def any) {
	f := Frames(def)
	f.FrameA, f.FrameB, f.CollideConnected = Frames(s.Joints[a].Def).FrameB, Frames(s.Joints[b].Def).FrameB, true
	s.Joints = append(s.Joints, Joint{A: s.Joints[a].B, B: s.Joints[b].B, Def: def})
}

// pinion adds a wheel on the body that carries two slides and returns its hinge.
func (s *Scene) pinion(a, b int) int {
	carrier := s.Joints[a].A
	frame := Frames(s.Joints[a].Def).FrameA
	def := physics.DefaultBodyDef()
	// worlds may have many: their names stay apart in saved files
	def.Type, def.Name = physics.Dynamic, strings.TrimPrefix(s.Bodies[s.Joints[b].B].Def.Name+"-pinion", "-")
	at := frame
	if carrier >= 0 {
		d := &s.Bodies[carrier].Def
		at = vec.Transform{P: d.Position, Q: d.Rotation}.Mul(frame)
	}
	def.Position, def.Rotation = at.P, at.Q.Norm()
	mass := s.TakePiece(s.Joints[a].B, s.Joints[b].B)
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
