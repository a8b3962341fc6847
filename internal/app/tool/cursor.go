package tool

import (
	"tumble/internal/app/mglvec"
	"tumble/internal/app/session"
	"tumble/physics/vec"
)

// pickReach (m) is how far the ray under the cursor goes.
const pickReach = 1000

// Cursor is where the mouse points, in screen coordinates.
type Cursor struct {
	host   Host
	camera *Camera
	x, y   float64
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

// Under is the point of the world under the cursor, at most reach metres away where there is nothing.
func (c *Cursor) Under(reach float32) vec.Vec3 {
	o, t := c.Ray()
	if _, p, ok := session.Pick(c.host.World(), o, t); ok {
		return p
	}
	return o.Add(t.Norm().Mul(reach))
}
