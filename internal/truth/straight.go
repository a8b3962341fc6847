package truth

import (
	"math"

	"tumble/physics"
	"tumble/physics/scenes"
)

// fallStart is where the fall begins (m), fallSpeed how fast upwards (m/s).
const (
	fallStart = 2.0
	fallSpeed = 12.0
)

var fall = Rig{
	Name: "fall", Formula: "y = y₀ + v₀·t − g·t²/2", Seconds: 2, Order: 1,
	Scene: &scenes.Scene{
		Text: "a box thrown up and falling", View: view(0, 4, 16, 0, 0),
		Build: func(r *scenes.Run) {
			builder{r}.moving(vector{0, fallStart, 0}, identity, physics.BoxHalf(0.3, 0.3, 0.3), surface(0.5, 0),
				func(d *physics.BodyDef) {
					d.LinearVelocity = physics.V3(0, fallSpeed, 0)
				})
		},
	},
	solve: func(*scenes.Run) solution { return &falling{y: fallStart, v: fallSpeed} },
}

// falling moves up and down, slowed by −c·v.
type falling struct{ y, v, c float64 }

func (s *falling) advance(dt float64, c conditions) {
	if s.c == 0 {
		s.y += s.v*dt - c.gravity*dt*dt/2
		s.v -= c.gravity * dt
		return
	}
	// v tends to −g/c
	end, e := -c.gravity/s.c, math.Exp(-s.c*dt)
	s.y += end*dt + (s.v-end)*(1-e)/s.c
	s.v = end + (s.v-end)*e
}

func (s *falling) poses(out []Pose) []Pose { return append(out, Pose{vector{0, s.y, 0}, identity}) }

var drag = Rig{
	Name: "drag", Formula: "v = −g/c·(1 − e^(−c·t))", Seconds: 3, Order: 1,
	Scene: &scenes.Scene{
		Text: "a ball slowed by its speed reaches a limit", View: view(0, -8, 30, 0, 0),
		Params: []scenes.Param{number("damping", "1/s", 0.1, 5, 1, "linear damping c")},
		Build: func(r *scenes.Run) {
			builder{r}.moving(vector{0, fallStart, 0}, identity, physics.Sphere{Radius: 0.3}, surface(0.5, 0),
				func(d *physics.BodyDef) {
					d.LinearDamping = float32(r.Value("damping"))
				})
		},
	},
	solve: func(r *scenes.Run) solution { return &falling{y: fallStart, c: r.Value("damping")} },
}

var atwood = Rig{
	Name: "atwood", Formula: "a = g·(m₁ − m₂)/(m₁ + m₂)", Seconds: 2, Order: 1,
	Scene: &scenes.Scene{
		Text: "two weights on a rope over a pulley", View: view(0, 3, 14, 0, 5),
		Params: []scenes.Param{number("ratio", "", 0.1, 10, 1.5, "mass of the left weight to that of the right")},
		Build: func(r *scenes.Run) {
			b := builder{r}
			left, right := surface(0.5, 0), surface(0.5, 0)
			left.Density *= float32(r.Value("ratio"))
			first := b.moving(vector{-1, 4, 0}, identity, physics.BoxHalf(0.3, 0.3, 0.3), left, nil)
			second := b.moving(vector{1, 1, 0}, identity, physics.BoxHalf(0.3, 0.3, 0.3), right, nil)
			d := physics.DefaultPulleyJointDef()
			d.BodyA, d.BodyB = first, second
			d.GroundA, d.GroundB = physics.V3(-1, 7, 0), physics.V3(1, 7, 0)
			b.join(&d)
		},
	},
	solve: func(r *scenes.Run) solution {
		left, _ := masses(r.Bodies[0])
		right, _ := masses(r.Bodies[1])
		return &weights{share: (left - right) / (left + right)}
	},
}

// weights hang on one rope: x is how far the left one has come down.
type weights struct{ share, x, v float64 }

func (s *weights) advance(dt float64, c conditions) {
	a := s.share * c.gravity
	s.x += s.v*dt + a*dt*dt/2
	s.v += a * dt
}

func (s *weights) poses(out []Pose) []Pose {
	return append(out, Pose{vector{-1, 4 - s.x, 0}, identity}, Pose{vector{1, 1 + s.x, 0}, identity})
}
