package app

import (
	"tumble/engine"
	"tumble/engine/input"
	"tumble/internal/app/command"
	"tumble/internal/app/session"
	"tumble/internal/app/stage"
	"tumble/internal/app/trial"
	"tumble/internal/doctor"
	"tumble/internal/sweep"
	"tumble/physics"
	"tumble/physics/scenes"
	"tumble/physics/vec"
	"tumble/renderer"
	"tumble/renderer/ui"
)

// viewport is the part of a picture of w × h pixels that the camera fills.
func (a *App) viewport(w, h int) ui.Rect { return a.panels.Viewport(&a.view, w, h) }

// panes is how many parts side by side the picture has.
func (a *App) panes() int { return max(a.lab.Shown(), a.split.Shown()) }

// toolHost is the application as the tools see it.
type toolHost struct{ a *App }

func (h toolHost) World() *physics.World      { return h.a.session.World() }
func (h toolHost) Run() *scenes.Run           { return h.a.session.Run }
func (h toolHost) Window() engine.Window      { return h.a.window }
func (h toolHost) Panes() int                 { return h.a.panes() }
func (h toolHost) Viewport(w, p int) ui.Rect  { return h.a.viewport(w, p) }
func (h toolHost) Hides() bool                { return h.a.picture.Stage().Hides() }
func (h toolHost) Hidden(b physics.Body) bool { return h.a.picture.Stage().Hidden(b) }
func (h toolHost) Flows(buf []session.Flow) []session.Flow {
	return h.a.session.Flows(buf)
}
func (h toolHost) Send(queue *input.Queue, from *input.Event, c input.Event) {
	h.a.send(queue, from, c)
}

// labWindow is the application as the loop laboratory sees it.
type labWindow struct{ a *App }

func (w labWindow) Session() *session.Session     { return w.a.session }
func (w labWindow) Loop() *engine.Loop            { return w.a.loop }
func (w labWindow) Picture() *stage.Picture       { return w.a.picture }
func (w labWindow) SetStrategy(name string) error { return w.a.setStrategy(name) }
func (w labWindow) Say(now int64, text string)    { w.a.say(now, text) }
func (w labWindow) Output() (string, error)       { return w.a.output() }

// panelHost is the application as the panels see it.
type panelHost struct{ a *App }

func (h panelHost) OpenFile(path string) { h.a.openFile(path, h.a.now()) }
func (h panelHost) AskFile()             { h.a.askOpen() }
func (h panelHost) Recent() []string     { return h.a.recent }
func (h panelHost) OpenScene(scene *scenes.Scene, values scenes.Values) {
	h.a.openScene(scene, values)
}
func (h panelHost) GiveUp()                        { h.a.giveUp(); h.a.giveUpQuest() }
func (h panelHost) Open(scene *scenes.Scene) error { return h.a.Open(scene) }
func (h panelHost) SetStrategy(name string) error  { return h.a.setStrategy(name) }
func (h panelHost) Look(tick int)                  { h.a.past.play = 0; h.a.lookAt(tick) }
func (h panelHost) Choose(branch int)              { h.a.choose(branch) }
func (h panelHost) Compare(branch int)             { h.a.compare(branch) }
func (h panelHost) Rename(branch int, name string) { h.a.renameBranch(branch, name) }
func (h panelHost) Stretch() (from, to int)        { return h.a.stretch() }
func (h panelHost) MarkStretch(end bool)           { h.a.markRegion(end) }
func (h panelHost) KeepPass(i int)                 { h.a.keepPass(i) }
func (h panelHost) Try(plan *trial.Plan) error     { return h.a.try(plan) }
func (h panelHost) KeepMember(i int) error         { return h.a.keepMember(i) }
func (h panelHost) ExaminePast()                   { h.a.examinePast() }
func (h panelHost) TryRemedy(s *doctor.Symptom) error {
	return h.a.tryRemedy(s)
}
func (h panelHost) TestSymptom(s *doctor.Symptom) error {
	return h.a.testSymptom(s)
}
func (h panelHost) EndTrial()                   { h.a.endTrial() }
func (h panelHost) SaveTrial(i int) error       { return h.a.saveTrial(i) }
func (h panelHost) RepeatTrial(r *trial.Record) { h.a.repeatTrial(r) }
func (h panelHost) OpenTrial(r *trial.Record)   { h.a.openTrialScene(r, func() {}) }
func (h panelHost) KeptTrials() ([]trial.Record, error) {
	return h.a.keptTrials()
}
func (h panelHost) BeginSweep(d *sweep.Draft, now bool) error {
	return h.a.beginSweep(d, now)
}
func (h panelHost) OpenSweepPage() error          { return h.a.openSweepPage() }
func (h panelHost) OpenCell(cell int)             { h.a.openCell(cell) }
func (h panelHost) MeasureMachine()               { h.a.measureMachine() }
func (h panelHost) FollowLoop() error             { return h.a.followLoop() }
func (h panelHost) Checked(id command.ID) bool    { return h.a.checked(id) }
func (h panelHost) ViewIn(w, p int) renderer.View { return h.a.tools.Camera.ViewIn(w, p) }

// Select selects a body; later draws of the same frame show it.
func (h panelHost) Select(b physics.Body) {
	h.a.tools.Mouse.Select(b)
	h.a.view.Selected = b
}

// Toggle adds a body to the selection, or takes it away.
func (h panelHost) Toggle(b physics.Body) {
	h.a.tools.Mouse.Toggle(b)
	h.a.view.Selected = h.a.tools.Mouse.Marks().Selected
}

// Hide hides bodies from the picture, or shows them again; Hidden reports whether one is hidden.
func (h panelHost) Hide(list []physics.Body, on bool) { h.a.hide(list, on) }

// Hidden reports whether a body is hidden from the picture.
func (h panelHost) Hidden(b physics.Body) bool { return h.a.picture.Stage().Hidden(b) }

// SelectList selects several bodies.
func (h panelHost) SelectList(list []physics.Body) {
	h.a.tools.Mouse.SelectList(list)
	h.a.view.Selected = h.a.tools.Mouse.Marks().Selected
}

// LookAt frames a ball (m) in the picture.
func (h panelHost) LookAt(center vec.Vec3, radius float32) {
	h.a.tools.Camera.FrameBall(center, radius)
	h.a.loop.Redraw()
}

// Selection are the selected bodies.
func (h panelHost) Selection() []physics.Body { return h.a.tools.Mouse.Selection() }

// SetQuality takes another quality of the picture, which the settings keep.
func (h panelHost) SetQuality(q stage.Quality) {
	h.a.quality = q
	h.a.picture.SetQuality(q)
}

// Do carries out a command as if its key had been pressed in the frame being recorded.
func (h panelHost) Do(id command.ID) {
	e := input.Event{Time: h.a.view.Frame.Now}
	h.a.do(id, &e, h.a.loop.World())
}

// Send puts a command into the queue of the world with the time of the frame being recorded.
func (h panelHost) Send(c input.Event) {
	e := input.Event{Time: h.a.view.Frame.Now}
	h.a.send(h.a.loop.World(), &e, c)
}
