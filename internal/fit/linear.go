package fit

import (
	"math"
	"slices"
)

// identity is the unit matrix of n rows.
func identity(n int) [][]float64 {
	a := make([][]float64, n)
	for i := range a {
		a[i] = make([]float64, n)
		a[i][i] = 1
	}
	return a
}

func dot(a, b []float64) float64 {
	sum := 0.0
	for i := range a {
		sum += a[i] * b[i]
	}
	return sum
}

// cholesky solves a x = b of a symmetric positive definite matrix; false for any other.
func cholesky(a [][]float64, b []float64) ([]float64, bool) {
	n := len(b)
	l, x := identity(n), make([]float64, n)
	for i := range n {
		for j := range i + 1 {
			rest := a[i][j] - dot(l[i][:j], l[j][:j])
			if i > j {
				l[i][j] = rest / l[j][j]
				continue
			}
			if !(rest > 0) {
				return nil, false
			}
			l[i][i] = math.Sqrt(rest)
		}
		x[i] = (b[i] - dot(l[i][:i], x[:i])) / l[i][i]
	}
	for i := n - 1; i >= 0; i-- {
		for k := i + 1; k < n; k++ {
			x[i] -= l[k][i] * x[k]
		}
		x[i] /= l[i][i]
	}
	return x, true
}

// eigen returns the eigenvalues of a symmetric matrix and an eigenvector of length one for each, by the cyclic method
// of Jacobi (Golub and Van Loan, Matrix Computations, 8.5). A matrix of a few dozen rows takes ten sweeps at most.
func eigen(matrix [][]float64) (values []float64, vectors [][]float64) {
	n := len(matrix)
	a, v := make([][]float64, n), identity(n)
	for i := range a {
		a[i] = slices.Clone(matrix[i])
	}
	for range 50 {
		done := true
		for p := range n {
			for q := p + 1; q < n; q++ {
				if !(math.Abs(a[p][q]) > 1e-16*math.Sqrt(math.Abs(a[p][p]*a[q][q]))) {
					continue
				}
				done = false
				// the rotation that makes a[p][q] zero, by the smaller angle
				cot := (a[q][q] - a[p][p]) / (2 * a[p][q])
				t := math.Copysign(1, cot) / (math.Abs(cot) + math.Hypot(1, cot))
				c := 1 / math.Hypot(1, t)
				s := t * c
				for k := range n {
					a[k][p], a[k][q] = c*a[k][p]-s*a[k][q], s*a[k][p]+c*a[k][q]
				}
				for k := range n {
					a[p][k], a[q][k] = c*a[p][k]-s*a[q][k], s*a[p][k]+c*a[q][k]
					v[p][k], v[q][k] = c*v[p][k]-s*v[q][k], s*v[p][k]+c*v[q][k]
				}
			}
		}
		if done {
			break
		}
	}
	for i := range n {
		values = append(values, a[i][i])
	}
	return values, v
}
