package main

import "math"

// ropes hangs nine balls of 1 kg and one of a mass on ropes by limits and returns by how much the last is too low from
// the tenth to the twentieth second, in percent of the length.
func ropes(s *scene, mass float64) float64 {
	s.world(earth, defaultBounce, false)
	before := world
	for i := range 10 {
		b := bodyDef{ghost: true}
		m := 1.0
		if i == 9 {
			m = mass
		}
		b.mass, b.inertia = solidBall(m, 0.1)
		id := s.ball(0.1, vec{0.5 * float64(i+1), 0, 0}, b)
		s.connect(jointDef{kind: rope, a: before, b: id, at: vec{0.5 * float64(i), 0, 0},
			end: vec{0.5 * float64(i+1), 0, 0}, length: 0.5})
		before = id
	}
	s.run(10)
	most := 0.0
	s.each(10, func(list []state) bool {
		most = math.Max(most, list[before].at.length()/5-1)
		return true
	})
	return fallen(100*most, 1e4)
}

// chain hangs 100 links of 1 kg and 0.5 m and one of 100 kg and returns by how much the last sinks in 20 s, in percent
// of the length.
func chain(s *scene) float64 {
	s.world(earth, defaultBounce, false)
	before := world
	for i := range 101 {
		b := bodyDef{kind: dynamic, shape: box, size: [3]float64{0.05, 0.2, 0.05},
			at: vec{0, -0.5*float64(i) - 0.25, 0}, ghost: true}
		b.mass, b.inertia = solidBox(1, 0.05, 0.25, 0.05)
		if i == 100 {
			b.mass, b.inertia = solidBox(100, 0.5, 0.5, 0.5)
		}
		id := s.body(b)
		s.connect(jointDef{kind: socket, a: before, b: id, at: vec{0, -0.5 * float64(i), 0}})
		before = id
	}
	most := 0.0
	s.each(20, func(list []state) bool {
		most = worst(most, (list[before].at[1]+50.25)/50)
		return true
	})
	return 100 * most
}

// pendulum lets a rod of 1 m swing about its end from the horizontal for 60 s and returns the energy that is left (%).
func pendulum(s *scene) float64 {
	s.world(earth, defaultBounce, false)
	b := bodyDef{kind: dynamic, shape: box, size: [3]float64{0.5, 0.05, 0.05}, at: vec{0.5, 0, 0}, ghost: true}
	b.mass, b.inertia = solidBox(1, 0.5, 0.05, 0.05)
	id := s.body(b)
	s.connect(jointDef{kind: hinge, a: world, b: id})
	s.run(60)
	x := s.of(id)
	energy := 0.5*x.v.dot(x.v) + 0.5*b.inertia[2]*x.w.dot(x.w) + earth*(x.at[1]+0.5)
	return 100 * energy / (0.5 * earth)
}

// sag hangs 1 kg on a spring and returns how far it hangs down (mm).
func sag(s *scene, hertz, zeta float64) float64 {
	s.world(earth, defaultBounce, false)
	b := bodyDef{ghost: true}
	b.mass, b.inertia = solidBall(1, 0.1)
	id := s.ball(0.1, vec{}, b)
	s.connect(jointDef{kind: slider, a: world, b: id, axis: vec{0, 1, 0}, hertz: hertz, zeta: zeta})
	s.run(10)
	return -1000 * s.of(id).at[1]
}

// springFrequency pulls 1 kg on a spring without damping and returns how often it swings (Hz).
func springFrequency(s *scene, hertz float64) float64 {
	s.world(0, defaultBounce, false)
	b := bodyDef{ghost: true}
	b.mass, b.inertia = solidBall(1, 0.1)
	id := s.ball(0.1, vec{}, b)
	s.connect(jointDef{kind: slider, a: world, b: id, axis: vec{0, 1, 0}, hertz: hertz})
	s.push(id, vec{0, 1, 0}, vec{})
	var times []float64
	before, t := 0.0, 0.0
	s.each(5, func(list []state) bool {
		t += 1.0 / rate
		y := list[id].at[1]
		if before < 0 && y >= 0 {
			times = append(times, t-y/(y-before)/rate)
		}
		before = y
		return true
	})
	if len(times) < 2 {
		return math.NaN()
	}
	return float64(len(times)-1) / (times[len(times)-1] - times[0])
}

// crank turns a crank of 40 mm with a rod of 150 mm and a piston at a rate (1/min) for 3 s and returns the widest gap
// of a joint (mm).
func crank(s *scene, perMinute float64) float64 {
	s.world(0, defaultBounce, false)
	w := perMinute * 2 * math.Pi / 60
	part := func(x, hx, hy, hz float64) int {
		return s.body(bodyDef{kind: dynamic, shape: box, size: [3]float64{hx, hy, hz}, at: vec{x, 0, 0}, density: 7800,
			ghost: true})
	}
	arm, rod, piston := part(0.02, 0.03, 0.01, 0.01), part(0.115, 0.075, 0.008, 0.008), part(0.19, 0.03, 0.03, 0.03)
	s.connect(jointDef{kind: hinge, a: world, b: arm, speed: w, torque: 1e4})
	s.connect(jointDef{kind: hinge, a: arm, b: rod, at: vec{0.04, 0, 0}})
	s.connect(jointDef{kind: hinge, a: rod, b: piston, at: vec{0.19, 0, 0}})
	s.connect(jointDef{kind: slider, a: world, b: piston, at: vec{0.19, 0, 0}, axis: vec{1, 0, 0}})
	s.push(arm, vec{0, 0.02 * w, 0}, vec{0, 0, w})
	s.push(rod, vec{0, 0.02 * w, 0}, vec{0, 0, -w * 0.04 / 0.15})
	most := 0.0
	end := func(x state, along float64) vec { return x.at.plus(x.rotate(vec{along, 0, 0})) }
	s.each(3, func(list []state) bool {
		most = worst(most, end(list[arm], -0.02).length())
		most = worst(most, end(list[arm], 0.02).distance(end(list[rod], -0.075)))
		most = worst(most, end(list[rod], 0.075).distance(list[piston].at))
		return true
	})
	return 1000 * most
}
