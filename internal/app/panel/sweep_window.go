package panel

import (
	"errors"

	"tumble/engine/param"
	"tumble/internal/app/session"
	"tumble/internal/app/sweeps"
	"tumble/internal/meter"
	"tumble/internal/sweep"
	"tumble/renderer/ui"
)

// sweepWindow plans a study of one parameter, and shows its rows while it runs.
type sweepWindow struct {
	open    bool
	key     string
	problem string
	plan    sweep.Draft
	// low, high, count and steps are the numbers of the plan in the fields; guard is the condition of the guard rail
	low, high, count, steps float64
	guard                   string
	now                     bool // begin with the world as it is
	series                  [1]ui.Series
}

// mostSweepCells bounds the cells of a study from the window: a table to look at.
const mostSweepCells = 200

// Sweeps reports whether the window with the sweep is open, SetSweeps opens or closes it.
func (p *Panels) Sweeps() bool { return p.sweep.open }

// SetSweeps opens or closes the window with the sweep of the parameter chosen last.
func (p *Panels) SetSweeps(v *View, open bool) {
	p.set(&p.sweep.open, open, windowSweep)
	if _, err := v.Session.Registry.Lookup(p.sweep.key); open && err != nil {
		p.sweep.aim(v, "material.friction")
	}
}

// PlanSweep opens the window with a plan for a parameter; change, unless nil, may change the plan.
func (p *Panels) PlanSweep(v *View, key string, change func(d *sweep.Draft)) (*sweep.Draft, error) {
	if !p.sweep.aim(v, key) {
		return nil, errors.New(p.sweep.problem)
	}
	if change != nil {
		change(&p.sweep.plan)
		p.sweep.fill()
	}
	p.SetSweeps(v, true)
	return &p.sweep.plan, nil
}

// aim plans a sweep of a parameter around its present value; it reports whether the key is that of a parameter that can
// vary.
func (s *sweepWindow) aim(v *View, key string) bool {
	s.key, s.problem = key, ""
	q, err := v.Session.Registry.Lookup(key)
	switch {
	case err != nil:
		s.problem = plain(err)
	case !sweep.Varies(q.Key):
		s.problem = q.Key + " belongs to the window, not to the world"
	default:
		s.plan = sweep.Around(q, v.Session.Config.Scene.Steps)
		s.key = q.Key
		s.fill()
		if s.guard == "" && v.Watch.Condition() != nil {
			s.guard = v.Watch.Condition().String()
		}
		return true
	}
	return false
}

// fill gives the fields the values of the plan.
func (s *sweepWindow) fill() {
	d := &s.plan
	s.low, s.high, s.count, s.steps = d.Low, d.High, float64(d.Count), float64(d.Steps)
}

// draw draws the window while it is open.
func (s *sweepWindow) draw(c *ui.Context, v *View) {
	if !s.open || !c.BeginWindow(windowSweep, ui.WindowOptions{Side: ui.SideBottom, Open: &s.open}) {
		return
	}
	defer c.EndWindow()
	s.question(c, v)
	if s.problem != "" {
		c.LabelColor(s.problem, c.Theme.Bad)
	}
	if v.Sweep != nil {
		s.answers(c, v)
	}
}

// question has the fields of the plan.
func (s *sweepWindow) question(c *ui.Context, v *View) {
	c.Flow(200, 0, 150, 150, 110, 130, 60)
	if changed, _ := c.TextEnter("##sweep parameter", &s.key, "a parameter, as material.friction"); changed {
		s.aim(v, s.key)
	}
	if ranged := s.plan.Param != nil && s.plan.Ranged(); ranged {
		o := ui.Range{Min: s.plan.Param.Min, Max: s.plan.Param.Max, Unit: s.plan.Param.Unit,
			Whole: s.plan.Param.Kind == param.Int, NoDefault: true}
		c.Number("From", &s.low, o)
		c.Number("To", &s.high, o)
		c.Number("Cells", &s.count, ui.Range{Min: 2, Max: mostSweepCells, Whole: true, NoDefault: true})
	} else {
		c.Dim("all its values")
		c.Dim("")
		c.Dim("")
	}
	c.Number("Steps", &s.steps, ui.Range{Min: 1, Max: 1e6, Whole: true, NoDefault: true})
	c.Check("Log", &s.plan.Log)
	c.Tip("Spaces the values by equal ratios.")
	c.Flow(330, 0, 190, 80, 80, 120)
	c.TextEnter("##sweep guard", &s.guard, "guard rail: what must never hold, as drift.max > 0.05")
	c.Check("The world as it is now", &s.now)
	c.Tip(
		"Begins with the bodies as they are, which are saved beside the study; " +
			"otherwise with the scene as it was opened.")
	running := v.Sweep != nil && !sweepEnded(v.Sweep)
	switch {
	case running && c.Button("Stop"):
		v.Sweep.Stop()
	case !running && c.Primary("Start"):
		s.begin(v)
	}
	c.Tip(
		"Simulates the scene once for each value, in processes of their own: the window goes on. " +
			"The metrics are the meters that\n" +
			"are watched.")
	if v.Sweep == nil {
		return
	}
	if c.Button("Page") {
		report(c, v.OpenSweepPage())
	}
	c.Tip("Opens the results in the browser.")
	if c.Button("Copy command") {
		v.Window.SetClipboard("sandbox sweep " + session.Quoted(v.Sweep.Study))
		c.Toast(ui.ToneGood, "copied the command that runs the study")
	}
	c.Tip(v.Sweep.Study)
}

func sweepEnded(r *sweeps.Run) bool {
	ended, _ := r.Ended()
	return ended
}

// begin starts the planned study.
func (s *sweepWindow) begin(v *View) {
	if !s.aims(v) {
		return
	}
	s.plan.Low, s.plan.High, s.plan.Count, s.plan.Steps, s.plan.Breaks = s.low, s.high, int(s.count), int(s.steps),
		s.guard
	if list := watched(v); len(list) > 0 {
		s.plan.Meters = list
	}
	s.problem = ""
	if s.guard != "" {
		if _, err := meter.Compile(s.guard); err != nil {
			s.problem = plain(err)
			return
		}
	}
	if err := v.BeginSweep(&s.plan, s.now); err != nil {
		s.problem = plain(err)
	}
}

// aims reports whether the plan is for the present scene: another scene has parameters of its own.
func (s *sweepWindow) aims(v *View) bool {
	q, err := v.Session.Registry.Lookup(s.key)
	if err == nil && q == s.plan.Param {
		return true
	}
	return s.aim(v, s.key)
}

// watched are the keys of the watched meters that a study can measure.
func watched(v *View) (keys []string) {
	for _, curve := range v.Watch.Curves() {
		if !curve.Meter.Timed() {
			keys = append(keys, curve.Meter.Key)
		}
	}
	return keys
}

// answers shows the progress of the study, the metrics as curves, and a row for each value.
func (s *sweepWindow) answers(c *ui.Context, v *View) {
	t := v.Sweep.Table()
	ended, err := v.Sweep.Ended()
	switch {
	case err != nil:
		c.LabelColor(plain(err), c.Theme.Bad)
	case !ended && t.Cells == 0:
		c.Progress("starting", 0)
	case !ended:
		c.Progress("cells", float32(len(t.Rows))/float32(t.Cells))
	case !t.Whole():
		c.Dim("stopped; its rows are kept, and the command goes on")
	}
	if len(t.Rows) == 0 {
		return
	}
	var widths [8]float32
	n := min(len(t.Curves), len(widths))
	if n > 0 && len(t.Rows) > 1 {
		c.Row(widths[:n]...)
		for i := range n {
			s.series[0] = ui.Series{Data: t.Curves[i]}
			c.Plot(t.Names[i], s.series[:], ui.PlotOptions{Height: 90, Unit: t.Units[i]})
		}
	}
	columns := min(len(t.Heads), len(widths)-1)
	widths[0] = 64
	c.Row(widths[:columns+1]...)
	c.Dim("")
	for _, head := range t.Heads[:columns] {
		c.Dim(head)
	}
	for i := range t.Rows {
		row := &t.Rows[i]
		c.Row(widths[:columns+1]...)
		c.PushIndex(i)
		if c.Button("Take") {
			v.Send(session.SetCommand(v.Sweep.Key, row.Value))
			c.Toast(ui.ToneGood, v.Sweep.Key+" = "+row.Texts[0])
		}
		c.PopID()
		c.Tip("Gives the world this value.")
		for k, text := range row.Texts[:columns] {
			if k == len(row.Texts)-1 && !row.Fine {
				c.LabelColor(text, c.Theme.Bad)
				c.Tip(text)
			} else {
				c.Label(text)
			}
		}
	}
}
