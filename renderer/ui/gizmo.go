package ui

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"tumble/renderer"
)

// GizmoMode is the action of a gizmo.
type GizmoMode uint8

// The modes.
const (
	GizmoTranslate GizmoMode = iota
	GizmoRotate
	GizmoScale
)

// GizmoState is the pose that a gizmo changes: a position (m), a rotation and a factor.
type GizmoState struct {
	Position mgl32.Vec3
	Rotation mgl32.Quat
	Scale    float32
}

const (
	gizmoSize  = 80 // units from the centre to the end of an arm, and radius of the rings
	gizmoReach = 7  // units from a handle that still take it
	gizmoSteps = 48 // segments of a ring
)

var axisColors = [3]renderer.Color{renderer.Hex(0xe8504f), renderer.Hex(0x6bb646), renderer.Hex(0x3f8cf0)}

// Gizmo draws handles over a point of the world: arrows along the world's axes to move it, rings
// around them to turn it, or arms with cubes to scale it. Dragging changes position, rotation or factor; Gizmo reports
// a change. view is the view of the packet. Gizmo is called outside of windows, where nothing covers the picture.
func (c *Context) Gizmo(label string, view *renderer.View, mode GizmoMode, state *GizmoState) bool {
	id, position := c.ID(label), &state.Position
	cx, cy, _, front := view.Project(*position, c.width, c.height)
	if !front {
		return false
	}
	perMetre := view.PixelsPerMetre(*position, c.height)
	if !(perMetre > 0) {
		return false
	}
	size := c.px(gizmoSize) / perMetre
	c.push(region{clip: c.viewport, layer: 0, window: 0})
	defer c.pop()
	best, distance := -1, c.px(gizmoReach)
	for axis := range 3 {
		if d := c.gizmoDistance(view, mode, *position, axis, size); d < distance {
			best, distance = axis, d
		}
	}
	active := -1
	for axis := range 3 {
		if c.active == id+ID(axis)+1 {
			active = axis
		}
	}
	hot := Rect{c.mouse.x - 1, c.mouse.y - 1, 2, 2}
	if active < 0 && best >= 0 {
		if c.behave(id+ID(best)+1, hot).pressed {
			active = best
			c.dragPart = 0
			// the mouse came to the handle in this frame: that is no dragging
			c.mouse.moved = false
		}
	} else if active >= 0 {
		c.behave(id+ID(active)+1, hot)
	}
	changed := false
	if active >= 0 && c.mouse.moved {
		switch mode {
		case GizmoTranslate:
			changed = c.gizmoMove(view, position, active)
		case GizmoRotate:
			changed = c.gizmoRotation(view, position, &state.Rotation, active, cx, cy)
		case GizmoScale:
			to := *position
			changed = c.gizmoMove(view, &to, active)
			state.Scale *= float32(math.Exp(float64((to[active] - position[active]) / size)))
		}
	}
	for axis := range 3 {
		color := axisColors[axis]
		if axis == active || active < 0 && axis == best {
			color = renderer.Hex(0xffd84a)
		}
		c.gizmoDraw(view, mode, *position, axis, size, color)
	}
	return changed
}

// GizmoHovered reports whether the mouse is over a handle of the gizmo, so that a press belongs to it.
func (c *Context) GizmoHovered(view *renderer.View, mode GizmoMode, position mgl32.Vec3, x, y float32) bool {
	perMetre := view.PixelsPerMetre(position, c.height)
	if !(perMetre > 0) {
		return false
	}
	size := c.px(gizmoSize) / perMetre
	old := [2]float32{c.mouse.x, c.mouse.y}
	c.mouse.x, c.mouse.y = x, y
	over := false
	for axis := range 3 {
		over = over || c.gizmoDistance(view, mode, position, axis, size) < c.px(gizmoReach)
	}
	c.mouse.x, c.mouse.y = old[0], old[1]
	return over
}

func axisVector(axis int) mgl32.Vec3 {
	v := mgl32.Vec3{}
	v[axis] = 1
	return v
}

// ringPoint is a point on the ring around an axis.
func ringPoint(at mgl32.Vec3, axis int, size float32, i int) mgl32.Vec3 {
	s, co := math.Sincos(2 * math.Pi * float64(i) / gizmoSteps)
	p := at
	p[(axis+1)%3] += size * float32(co)
	p[(axis+2)%3] += size * float32(s)
	return p
}

// gizmoDistance is how far the mouse is from a handle, pixels.
func (c *Context) gizmoDistance(view *renderer.View, mode GizmoMode, at mgl32.Vec3, axis int, size float32) float32 {
	if mode != GizmoRotate {
		// not from the centre, where all arms meet
		a, b := at.Add(axisVector(axis).Mul(size*0.2)), at.Add(axisVector(axis).Mul(size*1.1))
		return c.segmentDistance(view, a, b)
	}
	best := float32(math.Inf(1))
	for i := range gizmoSteps {
		best = min(best, c.segmentDistance(view, ringPoint(at, axis, size, i), ringPoint(at, axis, size, i+1)))
	}
	return best
}

func (c *Context) segmentDistance(view *renderer.View, a, b mgl32.Vec3) float32 {
	ax, ay, _, ok := view.Project(a, c.width, c.height)
	bx, by, _, ok2 := view.Project(b, c.width, c.height)
	if !ok || !ok2 {
		return float32(math.Inf(1))
	}
	dx, dy := bx-ax, by-ay
	t := clamp(((c.mouse.x-ax)*dx+(c.mouse.y-ay)*dy)/max(dx*dx+dy*dy, 1e-6), 0, 1)
	return float32(math.Hypot(float64(c.mouse.x-ax-t*dx), float64(c.mouse.y-ay-t*dy)))
}

// gizmoMove moves the point along an axis so that it follows the mouse along the drawn axis.
func (c *Context) gizmoMove(view *renderer.View, position *mgl32.Vec3, axis int) bool {
	ax, ay, _, ok := view.Project(*position, c.width, c.height)
	perMetre := view.PixelsPerMetre(*position, c.height)
	// a short piece, so that perspective does not matter
	length := 10 / max(perMetre, 1e-6)
	bx, by, _, ok2 := view.Project(position.Add(axisVector(axis).Mul(length)), c.width, c.height)
	dx, dy := bx-ax, by-ay
	n := dx*dx + dy*dy
	if !ok || !ok2 || n < 0.25 {
		return false
	}
	by0 := (c.mouse.dx*dx + c.mouse.dy*dy) / n * length
	position[axis] += by0
	return by0 != 0
}

// gizmoRotation turns by the angle that the mouse goes around the centre in the plane of the ring, or on
// the screen where that plane is seen from its edge.
func (c *Context) gizmoRotation(view *renderer.View, position *mgl32.Vec3, rotation *mgl32.Quat, axis int, cx,
	cy float32) bool {
	a0, ok0 := c.ringAngle(view, *position, axis, c.mouse.x-c.mouse.dx, c.mouse.y-c.mouse.dy)
	a1, ok1 := c.ringAngle(view, *position, axis, c.mouse.x, c.mouse.y)
	angle := a1 - a0
	if !ok0 || !ok1 {
		angle = math.Atan2(float64(c.mouse.y-cy), float64(c.mouse.x-cx)) -
			math.Atan2(float64(c.mouse.y-c.mouse.dy-cy), float64(c.mouse.x-c.mouse.dx-cx))
		// seen from the tip of the axis the turn is positive against the clock, and y points down
		if view.Eye.Sub(*position)[axis] > 0 {
			angle = -angle
		}
	}
	angle = math.Remainder(angle, 2*math.Pi)
	*rotation = mgl32.QuatRotate(float32(angle), axisVector(axis)).Mul(*rotation).Normalize()
	return angle != 0
}

// ringAngle is where around an axis the ray through a pixel meets the plane of the ring.
func (c *Context) ringAngle(view *renderer.View, at mgl32.Vec3, axis int, x, y float32) (float64, bool) {
	nx, ny := 2*x/c.width-1, 1-2*y/c.height
	far := view.Inverse.Mul4x1(mgl32.Vec4{nx, ny, 0.5, 1})
	if far[3] == 0 {
		return 0, false
	}
	ray := far.Vec3().Mul(1 / far[3]).Sub(view.Eye)
	if abs(ray[axis]) < 0.08*ray.Len() {
		return 0, false
	}
	t := (at[axis] - view.Eye[axis]) / ray[axis]
	hit := view.Eye.Add(ray.Mul(t)).Sub(at)
	return math.Atan2(float64(hit[(axis+2)%3]), float64(hit[(axis+1)%3])), t > 0
}

func (c *Context) gizmoDraw(view *renderer.View, mode GizmoMode, at mgl32.Vec3, axis int, size float32,
	color renderer.Color) {
	width := 2.5 * c.scale
	if mode == GizmoScale {
		tip := at.Add(axisVector(axis).Mul(size))
		c.worldLine(view, at, tip, width, color)
		if x, y, _, ok := view.Project(tip, c.width, c.height); ok {
			h := 5 * c.scale
			c.fill(Rect{x - h, y - h, 2 * h, 2 * h}, color, 0)
		}
		return
	}
	if mode == GizmoTranslate {
		tip := at.Add(axisVector(axis).Mul(size))
		c.worldLine(view, at, tip, width, color)
		side := axisVector((axis + 1) % 3).Mul(size * 0.06)
		back := at.Add(axisVector(axis).Mul(size * 0.84))
		up := axisVector((axis + 2) % 3).Mul(size * 0.06)
		for _, d := range [4]mgl32.Vec3{side, side.Mul(-1), up, up.Mul(-1)} {
			c.worldLine(view, tip, back.Add(d), width, color)
		}
		return
	}
	for i := range gizmoSteps {
		c.worldLine(view, ringPoint(at, axis, size, i), ringPoint(at, axis, size, i+1), width, color)
	}
}

func (c *Context) worldLine(view *renderer.View, a, b mgl32.Vec3, width float32, color renderer.Color) {
	ax, ay, _, ok := view.Project(a, c.width, c.height)
	bx, by, _, ok2 := view.Project(b, c.width, c.height)
	if ok && ok2 {
		c.line(ax, ay, bx, by, width, color)
	}
}
