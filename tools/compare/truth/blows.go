package main

import (
	"math"
	"math/rand/v2"
)

// momentum is Σm·v of bodies of these masses.
func momentum(list []state, mass []float64) (p vec, sum float64) {
	for i, b := range list {
		p = p.plus(b.v.times(mass[i]))
		sum += mass[i] * b.v.length()
	}
	return p, sum
}

// wall shoots a ball of 65 kg at 20 m/s into 36 bricks on a smooth floor and returns the momentum along its way that is
// lost (%).
func wall(s *scene, bullet bool) float64 {
	s.world(earth, defaultBounce, false)
	s.floor(0, 0)
	mass := []float64{0}
	for row := range 6 {
		for i := range 6 {
			s.body(bodyDef{kind: dynamic, shape: box, size: [3]float64{0.1, 0.1, 0.2},
				at:       vec{0, 0.1 + 0.2*float64(row), 0.42 * (float64(i) - 2.5)},
				friction: 0.5})
			mass = append(mass, 16)
		}
	}
	s.run(0.5)
	b := bodyDef{friction: 0.5, bullet: bullet}
	b.mass, b.inertia = solidBall(65, 0.25)
	ball := s.ball(0.25, vec{-3, 0.6, 0.1}, b)
	s.push(ball, vec{20, 0, 0}, vec{})
	s.run(0.4)
	p, _ := momentum(s.all(), append(mass, 65))
	return 100 * math.Abs(p[0]/(65*20)-1)
}

// pairs lets pairs of spinning boxes meet at 1 to 100 m/s and returns the largest part of Σm|v| that one of them loses
// (%).
func pairs(s *scene, bullets bool) float64 {
	dice := rand.New(rand.NewPCG(1, 1))
	between := func(lo, hi float64) float64 { return lo + (hi-lo)*dice.Float64() }
	most := 0.0
	for range 40 {
		s.world(0, defaultBounce, false)
		v := math.Exp(between(0, math.Log(100)))
		var mass []float64
		for i := range 2 {
			half := [3]float64{between(0.4, 0.5), between(0.2, 0.3), between(0.08, 0.12)}
			b := s.body(bodyDef{kind: dynamic, shape: box, size: half, at: vec{float64(2*i-1) * between(0.6, 1.5),
				between(-0.15, 0.15), between(-0.15, 0.15)},
				axis: vec{0, 0, 1}, angle: between(-3, 3), friction: 0.6, restitution: between(0, 1), bullet: bullets})
			s.push(b, vec{float64(1-2*i) * v, 0, 0}, vec{between(-30, 30), between(-30, 30), between(-30, 30)})
			mass = append(mass, 8000*half[0]*half[1]*half[2])
		}
		before, sum := momentum(s.all(), mass)
		s.run(math.Max(0.1, math.Min(2, 10/v)))
		after, _ := momentum(s.all(), mass)
		most = math.Max(most, after.distance(before)/sum)
	}
	return 100 * most
}

// cradle sends a ball into a row of four with gaps of 1 mm and returns the speed of the last one, in percent of its
// own.
func cradle(s *scene) float64 {
	s.world(0, elastic, false)
	const r = 0.1
	for i := range 5 {
		x := float64(i) * (2*r + 1e-3)
		if i == 0 {
			x -= r
		}
		s.ball(r, vec{x, 0, 0}, bodyDef{density: 7800, restitution: 1})
	}
	s.push(0, vec{2, 0, 0}, vec{})
	s.run(0.6)
	return 100 * s.of(4).v[0] / 2
}

// gas lets 64 smooth elastic balls fly in a box for 60 s and returns the largest change of their energy (%).
func gas(s *scene) float64 {
	s.world(0, elastic, false)
	for axis := range 3 {
		for _, sign := range []float64{-1, 1} {
			b := bodyDef{kind: static, shape: box, size: [3]float64{3, 3, 3}, restitution: 1}
			b.at[axis] = sign * 2
			b.size[axis] = 1
			s.body(b)
		}
	}
	dice := rand.New(rand.NewPCG(2, 2))
	speed := func() float64 { return 10*dice.Float64() - 5 }
	for i := range 64 {
		at := func(k int) float64 { return (float64(k) - 1.5) * 0.5 }
		b := s.ball(0.1, vec{at(i % 4), at(i / 4 % 4), at(i / 16)}, bodyDef{restitution: 1})
		s.push(b, vec{speed(), speed(), speed()}, vec{})
	}
	energy := func(list []state) (sum float64) {
		for _, b := range list[6:] {
			sum += b.v.dot(b.v)
		}
		return sum
	}
	start, most := energy(s.all()), 0.0
	s.each(60, func(list []state) bool {
		most = worst(most, energy(list)/start-1)
		return true
	})
	return 100 * most
}

// bounces drops an elastic ball of 0.2 m from 3 m and returns its energy after 20 bounces, in percent of that at the
// start.
func bounces(s *scene) float64 {
	s.world(earth, elastic, false)
	s.floor(0, 1)
	b := s.ball(0.2, vec{0, 3.2, 0}, bodyDef{restitution: 1})
	count, up, end := 0, false, math.NaN()
	s.each(60, func(list []state) bool {
		now := list[b].v[1] > 0
		if now && !up {
			count++
		}
		up = now
		if count == 20 && !now {
			end = list[b].at[1] - 0.2 + list[b].v.dot(list[b].v)/2/earth
			return false
		}
		return true
	})
	return 100 * end / 3
}

// glance lets a smooth ball hit an equal one off its middle, share times the sum of the radii, and returns the angle
// (°) at which that leaves.
func glance(s *scene, share, speed, r float64) float64 {
	s.world(0, defaultBounce, false)
	hit := s.ball(r, vec{}, bodyDef{restitution: 1})
	b := s.ball(r, vec{-4.3 * r, -2 * r * share, 0}, bodyDef{restitution: 1, bullet: true})
	s.push(b, vec{speed, 0, 0}, vec{})
	s.each(3, func(list []state) bool { return list[hit].v.length() == 0 })
	v := s.of(hit).v
	return math.Atan2(v[1], v[0]) * 180 / math.Pi
}
