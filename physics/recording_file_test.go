package physics

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"tumble/physics/internal/journal"
)

// smallTape is a recording of a few calls and steps, with keyframes, details and entries.
func smallTape(t testing.TB) []byte {
	w := newTestWorld(t, nil)
	addFloor(t, w)
	r := record(t, w, RecordOptions{KeyframeEvery: 4, KeyframeBytes: 1 << 20, Details: true, Program: "a test"})
	hull, err := NewHull([]Vec3{V3(-0.3, -0.3, -0.3), V3(0.3, -0.3, -0.3), V3(0, 0.4, 0), V3(0, -0.3, 0.4)})
	if err != nil {
		t.Fatal(err)
	}
	b := addBody(t, w, Dynamic, V3(0, 0.3, 0), hull)
	addBody(t, w, Dynamic, V3(0, 1, 0), BoxHalf(0.2, 0.2, 0.2)).SetName("box")
	var s Snapshot
	for i := range 9 {
		if err := r.Append(uint16(i), []byte(strings.Repeat("x", i))); err != nil {
			t.Fatal(err)
		}
		if i == 5 {
			w.Snapshot(&s)
			w.Restore(&s)
		}
		b.ApplyImpulseToCenter(V3(float32(i), 0, 0))
		run(t, w, 0.01)
	}
	r.stop(t)
	return r.file.Bytes()
}

// A recording that ends anywhere opens up to its last whole record, or says why not, and replays to its last step.
func TestRecordingIsCutAnywhere(t *testing.T) {
	data := smallTape(t)
	opened, most := 0, 0
	for n := range len(data) {
		if n%7 != 0 && os.Getenv("TUMBLE_SOAK") != "1" && n > 64 && n < len(data)-64 {
			continue
		}
		rec, err := OpenRecording(bytes.NewReader(data[:n]), int64(n))
		if err != nil {
			if n >= journal.HeaderSize {
				t.Fatalf("%d bytes: %v", n, err)
			}
			continue
		}
		end := rec.End()
		if end.Whole || end.At > int64(n) || end.Reason == "" {
			t.Fatalf("%d bytes: %+v", n, end)
		}
		if rec.Steps() < most {
			t.Fatalf("%d bytes: %d steps, fewer bytes had %d", n, rec.Steps(), most)
		}
		if !rec.HasWorld() || rec.Steps() == most && n < len(data)-64 {
			continue
		}
		most = rec.Steps()
		opened++
		replayAll(t, rec)
		checkMended(t, data[:n], rec)
	}
	if most != 9 || opened < 9 {
		t.Errorf("%d steps, %d recordings replayed", most, opened)
	}
}

// checkMended mends a recording and opens it again.
func checkMended(t *testing.T, data []byte, rec *Recording) {
	t.Helper()
	var b bytes.Buffer
	b.Write(data[:rec.End().At])
	if err := rec.Mend(&b); err != nil {
		t.Fatal(err)
	}
	mended := open(t, b.Bytes())
	if end := mended.End(); !end.Whole || !strings.Contains(end.Reason, rec.End().Reason) ||
		mended.Steps() != rec.Steps() {
		t.Errorf("mended: %+v, %d steps of %d", end, mended.Steps(), rec.Steps())
	}
}

func replayAll(t testing.TB, rec *Recording) {
	t.Helper()
	p, err := NewReplay(rec, ReplayOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if err := p.Seek(rec.Steps()); err != nil {
		t.Fatal(err)
	}
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// mutate changes a recording at random: bytes, lengths, kinds and codes; records are left out, doubled, swapped and
// cut. Checksums are made right again most of the time, so that what is inside the records is reached. Now and then the
// file is cut, or bytes of it are changed wherever they are.
func mutate(data []byte, next func(int) int) []byte {
	records := [][]byte{}
	for at := journal.HeaderSize; at < len(data); {
		n := journal.FrameSize + int(binary.LittleEndian.Uint32(data[at:]))
		records = append(records, bytes.Clone(data[at:at+n]))
		at += n
	}
	for range 1 + next(3) {
		i := next(len(records))
		r := records[i]
		switch next(10) {
		case 0:
			records = slices.Delete(records, i, i+1)
			continue
		case 1:
			records = slices.Insert(records, next(len(records)), bytes.Clone(r))
			continue
		case 2:
			k := next(len(records))
			records[i], records[k] = records[k], records[i]
			continue
		case 3:
			r[4+next(4)] = byte(next(12)) // kind, flags, code
		case 4: // shorter, and the rest of the file stays in step
			r = r[:journal.FrameSize+next(len(r)-journal.FrameSize+1)]
			records[i] = r
			binary.LittleEndian.PutUint32(r, uint32(len(r)-journal.FrameSize))
		case 5: // a length that is wrong
			binary.LittleEndian.PutUint32(r, uint32(next(1<<31))>>next(31))
		default:
			for range 1 + next(3) {
				if len(r) == journal.FrameSize {
					break
				}
				at := journal.FrameSize + next(len(r)-journal.FrameSize)
				r[at] = []byte{0, 255, 127, 128, byte(next(256)), r[at] ^ 1<<next(8)}[next(6)]
			}
		}
		if next(8) > 0 {
			binary.LittleEndian.PutUint32(r[8:], crc32.Update(crc32.Checksum(r[:8], castagnoli), castagnoli,
				r[journal.FrameSize:]))
		}
	}
	out := bytes.Clone(data[:journal.HeaderSize])
	for _, r := range records {
		out = append(out, r...)
	}
	switch next(20) {
	case 0:
		out[next(journal.HeaderSize)] ^= 1 << next(8)
	case 1:
		for range 1 + next(20) {
			out[next(len(out))] = byte(next(256))
		}
	case 2:
		out = out[:next(len(out))]
	}
	return out
}

// replayHostile opens a recording that may hold anything and carries out what it says.
func replayHostile(t *testing.T, data []byte) {
	rec, err := OpenRecording(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return
	}
	for _, err := range rec.Entries() {
		if err != nil {
			t.Fatal(err)
		}
	}
	p, err := NewReplay(rec, ReplayOptions{})
	if err != nil {
		return
	}
	defer p.Close()
	for range min(rec.Steps(), 12) {
		err := p.Advance()
		var d *Divergence
		if err != nil && !errors.As(err, &d) {
			return
		}
		if err := p.World().Validate(); err != nil {
			t.Fatal(err)
		}
	}
	for _, step := range []int{rec.Steps(), rec.Steps() / 2, 0} {
		_ = p.Seek(step)
	}
}

func FuzzRecording(f *testing.F) {
	data := smallTape(f)
	f.Add(uint64(1), uint32(0))
	f.Fuzz(func(t *testing.T, seed uint64, cut uint32) {
		b := mutate(data, randomBelow(seed))
		replayHostile(t, b[:len(b)-int(cut)%len(b)])
	})
}

func randomBelow(seed uint64) func(int) int {
	return func(n int) int {
		seed = seed*6364136223846793005 + 1442695040888963407
		return int(seed>>33) % n
	}
}

// Damaged recordings neither panic nor take much time or memory; 200,000 of them in a soak. The allocations of a round
// are more than it ever holds.
func TestRecordingRefusesHostileBytes(t *testing.T) {
	data := smallTape(t)
	rounds := 300
	if os.Getenv("TUMBLE_SOAK") == "1" {
		rounds = 200_000
	}
	const most = 256 << 20
	allocated := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	largest, longest := uint64(0), time.Duration(0)
	for round := range rounds {
		b := mutate(data, randomBelow(uint64(round)))
		metrics.Read(allocated)
		before, begin := allocated[0].Value.Uint64(), time.Now()
		func() {
			defer func() {
				if e := recover(); e != nil {
					t.Fatalf("round %d: %v\n%s", round, e, debug.Stack())
				}
			}()
			replayHostile(t, b)
		}()
		longest = max(longest, time.Since(begin))
		metrics.Read(allocated)
		bytes := allocated[0].Value.Uint64() - before
		if largest = max(largest, bytes); bytes > most+uint64(len(b)) {
			t.Errorf("round %d: %d bytes allocated for a file of %d", round, bytes, len(b))
		}
	}
	t.Logf("%d damaged files of %d bytes: at most %d bytes allocated and %v each", rounds, len(data), largest, longest)
}

// Hooks: with any set of them the replay asks the same questions. Random worlds, both hooks, one and none.
func TestReplayAsksTheSameQuestions(t *testing.T) {
	rounds := 24
	if os.Getenv("TUMBLE_SOAK") == "1" {
		rounds = 600
	}
	for round := range rounds {
		next := randomBelow(uint64(round) * 977)
		w := newTestWorld(t, nil)
		addFloor(t, w)
		asked := DefaultShapeDef()
		asked.Hooks = true
		for range 6 + next(10) {
			def := asked
			def.Hooks = next(4) > 0
			addBodyDef(t, w, Dynamic, V3(float32(next(40))/20, 0.5+float32(next(60))/10, float32(next(20))/20),
				QuatIdentity, BoxHalf(0.3, 0.3, 0.3), def)
		}
		filter := func(a, b Shape) bool { return (a.Index()+b.Index()+round)%5 != 0 }
		preSolve := func(c *ContactUpdate) {
			c.Friction = 0
			c.Disabled = (c.ShapeA.Index()+c.ShapeB.Index())%7 == 0
		}
		r := record(t, w, DefaultRecordOptions())
		for step := range 90 {
			if step%30 == 0 {
				which := next(4)
				w.SetContactFilter(nil)
				w.SetPreSolve(nil)
				if which&1 != 0 {
					w.SetContactFilter(filter)
				}
				if which&2 != 0 {
					w.SetPreSolve(preSolve)
				}
			}
			run(t, w, 0.01)
		}
		replayAll(t, r.stop(t))
	}
}

// Stop in a hook ends the recording after the step.
func TestStopInAHook(t *testing.T) {
	w := newTestWorld(t, nil)
	addFloor(t, w)
	addBodyDef(t, w, Dynamic, V3(0, 0.3, 0), QuatIdentity, BoxHalf(0.3, 0.3, 0.3), hookedShape())
	r := record(t, w, DefaultRecordOptions())
	calls := 0
	w.SetPreSolve(func(*ContactUpdate) {
		if calls++; calls == 5 {
			if err := r.Stop(); err != nil {
				t.Error(err)
			}
		}
	})
	for range 20 {
		w.Step(0.01)
	}
	if w.log != nil || calls < 20 {
		t.Errorf("the recorder stays, %d calls", calls)
	}
	rec := r.stop(t) // once more does no harm
	if n := rec.Steps(); n < 1 || n > 6 || !rec.End().Whole {
		t.Errorf("%d steps, %+v", n, rec.End())
	}
	replayAll(t, rec)
}

// Values that no constructor made give errors.
func TestRecordersOfNobody(t *testing.T) {
	var s Snapshot
	for _, r := range []*Recorder{nil, {}} {
		for name, err := range map[string]error{"Stop": r.Stop(), "Flush": r.Flush(), "Err": r.Err(),
			"Append": r.Append(1, nil),
			"Follow": r.Follow(newTestWorld(t, nil)), "State": r.State(&s)} {
			if err == nil {
				t.Errorf("%s of %v: no error", name, r)
			}
		}
		r.Push()
		if r.Steps() != 0 {
			t.Error("steps")
		}
	}
	for _, p := range []*Replay{nil, {}} {
		if p.Advance() == nil || p.Seek(0) == nil || p.World() != nil || p.Step() != 0 {
			t.Errorf("a replay of %v", p)
		}
		p.Close()
	}
	for _, rec := range []*Recording{nil, {}} {
		if _, err := NewReplay(rec, ReplayOptions{}); err == nil {
			t.Errorf("a replay of the recording %v", rec)
		}
		if _, ok := rec.StepDigest(1); ok || rec.Steps() != 0 || rec.HasWorld() {
			t.Errorf("the recording %v has steps", rec)
		}
		if _, err := rec.State(); err == nil {
			t.Error("no error of State")
		}
		for range rec.Entries() {
			t.Error("an entry")
		}
	}
	if _, err := OpenRecording(nil, 0); err == nil {
		t.Error("no file was opened")
	}
	if _, err := (*World)(nil).Record(io.Discard, RecordOptions{}); err == nil {
		t.Error("no world is recorded")
	}
	if _, err := newTestWorld(t, nil).Record(nil, RecordOptions{}); err == nil {
		t.Error("recorded to nowhere")
	}
}

// faulty takes a number of bytes and then fails, or blocks until it is released.
type faulty struct {
	mu    sync.Mutex
	file  bytes.Buffer
	left  int
	block chan struct{}
}

var errFull = errors.New("no space left")

func (f *faulty) Write(b []byte) (int, error) {
	if f.block != nil {
		<-f.block
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	n := min(len(b), f.left)
	f.left -= n
	f.file.Write(b[:n])
	if n < len(b) {
		return n, errFull
	}
	return n, nil
}

// A destination that fails ends the recording; the world goes on as without one, and what the destination took opens.
func TestFullDestination(t *testing.T) {
	for _, room := range []int{3, 3000, 9000, 20000} {
		w, plain := newZoo(t), newZoo(t)
		f := &faulty{left: room}
		r, err := w.Record(f, DefaultRecordOptions())
		if errors.Is(err, errFull) {
			continue // failed at once
		}
		if err != nil {
			t.Fatal(err)
		}
		for range 300 {
			run(t, w, 0.01)
			run(t, plain, 0.01)
		}
		if err := r.Flush(); !errors.Is(err, errFull) {
			t.Errorf("%d bytes: flushed with %v", room, err)
		}
		if w.Hash() != plain.Hash() {
			t.Error("the recorded world went another way")
		}
		if err := r.Stop(); !errors.Is(err, errFull) || !errors.Is(r.Err(), errFull) || w.log != nil {
			t.Errorf("%d bytes: stopped with %v", room, err)
		}
		if room < 9000 {
			continue
		}
		rec := open(t, f.file.Bytes())
		if rec.End().Whole {
			t.Errorf("%d bytes: %+v", room, rec.End())
		}
		if rec.HasWorld() {
			replayAll(t, rec)
		}
	}
}

// A destination that is too slow ends the recording in order: nothing is left out, and the last record says so.
func TestSlowDestination(t *testing.T) {
	w := newZoo(t)
	f := &faulty{left: 1 << 30, block: make(chan struct{})}
	r, err := w.Record(f, RecordOptions{Memory: 40_000})
	if err != nil {
		t.Fatal(err)
	}
	steps := 0
	for ; r.Err() == nil && steps < 10_000; steps++ {
		run(t, w, 0.01)
	}
	if !errors.Is(r.Err(), journal.ErrBehind) {
		t.Fatalf("after %d steps: %v", steps, r.Err())
	}
	run(t, w, 0.1)
	close(f.block)
	if err := r.Stop(); !errors.Is(err, journal.ErrBehind) {
		t.Error(err)
	}
	rec := open(t, f.file.Bytes())
	if end := rec.End(); !end.Whole || !strings.Contains(end.Reason, "too slow") || rec.Steps() < steps-2 {
		t.Errorf("%d of %d steps, %+v", rec.Steps(), steps, end)
	}
	replayAll(t, rec)
}

// A recording goes on with worlds of other limits, and its entries stand where they were added.
func TestRecordingFollowsWorlds(t *testing.T) {
	def := DefaultWorldDef()
	def.MaxBodies = 50
	small, err := NewWorld(def)
	if err != nil {
		t.Fatal(err)
	}
	w := newZoo(t)
	r := record(t, w, DefaultRecordOptions())
	note := func(text string) {
		if err := r.Append(7, []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	note("zoo")
	run(t, w, 0.4)
	if err := r.Follow(small); err != nil || w.log != nil {
		t.Fatal(err)
	}
	note("small")
	addFloor(t, small)
	addBody(t, small, Dynamic, V3(0, 1, 0), Sphere{Radius: 0.5})
	run(t, small, 0.4)
	if err := r.Follow(w); err != nil {
		t.Fatal(err)
	}
	run(t, w, 0.2)
	note("end")
	rec := r.stop(t)
	var got []string
	for e, err := range rec.Entries() {
		got = append(got, fmt.Sprintf("%d %d %d %s %v", e.Kind, e.World, e.Step, e.Data, err))
	}
	per := rec.Steps() / 5
	want := []string{"7 1 0 zoo <nil>", fmt.Sprintf("7 2 %d small <nil>", 2*per),
		fmt.Sprintf("7 3 %d end <nil>", 5*per)}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	p, err := NewReplay(rec, DefaultReplayOptions())
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	for _, step := range []int{5 * per, 3 * per, per, 4*per + 1, 2*per + 1, 2 * per, 0} {
		if err := p.Seek(step); err != nil {
			t.Fatalf("to step %d: %v", step, err)
		}
		inSmall := step > 2*per && step <= 4*per
		if have := p.limits.Bodies == 50; have != inSmall {
			t.Errorf("at step %d the world may have %d bodies", step, p.limits.Bodies)
		}
	}
}

// Versions that are unknown are refused, and so is carrying out calls that are; the error says what is needed.
// The poses can be shown.
func TestRecordingOfAnotherVersion(t *testing.T) {
	data := smallTape(t)
	sum := func(b []byte, at int) { binary.LittleEndian.PutUint32(b[at:], crc32.Checksum(b[:at], castagnoli)) }
	other := bytes.Clone(data)
	other[8] = 9
	sum(other, 12)
	refuses(t, other, "written in version 9 of the format, this program reads versions 3 to 4")

	// the first record is the table of calls
	end := journal.HeaderSize + journal.FrameSize + int(binary.LittleEndian.Uint32(data[journal.HeaderSize:]))
	head := data[journal.HeaderSize:end]
	for _, c := range []struct{ from, to, says string }{
		{"Body.SetName", "Body.SetMood",
			"needs the call Body.SetMood, which this version does not have; recorded by a test"},
		{"World.CreateBody", "", "the arguments of World.CreateBody are not those of this version"},
	} {
		b := bytes.Clone(data)
		table := b[journal.HeaderSize:end]
		at := bytes.Index(head, []byte(c.from))
		if c.to != "" {
			copy(table[at:], c.to)
		} else {
			table[at-5]++ // its signature
		}
		binary.LittleEndian.PutUint32(table[8:], crc32.Update(crc32.Checksum(table[:8], castagnoli), castagnoli,
			table[journal.FrameSize:]))
		rec := open(t, b)
		if _, err := NewReplay(rec, ReplayOptions{}); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("error %v, want %q", err, c.says)
		}
		w, was := showing(t, b, 0), showing(t, data, 0)
		for step := range rec.Steps() + 1 {
			if err := errors.Join(w.ShowStep(step), was.ShowStep(step)); err != nil {
				t.Fatal(err)
			}
			if why := differs(shownIn(w), shownIn(was)); why != "" {
				t.Errorf("step %d: %s", step, why)
			}
		}
	}
	// one without poses cannot even be shown
	bare, _ := recordRandom(t, 1, 30, RecordOptions{NoTrack: true})
	if err := open(t, bare).Show(newTestWorld(t, nil), 0); err == nil ||
		!strings.Contains(err.Error(), "holds no poses") {
		t.Errorf("error %v", err)
	}
}

func refuses(t *testing.T, data []byte, says string) {
	t.Helper()
	_, err := OpenRecording(bytes.NewReader(data), int64(len(data)))
	if err == nil || !strings.Contains(err.Error(), says) {
		t.Errorf("error %v, want %q", err, says)
	}
}

// Recording a step allocates nothing once its memory has grown.
func TestRecordingAStepAllocatesNothing(t *testing.T) {
	w := newZoo(t)
	run(t, w, 3)
	r, err := w.Record(io.Discard, RecordOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Stop()
	// the world it begins with is written beside the first steps
	if err := r.Flush(); err != nil {
		t.Fatal(err)
	}
	b, _ := w.BodyAt(12)
	v := V3(0, 1, 0)
	if n := testing.AllocsPerRun(200, func() { b.SetLinearVelocity(v); b.ApplyForce(v, v); w.Step(0.01) }); n > 0.5 {
		t.Errorf("%v allocations per recorded step", n)
	}
}

func ExampleWorld_Record() {
	w, _ := NewWorld(DefaultWorldDef())
	ground, _ := w.CreateBody(DefaultBodyDef())
	ground.CreateShape(Plane{Normal: V3(0, 1, 0)}, DefaultShapeDef())

	// a file takes it as well
	var file bytes.Buffer
	recorder, err := w.Record(&file, DefaultRecordOptions())
	if err != nil {
		fmt.Println(err)
		return
	}
	def := DefaultBodyDef()
	def.Type, def.Position = Dynamic, V3(0, 2, 0)
	ball, _ := w.CreateBody(def)
	ball.CreateShape(Sphere{Radius: 0.5}, DefaultShapeDef())
	for range 100 {
		w.Step(0.01)
	}
	fmt.Println("stopped with", recorder.Stop())
	fmt.Printf("%d steps, the ball at %.2f m\n", recorder.Steps(), ball.Position().Y)
	// Output:
	// stopped with <nil>
	// 100 steps, the ball at 0.50 m
}

func ExampleOpenRecording() {
	w, _ := NewWorld(DefaultWorldDef())
	var file bytes.Buffer
	recorder, _ := w.Record(&file, DefaultRecordOptions())
	def := DefaultBodyDef()
	def.Type = Dynamic
	ball, _ := w.CreateBody(def)
	ball.CreateShape(Sphere{Radius: 0.5}, DefaultShapeDef())
	for range 100 {
		w.Step(0.01)
	}
	recorder.Stop()

	rec, err := OpenRecording(bytes.NewReader(file.Bytes()), int64(file.Len()))
	if err != nil {
		fmt.Println(err)
		return
	}
	replay, err := NewReplay(rec, DefaultReplayOptions())
	if err != nil {
		fmt.Println(err)
		return
	}
	defer replay.Close()
	for _, step := range []int{100, 50, 1} {
		if err := replay.Seek(step); err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("after step %d the ball is at %.2f m\n", step, ball.In(replay.World()).Position().Y)
	}
	// Output:
	// after step 100 the ball is at -4.92 m
	// after step 50 the ball is at -1.23 m
	// after step 1 the ball is at -0.00 m
}
