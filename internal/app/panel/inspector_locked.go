package panel

import (
	"errors"

	"tumble/physics"
	"tumble/renderer/ui"
)

// mostLocked is how many inspectors can be locked: more do not fit beside the scene.
const mostLocked = 4

// lockedInspectors are inspectors in windows of their own, each of which stays at its body whatever is selected.
type lockedInspectors [mostLocked]lockedInspector

type lockedInspector struct {
	inspector
	of   physics.Body // the zero body for none
	open bool
}

// lockedTitles are the titles of their windows.
var lockedTitles = [mostLocked]string{windowInspect + " 2", windowInspect + " 3", windowInspect + " 4",
	windowInspect + " 5"}

var errLocked = errors.New("there are four locked inspectors: close one first")

// has reports whether an inspector is locked at a body.
func (l *lockedInspectors) has(b physics.Body) bool {
	for i := range l {
		if l[i].open && l[i].of == b {
			return true
		}
	}
	return false
}

// toggle locks an inspector at a body, or closes the one that is.
func (l *lockedInspectors) toggle(b physics.Body) error {
	free := -1
	for i := len(l) - 1; i >= 0; i-- {
		switch {
		case l[i].open && l[i].of == b:
			l[i].open = false
			return nil
		case !l[i].open:
			free = i
		}
	}
	if free < 0 {
		return errLocked
	}
	l[free].of, l[free].open = b, true
	return nil
}

// draw draws their windows, side by side until the user moves them. One whose body is gone closes.
func (l *lockedInspectors) draw(c *ui.Context, v *View) {
	for i := range l {
		p := &l[i]
		if p.open = p.open && p.of.Valid() && p.of.World() == v.Session.World(); !p.open {
			continue
		}
		if c.BeginWindow(lockedTitles[i], ui.WindowOptions{X: 20 + 310*float32(i), Y: 60 + 10*float32(i), W: 300,
			H: 420, Open: &p.open}) {
			p.body(c, v, p.of, l)
			c.EndWindow()
		}
	}
}
