package app

import (
	"errors"
	"fmt"
	"math"

	"tumble/engine"
	"tumble/engine/pose"
	"tumble/engine/timestep"
	"tumble/renderer"
)

// Film is a row of pictures of a scene at an exact rate, whatever the rate of the simulation and the
// speed of the machine: the simulation waits for every picture. The same film is the same
// to the last pixel on the same device.
type Film struct {
	Shot
	// Frames is the number of pictures, FPS how many of them show a second of the scene. The first shows
	// the state after Steps.
	Frames int
	FPS    float64
	// Sink takes the pictures in their order.
	Sink Sink
}

// Sink takes the pictures of a film. The pixels are valid during the call.
type Sink interface {
	Picture(c *renderer.Capture) error
	// Close ends the film; after an error of Picture it removes what is incomplete.
	Close() error
}

// filmUnit is how fine rates are: a thousandth of a picture per second.
const filmUnit = 1000

// Check reports what is wrong with the film.
func (o *Film) Check() error {
	if o.Frames < 1 || o.Frames > 1e6 {
		return fmt.Errorf("app: film of %d pictures: must be 1 to 1000000", o.Frames)
	}
	if !(o.FPS >= 0.001 && o.FPS <= 10000) {
		return fmt.Errorf("app: film of %g pictures a second: must be 0.001 to 10000", o.FPS)
	}
	return nil
}

// moment returns after how many ticks picture k is shown, and where between the last two. Integers keep
// the moments of a long film exact.
func (o *Film) moment(k int, hertz int64) (ticks int64, alpha float32) {
	unit := int64(math.Round(o.FPS * filmUnit))
	n := int64(k) * hertz * filmUnit
	ticks = (n + unit - 1) / unit
	return ticks, 1 - float32(ticks*unit-n)/float32(unit)
}

// Take simulates the scene and gives every picture to the sink.
func (o *Film) Take(ex renderer.Executor, session *Session) error {
	if err := o.Check(); err != nil {
		return err
	}
	s, err := o.begin(ex, session)
	if err != nil {
		return err
	}
	defer s.app.Release()
	if err := s.run(o.Steps); err != nil {
		return err
	}
	var capture renderer.Capture
	for k := range o.Frames {
		ticks, alpha := o.moment(k, int64(session.Config.Loop.Hertz))
		if err := s.run(o.Steps + int(ticks)); err != nil {
			return err
		}
		if err := s.picture(alpha, int64(float64(timestep.Second)/o.FPS), &capture); err != nil {
			return err
		}
		if err := o.Sink.Picture(&capture); err != nil {
			return err
		}
	}
	return nil
}

// studio is a scene that is drawn without a window.
type studio struct {
	app     *App
	ex      renderer.Executor
	shot    *Shot
	poses   *pose.Store
	nodes   *pose.NodeStore
	done    int
	framed  bool
	session *Session
}

func (o *Shot) begin(ex renderer.Executor, session *Session) (*studio, error) {
	if o.Width < 1 || o.Height < 1 || o.Width > MaxPicture || o.Height > MaxPicture {
		return nil, fmt.Errorf("app: picture of %dx%d: sides must be 1 to %d", o.Width, o.Height, MaxPicture)
	}
	a, err := NewWithSession(ex, session, Options{})
	if err != nil {
		return nil, err
	}
	a.show = o.Show
	// nobody waits for the next frame: the best picture, however long it takes
	a.quality = autoQuality{}
	a.fit, a.stage.detail = a.quality.fit(), a.quality.detail()
	s := &studio{
		app: a, ex: ex, shot: o, session: session,
		poses: pose.NewStore(session.World().BodyCapacity()), nodes: pose.NewNodeStore(1024),
	}
	a.stage.Update(session.World(), s.poses, s.nodes)
	return s, nil
}

// run steps the scene until so many steps are done.
func (s *studio) run(steps int) error {
	dt := 1 / float32(s.session.Config.Loop.Hertz)
	for s.done < steps {
		s.done++
		s.poses.BeginTick(uint64(s.done), dt)
		if err := s.session.Tick(nil); err != nil {
			return err
		}
		s.app.stage.Update(s.session.World(), s.poses, s.nodes)
		s.app.track()
		s.poses.EndTick()
		if s.shot.Each != nil {
			if err := s.shot.Each(s.done); err != nil {
				return err
			}
		}
	}
	return nil
}

// picture draws the moment alpha between the last two ticks, elapsed ns after the last picture.
func (s *studio) picture(alpha float32, elapsed int64, capture *renderer.Capture) error {
	s.poses.Blend(timestep.Interpolate, alpha)
	s.nodes.Update(s.poses)
	if s.shot.Frame && !s.framed {
		s.framed = true
		s.app.stage.measure(s.session.World())
		s.app.camera.Frame(gpu(s.app.stage.center), s.app.stage.radius, float32(s.shot.Width)/float32(s.shot.Height))
		s.app.camera.Set(s.app.camera.State(), true)
	}
	return s.draw(elapsed, capture)
}

// draw records one frame, has it drawn and waits for the picture.
func (s *studio) draw(elapsed int64, capture *renderer.Capture) error {
	p := s.ex.WaitAcquire(renderer.InOrder, pictureTimeout)
	if p == nil {
		return errors.Join(errors.New("app: the renderer took no picture in time"), s.ex.Err())
	}
	o := s.shot
	status := engine.Status{Hz: int64(s.session.Config.Loop.Hertz), Tick: uint64(s.done), RealTime: 1, SpeedNum: 1, SpeedDen: 1}
	f := engine.Frame{
		Packet: p, Poses: s.poses, Nodes: s.nodes, Elapsed: elapsed,
		Width: o.Width, Height: o.Height, Scale: 1, Status: &status,
	}
	h := &p.Header
	h.Tick, h.Width, h.Height, h.ContentScale = status.Tick, int32(o.Width), int32(o.Height), 1
	h.Vsync, h.Flags = renderer.VsyncOff, renderer.FrameCapture
	if err := s.app.Record(&f); err != nil {
		s.ex.Abandon(p)
		return err
	}
	s.ex.Submit(p)
	// acquiring the next packet waits until this one has been drawn
	if next := s.ex.WaitAcquire(renderer.InOrder, pictureTimeout); next != nil {
		s.ex.Abandon(next)
	}
	if !s.ex.TakeCapture(capture) {
		_, err := s.ex.Problem()
		return errors.Join(errors.New("app: the renderer gave no picture"), err, s.ex.Err())
	}
	return nil
}
