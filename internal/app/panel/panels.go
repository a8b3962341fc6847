package panel

import (
	"errors"

	"tumble/engine"
	"tumble/engine/input"
	"tumble/internal/app/session"
	"tumble/internal/app/trial"
	"tumble/internal/doctor"
	"tumble/internal/openscene"
	"tumble/physics"
	"tumble/renderer"
	"tumble/renderer/ui"
)

// Panels is the interface over the picture.
type Panels struct {
	ui         *ui.Context
	atlas      *renderer.Atlas
	pointer    pointer
	look       appearance
	drawer     bool
	welcome    welcomeWindow
	parameters parameters
	inspector  inspector
	locked     lockedInspectors
	history    history
	goals      goalsWindow
	costs      costs
	step       stepWindow
	energy     ledgerWindow
	presets    presetDialog
	lab        labWindow
	behind     behindWindow
	messages   messagesWindow
	meters     metersWindow
	timeline   timelineWindow
	front      string // the title of the window to bring to the front
	advice     adviceWindow
	rigs       rigsWindow
	drives     drivesWindow
	trial      trialWindow
	sweep      sweepWindow
	palette    palette
	outliner   outliner
}

// New makes the interface with the letters of an atlas and the folder of the user, empty for none.
func New(atlas *renderer.Atlas, folder string) *Panels {
	p := &Panels{ui: ui.New(atlas), atlas: atlas, look: appearance{zoom: 1}}
	p.parameters.atOnce = true
	p.presets.folder = session.NewPresetFolder(folder)
	return p
}

// Event takes an event of the window and reports whether the event is for the interface alone. Events of the mouse are
// not while the user drags the scene.
func (p *Panels) Event(v *View, e *input.Event, dragging bool) bool {
	return p.pointer.event(p.ui, v, e, dragging, &p.inspector)
}

// WantsKeys reports whether keys go to the panels, as while a value or a name is typed.
func (p *Panels) WantsKeys() bool { return p.ui.WantsKeys() }

// Hide releases everything when the interface disappears.
func (p *Panels) Hide() {
	p.ui.Unfocus()
	p.pointer.in.Clear()
	p.presets.open, p.palette.open = false, false
	p.presets.preview.open = false
}

// Welcome shows the card with things to try first, EndWelcome closes it and reports whether it was open.
func (p *Panels) Welcome() { p.welcome.open = true }

// EndWelcome closes the card with things to try first and reports whether it was open.
func (p *Panels) EndWelcome() bool {
	was := p.welcome.open
	p.welcome.open = false
	return was
}

// OpenPalette asks for a command, a parameter, a scene or a body by a part of its name.
func (p *Panels) OpenPalette(v *View) { p.palette.show(v) }

// TakeKeys gives the keys to the panels until Esc.
func (p *Panels) TakeKeys() { p.ui.TakeKeys() }

// LockInspector opens an inspector that stays at the selected body, or closes this inspector.
func (p *Panels) LockInspector(v *View) error {
	if !v.Selected.Valid() {
		return errNothingToLock
	}
	return p.locked.toggle(v.Selected)
}

var errNothingToLock = errors.New("select the body at which an inspector is to stay")

// InspectorLocked reports whether an inspector stays at the selected body.
func (p *Panels) InspectorLocked(v *View) bool { return v.Selected.Valid() && p.locked.has(v.Selected) }

// Advise shows the findings of an examination of the scene, and the longest steps of its constraints.
func (p *Panels) Advise(findings []doctor.Finding, limit doctor.StepLimit) {
	p.advice.show(findings, limit)
	p.front = windowAdvice
}

// AdvisePast shows the symptoms of a stretch of time.
func (p *Panels) AdvisePast(list []doctor.Symptom) {
	p.advice.showPast(list)
	p.front = windowAdvice
}

// set opens a window in front of the windows in the same place, or closes it.
func (p *Panels) set(is *bool, open bool, title string) {
	if *is = open; open {
		p.front = title
	}
}

// Meters reports whether the window with the meters is open, SetMeters opens or closes it.
func (p *Panels) Meters() bool { return p.meters.open }

// SetMeters opens or closes the window with the meters.
func (p *Panels) SetMeters(open bool) { p.set(&p.meters.open, open, windowMeters) }

// Timeline reports whether the timeline is open, SetTimeline opens or closes it.
func (p *Panels) Timeline() bool { return p.timeline.open }

// SetTimeline opens or closes the timeline.
func (p *Panels) SetTimeline(open bool) { p.set(&p.timeline.open, open, windowTimeline) }

// RenameBranch opens the timeline with a field for the name of the branch that is chosen in its tree.
func (p *Panels) RenameBranch() {
	p.SetTimeline(true)
	p.timeline.tree.asked = true
}

// compareSlots begins the trial of A against B that was asked for.
func (p *Panels) compareSlots(v *View) {
	members := p.parameters.slots.compared
	if members == nil {
		return
	}
	p.parameters.slots.compared = nil
	p.set(&p.trial.open, true, windowTrial)
	p.trial.from = int(trial.FromStart)
	p.trial.try(v, p.trial.plan(v, members))
}

// Trial reports whether the window of trials is open, SetTrial opens or closes it.
func (p *Panels) Trial() bool { return p.trial.open }

// SetTrial opens or closes the window of trials.
func (p *Panels) SetTrial(open bool) { p.set(&p.trial.open, open, windowTrial) }

// Rigs reports whether the window with the truth rigs is open, SetRigs opens or closes it.
func (p *Panels) Rigs() bool { return p.rigs.open }

// SetRigs opens or closes the window with the truth rigs.
func (p *Panels) SetRigs(open bool) { p.set(&p.rigs.open, open, windowRigs) }

// Messages reports whether the list of messages is open, SetMessages opens or closes it.
func (p *Panels) Messages() bool { return p.messages.open }

// SetMessages opens or closes the list of messages.
func (p *Panels) SetMessages(open bool) { p.set(&p.messages.open, open, windowMessages) }

// Outliner reports whether the list of all bodies is open, SetOutliner opens or closes it.
func (p *Panels) Outliner() bool { return p.outliner.open }

// SetOutliner opens or closes the list of all bodies.
func (p *Panels) SetOutliner(open bool) {
	p.outliner.open = open
	if open {
		p.ui.Show(windowOutliner)
	}
}

// SetHandles shows handles that move or turn the selected bodies, or none. It hides handles that are shown already.
func (p *Panels) SetHandles(h Handles) { p.inspector.setHandles(h) }

// Say shows a message; it is kept in the list of messages.
func (p *Panels) Say(tone ui.Tone, text string) { p.ui.Toast(tone, text) }

// Message is the newest message, empty for none.
func (p *Panels) Message() string {
	list := p.ui.Messages()
	if len(list) == 0 {
		return ""
	}
	return list[len(list)-1].Text
}

// Locate looks for a widget by its text, empty for none.
func (p *Panels) Locate(text string) { p.ui.Locate(text) }

// Located is the middle (pixels) of the widget of Locate in the last frame; ok is false while it is not in sight.
func (p *Panels) Located() (x, y float32, ok bool) {
	r, ok := p.ui.Located()
	return r.X + r.W/2, r.Y + r.H/2, ok
}

// Dismiss takes errors away before they fade; it reports whether there were any.
func (p *Panels) Dismiss() bool { return p.ui.DismissToasts() }

// Drawer reports whether the drawer with profile and counters is open, SetDrawer opens or closes it.
func (p *Panels) Drawer() bool { return p.drawer }

// SetDrawer opens or closes the drawer.
func (p *Panels) SetDrawer(open bool) { p.drawer = open }

// Lab reports whether the window of the loop laboratory is open.
func (p *Panels) Lab() bool { return p.lab.open }

// SetLab opens or closes the window of the loop laboratory.
func (p *Panels) SetLab(open bool) { p.set(&p.lab.open, open, windowLab) }

// Light reports whether the theme is the light one.
func (p *Panels) Light() bool { return p.look.light }

// SetLight takes the light theme or the dark one.
func (p *Panels) SetLight(light bool) {
	p.look.light = light
	p.look.apply(p.ui)
}

// SavePreset asks for the name of a preset of the present parameters.
func (p *Panels) SavePreset(v *View) { p.presets.save(openscene.Label(v.Session.Config.Scene.Name)) }

// LoadPreset asks for a preset.
func (p *Panels) LoadPreset() { p.presets.load(p.ui) }

// ResetParameters returns every parameter to the value that the scene asks for, with the next frame.
func (p *Panels) ResetParameters() { p.parameters.resetAsked = true }

// SwitchSlot keeps the values of the parameters in their slot and sets the values of the other slot, with the next
// frame.
func (p *Panels) SwitchSlot() { p.parameters.slots.asked = true }

// Report shows an error for a while.
func (p *Panels) Report(err error) { report(p.ui, err) }

// Settings are the layout and the look, for the settings of the user; ok is false before the first frame.
func (p *Panels) Settings() (s Settings, ok bool) {
	s = p.look.settings(p.ui.Layout())
	s.Drawer = p.drawer
	return s, p.parameters.session != nil
}

// SetSettings takes over the layout and the look that the last run has kept.
func (p *Panels) SetSettings(s Settings) {
	p.drawer = s.Drawer
	if s.Zoom >= 0.5 && s.Zoom <= 3 {
		p.look.zoom = s.Zoom
	}
	p.SetLight(s.Theme == "light")
	p.ui.SetLayout(s.layout())
}

// smallestViewport (pixels): beside a smaller viewport panels count as lying over the picture.
const smallestViewport = 96

// Viewport is the part of a picture of w × h pixels that panels leave to the camera.
func (p *Panels) Viewport(v *View, w, h int) ui.Rect {
	all := ui.Rect{W: float32(max(w, 1)), H: float32(max(h, 1))}
	free := p.ui.Viewport()
	if !v.visible() || free.W < smallestViewport || free.H < smallestViewport || free.X+free.W > all.W+0.5 ||
		free.Y+free.H > all.H+0.5 {
		return all
	}
	return free
}

// Free is the part of a frame that no panel covers (pixels).
func (p *Panels) Free(v *View, f *engine.Frame) ui.Rect {
	if !v.visible() {
		return ui.Rect{W: float32(f.Width), H: float32(f.Height)}
	}
	return p.ui.Viewport()
}

// Stepped takes the times of the step just done for the plots.
func (p *Panels) Stepped(w *physics.World, times Times) {
	p.history.step(times)
	p.energy.step(w)
}

// Record draws the interface. A hidden interface costs nothing but the samples of the plots.
func (p *Panels) Record(v *View) {
	p.history.sample(v.Frame, v.Session, v.Sample)
	if v.Loop != nil && p.parameters.session != v.Session {
		p.parameters.adopt(v.Session)
	}
	if p.parameters.slots.asked {
		p.parameters.switchSlot(p.ui, v)
	}
	if p.parameters.resetAsked {
		p.parameters.resetAll(p.ui, v)
	}
	if !v.visible() {
		return
	}
	p.pointer.frame(v)
	c := p.ui
	c.Zoom, c.Foot = p.look.zoomFor(&p.pointer.in), v.Foot
	before := c.Cursor()
	c.ToastMore = moreMessages
	c.Begin(v.Frame.Packet, &p.pointer.in)
	p.windows(c, v)
	c.End()
	if c.Cursor() != before {
		v.Window.SetCursorShape(cursorShapes[c.Cursor()])
	}
	if ns, ok := c.RedrawIn(); ok {
		v.Frame.Redraw(ns)
	}
}

// windows draws the bar, the panels, and the dialogues over them.
func (p *Panels) windows(c *ui.Context, v *View) {
	c.BeginMenuBar()
	drawMenus(c, v, p.presets.folder.Exists())
	p.history.barFigures(c, v)
	c.EndMenuBar()
	p.parameters.draw(c, v)
	if key := p.parameters.swept; key != "" {
		p.parameters.swept = ""
		_, err := p.PlanSweep(v, key, nil)
		report(c, err)
	}
	p.inspector.draw(c, v, &p.locked)
	p.locked.draw(c, v)
	drawDisplay(c, v, &p.look)
	p.drives.draw(c, v)
	if p.drawer {
		p.history.drawProfile(c)
		p.history.drawCounters(c)
		p.history.drawFrames(c, v)
		p.costs.draw(c, v)
		p.energy.draw(c, v)
		p.step.draw(c, v)
		p.history.drawRuntime(c, v)
		p.goals.draw(c, v)
	}
	p.lab.draw(c, v)
	p.behind.draw(c, v)
	p.messages.draw(c, v)
	if v.showMeters {
		v.showMeters = false
		p.SetMeters(true)
	}
	p.meters.draw(c, v)
	p.timeline.draw(c, v)
	p.advice.draw(c, v)
	p.rigs.draw(c, v)
	p.compareSlots(v)
	p.trial.draw(c, v)
	p.sweep.draw(c, v, &p.parameters)
	if p.front != "" {
		c.Show(p.front)
		p.front = ""
	}
	p.outliner.draw(c, v)
	drawTool(c, v)
	p.inspector.handles(c, v)
	p.welcome.draw(c, v)
	drawHelpWindow(c, v, p.atlas)
	drawBusy(c, v)
	v.Browser.Draw(c, v)
	p.palette.draw(c, v, &p.parameters)
	p.presets.draw(c, v, &p.parameters)
}
