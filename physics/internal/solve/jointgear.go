package solve

import "tumble/physics/vec"

// Gears and racks push each other where they mesh: what acts on one acts on the other with the
// opposite sign, along the same line. Such a row says nothing about a motion that both bodies
// share, so that it holds on a carriage, in a planetary gear or in a car as well as in the world.

// leastMesh is the least determinant of the two conditions on a mesh; gears on the same axle have
// none.
const leastMesh = 1e-3

// mesh is the force and the moment about anchor A that act on gear A, and their opposites on gear
// B: the smallest with the moment 1 about axle A and −ratio about axle B, for unit axles za and zb
// and the distance d from anchor A to anchor B. share is the part of axle B in it. It reports false
// for gears on one axle, which only what holds both could couple.
func mesh(za, zb, d vec.Vec3, ratio float32) (force, moment vec.Vec3, share float32, ok bool) {
	square := d.Len2()
	if !(square > 1e-12) {
		square = 1
	}
	across := d.Cross(zb)
	g, c := across.Len2()/square, za.Dot(zb)
	det := 1 + g - float32(c*c)
	if !(det > leastMesh) {
		return vec.Vec3{}, vec.Vec3{}, 0, false
	}
	share = -(ratio + c) / det
	moment = za.Mul((1+g+float32(c*ratio))/det).MulAdd(share, zb)
	return across.Mul(share / square), moment, share, true
}

// gearRow is the row of a gear: θA + ratio·θB = 0 with the angles against what carries the gears.
func (x *jointBodies) gearRow(j *Joint) row {
	za, zb := zAxis(x.qa), zAxis(x.qb)
	c := x.gearPhase(j)
	force, moment, _, ok := mesh(za, zb, x.gap, j.Ratio)
	if !ok {
		return row{aa: za, ab: zb.Mul(j.Ratio), c: c}
	}
	return row{
		la: force, aa: x.ra.Cross(force).Add(moment),
		lb: force.Neg(), ab: x.rb.Sub(x.gap).Cross(force).Add(moment).Neg(),
		c: c,
	}
}

// gearPhase is how far the gear has slipped: what it had before the step and the motion of both
// bodies since, in the axes half-way. Small turns have no winding number to lose.
func (x *jointBodies) gearPhase(j *Joint) float32 {
	turnA, turnB := x.ta.RotationVector(), x.tb.RotationVector()
	za := zAxis(j.frameA).Add(zAxis(x.qa)).Norm()
	zb := zAxis(j.frameB).Add(zAxis(x.qb)).Norm()
	d0 := j.centers.Add(j.armB).Sub(j.armA)
	d := d0.Add(x.gap).Mul(0.5)
	_, moment, share, ok := mesh(za, zb, d, j.Ratio)
	if !ok {
		return j.Phase + turnA.Dot(za) + float32(j.Ratio*turnB.Dot(zb))
	}
	square := d.Len2()
	if !(square > 1e-12) {
		return j.Phase + moment.Dot(turnA.Sub(turnB))
	}
	// the line of centres turns about axle B, too
	alongB := d.Dot(zb)
	flat := d.MulSub(alongB, zb)
	around := vec.Atan2(zb.Dot(d0.Cross(x.gap)), d0.MulSub(d0.Dot(zb), zb).Dot(x.gap.MulSub(x.gap.Dot(zb), zb)))
	carried := float32(around*flat.Len2()) + turnB.Dot(d.Mul(alongB).MulSub(square, zb))
	return j.Phase + moment.Dot(turnA.Sub(turnB)) + float32(share*carried)/square
}

// rackRow is the row of a rack: its way along its x axis past the axle of the pinion, less ratio
// times the angle of the pinion against the rack.
func (x *jointBodies) rackRow(j *Joint) row {
	e, z := x.qb.Rotate(vec.V3(1, 0, 0)), zAxis(x.qa).Mul(j.Ratio)
	return row{
		la: e.Neg(), aa: x.ra.Cross(e).Add(z).Neg(),
		lb: e, ab: x.rb.Sub(x.gap).Cross(e).Add(z),
		c: x.rackPhase(j),
	}
}

func (x *jointBodies) rackPhase(j *Joint) float32 {
	e0, e := j.frameB.Rotate(vec.V3(1, 0, 0)), x.qb.Rotate(vec.V3(1, 0, 0))
	z := zAxis(j.frameA).Add(zAxis(x.qa)).Norm()
	turn := x.ta.RotationVector().Sub(x.tb.RotationVector())
	way := e.Dot(x.gap) - e0.Dot(j.centers.Add(j.armB).Sub(j.armA))
	return j.Phase + way - float32(j.Ratio*turn.Dot(z))
}

func (s *Joints) phase(x *jointBodies, j *Joint) float32 {
	if j.Kind == RackJoint {
		return x.rackPhase(j)
	}
	return x.gearPhase(j)
}
