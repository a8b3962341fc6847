package forks

import (
	"math"

	"tumble/internal/app/session"
	"tumble/internal/meter"
)

// figure is a row of the table: a meter, and what counts of its values.
type figure struct {
	key, label string
	kind       figureKind
}

type figureKind uint8

// table are the rows: of each the smaller value is the better one.
var table = []figure{
	{"penetration.max", "deepest penetration", figureLargest},
	{"joint.error", "largest joint error", figureLargest},
	{"energy.total", "drift of the energy", figureDrift},
	{"speed.max", "largest speed", figureLargest},
	{"contact.flicker", "contacts begun or ended", figureSum},
	{"contact.noise", "largest change of an impulse", figureLargest},
	{"cost.step", "mean cost of a step", figureMean},
}

// tableMeters are the meters of the table.
var tableMeters = func() []*meter.Meter {
	list := make([]*meter.Meter, len(table))
	for i := range table {
		list[i], _ = meter.Find(table[i].key)
	}
	return list
}()

// figures are the counts of a world since the forks began.
type figures struct {
	set    *meter.Set
	values []float64
	first  []float64
	sums   []float64
	steps  int
}

func (f *figures) begin(s *session.Session) {
	*f = figures{set: meter.NewSet(tableMeters), sums: make([]float64, len(table))}
	f.first = f.set.Measure(s.World(), meter.Moment{}, nil)
}

// measure takes in the step just done.
func (f *figures) measure(s *session.Session) {
	f.values = f.set.Measure(s.World(), meter.Moment{}, f.values[:0])
	f.steps++
	for i, v := range f.values {
		switch table[i].kind {
		case figureLargest:
			f.sums[i] = max(f.sums[i], v)
		case figureDrift:
			f.sums[i] = max(f.sums[i], math.Abs(v-f.first[i]))
		default:
			f.sums[i] += v
		}
	}
}

// value is the figure of a row.
func (f *figures) value(row int) float64 {
	if table[row].kind == figureMean {
		return f.sums[row] / float64(max(f.steps, 1))
	}
	return f.sums[row]
}

const (
	figureLargest figureKind = iota
	figureSum
	figureMean
	// figureDrift is the largest distance from the first value.
	figureDrift
)
