//go:build cgo

package gl

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"tumble/renderer"
)

// TestWhiteFurnace holds that white surfaces neither lose nor make light: in even light from all sides they cannot be
// told from the background, to one per cent of light. A level of a picture is as much, so that the mean of eight
// exposures is taken, over which the levels change at other places.
func TestWhiteFurnace(t *testing.T) {
	const size, exposures = 96, 8
	s := newStudio(t)
	ball := s.mesh(t, "sphere", func() renderer.MeshDesc { return renderer.SphereMesh(renderer.RoundLevels - 1) })
	for _, metallic := range []float32{0, 1} {
		for _, roughness := range []float32{0.1, 0.25, 0.4, 0.6, 0.8, 1} {
			light := make([]float64, size*size)
			for k := range exposures {
				exposure := 1 + 0.03*float32(k)/exposures
				got := s.draw(t, size, size, func(p *renderer.Packet) {
					prepare(p, size, size, renderer.FrameCapture)
					e, even := &p.Environment, renderer.RGB{R: 0.5, G: 0.5, B: 0.5}
					e.Sun, e.Zenith, e.Horizon, e.Nadir = renderer.RGB{}, even, even, even
					e.Exposure, e.FogDensity = exposure, 0
					p.Quality.Flags = 0
					look(p, mgl32.Vec3{0, 0, 4}, mgl32.Vec3{}, 40)
					m := renderer.DefaultMaterial()
					m.Metallic, m.Roughness = metallic, roughness
					in := instance(0, 0, 0, mgl32.QuatIdent(), 1, 1, 1, renderer.Hex(0xffffff))
					in.Material = p.AddMaterial(m)
					p.DrawSky()
					p.DrawMesh(ball, p.AddInstance(in), 1, 0, 0)
				})
				for i := range light {
					level := float64(got.RGBAAt(i%size, i/size).G) / 255
					light[i] += math.Pow((level+0.055)/1.055, 2.4) / float64(exposure) // sRGB to light
				}
			}
			want, worst := light[2*size+2], 0.0
			for _, l := range light {
				worst = max(worst, math.Abs(l/want-1))
			}
			if want < 0.3*exposures || worst > 0.01 {
				t.Errorf("metallic %g, roughness %g: the ball differs from a background of %.3f by %.2f %%", metallic,
					roughness, want/exposures, 100*worst)
			}
		}
	}
}

// TestSamplesOfAnEvenPicture holds that the mean of equal samples is the same as one frame.
func TestSamplesOfAnEvenPicture(t *testing.T) {
	s := newStudio(t)
	draw := func(index, count int32, x float32) func(p *renderer.Packet) {
		return func(p *renderer.Packet) {
			prepare(p, 160, 90, renderer.FrameCapture)
			p.Quality.Samples, p.Quality.Flags = 1, 0
			p.Sampling = renderer.Sampling{Index: index, Count: count}
			look(p, mgl32.Vec3{-7, 4.2, 9}, mgl32.Vec3{0, 2.2, 0}, 45)
			p.View = p.View.Sampled(x, 0, 160, 90, 0, 0, 0)
			pile(t, s, p)
		}
	}
	one := s.draw(t, 160, 90, draw(0, 1, 0))
	var mean = one
	for i := range int32(4) {
		mean = s.draw(t, 160, 90, draw(i, 4, 0))
	}
	worst := 0
	for i := range one.Pix {
		worst = max(worst, abs(int(one.Pix[i])-int(mean.Pix[i])))
	}
	if worst > 1 {
		t.Errorf("the mean of four equal samples differs by %d", worst)
	}
	// a picture moved by half a pixel differs at edges
	moved := s.draw(t, 160, 90, draw(0, 1, 0.5))
	different := 0
	for i := range one.Pix {
		if abs(int(one.Pix[i])-int(moved.Pix[i])) > 8 {
			different++
		}
	}
	if share := float64(different) / float64(len(one.Pix)); share == 0 || share > 0.2 {
		t.Errorf("half a pixel changes %.3f of the picture", share)
	}
}
