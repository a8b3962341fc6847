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
	// thrownNames are all kinds but the chain, which hangs from the world.
	thrownNames = spawnNames[:session.SpawnChain]
	joinNames   = func() (list []string) {
		for k := range session.JoinKindCount {
			list = append(list, k.String())
		}
		return list
	}()
	workNames, axisNames = tool.WorkNames[:], tool.AxisNames[:]
)

// toolWidth (units) is how wide the options of a tool are.
const toolWidth = 264

// beginTool begins the window of a tool, in the corner of the picture where no figures stand, as small as its options.
func beginTool(c *ui.Context, open *bool) bool {
	free, scale := c.Viewport(), c.Scale()
	x := max((free.X+free.W)/scale-toolWidth-8, 8)
	return c.BeginWindow(windowTool, ui.WindowOptions{X: x, Y: free.Y/scale + 8, W: toolWidth, Open: open, Fits: true})
}

// drawTool draws the tool of the left button with its options, unless that selects.
func drawTool(c *ui.Context, v *View) {
	w := v.Worker
	open := w.Work() != tool.WorkSelect
	if !open {
		return
	}
	began := beginTool(c, &open)
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
		c.Slider("Size", &o.DropSize, ui.Range{Min: 0.02, Max: 20, Low: 0.05, High: 5, Log: true, Default: 0.45,
			Unit: "m"})
	case tool.WorkPush:
		c.Slider("Speed", &o.PushSpeed, ui.Range{Min: 0.1, Max: 100, High: 20, Default: 5, Unit: "m/s"})
	case tool.WorkExplode:
		c.Slider("Radius", &o.BlastRadius, ui.Range{Min: 0.1, Max: 100, High: 20, Default: 6, Unit: "m"})
		c.Slider("Speed", &o.BlastSpeed, ui.Range{Min: 0.1, Max: 200, High: 50, Default: 12, Unit: "m/s"})
	case tool.WorkJoin:
		drawJoin(c, o)
	case tool.WorkProbe:
		drawProbe(c, o)
	case tool.WorkWind, tool.WorkWater:
		drawFlow(c, v, o)
	case tool.WorkPaint:
		drawPaint(c, o)
	}
	if text := w.Result(); text != "" {
		c.Paragraph(text)
	}
	if !open {
		w.SetWork(tool.WorkSelect)
	}
}

// drawProbe draws the options of a query.
func drawProbe(c *ui.Context, o *tool.Options) {
	probe := int(o.Probe)
	c.Combo("Cast", &probe, tool.ProbeNames[:])
	if o.Probe = tool.Probe(probe); o.Probe != tool.ProbeRay {
		c.Slider("Size", &o.ProbeSize, ui.Range{Min: 0.01, Max: 10, High: 2, Log: true, Default: 0.25, Unit: "m"})
	}
}

// drawFlow draws the options of winds and waters.
func drawFlow(c *ui.Context, v *View, o *tool.Options) {
	work, all := v.Worker.Work(), "Take all water away"
	if work == tool.WorkWind {
		axis := int(o.WindAxis)
		c.Combo("Direction", &axis, tool.WindNames[:])
		o.WindAxis, all = tool.Axis(axis), "End all winds"
		c.Slider("Speed", &o.WindSpeed, ui.Range{Min: -200, Max: 200, Low: -40, High: 40, Default: 10, Unit: "m/s"})
	} else {
		c.Slider("Density", &o.WaterDensity, ui.Range{Min: 1, Max: 20000, High: 2000, Default: 1000, Unit: "kg/m³"})
	}
	c.Slider("Width", &o.FlowSize, ui.Range{Min: 0.1, Max: 1000, High: 50, Log: true, Default: 6, Unit: "m"})
	c.Slider("Height", &o.FlowDepth, ui.Range{Min: 0.1, Max: 1000, High: 20, Log: true, Default: 3, Unit: "m"})
	if c.Button(all) {
		v.Send(tool.NoFlows(work))
	}
}

// materialNames are the names of the materials to paint with.
var materialNames = func() (list []string) {
	for _, m := range tool.Materials {
		list = append(list, m.Name)
	}
	return list
}()

// drawPaint draws the materials to paint with.
func drawPaint(c *ui.Context, o *tool.Options) {
	c.Combo("Material", &o.Material, materialNames)
	m := &tool.Materials[o.Material]
	c.Value("Friction", float64(m.Surface.Friction), "")
	c.Value("Restitution", float64(m.Surface.Restitution), "")
	c.Value("Density", float64(m.Density), "kg/m³")
}

// drawLimits draws the range of a hinge or slider.
func drawLimits(c *ui.Context, o *tool.Options) {
	c.Check("Limited", &o.Limited)
	if !o.Limited {
		return
	}
	if o.Join == session.JoinSlider {
		r := ui.Range{Min: -100, Max: 100, Low: -5, High: 5, Unit: "m"}
		c.Slider("From", &o.SlideLower, r)
		c.Slider("To", &o.SlideUpper, r)
		return
	}
	r := ui.Range{Min: -180, Max: 180, Unit: "°"}
	c.Slider("From", &o.Lower, r)
	c.Slider("To", &o.Upper, r)
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
	if o.Join.HasLimits() {
		drawLimits(c, o)
	}
	switch o.Join {
	case session.JoinMotor:
		c.Slider("Speed", &o.Strength, ui.Range{Min: -50, Max: 50, Low: -20, High: 20, Unit: "rad/s"})
	case session.JoinSpring:
		c.Slider("Frequency", &o.Strength, ui.Range{Max: 30, High: 10, Unit: "Hz"})
	}
}
