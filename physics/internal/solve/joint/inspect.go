package joint

import (
	"math"

	"tumble/physics/internal/solve/kernel"
	"tumble/physics/vec"
)

// RailFrame returns the frame of the path of a PathJoint in the world where its body is now. The
// bodies of j must be those of the solver.
func (s *Solver) RailFrame(j *Joint) vec.Transform {
	var x Pair
	copied := *j
	s.openStill(&x, &copied)
	a, _ := j.Frames(s.bodies.Sims)
	a.P = a.P.Add(x.rail.Point)
	if j.Rotation != PathFixed {
		a.Q = x.rail.rotation()
	}
	return a
}

// Coordinate returns the value of axis i of a joint at the poses of the bodies, and how fast it
// changes. The bodies of j must be those of the solver.
func (s *Solver) Coordinate(j *Joint, i int) (value, speed float32) {
	if i < 0 || i >= j.AxisCount() {
		return 0, 0
	}
	copied := *j
	var x Pair
	s.openStill(&x, &copied)
	r, value, _ := x.axis(&copied, i)
	return value, x.speed(&r)
}

// Mass returns the effective mass of axis i at the poses of the bodies, with its rotor: 0 where the joint leaves it no
// motion. Sleeping bodies count as those that are awake. The bodies of j must be those of the solver.
func (s *Solver) Mass(j *Joint, i int) float32 {
	copied := *j
	var x Pair
	s.openStill(&x, &copied)
	if copied.BodyA != World {
		sim := &s.bodies.Sims[copied.BodyA]
		x.ma, x.ia = sim.InvMass, inertiaOf(sim)
	}
	sim := &s.bodies.Sims[copied.BodyB]
	x.mb, x.ib = sim.InvMass, inertiaOf(sim)
	r, _, ok := x.axis(&copied, i)
	if !ok {
		return 0
	}
	var held HeldRows
	x.Hold(&copied, &held)
	held.factor(&x)
	mass, _ := held.mass(&x, &r)
	if mass > 0 {
		mass += copied.Axes[i].Armature
	}
	return mass
}

// DriveImpulse returns the impulse that spring and motor of axis i gave in the last sub-step, in sub-steps of h
// seconds. Friction, limits and passive rows are no part of it. The bodies of j must be those of the solver.
func (s *Solver) DriveImpulse(j *Joint, i int, h float32) float32 {
	a := &j.Axes[i]
	spring := float32(0)
	if a.Flags&AxisSpring != 0 {
		spring = a.SpringImpulse
	}
	switch {
	case a.Flags&AxisMotor == 0:
		return spring
	case j.directFlags(i)&AxisMotor == 0 || a.MotorImpulse != 0:
		return spring + a.MotorImpulse
	}
	impulse := j.optionImpulse(i)
	if a.Flags&AxisLimit == 0 || a.SoftLimit() {
		return spring + impulse
	}
	// a limit is in the same row: where it presses, the motor does not reach its speed and gives all of its force
	most := float32(h * a.MaxForce)
	if _, speed := s.Coordinate(j, i); vec.Abs(speed) < vec.Abs(a.Speed-speed) {
		return spring + float32(math.Copysign(float64(most), float64(a.Speed-speed)))
	}
	return spring + vec.Clamp(impulse, -most, most)
}

// openStill reads the bodies of a joint between two steps; it uses up j.
func (s *Solver) openStill(x *Pair, copied *Joint) {
	copied.options, copied.springs = 0, false
	s.prepareJoint(copied)
	// the poses are final: they contain the displacements in the states already
	x.ia, x.ib, x.ma, x.mb = copied.InertiaA, copied.InertiaB, copied.InvMassA, copied.InvMassB
	x.ArmA, x.ArmB, x.gap = copied.ArmA, copied.ArmB, copied.centers.Add(copied.ArmB).Sub(copied.ArmA)
	x.qa, x.qb, x.rotationA, x.rotationB = copied.frameA, copied.frameB, vec.QuatIdentity, vec.QuatIdentity
	ia, _ := kernel.StateOf(copied.StateA)
	ib, _ := kernel.StateOf(copied.StateB)
	x.va, x.wa, x.vb, x.wb = s.bodies.States[ia].V, s.bodies.States[ia].W, s.bodies.States[ib].V, s.bodies.States[ib].W
	switch copied.Kind {
	case PulleyJoint:
		x.pa = s.bodies.Sims[copied.BodyA].Center.Add(x.ArmA)
	case PathJoint:
		s.openRail(x, copied)
	}
}
