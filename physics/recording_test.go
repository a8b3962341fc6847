package physics

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"tumble/physics/internal/journal"
	"tumble/physics/internal/step"
)

// recordedNames are the calls that a recording can hold, in the order of their codes, the step first.
func recordedNames() []string {
	names := []string{journal.Op(0).String()}
	for op := range journal.Op(journal.OpCount) {
		if op.Known() {
			names = append(names, op.String())
		}
	}
	return names
}

func isRecorded(name string) bool { return slices.Contains(recordedNames(), name) }

// recordsIn are the records of a recording.
func recordsIn(t testing.TB, data []byte) (list []journal.Record) {
	t.Helper()
	r, err := journal.Open(bytes.NewReader(data), int64(len(data)))
	if err == nil {
		_, err = r.Scan(journal.HeaderSize, len(data), func(e *journal.Record) error {
			c := *e
			c.Payload = bytes.Clone(e.Payload)
			list = append(list, c)
			return nil
		})
	}
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// namesIn are the calls in a recording.
func namesIn(t testing.TB, data []byte) (names []string) {
	t.Helper()
	for _, e := range recordsIn(t, data) {
		if e.Kind == journal.Call || e.Kind == journal.Step {
			names = append(names, journal.Op(e.Code).String())
		}
	}
	return names
}

// readers are the exported methods that change no state of the world.
var readers = map[string]bool{
	"World.SetContactFilter": true, "World.SetPreSolve": true, // their answers are recorded
	"World.Snapshot": true, "World.Clone": true, "World.Close": true, "World.SetWorkers": true,
	"World.LabelStages": true, "World.Record": true,
}

// tape is a recording in memory.
type tape struct {
	*Recorder
	file bytes.Buffer
}

func record(t testing.TB, w *World, options RecordOptions) *tape {
	t.Helper()
	p := &tape{}
	var err error
	if p.Recorder, err = w.Record(&p.file, options); err != nil {
		t.Fatal(err)
	}
	return p
}

// stop ends the recording and opens it.
func (p *tape) stop(t testing.TB) *Recording {
	t.Helper()
	if err := p.Stop(); err != nil {
		t.Fatal(err)
	}
	return open(t, p.file.Bytes())
}

func open(t testing.TB, data []byte) *Recording {
	t.Helper()
	rec, err := OpenRecording(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	return rec
}

// typedJoints are a coordinate and the handles of all kinds of joints.
var typedJoints = []any{Coordinate{}, MouseJoint{}, BallJoint{}, HingeJoint{}, SliderJoint{}, FixedJoint{},
	DistanceJoint{}, MotorJoint{}, ParallelJoint{}, WheelJoint{}, SixJoint{}, GearJoint{}, RackJoint{}, PulleyJoint{},
	PathJoint{}}

// typed is a handle of a type of its own for a joint.
func typed(handle reflect.Type, j Joint) reflect.Value {
	v := reflect.New(handle).Elem()
	at := v
	if handle != reflect.TypeFor[Joint]() {
		at = v.FieldByName("Joint")
	}
	at.Set(reflect.ValueOf(j))
	return v
}

// ownHandle is the handle of the kind of a joint.
func ownHandle(j Joint) any {
	for _, handle := range typedJoints {
		if name := reflect.TypeOf(handle).Name(); strings.EqualFold(name, j.Kind().String()+"Joint") {
			return typed(reflect.TypeOf(handle), j).Interface()
		}
	}
	return nil
}

// Every exported method of a world and its handles is either written down by a recorder, or is
// carried out here with zero arguments and has to leave the bytes of the world as they are. All calls are reached.
func TestEveryMutatorIsRecorded(t *testing.T) {
	w := newZoo(t)
	b, _ := w.BodyAt(12)
	s, _ := w.ShapeAt(12)
	j := w.Joints(nil)[3]
	want := snapshotBytes(t, w)
	receivers := []reflect.Value{reflect.ValueOf(w), reflect.ValueOf(b), reflect.ValueOf(s), reflect.ValueOf(j)}
	for _, handle := range typedJoints {
		receivers = append(receivers, typed(reflect.TypeOf(handle), j))
	}
	seen := make(map[string]bool)
	for _, v := range receivers {
		typeName := strings.TrimPrefix(v.Type().String(), "*")
		typeName = strings.TrimPrefix(typeName, "physics.")
		for i := range v.NumMethod() {
			name := typeName + "." + v.Type().Method(i).Name
			if readers[name] {
				continue
			}
			if isRecorded(name) {
				seen[name] = true
				checkRecorded(t, name, v.Method(i), w)
				continue
			}
			in := make([]reflect.Value, v.Method(i).Type().NumIn())
			for k := range in {
				in[k] = plausible(v.Method(i).Type().In(k), w)
			}
			r := record(t, w, RecordOptions{})
			v.Method(i).Call(in)
			rec := r.stop(t)
			for _, name := range namesIn(t, r.file.Bytes()) {
				seen[name] = true
			}
			if got := snapshotBytes(t, w); !bytes.Equal(got, want) {
				if rec.CallBytes() == 0 {
					t.Errorf("%s changes the world and is not recorded", name)
				}
				restoreBytes(t, w, want)
			}
		}
	}
	for _, name := range recordedNames() {
		if !seen[name] {
			t.Errorf("no method makes the call %s", name)
		}
	}
}

// checkRecorded makes a call while recording and looks for it in the recording.
func checkRecorded(t *testing.T, name string, method reflect.Value, w *World) {
	t.Helper()
	state := snapshotBytes(t, w)
	r := record(t, w, RecordOptions{})
	in := make([]reflect.Value, method.Type().NumIn())
	for k := range in {
		in[k] = plausible(method.Type().In(k), w)
	}
	method.Call(in)
	r.stop(t)
	if got := namesIn(t, r.file.Bytes()); !slices.Equal(got, []string{name}) {
		t.Errorf("%s: recorded as %q", name, got)
	}
	restoreBytes(t, w, state)
}

func plausible(t reflect.Type, w *World) reflect.Value {
	switch t {
	case reflect.TypeFor[*World]():
		return reflect.ValueOf(w)
	case reflect.TypeFor[Probe]():
		p, err := NewProbe(Sphere{Radius: 1})
		if err != nil {
			panic(err)
		}
		return reflect.ValueOf(p)
	case reflect.TypeFor[Geometry]():
		return reflect.ValueOf(Sphere{Radius: 1})
	case reflect.TypeFor[Quat]():
		return reflect.ValueOf(QuatIdentity)
	case reflect.TypeFor[Transform]():
		return reflect.ValueOf(TransformIdentity)
	case reflect.TypeFor[*Snapshot]():
		s := &Snapshot{}
		w.Snapshot(s)
		return reflect.ValueOf(s)
	}
	v := reflect.New(t).Elem()
	if t.Kind() == reflect.Float32 {
		v.SetFloat(0.01)
	}
	return v
}

func restoreBytes(t testing.TB, w *World, data []byte) {
	t.Helper()
	var s Snapshot
	if err := s.UnmarshalBinary(data); err != nil {
		t.Fatal(err)
	}
	if err := w.Restore(&s); err != nil {
		t.Fatal(err)
	}
}

// recordRun records a run with calls of all sorts: accepted and refused, on stale and foreign
// handles, shapes with geometries that are shared, a snapshot put back.
func recordRun(t testing.TB, options RecordOptions, steps int) *Recording {
	return open(t, recordTape(t, options, steps))
}

// recordTape returns the bytes of such a run.
func recordTape(t testing.TB, options RecordOptions, steps int) []byte {
	w := newZoo(t)
	r := record(t, w, options)
	if _, err := w.Record(io.Discard, options); err == nil {
		t.Error("two recorders on a world")
	}
	hull, err := NewHull([]Vec3{V3(-0.3, -0.3, -0.3), V3(0.3, -0.3, -0.3), V3(0, 0.4, 0), V3(0, -0.3, 0.4),
		V3(0.1, 0.2, 0.3)})
	if err != nil {
		t.Fatal(err)
	}
	foreign := addBody(t, newTestWorld(t, nil), Dynamic, Vec3{}, Sphere{Radius: 1})
	var kept Snapshot
	var made []Body
	for i := range steps {
		switch i % 8 {
		case 1:
			made = append(made, addBody(t, w, Dynamic, V3(0, 5, float32(i)/20), hull))
		case 2:
			made[len(made)-1].ApplyImpulse(V3(30, 5, 1), V3(0, 5, 0))
			made[len(made)-1].ApplyImpulse(V3(1e30, 5, 1), V3(0, 5, 0)) // refused
		case 3:
			if b, ok := w.BodyAt(5 + i%20); ok {
				b.SetLinearVelocity(V3(0, 4, 1))
				b.SetName("jumper")
			}
		case 4:
			if _, err := made[0].CreateShape(Sphere{Radius: -1}, DefaultShapeDef()); err == nil {
				t.Error("a sphere of negative radius was accepted")
			}
			def := DefaultBallJointDef()
			def.BodyA, def.BodyB = foreign, made[0]
			if _, err := w.CreateBallJoint(def); err == nil {
				t.Error("a joint to a body of another world was accepted")
			}
		case 5:
			made[0].Destroy()
			made[0].Destroy() // stale
			made = made[1:]
		case 6:
			w.SetGravity(V3(0, -9.81, float32(i%5)))
		}
		if i == steps/3 {
			w.Snapshot(&kept)
		}
		if i == steps/2 {
			if err := w.Restore(&kept); err != nil {
				t.Fatal(err)
			}
			made = made[:0]
			made = append(made, addBody(t, w, Dynamic, V3(0, 5, float32(i)/20), hull))
		}
		run(t, w, 0.01)
	}
	r.stop(t)
	if w.log != nil {
		t.Error("the recorder stays on the world")
	}
	return r.file.Bytes()
}

func TestReplaySeeksInBothDirections(t *testing.T) {
	with, without := recordRun(t, DefaultRecordOptions(), 100), recordRun(t, RecordOptions{}, 100)
	for _, workers := range []int{1, 3} {
		for _, name := range []string{"with keyframes", "without"} {
			rec := with
			if name == "without" {
				rec = without
			}
			p, err := NewReplay(rec, ReplayOptions{Workers: workers, KeyframeEvery: 7, KeyframeBytes: 4 << 20})
			if err != nil {
				t.Fatal(err)
			}
			for _, step := range []int{80, 40, 5, 79, 0, 1, 100, 99, 100} {
				if err := p.Seek(step); err != nil {
					t.Fatalf("%s, %d workers: to step %d: %v", name, workers, step, err)
				}
				if want, ok := rec.StepDigest(step); p.Step() != step || ok && p.World().Digest() != want {
					t.Fatalf("%s, %d workers: at step %d of %d: digest %016x, want %016x", name, workers, p.Step(),
						step, p.World().Digest(), want)
				}
				if err := p.World().Validate(); err != nil {
					t.Fatal(err)
				}
			}
			if err := p.Seek(101); err == nil {
				t.Error("there is a step beyond the end")
			}
			p.Close()
		}
	}
}

// The recording of a recording is the same: a replayed world gets the same calls.
func TestRecordingAllocatesNothingWhenOff(t *testing.T) {
	w := newZoo(t)
	b, _ := w.BodyAt(12)
	v := V3(0, 1, 0)
	// until the cluster has spread
	run(t, w, 3)
	if n := testing.AllocsPerRun(100, func() { b.SetLinearVelocity(v); b.ApplyForce(v, v); w.Step(0.01) }); n > 0.5 {
		t.Errorf("%v allocations per step without a recorder", n)
	}
}

func TestDivergenceNamesStepStageAndBody(t *testing.T) {
	// without keyframes, from which the step would be done as it was
	options := RecordOptions{Details: true}
	for _, c := range []struct {
		name  string
		spoil func(w *World)
		step  int
	}{
		{"velocity of body 20", func(w *World) { w.state.StateOf(&w.state.Bodies[20]).V.X += 1e-3 }, 45},
		// moves nothing: the hash after the last step tells
		{"friction of a shape", func(w *World) { w.state.Shapes[3].Material.Friction *= 0.5 }, 60},
	} {
		rec := recordRun(t, options, 60)
		p, err := NewReplay(rec, ReplayOptions{})
		if err != nil {
			t.Fatal(err)
		}
		for p.Step() < 44 {
			if err := p.Advance(); err != nil {
				t.Fatal(err)
			}
		}
		// what a fault in the engine would do, in the state that the step is repeated from, too
		c.spoil(p.world)
		spoiled := &Snapshot{}
		if err := p.world.Snapshot(spoiled); err != nil {
			t.Fatal(err)
		}
		p.player.Kept.Budget = 1 << 30
		p.player.Kept.Add(44, spoiled.held.Memory(), &spoiled.held)
		err = p.Seek(60)
		var d *Divergence
		if !errors.As(err, &d) || d.Step != c.step || d.Stage != "pairs" {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// A fault in any stage of a step is found there, on the body that it happened to.
func TestDivergenceNamesEveryStage(t *testing.T) {
	const body, faulty = 20, 44
	options := RecordOptions{KeyframeEvery: 20, KeyframeBytes: 1 << 30, Details: true}
	data := recordRun(t, options, faulty+6)
	for k := range step.PhaseCount {
		stage := step.PhaseName(k)
		p, err := NewReplay(data, ReplayOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if err := p.Seek(faulty); err != nil {
			t.Fatal(err)
		}
		// the clock is read between the stages: a look at the faulty step shows when
		calls, at := 0, -1
		w, err := p.world.Clone()
		if err != nil {
			t.Fatal(err)
		}
		phases := 0
		w.step.Watch = func(int) { phases++ }
		w.profile.Clock = func() int64 {
			calls++
			if phases == k && at < 0 {
				at = calls
			}
			return int64(calls)
		}
		if err := w.Step(1.0 / testRate); err != nil {
			t.Fatal(err)
		}
		call, now := 0, p.world.state.Steps
		p.world.profile.Clock = func() int64 {
			if p.world.state.Steps == now {
				if call = call%calls + 1; call == at {
					p.world.state.StateOf(&p.world.state.Bodies[body]).V.X += 1e-3
				}
			}
			return 0
		}
		// step by step: Seek would begin at a keyframe, and a busy machine writes those later
		for err = nil; err == nil && p.Step() < faulty+6; {
			err = p.Advance()
		}
		var d *Divergence
		if !errors.As(err, &d) || d.Step != faulty+1 || d.Stage != stage || d.Body != body {
			t.Errorf("a fault before the end of %s: %v", stage, err)
		}
		p.Close()
	}
}

func TestDivergenceNamesTheCall(t *testing.T) {
	rec := recordRun(t, DefaultRecordOptions(), 20)
	p, err := NewReplay(rec, ReplayOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for p.Step() < 9 {
		if err := p.Advance(); err != nil {
			t.Fatal(err)
		}
	}
	p.world.state.Limits.Bodies = p.world.state.BodyCount
	err = p.Advance()
	var d *Divergence
	if !errors.As(err, &d) || d.Step != 10 || d.Name != "World.CreateBody" ||
		!strings.Contains(err.Error(), "limit reached") {
		t.Errorf("%v", err)
	}
}

func TestKeyframesStayWithinTheirBudget(t *testing.T) {
	rec := recordRun(t, RecordOptions{}, 150)
	const budget = 8 << 20
	p, err := NewReplay(rec, ReplayOptions{KeyframeEvery: 1, KeyframeBytes: budget})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if err := p.Seek(150); err != nil {
		t.Fatal(err)
	}
	bytes := 0
	steps := p.player.Kept.Steps()
	for _, step := range steps {
		_, s, _ := p.player.Kept.Before(step + 1)
		bytes += s.Memory()
	}
	if bytes > budget || len(steps) < 8 || !slices.IsSorted(steps) {
		t.Errorf("%d bytes in keyframes of steps %v", bytes, steps)
	}
	// near the end they are close, far from it not
	if n := len(steps); steps[0] > 60 || 150-steps[n-1] > 10 || steps[1]-steps[0] < steps[n-1]-steps[n-2] {
		t.Errorf("keyframes of steps %v", steps)
	}
}

// A file has no more keyframes than its average allows.
func TestKeyframesOfAFileKeepTheirAverage(t *testing.T) {
	for _, rate := range []int{0, 300, 3000} {
		data := recordTape(t, RecordOptions{KeyframeEvery: 2, KeyframeBytes: rate}, 150)
		spent, most := int64(0), int64(0)
		for _, e := range recordsIn(t, data) {
			if e.Kind != journal.Keyframe {
				continue
			}
			step := int64(binary.LittleEndian.Uint64(e.Payload))
			// one may be on its way while the next is taken
			if spent > step*int64(rate)+most {
				t.Errorf("rate %d: %d bytes before step %d", rate, spent, step)
			}
			spent += e.Next - e.At
			most = max(most, e.Next-e.At)
		}
		if rate > 0 && spent < int64(150*rate)/4 || rate == 0 && spent > 0 {
			t.Errorf("rate %d: keyframes of steps %v, %d bytes, the largest %d", rate, open(t, data).Keyframes(), spent,
				most)
		}
	}
}

// mutatorsOf are the methods that are recorded, and those that set something of a kind of joint, by their names, with
// the receiver as the first argument.
func mutatorsOf(w *World) map[string]reflect.Value {
	methods := make(map[string]reflect.Value)
	for i, receiver := range append([]any{w, Body{}, Shape{}, Joint{}}, typedJoints...) {
		typ := reflect.TypeOf(receiver)
		for k := range typ.NumMethod() {
			m := typ.Method(k)
			name := strings.TrimPrefix(strings.TrimPrefix(typ.String(), "*"), "physics.") + "." + m.Name
			if isRecorded(name) || i > 3 && strings.HasPrefix(m.Name, "Set") {
				methods[name] = m.Func
			}
		}
	}
	return methods
}

// Every call with refused and accepted arguments gives the same results again.
func TestReplayGoesThroughAllCalls(t *testing.T) {
	w := newZoo(t)
	r := record(t, w, DefaultRecordOptions())
	methods := mutatorsOf(w)
	for _, name := range slices.Sorted(maps.Keys(methods)) {
		method := methods[name]
		for _, pick := range []int{3, 12, 17} {
			b, _ := w.BodyAt(pick)
			s, _ := w.ShapeAt(pick)
			in := make([]reflect.Value, method.Type().NumIn())
			for k := range in {
				arg := method.Type().In(k)
				if _, has := arg.MethodByName("BreakLimits"); has {
					in[k] = typed(arg, Joint{w, int32(pick % 5), w.state.Joints[pick%5].Generation})
					continue
				}
				switch arg {
				case reflect.TypeFor[Body]():
					in[k] = reflect.ValueOf(b)
				case reflect.TypeFor[Shape]():
					in[k] = reflect.ValueOf(s)
				default:
					in[k] = plausible(arg, w)
				}
			}
			if name != "Body.Destroy" && name != "Shape.Destroy" && name != "Joint.Destroy" {
				method.Call(in)
			}
		}
		if err := w.Step(0.01); err != nil {
			t.Fatal(err)
		}
	}
	rec := r.stop(t)
	p, err := NewReplay(rec, ReplayOptions{Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if err := p.Seek(rec.Steps()); err != nil {
		t.Fatal(err)
	}
}

// A replay needs no hooks: it knows what they decided, panics included.
func TestReplayKnowsTheAnswersOfHooks(t *testing.T) {
	w := newTestWorld(t, nil)
	addFloor(t, w)
	asked := DefaultShapeDef()
	asked.Hooks = true
	for i := range 12 {
		addBodyDef(t, w, Dynamic, V3(float32(i%3)*0.4, 0.5+float32(i), 0), QuatIdentity, BoxHalf(0.3, 0.3, 0.3), asked)
	}
	r := record(t, w, DefaultRecordOptions())
	calls := 0
	w.SetContactFilter(func(a, b Shape) bool { calls++; return calls%5 != 0 })
	w.SetPreSolve(func(c *ContactUpdate) {
		calls++
		c.Disabled = calls%11 == 0
		if calls%3 == 0 {
			c.Friction = 0.05
		}
		if calls%301 == 0 {
			panic("enough")
		}
	})
	failed := 0
	for range 150 {
		if err := w.Step(0.01); err != nil {
			failed++
		}
	}
	if failed == 0 || calls < 600 {
		t.Fatalf("%d calls, %d panics", calls, failed)
	}
	rec := r.stop(t)
	p, err := NewReplay(rec, ReplayOptions{Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	for _, step := range []int{150, 40, 149, 0, 1} {
		if err := p.Seek(step); err != nil {
			t.Fatal(err)
		}
	}
}

func BenchmarkKeyframe1000(b *testing.B) {
	s := pile1000(b)
	w := newTestWorld(b, nil)
	if err := w.Restore(s); err != nil {
		b.Fatal(err)
	}
	var k Snapshot
	for b.Loop() {
		if err := w.Snapshot(&k); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(k.held.Memory()), "bytes")
}

// BenchmarkRecord is a call and its share of a step while recording.
func BenchmarkRecordCall(b *testing.B) {
	w := newZoo(b)
	body, _ := w.BodyAt(12)
	r, err := w.Record(io.Discard, RecordOptions{})
	if err != nil {
		b.Fatal(err)
	}
	defer r.Stop()
	b.ReportAllocs()
	for b.Loop() {
		body.SetLinearVelocity(V3(0, 1, 0))
	}
}
