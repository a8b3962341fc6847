package journal

// Frames are states in the order of their steps, within a budget of memory. A full budget drops the states that are
// missed least.
type Frames[T any] struct {
	// Every is the number of steps between states, Budget the memory for all (bytes).
	Every, Budget int

	bytes int
	list  []frameOf[T]
}

type frameOf[T any] struct {
	step, bytes int
	state       T
}

// Wants reports whether the state after a step is to be kept.
func (f *Frames[T]) Wants(step int) bool {
	if f.Budget <= 0 || f.Every <= 0 || step%f.Every != 0 {
		return false
	}
	at := f.position(step)
	return at == len(f.list) || f.list[at].step != step
}

// position is where a step stands in the list, or would.
func (f *Frames[T]) position(step int) int {
	at := len(f.list)
	for at > 0 && f.list[at-1].step >= step {
		at--
	}
	return at
}

// Add keeps the state after a step.
func (f *Frames[T]) Add(step, bytes int, state T) {
	at := f.position(step)
	f.list = append(f.list, frameOf[T]{})
	copy(f.list[at+1:], f.list[at:])
	f.list[at] = frameOf[T]{step, bytes, state}
	f.bytes += bytes
	for f.bytes > f.Budget && len(f.list) > 1 {
		f.thin(step)
	}
}

// thin drops the state that is missed least: the gap it leaves is smallest against its distance from now, so that
// states lie closer the nearer they are.
func (f *Frames[T]) thin(now int) {
	drop, least := 0, float64(0)
	for i := range f.list {
		before, after := 0, now
		if i > 0 {
			before = f.list[i-1].step
		}
		if i+1 < len(f.list) {
			after = f.list[i+1].step
		}
		distance := now - f.list[i].step
		if distance < 0 {
			distance = -distance
		}
		if cost := float64(after-before) / float64(distance+f.Every); i == 0 || cost < least {
			drop, least = i, cost
		}
	}
	f.bytes -= f.list[drop].bytes
	f.list = append(f.list[:drop], f.list[drop+1:]...)
}

// Before returns the last state before a step; ok is false if there is none.
func (f *Frames[T]) Before(step int) (at int, state T, ok bool) {
	if i := f.position(step); i > 0 {
		return f.list[i-1].step, f.list[i-1].state, true
	}
	return 0, state, false
}

// Steps are the steps whose states are kept.
func (f *Frames[T]) Steps() []int {
	steps := make([]int, len(f.list))
	for i := range f.list {
		steps[i] = f.list[i].step
	}
	return steps
}
