package panel

import (
	"tumble/internal/app/session"
	"tumble/internal/app/tool"
	"tumble/renderer/ui"
)

// spawnNames and joinNames are the names in the lists of the tools.
var (
	spawnNames = func() (list []string) {
		for k := range session.SpawnKindCount {
			list = append(list, k.String())
		}
		return list
	}()
	// thrownNames are the kinds that are one body.
	thrownNames = spawnNames[:session.SpawnRagdoll]
	joinNames   = func() (list []string) {
		for k := range session.JoinKindCount {
			list = append(list, k.String())
		}
		return list
	}()
	workNames, axisNames = tool.WorkNames[:], tool.AxisNames[:]
)

// drawTool draws what the left button does, with its options, while that is not to select.
func drawTool(c *ui.Context, v *View) {
	w := v.Worker
	open := w.Work() != tool.WorkSelect
	if !open {
		return
	}
	began := c.BeginWindow(windowTool, ui.WindowOptions{Side: ui.SideLeft, Open: &open})
	if w.Changed() {
		c.Show(windowTool)
		v.Frame.Redraw(0)
	}
	if !began {
		return
	}
	defer c.EndWindow()
	work := int(w.Work())
	if c.Combo("Tool", &work, workNames) {
		w.SetWork(tool.Work(work))
	}
	c.Paragraph(tool.WorkHelp[w.Work()])
	o := &w.Options
	switch w.Work() {
	case tool.WorkThrow:
		kind := int(o.Throw)
		c.Combo("Shape", &kind, thrownNames)
		o.Throw = session.SpawnKind(kind)
		c.Slider("Size", &o.Size, ui.Range{Min: 0.02, Max: 5, Low: 0.05, High: 2, Log: true, Default: 0.25, Unit: "m"})
		c.Slider("Speed", &o.Speed, ui.Range{Min: 0, Max: 500, High: 100, Default: 40, Unit: "m/s"})
		c.Slider("Mass", &o.Mass, ui.Range{Min: 0, Max: 1e6, High: 1000, Unit: "kg"})
		c.Tip("0 takes what follows from the size.")
	case tool.WorkDrop:
		kind := int(v.Thrower.Kind())
		if c.Combo("What", &kind, spawnNames) {
			v.Thrower.SetKind(session.SpawnKind(kind))
		}
	case tool.WorkPush:
		c.Slider("Speed", &o.PushSpeed, ui.Range{Min: 0.1, Max: 100, High: 20, Default: 5, Unit: "m/s"})
	case tool.WorkExplode:
		c.Slider("Radius", &o.BlastRadius, ui.Range{Min: 0.1, Max: 100, High: 20, Default: 6, Unit: "m"})
		c.Slider("Speed", &o.BlastSpeed, ui.Range{Min: 0.1, Max: 200, High: 50, Default: 12, Unit: "m/s"})
	case tool.WorkJoin:
		drawJoin(c, o)
	}
	if text := w.Result(); text != "" {
		c.Paragraph(text)
	}
	if !open {
		w.SetWork(tool.WorkSelect)
	}
}

// drawJoin draws the options of joints.
func drawJoin(c *ui.Context, o *tool.Options) {
	kind, axis := int(o.Join), int(o.Axis)
	c.Combo("Joint", &kind, joinNames)
	o.Join = session.JoinKind(kind)
	if o.Join.HasAxis() {
		c.Combo("Axis", &axis, axisNames)
		o.Axis = tool.Axis(axis)
	}
	switch o.Join {
	case session.JoinMotor:
		c.Slider("Speed", &o.Strength, ui.Range{Min: -50, Max: 50, Low: -20, High: 20, Unit: "rad/s"})
	case session.JoinSpring:
		c.Slider("Frequency", &o.Strength, ui.Range{Max: 30, High: 10, Unit: "Hz"})
	}
}
