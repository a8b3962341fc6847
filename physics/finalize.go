package physics

import (
	"slices"

	"tumble/physics/internal/solve"
	"tumble/physics/vec"
)

// finalizeBodies reads what the solver made of the awake bodies: how long they have been
// slow, whether their state is still usable, and where their shapes are now.
func (w *World) finalizeBodies() error {
	sc := &w.scratch
	w.moves = slices.Grow(w.moves[:0], len(w.awake))[:len(w.awake)]
	w.addStage(stageFinalize, 0, int32(len(w.awake)), grainBodies)
	slots, err := w.runStages()
	if err != nil {
		return err
	}
	sc.bad, sc.fast = sc.bad[:0], sc.fast[:0]
	for i := range sc.slots[:slots] {
		out := &sc.slots[i]
		sc.bad = append(sc.bad, out.bad...)
		for _, index := range out.runaway {
			w.restrain(index)
		}
		sc.fast = append(sc.fast, out.fast...)
		for _, index := range out.shapes {
			w.bufferMove(index)
		}
	}
	return nil
}

// stopFastBodies runs continuous collision against static shapes.
func (w *World) stopFastBodies() error {
	w.last.fast = len(w.scratch.fast)
	w.addStage(stageContinuous, 0, int32(len(w.scratch.fast)), grainFast)
	slots, err := w.runStages()
	if err != nil {
		return err
	}
	for i := range w.scratch.slots[:slots] {
		for _, index := range w.scratch.slots[i].shapes {
			w.bufferMove(index)
		}
	}
	// after those of all blocks, wherever one ends
	again := &w.scratch.again
	again.shapes = again.shapes[:0]
	for i := range w.scratch.slots[:slots] {
		out := &w.scratch.slots[i]
		// the piece that the block wrote to is closed
		out.shapes = again.shapes
		for _, index := range out.fast {
			w.stopFastBody(0, out, index, true)
		}
		again.shapes, out.shapes = out.shapes, nil
	}
	for _, index := range again.shapes {
		w.bufferMove(index)
	}
	if slots > 0 && len(w.joints) > 0 {
		w.holdBackGroups(slots)
	}
	return nil
}

// finalizeRange finalizes the awake bodies begin to end (exclusive).
func (w *World) finalizeRange(worker int, out *slotOutput, begin, end int) {
	own := &w.scratch.arenas[worker]
	out.shapes, out.fast = own.shapes.open(), own.fast.open()
	out.bad, out.runaway = out.bad[:0], out.runaway[:0]
	for k := begin; k < end; k++ {
		if index := w.awake[k]; !w.finalizeBody(out, k, index) {
			w.bodies[index].sleepTime = 0
			out.bad = append(out.bad, badBody{index, int32(k)})
		}
	}
	out.shapes, out.fast = own.shapes.close(out.shapes), own.fast.close(out.fast)
}

// finalizeBody returns false for a body that has to be quarantined.
func (w *World) finalizeBody(out *slotOutput, k int, index int32) bool {
	dt := w.scratch.dt
	r, sim, s := &w.bodies[index], &w.sims[index], &w.states[k+1]
	w.moves[k] = MoveEvent{Body: Body{w, index, r.generation}, Transform: sim.Transform}
	if !usable(sim, s) {
		return false
	}
	w.holdEnergy(k, r, sim, s)
	if r.firstJoint != none && w.runsAway(s) {
		out.runaway = append(out.runaway, index)
	}
	if r.allowSleep && w.rests(r, sim, s) {
		r.sleepTime += dt
	} else {
		r.sleepTime = 0
	}
	if w.settings.Continuous && isFast(r, sim, s, dt) {
		// its bounds follow when it has been stopped
		out.fast = append(out.fast, index)
		return true
	}
	w.updateBounds(out, r, sim)
	return true
}

// updateBounds gives the shapes of a body that left their fat bounds new ones. The trees follow
// in refitTrees.
func (w *World) updateBounds(out *slotOutput, r *body, sim *solve.Sim) {
	for i := r.firstShape; i != none; i = w.shapes[i].next {
		s := &w.shapes[i]
		if s.proxy == none {
			continue
		}
		b := &w.bounds[i]
		b.tight = w.geometries[i].AABB(sim.Transform)
		if !b.fat.Contains(b.tight) {
			b.fat = w.aheadOf(b.tight.Expand(w.fatten(s)), s, w.states[sim.StateIndex].V)
			out.shapes = append(out.shapes, i)
		}
	}
}

// boundsAhead is for how many steps the fat bounds of what flies are to hold, boundsReach how many
// times its size they may reach ahead at most.
const (
	boundsAhead = 4
	boundsReach = 2
)

// aheadOf stretches fat bounds the way their shape flies, if that takes it out of them soon: a body
// that is thrown would else get new ones, and look for pairs, in every step.
func (w *World) aheadOf(fat AABB, s *shapeRecord, v Vec3) AABB {
	way := v.Mul(float32(boundsAhead * w.scratch.dt))
	if s.margin*s.margin >= way.Len2() {
		return fat
	}
	most := float32(boundsReach * fat.Half().MaxComponent())
	if n := way.Len(); n > most {
		way = way.Mul(most / n)
	}
	return AABB{Min: fat.Min.Add(way.Min(Vec3{})), Max: fat.Max.Add(way.Max(Vec3{}))}
}

// tremble is how many times faster than the sleep speed a body may be that goes nowhere.
const tremble = 4

// rests reports whether a body is slow, or trembles on the spot, that is, stays nearer to where
// it came to rest than the sleep speed takes it in the sleep time: tall piles ring for seconds
// at a few hertz, with amplitudes that nobody sees.
func (w *World) rests(r *body, sim *solve.Sim, s *solve.State) bool {
	limit := w.sleepSpeed(r)
	if r.sleepTime == 0 {
		r.restCenter, r.restRotation = sim.Center, sim.Transform.Q
	}
	if s.V.Len() > float32(tremble*limit) {
		return false
	}
	speed := r.speed(sim, s, w.scratch.dt)
	if speed <= limit {
		return true
	}
	if speed > float32(tremble*limit) {
		return false
	}
	turn := sim.Transform.Q.Mul(r.restRotation.Conj()).Vec()
	way := sim.Center.Dist(r.restCenter) + r.turnReach(sim, turn.Mul(2))
	return way <= float32(limit*w.settings.SleepTime)
}

// sleepSpeed is the speed (m/s) below which a body is sleepy.
func (w *World) sleepSpeed(r *body) float32 {
	if r.sleepSpeed >= 0 {
		return r.sleepSpeed
	}
	return w.settings.SleepSpeed
}

// speed (m/s) is that of the fastest point of a body. The displacement of the step
// counts half, so that a body that is being pushed out of another one is not at rest.
func (r *body) speed(sim *solve.Sim, s *solve.State, dt float32) float32 {
	speed := s.V.Len() + r.turnReach(sim, s.W)
	moved := s.DP.Len() + r.turnReach(sim, s.DQ.Vec().Mul(2))
	return vec.Max(speed, float32(0.5*moved)/dt)
}

// usable reports whether velocity and pose are finite and within the bounds of the world.
func usable(sim *solve.Sim, s *solve.State) bool {
	return s.V.IsFinite() && s.W.IsFinite() && validVector(sim.Transform.P, MaxPosition) && sim.Transform.Q.IsUnit()
}

// refitTrees tells the trees about the shapes that left their fat bounds in this step, and lets
// bullets look for what they would hit there.
func (w *World) refitTrees() error {
	w.scratch.rested = false
	w.listBullets()
	if len(w.scratch.bullets) == 0 {
		// nobody looks before the trees are tidy
		if err := w.putBoxes(); err != nil {
			return err
		}
		return w.tidyTrees()
	}
	for _, index := range w.moved {
		s := &w.shapes[index]
		w.trees[w.bodies[s.body].kind].Enlarge(s.proxy, w.bounds[index].fat)
	}
	if err := w.stopBullets(); err != nil {
		return err
	}
	return w.tidyTrees()
}

const (
	// rebuildEvery is how many steps apart the parts of the trees in which something moved are built anew.
	rebuildEvery = 4
	// sharedTrees is the number of moved shapes from which on workers share that. Fewer take less time than the others
	// wait for work before they park.
	sharedTrees = 32
)

// sharesTrees reports whether workers share the care of the trees.
func (w *World) sharesTrees() bool { return w.scratch.parallel && len(w.moved) >= sharedTrees }

// looseNode is a node that has to be marked in the tree of a body type, −1 for none.
type looseNode struct {
	kind BodyType
	node int32
}

// putBoxes puts the new fat bounds into the trees.
func (w *World) putBoxes() error {
	if !w.sharesTrees() {
		for _, index := range w.moved {
			s := &w.shapes[index]
			t := &w.trees[w.bodies[s.body].kind]
			t.Mark(t.Put(s.proxy, w.bounds[index].fat))
		}
		return nil
	}
	sc := &w.scratch
	sc.loose = slices.Grow(sc.loose[:0], len(w.moved))[:len(w.moved)]
	w.addStage(stageBoxes, 0, int32(len(w.moved)), grainBodies)
	if _, err := w.runStages(); err != nil {
		return err
	}
	for _, l := range sc.loose {
		if l.node != none {
			w.trees[l.kind].Mark(l.node)
		}
	}
	return nil
}

// putRange puts the fat bounds of the moved shapes begin to end (exclusive) into the trees.
func (w *World) putRange(begin, end int) {
	for k := begin; k < end; k++ {
		index := w.moved[k]
		s := &w.shapes[index]
		kind := w.bodies[s.body].kind
		w.scratch.loose[k] = looseNode{kind, w.trees[kind].Put(s.proxy, w.bounds[index].fat)}
	}
}

// tidyTrees makes the trees good for the searches of the next step.
func (w *World) tidyTrees() error {
	rebuild := w.steps%rebuildEvery == 0
	for _, kind := range [2]BodyType{Kinematic, Dynamic} {
		t := &w.trees[kind]
		if !w.sharesTrees() {
			if rebuild {
				t.Rebuild(false)
			} else {
				t.Refit()
			}
			continue
		}
		var n int
		if rebuild {
			n = t.BeginRebuild()
		} else {
			n = t.BeginRefit()
		}
		for ; n > 0; n = t.Next() {
			if err := w.tidyPieces(kind, int32(n)); err != nil {
				return err
			}
		}
	}
	return nil
}

// tidyPieces works on the pieces of a tree. One worker looks meanwhile for what rests, if nobody did.
func (w *World) tidyPieces(kind BodyType, count int32) error {
	sc := &w.scratch
	if sc.findRest = !sc.rested && w.settings.SleepEnabled; sc.findRest {
		count++
	}
	w.addStage(stageTrees, int32(kind), count, 1)
	_, err := w.runStages()
	sc.rested = sc.rested || sc.findRest
	return err
}

// tidyRange works on the items begin to end (exclusive) of stageTrees.
func (w *World) tidyRange(kind BodyType, begin, end int) {
	for k := begin; k < end; k++ {
		switch {
		case !w.scratch.findRest:
			w.trees[kind].Work(k)
		case k == 0:
			w.findRest()
		default:
			w.trees[kind].Work(k - 1)
		}
	}
}
