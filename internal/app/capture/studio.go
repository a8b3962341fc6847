package capture

import (
	"errors"
	"fmt"

	"github.com/go-gl/mathgl/mgl32"

	"tumble/engine"
	"tumble/engine/pose"
	"tumble/engine/timestep"
	"tumble/internal/app/look"
	"tumble/internal/app/session"
	"tumble/internal/app/stage"
	"tumble/renderer"
)

// studio is a scene that is drawn without a window.
type studio struct {
	ex      renderer.Executor
	shot    *Shot
	atlas   *renderer.Atlas
	picture *stage.Picture
	camera  *renderer.Camera
	poses   *pose.Store
	nodes   *pose.NodeStore
	done    int
	framed  bool
	session *session.Session
	sample  sample
	// yaw is how far the camera has gone round (rad)
	yaw float32
}

func (o *Shot) begin(ex renderer.Executor, session *session.Session) (*studio, error) {
	if o.Width < 1 || o.Height < 1 || o.Width > MaxPicture || o.Height > MaxPicture {
		return nil, fmt.Errorf("app: picture of %dx%d: sides must be 1 to %d", o.Width, o.Height, MaxPicture)
	}
	atlas, err := renderer.NewAtlas(ex.Resources(), 0)
	if err != nil {
		return nil, err
	}
	// nobody waits for the next frame: the best picture, however long it takes
	picture, err := stage.NewPicture(ex, atlas, stage.QualityBest)
	if err != nil {
		return nil, err
	}
	s := &studio{
		ex: ex, shot: o, atlas: atlas, picture: picture, camera: renderer.NewCamera(), session: session,
		poses: pose.NewStore(session.World().BodyCapacity()), nodes: pose.NewNodeStore(1024),
	}
	scene := session.Config.Scene
	picture.Stage().Dress(scene)
	// from the first tick on: a thing taken off later stays for one more
	picture.Stage().Bare(o.Show.Mood == look.Blueprint)
	picture.Stage().Update(session.World(), s.poses, s.nodes)
	s.camera.Set(stage.CameraOf(scene.View), true)
	if o.Fov > 0 {
		s.camera.FovY = mgl32.DegToRad(o.Fov)
	}
	return s, nil
}

// release destroys what the studio made in the renderer.
func (s *studio) release() {
	s.picture.Release()
	s.atlas.Close()
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
		s.picture.Stage().Update(s.session.World(), s.poses, s.nodes)
		s.picture.Overlay().Track(s.session.World(), &s.shot.Show)
		s.poses.EndTick()
		if s.shot.Each != nil {
			if err := s.shot.Each(s.done); err != nil {
				return err
			}
		}
		if s.shot.Enough != nil && s.shot.Enough(s.done) {
			break
		}
	}
	return nil
}

// take draws the moment alpha between the last two ticks, elapsed ns after the last picture.
func (s *studio) take(alpha float32, elapsed int64, capture *renderer.Capture) error {
	s.blend(alpha)
	if !s.framed {
		s.framed = true
		light := s.picture.Light(&s.shot.Show)
		s.shot.Framing.apply(s.camera, s.session.World(), &light, s.shot.Width, s.shot.Height)
	}
	if s.shot.Samples > 0 {
		return s.takeSamples(alpha, elapsed, capture)
	}
	return s.draw(elapsed, capture)
}

// blend places the bodies at the moment alpha between the last two ticks.
func (s *studio) blend(alpha float32) {
	s.poses.Blend(timestep.Interpolate, alpha)
	s.nodes.Update(s.poses)
}

// view is that of the camera, moved on its orbit.
func (s *studio) view(width, height int) renderer.View {
	if s.yaw == 0 {
		return s.camera.View(width, height)
	}
	moved := *s.camera
	state := moved.State()
	state.Yaw += s.yaw
	moved.Set(state, true)
	return moved.View(width, height)
}

// draw records one frame, has it drawn and waits for the picture, unless that is still to get more samples.
func (s *studio) draw(elapsed int64, capture *renderer.Capture) error {
	p := s.ex.WaitAcquire(renderer.InOrder, pictureTimeout)
	if p == nil {
		return errors.Join(errors.New("app: the renderer took no picture in time"), s.ex.Err())
	}
	o := s.shot
	status := engine.Status{Hz: int64(s.session.Config.Loop.Hertz), Tick: uint64(s.done), RealTime: 1, SpeedNum: 1,
		SpeedDen: 1}
	f := engine.Frame{
		Packet: p, Poses: s.poses, Nodes: s.nodes, Elapsed: elapsed,
		Width: o.Width, Height: o.Height, Scale: 1, Status: &status,
	}
	h := &p.Header
	h.Tick, h.Width, h.Height, h.ContentScale = status.Tick, int32(o.Width), int32(o.Height), 1
	h.Vsync = renderer.VsyncOff
	last := s.sample.Last()
	if last {
		h.Flags = renderer.FrameCapture
	}
	s.record(&f)
	s.ex.Submit(p)
	// acquiring the next packet waits until this one has been drawn
	if next := s.ex.WaitAcquire(renderer.InOrder, pictureTimeout); next != nil {
		s.ex.Abandon(next)
	}
	if last && !s.ex.TakeCapture(capture) {
		_, err := s.ex.Problem()
		return errors.Join(errors.New("app: the renderer gave no picture"), err, s.ex.Err())
	}
	return nil
}

// record draws the world into the packet of a frame.
func (s *studio) record(f *engine.Frame) {
	show := &s.shot.Show
	s.picture.Begin(f.Packet, show)
	s.camera.Advance(float32(float64(f.Elapsed) / 1e9))
	f.Packet.View = s.view(f.Width, f.Height)
	s.sample.apply(f, s.camera.State().Distance)
	s.picture.Shadows(f.Packet, show, s.camera.State().Distance, false)
	s.picture.Background(f.Packet, show)
	s.picture.Draw(f, s.session.World(), show, stage.Marks{})
	s.picture.DrawLegend(f, show, renderer.Rect{X1: int16(f.Width), Y1: int16(f.Height)}, false)
}

// Take simulates the scene, draws it with the executor and gives the picture to save. The
// picture shows the state after the last step exactly.
func (o Shot) Take(ex renderer.Executor, session *session.Session, capture *renderer.Capture) error {
	s, err := o.begin(ex, session)
	if err != nil {
		return err
	}
	defer s.release()
	if err := s.run(o.Steps); err != nil {
		return err
	}
	return s.take(1, 0, capture)
}
