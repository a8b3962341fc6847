package app

import (
	"strconv"

	"tumble/engine"
	"tumble/engine/input"
	"tumble/internal/openscene"
	"tumble/renderer/ui"
)

// menu draws the bar at the top of the window.
func (p *panels) menu(f *engine.Frame) {
	c := p.ui
	c.BeginMenuBar()
	if c.BeginMenu("Scene") {
		p.item("Open…", ActionPicker)
		p.item("Save as glTF", ActionSave)
		p.item("Next", ActionNextScene)
		p.item("Previous", ActionPreviousScene)
		p.item("Restart", ActionRestart)
		c.MenuSeparator()
		p.item("Quit", ActionQuit)
		c.EndMenu()
	}
	if c.BeginMenu("Time") {
		paused := f.Status.Paused
		if c.MenuCheck("Paused", "P", &paused) {
			p.do(ActionPause)
		}
		p.item("One step", ActionStep)
		p.item("Five steps", ActionStepFive)
		c.MenuSeparator()
		p.item("Slower", ActionSlower)
		p.item("Faster", ActionFaster)
		p.item("Real time", ActionRealTime)
		c.MenuSeparator()
		p.item("Side by side", ActionPanes)
		c.MenuCheck("Loop laboratory", "", &p.labOpen)
		p.item("Profile 300 steps", ActionProfile)
		hitches := p.app.box.on
		if c.MenuCheck("Capture hitches", keyNameOf(ActionHitches), &hitches) {
			p.do(ActionHitches)
		}
		c.EndMenu()
	}
	if c.BeginMenu("View") {
		p.item("Look at the selection", ActionFrame)
		p.item("View of the scene", ActionHomeView)
		c.MenuSeparator()
		c.MenuCheck("Profile and counters", "M", &p.drawer)
		c.MenuCheck("Figures", "H", &p.app.show.Hud)
		if c.MenuCheck("Light theme", "", &p.light) {
			p.applyTheme()
		}
		c.MenuSeparator()
		p.item("Hide everything", ActionInterface)
		p.item("Keys and mouse", ActionHelp)
		c.EndMenu()
	}
	if c.BeginMenu("Presets") {
		p.presetMenu()
		c.EndMenu()
	}
	p.barFigures(f)
	c.EndMenuBar()
}

// item draws a menu entry for an action with the key that is bound to it.
func (p *panels) item(label string, action Action) {
	if p.ui.MenuItem(label, keyNameOf(action)) {
		p.do(action)
	}
}

// do carries out an action as if its key had been pressed.
func (p *panels) do(action Action) {
	e := input.Event{Time: p.frame.Now}
	p.app.act(action, &e, p.app.loop.World())
}

// actionKeys are the names of the keys by action, made once.
var actionKeys = func() [ActionQuit + 1]string {
	var names [ActionQuit + 1]string
	for i := range Bindings {
		if b := &Bindings[i]; names[b.Action] == "" {
			names[b.Action] = b.Name()
		}
	}
	return names
}()

func keyNameOf(a Action) string { return actionKeys[a] }

// barFigures writes the most important figures at the right end of the bar.
func (p *panels) barFigures(f *engine.Frame) {
	st := f.Status
	b := p.history.text[:0]
	b = number(b, p.history.frameMean/1e6, 1)
	b = append(number(append(b, " ms  "...), 1e9/max(p.history.frameMean, 1), 0), " fps"...)
	p.ui.BarText(bytesText(b), false)
	b = append(number(b[:0], p.history.stepMean/1e6, 2), " ms a step  "...)
	b = append(strconv.AppendInt(b, st.Hz, 10), " Hz"...)
	p.ui.BarText(bytesText(b), p.history.lagging(f.Now))
	if st.Paused {
		p.ui.BarText("PAUSED", true)
	}
	p.ui.BarText(openscene.Label(p.app.session.Config.Scene.Name), false)
	p.history.text = b
}

func (p *panels) applyTheme() {
	p.ui.Theme = ui.Dark()
	if p.light {
		p.ui.Theme = ui.Light()
	}
}
