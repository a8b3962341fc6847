package joint

import "tumble/physics/vec"

// Passive is the spring and damper of the joint itself beside its drives: F = Stiffness·(Rest − x) − Damping·v.
type Passive struct {
	Stiffness, Damping, Rest float32
}

// A coordinate resists motion by the inertia of a rotor, which turns with it and with nothing else, as that of a motor
// behind a gear, and by the spring and the damper of the joint. All are linear in the speed u' at the end of a
// sub-step. A rotor of inertia A at the speed u before has the impulse
//
//	λ = −A·(u' − u)
//
// and springs as in tieSpring are −(u' + Pull)/Give. The sum is a spring again: one row of the articulation, after the
// options, that always acts. Rows one by one share their impulse with it, as with those that the joint holds.

// yields reports whether axis i has a rotor, a spring or a damper of the joint.
func (j *Joint) yields(i int) bool {
	a := &j.Axes[i]
	return (a.Armature > 0 || a.Passive.acts()) && j.Locked>>uint(i)&1 == 0
}

// Passive reports whether the joint has a passive row.
func (j *Joint) Passive() bool { return j.passiveCount() > 0 }

func (p *Passive) acts() bool { return p.Stiffness > 0 || p.Damping > 0 }

// PassiveEnergy returns the kinetic energy of the rotors of a joint and what its passive springs store (J), between two
// steps. The bodies of j must be those of the solver.
func (s *Solver) PassiveEnergy(j *Joint) (kinetic, stored float64) {
	for i := range j.AxisCount() {
		if !j.yields(i) {
			continue
		}
		a := &j.Axes[i]
		value, speed := s.Coordinate(j, i)
		bent, v := float64(j.springError(value, a.Passive.Rest)), float64(speed)
		kinetic += float64(0.5 * float64(a.Armature) * float64(v*v))
		stored += float64(0.5 * float64(a.Passive.Stiffness) * float64(bent*bent))
	}
	return kinetic, stored
}

// passiveCount is the number of axes with a passive row.
func (j *Joint) passiveCount() (n int) {
	for i := range j.AxisCount() {
		if j.yields(i) {
			n++
		}
	}
	return n
}

// firstPassive is the place of the first passive row among the rows in an articulation.
func (j *Joint) firstPassive() int { return j.DirectCount() - j.passiveCount() }

// passiveImpulse is the impulse of the passive row of axis i.
func (j *Joint) passiveImpulse(i int) *float32 {
	if !j.direct {
		return &j.Axes[i].PassiveImpulse
	}
	return &j.Held[j.passiveRow(i)]
}

// passiveRow is the place of the passive row of axis i among the rows in an articulation.
func (j *Joint) passiveRow(i int) int {
	n := j.firstPassive()
	for o := range i {
		if j.yields(o) {
			n++
		}
	}
	return n
}

// tiePassive is the passive row of an axis whose coordinate is beyond the rest of its spring by c.
func (a *Axis) tiePassive(c float32) Option {
	resistance, drive := a.Armature, float32(a.Armature*a.began)
	if a.Passive.acts() && a.mass > 0 {
		p := &a.passive
		mass := a.mass / p.Yield
		resistance += float32(mass * vec.Max(p.Share, leastShare))
		drive -= float32(mass * (float32(p.Pull*c) + float32((p.Drag-p.Share)*a.began)))
	}
	resistance = vec.Max(resistance, leastPivot)
	return Option{Flags: AxisSpring | AxisPassive, Most: noLimit, Pull: -drive / resistance, Give: 1 / resistance}
}

// holdPassive adds the passive rows.
func (j *Joint) holdPassive(x *Pair, h *HeldRows, options *[MaxRows]Option) {
	for i := range j.AxisCount() {
		if !j.yields(i) {
			continue
		}
		r, coordinate, _ := x.axis(j, i)
		a := &j.Axes[i]
		a.bent = j.springError(coordinate, a.Passive.Rest)
		options[h.count] = a.tiePassive(a.bent)
		h.add(r)
	}
}

// notePassive keeps the speeds of passive rows for the next sub-step.
func (j *Joint) notePassive(held []HeldRow, speeds *[MaxRows]float32) {
	n := j.firstPassive()
	for i := range j.AxisCount() {
		if !j.yields(i) {
			continue
		}
		a := &j.Axes[i]
		a.began = speeds[n]
		o := a.tiePassive(a.bent)
		held[n].Option.Pull, held[n].Option.Give = o.Pull, o.Give
		n++
	}
}

// solvePassive solves the passive row of axis i where no articulation does, and returns the change of its impulse.
func (j *Joint) solvePassive(x *Pair, i int, r *Row, coordinate float32, bias bool) float32 {
	a := &j.Axes[i]
	if bias {
		a.bent = j.springError(coordinate, a.Passive.Rest)
	}
	o := a.tiePassive(a.bent)
	change := -float32((x.speed(r)+o.Pull+float32(o.Give*a.PassiveImpulse))*a.share) / o.Give
	a.PassiveImpulse += change
	return change
}

// sharePassive lets the passive row of axis i have its part of an impulse on the axis, and returns that of the bodies.
func (j *Joint) sharePassive(i int, impulse float32) float32 {
	if !j.yields(i) {
		return impulse
	}
	bodies := float32(j.Axes[i].share * impulse)
	*j.passiveImpulse(i) -= impulse - bodies
	return bodies
}
