package joint

import "tumble/physics/vec"

// An articulation solves the springs and dampers in SI, in the row of the limit of their axis. One by one, a
// damper sees the mass of its own two bodies, and takes a millionth of the due impulse from a light link with a
// heavy arm: it gives way (TestDampersHoldChains). Springs in hertz are no stronger than their own bodies are
// heavy, and stay rows.

// springsDirectly reports whether an articulation can solve the spring of an axis.
func (j *Joint) springsDirectly(a *Axis) bool {
	return (j.Kind == HingeJoint || j.Kind == SliderJoint || j.Kind == GenericJoint) &&
		a.Flags&(AxisSpring|AxisMotor) == AxisSpring && a.SpringSI()
}

// tieSpring sets an option to the spring of an axis at a stretch of c. The impulse −m·(Pull·c + Drag·(u − Rate) +
// Share·(v' − u)), where v' lacks what the spring itself does, λ/m, is
//
//	λ = −(v + (Pull·c − Drag·Rate + (Drag − Share)·u)/Share)·m·Share/(1 − Share)
//
// of the velocity v with it. Other joints on the bodies make v follow λ less than 1/m, which takes nothing from its
// stability.
func (o *Option) tieSpring(a *Axis, c float32) {
	p := &a.spring
	share := vec.Max(p.Share, leastShare)
	o.Pull = (a.pulled(c) + float32((p.Drag-p.Share)*a.start)) / share
	o.Give = p.Yield / float32(a.mass*share)
}

// springImpulse is the impulse of the spring of a row with the velocity v.
func (h *HeldRow) springImpulse(v float32) float32 {
	return h.Allowed(-float32((v + h.Option.Pull) / h.Give))
}

// NoteSprings keeps the share of the springs of a joint in an articulation in the impulses of their rows, at the speed
// of each. With next it prepares them for the next sub-step.
func (j *Joint) NoteSprings(held []HeldRow, speeds *[MaxRows]float32, next bool) {
	n := j.HeldCount()
	for i := range j.AxisCount() {
		flags := j.inArticulation(i)
		if flags == 0 {
			continue
		}
		if a, h := &j.Axes[i], &held[n]; flags&AxisSpring != 0 {
			a.SpringImpulse = j.Held[n]
			if h.Side == AtLower || h.Side == AtUpper {
				a.SpringImpulse = h.springImpulse(speeds[n])
			}
			if next {
				a.start = speeds[n]
				h.Option.tieSpring(a, a.stretched)
			}
		}
		n++
	}
	if next {
		j.notePassive(held, speeds)
	}
}

// Springs reports whether an articulation solves springs or passive rows of a joint.
func (j *Joint) Springs() bool { return j.springs }

// rowImpulse is the impulse of axis i that rows of its own have found.
func (j *Joint) rowImpulse(i int) float32 {
	a := &j.Axes[i]
	if j.springs && j.directFlags(i)&AxisSpring != 0 {
		return a.impulse() - a.SpringImpulse
	}
	return a.impulse()
}

// limitImpulse is the part of limit and motor in the impulse of the option of axis i.
func (j *Joint) limitImpulse(i int, impulse float32) float32 {
	if j.springs && j.directFlags(i)&AxisSpring != 0 {
		return impulse - j.Axes[i].SpringImpulse
	}
	return impulse
}
