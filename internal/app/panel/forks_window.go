package panel

import (
	"strconv"

	"tumble/internal/app/command"
	"tumble/internal/app/forks"
	"tumble/internal/bodyname"
	"tumble/renderer/ui"
)

// forksWindow begins and ends copies of the session and compares them.
type forksWindow struct {
	open    bool
	text    string
	problem string
	rows    []forks.Row
}

// draw draws the window while it is open.
func (p *forksWindow) draw(c *ui.Context, v *View) {
	if !p.open || !c.BeginWindow(windowForks, ui.WindowOptions{Side: ui.SideBottom, Open: &p.open}) {
		return
	}
	defer c.EndWindow()
	c.Flow(520, 0, 80, 110, 80)
	changed, entered := c.TextEnter("##forks", &p.text, "parameter and values, as material.friction = 0.2, 0.4, 0.8")
	if changed {
		p.problem = ""
	}
	if (c.Button("Fork") || entered) && p.begin(v) {
		c.Unfocus()
	}
	c.Tip("Copies the world once for each value; the copies get the same input and the same steps. Their bodies are drawn in\n" +
		"outlines where they are elsewhere, and the colour tells how far.")
	if c.Button("Side by side") {
		v.Do(command.SplitForks)
	}
	c.Tip("Shows each copy in a part of the picture of its own, or all over each other again.")
	if c.Button("End") {
		v.EndForks()
	}
	if p.problem != "" {
		c.NoteColor(p.problem, c.Theme.Bad)
	}
	if v.Forks.Open() {
		p.heads(c, v)
		p.table(c, v)
	}
}

// begin forks the session; it reports whether the text can be used.
func (p *forksWindow) begin(v *View) bool {
	key, values, err := forks.Parse(p.text)
	if err == nil {
		err = v.Fork(key, values)
	}
	if err != nil {
		p.problem = plain(err)
		return false
	}
	p.problem = ""
	return true
}

// forkLabelWidth is the width of the first column.
const forkLabelWidth = 170

// columns lays the next widgets out in the columns of the table.
func columns(c *ui.Context, n int) {
	var widths [2 + forks.MostForks]float32
	widths[0] = forkLabelWidth
	c.Row(widths[:n+2]...)
}

// heads names the worlds and has the buttons that keep one.
func (p *forksWindow) heads(c *ui.Context, v *View) {
	list := v.Forks.List()
	columns(c, len(list))
	c.Dim("value")
	c.Label(v.Forks.Label())
	for _, fork := range list {
		c.Label(fork.Value)
	}
	columns(c, len(list))
	c.Dim("differs from")
	c.Dim("–")
	for _, fork := range list {
		c.Label(fork.Divergence.Text(v.Session.World(), bodyname.Of))
	}
	columns(c, len(list))
	c.Dim("farthest body")
	c.Dim("–")
	for _, fork := range list {
		c.Label(figureText(float64(fork.Farthest), "m"))
	}
	columns(c, len(list))
	c.Dim("")
	c.Dim("")
	keep := -1
	for i := range list {
		c.PushIndex(i)
		if c.Button("Keep this one") {
			keep = i
		}
		c.PopID()
	}
	if keep >= 0 {
		report(c, v.KeepFork(keep))
	}
}

// table lists the figures; the better value is marked.
func (p *forksWindow) table(c *ui.Context, v *View) {
	p.rows = v.Forks.Table(p.rows[:0])
	n := len(v.Forks.List())
	for i := range p.rows {
		row := &p.rows[i]
		columns(c, n)
		c.Dim(row.Label)
		for k := range 1 + n {
			text := figureText(row.Values[k], row.Unit)
			if k == row.Better {
				c.LabelColor(text, c.Theme.Good)
			} else {
				c.Label(text)
			}
		}
	}
}

// figureText is a figure with its unit.
func figureText(value float64, unit string) string {
	text := strconv.FormatFloat(value, 'g', 4, 64)
	if unit != "" {
		text += " " + unit
	}
	return text
}
