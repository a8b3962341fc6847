package look

import (
	"fmt"

	"tumble/physics"
	"tumble/physics/scenes"
	"tumble/physics/vec"
	"tumble/renderer"
)

// blast are crates between walls of light stone, around a scorched spot.
func blast(l *Look) {
	l.backdrop(0x5d8bab, -20, 42)
	l.dress = func(l *Look, _ *physics.World, b physics.Body) ([]Part, bool) {
		switch {
		case b.Index() == 0:
			return standing(b, l.scorch()...), true
		case b.Type() != physics.Dynamic:
			q := vec.QuatAxisAngle(vec.AxisZ, vec.Pi/2)
			light, dark := meshed(l.soot(1), Coat{renderer.Hex(0xa89a86), plain(0.95)}),
				meshed(l.soot(0.62), Coat{renderer.Hex(0x5c534b), plain(0.95)})
			light.Local, dark.Local = vec.Transform{P: vec.V3(-0.203, -0.75, 0), Q: q},
				vec.Transform{P: vec.V3(-0.208, -0.85, 0), Q: q}
			return []Part{solid(physics.BoxHalf(0.2, 1.5, 1.2), Coat{ivory, stone(1.2)}), light, dark}, true
		}
		c := scattered([]renderer.Color{oak, gold, teal, coral}, b.Index()/4)
		return crate(0.4, Coat{c, boards(0.8)}, Coat{walnut, boards(0.8)}), true
	}
}

// gapAngle (rad) is the direction of a gap between the walls; the others follow by quarters.
const gapAngle = vec.Pi/4 - 0.3

// scorch is the trace of the explosion on the ground: soot that reaches far through the gaps between the walls, embers
// in the middle and splinters around.
func (l *Look) scorch() []Part {
	var list []Part
	for i, c := range [4]Coat{
		{renderer.Hex(0x466a85), plain(0.95)}, {renderer.Hex(0x2e3c48), plain(0.95)},
		{renderer.Hex(0x1f2226), plain(0.95)}, {coral, glowing(plain(0.9), 0.9)},
	} {
		size := [4]float32{1, 0.72, 0.42, 0.1}[i]
		m := l.mesh([4]string{"soot", "burnt", "charred", "embers"}[i], func(m *mesher) {
			m.blot(0.004+0.004*float32(i), 160, func(angle float32) float32 {
				_, c := vec.SinCos(4 * (angle - gapAngle))
				through := max(c, 0)
				return size * (2.2 + 3*float32(through*through))
			})
		})
		list = append(list, meshed(m, c))
	}
	for k := range 36 {
		far := 1.4 + 0.13*float32(k*k%37)
		s, c := vec.SinCos(gapAngle + float32(k%4)*vec.Pi/2 + 0.5*jag(k))
		size := 0.05 + 0.03*jag(k+50)
		p := box(0, 0, 0, 1.8*size, 0.5*size, 0.7*size, Coat{[2]renderer.Color{walnut, graphite}[k%2], plain(0.9)})
		p.Local = vec.Transform{P: vec.V3(far*c, 0.03, far*s), Q: vec.QuatAxisAngle(vec.AxisY, 3*jag(k+9))}
		list = append(list, p)
	}
	return list
}

// soot is the trace of the blast on the inside of a wall, facing +y.
func (l *Look) soot(size float32) *scenes.DrawMesh {
	return l.mesh(fmt.Sprint("soot of a wall ", size), func(m *mesher) {
		m.blot(0, 64, func(angle float32) float32 {
			s, c := vec.SinCos(angle)
			// inside the wall: 0.75 m down to its foot, 1.2 m to its sides
			return size * min(1.1, 0.72/max(vec.Abs(c), 0.01), 1.15/max(vec.Abs(s), 0.01))
		})
	})
}

// blot adds a flat spot with a ragged edge around the y axis at a height (m), facing up.
func (m *mesher) blot(y float32, n int, reach func(angle float32) float32) {
	at := func(k int) vec.Vec3 {
		k %= n
		angle := float32(2*vec.Pi) * float32(k) / float32(n)
		s, c := vec.SinCos(angle)
		r := reach(angle) * (0.94 + 0.06*jag(k))
		return vec.V3(r*c, y, r*s)
	}
	for k := range n {
		m.triangle(vec.V3(0, y, 0), at(k+1), at(k))
	}
}

// jag is a number between -1 and 1 that looks like chance.
func jag(k int) float32 { return float32(uint32(k+1)*2654435769>>16&1023)/511.5 - 1 }

// basin is a pool of water over tiles: woods and balls float.
func basin(l *Look) {
	l.backdrop(0x8f5335, -40, 46)
	l.fluid = water.WithAlpha(120)
	l.dress = func(l *Look, _ *physics.World, b physics.Body) ([]Part, bool) {
		if b.Index() != 1 {
			return nil, false
		}
		ripples := meshed(l.ripples(), Coat{renderer.Hex(0x8fd0e6).WithAlpha(64), Glass()})
		ripples.Local = at(0, 3, 0)
		line := Coat{paperWhite, plain(0.4)}
		return standing(b,
			box(0, 0.012, 0, 5, 0.01, 5, Coat{renderer.Hex(0x5fa3ad), checkered(0.625)}),
			box(-4.985, 3.03, 0, 0.015, 0.035, 5, line), box(4.985, 3.03, 0, 0.015, 0.035, 5, line),
			box(0, 3.03, -4.985, 4.97, 0.035, 0.015, line), box(0, 3.03, 4.985, 4.97, 0.035, 0.015, line),
			ripples), true
	}
	l.coat = func(l *Look, b physics.Body, g physics.Geometry) (Coat, bool) {
		if b.Type() == physics.Static {
			return Coat{renderer.Hex(0xc9bda6), plaster(5)}, true
		}
		return l.moving([]renderer.Color{ivory, coral, gold, oak, graphite}[(b.Index()-2)/5%5], g), true
	}
}

// ripples are the surface of the water: waves of three directions.
func (l *Look) ripples() *scenes.DrawMesh {
	return l.mesh("ripples", func(m *mesher) {
		const n, half = 64, 4.97
		at := func(i, k int) vec.Vec3 {
			x, z := half*(2*float32(i)/n-1), half*(2*float32(k)/n-1)
			a, _ := vec.SinCos(2.1*x + 0.9*z)
			b, _ := vec.SinCos(-1.3*x + 2.6*z + 1)
			c, _ := vec.SinCos(3.7*x - 2.9*z + 2)
			return vec.V3(x, 0.07+0.028*a+0.022*b+0.012*c, z)
		}
		for i := range n {
			for k := range n {
				m.quad(at(i, k), at(i, k+1), at(i+1, k+1), at(i+1, k))
			}
		}
	})
}
