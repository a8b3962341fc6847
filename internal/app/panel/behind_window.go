package panel

import (
	"fmt"

	"tumble/engine"
	"tumble/engine/timestep"
	"tumble/renderer/ui"
)

// BehindText says how far a loop is behind.
func BehindText(st *engine.Status) string {
	return fmt.Sprintf("this loop no longer catches up: %.0f s behind", float64(st.Behind)/float64(timestep.Second))
}

// behindWindow offers another loop while the one in use falls behind.
type behindWindow struct {
	goOn bool // the user goes on with it
}

// draw shows the window until the user wants to go on with the loop.
func (b *behindWindow) draw(c *ui.Context, v *View) {
	st := v.Frame.Status
	if !st.Failing {
		b.goOn = b.goOn && st.Behind > 0
		return
	}
	if b.goOn || !c.BeginWindow(windowBehind, ui.WindowOptions{Side: ui.SideFloat, W: 380}) {
		return
	}
	defer c.EndWindow()
	c.Paragraph(BehindText(st))
	c.Row(0, 0)
	if c.Primary("Switch") {
		report(c, v.SetStrategy(timestep.DefaultStrategy))
	}
	c.Tip("Goes on with " + timestep.DefaultStrategy + ", which gives up what it cannot simulate in time.")
	if c.Button("Go on") {
		b.goOn = true
	}
	c.Tip("Leaves the loop as it is: what it owes is simulated, later and later.")
}
