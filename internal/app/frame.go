package app

import (
	"tumble/engine"
	"tumble/engine/timestep"
	"tumble/internal/app/panel"
	"tumble/internal/openscene"
	"tumble/renderer"
)

// Record draws a frame: the world, overlays, panels and text, in this order.
func (a *App) Record(f *engine.Frame) error {
	a.followFile(f)
	a.capture(f)
	if note := a.picture.Observe(&f.Status.LastPresent); note != "" {
		a.say(f.Now, note)
	}
	a.picture.Begin(f.Packet, &a.show)
	a.look(f)
	a.picture.Background(f.Packet, &a.show)
	if err := a.lab.Submit(f, &a.show); err != nil {
		return err
	}
	a.picture.Hold(a.session.Hand())
	marks := a.tools.Mouse.Marks()
	switch {
	case a.lab.Open():
		a.lab.Draw(f, &a.show, marks)
	case a.split.Shows():
		a.split.Draw(f, a.session.World(), &a.show, marks)
	default:
		a.picture.Draw(f, a.session.World(), &a.show, marks)
		a.exact.draw(f)
		a.drawTrial(f)
		a.drawTrace(f)
	}
	a.tools.Worker.Draw(f.Packet)
	a.tools.Mouse.DrawBox(f)
	a.tell(f)
	a.handOver(f)
	a.panels.Record(&a.view)
	a.view.Frame = nil
	viewport := a.viewport(f.Width, f.Height)
	a.lab.DrawCaptions(f, a.captions, viewport)
	a.split.DrawCaptions(f, a.captions, a.session.World(), viewport)
	free := a.panels.Free(&a.view, f)
	// the captions of panes have the lower edge
	a.view.Foot = a.picture.DrawLegend(f, &a.show, renderer.Rect{X0: int16(free.X), Y0: int16(free.Y),
		X1: int16(free.X + free.W), Y1: int16(free.Y + free.H)}, a.panes() > 1)
	shown := a.show
	// beside the captions of panes there is no room for the figures
	shown.Hud = shown.Hud && a.panes() == 1
	a.hud.Draw(f, free, &shown, &a.figures)
	a.frames++
	return a.err
}

// Presented takes the present record of a frame; it is the OnPresent of the loop.
func (a *App) Presented(p *renderer.Present) {
	a.shown++
	a.lab.Presented(p)
}

// Latch is the eye elapsed ns after the frame recorded last, unless that was drawn for another place.
func (a *App) Latch(elapsed int64) (v renderer.View, ok bool) { return a.tools.Latch(elapsed) }

// look moves the camera and fits the shadows.
func (a *App) look(f *engine.Frame) {
	camera := a.tools.Camera
	camera.Move(f, a.tools.Mouse.Marks().Selected)
	panes := true
	switch {
	case a.lab.Open():
		a.split.Close()
		a.lab.View(f, a.viewport(f.Width, f.Height), camera.Camera)
	case a.split.Shows():
		a.split.View(f, a.viewport(f.Width, f.Height), camera.Camera)
	default:
		panes = false
		f.Packet.View = camera.ViewIn(f.Width, f.Height)
	}
	// pictures that are read back and panes side by side show what was recorded
	stay := panes || f.Packet.Header.Flags&renderer.FrameCapture != 0
	if reach, on := a.tools.BeginLatch(f, stay); on {
		a.picture.Stage().SetLatchReach(reach)
	}
	a.picture.Shadows(f.Packet, &a.show, camera.State().Distance, panes)
}

// tell shows the messages of the session and the stage.
func (a *App) tell(f *engine.Frame) {
	a.say(f.Now, a.session.Notice())
	a.warn(f.Now, a.picture.Stage().Problem())
	// where there is no interface to ask in, a line says that the loop falls behind
	if f.Status.Failing && !a.show.Interface {
		a.say(f.Now, panel.BehindText(f.Status))
	}
}

// handOver brings the figures and the view of the panels up to date.
func (a *App) handOver(f *engine.Frame) {
	g := &a.figures
	g.Scene = openscene.Label(a.session.Config.Scene.Name)
	g.Counters = a.session.World().Counters()
	g.Drops, g.Controls = a.tools.Thrower.Kind().String(), a.session.Run.Scene.Controls
	g.Vsync, g.Strategy = renderer.VsyncOff, nil
	v := &a.view
	v.Frame, v.Sample = f, &a.sample
	if a.loop != nil {
		g.Vsync, g.Strategy = a.loop.Vsync(), a.loop.Strategy()
		v.Sample = a.loop.NewestSample()
	}
	if a.tools.Mouse.Holding() {
		a.panels.Pulled()
	}
	v.Busy = a.busy(f)
	if more, err := a.thumbnails.Collect(); more || err != nil {
		a.warn(f.Now, err)
		f.Redraw(0)
	}
	v.Selected, v.Truth = a.tools.Mouse.Marks().Selected, a.exact.twin
	v.Profiling, v.NewestHitch = a.profiler.Running(), a.box.Newest()
}

// capture asks for, saves and names screenshots.
func (a *App) capture(f *engine.Frame) {
	a.say(f.Now, a.box.Collect(a.ex, f.Now))
	a.say(f.Now, a.profiler.Told())
	if a.box.WantsPicture(&a.shots, f.Packet) {
		f.Packet.Header.Flags |= renderer.FrameCapture
	}
	// a picture on its way may be that of a capture
	waiting := a.box.Waiting()
	path, err := a.shots.Collect(a.ex, waiting)
	if err != nil {
		a.unwritten(f.Now, err)
	}
	if path != "" && !a.finishCapsule(f.Now, path) && (a.script == nil || path != a.script.picture) {
		a.say(f.Now, "saved "+shown(path))
	}
	last := a.options.Frames > 0 && a.frames+1 == a.options.Frames
	if last && a.options.Screenshot != "" {
		a.shots.Request(a.options.Screenshot)
	}
	if a.series.Next(&a.shots) && a.loop != nil {
		a.loop.Redraw()
	}
	if a.shots.Wanted() && !waiting {
		f.Packet.Header.Flags |= renderer.FrameCapture
		a.shots.Asked()
	}
	if a.options.Frames > 0 && a.frames+1 >= a.options.Frames && !a.shots.Pending() && !waiting {
		a.loop.Quit()
	}
	// frames are counted also while nothing moves
	if a.shots.Pending() || waiting || a.options.Frames > 0 {
		f.Redraw(timestep.Millisecond)
	}
}
