package model

import (
	"tumble/physics"
	"tumble/physics/vec"
)

// leastApart (m, or rad) is how far a joint may be open at the beginning without a word. Rounding of numbers that files
// have with four digits.
const leastApart = 2e-3

// CheckJoints warns of joints that do not hold at the beginning: their bodies are pulled together, faster than anything
// falls.
func (p Sample) CheckJoints(f *Faults) {
	count, most, unit := 0, float32(leastApart), "m"
	var worst physics.Joint
	for _, j := range p.Run.World.Joints(nil) {
		if !j.Enabled() {
			continue
		}
		d, word := apart(j), "m"
		if angle := askew(j); angle > d {
			d, word = angle, "rad"
		}
		if d <= leastApart {
			continue
		}
		if count++; d > most {
			most, worst, unit = d, j, word
		}
	}
	if count == 0 {
		return
	}
	a, b := worst.Bodies()
	f.Warnf(
		"", "the joint between %q and %q is %.3g %s open at the beginning, and pulls them together (%d of this kind)",
		titleOf(a), titleOf(b), most, unit, count)
}

// titleOf is the name of a body, or the world.
func titleOf(b physics.Body) string {
	if !b.Valid() {
		return "world"
	}
	return b.Name()
}

// askew is how far a joint that holds rotations is from where it holds them (rad).
func askew(j physics.Joint) float32 {
	a, b := j.Frames()
	switch j.Kind() {
	case physics.KindFixed:
		if force, torque := j.BreakLimits(); force == 0 && torque == 0 {
			return a.Q.InvMul(b.Q).RotationVector().Len()
		}
	case physics.KindHinge:
		return vec.Acos(vec.Clamp(a.Q.Rotate(vec.AxisZ).Dot(b.Q.Rotate(vec.AxisZ)), -1, 1))
	}
	return 0
}

// apart is how far the anchors of a joint are from where it holds them (m).
func apart(j physics.Joint) float32 {
	a, b := j.Anchors()
	switch j.Kind() {
	case physics.KindBall, physics.KindHinge, physics.KindFixed:
		if force, _ := j.BreakLimits(); force == 0 {
			return a.Dist(b)
		}
	case physics.KindDistance:
		x, length := j.At(0).Axis(), a.Dist(b)
		switch {
		case x.Limited && x.LimitHertz == 0:
			return vec.Max(length-x.Upper, x.Lower-length)
		case !x.Limited && x.Hertz == 0 && !x.Motor:
			rod, _ := physics.JointAs[physics.DistanceJoint](j)
			return vec.Abs(length - rod.Length())
		}
	}
	return 0
}
