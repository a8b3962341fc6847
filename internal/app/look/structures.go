package look

import (
	"fmt"

	"tumble/physics"
	"tumble/physics/scenes"
	"tumble/physics/vec"
	"tumble/renderer"
)

// cards are printed: a back with a lattice in a white border, and pips on the face.
func cards(l *Look) {
	l.backdrop(0x3f7566, 38, 42)
	l.dress = func(l *Look, _ *physics.World, b physics.Body) ([]Part, bool) {
		if b.Type() != physics.Dynamic {
			return nil, false
		}
		g, ok := shapesOf(b)[0].(physics.Box)
		if !ok {
			return nil, false
		}
		// the card lies in x and y of its own frame, face up along z
		var q vec.Quat
		if g.Half.X < g.Half.Y {
			q = vec.QuatAxisAngle(vec.AxisY, vec.Pi/2)
			if b.Rotation().Z < 0 {
				q = vec.QuatAxisAngle(vec.AxisY, -vec.Pi/2)
			}
		} else {
			q = vec.QuatAxisAngle(vec.AxisZ, vec.Pi/2).Mul(vec.QuatAxisAngle(vec.AxisY, vec.Pi/2))
		}
		list := l.card(b.Index())
		for i := range list {
			list[i].Local = vec.Transform{Q: q}.Mul(list[i].Local)
		}
		return list, true
	}
}

// card lies upright in x and y: 0.35 and 0.5 from the middle to its sides, its face towards +z.
func (l *Look) card(n int) []Part {
	const hx, hy, hz = 0.35, 0.5, 0.01
	back := []renderer.Color{renderer.Hex(0xb23a35), renderer.Hex(0x2b5a8c)}[n/3%2]
	suit := []renderer.Color{renderer.Hex(0xc2302c), renderer.Hex(0x22252b)}[n%2]
	list := []Part{
		box(0, 0, 0, hx, hy, hz, Coat{paperWhite, plain(0.5)}),
		box(0, 0, -hz, hx-0.035, hy-0.035, 0.0008, Coat{back, checkered(0.045)}),
	}
	pips := l.mesh(fmt.Sprint("pips ", n%10+1, " of suit ", n%2), func(m *mesher) {
		for _, p := range pipSpots[n%10] {
			if n%2 == 0 {
				diamond(m, p[0]*0.135, p[1]*0.29, 0.062, hz+0.0012)
			} else {
				club(m, p[0]*0.135, p[1]*0.29, 0.032, hz+0.0012)
			}
		}
		for _, s := range [2]float32{-1, 1} {
			index(m, n%10, s, hz+0.0012)
			if n%2 == 0 {
				diamond(m, -s*0.282, s*0.315, 0.032, hz+0.0012)
			} else {
				club(m, -s*0.282, s*0.322, 0.018, hz+0.0012)
			}
		}
	})
	return append(list, meshed(pips, Coat{suit, plain(0.5)}))
}

// pipSpots are the places of the pips of the cards from ace to ten, in columns and rows.
var pipSpots = [10][][2]float32{
	{{0, 0}},
	{{0, 1}, {0, -1}},
	{{0, 1}, {0, 0}, {0, -1}},
	{{-1, 1}, {1, 1}, {-1, -1}, {1, -1}},
	{{-1, 1}, {1, 1}, {0, 0}, {-1, -1}, {1, -1}},
	{{-1, 1}, {1, 1}, {-1, 0}, {1, 0}, {-1, -1}, {1, -1}},
	{{-1, 1}, {1, 1}, {-1, 0}, {1, 0}, {-1, -1}, {1, -1}, {0, 0.5}},
	{{-1, 1}, {1, 1}, {-1, 0}, {1, 0}, {-1, -1}, {1, -1}, {0, 0.5}, {0, -0.5}},
	{{-1, 1}, {1, 1}, {-1, 0.34}, {1, 0.34}, {-1, -0.34}, {1, -0.34}, {-1, -1}, {1, -1}, {0, 0}},
	{{-1, 1}, {1, 1}, {-1, 0.34}, {1, 0.34}, {-1, -0.34}, {1, -0.34}, {-1, -1}, {1, -1}, {0, 0.67}, {0, -0.67}},
}

func diamond(m *mesher, x, y, r, z float32) {
	m.quad(vec.V3(x-0.75*r, y, z), vec.V3(x, y-r, z), vec.V3(x+0.75*r, y, z), vec.V3(x, y+r, z))
}

func club(m *mesher, x, y, r, z float32) {
	for _, p := range [3][2]float32{{0, 1}, {-0.95, -0.3}, {0.95, -0.3}} {
		m.disc(vec.V3(x+p[0]*r, y+p[1]*r, z), vec.AxisZ, r, 14)
	}
	m.triangle(vec.V3(x-0.7*r, y-2*r, z), vec.V3(x+0.7*r, y-2*r, z), vec.V3(x, y+0.5*r, z))
}

// dominoes change colour along the spiral, and have a bar and pips.
func dominoes(l *Look) {
	l.backdrop(0x5f7d8a, -52, 38)
	l.dress = func(l *Look, _ *physics.World, b physics.Body) ([]Part, bool) {
		if b.Type() != physics.Dynamic {
			return nil, false
		}
		i := b.Index()
		c := []renderer.Color{ivory, gold, coral, teal}[i/8%4]
		ink := graphite
		if i/8%4 == 3 {
			ink = ivory
		}
		return []Part{
			solid(physics.BoxHalf(0.05, 0.5, 0.25), Coat{c, plastic(0.35)}),
			meshed(l.dominoPips(i*5%7), Coat{ink, plain(0.4)}),
		}, true
	}
}

// dominoSpots are the places of the pips of a half.
var dominoSpots = [7][][2]float32{
	{}, {{0, 0}}, {{-1, -1}, {1, 1}}, {{-1, -1}, {0, 0}, {1, 1}}, {{-1, -1}, {1, -1}, {-1, 1}, {1, 1}},
	{{-1, -1}, {1, -1}, {-1, 1}, {1, 1}, {0, 0}}, {{-1, -1}, {1, -1}, {-1, 1}, {1, 1}, {-1, 0}, {1, 0}},
}

// dominoPips are the pips of a domino by its upper half.
func (l *Look) dominoPips(upper int) *scenes.DrawMesh {
	// seven pairs are enough: every mesh is a draw of its own
	lower := (upper + 3) % 7
	return l.mesh(fmt.Sprint("pips ", upper, " and ", lower), func(m *mesher) {
		for side := float32(-1); side <= 1; side += 2 {
			x := side * 0.0512
			for half, n := range [2]int{upper, lower} {
				y := 0.25 - 0.5*float32(half)
				for _, p := range dominoSpots[n] {
					m.disc(vec.V3(x, y+0.13*p[1], 0.13*p[0]), vec.V3(side, 0, 0), 0.038, 12)
				}
			}
			a, b := vec.V3(x, -0.008, -0.2*side), vec.V3(x, 0.008, 0.2*side)
			m.quad(vec.V3(x, a.Y, b.Z), vec.V3(x, a.Y, a.Z), vec.V3(x, b.Y, a.Z), vec.V3(x, b.Y, b.Z))
		}
	})
}

// cradle hangs chrome balls on pairs of threads in a frame.
func cradle(l *Look) {
	l.backdrop(0x86607a, -48, 40)
	l.dress = func(l *Look, _ *physics.World, b physics.Body) ([]Part, bool) {
		i := b.Index()
		if b.Type() == physics.Static {
			if i > 0 {
				return []Part{}, true
			}
			return cradleFrame(b.Position()), true
		}
		thread := Coat{renderer.Hex(0x20242a), plain(0.6)}
		ring := vec.V3(0, 0.2, 0)
		return []Part{
			knob(vec.Vec3{}, 0.2, Coat{silver, chrome()}), knob(ring, 0.025, Coat{brass, metal(0.3)}),
			rod(ring, vec.V3(0, 2, 0.32), 0.007, thread), rod(ring, vec.V3(0, 2, -0.32), 0.007, thread),
		}, true
	}
}

// cradleFrame is two bars on four posts over a plate of wood, in the frame of a body at p.
func cradleFrame(p vec.Vec3) []Part {
	bar := Coat{silver, metal(0.22)}
	const reach, depth, top = 1.75, 0.32, 2.5
	at := func(x, y, z float32) vec.Vec3 { return vec.V3(x, y, z).Sub(p) }
	var list []Part
	for z := float32(-depth); z <= depth; z += 2 * depth {
		list = append(list, rod(at(-reach, top, z), at(reach, top, z), 0.035, bar))
		for x := float32(-reach); x <= reach; x += 2 * reach {
			list = append(list, rod(at(x, 0.1, z), at(x, top, z), 0.035, bar), knob(at(x, top, z), 0.05, bar),
				rod(at(x, 0.1, z), at(x, 0.14, z), 0.075, bar))
		}
	}
	q := at(0, 0.05, 0)
	return append(list, box(q.X, q.Y, q.Z, 2.05, 0.05, 0.62, Coat{walnut, wood(0.8)}))
}

// footbridge is planks on ropes between stone towers.
func footbridge(l *Look) {
	l.backdrop(0x4f8884, -35, 46)
	figure := l.figures(3 + 40)
	l.dress = func(l *Look, w *physics.World, b physics.Body) ([]Part, bool) {
		switch i := b.Index(); {
		case i == 0:
			return nil, false
		case b.Type() == physics.Static:
			return []Part{
				box(0, -1.6, 0, 1, 2.4, 1, Coat{sandstone, stone(2)}),
				box(0, 0.92, 0, 1.08, 0.08, 1.08, Coat{limestone, stone(1.5)}),
				box(0, -3.85, 0, 1.2, 0.15, 1.2, Coat{limestone, stone(1.5)}),
				post(-0.9, -0.6), post(-0.9, 0.6), post(0.9, -0.6), post(0.9, 0.6),
			}, true
		case i < 3+40:
			return plank(i), true
		case b.Name() != "":
			return figure(l, w, b)
		}
		return crate(0.4, Coat{scattered([]renderer.Color{gold, coral, teal}, b.Index()), boards(0.8)},
			Coat{walnut, boards(0.8)}), true
	}
}

// post is where the ropes of a bridge are made fast.
func post(x, z float32) Part {
	return box(x, 1.45, z, 0.07, 0.47, 0.07, Coat{walnut, wood(0.6)})
}

func plank(i int) []Part {
	rope := Coat{renderer.Hex(0xb79a6a), plain(0.9)}
	list := []Part{box(0, 0, 0, 0.23, 0.04, 0.62, Coat{timber[i*7%3], wood(0.6)})}
	for z := float32(-0.6); z <= 0.6; z += 1.2 {
		list = append(list, rod(vec.V3(-0.27, 0.72, z), vec.V3(0.27, 0.72, z), 0.022, rope),
			rod(vec.V3(-0.27, -0.02, z), vec.V3(0.27, -0.02, z), 0.025, rope))
		if i%2 == 0 {
			list = append(list, rod(vec.V3(0, 0, z), vec.V3(0, 0.72, z), 0.016, rope))
		}
	}
	return list
}
