package panel

import (
	"tumble/internal/app/command"
	"tumble/internal/app/session"
	"tumble/internal/doctor"
	"tumble/renderer/ui"
)

// adviceWindow lists the findings of the examination of a scene.
type adviceWindow struct {
	open     bool
	findings []doctor.Finding
	// texts are the findings as they are shown, made once
	texts []string
	// limit is the longest step of the scene, longest this step in words
	limit   doctor.StepLimit
	longest string
	// waiting is set while a change is on its way to the world, which had taken so many commands before
	waiting bool
	applied uint64
	// symptoms are those of the stretch that was examined; examined says that one was
	symptoms []doctor.Symptom
	examined bool
}

// showPast takes the symptoms of a stretch of time.
func (a *adviceWindow) showPast(list []doctor.Symptom) {
	a.open, a.symptoms, a.examined = true, list, true
}

// show takes the findings of an examination and the longest step.
func (a *adviceWindow) show(findings []doctor.Finding, limit doctor.StepLimit) {
	a.limit, a.longest = limit, "Fastest constraint: "+limit.String()
	a.open, a.findings, a.texts = true, findings, a.texts[:0]
	a.symptoms, a.examined = nil, false
	for _, f := range findings {
		a.texts = append(a.texts, f.String())
	}
}

// draw draws the list while it is open; buttons select the bodies that a finding is about, and mend it.
func (a *adviceWindow) draw(c *ui.Context, v *View) {
	if !a.open || !c.BeginWindow(windowAdvice, ui.WindowOptions{Side: ui.SideBottom, Open: &a.open}) {
		return
	}
	defer c.EndWindow()
	if a.waiting && v.Session.Applied() > a.applied {
		a.waiting = false
		v.Do(command.Examine)
	}
	c.Row(120, 210, 0)
	if c.Button("Examine again") {
		v.Do(command.Examine)
	}
	if c.Button("Examine the last seconds") {
		v.ExaminePast()
	}
	c.Tip("Does the last two seconds, or the stretch between From and To of the timeline, once more and measures\n" +
		"every step.")
	a.past(c, v)
	a.step(c, v)
	if len(a.findings) == 0 {
		c.Dim("Nothing to worry about.")
	} else {
		c.Dim("Found before the next step:")
	}
	for i := range a.findings {
		c.PushIndex(i)
		f := &a.findings[i]
		c.Paragraph(a.texts[i])
		if b := f.Body; b.Valid() && b.World() == v.Session.World() {
			c.Flow(240, 90, 90, 0)
			if c.Button("Select") {
				v.SelectList(f.Bodies)
				v.Do(command.Frame)
			}
			c.Tip("Selects the bodies that this is about, and looks at them.")
			a.mend(c, v, f)
		} else if f.Fix != "" {
			c.Flow(240, 90, 0)
			a.mend(c, v, f)
		}
		c.PopID()
	}
}

// past lists the symptoms of the stretch that was examined.
func (a *adviceWindow) past(c *ui.Context, v *View) {
	c.Row(0)
	if a.examined && len(a.symptoms) == 0 {
		c.Dim("The last seconds show nothing to worry about.")
	}
	for i := range a.symptoms {
		s := &a.symptoms[i]
		c.PushIndex(-1 - i)
		c.Row(0)
		c.NoteColor(s.Text, c.Theme.Warn)
		c.Flow(200, 70, 100, 70, 0)
		if c.Primary("Try") {
			report(c, v.TryRemedy(s))
		}
		c.Tip("Compares the stretch as it was with a copy that has " + s.Key + " = " + s.Value + ".")
		if c.Button("Save a test") {
			report(c, v.TestSymptom(s))
		}
		c.Tip("Saves a capsule and copies the command of a test that fails while " + s.Broken() + ".")
		if len(s.Bodies) > 0 && s.Bodies[0].World() == v.Session.World() {
			if c.Button("Select") {
				v.SelectList(s.Bodies)
				v.Do(command.Frame)
			}
		} else {
			c.Label("")
		}
		c.Dim(s.Key + " = " + s.Value)
		c.PopID()
	}
}

// step compares the step of the loop with the longest one of the scene.
func (a *adviceWindow) step(c *ui.Context, v *View) {
	c.Paragraph(a.longest)
	c.Tip("From the first step on explicit Euler would explode. The solver is implicit: beyond the second step " +
		"constraints get softer.")
	step := 1 / float64(v.Frame.Status.Hz)
	c.Value("Step of the loop", 1000*step, "ms")
	if step > a.limit.Kept {
		c.NoteColor("Constraints are softer than set: take more steps a second, or more sub-steps.", c.Theme.Warn)
	}
}

// mend offers to mend a finding. The world is examined again when it has taken the change.
func (a *adviceWindow) mend(c *ui.Context, v *View, f *doctor.Finding) {
	if f.Fix == "" {
		c.Label("")
		c.Label("")
		return
	}
	if c.Primary("Mend") {
		v.Send(session.MendCommand(f.Code))
		a.waiting, a.applied = true, v.Session.Applied()
	}
	c.Tip("Can be undone.")
	c.Dim(f.Fix)
}
