package sweeps

import (
	"cmp"
	"math"
	"strconv"

	"tumble/engine/param"
	"tumble/internal/sweep"
)

// Table has the rows of a study of one parameter as texts for a window, and its metrics as curves.
type Table struct {
	// Cells is the number of cells of the study.
	Cells int
	// Heads are the names of the columns with their units.
	Heads []string
	Rows  []Row
	// Names and Units belong to the metrics. Curves has the values of each metric by row, NaN where a cell has none.
	Names  []string
	Units  []string
	Curves [][]float32
}

// Row is the result of a cell.
type Row struct {
	Cell  int
	Value float64 // of the parameter, in its unit
	// Broke is the first step at which a guard rail broke, 0 for none.
	Broke int
	// Fine is set where the simulation ended and no guard rail broke.
	Fine bool
	// Texts are the texts of the columns: the value, the metrics and the state.
	Texts []string
}

// Compare orders two rows by a column of Heads; by the state, rows come before those that went worse: broken ones, the
// later first, then those that have no result.
func (t *Table) Compare(i, k, column int) int {
	a, b := &t.Rows[i], &t.Rows[k]
	switch {
	case column == 0:
		return cmp.Compare(a.Value, b.Value)
	case column <= len(t.Curves):
		return cmp.Compare(t.Curves[column-1][i], t.Curves[column-1][k])
	case a.Fine != b.Fine:
		if a.Fine {
			return -1
		}
		return 1
	}
	return cmp.Compare(b.Broke, a.Broke)
}

// newTable reads the rows of a store, a study of q, in the order of the cells.
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

// valueText is the text of a value of a parameter: four digits of a Float, else the text of Param.Format.
func valueText(p *param.Param, v float64) string {
	if p.Kind == param.Float {
		return digits(v)
	}
	return p.Format(v)
}

// digits is the text of a number with four digits, a dash for NaN.
func digits(v float64) string {
	if math.IsNaN(v) {
		return "–"
	}
	return strconv.FormatFloat(v, 'g', 4, 64)
}
