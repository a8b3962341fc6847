package physics

import (
	"math"
	"testing"

	"tumble/physics/vec"
)

// dense returns a shape definition with a density.
func dense(density float32) ShapeDef {
	sd := DefaultShapeDef()
	sd.Density = density
	return sd
}

// float steps a world for a time (s) with water below y = 0.
func float(t testing.TB, w *World, def BuoyancyDef, seconds float32) {
	t.Helper()
	for range int(seconds*testRate + 0.5) {
		if err := w.ApplyBuoyancy(def, 1.0/testRate); err != nil {
			t.Fatal(err)
		}
		if err := w.Step(1.0 / testRate); err != nil {
			t.Fatal(err)
		}
	}
}

// A sphere floats so deep that the cap under water weighs as much as it does: with the density
// ratio d and the depth h in radii, h²·(3 − h) = 4·d. Upright boxes and cylinders go down by d of
// their height.
func TestFloatingDepth(t *testing.T) {
	for _, ratio := range [...]float32{0.1, 0.3, 0.5, 0.8, 0.95} {
		lo, hi := 0.0, 2.0
		for range 60 {
			h := (lo + hi) / 2
			if h*h*(3-h) < 4*float64(ratio) {
				lo = h
			} else {
				hi = h
			}
		}
		w := newTestWorld(t, nil)
		ball := addBodyDef(t, w, Dynamic, V3(0, 0, 0), QuatIdentity, Sphere{Radius: 0.5}, dense(1000*ratio))
		raft := addBodyDef(t, w, Dynamic, V3(5, 0.1, 0), QuatIdentity, BoxHalf(1, 0.2, 0.8), dense(1000*ratio))
		log := addBodyDef(t, w, Dynamic, V3(10, 0.1, 0), QuatIdentity, Cylinder{A: V3(0, -0.2, 0), B: V3(0, 0.2, 0),
			Radius: 1}, dense(1000*ratio))
		float(t, w, DefaultBuoyancyDef(), 60)
		for _, c := range [...]struct {
			what         string
			depth, want  float32
			body         Body
			mustBeAsleep bool
		}{
			{"sphere", 0.5 - ball.Position().Y, 0.5 * float32(lo), ball, true},
			{"raft", 0.2 - raft.Position().Y, 0.4 * ratio, raft, true},
			{"disc", 0.2 - log.Position().Y, 0.4 * ratio, log, true},
		} {
			t.Logf("%s of %.0f kg/m³: %.2f mm deep, by theory %.2f mm", c.what, 1000*ratio, 1000*c.depth, 1000*c.want)
			if abs(c.depth-c.want) > 0.007 {
				t.Errorf("%s of %.0f kg/m³ floats %.4f m deep, want %.4f", c.what, 1000*ratio, c.depth, c.want)
			}
			if up := c.body.Rotation().Rotate(vec.AxisY).Y; c.what != "sphere" && up < 0.9999 {
				t.Errorf("%s of %.0f kg/m³ leans: %g", c.what, 1000*ratio, up)
			}
			if c.body.Awake() {
				t.Errorf("%s of %.0f kg/m³ does not fall asleep", c.what, 1000*ratio)
			}
		}
	}
}

// A board set on its edge lies down; a ball without drag bobs with the frequency of its water line,
// ω² = g·π·r²/volume for half its volume in water, twice the density ratio.
func TestFloatingMotion(t *testing.T) {
	w := newTestWorld(t, nil)
	board := addBodyDef(t, w, Dynamic, Vec3{}, vec.QuatAxisAngle(vec.AxisZ, 1.4), BoxHalf(1, 0.1, 1), dense(500))
	float(t, w, DefaultBuoyancyDef(), 20)
	if up := abs(board.Rotation().Rotate(vec.AxisY).Y); up < 0.999 {
		t.Errorf("the board leans: %g", up)
	}

	w = newTestWorld(t, nil)
	ball := addBodyDef(t, w, Dynamic, V3(0, 0.01, 0), QuatIdentity, Sphere{Radius: 0.5}, dense(500))
	def := DefaultBuoyancyDef()
	def.Drag, def.LinearDamping, def.AngularDamping = 0, 0, 0
	crossings, last, top := 0, float32(0.01), float32(0)
	for i := range 2000 {
		float(t, w, def, 0.01)
		y := ball.Position().Y
		if y < 0 != (last < 0) {
			crossings++
		}
		last = y
		if i > 1800 {
			top = vec.Max(top, y)
		}
	}
	// π·r² of water line for 4/3·π·r³/2 of water moved: ω² = 1.5·g/r
	got := float64(crossings) / 2 / 20
	want := math.Sqrt(1.5*9.81/0.5) / (2 * math.Pi)
	t.Logf("the ball bobs at %.3f Hz, by theory %.3f Hz, after 20 s still %.2f mm of 10 mm", got, want, 1000*top)
	if math.Abs(got/want-1) > 0.03 || math.Abs(float64(top)/0.01-1) > 0.1 {
		t.Errorf("the ball bobs at %.3f Hz, want %.3f", got, want)
	}
}

// Stones sink to the ground, and a river takes along what floats.
func TestSinkingAndFlow(t *testing.T) {
	w := newTestWorld(t, nil)
	addBody(t, w, Static, V3(0, -5.5, 0), BoxHalf(100, 0.5, 100))
	stone := addBodyDef(t, w, Dynamic, V3(0, 1, 0), QuatIdentity, BoxHalf(0.3, 0.3, 0.3), dense(2500))
	wood := addBodyDef(t, w, Dynamic, V3(5, 0.1, 0), QuatIdentity, BoxHalf(0.3, 0.3, 0.3), dense(600))
	def := DefaultBuoyancyDef()
	def.Flow = V3(0, 0, 1)
	float(t, w, def, 10)
	if y := stone.Position().Y; abs(y+4.7) > 0.01 {
		t.Errorf("the stone lies at %g m, want -4.7", y)
	}
	if v := wood.LinearVelocity(); v.MulSub(v.Y, vec.AxisY).Dist(def.Flow) > 0.02 {
		t.Errorf("the wood drifts with %v, the water with %v", v, def.Flow)
	}
	// an area of water that the wood is not in
	def.Area = AABB{Min: V3(-1, -9, -1), Max: V3(1, 0, 1)}
	float(t, w, def, 0.2)
	if v := wood.LinearVelocity().Y; v > -1 {
		t.Errorf("outside of the water the wood floats: %g m/s", v)
	}
}

// A sphere falls at the speed at which drag and weight agree: v² = 2·m·g/(ρ·c·A).
func TestTerminalSpeed(t *testing.T) {
	w := newTestWorld(t, nil)
	ball := addBodyDef(t, w, Dynamic, V3(0, 9000, 0), QuatIdentity, Sphere{Radius: 0.2}, dense(20))
	def := DefaultWindDef()
	def.Drag = 0.47
	for range 3000 {
		if err := w.ApplyWind(def, 1.0/testRate); err != nil {
			t.Fatal(err)
		}
		if err := w.Step(1.0 / testRate); err != nil {
			t.Fatal(err)
		}
	}
	area := math.Pi * 0.2 * 0.2
	want := math.Sqrt(2 * float64(ball.Mass()) * 9.81 / (1.2 * 0.47 * area))
	got := float64(-ball.LinearVelocity().Y)
	t.Logf("terminal speed %.4f m/s, by theory %.4f m/s", got, want)
	if math.Abs(got/want-1) > 1e-3 {
		t.Errorf("terminal speed %g m/s, want %g", got, want)
	}
}

// Wind takes a ball along by the exact curve of quadratic drag, lifts a board at a slant, and turns
// nothing round, however strong.
func TestWind(t *testing.T) {
	w := newTestWorld(t, func(d *WorldDef) { d.Settings.Gravity = Vec3{} })
	ball := addBodyDef(t, w, Dynamic, V3(0, 0, 0), QuatIdentity, Sphere{Radius: 0.5}, dense(10))
	board := addBodyDef(t, w, Dynamic, V3(0, 0, 9), vec.QuatAxisAngle(vec.AxisZ, 0.3), BoxHalf(1, 0.01, 1), dense(500))
	feather := addBodyDef(t, w, Dynamic, V3(0, 0, -9), QuatIdentity, BoxHalf(0.2, 0.001, 0.1), dense(1))
	def := DefaultWindDef()
	def.Velocity, def.Wake = V3(20, 0, 0), true
	most := float32(0)
	for range 200 {
		if err := w.ApplyWind(def, 1.0/testRate); err != nil {
			t.Fatal(err)
		}
		if err := w.Step(1.0 / testRate); err != nil {
			t.Fatal(err)
		}
		most = vec.Max(most, feather.LinearVelocity().X)
	}
	// dv/dt = −k/m·v² against the air: v = v₀/(1 + k·v₀·t/m)
	k := 0.5 * 1.2 * math.Pi * 0.25
	want := 20 - 20/(1+k*20*2/float64(ball.Mass()))
	got := float64(ball.LinearVelocity().X)
	t.Logf("after 2 s the ball has %.4f m/s, by theory %.4f m/s", got, want)
	if math.Abs(got/want-1) > 1e-3 {
		t.Errorf("after 2 s the ball has %g m/s, want %g", got, want)
	}
	if v := board.LinearVelocity(); v.Y >= 0 || v.X <= 0 {
		t.Errorf("the board, whose underside is in the lee, moves with %v", v)
	}
	if most > 20.01 {
		t.Errorf("the feather reached %g m/s in a wind of 20 m/s", most)
	}
	ball.SetAwake(false)
	def.Wake = false
	before := ball.Position()
	for range 10 {
		if err := w.ApplyWind(def, 1.0/testRate); err != nil {
			t.Fatal(err)
		}
		run(t, w, 0.01)
	}
	if ball.Awake() || ball.Position() != before {
		t.Error("the wind woke the ball though it should not")
	}
}

func TestFlowsDoNotAllocate(t *testing.T) {
	w := newTestWorld(t, nil)
	addMixedPile(t, w, 40)
	run(t, w, 0.2)
	water, wind := DefaultBuoyancyDef(), DefaultWindDef()
	water.Offset, wind.Velocity = 1, V3(3, 0, 0)
	if n := testing.AllocsPerRun(20, func() {
		if w.ApplyBuoyancy(water, 0.01) != nil || w.ApplyWind(wind, 0.01) != nil {
			t.Fatal("refused")
		}
	}); n != 0 {
		t.Errorf("the flows allocate %g times", n)
	}
	if err := w.Validate(); err != nil {
		t.Error(err)
	}
}

// An explosion gives each shape the momentum of its outline: a ball I·π·r², a box that shows its face
// I·a².
func TestExplosion(t *testing.T) {
	w := newTestWorld(t, func(d *WorldDef) { d.Settings.Gravity = Vec3{} })
	near := addBody(t, w, Dynamic, V3(1.2, 0, 0), Sphere{Radius: 0.5})
	far := addBody(t, w, Dynamic, V3(0, 0, 3.5), Sphere{Radius: 0.5})
	box := addBody(t, w, Dynamic, V3(0, -1.3, 0), BoxHalf(0.4, 0.4, 0.4))
	out := addBody(t, w, Dynamic, V3(0, 0, -5.6), Sphere{Radius: 0.5})
	def := DefaultExplosionDef()
	n, err := w.Explode(def)
	if err != nil || n != 3 {
		t.Fatalf("%d pushed, %v", n, err)
	}
	disc := float32(math.Pi * 0.25)
	for _, c := range [...]struct {
		what string
		body Body
		want Vec3
	}{
		{"the near ball", near, V3(1000*disc/near.Mass(), 0, 0)},
		// its nearest point is 3 m away, half of the falloff
		{"the far ball", far, V3(0, 0, 500*disc/far.Mass())},
		{"the box", box, V3(0, -1000*0.64/box.Mass(), 0)},
		{"the ball out of reach", out, Vec3{}},
	} {
		if v := c.body.LinearVelocity(); v.Dist(c.want) > 1e-3*c.want.Len() {
			t.Errorf("%s gets %v m/s, want %v", c.what, v, c.want)
		}
		if c.body.AngularVelocity().Len() > 1e-4 {
			t.Errorf("%s turns with %v", c.what, c.body.AngularVelocity())
		}
	}
}

// Walls shelter what is behind them if that is asked for.
func TestExplosionShielding(t *testing.T) {
	for _, c := range [...]struct {
		shielding             Shielding
		behindWall, behindBox bool
	}{{ShieldNone, true, true}, {ShieldStatic, false, true}, {ShieldAll, false, false}} {
		w := newTestWorld(t, func(d *WorldDef) { d.Settings.Gravity = Vec3{} })
		addBody(t, w, Static, V3(-1.5, 0, 0), BoxHalf(0.1, 1, 1))
		// the explosion is inside of this one, which does not matter
		addBody(t, w, Static, V3(0, -1, 0), BoxHalf(5, 1.001, 0.5))
		addBody(t, w, Dynamic, V3(1.5, 0.5, 0), BoxHalf(0.1, 1, 1))
		wall := addBody(t, w, Dynamic, V3(-3, 0.5, 0), Sphere{Radius: 0.3})
		box := addBody(t, w, Dynamic, V3(3, 0.5, 0), Sphere{Radius: 0.3})
		def := DefaultExplosionDef()
		def.Shielding = c.shielding
		if _, err := w.Explode(def); err != nil {
			t.Fatal(err)
		}
		if got := wall.LinearVelocity() != (Vec3{}); got != c.behindWall {
			t.Errorf("shielding %d: behind the wall pushed: %v", c.shielding, got)
		}
		if got := box.LinearVelocity() != (Vec3{}); got != c.behindBox {
			t.Errorf("shielding %d: behind the box pushed: %v", c.shielding, got)
		}
	}
}

func TestFlowsRefuse(t *testing.T) {
	w := newTestWorld(t, nil)
	ball := addBody(t, w, Dynamic, V3(1, 0, 0), Sphere{Radius: 0.5})
	for _, bad := range [...]float32{notANumber, float32(math.Inf(1)), -1, 1e38} {
		e, wind, water := DefaultExplosionDef(), DefaultWindDef(), DefaultBuoyancyDef()
		e.Radius, wind.Density, water.Density = bad, bad, bad
		if _, err := w.Explode(e); err == nil {
			t.Errorf("an explosion of radius %g is accepted", bad)
		}
		if w.ApplyWind(wind, 0.01) == nil || w.ApplyWind(DefaultWindDef(), bad) == nil {
			t.Errorf("a wind of density %g is accepted", bad)
		}
		if w.ApplyBuoyancy(water, 0.01) == nil || w.ApplyBuoyancy(DefaultBuoyancyDef(), bad) == nil {
			t.Errorf("water of density %g is accepted", bad)
		}
	}
	if _, err := w.Explode(ExplosionDef{}); err == nil {
		t.Error("a zero explosion is accepted")
	}
	if w.ApplyWind(WindDef{}, 0.01) == nil || w.ApplyBuoyancy(BuoyancyDef{}, 0.01) == nil {
		t.Error("a zero flow is accepted")
	}
	e := DefaultExplosionDef()
	e.Impulse = 1e15
	if _, err := w.Explode(e); err != nil {
		t.Error(err)
	}
	run(t, w, 0.5)
	if !ball.Transform().IsValid() {
		t.Errorf("after the largest explosion the ball is at %v", ball.Transform())
	}
}
