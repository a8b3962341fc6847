package physics

import (
	"slices"
)

// finalizeBodies reads what the solver made of the awake bodies: how long they have been
// slow, whether their state is still usable, and where their shapes are now.
func (w *World) finalizeBodies() error {
	w.sink.beginMoves(len(w.awake))
	w.addStage(stageFinalize, 0, int32(len(w.awake)), grainBodies)
	slots, err := w.runStages()
	if err != nil {
		return err
	}
	w.scratch.bad, w.scratch.fast = w.scratch.bad[:0], w.scratch.fast[:0]
	for i := range w.scratch.slots[:slots] {
		out := &w.scratch.slots[i]
		w.scratch.bad = append(w.scratch.bad, out.bad...)
		for _, index := range out.runaway {
			w.restrain(index)
		}
		w.scratch.fast = append(w.scratch.fast, out.fast...)
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
	w.sink.moved(begin, end)
}

// finalizeBody returns false for a body that has to be quarantined.
func (w *World) finalizeBody(out *slotOutput, k int, index int32) bool {
	dt := w.scratch.dt
	r, sim, s := &w.bodies[index], &w.sims[index], &w.states[k+1]
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
	out.shapes = w.updateBounds(out.shapes, r, sim)
	return true
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
	w.scratch.loose = slices.Grow(w.scratch.loose[:0], len(w.moved))[:len(w.moved)]
	w.addStage(stageBoxes, 0, int32(len(w.moved)), grainBodies)
	if _, err := w.runStages(); err != nil {
		return err
	}
	for _, l := range w.scratch.loose {
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
	if w.scratch.findRest = !w.scratch.rested && w.settings.SleepEnabled; w.scratch.findRest {
		count++
	}
	w.addStage(stageTrees, int32(kind), count, 1)
	_, err := w.runStages()
	w.scratch.rested = w.scratch.rested || w.scratch.findRest
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
