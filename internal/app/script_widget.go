package app

import "fmt"

// widgetFrames is how many frames a script waits for a widget: a visible one is drawn at once, and scrolling
// takes two more.
const widgetFrames = 4

// scriptWidget tells where a widget of the panels is, by its text; one that is scrolled out of sight is scrolled into
// it.
func (a *App) scriptWidget(_ request, words []string, answer *scriptAnswer) error {
	if len(words) == 0 {
		return fmt.Errorf("app: widget TEXT")
	}
	a.panels.Locate(restOf(answer.Line))
	waits := *answer
	a.script.widget, a.script.frame = &waits, a.frames+widgetFrames
	return nil
}

// followWidget answers a line that asks for a widget, after some frames.
func (a *App) followWidget(r *scriptRun) error {
	answer := r.widget
	r.widget = nil
	if x, y, ok := a.panels.Located(); ok {
		w, h := a.window.FramebufferSize()
		sw, sh := a.window.Size()
		answer.Cursor = &[2]int{int(x) * sw / max(w, 1), int(y) * sh / max(h, 1)}
		if r.clicks {
			r.hand = clickAt(answer.Cursor, r.mods)
		}
	} else {
		answer.Error = "there is no such widget in sight"
	}
	a.panels.Locate("")
	r.clicks, r.mods = false, 0
	return r.answer(answer)
}
