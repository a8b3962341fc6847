package look

import (
	"tumble/physics"
	"tumble/physics/vec"
	"tumble/renderer"
)

type dresser func(l *Look, w *physics.World, b physics.Body) ([]Part, bool)

// figures dresses ragdolls: each in one colour, with a head, hands and feet of wood. first is the slot of the first bone.
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
			shoe := physics.Capsule{A: c.B.Add(vec.V3(0, -0.02, -0.02)), B: c.B.Add(vec.V3(0, -0.02, 0.13)), Radius: 0.062}
			list = append(list, solid(shoe, Coat{graphite, plain(0.6)}))
		}
		return list, true
	}
}

// mannequins are figures in a heap.
func mannequins(l *Look) {
	l.backdrop(0x6e8b8f, -50, 40)
	l.dress = l.figures(1)
}

// gymnasts are figures that hang from a bar in slings.
func gymnasts(l *Look) {
	l.backdrop(0x6e8b8f, -50, 40)
	figure := l.figures(2)
	l.dress = func(l *Look, w *physics.World, b physics.Body) ([]Part, bool) {
		if b.Type() == physics.Static && b.Index() == 1 {
			bar := Coat{silver, metal(0.25)}
			list := []Part{rod(vec.V3(-3, 0, 0), vec.V3(3, 0, 0), 0.035, bar)}
			for x := float32(-3); x <= 3; x += 6 {
				list = append(list, rod(vec.V3(x, 0.05, 0), vec.V3(x, -2.8, 0), 0.05, bar), box(x, -2.77, 0, 0.12, 0.03, 0.5, Coat{graphite, plain(0.7)}))
			}
			return append(list, box(0, -2.765, 0, 2.7, 0.03, 0.9, Coat{navy, rubber(1)})), true
		}
		list, ok := figure(l, w, b)
		return append(list, sling(w, b)...), ok
	}
}

// sling is the belt that a figure hangs in: from the joint with the bar, body 1, to both ends of the bone.
func sling(w *physics.World, b physics.Body) []Part {
	for _, j := range w.Joints(nil) {
		bar, bone := j.Bodies()
		if bone != b || !bar.Valid() || bar.Index() != 1 {
			continue
		}
		chest, ok := shapesOf(b)[0].(physics.Capsule)
		if !ok {
			return nil
		}
		belt := Coat{graphite, plain(0.7)}
		_, hook := j.Anchors()
		at := b.Transform().Inverse().Apply(hook)
		return []Part{rod(chest.A, at, 0.012, belt), rod(chest.B, at, 0.012, belt), knob(at, 0.03, Coat{brass, metal(0.3)})}
	}
	return nil
}
