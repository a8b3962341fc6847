package physics

import (
	"runtime"
	"sync"
	"testing"
)

// TestReadersMayBeMany: between steps all readers may run at once; the race detector looks on.
func TestReadersMayBeMany(t *testing.T) {
	w := newTestWorld(t, nil)
	addFloor(t, w)
	addMixedPile(t, w, 20)
	a, b := addBody(t, w, Dynamic, V3(8, 3, 0), Sphere{Radius: 0.2}), addBody(t, w, Dynamic, V3(9, 3, 0), Sphere{Radius: 0.2})
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
					j.Coordinate(0)
					j.Frames()
					j.Reaction()
					j.Path()
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
		for name, err := range map[string]error{"Step": w.Step(0.01), "Validate": w.Validate(), "Snapshot": w.Snapshot(&s), "Clone": clone} {
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

// TestNilAndZeroReceivers: what was not made is refused with a word.
func TestNilAndZeroReceivers(t *testing.T) {
	w := newTestWorld(t, nil)
	var none *Snapshot
	_, appended := none.AppendBinary(nil)
	_, marshalled := none.MarshalBinary()
	_, empty := new(Snapshot).MarshalBinary()
	settings := w.Settings()
	for name, err := range map[string]error{
		"Restore(nil)": w.Restore(nil), "Restore of an empty one": w.Restore(new(Snapshot)), "Snapshot(nil)": w.Snapshot(nil),
		"AppendBinary": appended, "MarshalBinary": marshalled, "MarshalBinary of an empty one": empty,
		"UnmarshalBinary": none.UnmarshalBinary(nil), "Setting.Set": Setting{Key: "gravity.z", Max: 1}.Set(&settings, 0.5),
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
