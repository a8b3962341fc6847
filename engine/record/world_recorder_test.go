package record

import (
	"bytes"
	"strings"
	"testing"

	"tumble/physics"
	"tumble/physics/vec"
)

// worldRecording is a ball that falls on a plane.
func worldRecording(t testing.TB, steps int) *physics.Recording {
	t.Helper()
	w, err := physics.NewWorld(physics.DefaultWorldDef())
	if err != nil {
		t.Fatal(err)
	}
	r, err := w.Record(physics.RecordOptions{KeyframeEvery: 8, KeyframeBytes: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	for i, g := range []physics.Geometry{physics.Plane{Normal: vec.AxisY}, physics.Sphere{Radius: 0.5}} {
		def := physics.DefaultBodyDef()
		if i == 1 {
			def.Type, def.Position = physics.Dynamic, vec.V3(0, 1, 0)
		}
		b, err := w.CreateBody(def)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := b.CreateShape(g, physics.DefaultShapeDef()); err != nil {
			t.Fatal(err)
		}
	}
	for range steps {
		if err := w.Step(0.01); err != nil {
			t.Fatal(err)
		}
	}
	rec, err := r.Stop()
	if err != nil {
		t.Fatal(err)
	}
	return rec
}

func worldFile(t testing.TB, rec *physics.Recording) []byte {
	t.Helper()
	var b bytes.Buffer
	w, err := NewRecorder(&b, SceneInfo{Scene: "ball", Hz: 100})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.World(rec); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestWorldRecordingRoundTrip(t *testing.T) {
	want := worldRecording(t, 30)
	data := worldFile(t, want)
	got, err := ReadRecording(bytes.NewReader(data), "a.tumble", int64(len(data)), nil)
	if err != nil {
		t.Fatal(err)
	}
	if got.World == nil || got.World.Steps() != 30 || len(got.World.Keyframes()) != 3 || len(got.Skipped) != 0 {
		t.Fatalf("%+v", got)
	}
	p, err := physics.NewReplay(got.World, physics.ReplayOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for _, step := range []int{30, 9, 8, 0, 1} {
		if err := p.Seek(step); err != nil {
			t.Error(err)
		}
	}
	// every byte that changes is noticed, and no change ends in a panic
	for at := range data {
		changed := bytes.Clone(data)
		changed[at] ^= 0x10
		if _, err := ReadRecording(bytes.NewReader(changed), "a.tumble", -1, nil); err == nil {
			t.Fatalf("byte %d can change", at)
		}
	}
}

func TestWorldChunksAreChecked(t *testing.T) {
	p, err := worldRecording(t, 3).Marshal()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		says   string
		chunks map[Kind][]byte
	}{
		{"recording: start: ", map[Kind][]byte{KindGeometry: p.Head}},
		{"recording: head: ", map[Kind][]byte{KindSnapshot: p.Seed, KindCalls: p.Calls}},
		{"recording: head: ", map[Kind][]byte{KindSnapshot: p.Seed, KindGeometry: p.Head[:9]}},
		{"calls: at byte ", map[Kind][]byte{KindSnapshot: p.Seed, KindGeometry: p.Head, KindCalls: p.Calls[:len(p.Calls)-1]}},
		{"length must be at least 8", map[Kind][]byte{KindSnapshot: p.Seed, KindKeyframe: {1}}},
	} {
		var b bytes.Buffer
		w, err := NewRecorder(&b, SceneInfo{Scene: "ball", Hz: 100})
		if err != nil {
			t.Fatal(err)
		}
		for _, kind := range []Kind{KindSnapshot, KindGeometry, KindCalls, KindKeyframe} {
			if data, ok := c.chunks[kind]; ok {
				if err := w.Chunk(kind, data); err != nil {
					t.Fatal(err)
				}
			}
		}
		w.Close()
		if _, err := ReadRecording(&b, "bad.tumble", -1, nil); err == nil || !strings.Contains(err.Error(), c.says) ||
			!strings.Contains(err.Error(), "bad.tumble") {
			t.Errorf("%v, want %q", err, c.says)
		}
	}
}
