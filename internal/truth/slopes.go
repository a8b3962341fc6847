package truth

import (
	"math"

	"tumble/physics"
	"tumble/physics/scenes"
)

// slopeStart is how far up a slope the bodies begin (m); slabHeight is half the height of the box, rollRadius the
// radius of the balls (m).
const (
	slopeStart = 8
	slabHeight = 0.15
	rollRadius = 0.3
)

// onSlope is the place at a distance s (m) up a slope and h above it.
func onSlope(angle, s, h float64) vector { return aboutZ(angle).rotate(vector{s, h, 0}) }

var incline = Rig{
	Name: "incline", Formula: "a = g·(sin α − μ·cos α)", Seconds: 2, Order: 1,
	Scene: &scenes.Scene{
		Text: "a box slides down a slope", View: view(3, 1.5, 14, 0, 5),
		Params: []scenes.Param{
			number("angle", "°", 0, 60, 25, "angle of the slope"),
			number("friction", "", 0, 2, 0.3, "coefficient of friction"),
		},
		Build: func(r *scenes.Run) {
			b, d := builder{r}, surface(r.Value("friction"), 0)
			b.slope(degrees(r), d)
			b.moving(onSlope(degrees(r), slopeStart, slabHeight), aboutZ(degrees(r)),
				physics.BoxHalf(0.6, slabHeight, 0.6), d, nil)
		},
	},
	solve: func(r *scenes.Run) solution { return &sliding{angle: degrees(r)} },
}

// sliding has come down by x.
type sliding struct{ angle, x, v float64 }

func (s *sliding) advance(dt float64, c conditions) {
	sin, cos := math.Sincos(s.angle)
	a := c.gravity * (sin - c.friction*cos)
	if a < 0 {
		// it stops and stays
		dt = min(dt, -s.v/a)
	}
	s.x += s.v*dt + a*dt*dt/2
	s.v += a * dt
}

func (s *sliding) poses(out []Pose) []Pose {
	return append(out, Pose{onSlope(s.angle, slopeStart-s.x, slabHeight), aboutZ(s.angle)})
}

var roll = Rig{
	Name: "roll", Formula: "a = 5/7·g·sin α while μ ≥ 2/7·tan α", Seconds: 2, Order: 1,
	Scene: &scenes.Scene{
		Text: "a ball rolls down a slope", View: view(3, 1.5, 14, 0, 5),
		Params: []scenes.Param{
			number("angle", "°", 0, 60, 20, "angle of the slope"),
			number("friction", "", 0, 2, 0.8, "coefficient of friction"),
		},
		Build: func(r *scenes.Run) {
			b, d := builder{r}, surface(r.Value("friction"), 0)
			b.slope(degrees(r), d)
			b.moving(onSlope(degrees(r), slopeStart, rollRadius), identity, physics.Sphere{Radius: rollRadius}, d, nil)
		},
	},
	solve: func(r *scenes.Run) solution { return &bowling{angle: degrees(r), start: slopeStart} },
}

var rolling = Rig{
	Name: "rolling", Formula: "v = v₀ − μ·g·t until t = 2·v₀/(7·μ·g), then 5/7·v₀", Seconds: 3, Order: 1,
	Scene: &scenes.Scene{
		Text: "a ball slides, then rolls", View: view(0, 1, 18, 0, 10),
		Params: []scenes.Param{
			number("speed", "m/s", 0.5, 20, 5, "speed at the start"),
			number("friction", "", 0, 2, 0.2, "coefficient of friction"),
		},
		Build: func(r *scenes.Run) {
			b, d := builder{r}, surface(r.Value("friction"), 0)
			b.ground(40, d)
			b.moving(vector{6, rollRadius, 0}, identity, physics.Sphere{Radius: rollRadius}, d,
				func(def *physics.BodyDef) {
					def.LinearVelocity = physics.V3(float32(-r.Value("speed")), 0, 0)
				})
		},
	},
	solve: func(r *scenes.Run) solution { return &bowling{start: 6, v: r.Value("speed")} },
}

// bowling is a ball on a plane that has moved by x down or along it, at the speed v, and turned by phi at the rate w,
// both as rolling turns it.
type bowling struct{ angle, start, x, v, phi, w float64 }

func (s *bowling) advance(dt float64, c conditions) {
	sin, cos := math.Sincos(s.angle)
	for dt > 0 {
		slip := s.v - s.w*rollRadius
		pull, grip := c.gravity*sin, c.friction*c.gravity*cos
		var a, angular float64
		length := dt
		switch {
		case math.Abs(slip) < 1e-12 && grip >= 2.0/7*math.Abs(pull):
			a, angular = 5.0/7*pull, 5.0/7*pull/rollRadius
		default:
			if slip < 0 || slip == 0 && pull < 0 {
				grip = -grip
			}
			a, angular = pull-grip, 2.5*grip/rollRadius
			// the slip ends within this part of the step
			if closing := -(a - angular*rollRadius); closing*slip > 0 && slip/closing < dt {
				length = slip / closing
			}
		}
		s.x += s.v*length + a*length*length/2
		s.phi += s.w*length + angular*length*length/2
		s.v += a * length
		s.w += angular * length
		if length < dt {
			s.w = s.v / rollRadius
		}
		dt -= length
	}
}

func (s *bowling) poses(out []Pose) []Pose {
	return append(out, Pose{onSlope(s.angle, s.start-s.x, rollRadius), aboutZ(s.phi)})
}
