package linktree

import (
	"math"

	"tumble/physics"
	"tumble/physics/vec"
)

// Anchor is where the joint of a link is, in the link, and Axis along which: that of a hinge or slider.
func (t *Tree) Anchor(l *Link) (anchor, axis vec.Vec3) {
	def := t.Scene.Joints[l.Joint].Def
	f := def.Ends()
	frame := f.FrameB
	if l.Reversed {
		frame = f.FrameA
	}
	axis = vec.AxisZ
	if _, slider := def.(*physics.SliderJointDef); slider {
		axis = vec.AxisX
	}
	if axis = frame.Q.Rotate(axis); l.Reversed {
		// what the first body does against the second one is the opposite
		axis = axis.Neg()
	}
	return frame.P, axis
}

// Coordinates are the places (m) and the rotation vector (rad) of the second frame of a joint in the first one, and how
// fast they change: x of a slider is the first, the angle of a hinge the last.
func (t *Tree) Coordinates(joint int) (value, speed [6]float32) {
	j := &t.Scene.Joints[joint]
	f := j.Def.Ends()
	a, b := t.pose(j.A).Mul(f.FrameA), t.pose(j.B).Mul(f.FrameB)
	between := a.InvMul(b)
	rotation := rotationVector(between.Q)
	linear, angular := t.velocity(j.B, b.P)
	linearA, angularA := t.velocity(j.A, b.P)
	moves := a.Q.InvRotate(linear.Sub(linearA))
	spins := a.Q.InvRotate(angular.Sub(angularA))
	return [6]float32{between.P.X, between.P.Y, between.P.Z, rotation.X, rotation.Y, rotation.Z},
		[6]float32{moves.X, moves.Y, moves.Z, spins.X, spins.Y, spins.Z}
}

// Carried is axis i of the first frame of a joint in the second body, as it is now.
func (t *Tree) Carried(joint, i int) vec.Vec3 {
	j := &t.Scene.Joints[joint]
	axis := j.Def.Ends().FrameA.Q.Rotate([3]vec.Vec3{vec.AxisX, vec.AxisY, vec.AxisZ}[i%3])
	return t.pose(j.B).Q.InvRotate(t.pose(j.A).Q.Rotate(axis))
}

// velocity is that of a point (world) of a body of the scene, and its angular velocity, in a file in which bodies that
// move as told stand still.
func (t *Tree) velocity(body int, point vec.Vec3) (linear, angular vec.Vec3) {
	if body < 0 || t.Scene.Bodies[body].Def.Type != physics.Dynamic {
		return vec.Vec3{}, vec.Vec3{}
	}
	b := &t.Scene.Bodies[body]
	center := t.pose(body).P
	if m, ok := b.MassData(); ok {
		center = t.pose(body).Apply(m.Center)
	}
	return b.Linear.Add(b.Angular.Cross(point.Sub(center))), b.Angular
}

// OriginVelocity is that of the origin of a link, and its angular velocity, in a world with its z axis upwards.
func (t *Tree) OriginVelocity(l *Link) (linear, angular vec.Vec3) {
	linear, angular = t.velocity(l.Body, t.pose(l.Body).P)
	toFile := upright(vec.TransformIdentity).Q
	return toFile.Rotate(linear), toFile.Rotate(angular)
}

// rotationVector is axis times angle (rad) of a rotation.
func rotationVector(q vec.Quat) vec.Vec3 {
	if q.W < 0 {
		q = vec.Quat{X: -q.X, Y: -q.Y, Z: -q.Z, W: -q.W}
	}
	v := vec.V3(q.X, q.Y, q.Z)
	length := v.Len()
	if length < 1e-12 {
		return v.Mul(2)
	}
	return v.Mul(float32(2*math.Atan2(float64(length), float64(q.W))) / length)
}

// Coupling is a gear or a rack: the coordinate of the joint of Follower is Ratio times that of Leader.
type Coupling struct {
	Leader, Follower int // links
	Ratio            float32
}

// Coupled finds the joints that a gear or rack couples, ok false if its bodies do not hang on such joints: both on one
// body, or one on a body that hangs on the other.
func (t *Tree) Coupled(joint int) (c Coupling, ok bool) {
	j := &t.Scene.Joints[joint]
	f := j.Def.Ends()
	a, b := geared{World, f.FrameA, false}, geared{t.of[j.B], f.FrameB, false}
	if j.A >= 0 {
		a.link = t.of[j.A]
	}
	switch {
	case a.link != World && t.Links[a.link].Parent == t.Links[b.link].Parent:
	case t.above(b.link) == a.link && t.Links[b.link].Parent != World:
		a.link, a.carries = t.Links[b.link].Parent, true
	case a.link != World && t.above(a.link) == b.link && t.Links[a.link].Parent != World:
		b.link, b.carries = t.Links[a.link].Parent, true
	default:
		return c, false
	}
	switch d := j.Def.(type) {
	case *physics.GearJointDef:
		both := t.sign(a, false) * t.sign(b, false)
		return Coupling{a.link, b.link, -both / d.Ratio}, both != 0
	case *physics.RackJointDef:
		both := t.sign(a, false) * t.sign(b, true)
		return Coupling{a.link, b.link, both * d.Ratio}, both != 0
	}
	return c, false
}

// geared is a body of a gear or rack, with the frame in it: the link whose joint it moves by, which with carries is one
// that the body carries.
type geared struct {
	link    int
	frame   vec.Transform
	carries bool
}

// above is the grandparent of a link, World for none.
func (t *Tree) above(link int) int {
	if p := t.Links[link].Parent; p != World {
		return t.Links[p].Parent
	}
	return World
}

// sign is 1 where the coordinate of the joint is that of the gear, or with slides of the rack, −1 where it is the
// opposite, and 0 for joints of other kinds or axes.
func (t *Tree) sign(g geared, slides bool) float32 {
	l := &t.Links[g.link]
	if l.Joint < 0 {
		return 0
	}
	def := t.Scene.Joints[l.Joint].Def
	_, slider := def.(*physics.SliderJointDef)
	_, hinge := def.(*physics.HingeJointDef)
	side := *l
	if g.carries {
		// seen from the other body, the coordinate is the opposite
		side.Reversed = !side.Reversed
	}
	_, axis := t.Anchor(&side)
	along := vec.AxisZ
	if slides {
		along = vec.AxisX
	}
	if x := g.frame.Q.Rotate(along).Dot(axis); (slides && slider || !slides && hinge) && vec.Abs(x) > 0.99 {
		return float32(math.Copysign(1, float64(x)))
	}
	return 0
}
