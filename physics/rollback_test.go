package physics

import (
	"bytes"
	"fmt"
	"testing"

	"tumble/physics/internal/snapshot"
)

// tightPile is a settled block of boxes with so little room between them that each has ten contacts.
func tightPile(t testing.TB, count int, sleep bool) *World {
	t.Helper()
	w := newTestWorld(t, func(d *WorldDef) { d.Settings.SleepEnabled = sleep })
	addFloor(t, w)
	for i := range count {
		layer, column, row := i/100, i%10, i/10%10
		addBody(t, w, Dynamic, V3(1.1*float32(column)-5, 0.6+1.05*float32(layer), 1.1*float32(row)-5),
			BoxHalf(0.5, 0.5, 0.5))
	}
	run(t, w, 3)
	return w
}

// push is the input of a frame: it moves a few bodies.
func push(bodies []Body, frame int) {
	for i := range 3 {
		b := bodies[(7*frame+31*i)%len(bodies)]
		b.ApplyImpulseToCenter(V3(float32(frame%5)-2, 3, float32(i)).Mul(b.Mass()))
	}
}

// A world that predicts eight frames without their inputs, goes back and does them again with the inputs has the hashes
// of one that knew them at once. Neither going forth nor back allocates once the ring of snapshots is full.
func TestRollbackHashesEqual(t *testing.T) {
	const frames, window = 64, 8
	knew, world := tightPile(t, 120, true), tightPile(t, 120, true)
	var ring [window]Snapshot
	var hashes [frames]uint64
	bodies := knew.Bodies(nil)[1:]
	for f := range frames {
		push(bodies, f)
		knew.Step(1.0 / 60)
		hashes[f] = knew.Hash()
	}
	bodies = world.Bodies(nil)[1:]
	for first := 0; first < frames; first += window {
		for f := first; f < first+window; f++ {
			world.Snapshot(&ring[f%window])
			world.Step(1.0 / 60)
		}
		if err := world.Restore(&ring[0]); err != nil {
			t.Fatal(err)
		}
		for f := first; f < first+window; f++ {
			push(bodies, f)
			world.Step(1.0 / 60)
			if world.Hash() != hashes[f] {
				t.Fatalf("frame %d differs after a rollback", f)
			}
		}
	}
}

// Once the storage of a snapshot is there, neither taking nor restoring it allocates, and what has no use takes no
// room.
func TestSnapshotStorage(t *testing.T) {
	w := tightPile(t, 300, false)
	var s Snapshot
	w.Snapshot(&s)
	if n := testing.AllocsPerRun(5, func() {
		w.Step(1.0 / 60)
		w.Snapshot(&s)
		w.Restore(&s)
	}); n > 0 {
		t.Errorf("a step, a snapshot and a return to it allocate %g times", n)
	}
	var full, packed snapshot.Snapshot
	packed.Take(&w.rooms, w.now)
	full.Take(&w.rooms, w.now)
	full.Rooms()
	if all, most := packed.Memory(), full.Memory()/2; all > most {
		t.Errorf("%d bytes, want at most %d", all, most)
	}
}

// While a pile sleeps, a snapshot follows it, and a world goes back, without a copy.
func TestSnapshotOfSleepers(t *testing.T) {
	w := tightPile(t, 60, true)
	var s Snapshot
	check := func(what string, want bool) {
		t.Helper()
		held := s.held.Holds(w.now)
		w.Snapshot(&s)
		var fresh Snapshot
		w.Snapshot(&fresh)
		a, _ := s.MarshalBinary()
		if b, _ := fresh.MarshalBinary(); held != want || !bytes.Equal(a, b) {
			t.Errorf("%s: holds the state %v, want %v; equal %v", what, held, want, bytes.Equal(a, b))
		}
	}
	run(t, w, 5)
	if n := w.Counters().AwakeBodies; n > 0 {
		t.Fatalf("%d bodies are awake", n)
	}
	check("first", false)
	run(t, w, 1)
	check("asleep", true)
	body := w.Bodies(nil)[7]
	body.ApplyImpulseToCenter(V3(0, 20, 0))
	check("woken", false)
	w.Restore(&s)
	check("gone back", true)
	run(t, w, 0.1)
	check("in motion", false)
	run(t, w, 5)
	check("asleep again", false)
	run(t, w, 1)
	check("still asleep", true)
	body.SetUserTag(3)
	check("with a tag", false)
}

// A snapshot has what the world has, bit for bit, whatever it held before and wherever the world goes in between.
func TestSnapshotPacksEverything(t *testing.T) {
	zoo, pile := newZoo(t), tightPile(t, 60, true)
	worlds := []*World{zoo, pile}
	var s, old Snapshot
	other := newTestWorld(t, nil)
	for round := range 40 {
		w := worlds[round%2]
		run(t, w, 0.05)
		if round%3 == 0 {
			bodies := w.Bodies(nil)
			bodies[len(bodies)-1-round].Destroy()
		}
		w.Snapshot(&s)
		exact := newWorld(w.state.Limits, nil, 1)
		exact.rooms.CopyFrom(&w.rooms)
		if err := other.Restore(&s); err != nil {
			t.Fatal(err)
		}
		if err := other.Validate(); err != nil {
			t.Fatal(err)
		}
		var want, got snapshot.Snapshot
		want.Rooms().CopyFrom(&exact.rooms)
		got.Rooms().CopyFrom(&other.rooms)
		if want.Hash() != got.Hash() || s.held.Hash() != w.Hash() {
			t.Fatalf("round %d: the hash differs", round)
		}
		data, _ := s.MarshalBinary()
		if restored := snapshotBytes(t, other); !bytes.Equal(data, restored) {
			t.Fatalf("round %d: the bytes differ", round)
		}
		old.CopyFrom(&s)
		if copied, _ := old.MarshalBinary(); !bytes.Equal(copied, data) {
			t.Fatalf("round %d: the bytes of the copy differ", round)
		}
		for range 10 {
			run(t, w, 0.01)
			run(t, other, 0.01)
			if w.Hash() != other.Hash() {
				t.Fatalf("round %d: the worlds part", round)
			}
		}
	}
}

// BenchmarkRollback goes back eight frames and does them again, with a snapshot each; "steps" does them without.
func BenchmarkRollback(b *testing.B) {
	for _, count := range []int{100, 1000, 3000} {
		w := tightPile(b, count, false)
		var ring [8]Snapshot
		start := &Snapshot{}
		w.Snapshot(start)
		for _, again := range []bool{false, true} {
			name := map[bool]string{false: "steps", true: "rollback"}[again]
			b.Run(fmt.Sprintf("%s/%d", name, count), func(b *testing.B) {
				b.ReportAllocs()
				for range b.N {
					if !again {
						b.StopTimer()
					}
					w.Restore(start)
					b.StartTimer()
					for f := range ring {
						if again {
							w.Snapshot(&ring[f])
						}
						w.Step(1.0 / 60)
					}
				}
			})
		}
	}
}

// BenchmarkSnapshot copies a block of boxes that is awake, and one that sleeps.
func BenchmarkSnapshot(b *testing.B) {
	for _, sleep := range []bool{false, true} {
		w := tightPile(b, 1000, sleep)
		b.Run(fmt.Sprintf("awake=%d", w.Counters().AwakeBodies), func(b *testing.B) {
			var s Snapshot
			w.Snapshot(&s)
			b.ReportAllocs()
			for range b.N {
				b.StopTimer()
				w.Step(1.0 / 60)
				b.StartTimer()
				w.Snapshot(&s)
			}
			b.ReportMetric(float64(s.Memory())/1000, "B/body")
		})
	}
}
