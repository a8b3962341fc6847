package record

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"tumble/engine/input"
	"tumble/engine/timestep"
	"tumble/physics/vec"
)

func sampleRecording(n int) *Recording {
	r := rand.New(rand.NewPCG(3, 9))
	rec := &Recording{
		Info:     SceneInfo{Scene: "pyramid", Hz: 100, Seed: 42, Params: []Param{{"rows", "20"}, {"friction", "0.6"}, {"", ""}}},
		HashFrom: 1,
		Skipped:  map[Kind]int{},
	}
	tick := uint64(1)
	for range n {
		tick += r.Uint64N(3)
		rec.Inputs = append(rec.Inputs, input.TickEvent{Tick: tick, Event: input.Event{
			Time: r.Int64N(1 << 40), X: r.NormFloat64(), Y: r.NormFloat64(), ID: r.Uint64(),
			P: vec.V3(r.Float32(), r.Float32(), r.Float32()), D: vec.V3(r.Float32(), r.Float32(), r.Float32()), S: r.Float32(),
			Code: r.Int32() - 1<<30, Kind: input.EventKind(1 + r.IntN(int(input.EventTickLength))), Action: input.Action(r.IntN(3)), Mods: input.Mods(r.IntN(64)),
		}})
		rec.Hashes = append(rec.Hashes, r.Uint64())
	}
	return rec
}

func TestRecordingRoundTrip(t *testing.T) {
	for _, n := range []int{0, 1, flushCount, 3*flushCount + 17} {
		want := sampleRecording(n)
		data, err := want.Marshal()
		if err != nil {
			t.Fatal(err)
		}
		got, err := ReadRecording(bytes.NewReader(data), "a.tumble", int64(len(data)), nil)
		if err != nil {
			t.Fatal(err)
		}
		if n == 0 {
			want.HashFrom = 0
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%d inputs: not the same after reading", n)
		}
	}
}

// Chunks of later versions must not hide from the user nor stop the reader.
func TestRecordingForeignChunks(t *testing.T) {
	foreign := Kind{'X', 'T', 'R', 'A'}
	var b bytes.Buffer
	w, err := NewRecorder(&b, SceneInfo{Scene: "s", Hz: 60})
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(w.Hash(5, 1), w.Chunk(foreign, []byte{1}), w.Chunk(KindNote, []byte("hello")), w.Hash(6, 2), w.Close()); err != nil {
		t.Fatal(err)
	}
	rec, err := ReadRecording(bytes.NewReader(b.Bytes()), "a", -1, nil)
	if err != nil {
		t.Fatal(err)
	}
	if rec.Skipped[foreign] != 1 || len(rec.Skipped) != 1 || rec.HashFrom != 5 || len(rec.Hashes) != 2 {
		t.Errorf("%+v", rec)
	}
	var seen []string
	_, err = ReadRecording(bytes.NewReader(b.Bytes()), "a", -1, func(c Chunk) error {
		seen = append(seen, c.Kind.String())
		return nil
	})
	if err != nil || strings.Join(seen, " ") != "XTRA note" {
		t.Errorf("%v %v", seen, err)
	}
}

// damaged writes one chunk of a kind after a good scene and returns the error of reading it.
func damaged(t *testing.T, kind Kind, payload []byte) error {
	t.Helper()
	var b bytes.Buffer
	w, err := NewWriter(&b)
	if err != nil {
		t.Fatal(err)
	}
	if kind != KindScene {
		scene, _ := encodeScene(SceneInfo{Hz: 100})
		if err := w.Chunk(KindScene, scene); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(w.Chunk(kind, payload), w.Close()); err != nil {
		t.Fatal(err)
	}
	_, err = ReadRecording(&b, "bad.tumble", -1, nil)
	return err
}

func TestRecordingErrors(t *testing.T) {
	scene, _ := encodeScene(SceneInfo{Scene: "abc", Hz: 100})
	edit := func(b []byte, at int, v ...byte) []byte {
		b = bytes.Clone(b)
		copy(b[at:], v)
		return b
	}
	one := appendInput(nil, 9, &input.Event{Kind: input.EventKey})
	nan := math.Float64frombits(0x7ff8000000000001)
	for _, c := range []struct {
		kind Kind
		data []byte
		want string
	}{
		{KindScene, nil, `bad.tumble: at byte 28: chunk "SCNE": 0 bytes are left, needed: 8`},
		{KindScene, edit(scene, 0, 0), `tick rate must be from 1 to 1000000 Hz: 0`},
		{KindScene, edit(scene, 16, 255, 255, 255, 255), `chunk "SCNE": a text longer than the limit of 256 bytes: 4294967295`},
		{KindScene, edit(scene, 23, 255, 255), `chunk "SCNE": more parameters than the limit of 4096: 65535`},
		{KindScene, append(bytes.Clone(scene), 1), `bytes after the last parameter: 1`},
		{KindInput, one[:75], `length must be a multiple of 76: 75`},
		{KindInput, append(bytes.Clone(one), appendInput(nil, 8, &input.Event{Kind: input.EventKey})...), `input after one of tick 9 has tick: 8`},
		{KindInput, edit(one, 72, 200), `unknown kind of event: 200`},
		{KindInput, edit(one, 73, 3), `unknown action: 3`},
		{KindInput, appendInput(nil, 1, &input.Event{Kind: input.EventKey, X: nan}), `an event of tick 1 has a number that is not finite`},
		{KindHashes, []byte{1, 2, 3}, `length must be a positive multiple of 8: 3`},
		{KindEnd, nil, ``},
	} {
		if c.kind == KindEnd {
			continue
		}
		if err := damaged(t, c.kind, c.data); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %s", c.kind, err, c.want)
		}
	}
	var b bytes.Buffer
	w, _ := NewWriter(&b)
	_ = w.Close()
	if _, err := ReadRecording(&b, "a", -1, nil); err == nil || !strings.Contains(err.Error(), `no chunk "SCNE"`) {
		t.Errorf("without a scene: %v", err)
	}
	hashes := binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(nil, 4), 1)
	b.Reset()
	w, _ = NewWriter(&b)
	_ = errors.Join(w.Chunk(KindScene, scene), w.Chunk(KindHashes, hashes), w.Chunk(KindHashes, hashes), w.Close())
	if _, err := ReadRecording(&b, "a", -1, nil); err == nil || !strings.Contains(err.Error(), "hashes must go on at tick 5, start at: 4") {
		t.Errorf("gap in the hashes: %v", err)
	}
}

func TestRecordingWriterRefuses(t *testing.T) {
	for _, info := range []SceneInfo{{}, {Hz: 100, Scene: strings.Repeat("x", maxNameBytes+1)}, {Hz: 100, Params: []Param{{"a", strings.Repeat("x", maxValueBytes+1)}}}} {
		if _, err := NewRecorder(&bytes.Buffer{}, info); err == nil {
			t.Errorf("accepted %.60v", info)
		}
	}
	w, _ := NewRecorder(&bytes.Buffer{}, SceneInfo{Hz: 100})
	if w.Input(5, &input.Event{Kind: input.EventKey}) != nil || w.Input(4, &input.Event{Kind: input.EventKey}) == nil {
		t.Error("accepted an earlier tick")
	}
	w, _ = NewRecorder(&bytes.Buffer{}, SceneInfo{Hz: 100})
	if w.Hash(5, 0) != nil || w.Hash(7, 0) == nil {
		t.Error("accepted a gap in the hashes")
	}
}

// toyWorld is a chaotic little simulation whose hash depends on every input and its tick.
type toyWorld struct {
	x, v float32
	h    uint64
}

func (w *toyWorld) tick(events []input.Event) uint64 {
	for i := range events {
		w.v += float32(events[i].S * 3)
	}
	w.v -= float32(0.01*w.x) + float32(0.001*float32(w.x*w.x*w.x))
	w.x += float32(0.01 * w.v)
	f := fnv.New64a()
	_ = binary.Write(f, binary.LittleEndian, []uint64{w.h, uint64(math.Float32bits(w.x)), uint64(math.Float32bits(w.v))})
	w.h = f.Sum64()
	return w.h
}

// A run with input, recorded at a ragged frame rate with pauses and changes of speed, replays
// bit for bit from the file alone.
func TestRecordAndReplay(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 6))
	l := &timestep.Ledger{}
	v := timestep.NewVirtualClock(l)
	s, _ := timestep.NewStepper(l, 100)
	q := input.NewQueue()
	var file bytes.Buffer
	w, err := NewRecorder(&file, SceneInfo{Scene: "toy", Hz: 100})
	if err != nil {
		t.Fatal(err)
	}
	var live toyWorld
	now, last := int64(0), int64(0)
	v.Advance(0, 0)
	for frame := range 3000 {
		last, now = now, now+r.Int64N(40*timestep.Millisecond)
		switch frame % 100 {
		case 30, 60:
			v.SetPaused(!v.Paused())
		case 80:
			_ = v.SetSpeed(1+r.Int64N(5), 1+r.Int64N(5))
		}
		for at := last; r.IntN(3) == 0 && at < now; at += r.Int64N(10 * timestep.Millisecond) {
			if err := q.Push(input.Event{Kind: input.EventCommand, Time: at, S: r.Float32() - 0.5}); err != nil {
				t.Fatal(err)
			}
		}
		tick, fraction := s.Ticks(), s.Fraction()
		dv := v.Advance(now, now)
		q.Assign(timestep.FrameSpan{From: last, To: now, Virtual: dv, Tick: tick, Fraction: fraction, Hz: 100})
		s.Advance(dv, v.TakeSteps())
		for s.Next(0) {
			n := s.Tick().N
			events := q.Take(n)
			for i := range events {
				if err := w.Input(n, &events[i]); err != nil {
					t.Fatal(err)
				}
			}
			if err := w.Hash(n, live.tick(events)); err != nil {
				t.Fatal(err)
			}
			s.Ran(0)
		}
		s.EndFrame()
		q.EndFrame(s.Ticks())
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	rec, err := ReadRecording(&file, "toy.tumble", -1, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(rec.Inputs) < 100 || uint64(len(rec.Hashes)) != s.Ticks() {
		t.Fatalf("%d inputs, %d hashes of %d ticks", len(rec.Inputs), len(rec.Hashes), s.Ticks())
	}
	var again toyWorld
	p := NewPlayer(rec)
	for i, want := range rec.Hashes {
		tick := rec.HashFrom + uint64(i)
		if got := again.tick(p.Events(tick)); got != want {
			t.Fatalf("tick %d: hash %x, recorded %x", tick, got, want)
		}
		if err := p.Check(tick, want); err != nil {
			t.Fatal(err)
		}
	}
	if err := p.Check(3, 0); err == nil || !strings.Contains(err.Error(), "tick 3") {
		t.Errorf("a wrong hash: %v", err)
	}
	if !p.Done(s.Ticks()) || p.Done(s.Ticks()-1) {
		t.Error("wrong end of the recording")
	}
}

func TestRecordingDoesNotAllocate(t *testing.T) {
	w, err := NewRecorder(discard{}, SceneInfo{Hz: 100})
	if err != nil {
		t.Fatal(err)
	}
	tick := uint64(0)
	e := input.Event{Kind: input.EventCommand}
	if n := testing.AllocsPerRun(5000, func() {
		tick++
		_ = w.Input(tick, &e)
		_ = w.Hash(tick, 1)
	}); n != 0 {
		t.Errorf("%v allocations per tick", n)
	}
}

type discard struct{}

func (discard) Write(p []byte) (int, error) { return len(p), nil }

func FuzzReadRecording(f *testing.F) {
	data, _ := sampleRecording(3).Marshal()
	f.Add(data)
	data, _ = sampleRecording(0).Marshal()
	f.Add(data)
	f.Add(worldFile(f, worldRecording(f, 3)))
	f.Fuzz(func(t *testing.T, data []byte) {
		rec, err := ReadRecording(bytes.NewReader(data), "f", int64(len(data)), nil)
		if err != nil {
			return
		}
		again, err := rec.Marshal()
		if err != nil {
			t.Fatalf("read but cannot be written: %v", err)
		}
		rec2, err := ReadRecording(bytes.NewReader(again), "f", -1, nil)
		if err != nil {
			t.Fatal(err)
		}
		rec.Skipped, rec.World, rec.State = rec2.Skipped, nil, nil
		if len(rec.Hashes) == 0 {
			rec.HashFrom = 0
		}
		if !reflect.DeepEqual(rec, rec2) {
			t.Fatal("changed by writing and reading")
		}
	})
}

// FuzzDecodeChunks goes past the checksums, which random bytes never pass.
func FuzzDecodeChunks(f *testing.F) {
	scene, _ := encodeScene(SceneInfo{Scene: "abc", Hz: 100, Params: []Param{{"a", "b"}}})
	f.Add(uint8(0), scene)
	f.Add(uint8(1), appendInput(nil, 9, &input.Event{Kind: input.EventKey}))
	f.Add(uint8(2), make([]byte, 24))
	f.Fuzz(func(t *testing.T, which uint8, data []byte) {
		kinds := []Kind{KindScene, KindInput, KindHashes}
		var fe *FormatError
		if err := damaged(t, kinds[int(which)%3], data); err != nil && !errors.As(err, &fe) {
			t.Fatalf("error without file and offset: %v", err)
		}
	})
}
