package panel

import (
	"tumble/renderer/ui"
)

// Settings are the part of the panels that survives a restart of the program.
type Settings struct {
	// Theme is dark or light.
	Theme  string
	Zoom   float64
	Drawer bool
	Docks  Docks
	Window []Window
}

// Docks are the sizes of the docks, units.
type Docks struct {
	Left   float32 `toml:"left"`
	Right  float32 `toml:"right"`
	Bottom float32 `toml:"bottom"`
}

// Window is where a panel is; lengths are units.
type Window struct {
	Title     string  `toml:"title"`
	Side      string  `toml:"side"`
	X         float32 `toml:"x"`
	Y         float32 `toml:"y"`
	Width     float32 `toml:"width"`
	Height    float32 `toml:"height"`
	Collapsed bool    `toml:"collapsed"`
	Front     bool    `toml:"front"`
}

var sideNames = [...]string{ui.SideFloat: "float", ui.SideLeft: "left", ui.SideRight: "right", ui.SideBottom: "bottom"}

// mostWindows bounds the windows that a file may name: each is looked through in every frame.
const mostWindows = 200

// layout is where the panels are.
func (s *Settings) layout() ui.Layout {
	layout := ui.Layout{Docks: [3]float32{s.Docks.Left, s.Docks.Right, s.Docks.Bottom}}
	for _, w := range s.Window[:min(len(s.Window), mostWindows)] {
		for side, name := range sideNames {
			if name == w.Side {
				layout.Windows = append(layout.Windows, ui.Placement{
					Title: w.Title, Side: ui.Side(side), X: w.X, Y: w.Y, W: w.Width, H: w.Height,
					Collapsed: w.Collapsed, Front: w.Front,
				})
			}
		}
	}
	return layout
}

// appearance is the look of the interface.
type appearance struct {
	light bool
	zoom  float64
}

// The room (units) that the interface keeps however large it is zoomed.
const (
	leastZoomedWidth  = 640
	leastZoomedHeight = 400
)

// zoomFor is the zoom of the interface in a picture: less than was asked for where nothing would be left of the scene.
func (a *appearance) zoomFor(in *ui.Input) float32 {
	scale := max(in.Scale, 0.5)
	most := min(in.Width/(leastZoomedWidth*scale), in.Height/(leastZoomedHeight*scale))
	return min(float32(a.zoom), max(most, 1))
}

// apply sets the theme.
func (a *appearance) apply(c *ui.Context) {
	c.Theme = ui.Dark()
	if a.light {
		c.Theme = ui.Light()
	}
}

// settings are those of an interface that looks so.
func (a *appearance) settings(l ui.Layout) Settings {
	s := Settings{Theme: "dark", Zoom: a.zoom, Docks: Docks{l.Docks[0], l.Docks[1], l.Docks[2]}}
	if a.light {
		s.Theme = "light"
	}
	for _, w := range l.Windows {
		s.Window = append(s.Window, Window{
			Title: w.Title, Side: sideNames[w.Side], X: w.X, Y: w.Y, Width: w.W, Height: w.H,
			Collapsed: w.Collapsed, Front: w.Front,
		})
	}
	return s
}
