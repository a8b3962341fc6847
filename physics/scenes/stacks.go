package scenes

import (
	"fmt"

	"tumble/physics"
	"tumble/physics/vec"
)

var oneBox = Scene{
	Name:     "box",
	Category: "stacks",
	Text:     "one unit box falls two metres and comes to rest",
	View:     View{Target: vec.V3(0, 0.5, 0), Distance: 8, Yaw: 30, Pitch: 20},
	Steps:    300,
	Params: []Param{
		{Key: "height", Unit: "m", Min: 0, Max: 100, Default: 2, Text: "height of the fall"},
	},
	Build: func(r *Run) {
		r.ground(20, 20, 0.6)
		r.dynamic(at(0, 0.5+r.value("height"), 0), physics.BoxHalf(0.5, 0.5, 0.5), material(0.6))
	},
	Check: func(r *Run) error {
		b := r.Bodies[0]
		p := b.Transform().P
		if vec.Abs(p.Y-0.5) > 0.006 || vec.Abs(p.X) > 0.005 || vec.Abs(p.Z) > 0.005 {
			return fmt.Errorf("the box rests at %v, not at (0, 0.5, 0)", p)
		}
		if b.Awake() {
			return fmt.Errorf("the box is still awake, at %v m/s", b.LinearVelocity())
		}
		return nil
	},
}

// stack is a tower of n unit boxes, aligned and touching.
func stack(n int) Scene {
	return Scene{
		Name:     fmt.Sprintf("stack%d", n),
		Category: "stacks",
		Text:     fmt.Sprintf("a tower of %d unit boxes stands still", n),
		View:     View{Target: vec.V3(0, along(0, 0.45, n), 0), Distance: along(6, 1.4, n), Yaw: 30, Pitch: 12},
		Steps:    6100,
		Settle:   100,
		Build: func(r *Run) {
			r.ground(20, 20, 0.6)
			for i := range n {
				r.dynamic(at(0, 0.5+float32(i), 0), physics.BoxHalf(0.5, 0.5, 0.5), material(0.6))
			}
		},
		Check: func(r *Run) error { return checkStill(r, 0.005, 0.01*float32(n)) },
	}
}

var (
	stack10 = stack(10)
	stack20 = stack(20)
)

// pyramid is a wall of unit boxes one deep; every box but those of the bottom row stands on
// two others. The sink limit is half a percent of the height.
func pyramid(rows int, shiftLimit float32) Scene {
	boxes := rows * (rows + 1) / 2
	return Scene{
		Name:     fmt.Sprintf("pyramid%d", boxes),
		Category: "stacks",
		Text:     fmt.Sprintf("a pyramid of %d unit boxes in %d rows stands still", boxes, rows),
		View:     View{Target: vec.V3(0, along(0, 0.4, rows), 0), Distance: along(4, 1.5, rows), Yaw: 25, Pitch: 14},
		Steps:    6100,
		Settle:   100,
		Params: []Param{
			{Key: "spacing", Unit: "m", Min: 1, Max: 1.5, Default: 1.02, Text: "distance of neighbouring centres"},
			{Key: "friction", Min: 0, Max: 2, Default: 0.6, Text: "friction of the boxes and the ground"},
		},
		Build: func(r *Run) {
			spacing, friction := r.value("spacing"), r.value("friction")
			r.ground(2*float32(rows), 20, friction)
			for row := range rows {
				for i := range rows - row {
					x := centred(i, rows-row, spacing)
					r.dynamic(at(x, 0.5+float32(row), 0), physics.BoxHalf(0.5, 0.5, 0.5), material(friction))
				}
			}
		},
		Check: func(r *Run) error { return checkStill(r, shiftLimit, 0.005*float32(rows)) },
	}
}

var (
	pyramid36   = pyramid(8, 0.001)
	pyramid210  = pyramid(20, 0.005)
	pyramid1275 = pyramid(50, 0.010)
)

var heavyOnLight = Scene{
	Name:     "heavy_on_light",
	Intended: []string{"density"},
	Category: "stacks",
	Text:     "a box rests on one that weighs a hundredth of it",
	View:     View{Target: vec.V3(0, 1, 0), Distance: 8, Yaw: 30, Pitch: 15},
	Steps:    1000,
	Settle:   200,
	Params: []Param{
		{Key: "ratio", Min: 1, Max: 1000, Default: 100, Text: "mass of the upper box over that of the lower"},
	},
	Build: func(r *Run) {
		r.ground(20, 20, 0.6)
		r.dynamic(at(0, 0.5, 0), physics.BoxHalf(0.5, 0.5, 0.5), material(0.6))
		heavy := material(0.6)
		heavy.Density = float32(heavy.Density * r.value("ratio"))
		r.dynamic(at(0, 1.5, 0), physics.BoxHalf(0.5, 0.5, 0.5), heavy)
	},
	// the soft contact gives way in proportion to the load; the light box must not be
	// crushed, or squeezed out sideways
	Check: func(r *Run) error { return checkStill(r, 0.002, 0.05) },
}

var overflowPile = Scene{
	Name:     "overflow_pile",
	Intended: []string{"overlap"},
	Category: "stacks",
	Text:     "a post touched by more boxes than there are constraint colours",
	View:     View{Target: vec.V3(0, 1.5, 0), Distance: 9, Yaw: 30, Pitch: 25},
	Steps:    500,
	Build: func(r *Run) {
		r.ground(20, 20, 0.6)
		post := material(0.6)
		post.Density = 50
		r.dynamic(at(0, 2.5, 0), physics.BoxHalf(0.5, 2.5, 0.5), post)
		for level := range 5 {
			for i := range 5 {
				angle := float32(vec.Pi) * float32(2*i+level%2) / 5
				s, c := vec.SinCos(angle)
				r.dynamic(at(float32(0.67*c), along(0.25, 0.5, level), float32(0.67*s)), physics.BoxHalf(0.2, 0.2, 0.2),
					material(0.6))
			}
		}
	},
	Check: func(r *Run) error {
		if t := tilt(r, 0); t > 0.1 {
			return fmt.Errorf("the post leans by %.3f rad", t)
		}
		return checkInside(r, physics.AABB{Min: vec.V3(-8, 0, -8), Max: vec.V3(8, 5, 8)})
	},
}
