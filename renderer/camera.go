package renderer

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// CameraState is where a camera stands: it looks at Pivot from Distance metres away, turned by
// Yaw around y and raised by Pitch, both in radians. It can be kept to return to a view.
type CameraState struct {
	Pivot      mgl32.Vec3
	Yaw, Pitch float32
	Distance   float32
}

// Camera is an eye that moves softly. Input changes the wanted view; Advance moves the camera towards it by an
// exponential approach, which is the same at every frame rate.
type Camera struct {
	FovY float32 // radians
	Near float32 // metres; 0 takes a share of the distance
	Far  float32 // metres; 0 takes a multiple of the distance
	// Smoothing is the time in seconds in which the difference to the wanted view falls to
	// 1/e; 0 is at once.
	Smoothing float32
	// FlySpeed is in metres per second, at a distance of one metre from the pivot; it grows
	// with the square root of the distance.
	FlySpeed float32

	now, want CameraState
	velocity  mgl32.Vec3 // of flying, m/s, world
	flying    mgl32.Vec3 // wanted, in the axes of the camera: right, up, forward; -1 to 1
	following bool
	follow    mgl32.Vec3
}

const (
	pitchLimit  = 89 * math.Pi / 180 // straight up and down have no right
	minDistance = 0.05               // metres
	maxDistance = 5000               // metres
	// zoomStep is the factor on the distance of one notch of a wheel.
	zoomStep = 0.88
	// flyResponse is the time constant in s with which flying starts and stops.
	flyResponse = 0.08
)

// NewCamera returns a camera that looks at the origin from 12 m away, a little from above.
func NewCamera() *Camera {
	c := &Camera{FovY: 50 * math.Pi / 180, Smoothing: 0.06, FlySpeed: 3}
	c.Set(CameraState{Pivot: mgl32.Vec3{0, 1, 0}, Yaw: 0.6, Pitch: 0.35, Distance: 12}, true)
	return c
}

// State returns the view that the camera has or is on its way to.
func (c *Camera) State() CameraState { return c.want }

// Set moves the camera to a view, at once or softly.
func (c *Camera) Set(s CameraState, atOnce bool) {
	s.Pitch = mgl32.Clamp(s.Pitch, -pitchLimit, pitchLimit)
	s.Distance = mgl32.Clamp(s.Distance, minDistance, maxDistance)
	c.want = s
	if atOnce {
		c.now, c.velocity = s, mgl32.Vec3{}
	}
}

// Orbit turns around the pivot by radians: positive yaw moves the eye to its right, positive pitch up.
func (c *Camera) Orbit(yaw, pitch float32) {
	c.want.Yaw += yaw
	c.want.Pitch = mgl32.Clamp(c.want.Pitch+pitch, -pitchLimit, pitchLimit)
	// both turned back by the same full turns: no jump, and no loss of precision after a long time
	if rotations := float32(math.Round(float64(c.want.Yaw) / (2 * math.Pi))); rotations != 0 {
		c.want.Yaw -= rotations * 2 * math.Pi
		c.now.Yaw -= rotations * 2 * math.Pi
	}
}

// OrbitAround is Orbit about any point, which stays where it is in the picture.
func (c *Camera) OrbitAround(at mgl32.Vec3, yaw, pitch float32) {
	right, up, forward := c.want.axes()
	d := c.want.Pivot.Sub(at)
	x, y, z := d.Dot(right), d.Dot(up), d.Dot(forward)
	c.Orbit(yaw, pitch)
	right, up, forward = c.want.axes()
	c.want.Pivot = at.Add(right.Mul(x)).Add(up.Mul(y)).Add(forward.Mul(z))
}

// Look turns the eye about itself by radians: the pivot moves.
func (c *Camera) Look(yaw, pitch float32) {
	eye := c.want.eye()
	c.Orbit(yaw, pitch)
	c.want.Pivot = c.want.Pivot.Add(eye.Sub(c.want.eye()))
	now := c.now.eye()
	c.now.Yaw, c.now.Pitch = c.want.Yaw, c.want.Pitch
	c.now.Pivot = c.now.Pivot.Add(now.Sub(c.now.eye()))
}

// Pan shifts the view by dx, dy (pixels of a viewport of the given height, y down): points at the distance of the pivot
// stay under the cursor.
func (c *Camera) Pan(dx, dy, height float32) {
	if height <= 0 {
		return
	}
	metres := 2 * c.want.Distance * float32(math.Tan(float64(c.FovY)/2)) / height
	right, up, _ := c.want.axes()
	c.want.Pivot = c.want.Pivot.Sub(right.Mul(dx * metres)).Add(up.Mul(dy * metres))
}

// Zoom comes closer by notches of a wheel, or goes away by negative ones.
func (c *Camera) Zoom(notches float32) {
	f := float32(math.Pow(zoomStep, float64(notches)))
	c.want.Distance = mgl32.Clamp(c.want.Distance*f, minDistance, maxDistance)
}

// ZoomAt is Zoom that keeps the point under the cursor where it is. x, y are pixels of a viewport
// of the given size, y down.
func (c *Camera) ZoomAt(notches, x, y, width, height float32) {
	if width <= 0 || height <= 0 {
		return
	}
	before := c.want.Distance
	c.Zoom(notches)
	f := c.want.Distance / before
	half := before * float32(math.Tan(float64(c.FovY)/2))
	right, up, _ := c.want.axes()
	px := (2*x/width - 1) * half * width / height
	py := (1 - 2*y/height) * half
	c.want.Pivot = c.want.Pivot.Add(right.Mul(px * (1 - f))).Add(up.Mul(py * (1 - f)))
}

// ZoomTo is Zoom towards a point, which stays where it is in the picture: eye and pivot are scaled about it.
func (c *Camera) ZoomTo(notches float32, at mgl32.Vec3) {
	before := c.want.Distance
	c.Zoom(notches)
	c.want.Pivot = at.Add(c.want.Pivot.Sub(at).Mul(c.want.Distance / before))
}

// Fly sets how the camera flies until it is called again: -1 to 1 to the right, up and
// forward. Flying ends following.
func (c *Camera) Fly(right, up, forward float32) {
	c.flying = mgl32.Vec3{right, up, forward}
	if c.flying != (mgl32.Vec3{}) {
		c.following = false
	}
}

// Follow keeps the view on a moving point; every frame calls Follow with the drawn position.
func (c *Camera) Follow(at mgl32.Vec3) {
	if !c.following {
		c.following, c.follow = true, at
		c.want.Pivot = at
		return
	}
	// the camera moves with the point at once; only its first move to the point is soft
	d := at.Sub(c.follow)
	c.want.Pivot, c.now.Pivot = c.want.Pivot.Add(d), c.now.Pivot.Add(d)
	c.follow = at
}

// Unfollow ends following.
func (c *Camera) Unfollow() { c.following = false }

// Following reports whether a point is followed.
func (c *Camera) Following() bool { return c.following }

// Frame moves so that a sphere fills the view of the given width over height.
func (c *Camera) Frame(centre mgl32.Vec3, radius, aspect float32) {
	half := float64(c.FovY) / 2
	if aspect < 1 {
		half = math.Atan(math.Tan(half) * float64(aspect))
	}
	c.want.Pivot = centre
	c.want.Distance = mgl32.Clamp(1.08*radius/float32(math.Sin(half)), minDistance, maxDistance)
}

// Advance moves the camera for dt seconds.
func (c *Camera) Advance(dt float32) {
	if dt <= 0 {
		return
	}
	// flying goes along the axes in the middle of the step
	mid := c.now.toward(&c.want, c.share(dt/2))
	c.advanceFlight(&mid, dt)
	c.now = c.now.toward(&c.want, c.share(dt))
}

// share is how much of the way to the wanted view is gone after dt seconds.
func (c *Camera) share(dt float32) float32 {
	if c.Smoothing <= 0 {
		return 1
	}
	return float32(-math.Expm1(-float64(dt / c.Smoothing)))
}

// toward returns the state at a share of the way to another. The distance goes in the logarithm,
// so that zooming out and in take the same time.
func (s CameraState) toward(w *CameraState, share float32) CameraState {
	s.Pivot = s.Pivot.Add(w.Pivot.Sub(s.Pivot).Mul(share))
	s.Yaw += (w.Yaw - s.Yaw) * share
	s.Pitch += (w.Pitch - s.Pitch) * share
	s.Distance *= float32(math.Pow(float64(w.Distance/s.Distance), float64(share)))
	return s
}

// advanceFlight integrates the velocity v, which approaches the wanted velocity w exponentially. Δx is the exact
// integral for any dt:
//
//	v(t) = w + (v − w)·e^(−t/τ)     Δx = w·t + (v − w)·τ·(1 − e^(−t/τ))
func (c *Camera) advanceFlight(mid *CameraState, dt float32) {
	if c.flying == (mgl32.Vec3{}) && c.velocity == (mgl32.Vec3{}) {
		return
	}
	right, up, forward := mid.axes()
	speed := c.FlySpeed * float32(math.Sqrt(float64(c.want.Distance)))
	wanted := right.Mul(c.flying[0]).Add(up.Mul(c.flying[1])).Add(forward.Mul(c.flying[2])).Mul(speed)
	gone := float32(-math.Expm1(-float64(dt) / flyResponse))
	step := wanted.Mul(dt).Add(c.velocity.Sub(wanted).Mul(flyResponse * gone))
	c.velocity = c.velocity.Add(wanted.Sub(c.velocity).Mul(gone))
	if c.flying == (mgl32.Vec3{}) && c.velocity.Len() < 1e-4*speed {
		c.velocity = mgl32.Vec3{}
	}
	c.want.Pivot, c.now.Pivot = c.want.Pivot.Add(step), c.now.Pivot.Add(step)
}

// axes returns the directions of the camera in the world.
func (s *CameraState) axes() (right, up, forward mgl32.Vec3) {
	sy, cy := math.Sincos(float64(s.Yaw))
	sp, cp := math.Sincos(float64(s.Pitch))
	back := mgl32.Vec3{float32(sy * cp), float32(sp), float32(cy * cp)}
	right = mgl32.Vec3{float32(cy), 0, float32(-sy)}
	return right, back.Cross(right), back.Mul(-1)
}

func (s *CameraState) eye() mgl32.Vec3 {
	_, _, forward := s.axes()
	return s.Pivot.Sub(forward.Mul(s.Distance))
}

// Eye is where the camera is now, metres.
func (c *Camera) Eye() mgl32.Vec3 { return c.now.eye() }

// Axes returns the directions to the right, up and forward of the camera now.
func (c *Camera) Axes() (right, up, forward mgl32.Vec3) { return c.now.axes() }

// Pivot is the point that the camera looks at now, metres.
func (c *Camera) Pivot() mgl32.Vec3 { return c.now.Pivot }

func (c *Camera) planes() (near, far float32) {
	near, far = c.Near, c.Far
	if near <= 0 {
		near = mgl32.Clamp(c.now.Distance*0.02, 0.01, 2)
	}
	if far <= near {
		far = max(1000, c.now.Distance*8)
	}
	return near, far
}

// View returns the view for a viewport of width × height pixels, without shadows.
func (c *Camera) View(width, height int) View {
	near, far := c.planes()
	aspect := float32(max(width, 1)) / float32(max(height, 1))
	right, up, forward := c.now.axes()
	v := View{Eye: c.now.eye(), Near: near, Far: far, FovY: c.FovY}
	v.View = mgl32.Mat4{
		right[0], up[0], -forward[0], 0,
		right[1], up[1], -forward[1], 0,
		right[2], up[2], -forward[2], 0,
		-right.Dot(v.Eye), -up.Dot(v.Eye), forward.Dot(v.Eye), 1,
	}
	v.Proj = mgl32.Perspective(c.FovY, aspect, near, far)
	v.ViewProj = v.Proj.Mul4(v.View)
	v.Inverse = invertView(&v)
	return v
}

// invertView inverts ViewProj in double precision: with a near plane of a centimetre and a far
// plane of a kilometre, single precision would lose the far corners.
func invertView(v *View) mgl32.Mat4 {
	var m [16]float64
	for i, x := range v.Proj.Mul4(v.View) {
		m[i] = float64(x)
	}
	inv, ok := invert4(&m)
	if !ok {
		return mgl32.Ident4()
	}
	var out mgl32.Mat4
	for i, x := range inv {
		out[i] = float32(x)
	}
	return out
}

// invert4 inverts a matrix by Gauss-Jordan elimination with pivoting.
func invert4(a *[16]float64) (inv [16]float64, ok bool) {
	m := *a
	inv = [16]float64{0: 1, 5: 1, 10: 1, 15: 1}
	for col := range 4 {
		pivot := col
		for r := col + 1; r < 4; r++ {
			if math.Abs(m[col*4+r]) > math.Abs(m[col*4+pivot]) {
				pivot = r
			}
		}
		if m[col*4+pivot] == 0 {
			return inv, false
		}
		for k := range 4 {
			m[k*4+col], m[k*4+pivot] = m[k*4+pivot], m[k*4+col]
			inv[k*4+col], inv[k*4+pivot] = inv[k*4+pivot], inv[k*4+col]
		}
		scale := 1 / m[col*4+col]
		for k := range 4 {
			m[k*4+col] *= scale
			inv[k*4+col] *= scale
		}
		for r := range 4 {
			f := m[col*4+r]
			if r == col || f == 0 {
				continue
			}
			for k := range 4 {
				m[k*4+r] -= f * m[k*4+col]
				inv[k*4+r] -= f * inv[k*4+col]
			}
		}
	}
	return inv, true
}

// PickRay returns the ray through pixel x, y (y down, the centre of a pixel at .5) of a
// viewport of width × height: where it starts and its unit direction.
func (c *Camera) PickRay(x, y, width, height float32) (origin, direction mgl32.Vec3) {
	right, up, forward := c.now.axes()
	tan := float32(math.Tan(float64(c.FovY) / 2))
	px := (2*x/width - 1) * tan * width / height
	py := (1 - 2*y/height) * tan
	return c.now.eye(), forward.Add(right.Mul(px)).Add(up.Mul(py)).Normalize()
}

// Project returns where a point of the world is seen: pixels with y down, depth from 0 near to
// 1 far, and whether it is in front of the eye. Its cost is one multiplication with a matrix.
func (v *View) Project(p mgl32.Vec3, width, height float32) (x, y, depth float32, front bool) {
	m := &v.ViewProj
	w := m[3]*p[0] + m[7]*p[1] + m[11]*p[2] + m[15]
	if w <= 1e-6 {
		return 0, 0, 0, false
	}
	cx := m[0]*p[0] + m[4]*p[1] + m[8]*p[2] + m[12]
	cy := m[1]*p[0] + m[5]*p[1] + m[9]*p[2] + m[13]
	cz := m[2]*p[0] + m[6]*p[1] + m[10]*p[2] + m[14]
	return (cx/w + 1) / 2 * width, (1 - cy/w) / 2 * height, (cz/w + 1) / 2, true
}

// PixelsPerMetre returns how large a metre at the point p is on a viewport of the given height.
func (v *View) PixelsPerMetre(p mgl32.Vec3, height float32) float32 {
	m := &v.ViewProj
	w := m[3]*p[0] + m[7]*p[1] + m[11]*p[2] + m[15]
	if w <= 1e-6 {
		return 0
	}
	return v.Proj[5] * height / 2 / w
}
