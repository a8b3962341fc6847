package scenes

import (
	"bytes"
	"testing"

	"tumble/physics"
)

// Every scene of the gallery, recorded with all calls that it makes, is replayed through bytes:
// all steps, then back and forth, with the hashes of the run. A state that was saved as bytes
// half way goes on with the same hashes, too.
func TestGalleryReplays(t *testing.T) {
	const steps = exchangeSteps
	for _, s := range All() {
		t.Run(s.Name, func(t *testing.T) {
			values, _ := size(s)
			r := build(t, s, s.WorldDef(), values)
			if testing.Short() && r.World.BodyCount() > goldenShortBodies {
				t.Skip("large")
			}
			rec, half, want := recordScene(t, r, steps)
			p, err := physics.NewReplay(rec, physics.ReplayOptions{Workers: 2})
			if err != nil {
				t.Fatal(err)
			}
			defer p.Close()
			for _, step := range exchangeVisits {
				if err := p.Seek(step); err != nil {
					t.Fatalf("to step %d: %v", step, err)
				}
				if got := p.World().Hash(); got != want[step] {
					t.Fatalf("at step %d: hash %016x, want %016x", step, got, want[step])
				}
			}
			if err := p.World().Validate(); err != nil {
				t.Error(err)
			}
			loaded := build(t, s, s.WorldDef(), values)
			if err := loaded.World.Restore(half); err != nil {
				t.Fatal(err)
			}
			loaded.StepCount = steps / 2
			for loaded.StepCount < steps/2+10 {
				advance(t, loaded, 1)
				if got := loaded.World.Hash(); got != want[loaded.StepCount] {
					t.Fatalf("loaded half way: step %d: hash %016x, want %016x", loaded.StepCount, got,
						want[loaded.StepCount])
				}
			}
		})
	}
}

// recordScene runs a scene and returns its recording and the state after half of the steps, both sent
// through bytes, and the hash after every step, that of the start first.
func recordScene(t *testing.T, r *Run, steps int) (*physics.Recording, *physics.Snapshot, []uint64) {
	t.Helper()
	var file bytes.Buffer
	recorder, err := r.World.Record(&file, physics.RecordOptions{KeyframeEvery: 32, KeyframeBytes: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	hashes := []uint64{r.World.Hash()}
	var half physics.Snapshot
	for r.StepCount < steps {
		if r.StepCount == steps/2 {
			throughBytes(t, r.World, &half)
		}
		advance(t, r, 1)
		hashes = append(hashes, r.World.Hash())
	}
	return openRecording(t, recorder, &file), &half, hashes
}

// openRecording ends a recording and reads it.
func openRecording(t *testing.T, recorder *physics.Recorder, file *bytes.Buffer) *physics.Recording {
	t.Helper()
	if err := recorder.Stop(); err != nil {
		t.Fatal(err)
	}
	rec, err := physics.OpenRecording(bytes.NewReader(file.Bytes()), int64(file.Len()))
	if err != nil {
		t.Fatal(err)
	}
	return rec
}
