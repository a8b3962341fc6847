package solve

import (
	"math"

	"tumble/physics/vec"
)

// A closed system keeps its angular momentum. Rows have the arms and inertias of the start of the step, so that a
// body that moves or rotates far in one step is pushed beside its place: two impulses ±P that act δ apart change
// the angular momentum by δ × P. The solver measures the angular momentum L₀ of an island on which only uniform
// gravity acts from outside at the start of a step, and restores it at the end, L₁ → L₀, by the change that
// needs the least kinetic energy and leaves linear momentum alone: a rotation of all bodies about their common
// centre,
//
//	ω = I⁻¹·(L₀ − L₁),  vᵢ ← vᵢ + ω × rᵢ,  ωᵢ ← ωᵢ + ω.
//
// Where the bodies would have more energy then than at the start, their motion against the rotation of the whole,
// I⁻¹·L₀, is scaled, which changes neither momentum. Springs, motors and belts may have given energy: with them, the
// energy after the solver counts, too. Rigid joints give none: where they pull what has drifted outwards back towards
// the centre, they would (three links in a loop that spin at 150 rad/s in free flight doubled their energy in a tenth
// of a second, TestTrustSpinningLoop).
//
// Source: Hairer, Lubich, Wanner, "Geometric Numerical Integration", 2006, section IV.4 (projection on invariants).

// keepsMoments reports whether there are closed systems in this step.
func (s *Solver) keepsMoments() bool { return len(s.closed.list) > 0 }

// measureMoments notes the angular momentum of the closed systems, before anything moves.
func (s *Solver) measureMoments() {
	c := &s.closed
	for i := range c.list {
		g, bodies := &c.list[i], c.of(i)
		g.owed = [3]float64{}
		if g.free = s.FallFreely(bodies); g.free {
			w := s.sumsOf(bodies, true)
			g.moment, g.energy = w.moment, w.energy
		}
	}
}

// keepMoments restores the angular momentum of the closed systems of an island batch, −1 for the systems in no batch.
func (s *Solver) keepMoments(batch int32) {
	c := &s.closed
	for i := range c.list {
		g := &c.list[i]
		if !g.free || g.batch != batch {
			continue
		}
		bodies := c.of(i)
		w := s.sumsOf(bodies, false)
		lost := [3]float64{g.moment[0] - w.moment[0], g.moment[1] - w.moment[1], g.moment[2] - w.moment[2]}
		if dot(&lost, &lost) > momentRounding*momentRounding*w.spread*w.energy ||
			s.mostOf(g, &w)*(1+energyTolerance) < w.energy {
			s.rotate(bodies, &w, &lost, s.mostOf(g, &w))
		}
	}
}

// mostOf is twice the kinetic energy (J) that a closed system may have at the end of a step.
func (s *Solver) mostOf(g *closedSystem, w *sums) float64 {
	if g.driven || s.Belts {
		return math.Max(g.energy, w.energy)
	}
	return g.energy
}

// Owe notes that an awake body lost angular momentum (kg·m²/s) after the solver, for example because continuous
// collision stopped it. The call changes nothing for a body outside all closed systems.
func (s *Solver) Owe(body int32, moment [3]float64) {
	c := &s.closed
	if len(c.list) == 0 {
		return
	}
	list := c.listOf(s.islandOf(body))
	if list < 0 {
		return
	}
	for i, m := range moment {
		c.list[list].owed[i] += m
	}
}

// PayMoments gives the closed systems the angular momentum that they are owed, after the step has moved their bodies.
func (s *Solver) PayMoments() {
	c := &s.closed
	for i := range c.list {
		g := &c.list[i]
		if !g.free || g.owed == ([3]float64{}) {
			continue
		}
		bodies := c.of(i)
		w := s.sumsOf(bodies, true)
		s.rotate(bodies, &w, &g.owed, s.mostOf(g, &w))
	}
}

// rotate changes the angular momentum of bodies by moment (kg·m²/s), by a rotation of all about their common
// centre. Twice their kinetic energy against that centre is at most most (J) afterwards. w are the sums of the bodies
// just before the call.
func (s *Solver) rotate(bodies []int32, w *sums, moment *[3]float64, most float64) {
	inertia := s.inertiaOf(bodies, w)
	total := [3]float64{w.moment[0] + moment[0], w.moment[1] + moment[1], w.moment[2] + moment[2]}
	rotation := rigid{center: w.center, omega: solve3(&inertia, moment)}
	whole := rigid{center: w.center, v: w.v, omega: solve3(&inertia, &total)}
	together := dot(&whole.omega, &total)
	against := w.energy + float64(2*dot(&rotation.omega, &w.moment)) + dot(&rotation.omega, moment) - together
	scale := float32(1)
	if against > most-together && against > 0 {
		scale = float32(math.Sqrt(math.Max(most-together, 0) / against))
	}
	for _, k := range bodies {
		st, p := &s.States[k+1], &s.poses[k]
		dv, dw := rotation.at(p.x, p.y, p.z)
		st.V, st.W = st.V.Add(dv), st.W.Add(dw)
		if scale < 1 {
			v, omega := whole.at(p.x, p.y, p.z)
			st.V, st.W = v.MulAdd(scale, st.V.Sub(v)), omega.MulAdd(scale, st.W.Sub(omega))
		}
	}
}

// centerOf is the centre of mass of an awake body, moved is that of sumsOf.
func (s *Solver) centerOf(k int32, moved bool) (x, y, z float64) {
	st, c := &s.States[k+1], &s.Sims[s.Awake[k]].Center
	if moved {
		return float64(c.X), float64(c.Y), float64(c.Z)
	}
	return float64(c.X) + float64(st.DP.X), float64(c.Y) + float64(st.DP.Y), float64(c.Z) + float64(st.DP.Z)
}

// sums are those of some bodies about their common centre.
type sums struct {
	mass      float64
	center, v [3]float64
	// moment is the angular momentum (kg·m²/s), energy twice the kinetic energy of the motion against the centre (J),
	// and spread the moment of inertia of the centres (kg·m²), Σ m·r².
	moment         [3]float64
	energy, spread float64
}

func dot(a, b *[3]float64) float64 {
	return float64(a[0]*b[0]) + float64(a[1]*b[1]) + float64(a[2]*b[2])
}

// pose is the orientation and the centre of mass of an awake body when sumsOf read it last. The centre has double
// precision: 1 km from the origin single precision rounds the displacement of a step (TestTruthFarAway).
type pose struct {
	q       vec.Quat
	x, y, z float64
}

// sumsOf sums awake bodies against their common centre and notes their poses. moved says that the transforms of the
// bodies are current, as before the first sub-step and after the last; between them the displacement of the step is
// added.
func (s *Solver) sumsOf(bodies []int32, moved bool) (r sums) {
	st0 := &s.States[bodies[0]+1]
	x0, y0, z0 := s.centerOf(bodies[0], moved)
	vx0, vy0, vz0 := float64(st0.V.X), float64(st0.V.Y), float64(st0.V.Z)
	// in variables of their own, which stay in registers
	var mass, energy, spread, cx, cy, cz, ux, uy, uz, mx, my, mz float64
	for _, k := range bodies {
		st, sim := &s.States[k+1], &s.Sims[s.Awake[k]]
		q, x, y, z := sim.Transform.Q, float64(sim.Center.X), float64(sim.Center.Y), float64(sim.Center.Z)
		if !moved {
			q = st.DQ.Mul(q)
			x += float64(st.DP.X)
			y += float64(st.DP.Y)
			z += float64(st.DP.Z)
		}
		s.poses[k] = pose{q, x, y, z}
		own := q.Rotate(sim.LocalInertia.MulVec(q.InvRotate(st.W)))
		m := float64(sim.Mass)
		x, y, z = x-x0, y-y0, z-z0
		vx, vy, vz := float64(st.V.X)-vx0, float64(st.V.Y)-vy0, float64(st.V.Z)-vz0
		mass += m
		cx += float64(m * x)
		cy += float64(m * y)
		cz += float64(m * z)
		ux += float64(m * vx)
		uy += float64(m * vy)
		uz += float64(m * vz)
		mx += float64(own.X) + float64(m*(float64(y*vz)-float64(z*vy)))
		my += float64(own.Y) + float64(m*(float64(z*vx)-float64(x*vz)))
		mz += float64(own.Z) + float64(m*(float64(x*vy)-float64(y*vx)))
		energy += float64(m*(float64(vx*vx)+float64(vy*vy)+float64(vz*vz))) + float64(own.Dot(st.W))
		spread += float64(m * (float64(x*x) + float64(y*y) + float64(z*z)))
	}
	// the sums were taken about the first body, which keeps their digits; moves them to the common centre
	c, v := [3]float64{cx, cy, cz}, [3]float64{ux, uy, uz}
	r.mass = mass
	r.moment[0] = mx - (float64(c[1]*v[2])-float64(c[2]*v[1]))/mass
	r.moment[1] = my - (float64(c[2]*v[0])-float64(c[0]*v[2]))/mass
	r.moment[2] = mz - (float64(c[0]*v[1])-float64(c[1]*v[0]))/mass
	r.energy = energy - dot(&v, &v)/mass
	r.spread = spread - dot(&c, &c)/mass
	r.center = [3]float64{x0 + c[0]/mass, y0 + c[1]/mass, z0 + c[2]/mass}
	r.v = [3]float64{vx0 + v[0]/mass, vy0 + v[1]/mass, vz0 + v[2]/mass}
	return r
}

// inertiaOf is the inertia of awake bodies about their common centre (kg·m²), the upper triangle, after sumsOf.
func (s *Solver) inertiaOf(bodies []int32, r *sums) (in [3][3]float64) {
	var xx, xy, xz, yy, yz, zz float64
	x0, y0, z0 := r.center[0], r.center[1], r.center[2]
	for _, k := range bodies {
		sim, p := &s.Sims[s.Awake[k]], &s.poses[k]
		axx, axy, axz, ayy, ayz, azz := sim.InertiaAt(p.q)
		m := float64(sim.Mass)
		x, y, z := p.x-x0, p.y-y0, p.z-z0
		xx += float64(axx) + float64(m*(float64(y*y)+float64(z*z)))
		yy += float64(ayy) + float64(m*(float64(x*x)+float64(z*z)))
		zz += float64(azz) + float64(m*(float64(x*x)+float64(y*y)))
		xy += float64(axy) - float64(m*float64(x*y))
		xz += float64(axz) - float64(m*float64(x*z))
		yz += float64(ayz) - float64(m*float64(y*z))
	}
	in[0] = [3]float64{xx, xy, xz}
	in[1][1], in[1][2], in[2][2] = yy, yz, zz
	return in
}
