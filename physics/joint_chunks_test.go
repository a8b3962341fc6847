package physics

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"tumble/physics/internal/solve"
)

// jointOps are calls that change joints, what they hang on or how they are solved, each made on all worlds
// alike. They return what the call returned.
var jointOps = []struct {
	name string
	call func(w *World, r *rand.Rand) error
}{
	{"axis", func(w *World, r *rand.Rand) error {
		j := anyJoint(w, r)
		return j.At(r.IntN(max(j.AxisCount(), 1))).SetAxis(anyAxis(r))
	}},
	{"angular drive", func(w *World, r *rand.Rand) error { return anyJoint(w, r).setAngularDrive(anyDrive(r)) }},
	{"linear drive", func(w *World, r *rand.Rand) error {
		return jointOf(w, r, KindFixed, KindMotor).setLinearDrive(anyDrive(r))
	}},
	{"target rotation", func(w *World, r *rand.Rand) error { return anyJoint(w, r).setTargetRotation(anyRotation(r)) }},
	{"target place", func(w *World, r *rand.Rand) error {
		return jointOf(w, r, KindMotor).setTargetPlace(anyVector(r, 0.2))
	}},
	{"motor", func(w *World, r *rand.Rand) error {
		return lastAxis(anyJoint(w, r)).SetMotor(r.IntN(2) == 0, 4*r.Float32()-2, 10*r.Float32())
	}},
	{"spring", func(w *World, r *rand.Rand) error {
		return lastAxis(anyJoint(w, r)).SetSpring(4*r.Float32(), r.Float32(), r.Float32()-0.5)
	}},
	{"limits", func(w *World, r *rand.Rand) error {
		return lastAxis(anyJoint(w, r)).SetLimits(r.IntN(3) > 0, -r.Float32(), r.Float32())
	}},
	{"frames", func(w *World, r *rand.Rand) error {
		j := anyJoint(w, r)
		a, b := j.LocalFrames()
		return j.SetFrames(Transform{P: a.P.Add(anyVector(r, 0.02)), Q: a.Q.Mul(anyRotation(r)).Norm()}, b)
	}},
	{"ratio", func(w *World, r *rand.Rand) error {
		return jointOf(w, r, KindGear, KindRack, KindPulley).setRatio(0.5 + r.Float32())
	}},
	{"length", func(w *World, r *rand.Rand) error {
		return jointOf(w, r, KindDistance).setLength(0.5 + 2*r.Float32())
	}},
	{"collide connected", func(w *World, r *rand.Rand) error {
		return anyJoint(w, r).SetCollideConnected(r.IntN(2) == 0)
	}},
	{"break limits", func(w *World, r *rand.Rand) error {
		return anyJoint(w, r).SetBreakLimits(2000*r.Float32(), 500*r.Float32())
	}},
	{"destroy joint", func(w *World, r *rand.Rand) error { return anyJoint(w, r).Destroy() }},
	{"destroy body", func(w *World, r *rand.Rand) error { return anyBody(w, r).Destroy() }},
	{"joint", func(w *World, r *rand.Rand) error {
		a, b := anyBody(w, r), anyBody(w, r)
		f := defaultFrames()
		f.Connect(a, b, Transform{P: b.Position(), Q: anyRotation(r)})
		kind := JointKind(r.IntN(int(jointKindCount)))
		// others hold hundreds of bodies together in knots
		if r.IntN(3) > 0 {
			kind = [...]JointKind{KindBall, KindHinge}[r.IntN(2)]
		}
		if b.Position().Dist(a.Position()) > 2 {
			f.Connect(Body{}, b, Transform{P: b.Position(), Q: anyRotation(r)})
		}
		_, err := joinKind(w, kind, f, anyAxis(r), anyDrive(r))
		return err
	}},
	{"body", func(w *World, r *rand.Rand) error {
		def := DefaultBodyDef()
		def.Type, def.Position = Dynamic, anyVector(r, 10)
		_, err := w.CreateBody(def)
		return err
	}},
	{"sleep", func(w *World, r *rand.Rand) error { return anyBody(w, r).SetAwake(false) }},
	{"wake", func(w *World, r *rand.Rand) error { return anyBody(w, r).SetAwake(true) }},
	{"disable", func(w *World, r *rand.Rand) error { return anyBody(w, r).SetEnabled(false) }},
	{"enable", func(w *World, r *rand.Rand) error {
		err := errors.New("none is disabled")
		for _, b := range w.Bodies(nil) {
			if !b.Enabled() {
				err = b.SetEnabled(true)
			}
		}
		return err
	}},
	{"type", func(w *World, r *rand.Rand) error {
		return anyBody(w, r).SetType([...]BodyType{Static, Kinematic, Dynamic, Dynamic, Dynamic}[r.IntN(5)])
	}},
	{"locks", func(w *World, r *rand.Rand) error { return anyBody(w, r).SetLocks(AxisLocks(r.IntN(64))) }},
	{"mass", func(w *World, r *rand.Rand) error {
		i := 0.01 + r.Float32()
		return anyBody(w, r).SetMassData(MassData{Mass: 0.5 + 5*r.Float32(), Center: anyVector(r, 0.05),
			Inertia: Mat3{XX: i, YY: i, ZZ: i}})
	}},
	{"transform", func(w *World, r *rand.Rand) error {
		b := anyBody(w, r)
		return b.SetTransform(
			Transform{P: b.Position().Add(anyVector(r, 0.1)), Q: b.Rotation().Mul(anyRotation(r)).Norm()})
	}},
	{"velocity", func(w *World, r *rand.Rand) error { return anyBody(w, r).SetLinearVelocity(anyVector(r, 4)) }},
	{"origin", func(w *World, r *rand.Rand) error { return w.ShiftOrigin(anyVector(r, 5)) }},
	{"direct joints", func(w *World, r *rand.Rand) error {
		return setSettings(w, func(s *Settings) { s.DirectJoints = r.IntN(3) == 0 })
	}},
	{"warm starting", func(w *World, r *rand.Rand) error {
		return setSettings(w, func(s *Settings) { s.WarmStarting = r.IntN(4) > 0 })
	}},
	{"sub-steps", func(w *World, r *rand.Rand) error {
		return setSettings(w, func(s *Settings) { s.SubSteps = 2 + r.Int32N(4) })
	}},
	{"stiffness", func(w *World, r *rand.Rand) error {
		return setSettings(w, func(s *Settings) {
			s.JointHertz, s.JointDampingRatio = 20+60*r.Float32(),
				1+2*r.Float32()
		})
	}},
	{"gravity", func(w *World, r *rand.Rand) error {
		return setSettings(w, func(s *Settings) { s.Gravity = V3(0, -9.81, r.Float32()) })
	}},
	{"enabled", func(w *World, r *rand.Rand) error { return anyJoint(w, r).SetEnabled(r.IntN(2) == 0) }},
	{"sleeping", func(w *World, r *rand.Rand) error {
		return setSettings(w, func(s *Settings) { s.SleepEnabled = !s.SleepEnabled })
	}},
}

func setSettings(w *World, edit func(*Settings)) error {
	s := w.Settings()
	edit(&s)
	return w.SetSettings(s)
}

func anyJoint(w *World, r *rand.Rand) Joint { return w.Joints(nil)[r.IntN(w.JointCount())] }

// jointOf is a joint of one of some kinds, none if there is none.
func jointOf(w *World, r *rand.Rand, kinds ...JointKind) Joint {
	list := slices.DeleteFunc(w.Joints(nil), func(j Joint) bool { return !slices.Contains(kinds, j.Kind()) })
	if len(list) == 0 {
		return Joint{}
	}
	return list[r.IntN(len(list))]
}

// anyBody is any but the floor and the mesh, which come first.
func anyBody(w *World, r *rand.Rand) Body { return w.Bodies(nil)[2+r.IntN(w.BodyCount()-2)] }

func anyVector(r *rand.Rand, size float32) Vec3 {
	return V3(r.Float32()-0.5, r.Float32()-0.5, r.Float32()-0.5).Mul(2 * size)
}

func anyRotation(r *rand.Rand) Quat {
	v := anyVector(r, 0.2)
	return Quat{X: v.X, Y: v.Y, Z: v.Z, W: 1}.Norm()
}

func anyAxis(r *rand.Rand) JointAxis {
	a := JointAxis{Limited: r.IntN(2) == 0, Lower: -r.Float32(), Upper: r.Float32(), Friction: float32(r.IntN(2)) *
		r.Float32()}
	if r.IntN(2) == 0 {
		a.Motor, a.Speed, a.MaxForce = true, 4*r.Float32()-2, 5*r.Float32()
	}
	if r.IntN(2) == 0 {
		a.Hertz, a.DampingRatio, a.Target = 4*r.Float32(), r.Float32(), r.Float32()-0.5
	}
	if r.IntN(6) == 0 {
		a.LimitHertz, a.LimitDampingRatio = 5, 1
	}
	return a
}

func anyDrive(r *rand.Rand) JointDrive {
	d := JointDrive{Hertz: 3 * r.Float32(), DampingRatio: r.Float32()}
	if r.IntN(2) == 0 {
		d.MaxSpring = 5 * r.Float32()
	}
	if r.IntN(2) == 0 {
		d.Velocity, d.MaxMotor = anyVector(r, 1), 2*r.Float32()
	}
	return d
}

// addPairs adds two pairs of bodies for every kind of joint between two.
func addPairs(t *testing.T, w *World) {
	for kind := KindBall; kind < jointKindCount; kind++ {
		for i := range 2 {
			at := V3(3*float32(kind), 3, -8-3*float32(i))
			a := addBody(t, w, Dynamic, at, BoxHalf(0.2, 0.2, 0.2))
			b := addBody(t, w, Dynamic, at.Add(V3(1, 0, 0)), BoxHalf(0.2, 0.2, 0.2))
			f := defaultFrames()
			f.Connect(a, b, Transform{P: at.Add(V3(0.5, 0, 0)), Q: rotationTo(V3(0, 0, 1), V3(1, 0, 0))})
			j, err := joinKind(w, kind, f, springy, JointDrive{Hertz: 1, MaxMotor: 1})
			must(t, j, err)
		}
	}
}

// jointWorlds are worlds that take the same course: one that lists lanes, chunks and parts anew in every step, one
// that keeps them, and one that keeps them with two workers.
type jointWorlds [3]*World

// apply makes the same call on all of them.
func (l *jointWorlds) apply(t *testing.T, seed, at uint64, call func(w *World, r *rand.Rand) error) bool {
	var done [3]bool
	for i, w := range l {
		done[i] = call(w, rand.New(rand.NewPCG(seed, at))) == nil
	}
	if done[1] != done[0] || done[2] != done[0] {
		t.Fatalf("accepted by some only: %v", done)
	}
	return done[0]
}

// travel replaces the states of the worlds by earlier ones: by Restore, through bytes into new worlds, or by clones.
func (l *jointWorlds) travel(t *testing.T, r *rand.Rand, snaps *[3]Snapshot) {
	motion := r.IntN(4)
	for i, w := range l {
		switch motion {
		case 0:
			if err := w.Snapshot(&snaps[i]); err != nil {
				t.Fatal(err)
			}
		case 1:
			if err := w.Restore(&snaps[i]); err != nil {
				t.Fatal(err)
			}
		case 2:
			var s Snapshot
			if err := s.UnmarshalBinary(snapshotBytes(t, w)); err != nil {
				t.Fatal(err)
			}
			// into the world itself and into one in which something else went on
			if i != 1 {
				l[i] = newTestWorld(t, func(d *WorldDef) { d.Workers = 1 + i/2 })
				addMixedPile(t, l[i], 5)
				run(t, l[i], 2.0/testRate)
			}
			if err := l[i].Restore(&s); err != nil {
				t.Fatal(err)
			}
		case 3:
			c, err := w.Clone()
			if err != nil {
				t.Fatal(err)
			}
			l[i] = c
		}
	}
}

// fliesApart reports whether impulses grew beyond all bounds, as they may where joints are retuned at random. The
// kernels in Go skip limits that a joint does not have, lanes do not, and so differ there.
func fliesApart(w *World) bool {
	for i := range w.state.Rows {
		for _, x := range w.state.Rows[i].Held {
			if abs(x) > 1e15 {
				return true
			}
		}
	}
	for i := range w.state.Contacts {
		for _, m := range w.state.ManifoldsOf(&w.state.Contacts[i]) {
			for _, p := range m.Points[:m.Count] {
				if p.TotalNormalImpulse > 1e15 {
					return true
				}
			}
		}
	}
	return false
}

// TestKeptChunksGiveTheSameBits makes random calls between the steps of figures on joints.
func TestKeptChunksGiveTheSameBits(t *testing.T) {
	seeds, steps := uint64(unlessRaced(4, 2)), 120
	if soak() {
		seeds, steps = 30, 500
	}
	accepted := make([]int, len(jointOps))
	kept := 0
	for seed := range seeds {
		var worlds jointWorlds
		for i := range worlds {
			worlds[i] = newTestWorld(t, func(d *WorldDef) {
				d.Workers = 1 + i/2
				d.Settings.DirectJoints = false
			})
			addFloor(t, worlds[i])
			addCrawlers(t, worlds[i], 20)
			addPairs(t, worlds[i])
		}
		var snaps [3]Snapshot
		for i, w := range worlds {
			if err := w.Snapshot(&snaps[i]); err != nil {
				t.Fatal(err)
			}
		}
		r := rand.New(rand.NewPCG(seed, 17))
		for step := range steps {
			calls := [...]int{0, 0, 0, 0, 1, 1, 1, 5}[r.IntN(8)]
			for n := range calls {
				op := r.IntN(len(jointOps))
				if worlds.apply(t, seed, uint64(step*100+n), jointOps[op].call) {
					accepted[op]++
				}
			}
			switch r.IntN(40) {
			case 0, 1:
				worlds.travel(t, r, &snaps)
			case 2, 3:
				worlds[1].step.Solver.Scalar = r.IntN(4) == 0
			}
			worlds[0].state.Graph.TouchJoints()
			dt := [...]float32{1.0 / 60, 1.0 / 60, 1.0 / 60, 0.01, 0}[r.IntN(5)]
			for i, w := range worlds {
				if err := w.Step(dt); err != nil {
					t.Fatal(err)
				}
				if i > 0 && w.Hash() != worlds[0].Hash() {
					t.Fatalf("seed %d, step %d: world %d differs", seed, step, i)
				}
			}
			if calls == 0 {
				kept += worlds[1].step.Solver.LaneCount()
			}
			if fliesApart(worlds[0]) {
				break
			}
		}
		for i, w := range worlds {
			if err := w.Validate(); err != nil {
				t.Fatalf("seed %d, world %d: %v", seed, i, err)
			}
		}
	}
	for i, n := range accepted {
		if n == 0 {
			t.Errorf("no call of %s was accepted", jointOps[i].name)
		}
	}
	if solve.HaveVector() && kept < 1000 {
		t.Errorf("only %d lanes were kept", kept)
	}
}
