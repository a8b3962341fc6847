package tool

import (
	"tumble/engine/input"
	"tumble/internal/app/mglvec"
	"tumble/internal/app/session"
	"tumble/physics"
	"tumble/physics/vec"
)

// pickReach (m) is how far the ray under the cursor goes.
const pickReach = 1000

// Cursor is where the mouse points, in screen coordinates.
type Cursor struct {
	host   Host
	camera *Camera
	x, y   float64
	hits   []physics.RayHit // scratch of Seen
}

// MoveTo puts the cursor somewhere.
func (c *Cursor) MoveTo(x, y float64) { c.x, c.y = x, y }

// Position is where the cursor is.
func (c *Cursor) Position() (x, y float64) { return c.x, c.y }

// Ray is the ray under the cursor: its start and a translation as long as picking reaches (m).
func (c *Cursor) Ray() (origin, translation vec.Vec3) {
	o, d := c.camera.PickRay(c.camera.inViewport(c.x, c.y))
	return mglvec.World(o), mglvec.World(d).Mul(pickReach)
}

// Seen is where the ray under the cursor first meets a body that is not hidden.
func (c *Cursor) Seen() (hit physics.RayHit, ok bool) {
	o, t := c.Ray()
	w, filter := c.host.World(), physics.DefaultQueryFilter()
	if !c.host.Hides() {
		return w.RayCast(o, t, filter)
	}
	c.hits = w.RayCastAll(o, t, filter, c.hits[:0])
	for i := range c.hits {
		if !c.host.Hidden(c.hits[i].Shape.Body()) {
			return c.hits[i], true
		}
	}
	return physics.RayHit{}, false
}

// Pick is the body that is seen under the cursor, and the point.
func (c *Cursor) Pick() (physics.Body, vec.Vec3, bool) {
	hit, ok := c.Seen()
	if !ok {
		return physics.Body{}, vec.Vec3{}, false
	}
	return hit.Shape.Body(), hit.Point, true
}

// aim is a command with the ray under the cursor. While bodies are hidden the command names the visible body under the
// cursor; ok is false where no body is visible.
func (c *Cursor) aim(make func(origin, translation vec.Vec3) input.Event) (e input.Event, ok bool) {
	e = make(c.Ray())
	if !c.host.Hides() {
		return e, true
	}
	b, _, ok := c.Pick()
	if ok {
		e = session.Only(e, b)
	}
	return e, ok
}

// Under is the point of the world under the cursor, at most reach metres away where there is nothing.
func (c *Cursor) Under(reach float32) vec.Vec3 {
	if _, p, ok := c.Pick(); ok {
		return p
	}
	o, t := c.Ray()
	return o.Add(t.Norm().Mul(reach))
}
