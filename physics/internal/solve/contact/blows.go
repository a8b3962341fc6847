package contact

import (
	"tumble/physics/internal/solve/kernel"
	"tumble/physics/vec"
)

// Blows are the impacts of a pass: the lanes that close, and their movable bodies. Each worker has its own.
type Blows struct {
	lanes  []blow
	bodies []struckBody
}

// blow is a lane of which a point closes.
type blow struct {
	block, lane int32
	// a and b are in Blows.bodies, −1 for a body that impulses do not move.
	a, b int32
	// root is the first lane of the set that shares movable bodies.
	root int32
	// separating is the normal velocity of each point after the impact, where hit.
	separating [kernel.MaxPoints]float32
	hit        [kernel.MaxPoints]bool
	// old are the impulses before.
	old Rows
	// meets says that a point meets within the sub-step, acts that the lane is struck: a lane of its set meets, and the
	// lane does not close by rounding alone.
	meets, acts bool
	// until is the time of the sub-step at which the first point meets (s).
	until float32

	// speed is that of the fastest approach of a point (m/s).
	speed float32

	// of the first lane of a set: several says that there are more, done that sweeps change it no more, fastest is the
	// largest speed, change the largest change of a sweep (m/s).
	several, done   bool
	fastest, change float32
	// Along a fraction x of all changes of the set its energy grows by linear·x + square·x², of gain at most (J).
	linear, square, gain float32
}

// struckBody is a movable body of a blow, with its velocities before.
type struckBody struct {
	state, lane int32 // lane is one of its blows
	v, w        vec.Vec3
}

// findBlows lists the lanes with a point that meets within the sub-step, and the lanes that share bodies with them and
// meet at the same time, and clears their impulses. impactSpeed explains h.
func (s *Solver) findBlows(blocks []kernel.Block, h float32, m *Blows) {
	m.lanes, m.bodies = m.lanes[:0], m.bodies[:0]
	limit := -s.bodies.RestitutionSpeed
	for i := 0; i < len(blocks); i++ {
		// most points rest: their distances need not be known
		i += kernel.Close(s.bodies.States, blocks[i:], limit, s.bodies.Scalar)
		if i >= len(blocks) {
			break
		}
		b := &blocks[i]
		for j, speed := range &b.Measured {
			if speed < limit {
				s.findBlow(b, int32(i), j, h, m)
			}
		}
	}
	for i := range m.bodies {
		s.struck[m.bodies[i].state] = 0
	}
	for i := range m.lanes {
		l := &m.lanes[i]
		l.root = m.first(l.root)
		g := &m.lanes[l.root]
		g.fastest = vec.Max(g.fastest, l.speed)
		if l.root != int32(i) {
			g.several, g.meets, g.gain = true, g.meets || l.meets, g.gain+l.gain
		}
	}
	for i := range m.lanes {
		l := &m.lanes[i]
		g := &m.lanes[l.root]
		l.acts = g.meets && l.speed > float32(blowTolerance*g.fastest)
		if !l.acts {
			continue
		}
		b, j := &blocks[l.block], l.lane&(kernel.Width-1)
		l.old = impulsesOf(b, int(j))
		for k := range b.Points {
			b.Points[k].Impulse[j] = 0
		}
		b.FrictionX[j], b.FrictionY[j], b.TwistImpulse[j] = 0, 0, 0
	}
}

// first is the first lane of the set of a lane.
func (m *Blows) first(lane int32) int32 {
	for m.lanes[lane].root != lane {
		lane = m.lanes[lane].root
	}
	return lane
}

// findBlow lists lane j of block i if a point of it meets within the sub-step.
func (s *Solver) findBlow(b *kernel.Block, i int32, j int, h float32, m *Blows) {
	j &= kernel.Width - 1
	ia, movableA := kernel.StateOf(b.A[j])
	ib, movableB := kernel.StateOf(b.B[j])
	separations := s.separations(b, j)
	l := blow{block: i, lane: int32(j), a: -1, b: -1, root: int32(len(m.lanes)), until: s.bodies.H}
	near, gain := false, float32(0)
	for k, v := range b.NormalVelocities(s.bodies.States, j, kernel.MaxPoints) {
		q := &b.Points[k]
		apart := separations[k]
		ahead := float32(v * s.bodies.H)
		if !(q.Mass[j] > 0 && v < -s.bodies.RestitutionSpeed && apart+float32((1+atOnce)*ahead) <= 0) {
			continue
		}
		near, l.hit[k] = true, true
		l.meets = l.meets || apart+ahead <= 0
		l.until, l.speed = vec.Min(l.until, -apart/v), vec.Max(l.speed, -v)
		separating := separationSpeed(float32(b.Bounce[0][j]*impactSpeed(v, b.Fall[j], apart, h)), b.Fall[j], apart, h)
		l.separating[k] = separating
		gain = vec.Max(gain, float32(separating*separating)-float32(v*v))
	}
	if !near {
		return
	}
	l.gain = float32(0.5*gain) / (b.InvMassA[j] + b.InvMassB[j])
	m.lanes = append(m.lanes, l)
	if movableA {
		m.lanes[len(m.lanes)-1].a = s.strike(m, ia)
	}
	if movableB {
		m.lanes[len(m.lanes)-1].b = s.strike(m, ib)
	}
}

// strike lists the body of a state that the last lane strikes, and joins that lane to the others that strike it.
func (s *Solver) strike(m *Blows, state int32) int32 {
	lane := int32(len(m.lanes) - 1)
	at := s.struck[state] - 1
	if at < 0 {
		at = int32(len(m.bodies))
		s.struck[state] = at + 1
		m.bodies = append(m.bodies, struckBody{state, lane, s.bodies.States[state].V, s.bodies.States[state].W})
		return at
	}
	x, y := m.first(lane), m.first(m.bodies[at].lane)
	m.lanes[max(x, y)].root = min(x, y)
	return at
}

// sweepBlows solves for the impulses of all sets. A pair that is struck alone needs no second sweep.
func (s *Solver) sweepBlows(blocks []kernel.Block, m *Blows) {
	for range blowSweeps {
		left := false
		for i := range m.lanes {
			l := &m.lanes[i]
			if g := &m.lanes[l.root]; l.acts && !g.done {
				g.change = vec.Max(g.change, s.sweepBlow(&blocks[l.block], l))
			}
		}
		for i := range m.lanes {
			if g := &m.lanes[i]; g.root == int32(i) && !g.done {
				g.done = !g.several || g.change <= float32(blowTolerance*g.fastest)
				g.change, left = 0, left || !g.done
			}
		}
		if !left {
			return
		}
	}
}

// sweepBlow solves the rows of a lane, and returns by how much (m/s) it changed velocities. The surfaces rub while they
// push each other apart, too.
func (s *Solver) sweepBlow(b *kernel.Block, l *blow) float32 {
	j := int(l.lane) & (kernel.Width - 1)
	var rows [kernel.MaxPoints]kernel.NormalRow
	for k, v := range b.NormalVelocities(s.bodies.States, j, kernel.MaxPoints) {
		if q := &b.Points[k]; l.hit[k] {
			rows[k] = kernel.NormalRow{Velocity: v - l.separating[k], Mass: q.Mass[j], Keep: q.Impulse[j]}
		}
	}
	sum, la, lb := b.SolvePoints(j, kernel.MaxPoints, &rows)
	s.push(b, l, b.Normal.At(j).Mul(sum), la, lb)
	f := s.rub(b, j)
	s.push(b, l, f, b.CenterA.At(j).Cross(f), b.CenterB.At(j).Cross(f))
	return float32((vec.Abs(sum) + f.Len()) * (b.InvMassA[j] + b.InvMassB[j]))
}

// push applies an impulse p to B and its opposite to A, with the moments la and lb about their centres.
func (s *Solver) push(b *kernel.Block, l *blow, p, la, lb vec.Vec3) {
	j := int(l.lane) & (kernel.Width - 1)
	if l.a >= 0 {
		sa := &s.bodies.States[b.A[j]]
		sa.V, sa.W = sa.V.MulSub(b.InvMassA[j], p), sa.W.Sub(b.InertiaA.At(j).Mul(la))
	}
	if l.b >= 0 {
		sb := &s.bodies.States[b.B[j]]
		sb.V, sb.W = sb.V.MulAdd(b.InvMassB[j], p), sb.W.Add(b.InertiaB.At(j).Mul(lb))
	}
}

// rub solves friction of a lane that is struck, and returns the change of its impulse on B.
func (s *Solver) rub(b *kernel.Block, j int) vec.Vec3 {
	ia, _ := kernel.StateOf(b.A[j])
	ib, _ := kernel.StateOf(b.B[j])
	sa, sb := &s.bodies.States[ia], &s.bodies.States[ib]
	total := float32(0)
	for k := range b.Points {
		total += b.Points[k].Impulse[j]
	}
	t := b.Tangent.At(j)
	u := b.Normal.At(j).Cross(t)
	slip := sb.V.Add(sb.W.Cross(b.CenterB.At(j))).Sub(sa.V.Add(sa.W.Cross(b.CenterA.At(j))))
	p := b.Slide(j, kernel.Load{Total: total}, 0, 0, slip.Dot(t), slip.Dot(u))
	return t.Mul(p.X).MulAdd(p.Y, u)
}

// endBlows takes back what the energy of sets does not allow, moves bodies as if they had been struck at their time,
// and puts the impulses of the sub-step back. It reports whether anything was pushed.
func (s *Solver) endBlows(blocks []kernel.Block, m *Blows) (pushes bool) {
	for i := range m.bodies {
		o := &m.bodies[i]
		s.weigh(o, &m.lanes[m.lanes[o.lane].root])
	}
	for i := range m.lanes {
		if l := &m.lanes[i]; l.acts {
			m.lanes[l.root].linear -= s.frameWork(&blocks[l.block], l)
		}
	}
	for i := range m.bodies {
		o := &m.bodies[i]
		st, fraction := &s.bodies.States[o.state], m.lanes[m.lanes[o.lane].root].afford()
		if fraction < 1 {
			st.V, st.W = o.v.MulAdd(fraction, st.V.Sub(o.v)), o.w.MulAdd(fraction, st.W.Sub(o.w))
		}
	}
	for i := range m.lanes {
		l := &m.lanes[i]
		if l.acts {
			pushes = s.endBlow(&blocks[l.block], l, m.lanes[l.root].afford()) || pushes
		}
	}
	return pushes
}

// weigh adds the energy of a struck body to those of its set.
func (s *Solver) weigh(o *struckBody, g *blow) {
	st, sim := &s.bodies.States[o.state], &s.bodies.Sims[s.bodies.Awake[o.state-1]]
	q := st.DQ.Mul(sim.Transform.Q)
	dv, w, dw := st.V.Sub(o.v), q.InvRotate(o.w), q.InvRotate(st.W.Sub(o.w))
	g.linear += float32(sim.Mass*o.v.Dot(dv)) + dw.Dot(sim.LocalInertia.MulVec(w))
	g.square += float32(float32(0.5*sim.Mass)*dv.Len2()) + float32(0.5*dw.Dot(sim.LocalInertia.MulVec(dw)))
}

// impulse is that of a struck lane on B.
func (l *blow) impulse(b *kernel.Block) vec.Vec3 {
	j := int(l.lane) & (kernel.Width - 1)
	n, t, total := b.Normal.At(j), b.Tangent.At(j), float32(0)
	for k := range b.Points {
		total += b.Points[k].Impulse[j]
	}
	return n.Mul(total).MulAdd(b.FrictionX[j], t).MulAdd(b.FrictionY[j], n.Cross(t))
}

// frameWork is the work that a lane does by the motion of a body that impulses do not move: the bodies may gain that.
func (s *Solver) frameWork(b *kernel.Block, l *blow) float32 {
	work := s.frame(b, int(l.lane)).Dot(l.impulse(b))
	if l.b < 0 {
		return -work
	}
	return work
}

// afford returns the fraction of the impulses of a set that its energy allows. The rows of a step are those of its
// start; where a body rotates far in one step, they would bounce it off with more than it came with.
func (g *blow) afford() float32 {
	limit := g.gain + float32(energyRounding*g.square)
	if !(g.linear+g.square > limit) || !(g.square > 0) {
		return 1
	}
	root := float32(g.linear*g.linear) + float32(4*float32(g.square*limit))
	return vec.Clamp((vec.Sqrt(vec.Max(root, 0))-g.linear)/float32(2*g.square), 0, 1)
}

// endBlow corrects the displacements of two bodies that meet at a time of the sub-step: that moves them all the way
// with the velocity of its end, x ← x − t·Δv. Without it the arms of the impact and the positions of the end differ,
// and the angular momentum of a pair changes by t·(vB − vA) × P. It adds a fraction of the impulses of the lane to
// those of the step, puts the old ones back, and reports whether it pushes.
func (s *Solver) endBlow(b *kernel.Block, l *blow, fraction float32) (pushes bool) {
	j := int(l.lane) & (kernel.Width - 1)
	if l.a >= 0 && l.b >= 0 {
		p := l.impulse(b).Mul(float32(fraction * vec.Max(l.until, -s.bodies.H)))
		sa, sb := &s.bodies.States[b.A[j]], &s.bodies.States[b.B[j]]
		// without the locks a locked axis moves (TestLockedAxesStay)
		sa.DP = sa.DP.Add(sa.Flags.LockLinear(p.Mul(b.InvMassA[j])))
		sb.DP = sb.DP.Sub(sb.Flags.LockLinear(p.Mul(b.InvMassB[j])))
	}
	for k := range b.Points {
		q := &b.Points[k]
		pushes = pushes || q.Impulse[j] > 0
		q.Total[j] += float32(fraction * q.Impulse[j])
		q.Impulse[j] = l.old[k]
		if l.hit[k] {
			// the bodies part: the impulse that held them is no guess for the next one
			q.Impulse[j] = 0
		}
	}
	friction := l.old[kernel.MaxPoints:]
	b.FrictionX[j], b.FrictionY[j] = friction[0], friction[1]
	b.TwistImpulse[j] = friction[2]
	return pushes
}
