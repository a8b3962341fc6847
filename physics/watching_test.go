package physics

import (
	"context"
	"io"
	"testing"
)

// Watching changes nothing: a world with all events, a clock, labels, a recorder with details and readers has the hash
// of one without, after every step.
func TestWatchingChangesNothing(t *testing.T) {
	plain, watched := newZoo(t), newZoo(t)
	for i := range watched.state.Shapes {
		if s, ok := watched.ShapeAt(i); ok {
			s.SetEvents(true, true, true)
		}
	}
	time := int64(0)
	watched.profile.Clock = func() int64 { time++; return time }
	watched.LabelStages(context.Background())
	options := DefaultRecordOptions()
	options.Details = true
	r, err := watched.Record(io.Discard, options)
	if err != nil {
		t.Fatal(err)
	}
	events := 0
	for step := range 200 {
		run(t, plain, 0.01)
		run(t, watched, 0.01)
		e := watched.Events()
		events += len(e.ContactBegin) + len(e.SensorBegin) + len(e.Hit)
		watched.IslandLoads(nil)
		watched.Counters()
		if plain.Hash() != watched.Hash() || plain.Digest() != watched.Digest() {
			t.Fatalf("step %d: the watched world went another way", step)
		}
	}
	if err := r.Stop(); err != nil {
		t.Fatal(err)
	}
	if events == 0 {
		t.Error("nothing was seen")
	}
}
