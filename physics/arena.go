package physics

// arena is one list that all blocks of a stage which a worker runs write to, each to a piece of its own. Were
// the pieces lists of their own, each would have to grow to the largest size that its block ever needs.
type arena[T any] struct{ list []T }

// arenaPiece is the room that a piece finds at least.
const arenaPiece = 64

// begin starts a stage; the pieces of the last one are gone.
func (a *arena[T]) begin() { a.list = a.list[:0] }

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
	sunk   []int32  // candidates of one shape
	_      [64]byte // neighbours are written by different workers
}

func (a *arenas) begin() {
	a.pairs.begin()
	a.deep.begin()
	a.shapes.begin()
	a.fast.begin()
}
