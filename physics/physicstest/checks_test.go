package physicstest

import (
	"errors"
	"fmt"
	"math"
	"testing"

	"tumble/physics"
	"tumble/physics/vec"
)

// rates are steps a second.
var rates = []float32{30, 60, 240}

// holds and breaks assert that checks of a world are quiet, or report a pattern.
func holds(t *testing.T, w *physics.World, about any, checks ...Check) {
	t.Helper()
	carryOut(t, "TestHolds", func(f *fake) { Assert(f, w, checks...) }).quiet(t, about)
}

func breaks(t *testing.T, w *physics.World, about any, pattern string, checks ...Check) {
	t.Helper()
	carryOut(t, "TestBreaks", func(f *fake) {
		if Assert(f, w, checks...) {
			t.Errorf("%v: Assert returns true", about)
		}
	}).says(t, about, pattern)
}

// A cube that falls moves, one that lies rests; a body that rotates on the spot does not rest.
func TestAtRest(t *testing.T) {
	for _, rate := range rates {
		for _, size := range []float32{0.1, 1, 10} {
			about := fmt.Sprintf("%g m at %g Hz", size, rate)
			w, crate := falling(t, size, 0.2)
			ground, _ := w.BodyAt(0)
			Run(t, w, int(rate/10), 1/rate)
			breaks(t, w, about, `^step \d+: body "crate" moves at [\d.]+ m/s, more than 0.01 m/s\n$`,
				AtRest(0.01, 0.01))
			breaks(t, w, about, "crate", AtRest(0.01, 0.01, ground, crate))
			holds(t, w, about, AtRest(0.01, 0.01, ground), AtRest(2, 0.01, crate))
			Run(t, w, int(4*rate), 1/rate)
			holds(t, w, about, AtRest(0.01, 0.01), AtRest(0.01, 0.01, crate))
			w.SetGravity(physics.Vec3{})
			crate.SetAngularVelocity(physics.V3(0, 3, 0))
			breaks(t, w, about, `"crate" rotates at 3 rad/s, more than 2.9 rad/s`, AtRest(1, 2.9))
			holds(t, w, about, AtRest(1, 3.1))
		}
	}
}

// A body that is gone, or of another world, does not rest; bounds that are no numbers hold for nothing.
func TestAtRestOfNoBody(t *testing.T) {
	w, crate := falling(t, 1, 0)
	other, _ := falling(t, 1, 0)
	nan := float32(math.NaN())
	breaks(t, other, "another world", "does not exist", AtRest(1, 1, crate))
	breaks(t, w, "NaN", "moves.*more than NaN", AtRest(nan, 1))
	breaks(t, w, "NaN", "rotates.*more than NaN", AtRest(1, nan))
	crate.Destroy()
	breaks(t, w, "destroyed", "does not exist", AtRest(1, 1, crate))
	breaks(t, w, "the zero body", "does not exist", AtRest(1, 1, physics.Body{}))
	holds(t, w, "static bodies only", AtRest(0, 0))
	carryOut(t, "TestNone", func(f *fake) { Assert(f, nil, Finite()) }).says(t, "no world", "no world")
	carryOut(t, "TestNone", func(f *fake) { Run(f, nil, 1, 1) }).says(t, "no world", "no world")
}

// A cube that is put into another overlaps it by the depth at which it was put.
func TestPenetration(t *testing.T) {
	for _, rate := range rates {
		for _, size := range []float32{0.2, 1, 5} {
			depth := 0.1 * size
			about := fmt.Sprintf("%g m at %g Hz", size, rate)
			w, _ := falling(t, size, -depth)
			Run(t, w, 1, 1/rate)
			breaks(t, w, about, fmt.Sprintf(`^step 1: body "\w+" and body "\w+" overlap by %.2g.* m, more than`, depth),
				Penetration(0.9*depth))
			holds(t, w, about, Penetration(1.1*depth))
			Run(t, w, int(4*rate), 1/rate)
			holds(t, w, about, Penetration(0.01))
		}
	}
	w := newWorld(t)
	holds(t, w, "no contact", Penetration(0))
	breaks(t, w, "NaN", "no depth", Penetration(float32(math.NaN())))
	breaks(t, w, "negative", "no depth", Penetration(-1))
}

// The energy of a free body does not rise, and one that is pushed gains ½mv² more than it had; lifted m·g·h.
func TestEnergy(t *testing.T) {
	for _, rate := range rates {
		for _, size := range []float32{0.1, 1, 4} {
			about := fmt.Sprintf("%g m at %g Hz", size, rate)
			w, crate := falling(t, size, 20)
			mass := float64(crate.Mass())
			crate.SetAngularVelocity(physics.V3(1, 2, 3))
			check := Energy(w, 0.02*mass)
			Run(t, w, int(rate), 1/rate, check)
			v := float64(crate.LinearVelocity().Y)
			crate.SetLinearVelocity(physics.V3(2, float32(v), 0))
			breaks(t, w, about, "energy rose by .* J from .* J to .* J", check, Energy(w, 0))
			holds(t, w, about, Energy(w, 0))
			crate.SetLinearVelocity(physics.V3(0, float32(v), 0))
			holds(t, w, about, check)
			check = Energy(w, 9.81*mass*0.9)
			crate.SetPosition(crate.Position().Add(physics.V3(0, 1, 0)))
			breaks(t, w, about, "energy rose", check)
			holds(t, w, about, Energy(w, 0))
		}
	}
}

// Each kind of joint is off by the amount by which its body was moved along and about an axis that it holds, and not by
// that along and about a free one.
func TestJoints(t *testing.T) {
	const shift, angle = 0.05, 0.1
	x, y, z := vec.AxisX, vec.AxisY, vec.AxisZ
	six := physics.DefaultSixJointDef()
	six.Locked = [6]bool{1: true, 5: true}
	soft := physics.DefaultFixedJointDef()
	soft.LinearHertz, soft.AngularHertz = 2, 2
	parallel := physics.DefaultParallelJointDef()
	parallel.Hertz = 0
	steered := physics.DefaultWheelJointDef()
	steered.Steering.Motor = true
	rope := physics.DefaultDistanceJointDef()
	rope.Axis.Limited, rope.Axis.Upper = true, 2
	ball, hinge := physics.DefaultBallJointDef(), physics.DefaultHingeJointDef()
	rod := physics.DefaultDistanceJointDef()
	slider, fixed := physics.DefaultSliderJointDef(), physics.DefaultFixedJointDef()
	wheel := physics.DefaultWheelJointDef()
	rod.Length = 0
	for _, c := range []struct {
		name         string
		def          physics.JointDef
		held, free   []physics.Vec3 // directions
		stiff, loose []physics.Vec3 // axes
	}{
		{"ball", &ball, []vec.Vec3{x, y, z}, nil, nil, []vec.Vec3{x, y, z}},
		{"hinge", &hinge, []vec.Vec3{x, y, z}, nil, []vec.Vec3{x, y}, []vec.Vec3{z}},
		{"slider", &slider, []vec.Vec3{y, z}, []vec.Vec3{x}, []vec.Vec3{x, y, z}, nil},
		{"fixed", &fixed, []vec.Vec3{x, y, z}, nil, []vec.Vec3{x, y, z}, nil},
		{"soft", &soft, nil, []vec.Vec3{x, y, z}, nil, []vec.Vec3{x, y, z}},
		{"parallel", &parallel, nil, []vec.Vec3{x, y, z}, []vec.Vec3{x, y}, []vec.Vec3{z}},
		{"wheel", &wheel, []vec.Vec3{x, z}, []vec.Vec3{y}, []vec.Vec3{x, y}, []vec.Vec3{z}},
		{"steered", &steered, []vec.Vec3{x, z}, []vec.Vec3{y}, []vec.Vec3{x}, []vec.Vec3{y, z}},
		{"six", &six, []vec.Vec3{y}, []vec.Vec3{x, z}, []vec.Vec3{z}, []vec.Vec3{x, y}},
		{"rod", &rod, []vec.Vec3{x, y, z}, nil, nil, []vec.Vec3{x, y, z}},
		{"rope", &rope, nil, []vec.Vec3{x, y, z}, nil, []vec.Vec3{x, y, z}},
	} {
		w := newWorld(t)
		home := physics.V3(3, 2, 1)
		frame := box(t, w, "frame", physics.Static, home, 0.2)
		body := box(t, w, "arm", physics.Dynamic, home, 0.2)
		c.def.Ends().BodyA, c.def.Ends().BodyB = frame, body
		joint, err := w.CreateJoint(c.def)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		pose := func(shift, rotation physics.Vec3) {
			q := vec.QuatAxisAngle(rotation.Norm(), rotation.Len())
			body.SetTransform(physics.Transform{P: home.Add(shift), Q: q})
		}
		for _, free := range append(c.free, physics.Vec3{}) {
			pose(free.Mul(shift), physics.Vec3{})
			holds(t, w, c.name, Joints(1e-5, 1e-5))
		}
		for _, loose := range c.loose {
			pose(physics.Vec3{}, loose.Mul(angle))
			holds(t, w, c.name, Joints(1e-5, 1e-5))
		}
		for _, held := range c.held {
			pose(held.Mul(shift), physics.Vec3{})
			breaks(t, w, c.name, `^step 0: the \w+ joint 0 of body "frame" and body "arm" is off by 0.05.* m, more`,
				Joints(0.99*shift, 0))
			holds(t, w, c.name, Joints(1.01*shift, 1e-5))
			joint.SetEnabled(false)
			holds(t, w, c.name, Joints(0, 0))
			joint.SetEnabled(true)
		}
		for _, stiff := range c.stiff {
			pose(physics.Vec3{}, stiff.Mul(angle))
			breaks(t, w, c.name, `is off by 0.1.* rad, more than`, Joints(0.01, 0.99*angle))
			holds(t, w, c.name, Joints(1e-5, 1.01*angle))
		}
	}
}

// A body of a path is off by its distance from the path, and the joint of a body with the world says so.
func TestJointsOfPaths(t *testing.T) {
	w := newWorld(t)
	w.SetGravity(physics.Vec3{})
	bead := box(t, w, "bead", physics.Dynamic, physics.V3(1, 0, 0), 0.1)
	def := physics.DefaultPathJointDef()
	def.ConnectPath(physics.Body{}, bead, physics.Path{Points: []physics.Vec3{{}, {X: 4}}, Straight: true})
	_, err := w.CreatePathJoint(def)
	if err != nil {
		t.Fatal(err)
	}
	holds(t, w, "on the path", Joints(1e-5, 0))
	bead.SetPosition(physics.V3(2, 0.3, 0))
	breaks(t, w, "beside the path", `the path joint 0 of body "bead" and the world is off by 0.3 m`, Joints(0.29, 0))
}

// A run ends at the first step at which a quantity leaves its range.
func TestWithinRun(t *testing.T) {
	for _, rate := range rates {
		w, crate := falling(t, 1, 100)
		fallen := func(w *physics.World) float64 { return 100.5 - float64(crate.Position().Y) }
		steps := 0
		counted := func(*physics.World) error { steps++; return nil }
		f := carryOut(t, "TestFall", func(f *fake) {
			if Run(f, w, int(3*rate), 1/rate, counted, Within("the way down", "m", -1, 9.81/2, fallen)) {
				t.Errorf("%g Hz: the run does not end", rate)
			}
		})
		f.says(t, rate, fmt.Sprintf(`^step %d: the way down is [45]\.\d+ m, not within -1 and 4.905 m\n$`, steps))
		at := float32(steps) / rate
		if at < 0.9 || at > 1.1 || int(w.Counters().Steps) != steps {
			t.Errorf("%g Hz: ended at %v s, after %d steps of the world", rate, at, w.Counters().Steps)
		}
	}
	w := newWorld(t)
	for _, value := range []float64{math.NaN(), math.Inf(1), -1.001, 2.001} {
		breaks(t, w, value, "q is .*, not within -1 and 2 m",
			Within("q", "m", -1, 2, func(*physics.World) float64 { return value }))
	}
	for _, value := range []float64{-1, 0, 2} {
		holds(t, w, value, Within("q", "m", -1, 2, func(*physics.World) float64 { return value }))
	}
	breaks(t, w, "own", "^step 0: first\nstep 0: second\n$",
		func(*physics.World) error { return errors.New("first") },
		func(*physics.World) error { return errors.New("second") })
	carryOut(t, "TestLong", func(f *fake) {
		if Run(f, w, 3, 2) {
			t.Error("a step of 2 s is done")
		}
	}).says(t, "a step of 2 s", "^step 0: the step of 2 s returns: ")
}

// A body that leaves the world is frozen, and the check says which, and how many after it is gone.
func TestFinite(t *testing.T) {
	def := physics.DefaultWorldDef()
	def.Settings.MaxLinearSpeed = 1e5
	w, err := physics.NewWorld(def)
	if err != nil {
		t.Fatal(err)
	}
	lost := box(t, w, "lost", physics.Dynamic, physics.V3(0, physics.MaxPosition-100, 0), 1)
	Run(t, w, 1, 0.001, Finite())
	lost.SetLinearVelocity(physics.V3(0, 9e4, 0))
	w.Step(0.01)
	breaks(t, w, "frozen", `^step 2: body "lost" is frozen`, Finite())
	lost.Destroy()
	breaks(t, w, "destroyed", "bodies frozen so far: 1", Finite())
}
