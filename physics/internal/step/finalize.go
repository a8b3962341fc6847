package step

import (
	"tumble/physics/internal/continuous"
	"tumble/physics/internal/energy"
	"tumble/physics/internal/state"
)

// finalOutput is the result of a block of bodies for the serial part after it.
type finalOutput struct {
	shapes  []int32 // that left their fat bounds
	fast    []int32 // bodies for continuous collision
	bullets []int32 // those that are awake
	bad     []badBody
	runaway []int32  // bodies that restrain slows down
	_       [64]byte // neighbours are written by different workers
}

// finalizeBodies takes over the poses and velocities of the awake bodies from the solver.
func (sp *Step) finalizeBodies() error {
	sp.Sink.BeginMoves(len(sp.Awake))
	sp.add(stageFinalize, 0, int32(len(sp.Awake)))
	blocks, err := sp.runAdded()
	if err != nil {
		return err
	}
	sp.mark(energy.GuardSpin, energy.GuardSpin)
	sp.bad = sp.bad[:0]
	for i := range sp.finalized[:blocks] {
		out := &sp.finalized[i]
		sp.bad = append(sp.bad, out.bad...)
		for _, index := range out.runaway {
			sp.restrain(index)
		}
		sp.Continuous.Add(out.fast, out.bullets)
		for _, index := range out.shapes {
			sp.Broad.BufferMove(index)
		}
	}
	sp.mark(energy.GuardRestrain, energy.GuardRestrain)
	return nil
}

// beginFinalize makes room for the findings of so many blocks.
func (sp *Step) beginFinalize(blocks, workers int) {
	for len(sp.finalized) < blocks {
		sp.finalized = append(sp.finalized, finalOutput{})
	}
	sp.shapes.Begin(workers)
	sp.fast.Begin(workers)
}

// finalizeRange finalizes the awake bodies begin to end (exclusive).
func (sp *Step) finalizeRange(worker, block, begin, end int) {
	out := &sp.finalized[block]
	out.shapes, out.fast = sp.shapes.Open(worker), sp.fast.Open(worker)
	out.bad, out.runaway, out.bullets = out.bad[:0], out.runaway[:0], out.bullets[:0]
	for k := begin; k < end; k++ {
		if index := sp.Awake[k]; !sp.finalizeBody(out, k, index) {
			sp.Islands.StayAwake(index)
			out.bad = append(out.bad, badBody{index, int32(k)})
		}
	}
	out.shapes, out.fast = sp.shapes.Close(worker, out.shapes), sp.fast.Close(worker, out.fast)
	sp.Sink.Moved(begin, end)
}

// finalizeBody returns false for a body that has to be quarantined.
func (sp *Step) finalizeBody(out *finalOutput, k int, index int32) bool {
	r, sim, s := &sp.Bodies[index], &sp.Sims[index], &sp.States[k+1]
	if !state.Usable(sim, s) {
		return false
	}
	sp.holdEnergy(k, r, sim, s)
	if r.FirstJoint != state.None && sp.runsAway(s) {
		out.runaway = append(out.runaway, index)
	}
	sp.Islands.NoteRest(r, sim, s)
	if r.Bullet && r.Kind == state.Dynamic {
		out.bullets = append(out.bullets, index)
	}
	if sp.Settings.Continuous && continuous.IsFast(r, sim, s, sp.dt) {
		// its bounds follow when it has been stopped
		out.fast = append(out.fast, index)
		return true
	}
	out.shapes = sp.Broad.UpdateBounds(out.shapes, r, sim)
	return true
}

// reportHits lists the contacts whose surfaces met fast in this step.
func (sp *Step) reportHits() {
	if sp.hits == 0 {
		return
	}
	for _, index := range sp.Narrow.Listed {
		if c := &sp.Contacts[index]; c.Hits && c.Touching {
			sp.reportHit(c)
		}
	}
}

// reportHit reports the fastest point of a contact, if it is fast enough.
func (sp *Step) reportHit(c *state.Contact) {
	hit := Hit{ShapeA: c.ShapeA, ShapeB: c.ShapeB}
	speed := sp.Settings.HitSpeed
	manifolds := sp.ManifoldsOf(c)
	for k := range manifolds {
		m := &manifolds[k]
		for i := range m.Points[:m.Count] {
			p := &m.Points[i]
			hit.Impulse += p.TotalNormalImpulse
			if p.TotalNormalImpulse > 0 && -p.NormalVelocity > speed {
				speed = -p.NormalVelocity
				hit.Point, hit.Normal, hit.Speed = sp.Sims[c.BodyA].Center0.Add(p.AnchorA), m.Normal, speed
			}
		}
	}
	if hit.Speed > 0 {
		sp.Sink.Hit(hit)
	}
}
