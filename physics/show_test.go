package physics

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"math/rand/v2"
	"testing"

	"tumble/physics/internal/journal"
)

// seen is a body as a user sees it.
type seen struct {
	at    Transform
	what  string
	awake bool
}

func seenOf(b Body) seen {
	s := seen{at: b.Transform(), what: fmt.Sprintf("%v %q", b.Type(), b.Name()), awake: b.Awake()}
	for _, shape := range b.Shapes(nil) {
		g := shape.Geometry()
		s.what += fmt.Sprintf("; %T sensor %v", g, shape.Sensor())
		switch g.(type) {
		case Hull, Mesh, HeightField, Compound:
		default:
			s.what += fmt.Sprintf(" %v", g)
		}
	}
	return s
}

// seenIn are all bodies of a world.
func seenIn(w *World) (list []seen) {
	for _, b := range w.Bodies(nil) {
		list = append(list, seenOf(b))
	}
	return list
}

// shownIn are the bodies of a world that shows a recording, in the order of those recorded.
func shownIn(w *World) (list []seen) {
	for _, p := range w.film.poses {
		list = append(list, seenOf(w.film.bodies[p.Look.ID]))
	}
	return list
}

// differs says how the shown poses differ from those of the run, empty if they do not.
func differs(shown, was []seen) string {
	if len(shown) != len(was) {
		return fmt.Sprintf("%d bodies, not %d", len(shown), len(was))
	}
	for i := range was {
		a, b := shown[i], was[i]
		// half a unit along each axis, and what a float32 leaves out
		within := 0.00011 + 2e-7*b.at.P.Len()
		q := a.at.Q.InvMul(b.at.Q)
		if a.what != b.what || a.awake != b.awake || a.at.P.Sub(b.at.P).Len() > within || q.Vec().Len() > 0.0002 {
			return fmt.Sprintf("body %d: %v, not %v", i, a, b)
		}
	}
	return ""
}

// recordRandom makes random calls and steps, and returns their recording with the poses after each step.
func recordRandom(t *testing.T, seed uint64, calls int, options RecordOptions) (data []byte, was [][]seen) {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 3))
	random := make([]byte, 45*calls)
	for i := range random {
		random[i] = byte(r.UintN(250 + 6*uint(seed&1)))
	}
	d := newDriver(t, random)
	defer d.w.Close()
	// recording begins while the world moves
	for range calls / 4 {
		d.call()
		if err := d.w.Step(0.01); err != nil {
			t.Fatal(err)
		}
	}
	was = append(was, seenIn(d.w))
	var log bytes.Buffer
	recorder, err := d.w.Record(&log, options)
	for range calls {
		d.call()
		if d.byte()%3 == 0 && err == nil {
			err = d.w.Step(0.01)
			was = append(was, seenIn(d.w))
		}
	}
	if err == nil {
		err = recorder.Stop()
	}
	if err != nil {
		t.Fatal(err)
	}
	return log.Bytes(), was
}

// showing is a world that shows a recording.
func showing(t testing.TB, data []byte, from int) *World {
	t.Helper()
	rec, err := OpenRecording(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	w := newTestWorld(t, nil)
	if err := rec.Show(w, from); err != nil {
		t.Fatal(err)
	}
	return w
}

// A shown recording has the poses of the run: after every step, forwards and in any order, whatever calls were made.
func TestShowIsWhatWas(t *testing.T) {
	for seed := range uint64(40) {
		data, was := recordRandom(t, seed, 300, RecordOptions{})
		w := showing(t, data, 0)
		for step := range was {
			if step > 0 {
				if err := w.Step(0.01); err != nil {
					t.Fatal(err)
				}
			}
			if why := differs(shownIn(w), was[step]); why != "" {
				t.Fatalf("seed %d, step %d: %s", seed, step, why)
			}
		}
		r := rand.New(rand.NewPCG(seed, 4))
		for range 20 {
			step := r.IntN(len(was))
			if err := w.ShowStep(step); err != nil {
				t.Fatal(err)
			}
			if why := differs(shownIn(w), was[step]); why != "" {
				t.Fatalf("seed %d, at once to step %d: %s", seed, step, why)
			}
		}
		if err := w.Validate(); err != nil {
			t.Fatal(err)
		}
	}
}

// A track that is damaged with right checksums is refused or shown wrong, and nothing worse.
func TestShowOfDamagedTracks(t *testing.T) {
	data, _ := recordRandom(t, 3, 120, RecordOptions{})
	var tracks []journal.Record
	for _, e := range recordsIn(t, data) {
		if e.Kind == journal.Track && len(e.Payload) > 0 {
			tracks = append(tracks, e)
		}
	}
	rounds := 300
	if soak() {
		rounds = 100_000
	}
	r := rand.New(rand.NewPCG(5, 6))
	failed, shown := 0, 0
	for range rounds {
		bad := bytes.Clone(data)
		e := &tracks[r.IntN(min(len(tracks), 1+r.IntN(len(tracks))))]
		whole := bad[e.At:e.Next]
		for range 1 + r.IntN(3) {
			whole[journal.FrameSize+r.IntN(len(e.Payload))] = byte(r.UintN(256))
		}
		sum := crc32.Update(crc32.Checksum(whole[:8], castagnoli), castagnoli, whole[journal.FrameSize:])
		binary.LittleEndian.PutUint32(whole[8:], sum)
		w := newTestWorld(t, nil)
		rec := open(t, bad)
		err := rec.Show(w, 0)
		for step := 0; step < rec.Steps() && err == nil; step++ {
			err = w.Step(0.01)
		}
		if err != nil {
			failed++
		} else {
			shown++
		}
		if err := w.Validate(); err != nil {
			t.Fatal(err)
		}
		w.Close()
	}
	if failed == 0 || shown == 0 {
		t.Errorf("%d of %d are refused", failed, rounds)
	}
}

// BenchmarkTrack is a step of 1,000 balls in a heap that is recorded, with and without poses.
func BenchmarkTrack(b *testing.B) {
	for _, bare := range []bool{true, false} {
		b.Run(fmt.Sprintf("bare=%v", bare), func(b *testing.B) {
			w := newTestWorld(b, func(def *WorldDef) { def.Settings.SleepEnabled = false })
			defer w.Close()
			addFloor(b, w)
			for i := range 1000 {
				p := V3(float32(i%10)*1.1, 1+float32(i/100)*1.1, float32(i/10%10)*1.1)
				addBody(b, w, Dynamic, p, Sphere{Radius: 0.5})
			}
			r, err := w.Record(&bytes.Buffer{}, RecordOptions{NoTrack: bare})
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				if err := w.Step(0.01); err != nil {
					b.Fatal(err)
				}
			}
			_ = r.Stop()
		})
	}
}
