package step

import (
	"tumble/physics/internal/broadphase"
	"tumble/physics/internal/energy"
	"tumble/physics/internal/narrowphase"
	"tumble/physics/internal/solve"
	"tumble/physics/internal/state"
)

// updatePairs creates the contacts of all shapes that moved, chunk by chunk: first the queries,
// then the contacts in the order in which the shapes moved. At the limit of contacts the rest is left
// out and counted.
func (sp *Step) updatePairs() error {
	if sp.Settings.Continuous {
		sp.ahead = sp.Continuous.AppendAhead(sp.ahead[:0])
		for _, index := range sp.ahead {
			sp.Islands.Wake(index)
		}
	}
	if counts := sp.Broad.BeginPairs(); counts != nil {
		sp.Narrow.CountDeep(counts)
		sp.Broad.RetryWaiting()
	}
	sp.Broad.FindPacked()
	sp.Last.Moved, sp.Last.NewPairs = len(sp.Broad.Moved), 0
	for first := 0; first < len(sp.Broad.Moved) && sp.ContactCount < sp.Limits.Contacts; {
		n := sp.Broad.NextChunk(first)
		sp.add(stagePairs, int32(first), int32(n))
		if _, err := sp.runAdded(); err != nil {
			return err
		}
		first += sp.createPairs(n)
	}
	sp.Broad.EndPairs()
	return nil
}

// createPairs makes contacts of the pairs that were found for n moved shapes, chunk by chunk, as long as these may be
// made as they are. It returns for how many shapes it did.
func (sp *Step) createPairs(n int) int {
	for done := 0; ; done += broadphase.ChunkShapes {
		if done > 0 && (sp.Broad.KnowsDeep() || sp.ContactCount >= sp.Limits.Contacts) {
			return done
		}
		found, last, ok := sp.Broad.Found(done)
		if !ok {
			return done
		}
		for i, p := range found {
			sp.fetchPairs(found[i:])
			sp.createPair(p)
		}
		if last {
			return n
		}
	}
}

// createPair makes a contact of a pair that the broad phase found, unless it has to wait.
func (sp *Step) createPair(p broadphase.Pair) {
	if p.B == state.None {
		sp.Broad.Wait(p.A)
		return
	}
	sp.Last.NewPairs++
	if !sp.Broad.Accepts(p) || !sp.Allows(p.A, p.B) {
		return
	}
	sp.createContact(p.A, p.B)
	sp.Broad.Created(p)
}

// collide updates the manifolds of all contacts of awake bodies.
func (sp *Step) collide() error {
	sp.add(stageCollide, 0, int32(sp.Narrow.List()))
	blocks, err := sp.runAdded()
	if err != nil {
		return err
	}
	f := sp.Narrow.EndCollide(blocks)
	sp.Last.Recycled, sp.Last.Points, sp.hits = f.Recycled, f.Points, f.Hits
	sp.listDeep(&f)
	// a hook may set a restitution and a surface velocity
	bounces, belts := sp.Narrow.PreSolve()
	sp.Solver.Expect(f.Sagging, f.Bounces || bounces, f.Belts || belts)
	return nil
}

// updateContacts begins, ends and destroys contacts as the narrow phase found, in the order
// of the list.
func (sp *Step) updateContacts() error {
	changed := sp.Narrow.Changed()
	for k, place := range changed {
		sp.fetchChanged(changed[k:])
		index := sp.Narrow.Listed[place]
		switch sp.Narrow.Outcomes[place] {
		case narrowphase.Began:
			sp.beginTouch(index)
		case narrowphase.Ended:
			sp.endTouch(index)
			sp.Islands.ListContact(index)
		case narrowphase.Apart:
			sp.destroyContact(index, false)
		case narrowphase.Resized:
			sp.Islands.Regraph(index)
		}
	}
	return nil
}

// solve runs the solver over the constraint graph and moves the bodies.
func (sp *Step) solve() error {
	s := &sp.Solver
	s.Read(&solve.Input{
		Sims: sp.Sims, States: sp.States, Awake: sp.Awake, Manifolds: sp.Manifolds, Joints: sp.Rows, Knots: sp.Knots,
		Whole: sp.Whole || sp.Solver.Books != nil, Workers: sp.workers, Clock: sp.Profile.Clock,
	})
	if len(sp.Awake) > 0 {
		sp.GravityBefore = sp.Settings.Gravity.Len()
	}
	s.Open(&sp.Graph, solve.NewParams(sp.Settings.Solver(), sp.dt, sp.Settings.SubSteps))
	sp.addSolverStages(s.Opening())
	if _, err := sp.runAdded(); err != nil {
		return err
	}
	sp.openBooks()
	sp.addSolverStages(s.Stages())
	sp.islandBatchTime = 0
	_, err := sp.runAdded()
	sp.closeBooks()
	sp.addIslandBatchTimes()
	sp.Solver.FinishResiduals()
	return err
}

// addIslandBatchTimes counts the time of the island batches among the phases of the solver.
func (sp *Step) addIslandBatchTimes() {
	if sp.Profile.Clock == nil || sp.Solver.IslandBatchCount() == 0 {
		return
	}
	for phase, ns := range sp.Solver.IslandBatchTimes(sp.islandBatchTime) {
		*phaseTimes[phase](&sp.Profile.Times) += ns
	}
}

// finalize reports the effect of the solver on contacts and joints, then examines the awake bodies: for how long they
// have been slow, whether their state is usable, and where their shapes are now.
func (sp *Step) finalize() error {
	sp.reportHits()
	sp.reportPaths()
	sp.breakJoints()
	sp.mark(energy.GuardRestrain, energy.GuardRestrain)
	return sp.finalizeBodies()
}

// stopFastBodies runs continuous collision against static shapes.
func (sp *Step) stopFastBodies() error {
	sp.Last.Fast = sp.Continuous.Count()
	sp.add(stageContinuous, 0, int32(sp.Last.Fast))
	blocks, err := sp.runAdded()
	if err != nil {
		return err
	}
	sp.Last.Asked = sp.Continuous.EndStop(blocks)
	sp.mark(energy.GuardSweep, energy.SweepFall)
	return nil
}

// refitTrees tells the trees about the shapes that left their fat bounds in this step, and lets
// bullets look for the bodies they would hit there.
func (sp *Step) refitTrees() error {
	count := sp.Continuous.ListBullets()
	if count == 0 {
		// nobody looks before the trees are tidy
		if err := sp.putBoxes(); err != nil {
			return err
		}
		return sp.tidyTrees()
	}
	sp.Broad.EnlargeMoved()
	sp.add(stageBullets, 0, int32(count))
	blocks, err := sp.runAdded()
	if err != nil {
		return err
	}
	sp.Continuous.EndBullets(blocks)
	sp.mark(energy.GuardSweep, energy.SweepFall)
	for _, l := range sp.Continuous.Lost() {
		sp.Solver.Owe(l.Body, l.Moment)
	}
	sp.Solver.PayMoments()
	sp.mark(energy.GuardMoments, energy.GuardMoments)
	return sp.tidyTrees()
}

// putBoxes puts the new fat bounds into the trees.
func (sp *Step) putBoxes() error {
	if !sp.Broad.SharesTrees() {
		sp.Broad.Put()
		return nil
	}
	sp.Broad.BeginPut()
	sp.add(stageBoxes, 0, int32(len(sp.Broad.Moved)))
	if _, err := sp.runAdded(); err != nil {
		return err
	}
	sp.Broad.EndPut()
	return nil
}

// tidyTrees makes the trees good for the searches of the next step.
func (sp *Step) tidyTrees() error {
	for _, kind := range [2]state.BodyType{state.Kinematic, state.Dynamic} {
		if !sp.Broad.SharesTrees() {
			sp.Broad.Tidy(kind)
			continue
		}
		for n := sp.Broad.BeginTidy(kind); n > 0; n = sp.Broad.Trees[kind].Next() {
			if err := sp.tidyPieces(kind, int32(n)); err != nil {
				return err
			}
		}
	}
	return nil
}

// tidyPieces works on the pieces of a tree. One worker looks meanwhile for bodies at rest, if nobody did.
func (sp *Step) tidyPieces(kind state.BodyType, count int32) error {
	if sp.restStage = !sp.Islands.KnowsRest() && sp.Settings.SleepEnabled; sp.restStage {
		count++
	}
	sp.add(stageTrees, int32(kind), count)
	_, err := sp.runAdded()
	return err
}

// tidyRange works on the items begin to end (exclusive) of stageTrees.
func (sp *Step) tidyRange(kind state.BodyType, begin, end int) {
	for k := begin; k < end; k++ {
		switch {
		case !sp.restStage:
			sp.Broad.Trees[kind].Work(k)
		case k == 0:
			sp.Islands.FindRest()
		default:
			sp.Broad.Trees[kind].Work(k - 1)
		}
	}
}

// updateSleep lets islands fall asleep whose bodies have all been slow for long enough, and then freezes the bodies
// that finalizing found unusable. The events come first: sleeping reorders the list of awake bodies, by which they go.
func (sp *Step) updateSleep() error {
	sp.Islands.FindSleep(sp.fellAsleep)
	sp.Islands.FallAsleep()
	sp.mark(energy.Sleep, energy.Sleep)
	sp.quarantineBodies()
	sp.mark(energy.Quarantine, energy.Quarantine)
	return nil
}

// updateSensors finds all overlaps and reports how they differ from those of the last step.
func (sp *Step) updateSensors() error {
	if sp.Sensors.Idle() {
		return nil
	}
	sp.add(stageSensors, 0, int32(len(sp.Sensors.Sensors)))
	blocks, err := sp.runAdded()
	if err != nil {
		return err
	}
	began, ended := sp.Sensors.EndFind(blocks)
	for _, o := range ended {
		sp.Sink.SensorEnded(o)
	}
	for _, o := range began {
		sp.Sink.SensorBegan(o)
	}
	return nil
}
