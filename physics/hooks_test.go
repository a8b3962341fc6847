package physics

import (
	"errors"
	"fmt"
	"testing"
)

func hookedShape() ShapeDef {
	d := DefaultShapeDef()
	d.Hooks = true
	return d
}

// oneSided lets through what comes from below: the manifold is disabled unless the body above is on
// its way down and its contact is on top.
func oneSided(platform Shape) PreSolve {
	return func(c *ContactUpdate) {
		n, other := c.Normal, c.ShapeB
		if c.ShapeB == platform {
			n, other = n.Neg(), c.ShapeA
		}
		c.Disabled = n.Y < 0.7 || other.Body().LinearVelocity().Y > 0.1 ||
			!c.Swept && c.Points[0].Separation < -0.1
	}
}

func ExampleWorld_SetPreSolve() {
	w, _ := NewWorld(DefaultWorldDef())
	ground, _ := w.CreateBody(DefaultBodyDef())
	def := DefaultShapeDef()
	def.Hooks = true
	platform, _ := ground.CreateShape(Box{Half: V3(2, 0.1, 2), Center: V3(0, 2, 0)}, def)
	// a platform that can be jumped on from below
	w.SetPreSolve(func(c *ContactUpdate) {
		up, jumper := c.Normal, c.ShapeB
		if c.ShapeB == platform {
			up, jumper = up.Neg(), c.ShapeA
		}
		c.Disabled = up.Y < 0.7 || jumper.Body().LinearVelocity().Y > 0.1
	})
	bd := DefaultBodyDef()
	bd.Type = Dynamic
	bd.LinearVelocity = V3(0, 8, 0)
	ball, _ := w.CreateBody(bd)
	ball.CreateShape(Sphere{Radius: 0.25}, DefaultShapeDef())
	for range 300 {
		w.Step(0.01)
	}
	fmt.Printf("the ball lies at %.2f m\n", ball.Position().Y)
	// Output: the ball lies at 2.35 m
}

func ExampleWorld_SetContactFilter() {
	w, _ := NewWorld(DefaultWorldDef())
	ground, _ := w.CreateBody(DefaultBodyDef())
	ground.CreateShape(Plane{Normal: V3(0, 1, 0)}, DefaultShapeDef())
	// shapes with the same tag belong together and pass through one another
	w.SetContactFilter(func(a, b Shape) bool { return a.UserTag() != b.UserTag() })
	drop := func(y float32, tag uint64) Body {
		bd := DefaultBodyDef()
		bd.Type, bd.Position = Dynamic, V3(0, y, 0)
		b, _ := w.CreateBody(bd)
		sd := DefaultShapeDef()
		sd.Hooks, sd.UserTag = true, tag
		b.CreateShape(BoxHalf(0.5, 0.5, 0.5), sd)
		return b
	}
	drop(0.5, 1)
	same, other := drop(1.5, 1), drop(3, 2)
	for range 300 {
		w.Step(0.01)
	}
	fmt.Printf("%.1f %.1f\n", same.Position().Y, other.Position().Y)
	// Output: 0.5 1.5
}

// TestOneSidedPlatform throws boxes and balls at any speed through a thin platform from below and
// lets them fall on it.
func TestOneSidedPlatform(t *testing.T) {
	for name, g := range map[string]Geometry{"ball": Sphere{Radius: 0.2}, "box": BoxHalf(0.2, 0.2, 0.2)} {
		for _, speed := range []float32{7, 9, 20, 60} {
			w := newTestWorld(t, nil)
			platform := addBodyDef(t, w, Static, V3(0, 2, 0), QuatIdentity, BoxHalf(5, 0.02, 5),
				hookedShape()).Shapes(nil)[0]
			w.SetPreSolve(oneSided(platform))
			b := addBody(t, w, Dynamic, Vec3{}, g)
			b.SetLinearVelocity(V3(0, speed, 0))
			run(t, w, 1.5+2*speed/9.81)
			near(t, fmt.Sprintf("height of the %s thrown at %g m/s", name, speed), float64(b.Position().Y), 2.22, 0.01)
			if err := w.Validate(); err != nil {
				t.Error(err)
			}
		}
	}
}

// TestPreSolveConveyor turns a plain floor into a belt and takes its friction away elsewhere.
func TestPreSolveConveyor(t *testing.T) {
	w := newTestWorld(t, nil)
	floor := addBodyDef(t, w, Static, V3(0, -0.5, 0), QuatIdentity, BoxHalf(50, 0.5, 50), hookedShape()).Shapes(nil)[0]
	w.SetPreSolve(func(c *ContactUpdate) {
		sign := float32(-1)
		if c.ShapeA == floor {
			sign = 1
		}
		if c.Points[0].Point.Z > 0 {
			c.SurfaceVelocity = V3(2*sign, 0, 0)
		} else {
			c.Friction = 0
		}
	})
	carried := addBody(t, w, Dynamic, V3(0, 0.25, 5), BoxHalf(0.25, 0.25, 0.25))
	sliding := addBody(t, w, Dynamic, V3(0, 0.25, -5), BoxHalf(0.25, 0.25, 0.25))
	sliding.SetLinearVelocity(V3(3, 0, 0))
	run(t, w, 3)
	near(t, "speed on the belt", float64(carried.LinearVelocity().X), 2, 0.02)
	near(t, "speed without friction", float64(sliding.LinearVelocity().X), 3, 1e-3)
}

// TestHooksStopFastBodiesAlike throws two layers of boxes at floors of which every other one asks a hook: the bodies
// that are stopped after asking come in the same order for every number of workers.
func TestHooksStopFastBodiesAlike(t *testing.T) {
	build := func(workers int) *World {
		w := newTestWorld(t, func(d *WorldDef) { d.Workers = workers })
		w.SetPreSolve(func(*ContactUpdate) {})
		for i := range 20 {
			sd := DefaultShapeDef()
			sd.Hooks = i%2 == 0
			addBodyDef(t, w, Static, V3(float32(i), -0.5, 10), QuatIdentity, BoxHalf(0.5, 0.5, 20), sd)
		}
		for i := range 600 {
			at := V3(0.66*float32(i%30), 2+3*float32(i/300), float32(i/30%10))
			addBody(t, w, Dynamic, at, BoxHalf(0.3, 0.3, 0.3)).SetLinearVelocity(
				V3(float32(i%7-3), -80, float32(i%5-2)))
		}
		return w
	}
	one := build(1)
	stopped := 0
	others := []*World{build(2), build(3)}
	for step := range 60 {
		run(t, one, 1.0/testRate)
		for _, w := range others {
			run(t, w, 1.0/testRate)
			if a, b := one.Hash(), w.Hash(); a != b {
				t.Fatalf("step %d: hash %x with one worker, %x with %d", step, a, b, w.Workers())
			}
			stopped = max(stopped, w.step.Last.Asked)
		}
	}
	if stopped < 50 {
		t.Errorf("at most %d shapes were stopped after asking a hook in a step", stopped)
	}
}

// TestFilterHookAndFastBodies: what the hook lets through must not be stopped by continuous
// collision.
func TestFilterHookAndFastBodies(t *testing.T) {
	w := newTestWorld(t, func(d *WorldDef) { d.Settings.Gravity = Vec3{} })
	sd := hookedShape()
	sd.UserTag = 7
	addBodyDef(t, w, Static, V3(10, 0, 0), QuatIdentity, BoxHalf(0.05, 5, 5), sd)
	addBody(t, w, Static, V3(60, 0, 0), BoxHalf(0.05, 5, 5))
	w.SetContactFilter(func(a, b Shape) bool { return a.UserTag() != 7 && b.UserTag() != 7 })
	b := addBody(t, w, Dynamic, Vec3{}, Sphere{Radius: 0.1})
	b.SetLinearVelocity(V3(300, 0, 0))
	run(t, w, 0.5)
	if x := b.Position().X; x < 50 || x > 60 {
		t.Errorf("the ball is at %g, want behind the wall that lets it through and before the other", x)
	}
}

// TestHookPanics: a panic ends the calls of that step, which is finished; the world goes on.
func TestHookPanics(t *testing.T) {
	errBad := errors.New("bad")
	set := map[string]func(w *World, calls *int){
		"contact filter": func(w *World, calls *int) {
			w.SetContactFilter(func(Shape, Shape) bool { *calls++; panic(errBad) })
		},
		"pre-solve": func(w *World, calls *int) { w.SetPreSolve(func(*ContactUpdate) { *calls++; panic(errBad) }) },
	}
	for name, use := range set {
		w := newTestWorld(t, func(d *WorldDef) { d.Workers = 3 })
		addBodyDef(t, w, Static, V3(0, -0.5, 0), QuatIdentity, BoxHalf(50, 0.5, 50), hookedShape())
		var bodies []Body
		for i := range 5 {
			bodies = append(bodies, addBody(t, w, Dynamic, V3(2*float32(i), 0.5, 0), BoxHalf(0.5, 0.5, 0.5)))
		}
		calls, failures := 0, 0
		use(w, &calls)
		for range 100 {
			before := calls
			err := w.Step(0.01)
			var hook *HookError
			if calls > before && (!errors.As(err, &hook) || hook.Hook != name || !errors.Is(err, errBad) ||
				len(hook.Stack) == 0) {
				t.Fatalf("%s: Step gives %v", name, err)
			}
			if calls > before+1 {
				t.Fatalf("%s: called %d times in the step in which it panicked", name, calls-before)
			}
			failures += calls - before
			if err := w.Validate(); err != nil {
				t.Fatal(err)
			}
		}
		if failures == 0 {
			t.Errorf("%s was never called", name)
		}
		w.SetContactFilter(nil)
		w.SetPreSolve(nil)
		run(t, w, 1)
		for i, b := range bodies {
			near(t, fmt.Sprintf("%s: height of box %d", name, i), float64(b.Position().Y), 0.5, 0.01)
		}
	}
}

// TestHooksCannotChangeTheWorld calls from hooks what would change the world: all is refused.
func TestHooksCannotChangeTheWorld(t *testing.T) {
	w := newTestWorld(t, nil)
	addBodyDef(t, w, Static, V3(0, -0.5, 0), QuatIdentity, BoxHalf(50, 0.5, 50), hookedShape())
	b := addBodyDef(t, w, Dynamic, V3(0, 0.45, 0), QuatIdentity, BoxHalf(0.5, 0.5, 0.5), hookedShape())
	calls := 0
	meddle := func(a, o Shape) {
		calls++
		if _, err := w.CreateBody(DefaultBodyDef()); !errors.Is(err, ErrWorldLocked) {
			t.Errorf("CreateBody gives %v", err)
		}
		if _, err := b.CreateShape(Sphere{Radius: 1}, DefaultShapeDef()); !errors.Is(err, ErrWorldLocked) {
			t.Errorf("CreateShape gives %v", err)
		}
		var s Snapshot
		if !errors.Is(w.Step(0.01), ErrWorldLocked) || !errors.Is(w.Snapshot(&s), ErrWorldLocked) {
			t.Error("Step or Snapshot is not refused")
		}
		if a.Body().Destroy() == nil || o.Destroy() == nil || b.SetTransform(TransformIdentity) == nil ||
			b.SetLinearVelocity(V3(1, 0, 0)) == nil || w.SetPreSolve(nil) == nil || w.SetContactFilter(nil) == nil ||
			a.SetFilter(DefaultFilter()) == nil || a.SetHooked(false) == nil {
			t.Error("a call that changes the world is not refused")
		}
		// looking is allowed
		if _, ok := w.RayCast(V3(0, 5, 0), V3(0, -10, 0), DefaultQueryFilter()); !ok {
			t.Error("a ray cast finds nothing")
		}
	}
	w.SetContactFilter(func(a, o Shape) bool { meddle(a, o); return true })
	w.SetPreSolve(func(c *ContactUpdate) { meddle(c.ShapeA, c.ShapeB) })
	run(t, w, 0.2)
	if calls < 10 {
		t.Errorf("%d calls of the hooks", calls)
	}
	near(t, "height", float64(b.Position().Y), 0.5, 0.06)
	if err := w.Validate(); err != nil {
		t.Error(err)
	}
}

// TestHooksDoNotDependOnWorkers runs a pile in which hooks decide by their arguments.
func TestHooksDoNotDependOnWorkers(t *testing.T) {
	hashes := map[int]uint64{}
	calls := map[int]int{}
	for _, workers := range []int{1, 2, 5} {
		w := newTestWorld(t, func(d *WorldDef) { d.Workers = workers })
		addMixedPile(t, w, 150)
		for i := range w.ShapeCount() {
			if s, ok := w.ShapeAt(i); ok {
				s.SetHooked(i%3 == 0)
			}
		}
		order := uint64(0)
		w.SetContactFilter(func(a, b Shape) bool { return (a.Index()+b.Index())%7 != 0 })
		w.SetPreSolve(func(c *ContactUpdate) {
			calls[workers]++
			order = order*31 + uint64(c.ShapeA.Index()<<16+c.ShapeB.Index())
			c.Disabled = order%13 == 0
			c.Friction *= 0.5
		})
		run(t, w, 1)
		hashes[workers] = w.Hash() ^ order
		w.Close()
	}
	if hashes[1] != hashes[2] || hashes[1] != hashes[5] || calls[1] < 1000 || calls[1] != calls[2] {
		t.Errorf("hashes %x, calls %v", hashes, calls)
	}
}

// TestHooksAllocateNothing: neither absent nor present.
func TestHooksAllocateNothing(t *testing.T) {
	for _, present := range []bool{false, true} {
		w := newTestWorld(t, func(d *WorldDef) { d.Settings.SleepEnabled = false })
		addBodyDef(t, w, Static, V3(0, -0.5, 0), QuatIdentity, BoxHalf(50, 0.5, 50), hookedShape())
		for i := range 20 {
			addBody(t, w, Dynamic, V3(1.5*float32(i), 0.5, 0), BoxHalf(0.5, 0.5, 0.5))
		}
		if present {
			w.SetContactFilter(func(Shape, Shape) bool { return true })
			w.SetPreSolve(func(c *ContactUpdate) { c.Friction = 0.3 })
		}
		run(t, w, 0.5)
		if n := testing.AllocsPerRun(50, func() { w.Step(0.01) }); n != 0 {
			t.Errorf("hooks present %v: %g allocations per step", present, n)
		}
	}
}
