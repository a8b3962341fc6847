package physics

import (
	"bytes"
	"testing"

	"tumble/physics/internal/journal"
	"tumble/physics/internal/recording"
)

// A recorder that begins anew serves readers who come late and the one that was there from the start: each replay ends
// in the state of the world, and each film shows all steps.
func TestRecorderBeginsAnewForLateReaders(t *testing.T) {
	for _, options := range []RecordOptions{
		{}, {KeyframeEvery: 3, KeyframeBytes: 1 << 20, Details: true}, {NoTrack: true, Lazy: true},
	} {
		w := newZoo(t)
		r := record(t, w, options)
		hull, err := NewHull([]Vec3{{}, {X: 1}, {Y: 1}, {Z: 1}})
		if err != nil {
			t.Fatal(err)
		}
		for i := range 60 {
			addBody(t, w, Dynamic, V3(0, 5, float32(i)/20), hull)
			if i == 20 || i == 21 || i == 45 {
				if err := r.Begin(); err != nil {
					t.Fatal(err)
				}
			}
			run(t, w, 0.01)
		}
		whole := r.stop(t)
		checkLateReader(t, whole, r.file.Bytes(), 60, w.Hash())
		head, begins := r.file.Bytes()[:journal.HeaderSize], 0
		for _, e := range recordsIn(t, r.file.Bytes()) {
			if e.Kind == journal.Table {
				data := append(bytes.Clone(head), r.file.Bytes()[e.At:]...)
				checkLateReader(t, open(t, data), data, 60-[]int{0, 20, 21, 45}[begins], w.Hash())
				begins++
			}
		}
		if begins != 4 {
			t.Errorf("%d tables, want 4", begins)
		}
	}
	if err := (&Recorder{}).Begin(); err == nil {
		t.Error("a recorder that nobody made begins anew")
	}
}

func checkLateReader(t *testing.T, rec *Recording, data []byte, steps int, hash uint64) {
	t.Helper()
	if end := rec.End(); !end.Whole || end.Reason != "" || rec.Steps() != steps {
		t.Fatalf("%d steps, want %d; end %+v", rec.Steps(), steps, end)
	}
	p, err := NewReplay(rec, DefaultReplayOptions())
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	for _, step := range []int{steps, steps / 3, steps - 1, steps} {
		if err := p.Seek(step); err != nil {
			t.Fatal(err)
		}
	}
	if got := p.World().Hash(); got != hash {
		t.Errorf("after %d steps the hash is %016x, want %016x", steps, got, hash)
	}
	if !rec.HasPoses() {
		return
	}
	film, err := recording.NewFilm(&rec.file)
	if err != nil {
		t.Fatal(err)
	}
	if err := film.Seek(steps); err != nil {
		t.Fatal(err)
	}
	for _, pose := range film.Poses(nil) {
		b, ok := p.World().BodyAt(int(pose.Look.Slot))
		if d := b.Position().Sub(pose.Transform.P).Len(); !ok || d > 0.001 {
			t.Errorf("body %d is shown %v m off", pose.Look.Slot, d)
		}
	}
}

// A world that carries a recording out while it is written goes on where another reader came, and stays the same.
func TestRepeatGoesOnWhereARecorderBegins(t *testing.T) {
	w := newZoo(t)
	r := record(t, w, RecordOptions{})
	hull, err := NewHull([]Vec3{{}, {X: 1}, {Y: 1}, {Z: 1}})
	if err != nil {
		t.Fatal(err)
	}
	var rec *Recording
	var follower *World
	file := &growing{}
	for i := range 40 {
		addBody(t, w, Dynamic, V3(0, 5, float32(i)/20), hull)
		if i == 10 || i == 25 {
			if err := r.Begin(); err != nil {
				t.Fatal(err)
			}
		}
		run(t, w, 0.01)
		if err := r.Flush(); err != nil {
			t.Fatal(err)
		}
		file.data = r.file.Bytes()
		if rec == nil {
			rec, err = OpenRecording(file, int64(len(file.data)))
			if err == nil {
				follower = newTestWorld(t, nil)
				err = rec.Repeat(follower)
			}
		} else {
			err = rec.Grow(int64(len(file.data)))
		}
		if err == nil {
			err = follower.Step(0.01)
		}
		if err != nil {
			t.Fatal(err)
		}
		if follower.Hash() != w.Hash() {
			t.Fatalf("step %d of %d: hash %016x, want %016x", i+1, rec.Steps(), follower.Hash(), w.Hash())
		}
	}
	r.stop(t)
}

// growing is a file that is being written.
type growing struct{ data []byte }

func (g *growing) ReadAt(b []byte, at int64) (int, error) {
	return bytes.NewReader(g.data).ReadAt(b, at)
}
