// Package arena gives the blocks of a parallel stage memory for lists of unknown length: one growing list per worker
// and kind, in which every block has a piece of its own.
package arena

// Lists are the memory for one kind of items: a list per worker, to which all blocks of a stage that the worker runs
// write, each to a piece of its own. Were the pieces lists of their own, each would have to grow to the largest size
// that its block ever needs. The zero value is ready.
type Lists[T any] struct {
	workers []list[T]
	most    int // items that all workers together wrote in a stage so far
}

// list is the memory of one worker.
type list[T any] struct {
	items []T
	used  int      // by the pieces of the stage, wherever they are
	_     [64]byte // neighbours are written by different workers
}

// minBlock is the room that a piece finds at least.
const minBlock = 64

// Begin starts a stage in which count workers take part; the pieces of the last one are gone. Each worker gets room for
// as many items as all workers together wrote in a stage so far: which of them writes how much is not the same from run
// to run, and a worker that takes all of a stage for the first time must not allocate.
func (l *Lists[T]) Begin(count int) {
	for len(l.workers) < count {
		l.workers = append(l.workers, list[T]{})
	}
	used := 0
	for i := range l.workers {
		used += l.workers[i].used
		l.workers[i].used = 0
	}
	l.most = max(l.most, used)
	for i := range l.workers[:count] {
		l.workers[i].begin(l.most)
	}
}

// Open returns an empty piece to append to, until it is closed.
func (l *Lists[T]) Open(worker int) []T { return l.workers[worker].open() }

// Close ends a piece that Open of the same worker returned.
func (l *Lists[T]) Close(worker int, block []T) []T { return l.workers[worker].close(block) }

func (a *list[T]) begin(most int) {
	if room := most + most/4 + 2*minBlock; most > 0 && cap(a.items) < room {
		a.items = make([]T, 0, room+room/4)
	}
	a.items, a.used = a.items[:0], 0
}

// open leaves the last eighth of the list free, so that pieces seldom have to move.
func (a *list[T]) open() []T {
	if size := cap(a.items); size-len(a.items) < max(size/8, minBlock) {
		// the pieces so far keep the memory that they are in
		a.items = make([]T, 0, 2*size+4*minBlock)
	}
	return a.items[len(a.items):]
}

func (a *list[T]) close(block []T) []T {
	n := len(block)
	a.used += n
	if n <= cap(a.items)-len(a.items) {
		a.items = a.items[:len(a.items)+n]
	} else {
		a.items = make([]T, 0, 2*(cap(a.items)+n))
	}
	return block[:n:n]
}
