package physics

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"
)

// repeating is a world that repeats a recording.
func repeating(t testing.TB, rec *Recording) *World {
	t.Helper()
	def, err := rec.WorldDef()
	if err != nil {
		t.Fatal(err)
	}
	w, err := NewWorld(def)
	if err == nil {
		err = rec.Repeat(w)
	}
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// hashesOf are the hashes after each step of a recording, and at its start.
func hashesOf(t testing.TB, rec *Recording) (list []uint64) {
	t.Helper()
	p, err := NewReplay(rec, ReplayOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	list = append(list, p.World().Hash())
	for p.Step() < rec.Steps() {
		if err := p.Advance(); err != nil {
			t.Fatal(err)
		}
		list = append(list, p.World().Hash())
	}
	return list
}

// stepAlong does a step, whose error is that of the recorded one.
func stepAlong(t testing.TB, w *World, want uint64) {
	t.Helper()
	// hooks of the recorded program may have failed
	var hook *HookError
	err := w.Step(0.02)
	if err != nil && !errors.As(err, &hook) {
		t.Fatal(err)
	}
	r, ok := w.Repetition()
	if !ok || !r.Follows || w.Hash() != want {
		t.Fatalf("%+v: hash %016x, recorded %016x", r, w.Hash(), want)
	}
}

// A world repeats a recording of random calls to the bit, also after going to any of its states in any order. The
// recording of that world replays.
func TestRepeatIsWhatWas(t *testing.T) {
	for seed := range uint64(20) {
		data, _ := recordRandom(t, seed, 300, RecordOptions{})
		rec := open(t, data)
		hashes := hashesOf(t, rec)
		w := repeating(t, rec)
		var log bytes.Buffer
		recorder, err := w.Record(&log, RecordOptions{})
		if err != nil {
			t.Fatal(err)
		}
		kept := make([]Snapshot, len(hashes))
		for step := range hashes {
			if step > 0 {
				stepAlong(t, w, hashes[step])
			}
			if err := w.Snapshot(&kept[step]); err != nil {
				t.Fatal(err)
			}
		}
		if err := recorder.Stop(); err != nil {
			t.Fatal(err)
		}
		again := hashesOf(t, open(t, log.Bytes()))
		if len(again) != len(hashes) || again[len(again)-1] != hashes[len(hashes)-1] {
			t.Fatalf("seed %d: recorded again it has %d states, not %d, or another end", seed, len(again), len(hashes))
		}
		r := rand.New(rand.NewPCG(seed, 9))
		for range 20 {
			step := r.IntN(len(hashes) - 1)
			if slices.Index(hashes, hashes[step]) != step || slices.Contains(hashes[step+1:], hashes[step]) {
				// the recording has this state twice, and goes on otherwise
				continue
			}
			if err := w.Restore(&kept[step]); err != nil {
				t.Fatal(err)
			}
			stepAlong(t, w, hashes[step+1])
		}
		w.Close()
	}
}

// A recording that grows by any number of bytes at a time is repeated as far as it goes.
func TestRepeatOfAGrowingRecording(t *testing.T) {
	for seed := range uint64(10) {
		data, _ := recordRandom(t, seed, 200, RecordOptions{})
		hashes := hashesOf(t, open(t, data))
		r := rand.New(rand.NewPCG(seed, 10))
		size := len(data) / 3
		rec, err := OpenRecording(bytes.NewReader(data), int64(size))
		if err != nil {
			t.Fatal(err)
		}
		w := repeating(t, rec)
		for step := 1; step < len(hashes); step++ {
			for rec.Steps() < step {
				before := w.Hash()
				err := rec.Grow(int64(size))
				if err == nil {
					err = w.Step(0.01)
				}
				told, _ := w.Repetition()
				if err != nil || w.Hash() != before || !told.Waits {
					t.Fatalf("it does not wait for step %d: %+v, %v", step, told, err)
				}
				size = min(len(data), size+1+r.IntN(400))
				if err := rec.Grow(int64(size)); err != nil {
					t.Fatal(err)
				}
			}
			stepAlong(t, w, hashes[step])
		}
		if err := rec.Grow(int64(len(data))); err != nil {
			t.Fatal(err)
		}
		if !rec.End().Whole {
			t.Errorf("seed %d: the end is not read: %s", seed, rec.End().Reason)
		}
		if err := w.Step(0.01); err != nil {
			t.Fatal(err)
		}
		if told, _ := w.Repetition(); told.Waits || told.Follows {
			t.Errorf("seed %d: after the last record: %+v", seed, told)
		}
		w.Close()
	}
}

// A changed world goes its own way, as a world without a recording does. A recorded state brings it back to the
// recording.
func TestChangedRepetition(t *testing.T) {
	w := newTestWorld(t, nil)
	defer w.Close()
	addFloor(t, w)
	ball := addBody(t, w, Dynamic, V3(0, 3, 0), Sphere{Radius: 0.5})
	var log bytes.Buffer
	recorder, err := w.Record(&log, RecordOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for step := range 100 {
		if step == 40 {
			ball.ApplyImpulseToCenter(V3(0, 500, 0))
		}
		if err := w.Step(0.01); err != nil {
			t.Fatal(err)
		}
	}
	if err := recorder.Stop(); err != nil {
		t.Fatal(err)
	}
	rec := open(t, log.Bytes())
	hashes := hashesOf(t, rec)
	got := repeating(t, rec)
	defer got.Close()
	for step := 1; step <= 20; step++ {
		stepAlong(t, got, hashes[step])
	}
	var kept Snapshot
	if err := got.Snapshot(&kept); err != nil {
		t.Fatal(err)
	}
	free, err := got.Clone()
	if err != nil {
		t.Fatal(err)
	}
	defer free.Close()
	for _, world := range []*World{got, free} {
		world.Bodies(nil)[1].ApplyImpulseToCenter(V3(100, 0, 0))
		for range 60 {
			if err := world.Step(0.01); err != nil {
				t.Fatal(err)
			}
		}
	}
	if r, _ := got.Repetition(); r.Follows || !r.Changed || r.Differs != 0 {
		t.Errorf("after a change: %+v", r)
	}
	if got.Hash() != free.Hash() {
		t.Error("a changed repetition is not an ordinary world")
	}
	if err := got.Restore(&kept); err != nil {
		t.Fatal(err)
	}
	for step := 21; step <= 100; step++ {
		stepAlong(t, got, hashes[step])
	}
	if err := got.Step(0.01); err != nil {
		t.Fatal(err)
	}
	if r, _ := got.Repetition(); r.Follows || r.Changed || r.Differs != 0 {
		t.Errorf("after the end: %+v", r)
	}
}

// A recording whose digests are not those of this version is left at the first step that differs.
func TestRepetitionThatDiffers(t *testing.T) {
	data, _ := recordRandom(t, 5, 200, RecordOptions{})
	rec := open(t, data)
	w := repeating(t, rec)
	defer w.Close()
	// a body that the recording does not have, put beside it without the notice of a change
	p := w.repeats
	w.CreateBody(DefaultBodyDef())
	p.stand(w)
	if err := w.Step(0.01); err != nil {
		t.Fatal(err)
	}
	if r, _ := w.Repetition(); r.Follows || r.Changed || r.Differs != 1 || r.Err == nil {
		t.Errorf("%+v", r)
	}
	other, err := NewWorld(func() WorldDef {
		def := DefaultWorldDef()
		def.MaxBodies = 17
		return def
	}())
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	if rec.Repeat(other) == nil || rec.Repeat(w) == nil || rec.Repeat(nil) == nil {
		t.Error("a world of other limits, a used one or none repeats")
	}
}
