package tool

import (
	"strconv"

	"github.com/go-gl/mathgl/mgl32"

	"tumble/engine"
	"tumble/internal/app/mglvec"
	"tumble/internal/app/stage"
	"tumble/physics"
	"tumble/physics/scenes"
	"tumble/physics/vec"
	"tumble/renderer"
)

// Camera is the eye of the window. It follows a body, or the car that is driven, and keeps saved views.
type Camera struct {
	*renderer.Camera
	host  Host
	chase bool // follow the car that is driven
	views savedViews
}

func newCamera(host Host) *Camera {
	return &Camera{Camera: renderer.NewCamera(), host: host, views: savedViews{}}
}

// Home looks at a scene as its author meant.
func (c *Camera) Home(v scenes.View, atOnce bool) {
	c.Unfollow()
	c.chase = false
	c.Set(stage.CameraOf(v), atOnce)
}

// FrameBall shows a ball around a point in the whole viewport; lengths are metres.
func (c *Camera) FrameBall(center vec.Vec3, radius float32) {
	_, _, w, h := c.inViewport(0, 0)
	c.Unfollow()
	c.Frame(mglvec.Of(center), radius, w/h)
}

// FollowBody begins to follow a body, or ends following.
func (c *Camera) FollowBody(b physics.Body) {
	if b.Valid() && !c.Following() {
		c.Follow(mglvec.Of(b.WorldCenter()))
	} else {
		c.Unfollow()
	}
}

// chaseDistance is how far (m) the eye is from a car that is driven, at most.
const chaseDistance = 22

// beginChase follows the car that the arrow keys drive, unless the camera follows something already.
func (c *Camera) beginChase() {
	cars := c.host.Run().Vehicles
	if len(cars) == 0 || c.Following() {
		return
	}
	c.chase = true
	st := c.State()
	st.Pivot, st.Distance = mglvec.Of(cars[0].Chassis.WorldCenter()), min(st.Distance, chaseDistance)
	c.Set(st, false)
	c.Follow(st.Pivot)
}

// followed is the body that the camera follows: the selected body, or the driven car.
func (c *Camera) followed(selected physics.Body) physics.Body {
	if selected.Valid() {
		return selected
	}
	if cars := c.host.Run().Vehicles; c.chase && len(cars) > 0 {
		return cars[0].Chassis
	}
	return physics.Body{}
}

// Store keeps the present view in a slot from 0 to 3, and returns a text for the user.
func (c *Camera) Store(slot int) string {
	name := c.host.Run().Scene.Name
	v := c.views[name]
	if v == nil {
		v = &sceneViews{}
		c.views[name] = v
	}
	v.state[slot], v.saved[slot] = c.State(), true
	return "view " + strconv.Itoa(slot+1) + " saved"
}

// Recall glides to the view in a slot, and returns a text for the user where there is none.
func (c *Camera) Recall(slot int) string {
	v := c.views[c.host.Run().Scene.Name]
	if v == nil || !v.saved[slot] {
		return "no view saved as " + strconv.Itoa(slot+1) + ": Ctrl+" + strconv.Itoa(slot+1) + " saves one"
	}
	c.Unfollow()
	c.Set(v.state[slot], false)
	return ""
}

// SavedViews are the saved views in the order of their scenes, for the settings.
func (c *Camera) SavedViews() []SavedView { return c.views.list() }

// SetSavedViews takes saved views out of the settings, without the views that no camera can have.
func (c *Camera) SetSavedViews(list []SavedView) { c.views = viewsOf(list) }

// Move moves the camera in a frame: after the body that it follows, and on its way to where it was sent.
func (c *Camera) Move(f *engine.Frame, selected physics.Body) {
	if b := c.followed(selected); c.Following() && b.Valid() {
		if pose, ok := f.Poses.Render(int32(b.Index()), b.Generation()); ok {
			c.Follow(mglvec.Of(pose.Apply(b.LocalCenter())))
		}
	}
	c.Advance(float32(float64(f.Elapsed) / 1e9))
}

// ViewIn is the view in a picture of w × h pixels: centred in the viewport, and going on below the panels.
func (c *Camera) ViewIn(w, h int) renderer.View { return c.viewOf(c.Camera, w, h) }

// Seen is the place of a point (m) in screen coordinates; ok is false for a point behind the eye.
func (c *Camera) Seen(p vec.Vec3) (x, y float64, ok bool) {
	window := c.host.Window()
	w, h := window.FramebufferSize()
	sw, sh := window.Size()
	view := c.ViewIn(w, h)
	px, py, _, front := view.Project(mglvec.Of(p), float32(w), float32(h))
	return float64(px) * float64(sw) / float64(max(w, 1)), float64(py) * float64(sh) / float64(max(h, 1)), front
}

// viewOf is ViewIn of any camera.
func (c *Camera) viewOf(eye *renderer.Camera, w, h int) renderer.View {
	r := c.host.Viewport(w, h)
	v := eye.View(int(r.W+0.5), int(r.H+0.5))
	width, height := float32(max(w, 1)), float32(max(h, 1))
	sx, sy := r.W/width, r.H/height
	ox, oy := (2*r.X+r.W)/width-1, 1-(2*r.Y+r.H)/height
	// clip coordinates of the viewport become clip coordinates of the whole picture; the inverse is
	// composed instead of computed, which keeps its precision
	into := mgl32.Mat4{sx, 0, 0, 0, 0, sy, 0, 0, 0, 0, 1, 0, ox, oy, 0, 1}
	back := mgl32.Mat4{1 / sx, 0, 0, 0, 0, 1 / sy, 0, 0, 0, 0, 1, 0, -ox / sx, -oy / sy, 0, 1}
	v.Proj, v.ViewProj = into.Mul4(v.Proj), into.Mul4(v.ViewProj)
	v.Inverse = v.Inverse.Mul4(back)
	return v
}

// inViewport returns a cursor position relative to the viewport, and the size of the viewport, in screen coordinates.
func (c *Camera) inViewport(x, y float64) (vx, vy, w, h float32) {
	window := c.host.Window()
	sw, sh := window.Size()
	fw, fh := window.FramebufferSize()
	r := c.host.Viewport(fw, fh)
	kx, ky := float32(max(sw, 1))/float32(max(fw, 1)), float32(max(sh, 1))/float32(max(fh, 1))
	vx, vy, w, h = float32(x)-r.X*kx, float32(y)-r.Y*ky, r.W*kx, r.H*ky
	if n := float32(c.host.Panes()); n > 1 {
		// the cursor points at the scene as its own pane shows it
		w /= n
		vx -= w * min(max(float32(int(vx/w)), 0), n-1)
	}
	return vx, vy, w, h
}
