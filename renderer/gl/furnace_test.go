//go:build cgo

package gl

import (
	"fmt"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"tumble/renderer"
)

// TestWhiteFurnace holds that white surfaces neither lose nor make light: in even light from all sides they cannot be told
// from the background, to one per cent of light.
func TestWhiteFurnace(t *testing.T) {
	s := newStudio(t)
	ball := s.mesh(t, "sphere", func() renderer.MeshDesc { return renderer.SphereMesh(renderer.RoundLevels - 1) })
	for _, metallic := range []float32{0, 1} {
		for _, roughness := range []float32{0.1, 0.25, 0.4, 0.6, 0.8, 1} {
			got := s.draw(t, 96, 96, func(p *renderer.Packet) {
				prepare(p, 96, 96, renderer.FrameCapture)
				e, even := &p.Environment, renderer.RGB{R: 0.5, G: 0.5, B: 0.5}
				e.Sun, e.Zenith, e.Horizon, e.Nadir = renderer.RGB{}, even, even, even
				e.Exposure, e.FogDensity = 1, 0
				p.Quality.Flags = 0
				look(p, mgl32.Vec3{0, 0, 4}, mgl32.Vec3{}, 40)
				m := renderer.DefaultMaterial()
				m.Metallic, m.Roughness = metallic, roughness
				in := instance(0, 0, 0, mgl32.QuatIdent(), 1, 1, 1, renderer.Hex(0xffffff))
				in.Material = p.AddMaterial(m)
				p.DrawSky()
				p.DrawMesh(ball, p.AddInstance(in), 1, 0, 0)
			})
			t.Run(fmt.Sprintf("metallic %g roughness %g", metallic, roughness), func(t *testing.T) {
				// a level of 188 is 1.06 % of light
				want, worst := int(got.RGBAAt(2, 2).G), 0
				for y := range 96 {
					for x := range 96 {
						worst = max(worst, abs(int(got.RGBAAt(x, y).G)-want))
					}
				}
				if want < 150 || worst > 2 {
					t.Errorf("the ball differs from a background of %d by %d", want, worst)
				}
			})
		}
	}
}

// TestSamplesOfAnEvenPicture holds that the mean of equal samples is what one frame shows.
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
