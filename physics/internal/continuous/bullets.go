package continuous

import (
	"slices"
	"tumble/physics/internal/collide"
	"tumble/physics/internal/solve"
	"tumble/physics/internal/state"
	"tumble/physics/internal/tree"
)

// ListBullets lists the bullets that are fast or that something fast comes to, and returns how many they are.
func (cc *Sweeper) ListBullets() int {
	cc.bullets = cc.bullets[:0]
	if len(cc.awake) == 0 || len(cc.fast) == 0 {
		return 0
	}
	cc.listFast()
	for _, index := range cc.awake {
		if cc.isFast(index) || cc.isNearFast(index) {
			cc.bullets = append(cc.bullets, index)
		}
	}
	return len(cc.bullets)
}

func (cc *Sweeper) isFast(index int32) bool {
	r := &cc.Bodies[index]
	return IsFast(r, &cc.Sims[index], cc.StateOf(r), cc.dt)
}

// comesToBullets reports whether a shape is of a body that may come to a slow bullet and is not swept itself.
func (cc *Sweeper) comesToBullets(index int32) bool {
	r := &cc.Bodies[cc.Shapes[index].Body]
	return r.Kind == state.Kinematic || !r.Bullet
}

// isNearFast reports whether a body came into the box of a fast one that is no bullet.
func (cc *Sweeper) isNearFast(index int32) bool {
	m := cc.MotionOf(index)
	for s := cc.Bodies[index].FirstShape; s != state.None; s = cc.Shapes[s].Next {
		found := cc.found.Of(0)
		found, cc.again.near = cc.fastWithin(m.sweptBounds(&cc.Geometries[s], &cc.Sims[index]), found,
			cc.again.near[:0])
		cc.found.Keep(0, found)
		if slices.ContainsFunc(found, cc.comesToBullets) {
			return true
		}
	}
	return false
}

// AppendAhead appends the sleeping bullets that fast kinematic bodies are about to come to.
func (cc *Sweeper) AppendAhead(list []int32) []int32 {
	if cc.TypeCounts[state.Kinematic] == 0 {
		return list
	}
	cc.found.Begin(1)
	for _, index := range cc.Awake {
		if r := &cc.Bodies[index]; r.Kind != state.Kinematic || !cc.isFast(index) {
			continue
		}
		sim, s := &cc.Sims[index], cc.StateOf(&cc.Bodies[index])
		m := Motion{Origin: sim.Center, Sweep: collide.Sweep{
			LocalCenter: sim.LocalCenter, Displacement: s.V.Mul(cc.dt), Rotation: sim.Transform.Q,
			RotationVector: s.W.Mul(cc.dt),
		}}
		m.Start, m.End = m.Sweep.At(0), m.Sweep.At(1)
		for shape := cc.Bodies[index].FirstShape; shape != state.None; shape = cc.Shapes[shape].Next {
			found := cc.broad.Trees[state.Dynamic].Query(m.sweptBounds(&cc.Geometries[shape], sim), tree.AllCategories,
				cc.found.Of(0))
			cc.found.Keep(0, found)
			slices.Sort(found)
			for _, other := range found {
				body := cc.Shapes[other].Body
				if r := &cc.Bodies[body]; r.Bullet && r.AwakeIndex == state.None && cc.mayHit(shape, other) {
					list = append(list, body)
				}
			}
		}
	}
	return list
}

// Bullets are stopped at moving bodies. Both sides are swept, because both may be fast. Workers
// compute the path of each bullet as if no other were stopped; then bullets are stopped one after the other in the
// order of the awake list. A bullet that came near a body stopped since is computed anew, so that the result is that of
// the serial order.

// BeginBullets makes room for the results of the blocks of a stage over all bullets.
func (cc *Sweeper) BeginBullets(blocks, workers int) {
	cc.growBlocks(blocks)
	cc.found.Begin(workers)
}

// BulletRange follows the bullets begin to end (exclusive).
func (cc *Sweeper) BulletRange(worker, block, begin, end int) {
	out := &cc.blocks[block]
	out.bullets, out.near = out.bullets[:0], out.near[:0]
	for _, index := range cc.bullets[begin:end] {
		p := bulletPath{body: index, slow: !cc.isFast(index)}
		cc.followBullet(worker, out, &p, false)
		out.bullets = append(out.bullets, p)
	}
}

// EndBullets stops the bullets that so many blocks followed.
func (cc *Sweeper) EndBullets(blocks int) {
	for len(cc.struck) < len(cc.Bodies) {
		cc.struck = append(cc.struck, false)
	}
	// stops at static things come before: those take angular momentum
	cc.lost = cc.lost[:0]
	cc.struckBodies, cc.again.stopped = cc.struckBodies[:0], cc.again.stopped[:0]
	for i := range cc.blocks[:blocks] {
		out := &cc.blocks[i]
		near := out.near
		for k := range out.bullets {
			p := &out.bullets[k]
			if p.asks || cc.struck[p.body] || cc.anyStruck(near[:p.near]) {
				cc.again.near, near = cc.again.near[:0], near[p.near:]
				cc.followBullet(0, &cc.again, p, true)
			} else {
				near = near[p.near:]
			}
			cc.stopBullet(p)
		}
	}
	for _, index := range cc.struckBodies {
		cc.struck[index] = false
	}
	if len(cc.again.stopped) > 0 {
		// else a bullet leaves its joints metres behind
		cc.holdBackJoined(0)
		for _, s := range cc.again.shapes {
			cc.broad.Enlarge(s)
		}
	}
}

// followBullet finds the first impact of a bullet. Hooks are asked if it is serial.
func (cc *Sweeper) followBullet(worker int, out *output, p *bulletPath, serial bool) {
	sim := &cc.Sims[p.body]
	m := cc.MotionOf(p.body)
	p.t, p.hit, p.asks = 1, state.None, false
	first := len(out.near)
	for s := cc.Bodies[p.body].FirstShape; s != state.None; s = cc.Shapes[s].Next {
		if cc.Shapes[s].Sensor || cc.Shapes[s].Proxy == state.None {
			continue
		}
		bounds := m.sweptBounds(&cc.Geometries[s], sim)
		found := cc.found.Of(worker)
		if !p.slow {
			found = cc.broad.Trees[state.Kinematic].Query(bounds, tree.AllCategories, found)
			found = cc.broad.Trees[state.Dynamic].Query(bounds, tree.AllCategories, found)
		}
		// a fast body may have left the bounds by now
		found, out.near = cc.fastWithin(bounds, found, out.near)
		cc.found.Keep(worker, found)
		// which of two is hit first must not depend on the tree when both are as far
		slices.Sort(found)
		for _, other := range found {
			if !cc.mayHit(s, other) || p.slow && !cc.comesToBullets(other) {
				continue
			}
			if !serial && cc.sweepsAsk(s, other) {
				p.asks = true
				continue
			}
			sweep := cc.sweepFrom(m.Origin, cc.Shapes[other].Body)
			if f, _ := cc.impact(s, &m.Sweep, other, &sweep, p.t, state.None); f < p.t &&
				(!serial || cc.stopsAt(s, &m.Sweep, other, &sweep, m.Origin, f)) {
				p.t, p.hit = f, cc.Shapes[other].Body
			}
		}
	}
	p.near = int32(len(out.near) - first)
}

// anyStruck reports whether one of the bodies at these indices of fast was stopped.
func (cc *Sweeper) anyStruck(near []int32) bool {
	for _, i := range near {
		if cc.struck[cc.fast[i]] {
			return true
		}
	}
	return false
}

// stopBullet stops a bullet at the end of its path.
func (cc *Sweeper) stopBullet(p *bulletPath) {
	if p.t == 1 {
		return
	}
	out := &cc.again
	out.shapes = out.shapes[:0]
	if h := &cc.Bodies[p.hit]; h.AwakeIndex != state.None && h.Kind == state.Dynamic &&
		IsFast(h, &cc.Sims[p.hit], cc.StateOf(h), cc.dt) {
		// the other one would go on through the place where the bullet stops
		cc.stopAtMovable(p.hit, p.t)
		out.shapes = cc.broad.UpdateBounds(out.shapes, h, &cc.Sims[p.hit])
		cc.noteStruck(p.hit)
	}
	if cc.Bodies[p.hit].Kind == state.Dynamic {
		cc.stopAtMovable(p.body, p.t)
	} else {
		cc.stopAtFixed(p.body, cc.MotionOf(p.body), p.t)
		cc.carry(p.body, p.hit, p.t)
		cc.noteJoined(p.body, p.t)
	}
	cc.takeBackGravity(p.body, p.t)
	out.shapes = cc.broad.UpdateBounds(out.shapes, &cc.Bodies[p.body], &cc.Sims[p.body])
	cc.noteStruck(p.body)
	for _, s := range out.shapes {
		cc.broad.BufferMove(s)
		cc.broad.Enlarge(s)
	}
}

// carry moves a body that met a kinematic one at fraction t of the step along with it for the rest: nothing stops the
// kinematic body, which would pass through. Static shapes hold the carried one back.
func (cc *Sweeper) carry(index, by int32, t float32) {
	if cc.Bodies[by].AwakeIndex == state.None {
		return
	}
	sim, m := &cc.Sims[index], cc.MotionOf(by)
	center0, q0, met := sim.Center0, sim.Q0, sim.Transform
	met.P = met.P.Sub(m.Origin)
	end := m.End.Mul(m.Sweep.At(t).InvMul(met))
	end.P = end.P.Add(m.Origin)
	if !state.ValidTransform(end) {
		return
	}
	sim.Center0, sim.Q0 = sim.Center, sim.Transform.Q
	sim.Transform = end
	sim.Center = end.Apply(sim.LocalCenter)
	carried := cc.MotionOf(index)
	if f, _, _ := cc.firstImpact(0, index, &carried, true); f < 1 {
		end = carried.Sweep.At(f)
		end.P = end.P.Add(carried.Origin)
	}
	sim.Transform = end
	sim.Moved()
	sim.Center0, sim.Q0 = center0, q0
	cc.repose(int(cc.Bodies[index].AwakeIndex))
}

func (cc *Sweeper) noteStruck(index int32) {
	if !cc.struck[index] {
		cc.struckBodies = append(cc.struckBodies, index)
		cc.struck[index] = true
	}
}

// stopAtMovable stops a body at fraction t of its motion at another movable one. It keeps its angular momentum: a loss
// of rotation would go to no other body.
func (cc *Sweeper) stopAtMovable(index int32, t float32) {
	sim, st := &cc.Sims[index], cc.StateOf(&cc.Bodies[index])
	before, moment := st.W.Len(), cc.momentOf(index)
	cc.stopAt(index, cc.MotionOf(index), t)
	if before > 0 && st.Flags&solve.Gyroscopic != 0 && cc.Bodies[index].Locks == 0 {
		// joints and contacts may have taken a part of it
		st.W = sim.InvInertia.MulVec(moment.spin.Mul(st.W.Len() / before))
	}
	cc.noteLost(index, &moment)
	cc.noteJoined(index, t)
}

// noteJoined notes that a body was stopped at a fraction of the rest of its motion, if others are joined to it.
func (cc *Sweeper) noteJoined(index int32, t float32) {
	if cc.Bodies[index].FirstJoint == state.None {
		return
	}
	for i := range cc.again.stopped {
		if o := &cc.again.stopped[i]; o.body == index {
			o.fraction = float32(o.fraction * t)
			return
		}
	}
	cc.again.stopped = append(cc.again.stopped, stoppedBody{index, t})
}
