package panel

import (
	"cmp"
	"strconv"
	"strings"

	"tumble/engine/diagnose"
	"tumble/renderer/ui"
)

// goalsWindow shows what the loop of this window reaches of what it promises.
type goalsWindow struct {
	goals []diagnose.Goal
	wait  int // frames until they are measured again
	text  []byte
	order rowOrder
}

// compare orders two goals by a column of the table.
func (w *goalsWindow) compare(i, k, column int) int {
	a, b := &w.goals[i], &w.goals[k]
	switch column {
	case 1:
		return strings.Compare(a.Name, b.Name)
	case 2:
		return cmp.Compare(a.Limit, b.Limit)
	case 3:
		return cmp.Compare(a.Measured, b.Measured)
	case 4:
		return cmp.Compare(outcome(a), outcome(b))
	}
	return cmp.Compare(a.Number, b.Number)
}

// outcome is 0 for a goal that is held, 1 for one that is missed, 2 for one that is not known.
func outcome(g *diagnose.Goal) int {
	switch {
	case g.Held():
		return 0
	case g.Known:
		return 1
	}
	return 2
}

// goalsEvery is how many frames lie between two measurements: numbers that change in every frame cannot be read.
const goalsEvery = 30

var goalColumns = [...]ui.Column{
	{Title: "No.", Width: 46, Right: true}, {Title: "Goal", Width: 264}, {Title: "At most", Width: 76, Right: true},
	{Title: "Measured", Width: 82, Right: true}, {Title: "Holds"},
}

func (w *goalsWindow) draw(c *ui.Context, v *View) {
	if !c.BeginWindow(windowGoals, ui.WindowOptions{Side: ui.SideBottom}) {
		return
	}
	defer c.EndWindow()
	if w.wait--; w.wait <= 0 {
		w.goals, w.wait = v.Loop.Goals(), goalsEvery
	}
	c.Note("Over the newest 600 frames. sandbox lab --goals has all goals, on simulated displays.")
	c.BeginTable("goals", max(c.Remaining()-8, 120), goalColumns[:]...)
	column, down := c.Sort()
	for _, i := range w.order.sort(len(w.goals), down, func(i, k int) int { return w.compare(i, k, column) }) {
		g := &w.goals[i]
		c.TableRow(g.Name, false)
		c.CellNumber(float64(g.Number), 0)
		c.Cell(g.Name)
		c.Cell(bytesText(w.figure(g.Limit, g.Unit)))
		if !g.Known {
			c.Cell("")
			c.Cell(g.Why)
			continue
		}
		c.Cell(bytesText(w.figure(g.Measured, g.Unit)))
		switch {
		case g.Held():
			c.CellColor(c.Theme.Good)
			c.Cell("held")
		case g.OfMachine():
			c.CellColor(c.Theme.Warn)
			c.Cell("missed here")
		default:
			c.CellColor(c.Theme.Bad)
			c.Cell("missed")
		}
		c.CellColor(c.Theme.Text)
	}
	c.EndTable()
}

// figure writes a number with its unit.
func (w *goalsWindow) figure(x float64, unit string) []byte {
	w.text = strconv.AppendFloat(w.text[:0], x, 'g', 4, 64)
	w.text = append(append(w.text, ' '), unit...)
	return w.text
}
