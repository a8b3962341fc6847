package capture

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"tumble/engine"
	"tumble/renderer"
)

const (
	// shutter (ticks) is the exposure of a picture: half a tick, as film has half of a picture's time.
	shutter = 0.5
	// sunEvery is the number of samples of which one is a ray of the sun and the others are rays of the sky.
	sunEvery = 2
	// skyShadows (texels) is the side of the shadow maps of a ray of the sky, smaller than for the sun with its sharper
	// edges.
	skyShadows = 1024
	// fewSamples: with fewer samples each sample has four places in a pixel, as edges would show steps otherwise.
	fewSamples = 64
)

// sample is one frame of a picture that is the mean of many.
type sample struct {
	renderer.Sampling
	shot *Shot
}

// takeSamples draws a picture as the mean of its samples.
func (s *studio) takeSamples(alpha float32, elapsed int64, capture *renderer.Capture) error {
	n := int32(s.shot.Samples)
	defer func() { s.sample = sample{} }()
	for i := range n {
		s.sample = sample{renderer.Sampling{Index: i, Count: n}, s.shot}
		if s.done > 0 {
			// before the first tick nothing has moved
			s.blend(max(alpha-shutter*s.sample.position().moment, 0))
		}
		if err := s.draw(elapsed, capture); err != nil {
			return err
		}
		elapsed = 0
	}
	return nil
}

// position is the place of a sample among the samples of its light.
type position struct {
	sun bool
	// index counts the samples of the same light, sun or sky, up to count.
	index, count int
	// moment is the share of the exposure before the end.
	moment float32
}

// position counts the samples of the sun and of the sky apart, so that each light has an even sequence of its own.
// Every third entry of one even sequence would not be even: these entries fall into two columns of a pixel.
func (s *sample) position() position {
	i, n := int(s.Index), int(s.Count)
	suns := (n + sunEvery - 1) / sunEvery
	p := position{sun: true, index: i / sunEvery, count: suns}
	if i%sunEvery != 0 {
		p = position{index: i - i/sunEvery - 1, count: n - suns}
	}
	p.moment = (float32(mixedUp(p.index, p.count, 0.29)) + 0.5) / float32(p.count)
	return p
}

// apply gives a frame the view and the light of the sample; distance (m) is the distance of the sharp plane.
func (s *sample) apply(f *engine.Frame, distance float32) {
	if s.Count == 0 {
		return
	}
	p, at := f.Packet, s.position()
	p.Sampling = s.Sampling
	p.Quality.Samples, p.Quality.Flags = 1, 0
	if s.Count < fewSamples {
		p.Quality.Samples = 4
	}
	lensX, lensY := disc(spread(mixedUp(at.index, at.count, 0.38)))
	radius := 0.5 * s.shot.Aperture * distance
	x, y := spread(at.index)
	p.View = p.View.Sampled(tent(x), tent(y), f.Width, f.Height, lensX*radius, lensY*radius, distance)
	weight := float32(s.Count) / float32(at.count)
	if at.sun {
		p.Environment.Lamp = sunRay(&p.Environment, at, weight)
	} else {
		p.Environment.Lamp = skyRay(&p.Environment, at, weight)
		p.Quality.ShadowSize = skyShadows
	}
	angle := 0.61803398875 * float64(s.Index)
	p.Environment.Lamp.Angle = float32(angle - math.Floor(angle))
}

// sunRay is the light from a place on the disc of the sun, together with all light that casts no shadows.
func sunRay(e *renderer.Environment, at position, weight float32) renderer.Lamp {
	sun := e.SunDirection
	across := mgl32.Vec3{0, 1, 0}.Cross(sun)
	if across.Len() < 1e-3 {
		across = mgl32.Vec3{1, 0, 0}
	}
	across = across.Normalize()
	x, y := disc(spread(mixedUp(at.index, at.count, 0.62)))
	d := sun.Add(across.Mul(renderer.SunRadius * x)).Add(sun.Cross(across).Mul(renderer.SunRadius * y))
	return renderer.Lamp{
		Direction: d.Normalize(), Color: times(e.Sun, weight), Gloss: 1, Bounce: weight, Mirror: weight,
		// the cell of this place: the points of the disc nearer to it than to other places
		Radius: 1.5 * renderer.SunRadius / float32(math.Sqrt(float64(at.count))),
	}
}

// skyRay is the light of the sky from one of n directions, which are spread evenly over the hemisphere (a Fibonacci
// lattice). A direction stands for the solid angle 2π/n: it adds 2/n of the radiance to the irradiance over π, and
// its shadows are as soft as the shadows of a cone of light with this solid angle.
func skyRay(e *renderer.Environment, at position, weight float32) renderer.Lamp {
	const golden = math.Pi * 2 * 0.61803398875
	up := (float64(at.index) + 0.5) / float64(at.count)
	flat, angle := math.Sqrt(1-up*up), golden*float64(at.index)
	sin, cos := math.Sincos(angle)
	// as sky.glsl: steep at the horizon, and the air between mixes the colours
	share := float32(1 - math.Exp2(-5*up))
	c := mixed(e.Horizon, e.Zenith, share)
	grey := 0.2126*c.R + 0.7152*c.G + 0.0722*c.B
	c = mixed(renderer.RGB{R: grey, G: grey, B: grey}, c, 0.6)
	return renderer.Lamp{
		Direction: mgl32.Vec3{float32(flat * cos), float32(up), float32(flat * sin)},
		Color:     times(c, 2*weight*e.Ambient),
		Radius:    float32(math.Sqrt(2 / float64(at.count))),
	}
}

func times(c renderer.RGB, f float32) renderer.RGB {
	return renderer.RGB{R: c.R * f, G: c.G * f, B: c.B * f}
}

func mixed(a, b renderer.RGB, t float32) renderer.RGB {
	return renderer.RGB{R: a.R + (b.R-a.R)*t, G: a.G + (b.G-a.G)*t, B: a.B + (b.B-a.B)*t}
}

// spread is entry i of an even sequence of points in the square [0, 1)²: multiples of the powers of the root of x³ = x
// + 1 (Roberts, The unreasonable effectiveness of quasirandom sequences, 2018).
func spread(i int) (u, v float32) {
	const root = 1.32471795724
	x, y := 0.5+float64(i)/root, 0.5+float64(i)/(root*root)
	return float32(x - math.Floor(x)), float32(y - math.Floor(y))
}

// mixedUp is entry i of a permutation of the numbers below n, which goes on by steps of about share·n. Two dimensions
// of the samples use different permutations, as otherwise the place on the lens would depend on the place in the pixel.
func mixedUp(i, n int, share float64) int {
	step := max(int(share*float64(n)+0.5), 1)
	for gcd(step, n) != 1 {
		step++
	}
	return i * step % n
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// tent maps an even distribution on [0, 1) to the distribution of a tent on [−1, 1), the filter of the pixels.
func tent(u float32) float32 {
	if u < 0.5 {
		return float32(math.Sqrt(float64(2*u))) - 1
	}
	return 1 - float32(math.Sqrt(float64(2-2*u)))
}

// disc maps an even distribution on the unit square to an even distribution on the disc of radius 1.
func disc(u, v float32) (x, y float32) {
	sin, cos := math.Sincos(2 * math.Pi * float64(v))
	r := math.Sqrt(float64(u))
	return float32(r * cos), float32(r * sin)
}
