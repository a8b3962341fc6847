package physics

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// TestWeakJointsTakeNoMomentum: a joint gives at most its limits, for as long as it is there: of every kind, solved in
// every way, at every limit, whatever pulls at it, and it breaks in the step that asks for more.
func TestWeakJointsTakeNoMomentum(t *testing.T) {
	const trials = 4
	for kind := KindBall; kind < jointKindCount; kind++ {
		for _, direct := range []bool{true, false} {
			for _, options := range []JointAxis{{Target: 1}, springy} {
				t.Run(fmt.Sprintf("%v, direct %v, %v Hz", kind, direct, options.Hertz), func(t *testing.T) {
					for seed := range uint64(trials) {
						for _, limit := range []float32{1e-3, 1, 10, 1000} {
							weakJoint(t, kind, direct, options, limit, rand.New(rand.NewPCG(seed, 7)))
						}
					}
				})
			}
		}
	}
}

// weakJoint throws two bodies apart that a joint holds.
func weakJoint(t *testing.T, kind JointKind, direct bool, options JointAxis, limit float32, r *rand.Rand) {
	const dt = 0.01
	w := newTestWorld(t, func(d *WorldDef) { weightless(d); d.Settings.DirectJoints = direct })
	random := func() Vec3 { return V3(2*r.Float32()-1, 2*r.Float32()-1, 2*r.Float32()-1) }
	apart := DefaultShapeDef()
	apart.Filter.Group = -1
	a := addBodyDef(t, w, Dynamic, V3(0, 2, 0), QuatIdentity, BoxHalf(0.2, 0.2, 0.2), apart)
	b := addBodyDef(t, w, Dynamic, V3(1, 2, 0), QuatIdentity, BoxHalf(0.2, 0.3, 0.1), apart)
	f := defaultFrames()
	f.Connect(a, b, Transform{P: V3(0.5, 2, 0), Q: rotationTo(V3(0, 0, 1), random().Norm())})
	if kind == KindGear || kind == KindRack {
		// each on its own axle
		f.FrameA.P, f.FrameB.P = Vec3{}, Vec3{}
	}
	f.BreakForce, f.BreakTorque = limit, limit
	j, err := joinKind(w, kind, f, options, JointDrive{Hertz: options.Hertz, MaxMotor: options.Hertz})
	must(t, j, err)
	for _, b := range []Body{a, b} {
		b.SetLinearVelocity(random().Mul(5))
		b.SetAngularVelocity(random().Mul(5))
	}
	w.KeepEnergyLedger(true)
	var before [2]Vec3
	for range 10 {
		for i, b := range []Body{a, b} {
			before[i] = b.LinearVelocity().Mul(b.Mass())
		}
		there := j.Valid()
		run(t, w, dt)
		for i, b := range []Body{a, b} {
			lost := b.LinearVelocity().Mul(b.Mass()).Sub(before[i]).Len()
			// the pulley pulls at A as strongly as at B, a gear of another ratio does not twist as strongly
			most := 1.001*limit*dt + 1e-5*before[i].Len()
			if !there {
				most = 1e-5 * before[i].Len()
			}
			if lost > most {
				t.Fatalf("limit %v: body %d got %.5g N·s in a step, the joint gives %.5g", limit, i, lost, limit*dt)
			}
		}
		for _, e := range w.Events().JointBreak {
			if !(e.Force > limit || e.Torque > limit) {
				t.Fatalf("limit %v: broken by %v N and %v N·m", limit, e.Force, e.Torque)
			}
		}
		// a pull that is taken back leaves the rounding of the velocities
		if l, _ := w.EnergyLedger(nil); !(math.Abs(l.Error) <= 1e-5*l.Exchanged+1e-6*l.Kinetic) {
			t.Fatalf("limit %v: the ledger lacks %.3g of %.3g J", limit, l.Error, l.Exchanged)
		}
	}
}

// TestChainsTearAtTheWeakestLink: of a chain that is pulled apart the link breaks that cannot bear it, and spares the
// others.
func TestChainsTearAtTheWeakestLink(t *testing.T) {
	for _, direct := range []bool{true, false} {
		for weak := range 8 {
			w := newTestWorld(t, func(d *WorldDef) { d.Settings.DirectJoints, d.Settings.SleepEnabled = direct, false })
			last, joints := Body{}, []Joint{}
			for i := range 8 {
				b := addBody(t, w, Dynamic, V3(0, -float32(i), 0), Sphere{Radius: 0.1})
				d := DefaultBallJointDef()
				d.Connect(last, b, Transform{P: V3(0, 0.5-float32(i), 0), Q: QuatIdentity})
				// bears a fifth more than hangs on it, the weak one a fifth less
				share := float32(1.2)
				if i == weak {
					share = 0.8
				}
				d.BreakForce = share * float32(8-i) * b.Mass() * 9.81
				j, err := w.CreateBallJoint(d)
				joints = append(joints, must(t, j, err).Joint)
				last = b
			}
			run(t, w, 1)
			for i, j := range joints {
				if j.Valid() == (i == weak) {
					t.Errorf("direct %v: link %d is weak, link %d holds: %v", direct, weak, i, j.Valid())
				}
			}
		}
	}
}

// TestDoorsYield: a ball goes through a door, and loses what the hinges can give and what the door gets.
func TestDoorsYield(t *testing.T) {
	for _, direct := range []bool{true, false} {
		for _, limit := range []float32{1e-3, 50, 500, 5000} {
			w := newTestWorld(t, func(d *WorldDef) { weightless(d); d.Settings.DirectJoints = direct })
			door := addBody(t, w, Dynamic, Vec3{}, BoxHalf(0.5, 1, 0.02))
			for _, p := range []Vec3{{X: -0.5, Y: 0.8}, {X: -0.5, Y: -0.8}, {X: 0.5}} {
				d := DefaultFixedJointDef()
				d.Connect(Body{}, door, Transform{P: p, Q: QuatIdentity})
				d.BreakForce, d.BreakTorque = limit, limit
				j, err := w.CreateFixedJoint(d)
				must(t, j, err)
			}
			ball := addBody(t, w, Dynamic, V3(0, 0, -1), Sphere{Radius: 0.3})
			ball.SetLinearVelocity(V3(0, 0, 10))
			before, last := 10*ball.Mass(), 0
			for i := range 100 {
				run(t, w, 0.01)
				if w.JointCount() > 0 {
					last = i
				}
			}
			got := ball.LinearVelocity().Z*ball.Mass() + door.LinearVelocity().Z*door.Mass()
			if most := 3*limit*0.01*2 + 1e-3*before; before-got > most || w.JointCount() > 0 {
				t.Errorf(
					"direct %v, limit %v N: lost %v of %v N·s, %v at most; %d joints left, the last went in step %d",
					direct, limit, before-got, before, most, w.JointCount(), last)
			}
		}
	}
}

// TestBreakLimitsWake: what hangs asleep on a joint wakes if that may no longer bear it.
func TestBreakLimitsWake(t *testing.T) {
	w := newTestWorld(t, func(*WorldDef) {})
	b := addBody(t, w, Dynamic, Vec3{}, Sphere{Radius: 0.1})
	d := DefaultFixedJointDef()
	d.Connect(Body{}, b, TransformIdentity)
	j, err := w.CreateFixedJoint(d)
	must(t, j, err)
	run(t, w, 2)
	if b.Awake() {
		t.Fatal("never asleep")
	}
	j.SetBreakLimits(0.5*b.Mass()*9.81, 0)
	run(t, w, 0.5)
	if j.Valid() || b.Position().Y > -1 {
		t.Errorf("holds %v at %v", j.Valid(), b.Position())
	}
}

// TestLedgerOfWeakJoints: what joints take as they break is booked.
func TestLedgerOfWeakJoints(t *testing.T) {
	for kind := KindBall; kind < jointKindCount; kind++ {
		for _, direct := range []bool{true, false} {
			w := newTestWorld(t, func(d *WorldDef) { weightless(d); d.Settings.DirectJoints = direct })
			f := defaultFrames()
			a, b := addBody(t, w, Dynamic, V3(0, 2, 0), BoxHalf(0.2, 0.2, 0.2)),
				addBody(t, w, Dynamic, V3(1, 2, 0), BoxHalf(0.2, 0.3, 0.1))
			f.Connect(a, b, Transform{P: V3(0.5, 2, 0), Q: QuatIdentity})
			f.BreakForce, f.BreakTorque = 3000, 3000
			j, err := joinKind(w, kind, f, springy, JointDrive{Hertz: 1, MaxMotor: 1})
			must(t, j, err)
			b.SetLinearVelocity(V3(1, 2, 3))
			w.KeepEnergyLedger(true)
			run(t, w, 0.3)
			if l, _ := w.EnergyLedger(nil); !(l.Error <= 1e-5*l.Exchanged+l.Rounding &&
				-l.Error <= 1e-5*l.Exchanged+l.Rounding) {
				t.Errorf("%v, direct %v: %v J of %v J are missing", kind, direct, l.Error, l.Exchanged)
			}
		}
	}
}
