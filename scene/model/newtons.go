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

// Newtons are the springs of a joint in newtons: those of its file, or in a captured scene those that its frequencies
// are with the mass that the joint moves there.
func (s *Model) Newtons(joint int) []Spring {
	if joint >= len(s.joints) {
		return s.Joints[joint].Springs
	}
	j := s.joints[joint]
	def := s.Joints[joint].Def.Copy()
	f := def.Ends()
	f.BodyA, f.BodyB = j.Bodies()
	var list []Spring
	for i := range j.AxisCount() {
		a := def.AxisAt(i)
		if a == nil || a.Hertz == 0 && a.LimitHertz == 0 {
			continue
		}
		mass := float64(a.Load)
		if mass == 0 {
			mass = s.Joints[joint].movedMass(def, f, i)
		}
		add := func(hertz, ratio float32, limit bool) {
			omega := 2 * math.Pi * float64(hertz)
			if omega == 0 {
				return
			}
			spring := Spring{Axis: i, Limit: limit, Stiffness: float32(mass * omega * omega),
				Damping: float32(2 * float64(ratio) * omega * mass)}
			if ratio > 0.999*maxRatio && !limit {
				// a damper alone, see oscillator
				spring.Velocity, spring.Stiffness = a.Target*spring.Stiffness/spring.Damping, 0
			}
			list = append(list, spring)
		}
		add(a.Hertz, a.DampingRatio, false)
		if a.Limited {
			add(a.LimitHertz, a.LimitDampingRatio, true)
		}
	}
	return list
}
