package scenes

import (
	"fmt"

	"tumble/physics"
	"tumble/physics/vec"
)

// The scenes of the category "forces" show what pushes from a distance, and what holds.

const blastStep = 100

var explosion = Scene{
	Name:     "explosion",
	Category: "forces",
	Text:     "an explosion among stacks of boxes; those behind the walls stay, the others fly",
	View:     View{Target: vec.V3(0.8, -0.5, 0.6), Distance: 18, Yaw: 28, Pitch: 18},
	Steps:    500,
	Settle:   blastStep,
	Params: []Param{
		{Key: "impulse", Unit: "N·s/m²", Min: 0, Max: 50000, Default: 6000, Text: "strength of the explosion"},
	},
	Build: func(r *Run) {
		r.ground(30, 30, 0.6)
		for i := range 4 {
			q := rotatedBy(vec.AxisY, float32(float32(i)*vec.Pi/2)+0.3)
			r.static(physics.Transform{P: q.Rotate(vec.V3(3, 1.5, 0)), Q: q}, physics.BoxHalf(0.2, 1.5, 1.2),
				material(0.6))
		}
		for i := range blastStacks {
			angle := float32(float32(2*vec.Pi)*float32(i)/blastStacks) - 0.3
			s, c := vec.SinCos(angle)
			for level := range 4 {
				pose := at(float32(5*c), along(0.4, 0.8, level), float32(5*s))
				pose.Q = rotatedBy(vec.AxisY, -angle)
				r.dynamic(pose, physics.BoxHalf(0.4, 0.4, 0.4), material(0.6))
			}
		}
	},
	Step: func(r *Run, step int) error {
		if step != blastStep {
			return nil
		}
		def := physics.DefaultExplosionDef()
		def.Position, def.Radius, def.Falloff = vec.V3(0, 0.5, 0), 2, 8
		def.Impulse = r.value("impulse")
		_, err := r.World.Explode(def)
		return err
	},
	Check: func(r *Run) error {
		for i, b := range r.Bodies {
			moved := b.Position().Dist(r.Base[i].P)
			// every other stack stands in the shade of a wall
			if sheltered := i/4%2 == 0; sheltered && moved > 0.05 || !sheltered && i%4 == 3 && moved < 0.5 {
				return fmt.Errorf("box %d, sheltered %v, moved %.2f m", i, sheltered, moved)
			}
		}
		return nil
	},
}

// blastStacks stand around the explosion, one behind each wall and one between two.
const blastStacks = 8

var windmill = Scene{
	Name:     "windmill",
	Category: "forces",
	Text:     "wind turns a mill and carries balls off, the light ones farthest",
	View:     View{Target: vec.V3(0, 3, 0), Distance: 20, Yaw: -35, Pitch: 18},
	Steps:    800,
	Params: []Param{
		{Key: "wind", Unit: "m/s", Min: 0, Max: 40, Default: 12, Text: "speed of the wind"},
	},
	Build: func(r *Run) {
		r.ground(60, 20, 0.6)
		r.static(at(0, 2, -2), physics.BoxHalf(0.15, 2, 0.15), material(0.6))
		def := bodyAt(physics.Dynamic, at(-0.4, 4, -2))
		def.AllowSleep = false
		var blades []physics.Geometry
		for i := range 4 {
			q := rotatedBy(vec.AxisX, float32(i)*vec.Pi/2).Mul(rotatedBy(vec.AxisY, 0.7))
			p := rotatedBy(vec.AxisX, float32(i)*vec.Pi/2).Rotate(vec.V3(0, 1.1, 0))
			blades = append(blades, physics.Box{Half: vec.V3(0.02, 0.9, 0.3), Center: p, Rotation: q})
		}
		wood := material(0.6)
		wood.Density = 300
		wheel := r.compound(def, blades, wood)
		hinge := physics.DefaultHingeJointDef()
		hinge.ConnectAxis(physics.Body{}, wheel, vec.V3(-0.4, 4, -2), vec.AxisX)
		if _, err := r.World.CreateHingeJoint(hinge); err != nil {
			r.fail(err)
		}
		for i := range 5 {
			ball := material(0.6)
			ball.Density = [5]float32{5, 10, 20, 40, 1000}[i]
			ball.Material.RollingResistance = 0.02
			r.dynamic(at(-4, 0.4, along(1, 1.5, i)), physics.Sphere{Radius: 0.4}, ball)
		}
	},
	Step: func(r *Run, _ int) error {
		def := physics.DefaultWindDef()
		def.Velocity, def.Wake = vec.V3(r.value("wind"), 0, 0), true
		return r.World.ApplyWind(def, r.dt)
	},
	Check: func(r *Run) error {
		if w := vec.Abs(r.Bodies[0].AngularVelocity().X); w < 2 {
			return fmt.Errorf("the mill turns with %.2f rad/s", w)
		}
		last := float32(1e9)
		for i := 1; i <= 4; i++ {
			distance := r.Bodies[i].Position().X - r.Start[i].P.X
			if distance > last || i < 4 && distance < 1 {
				return fmt.Errorf("ball %d was carried %.2f m, the lighter one %.2f m", i, distance, last)
			}
			last = distance
		}
		return nil
	},
}

// poolDensities are those of the rows of the pool (kg/m³); the last one sinks.
var poolDensities = [...]float32{150, 400, 700, 950, 1500}

var pool = Scene{
	Name:     "pool",
	Category: "forces",
	Text:     "balls, boxes, barrels, cones and rocks of five densities fall into water: four kinds float, one sinks",
	View:     View{Target: vec.V3(0, 0.6, 1.4), Distance: 15, Yaw: 30, Pitch: 40},
	Steps:    2000,
	Build: func(r *Run) {
		r.bin(5, 4)
		water := material(0)
		water.Sensor = true
		r.static(at(0, poolDepth/2, 0), physics.BoxHalf(5, poolDepth/2, 5), water)
		shapes := [5]physics.Geometry{
			physics.Sphere{Radius: 0.4}, physics.BoxHalf(0.5, 0.25, 0.4),
			physics.Cylinder{A: vec.V3(0, -0.4, 0), B: vec.V3(0, 0.4, 0), Radius: 0.35},
			physics.Cone{Base: vec.V3(0, -0.2, 0), Apex: vec.V3(0, 0.6, 0), Radius: 0.4}, r.rock(0.45, 14),
		}
		rng := random(1313)
		for i := range 25 {
			solid := material(0.6)
			solid.Density = poolDensities[i/5]
			p := vec.V3(centred(i%5, 5, 1.8), along(4, 0.3, i%3), centred(i/5, 5, 1.8))
			r.dynamic(physics.Transform{P: p, Q: rng.rotation()}, shapes[i%5], solid)
		}
	},
	Step: func(r *Run, _ int) error {
		def := physics.DefaultBuoyancyDef()
		def.Offset = poolDepth
		return r.World.ApplyBuoyancy(def, r.dt)
	},
	Check: func(r *Run) error {
		for i, b := range r.Bodies {
			y := b.WorldCenter().Y
			if sinks := poolDensities[i/5] > 1000; sinks != (y < 0.6) || y > poolDepth+0.5 {
				return fmt.Errorf("body %d of %.0f kg/m³ is at height %.2f m", i, poolDensities[i/5], y)
			}
		}
		// the balls that touch nothing float as deep as they displace their mass
		for i := 0; i < 20; i += 5 {
			depth := poolDepth + 0.4 - r.Bodies[i].Position().Y
			cap := float32(depth*depth) * (1.2 - depth) / (4 * 0.4 * 0.4 * 0.4)
			if d := vec.Abs(cap - poolDensities[i/5]/1000); d > 0.05 {
				return fmt.Errorf("the ball of %.0f kg/m³ displaces %.1f %% of its volume", poolDensities[i/5], 100*cap)
			}
		}
		return nil
	},
}

const poolDepth = 3

// lockCases are the locks of the bodies of the scene.
var lockCases = [...]physics.AxisLocks{
	physics.LockLinearX, physics.LockLinearY, physics.LockLinearZ,
	physics.LockAngularX, physics.LockAngularY, physics.LockAngularZ,
	physics.LockRotation, physics.LockLinearX | physics.LockLinearY | physics.LockLinearZ,
}

var axisLocks = Scene{
	Name:     "axis_locks",
	Category: "forces",
	Text:     "balls rain on boxes that lack degrees of freedom, a different one each",
	View:     View{Target: vec.V3(0, 1.5, 0), Distance: 22, Yaw: 15, Pitch: 20},
	Steps:    400,
	Build: func(r *Run) {
		r.ground(20, 20, 0.6)
		for i, locks := range lockCases {
			def := bodyAt(physics.Dynamic, at(centred(i, len(lockCases), 2.2), 1.5, 0))
			def.Locks = locks
			r.attach(r.body(def), physics.BoxHalf(0.6, 0.4, 0.5), material(0.6))
		}
		rng := random(77)
		for i := range 6 * len(lockCases) {
			x := centred(i%len(lockCases), len(lockCases), 2.2) + rng.between(-0.5, 0.5)
			r.dynamic(at(x, along(4, 1.2, i/len(lockCases)), rng.between(-0.5, 0.5)), physics.Sphere{Radius: 0.3},
				material(0.6))
		}
	},
	Check: func(r *Run) error {
		for i, locks := range lockCases {
			b := r.Bodies[i]
			d := b.WorldCenter().Sub(r.Start[i].P)
			round := b.Transform().Q.RotationVector()
			w := b.AngularVelocity()
			for k, x := range [6]float32{d.X, d.Y, d.Z, w.X, w.Y, w.Z} {
				if locks&(1<<k) != 0 && vec.Abs(x) > 1e-4 {
					return fmt.Errorf("box %d moved by %v and turns with %v in spite of locks %06b", i, d, w, locks)
				}
			}
			if locks == physics.LockRotation && round.Len() > 1e-3 {
				return fmt.Errorf("box %d turned by %v in spite of its locks", i, round)
			}
			if locks&physics.LockLinearY == 0 && d.Y > -0.5 {
				return fmt.Errorf("box %d did not fall: it moved by %v", i, d)
			}
		}
		return nil
	},
}

var lifts = Scene{
	Name:     "lifts",
	Category: "forces",
	Text:     "kinematic platforms that go up, back and forth, round and about, carry boxes",
	View:     View{Target: vec.V3(0, 2, 0), Distance: 22, Yaw: 20, Pitch: 25},
	Steps:    1200,
	Build: func(r *Run) {
		r.ground(20, 20, 0.6)
		for i := range liftCount {
			lift := r.body(bodyAt(physics.Kinematic, liftPose(i, 0)))
			r.attach(lift, physics.BoxHalf(1.6, 0.15, 1.6), material(0.8))
			for k := range 4 {
				p := liftPose(i, 0)
				p.P = p.P.Add(vec.V3(centred(k%2, 2, 1.2), 0.45+float32(0.6*float32(k/2)), centred(k%2, 2, 1)))
				r.dynamic(p, physics.BoxHalf(0.3, 0.3, 0.3), material(0.8))
			}
		}
	},
	Step: func(r *Run, step int) error {
		for i := range liftCount {
			r.Movers[i].SetTarget(liftPose(i, float32(step+1)*r.dt), r.dt)
		}
		return nil
	},
	Check: func(r *Run) error {
		for i, b := range r.Bodies {
			p := r.Movers[i/4].Transform().InvApply(b.Position())
			q := liftPose(i/4, 0).InvMul(r.Start[i]).P
			if p.Dist(q) > 0.15 {
				return fmt.Errorf("box %d slid on lift %d from %v to %v", i, i/4, q, p)
			}
		}
		for i, m := range r.Movers {
			if d := m.Position().Dist(liftPose(i, float32(r.StepCount)/float32(r.Scene.Rate())).P); d > 1e-3 {
				return fmt.Errorf("lift %d is %.2f mm off its target", i, 1000*d)
			}
		}
		return nil
	},
}

const liftCount = 4

// liftPose is where a lift is at a time (s): up and down, along, turning, and in a loop.
func liftPose(i int, time float32) physics.Transform {
	pose := at(centred(i, liftCount, 5), 1.5, 0)
	s, c := vec.SinCos(time)
	switch i {
	case 0:
		pose.P.Y += float32(1.2 * (1 - c))
	case 1:
		pose.P.Z += float32(2 * (1 - c))
	case 2:
		pose.Q = rotatedBy(vec.AxisY, float32(0.7*time))
	default:
		pose.P = pose.P.Add(vec.V3(float32(1.5*(1-c)), float32(0.5*(1-c)), float32(1.6*float32(s*s))))
	}
	return pose
}

var farStack = Scene{
	Name:     "far_stack",
	Category: "forces",
	Text:     "pyramids built 10 km away, to which the origin of the world is brought: they stand as at home",
	View:     View{Target: vec.V3(0, 3, 0), Distance: 26, Yaw: 25, Pitch: 18},
	Steps:    1600,
	Settle:   100,
	Build: func(r *Run) {
		far := vec.V3(10_000, 0, -10_000)
		pose := at(0, -1, 0)
		pose.P = pose.P.Add(far)
		r.static(pose, physics.BoxHalf(40, 1, 40), material(0.6))
		for k := range 3 {
			for row := range 8 {
				for i := range 8 - row {
					p := vec.V3(centred(i, 8-row, 1.03125), 0.5+float32(row), centred(k, 3, 4))
					r.dynamic(physics.Transform{P: far.Add(p), Q: vec.QuatIdentity}, physics.BoxHalf(0.5, 0.5, 0.5),
						material(0.6))
				}
			}
		}
		if r.err != nil {
			return
		}
		if err := r.World.ShiftOrigin(far); err != nil {
			r.fail(err)
		}
	},
	Check: func(r *Run) error {
		for i := range r.Bodies {
			if p := r.Bodies[i].Position(); p.Abs().MaxComponent() > 20 {
				return fmt.Errorf("box %d is at %v", i, p)
			}
		}
		return checkStill(r, 0.001, 0.04)
	},
}
