package panel

import (
	"slices"

	"tumble/internal/app/command"
	"tumble/internal/app/watch"
	"tumble/internal/meter"
	"tumble/renderer/ui"
)

// metersWindow chooses what is watched, draws the curves and has the condition that stops time.
type metersWindow struct {
	open      bool
	condition string
	problem   string
	series    [1]ui.Series
}

// meterNames are the keys of the meters, after the text of the list when nothing is chosen.
var meterNames = append([]string{"add a meter…"}, meter.Keys()...)

// rateNames are the names of watch.Rates.
var rateNames = []string{"every step", "100 Hz", "10 Hz", "1 Hz"}

// plotsInRow is how many curves are side by side.
const plotsInRow = 4

// draw draws the window while it is open.
func (m *metersWindow) draw(c *ui.Context, v *View) {
	if !m.open || !c.BeginWindow(windowMeters, ui.WindowOptions{Side: ui.SideBottom, Open: &m.open}) {
		return
	}
	defer c.EndWindow()
	c.Row(180, 110, 0, 70, 90)
	chosen := 0
	if c.Combo("##meter", &chosen, meterNames) && chosen > 0 && !v.Watch.Toggle(&meter.All[chosen-1]) {
		c.Toast(ui.ToneWarn, "eight meters are watched already: take one away first")
	}
	c.Tip("Shows a quantity of the world after every step.")
	rate := slices.Index(watch.Rates, v.Watch.Rate())
	if c.Combo("##rate", &rate, rateNames) {
		report(c, v.Watch.SetRate(watch.Rates[rate], v.Session.Now().Ns))
	}
	c.Tip("How often the curves take a value.")
	changed, entered := c.TextEnter("##condition", &m.condition, "stop where this holds, as penetration.max > 0.01")
	if changed {
		m.problem = ""
	}
	if (c.Button("Stop") || entered) && m.arm(v) {
		c.Unfocus()
	}
	c.Tip("Pauses at the first step where the condition holds. An empty text takes the condition away.")
	if c.Button("Save CSV") {
		v.Do(command.SaveMeters)
	}
	switch cond := v.Watch.Condition(); {
	case m.problem != "":
		c.LabelColor(m.problem, c.Theme.Bad)
	case cond != nil:
		c.Dim("Time stops where " + cond.String())
	case len(v.Watch.Curves()) == 0:
		c.Dim("Nothing is watched. Every meter: sandbox meters.")
	}
	m.plots(c, v)
}

// arm takes up the condition; it reports whether it can be used.
func (m *metersWindow) arm(v *View) bool {
	m.problem = ""
	if err := v.Watch.StopWhere(m.condition, v.Session.World()); err != nil {
		m.problem = plain(err)
		return false
	}
	return true
}

// plots draws the curves, each with its newest value and a button that takes it away.
func (m *metersWindow) plots(c *ui.Context, v *View) {
	curves := v.Watch.Curves()
	rows := (len(curves) + plotsInRow - 1) / plotsInRow
	height := min(max((c.Remaining()-8)/float32(max(rows, 1))-28, 72), 200)
	for at := 0; at < len(curves); at += plotsInRow {
		row := curves[at:min(at+plotsInRow, len(curves))]
		var widths, labels [2 * plotsInRow]float32
		for i := range row {
			labels[2*i+1] = 24
		}
		c.Row(widths[:len(row)]...)
		for _, curve := range row {
			m.series[0] = seriesOf(curve)
			c.Plot(curve.Meter.Key, m.series[:], ui.PlotOptions{Height: height, Unit: curve.Meter.Unit})
			c.Tip(curve.Meter.Text)
		}
		c.Row(labels[:2*len(row)]...)
		for _, curve := range row {
			c.PushID(curve.Meter.Key)
			c.Value(curve.Meter.Key, curve.Last, curve.Meter.Unit)
			if c.Button("×") {
				v.Watch.Toggle(curve.Meter)
			}
			c.PopID()
		}
	}
}

// seriesOf is a curve as a plot takes it.
func seriesOf(c *watch.Curve) ui.Series {
	s := ui.Series{Name: c.Meter.Key, Data: c.Data[:c.Count]}
	if c.Count == watch.Length {
		s.Start = c.Next
	}
	return s
}
