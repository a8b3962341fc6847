package look

import (
	"fmt"

	"tumble/physics"
	"tumble/physics/scenes"
	"tumble/physics/vec"
	"tumble/renderer"
)

// toothPitch (m) is the distance of two teeth along the pitch circle.
const toothPitch = vec.Pi * 0.1

// clockwork are gears with teeth, of brass and steel, before a plate.
func clockwork(l *Look) {
	l.backdrop(0xbb966d, -20, 46)
	l.dress = func(l *Look, _ *physics.World, b physics.Body) ([]Part, bool) {
		polished, enamel := metal(0.24), plain(0.3)
		switch b.Index() {
		case 0:
			return standing(b,
				box(1.35, 3, -0.42, 2.5, 1.2, 0.06, Coat{renderer.Hex(0x3f8391), plastic(0.6)}),
				box(1.35, 0.87, -0.5, 0.35, 0.87, 0.1, Coat{graphite, plastic(0.6)}),
				box(1.35, 0.06, -0.3, 2.2, 0.06, 0.7, Coat{graphite, plastic(0.6)}),
				// the shelf that the rack slides on
				box(2.4, 2.165, -0.02, 0.9, 0.035, 0.34, Coat{graphite, plastic(0.4)}),
				// the masts of the weights, with the wheels of their rope
				box(5, 3.6, -0.45, 0.1, 3.6, 0.06, Coat{graphite, plastic(0.4)}),
				box(6.5, 3.6, -0.45, 0.1, 3.6, 0.06, Coat{graphite, plastic(0.4)}),
				box(5.75, 0.06, -0.45, 1.3, 0.06, 0.45, Coat{graphite, plastic(0.6)}),
				rod(vec.V3(5, 7, -0.4), vec.V3(5, 7, 0.1), 0.3, Coat{silver, polished}),
				rod(vec.V3(6.5, 7, -0.4), vec.V3(6.5, 7, 0.1), 0.3, Coat{silver, polished})), true
		case 1:
			return l.gear(0.8, 16, 0, Coat{gold, enamel}), true
		case 2:
			return l.gear(0.4, 8, 0.5, Coat{ivory, enamel}), true
		case 3:
			small := l.gear(0.6, 12, 0, Coat{ivory, enamel})
			for i := range small {
				small[i].Local.P.Z += 0.22
			}
			return append(l.gear(0.8, 16, 0, Coat{coral, enamel}), small...), true
		case 4:
			return l.rack(Coat{gold, enamel}), true
		case 5, 6:
			return weight(Coat{[2]renderer.Color{teal, coral}[b.Index()-5], plastic(0.5)}), true
		}
		return nil, false
	}
}

// weight is a block with a shoe that runs along its mast.
func weight(c Coat) []Part {
	return []Part{box(0, 0, 0, 0.3, 0.3, 0.3, c), box(0, 0, -0.36, 0.2, 0.22, 0.12, Coat{silver, steel(0.5)}),
		rod(vec.V3(0, 0.3, 0), vec.V3(0, 0.42, 0), 0.05, Coat{silver, metal(0.3)})}
}

// gear is a spur gear of a pitch radius (m), turned by shift teeth, with a hub, spokes and an axle.
func (l *Look) gear(radius float32, teeth int, shift float32, c Coat) []Part {
	name := fmt.Sprint("gear of ", teeth, " teeth")
	m := l.mesh(name, func(m *mesher) {
		outer, inner, hub, bore := gearOutline(radius, teeth, shift), [][2]float32{}, [][2]float32{}, [][2]float32{}
		for k := range outer {
			p := circle(1, 0, k, len(outer))
			inner = append(inner, [2]float32{(radius - 0.2) * p.X, (radius - 0.2) * p.Z})
			hub = append(hub, [2]float32{0.34 * radius * p.X, 0.34 * radius * p.Z})
			bore = append(bore, [2]float32{0.05 * p.X, 0.05 * p.Z})
		}
		m.ring(outer, inner, -0.1, 0.1)
		m.ring(hub, bore, -0.12, 0.12)
	})
	list := []Part{meshed(m, c), rod(vec.V3(0, 0, -0.4), vec.V3(0, 0, 0.16), 0.07, Coat{graphite, metal(0.3)})}
	if radius < 0.5 {
		// too small for spokes
		return append(list, rod(vec.V3(0, 0, -0.05), vec.V3(0, 0, 0.05), radius-0.17, c))
	}
	spokes := 5
	for k := range spokes {
		q := vec.QuatAxisAngle(vec.AxisZ, float32(2*vec.Pi)*float32(k)/float32(spokes))
		reach := 0.5 * (radius - 0.2 - 0.3*radius)
		p := box(0, 0, 0, reach+0.02, 0.05, 0.06, c)
		p.Local = vec.Transform{P: q.Rotate(vec.V3(0.3*radius+reach, 0, 0)), Q: q}
		list = append(list, p)
	}
	return list
}

// gearOutline has trapezoidal teeth, a module of 0.1 m high above the pitch circle.
func gearOutline(radius float32, teeth int, shift float32) [][2]float32 {
	var list [][2]float32
	module := 2 * radius / float32(teeth)
	// share of a tooth and height over the pitch circle at the corners of a tooth around its middle
	for k := range teeth {
		for _, p := range [6][2]float32{{-0.36, -1.2}, {-0.27, -0.9}, {-0.08, 0.8}, {0.08, 0.8}, {0.27, -0.9},
			{0.36, -1.2}} {
			s, c := vec.SinCos(float32(2*vec.Pi) * (float32(k) + shift + p[0]) / float32(teeth))
			r := radius + module*p[1]
			list = append(list, [2]float32{r * c, r * s})
		}
	}
	return list
}

// rack runs under the pinion, in front of the wheel.
func (l *Look) rack(c Coat) []Part {
	teeth := l.mesh("rack", func(m *mesher) {
		outline := [][2]float32{{-1.5, -0.1}, {1.5, -0.1}}
		for x := float32(1.4); x > -1.5; x -= toothPitch {
			for _, p := range [4][2]float32{{0.36, -0.12}, {0.12, 0.09}, {-0.12, 0.09}, {-0.36, -0.12}} {
				outline = append(outline, [2]float32{max(min(x+toothPitch*(p[0]-0.046), 1.5), -1.5), 0.1 + p[1]})
			}
		}
		m.prism(outline, 0.13, 0.31)
	})
	return []Part{meshed(teeth, c)}
}

// craneYard is a crane of lattice with a chain of links, a hook and a load of concrete.
func craneYard(l *Look) {
	l.backdrop(0x4f8ba3, -12, 46)
	paint := Coat{renderer.Hex(0xc4432b), plain(0.45)}
	l.dress = func(l *Look, _ *physics.World, b physics.Body) ([]Part, bool) {
		switch i := b.Index(); {
		case i == 0:
			return standing(b, box(0, 0.12, 0, 1.4, 0.12, 1.4, Coat{concrete, plaster(2)}),
				box(0, 0.3, 0, 0.8, 0.1, 0.8, Coat{graphite, plain(0.6)})), true
		case i == 1:
			return l.mast(paint), true
		case i < 10:
			m := l.mesh("jib", func(m *mesher) { truss(m, vec.AxisX, 0.5, 0.22, 1, 0.05) })
			return []Part{meshed(m, paint)}, true
		case i < 21:
			return []Part{l.link(i)}, true
		case i == 21:
			return l.hook(), true
		}
		return l.load(), true
	}
}

// truss is a lattice of four chords along an axis, half long and wide (m), with diagonals in bays of a length.
func truss(m *mesher, axis vec.Vec3, half, wide, bay, thick float32) {
	q := vec.QuatBetween(vec.AxisX, axis)
	p := func(x, y, z float32) vec.Vec3 { return q.Rotate(vec.V3(x, y*wide, z*wide)) }
	corners := [4][2]float32{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}
	for i, c := range corners {
		d := corners[(i+1)%4]
		m.bar(p(-half, c[0], c[1]), p(half, c[0], c[1]), thick)
		n := max(int(2*half/bay+0.5), 1)
		for k := range n {
			x0, x1 := -half+2*half*float32(k)/float32(n), -half+2*half*float32(k+1)/float32(n)
			m.bar(p(x0, c[0], c[1]), p(x0, d[0], d[1]), 0.6*thick)
			if k%2 == 0 {
				m.bar(p(x0, c[0], c[1]), p(x1, d[0], d[1]), 0.6*thick)
			} else {
				m.bar(p(x0, d[0], d[1]), p(x1, c[0], c[1]), 0.6*thick)
			}
		}
		m.bar(p(half, c[0], c[1]), p(half, d[0], d[1]), 0.6*thick)
	}
}

// mast is the tower with a cab, a short arm behind and its counterweight.
func (l *Look) mast(paint Coat) []Part {
	m := l.mesh("mast", func(m *mesher) { truss(m, vec.AxisY, 5, 0.4, 0.9, 0.09) })
	arm := l.mesh("counter jib", func(m *mesher) { truss(m, vec.AxisX, 1.1, 0.22, 0.75, 0.05) })
	top := l.mesh("tie bars", func(m *mesher) {
		m.bar(vec.V3(-0.3, 4.9, 0), vec.V3(0, 6.4, 0), 0.09)
		m.bar(vec.V3(0.3, 4.9, 0), vec.V3(0, 6.4, 0), 0.09)
		m.bar(vec.V3(0, 6.4, 0), vec.V3(-2.3, 4.7, 0), 0.05)
		m.bar(vec.V3(0, 6.4, 0), vec.V3(0.9, 4.74, 0), 0.05)
	})
	back := meshed(arm, paint)
	back.Local = at(-1.5, 4.5, 0)
	return []Part{
		meshed(m, paint), meshed(top, paint), back,
		box(-2.3, 4.2, 0, 0.35, 0.45, 0.4, Coat{concrete, plaster(1)}),
		box(0.15, 3.75, 0.72, 0.42, 0.42, 0.32, Coat{ivory, plastic(0.5)}),
		box(0.3, 3.85, 0.74, 0.3, 0.25, 0.32, Coat{renderer.Hex(0x24323d), Glass()}),
	}
}

// link is link i of a chain; every other link is turned by a quarter.
func (l *Look) link(i int) Part {
	m := l.mesh("link", func(m *mesher) {
		var frames []vec.Transform
		const straight, round, n = 0.15, 0.075, 16
		for k := range n {
			s, c := vec.SinCos(float32(2*vec.Pi) * (float32(k) + 0.5) / n)
			y := float32(straight)
			if s < 0 {
				y = -straight
			}
			frames = append(frames, vec.Transform{P: vec.V3(round*c, y+round*s, 0),
				Q: vec.QuatBetween(vec.AxisX, vec.V3(-s, c, 0))})
		}
		m.tube(frames, vec.Vec3{}, 0.032, 8, true)
	})
	p := meshed(m, Coat{ash, metal(0.35)})
	if i%2 == 1 {
		p.Local.Q = vec.QuatAxisAngle(vec.AxisY, vec.Pi/2)
	}
	return p
}

// hook is the lowest link of the chain: a painted block with cheeks of steel, and a hook that reaches into the load's
// lug.
func (l *Look) hook() []Part {
	steel := Coat{ash, metal(0.35)}
	m := l.mesh("hook", func(m *mesher) {
		frames := []vec.Transform{{P: vec.V3(0, 0.14, 0), Q: vec.QuatBetween(vec.AxisX, vec.AxisY.Neg())}}
		const r, n = 0.11, 18
		for k := range n + 1 {
			s, c := vec.SinCos(float32(vec.Pi) * (0.5 - 1.45*float32(k)/n))
			frames = append(frames, vec.Transform{P: vec.V3(r*c, r*s-0.03, 0),
				Q: vec.QuatBetween(vec.AxisX, vec.V3(s, -c, 0))})
		}
		m.tube(frames, vec.Vec3{}, 0.04, 8, false)
	})
	return []Part{
		box(0, 0.22, 0, 0.17, 0.13, 0.1, Coat{gold, plain(0.45)}),
		rod(vec.V3(0, 0.22, -0.13), vec.V3(0, 0.22, 0.13), 0.07, steel),
		meshed(m, steel),
	}
}

// load is a block of concrete in straps.
func (l *Look) load() []Part {
	strap, lug := Coat{coral, plain(0.6)}, Coat{graphite, metal(0.4)}
	return []Part{
		box(0, 0, 0, 0.6, 0.6, 0.6, Coat{concrete, plaster(1.5)}),
		box(-0.3, 0, 0, 0.07, 0.63, 0.63, strap), box(0.3, 0, 0, 0.07, 0.63, 0.63, strap),
		rod(vec.V3(0, 0.58, -0.14), vec.V3(0, 0.72, -0.14), 0.035, lug),
		rod(vec.V3(0, 0.58, 0.14), vec.V3(0, 0.72, 0.14), 0.035, lug),
		rod(vec.V3(0, 0.72, -0.17), vec.V3(0, 0.72, 0.17), 0.035, lug),
	}
}

// mill is a tower with four sails; the balls are striped.
func mill(l *Look) {
	l.backdrop(0x558aae, -95, 44)
	l.dress = func(l *Look, _ *physics.World, b physics.Body) ([]Part, bool) {
		switch b.Index() {
		case 1:
			tower := l.mesh("tower", func(m *mesher) { m.lathe(32, [2]float32{0.62, -2}, [2]float32{0.3, 1.75}) })
			cap := l.mesh("cap of the mill", func(m *mesher) {
				m.lathe(32, [2]float32{0.3, 1.75}, [2]float32{0.36, 1.75}, [2]float32{0.34, 2.1}, [2]float32{0.2, 2.35},
					[2]float32{0, 2.42})
			})
			return []Part{
				meshed(tower, Coat{ivory, plaster(2)}), meshed(cap, Coat{brick, plain(0.6)}),
				rod(vec.V3(-0.62, 2, 0), vec.V3(0.1, 2, 0), 0.07, Coat{graphite, metal(0.4)}),
				millDoor(),
			}, true
		case 2:
			return sails(b), true
		}
		return nil, false
	}
}

// millDoor stands out of the foot of the tower, below the sails and a little to their right.
func millDoor() Part {
	door := box(0, 0, 0, 0.17, 0.42, 0.1, Coat{teal, plain(0.6)})
	q := vec.QuatAxisAngle(vec.AxisY, -0.7)
	door.Local = vec.Transform{P: q.Rotate(vec.V3(0, -1.58, 0.53)), Q: q}
	return door
}

// sails are canvas on spars.
func sails(b physics.Body) []Part {
	spar := Coat{walnut, boards(0.8)}
	list := []Part{knob(vec.Vec3{}, 0.16, Coat{coral, plain(0.4)})}
	for i, g := range shapesOf(b) {
		blade, ok := g.(physics.Box)
		if !ok {
			continue
		}
		canvas := [2]renderer.Color{ivory, coral}[i%2]
		list = append(list, Part{Local: vec.Transform{P: blade.Center, Q: blade.Rotation},
			Geometry: physics.BoxHalf(0.012, 0.9, 0.3), Coat: Coat{canvas, plain(0.8)}})
		tip := blade.Center.Mul(1.85)
		list = append(list, rod(vec.Vec3{}, tip, 0.035, spar))
		for k := range 4 {
			y := -0.75 + 0.5*float32(k)
			p := box(0, 0, 0, 0.025, 0.018, 0.31, spar)
			p.Local = vec.Transform{P: blade.Center, Q: blade.Rotation}.Mul(at(0, y, 0))
			list = append(list, p)
		}
	}
	return list
}

// wheelMesh is a mesh rotated so that its y axis points along z: wheels and discs.
func wheelMesh(m *scenes.DrawMesh, c Coat) Part {
	p := meshed(m, c)
	p.Local.Q = vec.QuatAxisAngle(vec.AxisX, vec.Pi/2)
	return p
}
