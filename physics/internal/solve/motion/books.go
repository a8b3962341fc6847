package motion

import (
	"tumble/physics/internal/energy"
	"tumble/physics/internal/solve/kernel"
	"tumble/physics/vec"
)

// OpenBooks fills in the accounts of the awake bodies at their poses of now.
func (s *Bodies) OpenBooks(b *energy.Books) {
	b.Open(len(s.States))
	for k, index := range s.Awake {
		st, sim, a := &s.States[k+1], &s.Sims[index], &b.Bodies[k+1]
		a.Index = index
		a.Before = energy.Velocity{V: st.V, W: st.W}
		if sim.InvMass != 0 {
			a.Mass = float64(sim.Mass)
			a.Inertia = sim.inertiaIn(st)
		}
	}
}

// VelocityOf returns the velocity and angular velocity of a state.
func (s *Bodies) VelocityOf(state int32) energy.Velocity {
	st := &s.States[state]
	return energy.Velocity{V: st.V, W: st.W}
}

// inertiaIn is the inertia in world axes in the middle of a step, the upper triangle in double precision.
func (s *Sim) inertiaIn(st *kernel.State) [6]float64 {
	q := quatFrom32(st.DQ).mul(quatFrom32(s.Transform.Q)).norm()
	local := tensor64From(&s.LocalInertia)
	column := func(axis vec64) vec64 { return q.rotate(local.mul(q.invRotate(axis))) }
	x, y, z := column(vec64{1, 0, 0}), column(vec64{0, 1, 0}), column(vec64{0, 0, 1})
	return [6]float64{x.x, x.y, x.z, y.y, y.z, z.z}
}

// energyIn is the kinetic energy of rotation (J) with an angular velocity w in the middle of a step.
func (s *Sim) energyIn(st *kernel.State, w vec.Vec3) float64 {
	q := quatFrom32(st.DQ).mul(quatFrom32(s.Transform.Q)).norm()
	local, inertia := q.invRotate(from32(w)), tensor64From(&s.LocalInertia)
	return float64(0.5 * local.dot(inertia.mul(local)))
}

func (s *Sim) linearEnergy(v vec.Vec3) float64 {
	u := from32(v)
	return float64(0.5 * float64(float64(s.Mass)*u.dot(u)))
}

// weight is the force of gravity on a body (N).
func (s *Sim) weight(gravity vec.Vec3) vec64 {
	return from32(gravity).mul(float64(float64(s.GravityScale) * float64(s.Mass)))
}

// EnergyIn is the energy (J) of the awake bodies in the middle of a step, that of height against the origin, and
// EnergyAfter the same when the step has moved them.
func (s *Bodies) EnergyIn() (sum float64) {
	for k, index := range s.Awake {
		sim, st := &s.Sims[index], &s.States[k+1]
		sum += sim.linearEnergy(st.V) + sim.energyIn(st, st.W) + s.height(sim, from32(sim.Center).add(from32(st.DP)))
	}
	return sum
}

// EnergyAfter is documented with EnergyIn.
func (s *Bodies) EnergyAfter() (sum float64) {
	for k, index := range s.Awake {
		sim, st := &s.Sims[index], &s.States[k+1]
		kinetic, potential := sim.KineticAndPotential(st.V, st.W, s.Gravity)
		sum += kinetic + potential
	}
	return sum
}

// height is the potential energy (J) of a body whose centre is at a point.
func (s *Bodies) height(sim *Sim, center vec64) float64 {
	return -sim.weight(s.Gravity).dot(center)
}

// KineticAndPotential is the energy (J) of a body between two steps, the potential against the origin.
func (s *Sim) KineticAndPotential(v, w, gravity vec.Vec3) (kinetic, potential float64) {
	kinetic = s.linearEnergy(v) + s.energyIn(&kernel.StaticState, w)
	return kinetic, -s.weight(gravity).dot(from32(s.Center))
}

// BookVelocities books the work that IntegrateVelocities is about to do: damping, gravity, forces and torques, and the
// locks of axes.
func (s *Bodies) BookVelocities(b *energy.Books) {
	for k, index := range s.Awake {
		st, d := &s.States[k+1], &s.externals[k+1]
		if !d.moves {
			continue
		}
		v, w, state := from32(st.V), from32(st.W), int32(k+1)
		keptV, keptW := v.mul(float64(d.keep)-1), w.mul(float64(d.keepAngular)-1)
		b.Change(energy.Damping, state, keptV.array(), keptW.array())
		b.Change(energy.Stepping, state, from32(d.gravity).array(), [3]float64{})
		b.Change(energy.Forces, state, from32(d.force).array(), from32(d.torque).array())
		if flags := s.Sims[index].Flags; flags&(kernel.LockLinear|kernel.LockAngular) != 0 {
			v = v.add(keptV).add(from32(d.gravity)).add(from32(d.force))
			w = w.add(keptW).add(from32(d.torque))
			b.Change(energy.Locks, state, from32(flags.LockLinear(v.to32())).sub(v).array(),
				from32(flags.LockAngular(w.to32())).sub(w).array())
		}
	}
}

func (v vec64) array() [3]float64 { return [3]float64{v.x, v.y, v.z} }

// Pose is the state of a body before the bodies moved, for BookPositions.
type Pose struct {
	rotating float64
	dp       vec.Vec3
}

// BeginPositions books the energy that IntegratePositions is about to cut off at locks and limits of speed, and notes
// where the bodies are.
func (s *Bodies) BeginPositions(b *energy.Books, poses []Pose) []Pose {
	poses = poses[:0]
	for k, index := range s.Awake {
		sim, st := &s.Sims[index], &s.States[k+1]
		v, w := st.Flags.LockLinear(st.V), st.Flags.LockAngular(st.W)
		moving, rotating := sim.linearEnergy(v), sim.energyIn(st, w)
		b.Book(energy.Locks, moving-sim.linearEnergy(st.V)+rotating-sim.energyIn(st, st.W))
		if square := v.Len2(); square > float32(s.MaxLinearSpeed*s.MaxLinearSpeed) {
			v = v.Mul(s.MaxLinearSpeed / vec.Sqrt(square))
			b.Book(energy.SpeedLimit, sim.linearEnergy(v)-moving)
		}
		if square := float32(float32(s.H*s.H) * w.Len2()); square > float32(s.MaxRotation*s.MaxRotation) {
			w = w.Mul(s.MaxRotation / vec.Sqrt(square))
			capped := sim.energyIn(st, w)
			b.Book(energy.SpeedLimit, capped-rotating)
			rotating = capped
		}
		poses = append(poses, Pose{rotating, st.DP})
	}
	return poses
}

// BookPositions books the work of IntegratePositions: the potential energy, and the error of the rotation.
func (s *Bodies) BookPositions(b *energy.Books, poses []Pose) {
	for k, index := range s.Awake {
		sim, st, t := &s.Sims[index], &s.States[k+1], &poses[k]
		b.Raise(int32(k+1), s.height(sim, from32(st.DP).sub(from32(t.dp))))
		b.Book(energy.Rotation, sim.energyIn(st, st.W)-t.rotating)
	}
}

// BookChanges books the difference to the states of before a stage as changes by one mechanism.
func (s *Bodies) BookChanges(b *energy.Books, e energy.Entry, before []kernel.State) {
	for k, index := range s.Awake {
		sim, st, old := &s.Sims[index], &s.States[k+1], &before[k+1]
		if st.DP != old.DP {
			b.Book(e, s.height(sim, from32(st.DP).sub(from32(old.DP))))
		}
		b.Change(e, int32(k+1), from32(st.V).sub(from32(old.V)).array(), from32(st.W).sub(from32(old.W)).array())
	}
}
