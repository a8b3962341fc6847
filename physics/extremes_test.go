package physics

import (
	"errors"
	"math"
	"sync"
	"testing"
	"tumble/physics/internal/step"
)

// finiteWorld fails the test unless all bodies are finite and everything is in order.
func finiteWorld(t *testing.T, w *World, what string) {
	t.Helper()
	if err := w.Validate(); err != nil {
		t.Errorf("%s: %v", what, err)
	}
	for _, b := range w.Bodies(nil) {
		if !b.Position().IsFinite() || !b.LinearVelocity().IsFinite() || !b.AngularVelocity().IsFinite() {
			t.Errorf("%s: a body at %v with %v and %v", what, b.Position(), b.LinearVelocity(), b.AngularVelocity())
		}
	}
}

// TestExtremeMotion: whatever speed, spin or gravity is accepted ends within the caps.
func TestExtremeMotion(t *testing.T) {
	for _, x := range []float32{1e3, 1e6, 1e9, 1e30} {
		w := newTestWorld(t, nil)
		addFloor(t, w)
		fast := addBody(t, w, Dynamic, V3(0, 1, 0), BoxHalf(0.5, 0.5, 0.5))
		spun := addBody(t, w, Dynamic, V3(5, 1, 0), BoxHalf(0.5, 0.2, 0.7))
		heavy := addBody(t, w, Dynamic, V3(-5, 0.5, 0), BoxHalf(0.5, 0.5, 0.5))
		addBody(t, w, Dynamic, V3(-5, 1.5, 0), Sphere{Radius: 0.5})
		fast.SetLinearVelocity(V3(x, x, 0))
		spun.SetAngularVelocity(V3(x, 0.1*x, 0))
		heavy.ApplyImpulseToCenter(V3(0, -x, 0))
		w.SetGravity(V3(0, -min(x, 1e6), 0))
		s := w.Settings()
		for range 60 {
			run(t, w, 0.01)
			for _, b := range w.Bodies(nil) {
				if v := b.LinearVelocity().Len(); v > 1.001*s.MaxLinearSpeed {
					t.Fatalf("%g: %g m/s, the cap is %g", x, v, s.MaxLinearSpeed)
				}
			}
		}
		finiteWorld(t, w, "extreme motion")
	}
}

// TestExtremeSteps: lengths of a step and numbers of sub-steps are refused or do no harm.
func TestExtremeSteps(t *testing.T) {
	nan := float32(math.NaN())
	w := newTestWorld(t, nil)
	addFloor(t, w)
	addMixedPile(t, w, 20)
	for _, dt := range []float32{-1, nan, float32(math.Inf(1)), 1e-9, 1e-45, 1e9, 1.5, -1e-30} {
		if err := w.Step(dt); err == nil {
			t.Errorf("a step of %g s is accepted", dt)
		}
	}
	for _, dt := range []float32{0, float32(math.Copysign(0, -1)), step.MinLength, 1, 1.0 / 3, 1e-3} {
		for range 5 {
			if err := w.Step(dt); err != nil {
				t.Errorf("a step of %g s: %v", dt, err)
			}
		}
		finiteWorld(t, w, "extreme steps")
	}
	for _, n := range []int32{0, -1, 1e6, math.MinInt32} {
		s := w.Settings()
		s.SubSteps = n
		if err := w.SetSettings(s); err == nil {
			t.Errorf("%d sub-steps are accepted", n)
		}
	}
	for _, n := range []int{0, -5, 33, MaxWorkers + 1} {
		if w.SetWorkers(n) == nil && (n < 1 || n > MaxWorkers) {
			t.Errorf("%d workers are accepted", n)
		}
	}
}

// TestExtremePositions: bodies far out are refused, or live and are frozen when they leave.
func TestExtremePositions(t *testing.T) {
	for _, x := range []float32{1e5, 1e6, 1e7, 1e9, 1e20, 1e30, math.MaxFloat32} {
		w := newTestWorld(t, nil)
		addFloor(t, w)
		def := DefaultBodyDef()
		def.Type, def.Position, def.LinearVelocity = Dynamic, V3(x, -x, x), V3(1000, 0, 0)
		b, err := w.CreateBody(def)
		if (err == nil) != (x <= MaxPosition) {
			t.Errorf("at %g m: %v", x, err)
		}
		if err == nil {
			if _, err := b.CreateShape(Sphere{Radius: 0.5}, DefaultShapeDef()); err != nil {
				t.Fatal(err)
			}
		}
		for range 100 {
			run(t, w, 0.01)
		}
		finiteWorld(t, w, "extreme place")
	}
}

// TestExtremeSizes rests boxes from a tenth of a millimetre to kilometres, and hangs tiny masses on joints
// with huge ones and stiff springs.
func TestExtremeSizes(t *testing.T) {
	for _, half := range []float32{5e-5, 1e-3, 1, 1e3, 5e3} {
		w := newTestWorld(t, nil)
		addBody(t, w, Static, Vec3{}, Plane{Normal: V3(0, 1, 0)})
		body := DefaultBodyDef()
		body.Type, body.Position.Y = Dynamic, half
		b, err := w.CreateBody(body)
		if err != nil {
			t.Fatal(err)
		}
		def := DefaultShapeDef()
		def.Density = min(def.Density, 1e6/(8*half*half*half))
		if _, err := b.CreateShape(BoxHalf(half, half, half), def); err != nil {
			t.Logf("a box of ±%g m: %v", half, err)
			continue
		}
		run(t, w, 1)
		finiteWorld(t, w, "extreme size")
		if y := b.Position().Y; abs(y-half) > 0.02+1e-4*half {
			t.Errorf("a box of ±%g m is at height %g", half, y)
		}
	}
	for _, mass := range []float32{1e-30, MinMass, 1e-3, 1e6, MaxMass, 1e30} {
		for _, hertz := range []float32{1, 1e3, 1e9} {
			w := newTestWorld(t, nil)
			a := addBody(t, w, Dynamic, V3(0, 5, 0), Sphere{Radius: 0.5})
			b := addBody(t, w, Dynamic, V3(1, 5, 0), Sphere{Radius: 0.5})
			inertia := float32(0.1 * mass)
			b.SetMassData(MassData{Mass: mass, Inertia: Mat3{XX: inertia, YY: inertia, ZZ: inertia}})
			def := DefaultFixedJointDef()
			def.Connect(a, b, Transform{P: V3(0.5, 5, 0), Q: QuatIdentity})
			def.LinearHertz, def.AngularHertz = hertz, hertz
			if _, err := w.CreateFixedJoint(def); err != nil && hertz < 1e6 {
				t.Errorf("%g Hz: %v", hertz, err)
			}
			for range 60 {
				run(t, w, 0.01)
			}
			finiteWorld(t, w, "extreme mass")
		}
	}
}

// TestHandlesOfManyWorlds makes and drops worlds in turn: a handle names something in its own world only, and
// nothing in the next one that has the same slots.
func TestHandlesOfManyWorlds(t *testing.T) {
	var bodies []Body
	for range 64 {
		w := newTestWorld(t, nil)
		bodies = append(bodies, addBody(t, w, Dynamic, V3(0, 1, 0), Sphere{Radius: 0.5}))
	}
	for cycle := range 100 {
		for i, old := range bodies {
			w := newTestWorld(t, nil)
			b := addBody(t, w, Dynamic, V3(0, 1, 0), Sphere{Radius: 0.5})
			if b == old || !old.Valid() || !b.Valid() || b.Index() != old.Index() {
				t.Fatalf("cycle %d: world %d: handles %v and %v", cycle, i, b, old)
			}
			if cycle == 0 {
				def := DefaultBallJointDef()
				def.BodyA, def.BodyB = b, old
				if _, err := w.CreateBallJoint(def); !errors.Is(err, ErrForeign) {
					t.Fatalf("a joint with a body of another world: %v", err)
				}
				if _, err := (Body{}).CreateShape(Sphere{Radius: 1}, DefaultShapeDef()); err == nil {
					t.Fatal("a shape on no body")
				}
			}
			old.Destroy()
			if old.Valid() || !b.Valid() || b.SetLinearVelocity(V3(1, 0, 0)) != nil {
				t.Fatalf("cycle %d: a body dies with that of another world", cycle)
			}
			bodies[i] = b
		}
	}
}

// TestStepsAtTheSameTime: of steps on several goroutines some are refused, and the others are whole.
func TestStepsAtTheSameTime(t *testing.T) {
	w := newTestWorld(t, func(d *WorldDef) { d.Workers = 2 })
	addFloor(t, w)
	addMixedPile(t, w, 40)
	done := make([]int, 4)
	var workers sync.WaitGroup
	for g := range done {
		workers.Go(func() {
			for range 50 {
				switch err := w.Step(0.01); {
				case err == nil:
					done[g]++
				case !errors.Is(err, ErrWorldLocked):
					t.Error(err)
				}
			}
		})
	}
	workers.Wait()
	sum := uint64(done[0] + done[1] + done[2] + done[3])
	if steps := w.Counters().Steps; sum != steps || steps < 50 {
		t.Errorf("%d steps were done, %d are counted", sum, steps)
	}
	finiteWorld(t, w, "steps at the same time")
}
