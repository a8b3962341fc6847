package main

import (
	"fmt"
	"math"
)

// The kernels of bodies that rotate without torque: Sim.rotateFreely and top.precess of package kernel, in double
// precision, four bodies to a block. Lanes have the size of those of other blocks, since each is half as many numbers
// twice as long.

var (
	spinLayout = newSpinLayout("SpinBlock", []field{
		{"W", 3}, {"SpinLow", 3}, {"DQ", 4}, {"Q0", 4}, {"RotationLow", 4}, {"Inertia", 9}, {"Inverse", 9},
		{"Q", 4}, {"Pi", 3}, {"Half", 1}, {"Guess", 3}, {"Omega", 3}, {"Done", 1}, {"Ok", 1},
	})
	topLayout = newSpinLayout("TopBlock", []field{
		{"W", 3}, {"SpinLow", 3}, {"DQ", 4}, {"Low", 4}, {"Axis", 3}, {"Ratio", 1}, {"Ok", 1},
	})
)

func newSpinLayout(name string, fields []field) layout {
	return layout{name, fields, offsets(fields, 0), total(fields) * laneBytes}
}

// spinKernel is a function that works on one block.
type spinKernel struct {
	name    string
	l       layout
	scalars []string // float64, in the first slots
	code    func(s *spinCode)
}

func spinKernels() []spinKernel {
	return []spinKernel{
		{"spinBegin", spinLayout, []string{"h", "quarter"}, (*spinCode).begin},
		{"spinStep", spinLayout, nil, (*spinCode).newton},
		{"spinEnd", spinLayout, nil, (*spinCode).end},
		{"precess", topLayout, []string{"h", "back"}, (*spinCode).precess},
	}
}

// spinCode is the code of such a kernel. Constants are kept in scratch behind the scalars.
type spinCode struct {
	code
	l         layout
	constants []uint64
	scalars   int
}

func (s *spinCode) number(x float64) *value {
	bits := math.Float64bits(x)
	for i, c := range s.constants {
		if c == bits {
			return s.load(constant(s.scalars + i))
		}
	}
	s.constants = append(s.constants, bits)
	return s.load(constant(s.scalars + len(s.constants) - 1))
}

func (s *spinCode) scalar(i int) *value { return s.load(constant(i)) }

func (s *spinCode) field(name string, n int) *value { return s.load(s.l.at(name, n)) }

func (s *spinCode) field3(name string, n int) vector { return s.load3(s.l.at(name, n)) }

func (s *spinCode) put3(name string, v vector) { s.store3(s.l.at(name, 0), v) }

func (s *spinCode) put(name string, v *value) { s.store(s.l.at(name, 0), v) }

// quaternion is a vector and a number.
type quaternion struct {
	v vector
	w *value
}

func (s *spinCode) field4(name string) quaternion {
	return quaternion{s.field3(name, 0), s.field(name, 3)}
}

func (s *spinCode) put4(name string, q quaternion) {
	s.put3(name, q.v)
	s.store(s.l.at(name, 3), q.w)
}

func (s *spinCode) each4(q, r quaternion, f func(a, b *value) *value) quaternion {
	return quaternion{vector{f(q.v.x, r.v.x), f(q.v.y, r.v.y), f(q.v.z, r.v.z)}, f(q.w, r.w)}
}

func (s *spinCode) round3(v vector) vector { return vector{s.round(v.x), s.round(v.y), s.round(v.z)} }

func (s *spinCode) round4(q quaternion) quaternion { return quaternion{s.round3(q.v), s.round(q.w)} }

func (s *spinCode) conj(q quaternion) quaternion {
	return quaternion{s.scale(s.number(-1), q.v), q.w}
}

// product is quat64.mul.
func (s *spinCode) product(q, r quaternion) quaternion {
	t := s.times
	a, b := q.v, r.v
	return quaternion{vector{
		s.minus(s.plus(s.plus(t(q.w, b.x), t(a.x, r.w)), t(a.y, b.z)), t(a.z, b.y)),
		s.plus(s.plus(s.minus(t(q.w, b.y), t(a.x, b.z)), t(a.y, r.w)), t(a.z, b.x)),
		s.plus(s.minus(s.plus(t(q.w, b.z), t(a.x, b.y)), t(a.y, b.x)), t(a.z, r.w)),
	}, s.minus(s.minus(s.minus(t(q.w, r.w), t(a.x, b.x)), t(a.y, b.y)), t(a.z, b.z))}
}

// square is the squared length of a quaternion.
func (s *spinCode) square(q quaternion) *value {
	return s.plus(s.dot(q.v, q.v), s.times(q.w, q.w))
}

func (s *spinCode) scale4(n *value, q quaternion) quaternion {
	return quaternion{s.scale(n, q.v), s.times(n, q.w)}
}

func (s *spinCode) renorm(q quaternion) quaternion {
	return s.scale4(s.minus(s.number(1.5), s.times(s.number(0.5), s.square(q))), q)
}

// rotate is quat64.rotate.
func (s *spinCode) rotate(q quaternion, v vector) vector {
	t := s.cross(q.v, v)
	t = s.plus3(t, t)
	return s.plus3(s.plus3(v, s.scale(q.w, t)), s.cross(q.v, t))
}

// columns is the three columns of a matrix.
type columns [3]vector

func (s *spinCode) columnsOf(name string) columns {
	return columns{s.field3(name, 0), s.field3(name, 3), s.field3(name, 6)}
}

// apply is tensor64.mul.
func (s *spinCode) apply(m columns, v vector) vector {
	return s.plus3(s.plus3(s.scale(v.x, m[0]), s.scale(v.y, m[1])), s.scale(v.z, m[2]))
}

// solve is tensor64.solve; ok marks the lanes that have a solution.
func (s *spinCode) solve(m columns, b vector) (x vector, ok *value) {
	n := s.cross(m[1], m[2])
	f := s.over(s.number(1), s.dot(m[0], n))
	x = vector{
		s.times(f, s.dot(b, n)),
		s.times(f, s.dot(m[0], s.cross(b, m[2]))),
		s.times(f, s.dot(m[0], s.cross(m[1], b))),
	}
	// zero for finite values
	return x, s.greater(s.number(1), s.times(f, s.zero()))
}

// polynomial is 1 − y·(c₀ − y·(c₁ − …)) with sign −1, or with + for − throughout with sign 1, times a leading number.
func (s *spinCode) polynomial(lead float64, sign int, y *value, c []float64) *value {
	sum := s.number(c[len(c)-1])
	for i := len(c) - 2; i >= -1; i-- {
		next := lead
		if i >= 0 {
			next = c[i]
		}
		if term := s.times(y, sum); sign < 0 {
			sum = s.minus(s.number(next), term)
		} else {
			sum = s.plus(s.number(next), term)
		}
	}
	return sum
}

// begin is Sim.spin up to the first guess.
func (s *spinCode) begin() {
	inertia := s.columnsOf("Inertia")
	q := s.product(s.field4("DQ"), s.field4("Q0"))
	q = s.renorm(s.each4(q, s.field4("RotationLow"), s.plus))
	s.put4("Q", q)
	w := s.plus3(s.field3("W", 0), s.field3("SpinLow", 0))
	omega := s.rotate(s.conj(q), w)
	pi := s.apply(inertia, omega)
	s.put3("Pi", pi)
	y := s.times(s.scalar(1), s.dot(omega, omega))
	y = s.selects(s.number(1), y, s.greater(s.number(1), y))
	step := s.times(s.scalar(0), s.polynomial(1, 1, y,
		[]float64{1.0 / 3, 2.0 / 15, 17.0 / 315, 62.0 / 2835, 1382.0 / 155925, 21844.0 / 6081075}))
	half := s.times(s.number(0.5), step)
	s.put("Half", half)
	guess := s.plus3(omega, s.scale(half, s.apply(s.columnsOf("Inverse"), s.cross(pi, omega))))
	s.put3("Guess", guess)
	s.put3("Omega", guess)
	s.put("Done", s.zero())
}

// newton is one iteration of midpointSpin, on lanes that are not done.
func (s *spinCode) newton() {
	inertia, half := s.columnsOf("Inertia"), s.field("Half", 0)
	before := s.field3("Omega", 0)
	pi := s.apply(inertia, before)
	residual := s.plus3(s.minus3(pi, s.field3("Pi", 0)), s.scale(half, s.cross(before, pi)))
	j := inertia
	for i, c := range inertia {
		d := s.cross(before, c)
		switch i {
		case 0:
			d.y, d.z = s.minus(d.y, pi.z), s.plus(d.z, pi.y)
		case 1:
			d.x, d.z = s.plus(d.x, pi.z), s.minus(d.z, pi.x)
		case 2:
			d.x, d.y = s.minus(d.x, pi.y), s.plus(d.y, pi.x)
		}
		j[i] = s.plus3(c, s.scale(half, d))
	}
	delta, ok := s.solve(j, residual)
	omega := s.minus3(before, delta)
	close := s.atLeast(s.times(s.number(1e-11), s.dot(omega, omega)), s.dot(delta, delta))
	one := s.number(1)
	done := s.selects(one, s.selects(s.zero(), one, close), ok)
	guess := s.field3("Guess", 0)
	past := s.greater(s.field("Done", 0), s.zero())
	choose := func(guess, omega, before *value) *value {
		return s.selects(s.selects(guess, omega, ok), before, past)
	}
	s.put3("Omega", vector{
		choose(guess.x, omega.x, before.x), choose(guess.y, omega.y, before.y), choose(guess.z, omega.z, before.z),
	})
	s.put("Done", s.selects(done, one, past))
}

// end is the rest of Sim.spin.
func (s *spinCode) end() {
	c := quaternion{s.scale(s.field("Half", 0), s.field3("Omega", 0)), s.number(1)}
	c = s.scale4(s.over(s.number(1), s.sqrt(s.square(c))), c)
	w, ok := s.solve(s.columnsOf("Inertia"), s.rotate(s.conj(c), s.field3("Pi", 0)))
	s.put("Ok", s.selects(s.zero(), s.number(1), ok))
	q := s.renorm(s.product(s.field4("Q"), c))
	w = s.rotate(q, w)
	speed := s.round3(w)
	s.put3("W", speed)
	s.put3("SpinLow", s.round3(s.minus3(w, speed)))
	q0 := s.field4("Q0")
	relative := s.round4(s.product(q, s.conj(q0)))
	s.put4("DQ", relative)
	s.put4("RotationLow", s.round4(s.each4(q, s.product(relative, q0), s.minus)))
}

// precess is the method of top, for rotations up to an eighth of a radian. Lanes that rotate more are not ok.
func (s *spinCode) precess() {
	q := s.each4(s.field4("DQ"), s.field4("Low"), s.plus)
	w := s.plus3(s.field3("W", 0), s.field3("SpinLow", 0))
	axis := s.rotate(q, s.field3("Axis", 0))
	own := s.scale(s.times(s.field("Ratio", 0), s.dot(axis, w)), axis)
	about, small := s.rotationBy(s.scale(s.scalar(0), s.plus3(w, own)))
	back, smallToo := s.rotationBy(s.scale(s.scalar(1), own))
	s.put("Ok", s.selects(s.zero(), s.selects(s.zero(), s.number(1), small), smallToo))
	q = s.renorm(s.product(about, s.product(back, q)))
	w = s.rotate(about, w)
	rotation, speed := s.round4(q), s.round3(w)
	s.put4("DQ", rotation)
	s.put3("W", speed)
	s.put4("Low", s.round4(s.each4(q, rotation, s.minus)))
	s.put3("SpinLow", s.round3(s.minus3(w, speed)))
}

// rotationBy is the function of the same name for small rotations; small marks those.
func (s *spinCode) rotationBy(v vector) (q quaternion, small *value) {
	y := s.times(s.number(0.25), s.dot(v, v))
	sine := s.polynomial(0.5, -1, y, []float64{1.0 / 12, 1.0 / 240, 1.0 / 10080, 1.0 / 725760})
	cosine := s.polynomial(1, -1, y, []float64{1.0 / 2, 1.0 / 24, 1.0 / 720, 1.0 / 40320})
	return quaternion{s.scale(sine, v), cosine}, s.atLeast(s.number(1.0/256), y)
}

// prepared builds the code.
func (k *spinKernel) prepared() *spinCode {
	s := &spinCode{l: k.l, scalars: len(k.scalars)}
	k.code(s)
	return s
}

// signature is that of the function in Go, arguments its size.
func (k *spinKernel) signature() (text string, arguments int) {
	text = "block *" + k.l.name
	for i, a := range k.scalars {
		if i == 0 {
			text += ", "
		}
		text += a
		if i < len(k.scalars)-1 {
			text += ", "
		} else {
			text += " float64"
		}
	}
	return text, 8 + 8*len(k.scalars)
}

// spin prints a kernel of rotating bodies.
func (e *avx) spin(k spinKernel) {
	s := k.prepared()
	inner := &avx{double: true}
	first := s.scalars + len(s.constants)
	spills := emit(inner, &s.code, first)
	text, arguments := k.signature()
	fmt.Fprintf(&e.text, "\n// func %sAVX(%s)\nTEXT ·%sAVX(SB), 0, $%d-%d\n", k.name, text, k.name,
		32*(first+spills)+32, arguments)
	e.p("MOVQ block+0(FP), BX")
	e.p("LEAQ 31(SP), DX")
	e.p("ANDQ $-32, DX")
	for i, name := range k.scalars {
		e.p("VBROADCASTSD %s+%d(FP), Y0", name, 8+8*i)
		e.p("VMOVUPS Y0, %d(DX)", 32*i)
	}
	for i, bits := range s.constants {
		e.p("MOVQ $0x%016X, SI", bits)
		e.p("MOVQ SI, %d(DX)", 32*(s.scalars+i))
		e.p("VBROADCASTSD %d(DX), Y0", 32*(s.scalars+i))
		e.p("VMOVUPS Y0, %d(DX)", 32*(s.scalars+i))
	}
	e.text.WriteString(inner.text.String())
	e.p("VZEROUPPER")
	e.p("RET")
}

// spin prints a kernel of rotating bodies.
func (e *neon) spin(k spinKernel) {
	s := k.prepared()
	inner := &neon{double: true}
	first := s.scalars + len(s.constants)
	spills := emit(inner, &s.code, first)
	text, arguments := k.signature()
	fmt.Fprintf(&e.text, "\n// func %sNEON(%s)\nTEXT ·%sNEON(SB), 0, $%d-%d\n", k.name, text, k.name,
		16*(first+spills)+32, arguments)
	e.p("MOVD block+0(FP), R1")
	e.p("MOVD RSP, R3")
	e.p("ADD $31, R3")
	e.p("AND $~15, R3, R3")
	for i, name := range k.scalars {
		e.p("MOVD %s+%d(FP), R5", name, 8+8*i)
		e.p("VDUP R5, V0.D2")
		e.p("FMOVQ F0, %d(R3)", 16*i)
	}
	for i, bits := range s.constants {
		e.p("MOVD $0x%016X, R5", bits)
		e.p("VDUP R5, V0.D2")
		e.p("FMOVQ F0, %d(R3)", 16*(s.scalars+i))
	}
	e.clear(31)
	e.p("MOVD $2, R6")
	e.text.WriteString("half:\n")
	e.text.WriteString(inner.text.String())
	e.p("ADD $16, R1")
	e.p("SUBS $1, R6, R6")
	e.p("BNE half")
	e.p("RET")
}

// spinAssertions returns Go source that compiles only if the layouts agree.
func spinAssertions() string {
	s := `// Code generated by kernelgen. DO NOT EDIT.

package kernel

import "unsafe"

// As in vector_layout.go, for the blocks of rotating bodies.
const (
`
	for _, l := range []layout{spinLayout, topLayout} {
		s += equal("unsafe.Sizeof("+l.name+"{})", l.bytes) + l.assertions()
	}
	return s + ")\n"
}
