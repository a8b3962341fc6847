package scenes

import (
	"fmt"

	"tumble/physics"
	"tumble/physics/vec"
)

// The scenes of the category "shapes" show one of the shapes each, and what the textbook says
// about its motion.

// rampAngle (rad) is the slope of the ramp that shapes roll down.
const rampAngle = 0.15

var rollingShapes = Scene{
	Name:     "rolling_shapes",
	Category: "shapes",
	Text:     "a ball, a capsule, a cylinder, a pipe and a prism roll down a ramp, each as its inertia says",
	View:     View{Target: vec.V3(0, 2, 0), Distance: 24, Yaw: -30, Pitch: 22},
	Steps:    350,
	Build: func(r *Run) {
		q := rotatedBy(vec.AxisZ, rampAngle)
		ramp := physics.Transform{P: vec.V3(0, 1.5, 0), Q: q}
		r.static(ramp, physics.BoxHalf(12, 0.5, 6), material(1))
		r.ground(30, 30, 1)
		for i, g := range r.rollers() {
			pose := physics.Transform{P: ramp.Apply(vec.V3(9, 0.5+rollerRadius, centred(i, 5, 2.2))), Q: q}
			if i == 3 {
				def := bodyAt(physics.Dynamic, pose)
				r.compound(def, pipe(32, rollerRadius, 0.05, 0.6), material(1))
				continue
			}
			r.dynamic(pose, g, material(1))
		}
	},
	Check: func(r *Run) error {
		for i, b := range r.Bodies {
			distance := b.Transform().P.Dist(r.Start[i].P)
			want := rollerDistance(r, i)
			// the sides of the prism and the pipe cost them something at every edge
			low := float32(0.99)
			if i >= 3 {
				low = 0.4
			}
			if distance < float32(low*want) || distance > 1.01*want {
				return fmt.Errorf("shape %d rolled %.3f m, by its inertia %.3f m", i, distance, want)
			}
		}
		return nil
	},
}

const rollerRadius = 0.4

// rollers returns the bodies that roll down the ramp; the fourth is a compound pipe.
func (r *Run) rollers() [5]physics.Geometry {
	rod := func(radius float32) (a, b vec.Vec3) { return vec.V3(0, 0, -0.6), vec.V3(0, 0, 0.6) }
	a, b := rod(rollerRadius)
	var prism []vec.Vec3
	for i := range 24 {
		s, c := vec.SinCos(float32(2*vec.Pi) * (float32(i) + 0.5) / 24)
		for _, z := range [2]float32{a.Z, b.Z} {
			prism = append(prism, vec.V3(float32(rollerRadius*s), float32(rollerRadius*c), z))
		}
	}
	return [5]physics.Geometry{
		physics.Sphere{Radius: rollerRadius}, physics.Capsule{A: a, B: b, Radius: rollerRadius},
		physics.Cylinder{A: a, B: b, Radius: rollerRadius}, nil, r.hull(prism),
	}
}

// pipe returns the convex pieces of a pipe along z with n flat sides.
func pipe(n int, radius, thick, half float32) []physics.Geometry {
	// the corners of the sides lie on the radius
	_, c := vec.SinCos(float32(vec.Pi) / float32(n))
	wide, _ := vec.SinCos(float32(vec.Pi) / float32(n))
	middle := float32(radius*c) - float32(thick/2)
	var geometries []physics.Geometry
	for i := range n {
		angle := float32(2*vec.Pi) * float32(i) / float32(n)
		q := rotatedBy(vec.AxisZ, angle)
		geometries = append(geometries, physics.Box{
			Half: vec.V3(thick/2, float32(radius*wide), half), Center: q.Rotate(vec.V3(middle, 0, 0)), Rotation: q,
		})
	}
	return geometries
}

// rollerDistance is how far (m) a shape rolls from rest in the time of the run: a = g·sin/(1 + I/(m·r²)).
func rollerDistance(r *Run, i int) float32 {
	b := r.Bodies[i]
	t := float32(r.StepCount) / float32(r.Scene.Rate())
	spin := 1 + b.Inertia().ZZ/float32(b.Mass()*float32(rollerRadius*rollerRadius))
	return float32(0.5*float32(9.81*vec.Sin(rampAngle))) / spin * float32(t*t)
}

// The cone of the scene lies on its side: half of its angle, its slant and its radius.
const (
	coneHalfAngle = 0.4
	coneSlant     = 2
	coneSpin      = 2.5 // rad/s around the apex
)

var coneCircle = Scene{
	Name:     "cone_circle",
	Category: "shapes",
	Text:     "a cone that lies on its side rolls around its apex in a circle, again and again",
	View:     View{Target: vec.V3(0, 0.3, 0), Distance: 9, Yaw: 25, Pitch: 30},
	Steps:    1000,
	Settle:   50,
	Build: func(r *Run) {
		r.ground(10, 10, 1)
		s, c := vec.SinCos(coneHalfAngle)
		height, radius := float32(coneSlant*c), float32(coneSlant*s)
		cone := physics.Cone{Base: vec.V3(height, 0, 0), Radius: radius}
		// the axis points up by half the angle, so that the lowest side lies on the ground
		def := bodyAt(physics.Dynamic, at(0, 0, 0))
		def.Rotation = rotatedBy(vec.AxisZ, coneHalfAngle)
		// The side on the ground is at rest. It turns about that line as fast as the axis goes round.
		def.AngularVelocity = vec.V3(-float32(coneSpin*c)/s, 0, 0)
		def.AllowSleep = false
		r.attach(r.body(def), cone, material(1))
	},
	Check: func(r *Run) error {
		spin, slip := coneMotion(r)
		if vec.Abs(spin-1) > 0.01 {
			return fmt.Errorf("the cone goes round %.4f times as fast as it began", spin)
		}
		if slip > 0.005 {
			return fmt.Errorf("the apex moved by %.3f m", slip)
		}
		return nil
	},
}

// coneMotion returns how fast the cone goes around its apex over how fast it began, and how far the
// apex moved (m).
func coneMotion(r *Run) (spin, slip float32) {
	b := r.Bodies[0]
	apex := b.Transform().P
	arm := b.WorldCenter().Sub(apex)
	arm.Y = 0
	rate := arm.Cross(b.LinearVelocity()).Y / arm.Len2()
	return rate / coneSpin, apex.Len()
}

// tableSpin is the angular velocity (rad/s) of the turntable.
const tableSpin = 3

var turntable = Scene{
	Name:     "turntable",
	Category: "shapes",
	Text:     "a ball that rolls on a turning table goes in a circle, two sevenths as fast as the table turns",
	View:     View{Target: vec.V3(0.6, -0.8, 0.8), Distance: 12, Yaw: 25, Pitch: 32},
	Steps:    1000,
	Build: func(r *Run) {
		r.ground(12, 12, 0.6)
		def := bodyAt(physics.Kinematic, at(0, 0.5, 0))
		def.AngularVelocity = vec.V3(0, tableSpin, 0)
		table := r.body(def)
		r.attach(table, physics.Cylinder{A: vec.V3(0, -0.25, 0), B: vec.V3(0, 0.25, 0), Radius: 5}, material(1))
		ball := bodyAt(physics.Dynamic, at(turntableStart, 0.75+turntableBall, 0))
		ball.AllowSleep = false
		spin := vec.V3(0, tableSpin, 0)
		p := vec.V3(turntableStart, 0, 0)
		ball.LinearVelocity = spin.Mul(2.0 / 7).Cross(p.Sub(turntableCentre))
		// the lowest point of the ball moves with the table
		slip := spin.Cross(p).Sub(ball.LinearVelocity)
		ball.AngularVelocity = vec.AxisY.Cross(slip).Mul(-1 / float32(turntableBall))
		r.attach(r.body(ball), physics.Sphere{Radius: turntableBall}, material(1))
	},
	Check: func(r *Run) error {
		rate, radius := turntableMotion(r)
		if vec.Abs(rate-1) > 0.002 || vec.Abs(radius-1) > 0.002 {
			return fmt.Errorf("the ball goes round %.4f times as fast as it should, at %.4f of its distance", rate,
				radius)
		}
		return nil
	},
}

const (
	turntableBall  = 0.3
	turntableStart = 1.0
)

var turntableCentre = vec.V3(2.2, 0, 0)

// turntableMotion returns the rate of the ball around the centre of its circle over 2/7 of that of
// the table, and its distance from there over that at the start. The rate is that of the speed.
func turntableMotion(r *Run) (rate, radius float32) {
	b := r.Bodies[0]
	arm := b.Position().Sub(turntableCentre)
	arm.Y = 0
	start := turntableStart - turntableCentre.X
	return arm.Cross(b.LinearVelocity()).Y / arm.Len2() / (2.0 / 7 * tableSpin), arm.Len() / vec.Abs(start)
}

// The coin: radius and thickness (m), and the lean (rad) at the start.
const (
	coinRadius = 0.5
	coinThick  = 0.02
	coinLean   = 0.5
)

var spinningCoin = Scene{
	Name:     "spinning_coin",
	Category: "shapes",
	Text:     "a coin rolls round on its rim, faster and faster the flatter it lies",
	View:     View{Target: vec.V3(0, 0.2, 0), Distance: 2, Yaw: 25, Pitch: 28},
	Steps:    1500,
	Params: []Param{
		{Key: "resistance", Min: 0, Max: 0.5, Default: 0.01, Text: "rolling resistance of the coin"},
	},
	Build: func(r *Run) {
		r.ground(5, 5, 1)
		s, c := vec.SinCos(coinLean)
		def := bodyAt(physics.Dynamic, at(0, float32(coinRadius*s)+float32(coinThick/2*c), 0))
		def.Rotation = rotatedBy(vec.AxisZ, coinLean)
		// Rolling in place it turns about the line from the lowest point to the centre, which goes
		// round at the rate Ω with Ω²·sin = 4·g/r.
		rate := vec.Sqrt(4 * 9.81 / (coinRadius * s))
		def.AngularVelocity = def.Rotation.Rotate(vec.AxisX).Mul(float32(rate * s))
		def.AllowSleep = false
		coin := material(1)
		coin.Material.RollingResistance = r.value("resistance")
		r.attach(r.body(def), physics.Cylinder{A: vec.V3(0, -coinThick/2, 0), B: vec.V3(0, coinThick/2, 0),
			Radius: coinRadius}, coin)
	},
	Check: func(r *Run) error {
		lean, rate := coinMotion(r)
		if lean > 0.9*coinLean || lean < 0 {
			return fmt.Errorf("the coin leans by %.3f rad, at the start by %.3f", lean, coinLean)
		}
		if p := r.Bodies[0].Position(); vec.Abs(p.X) > 1 || vec.Abs(p.Z) > 1 {
			return fmt.Errorf("the coin rolled away to %v", p)
		}
		if lean > 0.02 && (rate < 0.8 || rate > 1.1) {
			return fmt.Errorf("at a lean of %.3f rad the coin goes round %.3f times as fast as it should", lean, rate)
		}
		return nil
	},
}

// coinMotion returns how much the coin leans (rad), and how fast its lean goes round over what
// that asks for: the coin turns about a diameter at the rate Ω·sin.
func coinMotion(r *Run) (lean, rate float32) {
	b := r.Bodies[0]
	up := b.Rotation().Rotate(vec.AxisY)
	sin := vec.Sqrt(float32(up.X*up.X) + float32(up.Z*up.Z))
	lean = vec.Asin(vec.Min(sin, 1))
	if sin < 1e-4 {
		return lean, 0
	}
	// the way of the tip of the axis around the vertical
	move := b.AngularVelocity().Cross(up)
	around := float32(up.Z*move.X) - float32(up.X*move.Z)
	return lean, vec.Abs(around) / float32(sin*sin) / vec.Sqrt(4*9.81/float32(coinRadius*sin))
}

var movingCompounds = Scene{
	Name:     "moving_compounds",
	Category: "shapes",
	Text:     "tables, chairs and hollow crates of many convex pieces tumble down; the balls stay in their crates",
	View:     View{Target: vec.V3(0, 1, 1), Distance: 14.5, Yaw: 28, Pitch: 34},
	Steps:    700,
	Params: []Param{
		{Key: "layers", Min: 1, Max: 12, Default: 3, Whole: true, Text: "layers of furniture"},
	},
	Build: func(r *Run) {
		r.bin(5, 3)
		rng := random(7007)
		for layer := range r.count("layers") {
			for i := range 9 {
				p := vec.V3(centred(i%3, 3, 3), along(2, 3.2, layer), centred(i/3, 3, 3))
				pose := physics.Transform{P: p, Q: rng.rotation()}
				def := bodyAt(physics.Dynamic, pose)
				switch i % 3 {
				case 0:
					r.compound(def, tableGeometries(), material(0.6))
				case 1:
					r.compound(def, chairGeometries(), material(0.6))
				default:
					r.compound(def, crateGeometries(), material(0.6))
					r.dynamic(physics.Transform{P: p, Q: vec.QuatIdentity}, physics.Sphere{Radius: 0.3}, material(0.6))
				}
			}
		}
	},
	Check: func(r *Run) error {
		for i := 1; i < len(r.Bodies); i++ {
			if r.Bodies[i].ShapeCount() == 1 {
				crate := r.Bodies[i-1].Transform()
				if p := crate.InvApply(r.Bodies[i].Position()).Abs(); p.MaxComponent() > crateHalf {
					return fmt.Errorf("ball %d has left its crate: it is at %v in it", i, p)
				}
			}
		}
		return checkInside(r, physics.AABB{Min: vec.V3(-5, 0, -5), Max: vec.V3(5, 15, 5)})
	},
}

// crateHalf is half the inner size of a crate (m).
const crateHalf = 0.6

func tableGeometries() []physics.Geometry {
	list := []physics.Geometry{physics.Box{Half: vec.V3(1, 0.05, 0.6), Center: vec.V3(0, 0.4, 0)}}
	return append(list, legs(0.9, 0.5, 0.75)...)
}

func chairGeometries() []physics.Geometry {
	list := []physics.Geometry{
		physics.Box{Half: vec.V3(0.4, 0.05, 0.4), Center: vec.V3(0, 0.4, 0)},
		physics.Box{Half: vec.V3(0.05, 0.4, 0.4), Center: vec.V3(-0.35, 0.8, 0)},
	}
	return append(list, legs(0.34, 0.34, 0.75)...)
}

// legs returns four legs of a length (m) below a top at height 0.35.
func legs(x, z, length float32) []physics.Geometry {
	var list []physics.Geometry
	for i := range 4 {
		sx, sz := float32(i%2*2-1), float32(i/2*2-1)
		list = append(list, physics.Box{
			Half: vec.V3(0.06, length/2, 0.06), Center: vec.V3(float32(sx*x), 0.35-float32(length/2), float32(sz*z)),
		})
	}
	return list
}

// crateGeometries are the six sides of a closed crate.
func crateGeometries() []physics.Geometry {
	const thick = 0.05
	var list []physics.Geometry
	out := float32(crateHalf + thick)
	for i := range 6 {
		side := float32(i%2*2 - 1)
		axis := [3]vec.Vec3{vec.AxisX, vec.AxisY, vec.AxisZ}[i/2]
		half := vec.V3(out, out, out).Add(axis.Mul(thick - out))
		list = append(list, physics.Box{Half: half, Center: axis.Mul(float32(side * out))})
	}
	return list
}
