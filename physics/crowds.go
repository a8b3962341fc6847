package physics

// deepPair are two bodies that overlap deeply, by a manifold.
type deepPair struct{ a, b, manifold int32 }

// listDeep tells the solver about the deep overlaps that the narrow phase found: their manifolds, and
// whether a body has several of them, which is what the solver means by a crowd. Single overlaps are
// common where things are thrown.
func (w *World) listDeep(slots []slotOutput) {
	sc, s := &w.scratch, &w.solver.Overlaps
	s.Clustered, s.Manifolds = false, s.Manifolds[:0]
	// a hook may take patches out, and what is moved to a larger span has another place
	s.Incomplete = w.hooks.preSolve != nil
	for i := range slots {
		s.Incomplete = s.Incomplete || len(slots[i].spills) > 0
		for _, p := range slots[i].deep {
			s.Manifolds = append(s.Manifolds, p.manifold)
			s.Clustered = sc.markDeep(p.a) || s.Clustered
			s.Clustered = sc.markDeep(p.b) || s.Clustered
		}
	}
	for i := range slots {
		for _, p := range slots[i].deep {
			sc.inDeep[p.a], sc.inDeep[p.b] = false, false
		}
	}
	sc.awakeBefore = len(w.awake)
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
