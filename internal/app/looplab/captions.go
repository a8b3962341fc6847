package looplab

import (
	"tumble/engine"
	"tumble/internal/app/plate"
	"tumble/renderer/ui"
)

// shownIn returns the panes that divide the viewport r (pixels).
func (l *Lab) shownIn(r ui.Rect) plate.Panes {
	return plate.Panes{X: r.X, Y: r.Y, W: r.W, H: r.H, N: l.Shown()}
}

// DrawCaptions writes the name and the figures of its loop over each pane of the viewport r (pixels), and the fault of
// a broken loop.
func (l *Lab) DrawCaptions(f *engine.Frame, c *plate.Captions, r ui.Rect) {
	if !l.Open() {
		return
	}
	for i := range l.count {
		fault := l.fault(i)
		c.Begin(f, l.shownIn(r), i, 4, fault)
		l.caption(f, c, i, fault != "")
	}
}

// caption writes the strategy, judder, age and lost time of pane i; broken colors its title as a warning.
func (l *Lab) caption(f *engine.Frame, c *plate.Captions, i int, broken bool) {
	fig, lost, _ := l.Meters(f.Status, i)
	title := plate.Accent
	if broken {
		title = plate.Warn
	}
	c.Line(title, append(c.Text, l.StrategyOf(i)...))
	b := append(plate.Number(append(c.Text, "judder "...), fig.JudderRMS, 2), " %"...)
	if !c.Short() {
		b = append(plate.Number(append(b, "  p99 "...), fig.JudderP99, 1), " %"...)
	}
	c.Line(plate.Text, b)
	b = append(plate.Number(append(c.Text, "age    "...), fig.AgeMean, 1), " ms"...)
	if !c.Short() {
		b = append(plate.Number(append(b, "  most "...), fig.AgeMax, 1), " ms"...)
	}
	c.Line(plate.Text, b)
	color := plate.Text
	if lost > 0 {
		color = plate.Warn
	}
	b = append(plate.Number(append(c.Text, "lost   "...), float64(lost)/1e9, 2), " s"...)
	if !c.Short() {
		b = plate.Number(append(b, "   steps "...), fig.StepsMean, 2)
	}
	c.Line(color, b)
}
