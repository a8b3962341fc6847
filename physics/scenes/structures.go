package scenes

import (
	"fmt"

	"tumble/physics"
	"tumble/physics/vec"
)

// A card is one metre long: the house is built to the scale of a garden, so that a card
// is thick against the contact slop.
const (
	cardHalf      = 0.5
	cardThickness = 0.02
	cardWidth     = 0.35
	cardLean      = 0.51
)

var cardHouse = Scene{
	Name:     "card_house",
	Category: "structures",
	Text:     "leaning cards carry storey upon storey by friction alone",
	View:     View{Target: vec.V3(0.1, 1.2, 0), Distance: 4.6, Yaw: 28, Pitch: 12},
	Steps:    6100,
	Settle:   100,
	Params: []Param{
		{Key: "storeys", Min: 1, Max: 6, Default: 3, Whole: true, Text: "number of storeys"},
		{Key: "friction", Min: 0, Max: 2, Default: 0.8, Text: "friction of the cards"},
	},
	Build: func(r *Run) {
		r.ground(10, 10, r.value("friction"))
		def := material(r.value("friction"))
		card := physics.BoxHalf(cardThickness/2, cardHalf, cardWidth)
		s, c := vec.SinCos(cardLean)

		// Two cards lean against each other at x = 0: the foot is the inner lower corner, the
		// top the outer upper corner, and the inner upper corners touch.
		footHeight := float32(cardHalf*c) + float32(cardThickness/2*s)
		centre := float32(cardHalf*s) + float32(cardThickness/2*c)
		pitch := float32(2*(float32(cardHalf*2*s)+float32(cardThickness*c))) + 0.004
		storey := 2*footHeight + cardThickness

		storeys := r.count("storeys")
		for level := range storeys {
			y := float32(storey * float32(level))
			pairs := storeys - level
			for i := range pairs {
				x := centred(i, pairs, pitch)
				for side := float32(-1); side <= 1; side += 2 {
					pose := at(x+float32(side*(centre+0.0005)), y+footHeight, 0)
					pose.Q = rotatedBy(vec.AxisZ, float32(side*cardLean))
					r.dynamic(pose, card, def)
				}
			}
			// lying cards bridge the tops of neighbouring pairs
			flat := physics.BoxHalf(cardHalf, cardThickness/2, cardWidth)
			for i := range pairs - 1 {
				x := centred(i, pairs-1, pitch)
				r.dynamic(at(x, y+2*footHeight+cardThickness/2, 0), flat, def)
			}
		}
	},
	Check: func(r *Run) error { return checkStill(r, 0.02, 0.02) },
}

var arch = Scene{
	Name:     "arch",
	Category: "structures",
	Text:     "a round arch of wedges carries itself without mortar",
	View:     View{Target: vec.V3(0.5, 1.6, 0), Distance: 6.6, Yaw: 24, Pitch: 8},
	Steps:    6100,
	Settle:   100,
	Params: []Param{
		{Key: "stones", Min: 5, Max: 41, Default: 15, Whole: true, Text: "number of wedges"},
		{Key: "friction", Min: 0, Max: 2, Default: 0.6, Text: "friction of the stones"},
	},
	Build: func(r *Run) {
		const inner, outer, depth = 3, 3.8, 0.4
		def := material(r.value("friction"))
		r.ground(10, 10, r.value("friction"))
		n := r.count("stones")
		for i := range n {
			s0, c0 := vec.SinCos(float32(vec.Pi) * float32(i) / float32(n))
			s1, c1 := vec.SinCos(float32(vec.Pi) * float32(i+1) / float32(n))
			mid := vec.V3(c0+c1, s0+s1, 0).Mul(0.25 * (inner + outer))
			var points []vec.Vec3
			for _, radius := range [2]float32{inner, outer} {
				for _, z := range [2]float32{-depth, depth} {
					points = append(points,
						vec.V3(float32(radius*c0), float32(radius*s0), z).Sub(mid),
						vec.V3(float32(radius*c1), float32(radius*s1), z).Sub(mid))
				}
			}
			r.dynamic(physics.Transform{P: mid, Q: vec.QuatIdentity}, r.hull(points), def)
		}
	},
	Check: func(r *Run) error { return checkStill(r, 0.01, 0.03) },
}

var dominoSpiral = Scene{
	Name:     "domino_spiral",
	Category: "chains",
	Text:     "the first of two hundred dominoes is pushed, the last one falls",
	View:     View{Target: vec.V3(0, -0.8, 0.9), Distance: 11, Yaw: 20, Pitch: 32},
	Steps:    3000,
	Params: []Param{
		{Key: "count", Min: 2, Max: 1000, Default: 200, Whole: true, Text: "number of dominoes"},
	},
	Build: func(r *Run) {
		const spacing, start, pitch = 0.38, 2.5, 1.5
		r.ground(40, 40, 0.6)
		stone := physics.BoxHalf(0.05, 0.5, 0.25)
		angle := float32(0)
		for i := range r.count("count") {
			radius := start + float32(pitch*angle/(2*vec.Pi))
			s, c := vec.SinCos(angle)
			// The tangent of the spiral points from domino to domino; the body's x axis
			// follows it.
			tangent := vec.V3(-s, 0, c).MulAdd(float32(pitch/(2*vec.Pi))/radius, vec.V3(c, 0, s)).Norm()
			def := bodyAt(physics.Dynamic, at(float32(radius*c), 0.5, float32(radius*s)))
			def.Rotation = rotatedBy(vec.AxisY, vec.Atan2(-tangent.Z, tangent.X))
			if i == 0 {
				def.AngularVelocity = vec.AxisY.Cross(tangent).Mul(2.5)
			}
			r.attach(r.body(def), stone, material(0.6))
			angle += spacing / radius
		}
	},
	Check: func(r *Run) error {
		if n := countTilted(r, 0.5); n != len(r.Bodies) {
			return fmt.Errorf("%d of %d dominoes fell", n, len(r.Bodies))
		}
		return nil
	},
}
