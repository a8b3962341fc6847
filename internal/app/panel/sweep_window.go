package panel

import (
	"errors"
	"fmt"
	"slices"

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
	// order are the rows of the table ordered, in the order of the column sorted, chosen is the cell of the chosen row
	order   []int
	ordered *sweeps.Table
	sorted  int
	falling bool
	chosen  int
	broken  string // how many cells broke, in words
}

// mostSweepCells bounds the cells of a study from the window: a table to look at.
const mostSweepCells = 10_000

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

// aim plans a sweep of a parameter around its present value, or of a thousand starts; it reports whether the parameter
// of the key can vary.
func (s *sweepWindow) aim(v *View, key string) bool {
	s.key, s.problem = key, ""
	q, err := v.Session.Registry.Lookup(key)
	switch {
	case err != nil:
		s.problem = plain(err)
	case !sweep.Varies(q.Key):
		s.problem = q.Key + " belongs to the window, not to the world"
	default:
		plan := sweep.Around
		if q.Key == sweep.Variations {
			plan = sweep.Throws
		}
		s.plan = plan(q, v.Session.Config.Scene.Steps)
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

// draw draws the window while it is open; p has the controls of the parameters.
func (s *sweepWindow) draw(c *ui.Context, v *View, p *parameters) {
	if !s.open || !c.BeginWindow(windowSweep, ui.WindowOptions{Side: ui.SideBottom, Open: &s.open}) {
		return
	}
	defer c.EndWindow()
	s.question(c, v)
	if s.key == sweep.Variations {
		s.amounts(c, v, p)
	}
	s.start(c, v)
	if s.problem != "" {
		c.LabelColor(s.problem, c.Theme.Bad)
	}
	if v.Sweep != nil {
		s.answers(c, v)
	}
}

// amounts has the parameters that say how far starts vary.
func (s *sweepWindow) amounts(c *ui.Context, v *View, p *parameters) {
	c.Row(0, 0, 0, 0)
	for i := range p.knobs {
		if k := &p.knobs[i]; k.param.Heading == s.plan.Param.Heading && k.param.Key != sweep.Variations {
			p.knob(c, v, k)
		}
	}
}

// question has the fields of the plan.
func (s *sweepWindow) question(c *ui.Context, v *View) {
	c.Flow(180, 0, 110, 130, 130, 110, 120, 56)
	if changed, _ := c.TextEnter("##sweep parameter", &s.key, "a parameter, as material.friction"); changed {
		s.aim(v, s.key)
	}
	if c.Button("1000 throws") {
		s.aim(v, sweep.Variations)
	}
	c.Tip("Plans a thousand starts: whole figures and machines are moved and thrown otherwise in each.")
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
}

// start has the guard rail, and the buttons that begin and end the study and show its files.
func (s *sweepWindow) start(c *ui.Context, v *View) {
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
	if s.key == sweep.Variations && v.Session.Config.Start.Same() {
		s.problem = "all starts are the same: give them a position, rotation, velocity or spin"
		return
	}
	if err := v.BeginSweep(&s.plan, s.now); err != nil {
		s.problem = plain(err)
	}
	s.chosen = -1
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
	s.arrange(t)
	s.chosenRow(c, v, t)
	s.result(c, t)
}

// result shows the table, and beside it the metric by which it is sorted, or else the first, as a curve.
func (s *sweepWindow) result(c *ui.Context, t *sweeps.Table) {
	height := max(c.Remaining()-4, sweepHeight)
	if len(t.Curves) == 0 || len(t.Rows) < 2 {
		s.rows(c, t, height)
		return
	}
	c.Row(-3, -2)
	s.rows(c, t, height)
	i := s.sorted - 1
	if i < 0 || i >= len(t.Curves) {
		i = 0
	}
	s.series[0] = ui.Series{Data: t.Curves[i]}
	c.Plot(t.Names[i], s.series[:], ui.PlotOptions{Height: height, Unit: t.Units[i]})
}

// arrange orders the rows of a table, and counts the cells that broke, where the table or the order is another.
func (s *sweepWindow) arrange(t *sweeps.Table) {
	if s.ordered == t {
		return
	}
	s.ordered = t
	bad := 0
	for i := range t.Rows {
		if !t.Rows[i].Fine {
			bad++
		}
	}
	s.broken = fmt.Sprintf("%d of %d broke", bad, len(t.Rows))
	s.order = s.order[:0]
	for i := range t.Rows {
		s.order = append(s.order, i)
	}
	slices.SortStableFunc(s.order, func(i, k int) int {
		if s.falling {
			i, k = k, i
		}
		return t.Compare(i, k, s.sorted)
	})
}

// chosenRow has what can be done with the row that was chosen, or else with the first.
func (s *sweepWindow) chosenRow(c *ui.Context, v *View, t *sweeps.Table) {
	at := slices.IndexFunc(t.Rows, func(r sweeps.Row) bool { return r.Cell == s.chosen })
	if at < 0 {
		at = s.order[0]
	}
	row := &t.Rows[at]
	c.Flow(110, 130, 160, 0)
	c.Label(s.broken)
	if c.Button("Take value") {
		v.Send(session.SetCommand(v.Sweep.Key, row.Value))
		c.Toast(ui.ToneGood, v.Sweep.Key+" = "+row.Texts[0])
	}
	c.Tip("Gives the world the value of the row.")
	if c.Primary("Open cell") {
		v.OpenCell(row.Cell)
	}
	c.Tip("Opens the scene with the values of the row, and lets it run up to the step where the guard rail breaks.")
	c.Dim(t.Heads[0] + " = " + row.Texts[0] + ": " + row.Texts[len(row.Texts)-1])
}

// sweepColumns is the largest number of columns of the table, sweepHeight (units) its least height.
const (
	sweepColumns = 10
	sweepHeight  = 150
)

// rows lists the cells; a click chooses one.
func (s *sweepWindow) rows(c *ui.Context, t *sweeps.Table, height float32) {
	var columns [sweepColumns]ui.Column
	n := min(len(t.Heads), len(columns))
	last := n - 1
	for i := range n {
		columns[i] = ui.Column{Title: t.Heads[i], Right: i < last}
	}
	// the state is behind the metrics that have room; the worst cells come first
	columns[0].Width = 120
	columns[last].Title, columns[last].Falling = t.Heads[len(t.Heads)-1], true
	c.BeginTable("##cells", height, columns[:n]...)
	column, falling := c.Sort()
	if column == last {
		column = len(t.Heads) - 1
	}
	if column != s.sorted || falling != s.falling {
		s.sorted, s.falling, s.ordered = column, falling, nil
		s.arrange(t)
	}
	for _, i := range s.order {
		row := &t.Rows[i]
		c.PushIndex(row.Cell)
		if c.TableRow("", row.Cell == s.chosen) {
			s.chosen = row.Cell
		}
		for _, text := range row.Texts[:last] {
			c.Cell(text)
		}
		if !row.Fine {
			c.CellColor(c.Theme.Bad)
		}
		c.Cell(row.Texts[len(row.Texts)-1])
		c.PopID()
	}
	c.EndTable()
}
