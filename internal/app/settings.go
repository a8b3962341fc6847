package app

import (
	"errors"
	"io/fs"
	"path/filepath"

	"tumble/internal/app/stage"
	"tumble/internal/app/userfile"
	"tumble/renderer/ui"
)

// settings are what survives a restart of the program: the layout of the panels and what is drawn.
type settings struct {
	Theme  string  `toml:"theme"`
	Zoom   float64 `toml:"zoom"`
	Drawer bool    `toml:"drawer"`
	// Quality is one of QualityNames
	Quality string `toml:"quality"`

	Show   map[string]bool `toml:"show"`
	Docks  dockSettings    `toml:"docks"`
	Window []windowPlace   `toml:"window"`
	View   []viewPlace     `toml:"view"`
}

// dockSettings are the sizes of the docks, units.
type dockSettings struct {
	Left   float32 `toml:"left"`
	Right  float32 `toml:"right"`
	Bottom float32 `toml:"bottom"`
}

// windowPlace is where a panel is; lengths are units.
type windowPlace struct {
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

// settingsFile is the name within the folder of the user.
const settingsFile = "settings.toml"

// load takes up what the last run has kept. A folder without settings is no error; a broken file
// is one, and changes nothing.
func (p *panels) load() error {
	if p.folder == "" {
		return nil
	}
	var s settings
	err := userfile.Read(filepath.Join(p.folder, settingsFile), &s)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	p.light, p.drawer = s.Theme == "light", s.Drawer
	if s.Zoom >= 0.5 && s.Zoom <= 3 {
		p.zoom = s.Zoom
	}
	p.applyTheme()
	p.quality, _ = stage.FindQuality(s.Quality)
	if p.app.options.Quality == stage.QualityAutomatic {
		p.app.picture.SetQuality(p.quality)
	}
	p.app.views = viewsAt(s.View)
	for i := range showToggles {
		t := &showToggles[i]
		if on, ok := s.Show[t.label]; ok {
			p.app.show.Set(t.flag, on)
		}
	}
	p.ui.SetLayout(s.layout())
	return nil
}

// mostWindows bounds the windows that a file may name: each is looked through in every frame.
const mostWindows = 200

// layout is where the panels are.
func (s *settings) layout() ui.Layout {
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

// keep writes what the next run takes up. A folder that cannot be written is no reason to end
// with an error.
func (p *panels) keep() {
	if p.folder == "" || p.session == nil {
		return
	}
	l := p.ui.Layout()
	s := settings{
		Theme: "dark", Quality: stage.QualityNames[p.quality], Zoom: p.zoom, Drawer: p.drawer, Show: map[string]bool{},
		Docks: dockSettings{l.Docks[0], l.Docks[1], l.Docks[2]},
	}
	s.View = p.app.views.places()
	if p.light {
		s.Theme = "light"
	}
	for i := range showToggles {
		s.Show[showToggles[i].label], _ = p.app.show.On(showToggles[i].flag)
	}
	for _, w := range l.Windows {
		s.Window = append(s.Window, windowPlace{
			Title: w.Title, Side: sideNames[w.Side], X: w.X, Y: w.Y, Width: w.W, Height: w.H,
			Collapsed: w.Collapsed, Front: w.Front,
		})
	}
	_ = userfile.Write(filepath.Join(p.folder, settingsFile), &s)
}
