package solve

import (
	"math"
	"math/rand/v2"
	"testing"
)

// A column of bodies, each bound to the next by random rows, is solved as its equations say, whatever its masses.
func TestNewtonSolvesItsEquations(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 50 {
		const bodies = 12
		s := &search{}
		for range bodies {
			s.bodies = append(s.bodies, searchBody{mass: float32(math.Pow(10, 4*r.Float64()))})
		}
		for i := range bodies {
			s.lanes = append(s.lanes, searchLane{a: int32(i) - 1, b: int32(i)})
		}
		// one pair more makes a loop
		s.lanes = append(s.lanes, searchLane{a: 2, b: 9})
		n := &s.newton
		n.lay(s)
		for i := range s.bodies {
			n.bodies[i] = newtonBody{at: n.bodies[i].at, below: n.bodies[i].below, mass: massOf(&s.bodies[i])}
			for k := range 6 {
				n.bodies[i].slope[k] = r.NormFloat64()
			}
		}
		for i := range s.lanes {
			l, m := &s.lanes[i], &n.lanes[i]
			m.couple(n, l)
			m.acting, m.factored = uint8(r.IntN(128)), unfactored
			for k := range m.rows {
				w := &m.rows[k]
				for c := range 6 {
					w.a[c], w.b[c] = r.NormFloat64(), r.NormFloat64()
				}
				w.stiffness = math.Pow(10, 5*r.Float64())
			}
		}
		n.choose(r.IntN(2) == 1)
		n.factor(s)
		n.solve()
		for i, left := range n.residue(s) {
			for k := range 6 {
				if math.Abs(left[k]) > 1e-6 {
					t.Fatalf("body %d: %g is left", i, left)
				}
			}
		}
	}
}

// residue is H·step + slope of each body.
func (n *newton) residue(r *search) []vec6 {
	left := make([]vec6, len(r.bodies))
	for i := range left {
		b := &n.bodies[i]
		for k := range 6 {
			left[i][k] = b.mass.row(k).dot(&b.step) + b.slope[k]
		}
	}
	for i := range r.lanes {
		l, m := &r.lanes[i], &n.lanes[i]
		for k := range m.rows {
			w := &m.rows[k]
			if m.acting&(1<<k) == 0 {
				continue
			}
			along := w.b.dot(&n.bodies[l.b].step)
			if l.a >= 0 {
				along += w.a.dot(&n.bodies[l.a].step)
				left[l.a].add(w.stiffness*along, &w.a)
			}
			left[l.b].add(w.stiffness*along, &w.b)
		}
	}
	return left
}
