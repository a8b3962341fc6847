package joint

import (
	"tumble/physics/internal/solve/kernel"
	"tumble/physics/vec"
)

// Gears and racks push each other where they mesh: the force on one acts on the other with the
// opposite sign, along the same line. Such a row says nothing about a motion that both bodies
// share, so that it holds on a carriage, in a planetary gear or in a car as well as in the world.

// mesh is the force and the moment about anchor A that act on gear A, and their opposites on gear
// B: the smallest with the moment 1 about axle A and −ratio about axle B, for unit axles za and zb
// and the distance d from anchor A to anchor B, which is none up to the square least. share is the moment about axle B
// in it. It reports false for gears on one axle, which only their carrier could couple.
func mesh(za, zb, d vec.Vec3, least, ratio float32) (force, moment vec.Vec3, share float32, ok bool) {
	square := d.Len2()
	if !(square > least) {
		square, d = 1, vec.Vec3{}
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

// leastGap is the square of the distance (m²) below which the axles of a gear coincide: the gap that hinges leave.
func (x *Pair) leastGap() float32 {
	return leastGap + float32(axleTolerance*axleTolerance*(x.ArmA.Len2()+x.ArmB.Len2()))
}

// gearRow is the row of a gear: θA + ratio·θB = 0 with the angles against the carrier of the gears.
func (x *Pair) gearRow(j *Joint) Row {
	za, zb := kernel.ZAxis(x.qa), kernel.ZAxis(x.qb)
	c := x.gearPhase(j)
	force, moment, _, ok := mesh(za, zb, x.gap, x.leastGap(), j.Ratio)
	if !ok {
		return Row{AngularA: za, AngularB: zb.Mul(j.Ratio), Error: c}
	}
	return Row{
		LinearA: force, AngularA: x.ArmA.Cross(force).Add(moment),
		LinearB: force.Neg(), AngularB: x.ArmB.Sub(x.gap).Cross(force).Add(moment).Neg(),
		Error: c,
	}
}

// gearPhase is how far the gear has slipped: the slip before the step and the motion of both
// bodies since, in the axes half-way. Small rotations have no winding number to lose.
func (x *Pair) gearPhase(j *Joint) float32 {
	angleA, angleB := x.rotationA.RotationVector(), x.rotationB.RotationVector()
	za := kernel.ZAxis(j.frameA).Add(kernel.ZAxis(x.qa)).Norm()
	zb := kernel.ZAxis(j.frameB).Add(kernel.ZAxis(x.qb)).Norm()
	d0 := j.centers.Add(j.ArmB).Sub(j.ArmA)
	d := d0.Add(x.gap).Mul(0.5)
	least := x.leastGap()
	_, moment, share, ok := mesh(za, zb, d, least, j.Ratio)
	if !ok {
		return j.Phase + angleA.Dot(za) + float32(j.Ratio*angleB.Dot(zb))
	}
	square := d.Len2()
	if !(square > least) {
		return j.Phase + moment.Dot(angleA.Sub(angleB))
	}
	// the line of centres rotates about axle B, too
	alongB := d.Dot(zb)
	flat := d.MulSub(alongB, zb)
	around := vec.Atan2(zb.Dot(d0.Cross(x.gap)), d0.MulSub(d0.Dot(zb), zb).Dot(x.gap.MulSub(x.gap.Dot(zb), zb)))
	carried := float32(around*flat.Len2()) + angleB.Dot(d.Mul(alongB).MulSub(square, zb))
	return j.Phase + moment.Dot(angleA.Sub(angleB)) + float32(share*carried)/square
}

// rackRow is the row of a rack: its displacement along its x axis past the axle of the pinion, less ratio
// times the angle of the pinion against the rack.
func (x *Pair) rackRow(j *Joint) Row {
	e, z := x.qb.Rotate(vec.V3(1, 0, 0)), kernel.ZAxis(x.qa).Mul(j.Ratio)
	return Row{
		LinearA: e.Neg(), AngularA: x.ArmA.Cross(e).Add(z).Neg(),
		LinearB: e, AngularB: x.ArmB.Sub(x.gap).Cross(e).Add(z),
		Error: x.rackPhase(j),
	}
}

func (x *Pair) rackPhase(j *Joint) float32 {
	e0, e := j.frameB.Rotate(vec.V3(1, 0, 0)), x.qb.Rotate(vec.V3(1, 0, 0))
	z := kernel.ZAxis(j.frameA).Add(kernel.ZAxis(x.qa)).Norm()
	angle := x.rotationA.RotationVector().Sub(x.rotationB.RotationVector())
	displacement := e.Dot(x.gap) - e0.Dot(j.centers.Add(j.ArmB).Sub(j.ArmA))
	return j.Phase + displacement - float32(j.Ratio*angle.Dot(z))
}

// phase is the slip of a gear or rack.
func (x *Pair) phase(j *Joint) float32 {
	if j.Kind == RackJoint {
		return x.rackPhase(j)
	}
	return x.gearPhase(j)
}
