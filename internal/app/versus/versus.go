// Package versus is the window of a game for two players over a network: the picture, the keys of the player, and the
// figures of the connection in the title.
package versus

import (
	"fmt"

	"tumble/engine"
	"tumble/engine/input"
	"tumble/engine/nettime"
	"tumble/engine/pose"
	"tumble/engine/timestep"
	"tumble/internal/app/mglvec"
	"tumble/internal/app/stage"
	"tumble/internal/lockstep"
	"tumble/renderer"
)

// Versus is the simulation of the window. It implements engine.Simulation.
type Versus struct {
	duel    *lockstep.Duel
	player  int
	loop    *engine.Loop
	win     engine.Window
	atlas   *renderer.Atlas
	picture *stage.Picture
	camera  *renderer.Camera
	show    stage.Show
	held    [4]bool // left, right, up, down
	decide  func() nettime.Input
	each    func(lockstep.Standing)
	next    uint64 // tick of the duel at which each is called next
	title   int64  // reading of the clock at which the title was written (ns)
}

// Options of a window.
type Options struct {
	// Player is the number of this side's player, 0 or 1.
	Player  int
	Quality stage.Quality
	// Decide, if not nil, gives the input of each tick instead of the keys.
	Decide func() nettime.Input
	// Each, if not nil, is called with the standing every 60 ticks of the duel.
	Each func(lockstep.Standing)
}

// New returns the simulation of a duel. The duel stays open after Release.
func New(ex renderer.Executor, duel *lockstep.Duel, o Options) (*Versus, error) {
	atlas, err := renderer.NewAtlas(ex.Resources(), 0)
	if err != nil {
		return nil, err
	}
	picture, err := stage.NewPicture(ex, atlas, o.Quality)
	if err != nil {
		atlas.Close()
		return nil, err
	}
	v := &Versus{
		duel: duel, player: o.Player, atlas: atlas, picture: picture, camera: renderer.NewCamera(),
		decide: o.Decide, each: o.Each, show: stage.Show{Shadows: true},
	}
	scene := duel.Game().Run.Scene
	picture.Stage().Dress(scene)
	view := stage.CameraOf(scene.View)
	if cars := duel.Game().Run.Vehicles; v.player < len(cars) {
		view.Pivot, view.Distance = mglvec.Of(cars[v.player].Chassis.Position()), carDistance
	}
	v.camera.Set(view, true)
	return v, nil
}

// Attach gives the simulation its window and loop; call it before the loop runs.
func (v *Versus) Attach(win engine.Window, loop *engine.Loop) { v.win, v.loop = win, loop }

// Release implements engine.Releaser: it frees the picture and the letters.
func (v *Versus) Release() {
	v.picture.Release()
	v.atlas.Close()
}

// keys are two keys for each of left, right, up and down, in the order of Versus.held.
var keys = [4][2]input.Key{{input.KeyLeft, 'A'}, {input.KeyRight, 'D'}, {input.KeyUp, 'W'}, {input.KeyDown, 'S'}}

// Input implements engine.Simulation: it notes the held keys. Escape quits, and lost focus lets all keys go.
func (v *Versus) Input(e *input.Event, _ *input.Queue) {
	switch {
	case e.Kind == input.EventFocus && e.Action == input.Release:
		v.held = [4]bool{}
	case e.Kind == input.EventKey && e.Code == input.KeyEscape && e.Action == input.Press:
		v.loop.Quit()
	case e.Kind == input.EventKey:
		for i, list := range keys {
			if (e.Code == list[0] || e.Code == list[1]) && e.Action != input.Repeat {
				v.held[i] = e.Action == input.Press
			}
		}
	}
}

// axis is the input of a pair of keys as a signed byte: 127 for plus, −127 for minus, 0 for both or none.
func axis(plus, minus bool) byte {
	n := int8(0)
	if plus {
		n += 127
	}
	if minus {
		n -= 127
	}
	return byte(n)
}

// Tick implements engine.Simulation: the duel takes its own ticks for the time of a tick of the window. Steering adds
// or leaves out one tick in fifty at most. The end of the duel quits the loop.
func (v *Versus) Tick(t timestep.TickTime, _ []input.Event) error {
	in := nettime.Input{axis(v.held[0], v.held[1]), axis(v.held[2], v.held[3])}
	if v.decide != nil {
		in = v.decide()
	}
	over, err := v.duel.Frame(in, timestep.Second/t.Hz)
	if err != nil {
		return err
	}
	s := v.duel.Standing()
	if v.each != nil && s.Tick >= v.next {
		v.next += 60
		v.each(s)
	}
	if over {
		v.loop.Quit()
	}
	return nil
}

// Poses implements engine.Simulation. It advances the poses of all bodies, because a correction moves bodies that lay
// still in the last step.
func (v *Versus) Poses(poses *pose.Store) {
	run := v.duel.Game().Run
	v.picture.Stage().Update(run.World, poses, v.loop.Nodes())
	for _, b := range run.Bodies {
		poses.Advance(int32(b.Index()), b.Generation(), b.Transform(), b.AngularVelocity())
	}
}

// Record implements engine.Simulation: it draws the scene, and writes the title twice a second.
func (v *Versus) Record(f *engine.Frame) error {
	v.picture.Begin(f.Packet, &v.show)
	v.follow(f.Poses)
	v.camera.Advance(float32(float64(f.Elapsed) / 1e9))
	f.Packet.View = v.camera.View(f.Width, f.Height)
	v.picture.Shadows(f.Packet, &v.show, v.camera.State().Distance, false)
	v.picture.Background(f.Packet, &v.show)
	v.picture.Draw(f, v.duel.Game().Run.World, &v.show, stage.Marks{})
	if f.Now-v.title > timestep.Second/2 {
		v.title = f.Now
		v.win.SetTitle(v.titleText())
	}
	return nil
}

// carDistance (m) is the distance from the eye to the car of the player.
const carDistance = 24

// follow keeps the car of the player in the middle of the picture.
func (v *Versus) follow(poses *pose.Store) {
	cars := v.duel.Game().Run.Vehicles
	if v.player >= len(cars) {
		return
	}
	car := cars[v.player].Chassis
	if at, ok := poses.Render(int32(car.Index()), car.Generation()); ok {
		v.camera.Follow(mglvec.Of(at.P))
	}
}

// titleText is the scene with the figures of the connection, or with the wait for the other player.
func (v *Versus) titleText() string {
	name := v.duel.Game().Run.Scene.Name
	if !v.duel.Joined() {
		return name + ": waiting for the other player"
	}
	s := v.duel.Standing()
	return fmt.Sprintf(
		"%s: player %d | %.0f ms there and back | delay %d | ahead %.1f | %d rollbacks, %d steps again, "+
			"waited %d", name, v.player, s.Trip, s.Delay, s.Ahead, s.Rollbacks, s.Recomputed, s.Waited)
}
