package physics

// Snapshot is the state of a world in memory, made by World.Snapshot. The zero value is empty.
// Its storage is reused by the next snapshot into it.
type Snapshot struct {
	state simulation
	valid bool
	// lists and check are for reading bytes.
	lists contactLists
	check loadCheck
}

// Snapshot copies the whole state of the world into s. Restoring it continues with the same
// bits as if nothing had happened since.
func (w *World) Snapshot(s *Snapshot) error {
	if w.locked.Load() {
		return ErrWorldLocked
	}
	s.state.copyFrom(&w.simulation)
	s.check.forget()
	s.valid = true
	return nil
}

// Restore brings the world back to the state in s, which may also come from another world.
// Events are cleared. Handles of bodies, shapes and joints that existed then are valid again;
// those of later ones must be forgotten, because the same calls give the same handles again.
func (w *World) Restore(s *Snapshot) error {
	if r := w.recorder(); r != nil {
		return called[error](r, "World.Restore", w, s)
	}
	if w.locked.Load() {
		return ErrWorldLocked
	}
	if !s.valid {
		return errEmptySnapshot
	}
	w.simulation.copyFrom(&s.state)
	w.scratch.near.dropStale(&w.simulation)
	w.broken = nil
	w.published.swap()
	w.published.swap()
	w.published.moves = w.published.moves[:0]
	w.last = lastStep{}
	w.revision++
	return nil
}

// Clone returns an independent copy of the world. Body.In, Shape.In and Joint.In find its
// handles.
func (w *World) Clone() (*World, error) {
	if w.locked.Load() {
		return nil, ErrWorldLocked
	}
	c := &World{limits: w.limits, clock: w.clock}
	c.init()
	c.hire(w.workers)
	c.simulation.copyFrom(&w.simulation)
	return c, nil
}

// In returns the handle of the same body in a clone or in a world restored from a snapshot.
func (b Body) In(w *World) Body { return Body{w, b.index, b.generation} }

// In returns the handle of the same shape in a clone or in a world restored from a snapshot.
func (s Shape) In(w *World) Shape { return Shape{w, s.index, s.generation} }

// In returns the handle of the same joint in a clone or in a world restored from a snapshot.
func (j Joint) In(w *World) Joint { return Joint{w, j.index, j.generation} }

// copyFrom makes s an exact copy of src in the storage of s.
func (s *simulation) copyFrom(src *simulation) {
	s.settings = src.settings

	s.bodies = append(s.bodies[:0], src.bodies...)
	s.sims = append(s.sims[:0], src.sims...)
	s.names = copyPointers(s.names, src.names)
	s.freeBodies = append(s.freeBodies[:0], src.freeBodies...)
	s.bodyCount, s.typeCounts = src.bodyCount, src.typeCounts
	s.awake = append(s.awake[:0], src.awake...)
	s.states = append(s.states[:0], src.states...)

	s.shapes = append(s.shapes[:0], src.shapes...)
	s.bounds = append(s.bounds[:0], src.bounds...)
	s.geometries = copyPointers(s.geometries, src.geometries)
	s.freeShapes = append(s.freeShapes[:0], src.freeShapes...)
	s.surfaces = append(s.surfaces[:0], src.surfaces...)
	s.shapeCount = src.shapeCount

	s.contacts = append(s.contacts[:0], src.contacts...)
	s.manifolds = append(s.manifolds[:0], src.manifolds...)
	for i := range s.freeSpans {
		s.freeSpans[i] = append(s.freeSpans[i][:0], src.freeSpans[i]...)
	}
	s.reuse = append(s.reuse[:0], src.reuse...)
	s.freeContacts = append(s.freeContacts[:0], src.freeContacts...)
	s.awakeContacts = append(s.awakeContacts[:0], src.awakeContacts...)
	s.contactCount, s.touching = src.contactCount, src.touching
	s.graph.CopyFrom(&src.graph)

	s.joints = append(s.joints[:0], src.joints...)
	s.rows = append(s.rows[:0], src.rows...)
	s.freeJoints = append(s.freeJoints[:0], src.freeJoints...)
	s.knots = append(s.knots[:0], src.knots...)
	s.jointCount = src.jointCount

	s.islands = append(s.islands[:0], src.islands...)
	s.freeIslands = append(s.freeIslands[:0], src.freeIslands...)
	s.awakeIslands = append(s.awakeIslands[:0], src.awakeIslands...)

	for i := range s.trees {
		s.trees[i].CopyFrom(&src.trees[i])
	}
	s.moved = append(s.moved[:0], src.moved...)
	s.waiting = append(s.waiting[:0], src.waiting...)
	s.pairs.copyFrom(&src.pairs)
	s.sensors = append(s.sensors[:0], src.sensors...)
	s.overlaps = append(s.overlaps[:0], src.overlaps...)
	s.sensorsStale = src.sensorsStale
	s.lightest, s.heaviest = src.lightest, src.heaviest
	s.steps, s.quarantined, s.dropped, s.births = src.steps, src.quarantined, src.dropped, src.births
}

// copyPointers copies src over dst and forgets what dst referred to beyond it.
func copyPointers[T any](dst, src []T) []T {
	clear(dst[min(len(src), len(dst)):])
	return append(dst[:0], src...)
}
