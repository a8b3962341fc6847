package chain

import (
	"fmt"
	"math"

	"tumble/physics"
	"tumble/physics/vec"
)

// The tip counts as at its target within these distances (m, rad), which are those of the rounding of positions of a
// few metres.
const closeBy, rotatedBy = 2e-6, 1e-5

// mostTries bounds the steps of one search.
const mostTries = 100

// Reach returns coordinates that bring the tip to a point (m, world), from given ones on, nil for those of the world,
// and within the limits of the joints. The error says that the tip stays away; the coordinates are then those that
// bring it nearest, as far as the search has found. Each step solves the damped equation
//
//	Δq = Jᵀ·(J·Jᵀ + λ²·1)⁻¹·e
//
// of the error e, whose damping λ² falls with e². Source: Wampler, "Manipulator Inverse Kinematic Solutions Based on
// Vector Formulations and Damped Least-Squares Methods", 1986; Sugihara, "Solvability-Unconcerned Inverse
// Kinematics", 2011.
func (c *Chain) Reach(point physics.Vec3, from []float32) ([]float32, error) {
	return c.reach(physics.Transform{P: point, Q: vec.QuatIdentity}, from, 3)
}

// ReachPose is Reach for a point and a rotation.
func (c *Chain) ReachPose(pose physics.Transform, from []float32) ([]float32, error) {
	return c.reach(pose, from, 6)
}

func (c *Chain) reach(target physics.Transform, from []float32, rows int) ([]float32, error) {
	if from == nil {
		from = c.Positions()
	}
	q := c.within(append([]float32(nil), from...))
	best, least := q, math.Inf(1)
	for range mostTries {
		at, axes := c.forward(q)
		e := difference(at, target, rows)
		size := squares(e[:rows])
		if size < least {
			best, least = q, size
		}
		if near(e, rows) {
			return q, nil
		}
		q = c.within(c.step(q, at, axes, e, rows, size))
	}
	return best, fmt.Errorf("chain: the tip stays %.3g away from its target", math.Sqrt(least))
}

// near reports whether an error counts as none.
func near(e [6]float64, rows int) bool {
	linear := math.Sqrt(squares(e[:3]))
	angular := math.Sqrt(squares(e[3:]))
	return linear <= closeBy && (rows == 3 || angular <= rotatedBy)
}

func squares(list []float64) float64 {
	sum := 0.0
	for _, x := range list {
		sum += float64(x * x)
	}
	return sum
}

// difference is the way and the rotation vector from a pose to its target.
func difference(at, target physics.Transform, rows int) (e [6]float64) {
	d := target.P.Sub(at.P)
	e[0], e[1], e[2] = float64(d.X), float64(d.Y), float64(d.Z)
	if rows == 6 {
		r := target.Q.Mul(at.Q.Conj()).RotationVector()
		e[3], e[4], e[5] = float64(r.X), float64(r.Y), float64(r.Z)
	}
	return e
}

// step returns the coordinates of the next try.
func (c *Chain) step(q []float32, at physics.Transform, axes []axis, e [6]float64, rows int, size float64) []float32 {
	jacobian := make([][6]float64, len(axes))
	for i := range axes {
		v, w := axes[i].moves(at.P)
		jacobian[i] = [6]float64{
			float64(v.X), float64(v.Y), float64(v.Z), float64(w.X), float64(w.Y), float64(w.Z),
		}
	}
	var m [6][6]float64
	for r := range rows {
		for s := range rows {
			for i := range jacobian {
				m[r][s] += float64(jacobian[i][r] * jacobian[i][s])
			}
		}
		m[r][r] += float64(0.5*size) + leastDamping
	}
	y := solve(m, e, rows)
	next := make([]float32, len(q))
	for i := range q {
		d := 0.0
		for r := range rows {
			d += float64(jacobian[i][r] * y[r])
		}
		next[i] = q[i] + float32(d)
	}
	return next
}

// leastDamping keeps the equation solvable where the chain is stretched.
const leastDamping = 1e-9

// solve returns the solution of a symmetric positive definite system of some rows, by Cholesky's factors.
func solve(m [6][6]float64, b [6]float64, rows int) [6]float64 {
	for i := range rows {
		for k := range i {
			sum := m[i][k]
			for j := range k {
				sum -= float64(m[i][j] * m[k][j])
			}
			m[i][k] = sum / m[k][k]
		}
		sum := m[i][i]
		for j := range i {
			sum -= float64(m[i][j] * m[i][j])
		}
		m[i][i] = math.Sqrt(math.Max(sum, leastDamping*leastDamping))
	}
	for i := range rows {
		for j := range i {
			b[i] -= float64(m[i][j] * b[j])
		}
		b[i] /= m[i][i]
	}
	for i := rows - 1; i >= 0; i-- {
		for j := i + 1; j < rows; j++ {
			b[i] -= float64(m[j][i] * b[j])
		}
		b[i] /= m[i][i]
	}
	return b
}

// within keeps coordinates within the limits of their joints.
func (c *Chain) within(q []float32) []float32 {
	for i := range c.links {
		if lower, upper, ok := c.links[i].Limits(); ok {
			q[i] = vec.Clamp(q[i], lower, upper)
		}
	}
	return q
}
