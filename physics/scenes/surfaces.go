package scenes

import (
	"fmt"

	"tumble/physics"
	"tumble/physics/vec"
)

// The scenes of the category "surfaces" show what the numbers of a material do.

const rollingBalls = 7

// rollingOf is the rolling resistance of the i-th ball.
func rollingOf(i int) float32 { return along(0.04, 0.02, i) }

var rollingResistance = Scene{
	Name:     "rolling_resistance",
	Category: "surfaces",
	Text:     "balls of rising rolling resistance start alike, and each stops where theory says",
	View:     View{Target: vec.V3(0, 0, 0), Distance: 18, Yaw: -20, Pitch: 35},
	Steps:    1000,
	Params: []Param{
		{Key: "speed", Unit: "m/s", Min: 0.5, Max: 5, Default: 2.5, Text: "speed of the balls"},
	},
	Build: func(r *Run) {
		r.ground(20, 8, 0.6)
		for i := range rollingBalls {
			def := bodyAt(physics.Dynamic, at(-7, rollingBall, centred(i, rollingBalls, 1)))
			def.LinearVelocity = vec.V3(r.value("speed"), 0, 0)
			def.AngularVelocity = vec.V3(0, 0, -r.value("speed")/rollingBall)
			surface := material(0.6)
			surface.Material.RollingResistance = rollingOf(i)
			r.attach(r.body(def), physics.Sphere{Radius: rollingBall}, surface)
		}
	},
	Check: func(r *Run) error {
		for i, b := range r.Bodies {
			// The resistance turns with c·r·m·g, and 7/5·m·r² resists: the ball slows by 5/7·c·g.
			v := r.value("speed")
			want := float32(v*v) / float32(2*5.0/7*9.81*rollingOf(i))
			got := b.Position().X - r.Start[i].P.X
			if vec.Abs(got/want-1) > 0.02 {
				return fmt.Errorf("the ball with resistance %.2f rolled %.3f m, not %.3f m", rollingOf(i), got, want)
			}
		}
		return nil
	},
}

const rollingBall = 0.25

var conveyor = Scene{
	Name:     "conveyor",
	Category: "surfaces",
	Text:     "four belts carry boxes round and round",
	View:     View{Target: vec.V3(0, 0.5, 0), Distance: 17, Yaw: 25, Pitch: 40},
	Steps:    2000,
	Params: []Param{
		{Key: "speed", Unit: "m/s", Min: 0.1, Max: 4, Default: 1.5, Text: "speed of the belts"},
	},
	Build: func(r *Run) {
		r.ground(12, 12, 0.6)
		for side := range 4 {
			q := rotatedBy(vec.AxisY, float32(side)*vec.Pi/2)
			belt := material(1)
			belt.Material.SurfaceVelocity = vec.V3(r.value("speed"), 0, 0)
			// each belt begins at the side of the one before and ends at that of the next one
			pose := physics.Transform{P: q.Rotate(vec.V3(-1, 0.5, 4)), Q: q}
			r.static(pose, physics.BoxHalf(4, 0.5, 1), belt)
			rim := material(0)
			rim.Material.FrictionRule = physics.CombineMinimum
			r.static(physics.Transform{P: q.Rotate(vec.V3(0, 1.15, 5.1)), Q: q}, physics.BoxHalf(5.2, 0.15, 0.1), rim)
			r.static(physics.Transform{P: q.Rotate(vec.V3(0, 1.15, 2.9)), Q: q}, physics.BoxHalf(3, 0.15, 0.1), rim)
			for i := range 3 {
				p := q.Rotate(vec.V3(along(-4, 1.8, i), 1.3, 4))
				r.dynamic(physics.Transform{P: p, Q: q}, physics.BoxHalf(0.3, 0.3, 0.3), material(1))
			}
		}
	},
	Check: func(r *Run) error {
		for i, b := range r.Bodies {
			p := b.Position()
			if p.Y < 1.2 || p.Y > 1.6 || vec.Max(vec.Abs(p.X), vec.Abs(p.Z)) > 5.2 {
				return fmt.Errorf("box %d is off the belts, at %v", i, p)
			}
			if !b.Awake() {
				return fmt.Errorf("box %d stands still, at %v", i, p)
			}
		}
		return nil
	},
}

// rules are the ways to combine two coefficients, in the order of the scene.
var rules = [...]physics.CombineRule{
	physics.CombineAuto, physics.CombineAverage, physics.CombineMinimum, physics.CombineMultiply,
	physics.CombineMaximum,
}

// The coefficients of the two surfaces of the scene.
const (
	ruleFloor, ruleBody = 0.25, 1.0
	ruleSlope           = 0.3 // rad
	rulePad, ruleBall   = 0.4, 0.9
	ruleDrop            = 3 // m
)

// combined is the result of a rule for two coefficients; auto is its result for CombineAuto.
func combined(rule physics.CombineRule, a, b, auto float32) float32 {
	switch rule {
	case physics.CombineAverage:
		return (a + b) / 2
	case physics.CombineMinimum:
		return vec.Min(a, b)
	case physics.CombineMultiply:
		return float32(a * b)
	case physics.CombineMaximum:
		return vec.Max(a, b)
	}
	return auto
}

var combineRules = Scene{
	Name:     "combine_rules",
	Category: "surfaces",
	Text:     "the same two surfaces with each rule: boxes slide or stay on a slope, balls bounce high or low",
	View:     View{Target: vec.V3(0, 2, 0), Distance: 20, Yaw: -25, Pitch: 22},
	Steps:    97,
	Settle:   20,
	Build: func(r *Run) {
		r.ground(20, 20, 0.6)
		q := rotatedBy(vec.AxisZ, ruleSlope)
		slope := physics.Transform{P: vec.V3(-5, 2.5, 0), Q: q}
		r.static(slope, physics.BoxHalf(5, 0.3, 4.5), material(ruleFloor))
		pad := material(0.6)
		pad.Material.Restitution = rulePad
		r.static(at(5, 0.25, 0), physics.BoxHalf(1.5, 0.25, 4.5), pad)
		for i, rule := range rules {
			box := material(ruleBody)
			box.Material.FrictionRule = rule
			pose := physics.Transform{P: slope.Apply(vec.V3(3, 0.7, centred(i, len(rules), 1.6))), Q: q}
			r.dynamic(pose, physics.BoxHalf(0.4, 0.4, 0.4), box)
		}
		for i, rule := range rules {
			ball := material(0.6)
			ball.Material.Restitution, ball.Material.RestitutionRule = ruleBall, rule
			r.dynamic(at(5, 0.8+ruleDrop, centred(i, len(rules), 1.6)), physics.Sphere{Radius: 0.3}, ball)
		}
	},
	Check: func(r *Run) error {
		tan := vec.Sin(ruleSlope) / vec.Cos(ruleSlope)
		t := vec.Sqrt(2 * ruleDrop / 9.81)
		for i, rule := range rules {
			mu := combined(rule, ruleFloor, ruleBody, vec.Sqrt(ruleFloor*ruleBody))
			moved := r.Bodies[i].Transform().P.Dist(r.Base[i].P)
			if slides := mu < tan; slides != (moved > 0.05) {
				return fmt.Errorf("with the rule %q and friction %.3f on a slope of %.3f a box slid %.3f m", rule, mu,
					tan, moved)
			}
			// the ball after its first bounce, in free flight
			e := combined(rule, rulePad, ruleBall, ruleBall)
			left := float32(r.StepCount)/float32(r.Scene.Rate()) - t
			v := float32(e*vec.Sqrt(2*9.81*ruleDrop)) - float32(9.81*left)
			if got := r.Bodies[len(rules)+i].LinearVelocity().Y; vec.Abs(got-v) > 0.25 {
				return fmt.Errorf("with the rule %q a ball has %.2f m/s, by a restitution of %.3f it has %.2f m/s",
					rule, got, e, v)
			}
		}
		return nil
	},
}
