package physics

import (
	"errors"
	"fmt"
	"math"
	"runtime"
	"testing"
)

// nastyFloats are the values that find missing checks.
var nastyFloats = []float32{
	float32(math.NaN()), float32(math.Inf(1)), float32(math.Inf(-1)), 0, float32(math.Copysign(0, -1)),
	-1, 1e-45, 1e-20, 1e20, 1e38, math.MaxFloat32, -math.MaxFloat32,
}

// probe is one float parameter of the public interface: use passes x there.
type probe struct {
	name string
	use  func(w *World, b Body, s Shape, j Joint, x float32)
}

func vectorProbes(name string, use func(w *World, b Body, s Shape, j Joint, v Vec3)) []probe {
	var out []probe
	for i, axis := range []string{"x", "y", "z"} {
		out = append(out, probe{name + " " + axis, func(w *World, b Body, s Shape, j Joint, x float32) {
			v := [3]float32{0.1, 0.2, 0.3}
			v[i] = x
			use(w, b, s, j, Vec3{X: v[0], Y: v[1], Z: v[2]})
		}})
	}
	return out
}

func quatProbes(name string, use func(w *World, b Body, q Quat)) []probe {
	var out []probe
	for i := range 4 {
		out = append(out, probe{fmt.Sprint(name, " ", i), func(w *World, b Body, _ Shape, _ Joint, x float32) {
			v := [4]float32{0, 0, 0, 1}
			v[i] = x
			use(w, b, Quat{X: v[0], Y: v[1], Z: v[2], W: v[3]})
		}})
	}
	return out
}

// makeBody creates a body with a unit sphere, if the definition is accepted.
func makeBody(w *World, edit func(*BodyDef)) {
	def := DefaultBodyDef()
	def.Type = Dynamic
	def.Position = V3(0, 3, 0)
	edit(&def)
	if b, err := w.CreateBody(def); err == nil {
		b.CreateShape(Sphere{Radius: 0.5}, DefaultShapeDef())
	}
}

func makeShape(b Body, g Geometry, edit func(*ShapeDef)) {
	def := DefaultShapeDef()
	edit(&def)
	b.CreateShape(g, def)
}

func allProbes() []probe {
	var p []probe
	add := func(name string, use func(w *World, b Body, s Shape, j Joint, x float32)) {
		p = append(p, probe{name, use})
	}
	vector := func(name string, use func(w *World, b Body, s Shape, j Joint, v Vec3)) {
		p = append(p, vectorProbes(name, use)...)
	}
	add("Step dt", func(w *World, _ Body, _ Shape, _ Joint, x float32) { w.Step(x) })
	for _, f := range AllSettings() {
		add("setting "+f.Key, func(w *World, _ Body, _ Shape, _ Joint, x float32) {
			s := w.Settings()
			if f.Set(&s, float64(x)) == nil {
				w.SetSettings(s)
			}
		})
	}
	vector("SetGravity", func(w *World, _ Body, _ Shape, _ Joint, v Vec3) { w.SetGravity(v) })
	bodyDef := map[string]func(*BodyDef, float32){
		"LinearDamping":  func(d *BodyDef, x float32) { d.LinearDamping = x },
		"AngularDamping": func(d *BodyDef, x float32) { d.AngularDamping = x },
		"GravityScale":   func(d *BodyDef, x float32) { d.GravityScale = x },
		"SleepSpeed":     func(d *BodyDef, x float32) { d.SleepSpeed = x },
	}
	for name, edit := range bodyDef {
		add("BodyDef."+name, func(w *World, _ Body, _ Shape, _ Joint, x float32) {
			makeBody(w, func(d *BodyDef) { edit(d, x) })
		})
	}
	vector("BodyDef.Position", func(w *World, _ Body, _ Shape, _ Joint, v Vec3) {
		makeBody(w, func(d *BodyDef) { d.Position = v })
	})
	vector("BodyDef.LinearVelocity", func(w *World, _ Body, _ Shape, _ Joint, v Vec3) {
		makeBody(w, func(d *BodyDef) { d.LinearVelocity = v })
	})
	vector("BodyDef.AngularVelocity", func(w *World, _ Body, _ Shape, _ Joint, v Vec3) {
		makeBody(w, func(d *BodyDef) { d.AngularVelocity = v })
	})
	p = append(p, quatProbes("BodyDef.Rotation", func(w *World, _ Body, q Quat) {
		makeBody(w, func(d *BodyDef) { d.Rotation = q })
	})...)
	shapeDef := map[string]func(*ShapeDef, float32){
		"Density":           func(d *ShapeDef, x float32) { d.Density = x },
		"Friction":          func(d *ShapeDef, x float32) { d.Material.Friction = x },
		"Restitution":       func(d *ShapeDef, x float32) { d.Material.Restitution = x },
		"RollingResistance": func(d *ShapeDef, x float32) { d.Material.RollingResistance = x },
	}
	for name, edit := range shapeDef {
		add("ShapeDef."+name, func(_ *World, b Body, _ Shape, _ Joint, x float32) {
			makeShape(b, Sphere{Radius: 0.4}, func(d *ShapeDef) { edit(d, x) })
		})
	}
	vector("SurfaceVelocity", func(_ *World, b Body, _ Shape, _ Joint, v Vec3) {
		makeShape(b, Sphere{Radius: 0.4}, func(d *ShapeDef) { d.Material.SurfaceVelocity = v })
	})
	p = append(p, geometryProbes()...)
	p = append(p, motionProbes()...)
	return append(p, moreProbes()...)
}

func geometryProbes() []probe {
	keep := func(*ShapeDef) {}
	p := []probe{
		{"Sphere.Radius", func(_ *World, b Body, _ Shape, _ Joint, x float32) {
			makeShape(b, Sphere{Radius: x}, keep)
		}},
		{"Capsule.Radius", func(_ *World, b Body, _ Shape, _ Joint, x float32) {
			makeShape(b, Capsule{B: V3(0, 1, 0), Radius: x}, keep)
		}},
	}
	p = append(p, vectorProbes("Sphere.Center", func(_ *World, b Body, _ Shape, _ Joint, v Vec3) {
		makeShape(b, Sphere{Center: v, Radius: 0.2}, keep)
	})...)
	p = append(p, vectorProbes("Capsule.A", func(_ *World, b Body, _ Shape, _ Joint, v Vec3) {
		makeShape(b, Capsule{A: v, B: V3(0, 1, 0), Radius: 0.2}, keep)
	})...)
	p = append(p, vectorProbes("Box.Half", func(_ *World, b Body, _ Shape, _ Joint, v Vec3) {
		makeShape(b, Box{Half: v}, keep)
	})...)
	p = append(p, vectorProbes("Box.Center", func(_ *World, b Body, _ Shape, _ Joint, v Vec3) {
		makeShape(b, Box{Half: V3(0.1, 0.2, 0.3), Center: v}, keep)
	})...)
	p = append(p, quatProbes("Box.Rotation", func(_ *World, b Body, q Quat) {
		makeShape(b, Box{Half: V3(0.1, 0.2, 0.3), Rotation: q}, keep)
	})...)
	return append(p, vectorProbes("NewHull", func(_ *World, b Body, _ Shape, _ Joint, v Vec3) {
		if h, err := NewHull([]Vec3{v, {X: 1}, {Y: 1}, {Z: 1}, {X: -1, Y: -1}}); err == nil {
			makeShape(b, h, keep)
		}
	})...)
}

func motionProbes() []probe {
	var p []probe
	scalar := map[string]func(b Body, s Shape, x float32){
		"SetGravityScale":   func(b Body, _ Shape, x float32) { b.SetGravityScale(x) },
		"SetLinearDamping":  func(b Body, _ Shape, x float32) { b.SetLinearDamping(x) },
		"SetAngularDamping": func(b Body, _ Shape, x float32) { b.SetAngularDamping(x) },
		"SetSleepSpeed":     func(b Body, _ Shape, x float32) { b.SetSleepSpeed(x) },
		"SetDensity":        func(_ Body, s Shape, x float32) { s.SetDensity(x) },
		"SetMaterial":       func(_ Body, s Shape, x float32) { s.SetMaterial(Material{Friction: x}) },
		"SetMassData.Mass": func(b Body, _ Shape, x float32) {
			b.SetMassData(MassData{Mass: x, Inertia: Mat3{XX: 1, YY: 1, ZZ: 1}})
		},
		"SetMassData.Inertia": func(b Body, _ Shape, x float32) {
			b.SetMassData(MassData{Mass: 1, Inertia: Mat3{XX: x, YY: 1, ZZ: 1}})
		},
	}
	for name, use := range scalar {
		p = append(p, probe{name, func(_ *World, b Body, s Shape, _ Joint, x float32) { use(b, s, x) }})
	}
	vector := map[string]func(w *World, b Body, j Joint, v Vec3){
		"SetPosition":         func(_ *World, b Body, _ Joint, v Vec3) { b.SetPosition(v) },
		"SetLinearVelocity":   func(_ *World, b Body, _ Joint, v Vec3) { b.SetLinearVelocity(v) },
		"SetAngularVelocity":  func(_ *World, b Body, _ Joint, v Vec3) { b.SetAngularVelocity(v) },
		"ApplyForce":          func(_ *World, b Body, _ Joint, v Vec3) { b.ApplyForce(v, b.Position()) },
		"ApplyForce point":    func(_ *World, b Body, _ Joint, v Vec3) { b.ApplyForce(V3(1, 2, 3), v) },
		"ApplyTorque":         func(_ *World, b Body, _ Joint, v Vec3) { b.ApplyTorque(v) },
		"ApplyImpulse":        func(_ *World, b Body, _ Joint, v Vec3) { b.ApplyImpulse(v, b.Position()) },
		"ApplyImpulse point":  func(_ *World, b Body, _ Joint, v Vec3) { b.ApplyImpulse(V3(1, 2, 3), v) },
		"ApplyAngularImpulse": func(_ *World, b Body, _ Joint, v Vec3) { b.ApplyAngularImpulse(v) },
		"SetMassData.Center":  func(_ *World, b Body, _ Joint, v Vec3) { b.SetMassData(MassData{Mass: 1, Center: v}) },
		"Joint.SetTarget":     func(_ *World, _ Body, j Joint, v Vec3) { j.setTarget(v) },
		"RayCast origin": func(w *World, _ Body, _ Joint, v Vec3) {
			w.RayCast(v, V3(1, 2, 3),
				DefaultQueryFilter())
		},
		"RayCast translation": func(w *World, _ Body, _ Joint, v Vec3) {
			w.RayCast(V3(1, 2, 3), v,
				DefaultQueryFilter())
		},
		"MouseJointDef.Grab": func(w *World, b Body, _ Joint, v Vec3) {
			makeMouse(w, b,
				func(d *MouseJointDef) { d.Grab = v })
		},
		"MouseJointDef.Target": func(w *World, b Body, _ Joint, v Vec3) {
			makeMouse(w, b,
				func(d *MouseJointDef) { d.Target = v })
		},
		"MouseJointDef numbers": func(w *World, b Body, _ Joint, v Vec3) {
			makeMouse(w, b, func(d *MouseJointDef) { d.Hertz, d.DampingRatio, d.MaxForce = v.X, v.Y, v.Z })
		},
		"SetTarget of kinematic": func(w *World, b Body, _ Joint, v Vec3) {
			b.SetType(Kinematic)
			b.SetTarget(Transform{P: v, Q: QuatIdentity}, 0.01)
		},
		"SetTarget dt": func(w *World, b Body, _ Joint,
			v Vec3) {
			b.SetType(Kinematic)
			b.SetTarget(TransformIdentity, v.X)
		},
	}
	for name, use := range vector {
		p = append(p, vectorProbes(name, func(w *World, b Body, _ Shape, j Joint, v Vec3) { use(w, b, j, v) })...)
	}
	return append(p, quatProbes("SetTransform rotation", func(_ *World, b Body, q Quat) {
		b.SetTransform(Transform{P: V3(0, 1, 0), Q: q})
	})...)
}

func makeMouse(w *World, b Body, edit func(*MouseJointDef)) {
	def := DefaultMouseJointDef()
	def.Body, def.Grab, def.Target = b, b.Position(), V3(1, 2, 0)
	edit(&def)
	w.CreateMouseJoint(def)
}

// TestNastyNumbers passes every bad value to every float parameter and lets the world go on.
// Whatever is accepted must leave every body finite and every list whole.
func TestNastyNumbers(t *testing.T) {
	cases := 0
	for _, p := range allProbes() {
		for _, x := range nastyFloats {
			cases++
			w := newTestWorld(t, nil)
			addFloor(t, w)
			b := addBody(t, w, Dynamic, V3(0, 0.6, 0), BoxHalf(0.5, 0.5, 0.5))
			addBody(t, w, Dynamic, V3(0, 1.7, 0), Sphere{Radius: 0.5})
			j, err := w.CreateMouseJoint(MouseJointDef{made: true, Body: b, Grab: V3(0, 0.6, 0),
				Target: V3(0, 1, 0), Hertz: 2, DampingRatio: 1, MaxForce: 10})
			if err != nil {
				t.Fatal(err)
			}
			shapes := b.Shapes(nil)
			p.use(w, b, shapes[0], j.Joint, x)
			if s := w.Settings(); s.SubSteps > 8 {
				s.SubSteps = 8
				w.SetSettings(s)
			}
			for range 20 {
				if err := w.Step(0.01); err != nil {
					t.Fatalf("%s = %g: %v", p.name, x, err)
				}
			}
			if err := w.Validate(); err != nil {
				t.Errorf("%s = %g: %v", p.name, x, err)
			}
		}
	}
	t.Logf("%d cases", cases)
}

func TestHandlesStayStale(t *testing.T) {
	w := newTestWorld(t, nil)
	first := addBody(t, w, Dynamic, V3(0, 1, 0), Sphere{Radius: 0.5})
	shape := first.Shapes(nil)[0]
	if err := first.Destroy(); err != nil {
		t.Fatal("a living body refuses to be destroyed")
	}
	cycles := 70_000
	for i := range cycles {
		b, err := w.CreateBody(DefaultBodyDef())
		if err != nil {
			t.Fatal(err)
		}
		if b == first || first.Valid() || first.SetLinearVelocity(Vec3{}) == nil {
			t.Fatalf("after %d cycles the old handle names a new body", i)
		}
		if b.Destroy() != nil || b.Destroy() == nil || b.Valid() {
			t.Fatalf("cycle %d: destroyed twice", i)
		}
	}
	if shape.Valid() || shape.SetDensity(1) == nil || first.Destroy() == nil {
		t.Error("a stale handle has an effect")
	}
	if n := w.Counters().RefusedCalls; n != uint64(2*cycles+2) {
		t.Errorf("%d refused calls were counted, want %d", n, 2*cycles+2)
	}
	var zero Body
	if zero.Valid() || zero.Destroy() == nil || zero.SetAwake(true) == nil ||
		zero.Type() != Static || len(zero.Shapes(nil)) != 0 {
		t.Error("the zero handle names something")
	}
	if _, err := first.CreateShape(Sphere{Radius: 1}, DefaultShapeDef()); !errors.Is(err, ErrStale) {
		t.Errorf("a shape on a stale body gives %v, want %v", err, ErrStale)
	}
	if (Body{world: w, index: -5}).Valid() || (Body{world: w, index: 1 << 30}).Valid() {
		t.Error("a forged handle is valid")
	}
}

func TestZeroDefinitionsAreRefused(t *testing.T) {
	if _, err := NewWorld(WorldDef{}); err == nil {
		t.Error("a zero WorldDef is accepted")
	}
	w := newTestWorld(t, nil)
	if _, err := w.CreateBody(BodyDef{}); err == nil {
		t.Error("a zero BodyDef is accepted")
	}
	b, _ := w.CreateBody(DefaultBodyDef())
	if _, err := b.CreateShape(Sphere{Radius: 1}, ShapeDef{}); err == nil {
		t.Error("a zero ShapeDef is accepted")
	}
	if _, err := b.CreateShape(nil, DefaultShapeDef()); err == nil {
		t.Error("a nil geometry is accepted")
	}
	if _, err := b.CreateShape(Hull{}, DefaultShapeDef()); err == nil {
		t.Error("a zero Hull is accepted")
	}
	if _, err := w.CreateMouseJoint(MouseJointDef{}); err == nil {
		t.Error("a zero MouseJointDef is accepted")
	}
}

func TestLimitsAreErrors(t *testing.T) {
	w := newTestWorld(t, func(d *WorldDef) { d.MaxBodies, d.MaxShapes, d.MaxContacts = 30, 30, 10 })
	for i := range 30 {
		b, err := w.CreateBody(func() BodyDef { d := DefaultBodyDef(); d.Type = Dynamic; return d }())
		if err != nil {
			t.Fatalf("body %d: %v", i, err)
		}
		if _, err := b.CreateShape(Sphere{Radius: 0.5}, DefaultShapeDef()); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := w.CreateBody(DefaultBodyDef()); err == nil {
		t.Error("the body limit is not an error")
	}
	run(t, w, 0.2)
	if c := w.Counters(); c.Contacts > 10 || c.DroppedContacts == 0 {
		t.Errorf("%d contacts, %d dropped: want at most 10 and the rest counted", c.Contacts, c.DroppedContacts)
	}
	if err := w.Validate(); err != nil {
		t.Error(err)
	}
}

func TestQuarantine(t *testing.T) {
	w := newTestWorld(t, func(d *WorldDef) { d.Settings.MaxLinearSpeed = 1e5 })
	addFloor(t, w)
	good := addBody(t, w, Dynamic, V3(0, 0.5, 0), BoxHalf(0.5, 0.5, 0.5))
	bad := addBody(t, w, Dynamic, V3(0, MaxPosition-100, 0), Sphere{Radius: 0.5})
	bad.SetLinearVelocity(V3(0, 9e4, 0))
	run(t, w, 0.01)
	if e := w.Events().Quarantine; len(e) != 1 || e[0].Body != bad || e[0].Reason != OutOfBounds {
		t.Fatalf("quarantine events %v, want one for the body that left", e)
	}
	if !bad.Frozen() || bad.Awake() || w.Counters().Quarantined != 1 {
		t.Errorf("frozen %v, awake %v, counted %d", bad.Frozen(), bad.Awake(), w.Counters().Quarantined)
	}
	broken := addBody(t, w, Dynamic, V3(5, 0.5, 0), BoxHalf(0.5, 0.5, 0.5))
	w.state.StateOf(broken.record()).V.X = float32(math.NaN())
	run(t, w, 0.05)
	if !broken.Frozen() || broken.Position() != V3(5, 0.5, 0) {
		t.Errorf("a body with NaN velocity: frozen %v at %v", broken.Frozen(), broken.Position())
	}
	run(t, w, 1)
	if err := w.Validate(); err != nil {
		t.Error(err)
	}
	if p := good.Position(); abs(p.Y-0.5) > 0.01 {
		t.Errorf("the good box is at %v", p)
	}
	if bad.SetTransform(Transform{P: V3(0, 3, 0), Q: QuatIdentity}) != nil || bad.Frozen() {
		t.Fatal("SetTransform does not bring a frozen body back")
	}
	run(t, w, 2)
	if p := bad.Position(); abs(p.Y-1.5) > 0.05 && abs(p.Y-0.5) > 0.05 {
		t.Errorf("the ball that came back is at %v, want on the box or on the floor", p)
	}
	if err := w.Validate(); err != nil {
		t.Error(err)
	}
}

// A quarantined body holds what is jointed to it, whatever its mass, and nothing moves the state that all
// bodies at rest share.
func TestQuarantinedBodyHoldsItsJoints(t *testing.T) {
	w := newTestWorld(t, nil)
	post := addBody(t, w, Dynamic, V3(0, 5, 0), Sphere{Radius: 0.1})
	weight := addBody(t, w, Dynamic, V3(1, 5, 0), Sphere{Radius: 0.1})
	def := DefaultBallJointDef()
	def.BodyA, def.BodyB = post, weight
	def.FrameB.P = V3(-1, 0, 0)
	if _, err := w.CreateBallJoint(def); err != nil {
		t.Fatal(err)
	}
	w.state.StateOf(post.record()).V.X = float32(math.NaN())
	for range 400 {
		run(t, w, 0.01)
		if err := w.Validate(); err != nil {
			t.Fatal(err)
		}
	}
	if !post.Frozen() || post.Position() != V3(0, 5, 0) {
		t.Fatalf("the post: frozen %v at %v", post.Frozen(), post.Position())
	}
	if d := weight.Position().Dist(post.Position()); weight.Frozen() || abs(d-1) > 1e-3 {
		t.Errorf("the weight: frozen %v, %.4f m from the post, want 1", weight.Frozen(), d)
	}
}

// A broken body on a joint to one that continuous collision stops in the same step keeps its bounds, so that
// the world can still be saved and read.
func TestBrokenBodyOfAStoppedArticulation(t *testing.T) {
	for i, chain := range []int{1, 40, 1, 40} {
		w := newTestWorld(t, func(d *WorldDef) { d.Settings.DirectJoints = i < 2 })
		addBody(t, w, Static, V3(2, 5, 0), BoxHalf(0.005, 3, 3))
		var bodies []Body
		for i := range chain + 1 {
			b := addBody(t, w, Dynamic, V3(-0.3*float32(i), 5, 0), Sphere{Radius: 0.1})
			b.SetLinearVelocity(V3(300, 0, 0))
			if i > 0 {
				def := DefaultBallJointDef()
				def.Connect(bodies[i-1], b, Transform{P: b.Position(), Q: QuatIdentity})
				if _, err := w.CreateBallJoint(def); err != nil {
					t.Fatal(err)
				}
			}
			bodies = append(bodies, b)
		}
		w.state.StateOf(bodies[1].record()).V.X = float32(math.NaN())
		run(t, w, 0.01)
		if !bodies[1].Frozen() {
			t.Fatalf("chain of %d: the broken body is not frozen", chain)
		}
		var read Snapshot
		if err := read.UnmarshalBinary(snapshotBytes(t, w)); err != nil {
			t.Errorf("chain of %d: %v", chain, err)
		}
	}
}

func TestLockedWorld(t *testing.T) {
	w := newTestWorld(t, nil)
	b := addBody(t, w, Dynamic, V3(0, 1, 0), Sphere{Radius: 0.5})
	w.locked.Store(true)
	if err := w.Step(0.01); err != ErrWorldLocked {
		t.Errorf("Step gives %v", err)
	}
	if _, err := w.CreateBody(DefaultBodyDef()); err != ErrWorldLocked {
		t.Errorf("CreateBody gives %v", err)
	}
	if _, err := b.CreateShape(Sphere{Radius: 1}, DefaultShapeDef()); err != ErrWorldLocked {
		t.Errorf("CreateShape gives %v", err)
	}
	if b.SetLinearVelocity(V3(1, 0, 0)) == nil || b.Destroy() == nil || b.SetTransform(TransformIdentity) == nil {
		t.Error("a setter works while the world steps")
	}
	if err := w.SetSettings(DefaultSettings()); err != ErrWorldLocked {
		t.Errorf("SetSettings gives %v", err)
	}
	w.locked.Store(false)
	if err := b.SetLinearVelocity(V3(1, 0, 0)); err != nil {
		t.Error("the setter does not work afterwards")
	}
}

// TestWorkerFault: a panic in a worker becomes the error of the step and of all further ones, until
// the world is restored.
func TestWorkerFault(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(4))
	w := newTestWorld(t, func(d *WorldDef) { d.Workers = 3 })
	addMixedPile(t, w, 120)
	run(t, w, 0.1)
	var s Snapshot
	if err := w.Snapshot(&s); err != nil {
		t.Fatal(err)
	}
	for i := range w.state.Contacts {
		// of no shape: whoever looks at it panics
		w.state.Contacts[i].ShapeA = 1 << 30
	}
	first := w.Step(0.01)
	if first == nil || w.Step(0.01) != first {
		t.Fatalf("after a fault the steps give %v", first)
	}
	if err := w.Restore(&s); err != nil {
		t.Fatal(err)
	}
	run(t, w, 0.2)
	if err := w.Validate(); err != nil {
		t.Error(err)
	}
}
