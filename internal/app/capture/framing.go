package capture

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"tumble/internal/app/mglvec"
	"tumble/physics"
	"tumble/physics/vec"
	"tumble/renderer"
)

// Framing moves the camera so that the subject of a picture and its shadow on the ground fill it.
type Framing struct {
	// Fill is the share of the width or of the height that the subject takes, whichever is reached first. 0 leaves the
	// camera where it is.
	Fill float32
	// Subject is the box (m, world) of the subject; the empty box stands for all bodies that move.
	Subject vec.AABB
	// Raised says that the shadow falls on something above the ground and needs no room of its own.
	Raised bool
}

// subject appends the corners of the bodies that are to fill the picture.
func (o *Framing) subject(w *physics.World, corners []mgl32.Vec3) []mgl32.Vec3 {
	if o.Subject != (vec.AABB{}) {
		return appendCorners(corners, o.Subject)
	}
	for i := range w.BodyCapacity() {
		if b, ok := w.BodyAt(i); ok && b.Type() != physics.Static && b.ShapeCount() > 0 {
			corners = appendCorners(corners, b.Bounds())
		}
	}
	return corners
}

func appendCorners(corners []mgl32.Vec3, box vec.AABB) []mgl32.Vec3 {
	for k := range 8 {
		p := box.Min
		if k&1 != 0 {
			p.X = box.Max.X
		}
		if k&2 != 0 {
			p.Y = box.Max.Y
		}
		if k&4 != 0 {
			p.Z = box.Max.Z
		}
		corners = append(corners, mglvec.Of(p))
	}
	return corners
}

// appendShadows appends the shadows of points on the ground: a shadow that the edge of the picture cuts looks like a
// slip.
func appendShadows(points []mgl32.Vec3, light *renderer.Environment) []mgl32.Vec3 {
	sun, ground := light.SunDirection, light.Ground.Height
	for _, p := range points {
		if high := p[1] - ground; high > 0 && sun[1] > 0 {
			points = append(points, p.Sub(sun.Mul(high/sun[1])))
		}
	}
	return points
}

// extent is the rectangle around points in a picture, in shares of half its width and height from the middle. ok is
// false if a point is behind the eye.
func extent(v *renderer.View, points []mgl32.Vec3) (lo, hi mgl32.Vec2, ok bool) {
	lo, hi = mgl32.Vec2{math.MaxFloat32, math.MaxFloat32}, mgl32.Vec2{-math.MaxFloat32, -math.MaxFloat32}
	for _, p := range points {
		x, y, _, front := v.Project(p, 2, 2)
		if !front {
			return lo, hi, false
		}
		lo = mgl32.Vec2{min(lo[0], x-1), min(lo[1], 1-y)}
		hi = mgl32.Vec2{max(hi[0], x-1), max(hi[1], 1-y)}
	}
	return lo, hi, len(points) > 0
}

// framingSteps is the number of corrections of the view: the perspective changes with the distance, but every
// correction at least halves the error.
const framingSteps = 16

// apply moves a camera until the subject and its shadow fill the picture. It keeps its direction.
func (o *Framing) apply(camera *renderer.Camera, w *physics.World, light *renderer.Environment, width, height int) {
	if !(o.Fill > 0) {
		return
	}
	points := o.subject(w, nil)
	if len(points) == 0 {
		return
	}
	if !o.Raised {
		points = appendShadows(points, light)
	}
	// from far away everything is in front of the eye
	box := vec.EmptyAABB
	for _, p := range points {
		box = box.Union(vec.AABBAround(mglvec.World(p), vec.Vec3{}))
	}
	s := camera.State()
	s.Pivot, s.Distance = mglvec.Of(box.Center()), 8*max(box.Half().Len(), 0.05)
	for range framingSteps {
		camera.Set(s, true)
		v := camera.View(width, height)
		lo, hi, ok := extent(&v, points)
		if !ok {
			s.Distance *= 2
			continue
		}
		right, up, _ := camera.Axes()
		half := s.Distance * float32(math.Tan(float64(camera.FovY)/2))
		aspect := float32(width) / float32(height)
		s.Pivot = s.Pivot.Add(right.Mul((lo[0] + hi[0]) / 2 * half * aspect)).Add(up.Mul((lo[1] + hi[1]) / 2 * half))
		s.Distance *= max(hi[0]-lo[0], hi[1]-lo[1]) / 2 / o.Fill
	}
	camera.Set(s, true)
}
