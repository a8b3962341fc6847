package solve

import (
	"math"
	"slices"
	"sync"

	"tumble/physics/internal/solve/contact"
	"tumble/physics/internal/solve/graph"
	"tumble/physics/vec"
)

// Contacts and rigid joints give no energy: at the end of a step the bodies that hang together have at
// most what they had at its start and what forces and drives did on them,
//
//	E₁ ≤ E₀ + W + D + K,  W = Σ F·Δx + τ·Δφ  over all bodies, with the work of gravity and forces on the
//	displacement,
//
// D the most that springs and motors of the joints did (joint.DriveWork), and K that of contacts with moving bodies
// that impulses do not move (pushWork).
//
// Every row by itself keeps to that. Iteration that ends before contradicting rows agree does not:
// the push out of overlaps stays behind as velocity where the relaxing pass cannot take it back, and impulses of the
// sub-step before push where the bodies have gone on. So an island in which that can happen, with bodies that
// overlap deeply or a limit that presses, is weighed. Its excess goes: with V and Ω
// the velocity of the centre of mass and the rotation that its angular momentum gives, the rest of each velocity is
// scaled,
//
//	vᵢ = V + Ω × rᵢ + s·uᵢ,  ωᵢ = Ω + s·φᵢ,  s² = (E₀ + W + D + K − E(V, Ω)) / E(u, φ),
//
// which keeps linear and angular momentum. Positions have been moved by then: overlaps are pushed out by
// velocities that never become momentum.

// energyBound bounds the energy of the bodies of an island.
type energyBound struct {
	// batch is the island batch, −1 for none.
	batch int32
	// energy (J) at the start.
	energy float64
	// tolerance is the fraction of the energy that counts as no gain.
	tolerance float64
	// drives are joints with springs and motors, pushes contacts with moving bodies that impulses do not move,
	// both after findOutside.
	drives, pushes chain
	// carried says that a joint with such a body or a belt does work on the island, held that it touches something
	// immovable, both after findOutside.
	carried, held bool
	// driven says that a spring or motor drives a body, twisted that a torque from outside does.
	driven, twisted bool
	// fixed says that it touches or hangs on something that does not move, after findOutside.
	fixed bool
	// gain (J) is the energy that the guess of a sub-step adds, not positive if nothing, curve (J) its energy of its
	// own, and factor the part of it that is kept, see weighGuess.
	gain, curve float64
	factor      float32
}

// energyBounds are the bounds of a step.
type energyBounds struct {
	list []energyBound
	// islandLists are the bodies of the bounds; islands that are not weighed are unbounded.
	islandLists
	// links are those of the chains of the bounds; they and the marks of the bounds are found once, by outside.
	links   []link
	outside *sync.Once
	// driven marks bodies, see listDriven.
	driven bodyMarks
	// presses says that some body moves that impulses do not move.
	presses bool
	// before are the velocities of their bodies before a guess, list by list.
	before []velocity
	// weights are those of their bodies, list by list.
	weights []weight
}

// chain is the first and the last of some links, chainEnd if there is none.
type chain struct{ first, last int32 }

// link is a joint or the first manifold of a contact that may give energy to the bodies of a bound, how many manifolds
// it has, and the next link.
type link struct{ at, count, next int32 }

// chainEnd ends a chain.
const chainEnd = int32(-1)

// unbounded stands for islands that are not weighed.
const unbounded = int32(-1)

// clearEnergyBounds begins a step.
func (s *Solver) clearEnergyBounds() {
	b := &s.energyBounds
	b.list = b.list[:0]
	if b.outside == nil {
		b.outside = new(sync.Once)
	}
	*b.outside = sync.Once{}
}

// measureEnergy lists the bounds of this step and the energy that bodies begin with, after Lay.
func (s *Solver) measureEnergy() {
	b := &s.energyBounds
	s.listIslands()
	if len(b.list) == 0 {
		return
	}
	s.fill(&b.islandLists, len(b.list))
	b.before = slices.Grow(b.before[:0], len(b.bodies))[:len(b.bodies)]
	b.weights = slices.Grow(b.weights[:0], len(b.bodies))[:len(b.bodies)]
	b.presses = false
	for k := 0; k < len(s.Awake) && !b.presses; k++ {
		b.presses = s.carried(s.Awake[k])
	}
	for i := range b.list {
		g, bodies := &b.list[i], b.of(i)
		g.batch = s.batchOfList(bodies)
		g.energy = s.StartEnergy(bodies)
		for n := 0; n < len(bodies) && !g.driven; n++ {
			g.driven = b.driven.has(s.Awake[bodies[n]])
		}
		if !g.driven {
			s.noteWeights(i)
		}
	}
}

// listIslands lists a bound for every island that has to be weighed.
func (s *Solver) listIslands() {
	b := &s.energyBounds
	if len(s.weighed) == 0 {
		return
	}
	s.mark(&b.islandLists, unbounded)
	for i, body := range s.weighed {
		tolerance := energyTolerance
		if i >= s.pressed {
			tolerance = limitTolerance
		}
		if island := s.islandOf(body); island >= 0 && b.byIsland[island] == unbounded {
			b.byIsland[island] = int32(len(b.list))
			none := chain{chainEnd, chainEnd}
			b.list = append(b.list, energyBound{tolerance: tolerance, drives: none, pushes: none})
		}
	}
}

// BoundsEnergy reports whether islands are weighed in this step.
func (s *Solver) BoundsEnergy() bool { return len(s.weighed) > 0 }

// boundEnergy takes the energy that the islands of an island batch have too much, −1 for those in none.
func (s *Solver) boundEnergy(batch int32) {
	b := &s.energyBounds
	for i := range b.list {
		g := &b.list[i]
		if g.batch != batch {
			continue
		}
		bodies := b.of(i)
		now, work, stepped := s.EnergyAndWork(bodies)
		work -= stepped
		most := max(g.energy+work, 0)
		if now <= most*(1+g.tolerance) {
			continue
		}
		if s.energyBounds.outside.Do(s.findOutside); g.carried {
			continue
		}
		if most += s.driveWork(g) + s.pushWork(g); now > most*(1+g.tolerance) {
			s.settle(bodies, most, g.held)
		}
	}
}

// rigid is the motion of bodies as one: mass (kg), centre (m), its velocity, and rotation (rad/s).
type rigid struct {
	mass     float64
	center   [3]float64
	v, omega [3]float64
}

// settle scales the motion of bodies against each other so that their energy is at most most (J). If their motion as
// one has more, that is scaled, too, but bodies that touch nothing immovable keep their momentum: only their rotation
// is.
func (s *Solver) settle(bodies []int32, most float64, held bool) {
	r := s.together(bodies)
	whole, rest := 0.0, 0.0
	for _, k := range bodies {
		st, p := &s.States[k+1], &s.poses[k]
		v, w := r.at(p.x, p.y, p.z)
		whole += s.KineticEnergyAt(int(k), v, w)
		rest += s.KineticEnergyAt(int(k), st.V.Sub(v), st.W.Sub(w))
	}
	velocity, rotation, fraction := 1.0, 1.0, 0.0
	if whole > most {
		velocity = math.Sqrt(most / whole)
		rotation = velocity
		if !held {
			along := float64(0.5 * r.mass * (float64(r.v[0]*r.v[0]) + float64(r.v[1]*r.v[1]) + float64(r.v[2]*r.v[2])))
			velocity, rotation = 1, math.Sqrt(max(most-along, 0)/(whole-min(along, most)))
		}
	} else if rest > 0 {
		fraction = math.Sqrt(min((most-whole)/rest, 1))
	}
	left := r
	for i := range left.v {
		left.v[i] *= velocity
		left.omega[i] *= rotation
	}
	for _, k := range bodies {
		st, p := &s.States[k+1], &s.poses[k]
		v, w := r.at(p.x, p.y, p.z)
		leftV, leftW := left.at(p.x, p.y, p.z)
		st.V = leftV.MulAdd(float32(fraction), st.V.Sub(v))
		st.W = leftW.MulAdd(float32(fraction), st.W.Sub(w))
	}
}

// at is the velocity of the point x, y, z and the rotation.
func (r *rigid) at(x, y, z float64) (v, w vec.Vec3) {
	x, y, z = x-r.center[0], y-r.center[1], z-r.center[2]
	o := &r.omega
	return vec.Vec3{
		X: float32(r.v[0] + (float64(o[1]*z) - float64(o[2]*y))),
		Y: float32(r.v[1] + (float64(o[2]*x) - float64(o[0]*z))),
		Z: float32(r.v[2] + (float64(o[0]*y) - float64(o[1]*x))),
	}, vec.Vec3{X: float32(o[0]), Y: float32(o[1]), Z: float32(o[2])}
}

// together finds the motion that bodies would have as one with their linear and angular momentum.
func (s *Solver) together(bodies []int32) rigid {
	w := s.sumsOf(bodies, false)
	inertia := s.inertiaOf(bodies, &w)
	return rigid{mass: w.mass, center: w.center, v: w.v, omega: solve3(&inertia, &w.moment)}
}

// solve3 solves m·x = b for a symmetric matrix of which the upper triangle is given; 0 where it has no inverse.
func solve3(m *[3][3]float64, b *[3]float64) [3]float64 {
	xx, xy, xz, yy, yz, zz := m[0][0], m[0][1], m[0][2], m[1][1], m[1][2], m[2][2]
	a := float64(yy*zz) - float64(yz*yz)
	c := float64(xz*yz) - float64(xy*zz)
	d := float64(xy*yz) - float64(xz*yy)
	det := float64(xx*a) + float64(xy*c) + float64(xz*d)
	if !(det > 0) {
		return [3]float64{}
	}
	e := float64(xx*zz) - float64(xz*xz)
	f := float64(xy*xz) - float64(xx*yz)
	g := float64(xx*yy) - float64(xy*xy)
	return [3]float64{
		(float64(a*b[0]) + float64(c*b[1]) + float64(d*b[2])) / det,
		(float64(c*b[0]) + float64(e*b[1]) + float64(f*b[2])) / det,
		(float64(d*b[0]) + float64(f*b[1]) + float64(g*b[2])) / det,
	}
}

// driveWork is the most work (J) that springs and motors of the joints of a bound can have done, after findOutside.
func (s *Solver) driveWork(g *energyBound) float64 {
	work := 0.0
	links := s.energyBounds.links
	for i := g.drives.first; i != chainEnd; i = links[i].next {
		work += s.joints.DriveWork(&s.Joints[links[i].at])
	}
	return work
}

// pushWork is the most work (J) that contacts with kinematic bodies and belts can have done on a bound, after
// findOutside and Store,
//
//	K = Σ P·max(n·u + μ·|u − n·(n·u)| + r·|ω|, 0)
//
// with the normal impulse P of each point over the step, the velocity u of the surface there and its rotation ω,
// friction μ and rolling resistance r. In a frame that moves with the surface the contact does no work: it takes what
// it meets to the speed of the surface, and it breaks the other half of P·u.
func (s *Solver) pushWork(g *energyBound) float64 {
	work := 0.0
	links := s.energyBounds.links
	for i := g.pushes.first; i != chainEnd; i = links[i].next {
		l := &links[i]
		for k := l.at; k < l.at+l.count; k++ {
			work += s.workOf(&s.Manifolds[k])
		}
	}
	return work
}

// workOf is the share of a manifold in pushWork.
func (s *Solver) workOf(m *contact.Manifold) float64 {
	pusher, sign := m.BodyA, float32(1)
	if s.Sims[pusher].InvMass != 0 {
		pusher, sign = m.BodyB, -1
	}
	st := &s.States[s.Sims[pusher].StateIndex]
	spin, work := float32(m.RollingResistance*st.W.Len()), 0.0
	for i := range m.Points[:m.Count] {
		p := &m.Points[i]
		arm := p.AnchorA
		if pusher == m.BodyB {
			arm = p.AnchorB
		}
		u := st.V.Add(st.W.Cross(arm))
		along := m.Normal.Dot(u)
		speed := float32(sign*along) + (float32(m.Friction*u.MulSub(along, m.Normal).Len()) + spin)
		work += float64(float64(p.TotalNormalImpulse) * float64(vec.Max(speed, 0)))
	}
	return work
}

// findOutside lists the joints that may give energy, and notes the bounds on which bodies that impulses do not move or
// belts do work, and those that touch something immovable. Few steps have an island that gains: whoever needs to know
// first looks, once in a step.
func (s *Solver) findOutside() {
	b := &s.energyBounds
	b.links = b.links[:0]
	for _, index := range s.joints.Active() {
		j := &s.Joints[index]
		s.noteOutside(j.BodyA, j.BodyB, j.BodyA != World && s.carried(j.BodyA) || s.carried(j.BodyB))
		if j.Drives() {
			for _, body := range [2]int32{j.BodyA, j.BodyB} {
				if bound := s.boundOfBody(body); bound != unbounded {
					b.add(&b.list[bound].drives, link{at: index})
					break
				}
			}
		}
	}
	for color := range int32(graph.ColorCount) {
		contacts := s.graph.Contacts(color)
		for i := range contacts {
			e := &contacts[i]
			belt := false
			for k := e.Manifold; s.Belts && k < e.Manifold+e.Count && !belt; k++ {
				belt = s.Manifolds[k].SurfaceVelocity != (vec.Vec3{})
			}
			s.noteOutside(e.BodyA, e.BodyB, belt)
			if !s.carried(e.BodyA) && !s.carried(e.BodyB) {
				continue
			}
			for _, body := range [2]int32{e.BodyA, e.BodyB} {
				if bound := s.boundOfBody(body); bound != unbounded {
					b.add(&b.list[bound].pushes, link{at: e.Manifold, count: e.Count})
				}
			}
		}
	}
}

// add adds a link at the end of a chain.
func (b *energyBounds) add(c *chain, l link) {
	at := int32(len(b.links))
	l.next = chainEnd
	b.links = append(b.links, l)
	if c.first == chainEnd {
		c.first = at
	} else {
		b.links[c.last].next = at
	}
	c.last = at
}

// boundOfBody is the bound of a body, or unbounded.
func (s *Solver) boundOfBody(body int32) int32 {
	if body == World {
		return unbounded
	}
	return s.energyBounds.listOf(s.islandOf(body))
}

// noteOutside notes that something outside does work on the islands of two bodies, or that one of these is immovable.
func (s *Solver) noteOutside(a, b int32, carried bool) {
	held, fixed := false, false
	for _, body := range [2]int32{a, b} {
		immovable := body == World || s.Sims[body].InvMass == 0
		held, fixed = held || immovable, fixed || immovable && (body == World || !s.carried(body))
	}
	if !carried && !held {
		return
	}
	for _, body := range [2]int32{a, b} {
		if bound := s.boundOfBody(body); bound != unbounded {
			g := &s.energyBounds.list[bound]
			g.carried, g.held, g.fixed = g.carried || carried, g.held || held, g.fixed || fixed
		}
	}
}

// carried reports whether a body moves that impulses do not move.
func (s *Solver) carried(body int32) bool {
	sim := &s.Sims[body]
	if sim.InvMass != 0 || sim.StateIndex == 0 {
		return false
	}
	st := &s.States[sim.StateIndex]
	return st.V != (vec.Vec3{}) || st.W != (vec.Vec3{})
}
