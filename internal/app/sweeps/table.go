package sweeps

import (
	"math"
	"strconv"

	"tumble/engine/param"
	"tumble/internal/sweep"
)

// Table are the rows of a study of one parameter, as a window shows them.
type Table struct {
	// Cells is the number of cells of the study.
	Cells int
	// Heads are the names of the columns with their units.
	Heads []string
	Rows  []Row
	// Curves are the values of the metrics over the rows, under the names in Names.
	Names  []string
	Units  []string
	Curves [][]float32
}

// Row is a cell.
type Row struct {
	Cell  int
	Value float64
	// Broke is the step where a guard rail broke, 0 for none.
	Broke int
	Fine  bool
	// Texts are those of the columns: the value, the metrics and the state.
	Texts []string
}

// newTable reads the rows of a store in the order of the cells.
func newTable(st *sweep.Store, q *param.Param) (*Table, error) {
	h := st.Head
	p := &h.Parameters[0]
	t := &Table{Cells: h.Cells, Heads: []string{sweep.Column{Name: p.Key, Unit: p.Unit}.Title()}}
	for _, m := range h.Metrics {
		t.Heads = append(t.Heads, m.Title())
		t.Names, t.Units, t.Curves = append(t.Names, m.Name), append(t.Units, m.Unit), append(t.Curves, nil)
	}
	t.Heads = append(t.Heads, "state")
	err := st.Each(func(r *sweep.Result) error {
		row := Row{Cell: r.Row.Cell, Value: float64(r.Row.Values[0]), Fine: r.Row.State == sweep.Fine}
		row.Texts = append(row.Texts, valueText(q, row.Value))
		for i := range h.Metrics {
			v := math.NaN()
			if i < len(r.Row.Metrics) {
				v = float64(r.Row.Metrics[i])
			}
			row.Texts = append(row.Texts, digits(v))
			t.Curves[i] = append(t.Curves[i], float32(v))
		}
		for _, step := range r.Row.Guards {
			if step > 0 && (row.Broke == 0 || int(step) < row.Broke) {
				row.Broke = int(step)
			}
		}
		text := string(r.Row.State)
		if r.Row.Reason != "" {
			text += ": " + r.Row.Reason
		}
		row.Texts = append(row.Texts, text)
		t.Rows = append(t.Rows, row)
		return nil
	})
	return t, err
}

// valueText is a value of a parameter: its name, if it has one.
func valueText(p *param.Param, v float64) string {
	if p.Kind == param.Float {
		return digits(v)
	}
	return p.Format(v)
}

// digits is a number as a table shows it.
func digits(v float64) string {
	if math.IsNaN(v) {
		return "–"
	}
	return strconv.FormatFloat(v, 'g', 4, 64)
}
