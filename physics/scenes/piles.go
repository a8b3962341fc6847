package scenes

import (
	"fmt"

	"tumble/physics"
	"tumble/physics/vec"
)

// mixed returns the i-th of five small shapes in turn: sphere, capsule, box, stick, rock.
func (r *Run) mixed() [5]physics.Geometry {
	return [5]physics.Geometry{
		physics.Sphere{Radius: 0.3}, capsule(0.25, 0.2), physics.BoxHalf(0.3, 0.25, 0.35),
		physics.BoxHalf(0.12, 0.5, 0.12), r.rock(0.35, 14),
	}
}

var mixedRain = Scene{
	Name:     "mixed_rain",
	Intended: []string{"overlap"},
	Category: "piles",
	Text:     "a thousand spheres, capsules, boxes, sticks and rocks fall into a bin",
	View:     View{Target: vec.V3(0, 1.5, 0), Distance: 21, Yaw: 30, Pitch: 40},
	Steps:    1000,
	Params: []Param{
		{Key: "count", Min: 1, Max: 20000, Default: 1000, Whole: true, Text: "number of bodies"},
	},
	Build: func(r *Run) {
		r.bin(6, 4)
		shapes := r.mixed()
		rng := random(52977)
		for i := range r.count("count") {
			x, z, y := i%10, i/10%10, i/100
			pose := physics.Transform{
				P: vec.V3(centred(x, 10, 1.1), along(1, 1.1, y), centred(z, 10, 1.1)).
					Add(vec.V3(rng.between(-0.2, 0.2), 0, rng.between(-0.2, 0.2))),
				Q: rng.rotation(),
			}
			r.dynamic(pose, shapes[i%len(shapes)], material(0.6))
		}
	},
	Check: func(r *Run) error {
		if err := checkInside(r, physics.AABB{Min: vec.V3(-6, 0.05, -6), Max: vec.V3(6, 8, 6)}); err != nil {
			return err
		}
		mass := float32(0)
		for _, b := range r.Bodies {
			mass += b.Mass()
		}
		// a pile at rest keeps no motion: one J/kg would be a fall of ten centimetres
		if e := kineticEnergy(r) / mass; e > 0.05 {
			return fmt.Errorf("the pile still moves with %.3f J/kg", e)
		}
		return nil
	},
}

var tumbler = Scene{
	Name:     "tumbler",
	Intended: []string{"overlap"},
	Category: "piles",
	Text:     "a slowly turning drum, tilted and open in front, tumbles a heap of shapes",
	View:     View{Target: vec.V3(0, 5.6, 0.3), Distance: 16.5, Yaw: 16, Pitch: 24},
	Steps:    1500,
	Params: []Param{
		{Key: "count", Min: 1, Max: 440, Default: 400, Whole: true, Text: "number of bodies"},
		{Key: "rate", Unit: "°/s", Min: -360, Max: 360, Default: 25, Text: "angular velocity of the drum"},
	},
	Build: func(r *Run) {
		const half, thick, deep, tilt = 5, 0.5, 3, 0.6
		lean := rotatedBy(vec.AxisX, -tilt)
		def := bodyAt(physics.Kinematic, physics.Transform{P: vec.V3(0, 6, 0), Q: lean})
		def.AngularVelocity = lean.Rotate(vec.V3(0, 0, float32(r.value("rate")*vec.Pi/180)))
		drum := r.body(def)
		wall := material(0.6)
		for side := float32(-1); side <= 1; side += 2 {
			r.attach(drum, boxAt(thick, half+2*thick, deep, at(float32(side*(half+thick)), 0, 0)), wall)
			r.attach(drum, boxAt(half, thick, deep, at(0, float32(side*(half+thick)), 0)), wall)
		}
		r.attach(drum, boxAt(half+2*thick, half+2*thick, thick, at(0, 0, -deep-thick)), wall)
		shapes := r.mixed()
		rng := random(20011)
		for i := range r.count("count") {
			x, z, y := i%8, i/8%5, i/40
			position := vec.V3(centred(x, 8, 1.1), along(-4, 0.75, y), centred(z, 5, 1.1))
			pose := physics.Transform{P: vec.V3(0, 6, 0).Add(lean.Rotate(position)), Q: rng.rotation()}
			r.dynamic(pose, shapes[i%len(shapes)], material(0.6))
		}
	},
	Check: func(r *Run) error {
		drum := r.Movers[0].Transform()
		for i, b := range r.Bodies {
			p := drum.InvApply(b.WorldCenter()).Abs()
			if p.X > 5 || p.Y > 5 || p.Z > 3 {
				return fmt.Errorf("body %d left the drum: it is at %v in its frame", i, drum.InvApply(b.WorldCenter()))
			}
		}
		return nil
	},
}
