package panel

import (
	"cmp"

	"tumble/engine/timestep"
	"tumble/internal/app/looplab"
	"tumble/renderer/ui"
)

var paneChoices = []string{"one", "two", "three", "four"}

var paneLabels = [looplab.MaxPanes]string{"First pane", "Second pane", "Third pane", "Fourth pane"}

// The titles of the meters.
const (
	titleJudder = "Judder, %"
	titleP99    = "p99"
	titleAge    = "Age, ms"
	titleLost   = "Lost, s"
	titleSteps  = "Steps"
	titleMargin = "Margin"
	titleFrames = "Frames"
)

// labColumns are the meters of the panes, narrowLabColumns those for a window narrower than narrowLab (units).
var (
	labColumns = [...]ui.Column{
		{Title: "Time step", Width: 130}, {Title: titleJudder, Width: 76, Right: true},
		{Title: titleP99, Width: 60, Right: true},
		{Title: titleAge, Width: 64, Right: true}, {Title: titleLost, Width: 60, Right: true},
		{Title: titleSteps, Width: 54, Right: true},
		{Title: titleMargin, Width: 64, Right: true}, {Title: titleFrames, Right: true},
	}
	narrowLabColumns = [...]ui.Column{
		{Title: "Time step", Width: 84}, {Title: titleJudder, Width: 68, Right: true},
		{Title: titleAge, Width: 64, Right: true},
		{Title: titleLost, Right: true},
	}
)

// narrowLab (units) is the width from which on meters and choices stand side by side.
const narrowLab = 900

// labWindow is the window of the loop laboratory.
type labWindow struct {
	open  bool
	order rowOrder
}

// draw chooses the panes and shows their meters; beside it the machine can be made worse.
func (p *labWindow) draw(c *ui.Context, v *View) {
	if !p.open {
		return
	}
	l := v.Lab
	if !c.BeginWindow(windowLab, ui.WindowOptions{Side: ui.SideBottom, Open: &p.open}) {
		return
	}
	defer c.EndWindow()
	n := l.Shown() - 1
	columns, height := labColumns[:], min(max(c.Remaining()-58, 96), 160)
	if c.Width() >= narrowLab {
		c.Row(-2, 0)
	} else {
		// the choices come below the meters, and of these those that matter most
		c.Row()
		columns, height = narrowLabColumns[:], 112
	}
	c.BeginTable("panes", height, columns...)
	column, down := c.Sort()
	for _, i := range p.order.sort(l.Shown(), down,
		func(i, k int) int { return compareMeters(v, i, k, columns[column].Title) }) {
		meterRow(c, v, i, columns)
	}
	c.EndTable()
	c.BeginScroll("panes and machine", min(max(c.Remaining()-4, 96), 300))
	if c.Combo("Panes", &n, paneChoices) {
		report(c, l.Set(n+1))
	}
	for i := range l.Shown() {
		paneStrategy(c, v, i)
	}
	traceButtons(c, l)
	drawMachine(c, v)
	c.EndScroll()
}

func paneStrategy(c *ui.Context, v *View, i int) {
	l := v.Lab
	now := 0
	for k, name := range strategies {
		if name == l.StrategyOf(i) {
			now = k
		}
	}
	if c.Combo(paneLabels[i], &now, strategies) {
		report(c, l.SetStrategy(i, strategies[now]))
	}
	noteBroken(c, l.StrategyOf(i))
}

// paneMeter is the figure of a pane in a column of the table, and with how many decimals.
func paneMeter(v *View, i int, title string) (value float64, decimals int) {
	fig, lost, cost := v.Lab.Meters(v.Frame.Status, i)
	switch title {
	case titleJudder:
		return fig.JudderRMS, 2
	case titleP99:
		return fig.JudderP99, 1
	case titleAge:
		return fig.AgeMean, 1
	case titleLost:
		return float64(lost) / 1e9, 2
	case titleSteps:
		return fig.StepsMean, 2
	case titleMargin:
		return timestep.SpiralMargin(cost, v.Frame.Status.Hz), 2
	case titleFrames:
		return float64(fig.Frames), 0
	}
	return float64(i), 0
}

// compareMeters orders two panes by a column of the table; by the first they stand as on the screen.
func compareMeters(v *View, i, k int, title string) int {
	a, _ := paneMeter(v, i, title)
	b, _ := paneMeter(v, k, title)
	return cmp.Compare(a, b)
}

// meterRow shows the meters of one pane.
func meterRow(c *ui.Context, v *View, i int, columns []ui.Column) {
	c.PushIndex(i)
	defer c.PopID()
	c.TableRow("##row", false)
	c.Cell(v.Lab.StrategyOf(i))
	if n, _ := paneMeter(v, i, titleFrames); n == 0 {
		return
	}
	for _, column := range columns[1:] {
		value, decimals := paneMeter(v, i, column.Title)
		if column.Title == titleMargin && value >= 1 {
			c.CellColor(c.Theme.Bad)
		}
		c.CellNumber(value, decimals)
		c.CellColor(c.Theme.Text)
	}
}

// traceButtons record the frame times of the window and replay them into the panes.
func traceButtons(c *ui.Context, l *looplab.Lab) {
	c.Flow(150, 0, 0)
	label := "Record frame times"
	if l.Recording() {
		label = "End recording"
	}
	if c.Button(label) {
		report(c, l.ToggleRecording())
	}
	part, replaying := l.Replaying()
	switch {
	case replaying:
		if c.Button("Back to the window") {
			report(c, l.Replay(nil))
		}
		c.Progress("Replay", float32(part))
	case l.Trace() != nil:
		if c.Button("Replay them") {
			report(c, l.Replay(l.Trace()))
		}
	default:
		c.Dim("nothing recorded yet")
	}
}

// drawMachine makes the machine worse on purpose.
func drawMachine(c *ui.Context, v *View) {
	b, st := v.Bad, v.Frame.Status
	if !c.Section("A bad machine", true) {
		return
	}
	margin := timestep.SpiralMargin(st.TickCost, st.Hz)
	if margin >= 1 {
		c.LabelColor("Margin: steps take longer than they last", c.Theme.Bad)
	} else {
		c.Value("Margin: cost of a step by its length", margin, "")
	}
	c.Progress("Spiral", float32(min(margin, 1)))
	delay := float64(b.StepDelay()) / 1e6
	if c.Slider("Step delay", &delay, ui.Range{Min: 0, Max: 50, Unit: "ms"}) {
		b.SetStepDelay(int64(delay * 1e6))
	}
	hogs := float64(b.Hogs())
	if c.Slider("Stolen cores", &hogs, ui.Range{Min: 0, Max: 16, Whole: true}) {
		b.SetHogs(int(hogs))
	}
	each := float64(b.Collect()) / 1e6
	if c.Slider("Collector every", &each, ui.Range{Min: 0, Max: 1000, Unit: "ms", Whole: true}) {
		b.SetCollect(int64(each * 1e6))
	}
	grain := float64(b.Grain()) / 1e6
	if c.Slider("Grain of the clock", &grain, ui.Range{Min: 0, Max: 16, Unit: "ms"}) {
		b.SetGrain(int64(grain * 1e6))
	}
	drop := float64(b.Drop())
	if c.Slider("Miss every n-th refresh", &drop, ui.Range{Min: 0, Max: 120, Whole: true}) {
		b.SetDrop(int64(drop))
	}
}
