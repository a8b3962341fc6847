package fit

import (
	"context"
	"fmt"
	"math"
	"sync"

	"tumble/internal/sweep"
)

// problem is a fit in coordinates from 0 to 1 for each parameter, the last of which is the time offset if there is one.
type problem struct {
	ctx    context.Context
	study  *sweep.Study
	data   *Data
	n      int // coordinates
	m      int // residuals
	weight []float64
	slots  chan struct{}

	lock  sync.Mutex
	err   error
	calls int
}

// newProblem checks that the data have the columns of the study.
func newProblem(ctx context.Context, s *sweep.Study, d *Data, workers int) (*problem, error) {
	if len(s.Fit.Follow) == 0 {
		return nil, fmt.Errorf("%w: the study follows nothing: [[fit.follow]] names columns and quantities",
			sweep.ErrStudy)
	}
	p := &problem{ctx: ctx, study: s, data: d, n: len(s.Parameters), slots: make(chan struct{}, max(workers, 1))}
	for i := range s.Parameters {
		if x := &s.Parameters[i]; x.Whole || len(x.Values) > 0 {
			return nil, fmt.Errorf("%w: %s: a fit needs a range of numbers", sweep.ErrStudy, x.Key)
		}
	}
	if s.Fit.Offset > 0 {
		p.n++
	}
	for _, f := range s.Fit.Follow {
		column, ok := d.Columns[f.Column]
		if !ok {
			return nil, fmt.Errorf("%w: there is no column %q", ErrData, f.Column)
		}
		sigma := f.Deviation
		if sigma == 0 {
			sigma = spread(column)
		}
		p.weight = append(p.weight, 1/sigma)
		p.m += len(column)
	}
	if p.m <= p.n {
		return nil, fmt.Errorf("%w: %d numbers do not determine %d parameters", ErrData, p.m, p.n)
	}
	return p, nil
}

// spread is a scale for a column without a stated deviation: its standard deviation.
func spread(column []float64) float64 {
	n, mean, square := 0.0, 0.0, 0.0
	for _, v := range column {
		if v == v {
			n++
			mean += v
		}
	}
	mean /= max(n, 1)
	for _, v := range column {
		if v == v {
			square += (v - mean) * (v - mean)
		}
	}
	if square == 0 {
		return 1
	}
	return math.Sqrt(square / n)
}

// values are those of the parameters at a point, and the time offset (s).
func (p *problem) values(u []float64) (values []float64, offset float64) {
	for i := range p.study.Parameters {
		x := &p.study.Parameters[i]
		values = append(values, x.At(clamp(u[i])))
	}
	if p.n > len(values) {
		offset = (2*clamp(u[p.n-1]) - 1) * p.study.Fit.Offset
	}
	return values, offset
}

func clamp(u float64) float64 { return min(max(u, 0), 1) }

// residuals simulates a point. Where the simulation has no value, or fails, the residual is large.
func (p *problem) residuals(u []float64) []float64 {
	const bad = 1e3
	p.slots <- struct{}{}
	defer func() { <-p.slots }()
	values, offset := p.values(u)
	track, err := p.study.Track(p.ctx, values, p.data.Time, offset)
	p.lock.Lock()
	p.calls++
	if err != nil && p.err == nil {
		p.err = err
	}
	p.lock.Unlock()
	out := make([]float64, 0, p.m)
	for i, f := range p.study.Fit.Follow {
		for k, want := range p.data.Columns[f.Column] {
			switch {
			case want != want:
				out = append(out, 0)
			case err != nil || track[i][k] != track[i][k]:
				out = append(out, bad)
			default:
				out = append(out, (track[i][k]-want)*p.weight[i])
			}
		}
	}
	return out
}

// many simulates points in parallel.
func (p *problem) many(points [][]float64) [][]float64 {
	out := make([][]float64, len(points))
	var group sync.WaitGroup
	for i := range points {
		group.Go(func() { out[i] = p.residuals(points[i]) })
	}
	group.Wait()
	return out
}

// difference is the step (of the range) of the central differences: wide enough for a simulation in single precision,
// narrow enough for motions that are not linear.
const difference = 2e-3

// jacobian is the matrix of ∂r/∂u at a point, by columns. Steps stay inside the range.
func (p *problem) jacobian(u []float64) [][]float64 {
	var points [][]float64
	for j := range u {
		for _, sign := range []float64{-1, 1} {
			x := append([]float64(nil), u...)
			x[j] = clamp(u[j] + sign*difference)
			points = append(points, x)
		}
	}
	r := p.many(points)
	columns := make([][]float64, len(u))
	for j := range u {
		lo, hi := r[2*j], r[2*j+1]
		width := points[2*j+1][j] - points[2*j][j]
		column := make([]float64, p.m)
		for i := range column {
			column[i] = (hi[i] - lo[i]) / width
		}
		columns[j] = column
	}
	return columns
}

// square is half of the sum of squares.
func square(r []float64) float64 {
	sum := 0.0
	for _, v := range r {
		sum += v * v
	}
	return sum / 2
}
