package panel

import "tumble/renderer/ui"

// figureColumns lays figures with their names out in columns, fewer where there is less room.
type figureColumns struct {
	wish  int     // columns at most
	least float32 // width of a figure with its name (units), 0 for leastFigure
	n, at int
}

const (
	mostFigureColumns = 6
	leastFigure       = 128 // units
	figureGap         = 14  // units between columns
)

// figureWidths are those of mostFigureColumns columns with the gaps between them.
var figureWidths = [2*mostFigureColumns - 1]float32{1: figureGap, 3: figureGap, 5: figureGap, 7: figureGap,
	9: figureGap}

// next makes room for the next figure.
func (f *figureColumns) next(c *ui.Context) {
	if f.n == 0 {
		if f.least == 0 {
			f.least = leastFigure
		}
		f.n = min(max(int((c.Width()+figureGap)/(f.least+figureGap)), 1), f.wish, mostFigureColumns)
	}
	if f.at%f.n == 0 {
		c.Row(figureWidths[:2*f.n-1]...)
	} else {
		c.Skip()
	}
	f.at++
}
