package scenes

import (
	"bytes"
	"encoding/binary"
	"os"
	"path/filepath"
	"testing"

	"tumble/physics"
	"tumble/physics/internal/journal"
	"tumble/physics/vec"
)

// Recordings are exchanged between programs for different processors by a folder, TUMBLE_EXCHANGE. One
// writes them there (TUMBLE_UPDATE=1); every other one makes the same recordings and compares them
// byte by byte, seeds, calls, results, hashes of all steps and keyframes, and then carries out
// those of the folder, going backwards from keyframe to keyframe, so that each step is done
// from a state that another program saved.
var exchange = os.Getenv("TUMBLE_EXCHANGE")

// exchanged are the scenes with their sizes: bodies of all shapes, joints and motors, rigs, fast
// bodies, calls in between.
var exchanged = []struct {
	name   string
	values Values
}{
	{"mixed_rain", Values{"count": 30}}, {"tumbler", Values{"count": 30}}, {"bowling", nil}, {"driving", nil},
	{"ragdoll_pile", Values{"count": 2}}, {"gears", nil}, {"spinning_tops", nil}, {"rope_bridge", nil},
	{"pyramid36", nil},
}

func TestExchange(t *testing.T) {
	if exchange == "" {
		t.Skip("TUMBLE_EXCHANGE names no folder; tools/platforms.sh sets it")
	}
	steps, every, counts := 60, 6, []int{3}
	if soak {
		steps, every, counts = 500, 25, []int{1, 2, 3, 4, 5, 8, 16}
	}
	for _, c := range exchanged {
		t.Run(c.name, func(t *testing.T) {
			s, ok := Find(c.name)
			if !ok {
				t.Fatal("no such scene")
			}
			r := build(t, s, s.WorldDef(), c.values)
			exchangeRun(t, c.name, r.World, steps, every, counts, func(int) { advance(t, r, 1) })
		})
	}
	t.Run("churn", func(t *testing.T) {
		w, err := physics.NewWorld(physics.DefaultWorldDef())
		if err != nil {
			t.Fatal(err)
		}
		c := &churn{t: t, w: w}
		c.begin()
		exchangeRun(t, "churn", w, steps, every, counts, c.step)
	})
}

// exchangeSteps are the steps of the gallery, exchangeVisits where the replays go, in their order.
const exchangeSteps = 80

var exchangeVisits = []int{80, 40, 5, 79, 0, 1}

// exchangeLarge is the number of bodies from which an emulated processor leaves a scene out.
const exchangeLarge = 700

// TestExchangeGallery is TestGalleryReplays between processors: every scene of the gallery makes the
// recording that the first program wrote, byte by byte, and that recording is replayed, from the
// states of the first program, back and forth. TUMBLE_LARGE=0 leaves out scenes that an emulated
// processor would need minutes for.
func TestExchangeGallery(t *testing.T) {
	if exchange == "" {
		t.Skip("TUMBLE_EXCHANGE names no folder; tools/platforms.sh sets it")
	}
	small := os.Getenv("TUMBLE_LARGE") == "0"
	left := 0
	for _, s := range All() {
		t.Run(s.Name, func(t *testing.T) {
			values, _ := size(s)
			r := build(t, s, s.WorldDef(), values)
			defer r.World.Close()
			if small && r.World.BodyCount() > exchangeLarge {
				left++
				t.Skip("large")
			}
			rec, hashes := recordGallery(t, r)
			file := filepath.Join(exchange, "gallery_"+s.Name+".tumble")
			if os.Getenv("TUMBLE_UPDATE") == "1" {
				writeRecording(t, file, rec)
				return
			}
			want := readRecording(t, file)
			compareRecordings(t, rec, want)
			visitGallery(t, want, hashes)
		})
	}
	t.Logf("%d of %d scenes left out", left, len(All()))
}

// recordGallery runs a scene and returns its recording and the hash after every step.
func recordGallery(t *testing.T, r *Run) ([]byte, []uint64) {
	var file bytes.Buffer
	recorder, err := r.World.Record(&file, physics.RecordOptions{KeyframeEvery: exchangeSteps / 2,
		KeyframeBytes: 1 << 30})
	if err != nil {
		t.Fatal(err)
	}
	hashes := []uint64{r.World.Hash()}
	for r.StepCount < exchangeSteps {
		advance(t, r, 1)
		hashes = append(hashes, r.World.Hash())
	}
	if err := recorder.Stop(); err != nil {
		t.Fatal(err)
	}
	return file.Bytes(), hashes
}

// open opens a recording.
func open(t *testing.T, data []byte) *physics.Recording {
	t.Helper()
	rec, err := physics.OpenRecording(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	return rec
}

// visitGallery replays a recording, and compares the hashes where it stands with those of the run.
func visitGallery(t *testing.T, data []byte, hashes []uint64) {
	rec := open(t, data)
	p, err := physics.NewReplay(rec, physics.ReplayOptions{Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	for _, step := range exchangeVisits {
		if err := p.Seek(step); err != nil {
			t.Fatalf("to step %d: %v", step, err)
		}
		if got := p.World().Hash(); got != hashes[step] {
			t.Fatalf("at step %d: hash %016x, want %016x", step, got, hashes[step])
		}
	}
}

func writeRecording(t *testing.T, file string, data []byte) {
	t.Helper()
	if err := os.WriteFile(file, data, 0o644); err != nil {
		t.Fatal(err)
	}
}

func readRecording(t *testing.T, file string) []byte {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// exchangeRun records a run and writes it, or compares it with the file and carries that
// out.
func exchangeRun(t *testing.T, name string, w *physics.World, steps, every int, counts []int, step func(int)) {
	var buffer bytes.Buffer
	recorder, err := w.Record(&buffer, physics.RecordOptions{KeyframeEvery: every, KeyframeBytes: 1 << 30,
		Details: true})
	if err != nil {
		t.Fatal(err)
	}
	for i := range steps {
		step(i)
	}
	if err := recorder.Stop(); err != nil {
		t.Fatal(err)
	}
	own := buffer.Bytes()
	file := filepath.Join(exchange, name+".tumble")
	if os.Getenv("TUMBLE_UPDATE") == "1" {
		writeRecording(t, file, own)
		return
	}
	want := readRecording(t, file)
	compareRecordings(t, own, want)
	for _, count := range counts {
		replayRecording(t, want, count)
	}
}

// compareRecordings compares all records. When keyframes are written depends on the time that they take, so those are
// compared that both have.
func compareRecordings(t *testing.T, got, want []byte) {
	t.Helper()
	ownRecords, ownKeys := recordsOf(t, got)
	records, keys := recordsOf(t, want)
	if len(ownRecords) != len(records) {
		t.Fatalf("%d records, want %d", len(ownRecords), len(records))
	}
	for i := range records {
		if !bytes.Equal(ownRecords[i].Payload, records[i].Payload) || ownRecords[i].Kind != records[i].Kind {
			t.Fatalf("record %d, a %v, differs from a %v", i, ownRecords[i].Kind, records[i].Kind)
		}
	}
	both := 0
	for step, key := range keys {
		if own, ok := ownKeys[step]; ok {
			both++
			if !bytes.Equal(own, key) {
				t.Errorf("the keyframe of step %d differs", step)
			}
		}
	}
	t.Logf("%d records, %d of %d keyframes in both", len(records), both, len(keys))
}

// recordsOf returns the records of a recording, and the keyframes among them by their steps.
func recordsOf(t *testing.T, data []byte) (records []journal.Record, keys map[uint64][]byte) {
	t.Helper()
	r, err := journal.Open(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	keys = make(map[uint64][]byte)
	for at := int64(journal.HeaderSize); at < int64(len(data)); {
		e, err := r.At(at)
		if err != nil {
			t.Fatal(err)
		}
		at = e.Next
		if e.Payload = bytes.Clone(e.Payload); e.Kind == journal.Keyframe {
			keys[binary.LittleEndian.Uint64(e.Payload)] = e.Payload
			continue
		}
		records = append(records, e)
	}
	return records, keys
}

func replayRecording(t *testing.T, data []byte, count int) {
	t.Helper()
	rec := open(t, data)
	p, err := physics.NewReplay(rec, physics.ReplayOptions{Workers: count})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	keys := rec.Keyframes()
	for i := len(keys) - 1; i >= 0; i-- {
		if err := p.Seek(min(keys[i]+3, rec.Steps())); err != nil {
			t.Fatalf("%d workers: from the keyframe of step %d: %v", count, keys[i], err)
		}
	}
	for _, step := range []int{40, 5, 39, 0, 1} {
		if err := p.Seek(step); err != nil {
			t.Fatalf("%d workers: to step %d: %v", count, step, err)
		}
	}
}

// churn is a world on a mesh and a height field, with bodies that come and go, fast ones,
// explosions, joints that break, and calls that are refused.
type churn struct {
	t    *testing.T
	w    *physics.World
	hull physics.Hull
	made []physics.Body
}

func (c *churn) check(err error) {
	c.t.Helper()
	if err != nil {
		c.t.Fatal(err)
	}
}

func (c *churn) add(kind physics.BodyType, at, velocity vec.Vec3, g physics.Geometry) physics.Body {
	def := physics.DefaultBodyDef()
	def.Type, def.Position, def.LinearVelocity = kind, at, velocity
	b, err := c.w.CreateBody(def)
	c.check(err)
	_, err = b.CreateShape(g, physics.DefaultShapeDef())
	c.check(err)
	return b
}

func (c *churn) begin() {
	var err error
	c.hull, err = physics.NewHull([]vec.Vec3{vec.V3(-0.3, -0.3, -0.3), vec.V3(0.3, -0.3, -0.3), vec.V3(0, 0.4, 0),
		vec.V3(0, -0.3, 0.4)})
	c.check(err)
	mesh, err := physics.NewMesh(physics.MeshDef{
		Vertices: []vec.Vec3{vec.V3(-9, 0, -9), vec.V3(9, 0, -9), vec.V3(9, 0, 9), vec.V3(-9, 0, 9), vec.V3(0, -1, 0)},
		Indices:  []uint32{0, 4, 1, 1, 4, 2, 2, 4, 3, 3, 4, 0},
	})
	c.check(err)
	heights := make([]float32, 81)
	for i := range heights {
		heights[i] = float32(i*i%7) * 0.1
	}
	field, err := physics.NewHeightField(physics.HeightFieldDef{Columns: 9, Rows: 9, Heights: heights,
		Spacing: vec.V3(2, 0, 2), Origin: vec.V3(20, 0, -8)})
	c.check(err)
	c.add(physics.Static, vec.Vec3{}, vec.Vec3{}, mesh)
	c.add(physics.Static, vec.Vec3{}, vec.Vec3{}, field)
}

func (c *churn) step(i int) {
	f := float32(i)
	forms := []physics.Geometry{c.hull, physics.Sphere{Radius: 0.3}, physics.BoxHalf(0.2, 0.3, 0.4),
		physics.Capsule{A: vec.V3(-0.2, 0, 0), B: vec.V3(0.2, 0, 0), Radius: 0.2},
		physics.Cylinder{A: vec.V3(0, -0.2, 0), B: vec.V3(0, 0.2, 0), Radius: 0.3}}
	c.made = append(c.made, c.add(physics.Dynamic, vec.V3(float32(i%5)-2+22*float32(i%2), 2+0.1*float32(i%3),
		float32(i%7)-3), vec.V3(0, -1, 0), forms[i%len(forms)]))
	n := len(c.made)
	switch i % 6 {
	case 0:
		c.made = append(c.made, c.add(physics.Dynamic, vec.V3(-30, 1, f/50), vec.V3(250, -2, 0),
			physics.Sphere{Radius: 0.1}))
	case 1:
		c.made[n/2].ApplyImpulse(vec.V3(5, 20, f), vec.V3(0, 1, 0))
		c.made[n/2].ApplyImpulse(vec.V3(1e20, 0, 0), vec.Vec3{}) // refused
	case 2:
		if n > 20 {
			c.made[0].Destroy()
			c.made[0].SetAwake(true) // refused
			c.made = c.made[1:]
		}
	case 3:
		d := physics.DefaultExplosionDef()
		d.Position, d.Radius, d.Impulse = vec.V3(float32(i%9)-4, 0, 0), 4, 30
		_, err := c.w.Explode(d)
		c.check(err)
	case 4:
		d := physics.DefaultBallJointDef()
		d.Connect(c.made[n-1], c.made[n-2], physics.Transform{P: c.made[n-1].Position(), Q: physics.QuatIdentity})
		d.BreakForce = 2000
		c.w.CreateBallJoint(d)
	case 5:
		c.made[n/3].SetAwake(i%4 == 0)
	}
	c.check(c.w.Step(0.01))
}
