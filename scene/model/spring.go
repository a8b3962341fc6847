package model

import (
	"math"

	"tumble/physics"
)

// GiveMasses gives the moving bodies of a captured scene the masses that they have in its world.
func (s *Model) GiveMasses() {
	for i, b := range s.bodies {
		if b.Type() == physics.Dynamic {
			m := b.MassData()
			s.Bodies[i].Mass = Mass{Mass: m.Mass, Center: &m.Center, Inertia: &m.Inertia}
		}
	}
}

// Spring is the spring of an axis of a joint, or of the limits of the axis, in SI: stiffness in N/m or N·m/rad, damping
// in N·s/m or N·m·s/rad.
type Spring struct {
	Axis               int
	Limit              bool
	Stiffness, Damping float32
}

// Springs are the springs of a joint in SI. In a captured scene a spring in hertz is computed for the mass that the
// joint moves there; elsewhere such a spring is left out.
func (s *Model) Springs(joint int) []Spring {
	def := s.Joints[joint].Def
	mass := func(axis int) float32 {
		if joint >= len(s.joints) {
			return 0
		}
		return s.joints[joint].At(axis).Mass()
	}
	var list []Spring
	for i := 0; def.AxisAt(i) != nil; i++ {
		a := def.AxisAt(i)
		add := func(limit bool, hertz, ratio, stiffness, damping float32) {
			if hertz > 0 {
				of := physics.JointAxis{}
				of.SpringFor(mass(i), hertz, ratio)
				stiffness, damping = of.Stiffness, of.Damping
			}
			if stiffness > 0 || damping > 0 {
				list = append(list, Spring{Axis: i, Limit: limit, Stiffness: stiffness, Damping: damping})
			}
		}
		add(false, a.Hertz, a.DampingRatio, a.Stiffness, a.Damping)
		if a.Limited {
			add(true, a.LimitHertz, a.LimitDampingRatio, a.LimitStiffness, a.LimitDamping)
		}
	}
	return list
}

// Pull adds a spring with its target (rad, m) and rate (rad/s, m/s) to an axis: two springs are one between their
// targets, and two dampers one between their rates.
func Pull(axis *physics.JointAxis, stiffness, damping, target, rate float32) {
	if sum := axis.Stiffness + stiffness; stiffness > 0 {
		axis.Target = (axis.Stiffness*axis.Target + stiffness*target) / sum
	}
	if sum := axis.Damping + damping; damping > 0 {
		axis.Rate = (axis.Damping*axis.Rate + damping*rate) / sum
	}
	axis.Stiffness += stiffness
	axis.Damping += damping
}

// mostHertz and mostRatio are the largest frequency (Hz) and damping ratio of the engine.
const mostHertz, mostRatio = 1e3, 1e3

// PullPerMass gives an axis a spring of this stiffness (1/s²) and damping (1/s) for each kilogram, or kg·m², that it
// moves. A damper alone is a spring of the largest damping ratio.
func PullPerMass(axis *physics.JointAxis, stiffness, damping float64) {
	omega := math.Max(math.Sqrt(stiffness), damping/(2*mostRatio))
	if omega > 0 {
		axis.Hertz = float32(math.Min(omega/(2*math.Pi), mostHertz))
		axis.DampingRatio = float32(math.Min(damping/(2*omega), mostRatio))
	}
}
