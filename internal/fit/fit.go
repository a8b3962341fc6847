package fit

import (
	"context"
	"math"
	"math/rand/v2"

	"tumble/internal/sweep"
)

// Estimate is the knowledge of a parameter after a fit.
type Estimate struct {
	Key, Unit string
	Value     float64
	// Low and High bound the confidence interval of 95 %.
	Low, High float64
	// Determined is false where the data leave most of the range open; the value is then one of many.
	Determined bool
}

// Result is the outcome of a fit.
type Result struct {
	Estimates []Estimate
	// Offset (s) is the shift of the times of the data, if the study searches for it.
	Offset float64
	// Deviation is the root mean square of the weighted residuals: 1 where the stated deviations of the measurements
	// explain all of them.
	Deviation float64
	// Converged tells that the last step was shorter than the tolerance.
	Converged   bool
	Simulations int
	// Followed are the simulated values by columns of the study, at the times of the data.
	Followed [][]float64
}

// starts is the number of points for each coordinate among which a fit chooses where to begin, beside the start of the
// study. With fewer, an arm of six joints with friction begins where some of them stick, and nothing leads away from
// there.
const starts = 8

// unexplained is the deviation of the residuals, in units of the stated ones, above which a minimum is taken for a side
// valley.
const unexplained = 1.5

// Run fits the parameters of a study to data, with workers simulations at a time.
func Run(ctx context.Context, s *sweep.Study, d *Data, workers int) (*Result, error) {
	p, err := newProblem(ctx, s, d, workers)
	if err != nil {
		return nil, err
	}
	u := p.begin()
	if s.Fit.Method == "cma" {
		u = p.rough(u)
	}
	u, converged := p.descend(u)
	for range scans {
		if s.Fit.Method == "cma" || !p.doubtful(u, converged) {
			break
		}
		u, converged = p.descend(p.scan(u))
	}
	if s.Fit.Method == "auto" && p.doubtful(u, converged) {
		// contacts and friction make the sum rough: look for the valley without slopes, then go down again
		if v, ok := p.descend(p.rough(u)); square(p.residuals(v)) < square(p.residuals(u)) {
			u, converged = v, ok
		}
	}
	if p.err != nil {
		return nil, p.err
	}
	return p.conclude(u, converged)
}

// begin is the best of the study's own start and of random points.
func (p *problem) begin() []float64 {
	points := [][]float64{make([]float64, p.n)}
	for i := range points[0] {
		points[0][i] = 0.5
		if i < len(p.study.Parameters) {
			x := &p.study.Parameters[i]
			points[0][i] = clamp(x.Fraction(x.Start))
		}
	}
	random := rand.New(rand.NewPCG(p.study.Seed, 0))
	for range starts * p.n {
		x := make([]float64, p.n)
		for i := range x {
			x[i] = random.Float64()
		}
		points = append(points, x)
	}
	best, least := points[0], math.Inf(1)
	for i, r := range p.many(points) {
		if v := square(r); v < least {
			best, least = points[i], v
		}
	}
	return best
}

// doubtful reports whether the end of a descent may be a side valley.
func (p *problem) doubtful(u []float64, converged bool) bool {
	return p.err == nil && (!converged || p.stated() && p.deviation(u) > unexplained)
}

const (
	// scans bounds the searches along the axes. Each frees the joints that stick at values where the slope is zero.
	scans = 3
	// scanLevels is the number of values of each coordinate in a search.
	scanLevels = 8
)

// scan looks along one coordinate after the other over the whole range and keeps the best value of each.
func (p *problem) scan(u []float64) []float64 {
	best := append([]float64(nil), u...)
	least := square(p.residuals(best))
	for j := range best {
		var points [][]float64
		for k := range scanLevels {
			x := append([]float64(nil), best...)
			x[j] = (float64(k) + 0.5) / scanLevels
			points = append(points, x)
		}
		for k, r := range p.many(points) {
			if v := square(r); v < least {
				least, best = v, points[k]
			}
		}
	}
	return best
}

const (
	// mostRounds bounds the steps of a descent.
	mostRounds = 60
	// shortStep (of the range) ends a descent.
	shortStep = 1e-5
)

// descend goes down by Levenberg–Marquardt. Points stay inside the range.
func (p *problem) descend(u []float64) ([]float64, bool) {
	r := p.residuals(u)
	damping := 1e-3
	for range mostRounds {
		if p.ctx.Err() != nil {
			return u, false
		}
		normal, slope := normalEquations(p.jacobian(u), r)
		for {
			step := solve(normal, slope, damping)
			next, length := make([]float64, p.n), 0.0
			for i := range next {
				next[i] = clamp(u[i] - step[i])
				length = max(length, math.Abs(next[i]-u[i]))
			}
			if length < shortStep {
				return u, true
			}
			if tried := p.residuals(next); square(tried) < square(r) {
				u, r = next, tried
				damping = max(damping/5, 1e-9)
				break
			}
			damping *= 4
			if damping > 1e9 {
				return u, false
			}
		}
	}
	return u, false
}

// normalEquations are JᵀJ and Jᵀr.
func normalEquations(columns [][]float64, r []float64) (a [][]float64, b []float64) {
	n := len(columns)
	a, b = identity(n), make([]float64, n)
	for i := range n {
		for j := range n {
			a[i][j] = dot(columns[i], columns[j])
		}
		b[i] = dot(columns[i], r)
	}
	return a, b
}

// solve solves (A + λ·diag A) x = b. A little of the mean of the diagonal stands in for parameters without any effect.
func solve(a [][]float64, b []float64, damping float64) []float64 {
	damped, mean := identity(len(b)), 0.0
	for i := range a {
		mean += a[i][i] / float64(len(a))
	}
	for i := range a {
		copy(damped[i], a[i])
		damped[i][i] = a[i][i]*(1+damping) + 1e-12*mean + 1e-300
	}
	x, ok := cholesky(damped, b)
	if !ok {
		return make([]float64, len(b))
	}
	return x
}

// conclude computes the confidence intervals at the end of a fit.
func (p *problem) conclude(u []float64, converged bool) (*Result, error) {
	sigma, variance := p.confidence(u)
	for range scans {
		v, moved := p.nearby(u, sigma)
		if !moved {
			break
		}
		u, converged = p.descend(v)
		sigma, variance = p.confidence(u)
	}
	low, high := p.interval(u, sigma, variance)
	out := &Result{Converged: converged, Deviation: p.deviation(u)}
	values, offset := p.values(u)
	out.Offset = offset
	for i := range p.study.Parameters {
		x := &p.study.Parameters[i]
		e := Estimate{Key: x.Key, Unit: x.Unit, Value: values[i], Determined: high[i]-low[i] < determined}
		e.Low, e.High = x.At(clamp(low[i])), x.At(clamp(high[i]))
		out.Estimates = append(out.Estimates, e)
	}
	var err error
	if out.Followed, err = p.study.Track(p.ctx, values, p.data.Time, offset); err == nil {
		err = p.err
	}
	out.Simulations = p.calls
	return out, err
}

const (
	// quantile of the normal distribution for 95 %.
	quantile = 1.96
	// determined is the largest confidence interval, as a share of the range, of a parameter that the data determine.
	determined = 0.5
)

// deviation is the root mean square of the residuals at a point, for the numbers that are free.
func (p *problem) deviation(u []float64) float64 {
	return math.Sqrt(2 * square(p.residuals(u)) / float64(p.m-p.n))
}

// confidence are the standard deviations of the coordinates at a point and the variance of the residuals. Deviations
// that were stated are believed, unless the residuals are larger.
func (p *problem) confidence(u []float64) (sigma []float64, variance float64) {
	d := p.deviation(u)
	variance = d * d
	if p.stated() {
		variance = max(variance, 1)
	}
	normal, _ := normalEquations(p.jacobian(u), p.residuals(u))
	return deviations(normal, variance), variance
}

const (
	// nearSteps is the number of points on each side along an axis in a search near a minimum.
	nearSteps = 24
	// nearWidth is how far such a search goes, in standard deviations.
	nearWidth = 6
)

// near are points on both sides along an axis, and half of their sums of squares. An impact that falls into another
// step makes the sum jump: minima lie side by side, closer than the noise tells them apart.
func (p *problem) near(u []float64, axis int, sigma float64) (points [][]float64, sums []float64) {
	width := min(nearWidth*sigma, 0.5)
	for k := -nearSteps; k <= nearSteps; k++ {
		x := append([]float64(nil), u...)
		x[axis] = clamp(u[axis] + width*float64(k)/nearSteps)
		points = append(points, x)
	}
	for _, r := range p.many(points) {
		sums = append(sums, square(r))
	}
	return points, sums
}

// nearby returns the best point near u along all axes, and reports whether the point is better than u.
func (p *problem) nearby(u, sigma []float64) ([]float64, bool) {
	best, least, moved := u, square(p.residuals(u)), false
	for j := range u {
		points, sums := p.near(best, j, sigma[j])
		for k, v := range sums {
			if v < least*(1-1e-9) {
				best, least, moved = points[k], v, true
			}
		}
	}
	return best, moved
}

// interval is that of 95 % confidence of each coordinate: the one of the slopes, widened to all values near the minimum
// that a test of the likelihood ratio does not refuse, however the sum jumps between them.
func (p *problem) interval(u, sigma []float64, variance float64) (low, high []float64) {
	least := square(p.residuals(u))
	for j := range u {
		lo, hi := u[j]-quantile*sigma[j], u[j]+quantile*sigma[j]
		points, sums := p.near(u, j, sigma[j])
		for k, v := range sums {
			if v-least <= quantile*quantile/2*variance {
				lo, hi = min(lo, points[k][j]), max(hi, points[k][j])
			}
		}
		low, high = append(low, lo), append(high, hi)
	}
	return low, high
}

func (p *problem) stated() bool { return p.study.Fit.Stated() }

// deviations are the standard deviations of the coordinates: those of the inverse of JᵀJ, by its eigenvectors, so that
// directions in which nothing changes are as wide as can be instead of an error.
func deviations(normal [][]float64, variance float64) []float64 {
	out := make([]float64, len(normal))
	values, vectors := eigen(normal)
	for k, value := range values {
		for i, v := range vectors[k] {
			out[i] += v * v * variance / max(value, 1e-12)
		}
	}
	for i := range out {
		out[i] = math.Sqrt(out[i])
	}
	return out
}
