package panel

import (
	"tumble/internal/app/command"
	"tumble/internal/doctor"
	"tumble/renderer/ui"
)

// adviceWindow lists what the examination of a scene has found.
type adviceWindow struct {
	open     bool
	findings []doctor.Finding
	// texts are the findings as they are shown, made once
	texts []string
}

// show takes the findings of an examination.
func (a *adviceWindow) show(findings []doctor.Finding) {
	a.open, a.findings, a.texts = true, findings, a.texts[:0]
	for _, f := range findings {
		a.texts = append(a.texts, f.String())
	}
}

// draw draws the list while it is open; a button selects the body that a finding is about.
func (a *adviceWindow) draw(c *ui.Context, v *View) {
	if !a.open || !c.BeginWindow(windowAdvice, ui.WindowOptions{Side: ui.SideBottom, Open: &a.open}) {
		return
	}
	defer c.EndWindow()
	c.Row(120, 0)
	if c.Button("Examine again") {
		v.Do(command.Examine)
	}
	if len(a.findings) == 0 {
		c.Dim("Nothing to worry about.")
	} else {
		c.Dim("Found before the next step:")
	}
	for i := range a.findings {
		c.PushIndex(i)
		b := a.findings[i].Body
		if b.Valid() && b.World() == v.Session.World() {
			c.Row(70, 0)
			if c.Button("Select") {
				v.Select(b)
				v.Do(command.Frame)
			}
			c.Label(a.texts[i])
		} else {
			c.Paragraph(a.texts[i])
		}
		c.PopID()
	}
}
