//go:build cgo

package uitest

import (
	"fmt"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"tumble/renderer"
	"tumble/renderer/ui"
)

// gallery is a panel with every widget at work.
type gallery struct {
	gravity, hertz, mass float64
	steps                float64
	sleep, shadows       bool
	loop, tab            int
	name                 string
	sky                  renderer.Color
}

func newGallery() *gallery {
	return &gallery{
		gravity: -9.81, hertz: 120, mass: 1250, steps: 4, sleep: true, loop: 1,
		name: "pyramid", sky: renderer.Hex(0x3f74a8),
	}
}

func (g *gallery) draw(c *ui.Context) {
	c.BeginMenuBar()
	if c.BeginMenu("File") {
		c.MenuItem("Open scene…", "Ctrl+O")
		c.MenuItem("Save preset…", "Ctrl+S")
		c.MenuSeparator()
		c.MenuItem("Quit", "Ctrl+Q")
		c.EndMenu()
	}
	if c.BeginMenu("View") {
		c.MenuCheck("Shadows", "8", &g.shadows)
		c.MenuCheck("Sleep", "3", &g.sleep)
		c.EndMenu()
	}
	c.BarText("60 fps", false)
	c.BarText("1.2 ms", true)
	c.EndMenuBar()
	g.right(c)
	g.left(c)
	if c.BeginWindow("Statistics", ui.WindowOptions{Side: ui.SideBottom}) {
		g.table(c)
		c.EndWindow()
	}
}

func (g *gallery) right(c *ui.Context) {
	if !c.BeginWindow("World", ui.WindowOptions{Side: ui.SideRight}) {
		return
	}
	defer c.EndWindow()
	if c.Section("Gravity and solver", true) {
		c.Slider("Gravity", &g.gravity, ui.Range{Min: -30, Max: 30, Default: -9.81, Unit: "m/s²"})
		c.Slider("Stiffness", &g.hertz, ui.Range{Min: 1, Max: 1000, Default: 60, Unit: "Hz", Log: true})
		c.Slider("Sub-steps", &g.steps, ui.Range{Min: 1, Max: 16, Default: 4, Whole: true})
		c.Number("Mass", &g.mass, ui.Range{Min: 0.001, Max: 1e6, Default: 1000, Unit: "kg"})
		c.Combo("Loop", &g.loop, []string{"interpolate", "latest", "callback"})
	}
	if c.Section("Switches", true) {
		c.Row(0, 0)
		c.Check("Sleeping", &g.sleep)
		c.Check("Shadows", &g.shadows)
		c.Disabled()
		c.Check("Not now", &g.sleep)
		c.Enabled()
	}
	if c.Section("More", true) {
		c.TextInput("Name", &g.name, "name")
		c.Color("Sky", &g.sky)
		c.Progress("Loading", 0.62)
		c.Value("Bodies", 1275, "")
		c.Value("Energy", 18.3625, "kJ")
		c.Tabs("tabs", &g.tab, []string{"Profile", "Counters", "Memory"})
		c.Space(4)
		c.Row(0, 0, 70)
		c.Button("Restart")
		c.Toggle("Paused", &g.sleep)
		c.Primary("Save")
	}
	c.Separator()
	c.Dim("What is small and grey explains.")
	if c.Section("Closed", false) {
		c.Label("never seen")
	}
}

func (g *gallery) left(c *ui.Context) {
	if c.BeginWindow("Outline", ui.WindowOptions{Side: ui.SideLeft}) {
		if c.Tree("Bodies", true) {
			for i := range 4 {
				c.PushIndex(i)
				c.Leaf(fmt.Sprintf("box %d", i), i == 2)
				c.PopID()
			}
			if c.Tree("ground", true) {
				c.Leaf("slab with a name that is far too long for this panel", false)
				c.TreeEnd()
			}
			c.TreeEnd()
		}
		c.Tree("Joints", false)
		c.BeginScroll("list", 120)
		for i := range 20 {
			c.PushIndex(i)
			c.Leaf(fmt.Sprintf("entry %d", i), false)
			c.PopID()
		}
		c.EndScroll()
		c.EndWindow()
	}
	if c.BeginWindow("Scenes", ui.WindowOptions{Side: ui.SideLeft}) {
		c.EndWindow()
	}
}

var stages = []string{"step", "pairs", "collide", "solve", "warm start", "relax", "refit", "sleep"}

func (g *gallery) table(c *ui.Context) {
	c.BeginTable("stages", 150, ui.Column{Title: "Stage"}, ui.Column{Title: "Now, ms", Width: 90, Right: true},
		ui.Column{Title: "Mean, ms", Width: 90, Right: true}, ui.Column{Title: "Largest, ms", Width: 100, Right: true})
	for i, s := range stages {
		c.TableRow(s, i == 2)
		c.Cell(s)
		for k := range 3 {
			c.CellNumber(float64(i*7%5)+0.137*float64(k+1), 3)
		}
	}
	c.EndTable()
}

// each runs a test in both themes and two scales.
func each(t *testing.T, w, h int, f func(t *testing.T, s *studio, suffix string)) {
	for _, theme := range []*ui.Theme{ui.Dark(), ui.Light()} {
		for _, scale := range []float32{1, 2} {
			if testing.Short() && (theme.Name == ui.Dark().Name) != (scale == 1) {
				continue
			}
			suffix := fmt.Sprintf("_%s_%gx", theme.Name, scale)
			t.Run(suffix[1:], func(t *testing.T) { f(t, newStudio(t, theme, w, h, scale), suffix) })
		}
	}
}

func TestGoldenGallery(t *testing.T) {
	each(t, 1000, 700, func(t *testing.T, s *studio, suffix string) {
		g := newGallery()
		s.move(820, 92)
		compare(t, "gallery"+suffix, s.draw(t, g.draw))
	})
}

// TestGoldenOpen shows the layers over panels: a menu, a floating window, a modal, a tooltip, messages.
func TestGoldenOpen(t *testing.T) {
	each(t, 760, 480, func(t *testing.T, s *studio, suffix string) {
		g, open := newGallery(), true
		body := func(c *ui.Context) {
			c.BeginMenuBar()
			if c.BeginMenu("View") {
				c.MenuCheck("Shadows", "8", &g.shadows)
				c.MenuCheck("Sleep state", "3", &g.sleep)
				c.MenuSeparator()
				c.MenuItem("Reset the layout", "")
				c.EndMenu()
			}
			c.EndMenuBar()
			if c.BeginWindow("Floating", ui.WindowOptions{X: 300, Y: 60, W: 300, H: 200, Open: &open}) {
				c.Slider("Gravity", &g.gravity, ui.Range{Min: -30, Max: 30, Default: -9.81, Unit: "m/s²"})
				c.Paragraph("A paragraph takes as many lines as it needs and is broken at spaces.")
				c.Button("Button")
				c.EndWindow()
			}
		}
		s.draw(t, body)
		s.c.Toast(ui.ToneGood, "saved preset soft.toml")
		s.c.Toast(ui.ToneBad, "contact.hertz=0: must be a number in 0.1 … 10000 Hz")
		s.move(20, 12)
		s.press(true)
		s.draw(t, body)
		s.press(false)
		s.move(70, 70)
		s.c.Toast(ui.ToneGood, "saved preset soft.toml")
		s.c.Toast(ui.ToneBad, "contact.hertz=0: must be a number in 0.1 … 10000 Hz")
		s.frame(t, body, 0)
		compare(t, "open"+suffix, s.still(t, body))
	})
}

func TestGoldenModal(t *testing.T) {
	each(t, 640, 400, func(t *testing.T, s *studio, suffix string) {
		g, open := newGallery(), true
		compare(t, "modal"+suffix, s.draw(t, func(c *ui.Context) {
			g.left(c)
			if c.BeginModal("Overwrite the preset?", &open, 320) {
				c.Paragraph("There is a preset of this name already. What it holds will be lost.")
				c.Space(6)
				c.Row(0, 90, 90)
				c.Label("")
				c.Button("Cancel")
				c.Primary("Overwrite")
				c.EndModal()
			}
		}))
	})
}

func TestGoldenEditing(t *testing.T) {
	each(t, 420, 240, func(t *testing.T, s *studio, suffix string) {
		g := newGallery()
		body := func(c *ui.Context) {
			if c.BeginWindow("Editing", ui.WindowOptions{X: 20, Y: 20, W: 380, H: 200}) {
				c.TextInput("Name", &g.name, "")
				c.Slider("Gravity", &g.gravity, ui.Range{Min: -30, Max: 30, Default: -9.81, Unit: "m/s²"})
				c.Tip("Acceleration of everything that falls.")
				c.EndWindow()
			}
		}
		s.draw(t, body)
		s.move(250, 72)
		s.press(true)
		s.press(false)
		s.in.Key(ui.KeyA, ui.ModControl)
		s.draw(t, body)
		s.move(250, 98)
		s.draw(t, body)
		compare(t, "editing"+suffix, s.draw(t, body))
	})
}

// waves are samples that look like the times of a frame: a level with noise and some peaks.
func waves(n int, level, noise float64, seed uint32) []float32 {
	s := make([]float32, n)
	for i := range s {
		seed = seed*1664525 + 1013904223
		s[i] = float32(level + noise*float64(seed>>16)/65536)
		if i%97 == 41 {
			s[i] += float32(level)
		}
	}
	return s
}

func TestGoldenCharts(t *testing.T) {
	each(t, 900, 640, func(t *testing.T, s *studio, suffix string) {
		series := []ui.Series{
			{Name: "step", Data: waves(300, 1.6, 0.5, 1)}, {Name: "solve", Data: waves(300, 0.9, 0.3, 2)},
			{Name: "collide", Data: waves(300, 0.4, 0.1, 3)},
		}
		few := []ui.Series{{Name: "energy", Data: waves(40, 3, 1, 4)}}
		now := 420.0
		spans := []ui.Span{
			{Name: "step", End: 2}, {Name: "pairs", End: 0.2, Depth: 1},
			{Name: "collide", Start: 0.2, End: 0.7, Depth: 1},
			{Name: "solve", Start: 0.7, End: 1.8, Depth: 1}, {Name: "warm start", Start: 0.7, End: 0.9, Depth: 2},
			{Name: "relax", Start: 0.9, End: 1.3, Depth: 2}, {Name: "sleep", Start: 1.8, End: 2, Depth: 1},
		}
		s.move(200, 110)
		compare(t, "charts"+suffix, s.draw(t, func(c *ui.Context) {
			if c.BeginWindow("Charts", ui.WindowOptions{X: 10, Y: 10, W: 880, H: 620}) {
				c.Row(0, 0)
				c.Plot("Time of a step", series, ui.PlotOptions{Height: 160, Unit: "ms", Zero: true, Mark: 2.5})
				c.Plot("Energy", few, ui.PlotOptions{Height: 160, Unit: "kJ"})
				c.Row(0, 0)
				c.Histogram("Distribution of step times", series[0].Data, 24, ui.PlotOptions{Unit: "ms"})
				c.Bars("Constraints by colour", []float32{40, 32, 28, 22, 14, 9, 4, 1}, nil, ui.PlotOptions{})
				c.Flame("flame", spans, "ms")
				c.Timeline("time", 0, 1000, &now, []ui.Mark{{At: 250, Color: c.Theme.Bad},
					{At: 700, Color: c.Theme.Good}})
				c.Sparkline("Spark", series[1])
				c.BeginTable("t", 120, ui.Column{Title: "Stage", Width: 140},
					ui.Column{Title: "Now, ms", Width: 90, Right: true}, ui.Column{Title: "Share", Width: 160},
					ui.Column{Title: "History"})
				for i, stage := range []string{"step", "solve", "collide"} {
					c.TableRow(stage, false)
					c.Cell(stage)
					c.CellNumber(float64(series[i].Data[299]), 3)
					c.CellBar(0.9/float32(i+1), c.Theme.Series[i])
					c.CellSpark(series[i])
				}
				c.EndTable()
				c.EndWindow()
			}
		}))
	})
}

func TestGoldenPicker(t *testing.T) {
	each(t, 640, 440, func(t *testing.T, s *studio, suffix string) {
		open := true
		entries := []ui.Pick{{Name: "pyramid36", Detail: "Stacking"}, {Name: "card_house", Detail: "Stacking"},
			{Name: "dominoes", Detail: "Stacking"},
			{Name: "bridge", Detail: "Joints"}, {Name: "large_pyramid", Detail: "Benchmark"},
			{Name: "ragdolls", Detail: "Joints"}}
		body := func(c *ui.Context) { c.Picker("Open a scene", &open, entries) }
		s.draw(t, body)
		for _, r := range "r" {
			s.in.Rune(r)
		}
		s.in.Key(ui.KeyDown, 0)
		s.draw(t, body)
		s.frame(t, body, 0)
		compare(t, "picker"+suffix, s.draw(t, body))
	})
}

func TestGoldenCombo(t *testing.T) {
	each(t, 360, 220, func(t *testing.T, s *studio, suffix string) {
		g := newGallery()
		body := func(c *ui.Context) {
			if c.BeginWindow("Choice", ui.WindowOptions{X: 10, Y: 10, W: 340, H: 200}) {
				c.Combo("Loop", &g.loop, []string{"interpolate", "latest", "callback", "render tick"})
				c.EndWindow()
			}
		}
		s.draw(t, body)
		s.move(250, 62)
		s.press(true)
		s.press(false)
		s.draw(t, body)
		s.move(230, 150)
		compare(t, "combo"+suffix, s.draw(t, body))
	})
}

func TestGoldenColor(t *testing.T) {
	each(t, 360, 330, func(t *testing.T, s *studio, suffix string) {
		g := newGallery()
		body := func(c *ui.Context) {
			if c.BeginWindow("Colour", ui.WindowOptions{X: 10, Y: 10, W: 340, H: 90}) {
				c.Color("Sky", &g.sky)
				c.EndWindow()
			}
		}
		s.draw(t, body)
		s.move(250, 62)
		s.press(true)
		s.press(false)
		compare(t, "color"+suffix, s.draw(t, body))
	})
}

// TestGoldenFocus shows the ring around what the keys act on.
func TestGoldenFocus(t *testing.T) {
	each(t, 360, 200, func(t *testing.T, s *studio, suffix string) {
		g := newGallery()
		body := func(c *ui.Context) {
			if c.BeginWindow("Focus", ui.WindowOptions{X: 10, Y: 10, W: 340, H: 180}) {
				c.Check("Sleeping", &g.sleep)
				c.Slider("Gravity", &g.gravity, ui.Range{Min: -30, Max: 30, Default: -9.81, Unit: "m/s²"})
				c.Combo("Loop", &g.loop, []string{"interpolate", "latest"})
				c.Button("Button")
				c.EndWindow()
			}
		}
		s.draw(t, body)
		s.in.Key(ui.KeyF6, 0)
		s.draw(t, body)
		s.in.Key(ui.KeyTab, 0)
		compare(t, "focus"+suffix, s.draw(t, body))
	})
}

func TestGoldenGizmo(t *testing.T) {
	each(t, 420, 240, func(t *testing.T, s *studio, suffix string) {
		camera := renderer.NewCamera()
		camera.Set(renderer.CameraState{Distance: 6, Pitch: 0.5, Yaw: 0.6}, true)
		view := camera.View(int(s.in.Width), int(s.in.Height))
		left, right, rotation := mgl32.Vec3{-1.2, 0, 0.4}, mgl32.Vec3{1.2, 0, -0.4}, mgl32.QuatIdent()
		compare(t, "gizmo"+suffix, s.draw(t, func(c *ui.Context) {
			c.Gizmo("move", &view, ui.GizmoTranslate, &ui.GizmoState{Position: left, Rotation: rotation})
			c.Gizmo("turn", &view, ui.GizmoRotate, &ui.GizmoState{Position: right, Rotation: rotation})
		}))
	})
}
