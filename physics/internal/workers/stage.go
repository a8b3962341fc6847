package workers

// Stage is a number of items that may be worked on in any order, after all items of the stage
// before and before any item of the stage after.
type Stage struct {
	// Kind and Arg are for the function; the pool does not read them.
	Kind, Arg int32
	// Count is the number of items, Grain the number of items of a block. The last block may
	// be smaller. A Grain below 1 puts all items in one block.
	Count, Grain int32
	// Joined: the function may get blocks that follow one another in one call, with the number of the first. The result
	// must not depend on where blocks begin.
	Joined bool
}

// Blocks returns the number of blocks of the stage.
func (s *Stage) Blocks() int32 {
	switch {
	case s.Count <= 0:
		return 0
	case s.Grain < 1 || s.Grain >= s.Count:
		return 1
	default:
		return 1 + (s.Count-1)/s.Grain
	}
}

// bounds returns the items of a block.
func (s *Stage) bounds(block int32) (begin, end int32) {
	if s.Grain < 1 || s.Grain >= s.Count {
		return 0, s.Count
	}
	begin = block * s.Grain
	// not begin+Grain, which overflows near the largest count
	if s.Count-begin <= s.Grain {
		return begin, s.Count
	}
	return begin, begin + s.Grain
}

// Func works on the items [begin, end) of a stage, which are its given block. The worker, 0 for
// the caller of Run and below Pool.Size, chooses scratch memory; results must not depend on it.
// The function must not call the pool and must not end its goroutine.
type Func func(worker int, stage *Stage, block, begin, end int32)
