package sweep

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
)

// Kinds are the designs.
var Kinds = []string{"grid", "list", "latin", "halton", "random", "elementary", "bisection"}

// mostCells bounds a study.
const mostCells = 10_000_000

// Design is the set of points at which a study simulates: rows of values of its parameters.
type Design struct {
	Kind string `json:"kind"`
	// Chain is the number of points of which each needs the row of the last, 1 but for bisections.
	Chain int `json:"chain"`
	// Bisected is the parameter that a bisection narrows down to Tolerance.
	Bisected  int     `json:"bisected,omitempty"`
	Tolerance float64 `json:"tolerance,omitempty"`

	parameters []Parameter
	points     int
	seed       uint64
	// order are the strata of a Latin hypercube, one list a parameter
	order [][]int32
	// levels and step of elementary effects
	levels int
}

// Points is the number of points.
func (d *Design) Points() int { return d.points }

// Point appends the values of a point to out. That of a later point of a bisection depends on the rows before: see
// Next.
func (d *Design) Point(i int, out []float64) []float64 {
	n := len(d.parameters)
	switch d.Kind {
	case "grid":
		return d.grid(i, out)
	case "bisection":
		out = d.grid(i/d.Chain, out)
		return out
	case "elementary":
		return d.trajectory(i, out)
	}
	for j := range n {
		p := &d.parameters[j]
		switch d.Kind {
		case "list":
			out = append(out, p.Values[i])
		case "latin":
			jitter := unit(d.seed, uint64(i), uint64(j))
			out = append(out, p.At((float64(d.order[j][i])+jitter)/float64(d.points)))
		case "halton":
			out = append(out, p.At(d.halton(i, j)))
		default:
			out = append(out, p.At(unit(d.seed, uint64(i), uint64(j))))
		}
	}
	return out
}

// grid is a point of the product of all lists; the last parameter changes fastest. The parameter of a bisection has one
// level.
func (d *Design) grid(i int, out []float64) []float64 {
	begin := len(out)
	for range d.parameters {
		out = append(out, 0)
	}
	for j := len(d.parameters) - 1; j >= 0; j-- {
		p := &d.parameters[j]
		if d.Kind == "bisection" && j == d.Bisected {
			out[begin+j] = p.Low
			continue
		}
		out[begin+j] = p.Level(i % p.Levels())
		i /= p.Levels()
	}
	return out
}

// halton is the radical inverse of a point, shifted by a random number (Cranley and Patterson 1976). The digits are
// reversed in integers and divided once, so that every platform has the same bits; gonum's samplemv sums products,
// which some processors fuse.
func (d *Design) halton(i, j int) float64 {
	base := uint64(primes[j])
	reversed, scale := uint64(0), uint64(1)
	for n := uint64(i) + 1; n > 0; n /= base {
		reversed = reversed*base + n%base
		scale *= base
	}
	u := float64(reversed)/float64(scale) + unit(d.seed, math.MaxUint64, uint64(j))
	return u - math.Floor(u)
}

// primes are the bases of Halton's sequence.
var primes = [mostParameters]int{
	2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97, 101, 103, 107, 109,
	113, 127,
	131, 137, 139, 149, 151, 157, 163, 167, 173, 179, 181, 191, 193, 197, 199, 211, 223, 227, 229, 233, 239, 241, 251,
	257, 263,
	269, 271, 277, 281, 283, 293, 307, 311,
}

// trajectory is a point of the design of elementary effects: each trajectory starts at a random level of every
// parameter and changes one parameter after the other by half of the levels (Morris, Technometrics 1991).
func (d *Design) trajectory(i int, out []float64) []float64 {
	n := len(d.parameters)
	t, step := i/(n+1), i%(n+1)
	order := rand.New(rand.NewPCG(d.seed, uint64(t))).Perm(n)
	for j := range n {
		level := int(hash(d.seed, uint64(t), uint64(j)) % uint64(d.levels))
		if slices.Index(order, j) < step {
			level = (level + d.levels/2) % d.levels
		}
		p := &d.parameters[j]
		if len(p.Values) > 0 {
			out = append(out, p.Values[level%len(p.Values)])
			continue
		}
		out = append(out, p.At((float64(level)+0.5)/float64(d.levels)))
	}
	return out
}

// Trajectory is the number of points of a trajectory of elementary effects, 0 for other designs.
func (d *Design) Trajectory() int {
	if d.Kind != "elementary" {
		return 0
	}
	return len(d.parameters) + 1
}

// hash mixes three numbers into 64 random bits (the finaliser of SplitMix64, Steele et al. 2014).
func hash(a, b, c uint64) uint64 {
	x := a
	for _, y := range [3]uint64{b, c, 0} {
		x = (x ^ bits.RotateLeft64(y, 32)) + 0x9e3779b97f4a7c15 + y
		x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
		x = (x ^ x>>27) * 0x94d049bb133111eb
		x ^= x >> 31
	}
	return x
}

// unit is a random number of 0 ≤ u < 1 with 40 bits.
func unit(a, b, c uint64) float64 { return float64(hash(a, b, c)>>24) / (1 << 40) }
