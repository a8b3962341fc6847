package meter

// pairs are the impulses of contacts by the slots of their two shapes: an open-addressed table that is filled anew at each
// measurement, so that finding what began and what ended needs no sorting.
type pairs struct {
	// keys are 0 where nothing is; used are the positions of the others in the order in which they came
	keys    []uint64
	impulse []float32
	used    []int32
	shift   uint
}

// begin empties the table and makes room for n pairs.
func (p *pairs) begin(n int) {
	p.used = p.used[:0]
	if len(p.keys) < 2*n+2 {
		size, bits := 64, uint(6)
		for size < 2*n+2 {
			size, bits = 2*size, bits+1
		}
		p.keys, p.impulse, p.used, p.shift = make([]uint64, size), make([]float32, size), make([]int32, 0, size/2), 64-bits
		return
	}
	clear(p.keys)
}

// at is the position of a key, or the free one where it belongs (Knuth, The Art of Computer Programming 6.4: Fibonacci hashing with
// linear probing).
func (p *pairs) at(key uint64) int {
	i := int(key * 0x9e3779b97f4a7c15 >> p.shift)
	for p.keys[i] != 0 && p.keys[i] != key {
		i = (i + 1) & (len(p.keys) - 1)
	}
	return i
}

// add adds the impulse of a contact of two shapes, which may touch in several places.
func (p *pairs) add(a, b int, impulse float32) {
	key := uint64(uint32(a))<<32 | uint64(uint32(b)) + 1
	i := p.at(key)
	if p.keys[i] == 0 {
		p.keys[i], p.impulse[i] = key, 0
		p.used = append(p.used, int32(i))
	}
	p.impulse[i] += impulse
}

// compare counts the pairs that are in one of the two tables only, and finds the largest change of the impulse of the others.
func (p *pairs) compare(before *pairs) (flicker int, noise float32) {
	if len(before.used) == 0 {
		return len(p.used), 0
	}
	both := 0
	for _, i := range p.used {
		k := before.at(p.keys[i])
		if before.keys[k] == 0 {
			continue
		}
		both++
		d := p.impulse[i] - before.impulse[k]
		noise = max(noise, d, -d)
	}
	return len(p.used) + len(before.used) - 2*both, noise
}
