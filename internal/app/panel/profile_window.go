package panel

import (
	"tumble/internal/app/session"
	"tumble/renderer/ui"
)

// meanOf is over how many steps the mean of the profile goes.
const meanOf = 60

// indents put the stages inside others further to the right.
var indents = [...]string{"", "    ", "        "}

// stageNames are the names with their indents, made once.
var stageNames = func() [len(session.StepStages)]string {
	var names [len(session.StepStages)]string
	for i, s := range session.StepStages {
		names[i] = indents[s.Depth] + s.Name
	}
	return names
}()

var profileColumns = [...]ui.Column{
	{Title: "Stage", Width: 120}, {Title: "Now, ms", Width: 70, Right: true}, {Title: "Mean", Width: 64, Right: true},
	{Title: "Largest", Width: 70, Right: true}, {Title: "Share", Width: 90}, {Title: "History"},
}

// drawProfile shows where the time of a step goes.
func (h *history) drawProfile(c *ui.Context) {
	if !c.BeginWindow(windowProfile, ui.WindowOptions{Side: ui.SideBottom}) {
		return
	}
	defer c.EndWindow()
	if h.times.Program != "" {
		c.Dim(h.times.Program)
	}
	h.flame(c)
	c.BeginTable("stages", max(c.Remaining(), 110), profileColumns[:]...)
	column, down := c.Sort()
	h.orderStages(column, down)
	mean := max(h.stages[0].mean(meanOf), 1e-9)
	for _, i := range h.order {
		r := &h.stages[i]
		c.TableRow(stageNames[i], false)
		if column == 0 {
			c.Cell(stageNames[i])
		} else {
			c.Cell(session.StepStages[i].Name)
		}
		c.CellNumber(float64(r.data[(r.next+historyLength-1)%historyLength]), 3)
		m := r.mean(meanOf)
		c.CellNumber(m, 3)
		c.CellNumber(float64(r.largest()), 3)
		c.CellBar(float32(m/mean), c.Theme.Series[session.StepStages[i].Depth])
		c.CellSpark(r.series(""))
	}
	c.EndTable()
}

// orderStages sorts the stages by a column; by name they stay in the order of the step.
func (h *history) orderStages(column int, down bool) {
	key := func(i int) float64 {
		r := &h.stages[i]
		switch column {
		case 1:
			return float64(r.data[(r.next+historyLength-1)%historyLength])
		case 2, 4:
			return r.mean(meanOf)
		case 3:
			return float64(r.largest())
		}
		return float64(i)
	}
	for i := range h.order {
		k := i
		for k > 0 && (key(h.order[k-1]) > key(i)) != down && key(h.order[k-1]) != key(i) {
			h.order[k] = h.order[k-1]
			k--
		}
		h.order[k] = i
	}
}

// flame shows the last step as a strip, the stages of the solver in a row below.
func (h *history) flame(c *ui.Context) {
	h.spans = h.spans[:0]
	var at [3]float32
	for i := range session.StepStages {
		s := &session.StepStages[i]
		length := float32(h.stages[i].mean(8))
		if s.Depth < 2 {
			at[2] = at[1]
		}
		begin := at[s.Depth]
		h.spans = append(h.spans, ui.Span{Name: s.Name, Start: begin, End: begin + length, Depth: s.Depth,
			Color: c.Theme.Series[(i*3)%8]})
		at[s.Depth] += length
		if s.Depth == 0 {
			at[1], at[2] = begin, begin
		}
	}
	c.Flame("flame", h.spans, "ms")
}
