package panel

import (
	"tumble/internal/app/command"
	"tumble/renderer/ui"
)

// welcomeWindow is a card with five things to try, shown at the first start.
type welcomeWindow struct {
	open bool
	// done are those that were tried.
	done [len(firstSteps)]bool
}

// firstStep is a thing to try: how, and the command that does it for the button, None for actions of the mouse.
type firstStep struct {
	text, how string
	button    string
	command   command.ID
}

// firstSteps are in the order in which they are fun.
var firstSteps = [...]firstStep{
	{text: "Pull something", how: "Drag a body with the left button; the wheel moves it."},
	{text: "Shoot at it", how: "Shift and a left click shoot a ball at the cursor.", button: "Shoot",
		command: command.Shoot},
	{text: "Take it back", how: "Everything you do can be undone.", button: "Undo", command: command.Undo},
	{text: "Go back in time", how: "Stops time and shows what was. Drag the line of the timeline.", button: "Timeline",
		command: command.Timeline},
	{text: "Open another scene", how: "All scenes in pictures. Files can be dropped, too.", button: "Scenes",
		command: command.Picker},
}

// draw draws the card while it is open.
func (p *welcomeWindow) draw(c *ui.Context, v *View) {
	if !p.open {
		return
	}
	width, height := c.Screen()
	w, h := min(380, width-24), min(400, height-44)
	if !c.BeginWindow(windowWelcome, ui.WindowOptions{X: 10, Y: max(height-h-10, 34), W: w, H: h, Open: &p.open}) {
		return
	}
	defer c.EndWindow()
	c.Paragraph("Everything here obeys physics. Five things to try:")
	for i := range firstSteps {
		s := &firstSteps[i]
		p.step(c, v, i, s)
	}
	c.Row(0, 100)
	c.Dim("View › First steps shows this again.")
	if c.Primary("Begin") {
		p.open = false
	}
}

// step draws a thing to try.
func (p *welcomeWindow) step(c *ui.Context, v *View, i int, s *firstStep) {
	c.PushIndex(i)
	defer c.PopID()
	c.Row(0, 120)
	mark := "○  "
	color := c.Theme.Text
	if p.done[i] {
		mark, color = "●  ", c.Theme.Good
	}
	c.LabelColor(mark+s.text, color)
	switch key := command.KeyName(s.command); {
	case s.button == "":
		c.Label("")
	case c.Button(s.button + "  " + key):
		v.Do(s.command)
		p.done[i] = true
	}
	c.Paragraph(s.how)
}

// Pulled marks that a body was dragged.
func (p *Panels) Pulled() { p.welcome.done[0] = true }

// Tried marks the thing to try that a command is.
func (p *Panels) Tried(id command.ID) {
	for i := range firstSteps {
		if firstSteps[i].command == id && id != command.None {
			p.welcome.done[i] = true
		}
	}
}
