package session

import (
	"tumble/engine/input"
	"tumble/physics"
	"tumble/physics/vec"
)

// JoinKind is a joint that a user can make. The values are part of the recording format.
type JoinKind uint8

// The kinds.
const (
	JoinWeld JoinKind = iota
	JoinHinge
	JoinBall
	JoinSlider
	JoinRod
	JoinRope
	JoinSpring
	JoinPulley
	JoinMotor
	// JoinWheel hangs the second body on the first as a wheel, JoinParallel keeps it from tilting.
	JoinWheel
	JoinParallel
	// JoinGear couples the hinges of two bodies, JoinRack a hinge and a slider.
	JoinGear
	JoinRack
	JoinKindCount
)

var joinNames = [JoinKindCount]string{"weld", "hinge", "ball joint", "slider", "rod", "rope", "spring", "pulley",
	"motor", "wheel", "parallel",
	"gear", "rack"}

// String returns the name in lower case.
func (k JoinKind) String() string {
	if k < JoinKindCount {
		return joinNames[k]
	}
	return "unknown joint"
}

// TwoEnds reports whether the joint ties two points together from a distance; other joints are at the second point.
func (k JoinKind) TwoEnds() bool {
	return k == JoinRod || k == JoinRope || k == JoinSpring || k == JoinPulley
}

// HasAxis reports whether the joint turns about an axis or slides along one.
func (k JoinKind) HasAxis() bool {
	return k == JoinHinge || k == JoinSlider || k == JoinMotor || k == JoinWheel || k == JoinParallel
}

// HasLimits reports whether the joint can be given limits when it is made.
func (k JoinKind) HasLimits() bool { return k == JoinHinge || k == JoinSlider || k == JoinMotor }

// AnchorCommand chooses the first end of the next joint: a point (m, world) of a body, or of the world for the zero
// body.
func AnchorCommand(b physics.Body, at vec.Vec3) input.Event {
	e := onEnd(CommandAnchor, b)
	e.P = at
	return e
}

// LimitedAnchorCommand is AnchorCommand for a hinge or slider that goes from lower to upper only (rad, m).
func LimitedAnchorCommand(b physics.Body, at vec.Vec3, lower, upper float64) input.Event {
	e := AnchorCommand(b, at)
	e.X, e.Y, e.S = lower, upper, 1
	return e
}

// JoinCommand makes a joint from the anchor to a point (m, world) of a body, or of the world. axis is the line that a
// hinge turns about and a slider slides along. strength is the speed of a motor (rad/s) or the frequency of a spring
// (Hz), 0 for the usual one.
func JoinCommand(kind JoinKind, b physics.Body, at, axis vec.Vec3, strength float32) input.Event {
	e := onEnd(CommandJoin, b)
	e.X, e.P, e.D, e.S = float64(kind), at, axis, strength
	return e
}

// CutCommand removes a joint.
func CutCommand(j physics.Joint) input.Event {
	e := command(CommandCut)
	e.ID = j.Order()
	return e
}

func onEnd(c Command, b physics.Body) input.Event {
	e := command(c)
	if e.ID = NoBody; b.Valid() {
		e.ID = BodyKey(b)
	}
	return e
}

// anchor is the first end of the joint to come.
type anchor struct {
	on   bool
	key  uint64
	at   vec.Vec3 // in the frame of the body, m
	name string
	// limited asks for limits (rad, m) where the joint has an axis
	limited      bool
	lower, upper float32
}
