package app

import (
	"fmt"

	"tumble/engine"
	"tumble/engine/timestep"
	"tumble/renderer/ui"
)

// windowBehind is the title of the window that says that a loop falls behind.
const windowBehind = "Time step"

// behindText says how far the loop is behind.
func behindText(st *engine.Status) string {
	return fmt.Sprintf("this loop no longer catches up: %.0f s behind", float64(st.Behind)/float64(timestep.Second))
}

// tellBehind says it where there is no interface to ask in.
func (a *App) tellBehind(f *engine.Frame) {
	if f.Status.Failing && !a.panels.visible() {
		a.hud.say(f.Now, behindText(f.Status))
	}
}

// behindWindow offers another loop while the one in use falls behind, until the user wants to go on with it.
func (p *panels) behindWindow() {
	st := p.frame.Status
	if !st.Failing {
		p.goOn = p.goOn && st.Behind > 0
		return
	}
	if p.goOn {
		return
	}
	c := p.ui
	if !c.BeginWindow(windowBehind, ui.WindowOptions{Side: ui.SideFloat, W: 380}) {
		return
	}
	defer c.EndWindow()
	c.Label(behindText(st))
	c.Row(0, 0)
	if c.Primary("Switch") {
		if err := p.app.setStrategy(timestep.DefaultStrategy); err != nil {
			p.ui.Toast(ui.ToneBad, err.Error())
		}
	}
	c.Tip("Goes on with " + timestep.DefaultStrategy + ", which gives up what it cannot simulate in time.")
	if c.Button("Go on") {
		p.goOn = true
	}
	c.Tip("Leaves the loop as it is: what it owes is simulated, later and later.")
}
