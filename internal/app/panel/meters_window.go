package panel

import (
	"slices"

	"tumble/internal/app/command"
	"tumble/internal/app/trial"
	"tumble/internal/app/watch"
	"tumble/internal/meter"
	"tumble/physics/scenes"
	"tumble/renderer/ui"
)

// metersWindow chooses the watched meters, draws their curves and has the condition that stops time.
type metersWindow struct {
	open bool
	// named are meters that the user types
	named     string
	condition string
	problem   string
	// together: all curves are in one plot
	together bool
	series   [watch.MostMeters + trial.MostMembers]ui.Series
	marks    []ui.PlotMark
	// keys are the entries of the list in a scene
	scene *scenes.Scene
	keys  []string
}

// meterNames are the keys of the meters, after the text of the list when nothing is chosen.
var meterNames = append([]string{"add a meter…"}, meter.Keys()...)

// rateNames are the names of watch.Rates.
var rateNames = []string{"every step", "100 Hz", "10 Hz", "1 Hz"}

// plotsInRow is the most plots side by side, leastPlot (units) the least width of a plot.
const (
	plotsInRow = 4
	leastPlot  = 190
)

// side is the number of plots that have room side by side.
func (m *metersWindow) side(c *ui.Context) int {
	return min(max(int(c.Width()/leastPlot), 1), plotsInRow)
}

// draw draws the window while it is open.
func (m *metersWindow) draw(c *ui.Context, v *View) {
	if !m.open || !c.BeginWindow(windowMeters, ui.WindowOptions{Side: ui.SideBottom, Open: &m.open}) {
		return
	}
	defer c.EndWindow()
	c.Flow(230, 132, 164, 100, 88, 0, 56, 84)
	chosen := 0
	if c.Combo("##meter", &chosen, m.names(v)) && chosen > 0 {
		m.choose(c, v, chosen)
	}
	c.Tip("Shows a quantity of the world after every step.")
	typed, entered := c.TextEnter("##named", &m.named, "type one: body(\"crate\").speed")
	if typed {
		m.problem = ""
	}
	if entered && m.add(c, v) {
		c.Unfocus()
	}
	c.Tip(namedTip)
	rate := slices.Index(watch.Rates, v.Watch.Rate())
	if c.Combo("##rate", &rate, rateNames) {
		report(c, v.Watch.SetRate(watch.Rates[rate], v.Session.Now().Ns))
	}
	c.Tip("How often the curves take a value.")
	c.Check("One plot", &m.together)
	c.Tip("Draws all curves over each other, each with a vertical axis in its colour.")
	changed, entered := c.TextEnter("##condition", &m.condition, "stop where penetration.max > 0.01")
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
		c.NoteColor(m.problem, c.Theme.Bad)
	case cond != nil:
		c.Note("Time stops where " + cond.String())
	case len(v.Watch.Curves()) == 0:
		c.Note("Nothing is watched. A click on a value of the inspector watches it, too; every meter: sandbox meters.")
	}
	m.plots(c, v)
}

// names are the keys of the list: the meters of the world, then the sensors of the scene.
func (m *metersWindow) names(v *View) []string {
	if scene := v.Session.Run.Scene; m.scene != scene {
		m.scene = scene
		m.keys = append(slices.Clone(meterNames), meter.SensorKeys(scene.Sensors)...)
	}
	return m.keys
}

// choose watches an entry of the list, or no longer watches it.
func (m *metersWindow) choose(c *ui.Context, v *View, entry int) {
	if entry >= len(meterNames) {
		list, err := meter.Parse(m.keys[entry])
		if err == nil {
			err = meter.Bind(v.Session.World(), v.Session.Run.Scene, list)
		}
		if err != nil {
			m.problem = plain(err)
			return
		}
		v.watch(c, list[0])
		return
	}
	if !v.Watch.Toggle(meter.All[entry-1]) {
		c.Toast(ui.ToneWarn, "eight meters are watched already: take one away first")
	}
}

// namedTip explains the field for meters that are typed.
const namedTip = "Watches what is typed, as on the command line: a quantity of the world, of a body " +
	"(body(\"crate\").roll), of two that touch (contact(\"crate\", \"floor\").force), of a joint " +
	"(joint(\"joint7\").angle), of a wheel, an island or a sensor, or what is " +
	"worked out from them: body(\"a\").x - body(\"b\").x. The page Quantities has the table."

// add watches the typed meters; it reports false for a text with a fault.
func (m *metersWindow) add(c *ui.Context, v *View) bool {
	list, err := meter.Parse(m.named)
	if err == nil {
		err = meter.Bind(v.Session.World(), v.Session.Run.Scene, list)
	}
	if err != nil {
		m.problem = plain(err)
		return false
	}
	for _, one := range list {
		if !v.Watch.Watches(one) {
			v.watch(c, one)
		}
	}
	m.named = ""
	return true
}

// arm takes over the typed condition; it reports false for a condition with a fault.
func (m *metersWindow) arm(v *View) bool {
	m.problem = ""
	if err := v.Watch.StopWhere(m.condition, v.Session.World(), v.Session.Run.Scene); err != nil {
		m.problem = plain(err)
		return false
	}
	return true
}

// plots draws the curves: one plot for each, or all in one with an axis for each.
func (m *metersWindow) plots(c *ui.Context, v *View) {
	curves := v.Watch.Curves()
	if m.together && len(curves) > 1 {
		m.onePlot(c, v, curves)
		return
	}
	side := m.side(c)
	rows := (len(curves) + side - 1) / side
	height := min(max((c.Remaining()-8)/float32(max(rows, 1))-28, 72), 200)
	for at := 0; at < len(curves); at += side {
		row := curves[at:min(at+side, len(curves))]
		var widths [plotsInRow]float32
		c.Row(widths[:len(row)]...)
		for _, curve := range row {
			m.series[0] = seriesOf(curve)
			// the plot itself has the name
			m.series[0].Name = ""
			n := 1 + m.members(v, curve)
			o := ui.PlotOptions{Height: height, Unit: curve.Meter.Unit, Marks: m.marksOf(v, curve)}
			m.steps(&o, v, curve)
			v.lookAtStep(c.Plot(curve.Meter.Key, m.series[:n], o))
			c.Tip(curve.Meter.Text)
		}
		m.labels(c, v, row)
	}
}

// members adds the curves of the members of a trial to the curve of the session, and returns their number.
func (m *metersWindow) members(v *View, curve *watch.Curve) (n int) {
	if curve.Count == 0 || v.Watch.Rate() != 0 {
		return 0
	}
	lead := int(v.Trial.First()) + 1 - int(curve.Oldest())
	for _, member := range v.Trial.Members() {
		data := v.Trial.Curve(member, curve.Meter)
		if len(data) <= max(-lead, 0) {
			continue
		}
		n++
		m.series[0].Name = "session"
		m.series[n] = ui.Series{Name: member.Name(), Data: data[max(-lead, 0):], Lead: max(lead, 0)}
	}
	return n
}

// steps gives a plot the steps of a curve.
func (m *metersWindow) steps(o *ui.PlotOptions, v *View, curve *watch.Curve) {
	o.Steps, o.Rate = curve.Step[:curve.Count], float64(v.Session.Config.Loop.Hertz)
	o.Now = int32(v.Session.Steps())
}

// lookAtStep goes to a step of the scene that was chosen in a plot.
func (v *View) lookAtStep(step int32, chosen bool) {
	if !chosen {
		return
	}
	if tick, ok := v.History.OfScene(int(step)); ok {
		v.Look(tick)
	}
}

// onePlot draws all curves over the same steps.
func (m *metersWindow) onePlot(c *ui.Context, v *View, curves []*watch.Curve) {
	longest := curves[0]
	for _, curve := range curves {
		if curve.Count > longest.Count {
			longest = curve
		}
	}
	for i, curve := range curves {
		m.series[i] = seriesOf(curve)
		m.series[i].Lead = longest.Count - curve.Count
	}
	side := m.side(c)
	rows := (len(curves) + side - 1) / side
	height := min(max(c.Remaining()-8-28*float32(rows), 110), 400)
	o := ui.PlotOptions{Height: height, Axes: true, Marks: m.marksOf(v, longest)}
	if longest == curves[0] {
		m.steps(&o, v, longest)
	}
	v.lookAtStep(c.Plot("##all", m.series[:len(curves)], o))
	for at := 0; at < len(curves); at += side {
		m.labels(c, v, curves[at:min(at+side, len(curves))])
	}
}

// labels draws the newest values of curves, each with a button that takes it away.
func (m *metersWindow) labels(c *ui.Context, v *View, row []*watch.Curve) {
	var labels [2 * plotsInRow]float32
	for i := range row {
		labels[2*i+1] = 24
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

// marksOf are the changes of parameters within a curve. They are valid until the next call.
func (m *metersWindow) marksOf(v *View, curve *watch.Curve) []ui.PlotMark {
	m.marks = m.marks[:0]
	changes := v.Watch.Marks()
	for i := range changes {
		if at := curve.IndexOf(changes[i].Step); at > 0 && at < curve.Count {
			m.marks = append(m.marks, ui.PlotMark{At: float32(at), Text: changes[i].Text})
		}
	}
	return m.marks
}

// seriesOf is a curve as a plot takes it.
func seriesOf(c *watch.Curve) ui.Series {
	s := ui.Series{Name: c.Meter.Key, Unit: c.Meter.Unit, Data: c.Data[:c.Count]}
	if c.Count == watch.Length {
		s.Start = c.Next
	}
	return s
}
