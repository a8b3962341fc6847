package physics

import (
	"bytes"
	"runtime"
	"sync"
	"testing"
)

// TestReadersMayBeMany: between steps all readers may run at once; the race detector looks on.
func TestReadersMayBeMany(t *testing.T) {
	w := newTestWorld(t, nil)
	addFloor(t, w)
	addMixedPile(t, w, 20)
	a, b := addBody(t, w, Dynamic, V3(8, 3, 0), Sphere{Radius: 0.2}),
		addBody(t, w, Dynamic, V3(9, 3, 0), Sphere{Radius: 0.2})
	hinge := DefaultHingeJointDef()
	hinge.ConnectAxis(a, b, V3(8.5, 3, 0), V3(0, 0, 1))
	path := DefaultPathJointDef()
	path.BodyB, path.Path.Points = a, []Vec3{{X: 8, Y: 3}, {X: 12, Y: 4}, {X: 14, Y: 3}}
	_, err := w.CreateHingeJoint(hinge)
	if _, other := w.CreatePathJoint(path); err != nil || other != nil {
		t.Fatal(err, other)
	}
	run(t, w, 0.5)
	var readers sync.WaitGroup
	for range 4 {
		readers.Go(func() {
			for range 5 {
				if len(w.IslandLoads(nil)) == 0 || len(w.PairLoads(nil)) == 0 || len(w.BodyCosts(nil)) == 0 {
					t.Error("nothing costs anything")
				}
				for _, j := range w.Joints(nil) {
					j.At(0).Position()
					j.Frames()
					j.Reaction()
					PathJoint{j.At(0)}.Path()
				}
				for _, b := range w.Bodies(nil) {
					b.Contacts(nil)
					b.Bounds()
					b.MassData()
				}
				w.RayCast(V3(0, 10, 0), V3(0, -20, 0), DefaultQueryFilter())
				w.Hash()
				w.Counters()
				if err := w.Validate(); err != nil {
					t.Error(err)
				}
			}
		})
	}
	readers.Wait()
}

// TestQueriesInHooks: hooks ask in a step, on several goroutines at once, what any query answers, with every number of
// workers: the answers are the same on each goroutine, and the world goes as without. The race detector looks on.
func TestQueriesInHooks(t *testing.T) {
	probe, err := NewProbe(Sphere{Radius: 0.5})
	if err != nil {
		t.Fatal(err)
	}
	// ask sums up the answers around a place.
	ask := func(w *World, at Vec3) (sum float32) {
		filter, pose := DefaultQueryFilter(), Transform{P: at, Q: QuatIdentity}
		for _, h := range w.RayCastAll(at.Add(V3(0, 5, 0)), V3(0, -10, 0), filter, nil) {
			sum += h.Fraction
		}
		if h, ok := w.ShapeCast(probe, pose, V3(3, -1, 2), filter); ok {
			sum += h.Fraction
		}
		if h, ok := w.ClosestPoint(at, 2, filter); ok {
			sum += h.Distance
		}
		for _, s := range w.OverlapBox(AABB{Min: at.Sub(V3(1, 1, 1)), Max: at.Add(V3(1, 1, 1))}, filter, nil) {
			sum += s.Body().Position().Y
		}
		return sum + float32(len(w.Overlap(probe, pose, filter, nil)))
	}
	var hashes []uint64
	for _, workers := range []int{0, 1, 2, 4} { // 0: one worker that is not asked
		w := newTestWorld(t, func(d *WorldDef) { d.Workers = max(workers, 1) })
		addFloor(t, w)
		addMixedPile(t, w, 60)
		for i := range w.ShapeCount() {
			if s, ok := w.ShapeAt(i); ok {
				s.SetHooked(true)
			}
		}
		calls := 0
		look := func(s Shape) {
			calls++
			if workers == 0 || calls%16 != 0 {
				return
			}
			var sums [3]float32
			var readers sync.WaitGroup
			for i := range sums {
				readers.Go(func() { sums[i] = ask(w, s.Body().Position()) })
			}
			readers.Wait()
			if sums[0] == 0 || sums[0] != sums[1] || sums[0] != sums[2] {
				t.Errorf("%d workers: goroutines find %v", workers, sums)
			}
		}
		w.SetContactFilter(func(a, _ Shape) bool { look(a); return true })
		w.SetPreSolve(func(c *ContactUpdate) { look(c.ShapeB) })
		run(t, w, 0.5)
		hashes = append(hashes, w.Hash())
		if calls < 100 {
			t.Errorf("%d calls of hooks", calls)
		}
		w.Close()
	}
	for i := range hashes {
		if hashes[i] != hashes[0] {
			t.Errorf("hashes %x", hashes)
		}
	}
}

// TestGoexitInHook: a hook that ends its goroutine leaves a world that says so in every call until Restore.
func TestGoexitInHook(t *testing.T) {
	for _, workers := range []int{1, 4} {
		w := newTestWorld(t, func(d *WorldDef) { d.Workers = workers })
		addFloor(t, w)
		addMixedPile(t, w, 60)
		for _, b := range w.Bodies(nil) {
			def := DefaultShapeDef()
			def.Hooks = true
			if b.Type() == Dynamic {
				b.CreateShape(Sphere{Radius: 0.3}, def)
			}
		}
		run(t, w, 0.5)
		var before Snapshot
		if err := w.Snapshot(&before); err != nil {
			t.Fatal(err)
		}
		run(t, w, 0.2)
		want := w.Hash()
		if err := w.Restore(&before); err != nil {
			t.Fatal(err)
		}
		w.SetPreSolve(func(*ContactUpdate) { runtime.Goexit() })
		left := make(chan bool)
		go func() {
			defer close(left)
			w.Step(0.01)
			t.Error("the step came back")
		}()
		<-left
		var s Snapshot
		_, clone := w.Clone()
		for name, err := range map[string]error{"Step": w.Step(0.01), "Validate": w.Validate(),
			"Snapshot": w.Snapshot(&s), "Clone": clone} {
			if err != errLeft {
				t.Errorf("%d workers: %s gives %v, want %v", workers, name, err, errLeft)
			}
		}
		w.SetPreSolve(nil)
		if err := w.Restore(&before); err != nil {
			t.Fatal(err)
		}
		run(t, w, 0.2)
		if err := w.Validate(); err != nil || w.Hash() != want {
			t.Errorf("%d workers: after Restore %v, hash %x, want %x", workers, err, w.Hash(), want)
		}
	}
}

// TestNilWorldPanics: a nil world is a mistake of the program that uses it, and does not do as if it simulated.
func TestNilWorldPanics(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a nil world took a step")
		}
	}()
	var none *World
	_ = none.Step(0.01)
}

// TestNilAndZeroReceivers: what was not made is refused with a word.
func TestNilAndZeroReceivers(t *testing.T) {
	w := newTestWorld(t, nil)
	var none *Snapshot
	_, appended := none.AppendBinary(nil)
	_, marshalled := none.MarshalBinary()
	_, empty := new(Snapshot).MarshalBinary()
	settings := w.Settings()
	for name, err := range map[string]error{
		"Restore(nil)": w.Restore(nil), "Restore of an empty one": w.Restore(new(Snapshot)),
		"Snapshot(nil)": w.Snapshot(nil),
		"AppendBinary":  appended, "MarshalBinary": marshalled, "MarshalBinary of an empty one": empty,
		"UnmarshalBinary": none.UnmarshalBinary(nil), "Setting.Set": Setting{Key: "gravity.z", Max: 1}.Set(&settings,
			0.5),
		"Setting.Set(nil)": AllSettings()[0].Set(nil, 1),
	} {
		if err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if x := (Setting{}).Value(settings); x != 0 {
		t.Errorf("a setting of nothing is %g", x)
	}
}

// TestNothingRecordsOrReplays: recorders, recordings and replays that nobody made refuse every call without a panic.
func TestNothingRecordsOrReplays(t *testing.T) {
	w := newTestWorld(t, nil)
	for _, r := range []*Recorder{nil, new(Recorder)} {
		r.Detach()
		r.Push()
		for name, err := range map[string]error{
			"Append": r.Append(1, nil), "Drain": r.Drain(), "Err": r.Err(), "Flush": r.Flush(), "Follow": r.Follow(w),
			"State": r.State(nil),
			"Stop":  r.Stop(),
		} {
			if err == nil {
				t.Errorf("Recorder.%s: no error", name)
			}
		}
		if n := r.Steps(); n != 0 {
			t.Errorf("a recorder of nothing has %d steps", n)
		}
	}
	for _, p := range []*Replay{nil, new(Replay)} {
		if p.Advance() == nil || p.Seek(1) == nil || p.Step() != 0 || p.World() != nil {
			t.Error("a replay of nothing goes on")
		}
		p.Close()
	}
	for _, r := range []*Recording{nil, new(Recording)} {
		for _, err := range r.Entries() {
			if err == nil {
				t.Error("a recording of nothing has an entry")
			}
		}
		_, found := r.StepDigest(1)
		state, err := r.State()
		if r.Steps() != 0 || r.CallBytes() != 0 || r.HasWorld() || len(r.Keyframes()) != 0 || found || state != nil ||
			err == nil {
			t.Error("a recording of nothing holds something")
		}
		if end := r.End(); end.Whole || r.Program() == "" {
			t.Error("a recording of nothing ended, or has no name")
		}
		if err := r.Mend(new(bytes.Buffer)); err != nil {
			t.Error(err)
		}
		if _, err := NewReplay(r, ReplayOptions{}); err == nil {
			t.Error("a recording of nothing is replayed")
		}
	}
	if _, err := OpenRecording(nil, 10); err == nil {
		t.Error("no file is a recording")
	}
	if _, err := w.Record(nil, RecordOptions{}); err == nil {
		t.Error("a world is recorded nowhere")
	}
	run(t, w, 0.1)
}
