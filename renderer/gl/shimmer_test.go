//go:build cgo

package gl

import (
	"image"
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"tumble/renderer"
)

// TestNothingShimmers lets the camera creep by a twentieth of a pixel a frame over edges, shadows, contact
// shadows and highlights. A thing that passes under a pixel makes it brighter or darker once; a pixel whose
// brightness swings back flickers. The same scene with one sample a pixel, raw highlights
// of tiny boxes and shadow maps that move freely shows that the measure finds it.
func TestNothingShimmers(t *testing.T) {
	s := newStudio(t)
	still, worst := flicker(t, s, true)
	wild, _ := flicker(t, s, false)
	t.Logf("%d of %d pixels flicker, the most by %d of 255; with everything against it %d", still, shimmerW*shimmerH,
		worst, wild)
	if still*2000 > shimmerW*shimmerH {
		t.Errorf("%d pixels flicker", still)
	}
	if wild < 20*max(still, 1) {
		t.Errorf("the measure finds only %d pixels where everything flickers", wild)
	}
}

const shimmerW, shimmerH = 320, 180

// flicker counts pixels whose brightness turns round by more than 24 of 255 at least twice.
func flicker(t *testing.T, s *studio, good bool) (count, worst int) {
	const frames, pass = 16, 24
	var rows [frames][]uint8
	for k := range frames {
		img := s.draw(t, shimmerW, shimmerH, func(p *renderer.Packet) { shimmering(t, s, p, k, good) })
		rows[k] = brightness(img)
	}
	for i := range rows[0] {
		changes, at, direction := 0, int(rows[0][i]), 0
		for k := 1; k < frames; k++ {
			// at is the last extreme: a turn counts when the value has come back far enough from it
			d := int(rows[k][i]) - at
			switch {
			case direction >= 0 && d < -pass, direction <= 0 && d > pass:
				if direction != 0 {
					changes++
					worst = max(worst, d, -d)
				}
				direction = 1
				if d < 0 {
					direction = -1
				}
				at = int(rows[k][i])
			case direction > 0 && d > 0, direction < 0 && d < 0:
				at = int(rows[k][i])
			}
		}
		if changes >= 2 {
			count++
		}
	}
	return count, worst
}

func brightness(img *image.RGBA) []uint8 {
	out := make([]uint8, 0, len(img.Pix)/4)
	for i := 0; i < len(img.Pix); i += 4 {
		out = append(out, uint8((2*int(img.Pix[i])+5*int(img.Pix[i+1])+int(img.Pix[i+2]))/8))
	}
	return out
}

// shimmering records frame k of the creeping camera: glossy spheres and boxes of all sizes in the sun.
func shimmering(t *testing.T, s *studio, p *renderer.Packet, k int, good bool) {
	roughness := float32(0.35)
	p.Quality.Flags |= renderer.QualitySoftShadows
	if !good {
		p.Quality.Samples, p.Quality.ShadowSize, p.Quality.Flags = 1, 256, 0
		roughness = 0.05
	}
	a := float64(k) * 0.05 * math.Pi / 180 * 45 / shimmerH
	look(p, mgl32.Vec3{9 * float32(math.Sin(a)), 4 + float32(a), 9 * float32(math.Cos(a))}, mgl32.Vec3{0, 0.5, 0}, 45)
	if !good {
		for i := range p.View.Shadow.Cascade {
			m := &p.View.Shadow.Cascade[i].ViewProj
			m[12] += float32(k%4) * 0.5 / 256
			m[13] += float32(k%3) * 0.5 / 256
		}
	}
	p.DrawSky()
	p.DrawGround()
	glossy := p.AddMaterial(renderer.Material{Roughness: roughness, Specular: 0.08,
		Tint: renderer.RGB{R: 1, G: 1, B: 1}})
	var boxes, balls []renderer.Instance
	for i := range 60 {
		x, z := float32(i%10)-4.5, float32(i/10)*1.1-3
		size := 0.08 + 0.09*float32(i%7)
		q := mgl32.QuatRotate(0.37*float32(i), mgl32.Vec3{1, 2, float32(i%3) - 1}.Normalize())
		in := block(x, size, z, q, size, size, size, palette[i%len(palette)])
		in.Material = glossy
		boxes = append(boxes, in)
		ball := instance(x+0.5, size/2, z+0.4, q, size/2, size/2, size/2, palette[(i+3)%len(palette)])
		ball.Material = glossy
		balls = append(balls, ball)
	}
	group(p, s.box(t), renderer.DrawEdges, boxes...)
	group(p, s.mesh(t, "fine sphere", func() renderer.MeshDesc { return renderer.SphereMesh(2) }), 0, balls...)
}
