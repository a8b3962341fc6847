package app

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"

	"tumble/engine"
	"tumble/engine/diagnose"
	"tumble/engine/timestep"
	"tumble/renderer"
	"tumble/renderer/ui"
)

const windowLab = "Loop laboratory"

var paneChoices = []string{"one", "two", "three", "four"}

var paneLabels = [maxPanes]string{"First pane", "Second pane", "Third pane", "Fourth pane"}

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
		{Title: "Time step", Width: 130}, {Title: titleJudder, Width: 76, Right: true}, {Title: titleP99, Width: 60, Right: true},
		{Title: titleAge, Width: 64, Right: true}, {Title: titleLost, Width: 60, Right: true}, {Title: titleSteps, Width: 54, Right: true},
		{Title: titleMargin, Width: 64, Right: true}, {Title: titleFrames, Right: true},
	}
	narrowLabColumns = [...]ui.Column{
		{Title: "Time step", Width: 84}, {Title: titleJudder, Width: 68, Right: true}, {Title: titleAge, Width: 64, Right: true},
		{Title: titleLost, Right: true},
	}
)

const narrowLab = 560

// labWindow chooses the panes and shows their meters; beside it the machine can be made worse.
func (p *panels) labWindow() {
	if !p.labOpen {
		return
	}
	c, l := p.ui, &p.app.lab
	if !c.BeginWindow(windowLab, ui.WindowOptions{Side: ui.SideBottom, Open: &p.labOpen}) {
		return
	}
	defer c.EndWindow()
	n := l.shown() - 1
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
	for _, i := range l.order.sort(l.shown(), down, func(i, k int) int { return l.compare(p.frame, i, k, columns[column].Title) }) {
		l.row(c, p.frame, i, columns)
	}
	c.EndTable()
	c.BeginScroll("panes and machine", min(max(c.Remaining()-4, 96), 300))
	if c.Combo("Panes", &n, paneChoices) {
		p.told(l.set(n + 1))
	}
	for i := range l.shown() {
		p.paneStrategy(i)
	}
	p.traceButtons()
	p.machine()
	c.EndScroll()
}

func (p *panels) told(err error) {
	if err != nil {
		p.ui.Toast(ui.ToneBad, err.Error())
	}
}

func (p *panels) paneStrategy(i int) {
	l := &p.app.lab
	now := 0
	for k, name := range strategies {
		if name == l.strategyOf(i) {
			now = k
		}
	}
	if p.ui.Combo(paneLabels[i], &now, strategies) {
		p.told(l.setStrategy(i, strategies[now]))
	}
}

// value is what a column of the table says about a pane, and with how many decimals.
func (l *laboratory) value(f *engine.Frame, i int, title string) (v float64, decimals int) {
	fig, lost, cost := l.meters(f, i)
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
		return timestep.SpiralMargin(cost, f.Status.Hz), 2
	case titleFrames:
		return float64(fig.Frames), 0
	}
	return float64(i), 0
}

// compare orders two panes by a column of the table; by the first they stand as on the screen.
func (l *laboratory) compare(f *engine.Frame, i, k int, title string) int {
	a, _ := l.value(f, i, title)
	b, _ := l.value(f, k, title)
	return cmp.Compare(a, b)
}

// row shows the meters of one pane.
func (l *laboratory) row(c *ui.Context, f *engine.Frame, i int, columns []ui.Column) {
	c.TableRow(paneLabels[i], false)
	c.Cell(l.strategyOf(i))
	if n, _ := l.value(f, i, titleFrames); n == 0 {
		return
	}
	for _, column := range columns[1:] {
		v, decimals := l.value(f, i, column.Title)
		if column.Title == titleMargin && v >= 1 {
			c.CellColor(c.Theme.Bad)
		}
		c.CellNumber(v, decimals)
		c.CellColor(c.Theme.Text)
	}
}

// meters are the figures of a pane, the time it lost and the cost of its steps (ns).
func (l *laboratory) meters(f *engine.Frame, i int) (fig diagnose.PaceFigures, lost, cost int64) {
	if p := &l.panes[i]; p.lane != nil {
		fig, lost, cost = p.lane.Meter().Figures(), p.lane.Lost(), p.cost
		if l.player != nil {
			// of a trace the whole counts
			p99 := fig.JudderP99
			fig = p.lane.Meter().Total()
			fig.JudderP99 = p99
		}
		return fig, lost, cost
	}
	ledger := f.Status.Ledger
	return l.main.Meter.Figures(), ledger.Clamped + ledger.DroppedNs, f.Status.TickCost
}

// traceButtons record the frame times of the window and replay them into the panes.
func (p *panels) traceButtons() {
	c, l := p.ui, &p.app.lab
	c.Row(0, 0)
	label := "Record frame times"
	if l.recorder != nil {
		label = "End recording"
	}
	if c.Button(label) {
		p.told(l.toggleRecording())
	}
	switch {
	case l.player != nil:
		if c.Button("Back to the window") {
			p.told(l.replay(nil))
		}
		c.Progress("Replay", float32(l.player.Index())/float32(len(l.trace.Frames)))
	case l.trace != nil:
		if c.Button("Replay them") {
			p.told(l.replay(l.trace))
		}
	default:
		c.Dim("nothing recorded yet")
	}
}

// machine makes the machine worse on purpose.
func (p *panels) machine() {
	c, b, st := p.ui, p.app.bad, p.frame.Status
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

// captionWidth is the longest line of a caption in em; in a narrow pane the lines are shorter rather than too small
// to be read.
const (
	captionWidth       = 19
	narrowCaptionWidth = 9.5
	smallestCaption    = 9 // pixels per em at scale 1
)

// captions writes over each pane what it shows and how well.
func (l *laboratory) captions(f *engine.Frame) {
	if !l.open() {
		return
	}
	a := l.app
	style := a.hud.style(f)
	r := a.panels.viewport(f.Width, f.Height)
	// as in rects
	w := float32(int(r.W) / l.count)
	pad := hudPadding * f.Scale
	width, narrow := float32(captionWidth), false
	if (w-4*pad)/width < smallestCaption*f.Scale {
		width, narrow = narrowCaptionWidth, true
	}
	style.Size = max(min(style.Size, (w-4*pad)/width), 6)
	m := a.hud.atlas.Metrics(style)
	for i := range l.count {
		x := r.X + w*float32(i)
		if i > 0 {
			f.Packet.AddQuad(0, renderer.Rect{}, renderer.Texture{}, renderer.Quad{
				X0: x - f.Scale, Y0: r.Y, X1: x + f.Scale, Y1: r.Y + r.H, ColorTop: hudBack, ColorBottom: hudBack,
			})
		}
		clip := renderer.Rect{X0: int16(x), Y0: int16(r.Y), X1: int16(x + w), Y1: int16(r.Y + r.H)}
		y := r.Y + r.H - 4*m.Line - 2*pad
		panel(f.Packet, x+pad, y, x+min(w-pad, width*style.Size+3*pad), y+4*m.Line+pad, f.Scale)
		l.caption(f, i, narrow, func(color renderer.Color, b []byte) {
			y += m.Line
			a.hud.atlas.TextBytes(f.Packet, 0, clip, style, x+2*pad, y, color, b)
			l.text = b
		})
	}
}

// caption gives the lines about one pane to write.
func (l *laboratory) caption(f *engine.Frame, i int, narrow bool, write func(renderer.Color, []byte)) {
	fig, lost, _ := l.meters(f, i)
	write(hudAccent, append(l.text[:0], l.strategyOf(i)...))
	b := append(number(append(l.text[:0], "judder "...), fig.JudderRMS, 2), " %"...)
	if !narrow {
		b = append(number(append(b, "  p99 "...), fig.JudderP99, 1), " %"...)
	}
	write(hudText, b)
	b = append(number(append(l.text[:0], "age    "...), fig.AgeMean, 1), " ms"...)
	if !narrow {
		b = append(number(append(b, "  most "...), fig.AgeMax, 1), " ms"...)
	}
	write(hudText, b)
	color := hudText
	if lost > 0 {
		color = hudWarn
	}
	b = append(number(append(l.text[:0], "lost   "...), float64(lost)/1e9, 2), " s"...)
	if !narrow {
		b = number(append(b, "   steps "...), fig.StepsMean, 2)
	}
	write(color, b)
}

// frameRecorder writes the frame times of the window to a file.
type frameRecorder struct {
	path  string
	file  *os.File
	trace *diagnose.FrameTraceWriter
}

// toggleRecording begins to record the frame times of the window, or ends it and reads what was recorded.
func (l *laboratory) toggleRecording() error {
	if l.recorder == nil {
		file, path, err := newTraceFile()
		if err != nil {
			return fmt.Errorf("app: recording frame times: %w", err)
		}
		l.recorder = &frameRecorder{path, file, diagnose.NewFrameTraceWriter(file, l.app.loop.Status().Refresh)}
		return nil
	}
	r := l.recorder
	l.recorder = nil
	err := r.trace.Close()
	if e := r.file.Close(); err == nil {
		err = e
	}
	if err != nil {
		return fmt.Errorf("app: recording frame times in %s: %w", r.path, err)
	}
	file, err := os.Open(r.path)
	if err != nil {
		return err
	}
	defer file.Close()
	trace, err := diagnose.ReadFrameTrace(file, filepath.Base(r.path))
	if err != nil {
		return err
	}
	l.trace = trace
	l.app.hud.say(l.app.loop.Status().LastPresent.SwapEnd, "frame times are in "+r.path)
	return nil
}

// newTraceFile makes a file that did not exist.
func newTraceFile() (*os.File, string, error) {
	for n := 1; ; n++ {
		path := fmt.Sprintf("tumble-frames-%d.trace", n)
		file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
		if !os.IsExist(err) {
			return file, path, err
		}
	}
}
