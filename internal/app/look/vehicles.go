package look

import (
	"tumble/physics"
	"tumble/physics/scenes"
	"tumble/physics/vec"
	"tumble/renderer"
)

// coaster is a track of two rails on sleepers and columns, with a train of wagons.
func coaster(l *Look) {
	l.backdrop(0x4d8299, -25, 46)
	l.dress = func(l *Look, w *physics.World, b physics.Body) ([]Part, bool) {
		i := b.Index()
		switch {
		case i == 0:
			return standing(b, l.track(w)...), true
		case b.Type() == physics.Dynamic:
			return l.wagon(i), true
		}
		return []Part{box(0, 0, 0, 0.06, 0.04, 0.48, Coat{walnut, plain(0.7)})}, true
	}
}

// track is made of the path that the first wagon follows.
func (l *Look) track(w *physics.World) []Part {
	joints := w.Joints(nil)
	if len(joints) == 0 {
		return nil
	}
	path, ok := physics.JointAs[physics.PathJoint](joints[0])
	if !ok {
		return nil
	}
	length := path.Length()
	n := int(length / 0.35)
	var frames []vec.Transform
	for k := range n {
		frames = append(frames, path.FrameAt(length*float32(k)/float32(n)))
	}
	rails := l.mesh("rails", func(m *mesher) {
		m.tube(frames, vec.V3(0, -0.02, 0.4), 0.055, 8, true)
		m.tube(frames, vec.V3(0, -0.02, -0.4), 0.055, 8, true)
	})
	spine := l.mesh("spine of the track", func(m *mesher) {
		m.tube(frames, vec.V3(0, -0.36, 0), 0.13, 10, true)
		for k := 0; k < n; k += 3 {
			f := frames[k]
			for z := float32(-0.4); z <= 0.4; z += 0.8 {
				m.bar(f.Apply(vec.V3(0, -0.34, 0)), f.Apply(vec.V3(0, -0.08, z)), 0.07)
			}
		}
	})
	columns := l.mesh("columns", func(m *mesher) { coasterColumns(m, frames) })
	return []Part{
		meshed(rails, Coat{renderer.Hex(0xc0392b), carPaint()}),
		meshed(spine, Coat{renderer.Hex(0xb23a2c), plain(0.4)}),
		meshed(columns, Coat{ivory, plain(0.5)}),
	}
}

// coasterColumns stand below the track wherever it is not upside down and nothing is in their way.
func coasterColumns(m *mesher, frames []vec.Transform) {
	for k := 0; k < len(frames); k += 9 {
		f := frames[k]
		foot := f.Apply(vec.V3(0, -0.4, 0))
		if f.Q.Rotate(vec.AxisY).Y < 0.35 || blocked(frames, foot) {
			continue
		}
		m.bar(vec.V3(foot.X, 0, foot.Z), foot, 0.16)
		m.bar(vec.V3(foot.X-0.3, 0.04, foot.Z), vec.V3(foot.X+0.3, 0.04, foot.Z), 0.3)
	}
}

// blocked reports whether the track passes below a point.
func blocked(frames []vec.Transform, p vec.Vec3) bool {
	for _, f := range frames {
		d := f.P.Sub(p)
		if d.Y < -1 && float32(d.X*d.X)+float32(d.Z*d.Z) < 0.8 {
			return true
		}
	}
	return false
}

// wagon is a body with two seats, a nose for the first, and wheels on the rails.
func (l *Look) wagon(i int) []Part {
	paint := Coat{[]renderer.Color{ivory, gold, ivory}[i%3], carPaint()}
	side := l.mesh("side of a wagon", func(m *mesher) {
		m.prism([][2]float32{{-0.62, -0.3}, {0.55, -0.3}, {0.68, -0.1}, {0.62, 0.12}, {0.1, 0.06}, {-0.35, 0.08},
			{-0.6, 0.34}, {-0.66, 0.3}}, -0.42, -0.34)
		m.prism([][2]float32{{-0.62, -0.3}, {0.55, -0.3}, {0.68, -0.1}, {0.62, 0.12}, {0.1, 0.06}, {-0.35, 0.08},
			{-0.6, 0.34}, {-0.66, 0.3}}, 0.34, 0.42)
		m.prism([][2]float32{{0.3, -0.3}, {0.55, -0.3}, {0.68, -0.1}, {0.62, 0.12}, {0.35, 0.1}}, -0.34, 0.34)
		m.prism([][2]float32{{-0.62, -0.3}, {-0.4, -0.3}, {-0.45, 0.3}, {-0.6, 0.34}, {-0.66, 0.3}}, -0.34, 0.34)
		m.prism([][2]float32{{-0.62, -0.3}, {0.5, -0.3}, {0.5, -0.22}, {-0.62, -0.22}}, -0.34, 0.34)
	})
	list := []Part{meshed(side, paint)}
	// a round nose, and a padded rest behind the riders
	list = append(list, solid(physics.Capsule{A: vec.V3(0.52, -0.09, -0.22), B: vec.V3(0.52, -0.09, 0.22),
		Radius: 0.21}, paint),
		solid(physics.Capsule{A: vec.V3(-0.58, 0.3, -0.3), B: vec.V3(-0.58, 0.3, 0.3), Radius: 0.11}, paint))
	tyre := Coat{graphite, plain(0.7)}
	for _, x := range [2]float32{-0.4, 0.4} {
		for z := float32(-0.4); z <= 0.4; z += 0.8 {
			list = append(list, rod(vec.V3(x, -0.35, z-0.05), vec.V3(x, -0.35, z+0.05), 0.09, tyre))
		}
	}
	// the riders
	suits := []renderer.Color{coral, ivory, gold, navy}
	for k, z := range [2]float32{-0.17, 0.17} {
		suit := Coat{suits[(2*i+k)%4], plain(0.6)}
		skin := Coat{renderer.Hex(0xe0b98e), plain(0.5)}
		list = append(list,
			solid(physics.Capsule{A: vec.V3(-0.28, -0.1, z), B: vec.V3(-0.26, 0.2, z), Radius: 0.12}, suit),
			knob(vec.V3(-0.24, 0.45, z), 0.1, skin),
			solid(physics.Capsule{A: vec.V3(-0.2, 0.24, z+0.09), B: vec.V3(0.16, 0.2, z+0.05), Radius: 0.04}, suit),
			solid(physics.Capsule{A: vec.V3(-0.2, 0.24, z-0.09), B: vec.V3(0.16, 0.2, z-0.05), Radius: 0.04}, suit))
	}
	return append(list, rod(vec.V3(0.18, 0.18, -0.33), vec.V3(0.18, 0.18, 0.33), 0.03, Coat{silver, metal(0.3)}))
}

// motoring is a car on asphalt, with bumps in yellow and black.
func motoring(l *Look) {
	l.backdrop(0x74a88a, 10, 44)
	l.dress = func(l *Look, _ *physics.World, b physics.Body) ([]Part, bool) {
		switch {
		case b.Name() == "chassis":
			return l.car(), true
		case b.Name() == "wheel":
			return l.wheel(), true
		case b.Index() == 0:
			return standing(b, meshed(l.asphalt(), Coat{renderer.Hex(0x555c66), plain(0.85)}),
				meshed(l.circuit(), Coat{ivory, plain(0.7)})), true
		}
		var list []Part
		for k := range 6 {
			c := Coat{[2]renderer.Color{gold, graphite}[k%2], rubber(0.5)}
			z := -1 + 2*float32(k)/6
			list = append(list, rod(vec.V3(0, 0, z), vec.V3(0, 0, z+1.0/3), 0.25, c))
		}
		return list, true
	}
}

// asphalt is the band of the round road, its kerb sharp.
func (l *Look) asphalt() *scenes.DrawMesh {
	return l.mesh("asphalt", func(m *mesher) {
		const n = 144
		for k := range n {
			m.quad(circle(6.1, 0.004, k, n), circle(6.1, 0.004, k+1, n), circle(11.75, 0.004, k+1, n),
				circle(11.75, 0.004, k, n))
		}
	})
}

// circuit is the paint of a round road: two lines and dashes between them.
func (l *Look) circuit() *scenes.DrawMesh {
	return l.mesh("circuit", func(m *mesher) {
		const n = 144
		band := func(k int, inner, outer float32) {
			m.quad(circle(inner, 0.01, k, n), circle(inner, 0.01, k+1, n), circle(outer, 0.01, k+1, n),
				circle(outer, 0.01, k, n))
		}
		for k := range n {
			band(k, 6.4, 6.55)
			band(k, 11.3, 11.45)
			if k%6 < 3 {
				band(k, 8.95, 9.05)
			}
		}
	})
}

// arched adds the points of a wheel arch around x to the lower edge of an outline.
func arched(outline [][2]float32, x float32) [][2]float32 {
	const radius, n = 0.44, 10
	for k := range n + 1 {
		s, c := vec.SinCos(float32(vec.Pi) * float32(k) / n)
		outline = append(outline, [2]float32{x - radius*c, -0.3 + radius*s})
	}
	return outline
}

// car is a small coupé: body, glass, lights and bumpers.
func (l *Look) car() []Part {
	paint := Coat{renderer.Hex(0xc23b2e), carPaint()}
	dark := Coat{renderer.Hex(0x1c242c), Glass()}
	body := l.mesh("body of the car", func(m *mesher) {
		outline := arched([][2]float32{{-2.02, -0.25}, {-1.95, -0.3}}, -1.3)
		outline = arched(outline, 1.35)
		outline = append(outline, [][2]float32{{1.98, -0.3}, {2.06, -0.2}, {2.05, 0.05}, {1.9, 0.2}, {1.0, 0.33},
			{-1.35, 0.36}, {-1.95, 0.33}, {-2.06, 0.2}, {-2.06, -0.1}}...)
		carSection(m, outline, 0.78, 0.88, 0.16)
	})
	cabin := l.mesh("cabin", func(m *mesher) {
		frustum(m, [][2]float32{{-1.55, 0.34}, {1.02, 0.32}, {0.22, 0.84}, {-0.95, 0.86}}, 0.74, 0.6, 0.34, 0.86)
	})
	roof := l.mesh("roof", func(m *mesher) {
		frustum(m, [][2]float32{{-1.0, 0.845}, {0.27, 0.825}, {0.15, 0.895}, {-0.85, 0.91}}, 0.61, 0.56, 0.84, 0.91)
	})
	list := []Part{meshed(body, paint), meshed(cabin, dark), meshed(roof, paint)}
	for _, z := range [2]float32{-1, 1} {
		lamp := Coat{paperWhite, glowing(plain(0.3), 0.6)}
		list = append(list,
			solid(physics.Capsule{A: vec.V3(1.93, 0.06, 0.5*z), B: vec.V3(1.93, 0.06, 0.66*z), Radius: 0.1}, lamp),
			box(-2.03, 0.1, 0.6*z, 0.05, 0.07, 0.16, Coat{renderer.Hex(0x8c1712), glowing(plain(0.3), 0.4)}),
			// pillars
			box(-0.35, 0.6, 0.68*z, 0.04, 0.25, 0.02, paint), box(0.55, 0.42, 0.93*z, 0.1, 0.06, 0.06, paint))
	}
	return append(list,
		box(2.03, -0.2, 0, 0.06, 0.06, 0.72, Coat{silver, metal(0.25)}),
		box(-2.04, -0.2, 0, 0.06, 0.06, 0.72, Coat{silver, metal(0.25)}),
		box(2.03, 0.0, 0, 0.03, 0.07, 0.32, Coat{graphite, plain(0.5)}),
		box(0, -0.22, 0, 1.0, 0.1, 0.8, Coat{graphite, plain(0.8)}),
		// the walls inside the wheel arches, and a moulding along the doors
		box(0, -0.02, 0, 1.8, 0.24, 0.6, Coat{graphite, plain(0.9)}),
		box(0, -0.12, 0, 0.8, 0.025, 0.888, Coat{silver, metal(0.3)}))
}

// carSection extrudes an outline to half a width, with edges that lean in by a bevel.
func carSection(m *mesher, outline [][2]float32, flat, half, bevel float32) {
	m.prism(outline, -flat, flat)
	small := make([][2]float32, len(outline))
	for i, p := range outline {
		small[i] = [2]float32{p[0] * (1 - 0.2*bevel), (p[1]-0.05)*(1-0.35*bevel) + 0.05}
	}
	for side := float32(-1); side <= 1; side += 2 {
		n := len(outline)
		for i := range n {
			a, b, c, d := outline[i], outline[(i+1)%n], small[(i+1)%n], small[i]
			p := [4]vec.Vec3{vec.V3(a[0], a[1], side*flat), vec.V3(b[0], b[1], side*flat),
				vec.V3(c[0], c[1], side*half), vec.V3(d[0], d[1], side*half)}
			if side > 0 {
				m.quad(p[0], p[1], p[2], p[3])
			} else {
				m.quad(p[1], p[0], p[3], p[2])
			}
		}
		for _, t := range earClip(small) {
			at := func(i int) vec.Vec3 { return vec.V3(small[i][0], small[i][1], side*half) }
			if side > 0 {
				m.triangle(at(t[0]), at(t[1]), at(t[2]))
			} else {
				m.triangle(at(t[0]), at(t[2]), at(t[1]))
			}
		}
	}
}

// frustum extrudes an outline whose half width goes from one at height y0 to another at y1.
func frustum(m *mesher, outline [][2]float32, wide0, wide1, y0, y1 float32) {
	at := func(i int, side float32) vec.Vec3 {
		p := outline[i%len(outline)]
		t := vec.Clamp((p[1]-y0)/(y1-y0), 0, 1)
		return vec.V3(p[0], p[1], side*(wide0+(wide1-wide0)*t))
	}
	for i := range outline {
		m.quad(at(i, -1), at(i+1, -1), at(i+1, 1), at(i, 1))
	}
	for _, t := range earClip(outline) {
		m.triangle(at(t[0], 1), at(t[1], 1), at(t[2], 1))
		m.triangle(at(t[0], -1), at(t[2], -1), at(t[1], -1))
	}
}

// wheel has a tyre with a shoulder, a rim and five spokes.
func (l *Look) wheel() []Part {
	tyre := l.mesh("tyre", func(m *mesher) {
		m.lathe(40, [2]float32{0.22, -0.1}, [2]float32{0.3, -0.125}, [2]float32{0.335, -0.115}, [2]float32{0.35, -0.08},
			[2]float32{0.35, 0.08}, [2]float32{0.335, 0.115}, [2]float32{0.3, 0.125}, [2]float32{0.22, 0.1})
	})
	rim := l.mesh("rim", func(m *mesher) {
		m.lathe(40, [2]float32{0, -0.06}, [2]float32{0.2, -0.06}, [2]float32{0.205, -0.11}, [2]float32{0.225, -0.11},
			[2]float32{0.225, 0.11}, [2]float32{0.205, 0.11}, [2]float32{0.2, 0.06}, [2]float32{0, 0.06})
	})
	list := []Part{wheelMesh(tyre, Coat{renderer.Hex(0x26272a), rubber(0.3)}),
		wheelMesh(rim, Coat{renderer.Hex(0x3a3d42), metal(0.4)})}
	for k := range 5 {
		q := vec.QuatAxisAngle(vec.AxisZ, float32(2*vec.Pi)*float32(k)/5)
		for z := float32(-0.09); z <= 0.09; z += 0.18 {
			p := box(0, 0, 0, 0.085, 0.026, 0.012, Coat{silver, metal(0.25)})
			p.Local = vec.Transform{P: q.Rotate(vec.V3(0.115, 0, z)), Q: q}
			list = append(list, p)
		}
	}
	return append(list, rod(vec.V3(0, 0, -0.11), vec.V3(0, 0, 0.11), 0.045, Coat{silver, metal(0.25)}))
}
