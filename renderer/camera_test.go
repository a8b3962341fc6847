package renderer

import (
	"math"
	"math/rand"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

// drive moves a camera with constant input for a second, in steps of the given length.
func drive(steps int) *Camera {
	c := NewCamera()
	c.Orbit(1, -0.2)
	c.Zoom(4)
	c.Pan(120, -40, 720)
	c.Fly(0.5, 0, 1)
	for range steps {
		c.Advance(1 / float32(steps))
	}
	c.Fly(0, 0, 0)
	for range steps {
		c.Advance(0.5 / float32(steps))
	}
	return c
}

// the way of the camera must not depend on the frame rate; only the change of its direction while
// it flies is followed in steps
func TestCameraFrameRate(t *testing.T) {
	fine := drive(1000)
	for _, steps := range []int{30, 60, 144, 240} {
		c := drive(steps)
		if d := c.Eye().Sub(fine.Eye()).Len(); d > 0.02 {
			t.Errorf("%d frames per second: %.3f m away", steps, d)
		}
	}
	still := NewCamera()
	still.Orbit(1, -0.2)
	still.Zoom(4)
	once := *still
	for range 100 {
		still.Advance(0.001)
	}
	once.Advance(0.1)
	if d := still.Eye().Sub(once.Eye()).Len(); d > 1e-3 {
		t.Errorf("100 short steps end %.6f m from one long", d)
	}
}

func TestPickRayMeetsProjection(t *testing.T) {
	rng := rand.New(rand.NewSource(2))
	for k := range 1000 {
		c := NewCamera()
		c.Set(CameraState{
			Pivot: mgl32.Vec3{rng.Float32() * 10, rng.Float32() * 10, rng.Float32() * 10},
			Yaw:   rng.Float32() * 7, Pitch: rng.Float32()*2 - 1, Distance: 1 + rng.Float32()*30,
		}, true)
		w, h := 200+rng.Intn(2000), 200+rng.Intn(2000)
		x, y := rng.Float32()*float32(w), rng.Float32()*float32(h)
		origin, dir := c.PickRay(x, y, float32(w), float32(h))
		v := c.View(w, h)
		p := origin.Add(dir.Mul(1 + rng.Float32()*20))
		px, py, _, front := v.Project(p, float32(w), float32(h))
		if !front || abs(px-x) > 0.1 || abs(py-y) > 0.1 {
			t.Fatalf("case %d: pixel %.2f,%.2f comes back as %.2f,%.2f", k, x, y, px, py)
		}
		// the inverse leads from the pixel back to the ray
		q := v.Inverse.Mul4x1(mgl32.Vec4{2*x/float32(w) - 1, 1 - 2*y/float32(h), 0.5, 1})
		far := q.Vec3().Mul(1 / q[3]).Sub(origin).Normalize()
		if far.Dot(dir) < 0.9999 {
			t.Fatalf("case %d: the inverse leads elsewhere by %v rad", k, math.Acos(float64(far.Dot(dir))))
		}
	}
}

func TestPanAndZoomKeepThePointUnderTheCursor(t *testing.T) {
	const w, h = 1280, 720
	at := func(c *Camera, x, y float32) mgl32.Vec3 {
		origin, dir := c.PickRay(x, y, w, h)
		_, _, forward := c.Axes()
		return origin.Add(dir.Mul(c.now.Distance / dir.Dot(forward)))
	}
	c := NewCamera()
	c.Smoothing = 0
	p := at(c, 300, 500)
	c.Pan(170, -90, h)
	c.Advance(0.01)
	if d := at(c, 470, 410).Sub(p).Len(); d > 1e-3 {
		t.Errorf("pan: the point moved by %v m", d)
	}
	p = at(c, 900, 100)
	c.ZoomAt(3, 900, 100, w, h)
	c.Advance(0.01)
	v := c.View(w, h)
	if x, y, _, _ := v.Project(p, w, h); abs(x-900) > 0.1 || abs(y-100) > 0.1 {
		t.Errorf("zoom: the point moved to %.1f, %.1f", x, y)
	}
}

func TestFrameFillsTheView(t *testing.T) {
	for _, size := range [][2]int{{1280, 720}, {400, 900}} {
		c := NewCamera()
		c.Smoothing = 0
		centre, radius := mgl32.Vec3{3, 2, -5}, float32(4)
		c.Frame(centre, radius, float32(size[0])/float32(size[1]))
		c.Advance(0.01)
		v := c.View(size[0], size[1])
		f := v.Frustum()
		least := float32(math.Inf(1))
		for _, p := range []*Plane{&f.Left, &f.Right, &f.Bottom, &f.Top} {
			least = min(least, p.Distance(centre[0], centre[1], centre[2]))
		}
		if least < radius || least > 1.2*radius {
			t.Errorf("%v: the sphere of %v m has %v m of room", size, radius, least)
		}
	}
}

func TestFollowAndLook(t *testing.T) {
	c := NewCamera()
	for k := range 400 {
		at := mgl32.Vec3{float32(k) * 0.1, 5, 0}
		c.Follow(at)
		c.Advance(0.01)
		if k > 150 && c.Pivot().Sub(at).Len() > 1e-3 {
			t.Fatalf("frame %d: %v m behind", k, c.Pivot().Sub(at).Len())
		}
	}
	if c.Fly(0, 0, 1); c.Following() {
		t.Error("flying does not end following")
	}
	eye := c.Eye()
	c.Look(0.4, 0.1)
	if d := c.Eye().Sub(eye).Len(); d > 1e-3 {
		t.Errorf("looking around moves the eye by %v m", d)
	}
	c.Orbit(100, 50)
	if s := c.State(); s.Yaw > math.Pi+0.01 || s.Pitch > pitchLimit {
		t.Errorf("yaw %v, pitch %v", s.Yaw, s.Pitch)
	}
}

func TestInverseIsAnInverse(t *testing.T) {
	c := NewCamera()
	c.Near, c.Far = 0.01, 5000
	v := c.View(1920, 1080)
	for _, p := range []mgl32.Vec3{{-1, -1, -1}, {1, 1, 0.9999}, {0.3, -0.7, 0.5}} {
		q := v.Inverse.Mul4x1(p.Vec4(1))
		x, y, _, _ := v.Project(q.Vec3().Mul(1/q[3]), 2, 2)
		if abs(x-1-p[0]) > 2e-3 || abs(1-y-p[1]) > 2e-3 {
			t.Errorf("%v comes back as %v, %v", p, x-1, 1-y)
		}
	}
	if inv, ok := invert4(&[16]float64{}); ok {
		t.Errorf("the zero matrix has the inverse %v", inv)
	}
}

// A point that the camera turns about, or goes towards, stays where it is in the picture.
func TestPointKeepsItsPosition(t *testing.T) {
	const w, h = 1280, 720
	where := func(c *Camera, p mgl32.Vec3) (x, y float32) {
		q := c.View(w, h).ViewProj.Mul4x1(p.Vec4(1))
		return q[0] / q[3], q[1] / q[3]
	}
	at := mgl32.Vec3{1.5, 0.5, -2}
	for name, move := range map[string]func(c *Camera){
		"turn": func(c *Camera) { c.OrbitAround(at, 0.7, -0.2) },
		"zoom": func(c *Camera) { c.ZoomTo(5, at) },
	} {
		c := NewCamera()
		c.Set(CameraState{Pivot: mgl32.Vec3{0, 1, 0}, Yaw: 0.3, Pitch: 0.4, Distance: 12}, true)
		x, y := where(c, at)
		eye := c.Eye()
		move(c)
		c.Set(c.State(), true)
		u, v := where(c, at)
		if d := math.Hypot(float64(u-x), float64(v-y)); d > 1e-3 {
			t.Errorf("%s: the point moves by %.4f of the picture", name, d)
		}
		if c.Eye().Sub(eye).Len() < 1 {
			t.Errorf("%s: the eye stays", name)
		}
	}
}
