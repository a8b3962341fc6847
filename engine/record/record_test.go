package record

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/fnv"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"tumble/engine/input"
	"tumble/engine/timestep"
	"tumble/physics"
	"tumble/physics/vec"
)

func newRecorder(t testing.TB, w io.Writer) *Recorder {
	t.Helper()
	r, err := NewRecorder(w, SceneInfo{Scene: "s", Hz: 100}, physics.RecordOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func read(t testing.TB, b []byte) *Recording {
	t.Helper()
	rec, err := Read(bytes.NewReader(b), int64(len(b)))
	if err != nil {
		t.Fatal(err)
	}
	return rec
}

func randomInput(r *rand.Rand) input.Event {
	return input.Event{
		Time: r.Int64N(1 << 40), X: r.NormFloat64(), Y: r.NormFloat64(), ID: r.Uint64(),
		P: vec.V3(r.Float32(), r.Float32(), r.Float32()), D: vec.V3(r.Float32(), r.Float32(), r.Float32()),
		S:    r.Float32(),
		Code: r.Int32() - 1<<30, Kind: input.EventKind(1 + r.IntN(int(input.EventTickLength))),
		Action: input.Action(r.IntN(3)), Mods: input.Mods(r.IntN(64)),
	}
}

// A recording gives back its contents: two scenes with their parameters, inputs and digests.
func TestRecordingRoundTrip(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 9))
	want := []Part{
		{Info: SceneInfo{Scene: "pyramid", Hz: 100, Seed: 42, Params: []Param{{"rows", "20"}, {"friction", "0.6"},
			{"", ""}}}, FirstTick: 1},
		{Info: SceneInfo{Scene: "box", Hz: 60}, FirstTick: 1},
	}
	for i := range want {
		for tick := uint64(1); tick < 1000; tick++ {
			for range random.IntN(3) {
				want[i].Inputs = append(want[i].Inputs, input.TickEvent{Tick: tick, Event: randomInput(random)})
			}
			want[i].Digests = append(want[i].Digests, random.Uint64())
		}
	}
	var file bytes.Buffer
	w, err := NewRecorder(&file, want[0].Info, physics.RecordOptions{})
	if err != nil {
		t.Fatal(err)
	}
	world, err := physics.NewWorld(physics.DefaultWorldDef())
	if err != nil {
		t.Fatal(err)
	}
	for i := range want {
		if i > 0 {
			if err := w.Scene(want[i].Info, world); err != nil {
				t.Fatal(err)
			}
		}
		next := 0
		for k, digest := range want[i].Digests {
			tick := uint64(k + 1)
			for ; next < len(want[i].Inputs) && want[i].Inputs[next].Tick == tick; next++ {
				if err := w.Input(tick, &want[i].Inputs[next].Event); err != nil {
					t.Fatal(err)
				}
			}
			if err := w.Tick(tick, digest); err != nil {
				t.Fatal(err)
			}
			if tick%100 == 0 {
				want[i].Names = append(want[i].Names, BranchName{tick, "röst"})
				if err := w.NameBranch(tick, "röst"); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if got := read(t, file.Bytes()); !reflect.DeepEqual(got.Parts, want) || len(got.Skipped) != 0 ||
		!got.Calls.HasWorld() {
		t.Error("not the same after reading")
	}
}

// A part has no more names of branches than can be read; the next one counts anew.
func TestMoreBranchNamesThanAPartCanHave(t *testing.T) {
	world, err := physics.NewWorld(physics.DefaultWorldDef())
	if err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	w, err := NewRecorder(&file, SceneInfo{Scene: "s", Hz: 100}, physics.RecordOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for range maxBranchNames + 5 {
		if err := w.NameBranch(0, "n"); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Scene(SceneInfo{Scene: "s", Hz: 100}, world); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(w.NameBranch(0, "m"), w.Close()); err != nil {
		t.Fatal(err)
	}
	rec := read(t, file.Bytes())
	if len(rec.Parts) != 2 || len(rec.Parts[0].Names) != maxBranchNames || len(rec.Parts[1].Names) != 1 {
		t.Errorf("%d parts, %d names in the first", len(rec.Parts), len(rec.Parts[0].Names))
	}
}

// A saved state is told from a recording.
func TestState(t *testing.T) {
	world, err := physics.NewWorld(physics.DefaultWorldDef())
	if err != nil {
		t.Fatal(err)
	}
	def := physics.DefaultBodyDef()
	def.Position = vec.V3(1, 2, 3)
	if _, err := world.CreateBody(def); err != nil {
		t.Fatal(err)
	}
	var s physics.Snapshot
	if err := world.Snapshot(&s); err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	if err := WriteState(&file, SceneInfo{Scene: "s", Hz: 100}, &s); err != nil {
		t.Fatal(err)
	}
	rec := read(t, file.Bytes())
	if rec.State == nil {
		t.Fatal("no state")
	}
	again, _ := physics.NewWorld(physics.DefaultWorldDef())
	if err := again.Restore(rec.State); err != nil || again.Hash() != world.Hash() {
		t.Errorf("another state, %v", err)
	}
}

// entry writes one entry after a good scene and returns the error of reading it.
func entry(t *testing.T, kind Kind, data []byte) error {
	t.Helper()
	var file bytes.Buffer
	r := newRecorder(t, &file)
	if err := errors.Join(r.log.Append(uint16(kind), data), r.Close()); err != nil {
		t.Fatal(err)
	}
	_, err := Read(bytes.NewReader(file.Bytes()), int64(file.Len()))
	return err
}

func TestEntriesAreChecked(t *testing.T) {
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
		{KindScene, nil, "0 bytes are left, 8 needed"},
		{KindScene, edit(scene, 0, 0), "tick rate of 0 Hz: must be from 1 to 1000000"},
		{KindScene, edit(scene, 16, 255, 255, 255, 255), "a text of 4294967295 bytes: at most 256"},
		{KindScene, edit(scene, 23, 255, 255), "65535 parameters: at most 4096"},
		{KindScene, append(bytes.Clone(scene), 1), "1 bytes after the last parameter"},
		{KindInput, one[:75], "an input of 75 bytes: must be 76"},
		{KindInput, edit(one, 72, 200), "unknown kind 200"},
		{KindInput, edit(one, 73, 3), "unknown action 3"},
		{KindInput, appendInput(nil, 1, &input.Event{Kind: input.EventKey, X: nan}),
			"an event of tick 1 has a number that is not finite"},
		{KindBranchName, []byte{1, 2, 3}, "the name of a branch in 3 bytes: must be 9 or more"},
		{KindBranchName, []byte("12345678\xff"), "must be 1 to 120 bytes of UTF-8"},
		{KindTick, []byte{1, 2, 3}, "a tick of 3 bytes: must be 16"},
	} {
		if err := entry(t, c.kind, c.data); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %s", c.kind, err, c.want)
		}
	}
	// what a later version adds is counted
	var file bytes.Buffer
	r := newRecorder(t, &file)
	if err := errors.Join(r.log.Append(99, nil), r.Tick(5, 1), r.Tick(6, 2), r.Close()); err != nil {
		t.Fatal(err)
	}
	if rec := read(t, file.Bytes()); rec.Skipped[99] != 1 || rec.First().FirstTick != 5 || rec.First().LastTick() != 6 {
		t.Errorf("%+v", rec)
	}
}

func TestRecorderRefuses(t *testing.T) {
	for _, info := range []SceneInfo{{}, {Hz: 100, Scene: strings.Repeat("x", maxNameBytes+1)},
		{Hz: 100, Params: []Param{{"a", strings.Repeat("x", maxValueBytes+1)}}}} {
		if _, err := NewRecorder(io.Discard, info, physics.RecordOptions{}); err == nil {
			t.Errorf("accepted %.60v", info)
		}
	}
	w := newRecorder(t, io.Discard)
	if w.Input(5, &input.Event{Kind: input.EventKey}) != nil || w.Input(4, &input.Event{Kind: input.EventKey}) == nil ||
		w.Close() == nil {
		t.Error("accepted an earlier tick")
	}
	w = newRecorder(t, io.Discard)
	if w.Tick(5, 0) != nil || w.Tick(7, 0) == nil || w.Close() == nil {
		t.Error("accepted a gap in the ticks")
	}
}

// toyWorld is a chaotic little simulation whose digest depends on every input and its tick.
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
	_ = binary.Write(f, binary.LittleEndian, []uint64{w.h, uint64(math.Float32bits(w.x)),
		uint64(math.Float32bits(w.v))})
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
	w := newRecorder(t, &file)
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
			if err := w.Tick(n, live.tick(events)); err != nil {
				t.Fatal(err)
			}
			s.Ran(0)
		}
		s.EndFrame()
		q.EndFrame(s.Ticks() + 1)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	part := read(t, file.Bytes()).First()
	if len(part.Inputs) < 100 || uint64(len(part.Digests)) != s.Ticks() {
		t.Fatalf("%d inputs, %d digests of %d ticks", len(part.Inputs), len(part.Digests), s.Ticks())
	}
	var again toyWorld
	p := NewPlayer(part)
	for i, want := range part.Digests {
		tick := part.FirstTick + uint64(i)
		if got := again.tick(p.Events(tick)); got != want {
			t.Fatalf("tick %d: digest %x, recorded %x", tick, got, want)
		}
		if err := p.Check(tick, want); err != nil {
			t.Fatal(err)
		}
	}
	if err := p.Check(3, 0); err == nil || !strings.Contains(err.Error(), "tick 3") {
		t.Errorf("a wrong digest: %v", err)
	}
	if !p.Done(s.Ticks()) || p.Done(s.Ticks()-1) {
		t.Error("wrong end of the recording")
	}
}

func TestRecordingDoesNotAllocate(t *testing.T) {
	w := newRecorder(t, io.Discard)
	defer w.Close()
	tick := uint64(0)
	e := input.Event{Kind: input.EventCommand}
	if n := testing.AllocsPerRun(5000, func() {
		tick++
		_ = w.Input(tick, &e)
		_ = w.Tick(tick, 1)
	}); n > 0.5 {
		t.Errorf("%v allocations per tick", n)
	}
}

func names(t *testing.T, folder string) string {
	t.Helper()
	list, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, e := range list {
		out = append(out, e.Name())
	}
	return strings.Join(out, " ")
}

// An existing file stays until the new one is whole; a part that is there already stays, too.
func TestFileTakesItsNameAtTheEnd(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "a.tumble")
	if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path+".part", []byte("left"), 0o600); err != nil {
		t.Fatal(err)
	}
	r, err := Create(path, SceneInfo{Scene: "s", Hz: 100}, physics.RecordOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(r.Tick(1, 2), r.Flush()); err != nil {
		t.Fatal(err)
	}
	if old, _ := os.ReadFile(path); string(old) != "old" {
		t.Errorf("the old file is %q while the new one is written", old)
	}
	part, err := Open(r.Path())
	if err != nil {
		t.Fatal(err)
	}
	if end := part.Calls.End(); end.Whole || part.First().LastTick() != 1 {
		t.Errorf("while it is written: %+v", end)
	}
	part.Close()
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	whole, err := Open(path)
	if err != nil || !whole.Calls.End().Whole {
		t.Fatal(err)
	}
	whole.Close()
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	if got := names(t, folder); got != "a.tumble a.tumble.part" {
		t.Errorf("the folder has %s", got)
	}
	for name, want := range map[string]bool{"a.tumble": true, "A.TUMBLE": true, "a.tumble.part": true,
		"a.tumble.part12": true, "a.part": false, "a.tumble.parts": false, "box": false} {
		if IsFile(name) != want {
			t.Errorf("%s is a recording: %v", name, !want)
		}
	}
}

// A recording without a step does not replace a file, as when the program finds no display.
func TestNothingReplacesNothing(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "a.tumble")
	if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	r, err := Create(path, SceneInfo{Scene: "s", Hz: 100}, physics.RecordOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Close(); err == nil || !strings.Contains(err.Error(), "the file is as it was") {
		t.Errorf("it ends with %v", err)
	}
	if old, _ := os.ReadFile(path); string(old) != "old" || names(t, folder) != "a.tumble" {
		t.Errorf("the old file is %q, the folder has %s", old, names(t, folder))
	}
}

// A device is written to as it is, and one that is full ends the recording with its name.
func TestDevices(t *testing.T) {
	r, err := Create(os.DevNull, SceneInfo{Scene: "s", Hz: 100}, physics.RecordOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}
	if _, err := Create(t.TempDir(), SceneInfo{Scene: "s", Hz: 100}, physics.RecordOptions{}); err == nil {
		t.Error("a folder was recorded to")
	}
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("no full device here")
	}
	// it may tell at once
	if r, err = Create("/dev/full", SceneInfo{Scene: "s", Hz: 100}, physics.RecordOptions{}); err == nil {
		err = r.Close()
	}
	if err == nil || !strings.Contains(err.Error(), "no space left") {
		t.Errorf("full: %v", err)
	}
}
