package narrowphase

import (
	"tumble/physics/internal/shape"
	"tumble/physics/internal/solve"
	"tumble/physics/internal/state"
	"tumble/physics/vec"
)

// The place where a round shape touches moves on while a step lasts: a ball rolls over a turning table to
// where that is faster, the lowest point of a coin goes round. Solved with the levers of the start of
// the step, as in Euler's explicit method, such motions gain or lose by every step: a ball on a turntable
// spirals outwards by 4 % in ten seconds. So the points of round shapes act where they will be in the
// middle of the step, if they go on as in the last one. It is the midpoint rule, of second order.
//
// That is half of it. From step to step another point of the body must come to rest. Stopping it as in
// a collision costs energy: a coin that rolls round on its rim would lose a fifth of its lean in a second.
// A collision between the points of two steps that is half plastic and half the reverse of it costs none:
// CorrectRollingBodies lets the body slip at the old point such that the point of contact between the two steps does
// not, and then stops the new one.
//
// All this is for bodies that can roll: with friction, and on a body that impulses do not move. Without friction points
// slide and are wanted where they are: the balls of a cradle on smooth axles lost a fifth of their energy in
// six seconds. Between two bodies that move, points ahead would be beside the line of a central blow.

// midpointLimit is how far a point may move ahead, as a part of the size of its body. A point that moves farther has
// jumped, as the lowest point of a coin that lies nearly flat.
const midpointLimit = 0.25

// midpointAnchors moves the points of a contact of round shapes to the middle of the step, and notes in u
// what the next step needs: where they were at the start and, on the side of a body that cannot move,
// where they acted in the last step.
func (np *NarrowPhase) midpointAnchors(u *Recycling, m *solve.Manifold, c *state.Contact, old []solve.ManifoldPoint, a,
	b *solve.Sim) {
	last := *u
	u.Valid = m.Count > 0
	u.RotationA, u.RotationB = vec.Quat{}, vec.Quat{}
	keep := &u.Rolling
	keep.Step, keep.Impulse, keep.Lasting = np.dt, 0, 0
	// half of this step, in lengths of the last one
	coordinate := float32(0)
	if before := last.Rolling.Step; last.Valid && before > 0 {
		coordinate = float32(0.5*np.dt) / before
		keep.Impulse = float32(0.5 * last.Rolling.Impulse)
	}
	aheadA, aheadB := a.StateIndex != 0, b.StateIndex != 0
	for i := range m.Points[:m.Count&CountMask] {
		p := &m.Points[i]
		u.Rolling.AnchorsA[i], u.Rolling.AnchorsB[i] = p.AnchorA, p.AnchorB
		k := 0
		for k < len(old) && old[k].ID != p.ID {
			k++
		}
		if coordinate == 0 || k >= len(old) || k >= solve.MaxPoints {
			// a single point says by its radius how it rolls; those of a line on a cone have not one radius
			aheadA = aheadA && m.Count > 1 && np.midpointOfNew(&p.AnchorA, &np.Geometries[c.ShapeA], m.Normal, a)
			aheadB = aheadB && m.Count > 1 && np.midpointOfNew(&p.AnchorB, &np.Geometries[c.ShapeB], m.Normal.Neg(), b)
			continue
		}
		if a.StateIndex != 0 {
			aheadA = midpoint(&p.AnchorA, last.Rolling.AnchorsA[k], coordinate, a) && aheadA
		} else {
			u.Rolling.AnchorsA[i] = old[k].AnchorB
		}
		if b.StateIndex != 0 {
			aheadB = midpoint(&p.AnchorB, last.Rolling.AnchorsB[k], coordinate, b) && aheadB
		} else {
			u.Rolling.AnchorsB[i] = old[k].AnchorA
		}
		keep.Impulse += float32(0.5 * old[k].TotalNormalImpulse)
		keep.Lasting++
	}
	if m.Count > 0 {
		rollHeights(m, aheadA, aheadB)
	}
}

// midpointCorners moves the points of flat faces on an immovable body to where they will be in the middle of the step,
// if the movable one goes on turning as it does. A block that rocks turns about a corner, which goes round its centre
// of mass: with the arm of the start of the step, gravity's moment is that of half a step ago, and the block loses 2 %
// of its speed where it falls and as much where it rises (TestTruth/floor, block that rocks). It is the midpoint rule,
// of second order in the step. Points of faces need no rolling correction: the same point of the body carries the load
// in the next step. The arm of a kinematic body is that to the same place: what stands on a disc that turns would creep
// outwards (TestBoxesStayOnDiscs).
func (np *NarrowPhase) midpointCorners(m *solve.Manifold, a, b *solve.Sim) {
	m.RadiusA, m.RadiusB = 0, 0
	if m.Count == 0 || bothMove(a, b) {
		return
	}
	sim, isB := b, b.InvMass > 0
	if !isB {
		sim = a
	}
	step := float32(0.5 * np.dt)
	st := &np.States[sim.StateIndex]
	half := st.W.Mul(step)
	if half == (vec.Vec3{}) || float32(half.Len()) > midpointLimit {
		return
	}
	var carried vec.Vec3
	ground := a.StateIndex + b.StateIndex - sim.StateIndex
	if ground != 0 {
		carried = st.V.Sub(np.States[ground].V).Mul(step)
	}
	for i := range m.Points[:m.Count&CountMask] {
		p := &m.Points[i]
		own, far, along := &p.AnchorA, &p.AnchorB, float32(1)
		if isB {
			own, far, along = &p.AnchorB, &p.AnchorA, -1
		}
		offset := half.Cross(*own)
		*own = own.Add(offset)
		p.BaseSeparation += float32(along * offset.Dot(m.Normal))
		if ground != 0 {
			moved := offset.Add(carried)
			*far = far.Add(moved)
			p.BaseSeparation -= float32(along * moved.Dot(m.Normal))
		}
	}
	rollHeights(m, !isB, isB)
}

// midpointOfNew is aim for a point that was not there in the last step: it goes on as its body turns now.
func (np *NarrowPhase) midpointOfNew(anchor *vec.Vec3, g *shape.Geometry, outward vec.Vec3, sim *solve.Sim) bool {
	offset := np.rollVelocity(g, sim, *anchor, outward).Mul(float32(0.5 * np.dt))
	if tooFar(offset, sim) {
		return false
	}
	*anchor = anchor.Add(offset)
	return true
}

// midpoint moves an anchor of a body to where it will be, unless that is far; then it returns false. Its length
// goes on as before: mostly the anchor turns.
func midpoint(anchor *vec.Vec3, last vec.Vec3, coordinate float32, sim *solve.Sim) bool {
	offset := anchor.Sub(last).Mul(coordinate)
	if offset == (vec.Vec3{}) {
		return true
	}
	if tooFar(offset, sim) {
		return false
	}
	ahead := anchor.Add(offset)
	length, now := ahead.Len(), anchor.Len()
	if length > 0 {
		ahead = ahead.Mul((now + float32((now-last.Len())*coordinate)) / length)
	}
	*anchor = ahead
	return true
}

func tooFar(offset vec.Vec3, sim *solve.Sim) bool {
	limit := float32(midpointLimit * sim.MaxExtent)
	return !(offset.Len2() <= float32(limit*limit))
}

// leastRotation is the rotation (rad per step) from which on CorrectRollingBodies acts.
const leastRotation = 0.002

// CorrectRollingBodies prepares the awake bodies begin to end (exclusive) that roll on immovable ones.
func (np *NarrowPhase) CorrectRollingBodies(begin, end int) {
	least := float32(leastRotation*leastRotation) / float32(np.dt*np.dt)
	for k := begin; k < end; k++ {
		index := np.Awake[k]
		s := &np.States[k+1]
		if np.Sims[index].Flags&solve.Gyroscopic != 0 && s.W.Len2() > least {
			np.correctRollingBody(&np.Bodies[index], &np.Sims[index], s)
		}
	}
}

// correctRollingBody takes a body that touches nothing but immovable ones to the next points of contact.
func (np *NarrowPhase) correctRollingBody(r *state.Body, sim *solve.Sim, s *solve.State) {
	if r.JointCount > 0 || r.Locks != 0 {
		return
	}
	for key := r.FirstContact; key != state.None; {
		index, side := key>>1, key&1
		c := &np.Contacts[index]
		if c.Touching {
			if c.Angular || c.Composite || c.Belt || np.Bodies[c.Other(key)].Kind != state.Static {
				return
			}
			m, u := &np.Manifolds[c.Manifold], &np.Recycling[index]
			if !u.Valid || u.Rolling.Lasting != float32(m.Count) {
				return
			}
			np.correctRolling(m, u, side == 1, sim, s)
		}
		key = c.Edges[side].Next
	}
}

// slipFraction is the slip, as a part of the speed at which the body turns, from which on it slides: what
// slides has no point at rest.
const slipFraction = 0.1

// correctRolling does it for one contact. The impulse of the correction is part of the force of the
// contact: friction holds if the sum stays within its cone, which the share of the solver may leave.
func (np *NarrowPhase) correctRolling(m *solve.Manifold, u *Recycling, isB bool, sim *solve.Sim, s *solve.State) {
	count := int(m.Count & CountMask)
	var before, next, slip, targets [solve.MaxPoints]vec.Vec3
	most := float32(float32(slipFraction*slipFraction)*s.W.Len2()) * float32(sim.MaxExtent*sim.MaxExtent)
	for i := range m.Points[:count] {
		p := &m.Points[i]
		between := u.Rolling.AnchorsB[i]
		before[i], next[i] = u.Rolling.AnchorsA[i], p.AnchorB
		if !isB {
			before[i], between, next[i] = u.Rolling.AnchorsB[i], u.Rolling.AnchorsA[i], p.AnchorA
		}
		offset := between.Sub(before[i])
		slip[i] = s.V.Add(s.W.Cross(before[i]))
		if tooFar(offset, sim) || slip[i].Len2() > most {
			return
		}
		targets[i] = slip[i].Sub(s.W.Cross(offset))
	}
	normal, friction := m.Normal, m.FrictionImpulse.Mul(float32(np.Settings.SubSteps))
	if !isB {
		normal, friction = normal.Neg(), friction.Neg()
	}
	pressed := u.Rolling.Impulse
	after := *s
	impulse := strike(&after, sim, before[:count], targets[:count]).Add(strike(&after, sim, next[:count], slip[:count]))
	along := impulse.Dot(normal)
	side := impulse.MulSub(along, normal)
	hold := float32(m.Friction * (pressed + along))
	if !(pressed > 0) || !(friction.Add(side).Len() <= hold) || !after.V.IsFinite() || !after.W.IsFinite() {
		return
	}
	s.V, s.W = after.V, after.W
	m.Friction = vec.Max(m.Friction, vec.Min((hold+side.Len())/pressed, state.MaxFriction*state.MaxFriction))
}

// strike gives the points of a body at arms the velocities targets by impulses there, and returns their
// sum.
func strike(s *solve.State, sim *solve.Sim, arms, targets []vec.Vec3) vec.Vec3 {
	var sum vec.Vec3
	for range strikeSweeps {
		for i, r := range arms {
			p := pointMass(sim, r).MulVec(targets[i].Sub(s.V.Add(s.W.Cross(r))))
			s.V = s.V.MulAdd(sim.InvMass, p)
			s.W = s.W.Add(sim.InvInertia.MulVec(r.Cross(p)))
			sum = sum.Add(p)
		}
		if len(arms) == 1 {
			break
		}
	}
	return sum
}

// strikeSweeps is how often the points of a line are struck in turn.
const strikeSweeps = 8

// pointMass is the effective mass at an arm: impulse over change of velocity there.
func pointMass(sim *solve.Sim, r vec.Vec3) vec.Mat3 {
	x := vec.Skew(r)
	k := x.Mul(sim.InvInertia).Mul(x.Transpose())
	k.XX += sim.InvMass
	k.YY += sim.InvMass
	k.ZZ += sim.InvMass
	return k.Inverse()
}
