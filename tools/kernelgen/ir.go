package main

// operation is the operation of a value, on all lanes at once.
type operation int

const (
	opLoad    operation = iota // a vector from mem
	opZero                     // all zeros
	opRow                      // 16 bytes of the state of a lane (and of the lane four farther)
	opAdd                      // a + b
	opSub                      // a − b
	opMul                      // a · b
	opDiv                      // a / b
	opMax                      // a if a > b, else b
	opMin                      // a if a < b, else b
	opSqrt                     // √a
	opGreater                  // all ones where a > b
	opAtLeast                  // all ones where a ≥ b
	opRound                    // a rounded to single precision, of doubles
	opSelect                   // b where c, else a
	opShuffle                  // lanes of a and b as imm says
	opStore                    // a to mem
	opPut                      // a to the states, the inverse of opRow
	opLanes                    // load the addresses of states, for opRow or opPut
)

type base int

const (
	inBlock   base = iota // byte offset within the block
	inScratch             // vector index within the scratch memory
)

type memory struct {
	base base
	off  int
}

// value is one step of a kernel and, unless it stores, its result.
type value struct {
	op      operation
	a, b, c *value
	// imm is the pattern of a shuffle, the lane of a row, or the offset of A or B of lanes.
	imm int
	// scatter makes opLanes load addresses for writing.
	scatter bool
	mem     memory

	uses     []int // places in the code where the value is read
	register int   // or −1
	slot     int   // of spilled values
	spilled  bool
	pinned   bool // a load whose memory changes before its last use
}

// code is straight-line code.
type code struct {
	list []*value
	// ahead are offsets within the next block that this code will read and write, one for each cache line. They are
	// asked for one by one along the code. A block is almost a page long, and where a page ends processors stop
	// guessing what comes next: large_pyramid, whose blocks do not stay in the cache.
	ahead []int
}

// ahead makes code ask for the cache lines of the next block that it goes through.
func ahead(k *code) *code {
	const line = 64
	used := map[int]bool{0: true}
	for _, v := range k.list {
		if (v.op == opLoad || v.op == opStore) && v.mem.base == inBlock {
			used[v.mem.off/line] = true
		}
	}
	for i := range blockBytes/line + 1 {
		if used[i] {
			k.ahead = append(k.ahead, i*line)
		}
	}
	return k
}

func (k *code) add(v value) *value {
	v.register = -1
	p := &v
	k.list = append(k.list, p)
	return p
}

func (k *code) load(m memory) *value       { return k.add(value{op: opLoad, mem: m}) }
func (k *code) zero() *value               { return k.add(value{op: opZero}) }
func (k *code) store(m memory, a *value)   { k.add(value{op: opStore, mem: m, a: a}) }
func (k *code) plus(a, b *value) *value    { return k.add(value{op: opAdd, a: a, b: b}) }
func (k *code) minus(a, b *value) *value   { return k.add(value{op: opSub, a: a, b: b}) }
func (k *code) times(a, b *value) *value   { return k.add(value{op: opMul, a: a, b: b}) }
func (k *code) over(a, b *value) *value    { return k.add(value{op: opDiv, a: a, b: b}) }
func (k *code) max(a, b *value) *value     { return k.add(value{op: opMax, a: a, b: b}) }
func (k *code) min(a, b *value) *value     { return k.add(value{op: opMin, a: a, b: b}) }
func (k *code) sqrt(a *value) *value       { return k.add(value{op: opSqrt, a: a}) }
func (k *code) greater(a, b *value) *value { return k.add(value{op: opGreater, a: a, b: b}) }
func (k *code) atLeast(a, b *value) *value { return k.add(value{op: opAtLeast, a: a, b: b}) }
func (k *code) round(a *value) *value      { return k.add(value{op: opRound, a: a}) }
func (k *code) selects(no, yes, c *value) *value {
	return k.add(value{op: opSelect, a: no, b: yes, c: c})
}
func (k *code) shuffle(imm int, a, b *value) *value {
	return k.add(value{op: opShuffle, imm: imm, a: a, b: b})
}
func (k *code) lanes(offset int, scatter bool) {
	k.add(value{op: opLanes, imm: offset, scatter: scatter})
}

// vector is three values.
type vector struct{ x, y, z *value }

func (k *code) load3(m memory) vector {
	return vector{k.load(m), k.load(memory{m.base, m.off + laneBytes}), k.load(memory{m.base, m.off + 2*laneBytes})}
}

func (k *code) store3(m memory, v vector) {
	k.store(m, v.x)
	k.store(memory{m.base, m.off + laneBytes}, v.y)
	k.store(memory{m.base, m.off + 2*laneBytes}, v.z)
}

func (k *code) plus3(a, b vector) vector {
	return vector{k.plus(a.x, b.x), k.plus(a.y, b.y), k.plus(a.z, b.z)}
}

func (k *code) minus3(a, b vector) vector {
	return vector{k.minus(a.x, b.x), k.minus(a.y, b.y), k.minus(a.z, b.z)}
}

func (k *code) scale(s *value, a vector) vector {
	return vector{k.times(s, a.x), k.times(s, a.y), k.times(s, a.z)}
}

func (k *code) dot(a, b vector) *value {
	return k.plus(k.plus(k.times(a.x, b.x), k.times(a.y, b.y)), k.times(a.z, b.z))
}

func (k *code) cross(a, b vector) vector {
	return vector{
		k.minus(k.times(a.y, b.z), k.times(a.z, b.y)),
		k.minus(k.times(a.z, b.x), k.times(a.x, b.z)),
		k.minus(k.times(a.x, b.y), k.times(a.y, b.x)),
	}
}

// inertia multiplies the symmetric matrix at m with v.
func (k *code) inertia(m memory, v vector) vector {
	e := func(i int) *value { return k.load(memory{m.base, m.off + i*laneBytes}) }
	row := func(a, b, c *value) *value {
		return k.plus(k.plus(k.times(v.x, a), k.times(v.y, b)), k.times(v.z, c))
	}
	return vector{row(e(0), e(1), e(2)), row(e(1), e(3), e(4)), row(e(2), e(4), e(5))}
}

// The shuffles of a 4×4 transpose, in the numbering of SHUFPS.
const (
	lowPairs  = 0x44 // a0 a1 b0 b1
	highPairs = 0xEE // a2 a3 b2 b3
	evens     = 0x88 // a0 a2 b0 b2
	odds      = 0xDD // a1 a3 b1 b3
)

// gather reads 16 bytes of every state, as four values.
func (k *code) gather(offset int) [4]*value {
	var r [4]*value
	for i := range r {
		r[i] = k.add(value{op: opRow, imm: i, mem: memory{off: offset}})
	}
	t0, t1 := k.shuffle(lowPairs, r[0], r[1]), k.shuffle(lowPairs, r[2], r[3])
	t2, t3 := k.shuffle(highPairs, r[0], r[1]), k.shuffle(highPairs, r[2], r[3])
	return [4]*value{k.shuffle(evens, t0, t1), k.shuffle(odds, t0, t1), k.shuffle(evens, t2, t3),
		k.shuffle(odds, t2, t3)}
}

// scatter is the inverse of gather.
func (k *code) scatter(offset int, v vector, w *value) {
	put := func(lane int, a *value) { k.add(value{op: opPut, imm: lane, mem: memory{off: offset}, a: a}) }
	t0, t1 := k.shuffle(lowPairs, v.x, v.y), k.shuffle(lowPairs, v.z, w)
	put(0, k.shuffle(evens, t0, t1))
	put(1, k.shuffle(odds, t0, t1))
	t2, t3 := k.shuffle(highPairs, v.x, v.y), k.shuffle(highPairs, v.z, w)
	put(2, k.shuffle(evens, t2, t3))
	put(3, k.shuffle(odds, t2, t3))
}
