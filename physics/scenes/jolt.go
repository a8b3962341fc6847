package scenes

import (
	"tumble/physics"
	"tumble/physics/vec"
)

// joltPyramid keeps the sizes of Jolt's PerformanceTest. Unlike wide_pyramid its boxes touch their
// neighbours on all sides.
var joltPyramid = Scene{
	Name:     "jolt_pyramid",
	Category: "benchmarks",
	Text:     "Jolt's Pyramid: 1240 boxes side by side in fifteen square layers",
	View:     View{Target: vec.V3(0, 12, 0), Distance: 60, Yaw: 30, Pitch: 20},
	Hertz:    benchmarkHertz,
	Steps:    500,
	Params: []Param{
		{Key: "height", Min: 1, Max: 15, Default: 15, Whole: true, Text: "number of layers"},
	},
	Build: func(r *Run) {
		r.static(at(0, -1, 0), physics.BoxHalf(50, 1, 50), material(0.2))
		cube := physics.BoxHalf(1, 1, 1)
		height := r.count("height")
		for i := range height {
			odd := float32(i % 2)
			for j := i / 2; j < height-(i+1)/2; j++ {
				for k := i / 2; k < height-(i+1)/2; k++ {
					def := bodyAt(physics.Dynamic, at(float32(2*j-height)+odd, along(1, 2.5, i),
						float32(2*k-height)+odd))
					def.AllowSleep = false
					r.attach(r.body(def), cube, material(0.2))
				}
			}
		}
	},
	Check: func(r *Run) error {
		return checkInside(r, physics.AABB{Min: vec.V3(-50, 0.9, -50), Max: vec.V3(50, 40, 50)})
	},
}
