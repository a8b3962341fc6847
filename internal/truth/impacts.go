package truth

import (
	"math"

	"tumble/physics"
	"tumble/physics/scenes"
)

// bounceRadius is that of the ball (m), bounceHeight that of its centre at the start.
const (
	bounceRadius = 0.25
	bounceHeight = 2.25
)

var bounce = Rig{
	Name: "bounce", Formula: "apex after n bounces = h·e²ⁿ", Seconds: 3,
	Bound: "the time of an impact is that of a step",
	Scene: &scenes.Scene{
		Text: "a ball bounces", View: view(0, 1.2, 6, 0, 5),
		Params: []scenes.Param{number("restitution", "", 0, 1, 0.8, "ratio of the speeds after and before a bounce")},
		Build: func(r *scenes.Run) {
			b := builder{r}
			b.ground(4, surface(0.5, r.Value("restitution")))
			b.moving(vector{0, bounceHeight, 0}, identity, physics.Sphere{Radius: bounceRadius},
				surface(0.5, r.Value("restitution")), nil)
		},
	},
	solve: func(*scenes.Run) solution { return &bouncing{h: bounceHeight - bounceRadius} },
}

// bouncing is at the height h over the floor.
type bouncing struct{ h, v float64 }

func (s *bouncing) advance(dt float64, c conditions) {
	for dt > 0 {
		if s.h <= 0 && s.v <= 0 || c.gravity <= 0 {
			break
		}
		// the time to the floor: h + v·t − g·t²/2 = 0
		t := (s.v + math.Sqrt(s.v*s.v+2*c.gravity*s.h)) / c.gravity
		if t > dt {
			s.h += s.v*dt - c.gravity*dt*dt/2
			s.v -= c.gravity * dt
			return
		}
		dt -= t
		v := c.gravity*t - s.v
		s.h, s.v = 0, v*c.restitution
		if v < c.slowest {
			s.v = 0
		}
	}
}

func (s *bouncing) poses(out []Pose) []Pose {
	return append(out, Pose{vector{0, s.h + bounceRadius, 0}, identity})
}

// collisionRadius is that of both balls (m).
const collisionRadius = 0.4

var collision = Rig{
	Name: "collision", Formula: "v₁′ = (m₁ − e·m₂)·v/(m₁ + m₂), v₂′ = (1 + e)·m₁·v/(m₁ + m₂)", Seconds: 2,
	Bound: "nothing but the rounding of positions",
	Scene: &scenes.Scene{
		Text: "a ball hits one that rests, without gravity", View: view(1, 0, 14, 0, 15),
		World: func(def *physics.WorldDef) { def.Settings.Gravity = physics.Vec3{} },
		Params: []scenes.Param{
			number("restitution", "", 0, 1, 0.9, "ratio of the speeds after and before the hit"),
			number("ratio", "", 0.1, 10, 3, "mass of the first ball to that of the second"),
			number("speed", "m/s", 1.5, 20, 4, "speed of the first ball"),
		},
		Build: func(r *scenes.Run) {
			b := builder{r}
			first, second := surface(0, r.Value("restitution")), surface(0, r.Value("restitution"))
			first.Density *= float32(r.Value("ratio"))
			b.moving(vector{-3, 0, 0}, identity, physics.Sphere{Radius: collisionRadius}, first,
				func(d *physics.BodyDef) {
					d.LinearVelocity, d.GravityScale = physics.V3(float32(r.Value("speed")), 0, 0), 0
				})
			b.moving(vector{0, 0, 0}, identity, physics.Sphere{Radius: collisionRadius}, second,
				func(d *physics.BodyDef) { d.GravityScale = 0 })
		},
	},
	solve: func(r *scenes.Run) solution {
		s := &colliding{x: [2]float64{-3, 0}, v: [2]float64{r.Value("speed"), 0}}
		for i := range s.m {
			s.m[i], _ = masses(r.Bodies[i])
		}
		return s
	},
}

// colliding are two balls on the x axis.
type colliding struct{ x, v, m [2]float64 }

func (s *colliding) advance(dt float64, c conditions) {
	gap, closing := s.x[1]-s.x[0]-2*collisionRadius, s.v[0]-s.v[1]
	if t := gap / closing; closing > 0 && t <= dt {
		s.fly(t)
		dt -= t
		e := c.restitution
		if closing < c.slowest {
			e = 0
		}
		middle := (s.m[0]*s.v[0] + s.m[1]*s.v[1]) / (s.m[0] + s.m[1])
		s.v[0] = middle - e*s.m[1]*closing/(s.m[0]+s.m[1])
		s.v[1] = middle + e*s.m[0]*closing/(s.m[0]+s.m[1])
	}
	s.fly(dt)
}

func (s *colliding) fly(dt float64) {
	for i := range s.x {
		s.x[i] += s.v[i] * dt
	}
}

func (s *colliding) poses(out []Pose) []Pose {
	return append(out, Pose{vector{s.x[0], 0, 0}, identity}, Pose{vector{s.x[1], 0, 0}, identity})
}
