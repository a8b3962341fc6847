package scenes

import (
	"fmt"

	"tumble/physics"
	"tumble/physics/vec"
)

var chain100 = Scene{
	Name:     "chain100",
	Category: "joints",
	Text:     "a hundred links of 1 kg carry a ball of 100 kg and do not stretch",
	View:     View{Target: vec.V3(0, -25, 0), Distance: 60, Yaw: 20, Pitch: 5},
	Steps:    2000,
	World:    func(def *physics.WorldDef) { def.Settings.SleepEnabled = false },
	Params: []Param{
		{Key: "links", Min: 2, Max: 500, Default: 100, Whole: true, Text: "number of links"},
		{Key: "load", Unit: "kg", Min: 1, Max: 1000, Default: 100, Text: "mass of the ball"},
	},
	Build: func(r *Run) {
		var last physics.Body
		links := r.count("links")
		for i := range links {
			b := r.dynamic(at(0, along(-0.25, -0.5, i), 0), physics.BoxHalf(0.05, 0.24, 0.05), material(0.6))
			r.boxMass(b, 1, vec.V3(0.05, 0.25, 0.05))
			r.ball(last, b, vec.V3(0, along(0, -0.5, i), 0))
			last = b
		}
		end := along(0, -0.5, links)
		b := r.dynamic(at(0, end-0.5, 0), physics.Sphere{Radius: 0.5}, material(0.6))
		load := r.value("load")
		r.boxMass(b, load, vec.V3(0.39, 0.39, 0.39))
		r.ball(last, b, vec.V3(0, end, 0))
	},
	Check: func(r *Run) error {
		length := float32(0.5 * float32(r.count("links")))
		last := len(r.Bodies) - 1
		if stretch := (r.Start[last].P.Y - r.Bodies[last].Position().Y) / length; !(vec.Abs(stretch) < 1e-3) {
			return fmt.Errorf("the chain is stretched by %.3f %%, more than 0.1 %%", 100*stretch)
		}
		return nil
	},
}

var ropeBridge = Scene{
	Name:     "rope_bridge",
	Category: "joints",
	Text:     "forty planks on ball joints carry crates",
	View:     View{Target: vec.V3(1, 3.9, 0), Distance: 16, Yaw: 30, Pitch: 12},
	Steps:    1500,
	Params: []Param{
		{Key: "load", Unit: "kg", Min: 10, Max: 2000, Default: 200, Text: "mass of a crate"},
	},
	Build: func(r *Run) {
		r.ground(30, 20, 0.6)
		bridge(r)
		for i := range 5 {
			b := r.dynamic(at(along(-4, 2, i), 5.7, 0), physics.BoxHalf(0.4, 0.4, 0.4), material(0.9))
			r.boxMass(b, r.value("load"), vec.V3(0.4, 0.4, 0.4))
		}
	},
	Check: func(r *Run) error { return checkJoints(r, 2*bridgePlanks+2, 0.01) },
}

var crane = Scene{
	Name:     "crane",
	Category: "joints",
	Text:     "a jib of light members swings a load a hundred times its weight on a chain",
	View:     View{Target: vec.V3(3.8, 5.6, 0), Distance: 17.5, Yaw: 28, Pitch: 6},
	Steps:    1500,
	World:    func(def *physics.WorldDef) { def.Settings.SleepEnabled = false },
	Params: []Param{
		{Key: "load", Unit: "kg", Min: 10, Max: 5000, Default: 2000, Text: "mass of the load"},
	},
	Build: buildCrane,
	Step: func(r *Run, step int) error {
		if step%500 == 250 {
			speed := float32(0.2)
			if step%1000 == 750 {
				speed = -speed
			}
			r.World.Joints(nil)[0].At(0).SetMotor(true, speed, 1e6)
		}
		return nil
	},
	Check: func(r *Run) error {
		if err := checkJoints(r, 22, 0.005); err != nil {
			return err
		}
		// the tip of the jib, whose height is all that carries the load
		if sag := r.Start[8].P.Y - r.Bodies[8].Position().Y; !(sag < 0.05) {
			return fmt.Errorf("the jib hangs by %.1f mm", 1000*sag)
		}
		return nil
	},
}

// buildCrane: a mast that turns, a jib of eight welded members, and a chain of twelve links with
// the load.
func buildCrane(r *Run) {
	r.ground(20, 20, 0.6)
	mast := r.dynamic(at(0, 5, 0), physics.BoxHalf(0.4, 5, 0.4), material(0.6))
	r.boxMass(mast, 800, vec.V3(0.4, 5, 0.4))
	r.hinge(physics.Body{}, mast, vec.V3(0, 0, 0), vec.AxisY, func(a *physics.JointAxis) {
		a.Motor, a.MaxForce = true, 1e6
	})
	weld := func(a, b physics.Body, at vec.Vec3) {
		def := physics.DefaultFixedJointDef()
		def.Connect(a, b, physics.Transform{P: at, Q: vec.QuatIdentity})
		r.connect(&def)
	}
	last := mast
	for i := range 8 {
		b := r.dynamic(at(along(0.9, 1, i), 9.5, 0), physics.BoxHalf(0.5, 0.2, 0.2), material(0.6))
		r.boxMass(b, 20, vec.V3(0.5, 0.2, 0.2))
		weld(last, b, vec.V3(along(0.4, 1, i), 9.5, 0))
		last = b
	}
	x := along(0.9, 1, 7)
	for i := range 12 {
		b := r.dynamic(at(x, along(9.05, -0.4, i), 0), physics.BoxHalf(0.04, 0.19, 0.04), material(0.6))
		r.boxMass(b, 2, vec.V3(0.04, 0.2, 0.04))
		r.ball(last, b, vec.V3(x, along(9.25, -0.4, i), 0))
		last = b
	}
	load := r.dynamic(at(x, along(9.25, -0.4, 12)-0.6, 0), physics.BoxHalf(0.6, 0.6, 0.6), material(0.6))
	r.boxMass(load, r.value("load"), vec.V3(0.6, 0.6, 0.6))
	r.ball(last, load, vec.V3(x, along(9.25, -0.4, 12), 0))
}

var gears = Scene{
	Name:     "gears",
	Category: "joints",
	Text:     "a motor turns a train of gears, a rack and, over a pulley, a pair of weights",
	View:     View{Target: vec.V3(2.6, 3.2, 0), Distance: 8.5, Yaw: 14, Pitch: 8},
	Steps:    1000,
	World:    func(def *physics.WorldDef) { def.Settings.SleepEnabled = false },
	Build:    buildGears,
	Step: func(r *Run, step int) error {
		// in turn, so that the rack stays in the picture
		speed := float32(2)
		if step/200%2 == 1 {
			speed = -2
		}
		r.World.Joints(nil)[0].At(0).SetMotor(true, speed, 1e4)
		return nil
	},
	Check: func(r *Run) error {
		first := r.Bodies[0].AngularVelocity().Z
		for i, ratio := range []float32{1, -2, 1} {
			if w := r.Bodies[i].AngularVelocity().Z; !(vec.Abs(w-float32(ratio*first)) < 0.02) {
				return fmt.Errorf("gear %d turns at %.3f rad/s, the first at %.3f", i, w, first)
			}
		}
		if v := r.Bodies[3].LinearVelocity().X; !(vec.Abs(v-float32(0.6*first)) < 0.02) {
			return fmt.Errorf("the rack moves at %.3f m/s, the pinion turns at %.3f rad/s", v, first)
		}
		return nil
	},
}

// buildGears: wheels of 0.8, 0.4 and 0.8 m, the last one with a rack under a pinion of 0.6 m, and
// Atwood's machine.
func buildGears(r *Run) {
	r.ground(20, 20, 0.6)
	quiet := material(0.6)
	quiet.Filter.Mask = 0
	wheel := func(x, radius float32) physics.Body {
		b := r.dynamic(at(x, 3, 0), physics.Cylinder{A: vec.V3(0, 0, -0.1), B: vec.V3(0, 0, 0.1), Radius: radius},
			quiet)
		r.hinge(physics.Body{}, b, vec.V3(x, 3, 0), vec.AxisZ, nil)
		return b
	}
	a, b, c := wheel(0, 0.8), wheel(1.2, 0.4), wheel(2.4, 0.8)
	mesh := func(a, b physics.Body, ratio float32) {
		def := physics.DefaultGearJointDef()
		def.BodyA, def.BodyB, def.Ratio = a, b, ratio
		r.connect(&def)
	}
	mesh(a, b, 0.5)
	mesh(b, c, 2)
	rack := r.dynamic(at(2.4, 2.3, 0), physics.BoxHalf(1.5, 0.1, 0.1), quiet)
	slide := physics.DefaultSliderJointDef()
	slide.ConnectLine(physics.Body{}, rack, vec.V3(2.4, 2.3, 0), vec.AxisX)
	r.connect(&slide)
	pinion := physics.DefaultRackJointDef()
	pinion.BodyA, pinion.BodyB, pinion.Ratio = c, rack, 0.6
	r.connect(&pinion)

	light := r.dynamic(at(5, 2, 0), physics.BoxHalf(0.3, 0.3, 0.3), material(0.6))
	heavy := r.dynamic(at(6.5, 2, 0), physics.BoxHalf(0.3, 0.33, 0.3), material(0.6))
	rope := physics.DefaultPulleyJointDef()
	rope.BodyA, rope.BodyB = light, heavy
	rope.FrameA.P, rope.FrameB.P = vec.V3(0, 0.3, 0), vec.V3(0, 0.33, 0)
	rope.GroundA, rope.GroundB = vec.V3(5, 7, 0), vec.V3(6.5, 7, 0)
	r.connect(&rope)
}

const gridSize = 100

var jointGrid = Scene{
	Name:     "joint_grid",
	Category: "benchmarks",
	Text:     "a net of 10,000 balls on 19,800 ball joints hangs from its upper edge",
	View:     View{Target: vec.V3(50, -55, 0), Distance: 130, Yaw: 15, Pitch: 5},
	Hertz:    60,
	Steps:    100,
	World:    func(def *physics.WorldDef) { def.Settings.SleepEnabled = false },
	Params: []Param{
		{Key: "size", Min: 2, Max: 200, Default: gridSize, Whole: true, Text: "balls along each edge"},
	},
	Build: buildJointGrid,
	Check: func(r *Run) error {
		n := r.count("size")
		if gap := widestGap(r); !(gap < float32(0.02*float32(n))) {
			return fmt.Errorf("a joint is open by %.1f mm", 1000*gap)
		}
		return nil
	},
}

func buildJointGrid(r *Run) {
	n := r.count("size")
	def := physics.DefaultShapeDef()
	def.Filter.Category, def.Filter.Mask = 2, ^uint64(2)
	column := make([]physics.Body, n)
	tie := func(a, b physics.Body, fa, fb vec.Vec3) {
		d := physics.DefaultBallJointDef()
		d.BodyA, d.BodyB, d.FrameA.P, d.FrameB.P = a, b, fa, fb
		r.connect(&d)
	}
	for k := range n {
		var above physics.Body
		for i := range n {
			kind := physics.Dynamic
			if i == 0 {
				kind = physics.Static
			}
			bd := bodyAt(kind, at(float32(k), -float32(i), 0))
			bd.AllowSleep = false
			b := r.body(bd)
			r.attach(b, physics.Sphere{Radius: 0.4}, def)
			if i > 0 {
				tie(above, b, vec.V3(0, -0.5, 0), vec.V3(0, 0.5, 0))
			}
			if k > 0 && i > 0 {
				tie(column[i], b, vec.V3(0.5, 0, 0), vec.V3(-0.5, 0, 0))
			}
			above, column[i] = b, b
		}
	}
}
