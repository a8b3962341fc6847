package look

import (
	"tumble/physics"
	"tumble/physics/vec"
	"tumble/renderer"
)

type dresser func(l *Look, w *physics.World, b physics.Body) ([]Part, bool)

// figures dresses ragdolls: each in one colour, with a head, hands and feet of wood. first is the slot of the first
// bone.
func (l *Look) figures(first int) dresser {
	suits := []renderer.Color{coral, teal, gold, ivory, navy, moss}
	return func(l *Look, _ *physics.World, b physics.Body) ([]Part, bool) {
		if b.Type() != physics.Dynamic || b.Name() == "" {
			return nil, false
		}
		c, ok := shapesOf(b)[0].(physics.Capsule)
		if !ok {
			return nil, false
		}
		n := max(b.Index()-first, 0) / 14
		suit := Coat{suits[n%len(suits)], plain(0.5)}
		skin := Coat{renderer.Hex(0xe0b98e), plain(0.5)}
		list := []Part{solid(c, suit)}
		switch b.Name() {
		case "head":
			list = []Part{solid(physics.Capsule{A: c.A, B: c.B.Add(vec.V3(0, 0.03, 0)), Radius: 0.1}, skin)}
		case "neck":
			list = []Part{solid(c, skin)}
		case "left lower arm", "right lower arm":
			list = append(list, knob(c.B.Add(c.B.Sub(c.A).Norm().Mul(0.05)), 0.052, skin))
		case "left calf", "right calf":
			// the leg ends in the shoe, which is wider than it
			ankle := c.B.Add(vec.V3(0, 0.07, 0))
			shoe := physics.Capsule{A: c.B.Add(vec.V3(0, 0.0, -0.005)), B: c.B.Add(vec.V3(0, -0.015, 0.13)),
				Radius: 0.072}
			leather := Coat{graphite, plain(0.6)}
			list = []Part{
				solid(physics.TaperedCapsule{A: c.A, B: ankle, RadiusA: c.Radius, RadiusB: 0.055}, suit),
				solid(shoe, leather), rod(c.B, ankle.Add(vec.V3(0, 0.02, 0)), 0.064, leather),
			}
		}
		return list, true
	}
}

// mannequins are figures in a heap.
func mannequins(l *Look) {
	l.backdrop(0x6e8b8f, -50, 40)
	l.dress = l.figures(1)
}

// gymnasts are figures in harnesses under a bar.
func gymnasts(l *Look) {
	l.backdrop(0x4f868f, -25, 46)
	figure := l.figures(2)
	l.dress = func(l *Look, w *physics.World, b physics.Body) ([]Part, bool) {
		if b.Type() == physics.Static && b.Index() == 1 {
			bar := Coat{silver, metal(0.25)}
			list := []Part{rod(vec.V3(-3, 0, 0), vec.V3(3, 0, 0), 0.035, bar)}
			for x := float32(-3); x <= 3; x += 6 {
				list = append(list, rod(vec.V3(x, 0.05, 0), vec.V3(x, -2.8, 0), 0.05, bar),
					knob(vec.V3(x, 0.03, 0), 0.075, bar), box(x, -2.77, 0, 0.12, 0.03, 0.5, Coat{graphite, plain(0.7)}))
			}
			return append(list, box(0, -2.75, 0, 2.7, 0.045, 0.9, Coat{renderer.Hex(0x2f5f86), plastic(0.6)})), true
		}
		list, ok := figure(l, w, b)
		return append(list, harness(w, b)...), ok
	}
}

// harness is the vest that a figure hangs in, with two webbings from the shoulders to a trolley on the bar, body 1: the
// joint holds the chest, and arms and legs are free.
func harness(w *physics.World, b physics.Body) []Part {
	for _, j := range w.Joints(nil) {
		bar, bone := j.Bodies()
		if bone != b || !bar.Valid() || bar.Index() != 1 {
			continue
		}
		chest, ok := shapesOf(b)[0].(physics.Capsule)
		if !ok {
			return nil
		}
		webbing, frame := Coat{renderer.Hex(0x2b3038), plain(0.7)}, Coat{silver, metal(0.25)}
		_, hook := j.Anchors()
		at := b.Transform().Inverse().Apply(hook)
		middle := chest.A.Add(chest.B).Mul(0.5)
		list := []Part{
			// the trolley around the bar, and the beam that keeps the webbings beside the head
			box(at.X, at.Y, at.Z, 0.1, 0.085, 0.085, Coat{coral, plastic(0.3)}),
			rod(vec.V3(at.X, at.Y-0.07, at.Z), vec.V3(at.X, at.Y-0.12, at.Z), 0.03, frame),
			rod(vec.V3(at.X-0.24, at.Y-0.12, at.Z), vec.V3(at.X+0.24, at.Y-0.12, at.Z), 0.022, frame),
			// the belt of the vest
			solid(physics.Capsule{A: chest.A.Add(vec.V3(0, -0.06, 0)), B: chest.B.Add(vec.V3(0, -0.06, 0)),
				Radius: 0.143}, webbing),
		}
		for side := float32(-1); side <= 1; side += 2 {
			shoulder := middle.Add(vec.V3(0.165*side, 0.1, 0))
			list = append(list,
				rod(vec.V3(at.X+0.22*side, at.Y-0.12, at.Z), shoulder, 0.017, webbing),
				knob(vec.V3(at.X+0.24*side, at.Y-0.12, at.Z), 0.032, frame),
				solid(physics.Capsule{A: shoulder, B: middle.Add(vec.V3(0.1*side, -0.06, 0.125)), Radius: 0.026},
					webbing),
				solid(physics.Capsule{A: shoulder, B: middle.Add(vec.V3(0.1*side, -0.06, -0.125)), Radius: 0.026},
					webbing))
		}
		return list
	}
	return nil
}
