package panel

import (
	"strconv"

	"tumble/engine/diagnose"
	"tumble/renderer/ui"
)

// goalsWindow shows what the loop of this window reaches of what it promises.
type goalsWindow struct {
	goals []diagnose.Goal
	wait  int // frames until they are measured again
	text  []byte
}

// goalsEvery is how many frames lie between two measurements: numbers that change in every frame cannot be read.
const goalsEvery = 30

var goalColumns = [...]ui.Column{
	{Title: "No.", Width: 40, Right: true}, {Title: "Goal", Width: 330}, {Title: "At most", Width: 110, Right: true},
	{Title: "Measured", Width: 110, Right: true}, {Title: "Holds"},
}

func (w *goalsWindow) draw(c *ui.Context, v *View) {
	if !c.BeginWindow(windowGoals, ui.WindowOptions{Side: ui.SideBottom}) {
		return
	}
	defer c.EndWindow()
	if w.wait--; w.wait <= 0 {
		w.goals, w.wait = v.Loop.Goals(), goalsEvery
	}
	c.Dim("Over the newest 600 frames. sandbox lab --goals has all goals, on simulated displays.")
	c.Row()
	c.BeginTable("goals", max(c.Remaining()-8, 120), goalColumns[:]...)
	for i := range w.goals {
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
			c.Cell("missed, with all that runs on this machine")
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
	w.text = strconv.AppendFloat(w.text[:0], x, 'g', 3, 64)
	w.text = append(append(w.text, ' '), unit...)
	return w.text
}
