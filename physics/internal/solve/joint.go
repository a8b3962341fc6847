package solve

// Joint placeholder
type Joint struct{ X int32 }

func (s *Solver) PrepareJoints(begin, end int)          {}
func (s *Solver) warmStartJoints(begin, end int)        {}
func (s *Solver) solveJoints(begin, end int, bias bool) {}
