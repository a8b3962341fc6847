package physics

// arena is one list that all blocks of a stage which a worker runs write to, each to a piece of its own. Were
// the pieces lists of their own, each would have to grow to the largest size that its block ever needs.
type arena[T any] struct {
	list []T
	used int // by the pieces of the stage, wherever they are
}

// arenaPiece is the room that a piece finds at least.
const arenaPiece = 64

// begin starts a stage; the pieces of the last one are gone. There is room for as many items as all workers together
// wrote in a stage so far: which of them writes how much is not the same from run to run, and a worker that takes all
// of a stage for the first time must not allocate.
func (a *arena[T]) begin(most int) {
	if room := most + most/4 + 2*arenaPiece; most > 0 && cap(a.list) < room {
		a.list = make([]T, 0, room+room/4)
	}
	a.list, a.used = a.list[:0], 0
}

// open returns an empty piece to append to, until it is closed. The last eighth of the list is left free, so that
// pieces seldom have to move.
func (a *arena[T]) open() []T {
	if size := cap(a.list); size-len(a.list) < max(size/8, arenaPiece) {
		// the pieces so far keep the memory that they are in
		a.list = make([]T, 0, 2*size+4*arenaPiece)
	}
	return a.list[len(a.list):]
}

// close ends a piece.
func (a *arena[T]) close(piece []T) []T {
	n := len(piece)
	a.used += n
	if n <= cap(a.list)-len(a.list) {
		a.list = a.list[:len(a.list)+n]
	} else {
		a.list = make([]T, 0, 2*(cap(a.list)+n))
	}
	return piece[:n:n]
}

// arenas are those of a worker.
type arenas struct {
	pairs  arena[shapePair]
	deep   arena[deepPair]
	shapes arena[int32]
	fast   arena[int32]
	// unlisted are contacts, see slotOutput.
	unlisted arena[int32]
	sunk     []int32  // candidates of one shape
	_        [64]byte // neighbours are written by different workers
}

// arenaSizes are the most items that all workers together wrote in a stage.
type arenaSizes struct{ pairs, deep, shapes, fast, unlisted int }

// beginArenas starts a stage of the workers that all lists are of, of which count take part.
func beginArenas(all []arenas, most *arenaSizes, count int) {
	var used arenaSizes
	for i := range all {
		a := &all[i]
		used.pairs, used.deep = used.pairs+a.pairs.used, used.deep+a.deep.used
		used.shapes, used.fast = used.shapes+a.shapes.used, used.fast+a.fast.used
		used.unlisted += a.unlisted.used
	}
	most.pairs, most.deep = max(most.pairs, used.pairs), max(most.deep, used.deep)
	most.shapes, most.fast = max(most.shapes, used.shapes), max(most.fast, used.fast)
	most.unlisted = max(most.unlisted, used.unlisted)
	for i := range all[:count] {
		a := &all[i]
		a.pairs.begin(most.pairs)
		a.deep.begin(most.deep)
		a.shapes.begin(most.shapes)
		a.fast.begin(most.fast)
		a.unlisted.begin(most.unlisted)
	}
	// those that took part in the last stage and take no part in this one
	for i := range all[count:] {
		a := &all[count+i]
		a.pairs.used, a.deep.used, a.shapes.used, a.fast.used = 0, 0, 0, 0
		a.unlisted.used = 0
	}
}
