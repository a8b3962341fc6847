package panel

import (
	"strconv"

	"tumble/internal/app/command"
	"tumble/internal/app/trial"
	"tumble/internal/bodyname"
	"tumble/internal/meter"
	"tumble/internal/openscene"
	"tumble/renderer/ui"
)

// trialWindow begins and ends trials, compares their members and lists the trials before.
type trialWindow struct {
	open    bool
	text    string
	from    int // of trial.Beginnings
	row     string
	goals   []*meter.Goal // of the user
	problem string
	rows    []trial.Row
	// kept are the trials of the folder for files, known says that they were read since the window opened
	kept  []trial.Record
	known bool
	steps float64 // of the next trial, 0 for any
}

// draw draws the window while it is open.
func (p *trialWindow) draw(c *ui.Context, v *View) {
	p.known = p.known && p.open
	if !p.open || !c.BeginWindow(windowTrial, ui.WindowOptions{Side: ui.SideBottom, Open: &p.open}) {
		return
	}
	defer c.EndWindow()
	p.question(c, v)
	if p.problem != "" {
		c.NoteColor(p.problem, c.Theme.Bad)
	}
	if v.Trial.Open() {
		p.heads(c, v)
		p.rows = v.Trial.Table(p.rows[:0])
		p.table(c, 1+len(v.Trial.Members()), p.rows)
	}
	p.before(c, v)
}

// question has the values and rows of the next trial.
func (p *trialWindow) question(c *ui.Context, v *View) {
	c.Flow(420, 0, 150, 84, 104, 60)
	changed, entered := c.TextEnter("##trial", &p.text, "parameter and values, as material.friction = 0.2, 0.4, 0.8")
	if changed {
		p.problem = ""
	}
	c.Tip("Each value is that of a copy of the world. More parameters follow after semicolons:\n" +
		"substeps = 2, 8; gravity.y = -9, -10")
	c.Combo("##from", &p.from, trial.Beginnings)
	c.Tip("Where all begin. From the start and from the marked time, what was done since then\n" +
		"is done once more in each.")
	if (c.Button("Compare") || entered) && p.begin(v) {
		c.Unfocus()
	}
	c.Tip("Copies the world once for each value; the copies get the same input and the same steps.\n" +
		"Their bodies are drawn in outlines where they are elsewhere, and the colour tells how far.")
	if c.Button("Side by side") {
		v.Do(command.SplitTrial)
	}
	c.Tip("Shows each copy in a part of the picture of its own, or all over each other again.")
	if c.Button("End") {
		v.EndTrial()
	}
	c.Flow(420, 0, 84, 140)
	changed, entered = c.TextEnter("##row", &p.row, "a row: body(\"chassis\").roll/deg max smaller")
	if changed {
		p.problem = ""
	}
	c.Tip("A quantity; max, min, mean, last, sum, integral or drift of it; then smaller, larger, near 5 or within 1 2.")
	if (c.Button("Add row") || entered) && p.addRow(v) {
		c.Unfocus()
	}
	c.Number("Steps", &p.steps, ui.Range{Max: 1e6, Whole: true, NoDefault: true})
	c.Tip("Time stops after so many steps of the trial; 0 never stops it.")
}

// addRow adds a row of the user to the trials to come; it reports whether the text can be used.
func (p *trialWindow) addRow(v *View) bool {
	g, err := meter.ParseGoal(p.row)
	if err == nil {
		err = g.Meter.Bind(v.Session.World(), v.Session.Run.Scene)
	}
	if err != nil {
		p.problem = plain(err)
		return false
	}
	p.goals = append(p.goals, g)
	p.row, p.problem = "", ""
	return true
}

// plan is the plan of the texts.
func (p *trialWindow) plan(v *View, members []trial.Values) *trial.Plan {
	plan := &trial.Plan{From: trial.Beginning(p.from), Members: members, Steps: uint64(p.steps)}
	plan.Goals = append(append(plan.Goals, p.goals...), trial.UsualGoals()...)
	for _, curve := range v.Watch.Curves() {
		plan.Watched = append(plan.Watched, curve.Meter)
	}
	return plan
}

// begin begins a trial of the values that were typed; it reports whether they can be used.
func (p *trialWindow) begin(v *View) bool {
	members, err := trial.Parse(p.text)
	return err == nil && p.try(v, p.plan(v, members)) || p.refuse(err)
}

// try begins a trial; it reports whether the plan can be used.
func (p *trialWindow) try(v *View, plan *trial.Plan) bool {
	p.problem = ""
	err := v.Try(plan)
	return err == nil || p.refuse(err)
}

// refuse says what is wrong, if anything.
func (p *trialWindow) refuse(err error) bool {
	if err != nil {
		p.problem = plain(err)
	}
	return false
}

// goalWidth is the width of the first column.
const goalWidth = 260

// columns lays the next widgets out in the columns of a table.
func columns(c *ui.Context, n int) {
	var widths [2 + trial.MostMembers]float32
	widths[0] = goalWidth
	c.Row(widths[:n+1]...)
}

// heads names the worlds and has the buttons that keep one.
func (p *trialWindow) heads(c *ui.Context, v *View) {
	t, list := v.Trial, v.Trial.Members()
	c.Note("All begin after step " + strconv.FormatUint(t.First(), 10) + ", " + trial.Beginnings[t.Plan().From] + ".")
	n := 1 + len(list)
	columns(c, n)
	c.Dim("values")
	own := t.Label()
	if t.Mixed() {
		own = "as it was, then " + own
	}
	c.Label(own)
	for _, member := range list {
		c.Label(member.Name())
	}
	columns(c, n)
	c.Dim("differs from")
	c.Dim("–")
	for _, member := range list {
		c.Label(member.Divergence.Text(v.Session.World(), bodyname.Of))
	}
	columns(c, n)
	c.Dim("farthest body")
	c.Dim("–")
	for _, member := range list {
		c.Label(figureText(float64(member.Farthest), "m"))
	}
	columns(c, n)
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
		report(c, v.KeepMember(keep))
	}
}

// table lists the numbers of n worlds; the best one is marked.
func (p *trialWindow) table(c *ui.Context, n int, rows []trial.Row) {
	for i := range rows {
		row := &rows[i]
		columns(c, n)
		c.Dim(row.Goal.String())
		for k := range n {
			text := figureText(row.Values[k], row.Goal.Meter.Unit)
			if k == row.Best {
				c.LabelColor(text+" best", c.Theme.Good)
			} else {
				c.Label(text)
			}
		}
	}
}

// before lists the trials that have ended and those of the folder for files, the newest first.
func (p *trialWindow) before(c *ui.Context, v *View) {
	if list := v.Trial.Records(); len(list) > 0 && c.Section("Trials before", false) {
		for i := len(list) - 1; i >= 0; i-- {
			c.PushIndex(i)
			p.past(c, v, &list[i], i)
			c.PopID()
		}
	}
	if !p.known {
		list, err := v.KeptTrials()
		p.kept, p.known = list, true
		p.refuse(err)
	}
	if len(p.kept) == 0 || !c.Section("Trials in the folder", false) {
		return
	}
	for i := len(p.kept) - 1; i >= 0; i-- {
		c.PushIndex(-1 - i)
		p.past(c, v, &p.kept[i], -1)
		c.PopID()
	}
}

// past shows a trial that has ended; i is its index among those of the session, −1 for one of a file.
func (p *trialWindow) past(c *ui.Context, v *View, r *trial.Record, i int) {
	c.Flow(400, 0, 84, 84, 84)
	open := c.Section(recordTitle(r), false)
	if c.Button("Repeat") {
		v.RepeatTrial(r)
	}
	c.Tip("Does the trial once more; one of a file opens its scene with the values that it had.")
	if c.Button("Open") {
		v.OpenTrial(r)
	}
	c.Tip("Opens the scene with the values that it had.")
	if i < 0 || r.Path != "" {
		c.Dim("saved")
		c.Tip(r.Path)
	} else if c.Button("Save") {
		report(c, v.SaveTrial(i))
		p.known = false
	}
	if open {
		p.record(c, v, r)
	}
}

// recordTitle says in a line what a trial compared.
func recordTitle(r *trial.Record) string {
	text := openscene.Label(r.Scene) + ": "
	for i := range r.Plan.Members {
		if i > 0 {
			text += " | "
		}
		text += r.Plan.Members[i].String()
	}
	return text + ", " + strconv.FormatUint(r.Steps, 10) + " steps " + trial.Beginnings[r.Plan.From]
}

// record shows the table of a trial that has ended.
func (p *trialWindow) record(c *ui.Context, v *View, r *trial.Record) {
	if len(r.Set) > 0 {
		c.Note("All have " + (&trial.Values{List: r.Set}).String() + ".")
	}
	n := 1 + len(r.Plan.Members)
	columns(c, n)
	c.Dim("values")
	c.Label(r.Own)
	for i := range r.Plan.Members {
		c.Label(r.Plan.Members[i].String())
	}
	p.table(c, n, r.Rows)
}

// figureText is a figure with its unit.
func figureText(value float64, unit string) string {
	if value != value {
		return "–"
	}
	text := strconv.FormatFloat(value, 'g', 4, 64)
	if unit != "" {
		text += " " + unit
	}
	return text
}
