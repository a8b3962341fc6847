package main

import "math"

// rocking lets a block 1 m high and 0.25 m wide rock on its edges from 0.6 of the angle at which it would fall, and
// returns the square root of the energy that is left at the next turning point over that at the first.
func rocking(s *scene) float64 {
	s.world(earth, defaultBounce, false)
	s.floor(1, 0)
	const h, b = 0.5, 0.125
	alpha, r := math.Atan(b/h), math.Hypot(h, b)
	from := 0.6 * alpha
	at := vec{b - r*math.Sin(alpha-from), r * math.Cos(alpha-from), 0}
	block := s.body(bodyDef{kind: dynamic, shape: box, size: [3]float64{b, h, h}, at: at, axis: vec{0, 0, 1},
		angle: -from, friction: 1})
	inertia := (b*b + h*h) / 3
	energy := func(x state) float64 {
		return 0.5*x.v.dot(x.v) + 0.5*inertia*x.w.dot(x.w) + earth*(x.at[1]-h)
	}
	start := energy(s.of(block))
	over, left := false, math.NaN()
	s.each(10, func(list []state) bool {
		x := list[block]
		over = over || x.rotate(vec{1, 0, 0})[1] > 0
		if over && x.w[2] < 0 {
			left = math.Sqrt(math.Max(energy(x), 0) / start)
			return false
		}
		return true
	})
	return left
}

// tiles slides a box of 0.4 m over smooth flush static boxes of 1.4 m at 5 m/s and returns the speed along its way that
// it keeps (%).
func tiles(s *scene) float64 {
	s.world(earth, defaultBounce, false)
	for i := range 30 {
		s.body(bodyDef{kind: static, shape: box, size: [3]float64{0.7, 0.5, 3}, at: vec{1.4 * float64(i), -0.5, 0}})
	}
	b := s.body(bodyDef{kind: dynamic, shape: box, size: [3]float64{0.2, 0.2, 0.2}, at: vec{0, 0.2, 0}})
	s.run(0.2)
	s.push(b, vec{5, 0, 0}, vec{})
	s.run(7)
	return 100 * s.of(b).v[0] / 5
}

// spunDisc spins a disc of radius 0.5 m on its face at w, and lets it slide at v, and returns the times until each is
// less than 2 %.
func spunDisc(s *scene, v, w float64) (slide, spin float64) {
	s.world(earth, defaultBounce, false)
	s.floor(0.3, 0)
	b := s.body(bodyDef{kind: dynamic, shape: disc, size: [3]float64{0.5, 0.05, 0}, at: vec{0, 0.05, 0}, friction: 0.3})
	s.run(0.2)
	s.push(b, vec{v, 0, 0}, vec{0, w, 0})
	t := 0.0
	s.each(20, func(list []state) bool {
		t += 1.0 / rate
		x := list[b]
		if slide == 0 && math.Hypot(x.v[0], x.v[2]) <= 0.02*v {
			slide = t
		}
		if spin == 0 && math.Abs(x.w[1]) <= 0.02*w {
			spin = t
		}
		return spin == 0 || slide == 0 && v > 0
	})
	return slide, spin
}

// braking slides a slab at 6 m/s in twelve directions and returns the distance in which it stops, as a mean (m), and by
// how much the distances differ (%).
func braking(s *scene) (mean, spread float64) {
	least, most := math.Inf(1), 0.0
	for i := range 12 {
		s.world(earth, defaultBounce, false)
		s.floor(0.5, 0)
		b := s.body(bodyDef{kind: dynamic, shape: box, size: [3]float64{0.5, 0.125, 0.5}, at: vec{0, 0.125, 0},
			friction: 0.5})
		s.run(0.1)
		from := s.of(b).at
		sin, cos := math.Sincos(0.2 + float64(i)*math.Pi/6)
		s.push(b, vec{6 * cos, 0, 6 * sin}, vec{})
		s.each(5, func(list []state) bool { return list[b].v.length() > 1e-3 })
		stopped := s.of(b).at.distance(from)
		mean += stopped / 12
		least, most = math.Min(least, stopped), math.Max(most, stopped)
	}
	return mean, 100 * (most - least) / mean
}

// bowled is the speed at which a ball rolls in the end that is thrown at 7 m/s without spin (m/s).
func bowled(s *scene) float64 {
	s.world(earth, defaultBounce, false)
	s.floor(0.3, 0)
	b := s.ball(0.5, vec{0, 0.5, 0}, bodyDef{friction: 0.3})
	s.run(0.1)
	s.push(b, vec{7, 0, 0}, vec{})
	s.run(4)
	return s.of(b).v[0]
}

// flips spins a brick of edges 6 : 4 : 2 about its middle axis at 10 rad/s for 60 s, and returns the largest change of
// its energy and of its angular momentum (%).
func flips(s *scene) (energy, momentum float64) {
	s.world(0, defaultBounce, false)
	mass, inertia := solidBox(1, 0.3, 0.2, 0.1)
	b := s.body(bodyDef{kind: dynamic, shape: box, size: [3]float64{0.3, 0.2, 0.1}, mass: mass, inertia: inertia})
	s.push(b, vec{}, vec{0.01, 10, 0.01})
	measure := func(x state) (float64, vec) {
		w := x.inBody(x.w)
		l := vec{inertia[0] * w[0], inertia[1] * w[1], inertia[2] * w[2]}
		return l.dot(w) / 2, x.rotate(l)
	}
	e0, l0 := measure(s.of(b))
	s.each(60, func(list []state) bool {
		e, l := measure(list[b])
		energy, momentum = worst(energy, e/e0-1), worst(momentum, l.distance(l0)/l0.length())
		return true
	})
	return 100 * energy, 100 * momentum
}
