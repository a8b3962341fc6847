package capture

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"tumble/engine"
	"tumble/renderer"
)

const (
	// shutter is how long the picture is exposed, in ticks: half of one is that of film at 50 pictures a second.
	shutter = 0.5
	// sunEvery is the number of samples of which one is a ray of the sun and the others are rays of the sky.
	sunEvery = 3
	// skyShadows is the side of the shadow maps of a ray of the sky: coarse, so that the edges of one ray blend with those
	// of the next.
	skyShadows = 1024
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
			s.blend(max(alpha-shutter*spread(int(i), 0), 0))
		}
		if err := s.draw(elapsed, capture); err != nil {
			return err
		}
		elapsed = 0
	}
	return nil
}

// apply gives a frame the view and the light of the sample; distance (m) is that of what is sharp.
func (s *sample) apply(f *engine.Frame, distance float32) {
	if s.Count == 0 {
		return
	}
	p, i := f.Packet, int(s.Index)
	p.Sampling = s.Sampling
	// the samples are the anti-aliasing
	p.Quality.Samples, p.Quality.Flags = 1, 0
	lensX, lensY := disc(spread(i, 3), spread(i, 4))
	radius := 0.5 * s.shot.Aperture * distance
	p.View = p.View.Sampled(tent(spread(i, 1)), tent(spread(i, 2)), f.Width, f.Height, lensX*radius, lensY*radius, distance)
	// the sky needs more rays than the sun: its shadows overlap everywhere
	suns := (int(s.Count) + sunEvery - 1) / sunEvery
	if i%sunEvery == 0 {
		p.Environment.Lamp = sunRay(&p.Environment, i/sunEvery, float32(s.Count)/float32(suns))
		return
	}
	skies := int(s.Count) - suns
	p.Environment.Lamp = skyRay(&p.Environment, i-i/sunEvery-1, skies, float32(s.Count)/float32(skies))
	p.Quality.ShadowSize = skyShadows
}

// sunRay is the sun from a place on its disc. Everything that casts no shadows comes with it.
func sunRay(e *renderer.Environment, i int, weight float32) renderer.Lamp {
	sun := e.SunDirection
	across := mgl32.Vec3{0, 1, 0}.Cross(sun)
	if across.Len() < 1e-3 {
		across = mgl32.Vec3{1, 0, 0}
	}
	across = across.Normalize()
	x, y := disc(spread(i, 5), spread(i, 6))
	d := sun.Add(across.Mul(renderer.SunRadius * x)).Add(sun.Cross(across).Mul(renderer.SunRadius * y))
	return renderer.Lamp{Direction: d.Normalize(), Color: times(e.Sun, weight), Gloss: 1, Bounce: weight, Mirror: weight}
}

// skyRay is the light of the sky from one of n directions that are even over the hemisphere (a Fibonacci lattice). A
// direction stands for the solid angle 2π/n, so that with irradiance over π its light is twice the radiance.
func skyRay(e *renderer.Environment, i, n int, weight float32) renderer.Lamp {
	const golden = math.Pi * 2 * 0.61803398875
	up := (float64(i) + 0.5) / float64(n)
	flat, angle := math.Sqrt(1-up*up), golden*float64(i)
	sin, cos := math.Sincos(angle)
	// as sky.glsl: steep at the horizon, and the air between mixes the colours
	share := float32(1 - math.Exp2(-5*up))
	c := mixed(e.Horizon, e.Zenith, share)
	grey := 0.2126*c.R + 0.7152*c.G + 0.0722*c.B
	c = mixed(renderer.RGB{R: grey, G: grey, B: grey}, c, 0.6)
	return renderer.Lamp{
		Direction: mgl32.Vec3{float32(flat * cos), float32(up), float32(flat * sin)}, Color: times(c, 2*weight*e.Ambient),
	}
}

func times(c renderer.RGB, f float32) renderer.RGB {
	return renderer.RGB{R: c.R * f, G: c.G * f, B: c.B * f}
}

func mixed(a, b renderer.RGB, t float32) renderer.RGB {
	return renderer.RGB{R: a.R + (b.R-a.R)*t, G: a.G + (b.G-a.G)*t, B: a.B + (b.B-a.B)*t}
}

// spread is entry i of an even sequence of numbers in [0, 1), another one for each dimension: multiples of the powers of
// the root of x⁸ = x + 1 (Roberts, The unreasonable effectiveness of quasirandom sequences, 2018).
func spread(i, dimension int) float32 {
	const root = 1.0970132
	x := 0.5 + float64(i)*math.Pow(1/root, float64(dimension+1))
	return float32(x - math.Floor(x))
}

// tent turns an even number in [0, 1) into one in [−1, 1) with the density of a tent, the filter of the pixels.
func tent(u float32) float32 {
	if u < 0.5 {
		return float32(math.Sqrt(float64(2*u))) - 1
	}
	return 1 - float32(math.Sqrt(float64(2-2*u)))
}

// disc turns two even numbers into a place in the disc of radius 1.
func disc(u, v float32) (x, y float32) {
	sin, cos := math.Sincos(2 * math.Pi * float64(v))
	r := math.Sqrt(float64(u))
	return float32(r * cos), float32(r * sin)
}
