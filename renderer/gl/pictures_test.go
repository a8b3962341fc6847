//go:build cgo

package gl

import (
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"tumble/renderer"
)

var palette = []renderer.Color{
	renderer.Hex(0xd9734e), renderer.Hex(0x4f86c6), renderer.Hex(0xe0b04c),
	renderer.Hex(0x6aa67a), renderer.Hex(0x9a7bb8), renderer.Hex(0xdad5c8),
}

// group adds instances and draws them with one mesh.
func group(p *renderer.Packet, m renderer.Mesh, flags renderer.DrawFlags, all ...renderer.Instance) {
	first := uint32(len(p.Instances))
	copy(func() []renderer.Instance { _, in := p.AddInstances(len(all)); return in }(), all)
	p.DrawMesh(m, first, uint32(len(all)), 0, flags)
}

func (s *studio) box(t testing.TB) renderer.Mesh { return s.mesh(t, "box", renderer.BoxMesh) }

func (s *studio) sphere(t testing.TB) renderer.Mesh {
	return s.mesh(t, "sphere", func() renderer.MeshDesc { return renderer.SphereMesh(3) })
}

func (s *studio) round(t testing.TB, name string, build func(level int) renderer.MeshDesc) renderer.Mesh {
	return s.mesh(t, name, func() renderer.MeshDesc { return build(3) })
}

var (
	upright = mgl32.QuatIdent()
	tilted  = mgl32.QuatRotate(0.6, mgl32.Vec3{1, 2, 0.5}.Normalize())
)

// block is an instance of the box mesh with whole sides instead of half ones.
func block(x, y, z float32, q mgl32.Quat, sx, sy, sz float32, c renderer.Color) renderer.Instance {
	return instance(x, y, z, q, sx/2, sy/2, sz/2, c)
}

// pile records boxes in a pyramid and spheres beside it.
func pile(t testing.TB, s *studio, p *renderer.Packet) {
	p.DrawSky()
	p.DrawGround()
	var boxes []renderer.Instance
	for row := range 6 {
		for i := range 6 - row {
			x := float32(i) - float32(5-row)/2
			q := mgl32.QuatRotate(0.05*float32(i-row), mgl32.Vec3{0, 1, 0})
			boxes = append(boxes, block(x*1.02, 0.5+float32(row), 0, q, 1, 1, 1, palette[(i+row)%len(palette)]))
		}
	}
	boxes = append(boxes, block(-2, 0.9, 3, tilted, 1, 1, 1, palette[1]),
		block(3.2, 0.15, 2.2, upright, 0.3, 0.3, 0.3, palette[0]),
		block(3.8, 0.15, 2.6, upright, 0.3, 0.3, 0.3, palette[5]))
	group(p, s.box(t), renderer.DrawEdges, boxes...)
	group(p, s.sphere(t), 0, spheres(p)...)
}

// spheres are of matt paint, of smooth paint, of metal, and with a pattern.
func spheres(p *renderer.Packet) []renderer.Instance {
	smooth := p.AddMaterial(renderer.Material{Roughness: 0.25, Specular: 0.04, Tint: renderer.RGB{R: 1, G: 1, B: 1}})
	metal := p.AddMaterial(renderer.Material{Roughness: 0.3, Metallic: 1, Specular: 0.04,
		Tint: renderer.RGB{R: 1, G: 1, B: 1}})
	var all []renderer.Instance
	for i, m := range []uint32{0, smooth, metal, 0} {
		in := instance(float32(i)*1.3-1, 0.5, 2.4-0.3*float32(i), tilted, 0.5, 0.5, 0.5, palette[(i+2)%len(palette)])
		in.Material = m
		if i == 3 {
			in.Flags |= renderer.InstanceChecker
		}
		all = append(all, in)
	}
	return all
}

func TestGoldenPile(t *testing.T) {
	s := newStudio(t)
	compare(t, "pile", s.draw(t, 640, 360, func(p *renderer.Packet) {
		look(p, mgl32.Vec3{-7, 4.2, 9}, mgl32.Vec3{0, 2.2, 0}, 45)
		pile(t, s, p)
	}))
}

func TestGoldenLowQuality(t *testing.T) {
	s := newStudio(t)
	compare(t, "lowquality", s.draw(t, 320, 180, func(p *renderer.Packet) {
		p.Quality = renderer.Quality{Samples: 1, ShadowSize: 512, Scale: 0.75}
		look(p, mgl32.Vec3{-7, 4.2, 9}, mgl32.Vec3{0, 2.2, 0}, 45)
		pile(t, s, p)
	}))
}

func TestGoldenShapes(t *testing.T) {
	s := newStudio(t)
	compare(t, "shapes", s.draw(t, 640, 360, func(p *renderer.Packet) {
		look(p, mgl32.Vec3{-4, 3.4, 8}, mgl32.Vec3{0, 0.6, 0}, 40)
		shapes(t, s, p)
	}))
}

// shapes records one of every shape, all standing or lying on the ground.
func shapes(t testing.TB, s *studio, p *renderer.Packet) {
	p.DrawSky()
	p.DrawGround()
	checker := p.AddMaterial(renderer.Material{Roughness: 0.55, Specular: 0.04, Tint: renderer.RGB{R: 1, G: 1, B: 1},
		Checker: 0.25})
	box := block(-3.2, 0.4, 0, mgl32.QuatRotate(0.4, mgl32.Vec3{0, 1, 0}), 1.2, 0.8, 0.6, palette[0])
	plank := block(0, 0.05, 2.2, mgl32.QuatRotate(-0.1, mgl32.Vec3{0, 1, 0}), 5, 0.1, 0.6, palette[5])
	board := block(-2.6, 0.55, -1.6, upright, 1.1, 1.1, 1.1, palette[3])
	board.Material = checker
	group(p, s.box(t), renderer.DrawEdges, box, plank, board)
	ball := instance(-1.6, 0.5, 0, tilted, 0.5, 0.5, 0.5, palette[2])
	ball.Flags = renderer.InstanceChecker
	sheep := instance(1.2, 0.6, -2, tilted, 0.6, 0.6, 0.6, palette[4])
	sheep.Material = checker
	group(p, s.sphere(t), 0, ball, sheep)
	lying := mgl32.QuatRotate(mgl32.DegToRad(90), mgl32.Vec3{0, 0, 1})
	capsule := instance(0, 0.3, 0.4, mgl32.QuatRotate(0.5, mgl32.Vec3{0, 1, 0}).Mul(lying), 0.3, 0.3, 0.3, palette[1])
	capsule.Stretch = 0.5 / 0.3
	standing := instance(-0.4, 0.8, -1.4, upright, 0.25, 0.25, 0.25, palette[0])
	standing.Stretch = 0.55 / 0.25
	group(p, s.round(t, "capsule", renderer.CapsuleMesh), 0, capsule, standing)
	group(p, s.round(t, "cylinder", renderer.CylinderMesh), renderer.DrawEdges,
		instance(1.5, 0.5, 0, upright, 0.45, 0.5, 0.45, palette[3]),
		instance(2.4, 0.35, 1.2, mgl32.QuatRotate(-0.7, mgl32.Vec3{0, 1, 0}).Mul(lying), 0.35, 0.6, 0.35, palette[2]))
	group(p, s.round(t, "cone", renderer.ConeMesh), renderer.DrawEdges, instance(2.9, 0.55, -0.6, upright, 0.5, 0.55,
		0.5, palette[4]))
}

func TestGoldenStates(t *testing.T) {
	s := newStudio(t)
	compare(t, "states", s.draw(t, 640, 360, func(p *renderer.Packet) {
		look(p, mgl32.Vec3{-1, 3, 7.5}, mgl32.Vec3{0, 0.5, 0}, 40)
		p.DrawSky()
		p.DrawGround()
		var all []renderer.Instance
		for i, f := range []renderer.InstanceFlags{0, renderer.InstanceSleeping, renderer.InstanceHovered,
			renderer.InstanceSelected} {
			for k := range 2 {
				in := block(float32(i)*1.4-2.8, 0.5, -1.5*float32(k), upright, 1, 1, 1, palette[(2*k+i)%len(palette)])
				in.Flags = f
				all = append(all, in)
			}
		}
		glow := p.AddMaterial(renderer.Material{Roughness: 0.6, Specular: 0.04, Emission: 1.5,
			Tint: renderer.RGB{R: 1, G: 1, B: 1}})
		lamp := block(2.4, 0.5, -1.5, upright, 0.6, 0.6, 0.6, palette[0])
		lamp.Material = glow
		all = append(all, lamp)
		group(p, s.box(t), renderer.DrawEdges, all...)
		_, outlined := p.AddInstances(2)
		outlined[0], outlined[1] = all[6], all[7]
		p.DrawOutline(s.box(t), uint32(len(p.Instances)-2), 2)

		first, blended := p.AddInstances(2)
		blended[0] = block(2.3, 0.9, 0.4, upright, 1.6, 1.6, 1.6, palette[1].WithAlpha(200))
		blended[0].Flags = renderer.InstanceSensor
		blended[1] = instance(-2.2, 1, 1.4, upright, 0.6, 0.6, 0.6, palette[2].WithAlpha(90))
		p.DrawMeshBlended(s.box(t), first, 1, 8, renderer.DrawEdges)
		p.DrawMeshBlended(s.sphere(t), first+1, 1, 6, 0)
	}))
}

func TestGoldenOverlay(t *testing.T) {
	s := newStudio(t)
	atlas, err := renderer.NewAtlas(s.exec.Resources(), 0)
	if err != nil {
		t.Fatal(err)
	}
	defer atlas.Close()
	compare(t, "overlay", s.draw(t, 640, 360, func(p *renderer.Packet) {
		look(p, mgl32.Vec3{-2, 2.6, 6}, mgl32.Vec3{0, 0.6, 0}, 42)
		overlay(t, s, atlas, p)
	}))
}

// overlay records every kind of debug drawing in every depth mode around a box.
func overlay(t testing.TB, s *studio, atlas *renderer.Atlas, p *renderer.Packet) {
	p.DrawSky()
	p.DrawGround()
	group(p, s.box(t), renderer.DrawEdges, block(0, 0.5, 0, upright, 1, 1, 1, palette[5]),
		block(2, 0.5, -0.5, tilted, 1, 1, 1, palette[1]))
	black, white := renderer.Hex(0x101418), renderer.Hex(0xffffff)
	red, green, blue := renderer.Hex(0xff4b3e), renderer.Hex(0x2fbf4c), renderer.Hex(0x3d7bff)
	modes := []renderer.DepthMode{renderer.DepthTest, renderer.DepthHint, renderer.DepthNone}
	for i, m := range modes {
		y := 0.25 + 0.25*float32(i)
		pen := renderer.Pen{Color: []renderer.Color{red, green, blue}[i], Width: 3, Depth: m}
		p.Segment(pen, mgl32.Vec3{-1.6, y, 0.2}, mgl32.Vec3{1.4, y, -0.2})
		for k, shape := range []renderer.PointShape{renderer.PointDisc, renderer.PointSquare, renderer.PointRing,
			renderer.PointCross} {
			x := -2.4 + 0.25*float32(k)
			p.AddPoint(m, renderer.Point{X: x, Y: y, Z: 0.5, Size: 11, Color: pen.Color, Shape: shape})
		}
	}
	p.WireBox(renderer.Pen{Color: renderer.Hex(0xffd23e), Width: 2}, mgl32.Vec3{2, 0.5, -0.5}, tilted,
		mgl32.Vec3{0.5, 0.5, 0.5})
	p.Bounds(renderer.Pen{Color: white, Width: 1.5, Dash: 5}, mgl32.Vec3{1.1, -0.3, -1.4}, mgl32.Vec3{2.9, 1.3, 0.4})
	p.Arrow(renderer.Pen{Color: red, Width: 2.5}, mgl32.Vec3{0, 1, 0}, mgl32.Vec3{0, 1.8, 0}, 0)
	p.WireSphere(renderer.Pen{Color: black, Width: 1}, mgl32.Vec3{-1.2, 0.5, -1.5}, tilted, 0.5)
	p.WireCapsule(renderer.Pen{Color: blue, Width: 1.5}, mgl32.Vec3{-2.8, 0.4, -1.5}, mgl32.Vec3{-2.8, 1.2, -1.5}, 0.4)
	p.Axes(renderer.Pen{Width: 3, Depth: renderer.DepthNone}, mgl32.Vec3{0, 0.5, 0}, tilted, 0.5)
	p.AddLine(renderer.DepthTest, renderer.DrawMetres, renderer.Line{AX: -3, AZ: 2, AY: 0.01, BX: 3, BZ: 2, BY: 0.01,
		ColorA: green, ColorB: red, Width: 0.08})
	p.DrawMeshOverlay(s.sphere(t), p.AddInstance(instance(0.9, 0.3, 0.9, upright, 0.1, 0.1, 0.1, red)), 1,
		renderer.DepthHint, renderer.DrawUnlit)
	style := renderer.TextStyle{Font: renderer.FontRegular, Size: 13}
	label := renderer.Label{Style: style, Color: white, Back: black.WithAlpha(170), Align: renderer.AlignCentre, DY: -6}
	atlas.Label(p, label, mgl32.Vec3{2, 1.4, -0.5}, "box 7")
	label.Depth = renderer.DepthHint
	atlas.Label(p, label, mgl32.Vec3{0.1, 0.3, -1}, "behind the box")
}

func TestGoldenInterface(t *testing.T) {
	s := newStudio(t)
	atlas, err := renderer.NewAtlas(s.exec.Resources(), 0)
	if err != nil {
		t.Fatal(err)
	}
	defer atlas.Close()
	compare(t, "interface", s.draw(t, 320, 180, func(p *renderer.Packet) {
		look(p, mgl32.Vec3{-2, 2.6, 6}, mgl32.Vec3{0, 0.6, 0}, 42)
		p.DrawSky()
		p.DrawGround()
		dark, light := renderer.Hex(0x1b1f24), renderer.Hex(0xe8eaed)
		var none renderer.Texture
		all := renderer.Rect{}
		p.AddQuad(0, all, none, renderer.Quad{X0: 12, Y0: 14, X1: 168, Y1: 168, ColorTop: renderer.RGBA(0, 0, 0, 120),
			ColorBottom: renderer.RGBA(0, 0, 0, 120), Radius: 8 * 16, Soft: 8 * 16})
		p.AddQuad(0, all, none, renderer.Quad{X0: 10, Y0: 10, X1: 166, Y1: 164, ColorTop: dark.WithAlpha(235),
			ColorBottom: dark.WithAlpha(235), ColorBorder: renderer.Hex(0x3c444d), Radius: 6 * 16, Border: 16})
		style := renderer.TextStyle{Font: renderer.FontRegular, Size: 12}
		bold := renderer.TextStyle{Font: renderer.FontBold, Size: 13}
		mono := renderer.TextStyle{Font: renderer.FontMono, Size: 12}
		atlas.Text(p, 1, all, bold, 20, 28, light, "Solver")
		atlas.Text(p, 1, all, style, 20, 48, light, "Sub-steps, ÄÖÜ µ ·")
		atlas.Text(p, 1, all, mono, 20, 64, light, "0.0166 ms  4")
		p.AddQuad(1, all, none, renderer.Quad{X0: 20, Y0: 74, X1: 156, Y1: 90, ColorTop: renderer.Hex(0x4a8fe0),
			ColorBottom: renderer.Hex(0x2f6fbd), Radius: 4 * 16})
		atlas.Text(p, 1, renderer.Rect{X0: 20, Y0: 74, X1: 80, Y1: 90}, style, 26, 86, light,
			"clipped after sixty pixels")
		p.AddLine2D(1, all, renderer.Line{AX: 20, AY: 150, BX: 60, BY: 104, ColorA: palette[2], ColorB: palette[2],
			Width: 2})
		p.AddLine2D(1, all, renderer.Line{AX: 60, AY: 104, BX: 156, BY: 140, ColorA: palette[2], ColorB: palette[0],
			Width: 2, Dash: 4})
		p.AddTriangles(1, all, none, []renderer.Vertex2D{
			{X: 90, Y: 150, Color: palette[0]}, {X: 150, Y: 150, Color: palette[1]},
			{X: 120, Y: 104, Color: palette[3].WithAlpha(120)},
		}, []uint32{0, 1, 2})
		atlas.Text(p, 0, all, style, 180, 30, light, "on the sky")
		atlas.Text(p, 0, all, style, 180, 150, dark, "on the ground")
	}))
}

func TestGoldenOrthographicWireframe(t *testing.T) {
	s := newStudio(t)
	compare(t, "wireframe", s.draw(t, 320, 180, func(p *renderer.Packet) {
		p.Header.Flags |= renderer.FrameWireframe
		look(p, mgl32.Vec3{-7, 7, 7}, mgl32.Vec3{0, 1.5, 0}, 45)
		v := &p.View
		v.FovY = 0
		v.Proj = mgl32.Ortho(-7.2, 7.2, -4.05, 4.05, 0.1, 100)
		v.ViewProj = v.Proj.Mul4(v.View)
		v.Inverse = v.ViewProj.Inv()
		renderer.ShadowFit{Size: 1024, CasterRadius: 30}.Fit(v, p.Environment.SunDirection)
		pile(t, s, p)
	}))
}
