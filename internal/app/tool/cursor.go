package tool

import (
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
	hits   []physics.RayHit // scratch of Sight
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

// Sight is Ray from behind the bodies that are hidden: what it meets first is what is seen.
func (c *Cursor) Sight() (origin, translation vec.Vec3) {
	o, t := c.Ray()
	if !c.host.Hides() {
		return o, t
	}
	c.hits = c.host.World().RayCastAll(o, t, physics.DefaultQueryFilter(), c.hits[:0])
	before := float32(0) // up to here nothing is seen
	for i := range c.hits {
		if h := &c.hits[i]; !c.host.Hidden(h.Shape.Body()) {
			return o.Add(t.Mul(max(before, h.Fraction-sightMargin/pickReach))), t.Mul(1 - before)
		}
		before = c.hits[i].Fraction
	}
	// beyond everything
	return o.Add(t), t.Mul(sightMargin)
}

// sightMargin (m) is how far in front of what is seen a line of sight begins that hidden bodies would stop.
const sightMargin = 1e-3

// Under is the point of the world under the cursor, at most reach metres away where there is nothing.
func (c *Cursor) Under(reach float32) vec.Vec3 {
	o, t := c.Sight()
	if _, p, ok := session.Pick(c.host.World(), o, t); ok {
		return p
	}
	return o.Add(t.Norm().Mul(reach))
}
