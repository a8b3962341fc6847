//go:build cgo

package gl

import (
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"tumble/renderer"
)

// patternsShown are a colour and the parameters of each pattern as scenes use them.
var patternsShown = []struct {
	color    uint32
	material renderer.Material
}{
	{0xc9c2b2, renderer.Material{Roughness: 0.6, Specular: 0.04}},
	{0xb8824a, renderer.Material{Roughness: 0.6, Specular: 0.04, Pattern: renderer.PatternWood, Size: 0.12,
		Variation: 1}},
	{0xb9bcc0, renderer.Material{Roughness: 0.38, Metallic: 1, Specular: 0.04, Pattern: renderer.PatternBrushed,
		Size: 0.2, Variation: 1}},
	{0x8d8a84, renderer.Material{Roughness: 0.75, Specular: 0.04, Pattern: renderer.PatternStone, Size: 0.15,
		Variation: 1}},
	{0xc8c4ba, renderer.Material{Roughness: 0.85, Specular: 0.03, Pattern: renderer.PatternPlaster, Size: 0.2,
		Variation: 1}},
	{0x2e3033, renderer.Material{Roughness: 0.8, Specular: 0.04, Pattern: renderer.PatternRubber, Size: 0.15,
		Variation: 1}},
	{0xc8452e, renderer.Material{Roughness: 0.4, Specular: 0.04, Pattern: renderer.PatternSectors, Size: 1,
		Variation: 0.55}},
}

// TestGoldenPatterns draws a box with bevelled edges and a ball of every pattern.
func TestGoldenPatterns(t *testing.T) {
	s := newStudio(t)
	compare(t, "patterns", s.draw(t, 640, 360, func(p *renderer.Packet) {
		look(p, mgl32.Vec3{0, 4.4, 8}, mgl32.Vec3{0, 0.35, 0.3}, 38)
		p.DrawSky()
		p.DrawGround()
		var boxes, balls []renderer.Instance
		for i, shown := range patternsShown {
			m := shown.material
			m.Tint, m.Bevel = renderer.RGB{R: 1, G: 1, B: 1}, 0.03
			x := 1.25 * (float32(i) - 3)
			rotated := mgl32.QuatRotate(0.35, mgl32.Vec3{0, 1, 0})
			box := block(x, 0.5, -0.6, rotated, 0.95, 1, 0.95, renderer.Hex(shown.color))
			box.Material = p.AddMaterial(m)
			ball := instance(x, 0.45, 1.2, tilted, 0.45, 0.45, 0.45, renderer.Hex(shown.color))
			ball.Material = box.Material
			boxes, balls = append(boxes, box), append(balls, ball)
		}
		group(p, s.box(t), 0, boxes...)
		group(p, s.sphere(t), 0, balls...)
	}))
}
