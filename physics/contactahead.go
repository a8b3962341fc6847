package physics

import (
	"tumble/physics/internal/shape"
	"tumble/physics/internal/solve"
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
// rollOn lets the body slip at the old point such that the point of contact between the two steps does
// not, and then stops the new one.
//
// All that is for what can roll: with friction, and on a body that impulses do not move. Without friction points
// slide and are wanted where they are: the balls of a cradle on smooth axles lost a fifth of their energy in
// six seconds. Between two bodies that move, points ahead would be beside the line of a central blow.

// aimLimit is how far a point may move ahead, as a part of the size of its body. What is farther has
// jumped, as the lowest point of a coin that lies nearly flat.
const aimLimit = 0.25

// Contacts whose points act ahead are never reused, so what they keep lies where others keep rotations.

// aheadStep is the length of the step in which points were last put ahead (s).
func (u *reuse) aheadStep() *float32 { return &u.rotationA.W }

// pressed is the mean normal impulse that the solver gave in the last steps (N·s).
func (u *reuse) pressed() *float32 { return &u.rotation.X }

// lasting is the number of points that were there in the last step, too.
func (u *reuse) lasting() *float32 { return &u.rotation.W }

// aimAhead moves the points of a contact of round shapes to the middle of the step, and notes in u
// what the next step needs: where they were at the start and, on the side of a body that cannot move,
// where they acted in the last step.
func (w *World) aimAhead(u *reuse, m *solve.Manifold, c *contact, old []solve.ManifoldPoint, a, b *solve.Sim) {
	last := *u
	u.valid = m.Count > 0
	u.rotationA, u.rotation = Quat{}, Quat{}
	*u.aheadStep() = w.scratch.dt
	// half of this step, in lengths of the last one
	part := float32(0)
	if before := *last.aheadStep(); last.valid && before > 0 {
		part = float32(0.5*w.scratch.dt) / before
		*u.pressed() = float32(0.5 * *last.pressed())
	}
	aheadA, aheadB := a.StateIndex != 0, b.StateIndex != 0
	for i := range m.Points[:m.Count&countMask] {
		p := &m.Points[i]
		u.localA[i], u.localB[i] = p.AnchorA, p.AnchorB
		k := 0
		for k < len(old) && old[k].ID != p.ID {
			k++
		}
		if part == 0 || k >= len(old) || k >= solve.MaxPoints {
			// a single point says by its radius how it rolls; those of a line on a cone have not one radius
			aheadA = aheadA && m.Count > 1 && w.aimNew(&p.AnchorA, &w.geometries[c.shapeA], m.Normal, a)
			aheadB = aheadB && m.Count > 1 && w.aimNew(&p.AnchorB, &w.geometries[c.shapeB], m.Normal.Neg(), b)
			continue
		}
		if a.StateIndex != 0 {
			aheadA = aim(&p.AnchorA, last.localA[k], part, a) && aheadA
		} else {
			u.localA[i] = old[k].AnchorB
		}
		if b.StateIndex != 0 {
			aheadB = aim(&p.AnchorB, last.localB[k], part, b) && aheadB
		} else {
			u.localB[i] = old[k].AnchorA
		}
		*u.pressed() += float32(0.5 * old[k].TotalNormalImpulse)
		*u.lasting()++
	}
	if m.Count > 0 {
		rollHeights(m, aheadA, aheadB)
	}
}

// aimNew is aim for a point that was not there in the last step: it goes on as its body turns now.
func (w *World) aimNew(anchor *Vec3, g *shape.Geometry, outward Vec3, sim *solve.Sim) bool {
	way := w.rollVelocity(g, sim, *anchor, outward).Mul(float32(0.5 * w.scratch.dt))
	if tooFar(way, sim) {
		return false
	}
	*anchor = anchor.Add(way)
	return true
}

// aim moves an anchor of a body to where it will be, unless that is far; then it returns false. Its length
// goes on as before: mostly the anchor turns.
func aim(anchor *Vec3, last Vec3, part float32, sim *solve.Sim) bool {
	way := anchor.Sub(last).Mul(part)
	if way == (Vec3{}) {
		return true
	}
	if tooFar(way, sim) {
		return false
	}
	ahead := anchor.Add(way)
	length, now := ahead.Len(), anchor.Len()
	if length > 0 {
		ahead = ahead.Mul((now + float32((now-last.Len())*part)) / length)
	}
	*anchor = ahead
	return true
}

func tooFar(way Vec3, sim *solve.Sim) bool {
	limit := float32(aimLimit * sim.MaxExtent)
	return !(way.Len2() <= float32(limit*limit))
}

// leastRoll is the turn (rad) per step from which on rollOn does anything.
const leastRoll = 0.002

// rollBodies prepares the awake bodies begin to end (exclusive) that roll on immovable ones.
func (w *World) rollBodies(begin, end int) {
	least := float32(leastRoll*leastRoll) / float32(w.scratch.dt*w.scratch.dt)
	for k := begin; k < end; k++ {
		index := w.awake[k]
		s := &w.states[k+1]
		if w.sims[index].Flags&solve.Gyroscopic != 0 && s.W.Len2() > least {
			w.rollOn(&w.bodies[index], &w.sims[index], s)
		}
	}
}

// rollOn takes a body that touches nothing but immovable ones to the next points of contact.
func (w *World) rollOn(r *body, sim *solve.Sim, s *solve.State) {
	if r.jointCount > 0 || r.locks != 0 {
		return
	}
	for key := r.firstContact; key != none; {
		index, side := key>>1, key&1
		c := &w.contacts[index]
		if c.touching {
			if c.angular || c.pieces || c.belt || w.bodies[c.other(key)].kind != Static {
				return
			}
			m, u := &w.manifolds[c.manifold], &w.reuse[index]
			if !u.valid || *u.lasting() != float32(m.Count) {
				return
			}
			w.rollOnContact(m, u, side == 1, sim, s)
		}
		key = c.edges[side].next
	}
}

// slipPart is the slip, as a part of the speed at which the body turns, from which on it slides: what
// slides has no point at rest.
const slipPart = 0.1

// rollOnContact does it for one contact. What the body is struck with is part of the force of the
// contact, so friction holds if the sum stays within its cone; what the solver adds may be beyond.
func (w *World) rollOnContact(m *solve.Manifold, u *reuse, isB bool, sim *solve.Sim, s *solve.State) {
	count := int(m.Count & countMask)
	var before, next, slip, targets [solve.MaxPoints]Vec3
	most := float32(float32(slipPart*slipPart)*s.W.Len2()) * float32(sim.MaxExtent*sim.MaxExtent)
	for i := range m.Points[:count] {
		p := &m.Points[i]
		between := u.localB[i]
		before[i], next[i] = u.localA[i], p.AnchorB
		if !isB {
			before[i], between, next[i] = u.localB[i], u.localA[i], p.AnchorA
		}
		way := between.Sub(before[i])
		slip[i] = s.V.Add(s.W.Cross(before[i]))
		if tooFar(way, sim) || slip[i].Len2() > most {
			return
		}
		targets[i] = slip[i].Sub(s.W.Cross(way))
	}
	normal, friction := m.Normal, m.FrictionImpulse.Mul(float32(w.settings.SubSteps))
	if !isB {
		normal, friction = normal.Neg(), friction.Neg()
	}
	pressed := *u.pressed()
	after := *s
	impulse := strike(&after, sim, before[:count], targets[:count]).Add(strike(&after, sim, next[:count], slip[:count]))
	along := impulse.Dot(normal)
	side := impulse.MulSub(along, normal)
	hold := float32(m.Friction * (pressed + along))
	if !(pressed > 0) || !(friction.Add(side).Len() <= hold) || !after.V.IsFinite() || !after.W.IsFinite() {
		return
	}
	s.V, s.W = after.V, after.W
	m.Friction = vec.Max(m.Friction, (hold+side.Len())/pressed)
}

// strike gives the points of a body at arms the velocities targets by impulses there, and returns their
// sum.
func strike(s *solve.State, sim *solve.Sim, arms, targets []Vec3) Vec3 {
	var sum Vec3
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

// pointMass is the inverse of what an impulse at an arm does to the velocity there.
func pointMass(sim *solve.Sim, r Vec3) Mat3 {
	x := vec.Skew(r)
	k := x.Mul(sim.InvInertia).Mul(x.Transpose())
	k.XX += sim.InvMass
	k.YY += sim.InvMass
	k.ZZ += sim.InvMass
	return k.Inverse()
}
