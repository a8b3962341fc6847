package panel

import (
	"cmp"
	"strconv"
	"strings"

	"tumble/engine/diagnose"
	"tumble/internal/capacity"
	"tumble/renderer/ui"
)

// goalsWindow shows the goals of the loop beside the measured values of this window.
type goalsWindow struct {
	goals []diagnose.Goal
	wait  int // frames until they are measured again
	text  []byte
	order rowOrder
	// capacity is the newest measurement of this machine in words, of a state ran
	ran      *capacity.State
	capacity []string
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
	w.machine(c, v)
	c.Note("Over the newest 600 frames. sandbox lab --goals has all goals, on simulated displays.")
	// the reasons below it take a line each
	c.BeginTable("goals", max(c.Remaining()-8-reasonHeight*float32(w.countReasons()), 120), goalColumns[:]...)
	column, down := c.Sort()
	for _, i := range w.order.sort(len(w.goals), down, func(i, k int) int { return w.compare(i, k, column) }) {
		g := &w.goals[i]
		c.TableRow(g.Name, false)
		c.CellNumber(float64(g.Number), 0)
		c.Cell(g.Name)
		c.Cell(bytesText(w.figure(g.Limit, g.Unit)))
		if !g.Known {
			c.Cell("")
			c.Cell("not known")
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
	w.reasons(c)
}

// machine shows the numbers of bodies that this machine runs in real time, measured on demand.
func (w *goalsWindow) machine(c *ui.Context, v *View) {
	run := v.Capacity
	if run == nil {
		c.Flow(190, 190, 0)
		if c.Button("Measure this machine") {
			v.MeasureMachine()
		}
		c.Dim("how many boxes and ragdolls it runs in real time")
		return
	}
	state := run.State()
	if !state.Ended {
		c.Flow(190, 190, 0)
		c.Progress("Measuring: Esc gives up", float32(state.Part))
		c.Dim(state.What)
		return
	}
	if state.Err != nil {
		c.NoteColor(state.Err.Error(), c.Theme.Bad)
		return
	}
	if w.ran != state {
		w.ran, w.capacity = state, []string{"T" + run.Options.Text()[1:] + ":"}
		for i := range state.Figures {
			w.capacity = append(w.capacity, state.Figures[i].Text())
		}
	}
	for _, line := range w.capacity {
		c.Note(line)
	}
	c.Flow(190, 190, 0)
	if c.Button("Measure again") {
		v.MeasureMachine()
	}
	c.Dim("sandbox lab --minimum 30% prints the same")
}

// reasonHeight (units) is how high a line of a reason is.
const reasonHeight = 22

// countReasons is how many different reasons there are.
func (w *goalsWindow) countReasons() (n int) {
	for i := range w.goals {
		if w.text = appendReason(w.text[:0], w.goals, i); len(w.text) > 0 {
			n++
		}
	}
	return n
}

// reasons says in full why goals are not known, for which a cell is too narrow.
func (w *goalsWindow) reasons(c *ui.Context) {
	for i := range w.goals {
		if w.text = appendReason(w.text[:0], w.goals, i); len(w.text) > 0 {
			c.Note(bytesText(w.text))
		}
	}
}

// appendReason appends why a goal is not known, with the numbers of all goals of that reason; nothing for a goal that
// is known or whose reason was given with one before.
func appendReason(text []byte, list []diagnose.Goal, i int) []byte {
	why := list[i].Why
	if list[i].Known || why == "" || saidBefore(list[:i], why) {
		return text
	}
	text = strconv.AppendInt(append(text, "No. "...), int64(list[i].Number), 10)
	last := list[i].Number
	for k := i + 1; k < len(list); k++ {
		if g := &list[k]; !g.Known && g.Why == why && g.Number != last {
			last = g.Number
			text = strconv.AppendInt(append(text, ", "...), int64(last), 10)
		}
	}
	return append(append(append(text, ": "...), why...), '.')
}

// saidBefore reports whether a reason is that of one of some goals.
func saidBefore(list []diagnose.Goal, why string) bool {
	for i := range list {
		if !list[i].Known && list[i].Why == why {
			return true
		}
	}
	return false
}

// figure writes a number with its unit.
func (w *goalsWindow) figure(x float64, unit string) []byte {
	w.text = strconv.AppendFloat(w.text[:0], x, 'g', 4, 64)
	if unit == "us" {
		unit = "µs"
	}
	w.text = append(append(w.text, ' '), unit...)
	return w.text
}
