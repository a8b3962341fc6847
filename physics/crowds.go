package physics

// deepPair are two bodies that overlap deeply, by a manifold.
type deepPair struct{ a, b, manifold int32 }

// listDeep tells the solver about the deep overlaps that the narrow phase found: their manifolds, and
// whether a body has several of them, which is what the solver means by a crowd. Single overlaps are
// common where things are thrown.
func (w *World) listDeep(slots []slotOutput) {
	s := &w.solver
	s.Crowded, s.Deep = false, s.Deep[:0]
	// a hook may take patches out, and what is moved to a larger span has another place
	s.DeepUnknown = w.hookCalls.preSolve != nil
	for i := range slots {
		s.DeepUnknown = s.DeepUnknown || len(slots[i].spills) > 0
		for _, p := range slots[i].deep {
			s.Deep = append(s.Deep, p.manifold)
			s.Crowded = w.scratch.markDeep(p.a) || s.Crowded
			s.Crowded = w.scratch.markDeep(p.b) || s.Crowded
		}
	}
	for i := range slots {
		for _, p := range slots[i].deep {
			w.scratch.inDeep[p.a], w.scratch.inDeep[p.b] = false, false
		}
	}
	w.scratch.awakeBefore = len(w.awake)
}

// markDeep reports whether a body was marked before.
func (sc *scratch) markDeep(body int32) bool {
	for int(body) >= len(sc.inDeep) {
		sc.inDeep = append(sc.inDeep, make([]bool, len(sc.inDeep)+64)...)
	}
	before := sc.inDeep[body]
	sc.inDeep[body] = true
	return before
}
