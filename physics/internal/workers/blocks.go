package workers

// runBlocks runs the blocks block to end (exclusive) for a worker and returns the first block that is left: end, or the
// block after a panic. All blocks of a joined stage run as one.
func runBlocks(fn Func, s *Stage, worker int, block, end int32, f *fault) (next int32) {
	count := int32(1)
	if s.Joined {
		count = end - block
	}
	defer func() {
		if value := recover(); value != nil {
			f.note(next, value)
			next += count
		}
	}()
	for next = block; next < end; next += count {
		first, _ := s.bounds(next)
		_, last := s.bounds(next + count - 1)
		fn(worker, s, next, first, last)
	}
	return next
}
