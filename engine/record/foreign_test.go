package record

import (
	"bytes"
	"testing"

	"tumble/physics"
)

// The recording that another program made of its world opens without a scene, at the rate of its steps.
func TestRecordingWithoutAScene(t *testing.T) {
	for _, c := range []struct {
		dt   float32
		hz   int64
		step int
	}{{1.0 / 60, 60, 5}, {0.01, 100, 1}, {1e-6, 1_000_000, 1}, {0.7, 1, 2}, {0.01, 100, 0}} {
		w, err := physics.NewWorld(physics.DefaultWorldDef())
		if err != nil {
			t.Fatal(err)
		}
		var log bytes.Buffer
		r, err := w.Record(&log, physics.RecordOptions{})
		if err != nil {
			t.Fatal(err)
		}
		for range c.step {
			if err := w.Step(c.dt); err != nil {
				t.Fatal(err)
			}
		}
		if err := r.Stop(); err != nil {
			t.Fatal(err)
		}
		rec, err := Read(bytes.NewReader(log.Bytes()), int64(log.Len()))
		if err != nil {
			t.Fatal(err)
		}
		if info := rec.First().Info; info.Scene != foreignScene || info.Hz != c.hz || rec.HasTicks() {
			t.Errorf("steps of %g s: %+v, ticks %v", c.dt, info, rec.HasTicks())
		}
	}
}
