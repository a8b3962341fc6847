package main

import "math"

// heavyOn puts a cube of 1 m on n others and returns the deepest overlap (mm) in 20 s; NaN if it falls.
func heavyOn(s *scene, n int, light, heavy float64) float64 {
	s.world(earth, defaultBounce, false)
	s.floor(0.6, 0)
	for i := range n + 1 {
		m := light
		if i == n {
			m = heavy
		}
		b := bodyDef{friction: 0.6}
		b.mass, b.inertia = solidBox(m, 0.5, 0.5, 0.5)
		s.cube(1, vec{0, 0.5 + float64(i), 0}, b)
	}
	deepest := 0.0
	s.each(20, func(list []state) bool {
		below := -0.5
		for _, b := range list[1:] {
			deepest = math.Max(deepest, 1-(b.at[1]-below))
			below = b.at[1]
		}
		return true
	})
	if s.of(n + 1).at[1] < float64(n) {
		return math.NaN()
	}
	return 1000 * deepest
}

// tower builds ten cubes and returns by how much the top sinks and moves sideways in 5 s, in percent of an edge; NaN if
// it falls.
func tower(s *scene, edge float64) float64 {
	s.world(earth, defaultBounce, true)
	s.floor(0.6, 0)
	top := 0
	for i := range 10 {
		top = s.cube(edge, vec{0, edge * (float64(i) + 0.5), 0}, bodyDef{friction: 0.6})
	}
	s.run(5)
	return fallen(100*s.of(top).at.distance(vec{0, 9.5 * edge, 0})/edge, 500)
}

// fallen is an error, or NaN where it is half the height of the pile or more.
func fallen(off, limit float64) float64 {
	if off < limit {
		return off
	}
	return math.NaN()
}

// pyramid builds rows of cubes of 1 m and returns how far the top sinks in 10 s (mm).
func pyramid(s *scene, rows int) float64 {
	s.world(earth, defaultBounce, false)
	s.floor(0.6, 0)
	top := 0
	for row := range rows {
		for i := range rows - row {
			x := (float64(i) - float64(rows-1-row)/2) * 1.02
			top = s.cube(1, vec{x, 0.5 + float64(row), 0}, bodyDef{friction: 0.6})
		}
	}
	s.run(10)
	return fallen(1000*(float64(rows)-0.5-s.of(top).at[1]), 500*float64(rows))
}

// blocks builds 18 layers of three blocks of 75 × 25 × 15 mm with gaps and returns by how much the top sinks in 2 s, in
// percent of a height.
func blocks(s *scene) float64 {
	s.world(earth, defaultBounce, false)
	s.floor(0.6, 0)
	const l, b, h = 0.075, 0.025, 0.015
	top := 0
	for layer := range 18 {
		for i := range 3 {
			across := (float64(i) - 1) * (b + 0.0002)
			d := bodyDef{kind: dynamic, shape: box, size: [3]float64{l / 2, h / 2, b / 2}, density: 640, friction: 0.6}
			d.at = vec{0, h*(float64(layer)+0.5) + 1e-5*float64(layer), across}
			if layer%2 == 1 {
				d.size[0], d.size[2] = d.size[2], d.size[0]
				d.at[0], d.at[2] = across, 0
			}
			top = s.body(d)
		}
	}
	s.run(2)
	return fallen(100*math.Abs(s.of(top).at[1]-17.5*h)/h, 900)
}

// cards builds a house of two storeys of cards 200 mm high and 4 mm thick that lean at 15°, and returns how far a card
// moves at most from the first to the tenth second (mm).
func cards(s *scene) float64 {
	s.world(earth, defaultBounce, false)
	s.floor(0.7, 0)
	const high, thick, deep, lean = 0.2, 0.004, 0.1, 15 * math.Pi / 180
	card := func(x, y, angle float64) {
		s.body(bodyDef{kind: dynamic, shape: box, size: [3]float64{thick / 2, high / 2, deep / 2}, at: vec{x, y, 0},
			axis:  vec{0, 0, 1},
			angle: angle, density: 700, friction: 0.7})
	}
	// a pair meets at its upper inner corners and stands on its lower outer ones
	rise := (high*math.Cos(lean) + thick*math.Sin(lean)) / 2
	run := (high*math.Sin(lean) + thick*math.Cos(lean)) / 2
	level := 0.0
	for storey := range 2 {
		n := 2 - storey
		step := 4 * run
		for i := range n {
			x := (float64(i) - float64(n-1)/2) * step
			card(x-run, level+rise, -lean)
			card(x+run, level+rise, lean)
		}
		level += 2 * rise
		if storey == 0 {
			card(0, level+thick/2, math.Pi/2)
			level += thick
		}
	}
	s.run(1)
	before := s.all()
	s.run(9)
	after := s.all()
	off := 0.0
	for i := range after {
		off = math.Max(off, before[i].at.distance(after[i].at))
	}
	return fallen(1000*off, 1000*high/2)
}

// landing lets cubes of 1 m land at a speed (m/s) from ten heights and returns the deepest overlap with the floor (mm).
func landing(s *scene, speed float64) float64 {
	s.world(earth, defaultBounce, false)
	s.floor(0.6, 0)
	for i := range 10 {
		b := s.cube(1, vec{6*float64(i) - 30, 0.6 + speed/rate*float64(i)/10, 0}, bodyDef{friction: 0.6})
		s.push(b, vec{0, -speed, 0}, vec{})
	}
	deepest := 0.0
	s.each(0.5, func(list []state) bool {
		for _, b := range list[1:] {
			deepest = math.Max(deepest, 0.5-b.at[1])
		}
		return true
	})
	return 1000 * deepest
}

// door lets a kinematic door come to a sleeping cube of 1 m at 1 m/s and returns by how much it gets into it (mm).
func door(s *scene) float64 {
	s.world(earth, defaultBounce, true)
	s.floor(0.2, 0)
	b := s.cube(1, vec{0, 0.5, 0}, bodyDef{friction: 0.2})
	s.run(5)
	if s.of(b).awake {
		return math.NaN()
	}
	d := s.body(bodyDef{kind: kinematic, shape: box, size: [3]float64{0.5, 0.45, 1}, at: vec{-1.25, 0.5, 0},
		friction: 0.2})
	s.push(d, vec{1, 0, 0}, vec{})
	s.run(2)
	list := s.all()
	return 1000 * math.Max(0, 1-(list[b].at[0]-list[d].at[0]))
}
