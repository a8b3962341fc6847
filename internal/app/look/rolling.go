package look

import (
	"tumble/physics"
	"tumble/physics/vec"
	"tumble/renderer"
)

// pinProfile is the outline of a bowling pin: radius and height (m).
var pinProfile = [][2]float32{
	{0, 0}, {0.0255, 0}, {0.031, 0.012}, {0.045, 0.045}, {0.055, 0.08}, {0.0605, 0.115}, {0.058, 0.145}, {0.05, 0.175},
	{0.039, 0.205},
	{0.029, 0.232}, {0.0235, 0.255}, {0.0237, 0.275}, {0.0265, 0.3}, {0.0305, 0.327}, {0.0318, 0.343}, {0.029, 0.362},
	{0.019, 0.374}, {0, 0.378},
}

// bowlingAlley is a lane of boards with arrows, pins with rings and a marbled ball.
func bowlingAlley(l *Look) {
	l.backdrop(0x4d6f86, -38, 44)
	l.level, l.sunk = -0.14, true
	l.dress = func(l *Look, _ *physics.World, b physics.Body) ([]Part, bool) {
		switch i := b.Index(); {
		case i == 0:
			return l.alleyBoards(), true
		case i < 3:
			// the kerb of the gutter
			return []Part{board(0, 0, 0, 0.05, 0.1, 12, Coat{walnut, boards(1)})}, true
		case i == 3:
			return []Part{solid(physics.BoxHalf(1.1, 0.6, 0.1), Coat{renderer.Hex(0x2f6d78), plain(0.8)})}, true
		case b.ShapeCount() == 2:
			return l.pin(), true
		}
		return l.bowl(), true
	}
}

// alleyBoards are boards of two tones along z, an approach with dots and the seven arrows.
func (l *Look) alleyBoards() []Part {
	const boardCount = 19
	var list []Part
	half := float32(1) / boardCount
	for i := range boardCount {
		tone := [3]renderer.Color{maple, renderer.Hex(0xd9b074), renderer.Hex(0xe8c893)}[(i*7+i/3)%3]
		list = append(list, board(-1+half*float32(2*i+1), 0.44, 0, half-0.001, 0.06, 12,
			Coat{tone, glossy(boards(0.8))}))
	}
	arrow := l.mesh("arrow", func(m *mesher) {
		m.triangle(vec.V3(-0.035, 0, 0.12), vec.V3(0.035, 0, 0.12), vec.V3(0, 0, -0.12))
	})
	for i := range 7 {
		off := float32(i - 3)
		p := meshed(arrow, Coat{walnut, plain(0.4)})
		p.Local = at(0.24*off, 0.5015, -3.6+0.28*vec.Abs(off))
		list = append(list, p)
	}
	return list
}

func glossy(m renderer.Material) renderer.Material {
	m.Roughness = 0.24
	return m
}

func (l *Look) pin() []Part {
	body := l.mesh("pin", func(m *mesher) { m.lathe(32, pinProfile...) })
	rings := l.mesh("rings of a pin", func(m *mesher) {
		m.lathe(32, [2]float32{0.0287, 0.2395}, [2]float32{0.0252, 0.2535})
		m.lathe(32, [2]float32{0.0246, 0.2655}, [2]float32{0.0255, 0.2815})
	})
	return []Part{meshed(body, Coat{paperWhite, carPaint()}), meshed(rings, Coat{renderer.Hex(0xc8322d), carPaint()})}
}

// bowl is the bowling ball with its three holes.
func (l *Look) bowl() []Part {
	marble := patterned(surface(0.12), renderer.PatternStone, 0.05, 2.2)
	marble.Specular = 0.05
	list := []Part{knob(vec.Vec3{}, 0.11, Coat{renderer.Hex(0xc2452d), marble})}
	for _, d := range [3]vec.Vec3{vec.V3(0.25, 0.9, 0.3), vec.V3(-0.12, 0.95, 0.3), vec.V3(0.06, 0.97, -0.12)} {
		n := d.Norm()
		list = append(list, rod(n.Mul(0.1), n.Mul(0.1105), 0.012, Coat{renderer.Hex(0x160d0b), plain(0.9)}))
	}
	return list
}

// tops are turned and painted in bands, with a stem.
func tops(l *Look) {
	l.backdrop(0x6b7f96, -45, 40)
	colors := [4][2]renderer.Color{{coral, ivory}, {teal, gold}, {navy, coral}, {gold, teal}}
	l.dress = func(l *Look, _ *physics.World, b physics.Body) ([]Part, bool) {
		if b.Type() != physics.Dynamic {
			return nil, false
		}
		c := colors[(b.Index()-1)%4]
		cone := l.mesh("foot of a top",
			func(m *mesher) { m.lathe(48, [2]float32{0, 0}, [2]float32{0.035, 0.02}, [2]float32{0.28, 0.165}) })
		band := l.mesh("belly of a top", func(m *mesher) {
			m.lathe(48, [2]float32{0.28, 0.165}, [2]float32{0.45, 0.265}, [2]float32{0.49, 0.285},
				[2]float32{0.5, 0.31}, [2]float32{0.485, 0.335}, [2]float32{0.44, 0.35}, [2]float32{0.34, 0.362})
		})
		lid := l.mesh("shoulder of a top",
			func(m *mesher) { m.lathe(48, [2]float32{0.34, 0.362}, [2]float32{0.12, 0.39}, [2]float32{0.055, 0.41}) })
		stem := l.mesh("stem of a top", func(m *mesher) {
			m.lathe(24, [2]float32{0.055, 0.405}, [2]float32{0.042, 0.43}, [2]float32{0.04, 0.56},
				[2]float32{0.055, 0.59}, [2]float32{0.058, 0.61}, [2]float32{0.045, 0.635}, [2]float32{0, 0.645})
		})
		return []Part{
			meshed(cone, Coat{oak, boards(0.6)}), meshed(band, Coat{c[0], striped(0.25)}),
			meshed(lid, Coat{c[1], striped(0.25)}), meshed(stem, Coat{oak, boards(0.4)}),
		}, true
	}
}

// coinage is a coin of gold with a rim and a star.
func coinage(l *Look) {
	l.backdrop(0x2f5c77, -30, 46)
	l.coat = func(l *Look, b physics.Body, _ physics.Geometry) (Coat, bool) {
		return Coat{l.ground, plain(0.7)}, b.Type() == physics.Static
	}
	l.dress = func(l *Look, _ *physics.World, b physics.Body) ([]Part, bool) {
		if b.Type() != physics.Dynamic {
			return nil, false
		}
		const rim, thick = 0.5, 0.0105
		bright := Coat{renderer.Hex(0xffcf6b), metal(0.32)}
		relief := Coat{renderer.Hex(0xffe29c), metal(0.36)}
		disc := l.mesh("coin", func(m *mesher) {
			m.lathe(96, [2]float32{0, -0.006}, [2]float32{0.44, -0.006}, [2]float32{0.452, -thick},
				[2]float32{0.494, -thick}, [2]float32{rim, -0.007},
				[2]float32{rim, 0.007}, [2]float32{0.494, thick}, [2]float32{0.452, thick}, [2]float32{0.44, 0.006},
				[2]float32{0, 0.006})
		})
		star := l.mesh("star of the coin", func(m *mesher) {
			m.prism(starOutline(5, 0.3, 0.125), -thick, thick)
			// the milled edge
			m.ring(starOutline(120, 0.5035, 0.498), starOutline(120, 0.49, 0.49), -0.0075, 0.0075)
			for k := range 48 {
				m.prism(moved(starOutline(4, 0.008, 0.008), circle(0.4, 0, k, 48)), -thick, thick)
			}
		})
		p := meshed(star, relief)
		p.Local.Q = vec.QuatAxisAngle(vec.AxisX, -vec.Pi/2)
		return []Part{meshed(disc, bright), p}, true
	}
}

// starOutline has n points at the outer radius.
func starOutline(n int, outer, inner float32) [][2]float32 {
	var list [][2]float32
	for k := range 2 * n {
		r := outer
		if k%2 == 1 {
			r = inner
		}
		s, c := vec.SinCos(float32(vec.Pi) * (float32(k)/float32(n) + 0.5))
		list = append(list, [2]float32{r * c, r * s})
	}
	return list
}

// moved shifts an outline by x and z of a point.
func moved(outline [][2]float32, by vec.Vec3) [][2]float32 {
	for i := range outline {
		outline[i][0] += by.X
		outline[i][1] += by.Z
	}
	return outline
}

// gramophone is a record on its player, with a striped ball.
func gramophone(l *Look) {
	l.backdrop(0xb87c58, -45, 44)
	l.dress = func(l *Look, _ *physics.World, b physics.Body) ([]Part, bool) {
		switch b.Type() {
		case physics.Static:
			wide := Coat{walnut, boards(5)}
			return standing(b,
				box(0, 0.06, 0, 6.2, 0.1, 5.8, wide),
				box(0, 0.17, 0, 6.0, 0.02, 5.6, Coat{renderer.Hex(0xd8c7a8), plain(0.5)}),
				rod(vec.V3(5.3, 0.15, -4.7), vec.V3(5.3, 0.75, -4.7), 0.35, Coat{silver, metal(0.3)}),
				rod(vec.V3(5.3, 0.7, -4.7), vec.V3(3.6, 0.75, 2.2), 0.09, Coat{silver, metal(0.3)}),
				box(3.55, 0.83, 2.4, 0.16, 0.07, 0.3, Coat{graphite, plain(0.4)})), true
		case physics.Kinematic:
			return l.record(), true
		}
		return []Part{knob(vec.Vec3{}, 0.3, Coat{gold, striped(0.2)})}, true
	}
}

// record has grooves that catch the light and a label.
func (l *Look) record() []Part {
	disc := l.mesh("record", func(m *mesher) {
		profile := [][2]float32{{4.95, -0.25}, {5, -0.2}, {5, 0.2}, {4.95, 0.25}}
		for r := float32(4.8); r > 1.9; r -= 0.16 {
			profile = append(profile, [2]float32{r, 0.25}, [2]float32{r - 0.06, 0.232}, [2]float32{r - 0.12, 0.25})
		}
		m.lathe(128, append(profile, [2]float32{1.7, 0.25}, [2]float32{0, 0.25})...)
	})
	shine := surface(0.22)
	shine.Specular = 0.07
	return []Part{
		meshed(disc, Coat{renderer.Hex(0x1b1b1f), shine}),
		rod(vec.V3(0, 0.2, 0), vec.V3(0, 0.256, 0), 1.6, Coat{coral, striped(0.5)}),
		rod(vec.V3(0, 0.2, 0), vec.V3(0, 0.26, 0), 0.62, Coat{ivory, plain(0.5)}),
		rod(vec.V3(0, 0.2, 0), vec.V3(0, 0.34, 0), 0.08, Coat{silver, metal(0.3)}),
	}
}
