package physics

import (
	"tumble/physics/internal/state"
	"tumble/physics/internal/step"
	"tumble/physics/vec"
)

// Move lets the mover walk, fall and jump for the coming step of dt seconds: it looks for the place
// it can reach, gives its body the velocity that takes it there, and pushes what is in the way.
// It returns false for input that is not finite, a dt out of range, or a body that is gone.
func (m *Mover) Move(in MoverInput, dt float32) bool {
	r := m.body.writable()
	if r == nil {
		return false
	}
	w := m.body.world
	if r.Kind != Kinematic || r.Out() || !state.ValidVector(in.Walk, maxSpeedInput) || !(in.Jump >= 0 && in.Jump <= maxSpeedInput) ||
		!(dt >= step.MinLength && dt <= step.MaxLength) {
		return w.refuse()
	}
	motion := m.plan(in, dt)
	end := m.slide(motion.start, motion.total)
	if m.walking {
		end = m.climb(&motion, end)
		end = m.stick(end)
	}
	m.land(&motion, end, dt)
	m.pushBodies(&motion, dt)
	air := float32(1)
	if m.ground.State == MoverOnGround {
		air = 0
	}
	if m.body.GravityScale() != air {
		m.body.SetGravityScale(air)
	}
	return m.body.SetTarget(m.pose(state.ClampVector(end, MaxPosition)), dt)
}

// moverPath is where a mover wants to go in a step.
type moverPath struct {
	start Vec3
	// carry is the part (m) that the ground takes it along, walk what it walks on top of that, and
	// total both with the fall and the jump.
	carry, walk, total Vec3
	jump               bool
}

// plan reads the state of the body and finds out where the mover would go if nothing was in the
// way.
func (m *Mover) plan(in MoverInput, dt float32) moverPath {
	w, up := m.body.world, m.def.Up
	motion := moverPath{start: m.body.Position()}
	v := state.ClampVector(m.body.LinearVelocity(), w.state.Settings.MaxLinearSpeed)
	speed := vec.Min(v.Len()+in.Walk.Len(), w.state.Settings.MaxLinearSpeed) + in.Jump
	reach := float32(speed*dt) + float32(w.state.Settings.Gravity.Len()*float32(dt*dt))
	m.gather(motion.start, reach+vec.Max(m.def.StepHeight, m.def.SnapDistance)+moverMargin+moverSpringy, dt)

	m.collect(motion.start, moverMargin, true)
	ground, found := m.findGround(moverMargin)
	falling := m.body.GravityScale() != 0
	m.ground = MoverGround{}
	if found {
		motion.carry = m.carried(ground, motion.start, dt)
	}
	rel := v.MulSub(1/dt, motion.carry)
	m.walking = found && !(falling && rel.Dot(up) > risingSpeed)
	if !m.walking {
		motion.carry, rel, m.ground = Vec3{}, v, MoverGround{}
		if !falling && rel.Dot(up) > 0 {
			// it walked over the edge; the climb of a step is no speed
			rel = m.flat(rel)
		}
	}
	acceleration := m.def.AirAcceleration
	if m.walking {
		acceleration = m.def.Acceleration
	}
	flat := m.flat(rel)
	flat = flat.Add(shorten(m.flat(in.Walk).Sub(flat), float32(acceleration*dt)))
	motion.walk = flat.Mul(dt)
	switch {
	case m.walking && in.Jump > 0:
		motion.jump, m.walking = true, false
		motion.total = motion.walk.Add(motion.carry).MulAdd(float32(in.Jump*dt), up)
	case m.walking:
		if n := m.planes[ground].normal; m.planes[ground].surface == surfaceFloor {
			// along the ground, as fast over it on a slope as on the level
			motion.walk = motion.walk.MulSub(n.Dot(motion.walk)/n.Dot(up), up)
		}
		motion.total = motion.walk.Add(motion.carry)
	default:
		fall := float32(rel.Dot(up) * dt)
		motion.total = motion.walk.MulAdd(fall, up).MulAdd(float32(dt*dt), w.state.Settings.Gravity)
	}
	motion.total = shorten(motion.total, float32(w.state.Settings.MaxLinearSpeed*dt))
	return motion
}

// risingSpeed (m/s) is how fast a mover in the air leaves ground that it does not land on.
const risingSpeed = 0.05

// shorten returns v, cut to a length.
func shorten(v Vec3, length float32) Vec3 {
	if v.Len2() <= float32(length*length) {
		return v
	}
	return v.Norm().Mul(length)
}

// findGround returns the plane of m.planes that carries the mover: the one that faces up most of
// those that can be walked on and are no farther than touch (m). Steep ones that hold it
// between them count as one.
func (m *Mover) findGround(touch float32) (best int, found bool) {
	sum, steep := Vec3{}, -1
	for i := range m.planes {
		p := &m.planes[i]
		if p.gap > touch || p.obstacle == state.None {
			continue
		}
		switch p.surface {
		case surfaceFloor, surfaceEdge:
			if !found || m.better(p, &m.planes[best]) {
				best, found = i, true
			}
		case surfaceSteep:
			sum, steep = sum.Add(p.normal), i
		}
	}
	if !found && steep >= 0 && sum.Norm().Dot(m.def.Up) >= m.minUp {
		return steep, true
	}
	return best, found
}

// better prefers floors over rims, and then what faces up more.
func (m *Mover) better(p, q *moverPlane) bool {
	if p.surface != q.surface {
		return p.surface == surfaceFloor
	}
	return p.normal.Dot(m.def.Up) > q.normal.Dot(m.def.Up)+1e-4
}

// carried returns how far (m) the ground takes the mover along in the step, and notes it.
func (m *Mover) carried(ground int, feet Vec3, dt float32) Vec3 {
	w := m.body.world
	o := &m.near[m.planes[ground].obstacle]
	now := w.state.Sims[o.body].Transform
	carry := Vec3{}
	if w.state.Bodies[o.body].AwakeIndex != state.None {
		carry = o.pose.Apply(now.InvApply(feet)).Sub(feet)
		m.ground.Turn = o.pose.Q.Mul(now.Q.Conj()).RotationVector().Dot(m.def.Up)
	}
	if belt := w.state.SurfaceOf(o.shape, m.planes[ground].material).SurfaceVelocity; belt != (Vec3{}) {
		along := now.Q.Rotate(belt)
		n := m.planes[ground].normal
		carry = carry.MulAdd(dt, along.MulSub(along.Dot(n), n))
	}
	m.ground.Velocity = carry.Mul(1 / dt)
	return carry
}

// slide takes the capsule from start along the way total as far as the planes let it, and returns
// where it ends.
func (m *Mover) slide(start, total Vec3) Vec3 {
	const rounds, tolerance = 5, 1e-5
	p, goal := start, start.Add(total)
	for range rounds {
		m.collect(p, moverMargin, false)
		d := m.solvePlanes(goal.Sub(p))
		d = d.Mul(m.sweep(p, d).fraction)
		p = p.Add(d)
		if d.Len2() < tolerance*tolerance {
			break
		}
	}
	return p
}

// climb tries the way again from a step higher, when the mover got less far than it walked, and
// returns the better end. The step counts if it ends on ground that can be walked on.
func (m *Mover) climb(motion *moverPath, end Vec3) Vec3 {
	const least = 1e-3
	dir, wish := m.flat(motion.walk).NormLen()
	base := motion.start.Add(motion.carry)
	got := end.Sub(base).Dot(dir)
	if wish < 1e-6 || got > wish-float32(0.02*wish) || m.def.StepHeight == 0 {
		return end
	}
	up := m.def.Up
	rise := float32(m.def.StepHeight * m.sweep(base, up.Mul(m.def.StepHeight)).fraction)
	if rise < least {
		return end
	}
	p := m.slide(base.MulAdd(rise, up), m.flat(motion.walk))
	progress := p.Sub(base).Dot(dir)
	if progress < got+float32(0.05*wish) {
		return end
	}
	drop := rise + float32(0.5*m.def.SnapDistance)
	h := m.sweep(p, up.Mul(-drop))
	if !h.stands() || h.point.Sub(base).Dot(up) > m.def.StepHeight+moverTouch {
		return end
	}
	return m.rest(p.MulSub(float32(drop*h.fraction), up))
}

// stick brings the mover down to ground that falls away under it, if that is near.
func (m *Mover) stick(p Vec3) Vec3 {
	m.collect(p, moverMargin, false)
	if _, found := m.findGround(1e-3); found {
		return p
	}
	down := m.def.Up.Mul(-m.def.SnapDistance)
	h := m.sweep(p, down)
	if !h.stands() {
		return p
	}
	return m.rest(p.MulAdd(h.fraction, down))
}

// rest lifts the capsule off what the thin one came down on.
func (m *Mover) rest(p Vec3) Vec3 {
	const rounds = 3
	for range rounds {
		m.collect(p, moverMargin, false)
		lift := float32(0)
		for i := range m.planes {
			if s := &m.planes[i]; s.surface == surfaceFloor || s.surface == surfaceEdge {
				lift = vec.Max(lift, -s.gap/s.normal.Dot(m.def.Up))
			}
		}
		if lift < 1e-5 {
			break
		}
		p = p.MulAdd(vec.Min(lift, m.def.Radius), m.def.Up)
	}
	return p.Add(m.solvePlanes(Vec3{}))
}

// land notes what the mover stands on at the end of its way.
func (m *Mover) land(motion *moverPath, end Vec3, dt float32) {
	m.collect(end, moverMargin, false)
	for i := range m.planes {
		m.ground.Squeezed = m.ground.Squeezed || m.planes[i].gap < -2*m.def.Skin
	}
	velocity, angle := m.ground.Velocity, m.ground.Turn
	m.ground.Velocity, m.ground.Turn = Vec3{}, 0
	i, found := m.findGround(moverTouch)
	rising := !m.walking && motion.total.MulSub(dt, m.planeVelocity(i, found)).Dot(m.def.Up) > float32(risingSpeed*dt)
	if motion.jump || found && rising {
		return
	}
	if found {
		m.ground.State, m.ground.Velocity, m.ground.Turn = MoverOnGround, velocity, angle
		m.noteGround(i)
		return
	}
	for i := range m.planes {
		if p := &m.planes[i]; p.surface == surfaceSteep && p.gap <= moverTouch {
			m.ground.State = MoverOnSteep
			m.noteGround(i)
			return
		}
	}
}

// planeVelocity is that of the body behind a plane (m/s).
func (m *Mover) planeVelocity(plane int, found bool) Vec3 {
	if !found {
		return Vec3{}
	}
	p := &m.planes[plane]
	return m.body.world.bodyHandle(m.near[p.obstacle].body).PointVelocity(p.point)
}

func (m *Mover) noteGround(plane int) {
	p := &m.planes[plane]
	m.ground.Shape = m.body.world.shapeHandle(m.near[p.obstacle].shape)
	m.ground.Normal, m.ground.Point = p.normal, p.point
	m.ground.Child, m.ground.Surface = int(p.child), int(p.material)
}

// pushBodies gives the dynamic bodies that the mover touches the impulses of its step: its weight to
// what it stands on, and against what is in its way as much as would stop the approach, up to the
// force it has. The planes are those of land.
func (m *Mover) pushBodies(motion *moverPath, dt float32) {
	w := m.body.world
	wish := motion.total.Mul(1 / dt)
	most := float32(m.def.PushForce * dt)
	for i := range m.planes {
		p := &m.planes[i]
		if p.obstacle == state.None || p.gap > moverTouch {
			continue
		}
		o := &m.near[p.obstacle]
		if w.state.Bodies[o.body].Kind != Dynamic {
			continue
		}
		b := w.bodyHandle(o.body)
		if p.surface == surfaceFloor || p.surface == surfaceEdge {
			if m.ground.State == MoverOnGround && m.ground.Shape.index == o.shape {
				b.ApplyImpulse(w.state.Settings.Gravity.Mul(float32(m.def.Mass*dt)), p.point)
			}
			continue
		}
		approach := -wish.Sub(b.PointVelocity(p.point)).Dot(p.normal)
		if approach <= 1e-4 {
			continue
		}
		sim := &w.state.Sims[o.body]
		arm := p.point.Sub(sim.Center).Cross(p.normal)
		inverse := sim.InvMass + arm.Dot(sim.InvInertia.MulVec(arm))
		b.ApplyImpulse(p.normal.Mul(-vec.Min(approach/inverse, most)), p.point)
	}
}
