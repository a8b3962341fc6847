package physics

import (
	"math"
	"math/rand/v2"
	"testing"

	"tumble/physics/vec"
)

// newMover puts a default mover, as changed by edit, into a world.
func newMover(t testing.TB, w *World, at Vec3, edit func(*MoverDef)) *Mover {
	t.Helper()
	def := DefaultMoverDef()
	def.Position = at
	if edit != nil {
		edit(&def)
	}
	m, err := w.CreateMover(def)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// walk moves and steps for a time (s) at 100 Hz and calls each after every step.
func walk(t testing.TB, m *Mover, in MoverInput, seconds float32, each func()) {
	t.Helper()
	w := m.body.world
	for range int(seconds*testRate + 0.5) {
		if err := m.Move(in, 1.0/testRate); err != nil {
			t.Fatal("the move is refused")
		}
		if err := w.Step(1.0 / testRate); err != nil {
			t.Fatal(err)
		}
		if each != nil {
			each()
		}
	}
}

// onGround fails the test when the mover leaves the ground.
func onGround(t testing.TB, m *Mover) func() {
	return func() {
		if g := m.Ground(); g.State != MoverOnGround {
			t.Fatalf("%v at %v", g.State, m.Position())
		}
	}
}

func addRotated(t testing.TB, w *World, kind BodyType, p Vec3, axis Vec3, angle float32, g Geometry) Body {
	return addBodyDef(t, w, kind, p, vec.QuatAxisAngle(axis, angle), g, DefaultShapeDef())
}

func TestMoverWalks(t *testing.T) {
	w := newTestWorld(t, nil)
	addFloor(t, w)
	m := newMover(t, w, V3(0, 0, 0), nil)
	walk(t, m, MoverInput{}, 0.1, nil)
	walk(t, m, MoverInput{Walk: V3(3, 0, -4)}, 2, onGround(t, m))
	if v := m.Velocity(); v.Dist(V3(3, 0, -4)) > 1e-3 {
		t.Errorf("it walks with %v m/s", v)
	}
	p := m.Position()
	if abs(p.Y) > 1e-3 || abs(p.X-6) > 0.2 || abs(p.Z+8) > 0.25 {
		t.Errorf("after 2 s it is at %v", p)
	}
	walk(t, m, MoverInput{}, 0.5, nil)
	still := m.Position()
	walk(t, m, MoverInput{}, 2, onGround(t, m))
	if d := m.Position().Dist(still); d > 1e-5 {
		t.Errorf("standing it moves by %g m", d)
	}
}

func TestMoverFallsAndJumps(t *testing.T) {
	w := newTestWorld(t, nil)
	addFloor(t, w)
	m := newMover(t, w, V3(0, 5, 0), nil)
	fall := 0
	for m.Ground().State != MoverOnGround && fall < 300 {
		walk(t, m, MoverInput{}, 0.01, nil)
		fall++
	}
	// √(2·5/9.81) s
	if fall < 99 || fall > 104 {
		t.Errorf("the fall of 5 m took %d steps, want 101", fall)
	}
	walk(t, m, MoverInput{}, 0.1, onGround(t, m))
	walk(t, m, MoverInput{Jump: 5}, 0.01, nil)
	top := float32(0)
	walk(t, m, MoverInput{Walk: V3(2, 0, 0)}, 1.2, func() { top = vec.Max(top, m.Position().Y) })
	if want := float32(5 * 5 / (2 * 9.81)); abs(top-want) > 0.04 {
		t.Errorf("it jumped %.3f m high, want %.3f m", top, want)
	}
	if m.Ground().State != MoverOnGround || abs(m.Position().Y) > 1e-3 {
		t.Errorf("after the jump it is %v at %v", m.Ground().State, m.Position())
	}
}

// Stairs of separate boxes and of one mesh, up and down, at several speeds and headings.
func TestMoverClimbsStairs(t *testing.T) {
	const rise, run, count = 0.25, 0.3, 8
	for _, speed := range [...]float32{0.5, 1.5, 4, 8} {
		for _, angle := range [...]float32{0, 0.5} {
			w := newTestWorld(t, nil)
			addFloor(t, w)
			for i := range count {
				h := float32(rise * float32(i+1))
				depth := float32(run * float32(count-i))
				addBody(t, w, Static, V3(2+run*float32(i)+depth/2, h/2, 0), BoxHalf(depth/2, h/2, 20))
			}
			addBody(t, w, Static, V3(2+run*count+5, rise*count/2, 0), BoxHalf(5, rise*count/2, 20))
			m := newMover(t, w, Vec3{}, nil)
			walk(t, m, MoverInput{}, 0.05, nil)
			s, c := vec.SinCos(angle)
			dir := V3(c, 0, s)
			steps := 0
			for m.Position().X < 2+run*count+1 && steps < 2000 {
				walk(t, m, MoverInput{Walk: dir.Mul(speed)}, 0.01, onGround(t, m))
				steps++
			}
			if y := m.Position().Y; abs(y-rise*count) > 5e-3 {
				t.Errorf("speed %g, turn %g: at the top of the stairs it is at %v", speed, angle, m.Position())
			}
			want := (2 + run*count + 1) / (speed * c) * 100
			if float32(steps) > 1.15*want+10 {
				t.Errorf("speed %g, turn %g: the way up took %d steps, on the flat it takes %.0f", speed, angle, steps,
					want)
			}
			for m.Position().X > 0.5 && steps < 4000 {
				walk(t, m, MoverInput{Walk: dir.Mul(-speed)}, 0.01, onGround(t, m))
				steps++
			}
			if y := m.Position().Y; abs(y) > 5e-3 {
				t.Errorf("speed %g, turn %g: below the stairs it is at %v", speed, angle, m.Position())
			}
		}
	}
}

// A step that is too high stops it, also one that leads nowhere.
func TestMoverKeepsBelowHighSteps(t *testing.T) {
	w := newTestWorld(t, nil)
	addFloor(t, w)
	addBody(t, w, Static, V3(3, 0.2, 0), BoxHalf(1, 0.2, 5))
	m := newMover(t, w, Vec3{}, nil)
	walk(t, m, MoverInput{}, 0.05, nil)
	walk(t, m, MoverInput{Walk: V3(3, 0, 0)}, 2, onGround(t, m))
	if p := m.Position(); p.Y > 0.01 || p.X > 2-0.29 {
		t.Errorf("before a step of 40 cm it is at %v", p)
	}
}

func TestMoverSlopes(t *testing.T) {
	for _, c := range [...]struct {
		degrees float32
		climbs  bool
	}{{20, true}, {35, true}, {48, true}, {53, false}, {65, false}, {80, false}} {
		w := newTestWorld(t, nil)
		addFloor(t, w)
		angle := c.degrees * vec.Pi / 180
		s, co := vec.SinCos(angle)
		// the surface passes through (2, 0, 0)
		addRotated(t, w, Static, V3(2, 0, 0).Add(V3(s, -co, 0)).Add(V3(co, s, 0).Mul(8)), vec.AxisZ, angle,
			BoxHalf(10, 1, 10))
		m := newMover(t, w, Vec3{}, nil)
		walk(t, m, MoverInput{}, 0.05, nil)
		walk(t, m, MoverInput{Walk: V3(2, 0, 0.3)}, 3, nil)
		height := m.Position().Y
		if c.climbs {
			// walking is as fast over the ground as on the level
			if want := float32(4*s/co) * 0.9; height < want {
				t.Errorf("%g°: it climbed only %.2f m, want %.2f m", c.degrees, height, want)
			}
			walk(t, m, MoverInput{}, 0.3, nil)
			p := m.Position()
			walk(t, m, MoverInput{}, 2, onGround(t, m))
			if d := m.Position().Dist(p); d > 1e-4 {
				t.Errorf("%g°: standing on the slope it slides by %g m", c.degrees, d)
			}
			walk(t, m, MoverInput{Walk: V3(-2, 0, 0)}, 1, onGround(t, m))
			continue
		}
		if height > 0.1 {
			t.Errorf("%g°: it climbed %.2f m", c.degrees, height)
		}
		m.Body().SetPosition(V3(3, s/co+0.6, 0))
		walk(t, m, MoverInput{Walk: V3(2, 0, 0)}, 3, nil)
		if p := m.Position(); p.Y > 0.1 {
			t.Errorf("%g°: put on the slope it does not slide down: %v", c.degrees, p)
		}
	}
}

// In corners of walls the mover comes to rest, to the last hundredth of a millimetre.
func TestMoverRestsInCorners(t *testing.T) {
	for _, open := range [...]float32{15, 30, 60, 90, 120, 165} {
		w := newTestWorld(t, nil)
		addFloor(t, w)
		half := open / 2 * vec.Pi / 180
		for side := float32(-1); side <= 1; side += 2 {
			s, c := vec.SinCos(half)
			p := V3(5*c, 1, float32(side*5*s)).Add(V3(s, 0, -float32(side*c)).Mul(-0.5))
			addRotated(t, w, Static, p, vec.AxisY, -side*half, BoxHalf(6, 2, 0.5))
		}
		m := newMover(t, w, V3(4, 0, 0), nil)
		walk(t, m, MoverInput{}, 0.05, nil)
		for _, to := range [...]Vec3{V3(-4, 0, 0), V3(-4, 0, 0.2), V3(-3, 0, -0.1)} {
			walk(t, m, MoverInput{Walk: to}, 3, onGround(t, m))
			p, worst := m.Position(), float32(0)
			walk(t, m, MoverInput{Walk: to}, 1, func() { worst = vec.Max(worst, m.Position().Dist(p)) })
			if worst > 1e-4 {
				t.Errorf("%g°, walking %v: it moves by %g mm in the corner at %v", open, to, 1000*worst, p)
			}
		}
	}
}

func TestMoverOnPlatforms(t *testing.T) {
	w := newTestWorld(t, nil)
	lift := addBody(t, w, Kinematic, V3(0, -0.5, 0), BoxHalf(2, 0.5, 2))
	disc := addBody(t, w, Kinematic, V3(20, -0.5, 0), Cylinder{A: V3(0, -0.5, 0), B: V3(0, 0.5, 0), Radius: 6})
	disc.SetAngularVelocity(V3(0, 1.5, 0))
	rider, dancer := newMover(t, w, V3(0.5, 0, 0.3), nil), newMover(t, w, V3(24, 0, 0), nil)
	angle, slot := float32(0), Vec3{}
	for i := range 1000 {
		time := float32(i+1) / testRate
		// up and down at up to 3 m/s, and sideways
		lift.SetTarget(Transform{P: V3(2*vec.Sin(time), -0.5+3*vec.Sin(1.1*time), 0), Q: QuatIdentity}, 1.0/testRate)
		rider.Move(MoverInput{}, 1.0/testRate)
		dancer.Move(MoverInput{}, 1.0/testRate)
		if err := w.Step(1.0 / testRate); err != nil {
			t.Fatal(err)
		}
		if i > 5 {
			onGround(t, rider)()
			onGround(t, dancer)()
		}
		angle += dancer.Ground().Turn
		if i == 20 {
			slot = rider.Position().Sub(lift.Position())
		}
		if d := rider.Position().Sub(lift.Position()).Dist(slot); i > 20 && d > 1e-3 {
			t.Fatalf("step %d: the rider has moved %.3f m on its platform", i, d)
		}
	}
	if r := dancer.Position().Sub(V3(20, 0, 0)).Len(); abs(r-4) > 0.03 {
		t.Errorf("on the turning disc it moved from 4 m to %.4f m", r)
	}
	if abs(angle-15) > 0.1 {
		t.Errorf("the disc turned the mover by %.3f rad in 10 s, want 15", angle)
	}
}

// A belt carries the mover at its speed.
func TestMoverOnBelt(t *testing.T) {
	w := newTestWorld(t, nil)
	sd := DefaultShapeDef()
	sd.Material.SurfaceVelocity = V3(2, 0, 0)
	addBodyDef(t, w, Static, V3(0, -0.5, 0), QuatIdentity, BoxHalf(50, 0.5, 5), sd)
	m := newMover(t, w, Vec3{}, nil)
	walk(t, m, MoverInput{}, 3, nil)
	if x := m.Position().X; abs(x-6) > 0.1 {
		t.Errorf("in 3 s the belt carried it %.3f m, want 6", x)
	}
}

// A mover pushes light boxes as fast as it walks, and no box with more than its force.
func TestMoverPushes(t *testing.T) {
	for _, c := range [...]struct {
		mass  float32
		moves bool
	}{{5, true}, {20, true}, {1000, false}} {
		w := newTestWorld(t, nil)
		addFloor(t, w)
		sd := DefaultShapeDef()
		sd.Density = c.mass
		box := addBodyDef(t, w, Dynamic, V3(2, 0.5, 0), QuatIdentity, BoxHalf(0.5, 0.5, 0.5), sd)
		m := newMover(t, w, Vec3{}, nil)
		most := float32(0)
		last := Vec3{}
		walk(t, m, MoverInput{Walk: V3(2, 0, 0)}, 3, func() {
			v := box.LinearVelocity()
			most = vec.Max(most, (v.X-last.X)*c.mass*testRate)
			last = v
		})
		if v := box.LinearVelocity().X; c.moves && abs(v-2) > 0.2 || !c.moves && v > 0.01 {
			t.Errorf("%g kg: the box moves with %.2f m/s", c.mass, v)
		}
		if most > 251 {
			t.Errorf("%g kg: the box was pushed with %.0f N, more than 250 N", c.mass, most)
		}
		if p := m.Position(); p.X > box.Position().X-0.75 {
			t.Errorf("%g kg: the mover at %v is in the box at %v", c.mass, p, box.Position())
		}
	}
}

// A wall that moves, and a box that slides, push the mover along.
func TestMoverIsPushed(t *testing.T) {
	w := newTestWorld(t, nil)
	addFloor(t, w)
	wall := addBody(t, w, Kinematic, V3(-2, 1, 0), BoxHalf(0.5, 1, 3))
	wall.SetLinearVelocity(V3(2, 0, 0))
	m := newMover(t, w, Vec3{}, nil)
	walk(t, m, MoverInput{}, 3, nil)
	if gap := m.Position().X - wall.Position().X - 0.5; gap < 0.29 || gap > 0.35 {
		t.Errorf("the mover is %.3f m before the wall", gap)
	}

	w = newTestWorld(t, nil)
	addFloor(t, w)
	box := addBody(t, w, Dynamic, V3(-2, 0.5, 0), BoxHalf(0.5, 0.5, 0.5))
	box.SetLinearVelocity(V3(4, 0, 0))
	m = newMover(t, w, Vec3{}, nil)
	walk(t, m, MoverInput{}, 2, nil)
	if p := m.Position(); p.X < 0.1 || p.X < box.Position().X+0.75 {
		t.Errorf("the mover at %v was not pushed by the box at %v", p, box.Position())
	}
}

// A seesaw goes down on the side where the mover stands.
func TestMoverHasWeight(t *testing.T) {
	w := newTestWorld(t, nil)
	addFloor(t, w)
	plank := addBodyDef(t, w, Dynamic, V3(0, 0.55, 0), QuatIdentity, BoxHalf(2, 0.05, 0.5), func() ShapeDef {
		sd := DefaultShapeDef()
		sd.Density = 100
		return sd
	}())
	addBodyDef(t, w, Static, Vec3{}, vec.QuatAxisAngle(vec.AxisZ, vec.Pi/4), BoxHalf(0.35, 0.35, 0.5),
		DefaultShapeDef())
	m := newMover(t, w, V3(1.2, 0.8, 0), nil)
	walk(t, m, MoverInput{}, 2, nil)
	if tilt := plank.Rotation().Rotate(vec.AxisX).Y; tilt > -0.1 {
		t.Errorf("the plank leans by %.3f", tilt)
	}
}

// Over a mesh of many triangles it walks as over one flat box.
func TestMoverOnMesh(t *testing.T) {
	w := newTestWorld(t, nil)
	var def MeshDef
	const n, cell = 40, 0.37
	for i := range n + 1 {
		for k := range n + 1 {
			def.Vertices = append(def.Vertices, V3(cell*float32(i-n/2), 0, cell*float32(k-n/2)))
		}
	}
	for i := range uint32(n) {
		for k := range uint32(n) {
			a := i*(n+1) + k
			def.Indices = append(def.Indices, a, a+1, a+n+1, a+n+1, a+1, a+n+2)
		}
	}
	mesh, err := NewMesh(def)
	if err != nil {
		t.Fatal(err)
	}
	addBody(t, w, Static, Vec3{}, mesh)
	for _, heading := range [...]float32{0, 0.3, 0.785, 1.2} {
		s, c := vec.SinCos(heading)
		dir := V3(c, 0, s)
		m := newMover(t, w, dir.Mul(-5), nil)
		walk(t, m, MoverInput{}, 0.05, nil)
		walk(t, m, MoverInput{Walk: dir.Mul(5)}, 0.2, onGround(t, m))
		a := m.Position()
		walk(t, m, MoverInput{Walk: dir.Mul(5)}, 1.5, func() {
			onGround(t, m)()
			if y := m.Position().Y; abs(y) > 1e-3 {
				t.Fatalf("it is %.2f mm off the ground", 1000*y)
			}
		})
		motion := m.Position().Sub(a)
		if abs(motion.Len()-7.5) > 0.01 || abs(motion.Dot(V3(-s, 0, c))) > 1e-3 {
			t.Errorf("heading %g: in 1.5 s it went %v", heading, motion)
		}
		m.Body().Destroy()
	}
}

// No speed takes it through a wall.
func TestMoverDoesNotTunnel(t *testing.T) {
	for _, speed := range [...]float32{10, 50, 200, 1000} {
		w := newTestWorld(t, nil)
		addFloor(t, w)
		addBody(t, w, Static, V3(3, 1, 0), BoxHalf(0.01, 2, 50))
		m := newMover(t, w, Vec3{}, func(d *MoverDef) { d.Acceleration = 1e6 })
		walk(t, m, MoverInput{}, 0.05, nil)
		walk(t, m, MoverInput{Walk: V3(speed, 0, 0.1*speed)}, 0.3, nil)
		if p := m.Position(); p.X > 2.7 {
			t.Errorf("%g m/s: it is at %v, behind the wall", speed, p)
		}
		// the same from above
		m = newMover(t, w, V3(-2, 300, 0), nil)
		m.Body().SetLinearVelocity(V3(0, -speed, 0))
		walk(t, m, MoverInput{}, 8, nil)
		if p := m.Position(); abs(p.Y) > 0.01 {
			t.Errorf("%g m/s: it fell to %v", speed, p)
		}
	}
}

// A restored world goes on with its movers, and a clone does with its own.
func TestMoverSnapshots(t *testing.T) {
	build := func() (*World, *Mover) {
		w := newTestWorld(t, nil)
		addFloor(t, w)
		addBody(t, w, Static, V3(3, 0.1, 0), BoxHalf(1, 0.1, 3))
		addBody(t, w, Dynamic, V3(6, 0.25, 0), BoxHalf(0.25, 0.25, 0.25))
		return w, newMover(t, w, Vec3{}, nil)
	}
	input := func(i int) MoverInput {
		in := MoverInput{Walk: V3(3, 0, 0.2)}
		if i%70 == 60 {
			in.Jump = 4
		}
		return in
	}
	w, m := build()
	var hashes [300]uint64
	var saved Snapshot
	advance := func(w *World, m *Mover, i int) uint64 {
		m.Move(input(i), 1.0/testRate)
		if err := w.Step(1.0 / testRate); err != nil {
			t.Fatal(err)
		}
		return w.Hash()
	}
	var clone *World
	for i := range hashes {
		if i == 65 {
			if err := w.Snapshot(&saved); err != nil {
				t.Fatal(err)
			}
			clone, _ = w.Clone()
		}
		hashes[i] = advance(w, m, i)
	}
	if err := w.Restore(&saved); err != nil {
		t.Fatal(err)
	}
	twin := m.In(clone)
	for i := 65; i < len(hashes); i++ {
		if h := advance(w, m, i); h != hashes[i] {
			t.Fatalf("restored: step %d has another hash", i)
		}
		if h := advance(clone, twin, i); h != hashes[i] {
			t.Fatalf("cloned: step %d has another hash", i)
		}
	}
	if n := testing.AllocsPerRun(50, func() { m.Move(input(0), 1.0/testRate) }); n != 0 {
		t.Errorf("a move allocates %g times", n)
	}
}

// In a heap of random obstacles, some of which move, a mover that runs about at random never gets into
// anything, and never faster than it could.
func TestMoverAnywhere(t *testing.T) {
	seeds := 6
	if soak() {
		seeds = 200
	}
	for seed := range seeds {
		rng := rand.New(rand.NewPCG(uint64(seed), 9))
		f := func(lo, hi float32) float32 { return lo + (hi-lo)*rng.Float32() }
		w := newTestWorld(t, nil)
		addFloor(t, w)
		for range 80 {
			q := Quat{X: f(-1, 1), Y: f(-1, 1), Z: f(-1, 1), W: f(-1, 1)}.Norm()
			g := []Geometry{BoxHalf(f(0.1, 1), f(0.1, 0.5), f(0.1, 1)), Sphere{Radius: f(0.1, 0.8)},
				Cylinder{A: V3(0, -0.3, 0), B: V3(0, 0.3, 0), Radius: f(0.1, 0.6)}}[rng.IntN(3)]
			addBodyDef(t, w, Static, V3(f(-6, 6), f(0, 1), f(-6, 6)), q, g, DefaultShapeDef())
		}
		for range 15 {
			addBody(t, w, Dynamic, V3(f(-6, 6), f(2, 4), f(-6, 6)), BoxHalf(0.2, 0.2, 0.2))
		}
		m := newMover(t, w, V3(0, 3, 0), nil)
		core, err := NewProbe(Capsule{A: V3(0, 0.3, 0), B: V3(0, 1.5, 0), Radius: 0.25})
		if err != nil {
			t.Fatal(err)
		}
		in := MoverInput{}
		for i := range 1500 {
			if i%40 == 0 {
				in.Walk = V3(f(-5, 5), 0, f(-5, 5))
			}
			in.Jump = 0
			if i%70 == 0 {
				in.Jump = 5
			}
			walk(t, m, in, 0.01, nil)
			p := m.Position()
			if v := m.Velocity(); p.Y < -0.01 || v.Y > 40 || p.Abs().MaxComponent() > 60 {
				t.Fatalf("seed %d: step %d: at %v with %v m/s", seed, i, p, v)
			}
			for _, s := range w.Overlap(core, m.body.Transform(), DefaultQueryFilter(), nil) {
				if s.Body() != m.body && s.Body().Type() == Static {
					t.Fatalf("seed %d: step %d: the mover at %v is in %v at %v", seed, i, p, s.Geometry(),
						s.Body().Transform())
				}
			}
		}
	}
}

func TestMoverRefuses(t *testing.T) {
	w := newTestWorld(t, nil)
	for name, edit := range map[string]func(*MoverDef){
		"zero":     func(d *MoverDef) { *d = MoverDef{} },
		"nan":      func(d *MoverDef) { d.Position.X = notANumber },
		"up":       func(d *MoverDef) { d.Up = V3(0, 2, 0) },
		"height":   func(d *MoverDef) { d.Height = 0.5 },
		"radius":   func(d *MoverDef) { d.Radius = -1 },
		"slope":    func(d *MoverDef) { d.MaxSlope = 2 },
		"mass":     func(d *MoverDef) { d.Mass = -1 },
		"push":     func(d *MoverDef) { d.PushForce = notANumber },
		"skin":     func(d *MoverDef) { d.Skin = 0.3 },
		"snapping": func(d *MoverDef) { d.SnapDistance = -1 },
	} {
		def := DefaultMoverDef()
		edit(&def)
		if _, err := w.CreateMover(def); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
	if w.BodyCount() != 0 {
		t.Errorf("%d bodies are left", w.BodyCount())
	}
	m := newMover(t, w, Vec3{}, nil)
	for _, in := range [...]MoverInput{{Walk: V3(notANumber, 0, 0)}, {Jump: -1}, {Jump: notANumber},
		{Walk: V3(1e30, 0, 0)}} {
		if m.Move(in, 0.01) == nil {
			t.Errorf("%v accepted", in)
		}
	}
	if m.Move(MoverInput{}, 0) == nil || m.Move(MoverInput{}, notANumber) == nil {
		t.Error("a wrong step length is accepted")
	}
	m.Body().Destroy()
	if m.Move(MoverInput{}, 0.01) == nil {
		t.Error("a mover without body moves")
	}
}

var notANumber = float32(math.NaN())
