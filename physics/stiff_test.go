package physics

import (
	"testing"

	"tumble/physics/vec"
)

// setBoxMass gives a body the mass of a solid box.
func setBoxMass(b Body, m float32, half Vec3) {
	s := half.Scale(half).Mul(m / 3)
	b.SetMassData(MassData{Mass: m, Inertia: vec.Diag(V3(s.Y+s.Z, s.X+s.Z, s.X+s.Y))})
}

// hangChain builds a straight chain of links of 1 kg and 0.5 m under the origin with a ball at the
// end.
func hangChain(t testing.TB, w *World, links int, load float32) (joints []Joint, ball Body) {
	t.Helper()
	var last Body
	join := func(b Body, y float32) {
		d := DefaultBallJointDef()
		d.Connect(last, b, Transform{P: V3(0, y, 0), Q: QuatIdentity})
		j, err := w.CreateBallJoint(d)
		joints = append(joints, must(t, j, err).Joint)
	}
	for i := range links {
		b := addBody(t, w, Dynamic, V3(0, -0.25-0.5*float32(i), 0), BoxHalf(0.05, 0.24, 0.05))
		setBoxMass(b, 1, V3(0.05, 0.25, 0.05))
		join(b, -0.5*float32(i))
		last = b
	}
	ball = addBody(t, w, Dynamic, V3(0, -0.5*float32(links)-0.5, 0), Sphere{Radius: 0.5})
	ball.SetMassData(MassData{Mass: load, Inertia: vec.Diag(V3(1, 1, 1).Mul(0.1 * load))})
	join(ball, -0.5*float32(links))
	return joints, ball
}

// widestGap is the largest distance (m) between anchors that should coincide.
func widestGap(joints []Joint) float32 {
	gap := float32(0)
	for _, j := range joints {
		a, b := j.Anchors()
		gap = max(gap, a.Dist(b))
	}
	return gap
}

// TestChainDoesNotStretch: a hundred links of 1 kg carry a ball of 100 kg, and of 1000 kg, hanging
// and swinging.
func TestChainDoesNotStretch(t *testing.T) {
	for _, c := range []struct{ load, stretch, swingGap float32 }{{100, 1e-5, 0.01}, {1000, 1e-4, 0.01}} {
		w := newTestWorld(t, sleepless)
		joints, ball := hangChain(t, w, 100, c.load)
		start := ball.Position().Y
		run(t, w, 20)
		stretch := (start - ball.Position().Y) / 50
		t.Logf("%v kg: stretch %.4f %%, widest gap %.4f mm", c.load, 100*stretch, 1000*widestGap(joints))
		if abs(stretch) > c.stretch {
			t.Errorf("%v kg stretch the chain by %.3f %%", c.load, 100*stretch)
		}
		force, _ := joints[0].Reaction()
		near(t, "force at the top", float64(force.Y), float64((100+c.load)*9.81), float64(0.01*c.load*9.81))
		ball.SetLinearVelocity(V3(20, 0, 5))
		gap := float32(0)
		for range 500 {
			run(t, w, 0.01)
			gap = max(gap, widestGap(joints))
		}
		if !(gap < c.swingGap) {
			t.Errorf("swinging with %v kg opens a joint by %.1f mm", c.load, 1000*gap)
		}
	}
}

// TestHeavyOnLight: a heavy cube stands on light ones for a minute.
func TestHeavyOnLight(t *testing.T) {
	for _, c := range []struct {
		count        int
		light, heavy float32
	}{{1, 1, 10}, {1, 1, 100}, {1, 1, 1000}, {10, 10, 1000}, {1, 0.1, 1000}} {
		w := newTestWorld(t, sleepless)
		addFloor(t, w)
		var cubes []Body
		for i := range c.count + 1 {
			b := addBody(t, w, Dynamic, V3(0, 0.5+float32(i), 0), BoxHalf(0.5, 0.5, 0.5))
			setBoxMass(b, c.light, V3(0.5, 0.5, 0.5))
			cubes = append(cubes, b)
		}
		setBoxMass(cubes[c.count], c.heavy, V3(0.5, 0.5, 0.5))
		deepest := float32(0)
		for range 600 {
			run(t, w, 0.1)
			below := float32(-0.5)
			for _, b := range cubes {
				deepest = max(deepest, 1-(b.Position().Y-below))
				below = b.Position().Y
			}
		}
		fastest := float32(0)
		for _, b := range cubes {
			fastest = max(fastest, b.LinearVelocity().Len())
		}
		t.Logf("%d of %v kg under %v kg: deepest overlap %.2f mm, %.3f mm/s", c.count, c.light, c.heavy, 1000*deepest,
			1000*fastest)
		if !(fastest < 0.001) {
			t.Errorf("%d of %v kg under %v kg: %.1f mm/s after a minute", c.count, c.light, c.heavy, 1000*fastest)
		}
		if !(deepest < 0.01) || cubes[c.count].Rotation().Angle() > 0.01 {
			t.Errorf("%d of %v kg under %v kg: overlap %.1f mm, tilt %v", c.count, c.light, c.heavy, 1000*deepest,
				cubes[c.count].Rotation().Angle())
		}
	}
}

// TestLightBodiesKeepTheirMomentum: a body that is squeezed by a heavy one flies off as light
// as it is: a light ball hit by a heavy one takes up to twice its speed.
func TestLightBodiesKeepTheirMomentum(t *testing.T) {
	w := newTestWorld(t, sleepless)
	def := DefaultShapeDef()
	def.Material.Restitution = 1
	w.SetGravity(V3(0, -1e-3, 0))
	light := addBodyDef(t, w, Dynamic, V3(1.05, 0, 0), QuatIdentity, Sphere{Radius: 0.5}, def)
	light.SetMassData(MassData{Mass: 1, Inertia: vec.Diag(V3(0.1, 0.1, 0.1))})
	heavy := addBodyDef(t, w, Dynamic, V3(-0.5, 0, 0), QuatIdentity, Sphere{Radius: 0.5}, def)
	heavy.SetMassData(MassData{Mass: 1000, Inertia: vec.Diag(V3(100, 100, 100))})
	heavy.SetLinearVelocity(V3(5, 0, 0))
	run(t, w, 1)
	near(t, "speed of the light ball", float64(light.LinearVelocity().X), 10*1000/1001.0, 0.1)
	near(t, "momentum", float64(light.LinearVelocity().X+1000*heavy.LinearVelocity().X), 5000, 1)
}

// springy are options that every axis takes.
var springy = JointAxis{Hertz: 2, DampingRatio: 1, Target: 1, Limited: true, Lower: -1, Upper: 1}

// TestJointsAllocateNothing: a group and every kind of joint with its options.
func TestJointsAllocateNothing(t *testing.T) {
	w := newTestWorld(t, sleepless)
	hangChain(t, w, 20, 10)
	for kind := KindBall; kind < jointKindCount; kind++ {
		a := addBody(t, w, Dynamic, V3(5+3*float32(kind), 0, 0), BoxHalf(0.2, 0.2, 0.2))
		b := addBody(t, w, Dynamic, V3(6+3*float32(kind), 0, 0), BoxHalf(0.2, 0.2, 0.2))
		f := defaultFrames()
		f.Connect(a, b, Transform{P: V3(5.5+3*float32(kind), 0, 0), Q: QuatIdentity})
		j, err := joinKind(w, kind, f, springy, JointDrive{Hertz: 1, MaxMotor: 1})
		must(t, j, err)
	}
	run(t, w, 0.1)
	if n := testing.AllocsPerRun(50, func() { w.Step(0.01) }); n != 0 {
		t.Errorf("a step allocates %v times", n)
	}
}

// TestJointedWorldsRestore: every kind of joint goes on with the same bits from a snapshot, also in
// another world, and for any number of workers.
func TestJointedWorldsRestore(t *testing.T) {
	build := func(workers int) *World {
		w := newTestWorld(t, func(d *WorldDef) { d.Workers = workers })
		addFloor(t, w)
		hangChain(t, w, 20, 10)
		for i := range 4 {
			for kind := KindBall; kind < jointKindCount; kind++ {
				x, z := 5+3*float32(kind), 3*float32(i)
				a := addBody(t, w, Dynamic, V3(x, 2, z), BoxHalf(0.2, 0.2, 0.2))
				b := addBody(t, w, Dynamic, V3(x+1, 2, z), BoxHalf(0.2, 0.2, 0.2))
				f := defaultFrames()
				f.Connect(a, b, Transform{P: V3(x+0.5, 2, z), Q: rotationTo(V3(0, 0, 1), V3(1, float32(i), 0))})
				f.BreakForce = 5e3
				j, err := joinKind(w, kind, f, springy, JointDrive{Hertz: 1, MaxMotor: 1})
				must(t, j, err)
			}
		}
		return w
	}
	want := build(1)
	var hashes []uint64
	var snapshot Snapshot
	for i := range 200 {
		if i == 60 {
			if err := want.Snapshot(&snapshot); err != nil {
				t.Fatal(err)
			}
		}
		run(t, want, 0.01)
		hashes = append(hashes, want.Hash())
	}
	for _, workers := range []int{1, 2, 4} {
		w := build(workers)
		for i := range 200 {
			run(t, w, 0.01)
			if w.Hash() != hashes[i] {
				t.Fatalf("%d workers: step %d differs", workers, i)
			}
		}
		if err := w.Restore(&snapshot); err != nil {
			t.Fatal(err)
		}
		for i := 60; i < 200; i++ {
			run(t, w, 0.01)
			if w.Hash() != hashes[i] {
				t.Fatalf("restored with %d workers: step %d differs", workers, i)
			}
		}
		w.Close()
	}
}

// TestSpinningLinksGainNoEnergy lets discs that spin fast about their axes hang on ball joints, one
// behind the other: where the anchors go along arcs the joints must count on it.
func TestSpinningLinksGainNoEnergy(t *testing.T) {
	for _, count := range []int{1, 2, 5} {
		for _, spin := range []float32{50, 120, 200, 350} {
			w := newTestWorld(t, func(d *WorldDef) { d.Settings.SleepEnabled = false })
			const link = 0.2
			var joints []Joint
			var bodies []Body
			var last Body
			for i := range count {
				x := link * float32(i)
				disc := Cylinder{A: V3(-0.01, 0, 0), B: V3(0.01, 0, 0), Radius: 0.1}
				b := addBodyDef(t, w, Dynamic, V3(x+link/2, 0, 0), QuatIdentity, disc, DefaultShapeDef())
				b.SetAngularVelocity(V3(spin-float32(float32(i)*0.3*spin), 0, 0))
				d := DefaultBallJointDef()
				d.Connect(last, b, Transform{P: V3(x, 0, 0), Q: QuatIdentity})
				j, err := w.CreateBallJoint(d)
				must(t, j, err)
				joints, bodies, last = append(joints, j.Joint), append(bodies, b), b
			}
			energy := func() (sum float64) {
				for _, b := range bodies {
					sum += kinetic(b) + float64(b.Mass())*9.81*float64(b.WorldCenter().Y)
				}
				return sum
			}
			start := energy()
			for range 5 * testRate {
				run(t, w, 1.0/testRate)
				if now := energy(); now > 1.01*start {
					t.Fatalf("%d discs at %g rad/s: energy %.5f of that at the start", count, spin, now/start)
				}
				for _, j := range joints {
					if a, b := j.Anchors(); a.Dist(b) > 0.01 {
						t.Fatalf("%d discs at %g rad/s: a joint is open by %.1f mm", count, spin, 1000*a.Dist(b))
					}
				}
			}
		}
	}
}
