package panel

import (
	"tumble/physics/scenes"
	"tumble/renderer/ui"
)

// scenePicker opens a scene by a part of its name.
type scenePicker struct {
	open  bool
	picks []ui.Pick
}

func newScenePicker() (p scenePicker) {
	for _, s := range scenes.All() {
		p.picks = append(p.picks, ui.Pick{Name: s.Name, Detail: s.Category + ": " + s.Text})
	}
	return p
}

// draw draws the picker while it is open.
func (p *scenePicker) draw(c *ui.Context, v *View) {
	if i, ok := c.Picker("Open a scene", &p.open, p.picks); ok {
		if s, ok := scenes.Find(p.picks[i].Name); ok {
			report(c, v.Open(s))
		}
	}
}
