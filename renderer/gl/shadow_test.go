//go:build cgo

package gl

import (
	"image"
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"tumble/renderer"
)

func sunAt(elevation, azimuth float64) mgl32.Vec3 {
	e, a := elevation*math.Pi/180, azimuth*math.Pi/180
	return mgl32.Vec3{float32(math.Cos(e) * math.Cos(a)), float32(math.Sin(e)), float32(math.Cos(e) * math.Sin(a))}
}

// TestNoShadowAcne lights convex bodies that shade nothing but themselves: with and without shadow
// maps, at every height of the sun and distance of the camera, the lit sides look the same.
func TestNoShadowAcne(t *testing.T) {
	s := newStudio(t)
	for _, elevation := range []float64{8, 20, 45, 80} {
		for _, distance := range []float32{3, 12, 40} {
			for _, quality := range []renderer.Quality{{ShadowSize: 1024}, {ShadowSize: 2048},
				{ShadowSize: 2048, Flags: renderer.QualitySoftShadows}} {
				var pictures [2]*image.RGBA
				for k := range pictures {
					pictures[k] = s.draw(t, 160, 90, func(p *renderer.Packet) {
						p.Quality.ShadowSize, p.Quality.Flags = quality.ShadowSize, quality.Flags
						p.Environment.SunDirection = sunAt(elevation, 70)
						look(p, mgl32.Vec3{0.3, 0.35, 0.9}.Normalize().Mul(distance), mgl32.Vec3{}, 45)
						group(p, s.box(t), 0, block(0, -0.5, 0, upright, 60, 1, 60, palette[5]))
						if k == 0 {
							p.View.Shadow.Cascades = 0
						}
					})
				}
				count := 0
				for i := 0; i < len(pictures[0].Pix); i++ {
					if abs(int(pictures[0].Pix[i])-int(pictures[1].Pix[i])) > 6 {
						count++
					}
				}
				if count > 0 {
					t.Errorf("sun %v degrees high, camera %v m away, %+v: %d values differ", elevation, distance,
						quality, count)
				}
			}
		}
	}
}

// TestShadowsMeetTheirCasters holds that the ground is dark from the foot of a box on: the shadow is not
// pushed away by the bias.
func TestShadowsMeetTheirCasters(t *testing.T) {
	s := newStudio(t)
	const w, h = 320, 180
	for _, size := range []float32{1, 0.3, 0.08} {
		var view renderer.View
		img := s.draw(t, w, h, func(p *renderer.Packet) {
			p.Quality.Flags = 0
			p.Environment.SunDirection = sunAt(50, 180)
			p.Environment.Ground.Line, p.Environment.Ground.Strong = p.Environment.Ground.Color,
				p.Environment.Ground.Color
			at := mgl32.Vec3{0.5 + size, 0, 0.5}
			look(p, at.Add(mgl32.Vec3{0.3, 0.7, 0.9}.Mul(max(3*size, 0.6))), at, 45)
			p.DrawGround()
			group(p, s.box(t), 0, block(0.5, size/2, 0.5, upright, size, size, size, palette[5]))
			view = p.View
		})
		at := func(x, z float32) int {
			px, py, _, _ := view.Project(mgl32.Vec3{x, 0, z}, w, h)
			c := img.RGBAAt(int(px), int(py))
			return int(c.R) + int(c.G) + int(c.B)
		}
		foot := 0.5 + size/2
		lit, dark, edge := at(foot+size*0.5, 0.5-size), at(foot+size*0.4, 0.5), at(foot+size*0.08, 0.5)
		if dark > lit*2/3 {
			t.Fatalf("box of %v m: the middle of its shadow is %d, lit ground %d", size, dark, lit)
		}
		if edge > dark+(lit-dark)/5 {
			t.Errorf("box of %v m: beside its foot the ground is %d, in the shadow %d, lit %d", size, edge, dark, lit)
		}
	}
}

// TestPenumbraGrowsWithDistance measures the edge of the shadow of a wall near its foot and at the shadow of its top.
// The width from light to dark is that of the rim of the sun: proportional to the distance along the ray.
func TestPenumbraGrowsWithDistance(t *testing.T) {
	s := newStudio(t)
	width := func(flags renderer.QualityFlags, far float32) float32 {
		const w, h = 480, 270
		var view renderer.View
		img := s.draw(t, w, h, func(p *renderer.Packet) {
			p.Quality.Flags = flags
			p.Environment.SunDirection = sunAt(45, 180)
			p.Environment.Ground.Line, p.Environment.Ground.Strong = p.Environment.Ground.Color,
				p.Environment.Ground.Color
			look(p, mgl32.Vec3{far, 6, 0.01}, mgl32.Vec3{far, 0, 0}, 45)
			p.DrawGround()
			// a wall along x = 0, whose end at z = 0 shades the ground behind it
			group(p, s.box(t), 0, block(0, 2, -5, upright, 0.02, 4, 10, palette[5]))
			view = p.View
		})
		// walk over the edge, a millimetre a step, and count between a tenth and nine tenths of the light
		var values []int
		for k := -400; k <= 400; k++ {
			px, py, _, _ := view.Project(mgl32.Vec3{far, 0, 0.001 * float32(k)}, w, h)
			c := img.RGBAAt(int(px), int(py))
			values = append(values, int(c.R)+int(c.G)+int(c.B))
		}
		dark, lit := values[0], values[len(values)-1]
		count := 0
		for _, v := range values {
			if v > dark+(lit-dark)/10 && v < lit-(lit-dark)/10 {
				count++
			}
		}
		return 0.001 * float32(count)
	}
	near, far := width(renderer.QualitySoftShadows, 0.3), width(renderer.QualitySoftShadows, 3)
	t.Logf("penumbra %.3f m wide at 0.3 m, %.3f m at 3 m", near, far)
	// between a tenth and nine tenths lie 0.69 of the width of a disc, 2·0.025·√2·3 m, or of the widest filter: 0.024
	// of the 6 m to the eye
	if far < 0.09 || far > 0.21 || far < 2*near {
		t.Errorf("penumbra %.3f m wide at 0.3 m, %.3f m at 3 m", near, far)
	}
	if even := width(0, 3); even > far/2 {
		t.Errorf("%.3f m wide without soft shadows: the measure finds no difference", even)
	}
}

// TestShadowsStandStill moves the camera in small steps: the jagged edge of a shadow in a coarse map
// must not crawl over the ground. Maps that do not move in whole texels show what crawling is.
func TestShadowsStandStill(t *testing.T) {
	s := newStudio(t)
	still, crawling := crawl(t, s, false), crawl(t, s, true)
	if still*3 > crawling {
		t.Errorf("%d points changed between light and shadow; %d when maps move freely", still, crawling)
	}
}

// crawl counts the changes between light and shadow of points on the ground while the camera moves.
func crawl(t *testing.T, s *studio, free bool) (changes int) {
	const w, h = 240, 136
	var points []mgl32.Vec3
	for i := range 1600 {
		points = append(points, mgl32.Vec3{-2.5 + 0.1*float32(i%40), 0, -2 + 0.1*float32(i/40)})
	}
	previous := make([]int, len(points))
	for step := range 12 {
		var view renderer.View
		img := s.draw(t, w, h, func(p *renderer.Packet) {
			p.Quality.Flags, p.Quality.ShadowSize = 0, 256
			p.Environment.SunDirection = sunAt(50, 20)
			p.Environment.Ground.Line, p.Environment.Ground.Strong = p.Environment.Ground.Color,
				p.Environment.Ground.Color
			a := float64(step) * 0.002
			look(p, mgl32.Vec3{6 * float32(math.Sin(a)), 5, 6 * float32(math.Cos(a))}, mgl32.Vec3{}, 45)
			if free {
				for i := range p.View.Shadow.Cascade {
					m := &p.View.Shadow.Cascade[i].ViewProj
					m[12] += float32(step%4) * 0.5 / 256
					m[13] += float32(step%3) * 0.5 / 256
				}
			}
			p.DrawGround()
			group(p, s.box(t), 0, block(0, 1, 0, tilted, 2, 1, 1, palette[5]))
			view = p.View
		})
		for i, at := range points {
			px, py, _, _ := view.Project(at, w, h)
			c := img.RGBAAt(int(px), int(py))
			value := int(c.R) + int(c.G) + int(c.B)
			if step > 0 && abs(value-previous[i]) > 60 {
				changes++
			}
			previous[i] = value
		}
	}
	t.Logf("%d changes", changes)
	return changes
}
