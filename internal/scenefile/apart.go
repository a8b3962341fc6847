package scenefile

import (
	"tumble/physics"
	"tumble/physics/vec"
)

// leastApart (m) is how far apart the anchors of a joint may be at the beginning without a word. Rounding of numbers that files have
// with four digits.
const leastApart = 2e-3

// CheckJoints warns of joints that do not hold at the beginning: their bodies are pulled together, faster than anything falls.
func (p Sample) CheckJoints(f *Faults) {
	count, most := 0, float32(leastApart)
	var worst physics.Joint
	for _, j := range p.Run.World.Joints(nil) {
		d := apart(j)
		if d <= leastApart {
			continue
		}
		if count++; d > most {
			most, worst = d, j
		}
	}
	if count == 0 {
		return
	}
	a, b := worst.Bodies()
	f.Warnf("", "the joint between %q and %q is %.3g m open at the beginning, and pulls them together (%d of this kind)",
		titleOf(a), titleOf(b), most, count)
}

// titleOf is the name of a body, or the world.
func titleOf(b physics.Body) string {
	if !b.Valid() {
		return "world"
	}
	return b.Name()
}

// apart is how far the anchors of a joint are from where it holds them (m).
func apart(j physics.Joint) float32 {
	a, b := j.Anchors()
	switch j.Kind() {
	case physics.BallJoint, physics.HingeJoint, physics.FixedJoint:
		if force, _ := j.BreakLimits(); force == 0 {
			return a.Dist(b)
		}
	case physics.DistanceJoint:
		x, length := j.Axis(0), a.Dist(b)
		switch {
		case x.Limited && x.LimitHertz == 0:
			return vec.Max(length-x.Upper, x.Lower-length)
		case !x.Limited && x.Hertz == 0 && !x.Motor:
			return vec.Abs(length - j.Length())
		}
	}
	return 0
}
