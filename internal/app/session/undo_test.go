package session

import (
	"math/rand/v2"
	"testing"

	"tumble/engine/input"
	"tumble/engine/param"
	"tumble/physics"
	"tumble/physics/scenes"
	"tumble/physics/vec"
)

// newSession opens a scene.
func newSession(t testing.TB, name string) *Session {
	t.Helper()
	scene, ok := scenes.Find(name)
	if !ok {
		t.Fatalf("no scene %s", name)
	}
	s, err := New(param.NewConfig(scene), nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

func (s *Session) run(t testing.TB, steps int) {
	t.Helper()
	for range steps {
		if err := s.Tick(nil); err != nil {
			t.Fatal(err)
		}
	}
}

// do carries out commands between two steps and fails where one is refused.
func (s *Session) do(t testing.TB, events ...input.Event) {
	t.Helper()
	for i := range events {
		s.Apply(events[i : i+1])
		if n := s.Notice(); n != "" && Command(events[i].Code) != CommandUndo &&
			Command(events[i].Code) != CommandRedo {
			t.Fatalf("%s: %s", commandNames[events[i].Code], n)
		}
	}
	if err := s.World().Validate(); err != nil {
		t.Fatal(err)
	}
}

// everyEdit are commands of every kind that change something in the scene pyramid36.
func everyEdit(s *Session) map[string][]input.Event {
	b, other := s.Run.Bodies[3], s.Run.Bodies[20]
	down := vec.V3(0, -100, 0)
	above := func(b physics.Body) vec.Vec3 { return b.WorldCenter().Add(vec.V3(0, 50, 0)) }
	top := s.Run.Bodies[len(s.Run.Bodies)-1]
	return map[string][]input.Event{
		"shoot box":             {ShootCommand(vec.V3(0, 3, 20), vec.V3(0, 0, -20), 0.25)},
		"throw rock":            {ThrowCommand(SpawnRock, vec.V3(0, 3, 20), vec.V3(0, 0, -20), 0.3, 40)},
		"throw ragdoll":         {ThrowCommand(SpawnRagdoll, vec.V3(0, 3, 20), vec.V3(0, 0, -20), 0.5, 0)},
		"drop ragdoll":          {SpawnCommand(SpawnRagdoll, vec.V3(0, 5, 5), 0.5)},
		"drop car":              {SpawnCommand(SpawnCar, vec.V3(0, 5, 9), 0.5)},
		"drop stack":            {SpawnCommand(SpawnStack, vec.V3(5, 1, 9), 0.5)},
		"drop chain":            {SpawnCommand(SpawnChain, vec.V3(-5, 8, 9), 0.5)},
		"drop dumbbell":         {SpawnCommand(SpawnDumbbell, vec.V3(-5, 8, 9), 0.5)},
		"delete 2 bodies":       {AlsoCommand(other), RemoveCommand(b)},
		"delete":                {DeleteCommand(above(top), down)},
		"duplicate 2 bodies":    {AlsoCommand(other), DuplicateCommand(b, vec.V3(0, 0, 3))},
		"mirror":                {MirrorCommand(b, vec.V3(0, 0, 2), vec.AxisZ)},
		"friction of":           {EditCommand(b, PropertyFriction, 0.1)},
		"mass of":               {EditCommand(b, PropertyMass, 77)},
		"move":                  {EditVectorCommand(b, PropertyPosition, vec.V3(3, 4, 5))},
		"turn":                  {EditRotationCommand(b, vec.Quat{X: 1})},
		"pin or free":           {EditCommand(b, PropertyType, float64(physics.Static))},
		"size of":               {EditCommand(top, PropertySize, 0.5)},
		"gravity of":            {EditCommand(b, PropertyGravityScale, -1)},
		"bullet":                {EditCommand(b, PropertyBullet, 1)},
		"explosion":             {ExplodeCommand(vec.V3(0, 1, 0), 8, 10)},
		"push":                  {PushCommand(above(top), down, -9)},
		"set gravity.y":         {SetCommand("gravity.y", -3)},
		"set material.friction": {SetCommand("material.friction", 0.05)},
		"restart":               {RestartCommand()},
		"begin wind":            {WindCommand(vec.V3(0, 2, 0), vec.V3(5, 3, 5), vec.V3(20, 0, 0))},
		"pour water":            {WaterCommand(vec.V3(0, 2, 0), vec.V3(5, 2, 5), 1000)},
		"paint 2 bodies":        {AlsoCommand(other), PaintCommand(b, physics.Material{Friction: 0.03}, 900)},
		"hinge body4 to the world": {LimitedAnchorCommand(b, b.WorldCenter(), -0.2, 0.3),
			JoinCommand(JoinHinge, physics.Body{}, b.WorldCenter(), vec.AxisZ, 0)},
		"spawner": {SpawnerCommand(SpawnBox, vec.V3(0, 9, 0), 0.4)},
		"weld body4 to body21": {AnchorCommand(b, b.WorldCenter()),
			JoinCommand(JoinWeld, other, other.WorldCenter(), vec.AxisZ, 0)},
		"pulley body4 to body21": {AnchorCommand(b, b.WorldCenter()),
			JoinCommand(JoinPulley, other, other.WorldCenter(), vec.AxisZ, 0)},
		"spring body4 to the world": {AnchorCommand(b, b.WorldCenter()),
			JoinCommand(JoinSpring, physics.Body{}, vec.V3(0, 9, 0), vec.AxisZ, 0)},
		"motor body4 to the world": {AnchorCommand(b, b.WorldCenter()),
			JoinCommand(JoinMotor, physics.Body{}, vec.V3(0, 9, 0), vec.AxisZ, 2)},
		"drag": {GrabCommand(above(top), down), DragCommand(vec.V3(4, 8, 0)), ReleaseCommand()},
	}
}

// TestUndoGoesBackExactly: while nothing moves, undo brings every bit of the world back, and redo those after the edit.
func TestUndoGoesBackExactly(t *testing.T) {
	names := everyEdit(newSession(t, "pyramid36"))
	for name := range names {
		s := newSession(t, "pyramid36")
		s.run(t, 20)
		before, time := s.World().Hash(), s.Time()
		s.do(t, everyEdit(s)[name]...)
		after := s.World().Hash()
		if s.UndoLabel() == "" || name != "restart" && name != "spawner" && name[:3] != "beg" && name[:3] != "pou" &&
			after == before {
			t.Errorf("%s is no edit: %q", name, s.UndoLabel())
			continue
		}
		label := s.UndoLabel()
		if len(label) < 3 || label[:3] != name[:3] {
			t.Errorf("%s is called %q", name, label)
		}
		s.do(t, UndoCommand(true))
		if s.World().Hash() != before || s.Time() != time {
			t.Errorf("%s: another world after undo", name)
		}
		if s.UndoLabel() != "" || s.RedoLabel() != label {
			t.Errorf("%s: undo %q, redo %q after undo", name, s.UndoLabel(), s.RedoLabel())
		}
		s.do(t, RedoCommand(true))
		if s.World().Hash() != after {
			t.Errorf("%s: another world after redo", name)
		}
		// from a state to which time went on, too
		s.run(t, 30)
		moved := s.World().Hash()
		s.do(t, UndoCommand(true))
		if s.World().Hash() != before {
			t.Errorf("%s: another world after undo later on", name)
		}
		s.do(t, RedoCommand(true))
		if s.World().Hash() != moved {
			t.Errorf("%s: another world after redo later on", name)
		}
		s.run(t, 10)
	}
}

// TestUndoTakesBackWhileTimeGoesOn: the edit alone is taken back.
func TestUndoTakesBackWhileTimeGoesOn(t *testing.T) {
	for name := range everyEdit(newSession(t, "pyramid36")) {
		s := newSession(t, "pyramid36")
		s.run(t, 20)
		c := s.World().Counters()
		bodies, joints, friction, gravity := c.Bodies, c.Joints, s.Run.Bodies[3].Shapes(nil)[0].Material().Friction,
			s.World().Gravity()
		mass, at := s.Run.Bodies[3].Mass(), s.Run.Bodies[3].Position()
		s.do(t, everyEdit(s)[name]...)
		s.run(t, 15)
		for round := range 3 {
			s.do(t, UndoCommand(false))
			b := s.Run.Bodies[3]
			c := s.World().Counters()
			if c.Bodies != bodies && name != "spawner" || c.Joints != joints {
				t.Errorf("%s, %d: %d bodies and %d joints, were %d and %d", name, round, c.Bodies, c.Joints, bodies,
					joints)
			}
			if !b.Valid() || b.Type() != physics.Dynamic || b.Shapes(nil)[0].Material().Friction != friction ||
				b.Mass() != mass ||
				s.World().Gravity() != gravity || b.GravityScale() != 1 || b.Bullet() || s.Spawning() {
				t.Errorf("%s, %d: not taken back", name, round)
			}
			if (name == "move" || name == "delete 2 bodies") && b.Position().Dist(at) > 0.3 {
				t.Errorf("%s, %d: at %v, was at %v", name, round, b.Position(), at)
			}
			s.run(t, 3)
			s.do(t, RedoCommand(false))
			s.run(t, 3)
		}
	}
}

// TestUndoBringsJointsBack: a body that was deleted comes back with its joints, and edits before it are about the new
// one.
func TestUndoBringsJointsBack(t *testing.T) {
	s := newSession(t, "pyramid36")
	a, b := s.Run.Bodies[3], s.Run.Bodies[20]
	s.do(t, EditCommand(a, PropertyFriction, 0.2), AnchorCommand(a, a.WorldCenter()),
		JoinCommand(JoinHinge, b, b.WorldCenter(), vec.AxisZ, 0), RemoveCommand(a))
	if s.World().JointCount() != 0 {
		t.Fatal("the joint outlives its body")
	}
	s.run(t, 5)
	s.do(t, UndoCommand(false))
	if s.World().JointCount() != 1 {
		t.Error("the joint does not come back")
	}
	again := s.Run.Bodies[3]
	if !again.Valid() || again == a {
		t.Fatal("the scene does not find the body again")
	}
	s.do(t, UndoCommand(false))
	if s.World().JointCount() != 0 {
		t.Error("undo of the joint leaves it")
	}
	s.do(t, UndoCommand(false))
	if f := again.Shapes(nil)[0].Material().Friction; f == 0.2 {
		t.Error("the friction of the body that came back is not taken back")
	}
	s.do(t, RedoCommand(false), RedoCommand(false), RedoCommand(false))
	if again.Valid() || s.RedoLabel() != "" {
		t.Error("redo does not delete the body that came back")
	}
}

// TestGesturesAreOneEdit: a slider that is dragged and a key that repeats are taken back at once.
func TestGesturesAreOneEdit(t *testing.T) {
	s := newSession(t, "pyramid36")
	b := s.Run.Bodies[3]
	at := func(time int64, e input.Event) input.Event {
		e.Time = time
		return e
	}
	for i := range int64(10) {
		s.do(t, at(1e9+i*1e8, EditCommand(b, PropertyFriction, 0.1*float64(i))))
	}
	for i := range int64(5) {
		s.do(t, at(9e9+i*1e8, ShootCommand(vec.V3(0, 9, 20), vec.V3(0, 0, -20), 0.2)))
	}
	if s.UndoLabel() != "shoot 5 times" {
		t.Errorf("five shots are %q", s.UndoLabel())
	}
	s.do(t, UndoCommand(true), UndoCommand(true))
	if s.UndoLabel() != "" {
		t.Errorf("%q is left", s.UndoLabel())
	}
}

// TestOldStatesGoToTheFile: states beyond the budget are read back from the file, exactly.
func TestOldStatesGoToTheFile(t *testing.T) {
	s := newSession(t, "pyramid36")
	var hashes []uint64
	for i := range 12 {
		hashes = append(hashes, s.World().Hash())
		s.do(t, EditVectorCommand(s.Run.Bodies[i], PropertyVelocity, vec.V3(0, 3, 0)))
		s.run(t, 2)
	}
	for _, x := range s.log.done {
		x.before.bytes = stateBudget / 3
	}
	of := func(x *edit) *keptState { return x.before }
	s.log.states.trim(s.log.done, of)
	for _, x := range s.log.done {
		if x.before.stored != nil {
			<-x.before.stored.done
		}
	}
	s.log.states.trim(s.log.done, of)
	stored := 0
	for _, x := range s.log.done {
		if x.before.world == nil {
			stored++
		}
	}
	if stored < 8 {
		t.Errorf("%d of %d states are in the file", stored, len(hashes))
	}
	for i := len(hashes) - 1; i >= 0; i-- {
		s.do(t, UndoCommand(true))
		if s.World().Hash() != hashes[i] {
			t.Fatalf("edit %d: another world after undo", i)
		}
	}
}

// TestRandomEditsReplay: the same commands give the same world, with undo and redo among them, in steps and between
// them.
func TestRandomEditsReplay(t *testing.T) {
	for seed := range uint64(4) {
		var log [][]input.Event
		s := newSession(t, "pyramid36")
		r := rand.New(rand.NewPCG(seed, 7))
		for range 150 {
			var events []input.Event
			for range r.IntN(3) {
				switch {
				case r.IntN(2) == 0:
					events = append(events, UndoCommand(r.IntN(2) == 0))
				case r.IntN(3) == 0:
					events = append(events, RedoCommand(r.IntN(2) == 0))
				default:
					events = append(events, randomEdit(s, r)...)
				}
			}
			log = append(log, events)
			s.Apply(events)
			s.run(t, 1)
			if err := s.World().Validate(); err != nil {
				t.Fatal(err)
			}
		}
		again := newSession(t, "pyramid36")
		for _, events := range log {
			if err := again.Tick(events); err != nil {
				t.Fatal(err)
			}
		}
		if again.World().Hash() != s.World().Hash() || again.UndoLabel() != s.UndoLabel() {
			t.Fatalf("seed %d: another world from the same commands", seed)
		}
	}
}

// randomEdit is an edit of bodies that there are.
func randomEdit(s *Session, r *rand.Rand) []input.Event {
	bodies := s.World().Bodies(nil)
	b, c := bodies[r.IntN(len(bodies))], bodies[r.IntN(len(bodies))]
	switch r.IntN(10) {
	case 0:
		return []input.Event{RemoveCommand(b)}
	case 1:
		return []input.Event{AlsoCommand(c), DuplicateCommand(b, vec.V3(float32(r.IntN(5)), 2, 1))}
	case 2:
		return []input.Event{AnchorCommand(b, b.WorldCenter()), JoinCommand(JoinKind(r.IntN(int(JoinKindCount))), c,
			c.WorldCenter(), vec.AxisX, 0)}
	case 3:
		return []input.Event{EditCommand(b, Property(r.IntN(int(PropertyCount))), float64(r.IntN(3)))}
	case 4:
		return []input.Event{SpawnCommand(SpawnKind(r.IntN(int(SpawnKindCount))), vec.V3(float32(r.IntN(9)), 4, 6),
			0.4)}
	case 5:
		if joints := s.World().Joints(nil); len(joints) > 0 {
			return []input.Event{CutCommand(joints[r.IntN(len(joints))])}
		}
		return []input.Event{GrabCommand(b.WorldCenter().Add(vec.V3(0, 9, 0)), vec.V3(0, -20, 0)),
			DragCommand(vec.V3(1, 5, 0))}
	case 6:
		return []input.Event{ExplodeCommand(b.WorldCenter(), 4, 5)}
	case 7:
		return []input.Event{SetCommand("gravity.y", float64(-r.IntN(12)))}
	case 8:
		if joints := s.World().Joints(nil); len(joints) > 0 {
			j := joints[r.IntN(len(joints))]
			return []input.Event{TuneCommand(j, r.IntN(max(j.AxisCount(), 1)), JointField(r.IntN(int(FieldCount))),
				float64(r.IntN(3)))}
		}
	}
	return []input.Event{RestartCommand()}
}
