package fit

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
)

// firstSpread (of the range) is the standard deviation of the first points of CMA-ES.
const firstSpread = 0.2

// rough minimises the sum of squares by CMA-ES from a point. Outside the range the sum grows.
func (p *problem) rough(from []float64) []float64 {
	random := rand.New(rand.NewPCG(p.study.Seed, 1))
	best := evolve(random, from, 200+100*p.n, func(points [][]float64) (values []float64) {
		if p.err != nil || p.ctx.Err() != nil {
			return nil
		}
		for i, r := range p.many(points) {
			outside := 0.0
			for _, v := range points[i] {
				outside += math.Abs(v - clamp(v))
			}
			values = append(values, square(r)*(1+outside))
		}
		return values
	})
	for i := range best {
		best[i] = clamp(best[i])
	}
	return best
}

// evolution is a normal distribution that learns where a function is small, see Hansen, The CMA Evolution Strategy: A
// Tutorial, 2016. Its names there stand beside the fields.
type evolution struct {
	weights    []float64   // of the parents of a generation, the best first: w
	parents    float64     // as many as the weights count for: μ_eff
	pathRate   float64     // c_c
	spreadRate float64     // c_σ
	oneRate    float64     // c_1
	manyRate   float64     // c_μ
	damping    float64     // d_σ
	expected   float64     // length of a vector of normal numbers: χ_n
	mean       []float64   // m
	spread     float64     // σ
	covariance [][]float64 // C
	path       []float64   // p_c
	spreadPath []float64   // p_σ
	generation float64
}

func newEvolution(from []float64, parents int) *evolution {
	n := float64(len(from))
	e := &evolution{mean: slices.Clone(from), spread: firstSpread, covariance: identity(len(from)),
		path: make([]float64, len(from)), spreadPath: make([]float64, len(from)), weights: make([]float64, parents)}
	sum, squares := 0.0, 0.0
	for i := range e.weights {
		e.weights[i] = math.Log(float64(parents)+0.5) - math.Log(float64(i+1))
		sum += e.weights[i]
	}
	for i := range e.weights {
		e.weights[i] /= sum
		squares += e.weights[i] * e.weights[i]
	}
	e.parents = 1 / squares
	e.pathRate = (4 + e.parents/n) / (n + 4 + 2*e.parents/n)
	e.spreadRate = (e.parents + 2) / (n + e.parents + 5)
	e.oneRate = 2 / ((n+1.3)*(n+1.3) + e.parents)
	e.manyRate = min(1-e.oneRate, 2*(e.parents-2+1/e.parents)/((n+2)*(n+2)+e.parents))
	e.damping = 1 + 2*max(0, math.Sqrt((e.parents-1)/(n+1))-1) + e.spreadRate
	e.expected = math.Sqrt(n) * (1 - 1/(4*n) + 1/(21*n*n))
	return e
}

// sample is a point of a generation with its value, the step to it in units of the spread, and the step without the
// covariance.
type sample struct {
	x, step, white []float64
	value          float64
}

// evolve looks for the least value of a function from a point, with about so many evaluations, by generations. It
// ends early when it gets no values.
func evolve(r *rand.Rand, from []float64, evaluations int, values func([][]float64) []float64) []float64 {
	count := 4 + int(3*math.Log(float64(len(from))))
	e := newEvolution(from, count/2)
	best, least := slices.Clone(from), math.Inf(1)
	points := [][]float64{from}
	if v := values(points); v != nil {
		least = v[0]
	}
	for used := 0; used < evaluations; used += count {
		widths, axes := eigen(e.covariance)
		for i := range widths {
			widths[i] = math.Sqrt(max(widths[i], 0))
		}
		if e.spread*slices.Max(widths) < shortStep {
			break
		}
		samples := make([]sample, count)
		points = points[:0]
		for i := range samples {
			samples[i] = e.sample(r, widths, axes)
			points = append(points, samples[i].x)
		}
		v := values(points)
		if v == nil {
			break
		}
		for i := range samples {
			samples[i].value = v[i]
		}
		slices.SortStableFunc(samples, func(a, b sample) int { return cmp.Compare(a.value, b.value) })
		if samples[0].value < least {
			best, least = samples[0].x, samples[0].value
		}
		e.learn(samples)
	}
	return best
}

// sample draws a point. The columns of the square root of the covariance are the axes with their widths.
func (e *evolution) sample(r *rand.Rand, widths []float64, axes [][]float64) sample {
	s := sample{x: slices.Clone(e.mean), step: make([]float64, len(e.mean)), white: make([]float64, len(e.mean))}
	for k, axis := range axes {
		z := r.NormFloat64()
		for i := range axis {
			s.step[i] += axis[i] * widths[k] * z
			s.white[i] += axis[i] * z
		}
	}
	for i := range s.x {
		s.x[i] += e.spread * s.step[i]
	}
	return s
}

// learn moves the distribution to the best of the samples, which come first.
func (e *evolution) learn(samples []sample) {
	e.generation++
	step, white := make([]float64, len(e.mean)), make([]float64, len(e.mean))
	for k, w := range e.weights {
		for i := range step {
			step[i] += w * samples[k].step[i]
			white[i] += w * samples[k].white[i]
		}
	}
	for i := range e.mean {
		e.mean[i] += e.spread * step[i]
		e.spreadPath[i] = (1-e.spreadRate)*e.spreadPath[i] + math.Sqrt(e.spreadRate*(2-e.spreadRate)*e.parents)*white[i]
	}
	length := math.Sqrt(dot(e.spreadPath, e.spreadPath))
	// while the spread grows fast, the path of the mean does not count
	calm := 0.0
	if length/math.Sqrt(1-math.Pow(1-e.spreadRate, 2*e.generation)) < (1.4+2/float64(len(e.mean)+1))*e.expected {
		calm = 1
	}
	for i := range e.path {
		e.path[i] = (1-e.pathRate)*e.path[i] + calm*math.Sqrt(e.pathRate*(2-e.pathRate)*e.parents)*step[i]
	}
	kept := 1 - e.oneRate - e.manyRate + (1-calm)*e.oneRate*e.pathRate*(2-e.pathRate)
	for i, row := range e.covariance {
		for j := range row {
			row[j] = kept*row[j] + e.oneRate*e.path[i]*e.path[j]
			for k, w := range e.weights {
				row[j] += e.manyRate * w * samples[k].step[i] * samples[k].step[j]
			}
		}
	}
	e.spread *= math.Exp(e.spreadRate / e.damping * (length/e.expected - 1))
}
