package character

import (
	"tumble/physics/internal/state"
	"tumble/physics/vec"
)

// Input is the wish of a character in a step, see physics.MoverInput.
type Input struct {
	Walk vec.Vec3
	Jump float32
}

// Pusher takes the impulses that a character gives the bodies it touches.
type Pusher interface {
	// Push gives a body an impulse (N·s) at a world point (m).
	Push(body int32, impulse, point vec.Vec3)
}

// Move lets the character walk, fall and jump for the coming step of dt seconds: it returns the pose that it can
// reach, and pushes bodies in its way. Ground then gives the ground.
func (c *Character) Move(in Input, dt float32, push Pusher) vec.Transform {
	motion := c.plan(in, dt)
	end := c.slide(motion.start, motion.total)
	if c.walking {
		end = c.climb(&motion, end)
		end = c.stick(end)
	}
	c.land(&motion, end, dt)
	c.pushBodies(&motion, dt, push)
	return c.pose(state.ClampVector(end, state.MaxPosition))
}

// path is where a character wants to go in a step.
type path struct {
	start vec.Vec3
	// carry (m) is how far the ground takes it along, walk what it walks on top of that, and
	// total both with the fall and the jump.
	carry, walk, total vec.Vec3
	jump               bool
}

// plan reads the state of the body and finds out where the character would go if nothing was in the
// way.
func (c *Character) plan(in Input, dt float32) path {
	up := c.def.Up
	motion := path{start: c.Sims[c.body].Transform.P}
	own, _ := c.velocity(c.body)
	v := state.ClampVector(own, c.Settings.MaxLinearSpeed)
	speed := vec.Min(v.Len()+in.Walk.Len(), c.Settings.MaxLinearSpeed) + in.Jump
	reach := float32(speed*dt) + float32(c.Settings.Gravity.Len()*float32(dt*dt))
	c.gather(motion.start, reach+vec.Max(c.def.StepHeight, c.def.SnapDistance)+planeMargin+mostYield, dt)

	c.collect(motion.start, planeMargin, true)
	ground, found := c.findGround(planeMargin)
	falling := c.Sims[c.body].GravityScale != 0
	c.ground = Ground{}
	if found {
		motion.carry = c.carried(ground, motion.start, dt)
	}
	rel := v.MulSub(1/dt, motion.carry)
	c.walking = found && !(falling && rel.Dot(up) > risingSpeed)
	if !c.walking {
		motion.carry, rel, c.ground = vec.Vec3{}, v, Ground{}
		if !falling && rel.Dot(up) > 0 {
			// it walked over the edge; the climb of a step is no speed
			rel = c.flat(rel)
		}
	}
	acceleration := c.def.AirAcceleration
	if c.walking {
		acceleration = c.def.Acceleration
	}
	flat := c.flat(rel)
	flat = flat.Add(state.ShortenVector(c.flat(in.Walk).Sub(flat), float32(acceleration*dt)))
	motion.walk = flat.Mul(dt)
	switch {
	case c.walking && in.Jump > 0:
		motion.jump, c.walking = true, false
		motion.total = motion.walk.Add(motion.carry).MulAdd(float32(in.Jump*dt), up)
	case c.walking:
		if n := c.planes[ground].normal; c.planes[ground].surface == surfaceFloor {
			// along the ground, as fast over it on a slope as on the level
			motion.walk = motion.walk.MulSub(n.Dot(motion.walk)/n.Dot(up), up)
		}
		motion.total = motion.walk.Add(motion.carry)
	default:
		fall := float32(rel.Dot(up) * dt)
		motion.total = motion.walk.MulAdd(fall, up).MulAdd(float32(dt*dt), c.Settings.Gravity)
	}
	motion.total = state.ShortenVector(motion.total, float32(c.Settings.MaxLinearSpeed*dt))
	return motion
}

// findGround returns the plane of c.planes that carries the character: of the walkable planes no farther than touch
// (m), the most level one. Steep planes that hold the character between them count as one plane.
func (c *Character) findGround(touch float32) (best int, found bool) {
	sum, steep := vec.Vec3{}, -1
	for i := range c.planes {
		p := &c.planes[i]
		if p.gap > touch || p.obstacle == state.None {
			continue
		}
		switch p.surface {
		case surfaceFloor, surfaceEdge:
			if !found || c.better(p, &c.planes[best]) {
				best, found = i, true
			}
		case surfaceSteep:
			sum, steep = sum.Add(p.normal), i
		}
	}
	if !found && steep >= 0 && sum.Norm().Dot(c.def.Up) >= c.minUp {
		return steep, true
	}
	return best, found
}

// better prefers floors over rims, and then what faces up more.
func (c *Character) better(p, q *plane) bool {
	if p.surface != q.surface {
		return p.surface == surfaceFloor
	}
	return p.normal.Dot(c.def.Up) > q.normal.Dot(c.def.Up)+1e-4
}

// carried returns how far (m) the ground takes the character along in the step, and notes it.
func (c *Character) carried(ground int, feet vec.Vec3, dt float32) vec.Vec3 {
	o := &c.near[c.planes[ground].obstacle]
	now := c.Sims[o.body].Transform
	carry := vec.Vec3{}
	if c.Bodies[o.body].AwakeIndex != state.None {
		carry = o.pose.Apply(now.InvApply(feet)).Sub(feet)
		c.ground.Angle = o.pose.Q.Mul(now.Q.Conj()).RotationVector().Dot(c.def.Up)
	}
	if belt := c.SurfaceOf(o.shape, c.planes[ground].material).SurfaceVelocity; belt != (vec.Vec3{}) {
		along := now.Q.Rotate(belt)
		n := c.planes[ground].normal
		carry = carry.MulAdd(dt, along.MulSub(along.Dot(n), n))
	}
	c.ground.Velocity = carry.Mul(1 / dt)
	return carry
}

// slide takes the capsule from start along the displacement total as far as the planes let it, and returns
// where it ends.
func (c *Character) slide(start, total vec.Vec3) vec.Vec3 {
	const rounds, tolerance = 5, 1e-5
	p, goal := start, start.Add(total)
	for range rounds {
		c.collect(p, planeMargin, false)
		d := c.solvePlanes(goal.Sub(p))
		d = d.Mul(c.sweep(p, d).fraction)
		p = p.Add(d)
		if d.Len2() < tolerance*tolerance {
			break
		}
	}
	return p
}

// climb tries the path again from a step higher, when the character got less far than it walked, and
// returns the better end. The step counts if it ends on ground that can be walked on.
func (c *Character) climb(motion *path, end vec.Vec3) vec.Vec3 {
	const least = 1e-3
	dir, wish := c.flat(motion.walk).NormLen()
	base := motion.start.Add(motion.carry)
	got := end.Sub(base).Dot(dir)
	if wish < 1e-6 || got > wish-float32(0.02*wish) || c.def.StepHeight == 0 {
		return end
	}
	up := c.def.Up
	rise := float32(c.def.StepHeight * c.sweep(base, up.Mul(c.def.StepHeight)).fraction)
	if rise < least {
		return end
	}
	p := c.slide(base.MulAdd(rise, up), c.flat(motion.walk))
	progress := p.Sub(base).Dot(dir)
	if progress < got+float32(0.05*wish) {
		return end
	}
	drop := rise + float32(0.5*c.def.SnapDistance)
	h := c.sweep(p, up.Mul(-drop))
	if !h.stands() || h.point.Sub(base).Dot(up) > c.def.StepHeight+touchGap {
		return end
	}
	return c.rest(p.MulSub(float32(drop*h.fraction), up))
}

// stick brings the character down to ground that falls away under it, if that is near.
func (c *Character) stick(p vec.Vec3) vec.Vec3 {
	c.collect(p, planeMargin, false)
	if _, found := c.findGround(1e-3); found {
		return p
	}
	down := c.def.Up.Mul(-c.def.SnapDistance)
	h := c.sweep(p, down)
	if !h.stands() {
		return p
	}
	return c.rest(p.MulAdd(h.fraction, down))
}

// rest lifts the capsule off the ground on which the thinner capsule of the sweep came down.
func (c *Character) rest(p vec.Vec3) vec.Vec3 {
	const rounds = 3
	for range rounds {
		c.collect(p, planeMargin, false)
		lift := float32(0)
		for i := range c.planes {
			if s := &c.planes[i]; s.surface == surfaceFloor || s.surface == surfaceEdge {
				lift = vec.Max(lift, -s.gap/s.normal.Dot(c.def.Up))
			}
		}
		if lift < 1e-5 {
			break
		}
		p = p.MulAdd(vec.Min(lift, c.def.Radius), c.def.Up)
	}
	return p.Add(c.solvePlanes(vec.Vec3{}))
}

// land notes the ground of the character at the end of its path.
func (c *Character) land(motion *path, end vec.Vec3, dt float32) {
	c.collect(end, planeMargin, false)
	for i := range c.planes {
		c.ground.Squeezed = c.ground.Squeezed || c.planes[i].gap < -2*c.def.Skin
	}
	velocity, angle := c.ground.Velocity, c.ground.Angle
	c.ground.Velocity, c.ground.Angle = vec.Vec3{}, 0
	i, found := c.findGround(touchGap)
	rising := !c.walking && motion.total.MulSub(dt, c.planeVelocity(i, found)).Dot(c.def.Up) > float32(risingSpeed*dt)
	if motion.jump || found && rising {
		return
	}
	if found {
		c.ground.State, c.ground.Velocity, c.ground.Angle = OnGround, velocity, angle
		c.noteGround(i)
		return
	}
	for i := range c.planes {
		if p := &c.planes[i]; p.surface == surfaceSteep && p.gap <= touchGap {
			c.ground.State = OnSteep
			c.noteGround(i)
			return
		}
	}
}

// velocity is the velocity of the centre of mass of a body (m/s) and its angular velocity (rad/s).
func (c *Character) velocity(body int32) (v, w vec.Vec3) {
	r := &c.Bodies[body]
	if r.AwakeIndex == state.None {
		return vec.Vec3{}, vec.Vec3{}
	}
	s := c.StateOf(r)
	return s.V, s.W
}

// pointVelocity is that of the material point of a body at p (m/s).
func (c *Character) pointVelocity(body int32, p vec.Vec3) vec.Vec3 {
	v, w := c.velocity(body)
	return v.Add(w.Cross(p.Sub(c.Sims[body].Center)))
}

// planeVelocity is that of the body behind a plane (m/s).
func (c *Character) planeVelocity(plane int, found bool) vec.Vec3 {
	if !found {
		return vec.Vec3{}
	}
	p := &c.planes[plane]
	return c.pointVelocity(c.near[p.obstacle].body, p.point)
}

func (c *Character) noteGround(plane int) {
	p := &c.planes[plane]
	c.ground.Shape = c.near[p.obstacle].shape
	c.ground.Normal, c.ground.Point = p.normal, p.point
	c.ground.Child, c.ground.Surface = int(p.child), int(p.material)
}

// pushBodies gives the dynamic bodies that the character touches the impulses of its step. The ground gets its weight.
// A body in its way gets the impulse that would stop the approach, up to the force of the character. The planes are
// those of land.
func (c *Character) pushBodies(motion *path, dt float32, push Pusher) {
	wish := motion.total.Mul(1 / dt)
	most := float32(c.def.PushForce * dt)
	for i := range c.planes {
		p := &c.planes[i]
		if p.obstacle == state.None || p.gap > touchGap {
			continue
		}
		o := &c.near[p.obstacle]
		if c.Bodies[o.body].Kind != state.Dynamic {
			continue
		}
		if p.surface == surfaceFloor || p.surface == surfaceEdge {
			if c.ground.State == OnGround && c.ground.Shape == o.shape {
				push.Push(o.body, c.Settings.Gravity.Mul(float32(c.def.Mass*dt)), p.point)
			}
			continue
		}
		approach := -wish.Sub(c.pointVelocity(o.body, p.point)).Dot(p.normal)
		if approach <= 1e-4 {
			continue
		}
		sim := &c.Sims[o.body]
		arm := p.point.Sub(sim.Center).Cross(p.normal)
		inverse := sim.InvMass + arm.Dot(sim.InvInertia.MulVec(arm))
		push.Push(o.body, p.normal.Mul(-vec.Min(approach/inverse, most)), p.point)
	}
}
