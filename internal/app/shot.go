package app

import (
	"errors"
	"fmt"

	"tumble/engine"
	"tumble/renderer"
)

// Shot is one picture of a scene without a window.
type Shot struct {
	// Steps is how long the scene runs before the picture is taken.
	Steps         int
	Width, Height int
	// Show says what is drawn besides the bodies.
	Show Show
	// Frame moves the camera so that everything that moves fills the picture; otherwise the
	// scene's own view is taken.
	Frame bool
	// Each, if not nil, is called after every step with the number of steps done; an error
	// ends the run.
	Each func(done int) error
}

// MaxPicture is the largest width and height of a picture.
const MaxPicture = 16384

// pictureTimeout is how long one picture may take (ns): software rendering of a huge one
// takes seconds.
const pictureTimeout = 120e9

// Take simulates the scene, draws it with the executor and gives the picture to save. The
// picture shows the state after the last step exactly.
func (o Shot) Take(ex renderer.Executor, session *Session, capture *renderer.Capture) error {
	if o.Width < 1 || o.Height < 1 || o.Width > MaxPicture || o.Height > MaxPicture {
		return fmt.Errorf("app: picture of %dx%d: sides must be 1 to %d", o.Width, o.Height, MaxPicture)
	}
	a, err := NewWithSession(ex, session, Options{})
	if err != nil {
		return err
	}
	defer a.Release()
	a.show = o.Show
	// nobody waits for the next frame: the best picture, however long it takes
	a.quality = autoQuality{}
	a.fit = a.quality.fit()
	poses, nodes := engine.NewPoseStore(session.World().BodyCapacity()), engine.NewNodeStore(1024)
	a.stage.Update(session.World(), poses, nodes)
	dt := 1 / float32(session.Config.Loop.Hertz)
	for n := range o.Steps {
		poses.BeginTick(uint64(n+1), dt)
		if err := session.Tick(nil); err != nil {
			return err
		}
		a.stage.Update(session.World(), poses, nodes)
		poses.EndTick()
		if o.Each != nil {
			if err := o.Each(n + 1); err != nil {
				return err
			}
		}
	}
	poses.Blend(1)
	nodes.Update(poses)
	if o.Frame {
		a.stage.measure(session.World())
		a.camera.Frame(gpu(a.stage.center), a.stage.radius, float32(o.Width)/float32(o.Height))
		a.camera.Set(a.camera.State(), true)
	}
	return a.draw(ex, o, poses, nodes, capture)
}

// draw records one frame, has it drawn and waits for the picture.
func (a *App) draw(ex renderer.Executor, o Shot, poses *engine.PoseStore, nodes *engine.NodeStore, capture *renderer.Capture) error {
	p := ex.WaitAcquire(renderer.InOrder, pictureTimeout)
	if p == nil {
		return errors.Join(errors.New("app: the renderer took no picture in time"), ex.Err())
	}
	status := engine.Status{Hz: int64(a.session.Config.Loop.Hertz), Tick: uint64(o.Steps), RealTime: 1, SpeedNum: 1, SpeedDen: 1}
	f := engine.Frame{
		Packet: p, Poses: poses, Nodes: nodes,
		Width: o.Width, Height: o.Height, Scale: 1, Status: &status,
	}
	h := &p.Header
	h.Tick, h.Width, h.Height, h.ContentScale = status.Tick, int32(o.Width), int32(o.Height), 1
	h.Vsync, h.Flags = renderer.VsyncOff, renderer.FrameCapture
	if err := a.Record(&f); err != nil {
		ex.Abandon(p)
		return err
	}
	ex.Submit(p)
	// acquiring the next packet waits until this one has been drawn
	if next := ex.WaitAcquire(renderer.InOrder, pictureTimeout); next != nil {
		ex.Abandon(next)
	}
	if !ex.TakeCapture(capture) {
		_, err := ex.Problem()
		return errors.Join(errors.New("app: the renderer gave no picture"), err, ex.Err())
	}
	return nil
}

// PlainShow is what a picture shows when nothing else is asked for.
func PlainShow() Show { return Show{Sleep: true, Shadows: true, Sensors: true, Legend: true} }
