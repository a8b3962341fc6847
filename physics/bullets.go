package physics

import (
	"slices"

	"tumble/physics/internal/tree"
)

// bulletPath is how far a bullet gets until it hits a moving body.
type bulletPath struct {
	body int32
	// t is the fraction of its motion up to which it may move, hit the body there, none for none.
	t   float32
	hit int32
	// asks is set when a hook has to be asked about something on the way, which is then not known.
	asks bool
	// near is how many fast bodies came into the boxes of its ways. They are listed one bullet after the
	// other.
	near int32
}

// listBullets lists the fast bodies that are bullets.
func (w *World) listBullets() {
	w.scratch.bullets = w.scratch.bullets[:0]
	for _, index := range w.scratch.fast {
		if w.bodies[index].bullet {
			w.scratch.bullets = append(w.scratch.bullets, index)
		}
	}
}

// stopBullets stops bullets at moving bodies. Both sides are swept, because both may be fast. How far
// each one gets is computed side by side, as if no other one were stopped; then they are stopped one after
// the other in the order of the awake list. One that came near a body that has been stopped since is
// computed anew, so that the result is that of doing all of it in this order.
func (w *World) stopBullets() error {
	w.listFast()
	w.addStage(stageBullets, 0, int32(len(w.scratch.bullets)), grainFast)
	slots, err := w.runStages()
	if err != nil {
		return err
	}
	for len(w.scratch.place) < len(w.bodies) {
		w.scratch.place = append(w.scratch.place, 0)
	}
	w.scratch.group = w.scratch.group[:0]
	for i := range w.scratch.slots[:slots] {
		out := &w.scratch.slots[i]
		near := out.near
		for k := range out.bullets {
			p := &out.bullets[k]
			if p.asks || w.stoppedNow(p.body) || w.anyStopped(near[:p.near]) {
				w.scratch.again.near, near = w.scratch.again.near[:0], near[p.near:]
				w.followBullet(0, &w.scratch.again, p, true)
			} else {
				near = near[p.near:]
			}
			w.stopBullet(p)
		}
	}
	for _, index := range w.scratch.group {
		w.scratch.place[index] = 0
	}
	return nil
}

// bulletRange follows the bullets begin to end (exclusive).
func (w *World) bulletRange(worker int, out *slotOutput, begin, end int) {
	out.bullets, out.near = out.bullets[:0], out.near[:0]
	for _, index := range w.scratch.bullets[begin:end] {
		p := bulletPath{body: index}
		w.followBullet(worker, out, &p, false)
		out.bullets = append(out.bullets, p)
	}
}

// followBullet finds what a bullet hits first. Hooks are asked if it is serial.
func (w *World) followBullet(worker int, out *slotOutput, p *bulletPath, serial bool) {
	sim := &w.sims[p.body]
	m := w.motionOf(p.body)
	p.t, p.hit, p.asks = 1, none, false
	first := len(out.near)
	for s := w.bodies[p.body].firstShape; s != none; s = w.shapes[s].next {
		if w.shapes[s].sensor || w.shapes[s].proxy == none {
			continue
		}
		bounds := m.sweptBounds(&w.geometries[s], sim)
		found := w.trees[Kinematic].Query(bounds, tree.AllCategories, w.scratch.found[worker][:0])
		found = w.trees[Dynamic].Query(bounds, tree.AllCategories, found)
		// a fast body may have left the bounds by now
		found, out.near = w.fastWithin(bounds, found, out.near)
		w.scratch.found[worker] = found
		// which of two is hit first must not depend on the tree when both are as far
		slices.Sort(found)
		for _, other := range found {
			if !w.mayHit(s, other) {
				continue
			}
			if !serial && w.sweepsAsk(s, other) {
				p.asks = true
				continue
			}
			sweep := w.sweepFrom(m.origin, w.shapes[other].body)
			if f, _ := w.impact(s, &m.sweep, other, &sweep, p.t, none); f < p.t && (!serial || w.stopsAt(s, &m.sweep, other, &sweep, m.origin, f)) {
				p.t, p.hit = f, w.shapes[other].body
			}
		}
	}
	p.near = int32(len(out.near) - first)
}

// stoppedNow reports whether a body was stopped by a bullet, or as one, in this step.
func (w *World) stoppedNow(index int32) bool { return w.scratch.place[index] != 0 }

// anyStopped is stoppedNow for a list of places in scratch.fast.
func (w *World) anyStopped(near []int32) bool {
	for _, i := range near {
		if w.stoppedNow(w.scratch.fast[i]) {
			return true
		}
	}
	return false
}

// stopBullet stops a bullet at the end of its path.
func (w *World) stopBullet(p *bulletPath) {
	if p.t == 1 {
		return
	}
	out := &w.scratch.again
	out.shapes = out.shapes[:0]
	if h := &w.bodies[p.hit]; h.awakeIndex != none && h.kind == Dynamic && isFast(h, &w.sims[p.hit], w.stateOf(h), w.scratch.dt) {
		// the other one would go on through the place where the bullet stops
		w.stopAt(p.hit, w.motionOf(p.hit), p.t)
		out.shapes = w.updateBounds(out.shapes, h, &w.sims[p.hit])
		w.noteStopped(p.hit)
	}
	w.stopAt(p.body, w.motionOf(p.body), p.t)
	w.takeFallBack(p.body, p.t)
	out.shapes = w.updateBounds(out.shapes, &w.bodies[p.body], &w.sims[p.body])
	w.noteStopped(p.body)
	for _, s := range out.shapes {
		w.bufferMove(s)
		w.trees[w.bodies[w.shapes[s].body].kind].Enlarge(w.shapes[s].proxy, w.bounds[s].fat)
	}
}

func (w *World) noteStopped(index int32) {
	if w.scratch.place[index] == 0 {
		w.scratch.group = append(w.scratch.group, index)
		w.scratch.place[index] = 1
	}
}
