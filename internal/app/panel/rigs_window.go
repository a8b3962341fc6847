package panel

import (
	"tumble/internal/app/session"
	"tumble/internal/meter"
	"tumble/internal/truth"
	"tumble/renderer/ui"
)

// rigsWindow lays down experiments with known answers, and turns the steps and sub-steps while they run.
type rigsWindow struct {
	open            bool
	hertz, subSteps float64
	series          [1]ui.Series
}

// rigsInRow is how many buttons are side by side.
const rigsInRow = 3

// truthMeter is the error of a rig.
var truthMeter, _ = meter.Find("truth.error")

// draw draws the window while it is open.
func (p *rigsWindow) draw(c *ui.Context, v *View) {
	if !p.open || !c.BeginWindow(windowRigs, ui.WindowOptions{Side: ui.SideFloat, W: 360, Open: &p.open}) {
		return
	}
	defer c.EndWindow()
	for at := 0; at < len(truth.All); at += rigsInRow {
		c.Row(0, 0, 0)
		for _, r := range truth.All[at:min(at+rigsInRow, len(truth.All))] {
			if c.Button(r.Name) {
				p.lay(c, v, r)
			}
			c.Tip(r.Scene.Text + "\n" + r.Formula)
		}
	}
	if v.Truth == nil {
		c.Paragraph(
			"Each lays down an experiment whose exact solution is known: it is drawn in outlines, " +
				"and the error is a curve.")
		return
	}
	p.figures(c, v)
}

// lay opens a rig and watches its error.
func (p *rigsWindow) lay(c *ui.Context, v *View, r *truth.Rig) {
	report(c, v.Open(r.Scene))
	if !v.Watch.Watches(truthMeter) && !v.Watch.Toggle(truthMeter) {
		c.Toast(ui.ToneWarn, "eight meters are watched already: the error has no curve")
	}
}

// figures shows the error and turns what it depends on.
func (p *rigsWindow) figures(c *ui.Context, v *View) {
	r := v.Truth.Rig
	c.Heading(r.Name)
	c.Paragraph(r.Formula)
	c.Value("Error", v.Truth.Error(), r.Unit())
	c.Value("Largest", v.Truth.Largest(), r.Unit())
	for _, curve := range v.Watch.Curves() {
		if curve.Meter == truthMeter {
			p.series[0] = seriesOf(curve)
			c.Plot("Error##truth", p.series[:], ui.PlotOptions{Height: 90, Unit: r.Unit()})
		}
	}
	config := v.Session.Config
	p.hertz, p.subSteps = float64(config.Loop.Hertz), float64(config.Settings.SubSteps)
	if c.Slider("Steps a second", &p.hertz, ui.Range{Min: 10, Max: 1000, Low: 10, High: 480, Log: true, Default: 100,
		Unit: "Hz", Whole: true}) {
		v.Send(session.SetCommand("loop.hertz", p.hertz))
	}
	if c.Slider("Sub-steps", &p.subSteps, ui.Range{Min: 1, Max: 64, Low: 1, High: 16, Default: 4, Whole: true}) {
		v.Send(session.SetCommand("substeps", p.subSteps))
	}
	if r.Bound != "" {
		c.Dim("The error is bounded by: " + r.Bound)
	}
}
