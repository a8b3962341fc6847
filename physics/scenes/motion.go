package scenes

import (
	"fmt"

	"tumble/physics"
	"tumble/physics/vec"
)

var incline = Scene{
	Name:     "incline",
	Category: "motion",
	Text:     "boxes of rising friction on a slope: the rough half stays, the smooth half slides",
	View:     View{Target: vec.V3(0, 6, 0), Distance: 27, Yaw: -25, Pitch: 18},
	Steps:    400,
	Settle:   50,
	Params: []Param{
		{Key: "angle", Unit: "°", Min: 0, Max: 60, Default: 30, Text: "slope of the plane"},
	},
	Build: func(r *Run) {
		q := rotatedBy(vec.AxisZ, float32(r.value("angle")*vec.Pi/180))
		slope := physics.Transform{P: vec.V3(0, 7, 0), Q: q}
		// friction of a pair is the geometric mean, so that with 1 below the box's own
		// coefficient squared decides
		r.static(slope, physics.BoxHalf(12, 0.5, 5), material(1))
		for i := range inclineBoxes {
			mu := inclineFriction(i)
			pose := physics.Transform{P: slope.Apply(vec.V3(9, 1, centred(i, inclineBoxes, 1))), Q: q}
			r.dynamic(pose, physics.BoxHalf(0.4, 0.5, 0.4), material(float32(mu*mu)))
		}
	},
	Check: func(r *Run) error {
		slope := vec.Sin(float32(r.value("angle")*vec.Pi/180)) / vec.Cos(float32(r.value("angle")*vec.Pi/180))
		for i, b := range r.Bodies {
			moved := b.Transform().P.Dist(r.Base[i].P)
			mu := inclineFriction(i)
			if mu > slope+0.01 && moved > 0.005 {
				return fmt.Errorf("the box with friction %.2f on a slope of %.3f slid %.1f mm", mu, slope, 1000*moved)
			}
			if mu < slope-0.01 && moved < 0.3 {
				return fmt.Errorf("the box with friction %.2f on a slope of %.3f moved only %.1f mm", mu, slope,
					1000*moved)
			}
		}
		return nil
	},
}

const inclineBoxes = 8

// inclineFriction is the coefficient between the i-th box and the slope: from 0.4 in steps
// of 0.05, so that the tangent of 30° (0.577) lies between the fourth and the fifth.
func inclineFriction(i int) float32 { return along(0.4, 0.05, i) }

// pinRings are height and radius (m) of a bowling pin below its neck.
var pinRings = [...][2]float32{{0, 0.0285}, {0.06, 0.05}, {0.115, 0.0605}, {0.17, 0.05}, {0.25, 0.0235}}

var bowling = Scene{
	Name:     "bowling",
	Category: "motion",
	Text:     "a ball of 6.8 kg meets ten pins",
	View:     View{Target: vec.V3(0, 0.3, -7), Distance: 3.5, Yaw: 20, Pitch: 22},
	Steps:    600,
	Params: []Param{
		{Key: "speed", Unit: "m/s", Min: 0, Max: 30, Default: 8, Text: "speed of the ball"},
		{Key: "offset", Unit: "m", Min: -0.5, Max: 0.5, Default: 0.05,
			Text: "distance of the ball from the middle of the lane"},
	},
	Build: func(r *Run) {
		pose := material(0.2)
		r.static(at(0, -0.5, 0), physics.BoxHalf(1, 0.5, 12), pose)
		for side := float32(-1); side <= 1; side += 2 {
			r.static(at(float32(side*1.05), 0.05, 0), physics.BoxHalf(0.05, 0.1, 12), pose)
		}
		r.static(at(0, 0.5, -10), physics.BoxHalf(1.1, 0.6, 0.1), pose)

		var points []vec.Vec3
		for _, p := range pinRings {
			points = ring(points, 10, p[1], p[0])
		}
		belly := r.hull(points)
		head := physics.Capsule{A: vec.V3(0, 0.26, 0), B: vec.V3(0, 0.347, 0), Radius: 0.0285}
		wood := material(0.4)
		wood.Density, wood.Material.Restitution = 650, 0.5
		for row := range 4 {
			for i := range row + 1 {
				x := centred(i, row+1, 0.305)
				pin := r.body(bodyAt(physics.Dynamic, at(x, 0, along(-7, -0.264, row))))
				r.attach(pin, belly, wood)
				r.attach(pin, head, wood)
			}
		}

		ball := material(0.2)
		ball.Density = 1220
		def := bodyAt(physics.Dynamic, at(r.value("offset"), 0.11, 0))
		def.LinearVelocity = vec.V3(0, 0, -r.value("speed"))
		r.attach(r.body(def), physics.Sphere{Radius: 0.11}, ball)
	},
	Check: func(r *Run) error {
		fallen := 0
		for i := range 10 {
			if tilt(r, i) > 0.7 || r.Bodies[i].Transform().P.Y < -0.1 {
				fallen++
			}
		}
		if fallen < 6 {
			return fmt.Errorf("only %d of 10 pins fell", fallen)
		}
		return nil
	},
}

// The pendulums of the cradle, in metres.
const (
	cradleRadius = 0.2
	cradleLength = 2
	// cradleGap keeps the blows apart: in the time of a step the fastest ball crosses half of it
	cradleGap  = 0.05
	cradleAxle = 0.03
)

// newtonsCradle hangs without joints: each ball has a rod and an axle, and the axle lies in two
// smooth notches.
var newtonsCradle = Scene{
	Name:     "newtons_cradle",
	Category: "motion",
	Text:     "one ball of a row of pendulums strikes, and only the last one leaves",
	View:     View{Target: vec.V3(0.2, 1.15, 0), Distance: 5, Yaw: 24, Pitch: 12},
	Steps:    600,
	Settle:   150,
	Params: []Param{
		{Key: "balls", Min: 2, Max: 9, Default: 5, Whole: true, Text: "number of balls"},
		{Key: "lifted", Min: 1, Max: 4, Default: 1, Whole: true, Text: "number of balls let go together"},
	},
	Build: func(r *Run) {
		n := r.count("balls")
		lifted := min(r.count("lifted"), n-1)
		for i := range n {
			x := centred(i, n, 2*cradleRadius+cradleGap)
			r.notches(x, cradleLength+0.5)
			lean := float32(0)
			if i < lifted {
				lean = -0.8
			}
			r.pendulum(x, cradleLength+0.5, lean)
		}
	},
	Check: func(r *Run) error {
		start, now := float32(0), kineticEnergy(r)
		for i, b := range r.Bodies {
			weight := float32(b.Mass() * 9.81)
			start += float32(weight * (r.Start[i].P.Y - 0.5))
			now += float32(weight * (b.Transform().P.Y - 0.5))
		}
		if now < 0.85*start || now > 1.05*start {
			return fmt.Errorf("the balls have %.0f %% of the energy they started with", 100*now/start)
		}
		// Base is the first time that the struck balls are at the top of their swing
		n := len(r.Bodies)
		lifted := min(r.count("lifted"), n-1)
		for i := range n {
			swing := r.Base[i].P.X - r.Start[i].P.X
			if i >= n-lifted && swing < 1 {
				return fmt.Errorf("ball %d swung out by only %.2f m", i, swing)
			}
			if i >= lifted && i < n-lifted && vec.Abs(swing) > 0.2 {
				return fmt.Errorf("ball %d in the middle swung out by %.2f m", i, swing)
			}
		}
		return nil
	},
}

// notches builds the two smooth bearings that carry an axle at height y: two inclined walls
// under it and a lid that keeps it in when it is struck.
func (r *Run) notches(x, y float32) {
	const steep, long, thick, wide = 1.05, 0.06, 0.03, 0.03
	smooth := material(0)
	smooth.Material.RestitutionRule = physics.CombineMinimum
	stand := r.body(bodyAt(physics.Static, at(x, y, 0)))
	s, c := vec.SinCos(steep)
	for end := float32(-1); end <= 1; end += 2 {
		z := vec.V3(0, 0, float32(0.25*end))
		for side := float32(-1); side <= 1; side += 2 {
			// the wall touches the axle and reaches further up than down
			p := vec.V3(float32(side*s), -c, 0).Mul(cradleAxle+thick).MulAdd(0.02, vec.V3(float32(side*c), s, 0))
			local := physics.Transform{P: p.Add(z), Q: rotatedBy(vec.AxisZ, float32(side*steep))}
			r.attach(stand, boxAt(long, thick, wide, local), smooth)
		}
		lid := vec.V3(0, cradleAxle+thick+0.005, 0).Add(z)
		r.attach(stand, boxAt(0.06, thick, wide, physics.Transform{P: lid, Q: vec.QuatIdentity}), smooth)
	}
}

// pendulum hangs a ball from an axle at (x, y), leaning by an angle (rad).
func (r *Run) pendulum(x, y, lean float32) {
	s, c := vec.SinCos(lean)
	pose := at(x+float32(cradleLength*s), y-float32(cradleLength*c), 0)
	pose.Q = rotatedBy(vec.AxisZ, lean)
	def := bodyAt(physics.Dynamic, pose)
	// nothing else keeps the smooth axle from sliding out sideways
	def.Locks = physics.LockLinearZ | physics.LockAngularX | physics.LockAngularY
	ball := r.body(def)
	elastic := material(0)
	elastic.Material.Restitution = 1
	r.attach(ball, physics.Sphere{Radius: cradleRadius}, elastic)
	light := material(0)
	light.Density = 1
	top := vec.V3(0, cradleLength, 0)
	r.attach(ball, physics.Capsule{B: top, Radius: 0.015}, light)
	half := vec.V3(0, 0, 0.32)
	r.attach(ball, physics.Capsule{A: top.Sub(half), B: top.Add(half), Radius: cradleAxle}, light)
}

var spinningTops = Scene{
	Name:     "spinning_tops",
	Category: "motion",
	Text:     "three tops stay up while they spin, and one without spin falls over",
	View:     View{Target: vec.V3(0.3, 0.15, 0), Distance: 4.2, Yaw: 20, Pitch: 16},
	Steps:    1000,
	Params: []Param{
		{Key: "spin", Unit: "rad/s", Min: 0, Max: 500, Default: 40, Text: "angular velocity of the tops"},
	},
	Build: func(r *Run) {
		r.ground(10, 10, 0.6)
		// a flat inverted cone on its tip; the tip is the origin of the body
		top := r.hull(ring([]vec.Vec3{{}}, 24, 0.5, 0.3))
		for i, lean := range [...]float32{0, 0.08, 0.16, 0.05} {
			def := bodyAt(physics.Dynamic, at(centred(i, 4, 1.4), 0, 0))
			def.Rotation = rotatedBy(vec.AxisZ, lean)
			if i < 3 {
				def.AngularVelocity = def.Rotation.Rotate(vec.V3(0, r.value("spin"), 0))
			}
			r.attach(r.body(def), top, material(0.6))
		}
	},
	Check: func(r *Run) error {
		for i, b := range r.Bodies {
			lean := vec.Acos(b.Transform().Q.Rotate(vec.AxisY).Y)
			if i < 3 && lean > 0.35 {
				return fmt.Errorf("top %d fell: it leans by %.2f rad and spins at %v rad/s", i, lean,
					b.AngularVelocity())
			}
			if i == 3 && lean < 0.4 {
				return fmt.Errorf("the top without spin stands, leaning by %.2f rad", lean)
			}
		}
		return nil
	},
}
