package nettime

import (
	"math"

	"tumble/physics/vec"
)

// packedNumbers is how many numbers a packed body has: position, rotation as the index of its largest component and
// the three others, velocity, angular velocity.
const packedNumbers = 13

// Packed is the quantised motion of a body. Equal numbers mean an equal motion.
type Packed [packedNumbers]int32

// widths are the bits of each number when it is sent whole.
var widths = [packedNumbers]uint{positionBits, positionBits, positionBits, 2, rotationBits, rotationBits, rotationBits,
	velocityBits, velocityBits, velocityBits, velocityBits, velocityBits, velocityBits}

// rotationScale is the number of steps of a component of a quaternion that is not the largest, which is at most √½.
const rotationScale = (1<<(rotationBits-1) - 1) * math.Sqrt2

// quantised returns the number of steps that is nearest, within the bits of a signed number. NaN is 0.
func quantised(x float32, step float64, bits uint) int32 {
	most := float64(int32(1)<<(bits-1) - 1)
	n := math.Floor(float64(float64(x)/step) + .5)
	if n != n {
		return 0
	}
	return int32(min(max(n, -most), most))
}

// Pack quantises a motion.
func Pack(m *Motion) (p Packed) {
	for i, x := range [3]float32{m.P.X, m.P.Y, m.P.Z} {
		p[i] = quantised(x, positionStep, positionBits)
	}
	q := [4]float32{m.Q.X, m.Q.Y, m.Q.Z, m.Q.W}
	largest := 3
	for i := range q {
		if vec.Abs(q[i]) > vec.Abs(q[largest]) {
			largest = i
		}
	}
	p[3] = int32(largest)
	k := 4
	for i := range q {
		if i != largest {
			// q and −q are one rotation: the largest component is sent as positive
			p[k] = quantised(q[i]*sign(q[largest]), 1/rotationScale, rotationBits)
			k++
		}
	}
	for i, x := range [6]float32{m.V.X, m.V.Y, m.V.Z, m.W.X, m.W.Y, m.W.Z} {
		p[7+i] = quantised(x, velocityStep, velocityBits)
	}
	return p
}

func sign(x float32) float32 {
	if x < 0 {
		return -1
	}
	return 1
}

// Motion is the motion of the numbers.
func (p *Packed) Motion() Motion {
	f := func(i int, step float64) float32 { return float32(float64(p[i]) * step) }
	var q [4]float32
	rest, k := 1.0, 4
	for i := range q {
		if i != int(p[3]&3) {
			q[i] = f(k, 1/rotationScale)
			rest -= float64(float64(q[i]) * float64(q[i]))
			k++
		}
	}
	q[p[3]&3] = float32(math.Sqrt(max(rest, 0)))
	return Motion{
		P: vec.V3(f(0, positionStep), f(1, positionStep), f(2, positionStep)),
		Q: vec.Quat{X: q[0], Y: q[1], Z: q[2], W: q[3]}.Unit(),
		V: vec.V3(f(7, velocityStep), f(8, velocityStep), f(9, velocityStep)),
		W: vec.V3(f(10, velocityStep), f(11, velocityStep), f(12, velocityStep)),
	}
}

// Near reports whether two motions differ by at most one step in each number.
func (p *Packed) Near(o *Packed) bool {
	for i := range p {
		if d := p[i] - o[i]; d < -1 || d > 1 || i == 3 && d != 0 {
			return false
		}
	}
	return true
}

// bitWriter appends numbers of some bits.
type bitWriter struct {
	b    []byte
	held uint64
	n    uint
}

func (w *bitWriter) write(v uint32, bits uint) {
	w.held |= uint64(v&(1<<bits-1)) << w.n
	for w.n += bits; w.n >= 8; w.n -= 8 {
		w.b = append(w.b, byte(w.held))
		w.held >>= 8
	}
}

// end appends the bits that are left.
func (w *bitWriter) end() []byte {
	if w.n > 0 {
		w.b = append(w.b, byte(w.held))
	}
	return w.b
}

// bits is how many bits are written so far.
func (w *bitWriter) bits() int { return 8*len(w.b) + int(w.n) }

// bitReader reads numbers of some bits; bad says that there were too few.
type bitReader struct {
	b    []byte
	held uint64
	n    uint
	bad  bool
}

func (r *bitReader) read(bits uint) uint32 {
	for r.n < bits {
		if len(r.b) == 0 {
			r.bad = true
			return 0
		}
		r.held |= uint64(r.b[0]) << r.n
		r.b, r.n = r.b[1:], r.n+8
	}
	v := uint32(r.held & (1<<bits - 1))
	r.held >>= bits
	r.n -= bits
	return v
}

// The two bits before a number say how it is sent.
const (
	sameNumber = iota
	smallNumber
	mediumNumber
	wholeNumber
)

// writeNumber writes the number x of so many bits for a receiver that has base.
func (w *bitWriter) writeNumber(x, base int32, bits uint) {
	d := x - base
	z := uint32(d<<1 ^ d>>31)
	switch {
	case d == 0:
		w.write(sameNumber, 2)
	case z < 1<<smallBits && smallBits < bits:
		w.write(smallNumber, 2)
		w.write(z, smallBits)
	case z < 1<<mediumBits && mediumBits < bits:
		w.write(mediumNumber, 2)
		w.write(z, mediumBits)
	default:
		w.write(wholeNumber, 2)
		w.write(uint32(x), bits)
	}
}

func (r *bitReader) readNumber(base int32, bits uint) int32 {
	class := r.read(2)
	size := [4]uint{0, smallBits, mediumBits, bits}[class]
	if class == wholeNumber {
		// the sign is the highest bit, but the index of a component has none
		v := r.read(size)
		if bits == 2 {
			return int32(v)
		}
		return int32(v<<(32-bits)) >> (32 - bits)
	}
	z := r.read(size)
	return base + (int32(z>>1) ^ -int32(z&1))
}
