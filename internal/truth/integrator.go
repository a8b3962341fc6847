package truth

import "math"

// finestStep (s) is the longest step of the Runge–Kutta method: at 60 rad/s it is off by some 1e-12 a step.
const finestStep = 1.0 / 4096

// integrator is the classical Runge–Kutta method of fourth order.
type integrator struct{ k1, k2, k3, k4, at []float64 }

// advance integrates y' = f(y) over dt seconds.
func (n *integrator) advance(y []float64, dt float64, f func(y, dy []float64)) {
	if len(n.at) != len(y) {
		all := make([]float64, 5*len(y))
		cut := func(i int) []float64 { return all[i*len(y) : (i+1)*len(y)] }
		n.k1, n.k2, n.k3, n.k4, n.at = cut(0), cut(1), cut(2), cut(3), cut(4)
	}
	steps := int(math.Ceil(dt / finestStep))
	h := dt / float64(steps)
	for range steps {
		f(y, n.k1)
		n.shift(y, n.k1, h/2)
		f(n.at, n.k2)
		n.shift(y, n.k2, h/2)
		f(n.at, n.k3)
		n.shift(y, n.k3, h)
		f(n.at, n.k4)
		for i := range y {
			y[i] += h / 6 * (n.k1[i] + 2*n.k2[i] + 2*n.k3[i] + n.k4[i])
		}
	}
}

func (n *integrator) shift(y, k []float64, h float64) {
	for i := range y {
		n.at[i] = y[i] + h*k[i]
	}
}
