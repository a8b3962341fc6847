package look

import (
	"tumble/physics"
	"tumble/renderer"
)

// looks are the scenes that have a look of their own; the others are dressed by the roles of their bodies.
var looks = map[string]func(*Look){
	"pyramid36":        blocks,
	"pyramid210":       bands,
	"pyramid1275":      bands,
	"stack10":          blocks,
	"stack20":          blocks,
	"card_house":       cards,
	"arch":             stonework,
	"domino_spiral":    dominoes,
	"newtons_cradle":   cradle,
	"bowling":          bowlingAlley,
	"gears":            clockwork,
	"roller_coaster":   coaster,
	"driving":          motoring,
	"skid_pad":         motoring,
	"crane":            craneYard,
	"rope_bridge":      footbridge,
	"ragdoll_bridge":   footbridge,
	"ragdoll_pile":     mannequins,
	"ragdoll_gym":      gymnasts,
	"spinning_coin":    coinage,
	"spinning_tops":    tops,
	"mixed_rain":       toyBin,
	"overflow_pile":    toyBin,
	"moving_compounds": furniture,
	"tumbler":          drum,
	"windmill":         mill,
	"pool":             basin,
	"rolling_shapes":   ramp,
	"turntable":        gramophone,
	"convex_pile":      rocks,
	"explosion":        blast,
}

// backdrop puts a scene into the studio.
func (l *Look) backdrop(ground uint32, azimuth, elevation float64) {
	l.mood, l.ground, l.azimuth, l.elevation = Studio, renderer.Hex(ground), azimuth, elevation
}

// blocks are painted building blocks.
func blocks(l *Look) {
	l.blocks(func(b physics.Body) renderer.Color {
		row := max(int(b.Position().Y+0.25), 0) * 7
		return []renderer.Color{coral, oak, gold, maple, teal, ivory}[(row+int(uint32(b.Index())*2654435769>>20))%6]
	})
}

// bands are blocks of one paint in four rows each: hundreds of blocks in many colours are confetti.
func bands(l *Look) {
	l.blocks(func(b physics.Body) renderer.Color {
		return []renderer.Color{navy, gold, coral, ivory}[max(int(b.Position().Y), 0)/4%4]
	})
}

// blocks paints wooden blocks by their positions in the beginning: the mass centre has not moved yet when the coat is
// chosen, nor far when a scene is opened again.
func (l *Look) blocks(paint func(b physics.Body) renderer.Color) {
	l.backdrop(0x5f98a8, -40, 44)
	l.coat = func(l *Look, b physics.Body, _ physics.Geometry) (Coat, bool) {
		if b.Type() != physics.Dynamic {
			return Coat{}, false
		}
		return Coat{paint(b), wood(1)}, true
	}
}

// stonework is an arch of two stones in turn with a keystone.
func stonework(l *Look) {
	l.backdrop(0x4f86a3, -45, 44)
	l.coat = func(l *Look, b physics.Body, _ physics.Geometry) (Coat, bool) {
		if b.Type() != physics.Dynamic {
			return Coat{}, false
		}
		c := masonry[b.Index()%2]
		if b.Index() == 8 {
			c = brick
		}
		return Coat{c, stone(0.8)}, true
	}
}

// toyBin is a wooden bin of toys.
func toyBin(l *Look) {
	l.backdrop(0x4f7f86, -48, 42)
	l.palette = toys
	l.size = 0.5
	l.coat = func(l *Look, b physics.Body, g physics.Geometry) (Coat, bool) {
		if b.Type() == physics.Static {
			return Coat{maple, boards(2.5)}, true
		}
		return l.moving(scattered(l.palette, b.Index()), g), true
	}
}

// furniture are tables, chairs and crates of three woods.
func furniture(l *Look) {
	l.backdrop(0x548a74, -40, 46)
	l.coat = func(l *Look, b physics.Body, g physics.Geometry) (Coat, bool) {
		if b.Type() == physics.Static {
			return Coat{renderer.Hex(0xc9bb9f), plaster(4)}, true
		}
		switch n := b.ShapeCount(); {
		case n == 1:
			return Coat{coral, striped(0.34)}, true
		case n == 5:
			return Coat{oak, boards(1)}, true
		case n == 6 && isLeg(g):
			return Coat{teal, plastic(0.5)}, true
		case n == 6:
			return Coat{maple, boards(1)}, true
		}
		return Coat{ivory, boards(1)}, true
	}
}

// isLeg reports whether a box is longer than wide.
func isLeg(g physics.Geometry) bool {
	b, ok := g.(physics.Box)
	return ok && b.Half.Y > 4*b.Half.X && b.Half.Y > 4*b.Half.Z
}

// rocks are a heap of stones in four tones.
func rocks(l *Look) {
	l.backdrop(0x4a8790, -45, 42)
	l.size = 4
	tones := []renderer.Color{sandstone, renderer.Hex(0xc2653f), renderer.Hex(0x7c5a4a), renderer.Hex(0xe6d6b4)}
	l.coat = func(l *Look, b physics.Body, _ physics.Geometry) (Coat, bool) {
		if b.Type() != physics.Dynamic {
			return Coat{}, false
		}
		// every face is made of triangles, whose inner edges are none to round
		rough := stone(3)
		rough.Bevel = 0
		return Coat{scattered(tones, b.Index()), rough}, true
	}
}

// ramp is a wooden slope with striped rollers.
func ramp(l *Look) {
	l.backdrop(0x587d96, 40, 40)
	l.dress = func(_ *Look, _ *physics.World, b physics.Body) ([]Part, bool) {
		if b.Index() != 0 {
			return nil, false
		}
		var list []Part
		for k := range 8 {
			c := Coat{[]renderer.Color{oak, renderer.Hex(0xa8774a), renderer.Hex(0xb98753)}[k*5%3], boards(0.9)}
			list = append(list, boardX(0, 0, -5.25+1.5*float32(k), 12, 0.5, 0.745, c))
		}
		return list, true
	}
	l.coat = func(l *Look, b physics.Body, g physics.Geometry) (Coat, bool) {
		if b.Type() == physics.Static {
			return Coat{}, false
		}
		c := []renderer.Color{coral, gold, teal, ash, ivory}[(b.Index()+3)%5]
		m := striped(0.3)
		if b.ShapeCount() > 1 {
			m = steel(0.4)
		}
		return Coat{c, m}, true
	}
}
