package usd

import (
	"math"

	"tumble/internal/scenefile"
	"tumble/internal/usdstage"
	"tumble/internal/xmlscene"
	"tumble/physics"
	"tumble/physics/vec"
)

// coordinates are those of a generic joint, in the order of the engine.
var coordinates = [6]string{"transX", "transY", "transZ", "rotX", "rotY", "rotZ"}

// generic makes a joint of limits and drives. One that leaves nothing, all rotations, one rotation or one shift is the
// joint of that kind, which holds better.
func (r *reader) generic(p *usdstage.Prim, a, b vec.Transform) (any, []scenefile.Spring) {
	d := physics.DefaultSixJointDef()
	d.FrameA, d.FrameB = a, b
	var springs []scenefile.Spring
	locked, plain := 0, true
	last := 0 // the last coordinate that is not locked
	for i, name := range coordinates {
		unit := r.length
		if i >= 3 {
			unit = math.Pi / 180
		}
		at := "limit:" + name + ":physics:"
		if applied(p, "PhysicsLimitAPI:"+name, at+"low", at+"high") {
			free := r.limit(p, &d.Axes[i], at+"low", at+"high", unit)
			d.Locked[i] = !free
			if free && d.Axes[i].Limited && d.Axes[i].Lower == 0 && d.Axes[i].Upper == 0 {
				d.Locked[i] = true
			}
		}
		if d.Locked[i] {
			d.Axes[i] = physics.JointAxis{}
			locked++
			continue
		}
		own := r.drive(p, &d.Axes[i], i, name)
		plain = plain && own == nil && !d.Axes[i].Limited
		springs = append(springs, own...)
		last = i
	}
	for _, name := range append(p.AppliedTo("PhysicsLimitAPI"), p.AppliedTo("PhysicsDriveAPI")...) {
		if !known(name) {
			p.Lossf("the limit or drive %.40q is left out: it is none of transX to rotZ", name)
		}
	}
	switch {
	case locked == 6:
		f := physics.DefaultFixedJointDef()
		f.FrameA, f.FrameB = a, b
		return &f, nil
	case locked == 3 && d.Locked[0] && d.Locked[1] && d.Locked[2] && plain:
		ball := physics.DefaultBallJointDef()
		ball.FrameA, ball.FrameB = a, b
		return &ball, nil
	case locked == 5:
		return single(&d, last, springs)
	}
	return &d, springs
}

// applied reports whether a schema is applied. Values that are there without it count as well, which is told.
func applied(p *usdstage.Prim, schema string, names ...string) bool {
	if p.Applied(schema) {
		return true
	}
	for _, name := range names {
		if p.Value(name) != nil {
			p.Warnf("has %s without the schema %s: it counts", name, schema)
			return true
		}
	}
	return false
}

func known(name string) bool {
	for _, c := range coordinates {
		if c == name {
			return true
		}
	}
	return false
}

// single makes a hinge or a slider of a generic joint that leaves one coordinate.
func single(d *physics.SixJointDef, free int, springs []scenefile.Spring) (any, []scenefile.Spring) {
	for i := range springs {
		springs[i].Axis = 0
	}
	axis := [3]vec.Vec3{vec.AxisX, vec.AxisY, vec.AxisZ}[free%3]
	rotated := func(f *physics.JointFrames, from vec.Vec3) {
		q := xmlscene.Align(from, axis)
		f.FrameA, f.FrameB = d.FrameA, d.FrameB
		f.FrameA.Q, f.FrameB.Q = d.FrameA.Q.Mul(q).Norm(), d.FrameB.Q.Mul(q).Norm()
	}
	if free < 3 {
		s := physics.DefaultSliderJointDef()
		rotated(&s.JointFrames, vec.AxisX)
		s.Axis = d.Axes[free]
		return &s, springs
	}
	h := physics.DefaultHingeJointDef()
	rotated(&h.JointFrames, vec.AxisZ)
	h.Axis = d.Axes[free]
	return &h, springs
}
