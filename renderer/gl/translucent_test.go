//go:build cgo

package gl

import (
	"image"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"tumble/renderer"
)

// clearThing is a translucent body: from opacity 128 on it casts a shadow, as the bodies of a scene do.
type clearThing struct {
	mesh renderer.Mesh
	renderer.Instance
}

// drawClear records translucent bodies, far ones first, as the program does.
func drawClear(p *renderer.Packet, eye mgl32.Vec3, things ...clearThing) {
	for _, t := range things {
		k := p.AddInstance(t.Instance)
		if t.Color.A() >= 128 {
			p.DrawMesh(t.mesh, k, 1, 0, renderer.DrawEdges|renderer.DrawShadowOnly)
		}
		far := eye.Sub(mgl32.Vec3{t.XT, t.YT, t.ZT}).Len()
		p.DrawMeshBlended(t.mesh, k, 1, far, renderer.DrawEdges|renderer.DrawNoShadow)
	}
}

// glass records every kind of shape in several opacities before, behind and around opaque ones, and within each other.
func glass(t testing.TB, s *studio, p *renderer.Packet) {
	eye := mgl32.Vec3{-3, 3.2, 8}
	look(p, eye, mgl32.Vec3{0, 0.7, 0}, 40)
	p.DrawSky()
	p.DrawGround()
	group(p, s.box(t), renderer.DrawEdges,
		block(-2.2, 0.4, -1.6, upright, 0.8, 0.8, 0.8, palette[5]), block(0.4, 0.5, -0.2, tilted, 0.6, 0.6, 0.6,
			palette[0]), block(2.6, 0.9, -2, upright, 0.5, 1.8, 0.5, palette[2]))
	box, ball := s.box(t), s.sphere(t)
	capsule := instance(-0.6, 0.8, 1.2, upright, 0.28, 0.28, 0.28, palette[3].WithAlpha(150))
	capsule.Stretch = 0.5 / 0.28
	sleeper := block(3.3, 0.4, 0.9, upright, 0.8, 0.8, 0.8, palette[1].WithAlpha(170))
	sleeper.Flags = renderer.InstanceSleeping
	drawClear(p, eye,
		// a pane of glass before a block, a ball around one, and one that is nearly gone
		clearThing{box, block(-2.2, 0.7, -0.6, upright, 1.6, 1.4, 0.06, palette[1].WithAlpha(90))},
		clearThing{ball, instance(0.4, 0.6, -0.2, upright, 0.6, 0.6, 0.6, palette[2].WithAlpha(110))},
		clearThing{ball, instance(1.5, 0.5, 1, upright, 0.5, 0.5, 0.5, palette[4].WithAlpha(30))},
		clearThing{s.round(t, "capsule", renderer.CapsuleMesh), capsule},
		clearThing{s.round(t, "cylinder", renderer.CylinderMesh), instance(2.3, 0.5, -0.6, upright, 0.45, 0.5, 0.45,
			palette[0].WithAlpha(200))},
		clearThing{s.round(t, "cone", renderer.ConeMesh), instance(-1.6, 0.5, 1.2, upright, 0.45, 0.5, 0.45,
			palette[4].WithAlpha(128))},
		clearThing{box, sleeper},
		// two that overlap in the picture
		clearThing{box, block(-3.4, 0.5, 0.8, tilted, 0.9, 0.9, 0.9, palette[3].WithAlpha(120))},
		clearThing{box, block(-3.1, 0.45, 1.9, upright, 0.8, 0.8, 0.8, palette[0].WithAlpha(120))})
}

func TestGoldenTranslucent(t *testing.T) {
	s := newStudio(t)
	compare(t, "translucent", s.draw(t, 640, 360, func(p *renderer.Packet) { glass(t, s, p) }))
}

// The order in which translucent bodies are recorded makes no difference, and what is behind one shows through: a red
// block is seen through a blue pane, darker than alone and redder than the pane alone.
func TestTranslucentBodiesShowWhatIsBehind(t *testing.T) {
	s := newStudio(t)
	eye := mgl32.Vec3{0, 0.6, 6}
	red, blue, green := renderer.Hex(0xd03020), renderer.Hex(0x2050d0).WithAlpha(128),
		renderer.Hex(0x20c040).WithAlpha(128)
	picture := func(block_, panes bool, swap bool) *image.RGBA {
		return s.draw(t, 160, 90, func(p *renderer.Packet) {
			look(p, eye, mgl32.Vec3{0, 0.6, 0}, 30)
			p.DrawSky()
			p.DrawGround()
			if block_ {
				group(p, s.box(t), 0, block(0, 0.6, -1, upright, 1, 1, 1, red))
			}
			if panes {
				a := clearThing{s.box(t), block(0, 0.6, 0.5, upright, 1.2, 1, 0.05, blue)}
				b := clearThing{s.box(t), block(0, 0.6, 1.5, upright, 0.3, 0.3, 0.05, green)}
				if swap {
					a, b = b, a
				}
				drawClear(p, eye, a, b)
			}
		})
	}
	alone, through, pane, other := picture(true, false, false), picture(true, true, false), picture(false, true, false),
		picture(true, true, true)
	at := func(m *image.RGBA, x, y int) (r, g, b int) {
		c := m.RGBAAt(x, y)
		return int(c.R), int(c.G), int(c.B)
	}
	// beside the small pane, on the block
	const x, y = 71, 45
	r0, _, b0 := at(alone, x, y)
	r1, _, b1 := at(through, x, y)
	r2, _, _ := at(pane, x, y)
	if !(r1 < r0-10 && r1 > r2+10 && b1 > b0+10) {
		t.Errorf("the block alone has red %d and blue %d, through the pane %d and %d, the pane alone red %d", r0, b0,
			r1, b1, r2)
	}
	for i := range through.Pix {
		if d := int(through.Pix[i]) - int(other.Pix[i]); d > 1 || d < -1 {
			t.Fatalf("the order of recording changes the picture by %d", d)
		}
	}
}
