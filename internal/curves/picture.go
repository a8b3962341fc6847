package curves

import (
	"io"

	"tumble/internal/plot"
)

// The size of the plot of one quantity: 20 by 6 cm.
const (
	panelWidth  = 567
	panelHeight = 170
)

// draw draws the quantities one below the other, each with an axis of its own, over the same time.
func (t *Table) draw(w io.Writer, format string) error {
	plots := make([]*plot.Plot, len(t.Columns))
	for i := range t.Columns {
		c := &t.Columns[i]
		plots[i] = &plot.Plot{Y: c.label(), Curves: []plot.Curve{{X: t.Times, Y: c.Values}}, First: i}
	}
	if len(plots) > 0 {
		plots[0].Title, plots[len(plots)-1].X = t.Title, "time [s]"
	}
	return plot.Write(w, format, panelWidth, panelHeight, plots...)
}
