package session

import (
	"math"
	"strings"
	"testing"

	"tumble/engine/input"
	"tumble/engine/param"
	"tumble/physics"
	"tumble/physics/scenes"
	"tumble/physics/vec"
)

func TestSettingsTakeEffectInTicks(t *testing.T) {
	s, _ := scenes.Find("pyramid36")
	session, err := New(param.NewConfig(s), nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := session.Tick([]input.Event{SetCommand("gravity.y", 5), SetCommand("material.friction", 0.1)}); err !=
		nil {
		t.Fatal(err)
	}
	if g := session.World().Gravity().Y; g != 5 {
		t.Errorf("gravity %g, want 5", g)
	}
	for _, b := range session.World().Bodies(nil) {
		for _, sh := range b.Shapes(nil) {
			if f := sh.Material().Friction; f != 0.1 {
				t.Fatalf("friction %g, want 0.1", f)
			}
		}
	}
	if err := session.Tick([]input.Event{SetCommand("gravity.y", 1e9), SetCommand("no.such.key", 1)}); err != nil {
		t.Fatal(err)
	}
	if session.Notice() == "" || session.World().Gravity().Y != 5 {
		t.Error("a value out of range was taken or passed in silence")
	}
}

// TestHostileCommands: a recording can hold any numbers.
func TestHostileCommands(t *testing.T) {
	s, _ := scenes.Find("pyramid36")
	session, err := New(param.NewConfig(s), nil)
	if err != nil {
		t.Fatal(err)
	}
	huge := vec.V3(3e38, -3e38, 1e30)
	events := []input.Event{
		GrabCommand(huge, huge), DragCommand(huge), ShootCommand(huge, huge, 3e38), ShootCommand(vec.Vec3{}, huge, -1),
		SpawnCommand(99, vec.Vec3{}, 1), SpawnCommand(SpawnRock, huge, 0), ExplodeCommand(huge, 3e38, 3e38),
		ExplodeCommand(vec.V3(0, 2, 0), 0, 3e38), PushCommand(vec.V3(0, 50, 0), vec.V3(0, -100, 0), 3e38),
		DeleteCommand(huge, vec.Vec3{}), {Kind: input.EventCommand, Code: 12345},
	}
	for i := range events {
		if err := session.Tick(events[i : i+1]); err != nil {
			t.Fatalf("command %d: %v", i, err)
		}
	}
	for range 60 {
		if err := session.Tick(nil); err != nil {
			t.Fatal(err)
		}
	}
	for _, b := range session.World().Bodies(nil) {
		if !b.Transform().IsValid() {
			t.Errorf("%v has pose %v", b.Name(), b.Transform())
		}
	}
}

func TestEditCommands(t *testing.T) {
	scene, _ := scenes.Find("pyramid36")
	s, err := New(param.NewConfig(scene), nil)
	if err != nil {
		t.Fatal(err)
	}
	b := s.Run.Bodies[3]
	mass := b.Mass()
	apply := func(e input.Event) {
		t.Helper()
		s.apply(&e)
		if n := s.Notice(); n != "" {
			t.Errorf("edit: %s", n)
		}
	}
	apply(EditCommand(b, PropertyMass, float64(mass)*3))
	apply(EditCommand(b, PropertyFriction, 0.25))
	apply(EditCommand(b, PropertyRestitution, 0.5))
	apply(EditCommand(b, PropertyRolling, 0.125))
	apply(EditCommand(b, PropertyLinearDamping, 0.75))
	apply(EditCommand(b, PropertyAngularDamping, 1.5))
	apply(EditCommand(b, PropertyGravityScale, -0.5))
	apply(EditVectorCommand(b, PropertyVelocity, vec.V3(1, 2, 3)))
	apply(EditVectorCommand(b, PropertySpin, vec.V3(3, 2, 1)))
	apply(EditVectorCommand(b, PropertyPosition, vec.V3(0, 9, 0)))
	apply(EditRotationCommand(b, vec.Quat{Y: 0.6, W: 0.8}))
	apply(EditCommand(b, PropertyBullet, 1))
	apply(EditCommand(b, PropertyAllowSleep, 0))
	m := b.Shapes(nil)[0].Material()
	if got := b.Mass() / mass; math.Abs(float64(got)-3) > 1e-4 {
		t.Errorf("the mass grew by %v, want 3", got)
	}
	if m.Friction != 0.25 || m.Restitution != 0.5 || m.RollingResistance != 0.125 ||
		b.LinearDamping() != 0.75 || b.AngularDamping() != 1.5 || b.GravityScale() != -0.5 ||
		b.LinearVelocity() != vec.V3(1, 2, 3) || b.AngularVelocity() != vec.V3(3, 2, 1) || !b.Bullet() ||
		b.AllowSleep() {
		t.Errorf("after the edits: %+v", b)
	}
	if d := b.Position().Sub(vec.V3(0, 9, 0)).Len(); d > 1e-5 || math.Abs(float64(b.Rotation().Y)-0.6) > 1e-5 {
		t.Errorf("pose %v", b.Transform())
	}
	for _, e := range []input.Event{
		EditCommand(b, PropertyMass, -1), EditCommand(b, PropertyFriction, math.Inf(-1)),
		EditCommand(b, PropertyCount, 1), EditCommand(b, PropertyType, -1), EditCommand(b, PropertyType, 3),
		EditCommand(b, PropertyType, math.NaN()),
		EditCommand(b, 200, 1), EditCommand(physics.Body{}, PropertyMass, 1),
		{Kind: input.EventCommand, Code: int32(CommandEdit), ID: 1 << 60, Y: -1},
		EditRotationCommand(b, vec.Quat{}), EditVectorCommand(b, PropertyPosition, vec.V3(float32(math.NaN()), 0, 0)),
	} {
		hash := s.World().Hash()
		s.apply(&e)
		if s.Notice() == "" {
			t.Errorf("%+v is taken without a word", e)
		}
		if s.World().Hash() != hash {
			t.Errorf("%+v is refused and changes the world", e)
		}
	}
}

// TestSpawner makes ten bodies in a simulated second at every rate, in a copy of the session, too, and ends.
func TestSpawner(t *testing.T) {
	scene, _ := scenes.Find("box")
	for _, hertz := range []int{25, 100, 333} {
		config := param.NewConfig(scene)
		config.Loop.Hertz = hertz
		s, err := New(config, nil)
		if err != nil {
			t.Fatal(err)
		}
		steps := func(s *Session, n int, events ...input.Event) {
			for range n {
				if err := s.Tick(events); err != nil {
					t.Fatal(err)
				}
				events = nil
			}
		}
		before := s.World().BodyCount()
		steps(s, hertz, SpawnerCommand(SpawnSphere, vec.V3(0, 30, 0), 0.3))
		if n := s.World().BodyCount() - before; n != 10 {
			t.Errorf("%d Hz: %d bodies in a second", hertz, n)
		}
		twin, err := s.Fork(nil)
		if err != nil {
			t.Fatal(err)
		}
		steps(s, hertz)
		steps(twin, hertz)
		if s.World().Hash() != twin.World().Hash() || s.World().BodyCount()-before != 20 {
			t.Errorf("%d Hz: the copy parts, or %d bodies in two seconds", hertz, s.World().BodyCount()-before)
		}
		steps(s, hertz, SpawnerCommand(SpawnSphere, vec.Vec3{}, 0))
		if n := s.World().BodyCount() - before; n != 20 || s.Spawning() {
			t.Errorf("%d Hz: %d bodies after the end", hertz, n)
		}
	}
}

// A copy of more bodies than a user can add leaves as many as there may be, and undo brings nothing that was not there
// before.
func TestCopyAboveTheCap(t *testing.T) {
	s := newSession(t, "stack10")
	b := s.World().Bodies(nil)
	body, before := b[len(b)-1], len(b)
	events := make([]input.Event, MaxSpawned+500)
	for i := range events {
		events[i] = AlsoCommand(body)
	}
	s.Apply(append(events, DuplicateCommand(body, vec.V3(0, 50, 0))))
	if n := s.World().BodyCount(); n != before+MaxSpawned {
		t.Fatalf("%d bodies after the copy, want %d", n, before+MaxSpawned)
	}
	for range 2 {
		s.Apply([]input.Event{UndoCommand(false)})
		if n := s.World().BodyCount(); n != before {
			t.Errorf("%d bodies after undo, want %d", n, before)
		}
		s.Apply([]input.Event{RedoCommand(false)})
		if n := s.World().BodyCount(); n != before+MaxSpawned {
			t.Errorf("%d bodies after redo, want %d", n, before+MaxSpawned)
		}
	}
}

// A thrown body of each kind has the mass of the command, or that of water, and its velocity; one that no body can have
// is refused with its reason, and leaves no body.
func TestThrowWithMass(t *testing.T) {
	s := newSession(t, "box")
	for kind := range SpawnRagdoll {
		throw := func(mass float32) physics.Body {
			s.do(t, ThrowCommand(kind, vec.V3(0, 9, 0), vec.V3(0, 0, -20), 0.5, mass))
			return s.spawned.bodies[len(s.spawned.bodies)-1]
		}
		water := throw(0).Mass()
		for _, mass := range []float32{0, 0.01, 40, 5000} {
			want := mass
			if mass == 0 {
				want = water
			}
			b := throw(mass)
			if m := b.Mass(); !(m > 0.9999*want && m < 1.0001*want) || b.LinearVelocity() != vec.V3(0, 0, -20) {
				t.Errorf("a %s of %g kg at 20 m/s has %g kg and flies at %v", kind, want, m, b.LinearVelocity())
			}
		}
		n := s.World().BodyCount()
		e := ThrowCommand(kind, vec.V3(0, 9, 0), vec.V3(0, 0, -20), 0.5, 1e30)
		err := s.spawned.throw(s.World(), kind, &e)
		if err == nil || !strings.Contains(err.Error(), "1e+") || s.World().BodyCount() != n {
			t.Errorf("a %s of 1e30 kg: %v, %d bodies more", kind, err, s.World().BodyCount()-n)
		}
	}
}

// A body thrown at the limit of bodies flies all the same, rigs count like other bodies, and
// undo brings back what had to go.
func TestThrowAtTheCap(t *testing.T) {
	s := newSession(t, "box")
	for range MaxSpawned / 5 {
		s.do(t, SpawnCommand(SpawnStack, vec.V3(0, 5, 0), 0.2))
	}
	before := s.World().BodyCount()
	first := s.spawned.bodies[0].Position()
	for _, kind := range []SpawnKind{SpawnStack, SpawnChain, SpawnRagdoll, SpawnCar} {
		newest := s.spawned.bodies[MaxSpawned-1].Order()
		s.do(t, ThrowCommand(kind, vec.V3(0, 9, 0), vec.V3(0, 0, -20), 0.5, 0))
		made := 0
		for _, b := range s.spawned.bodies {
			if b.Order() <= newest {
				continue
			}
			if made++; b.LinearVelocity().Z != -20 {
				t.Errorf("a part of a thrown %s begins with %v", kind, b.LinearVelocity())
			}
		}
		if made < 3 {
			t.Errorf("%d bodies of a %s", made, kind)
		}
		if n := s.World().BodyCount(); n != before || len(s.spawned.bodies) != MaxSpawned {
			t.Errorf("%d bodies after a %s at the cap, before %d", n, kind, before)
		}
	}
	for range 4 {
		s.do(t, UndoCommand(false))
	}
	found := false
	for _, b := range s.World().Bodies(nil) {
		found = found || b.Type() == physics.Dynamic && b.Position() == first
	}
	if n := s.World().BodyCount(); n != before || !found {
		t.Errorf("%d bodies after undo, before %d; the oldest is back: %v", n, before, found)
	}
}

// Bodies that were removed do not count among those that the user may make, and their places in the list are bounded.
func TestRemovedBodiesDoNotCount(t *testing.T) {
	s := newSession(t, "box")
	spawn := func() physics.Body {
		s.do(t, SpawnCommand(SpawnBox, vec.V3(0, 500, 0), 0.1))
		return s.spawned.bodies[len(s.spawned.bodies)-1]
	}
	first := spawn()
	for range mostSlots + 50 {
		s.do(t, RemoveCommand(spawn()))
		// what can be undone is not what is counted
		s.ForgetEdits()
	}
	if !first.Valid() {
		t.Error("the first body had to go for those that are gone")
	}
	if n := len(s.spawned.bodies); n > mostSlots {
		t.Errorf("the list has %d places", n)
	}
}
