package joint

import "tumble/physics/vec"

// A joint that breaks gives at most h·BreakForce and h·BreakTorque in a sub-step. The limit is share of the solution: a
// body that tears a weak joint keeps its momentum but for that (TestWeakJointsTakeNoMomentum). Breaking is final, so
// that joints only ever give way while a sub-step is solved, and the search for those that do comes to an end.

// Reaction is the length of the force (N) and of the torque about anchor B (N·m) of a joint.
type Reaction struct{ Force, Torque float32 }

// Breaks reports whether the joint has a limit.
func (j *Joint) Breaks() bool { return j.BreakForce > 0 || j.BreakTorque > 0 }

// Excess is the reaction of a joint by its impulses of now, and how many times its limits that is.
func (s *Solver) Excess(j *Joint) (load Reaction, times float32) {
	var x Pair
	var held HeldRows
	s.Open(&x, j)
	x.Hold(j, &held)
	return s.excess(&x, j, &held)
}

func (s *Solver) excess(x *Pair, j *Joint, held *HeldRows) (load Reaction, times float32) {
	force := j.Linear.SpringImpulse.Add(j.Linear.MotorImpulse)
	torque := j.Angular.SpringImpulse.Add(j.Angular.MotorImpulse)
	for i := range held.count {
		x.react(&held.Rows[i], j.Held[i], &force, &torque)
	}
	n := held.count
	for i := range j.AxisCount() {
		impulse := j.rowImpulse(i)
		if j.inArticulation(i) != 0 {
			impulse += j.Held[n]
			n++
		}
		if j.direct && j.yields(i) {
			impulse += *j.passiveImpulse(i)
		}
		if row, _, ok := x.axis(j, i); ok && impulse != 0 {
			x.react(&row, impulse, &force, &torque)
		}
	}
	load = Reaction{float32(force.Len() * s.bodies.InvH), float32(torque.Len() * s.bodies.InvH)}
	if j.BreakForce > 0 {
		times = load.Force / j.BreakForce
	}
	if j.BreakTorque > 0 {
		times = vec.Max(times, load.Torque/j.BreakTorque)
	}
	return load, times
}

// yield takes the impulses of a joint whose rows are solved one by one back to its limits. Relaxing, which finds the
// impulses of a sub-step, a joint beyond them breaks.
func (s *Solver) yield(x *Pair, j *Joint, held *HeldRows, bias bool) {
	if !j.Breaks() {
		return
	}
	load, times := s.excess(x, j, held)
	if !(times > 1) {
		return
	}
	share := 1 - 1/times
	for i := range held.count {
		x.apply(&held.Rows[i], -float32(share*j.Held[i]))
	}
	x.takeBack(j, share)
	if !bias {
		j.Broken, j.Load = true, load
	}
}

// TakeBack takes a part of the impulses of a joint back whose held rows an articulation solves, and has taken back.
func (s *Solver) TakeBack(j *Joint, share float32) {
	var x Pair
	s.Open(&x, j)
	x.takeBack(j, share)
	s.close(&x, j)
}

// takeBack takes a part of all impulses back. Those of held rows have left the bodies already.
func (x *Pair) takeBack(j *Joint, share float32) {
	for i := range j.AxisCount() {
		if row, _, ok := x.axis(j, i); ok {
			x.apply(&row, -float32(share*j.rowImpulse(i)))
		}
	}
	x.push(j.Linear.SpringImpulse.Add(j.Linear.MotorImpulse).Mul(-share))
	x.twist(j.Angular.SpringImpulse.Add(j.Angular.MotorImpulse).Mul(-share))
	j.Scale(1 - share)
}

// LetGo begins a sub-step of a joint: one that broke in the last gives nothing.
func (j *Joint) LetGo() {
	if j.Broken {
		j.ClearImpulses()
	}
}
