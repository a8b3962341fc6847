package main

// backend prints instructions.
type backend interface {
	// registers is the number of vector registers to assign; zeroRegister is one beyond them
	// that always holds zeros, or −1.
	registers() int
	zeroRegister() int
	// folds says that the second operand may be in memory.
	folds() bool
	// early says that an operation writes its result before it has read all operands.
	early(op operation) bool

	load(r int, m memory)
	store(r int, m memory)
	clear(r int)
	row(r, lane, offset int)
	put(r, lane, offset int)
	lanes(offset int, scatter, pushes bool)
	// ahead asks for a cache line of the next block.
	ahead(off int)
	// arithmetic prints v with result d and operands a, b (or memory, if m is not nil), c.
	arithmetic(v *value, d, a, b, c int, m *memory)
}

// never is the place of a use that does not come.
const never = 1 << 30

// allocator assigns registers to straight-line code in one pass. A full register file gives
// up the value that is needed last; loads are repeated rather than saved.
type allocator struct {
	to      backend
	list    []*value
	inside  []*value // by register
	locked  []bool
	spill0  int // first spill slot
	slots   int // spill slots ever used
	free    []int
	pending []int // slots that become free after the current instruction
}

// emit prints code and returns how many spill slots it took.
func emit(to backend, k *code, spill0 int) int {
	a := &allocator{
		to: to, list: k.list, spill0: spill0,
		inside: make([]*value, to.registers()), locked: make([]bool, to.registers()),
	}
	a.prepare()
	asked := 0
	for i, v := range a.list {
		for ; asked*len(a.list) < i*len(k.ahead); asked++ {
			to.ahead(k.ahead[asked])
		}
		clear(a.locked)
		a.free = append(a.free, a.pending...)
		a.pending = a.pending[:0]
		a.step(i, v)
	}
	return a.slots
}

// prepare lists the uses, puts loads where they fold, and pins loads whose memory is written.
func (a *allocator) prepare() {
	for _, v := range a.list {
		if (v.op == opAdd || v.op == opMul) && v.a.op == opLoad && v.b.op != opLoad {
			v.a, v.b = v.b, v.a
		}
	}
	for i, v := range a.list {
		for _, s := range []*value{v.a, v.b, v.c} {
			if s != nil {
				s.uses = append(s.uses, i)
			}
		}
	}
	for i, v := range a.list {
		if v.op != opStore {
			continue
		}
		for _, l := range a.list[:i] {
			if l.op == opLoad && l.mem == v.mem && len(l.uses) > 0 && l.uses[len(l.uses)-1] > i {
				l.pinned = true
			}
		}
	}
}

func (a *allocator) step(i int, v *value) {
	switch v.op {
	case opLoad:
		if v.pinned {
			a.bring(v, i)
		}
	case opZero:
	case opLanes:
		a.to.lanes(v.imm, v.scatter, v.pushes)
	case opStore:
		a.to.store(a.bring(v.a, i), v.mem)
		a.release(v.a, i)
	case opPut:
		a.to.put(a.bring(v.a, i), v.imm, v.mem.off)
		a.release(v.a, i)
	case opRow:
		r := a.take(i)
		a.to.row(r, v.imm, v.mem.off)
		v.register, a.inside[r] = r, v
	default:
		if len(v.uses) > 0 {
			a.arithmetic(i, v)
		}
	}
}

func (a *allocator) arithmetic(i int, v *value) {
	ra, rb, rc := -1, -1, -1
	if v.a != nil {
		ra = a.bring(v.a, i)
	}
	if v.c != nil {
		rc = a.bring(v.c, i)
	}
	var m *memory
	if v.b != nil {
		if m = a.folded(v.b, i); m == nil {
			rb = a.bring(v.b, i)
		}
	}
	early := a.to.early(v.op)
	if !early {
		a.release(v.a, i)
		a.release(v.b, i)
		a.release(v.c, i)
	}
	d := a.take(i)
	if early {
		a.release(v.a, i)
		a.release(v.b, i)
		a.release(v.c, i)
	}
	v.register, a.inside[d] = d, v
	a.to.arithmetic(v, d, ra, rb, rc, m)
}

// folded returns where the operand v can be read from memory, or nil when it is in a register
// or should come into one.
func (a *allocator) folded(v *value, i int) *memory {
	if !a.to.folds() || v.register >= 0 {
		return nil
	}
	soon := next(v, i+1)
	if soon <= i+24 {
		return nil
	}
	if v.spilled {
		return &memory{inScratch, a.spill0 + v.slot}
	}
	if v.op == opLoad && !v.pinned {
		return &v.mem
	}
	return nil
}

// next returns the first use of v at or after place i.
func next(v *value, i int) int {
	for _, u := range v.uses {
		if u >= i {
			return u
		}
	}
	return never
}

// repeatable values need not be saved.
func repeatable(v *value) bool { return v.op == opLoad && !v.pinned || v.op == opZero }

// take returns a free register, making one free if need be.
func (a *allocator) take(i int) int {
	best, score := -1, -1
	for r, v := range a.inside {
		if a.locked[r] {
			continue
		}
		if v == nil {
			return r
		}
		s := 2 * next(v, i)
		if v.spilled || repeatable(v) {
			s += 12
		}
		if s > score {
			best, score = r, s
		}
	}
	if best < 0 {
		panic("kernelgen: no register is free")
	}
	v := a.inside[best]
	if next(v, i) < never && !v.spilled && !repeatable(v) {
		v.slot, v.spilled = a.slots, true
		if n := len(a.free); n > 0 {
			v.slot = a.free[n-1]
			a.free = a.free[:n-1]
		} else {
			a.slots++
		}
		a.to.store(best, memory{inScratch, a.spill0 + v.slot})
	}
	v.register, a.inside[best] = -1, nil
	return best
}

// bring makes sure that v is in a register and keeps it there for this instruction.
func (a *allocator) bring(v *value, i int) int {
	if v.op == opZero && a.to.zeroRegister() >= 0 {
		return a.to.zeroRegister()
	}
	if v.register < 0 {
		r := a.take(i)
		v.register, a.inside[r] = r, v
		switch {
		case v.spilled:
			a.to.load(r, memory{inScratch, a.spill0 + v.slot})
		case v.op == opLoad:
			a.to.load(r, v.mem)
		case v.op == opZero:
			a.to.clear(r)
		default:
			panic("kernelgen: a value was lost")
		}
	}
	a.locked[v.register] = true
	return v.register
}

// release gives up the register and the slot of v if place i was its last use.
func (a *allocator) release(v *value, i int) {
	if v == nil || next(v, i+1) < never {
		return
	}
	if v.register >= 0 {
		a.locked[v.register] = false
		a.inside[v.register] = nil
		v.register = -1
	}
	if v.spilled {
		a.pending = append(a.pending, v.slot)
		v.spilled = false
	}
}
