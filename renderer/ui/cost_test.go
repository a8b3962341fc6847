package ui

import (
	"strconv"
	"testing"

	"tumble/renderer"
)

// tuningPanel is a panel of 100 sliders and 4 plots of 512 samples.
func tuningPanel() func(c *Context) {
	var names [100]string
	var values [100]float64
	for i := range names {
		names[i], values[i] = "parameter "+strconv.Itoa(i), float64(i)
	}
	var series [4][]Series
	for k := range series {
		series[k] = []Series{{Name: "step", Data: wave(512, 0.05)}, {Name: "solve", Data: wave(512, 0.03)}}
	}
	return func(c *Context) {
		if c.BeginWindow("Parameters", WindowOptions{Side: SideRight}) {
			for i := range names {
				c.Slider(names[i], &values[i], Range{Min: 0, Max: 200, Default: 1, Unit: "m/s"})
			}
			c.EndWindow()
		}
		if c.BeginWindow("Plots", WindowOptions{Side: SideBottom}) {
			c.Row(0, 0, 0, 0)
			for k := range series {
				c.PushIndex(k)
				c.Plot("plot", series[k], PlotOptions{Height: 150, Unit: "ms"})
				c.PopID()
			}
			c.EndWindow()
		}
	}
}

// everything is a panel with all widgets whose values do not change.
func everything() func(c *Context) {
	v, on, k, text, color := 1.0, true, 0, "text", renderer.Hex(0x336699)
	items, data := []string{"a", "b"}, wave(100, 0.1)
	spans := []Span{{Name: "step", End: 2}, {Name: "solve", End: 1, Depth: 1}}
	tune := tuningPanel()
	return func(c *Context) {
		tune(c)
		c.BeginMenuBar()
		if c.BeginMenu("File") {
			c.MenuItem("Open", "")
			c.EndMenu()
		}
		c.EndMenuBar()
		if !c.BeginWindow("Everything", WindowOptions{Side: SideLeft}) {
			return
		}
		c.Section("All", true)
		c.Slider("Slider", &v, Range{Max: 2, Log: true})
		c.Number("Number", &v, Range{Unit: "kg"})
		c.Check("Check", &on)
		c.Combo("Combo", &k, items)
		c.Tabs("tabs", &k, items)
		c.TextInput("Text", &text, "")
		c.Color("Color", &color)
		c.Progress("Progress", 0.5)
		c.Value("Value", v, "m")
		c.Button("Button")
		c.Tip("What it does.")
		if c.Tree("Tree", true) {
			c.Leaf("Leaf", true)
			c.TreeEnd()
		}
		c.BeginTable("t", 100, Column{Title: "A"}, Column{Title: "B", Right: true})
		for i := range 9 {
			c.PushIndex(i)
			c.TableRow("row", false)
			c.Cell("a")
			c.CellNumber(v, 2)
			c.PopID()
		}
		c.EndTable()
		c.Histogram("histogram", data, 20, PlotOptions{})
		c.Bars("bars", data, nil, PlotOptions{})
		c.Sparkline("spark", Series{Data: data})
		c.Flame("flame", spans, "ms")
		c.Timeline("time", 0, 10, &v, nil)
		c.EndWindow()
	}
}

func TestNoAllocations(t *testing.T) {
	b := newBench(t, everything())
	b.move(700, 100)
	b.frames(20)
	if n := testing.AllocsPerRun(50, b.frame); n != 0 {
		t.Errorf("%v allocations a frame, want 0", n)
	}
	// while the mouse drags a slider and the wheel turns
	b.in.Press(ButtonLeft, true, 0, b.in.Time)
	b.frames(3)
	x := float32(700)
	if n := testing.AllocsPerRun(50, func() {
		x++
		b.in.Move(x, 100)
		b.in.Wheel(0, 0.1)
		b.frame()
	}); n != 0 {
		t.Errorf("%v allocations a frame of a drag, want 0", n)
	}
}

func BenchmarkTuningPanel(t *testing.B) {
	b := newBench(t, func(*Context) {})
	b.in.Width, b.in.Height = 1920, 4000 // high enough that nothing is out of sight
	b.body = tuningPanel()
	b.frames(5)
	p := b.ex.Acquire(renderer.InOrder)
	p.Header.Width, p.Header.Height, p.Header.ContentScale = 1920, 4000, 1
	quads := 0
	t.ReportAllocs()
	t.ResetTimer()
	for range t.N {
		p.Ops, p.Draws, p.Quads, p.Lines = p.Ops[:0], p.Draws[:0], p.Quads[:0], p.Lines[:0]
		b.in.Time += 16e6
		b.c.Begin(p, &b.in)
		b.body(b.c)
		b.c.End()
		quads = len(p.Quads) + len(p.Lines)
	}
	t.StopTimer()
	t.ReportMetric(float64(quads), "quads")
	b.ex.Abandon(p)
}
